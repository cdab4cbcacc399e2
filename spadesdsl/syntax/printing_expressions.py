"""From the node of an expression to its text, with no more brackets than the grammar needs.

Where a long line may be broken stands a `SOFT` sign instead of a space.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, assert_never

from spadesdsl.syntax import nodes
from spadesdsl.syntax.nodes import Operator

if TYPE_CHECKING:
    from collections.abc import Iterable
    from fractions import Fraction

    from spadesdsl.syntax.nodes import Expr

SOFT = "\x00"
"""A space at which a line may be broken."""


class Level(IntEnum):
    """How tightly an expression holds together: the layers of the grammar, loosest first."""

    EXPR = 0
    OR = 1
    AND = 2
    NOT = 3
    TEST = 4
    SUM = 5
    PRODUCT = 6
    UNARY = 7
    POSTFIX = 8


_LEVELS = {
    Operator.OR: Level.OR,
    Operator.AND: Level.AND,
    Operator.ADD: Level.SUM,
    Operator.SUBTRACT: Level.SUM,
    Operator.MULTIPLY: Level.PRODUCT,
    Operator.DIVIDE: Level.PRODUCT,
}


def number_text(value: Fraction) -> str:
    """Write a number: whole, or with as many places as it needs."""
    if value.denominator == 1:
        return str(value.numerator)
    return str(float(value))


def quoted(text: str) -> str:
    """Write a text in quotation marks."""
    plain = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{plain}"'


def show_all(items: Iterable[Expr]) -> str:
    """Write expressions with commas between them."""
    return f",{SOFT}".join(show(item) for item in items)


def show(node: Expr, level: Level = Level.EXPR, *, is_last: bool = True) -> str:
    """Write an expression where one of at least `level` may stand; `is_last` if its bracket ends after it."""
    text = _text(node, is_last=is_last)
    if level_of(node) >= level and (is_last or not _is_open(node)):
        return text
    if _is_open(node) and is_last and level <= Level.NOT:
        return text
    return f"({_text(node, is_last=True)})"


def level_of(node: Expr) -> Level:
    """Return the layer of the grammar that an expression belongs to."""
    match node:
        case nodes.Binary():
            return _LEVELS.get(node.operator, Level.TEST)
        case nodes.Not():
            return Level.NOT
        case nodes.Did() | nodes.Broke():
            return Level.TEST
        case nodes.Quantified():
            return Level.TEST if _is_told(node) else Level.EXPR
        case nodes.If() | nodes.Fallback():
            return Level.EXPR
        case nodes.Negative() | nodes.OfPhrase():
            return Level.UNARY
        case _:
            return Level.POSTFIX


def _is_told(node: nodes.Quantified) -> bool:
    """Tell whether a quantifier is of the form `some player did d`, which ends there."""
    return isinstance(node.condition, nodes.Did) and node.condition.subject is None


def _is_open(node: Expr) -> bool:
    """Tell whether an expression runs on as far as its bracket goes."""
    match node:
        case nodes.If():
            return True
        case nodes.Quantified():
            return not _is_told(node)
        case nodes.Binary(operator=Operator.AND):
            return _is_open_at(node.right, Level.NOT)
        case nodes.Binary(operator=Operator.OR):
            return _is_open_at(node.right, Level.AND)
        case nodes.Not():
            return _is_open_at(node.operand, Level.NOT)
        case _:
            return False


def _is_open_at(node: Expr, level: Level) -> bool:
    """Tell whether an operand is open and stands without brackets."""
    return _is_open(node) and (isinstance(node, nodes.If | nodes.Quantified) or level_of(node) >= level)


def _text(node: Expr, *, is_last: bool) -> str:
    match node:
        case nodes.Number():
            return number_text(node.value)
        case nodes.Truth():
            return node.word
        case nodes.Name():
            return node.name
        case nodes.CardName():
            return node.rank + node.suit
        case nodes.RankName():
            return node.rank
        case nodes.Property():
            return f"{show(node.of, Level.POSTFIX)}.{node.name}"
        case nodes.Call():
            return f"{node.name}({show_all(node.arguments)})"
        case nodes.OfPhrase():
            return _of_phrase(node)
        case nodes.ListOf():
            return f"[{show_all(node.items)}]"
        case nodes.Where():
            variable = f" as {node.variable}" if node.variable else ""
            return f"({show(node.of)}{variable} where {show(node.condition)})"
        case nodes.Negative():
            return f"-{show(node.operand, Level.UNARY)}"
        case nodes.Binary():
            return _binary(node, is_last=is_last)
        case nodes.Not():
            return f"not {show(node.operand, Level.NOT, is_last=is_last)}"
        case nodes.Did():
            subject = f"{show(node.subject, Level.SUM)} " if node.subject is not None else ""
            return f"{subject}did {node.name}{_arguments(node.arguments)}"
        case nodes.Broke():
            return f"{show(node.subject, Level.SUM)} broke {node.name}"
        case nodes.Quantified():
            return _quantified(node)
        case nodes.If():
            return f"if {show(node.condition)} then {show(node.then)}{SOFT}else {show(node.otherwise)}"
        case nodes.Fallback():
            return f"{show(node.first, Level.OR, is_last=False)},{SOFT}else {show(node.second)}"
        case _:
            assert_never(node)


def _arguments(arguments: tuple[Expr, ...]) -> str:
    return f"({show_all(arguments)})" if arguments else ""


def _of_phrase(node: nodes.OfPhrase) -> str:
    parts = [node.word]
    if node.number is not None:
        parts.append(show(node.number, Level.POSTFIX))
    parts.append(f"of {_operand(node.of)}")
    if node.within is not None:
        parts.append(f"in {_operand(node.within)}")
    if node.over is not None:
        parts.append(f"over {_operand(node.over)}")
    if node.keys:
        parts.append(f"comparing ({show_all(node.keys)})")
    return " ".join(parts)


def _is_bare(node: Expr) -> bool:
    """Tell whether an `… of …` could still take an `in`."""
    return isinstance(node, nodes.OfPhrase) and not (node.within or node.over or node.keys)


def _operand(node: Expr) -> str:
    return show(node) if _is_bare(node) else show(node, Level.POSTFIX)


def _ends_bare(node: Expr) -> bool:
    """Tell whether an `in` after this expression would be taken by an `… of …` at its end."""
    match node:
        case nodes.OfPhrase():
            return _is_bare(node)
        case nodes.Negative():
            return level_of(node.operand) >= Level.UNARY and _ends_bare(node.operand)
        case nodes.Binary():
            level = level_of(node)
            return level in (Level.SUM, Level.PRODUCT) and level_of(node.right) > level and _ends_bare(node.right)
        case _:
            return False


def _binary(node: nodes.Binary, *, is_last: bool) -> str:
    level = level_of(node)
    word = node.operator.value
    match level:
        case Level.OR | Level.AND:
            side = _side_of_or if level is Level.OR else show
            left = side(node.left, level, is_last=False)
            return f"{left}{SOFT}{word} {side(node.right, Level(level + 1), is_last=is_last)}"
        case Level.SUM | Level.PRODUCT:
            return f"{show(node.left, level)} {word} {show(node.right, Level(level + 1))}"
        case _:
            left = show(node.left, Level.SUM)
            if node.operator in (Operator.IN, Operator.NOT_IN) and level_of(node.left) >= Level.SUM:
                left = f"({left})" if _ends_bare(node.left) else left
            return f"{left} {word} {show(node.right, Level.SUM)}"


def _side_of_or(node: Expr, level: Level, *, is_last: bool) -> str:
    """Write one side of an `or`; an `and` there has brackets, since not every reader knows which goes first."""
    if isinstance(node, nodes.Binary) and node.operator is Operator.AND:
        return f"({show(node)})"
    return show(node, level, is_last=is_last)


def _quantified(node: nodes.Quantified) -> str:
    parts = [node.quantifier.value, node.noun]
    if node.variable is not None:
        parts.append(node.variable)
    if node.within is not None:
        parts.append(f"in {show(node.within, Level.SUM)}")
    parts.append(show(node.condition) if _is_told(node) else f"has {show(node.condition)}")
    return " ".join(parts)
