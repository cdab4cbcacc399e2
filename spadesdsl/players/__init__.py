"""Bots: they see what their seat may know and what it may do, and choose. No player knows a game.

`by_name("steady", seed)` gives a bot; `bot.choose(state.view(seat), turn)` is its move, `bot.advise(...)` the same move
with a reason in words. A bot remembers nothing: what it chooses follows from its seed and what it sees, so one bot may
play all seats of all games, and a game that is taken back goes on as it went.
"""

from spadesdsl.players.effort import Effort
from spadesdsl.players.greedy import GreedyPlayer
from spadesdsl.players.player import Advice, Adviser, Player
from spadesdsl.players.random_player import RandomPlayer
from spadesdsl.players.steady import SteadyPlayer
from spadesdsl.players.table import BOTS, by_name

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
