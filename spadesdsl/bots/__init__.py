"""Bots: they see what their seat may know and do, and choose. No bot knows a game.

`by_name("steady", seed)` returns a bot; `bot.choose(state.view(seat), turn)` is its move, `bot.advise(...)` the same
move with a reason in words. A bot remembers nothing: its choice depends only on its seed and what it sees, so one bot
can play every seat of every game, and after moves are taken back it plays the same way again.
"""

from spadesdsl.bots.greedy import GreedyPlayer
from spadesdsl.bots.own import OwnPlayer, own
from spadesdsl.bots.player import Advice, Adviser, Effort, RandomPlayer, Weighed
from spadesdsl.bots.thinkers import SteadyPlayer, StrongPlayer, Temper
from spadesdsl.engine.boundary import GameError

__all__ = [
    "BOTS",
    "TEMPERS",
    "Advice",
    "Adviser",
    "Effort",
    "GreedyPlayer",
    "OwnPlayer",
    "RandomPlayer",
    "SteadyPlayer",
    "StrongPlayer",
    "Temper",
    "Weighed",
    "by_name",
    "own",
]

TEMPERS = tuple(f"strong:{one}" for one in Temper if one is not Temper.EVEN)
"""Names of `strong` with another temper."""
BOTS = ("steady", "strong", "greedy", "random")
"""Names of the bots, the usual one first."""


def by_name(name: str, seed: int = 0, effort: Effort | int = Effort.NORMAL) -> Adviser:
    """Return the bot of a name.

    Args:
        name: one of `BOTS` or `TEMPERS`.
        seed: the bot's own luck; another seed may choose differently between moves that are about equal.
        effort: how long `strong` and `steady` think.

    Raises:
        GameError: there is no such bot.
    """
    match name:
        case "strong":
            return StrongPlayer(seed, effort)
        case _ if name in TEMPERS:
            return StrongPlayer(seed, effort, Temper(name.removeprefix("strong:")))
        case "steady":
            return SteadyPlayer(seed, effort)
        case "greedy":
            return GreedyPlayer(seed)
        case "random":
            return RandomPlayer(seed)
        case _:
            raise GameError(f"there is no bot {name}: they are {', '.join((*BOTS, *TEMPERS))}")
