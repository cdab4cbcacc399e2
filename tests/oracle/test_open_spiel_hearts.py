"""Two thousand deals of Hearts in lock step with OpenSpiel: same choices at every step, same result of every deal.

The game is the bundled one adapted by `tests/data/oracle/pyspiel_hearts.spades` and by nothing else.
"""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import spadesdsl
from tests.oracle.spiel import Names, below, shuffled

pyspiel = pytest.importorskip("pyspiel")

FILE = Path(__file__).parent.parent / "data" / "oracle" / "pyspiel_hearts.spades"
GAMES = 20
DEALS_OF_A_GAME = 100
DIRECTIONS = {0: "No Pass", 1: "Left", 2: "Right", 3: "Across"}
"""By the number of the deal, modulo four: left, right, across, keep."""
ALL_POINTS = 26


NAMES = Names(lambda _, text, __: text.replace("T", "10"))
"""Their `HT` is our `10H`, and their `TH` too."""


def begun(deal: int, cards: list[str]) -> Any:
    """Begin a deal of theirs: the direction in which cards are passed, then the cards, singly from seat 0."""
    theirs = pyspiel.load_game("hearts").new_initial_state()
    directions = {theirs.action_to_string(action): action for action in theirs.legal_actions()}
    theirs.apply_action(directions[DIRECTIONS[deal % 4]])
    NAMES.deal(theirs, cards)
    return theirs


def hoarding(rng: random.Random, moves: list[str], seat: int) -> str:
    """Play at random, but seat 0 high, so that somebody takes all the points now and then."""
    ranks = "23456789 10JQKA"
    if seat == 0 and rng.random() < 0.9:
        return max(moves, key=lambda card: ranks.index(card[:-1]))
    if rng.random() < 0.5:
        return min(moves, key=lambda card: (card[-1] == "H" or card == "QS", ranks.index(card[:-1])))
    return moves[below(rng, len(moves))]


def play(state: spadesdsl.State, theirs: Any, rng: random.Random) -> tuple[spadesdsl.State, int]:
    """Play a deal to its end in both, holding the choices of each step against each other."""
    steps = 0
    while not theirs.is_terminal():
        seat = theirs.current_player()
        turn = next(turn for turn in state.turns if turn.seat == seat)
        actions = NAMES.of(theirs, turn.choice)
        assert sorted(turn.moves) == sorted(actions), f"{theirs}\n{state.phase}, seat {seat}"
        # Cards are passed by all at once here, and one after the other there.
        assert len(state.turns) == 1 or turn.choice == "three"
        move = hoarding(rng, sorted(actions), seat)
        state = state.apply(move, seat)
        theirs.apply_action(actions[move])
        steps += 1
    return state, steps


def test_hearts() -> None:
    rng, steps, moons = random.Random(4), 0, Counter[bool]()
    game = spadesdsl.load(FILE)
    for number in range(GAMES):
        rows = [shuffled(rng, game.deck) for _ in range(DEALS_OF_A_GAME)]
        deals = [spadesdsl.Deal(tuple(tuple(row[seat::4]) for seat in range(4)), ()) for row in rows]
        state = game.start(number, deals=deals)
        for deal, row in enumerate(rows, 1):
            theirs = begun(deal, row)
            state, made = play(state, theirs, rng)
            steps += made
            (sheet,) = state.sheets
            points = [int(side.points) for side in sheet.sides]
            assert [ALL_POINTS - point for point in points] == theirs.returns(), str(theirs)
            moons[max(points) == ALL_POINTS and sum(points) > ALL_POINTS] += 1
        assert state.over
    # Fifty-two cards a deal, and in three deals of four twelve that are passed.
    assert steps == GAMES * DEALS_OF_A_GAME * (52 + 9)
    assert moons[True] > 10
    assert moons.total() == GAMES * DEALS_OF_A_GAME
