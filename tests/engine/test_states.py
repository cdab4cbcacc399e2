"""States are values: equal when nothing in them differs, saved and loaded, the same everywhere."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

import spadesdsl
from spadesdsl.loader import load_text
from tests.engine.playing import game_of, walk

RECORDS = Path(__file__).parent.parent / "data" / "records"
GOLDEN = ("standard", "nyc", "euchre", "two_player", "cancellation")


def test_equal_states_hash_alike() -> None:
    game = game_of("standard")
    states = {game.start(3, dealer=0), game.start(3, dealer=0), game.start(3, dealer=1), game.start(4, dealer=0)}
    assert len(states) == 3


def test_states_of_other_rules_are_others() -> None:
    assert spadesdsl.load("standard").start(3) == spadesdsl.load("standard").start(3)
    assert spadesdsl.load("standard").start(3) != spadesdsl.load("standard", target=250).start(3)


def test_what_is_still_to_be_dealt_belongs_to_a_state() -> None:
    game = game_of("whist")
    first = spadesdsl.Deal(tuple(game.deck[seat::4] for seat in range(4)))
    then = spadesdsl.Deal(tuple(game.deck[seat * 13 : seat * 13 + 13] for seat in range(4)))
    assert game.start(1, dealer=0, deals=[first]) != game.start(1, dealer=0, deals=[first, then])


def test_a_deal_is_dealt_as_it_is_given() -> None:
    game = game_of("french_cut")
    cards = list(game.deck)
    random.Random(1).shuffle(cards)
    hands = tuple(tuple(cards[seat * 12 : seat * 12 + 12]) for seat in range(4))
    state = game.start(dealer=0, deals=[spadesdsl.Deal(hands, tuple(cards[48:]))])
    assert sorted(state.turns[0].moves) == sorted(f"for_left({card})" for card in cards[48:])
    while state.phase.startswith("deal"):
        state = state.apply(state.turns[0].moves[0])
    for seat, hand in enumerate(state.hidden_hands):
        assert set(hand) >= set(hands[seat])
        assert len(hand) == 13


def test_the_dealers_last_card_is_turned_up_of_a_given_deal_too() -> None:
    game = game_of("whist")
    hands = tuple(tuple(game.deck[seat * 13 : seat * 13 + 13]) for seat in range(4))
    for dealer in range(4):
        state = game.start(dealer=dealer, deals=[spadesdsl.Deal(hands)])
        assert state.view((dealer + 2) % 4).shown[dealer] == (hands[dealer][-1],)
        assert state.ranking.trumps == dealer, "each hand is one suit, low to high"


@pytest.mark.parametrize("name", GOLDEN)
def test_golden_games(name: str) -> None:
    """A seed deals the same cards for ever, and the same moves lead to the same score."""
    wanted = json.loads((RECORDS / f"{name}.json").read_text(encoding="utf-8"))
    assert golden(name) == wanted


def golden(name: str) -> dict[str, Any]:
    """Play a game of a fixed seed; return all that happened."""
    states = list(walk(game_of(name).start(20), 20, 160))
    events = [event.to_json() for state in states for event in state.events]
    return {"hands": [list(hand) for hand in states[0].hidden_hands], "events": events}


def write_golden() -> None:
    """Write the golden games again, to be called by hand when a game's rules were changed."""
    for name in GOLDEN:
        (RECORDS / f"{name}.json").write_text(json.dumps(golden(name)) + "\n", encoding="utf-8")


KNOCKED = b"""language 1
variant knocked "Knocked out" {
  table { seats North, East, South  teams none }
  deck { suits clubs, hearts  ranks A, K, Q, J, 10, 9  trumps: none }
  deal { dealer first: North  dealer next: left of dealer  give hands: 4 from stock to each player from left of dealer }
  play {
    lead first: left of dealer
    lead next: last_trick.winner
    trick winner: highest of trick in led.suit
  }
  scoring for each player { score tricks: 1 * taken }
  ending { win second_deal when deal >= 2  tie level: shared }
  on deal 1 { ending { out north above second_deal when player is North } }
}
"""


def test_a_later_deal_can_be_given_where_one_deal_puts_somebody_out() -> None:
    game = load_text(KNOCKED, {}).game
    assert game is not None
    first = spadesdsl.Deal(hands=(game.deck[:4], game.deck[4:8], game.deck[8:]))
    second = spadesdsl.Deal(hands=((), game.deck[:4], game.deck[4:8]), rest=game.deck[8:])
    state = game.start(deals=[first, second])
    while state.deal == 1:
        state = state.apply(state.turns[0].moves[0])
    assert state.view(1).hands == (0, state.view(1).hand, 4)
    assert {*state.view(1).hand} == {*game.deck[:4]}
