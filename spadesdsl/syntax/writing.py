"""Turn nodes into text: the form of each class, filled with its fields.

A sentence has the pieces that the row of its keyword has, in that order, and then what it says.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from spadesdsl.frozen import dataclass, field
from spadesdsl.syntax import nodes
from spadesdsl.syntax.brackets import EXPRESSION, Brackets, needs_brackets_for_readers
from spadesdsl.syntax.expressions import Expression
from spadesdsl.syntax.forms import Content, Form, Piece
from spadesdsl.syntax.node import HARD, Field, Node, operands_of, parts_of
from spadesdsl.syntax.sentences import row_like

if TYPE_CHECKING:
    from collections.abc import Mapping

    from spadesdsl.syntax.expressions import Expr
    from spadesdsl.syntax.node import Part
    from spadesdsl.syntax.nodes import Rule


def text_of(node: Node) -> str:
    """Write a node that is no expression, with signs where a long line may be broken."""
    return _Writer().node(node)


def show(node: Expr, goal: str = EXPRESSION) -> str:
    """Write an expression in a place where the grammar looks for `goal`."""
    return _Writer().expression(node, goal)


def filled(form: str, node: Node) -> str:
    """Fill a form with the fields of a node."""
    return _Writer().filled(parts_of(form), node, {})


def quoted(text: str) -> str:
    """Write a text in quotation marks."""
    plain = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{plain}"'


def number_text(value: Fraction) -> str:
    """Write a number: whole, or with as many places as it needs."""
    return str(value.numerator if value.denominator == 1 else float(value))


@dataclass(frozen=True, slots=True)
class _Writer:
    """Writes the parts of one node."""

    brackets: Brackets = field(default_factory=Brackets)

    def node(self, node: Node) -> str:
        return self.filled(parts_of(node.template()), node, {})

    def expression(self, node: Expr, goal: str, *, is_apart: bool = False) -> str:
        """Write an expression, in brackets if the grammar needs them."""
        written = self.brackets.of(node, goal, is_apart=is_apart)
        operands = {
            name: self.expression(operand, inner, is_apart=needs_brackets_for_readers(node, operand))
            for (name, operand), inner in zip(operands_of(node), written.goals, strict=False)
        }
        text = self.filled(parts_of(node.template()), node, operands)
        return f"({text})" if written.has_brackets else text

    def filled(self, parts: tuple[Part, ...], node: Node, operands: Mapping[str, str]) -> str:
        """Put the fields of a node into its form; its operands are written already."""
        found: list[str] = []
        for part in parts:
            if isinstance(part, str):
                found.append(part)
            elif isinstance(part, Field):
                found.append(operands[part.name] if part.name in operands else self._field(part, part.value(node)))
            elif all(_is_said(one.value(node)) for one in part if isinstance(one, Field)):
                found.append(self.filled(part, node, operands))
        return "".join(found)

    def _field(self, part: Field, value: Any) -> str:
        if value is None:
            return part.default
        if isinstance(value, bool):
            said, _, unsaid = part.more.partition("|")
            return said if value else unsaid
        if isinstance(value, tuple):
            is_quoted = part.more == "quoted"
            return ", ".join(map(quoted, value)) if is_quoted else part.more.join(self._one(one, "") for one in value)
        return quoted(value) if part.more == "quoted" else self._one(value, part.more)

    def _one(self, value: Any, goal: str) -> str:
        if isinstance(value, Expression):
            return self.expression(value, goal or EXPRESSION)  # type: ignore[arg-type]
        if isinstance(value, Node):
            return self.node(value)
        return number_text(value) if isinstance(value, Fraction) else str(value)


def _is_said(value: object) -> bool:
    return value is not None and value is not False and value != ()


# ---------------------------------------------------------------- sentences


def rule_text(rule: Rule) -> str:
    """Write a rule up to its block."""
    form = row_like(rule.keyword)
    body = _body(rule, form)
    is_declared = form.declares
    text = f"{_head(rule, form)} {body}" if is_declared else _head(rule, form)
    text = HARD.join((text, *_pieces(rule, form)))
    if body and not is_declared:
        text += f"{form.content.sign}{HARD}{body}" if form.content.sign else f" {body}"
    if isinstance(rule, nodes.Option):
        text += filled("[//ask {ask:quoted}]", rule)
    return text + filled("[//{sentence:quoted}]", rule)


def _head(rule: Rule, form: Form) -> str:
    head = f"{rule.change}{rule.keyword}" + ("" if rule.name is None else f" {rule.name}")
    if form.takes_parameters:
        own = rule.parameters[0] if rule.parameters else None
        if own is not None and own.name == rule.name and isinstance(own.choices, nodes.Listed):
            head += f" {text_of(own.choices)}"
        else:
            head += filled("[({parameters:,/})]", rule)
    return head + (filled("[ {label:quoted}]", rule) if Piece.LABEL in form.pieces else "")


def _pieces(rule: Rule, form: Form) -> list[str]:
    found = (filled(f"[{piece.form}]", rule) for piece in form.pieces if piece is not Piece.LABEL)
    return [text for text in found if text]


def _body(rule: Rule, form: Form) -> str:
    """Write what a rule says; where its keyword is the verb already, without that."""
    words = "" if rule.body is None else text_of(rule.body)
    is_verb = isinstance(rule.body, nodes.Actions) and form.content is not Content.ACTIONS
    return words.partition(" ")[2] if is_verb else words
