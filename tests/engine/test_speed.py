"""How often the runtime evaluates what it evaluates. No clock is read: what a move costs is counted."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from tests.engine.playing import NAMES, choose, game_of, walk

if TYPE_CHECKING:
    from collections.abc import Callable

    from spadesdsl import Game, State
    from spadesdsl.engine.spec import Spec

ONCE_A_RANKING = {"joke_trumps"}
"""Games with a condition on a card that no mask says and the ranking settles: it is tried on the deck once."""


ONCE_A_PLAYER = {"jass"}
"""Games that ask of each player's cards, once a deal is over, whether they are four of a kind."""


TRIED_ON_THE_TRICK = {"tarok", "tarok_3"}
"""Games in which a card has to beat the best, and one wins otherwise than by its suit and rank: the pagat."""


@pytest.mark.parametrize("name", NAMES)
def test_no_condition_is_tried_card_by_card(name: str) -> None:
    """A condition on a card is a mask, made at binding or once a decision."""
    game = game_of(name)
    specs = {id(spec): spec for spec in map(game.edition, range(1, 9))}.values()
    for spec in specs:
        spec.marks.clear()
    deals = max(state.deal for state in walk(game.start(3), 3, 200))
    tried = Counter[str]()
    for spec in specs:
        tried.update(spec.marks)
    if name in TRIED_ON_THE_TRICK:
        del tried["cards tried on the trick"]
    most = deals * len(game.players) if name in ONCE_A_PLAYER else 1 if name in ONCE_A_RANKING else 0
    assert sum(tried.values()) <= most, tried


def counted(game: Game, calls: Counter[str]) -> Game:
    """Return the game with every evaluation of the rules of the play and of its trick winner counted."""

    def counting(key: str, code: Callable[..., Any]) -> Callable[..., Any]:
        def read(*arguments: Any) -> Any:
            calls[key] += 1
            return code(*arguments)

        return read

    def of_spec(spec: Spec) -> Spec:
        narrow, winner = counting("musts", spec.play.narrow), counting("winner", spec.play.winner)
        return replace(spec, play=replace(spec.play, narrow=narrow, winner=winner))

    made: dict[int, Spec] = {}

    def edition(deal: int) -> Spec:
        spec = game.edition(deal)
        return made.setdefault(id(spec), of_spec(spec))

    return replace(game, base=of_spec(game.base), edition=edition)


def one_deal(game: Game) -> list[State]:
    import random

    rng, states = random.Random(1), [game.start(1)]
    while not states[-1].sheets and not states[-1].over:
        states.append(states[-1].apply(*reversed(choose(rng, states[-1]))))
    return states


@pytest.mark.parametrize("name", ["standard", "nyc", "solo_meister", "cancellation", "euchre"])
def test_each_rule_is_asked_once_a_card(name: str) -> None:
    """A card costs one evaluation of each rule, however many cards are held; a trick one of its winner."""
    calls = Counter[str]()
    states = one_deal(counted(game_of(name), calls))
    cards = sum(event.to_json()["event"] == "play" for state in states for event in state.events)
    tricks = sum(event.to_json()["event"] == "trick" for state in states for event in state.events)
    for key, number in calls.items():
        assert number <= cards, key
    # Where a rule reads which card is best so far, that is worked out before each card instead.
    assert calls["winner"] == (cards if name == "solo_meister" else tricks)


def test_asking_again_costs_nothing() -> None:
    """What is due is worked out once a state, however often it is read."""
    calls = Counter[str]()
    state = one_deal(counted(game_of("standard"), calls))[-2]
    assert state.turns
    before = dict(calls)
    for _ in range(5):
        assert state.turns
        assert state.moves(state.turns[0].seat)
    assert calls == before
