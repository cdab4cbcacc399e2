"""A condition on a card is a mask worked out at once; trying the condition on every card gives the same."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from spadesdsl.binding import cards
from spadesdsl.binding.game import bind
from spadesdsl.engine import choices
from spadesdsl.resources import variant_names
from tests.engine.test_speed import ONCE_A_PLAYER
from tests.loading import loaded

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spadesdsl.engine.game import Game, State

MOVES = 260
"""Moves of each game: some deals of it."""


def bound(name: str) -> Game:
    found = loaded(name)
    assert found.variant is not None
    return bind(found.variant, found.sources)


@pytest.fixture
def by_hand(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """Have every condition tried card by card."""
    monkeypatch.setattr(cards, "_op", lambda forms, term, variable: None)
    monkeypatch.setattr(cards, "_is_static", lambda compiler, term, variable: False)
    return monkeypatch


def playing(game: Game, seed: int) -> Iterator[State]:
    chooser = random.Random(seed)
    state = game.start(seed)
    for _ in range(MOVES):
        if state.over:
            return
        yield state
        entry = chooser.choice(choices.due(state))
        state = state.take(entry, chooser.choice(entry.options))


@pytest.mark.parametrize("name", variant_names())
def test_masks_allow_what_the_conditions_allow_card_by_card(name: str, by_hand: pytest.MonkeyPatch) -> None:
    tried = bound(name)
    tried.edition(1)
    one_by_one = playing(tried, 7)
    slow = [[entry.options for entry in choices.due(state)] for state in one_by_one]
    by_hand.undo()
    game = bound(name)
    quick = [[entry.options for entry in choices.due(state)] for state in playing(game, 7)]
    assert quick == slow
    assert len(quick) >= 50
    # What the ranking alone settles is tried once a ranking, however long the game; nothing else is tried in play.
    most = len(quick) / (5 if name in ONCE_A_PLAYER else 10)
    assert game.base.marks.get("conditions tried card by card", 0) < most
    # The pagat that takes both honours is no class of cards: what beats it is tried.
    assert name in ("tarok", "tarok_3") or "cards tried on the trick" not in game.base.marks
