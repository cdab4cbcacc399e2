"""Findings about a file are values: what is wrong, where, why, and the smallest mend. Floor 0.

Codes are stable. `E…` stops a file from loading, `W…` does not, `A…` (ask) is a choice that the file leaves open.
Each code has a section in `docs/diagnostics.md` and a fixture under `tests/data/errors/`.
"""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from spadesdsl.source import Span


class Severity(StrEnum):
    """How much a finding matters."""

    ERROR = "error"
    WARNING = "warning"
    OPEN = "open choice"


@dataclass(frozen=True, slots=True)
class Note:
    """The other place of a finding."""

    span: Span
    """Where."""
    message: str
    """What is there: "`bag_limit` is declared here"."""


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding about a file."""

    code: str
    """Stable code, such as `E204`."""
    severity: Severity
    """Error, warning or open choice."""
    span: Span
    """The words that are wrong."""
    message: str
    """What is wrong and why, one or two sentences in words of the game, names in backticks."""
    hint: str = ""
    """The smallest mend: "write `taken >= contract`"."""
    notes: tuple[Note, ...] = ()
    """Other places, where there are any."""


def error(code: str, span: Span, message: str, hint: str = "", *notes: Note) -> Diagnostic:
    """Make an error."""
    return Diagnostic(code, Severity.ERROR, span, message, hint, notes)


def warning(code: str, span: Span, message: str, hint: str = "", *notes: Note) -> Diagnostic:
    """Make a warning."""
    return Diagnostic(code, Severity.WARNING, span, message, hint, notes)


def has_errors(found: Iterable[Diagnostic]) -> bool:
    """Tell whether any finding stops the file from loading."""
    return any(one.severity is Severity.ERROR for one in found)


def nearest(wrong: str, known: Iterable[str]) -> str | None:
    """Return the known name that is nearest to a wrong one, if any is near."""
    near = get_close_matches(wrong, sorted(set(known)), n=1, cutoff=0.6)
    return near[0] if near else None


def did_you_mean(wrong: str, known: Iterable[str]) -> str:
    """Return "did you mean `x`?" for the nearest known name, or an empty text."""
    near = nearest(wrong, known)
    return f"did you mean `{near}`?" if near else ""
