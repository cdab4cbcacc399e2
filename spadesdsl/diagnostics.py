"""Findings about a file are values: what is wrong, where, why, and the smallest fix. Floor 1.

Codes are stable. `E…` stops a file from loading, `W…` does not, `A…` (ask) is a choice that the file leaves open. Each
code has a section in `docs/diagnostics.md` and a fixture under `tests/data/errors/`.
"""

from __future__ import annotations

import re
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING

from spadesdsl.frozen import Frozen

if TYPE_CHECKING:
    from collections.abc import Iterable

    from spadesdsl.source import Span


class Severity(StrEnum):
    """How much a finding matters."""

    ERROR = "error"
    WARNING = "warning"
    OPEN = "open choice"


class Note(Frozen):
    """Another place that a finding points to."""

    span: Span
    """Where."""
    message: str
    """What is there: "`bag_limit` is declared here"."""


class Edit(Frozen):
    """A stretch of text and its replacement; empty to leave it out."""

    span: Span
    text: str


class Fix(Frozen):
    """A change of the file that fixes a mistake, and its description."""

    edits: tuple[Edit, ...]
    """In the order of the file; none overlaps another."""
    words: str
    """For people: "write `>=`"."""
    cause: str = ""
    """What was wrong, if the fix knows it better than the check that found it."""
    is_likely: bool = True
    """Whether it is what people usually mean; otherwise it is shown only if it leaves no other finding in the file."""
    is_line: bool = False
    """Whether it puts a whole line in plain words, in which something else may be wrong."""
    choice: str = ""
    """Of fixes with the same choice, one is shown only if no other of them works, or none that works is as likely."""
    cost: float = 0.0
    """How unlikely it is, beside others with the same choice."""

    def applied(self, text: str) -> str:
        """Return the text with the change made."""
        for edit in reversed(self.edits):
            text = text[: edit.span.start] + edit.text + text[edit.span.end :]
        return text


class Guess(Frozen):
    """What was probably meant: a hint that is also a fix."""

    wrong: str
    """The word that is wrong, somewhere in the span of the finding."""
    text: str
    """The replacement for it."""
    otherwise: str = "look at the spelling"
    """The hint if it turns out that this was not meant."""

    @property
    def words(self) -> str:
        """Say it."""
        return f"did you mean `{self.text}`?"


class Diagnostic(Frozen):
    """One finding about a file."""

    code: str
    """Stable code, such as `E204`."""
    severity: Severity
    """Error, warning or open choice."""
    span: Span
    """The words in question."""
    message: str
    """What is wrong and why, in one or two sentences of plain game language, names in backticks."""
    hint: str = ""
    """How to fix it, for people: "write `taken >= contract`"."""
    notes: tuple[Note, ...] = ()
    """Other places, if there are any."""
    guess: Guess | None = None
    """What the hint proposes, before it is tried."""
    fix: Fix | None = None
    """The change that the hint describes, once tried: it removes the mistake and adds no other."""


def error(code: str, span: Span, message: str, hint: str | Guess | None = "", *notes: Note) -> Diagnostic:
    """Make an error."""
    return _finding(code, Severity.ERROR, span, message, hint, notes)


def warning(code: str, span: Span, message: str, hint: str | Guess | None = "", *notes: Note) -> Diagnostic:
    """Make a warning."""
    return _finding(code, Severity.WARNING, span, message, hint, notes)


def _finding(
    code: str, severity: Severity, span: Span, message: str, hint: str | Guess | None, notes: tuple[Note, ...]
) -> Diagnostic:
    if not isinstance(hint, Guess):
        return Diagnostic(code, severity, span, message, hint or "", notes)
    return Diagnostic(code, severity, span, message, hint.words, notes, hint)


def has_errors(found: Iterable[Diagnostic]) -> bool:
    """Tell whether any finding stops the file from loading."""
    return any(one.severity is Severity.ERROR for one in found)


_OPPOSITES = {"exclude": "include", "excluding": "including"}
"""Words that are spelt alike and mean the opposite."""


def nearby(wrong: str, known: Iterable[str], least: float, most: int = 1) -> list[str]:
    """Return the known names that are nearest to a wrong one, and do not mean the opposite."""
    return list(_nearby(wrong, frozenset(known), least, most))


