"""Every wrong file has findings with a place and a fix; `tests/mistakes/test_meant.py` holds their words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from spadesdsl.source import Source
from spadesdsl.syntax.parser import parse
from spadesdsl.syntax.places import _section

FIXTURES = Path(__file__).parent.parent / "data" / "errors" / "syntax"
WRONG = sorted(FIXTURES.glob("*.spades"))


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


def test_the_section_of_a_place_does_not_read_all_open_blocks() -> None:
    asked = 0

    class Block(str):
        __slots__ = ()

        def __eq__(self, other: object) -> bool:
            nonlocal asked
            asked += 1
            return str(self) == other

        __hash__ = str.__hash__

    assert _section([Block("variant"), *[Block("play") for _ in range(1_000)]]) == "play"
    assert asked < 100


def test_a_word_after_the_braces_of_an_outcome_is_one_mistake() -> None:
    cases = "case us take 5: us { score = 1 } over\n case us take 7: us { score = 2 }"
    text = f'variant x {{\n example "one" {{\n {cases}\n }}\n}}\n'
    _, found = parse(Source("x", text))
    assert [one.message for one in found] == ["`over` does not fit here in `case us …`."]
