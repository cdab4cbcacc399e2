"""What a bot is."""

from __future__ import annotations

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
