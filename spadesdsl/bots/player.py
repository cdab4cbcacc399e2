"""What a bot is, and the chance that it uses."""

from __future__ import annotations

import re
from enum import StrEnum
from hashlib import blake2b
from typing import TYPE_CHECKING, Protocol

from spadesdsl.frozen import Frozen

if TYPE_CHECKING:
    from collections.abc import Mapping

    from spadesdsl.engine.belief import Belief
    from spadesdsl.engine.turns import Turn
    from spadesdsl.engine.view import View


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
    """One of the turn's moves."""
    reason: str
    """A sentence or two for people, ending in a full stop. It gives away nothing that the seat may not know."""
    options: tuple[Weighed, ...] = ()
    """The moves that were tried, the chosen one first; empty if nothing was tried."""

    def told(self, words: Mapping[str, str]) -> str:
        """Return the reason with each move as it is said at the table."""
        return re.sub("`([^`]+)`", lambda found: f"`{words.get(found[1], found[1])}`", self.reason)


class Adviser(Protocol):
    """A bot: it chooses for a seat, and can say why."""

    def choose(self, view: View, turn: Turn) -> str:
        """Return one of the turn's moves."""
        return self.advise(view, turn).move

    def advise(self, view: View, turn: Turn) -> Advice:
        """Return the move that `choose` returns, with its reason.

        Args:
            view: all that the seat may know.
            turn: what it has to choose now, and its moves.
        """
        ...


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
