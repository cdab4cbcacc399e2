"""Which numbers an amount can be, far from its ends: those on a grid, such as 3, 8, 13 and so on.

A grid is a number and a step: the amount is that number and some number of steps, up or down. With a step of 0 it is
one number. So what only ever grows by two is never odd.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from fractions import Fraction
from math import gcd, lcm
from typing import Final, TypeAlias

from spadesdsl.algebra.sums import Number, exact

Grid: TypeAlias = "tuple[Number, Number] | None"
"""One of the numbers, and the step from each to the next; None if any number is possible."""
ZERO: Final[Grid] = (0, 0)
"""What is always 0."""
WHOLE: Final[Grid] = (0, 1)


def shared(*numbers: Number) -> Number:
    """Return the largest number of which all of these are multiples; 0 if all are 0."""
    with suppress(TypeError):  # a fraction is among them
        return gcd(*numbers)  # type: ignore[arg-type]
    parts = [Fraction(one) for one in numbers]
    below = lcm(*(one.denominator for one in parts))
    return exact(Fraction(gcd(*(one.numerator * (below // one.denominator) for one in parts)), below))


def of_both(one: Grid, other: Grid) -> Grid:
    """Return the grid of what is one of two amounts."""
    if one is None or other is None:
        return None
    return _first(one[0], shared(one[1], other[1], one[0] - other[0]))


def of_numbers(numbers: Iterable[Number]) -> Grid:
    """Return the grid of some numbers; there is one at least."""
    first, *rest = numbers
    return _first(first, shared(*(one - first for one in rest)))


def total(parts: Iterable[tuple[Sequence[Grid], Number]]) -> Grid:
    """Return the grid of a sum: of products of some amounts, each so many times."""
    first: Number = 0
    step: Number = 0
    for factors, number in parts:
        its: Grid = (number, 0)
        for one in factors:
            its = product(its, one)
        if its is None:
            return None
        first, step = first + its[0], shared(step, its[1])
    return _first(first, step)


def product(one: Grid, other: Grid) -> Grid:
    """Return the grid of a product of two amounts."""
    if one is None or other is None:
        return (0, 0) if (0, 0) in (one, other) else None
    steps = one[0] * other[1], other[0] * one[1], one[1] * other[1]
    return _first(one[0] * other[0], shared(*steps))


def highest(grid: Grid, *, below_zero: bool) -> Number | None:
    """Return the highest number of a grid that is at most 0, or below 0; None if there is none, or any is possible."""
    if grid is None:
        return None
    first, step = grid
    if not step:
        return first if first < 0 or (first == 0 and not below_zero) else None
    above = first % step
    return exact(above - step) if above or below_zero else 0


def is_whole(grid: Grid) -> bool:
    """Tell whether an amount is certainly a whole number."""
    return grid is not None and not any(one % 1 for one in grid)


def can_be_whole(grid: Grid) -> bool:
    """Tell whether an amount may be a whole number."""
    return grid is None or not grid[0] % shared(grid[1], 1)


def _first(number: Number, step: Number) -> tuple[Number, Number]:
    return exact(number % step if step else number), exact(step)
