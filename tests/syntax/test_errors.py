"""What a wrong file is told: each `NAME.spades` beside the `NAME.txt` that must come out.

After a change of words, look at what is new and write it with `python -m tests.syntax.test_errors`.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from spadesdsl.loader import load_draft
from spadesdsl.source import Source
from spadesdsl.syntax.parser import parse

FIXTURES = Path(__file__).parent.parent / "data" / "errors" / "syntax"
WRONG = sorted(FIXTURES.glob("*.spades"))


def told(file: Path) -> str:
    with file.open(encoding="utf-8", newline="") as opened:
        source = Source(file.name, opened.read())
    assert parse(source)[0] is None
    lines: list[str] = []
    for one in load_draft(source, file.parent).diagnostics:
        if one.code.startswith("E1"):
            place = f"{file.name}:{one.span.line}:{one.span.column}"
            lines.append(f"{place} {one.code} {one.message}")
            lines.append(f"  {one.hint}")
            lines.extend(f"  {file.name}:{note.span.line}:{note.span.column} {note.message}" for note in one.notes)
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("file", WRONG, ids=[file.stem for file in WRONG])
def test_a_wrong_file_is_told_what_is_wrong_with_it(file: Path) -> None:
    assert told(file) == file.with_suffix(".txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("file", WRONG, ids=[file.stem for file in WRONG])
def test_every_finding_has_a_place_and_a_mend(file: Path) -> None:
    with file.open(encoding="utf-8", newline="") as opened:
        source = Source(file.name, opened.read())
    _, found = parse(source)
    assert found
    assert len({one.span for one in found}) == len(found), "one mistake gives one message"
    for one in found:
        assert re.fullmatch(r"E1\d\d", one.code)
        assert one.hint
        assert one.message.endswith(".")
        assert 0 <= one.span.start < one.span.end


if __name__ == "__main__":
    for wrong in WRONG:
        wrong.with_suffix(".txt").write_text(told(wrong), encoding="utf-8")
