"""A game in a terminal, or over a pipe: one person and bots, or bots alone. The session knows no game."""

from spadesdsl.session.session import Session, Terminal

__all__ = ["Session", "Terminal"]
