"""A text that is being fixed: what is wrong with it, and what would be after a fix, as far as there is time for it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Final

from spadesdsl.diagnostics import Diagnostic, Fix, Severity
from spadesdsl.frozen import Changing, field
from spadesdsl.repair.excerpt import Excerpt, excerpt_of, readable_around
from spadesdsl.repair.text import Words, words_of
from spadesdsl.source import Source
from spadesdsl.syntax.places import place_of

MOST_CHECKS: Final = 100
"""How many texts are checked for one file; one takes about ten milliseconds, and a long one counts for several."""
LONG: Final = 5_000
"""A text counts once more for each so many characters."""
MOST_READ: Final = 140
"""How many texts are only read for one finding; of a hundred right fixes 97 are among the first forty."""
MOST_READ_OF_ALL: Final = 420
"""How many texts are read for all findings of a file, of which each may use a third of what is left."""
MOST_LETTERS: Final = 2_000_000
"""How many characters are read again for one file, of which each finding may use half of what is left: of a torn
file nearly all has to be read again for each fix. A million take about a second."""
OF_THE_WHOLE: Final = frozenset({"E401", "E410", "E420", "E421", "E422", "E423"})
"""Findings about something missing, which are not looked for while a sentence cannot be read."""
UNREAD: Final = frozenset({
    "W501", "W502", "W503", "W504", "W506", "W523", "W526", "W527", "W534", "W535", "W536",
})  # fmt: skip
"""Findings about what is never used or hardly meant, which are not looked for while there are errors."""
OF_A_SENTENCE: Final = ("E1", "E2", "E3")
"""Findings about a sentence, which may have several mistakes."""
Sayings = Counter[tuple[str, str]]


class Budget(Changing):
    """How many texts, and how much of them, may still be tried."""

    checks: int = MOST_CHECKS
    reads: int = 0
    """How many texts may still be read for this finding."""
    later: int = MOST_READ_OF_ALL
    """How many are left to the findings after it."""
    letters: int = MOST_LETTERS
    kept: int = 0
    """How many characters are left to the findings after this one."""

    def begin(self) -> None:
        """Begin the tries for another finding."""
        self.later += self.reads
        self.reads, self.kept = 0, self.letters // 2
        self.more(min(MOST_READ, self.later // 3))

    def more(self, reads: int) -> None:
        """Take so many more reads for this finding."""
        self.reads += reads
        self.later -= reads

    @property
    def is_read(self) -> bool:
        """Tell whether enough was read for this finding."""
        return self.reads <= 0 or self.letters <= self.kept


class Desk(Changing):
    """One text, what is found in it, and the fixes of it that were tried."""

    source: Source
    found: tuple[Diagnostic, ...]
    check: Callable[[str], tuple[Diagnostic, ...]]
    budget: Budget
    words: Words = field(init=False)
    before: Sayings = field(init=False)
    blanked: Sayings = field(default_factory=Counter)
    """What is found since other sentences are left out."""
    readable: dict[tuple[str, str], list[Fix]] = field(default_factory=dict)
    """By what a finding says, fixes with which its sentence can be read, though something else is wrong then."""
    counted: dict[tuple[str, str], str] = field(default_factory=dict)
    """By what a finding says, the quantity of the parent that has what its line would count."""
    _known: dict[str, tuple[Diagnostic, ...]] = field(default_factory=dict)
    _excerpts: dict[int, Excerpt] = field(default_factory=dict)
    _readable: dict[int, Excerpt | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.words = words_of(self.source, self.found)
        self.before = sayings(self.found)

    def after(self, fix: Fix) -> tuple[Diagnostic, ...] | None:
        """Return the findings of the text with a fix; None if too many were tried."""
        text = fix.applied(self.source.text)
        if text not in self._known:
            if self.budget.checks <= 0:
                return None
            self.budget.checks -= 1 + len(text) // LONG
            self._known[text] = tuple(one for one in self.check(text) if one.severity is not Severity.OPEN)
        return self._known[text]

    def stops_at(self, finding: Diagnostic, fix: Fix) -> int | None:
        """Return where the text cannot be read with a fix; None if it can, or if that has to be looked up."""
        self.budget.reads -= 1
        if finding.code.startswith("E1"):
            return self._read(finding, fix).stops_at(fix)
        if finding.span.line not in self._readable:
            self._readable[finding.span.line] = readable_around(self.words, finding.span.start)
        part = self._readable[finding.span.line]
        if part is None:
            return None
        self.budget.letters -= part.size(fix)
        return part.stops_at(fix)

    def left_wrong(self, finding: Diagnostic, fix: Fix) -> list[Diagnostic] | None:
        """Return what a fix of a finding leaves wrong that was not found before; None if it is no fix."""
        is_form = finding.code.startswith("E1")
        if is_form:
            unread = new_findings(self._read(finding, fix).after(fix), self.before, finding, fix)
            if unread is None or unread:
                return unread
        after = self.after(fix)
        if after is None:
            return None
        if is_form or finding.code == "E406":
            # What is not looked for while a sentence cannot be read, or a card is not known, may be found now.
            after = tuple(one for one in after if one.code not in OF_THE_WHOLE)
        if finding.severity is Severity.ERROR:
            after = tuple(one for one in after if one.code not in UNREAD)
        return new_findings(after, self.before, finding, fix)

    def still_wrong(self, finding: Diagnostic, fix: Fix) -> list[Diagnostic]:
        """Return the finding in the text with a fix of other words of its line."""
        after = self._read(finding, fix).after(fix) if finding.code.startswith("E1") else self.after(fix) or ()
        return [one for one in after if saying(one) == saying(finding)][:1]

    def is_clean(self, fix: Fix) -> bool:
        """Tell whether nothing else is wrong with the text with a fix, as far as it was looked for before."""
        unseen = UNREAD | OF_THE_WHOLE if fix.is_line else UNREAD
        return sayings(one for one in self.after(fix) or () if one.code not in unseen) <= self.blanked

    def alone(self, finding: Diagnostic, others: Iterable[Diagnostic]) -> Desk:
        """Return the text with this mistake and without the sentences of the others, so that a fix is judged alone."""
        text = self.source.text
        for other in others:
            part = self.excerpt(other)
            start, end = part.start, part.end
            if start <= finding.span.start < end:
                start, end = self.words.line_around(other.span.start)
            is_whole = text[start:end].count("{") == text[start:end].count("}")
            if is_whole and not start <= finding.span.start < end and other.code[:2] in OF_A_SENTENCE:
                text = text[:start] + re.sub(r"[^\n]", " ", text[start:end]) + text[end:]
        if text == self.source.text:
            return self
        found = self.check(text)
        if saying(finding) not in sayings(found):
            return self
        desk = Desk(Source(self.source.name, text), found, self.check, self.budget, readable=self.readable)
        desk.blanked = desk.before - Counter([saying(finding)])
        return desk

    def _read(self, finding: Diagnostic, fix: Fix) -> Excerpt:
        """Return the part of the text that is read again with a fix, and count how much that is."""
        part = self.excerpt(finding)
        self.budget.letters -= part.size(fix)
        return part

    def said_by(self, finding: Diagnostic) -> set[str]:
        """Return the words of the sentence with a finding."""
        start, (_, end) = place_of(self.source, finding.span.end).start, self.words.line_around(finding.span.start)
        return {token.text for token in self.words.within(start, end)}

    def excerpt(self, finding: Diagnostic) -> Excerpt:
        """Return the part of the text that has to be read again to see whether a fix works."""
        if finding.span.line not in self._excerpts:
            self._excerpts[finding.span.line] = excerpt_of(self.words, finding)
        return self._excerpts[finding.span.line]


def new_findings(
    after: Iterable[Diagnostic], before: Sayings, finding: Diagnostic, fix: Fix
) -> list[Diagnostic] | None:
    """Return the findings that were not there before; None if the finding itself still is."""
    left = before.copy()
    beyond = max(edit.span.start + len(edit.text) for edit in fix.edits)
    about = saying(finding)
    new: list[Diagnostic] = []
    for one in after:
        if left[saying(one)] > (1 if saying(one) == about else 0):
            left[saying(one)] -= 1
        elif saying(one) == about and one.span.start < beyond:
            return None
        else:
            new.append(one)
    return new


def saying(finding: Diagnostic) -> tuple[str, str]:
    """Return what a finding says, wherever it is."""
    return finding.code, finding.message


def sayings(findings: Iterable[Diagnostic]) -> Sayings:
    """Count what findings say; what is still to be written is left out."""
    return Counter(saying(one) for one in findings if one.severity is not Severity.OPEN)
