"""Findings as the fixtures hold them: what is said, and where, without line numbers of files outside of the fixture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadesdsl.loader import load_checked

if TYPE_CHECKING:
    from pathlib import Path

    from spadesdsl.diagnostics import Diagnostic
    from spadesdsl.source import Span


def findings_of(path: Path) -> list[str]:
    """Check a fixture and write its findings."""
    _, found, _ = load_checked(str(path), {})
    return [line for one in found if one.code != "A601" for line in _written(one, path)]


def _written(one: Diagnostic, path: Path) -> list[str]:
    lines = [f"{one.code} {_place(one.span, path)} {one.message}"]
    if one.hint:
        lines.append(f"  {one.hint}")
    lines.extend(f"  see {_place(note.span, path)} {note.message}" for note in one.notes)
    return lines


def _place(span: Span, path: Path) -> str:
    if span.file == str(path):
        return f"{span.line}:{span.column}"
    return span.file.rsplit("/", maxsplit=1)[-1]
