"""Comparisons that contradict each other, with amounts that may be fractions and amounts that are whole."""

from __future__ import annotations

from itertools import product
from random import Random

from spadesdsl.proofs.linear import Comparison, Limit, Sum, can_hold
from spadesdsl.rules.terms import Kind, Type, Var

X, Y = (Var(name, Type(Kind.NUMBER)) for name in "xy")
SIGNS = {"<": int.__lt__, "<=": int.__le__, ">": int.__gt__, ">=": int.__ge__, "=": int.__eq__}


def compared(sign: str, parts: dict[Var, int], rest: int, *, holds: bool = True) -> tuple[tuple[Limit, ...], ...]:
    return Comparison(sign, Sum((), rest).plus(Sum(tuple(parts.items())))).limits(holds=holds)


def test_between_two_neighbours_there_is_a_fraction_and_no_whole_number() -> None:
    above, below = compared(">", {X: 1}, -2), compared("<", {X: 1}, -3)
    assert can_hold([above, below], (), frozenset())
    assert not can_hold([above, below], (), frozenset({X}))


def test_what_is_more_than_another_is_not_less_than_it() -> None:
    more, less = compared(">", {X: 1, Y: -1}, 0), compared("<", {X: 2, Y: -2}, 0)
    assert not can_hold([more, less], (), frozenset())
    assert can_hold([more, compared("=", {X: 1, Y: -1}, 0, holds=False)], (), frozenset())


def test_what_some_whole_numbers_do_is_never_said_to_contradict_itself() -> None:
    rng = Random(5)
    contradictions = 0
    for _ in range(400):
        rules = [
            (rng.choice(list(SIGNS)), rng.randint(-2, 2), rng.randint(-2, 2), rng.randint(-4, 4), rng.random() < 0.6)
            for _ in range(3)
        ]
        is_there = any(
            all(SIGNS[sign](a * x + b * y + c, 0) is holds for sign, a, b, c, holds in rules)
            for x, y in product(range(-9, 10), repeat=2)
        )
        choices = [compared(sign, {X: a, Y: b}, c, holds=holds) for sign, a, b, c, holds in rules]
        said = can_hold(choices, (), frozenset({X, Y}))
        assert said or not is_there
        contradictions += not said
    assert contradictions > 50
