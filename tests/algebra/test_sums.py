"""Comparisons that contradict each other, with amounts that may be fractions and amounts that are whole."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

from spadesdsl.algebra.facts import Facts
from spadesdsl.algebra.former import Former
from spadesdsl.algebra.forms import compared
from spadesdsl.algebra.judge import Judge
from spadesdsl.algebra.sums import Form, Limit, Sum, can_hold, divided, exact, limits_of, multiplied, plain
from tests.loading import loaded

X: Form = ("x",)
Y: Form = ("y",)
SIGNS = {"less": int.__lt__, "more": int.__gt__, "equal": int.__eq__}


def amount(**parts: int) -> Sum:
    return {((name,),): Fraction(number) for name, number in parts.items() if number}


def fits(limits: list[Limit], *, whole: bool) -> bool:
    return can_hold(limits, lambda _, is_strict: -int(is_strict) if whole else None)


def test_between_two_neighbours_there_is_a_fraction_and_no_whole_number() -> None:
    (above,), (below,) = limits_of("more", amount(x=1), 2, holds=True), limits_of("less", amount(x=1), 3, holds=True)
    assert fits([*above, *below], whole=False)
    assert not fits([*above, *below], whole=True)


def test_what_is_more_than_another_is_not_less_than_it() -> None:
    (more,), (less,) = (limits_of(kind, amount(x=1, y=-1), 0, holds=True) for kind in ("more", "less"))
    assert not fits([*more, *less], whole=False)
    unequal = limits_of("equal", amount(x=1, y=-1), 0, holds=False)
    assert [fits([*more, *way], whole=False) for way in unequal] == [False, True]


def test_what_some_whole_numbers_do_is_never_said_to_contradict_itself() -> None:
    rng = Random(5)
    contradictions = 0
    for _ in range(400):
        rules = [
            (rng.choice(list(SIGNS)), rng.randint(-2, 2), rng.randint(-2, 2), rng.randint(-4, 4), rng.random() < 0.6)
            for _ in range(3)
        ]
        is_there = any(
            all(SIGNS[sign](a * x + b * y, c) is holds for sign, a, b, c, holds in rules)
            for x, y in product(range(-9, 10), repeat=2)
        )
        choices = [limits_of(sign, amount(x=a, y=b), c, holds=holds) for sign, a, b, c, holds in rules]
        said = any(fits([limit for way in ways for limit in way], whole=True) for ways in product(*choices))
        assert said or not is_there
        contradictions += not said
    assert contradictions > 50


def test_a_product_without_end_is_not_multiplied_out() -> None:
    number, power = plain(10), amount(x=1)
    for _ in range(60):
        number, power = multiplied(number, number) or number, multiplied(power, power) or power
    assert max(map(len, power)) <= 128
    assert number[()].numerator.bit_length() < 2_000


def test_a_product_of_amounts_that_are_never_negative_is_none_either() -> None:
    judge = Judge(Facts())
    product = {(("abs", ("x",)), ("abs", ("y",))): 1}
    below = compared("<", product, {})
    assert below[0] == "less"
    assert not judge.can_be({below: True})
    assert judge.can_be({below: False})
    assert judge.can_be({compared("<", {(("x",), ("y",)): 1}, {}): True})


def test_the_winner_of_the_last_trick_has_taken_one() -> None:
    judge, taken = Judge(Facts()), ("seat_taken", X)
    wins = ("is", X, ("trick_winner", ("last_trick",)))
    assert not judge.can_be({wins: True, taken: 0})
    assert not judge.can_be({wins: True, ("equal", ("sum", ((taken,), 1)), 0): True})
    assert judge.can_be({wins: True, taken: 1})
    assert judge.can_be({wins: False, taken: 0})
    assert judge.can_be({wins: True, ("seat_taken", Y): 0})


def test_a_number_in_a_form_is_a_fraction_only_if_it_is_not_whole() -> None:
    rules = loaded("skat").variant
    assert rules is not None
    former = Former(rules.game)
    waiting: list[Any] = [former.form(let.body) for let in rules.game.lets]
    numbers = []
    while waiting:
        one = waiting.pop()
        numbers += [one] if isinstance(one, int | Fraction) else []
        waiting += one if isinstance(one, tuple) else ()
    assert len(numbers) > 100
    assert not [one for one in numbers if isinstance(one, Fraction) and one.denominator == 1]
    assert divided(6, 4) + divided(3, 2) == 3
    assert type(exact(Fraction(6, 2))) is int
