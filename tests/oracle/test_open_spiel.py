"""Two thousand deals of three games in lock step with OpenSpiel: same choices at every step, same result of every deal.

Each game is a bundled one adapted by a `.spades` file of `tests/data/oracle` and by nothing else.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import spadesdsl
from tests.oracle.spiel import Names, below, shuffled

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from spadesdsl import Game, State

pyspiel = pytest.importorskip("pyspiel")

FILES = Path(__file__).parent.parent / "data" / "oracle"
DEALS = 2000


def card_name(text: str) -> str:
    """Turn OpenSpiel's `HT` into `10H`."""
    return f"{'10' if text[1] == 'T' else text[1]}{text[0]}"


@dataclass
class Step:
    """Both games before a choice."""

    ours: State
    theirs: Any
    names: Names
    steps: int = 0

    def compare(self) -> dict[str, int]:
        """Hold the choices of both against each other; return their actions by our moves."""
        (turn,) = self.ours.turns
        actions = self.names.of(self.theirs, turn.choice)
        assert turn.seat == self.theirs.current_player(), str(self.theirs)
        assert sorted(turn.moves) == sorted(actions), f"{self.theirs}\n{self.ours.phase}, seat {turn.seat}"
        return actions

    def play(self, rng: random.Random, choose: Callable[[random.Random, list[str]], str]) -> None:
        """Play the deal to its end, in both."""
        while not self.theirs.is_terminal():
            actions = self.compare()
            move = choose(rng, sorted(actions))
            self.ours = self.ours.apply(move)
            self.theirs.apply_action(actions[move])
            self.steps += 1

    @property
    def points(self) -> list[int]:
        """Our points of the deal that is just over, by side."""
        (sheet,) = self.ours.sheets
        return [int(side.points) for side in sheet.sides]


@dataclass
class Match:
    """What two thousand deals came to."""

    steps: int = 0
    compared: int = 0
    """Results of a side."""
    excluded: Counter[str] = field(default_factory=Counter)
    """Results that were not compared, by cause."""


def any_move(rng: random.Random, moves: list[str]) -> str:
    return moves[below(rng, len(moves))]


def deals_of(game: Game, rng: random.Random, sizes: Sequence[int]) -> list[tuple[list[str], spadesdsl.Deal]]:
    """Shuffle a deal for each hand size: the cards in a row, dealt singly from seat 0, and the same by hands."""
    deals, seats = [], len(game.seats)
    for size in sizes:
        cards = shuffled(rng, game.deck)
        dealt = cards[: size * seats]
        hands = tuple(tuple(dealt[seat::seats]) for seat in range(seats))
        deals.append((cards, spadesdsl.Deal(hands, tuple(cards[size * seats :]))))
    return deals


# ---------------------------------------------------------------- Spades

BELOW_ZERO = "a side below zero that is not at a whole ten: its bags are `score % 10` in C++, which keeps the sign"


def spades_name(action: int, text: str, _: str) -> str:
    if action < 52:
        return card_name(text)
    return str(action - 52) if action > 52 else "nil"


def modest_bid(rng: random.Random, moves: list[str]) -> str:
    """Bid low as a rule, so that bids are made, bags come and scores rise."""
    low = [move for move in moves if move in ("2", "3")]
    return any_move(rng, low if low and rng.random() < 0.94 else moves)


