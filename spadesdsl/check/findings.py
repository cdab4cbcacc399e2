"""The list of findings of one check, and the exception that stops reading one sentence."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from functools import partial
from typing import TypeVar

from spadesdsl.diagnostics import Diagnostic, Guess, Note, error, guess, has_errors, nearby
from spadesdsl.frozen import Changing, field
from spadesdsl.source import Span

Made = TypeVar("Made")
Given = TypeVar("Given")


MOST_FINDINGS = 100
"""After this many the check ends: nobody reads more."""


_NOTHING_TO_DROP, _GONE_WITH = "E203", "E233"
"""What reads a missing thing may have been meant to go too, by the edit that failed."""


class Enough(Exception):
    """Ends a check that has found too much."""


class Mistake(Exception):
    """Stops reading one sentence; carries no finding if the mistake has been reported already."""

    def __init__(self, finding: Diagnostic | None = None) -> None:
        """Keep the finding."""
        super().__init__(finding.message if finding else "told already")
        self.finding = finding


def mistake(code: str, span: Span, message: str, hint: str | Guess | None = "", *notes: Note) -> Mistake:
    """Make a mistake from the parts of an error."""
    return Mistake(error(code, span, message, hint, *notes))


MOST_LISTED = 8
"""A longer list of names does not help."""
MOST_NEAR = 30
"""Of so many names the nearest are listed; of more, none is likely to be meant."""


def suggest(wrong: str, known: Iterable[str], what: str) -> str | Guess:
    """Say what may have been meant, or what there is."""
    if not (names := list(dict.fromkeys(known))):
        return f"this game has no {what}"
    if hint := guess(wrong, names):
        return hint
    if len(names) > MOST_NEAR:
        return f"it is none of the {len(names)} {what} that there are"
    if len(names) > MOST_LISTED:
        nearest = [*nearby(wrong, names, 0, MOST_LISTED), *names]
        near = ", ".join(f"`{name}`" for name in list(dict.fromkeys(nearest))[:MOST_LISTED])
        return f"there are {len(names)} {what}, among them {near}"
    return f"there are the {what} " + ", ".join(f"`{name}`" for name in names)


def refuse_unknown(word: str, known: Collection[str], what: str, code: str, span: Span, message: str) -> None:
    """Refuse a word that is none of the known names; `what` says what those are."""
    if word not in known:
        raise mistake(code, span, message, suggest(word, known, what))


class Findings(Changing):
    """All findings in order, each once."""

    all: list[Diagnostic] = field(default_factory=list)
    _told: set[tuple[str, Span, str]] = field(default_factory=set)

    def add(self, finding: Diagnostic) -> None:
        """Add a finding unless it is there, or may only result from a `drop` or `replace` that went wrong."""
        if finding.code == _GONE_WITH and any(one.code == _NOTHING_TO_DROP for one in self.all):
            return
        about = (finding.code, finding.span, finding.message)
        if about not in self._told:
            self._told.add(about)
            self.all.append(finding)
            if len(self.all) >= MOST_FINDINGS:
                raise Enough

    def error(self, code: str, span: Span, message: str, hint: str | Guess | None = "", *notes: Note) -> None:
        """Add an error."""
        self.add(error(code, span, message, hint, *notes))

    def attempt(self, make: Callable[[], Made]) -> Made | None:
        """Return the result of `make`, or None after noting the mistake that stopped it."""
        try:
            return make()
        except Mistake as stop:
            self.note(stop)
            return None

    def note(self, stop: Mistake) -> None:
        """Add the finding of a mistake, unless it has been reported."""
        if stop.finding is not None:
            self.add(stop.finding)

    def each(self, make: Callable[[Given], Made], given: Iterable[Given]) -> tuple[Made, ...]:
        """Return the result of `make` for each thing; those with a mistake are noted and left out."""
        made = [self.attempt(partial(make, one)) for one in given]
        return tuple(one for one in made if one is not None)

    def has_failed(self) -> bool:
        """Tell whether a finding stops the file from loading."""
        return has_errors(self.all)
