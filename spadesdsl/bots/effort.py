"""How long a bot thinks."""

from __future__ import annotations

from enum import StrEnum


class Effort(StrEnum):
    """How long a bot thinks: counted in imagined deals, so that a move never depends on the clock."""

    QUICK = "quick"
    """About 20 ms a move."""
    NORMAL = "normal"
    """Below half a second a move."""
