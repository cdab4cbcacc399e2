"""Amounts as Python expressions: what is worked out of them, and comparisons of two."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from spadesdsl.engine.queries import divided
from spadesdsl.frozen import replace
from spadesdsl.rules.terms import Const, Kind, Op, Term

if TYPE_CHECKING:
    from spadesdsl.binding.forms import Forms

COMPARISONS = {"=": "==", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}
WORKED_OUT = {
    "+": "({0} + {1})", "-": "({0} - {1})", "*": "({0} * {1})", "/": "divided({0}, {1})",
    "negative": "(-{0})", "abs": "abs({0})", "rounded_down": "rounded_down({0}, {1})", "max": "", "min": "",
}  # fmt: skip
"""How an operation is written; `max` and `min` with any number of amounts."""


def written(forms: Forms, term: Op) -> str:
    """Write what is worked out of amounts, or a comparison of two amounts or ranks."""
    op = term.op
    if term.arguments[0].type.kind is Kind.RANK:
        one, other = (forms.writer.name(forms.value(part)) for part in term.arguments)
        return f"({one} is not None and {other} is not None and {one} {COMPARISONS[op]} {other})"
    match op, term.arguments:
        case "/", (Const(value=int() | Fraction() as amount) as at, Const(value=int() | Fraction() as by)):
            return forms.value(replace(at, value=divided(amount, by)))
        case "rounded_down", (Op(op="/", arguments=(part, share)), to) if size := _size(share) * _size(to):
            return f"({forms.amount(part)} // {size} * {_size(to)})"
    parts = [forms.amount(part) for part in term.arguments]
    match op:
        case "max" | "min":
            return f"{op}({', '.join(parts)})"
        case "+" | "-" | "*" if not _is_plain(term):
            return f"whole{WORKED_OUT[op].format(*parts)}"
        case _:
            return WORKED_OUT.get(op, f"({{0}} {COMPARISONS.get(op)} {{1}})").format(*parts)


def is_whole(forms: Forms, amount: Term) -> str:
    """Write whether an amount is whole."""
    match amount:
        case Op(op="/", arguments=(part, by)) if size := _size(by):
            return f"({forms.amount(part)} % {size} == 0)"
        case _:
            return f"({forms.amount(amount)} % 1 == 0)"


def _is_plain(term: Term) -> bool:
    """Tell whether an amount is certainly whole: it combines only written whole numbers or tricks taken."""
    match term:
        case Const(value=value):
            return isinstance(value, int)
        case Op(op="+" | "-" | "*", arguments=parts):
            return all(map(_is_plain, parts))
        case _:
            return isinstance(term, Op) and term.op in ("count", "seat_taken", "side_taken", "deal", "trick_number")


def _size(term: Term) -> int:
    """Return the whole number that an amount always is; 0 for any other: a quotient by it needs no fraction."""
    match term:
        case Const(value=int() | Fraction() as value):
            return value.numerator if value.denominator == 1 else 0
        case _:
            return 0