def play_spades() -> Match:
    match, rng, names = Match(), random.Random(1), Names(spades_name)
    game, theirs = spadesdsl.load(FILES / "pyspiel_spades.spades"), pyspiel.load_game("spades")
    for number in range(DEALS // 50):
        deals = deals_of(game, rng, [13] * 50)
        state = game.start(number, deals=[deal for _, deal in deals])
        for cards, _ in deals:
            before = [int(score) for score in state.scores]
            step = Step(state, theirs.new_initial_state(), names)
            step.theirs.set_current_scores(before)
            names.deal(step.theirs, cards)
            step.play(rng, modest_bid)
            state = step.ours
            match.steps += step.steps
            for side, points in enumerate(step.points):
                if before[side] < 0 and before[side] % 10:
                    match.excluded[BELOW_ZERO] += 1
                else:
                    match.compared += 1
                    assert points == step.theirs.returns()[side], str(step.theirs)
        assert state.over
    return match


def test_spades() -> None:
    """Known faults of its rules stand in `pyspiel_spades.spades`; the one of its arithmetic is excluded and counted."""
    match = play_spades()
    assert match.steps == DEALS * 56
    assert match.excluded == {BELOW_ZERO: 818}
    assert match.compared == 2 * DEALS - match.excluded[BELOW_ZERO]


# ---------------------------------------------------------------- Oh Hell


def oh_hell_name(action: int, text: str, _: str) -> str:
    return card_name(text) if action < 52 else str(action - 52)


def play_oh_hell() -> Match:
    match, rng, names = Match(), random.Random(2), Names(oh_hell_name)
    game = spadesdsl.load(FILES / "pyspiel_oh_hell.spades")
    sizes = [*range(17, 0, -1), *range(2, 18)]
    while match.compared < 3 * DEALS:
        deals = deals_of(game, rng, sizes)
        state = game.start(0, deals=[deal for _, deal in deals])
        for (cards, _), size in zip(deals, sizes, strict=True):
            step = Step(state, pyspiel.load_game("oh_hell", {"num_tricks_fixed": size}).new_initial_state(), names)
            step.theirs.apply_action(size)
            step.theirs.apply_action(state.dealer)
            names.deal(step.theirs, cards[: 3 * size + 1])
            step.play(rng, any_move)
            state = step.ours
            match.steps += step.steps
            match.compared += 3
            assert step.points == step.theirs.returns(), str(step.theirs)
        assert state.over
    return match


def test_oh_hell() -> None:
    match = play_oh_hell()
    assert match.compared >= 3 * DEALS
    assert not match.excluded


def test_its_search_shuffles_only_cards_that_other_hands_hold() -> None:
    """`benchmarks/strangers.py` shows `strong` the cards that nobody holds, because the search knows them."""
    theirs, rng = pyspiel.load_game("oh_hell", {"num_tricks_fixed": 10}).new_initial_state(), random.Random(1)
    while theirs.is_chance_node():
        theirs.apply_action(rng.choice([action for action, _ in theirs.chance_outcomes()]))

    def held(state: Any) -> list[list[str]]:
        hands = [line.split(":") for line in str(state).splitlines() if line.startswith("    ")]
        return [sorted("".join(cards for name, cards in hands if name.strip() == suit)) for suit in "CDHS"]

    worlds = [theirs.resample_from_infostate(theirs.current_player(), rng.random) for _ in range(20)]
    assert len({str(world) for world in worlds}) == 20
    assert all(held(world) == held(theirs) for world in worlds)


# ---------------------------------------------------------------- Euchre


def euchre_name(_: int, text: str, choice: str) -> str:
    if text in ("Pass", "Partner"):
        return "no"
    if text == "Alone":
        return "yes"
    if text in ("Clubs", "Diamonds", "Hearts", "Spades"):
        return f"{choice}({text.lower()})"
    return card_name(text)


def play_euchre() -> Match:
    match, rng, names = Match(), random.Random(3), Names(euchre_name)
    game, theirs = spadesdsl.load(FILES / "pyspiel_euchre.spades"), pyspiel.load_game("euchre")
    for number in range(DEALS // 100):
        deals = deals_of(game, rng, [5] * 100)
        state = game.start(number, deals=[deal for _, deal in deals])
        for _, deal in deals:
            step = Step(state, theirs.new_initial_state(), names)
            step.theirs.apply_action(state.dealer)
            # They deal singly too, but from the dealer on.
            dealt = [deal.hands[(state.dealer + place) % 4][place // 4] for place in range(20)]
            names.deal(step.theirs, [*dealt, deal.rest[0]])
            step.play(rng, any_move)
            state = step.ours
            match.steps += step.steps
            match.compared += 2
            assert step.points == step.theirs.returns()[:2], str(step.theirs)
        assert state.over
    return match


def test_euchre() -> None:
    match = play_euchre()
    assert match.compared == 2 * DEALS
    assert not match.excluded
