"""Propose what the grammar takes at the place of a mistake: a word or sign more, another one, one less, or two turned.

Nothing here knows a sentence. The parser says at each of the last words what could come instead; whatever lets it read
on is a proposal, the likeliest slips first.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from spadesdsl.frozen import dataclass, replace
from spadesdsl.repair.excerpt import trail_of
from spadesdsl.repair.idioms import comparison
from spadesdsl.repair.text import inserted, left_out, replaced, several
from spadesdsl.syntax.explaining import patterns

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spadesdsl.diagnostics import Fix
    from spadesdsl.repair.excerpt import Excerpt
    from spadesdsl.repair.text import Token, Words

_CONFUSED: Final = {
    "=": (":", "is", ">="), ":": ("=", "holds"), "==": ("=", "is"), "is": ("=", ":", "in"), "-": ("=", "to", ":", ","),
    ";": (",",), ",": (";", "and", "or", ":"), "otherwise": ("else",), "/": (",",), "+": (",", "and"),
    "per": ("for each",), "->": (":",), ".": (",", "_"),
    "{": ("(", ":"), "}": (")",), "(": ("{",), ")": ("}",), "[": ("(",), "]": (")",),
    "<": ("<=",), ">": (">=",), ">=": ("=",), "<=": ("=",), "!=": ("is not",), "not": ("is not", "not in"),
    "'": ('"',), "&": ("and", ","), "|": ("or", ","), "of": ("from", "in", "to", "over"), "from": ("in", "to"),
    "to": ("=", "from", "for"), "for": ("to", "of", "by", "over"),
    "in": ("of", "is", "from", "during", "over"), "with": ("=", "to"),
    "by": ("from", "of"), "as": ("=", "is", ":"), "and": (",", "or"), "or": (",", "and"), "has": ("is", "="),
    "on": ("of", "in", "after"), "at": ("from", "after"), "then": (":", "to"), "until": ("to",),
    "no": ("never",), "else": (", else",), "have": ("has",), "were": ("is",), "was": ("is",), "are": ("is",),
    "took": ("won", "take"), "did": ("has", "is"), "beats": (">",), "includes": ("in",), "while": ("when",),
}  # fmt: skip
"""What is confused with what, the likeliest first."""
_MISSING: Final = (
    ":", "=", ",", "from", "in", "is", "*", "to", "of", "by", "when", "for each", "at once", "face up", "and", ")",
    "then", "has", "each", "every", "over", "with", "else", "for", "extends", "bids", "holds", "take", "legal",
    "where", "until", "(", "else 0", "add", "during", "set", "expect", "given", "option",
)  # fmt: skip
"""What is missing most often, the likeliest first."""
_NEVER_MISSING: Final = frozenset((
    "not", "never", "no", "not in", "is not", "above", "below", "+", "-", "/", "drop", "first", "last", "highest",
    "lowest", "most", "least", "random",
))  # fmt: skip
"""What changes what a sentence means, so that nobody knows whether it is missing."""
_TOO_MANY: Final = ("+", ",", ";", ":", ".", ")", "(", "}", "{", "]", "[", "=", "-", "'", "|", "&")
_USUAL: Final = (":", "=", ",", ")", "from")
"""What is missing so often that it is trusted in a file with other mistakes too."""
_LISTS: Final = frozenset((
    "seats", "suits", "ranks", "remove", "add", "set", "include", "preset", "drop", "trust", "dummy", "option",
    "round", "on", "bids", "plays",
))  # fmt: skip
"""Sentences in which a comma is what is missing most often."""
_EDITS: Final = ("replace", "drop", "if", "when", "by", "and", "or", "not")
_ASSIGNING: Final = ("set", "option", "let", "preset", "include", "given", "case", "expect")
_BACK: Final = 3
_TURNED, _ODD = 3.0, 2.0
"""What it costs to turn two words, and to write what is seldom forgotten."""


@dataclass(frozen=True, slots=True)
class _Proposal:
    """A fix, and how unlikely it is."""

    cost: float
    fix: Fix


def fitting(words: Words, at: int, excerpt: Excerpt, fillers: tuple[str, ...]) -> Iterator[Fix]:
    """Propose what the grammar takes at a place, or a few words before it or after it."""
    trail = trail_of(excerpt)
    found: list[_Proposal] = []
    for back in (*range(_BACK + 1), -1):
        token, before = words.get(at - back), words.get(at - back - 1)
        point = trail.at(token.start) if token is not None else None
        if token is None or before is None or point is None:
            continue
        near = back if back >= 0 else _BACK + 1
        found += (one for one in _at(words, at - back, near, point.accepted(), fillers) if trail.reads_on(one.fix))
    yield from (one.fix for one in sorted(found, key=lambda one: one.cost))


def _at(
    words: Words, number: int, near: int, accepted: frozenset[str], fillers: tuple[str, ...]
) -> Iterator[_Proposal]:
    """Propose changes of one word, or before it."""
    token, before, after = words.all[number], words.all[number - 1], words.get(number + 1)
    likely = _likely(words, before, token, number)
    for usual in written(accepted):
        is_compared = usual == "=" and keyword_of(words, number) not in _ASSIGNING
        text = comparison(before.text, after=token.text) if is_compared else usual
        if text in (token.text, before.text) or (text == "*" and not _multiply(before, token)):
            continue
        rank = likely.index(text) / len(likely) if text in likely else _ODD
        is_likely = near == 0 and _is_usual(words, before, token, text, number)
        yield _Proposal(near + rank, between(words, before, token, text, is_likely=is_likely))
    is_sign = token.text == "-" and after is not None and after.start == token.end and token.start > before.end
    for rank, fix in enumerate(() if is_sign else confused(words, token)):
        cost = near / 2 + rank / _BACK + (_ODD if token.text in "+-/" else -1)
        yield _Proposal(cost, replace(fix, is_likely=False))
    is_assigned = token.text in "+-*/" and after is not None and after.text == "="
    if token.text in (*_TOO_MANY, *fillers) and not glues(words, token) and not is_assigned:
        yield _Proposal(near + 1, replace(too_many(words, token), is_likely=False))
    if after is not None and "\n" not in words.source.text[token.end : after.start]:
        yield _Proposal(near + _TURNED, replace(turned(words, token, after), is_likely=False))


def confused(words: Words, token: Token) -> Iterator[Fix]:
    """Propose what is confused with a word or sign: here, and everywhere on its line."""
    start, end = words.line_around(token.start)
    same = [one for one in words.within(start, end) if one.text == token.text]
    for text in _CONFUSED.get(token.text, ()):
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


@cache
def written(accepted: frozenset[str]) -> tuple[str, ...]:
    """Return how terminals are written, as far as there is one way and they are forgotten."""
    found = {patterns()[name] for name in accepted if name in patterns()}
    return tuple(sorted((found | {"else 0"} if "else" in found else found) - _NEVER_MISSING))


def _likely(words: Words, before: Token, after: Token, number: int) -> tuple[str, ...]:
    """Return what may be missing between two words, the likeliest first."""
    first: list[str] = []
    if before.text[:1].isdigit() and after.is_word:
        first += ["*", "from"]
    if before.text == ")" and after.is_value:
        first += [":"]
    if after.text == "not":
        first += ["and"]
    if after.text == "(" or before.text == ")":
        first += ["and", "*"]
    if keyword_of(words, number) in _LISTS and before.is_value and after.is_value:
        first = [",", *first]
    return tuple(dict.fromkeys((*first, *_MISSING)))


def _multiply(before: Token, after: Token) -> bool:
    """Tell whether a `*` may be missing between two words: after a number, or beside a bracket."""
    return (before.text[:1].isdigit() and after.is_word) or before.text == ")" or after.text == "("


def _is_usual(words: Words, before: Token, after: Token, text: str, number: int) -> bool:
    """Tell whether a word or sign is missing so often that it is trusted in a file with other mistakes too."""
    if (text == ":" and before.text in _EDITS) or (text == "from" and not before.text[:1].isdigit()):
        return False
    if text == "=" and keyword_of(words, number) not in _ASSIGNING:
        return False
    return text in _USUAL and (after.is_value or text == ")")


def keyword_of(words: Words, number: int) -> str:
    """Return the first word of the line of a word."""
    while number > 0 and not words.is_first(number):
        number -= 1
    token = words.get(number)
    return token.text if token is not None else ""


def between(words: Words, before: Token, after: Token, text: str, *, is_likely: bool = True) -> Fix:
    """Propose what is missing between two words."""
    space = " " if before.end == after.start else ""
    glued = text in (":", ",", ")", "]", ";")
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


def glues(words: Words, token: Token) -> bool:
    """Tell whether two words become one without the sign between them."""
    text = words.source.text
    return text[token.start - 1 : token.start].isalnum() and text[token.end : token.end + 1].isalnum()


def _short(token: Token) -> str:
    return token.text if len(token.text) <= _SHOWN else f"{token.text[:_SHOWN]} …"


_SHOWN: Final = 24
