"""Findings as the fixtures hold them: what is said, and where, without line numbers of files outside of the fixture.

Beside each `NAME.spades` of `syntax` and `check` is the `NAME.txt` with its findings. After a change of words, look at
what is new and write it with `python -m tests.mistakes.golden`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.mistakes.meant import FOLDER, findings_of, fixtures, text_of
from tests.mistakes.planted import without_shipped

if TYPE_CHECKING:
    from spadesdsl.diagnostics import Diagnostic
    from spadesdsl.source import Span


def is_golden(file: str) -> bool:
    """Tell whether the findings of a fixture are written beside it."""
    return file.startswith(("syntax/", "check/")) and (FOLDER / file).with_suffix(".txt").exists()


def written(file: str) -> str:
    """Return the findings of a fixture as they are written beside it."""
    return (FOLDER / file).with_suffix(".txt").read_text(encoding="utf-8")


def said_of(file: str) -> str:
    """Check a fixture and write its findings."""
    found = findings_of(file, text_of(file))
    tell = _of_syntax if file.startswith("syntax/") else _of_check
    return "".join(f"{line}\n" for one in found for line in tell(one, file))


def _of_syntax(one: Diagnostic, file: str) -> list[str]:
    if not one.code.startswith("E1"):
        return []
    name = file.rpartition("/")[2]
    lines = [f"{name}:{one.span.line}:{one.span.column} {one.code} {one.message}", f"  {without_shipped(one.hint)}"]
    return [*lines, *(f"  {name}:{note.span.line}:{note.span.column} {note.message}" for note in one.notes)]


def _of_check(one: Diagnostic, file: str) -> list[str]:
    lines = [f"{one.code} {_place(one.span, file)} {one.message}"]
    if one.hint:
        lines.append(f"  {without_shipped(one.hint)}")
    lines.extend(f"  see {_place(note.span, file)} {note.message}" for note in one.notes)
    return lines


def _place(span: Span, file: str) -> str:
    if span.file == file:
        return f"{span.line}:{span.column}"
    return span.file.rsplit("/", maxsplit=1)[-1]


def main() -> None:
    """Write what is said now beside the fixtures."""
    for file in fixtures():
        if is_golden(file):
            (FOLDER / file).with_suffix(".txt").write_text(said_of(file), encoding="utf-8")


if __name__ == "__main__":
    main()
