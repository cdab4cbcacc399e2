"""A game in a terminal, or over a pipe: people and bots, or bots alone. The session knows no game."""

from spadesdsl.session.session import Session
from spadesdsl.session.terminal import Outcome

__all__ = ["Outcome", "Session"]