@lru_cache(maxsize=1024)
def _nearby(wrong: str, known: frozenset[str], least: float, most: int) -> tuple[str, ...]:
    from difflib import get_close_matches  # a right file needs none of it, nor what it imports

    alike = {one for one in known if one != _OPPOSITES.get(wrong) and _has_no_other_word(one, wrong)}
    same = [one for one in known if one.replace("_", "").casefold() == wrong.replace("_", "").casefold()]
    turned = same or sorted(one for one in known if _has_its_words(one, wrong))
    alike = {
        one
        for one in alike
        if max(len(one), len(wrong)) <= _LONGER * min(len(one), len(wrong))
        or (wrong.startswith(one) and "_" not in wrong)
    }
    close = get_close_matches(wrong, sorted(alike), n=len(alike) or 1, cutoff=least)
    # Of two words that begin otherwise, one is hardly a slip of the other: of short ones never.
    other = get_close_matches(wrong, close, n=most, cutoff=_BEGINS_OTHERWISE) if len(wrong) > _SHORT else []
    return tuple((turned or [one for one in close if one in other or one[:1].lower() == wrong[:1].lower()])[:most])


def _has_its_words(known: str, wrong: str) -> bool:
    """Tell whether a name has the words of another one, in another order or form: `failed_bid` for `bid_failure`."""
    # Of a title only the long words count.
    least = _STEM if " " in wrong else 1
    words, others = (re.findall(f"[a-z]{{{least},}}", name.lower()) for name in (wrong, known))
    return len(words) > 1 and sorted(one[:_STEM] for one in words) == sorted(one[:_STEM] for one in others)


def _has_no_other_word(known: str, wrong: str) -> bool:
    """Tell whether no word of a name stands for another one in the other: `nil_value` is no slip of `bag_value`."""
    if wrong.endswith(known) and wrong.removesuffix(known).removesuffix("_") in _DENIALS:
        return False
    shorter, longer = sorted((known, wrong), key=len)
    if {shorter.lower(), longer.lower()} in _OTHERS:
        return False
    if len(shorter) > _STEM and shorter in {longer[:at] + longer[at + 1 :] for at in range(len(longer))}:
        return True  # one letter is missing
    from difflib import SequenceMatcher

    words, others = known.split("_"), wrong.split("_")
    pairs = zip(words, others, strict=True) if len(words) == len(others) > 1 else ()
    return all(
        set(one.lower()) & set(other.lower())
        and {one.lower(), other.lower()} not in _OTHERS
        and (one[:1].lower() == other[:1].lower() or len(one) == len(other))
        and (one == other or SequenceMatcher(None, one, other).ratio() >= _HALF)
        for one, other in pairs
    )


_DENIALS = frozenset({"non", "un", "not", "no", "anti", "dis"})


_OTHERS = (
    {"first", "last"}, {"left", "right"}, {"win", "lose"}, {"set", "seat"}, {"sets", "seats"}, {"set", "seats"},
    {"tricks", "trumps"}, {"declarer", "dealer"}, {"declarers", "dealer"},
)  # fmt: skip
"""Words that share letters, and of which one is no slip of the other."""


_HALF = 0.5
"""How alike each word of a name is to that of another one, if one name is a slip of the other."""
_STEM = 4
"""How many letters of a word stay in its forms."""


_LONGER = 2
"""How many times as long as the other a word may be, if one is a slip of the other."""
_SHORT = 3
"""The most letters of a short word."""
_BEGINS_OTHERWISE = 0.75
"""How alike words are that begin otherwise, if one is a slip of the other."""


def nearest(wrong: str, known: Iterable[str], least: float = 0.6) -> str | None:
    """Return the known name that is nearest to a wrong one, if any is near."""
    return next(iter(nearby(wrong, known, least)), None)


def guess(wrong: str, known: Iterable[str], least: float = 0.6) -> Guess | None:
    """Return the nearest known name as what was meant, if the finding is about that word alone."""
    near = nearest(wrong, known, least)
    return Guess(wrong, near) if near else None


def did_you_mean(wrong: str, known: Iterable[str]) -> str:
    """Return "did you mean `x`?" for the nearest known name, or an empty text."""
    near = nearest(wrong, known)
    return f"did you mean `{near}`?" if near else ""
