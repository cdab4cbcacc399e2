"""Where an expression needs brackets: read from the grammar, so that the reader and the printer cannot disagree.

A goal is a nonterminal of the grammar: what the parser looks for in a place. The grammar says which forms it reads
there without brackets, and which goals their operands have. Everything else needs brackets.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from spadesdsl.frozen import dataclass, field
from spadesdsl.syntax import expressions
from spadesdsl.syntax.expressions import Operator
from spadesdsl.syntax.grammar import grammar
from spadesdsl.syntax.node import operands_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from spadesdsl.syntax.expressions import Expr
    from spadesdsl.syntax.grammar import Production

EXPRESSION = "expr"
"""The goal that every expression satisfies."""


@dataclass(frozen=True, slots=True)
class Written:
    """How an expression is written for a goal."""

    has_brackets: bool
    goals: tuple[str, ...]
    """The goals of its operands; if it has brackets, those inside them."""
    cost: int
    """How many pairs of brackets it contains, including its own."""


@dataclass(frozen=True, slots=True)
class _Form:
    """One way for the grammar to read an expression."""

    kind: str
    words: frozenset[str]
    """The terminals in it."""
    operands: tuple[str, ...]
    """The goals of the expressions directly in it."""


@dataclass(slots=True)
class Brackets:
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
    signs = _signs(node.operator) if isinstance(node, expressions.Binary) else None
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
def _signs(operator: Operator) -> frozenset[str]:
    """Return the terminals that an operator can be."""
    return frozenset(one.name for one in grammar().terminals if re.fullmatch(one.pattern, operator.value))


@cache
def _reached(goal: str) -> frozenset[str]:
    """Return the goals that are read when `goal` is looked for, with nothing round them."""
    found, open_goals = {goal}, [goal]
    while open_goals:
        for rule in _rules()[open_goals.pop()]:
            inner = _passed_on(rule)
            if inner is not None and inner not in found:
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
                found[
                    _Form(
                        rule.kind,
                        frozenset(symbol.name for symbol in symbols if symbol.is_term),
                        tuple(symbol.name for symbol in symbols if not symbol.is_term and _is_goal(symbol.name)),
                    )
                ] = None
    return tuple(found)
