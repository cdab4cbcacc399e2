"""What a bot is, and the chance that it uses; and the bot that plays any legal card and bids as chance has it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from enum import StrEnum
from hashlib import blake2b
from itertools import accumulate

from spadesdsl.engine.belief import Belief
from spadesdsl.engine.generator import below
from spadesdsl.engine.turns import Turn
from spadesdsl.engine.view import View
from spadesdsl.frozen import Frozen


class Weighed(Frozen):
    """What a move is worth, as far as imagined deals can tell."""

    move: str
    points: float
    """How far the side is ahead of the others after the deal, on average: a lead counts less when it is large."""
    behind: float
    """By how many points it is better than the move that was chosen: mostly below 0."""
    margin: float
    """Half of the 95 % interval of `behind`."""
    deals: int
    """In how many deals it was tried."""
    kept: float | None = None
    """The share of those in which what the side, or the seat, has promised is kept; None if nothing is promised."""
    won: float | None = None
    """The share of those that win the game for the side; None if none of them decides it."""


class Advice(Frozen):
    """What a bot would do, and why."""

    move: str
    """One of the turn's moves, or of what the seat may say unasked: then it is asked again."""
    reason: str
    """A sentence or two for people, ending in a full stop. It gives away nothing that the seat may not know."""
    options: tuple[Weighed, ...] = ()
    """The moves that were tried, the chosen one first; empty if nothing was tried."""

    def told(self, words: Mapping[str, str]) -> str:
        """Return the reason with each move as it is said at the table."""
        return re.sub("`([^`]+)`", lambda found: f"`{words.get(found[1], found[1])}`", self.reason)


class Adviser(Frozen):
    """A bot: it chooses for a seat, and can say why."""

    def choose(self, view: View, turn: Turn) -> str:
        """Return one of the turn's moves, or something to say first that `view.volunteers` offers."""
        return self.advise(view, turn).move

    def advise(self, view: View, turn: Turn) -> Advice:
        """Return the move that `choose` returns, with its reason.

        Args:
            view: all that the seat may know.
            turn: what it has to choose now, and its moves.
        """
        raise NotImplementedError


class Effort(StrEnum):
    """How long a bot thinks: counted in imagined deals, so that a move never depends on the clock."""

    QUICK = "quick"
    """About 20 ms a move."""
    NORMAL = "normal"
    """Below half a second a move."""


def belief_in(view: View) -> Belief:
    """Return what a seat knows, as a game to imagine."""
    assert view.belief is not None, "a bot needs the view of a running game"
    return view.belief


def luck_of(seed: int, view: View, turn: Turn) -> int:
    """Return a number of 64 bits that belongs to this position."""
    seen = (view.seat, view.deal, view.dealer, view.hand, view.said, view.trick, view.last_trick, view.score)
    words = repr((seed, seen, turn.choice, turn.moves))
    return int.from_bytes(blake2b(words.encode(), digest_size=8).digest(), "big")


_NUMBER = re.compile(r"-?\d+")
_ALMOST_ALWAYS = 15
"""How many times likelier looking is than all other moves together, if the seat may speak before looking."""
_SCALE = 1000


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
