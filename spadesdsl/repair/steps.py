"""Fixes one after another: what is found once the first is made, said of the text as it was written."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from spadesdsl.diagnostics import Edit, Fix
from spadesdsl.frozen import dataclass, replace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spadesdsl.diagnostics import Diagnostic
    from spadesdsl.source import Source, Span


@dataclass(frozen=True, slots=True)
class Step:
    """A finding and its fix."""

    finding: Diagnostic
    fix: Fix


_A_SENTENCE = 5
"""How many words a fix writes that puts a whole sentence in other words."""


def combined(first: Step, later: Sequence[Step], source: Source) -> tuple[Step, ...]:
    """Return steps of which the later ones were found in the fixed text, as steps of the text before.

    Fixes within what the first one writes are one fix with it; fixes side by side are none.
    """
    (edit, *others) = first.fix.edits
    written = (edit.span.start, edit.span.start + len(edit.text))
    inner = [one for step in later for one in step.fix.edits]
    is_sentence = not others and len(edit.text.split()) >= _A_SENTENCE and first.finding.code.startswith("E1")
    if is_sentence and all(written[0] <= one.span.start and one.span.end <= written[1] for one in inner):
        text = edit.text
        for one in sorted(inner, key=lambda one: one.span.start, reverse=True):
            text = text[: one.span.start - written[0]] + one.text + text[one.span.end - written[0] :]
        hint = f"write `{' '.join(text.split())}`"
        return (replace(first, fix=replace(first.fix, edits=(Edit(edit.span, text),), words=hint, cause="")),)
    moved = [_moved_back(step, first.fix, source) for step in later]
    steps = (first, *(step for step in moved if step is not None))
    return () if None in moved or _touch(steps) else steps


def _moved_back(step: Step, fix: Fix, source: Source) -> Step | None:
    """Move a step back to the text before a fix; None if it changes what the fix wrote."""
    edits = []
    for edit in step.fix.edits:
        span = _back(edit.span, fix, source)
        if span is None:
            return None
        edits.append(Edit(span, edit.text))
    span = _back(step.finding.span, fix, source) or edits[0].span
    return Step(replace(step.finding, span=span), replace(step.fix, edits=tuple(edits)))


def _back(span: Span, fix: Fix, source: Source) -> Span | None:
    start, end = (_place(at, fix) for at in (span.start, span.end))
    return None if start is None or end is None else source.span(start, max(start, end))


def _place(at: int, fix: Fix) -> int | None:
    """Return where an offset of the fixed text was before; None if the fix wrote what is there."""
    longer = 0
    for edit in fix.edits:
        begin = edit.span.start + longer
        end = begin + len(edit.text)
        if at < begin or (at == begin and edit.text):
            return at - longer
        if at < end:
            return None
        longer += len(edit.text) - (edit.span.end - edit.span.start)
    return at - longer


def _touch(steps: Sequence[Step]) -> bool:
    """Tell whether fixes change the same words, or words right beside each other."""
    spans = sorted((edit.span.start, edit.span.end) for step in steps for edit in step.fix.edits)
    return any(one[1] + 1 >= other[0] for one, other in pairwise(spans))
