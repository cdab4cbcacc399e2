"""What people type for a bid is not taken for something else."""

from __future__ import annotations

import pytest

import spadesdsl
from spadesdsl.session.prompt import read_answer


def first(name: str) -> spadesdsl.State:
    return spadesdsl.load(name).start(seed=7, dealer=1)


@pytest.mark.parametrize("text", ["♣5", "5♣", "♤10", "-3"])
def test_a_card_with_its_sign_or_a_minus_is_never_a_bid(text: str) -> None:
    state = first("standard")
    turn = state.turns[0]
    assert "5" in turn.moves
    assert isinstance(read_answer(state, text, turn, turn.seat), list)


@pytest.mark.parametrize(
    ("text", "bid"), [("2nt", "2 no trump"), ("3h", "3 hearts"), ("1 C", "1 clubs"), ("p", "pass")]
)
def test_a_bid_of_a_number_and_words_can_be_written_short(text: str, bid: str) -> None:
    state = first("bridge")
    turn = state.turns[0]
    assert bid in turn.moves
    assert read_answer(state, text, turn, turn.seat) == bid


def test_a_number_is_not_short_for_a_longer_one() -> None:
    state = first("pinochle")
    turn = state.turns[0]
    assert [move for move in turn.moves if move.startswith("1")] == ["100"]
    assert isinstance(read_answer(state, "1", turn, turn.seat), list)
    assert read_answer(state, "pa", turn, turn.seat) == "pass"
