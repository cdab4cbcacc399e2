"""Rules, options and cards as a comparison writes them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from spadesdsl.check.options import say_value
from spadesdsl.syntax import nodes
from spadesdsl.syntax.printer import flat
from spadesdsl.syntax.printing_expressions import show as show_expression
from spadesdsl.syntax.printing_rules import rule_text

if TYPE_CHECKING:
    from spadesdsl.check.checked import CheckedGame, CheckedOption, RuleInfo


def rule_words(rule: RuleInfo) -> str:
    """Write a rule as its file has it, without its sentence; what stands in its block is shown as rules of its own."""
    if rule.node is None:
        return f"{rule.keyword} {rule.name}"
    node = replace(rule.node, sentence=None, change=nodes.Change.ADD, place=None)
    words = flat(rule_text(node))
    if node.contract is not None:
        words += f"  contract {flat(show_expression(node.contract))}"
    if node.needs_yes is not None:
        words += f"  needs yes from {flat(show_expression(node.needs_yes))}"
    return words


def whole_words(rule: RuleInfo) -> str:
    """Write a rule with its cases, without its sentences."""
    words = rule_words(rule)
    if rule.node is None or not isinstance(rule.node.body, nodes.Cases):
        return words
    cases = [
        ("otherwise" if case.condition is None else f"case {flat(show_expression(case.condition))}")
        + f": {flat(show_expression(case.value))}"
        for case in rule.node.body.cases
    ]
    return " | ".join([words, *cases])


def sentences_of(rule: RuleInfo) -> str:
    """Return what a rule says to people, its cases with it."""
    node = rule.node
    cases = node.body.cases if node is not None and isinstance(node.body, nodes.Cases) else ()
    return " ".join(filter(None, (rule.sentence, *(case.sentence for case in cases))))


def option_words(option: CheckedOption, game: CheckedGame) -> str:
    """Write an option with the value that it has."""
    words = rule_words(option.rule)
    value = say_value(option.type, option.value, game)
    return words if option.value == option.default else f"{words}, set to {value}"


def without_words(node: nodes.Rule) -> nodes.Rule:
    """Return a rule without all that is said to people only, and without the rules in its block."""
    body = node.body
    if isinstance(body, nodes.Cases):
        body = replace(body, cases=tuple(replace(case, sentence=None) for case in body.cases))
    if isinstance(body, nodes.Block):
        body = replace(body, rules=())
    # An empty block says nothing.
    if isinstance(body, nodes.Block) and not body.values:
        body = None
    return replace(
        node, body=body, sentence=None, ask=None, label=None, remarks=(), change=nodes.Change.ADD, place=None
    )
