"""The bots by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadesdsl.bots.effort import Effort
from spadesdsl.bots.greedy import GreedyPlayer
from spadesdsl.bots.random_player import RandomPlayer
from spadesdsl.bots.steady import SteadyPlayer

if TYPE_CHECKING:
    from spadesdsl.bots.player import Adviser

BOTS = ("steady", "greedy", "random")
"""Names of the bots, the strongest first."""


def by_name(name: str, seed: int = 0, effort: Effort | int = Effort.NORMAL) -> Adviser:
    """Return the bot of a name.

    Args:
        name: one of `BOTS`.
        seed: the bot's own luck; another seed may choose differently between moves that are about equal.
        effort: how long `steady` thinks.

    Raises:
        KeyError: there is no such bot.
    """
    match name:
        case "steady":
            return SteadyPlayer(seed, effort)
        case "greedy":
            return GreedyPlayer(seed)
        case "random":
            return RandomPlayer(seed)
        case _:
            raise KeyError(name)
