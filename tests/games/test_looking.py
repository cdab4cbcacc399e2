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


MISDEAL_FIRST = """
language 1

variant misdeal_first "Misdeals, then blind bids" extends standard {
  include deficient_hand
  bidding {
    round early above opening by each player from left of dealer: dark_nil
    bid   dark_nil "dark nil" before looking { contract 0 }
    replace round opening by each player from left of dealer when not player did bid
  }
}
"""


@pytest.fixture
def misdeal_first(tmp_path: Path) -> spadesdsl.Game:
    file = tmp_path / "misdeal_first.spades"
    file.write_text(MISDEAL_FIRST, encoding="utf-8")
    return spadesdsl.load(file)


def test_who_says_no_to_an_early_question_can_still_bid_before_looking(misdeal_first: spadesdsl.Game) -> None:
    state = misdeal_first.start(seed=3, dealer=3)
    assert state.turns[0].choice == "misdeal"
    assert state.turns[0].moves == ("look", "no")
    assert state.view(0).hand is None
    state = state.apply("no")
    assert state.view(0).hand is None, "North has not looked"
    assert state.turns[0].seat == 1
    state = state.apply("look")
    assert state.turns[0].seat == 1, "East is asked again"
    assert state.turns[0].choice == "misdeal"
    assert "look" not in state.turns[0].moves
    state = state.apply("no").apply("no").apply("no")
    assert [state.view(seat).hand is None for seat in range(4)] == [True, False, True, True]
    assert state.turns[0].moves == ("dark nil", "look")


def test_yes_needs_a_look(misdeal_first: spadesdsl.Game) -> None:
    state = misdeal_first.start(seed=3, dealer=3)
    verdict = state.why("yes", 0)
    assert not verdict.legal
    assert "look at your cards first" in verdict.message
    assert not verdict.reads, "nothing is told of a hand that is unseen"


def test_a_record_with_a_look_before_an_answer_is_read_again(misdeal_first: spadesdsl.Game) -> None:
    state = misdeal_first.start(seed=3, dealer=3).apply("look").apply("no")
    assert misdeal_first.load(state.record()) == state


def test_nobody_has_to_look_first_where_nothing_is_bid_before_looking(tmp_path: Path) -> None:
    file = tmp_path / "no_blind.spades"
    file.write_text('language 1\nvariant no_blind "None" extends standard { include deficient_hand }', encoding="utf-8")
    state = spadesdsl.load(file).start(seed=3, dealer=3)
    assert "look" not in state.turns[0].moves
    assert state.view(0).hand is not None
