"""What a bot is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from spadesdsl.engine.turns import Turn
    from spadesdsl.engine.view import View


class Player(Protocol):
    """Somebody who chooses for a seat."""

    def choose(self, view: View, turn: Turn) -> str:
        """Return one of the turn's moves.

        Args:
            view: all that the seat may know.
            turn: what it has to choose now, and its moves.
        """
