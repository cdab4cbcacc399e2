"""Amounts that are known when the file is read."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from spadesdsl.check.terms import Const, Op, OptionRef, Term

if TYPE_CHECKING:
    from collections.abc import Mapping

    from spadesdsl.check.checked import CheckedOption


def constant_of(term: Term, options: Mapping[str, CheckedOption]) -> Fraction | None:
    """Return the number that a term always is, or None where it depends on the game."""
    match term:
        case Const(value=bool()):
            return None
        case Const(value=int() | Fraction() as value):
            return Fraction(value)
        case OptionRef(name=name):
            value = options[name].value
            return Fraction(value) if isinstance(value, int | Fraction) and not isinstance(value, bool) else None
        case Op(op=op, arguments=arguments):
            numbers = [constant_of(one, options) for one in arguments]
            known = [number for number in numbers if number is not None]
            return _work_out(op, known) if len(known) == len(numbers) else None
        case _:
            return None


def _work_out(op: str, numbers: list[Fraction]) -> Fraction | None:
    match op, numbers:
        case "+", [one, other]:
            return one + other
        case "-", [one, other]:
            return one - other
        case "*", [one, other]:
            return one * other
        case "/", [one, other] if other:
            return one / other
        case "mod", [one, other] if other:
            return one % other
        case "negative", [one]:
            return -one
        case "abs", [one]:
            return abs(one)
        case "max", [one, other]:
            return max(one, other)
        case "min", [one, other]:
            return min(one, other)
        case "rounded_down", [one, other] if other:
            return one // other * other
        case _:
            return None
