"""What a bot is, and the chance that it uses."""

from __future__ import annotations

from enum import StrEnum
from hashlib import blake2b
from typing import TYPE_CHECKING, Protocol

from spadesdsl.frozen import dataclass

if TYPE_CHECKING:
    from spadesdsl.engine.turns import Turn
    from spadesdsl.engine.view import View


class Player(Protocol):
    """A bot or person who chooses for a seat."""

    def choose(self, view: View, turn: Turn) -> str:
        """Return one of the turn's moves.

        Args:
            view: all that the seat may know.
            turn: what it has to choose now, and its moves.
        """


@dataclass(frozen=True, slots=True)
class Advice:
    """What a bot would do, and why."""

    move: str
    """One of the turn's moves."""
    reason: str
    """A sentence or two for people, ending in a full stop. It gives away nothing that the seat may not know."""


class Adviser(Player, Protocol):
    """A player who can say why."""

    def advise(self, view: View, turn: Turn) -> Advice:
        """Return the move that `choose` would return, with its reason."""


class Effort(StrEnum):
    """How long a bot thinks: counted in imagined deals, so that a move never depends on the clock."""

    QUICK = "quick"
    """About 20 ms a move."""
    NORMAL = "normal"
    """Below half a second a move."""


def luck_of(seed: int, view: View, turn: Turn) -> int:
    """Return a number of 64 bits that belongs to this position."""
    seen = (view.seat, view.deal, view.dealer, view.hand, view.said, view.trick, view.last_trick, view.score)
    words = repr((seed, seen, turn.choice, turn.moves))
    return int.from_bytes(blake2b(words.encode(), digest_size=8).digest(), "big")
