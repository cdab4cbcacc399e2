"""A bot that plays any legal card, and bids about as many tricks as a seat gets by chance."""

from __future__ import annotations

import re
from itertools import accumulate
from typing import TYPE_CHECKING

from spadesdsl.bots.player import Advice, Adviser, luck_of
from spadesdsl.engine.generator import below
from spadesdsl.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spadesdsl.engine.turns import Turn
    from spadesdsl.engine.view import View

_NUMBER = re.compile(r"-?\d+")
_ALMOST_ALWAYS = 15
"""How many times likelier looking is than all other moves together, if the seat may speak before looking."""
_SCALE = 1000


@dataclass(frozen=True, slots=True)
class RandomPlayer(Adviser):
    """A bot that chooses at random.

    Cards and plain answers are equally likely. Among numbers, it prefers those close to, and a little below, the tricks
    that the seat (or the side, if it speaks for its side) gets by chance.

    Its choice depends only on its seed and what it sees: in the same position it does the same, so a game that is taken
    back and played again goes the same way.
    """

    seed: int = 0

    def advise(self, view: View, turn: Turn) -> Advice:
        """Return one of the turn's moves, and say that there is no reason for it."""
        weights = _weights(turn.moves, _share(view, turn))
        place, _ = below(luck_of(self.seed, view, turn), sum(weights))
        move = next(move for move, most in zip(turn.moves, accumulate(weights), strict=True) if place < most)
        return Advice(move, "It is as good as any: this bot chooses at random.")


def _share(view: View, turn: Turn) -> float:
    """Return how many tricks to count on: three quarters of what this seat, or its side, gets by chance."""
    sizes = [cards if isinstance(cards, int) else len(cards or ()) for cards in view.hands]
    held = [size for size in sizes if size]
    if not held:
        return 0
    speakers = 1 if turn.side is None else max(1, len(held) // max(1, len(view.taken)))
    return 0.75 * max(held) * speakers / len(held)


def _weights(moves: Sequence[str], share: float) -> list[int]:
    """Return how likely each move is, as whole numbers."""
    numbers = [_number_of(move) for move in moves]
    if "look" in moves:
        return [_ALMOST_ALWAYS * len(moves) if move in ("look", "wait") else 1 for move in moves]
    if sum(number is not None for number in numbers) < 2 or _are_cards(moves):
        return [1] * len(moves)
    return [1 + (0 if number is None else int(_SCALE / (1 + (number - share) ** 4))) for number in numbers]


def _number_of(move: str) -> int | None:
    """Return the number that a move names, or the sum of several."""
    found = _NUMBER.findall(move)
    return sum(int(text) for text in found) if found else None


def _are_cards(moves: Sequence[str]) -> bool:
    """Tell whether moves are cards, whose numbers are ranks: no number is a separate word."""
    return not any(re.search(r"\b\d+\b", move) for move in moves)
