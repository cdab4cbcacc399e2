"""Small slips, each as a fix with its words: something missing, too many, turned, or confused with something else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from spadesdsl.frozen import replace
from spadesdsl.repair.text import inserted, left_out, replaced, several

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spadesdsl.diagnostics import Fix
    from spadesdsl.repair.text import Token, Words

CONFUSED: Final = {
    "=": (":", "is", ">="), ":": ("=", "holds"), "==": ("=", "is"), "is": ("=", ":", "in"), "-": ("=", "to", ":", ","),
    ";": (",",), ",": (";", "and", ":"), "otherwise": ("else", ", else"), "/": (",",), "+": (",", "and"),
    "per": ("for each",), "->": (":",), "=>": (":",), "==>": (":",), ".": (":", ",", "_"),
    "{": ("(", ":"), "}": (")",), "(": ("{",), ")": ("}",), "[": ("(",), "]": (")",),
    "<": ("<=",), ">": (">=",), ">=": ("=",), "<=": ("=",), "!=": ("is not",), "not": ("is not", "not in"),
    "'": ('"',), "&": ("and", ","), "|": ("or", ","), "of": ("from", "in", "to", "over"), "from": ("in", "to"),
    "to": ("=", "from", "for"), "for": ("to", "of", "by", "over", "extends"),
    "in": ("of", "is", "from", "during", "over", "includes"), "with": ("=", "to"),
    "by": ("from", "of"), "as": ("=", "is", ":"), "and": (",",), "or": (",",), "has": ("is", "="),
    "on": ("of", "in", "after"), "at": ("from", "after"), "then": (":", "to"), "until": ("to",),
    "no": ("never",), "else": (", else",), "have": ("has",), "were": ("is",), "was": ("is",), "are": ("is",),
    "took": ("won", "take"), "did": ("has", "is"), "beats": (">",), "includes": ("in",), "while": ("when",),
    "over": ("above",), "under": ("below",),
    "−": ("-",), "–": ("-",), "×": ("*",), "÷": ("/",), "≥": (">=",), "≤": ("<=",), "≠": ("!=",),
}  # fmt: skip
"""What is confused with what, the likeliest first."""


def confused(words: Words, token: Token) -> Iterator[Fix]:
    """Propose what is confused with a word or sign: here, and everywhere on its line."""
    start, end = words.line_around(token.start)
    same = [one for one in words.within(start, end) if one.text == token.text]
    for text in CONFUSED.get(token.text, ()):
        cause = f"There is `{token.text}` where `{text}` belongs."
        yield replaced(words.source, token.start, token.end, text, cause)
        inner = [one for one in same if _block_of(words, one) == _block_of(words, token)]
        for ones in (same, inner) if 1 < len(inner) < len(same) else (same,) if len(same) > 1 else ():
            each = [replaced(words.source, one.start, one.end, text).edits[0] for one in ones]
            edits = ((one.span.start, one.span.end, one.text) for one in each)
            yield several(words.source, edits, f"write `{text}` for each `{token.text}`", cause)


def _block_of(words: Words, token: Token) -> int:
    """Return where the braces open that a word of a line is in; -1 if that is on another line."""
    start, _ = words.line_around(token.start)
    opened = [-1]
    for one in words.within(start, token.start):
        if one.text == "{":
            opened.append(one.start)
        elif one.text == "}" and len(opened) > 1:
            opened.pop()
    return opened[-1]


def between(words: Words, before: Token, after: Token, text: str, *, is_likely: bool = True) -> Fix:
    """Propose what is missing between two words."""
    space = " " if before.end == after.start else ""
    glued = text[0] in ":,)];"
    where = before.end if glued else after.start
    written = text + space if glued else space + text + ("" if text in "([" else " ")
    cause = f"There is no `{text}` between `{_short(before)}` and `{_short(after)}`."
    if words.is_first(words.at(after.start)) or before.text in "{}":
        cause = f"There is no `{text}` before `{_short(after)}`."
    fix = inserted(words.source, where, written, f"write `{text}` before `{_short(after)}`", cause)
    return replace(fix, is_likely=is_likely)


def too_many(words: Words, token: Token) -> Fix:
    """Propose to leave a word out."""
    cause = f"The language does not use `{token.text}` here."
    if not token.is_word:
        cause = f"There is one `{token.text}` too many."
    return left_out(words.source, token.start, token.end, cause)


def turned(words: Words, first: Token, second: Token) -> Fix:
    """Propose two words the other way round."""
    text = f"{second.text}{words.source.text[first.end : second.start]}{first.text}"
    cause = f"`{_short(first)}` and `{_short(second)}` are the wrong way round."
    return replaced(words.source, first.start, second.end, text, cause)


def _short(token: Token) -> str:
    return token.text if len(token.text) <= _SHOWN else f"{token.text[:_SHOWN]} …"


_SHOWN: Final = 24
