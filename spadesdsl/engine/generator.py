"""The project's own generator of random numbers: SplitMix64 (Steele, Lea, Flood 2014), the same on every machine.

The state is one 64-bit integer, kept in the state of a game. A seed is any whole number; its lowest 64 bits count.
`docs/referee.md` gives the golden values.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from struct import unpack
from typing import TypeVar

_MASK = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15
_FIRST, _SECOND = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB

T = TypeVar("T")


def draw(state: int) -> tuple[int, int]:
    """Return 64 random bits and the next state."""
    state = (state + _STEP) & _MASK
    z = state
    z = ((z ^ (z >> 30)) * _FIRST) & _MASK
    z = ((z ^ (z >> 27)) * _SECOND) & _MASK
    return z ^ (z >> 31), state


def wound_back(state: int, draws: int) -> int:
    """Return the state that this many draws turn into the given one."""
    return (state - draws * _STEP) & _MASK


def below(state: int, n: int) -> tuple[int, int]:
    """Return a number from 0 to n−1, each equally likely, and the next state.

    Takes the high bits of the product with n, and draws again if that would favour some numbers (Lemire 2019).
    """
    threshold = (1 << 64) % n
    while True:
        value, state = draw(state)
        product = value * n
        if product & _MASK >= threshold:
            return product >> 64, state


def shuffled(state: int, items: Sequence[T]) -> tuple[tuple[T, ...], int]:
    """Return the items in random order, and the next state: Fisher–Yates from the last place to the second."""
    order = list(items)
    count = len(order)
    if count < 2:
        return tuple(order), state
    for n, value in zip(range(count, 1, -1), _draws(state, count - 1), strict=True):
        product = value * n
        if product & _MASK < n:  # perhaps to be drawn again, in a shuffle out of 10^17
            return _shuffled_slowly(state, items)
        place = product >> 64
        order[n - 1], order[place] = order[place], order[n - 1]
    return tuple(order), (state + (count - 1) * _STEP) & _MASK


def _shuffled_slowly(state: int, items: Sequence[T]) -> tuple[tuple[T, ...], int]:
    order = list(items)
    for n in range(len(order), 1, -1):
        place, state = below(state, n)
        order[n - 1], order[place] = order[place], order[n - 1]
    return tuple(order), state


def _draws(state: int, count: int) -> tuple[int, ...]:
    """Return what `draw` gives, so many times in a row: a few operations on one long number, with 128 bits for each."""
    ones, steps, low = _lanes(count)
    z = (state * ones + steps) & low
    z = ((z ^ (z >> 30 & low)) * _FIRST) & low
    z = ((z ^ (z >> 27 & low)) * _SECOND) & low
    z ^= z >> 31 & low
    return unpack(f"<{2 * count}Q", z.to_bytes(16 * count, "little"))[::2]


@cache
def _lanes(count: int) -> tuple[int, int, int]:
    """Return 1 in each lane of a long number, how far each draw is from the state, and the lower half of each lane."""
    ones = sum(1 << 128 * at for at in range(count))
    steps = sum(((at + 1) * _STEP & _MASK) << 128 * at for at in range(count))
    return ones, steps, ones * _MASK
