"""Turn nodes into text: the form of each class, filled with its fields.

Where an expression needs brackets is read from the grammar, so that the reader and the printer cannot disagree. A
sentence has the pieces that the row of its keyword has, in that order, and then what it says.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import Any

from spadesdsl.frozen import Changing, Frozen, field
from spadesdsl.syntax import bodies, expressions, nodes
from spadesdsl.syntax.expressions import Expr, Expression, Operator
from spadesdsl.syntax.grammar import Production, grammar
from spadesdsl.syntax.node import HARD, Field, Node, Part, operands_of, parts_of
from spadesdsl.syntax.nodes import Rule
from spadesdsl.syntax.sentences import Content, Form, Piece, row_like
from spadesdsl.words import amount_text

EXPRESSION = "expr"
"""The goal that every expression satisfies."""


class Written(Frozen):
    """How an expression is written for a goal."""

    has_brackets: bool
    goals: tuple[str, ...]
    """The goals of its operands; if it has brackets, those inside them."""
    cost: int
    """How many pairs of brackets it contains, including its own."""


class _Form(Frozen):
    """One way for the grammar to read an expression."""

    kind: str
    words: frozenset[str]
    """The terminals in it."""
    operands: tuple[str, ...]
    """The goals of the expressions directly in it."""


class Brackets(Changing):
    """Decides how the parts of an expression are written; of all ways the one with the fewest brackets."""

    _written: dict[tuple[int, str, bool], Written | None] = field(default_factory=dict)

    def of(self, node: Expr, goal: str, *, is_apart: bool = False) -> Written:
        """Return how an expression is written where the parser looks for `goal`; `is_apart` asks for brackets."""
        written = self._of(node, goal, is_apart)
        assert written is not None, f"the grammar reads no {type(node).__name__} where it looks for {goal}"
        return written

    def _of(self, node: Expr, goal: str, is_apart: bool) -> Written | None:
        key = (id(node), goal, is_apart)
        if key not in self._written:
            plain = None if is_apart else self._plain(node, goal)
            self._written[key] = plain
            if goal != EXPRESSION and (plain is None or plain.cost) and goal in _bracketed():
                inner = self._of(node, EXPRESSION, False)
                if inner is not None and (plain is None or inner.cost < plain.cost):
                    self._written[key] = Written(True, inner.goals, inner.cost + 1)
        return self._written[key]

    def _plain(self, node: Expr, goal: str) -> Written | None:
        """Return the best way without brackets of its own."""
        best: Written | None = None
        operands = [operand for _, operand in operands_of(node)]
        for form in _forms_of(node, goal):
            parts = [
                self._of(operand, inner, needs_brackets_for_readers(node, operand))
                for operand, inner in zip(operands, form.operands, strict=False)  # a list is written by its writer
            ]
            cost = sum(part.cost for part in parts if part is not None)
            if None not in parts and (best is None or cost < best.cost):
                best = Written(False, form.operands, cost)
        return best


def needs_brackets_for_readers(node: Expr, operand: Expr) -> bool:
    """Tell whether brackets help: an `and` beside an `or`, since not every reader knows which goes first."""
    return _is(node, Operator.OR) and _is(operand, Operator.AND)


def _is(node: Expr, operator: Operator) -> bool:
    return isinstance(node, expressions.Binary) and node.operator is operator


def _forms_of(node: Expr, goal: str) -> Iterator[_Form]:
    kinds = _kinds(node)
    signs = grammar().terminals_of(node.operator.value) if isinstance(node, expressions.Binary) else None
    return (form for form in _forms(goal) if form.kind in kinds and (signs is None or signs & form.words))


def _kinds(node: Expr) -> Iterable[str]:
    """Return what the grammar calls an expression."""
    match node:
        case expressions.OfPhrase():
            return ("full_of" if node.within or node.over or node.keys else "bare_of",)
        case expressions.Quantified():
            return ("quantified_did" if node.ends_with_did else "quantified",)
        case _:
            return node.kinds


# ---------------------------------------------------------------- the grammar


@cache
def _rules() -> dict[str, tuple[Production, ...]]:
    rules: dict[str, tuple[Production, ...]] = {}
    for rule in grammar().rules:
        rules[rule.origin] = (*rules.get(rule.origin, ()), rule)
    return rules


@cache
def _reached(goal: str) -> frozenset[str]:
    """Return the goals that are read when `goal` is looked for, with nothing round them."""
    found, open_goals = {goal}, [goal]
    while open_goals:
        for rule in _rules()[open_goals.pop()]:
            if (inner := _passed_on(rule)) is not None and inner not in found:
                found.add(inner)
                open_goals.append(inner)
    return frozenset(found)


def _passed_on(rule: Production) -> str | None:
    """Return the goal that a rule passes its place on to; None if it reads something of its own."""
    is_other = len(rule.expansion) == 1 and not rule.expansion[0].is_term and rule.is_replaced
    return rule.expansion[0].name if is_other else None


def _are_brackets(rule: Production) -> bool:
    return [symbol.name for symbol in rule.expansion] == ["_LPAR", EXPRESSION, "_RPAR"]


@cache
def _bracketed() -> frozenset[str]:
    """Return the goals for which an expression in brackets is read."""
    return frozenset(
        goal for goal in _rules() if any(_are_brackets(rule) for inner in _reached(goal) for rule in _rules()[inner])
    )


@cache
def _is_goal(name: str) -> bool:
    """Tell whether expressions are read for a nonterminal."""
    return not _reached(EXPRESSION).isdisjoint(_reached(name))


@cache
def _forms(goal: str) -> tuple[_Form, ...]:
    """Return the forms that are read for a goal, in the order of the grammar."""
    found: dict[_Form, None] = {}
    for name in sorted(_reached(goal)):
        for rule in _rules()[name]:
            if _passed_on(rule) is None and not (rule.alias is None and _are_brackets(rule)):
                symbols = rule.expansion
                terms = frozenset(symbol.name for symbol in symbols if symbol.is_term)
                goals = tuple(one.name for one in symbols if not one.is_term and _is_goal(one.name))
                found[_Form(rule.kind, terms, goals)] = None
    return tuple(found)


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


class _Writer(Frozen):
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
        return amount_text(value) if isinstance(value, Fraction) else str(value)


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
        own = rule.parameters[0] if len(rule.parameters) == 1 and isinstance(rule, nodes.Ask) else None
        if own is not None and own.name == rule.name and isinstance(own.choices, bodies.Listed):
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
    is_verb = isinstance(rule.body, bodies.Actions) and form.content is not Content.ACTIONS
    return words.partition(" ")[2] if is_verb else words
