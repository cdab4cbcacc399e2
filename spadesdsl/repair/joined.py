"""Read a sentence that goes over several lines as one line, where it could not be fixed as it is written."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from spadesdsl.diagnostics import Diagnostic, Edit, Fix, Severity
from spadesdsl.frozen import replace
from spadesdsl.repair.blamed import blamed
from spadesdsl.repair.desk import MOST_CHECKS, MOST_LETTERS, Budget
from spadesdsl.repair.settle import LONGEST, settle
from spadesdsl.repair.steps import Step, moved_back, told_before
from spadesdsl.source import Source
from spadesdsl.syntax.places import place_of
from spadesdsl.syntax.sentences import FORMS, STARTS
from spadesdsl.syntax.wordlist import EXAMPLE_LINES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


def settle_all(
    found: Iterable[Diagnostic], source: Source, check: Callable[[str], tuple[Diagnostic, ...]]
) -> tuple[Diagnostic, ...]:
    """Return the findings of a file, each with a fix that was tried, if one works.

    What people say is looked for on one line, so a sentence of several lines is joined if that fixes more.

    Args:
        found: The findings.
        source: The file as it was read.
        check: Checks another text in the file's place.
    """
    return tuple(blamed(_settled(found, source, check), source, check))


def _settled(
    found: Iterable[Diagnostic], source: Source, check: Callable[[str], tuple[Diagnostic, ...]]
) -> tuple[Diagnostic, ...]:
    """Settle the findings of a file, and of the file with joined lines if more can be fixed in that."""
    told = settle(found, source, check)
    unfixed = _unfixed(told, source)
    edits = tuple(dict.fromkeys(edit for one in unfixed for edit in _joints(one, source)))
    if not edits or len(source.text) > LONGEST:
        return told
    joint = Fix(tuple(sorted(edits, key=lambda edit: edit.span.start)), "")
    other = Source(source.name, joint.applied(source.text))
    joined = settle(check(other.text), other, check, Budget(checks=MOST_CHECKS // 2, letters=MOST_LETTERS // 3))
    return tuple(_moved(one, joint, source) for one in joined) if len(_unfixed(joined, source)) < len(unfixed) else told


def _unfixed(told: Iterable[Diagnostic], source: Source) -> list[Diagnostic]:
    return [one for one in told if one.fix is None and one.severity is Severity.ERROR and one.span.file == source.name]


def _joints(finding: Diagnostic, source: Source) -> Iterable[Edit]:
    """Yield the line breaks within the sentence of a finding, each with a space for it."""
    place = place_of(source, max(finding.span.end, finding.span.start + 1))
    if place.keyword not in _KEYWORDS or finding.code[:2] not in ("E1", "E2", "E3"):
        return
    at = source.text.rfind("\n", 0, place.start) + 1
    depth = re.match(r" *", source.text[at:])
    below = re.compile(rf"(?<=[^\s{{}}])\n {{{len(depth[0]) + 1 if depth else 1},}}(?=[^\s#}}-])")
    end = source.text.find("\n", at)
    while end >= 0 and "#" not in source.text[at:end]:
        found = below.match(source.text, end)
        if found is None or ((word := re.match(r"\w+", source.text[found.end() :])) and word[0] in _BEGINNINGS):
            return
        yield Edit(source.span(*found.span()), " ")
        at, end = found.end(), source.text.find("\n", found.end())


_KEYWORDS: Final = frozenset((*(form.keyword for form in FORMS), *EXAMPLE_LINES))
_BEGINNINGS: Final = STARTS | {"otherwise", "if", "elif", "else", "return"}
"""What begins a sentence or a case on a line of its own."""


def _moved(finding: Diagnostic, joint: Fix, source: Source) -> Diagnostic:
    """Return a finding about the text with joined lines as one about the text before."""
    notes = tuple(
        replace(note, span=told_before(replace(finding, span=note.span), joint, source).span)
        if note.span.file == source.name
        else note
        for note in finding.notes
    )
    finding = replace(finding, notes=notes)
    moved = None if finding.fix is None else moved_back(Step(finding, finding.fix), joint, source)
    if moved is not None:
        return replace(moved.finding, fix=moved.fix)
    return told_before(replace(finding, fix=None), joint, source) if finding.span.file == source.name else finding
