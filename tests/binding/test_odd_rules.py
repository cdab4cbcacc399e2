"""Rules that hardly anybody would write run as well as others."""

from __future__ import annotations

import pytest

from spadesdsl.engine.deals import tricks_of
from spadesdsl.engine.seats import behind
from spadesdsl.loader import load_text
from spadesdsl.proofs.recording import Record, watched
from tests.engine.playing import walk
from tests.loading import game_of


@pytest.mark.parametrize(
    "line",
    [
        "when count of [2C, 2C] = 2",
        "when every seat v in opponents has contract != v.right.taken",
    ],
)
def test_a_deal_is_scored(line: str) -> None:
    rules = f"variant odd extends hearts {{ scoring for each player {{ score odd {line}: 1 }} }}"
    game = load_text(rules.encode(), {}).game
    assert game is not None
    assert next(state for state in walk(game.start(1), 1, 80) if state.sheets)


def test_a_dummy_is_never_less_than_nothing_behind() -> None:
    state = game_of("three_player_dummy").start(1).copy()
    state.scores = (-10, -20, -30)
    assert [behind(state, score) for score in (-10, -30, 0)] == [0, 20, 0]


def test_a_game_with_cards_to_draw_may_throw_in_every_deal() -> None:
    rules = "variant odd extends german_whist { deal { redeal again when dealer is dealer: by dealer } }"
    game = load_text(rules.encode(), {}).game
    assert game is not None
    assert tricks_of(game, 1) == 13


def test_a_bid_that_is_never_asked_for_may_lead_to_something() -> None:
    rules = (
        'variant odd extends doppelkopf { bidding { bid more "more" { pass one_card: 1 from hand to partner } }'
        " play { may speak before each trick by leader: nothing } }"
    )
    game = load_text(rules.encode(), {}).game
    assert game is not None
    assert len(watched(game, Record()).base.plan.nodes) == len(game.base.plan.nodes)


def test_more_cards_than_there_are_cannot_be_dealt_though_some_may_be_drawn() -> None:
    rules = "variant odd extends german_whist { deal { replace give hands: 27 from stock to each player from dealer } }"
    assert "E420" in [one.code for one in load_text(rules.encode(), {}).diagnostics]
