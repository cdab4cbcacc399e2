"""Values that are known when the file is read: they depend on options and not on the game in progress."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from spadesdsl.rules.terms import Const, Op, OptionRef, Term

if TYPE_CHECKING:
    from collections.abc import Mapping

    from spadesdsl.rules.game import Option
    from spadesdsl.rules.terms import Type, Value


def constant_of(term: Term, options: Mapping[str, Option]) -> Fraction | None:
    """Return the number that a term always is, or None if it depends on the game."""
    value = value_of(term, options)
    if value is None or isinstance(value.value, bool | str) or value.value is None:
        return None
    return Fraction(value.value)


def value_of(term: Term, options: Mapping[str, Option]) -> Const | None:
    """Return the value that a term always has, or None if it depends on the game."""
    match term:
        case Const():
            return term
        case OptionRef(name=name, type=kind):
            return Const(options[name].value, kind)
        case Op(op="nobody", type=kind):
            return Const(None, kind)
        case Op(op="if", arguments=(condition, then, otherwise)):
            known = value_of(condition, options)
            return None if known is None else value_of(then if known.value else otherwise, options)
        case Op(op=op, arguments=arguments, type=kind) if arguments:
            values = [value_of(one, options) for one in arguments]
            found = [one.value for one in values if one is not None]
            if len(found) < len(values):
                return None
            return _of_op(op, found, kind)
        case _:
            return None


def _of_op(op: str, values: list[Value], kind: Type) -> Const | None:
    numbers = [Fraction(value) for value in values if isinstance(value, int | Fraction) and not isinstance(value, bool)]
    number = _work_out(op, numbers) if len(numbers) == len(values) else None
    if number is not None:
        return Const(number, kind)
    truth = _judge(op, values)
    return None if truth is None else Const(truth, kind)


def _judge(op: str, values: list[Value]) -> bool | None:
    numbers = [value for value in values if isinstance(value, int | Fraction)]
    match op, values:
        case "<" | "<=" | ">" | ">=", [_, _] if len(numbers) == len(values):
            return _ordered(op, *numbers)
        case "and", _:
            return all(values)
        case "or", _:
            return any(values)
        case "not", [one]:
            return not one
        case "is" | "=", [one, other]:
            return one == other
        case "is_not" | "!=", [one, other]:
            return one != other
        case _:
            return None


def _ordered(op: str, one: int | Fraction, other: int | Fraction) -> bool:
    if op in ("<", "<="):
        return one < other or (op == "<=" and one == other)
    return one > other or (op == ">=" and one == other)


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
