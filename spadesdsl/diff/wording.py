"""Write rules, options and cards for a comparison."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from spadesdsl.check.options import say_value
from spadesdsl.check.wording import case_words, cases_of, rule_words
from spadesdsl.syntax import nodes

if TYPE_CHECKING:
    from spadesdsl.rules.game import Option, Rules
    from spadesdsl.rules.parts import RuleInfo


CASES_APART: Final = " | "
"""The sign before each case of a rule written on one line."""


def whole_words(rule: RuleInfo) -> str:
    """Write a rule with its cases, without its sentences."""
    return CASES_APART.join([rule_words(rule), *map(case_words, cases_of(rule))])


def sentences_of(rule: RuleInfo) -> str:
    """Return what a rule says to people, including its cases."""
    return " ".join(filter(None, (rule.sentence, *(case.sentence for case in cases_of(rule)))))


def option_words(option: Option, game: Rules) -> str:
    """Write an option with its value."""
    words = rule_words(option.rule)
    value = say_value(option.type, option.value, game)
    return words if option.value == option.default else f"{words}, set to {value}"


def without_words(node: nodes.Rule) -> nodes.Rule:
    """Return a rule without its text for people and without the rules in its block."""
    body = node.body
    if isinstance(body, nodes.Cases):
        body = replace(body, cases=tuple(replace(case, sentence=None) for case in body.cases))
    if isinstance(body, nodes.Block):
        body = replace(body, rules=())
    # An empty block says nothing.
    if isinstance(body, nodes.Block) and not body.values:
        body = None
    return replace(node, body=body).without("sentence", "ask", "label", "remarks", "change", "place")
