"""Bots: they see what their seat may know and do, and choose. No bot knows a game.

`by_name("steady", seed)` returns a bot; `bot.choose(state.view(seat), turn)` is its move, `bot.advise(...)` the same
move with a reason in words. A bot remembers nothing: its choice depends only on its seed and what it sees, so one bot
can play every seat of every game, and after moves are taken back it plays the same way again.
"""

from spadesdsl.bots.greedy import GreedyPlayer
from spadesdsl.bots.own import BotError, OwnPlayer, own
from spadesdsl.bots.player import Advice, Adviser, Effort, RandomPlayer, Weighed
from spadesdsl.bots.thinkers import SteadyPlayer, StrongPlayer, Temper
from spadesdsl.engine.boundary import GameError

__all__ = [
    "BOTS",
    "TEMPERS",
    "Advice",
    "Adviser",
    "BotError",
    "Effort",
    "GreedyPlayer",
    "OwnPlayer",
    "RandomPlayer",
    "SteadyPlayer",
    "StrongPlayer",
    "Temper",
    "Weighed",
    "by_name",
    "named",
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


def named(name: str, seed: int = 0, effort: Effort | int = Effort.NORMAL) -> Adviser:
    """Return the bot that a person names: one of ours, or `MODULE:NAME`, which is imported.

    What did not come from the person at this machine, such as a record, is for `by_name`, which imports nothing.

    Raises:
        GameError: there is no such bot.
        BotError: yours cannot be made.
    """
    module, colon, _ = name.partition(":")
    return own(name, seed) if colon and module not in BOTS else by_name(name, seed, effort)
