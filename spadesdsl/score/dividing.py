"""Divide a side's total among its seats in every way, so that it can be scored if all ways score alike."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from spadesdsl.engine.spec import Amount

MOST_TOGETHER: Final = 3_000
"""How many ways to divide all sides' totals together are tried; with more, one side at a time."""

T = TypeVar("T")


def divisions(total: Amount, parts: int) -> Iterator[tuple[Amount, ...]]:
    """Yield every way to divide a total into this many parts; in halves if it is not whole."""
    step: Amount = 1 if isinstance(total, int) else Fraction(1, 2)
    if parts == 1:
        yield (total,)
        return
    part: Amount = 0
    while part <= total:
        for rest in divisions(total - part, parts - 1):
            yield (part, *rest)
        part += step


def choices_of(by_side: Sequence[Sequence[T]]) -> Iterator[tuple[T, ...]]:
    """Yield a way for every side: all together, or else each side's ways beside the first and last of the others."""
    count = 1
    for ways in by_side:
        count *= len(ways)
    if count <= MOST_TOGETHER:
        yield from product(*by_side)
        return
    for at, ways in enumerate(by_side):
        for end in (0, -1):
            for way in ways:
                yield tuple(way if other == at else others[end] for other, others in enumerate(by_side))
