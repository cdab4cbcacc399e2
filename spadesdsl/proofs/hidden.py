"""The warnings that the mistakes of a file hide."""

from __future__ import annotations

from spadesdsl.diagnostics import Diagnostic, Severity
from spadesdsl.loader import Loaded
from spadesdsl.proofs.at_once import glance
from spadesdsl.repair.steps import told_before


def hidden(loaded: Loaded) -> tuple[Diagnostic, ...]:
    """Return the warnings that the mistakes of a file hide: those about other lines, once all its fixes are made."""
    right = loaded.with_fixes()
    if right is None:
        return ()
    fix, source, other = right
    places = (at for edit in fix.edits for at in (edit.span.start, edit.span.end))
    fixed = {source.span(at, at).line for at in places}
    found = (one for one in (*other.diagnostics, *glance(other)) if one.severity is Severity.WARNING)
    told = (told_before(one, fix, source) for one in found if one.span.file == source.name)
    return tuple(one for one in told if one.span.line not in fixed and one not in loaded.diagnostics)
