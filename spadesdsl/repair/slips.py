"""Small slips, each as a fix with its words: something missing, too many, turned, or confused with something else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from spadesdsl.frozen import replace
from spadesdsl.repair.brackets import short
from spadesdsl.repair.text import Token, Words, inserted, left_out, replaced

if TYPE_CHECKING:
    from spadesdsl.diagnostics import Fix

CONFUSED: Final = {
    "=": (":", "is", ">="), ":": ("=", "holds"), "==": ("=", "is"), "is": ("=", ":", "in"), "-": ("=", "to", ":", ","),
    ";": (",",), ",": (";", "and", ":"), "return": ("then",),
    "otherwise": ("else", ", else"), "/": (",",), "+": (",", "and"),
    "per": ("for each",), "->": (":",), "=>": (":",), "==>": (":",), ".": (":", ",", "_"),
    "{": ("(", ":"), "}": (")",), "(": ("{",), ")": ("}",), "[": ("(",), "]": (")",),
    "<": ("<=",), ">": (">=",), ">=": ("=",), "<=": ("=",), "!=": ("is not",), "not": ("is not", "not in"),
    "'": ('"',), "!": ("not",), "&": ("and", ","), "|": ("or", ","), "of": ("from", "in", "to", "over"),
    "from": ("in", "to"), "to": ("=", "from", "for"), "for": ("to", "of", "by", "over", "extends"),
    "in": ("of", "is", "from", "during", "over", "includes"), "with": ("=", "to"),
    "by": ("from", "of"), "as": ("=", "is", ":"), "and": (",",), "or": (",",), "has": ("is", "="),
    "on": ("of", "in", "after"), "at": ("from", "after"), "then": (":", "to"), "until": ("to",),
    "no": ("never",), "else": (", else",), "have": ("has",), "were": ("is",), "was": ("is",), "are": ("is",),
    "took": ("won", "take"), "did": ("has", "is"), "beats": (">",), "includes": ("in",), "while": ("when",),
    "over": ("above",), "under": ("below",),
    "−": ("-",), "–": ("-",), "×": ("*",), "÷": ("/",), "≥": (">=",), "≤": ("<=",), "≠": ("!=",),
}  # fmt: skip
"""What is confused with what, the likeliest first."""


def between(words: Words, before: Token, after: Token, text: str, *, is_likely: bool = True) -> Fix:
    """Propose what is missing between two words."""
    space = " " if before.end == after.start and after.text[0] not in _GLUED else ""
    glued = text[0] in _GLUED
    where = before.end if glued else after.start
    written = text + space if glued else space + text + ("" if text in "([" else " ")
    cause = f"There is no `{text}` between `{short(before.text)}` and `{short(after.text)}`."
    if words.is_first(words.at(after.start)) or before.text in "{}":
        cause = f"There is no `{text}` before `{short(after.text)}`."
    fix = inserted(words.source, where, written, f"write `{text}` before `{short(after.text)}`", cause)
    return replace(fix, is_likely=is_likely)


_GLUED: Final = ":,)];"
"""Signs without a space before them."""


def too_many(words: Words, token: Token) -> Fix:
    """Propose to leave a word out."""
    cause = f"The language does not use `{token.text}` here."
    if not token.is_word:
        cause = f"There is one `{token.text}` too many."
    return left_out(words.source, token.start, token.end, cause)


def turned(words: Words, first: Token, second: Token) -> Fix:
    """Propose two words the other way round."""
    gap = "" if first.text in ":," else words.source.text[first.end : second.start]
    text = f"{second.text}{gap}{first.text}"
    cause = f"`{short(first.text)}` and `{short(second.text)}` are the wrong way round."
    return replaced(words.source, first.start, second.end, text, cause)
