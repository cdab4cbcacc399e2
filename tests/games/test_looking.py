"""Bids before looking: what ends them, and what does not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import spadesdsl

if TYPE_CHECKING:
    from pathlib import Path

TWO_WINDOWS = """
language 1

variant two_windows "Two windows" extends standard {
  bidding {
    round early above opening by each player from left of dealer: dark_nil
    bid   dark_nil "dark nil" before looking { contract 0 }
    round late  above opening by each player from left of dealer when not player did bid: dark_six
    bid   dark_six "dark six" before looking { contract 6 }
    replace round opening by each player from left of dealer when not player did bid
  }

  example "the second window is still to come" {
    given  dealer = South, West not looked
    expect legal bids dark_nil, wait, look
  }
}
"""


@pytest.fixture
def game(tmp_path: Path) -> spadesdsl.Game:
    file = tmp_path / "two_windows.spades"
    file.write_text(TWO_WINDOWS, encoding="utf-8")
    return spadesdsl.load(file)


def test_who_declines_one_window_need_not_look_before_the_next(game: spadesdsl.Game) -> None:
    state = game.start(dealer=2)
    assert set(state.turns[0].moves) == {"dark nil", "wait", "look"}
    state = state.apply("wait").apply("look").apply("dark nil").apply("wait")
    assert state.phase == "bidding.late"
    assert state.view(3).hand is None, "West waited, and has not looked"
    assert set(state.turns[0].moves) == {"dark six", "look"}, "no window comes after this one"
    state = state.apply("dark six")
    assert state.turns[0].seat == 2, "North has looked and East has bid: the second window is South's"


def test_a_record_with_a_wait_is_read_again(game: spadesdsl.Game) -> None:
    state = game.start(dealer=2).apply("wait").apply("look")
    assert game.load(state.record()) == state


def test_who_gives_out_open_cards_has_not_looked(tmp_path: Path) -> None:
    file = tmp_path / "cut_and_blind.spades"
    rules = "include french_cut include blind_nil with deficit = 0"
    file.write_text(f'language 1\nvariant cut_and_blind "Cut" extends standard {{ {rules} }}', encoding="utf-8")
    state = spadesdsl.load(file).start(dealer=2)
    for _ in range(3):
        assert state.turns[0].seat == 1, "the player on the dealer's right"
        state = state.apply(state.turns[0].moves[0])
    assert state.phase == "bidding.blind_bids"
    assert state.view(1).hand is None
    assert len(state.view(3).shown[1]) == 1, "everybody knows one card of each hand"
