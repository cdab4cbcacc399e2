"""Each answer of `docs/how_do_i_say.md` is free of errors on `standard`, and a deal is played by it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import spadesdsl
from spadesdsl.diagnostics import Severity
from spadesdsl.engine.generator import below
from spadesdsl.loader import load_text
from spadesdsl.proofs.at_once import glance

PAGE = Path(__file__).parent.parent.parent / "docs" / "how_do_i_say.md"
TEXT = PAGE.read_text(encoding="utf-8")
LONG = re.compile(r"^\*\*(?P<rule>.+?)\*\*.*?^```spades fragment\n(?P<lines>.*?)^```$", re.MULTILINE | re.DOTALL)
SHORT = re.compile(r"^\| (?P<rule>[^|]+) \| `(?P<lines>[^|]+)` \| [^|]*\|$", re.MULTILINE)
ANSWERS = [(match["rule"], match["lines"] + "\n") for kind in (LONG, SHORT) for match in kind.finditer(TEXT)]
MOST_LINES = 11


def test_there_are_forty() -> None:
    assert len(ANSWERS) >= 40
    assert len(ANSWERS) == TEXT.count("```spades") + len(re.findall(r"^\| .*`", TEXT, re.MULTILINE))


@pytest.mark.parametrize(("rule", "lines"), ANSWERS, ids=[rule for rule, _ in ANSWERS])
def test_the_lines_are_short_and_a_deal_is_played_by_them(rule: str, lines: str) -> None:
    assert lines.count("\n") <= MOST_LINES
    found = load_text(f'variant house "Our house" extends standard {{\n{lines}}}\n'.encode(), {})
    seen = [*found.diagnostics, *glance(found)]
    assert [one for one in seen if one.severity is not Severity.OPEN] == []
    assert found.game is not None
    state, number = found.game.start(seed=5), 5
    for _ in range(2000):
        if state.deal > 1 or state.over:
            break
        turn = state.turns[0]
        place, number = below(number, len(turn.moves))
        state = state.apply(turn.moves[place], turn.seat)
    assert state.last_sheet is not None or state.over


def test_the_packs_and_games_that_are_named_are_there() -> None:
    names = re.findall(r"(?:[Pp]ack|[Gg]ame):? `(\w+)`", TEXT)
    assert len(names) > 20
    for name in names:
        spadesdsl.load(name)
