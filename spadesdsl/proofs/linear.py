"""Comparisons of amounts that contradict each other: `score > 300` and `score < 200` never hold together.

A comparison is read as a sum of amounts, each times a number, compared with 0. Whether some can hold together is
decided by eliminating one amount after another (Fourier–Motzkin), which is exact for fractions; for whole numbers it
may say "can hold" when they cannot, but never the reverse.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from spadesdsl.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from fractions import Fraction

    from spadesdsl.rules.terms import Term

Number: TypeAlias = "int | Fraction"

MOST_LIMITS: Final = 40
"""More are not checked: then they could hold together."""
MOST_WAYS: Final = 64
"""The most ways for comparisons to hold together; more are not checked either."""


@dataclass(frozen=True, slots=True)
class Sum:
    """Amounts, each times a number that is not 0, plus a constant."""

    parts: tuple[tuple[Term, Number], ...]
    rest: Number = 0

    def plus(self, other: Sum, times: Number = 1) -> Sum:
        """Return this sum plus another one times a number."""
        found = dict(self.parts)
        for term, number in other.parts:
            found[term] = found.get(term, 0) + times * number
        parts = tuple((term, number) for term, number in found.items() if number)
        return Sum(parts, self.rest + times * other.rest)

    def at(self, known: Mapping[Term, Number]) -> Sum:
        """Return this sum with the known values of its amounts filled in."""
        rest = self.rest + sum(number * known[term] for term, number in self.parts if term in known)
        return Sum(tuple(part for part in self.parts if part[0] not in known), rest)


@dataclass(frozen=True, slots=True)
class Limit:
    """A statement that a sum is at most 0, or less than 0."""

    sum: Sum
    is_strict: bool = False


@dataclass(frozen=True, slots=True)
class Comparison:
    """A comparison: how its left side minus its right side compares with 0."""

    sign: str
    sum: Sum

    def limits(self, *, holds: bool) -> tuple[tuple[Limit, ...], ...]:
        """Return the ways for the comparison to hold, or to fail; all limits of a way hold together."""
        down, up = self.sum, Sum(()).plus(self.sum, -1)
        ways = {
            "<": ((Limit(down, is_strict=True),),),
            "<=": ((Limit(down),),),
            ">": ((Limit(up, is_strict=True),),),
            ">=": ((Limit(up),),),
            "=": ((Limit(down), Limit(up)),),
            "!=": ((Limit(down, is_strict=True),), (Limit(up, is_strict=True),)),
        }
        return ways[self.sign if holds else _OPPOSITES[self.sign]]


_OPPOSITES: Final = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "=": "!=", "!=": "="}


def can_hold(choices: Sequence[tuple[tuple[Limit, ...], ...]], always: Iterable[Limit], whole: frozenset[Term]) -> bool:
    """Tell whether one way from each choice can hold together with what always holds.

    Args:
        choices: The ways of each comparison.
        always: Limits that hold in any case.
        whole: The amounts that are whole numbers.
    """
    chosen: list[tuple[Limit, ...]] = [tuple(always)]
    for ways in choices:
        chosen = [(*before, *way) for before in chosen for way in ways]
        if len(chosen) > MOST_WAYS:
            return True
    return any(_fits([_tightened(limit, whole) for limit in limits]) for limits in chosen)


def _tightened(limit: Limit, whole: frozenset[Term]) -> Limit:
    """Read "less than 5", for whole numbers, as "at most 4"."""
    numbers = [limit.sum.rest, *(number for _, number in limit.sum.parts)]
    is_whole = all(number == int(number) for number in numbers) and all(term in whole for term, _ in limit.sum.parts)
    return Limit(Sum(limit.sum.parts, limit.sum.rest + 1)) if limit.is_strict and is_whole else limit


def _fits(limits: list[Limit]) -> bool:
    """Tell whether some amounts satisfy all limits."""
    while len(limits) <= MOST_LIMITS:
        if any(not one.sum.parts and (one.sum.rest > 0 or (one.is_strict and one.sum.rest == 0)) for one in limits):
            return False
        term = next((term for one in limits for term, _ in one.sum.parts), None)
        if term is None:
            return True
        limits = _without(term, limits)
    return True


def _without(term: Term, limits: list[Limit]) -> list[Limit]:
    """Return what the limits say about all other amounts."""
    numbers = [dict(one.sum.parts).get(term, 0) for one in limits]
    pairs = list(zip(numbers, limits, strict=True))
    kept = [one for number, one in pairs if not number]
    for up, one in pairs:
        for down, other in pairs:
            if up > 0 > down:
                joined = Sum(()).plus(one.sum, -down).plus(other.sum, up)
                kept.append(Limit(joined, is_strict=one.is_strict or other.is_strict))
    return list(dict.fromkeys(kept))
