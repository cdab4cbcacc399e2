"""Games of bundled files played to their end by bots, and the rule that is named for what they may not do.

The suite plays a few games of each file, bounded in deals; `SPADES_GAMES=1000 SPADES_DEALS=100` plays so many of each.
"""

from __future__ import annotations

import os
import random
from typing import TYPE_CHECKING

import pytest

from spadesdsl.bots import RandomPlayer
from spadesdsl.engine import choices
from spadesdsl.engine.actions import environment
from spadesdsl.engine.narrowing import bind_bid
from spadesdsl.resources import variant_names
from tests.games import test_to_the_end
from tests.loading import game_of

if TYPE_CHECKING:
    from spadesdsl import State
    from spadesdsl.engine.spec import Must

GAMES = int(os.environ.get("SPADES_GAMES", "3"))
"""Of each file of which `test_to_the_end` does not play several."""
DEALS = int(os.environ.get("SPADES_DEALS", "1"))
"""Deals after which a game is left, but for the first of each file, which has five times as many."""
MOST_MOVES = 100_000
NAMES = variant_names()


def step(state: State, player: RandomPlayer, chance: random.Random) -> State:
    """Let whose turn it is choose; now and then somebody says what nobody asked for."""
    turn = state.turns[0]
    if state.volunteers and chance.random() < 0.05:
        turn = chance.choice(state.volunteers)
    return state.apply(player.choose(state.view(turn.seat), turn), turn.seat)


@pytest.mark.parametrize("name", NAMES)
def test_games_come_to_their_end(name: str) -> None:
    game = game_of(name)
    for seed in range(1 if name in test_to_the_end.NAMES else GAMES):
        state, player, chance = game.start(seed), RandomPlayer(seed), random.Random(seed)
        for _ in range(MOST_MOVES):
            if state.over or state.deals_dealt > DEALS * (5 if seed == 0 else 1):
                break
            assert state.turns, f"seed {seed}: nobody's turn in {state.phase}"
            state = step(state, player, chance)
        if state.over:
            assert state.winners or state.ended_by, f"seed {seed}"


@pytest.mark.parametrize("name", NAMES)
def test_the_rule_that_is_named_is_the_one_that_refuses_the_card(name: str) -> None:
    """A refused card obeys every `must` above the one that is named, and not that one."""
    game = game_of(name)
    state, player = game.start(11), RandomPlayer(11)
    chance = random.Random(name)
    for _ in range(110):
        if state.over:
            break
        entry = next((entry for entry in choices.due(state) if entry.holder >= 0), None)
        if entry is not None and state.stacks[entry.holder] is None and chance.random() < 0.5:
            _hold_refusals(state, entry.seat, entry.holder)
        state = step(state, player, chance)


def _hold_refusals(state: State, seat: int, hand: int) -> None:
    names = state.spec.deck.names
    legal = {option.text for option in choices.due(state)[0].options}
    held = state.hands[hand]
    musts = [must for must in state.spec.play.musts if must.trust is None]
    for card in (card for card in range(len(names)) if held >> card & 1 and names[card] not in legal):
        verdict = state.why(names[card], seat)
        assert not verdict.legal
        assert verdict.rule is not None
        refusing = _refusing(state, hand, card, musts)
        assert refusing is not None
        assert verdict.rule.key == refusing.rule.key, names[card]
        # Without that rule the card may be played, or a rule that stands below is what refuses it.
        without = _refusing(state, hand, card, [must for must in musts if must is not refusing])
        assert without is None or musts.index(without) > musts.index(refusing)


def _refusing(state: State, hand: int, card: int, musts: list[Must]) -> Must | None:
    """Return the first rule that takes a card out of what may be played, worked out rule by rule."""
    left = state.hands[hand]
    for must in musts:
        env = environment(state, hand)
        is_about_bid = must.bid_type is None or bind_bid(state, state.spec.bid_numbers[must.bid_type], env, hand)
        if is_about_bid and (must.when is None or must.when(state, env)):
            left = left & must.body(state, env) or left
            if not left >> card & 1:
                return must
    return None
