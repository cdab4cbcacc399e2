"""Turn the node of an expression into text, with no more brackets than the grammar needs.

A `SOFT` sign instead of a space shows where a long line may be broken.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from spadesdsl.frozen import dataclass
from spadesdsl.syntax import nodes
from spadesdsl.syntax.brackets import EXPRESSION, Brackets, needs_brackets_for_readers, operands_of
from spadesdsl.syntax.nodes import Operator

if TYPE_CHECKING:
    from collections.abc import Iterable
    from fractions import Fraction

    from spadesdsl.syntax.nodes import Expr

SOFT = "\x00"
"""A space at which a line may be broken."""


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


def show(node: Expr, goal: str = EXPRESSION) -> str:
    """Write an expression in a place where the grammar looks for `goal`."""
    return _Writer(Brackets()).write(node, goal)


@dataclass(frozen=True, slots=True)
class _Writer:
    """Writes the parts of one expression."""

    brackets: Brackets

    def write(self, node: Expr, goal: str = EXPRESSION, *, is_apart: bool = False) -> str:
        """Write a part, in brackets if the grammar needs them."""
        written = self.brackets.of(node, goal, is_apart=is_apart)
        operands = tuple(
            self.write(operand, inner, is_apart=needs_brackets_for_readers(node, operand))
            for operand, inner in zip(operands_of(node), written.goals, strict=False)
        )
        text = self._text(node, operands)
        return f"({text})" if written.has_brackets else text

    def _text(self, node: Expr, operands: tuple[str, ...]) -> str:
        """Put the words of an expression between its written operands."""
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
                return f"{operands[0]}.{node.name}"
            case nodes.Call():
                return f"{node.name}{self._arguments(node.arguments)}"
            case nodes.OfPhrase():
                return self._of_phrase(node, *operands)
            case nodes.ListOf():
                return f"[{self._all(node.items)}]"
            case nodes.Where():
                variable = f" as {node.variable}" if node.variable else ""
                return f"({operands[0]}{variable} where {operands[1]})"
            case nodes.Negative():
                return f"-{operands[0]}"
            case nodes.Binary():
                return f"{operands[0]}{_space(node.operator)}{node.operator.value} {operands[1]}"
            case nodes.Not():
                return f"not {operands[0]}"
            case nodes.Did():
                return " ".join((*operands, f"did {node.name}{self._arguments(node.arguments)}"))
            case nodes.Broke():
                return f"{operands[0]} broke {node.name}"
            case nodes.Quantified():
                return self._quantified(node, *operands)
            case nodes.If():
                return f"if {operands[0]} then {operands[1]}{SOFT}else {operands[2]}"
            case nodes.Fallback():
                return f"{operands[0]},{SOFT}else {operands[1]}"
            case _:
                assert_never(node)

    def _all(self, items: Iterable[Expr]) -> str:
        return f",{SOFT}".join(self.write(item) for item in items)

    def _arguments(self, arguments: tuple[Expr, ...]) -> str:
        return f"({self._all(arguments)})" if arguments else ""

    def _of_phrase(self, node: nodes.OfPhrase, of: str) -> str:
        parts = [node.word]
        if node.number is not None:
            parts.append(self.write(node.number, "postfix"))
        parts.append(f"of {of}")
        if node.within is not None:
            parts.append(f"in {self.write(node.within, 'operand')}")
        if node.over is not None:
            parts.append(f"over {self.write(node.over, 'operand')}")
        if node.keys:
            parts.append(f"comparing ({self._all(node.keys)})")
        return " ".join(parts)

    def _quantified(self, node: nodes.Quantified, *condition: str) -> str:
        parts = [node.quantifier.value, node.noun]
        if node.variable is not None:
            parts.append(node.variable)
        if node.within is not None:
            parts.append(f"in {self.write(node.within, 'sum')}")
        parts.extend(f"has {one}" for one in condition)
        if isinstance(node.condition, nodes.Did) and not condition:
            parts.append(f"did {node.condition.name}{self._arguments(node.condition.arguments)}")
        return " ".join(parts)


def _space(operator: Operator) -> str:
    """Return the space before an operator; a long line may be broken there before `and` and `or`."""
    return SOFT if operator in (Operator.AND, Operator.OR) else " "
