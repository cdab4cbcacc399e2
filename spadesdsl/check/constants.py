"""Values that are known when the file is read: they depend on options and not on the game in progress."""

from __future__ import annotations

import operator
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from spadesdsl.rules.operations import NEVER_EMPTY
from spadesdsl.rules.terms import Const, Filter, Fold, Holds, LetRef, Op, OptionRef, Term

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from spadesdsl.rules.game import Let, Option
    from spadesdsl.rules.terms import Type, Value

_OF_NUMBERS: Final[dict[str, Callable[..., Any]]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "negative": operator.neg,
    "abs": abs, "max": max, "min": min, "rounded_down": lambda one, other: one // other * other,
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
_OF_ALL: Final[dict[str, Callable[..., Any]]] = {
    "is": operator.eq, "=": operator.eq, "is_not": operator.ne, "!=": operator.ne, "not": operator.not_,
}  # fmt: skip
_NO_LETS: Final[Mapping[str, Let | None]] = MappingProxyType({})


def constant_of(term: Term, options: Mapping[str, Option]) -> Fraction | None:
    """Return the number that a term always is, or None if it depends on the game."""
    value = value_of(term, options)
    if value is None or isinstance(value.value, bool | str) or value.value is None:
        return None
    return Fraction(value.value)


def value_of(term: Term, options: Mapping[str, Option], lets: Mapping[str, Let | None] = _NO_LETS) -> Const | None:
    """Return the value that a term always has, or None if it depends on the game.

    Args:
        term: The term.
        options: The options whose values are known.
        lets: The quantities to look into.
    """

    def known(one: Term) -> Const | None:
        return value_of(one, options, lets)

    match term:
        case Const():
            return term
        case OptionRef(name=name, type=kind) if name in options:
            return Const(options[name].value, kind)
        case LetRef(let=name) if (let := lets.get(name)) is not None:
            return known(let.body)
        case Op(op="nobody", type=kind):
            return Const(None, kind)
        case Op(op="if", arguments=(condition, then, otherwise)):
            chosen = known(condition)
            return None if chosen is None else known(then if chosen.value else otherwise)
        case Op(op="and" | "or" as op, arguments=arguments, type=kind):
            parts = [known(one) for one in arguments]
            decisive = op == "or"
            if any(one is not None and bool(one.value) is decisive for one in parts):
                return Const(decisive, kind)
            return None if None in parts else Const(not decisive, kind)
        case Op(op="count", arguments=(of,), type=kind) | Fold(of=of, type=kind) if _is_empty(of, known, lets):
            return Const(0, kind)
        case Holds(quantifier=word, of=of, condition=condition, type=kind):
            holds = known(condition)
            is_settled = holds is not None and (bool(holds.value) is (word == "every") or _has_something(of))
            return Const(bool(holds.value) is (word != "no"), kind) if holds is not None and is_settled else None
        case Op(op=op, arguments=arguments, type=kind) if arguments:
            values = [one.value for one in map(known, arguments) if one is not None]
            return _of_op(op, values, kind) if len(values) == len(arguments) else None
        case _:
            return None


def _is_empty(of: Term, known: Callable[[Term], Const | None], lets: Mapping[str, Let | None]) -> bool:
    """Tell whether a set never has anything in it."""
    if isinstance(of, LetRef):
        let = lets.get(of.let)
        return let is not None and _is_empty(let.body, known, lets)
    holds = known(of.condition) if isinstance(of, Filter) else None
    return holds is not None and not holds.value


def _has_something(of: Term) -> bool:
    return isinstance(of, Op) and of.op in NEVER_EMPTY


def _of_op(op: str, values: list[Value], kind: Type) -> Const | None:
    if op in _OF_ALL:
        return Const(_OF_ALL[op](*values), kind)
    numbers = [Fraction(value) for value in values if isinstance(value, int | Fraction) and not isinstance(value, bool)]
    if op not in _OF_NUMBERS or len(numbers) < len(values) or (op in ("/", "rounded_down") and not numbers[1]):
        return None
    return Const(_OF_NUMBERS[op](*numbers), kind)
