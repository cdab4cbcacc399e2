"""Score documents of games with clocks: who was late is told, and that time is up."""

from __future__ import annotations

from typing import Any

import pytest

import spadesdsl
from spadesdsl.schemas import faults

DEAL = {"bids": ["3", "4", "2", "3"], "taken": [4, 2, 3, 4]}


def scored(name: str, document: dict[str, Any], **settings: Any) -> Any:
    assert faults(document, "score") == ()
    return spadesdsl.score_document(spadesdsl.load(name, **settings), document)


def test_late_cards_are_charged_to_their_side() -> None:
    result = scored("speed_spades", {**DEAL, "late": {"too_late": {"0": 2, "2": 1, "1": 0}}}, late_points=5)
    assert not result.faults
    lines = [{line.rule.key: line.points for line in side.lines} for side in result.sheet.sides]
    assert [line["scoring.late_cards"] for line in lines] == [-15, 0]


def test_the_game_is_over_when_time_is_up_and_not_before() -> None:
    given = {"given": [{"score": 100}, {"score": 90}]}
    assert scored("time_limit", {**DEAL, **given, "time_up": ["time_is_up"]}).ended_by == "ending.highest_in_time"
    assert not scored("time_limit", {**DEAL, **given}).over


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"late": {"tooo_late": {"0": 1}}}, "did you mean `too_late`?"),
        ({"late": {"too_late": {"7": 1}}}, "there is no seat 7"),
        ({"time_up": ["too_late"]}, "there is no clock `too_late` that the whole game has"),
    ],
)
def test_a_clock_or_a_seat_that_is_none_is_told(more: dict[str, Any], told: str) -> None:
    result = scored("speed_spades", {**DEAL, **more})
    assert any(told in str(fault) for fault in result.faults)
