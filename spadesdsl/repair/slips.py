"""Small slips, each as a fix with its words: something missing, too many, turned, or confused with something else."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Final

from spadesdsl.diagnostics import Fix
from spadesdsl.frozen import Frozen, replace
from spadesdsl.repair.brackets import short
from spadesdsl.repair.text import Token, Words, inserted, left_out, replaced, wrong_word

CAPITALS, PEN, MIXED_UP = 0.5, 1.0, 1.5
"""How unlikely the usual slips are: capitals for small letters, a slip of the pen, one thing for another."""
PAIRS: Final = {"(": ")", "[": "]"}
_ALIKE, _MORE_ALIKE = 0.7, 0.8
_SHORTEST: Final = 3
NEXT: Final = re.compile(r'"(?:\\.|[^"\\\n])*"|[A-Za-z_]\w*|\d+(?:\.\d+)?\w*|=*[=-]>|[<>!=]=|\S|$')
"""The next word or sign."""


class Slip(Frozen):
    """Something else written from one place of a text to another."""

    start: int
    end: int
    text: str
    cost: float
    """How unlikely it is that people write so."""


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


def between(words: Words, before: Token, after: Token, text: str) -> Fix:
    """Propose what is missing between two words."""
    space = " " if before.end == after.start and after.text[0] not in _GLUED else ""
    glued = text[0] in _GLUED
    where = before.end if glued else after.start
    written = text + space if glued else space + text + ("" if text in "([" else " ")
    cause = f"There is no `{text}` between `{short(before.text)}` and `{short(after.text)}`."
    if words.is_first(words.at(after.start)) or before.text in "{}":
        cause = f"There is no `{text}` before `{short(after.text)}`."
    return inserted(words.source, where, written, f"write `{text}` before `{short(after.text)}`", cause)


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


@lru_cache(maxsize=1 << 16)
def cost_of_spelling(word: str, text: str) -> float | None:
    """Return how unlikely it is that one word is a slip of the pen for another; None if it is none."""
    if word.lower() == text.lower():
        return CAPITALS
    if any(word == text[:at] + text[at + 1 :] for at in range(len(text))) and len(text) >= _SHORTEST:
        return PEN if word[:1] == text[0] else MIXED_UP
    alike = SequenceMatcher(None, word, text).ratio() if len(word) >= _SHORTEST else 0.0
    if word[:1] == text[0]:
        return PEN if alike > _ALIKE else None
    return MIXED_UP if alike > _MORE_ALIKE else None


def fix_of(words: Words, slips: tuple[Slip, ...], moved: int) -> Fix:
    """Write slips as a fix: one as it is, several as what the line becomes."""
    source = words.source
    fixes = [_of_slip(words, slip.start - moved, slip.end - moved, slip.text) for slip in slips]
    if len(fixes) == 1:
        return replace(fixes[0], is_likely=_is_usual(words, slips[0], moved))
    edits = sorted((edit for fix in fixes for edit in fix.edits), key=lambda edit: edit.span.start)
    changes = {(source.text[slip.start - moved : slip.end - moved], slip.text) for slip in slips}
    if len(changes) == 1:
        ((old, new),) = changes
        hint = (
            f"write `{new}` for each `{old}`"
            if old and new
            else f"write `{new}` there"
            if new
            else f"leave out each `{old}`"
        )
        return Fix(tuple(edits), hint, fixes[0].cause, is_likely=False)
    ones = [fix for fix in fixes if fix.cause]
    hints = ", and ".join(dict.fromkeys(fix.words.removesuffix("?").replace("did you mean", "write") for fix in fixes))
    return Fix(tuple(edits), hints, " ".join(dict.fromkeys(fix.cause for fix in ones)), is_likely=False)


def _is_usual(words: Words, slip: Slip, moved: int) -> bool:
    """Tell whether a slip is so usual that its fix is trusted in a file with other mistakes, too."""
    start, end = slip.start - moved, slip.end - moved
    line, _ = words.line_around(start)
    first = NEXT.match(words.source.text, line + len(words.source.text[line:]) - len(words.source.text[line:].lstrip()))
    if slip.text == "=" and (first is None or first[0] not in _ASSIGNING):
        return False
    if start == end:
        after = words.get(words.at(start))
        return slip.text in (":", "=", ")", "then") and after is not None and (after.is_value or slip.text == ")")
    return slip.cost <= PEN or slip.text in (":", "=", ",")


_ASSIGNING: Final = ("set", "option", "let", "preset", "include", "given", "case", "expect", "on")


def _of_slip(words: Words, start: int, end: int, text: str) -> Fix:
    source = words.source
    if text[:1] == source.text[start:end][:1] == ",":
        start, text = words.all[words.at(start) + 1].start, text[1:].lstrip()
        end = max(start, end)
    number = words.at(start)
    before, token, after = (words.get(number + one) for one in (-1, 0, 1))
    old = " ".join(source.text[start:end].split())
    if start == end and before is not None and token is not None:
        return between(words, before, token, text)
    if not old and before is not None and token is not None:
        cause = f"There is no `{text}` between `{before.text}` and `{token.text}`."
        return replaced(source, start, end, text, cause, f"write `{before.text}{text}{token.text}`")
    if token is not None and not text:
        if old[:1] in PAIRS:
            return left_out(source, start, end, "No brackets belong here.")
        return (
            too_many(words, token) if token.end == end else left_out(source, start, end, f"`{old}` is not said here.")
        )
    if token is not None and after is not None and after.end == end and text.startswith(after.text):
        return turned(words, token, after)
    if old.lower() == text.lower():
        return replaced(source, start, end, text, f"`{old}` is written `{text}`: capitals and small letters count.")
    if old and (text.startswith(f"{old} ") or text.endswith(f" {old}")):
        return replaced(source, start, end, text, wrong_word(old, text), f"write `{text}`")
    is_one = token is not None and token.is_word and " " not in old
    if is_one and cost_of_spelling(old, text) is not None:
        return replaced(
            source, start, end, text, f"`{old}` is not a word of the language here.", f"did you mean `{text}`?"
        )
    if old[:1] in PAIRS and old[1:-1].strip() == text.strip("()"):
        new = text[:1] if text[:1] == "(" and old[:1] == "[" else ""
        cause = "Here the brackets are `(` and `)`." if new else "No brackets belong here."
        hint = "write `(` and `)`" if new else f"leave out `{old[0]}` and `{PAIRS[old[0]]}`"
        return replaced(source, start, end, text, cause, hint)
    return replaced(source, start, end, text, wrong_word(old, text))
