"""Bundled files, loaded once a process: many tests go through all of them."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import TYPE_CHECKING

from spadesdsl import Deal, loader

if TYPE_CHECKING:
    from pathlib import Path

    from spadesdsl import Game
    from spadesdsl.kernel import Kernel
    from spadesdsl.loader import Loaded


@cache
def loaded(name: str) -> Loaded:
    """Load a bundled file, as it is written."""
    return loader.load(name, {})


def game_of(name: str) -> Game:
    """Return the game of a bundled file."""
    found = loaded(name)
    assert found.game is not None, [f"{one.span} {one.message}" for one in found.diagnostics]
    return found.game


def with_half_points(folder: Path) -> Path:
    """Write a file that no kernel can be made for; return where."""
    file = folder / "halves.spades"
    scoring = "scoring for each team { score halves: taken * 0.5 }"
    file.write_text(f'variant halves "Halves" extends standard {{ {scoring} }}', encoding="utf-8")
    return file


@cache
def kernel_of(name: str) -> Kernel:
    """Return the kernel of a bundled file, in Python."""
    from spadesdsl.kernel import Kernel

    return Kernel(game_of(name), native=False)


def deal(game: Game, hands: tuple[str, ...], turned: str) -> Deal:
    """Return a deal with these hands and this card on top of the others."""
    dealt = tuple(tuple(hand.split()) for hand in hands)
    left = Counter(game.deck) - Counter(card for hand in dealt for card in hand) - Counter([turned])
    return Deal(dealt, (turned, *sorted(left.elements())))
