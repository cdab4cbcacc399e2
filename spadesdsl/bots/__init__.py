"""Bots: they see what their seat may know and do, and choose. No bot knows a game.

`by_name("steady", seed)` returns a bot; `bot.choose(state.view(seat), turn)` is its move, `bot.advise(...)` the same
move with a reason in words. A bot remembers nothing: its choice depends only on its seed and what it sees, so one bot
can play every seat of every game, and after moves are taken back it plays the same way again.
"""

from spadesdsl.bots.effort import Effort
from spadesdsl.bots.greedy import GreedyPlayer
from spadesdsl.bots.player import Advice, Adviser, Player
from spadesdsl.bots.random_player import RandomPlayer
from spadesdsl.bots.steady import SteadyPlayer
from spadesdsl.bots.table import BOTS, by_name

__all__ = [
    "BOTS",
    "Advice",
    "Adviser",
    "Effort",
    "GreedyPlayer",
    "Player",
    "RandomPlayer",
    "SteadyPlayer",
    "by_name",
]
