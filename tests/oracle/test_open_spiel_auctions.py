"""Two thousand deals each of Bridge and Skat in lock step with OpenSpiel: same choices, same result of every deal.

Bridge is the bundled game itself; Skat is adapted by `tests/data/oracle/pyspiel_skat.spades` and by nothing else.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import spadesdsl
from tests.oracle.spiel import Names, below, shuffled

pyspiel = pytest.importorskip("pyspiel")

FILES = Path(__file__).parent.parent / "data" / "oracle"
DEALS = 2000
SUITS = {"♣": "clubs", "♦": "diamonds", "♥": "hearts", "♠": "spades", "NT": "no trump"}
CALLS = {"Pass": "pass", "Dbl": "double", "RDbl": "redouble"}
VULNERABLE = (0, 1, 2, 3, 1, 2, 3, 0, 2, 3, 0, 1, 3, 0, 1, 2)
"""By board: 1 for North and South, 2 for East and West, 3 for all."""
SKAT_DEALT = (0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, *(4 * (0,) + 4 * (1,) + 4 * (2,)), *(3 * (0,) + 3 * (1,) + 3 * (2,)))
"""Who gets the cards in the order in which they are dealt; 3 is the skat."""


# ---------------------------------------------------------------- Bridge


def bridge_name(text: str) -> str:
    if text in CALLS:
        return CALLS[text]
    is_card = text[0] in "♣♦♥♠"
    return f"{text[1:]}{SUITS[text[0]][0].upper()}" if is_card else f"{text[0]} {SUITS[text[1:]]}"


def begun(board: int, cards: list[str], names: Names) -> Any:
    """Begin a deal of theirs, whose dealer is always seat 0."""
    by_side = (VULNERABLE[board % 16] & 1, VULNERABLE[board % 16] >> 1)
    dealers, others = (bool(by_side[(board + side) % 2]) for side in (0, 1))
    options = {"use_double_dummy_result": False, "dealer_vul": dealers, "non_dealer_vul": others}
    theirs = pyspiel.load_game("bridge", options).new_initial_state()
    names.deal(theirs, cards)
    return theirs


def call_or_card(rng: random.Random, moves: list[str], is_auction: bool) -> str:
    """Bid low and pass often, so that contracts of all heights are played."""
    low = [move for move in moves if move[0] in "12" or move in ("double", "redouble")] if is_auction else []
    if is_auction and rng.random() < 0.5:
        return "pass"
    found = low or moves
    return found[below(rng, len(found))]


def test_bridge() -> None:
    rng, signs, names = random.Random(5), set(), Names(lambda _, text, __: bridge_name(text))
    game = spadesdsl.load("bridge", boards=1000)
    for number in range(DEALS // 1000):
        rows = [shuffled(rng, game.deck) for _ in range(1000)]
        hands = [tuple(tuple(row[(seat - deal) % 4 :: 4]) for seat in range(4)) for deal, row in enumerate(rows)]
        state = game.start(number, deals=[spadesdsl.Deal(one, ()) for one in hands])
        for board, row in enumerate(rows):
            theirs = begun(board, row, names)
            while not theirs.is_terminal():
                (turn,) = state.turns
                actions = names.of(theirs, turn.choice)
                assert turn.seat == (theirs.current_player() + board) % 4, str(theirs)
                assert sorted(turn.moves) == sorted(actions), str(theirs)
                move = call_or_card(rng, sorted(actions), turn.choice == "auction")
                state = state.apply(move)
                theirs.apply_action(actions[move])
            points = [int(side.points) for side in state.sheets[0].sides]
            assert points == [theirs.returns()[(side - board) % 4] for side in (0, 1)], str(theirs)
            signs.add((points[0] > 0, abs(points[0]) >= 300))
        assert state.over
    assert len(signs) == 4


# ---------------------------------------------------------------- Skat


def skat_card(text: str) -> str:
    return f"{'10' if text[1] == 'T' else text[1]}{text[0]}"


def skat_name(text: str) -> str:
    if text == "unknown/pass":
        return "no"
    return f"game({'none' if text == 'null' else text})" if text.islower() else skat_card(text)


def test_skat() -> None:
    rng, games, names, cards = (
        random.Random(6),
        set(),
        Names(lambda _, text, __: skat_name(text)),
        Names(lambda _, text, __: skat_card(text)),
    )
    game, theirs_of = spadesdsl.load(FILES / "pyspiel_skat.spades"), pyspiel.load_game("skat")
    for number in range(DEALS // 100):
        rows = [shuffled(rng, game.deck) for _ in range(100)]
        dealt = [[[c for c, to in zip(row, SKAT_DEALT, strict=True) if to == who] for who in range(4)] for row in rows]
        deals = [spadesdsl.Deal(tuple(map(tuple, one[:3])), tuple(one[3])) for one in dealt]
        state = game.start(number, deals=deals)
        for row in rows:
            theirs, alone = theirs_of.new_initial_state(), -1
            cards.deal(theirs, row)
            while not theirs.is_terminal():
                (turn,) = state.turns
                actions = names.of(theirs, turn.choice)
                assert turn.seat == theirs.current_player(), str(theirs)
                assert sorted(turn.moves) == sorted(actions), str(theirs)
                move = sorted(actions)[below(rng, len(actions))]
                if move.startswith("game"):
                    games.add(move)
                    alone = turn.seat
                state = state.apply(move)
                theirs.apply_action(actions[move])
            points = [int(side.points) for side in state.sheets[0].sides]
            # The two who play together share what the one player loses.
            assert points == [round((120 if seat == alone else 240) * r) for seat, r in enumerate(theirs.returns())]
        assert state.over
    assert len(games) == 6
