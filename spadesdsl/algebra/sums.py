"""Sums of amounts, and whether comparisons of them contradict each other.

`score > 300` and `score < 200` never hold together. Whether some comparisons can is decided by eliminating one amount
after another (Fourier–Motzkin). This is exact for fractions; for whole numbers it may say "can hold" when they cannot,
but never the reverse.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Any, Final, TypeAlias

from spadesdsl.frozen import Frozen
from spadesdsl.work import spend

Number: TypeAlias = "int | Fraction"
Form: TypeAlias = tuple[Any, ...]
"""A term in normal form: what it is, and its parts. Equal forms mean the same in every situation."""
Monomial: TypeAlias = tuple[Form, ...]
"""Things that are multiplied; the empty one is the number 1."""
Sum: TypeAlias = dict[Monomial, "Number"]
"""An amount: how often it has each product of things that are not numbers. Each number is as `exact` writes it."""
Ends: TypeAlias = tuple["Number | None", "Number | None"]
"""The least and the most that something can be; None if unknown."""
UNKNOWN: Final[Ends] = (None, None)
NOTHING: Final[Ends] = (0, 0)

MOST_LIMITS: Final = 40
"""If more limits become still more, they are not checked: then they could hold together."""
MOST_PARTS: Final = 60
"""A product with more parts, or of longer numbers, is not multiplied out."""


def exact(number: Number) -> Number:
    """Return a number in the one way in which forms have it: a fraction only if it is not whole.

    Forms are keys of large tables, and a fraction takes a hundred times as long to look up as a whole number.
    """
    return number.numerator if number.denominator == 1 else number


def divided(number: Number, by: Number) -> Number:
    """Return the exact quotient of two numbers."""
    return exact(Fraction(number) / by)


def plain(number: Number) -> Sum:
    """Return a number as a sum."""
    return {(): exact(number)} if number else {}


def added(one: Sum, other: Sum, times: Number = 1) -> Sum:
    """Return a sum plus another one times a number."""
    spend(1 + len(one) // 2 + len(other))
    found = dict(one)
    for part, number in other.items():
        if total := found.get(part, 0) + times * number:
            found[part] = exact(total)
        else:
            found.pop(part, None)
    return found


def multiplied(one: Sum, other: Sum) -> Sum | None:
    """Return the product of two sums; None if it has too many parts."""
    sizes = [len(one) * len(other), *map(len, (*one, *other))]
    sizes += [number.numerator.bit_length() // 8 for number in (*one.values(), *other.values())]
    if max(sizes) > MOST_PARTS:
        return None
    spend(2 * sizes[0])
    found: Sum = {}
    for (part, number), (second, more) in product(one.items(), other.items()):
        found = added(found, {tuple(sorted((*part, *second), key=repr)): number * more})
    return found


def plus(one: Ends, other: Ends) -> Ends:
    """Return the limits of a sum of two amounts."""
    low, high = (None if a is None or b is None else a + b for a, b in zip(one, other, strict=True))
    return low, high


def times(one: Ends, other: Ends) -> Ends:
    """Return the limits of a product: all of them if they are known, or one is a number, otherwise its sign."""
    for (factor, same), ends in ((one, other), (other, one)):
        if factor is not None and factor == same:
            low, high = (None if end is None else factor * end for end in ends)
            return (low, high) if factor > 0 else (high, low) if factor else (0, 0)
    if None not in one and None not in other:
        products = [a * b for a in one for b in other if a is not None and b is not None]
        return min(products), max(products)
    signs = {_sign(one), _sign(other)}
    if None in signs:
        return None, None
    return (0, None) if len(signs) == 1 else (None, 0)


def _sign(ends: Ends) -> int | None:
    low, high = ends
    if low is not None and low >= 0:
        return 1
    return -1 if high is not None and high <= 0 else None


# ---------------------------------------------------------------- contradictions


class Limit(Frozen):
    """A statement that a sum is at most 0, or less than 0."""

    sum: Sum
    is_strict: bool = False


def limits_of(kind: str, amount: Sum, limit: Number, *, holds: bool) -> tuple[tuple[Limit, ...], ...]:
    """Return the ways for an amount to be `less` or `more` than a limit or `equal` to it, or not: any one of them."""
    down = added(amount, plain(-limit))
    up = added({}, down, -1)
    if kind in ("less", "more"):
        below, above = (down, up) if kind == "less" else (up, down)
        return ((Limit(below, is_strict=True),),) if holds else ((Limit(above),),)
    if holds:
        return ((Limit(down), Limit(up)),)
    return (Limit(down, is_strict=True),), (Limit(up, is_strict=True),)


def within(part: Monomial, ends: Ends) -> Iterator[Limit]:
    """Yield the limits of a product that lies between two ends."""
    least, most = ends
    if least is not None:
        yield Limit(added(plain(least), {part: 1}, -1))
    if most is not None:
        yield Limit(added({part: 1}, plain(most), -1))


def can_hold(limits: list[Limit], highest: Callable[[Sum, bool], Number | None]) -> bool:
    """Tell whether some amounts satisfy all limits.

    `highest` returns what a sum is at most if it is at most 0, or if it is less than 0; None if any number is possible.
    """
    left = _with_equals_put_in(_tightest(_tightened(limit, highest) for limit in limits))
    while True:
        rests = [(one.sum.get((), 0), one.is_strict) for one in left if not one.sum.keys() - {()}]
        if any(rest > 0 or (rest == 0 and is_strict) for rest, is_strict in rests):
            return False
        parts = {part: [0, 0] for one in left for part in one.sum if part}
        if not parts:
            return True
        for one in left:
            for part, number in one.sum.items():
                if part:
                    parts[part][number > 0] += 1
        spend(len(parts) + 4 * len(left))
        more = {part: above * below - above - below for part, (below, above) in parts.items()}
        part = min(parts, key=more.__getitem__)  # what leaves fewest limits
        if more[part] > 0 and len(left) > MOST_LIMITS:
            return True
        left = _without(part, left)


def _tightened(limit: Limit, highest: Callable[[Sum, bool], Number | None]) -> Limit:
    """Read "less than 5", for whole numbers, as "at most 4", and for even ones "at most 5" as well."""
    most = highest(limit.sum, limit.is_strict)
    return limit if most is None or (most == 0 and not limit.is_strict) else Limit(added(limit.sum, plain(-most)))


def _without(part: Monomial, limits: list[Limit]) -> list[Limit]:
    """Return what the limits say about all other amounts."""
    kept: list[Limit] = []
    above: list[Limit] = []
    below: list[Limit] = []
    for one in limits:
        number = one.sum.get(part, 0)
        (above if number > 0 else below if number else kept).append(one)
    for one in above:
        for other in below:
            joined = added(added({}, one.sum, -other.sum[part]), other.sum, one.sum[part])
            kept.append(Limit(joined, is_strict=one.is_strict or other.is_strict))
    return _tightest(kept)


def _with_equals_put_in(limits: list[Limit]) -> list[Limit]:
    """Return what limits say once each amount that equals others is written as those."""
    while True:
        said = {frozenset(_parts(one).items()): one for one in limits if _parts(one)}
        both = ((one, said.get(frozenset((part, -number) for part, number in about))) for about, one in said.items())
        apart = [(_sum(one, other), one, other) for one, other in both if other is not None]
        if any(rest > 0 or (rest == 0 and (one.is_strict or other.is_strict)) for rest, one, other in apart):
            return [Limit(plain(1))]  # above what it is at most
        equal = next((one.sum for rest, one, _ in apart if rest == 0), None)
        if equal is None:
            return limits
        spend(4 * len(limits))
        part = next(part for part in equal if part)
        limits = _tightest(
            Limit(added(one.sum, equal, -divided(one.sum[part], equal[part])), is_strict=one.is_strict)
            if part in one.sum else one
            for one in limits
        )  # fmt: skip


def _parts(limit: Limit) -> Sum:
    return {part: number for part, number in limit.sum.items() if part}


def _sum(one: Limit, other: Limit) -> Number:
    return one.sum.get((), 0) + other.sum.get((), 0)


def _tightest(limits: Iterable[Limit]) -> list[Limit]:
    """Return limits without those that say less of the same amounts than others."""
    tightest: dict[frozenset[tuple[Monomial, Number]], Limit] = {}
    for one in limits:
        about = frozenset(item for item in one.sum.items() if item[0])
        known = tightest.setdefault(about, one)
        if (one.sum.get((), 0), one.is_strict) > (known.sum.get((), 0), known.is_strict):
            tightest[about] = one
    return list(tightest.values())


def at(amount: Sum, known: Mapping[Form, Any]) -> Sum:
    """Return a sum with the known values of its amounts filled in."""
    found: Sum = {}
    for part, number in amount.items():
        value = number
        left = []
        for one in part:
            if one in known:
                value = value * known[one]
            else:
                left.append(one)
        found = added(found, {tuple(left): value} if value else {})
    return found
