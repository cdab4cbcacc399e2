"""The likeliest of a few imagined deals: a promise of many tricks means high cards, a promise of none low ones."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from spadesdsl.bots.strength import tricks_in

if TYPE_CHECKING:
    from spadesdsl.engine.belief import Belief
    from spadesdsl.engine.game import State

TRIES = 3
"""How many deals to pick the likeliest from."""
_STEP = 0xD1B54A32D192ED03
_NUMBER = re.compile(r"\b\d+(?:\.\d+)?\b")


def likely(belief: Belief, luck: int, lacks: tuple[int, ...]) -> State:
    """Return an imagined deal that suits what was said; the caller may change it."""
    said = said_by(belief)
    if not said:
        return belief.imagine(luck, lacks)
    tries = [belief.imagine((luck + _STEP * number) % (1 << 64), lacks) for number in range(TRIES)]
    return min(tries, key=lambda s: _strangeness(s, said))


def said_by(belief: Belief) -> dict[int, float]:
    """Return how many tricks the others said they count on, while most of their cards are still hidden."""
    s = belief.table
    if s.tricks and 2 * len(s.tricks) > s.tricks_total:
        return {}
    said: dict[int, float] = {}
    of_sides = {bid.label for bid in s.side_bids if bid is not None}
    for seat, _, text in s.said:
        numbers = [float(found) for found in _NUMBER.findall(text)]
        if numbers and seat != belief.seat and text not in of_sides:
            said[seat] = sum(numbers)
    for seat, bid in enumerate(s.bids):
        if bid is not None and bid.contract is not None and seat != belief.seat:
            said[seat] = float(bid.contract)
    return {seat: tricks for seat, tricks in said.items() if belief.wanted[seat]}


def _strangeness(s: State, said: dict[int, float]) -> float:
    """Return how far the hands are from what their holders said."""
    return sum(abs(tricks_in(s, seat) + s.taken[seat] - tricks) for seat, tricks in said.items())
