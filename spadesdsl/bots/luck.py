"""A bot's luck in a position: it depends only on the bot's seed and what it sees."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spadesdsl.engine.turns import Turn
    from spadesdsl.engine.view import View


def luck_of(seed: int, view: View, turn: Turn) -> int:
    """Return a number of 64 bits that belongs to this position."""
    seen = (view.seat, view.deal, view.dealer, view.hand, view.said, view.trick, view.last_trick, view.score)
    words = repr((seed, seen, turn.choice, turn.moves))
    return int.from_bytes(blake2b(words.encode(), digest_size=8).digest(), "big")
