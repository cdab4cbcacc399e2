"""Bots: they see what their seat may know and what it may do, and choose. No player knows a game."""

from spadesdsl.players.player import Player
from spadesdsl.players.random_player import RandomPlayer

__all__ = ["Player", "RandomPlayer"]
