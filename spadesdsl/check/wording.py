"""Write a rule for people: as its file has it, without its sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadesdsl.syntax import bodies, nodes
from spadesdsl.syntax.printer import flat
from spadesdsl.syntax.writing import filled, rule_text, show

if TYPE_CHECKING:
    from spadesdsl.rules.parts import RuleInfo

REMARKS = frozenset({"option", "preset", "example", "about", "source", "version", "note"})
"""What begins a sentence that is no rule of play."""


def rule_words(rule: RuleInfo) -> str:
    """Write a rule without its cases; the rules in its block are listed separately."""
    if rule.node is None:
        return f"{rule.keyword} {rule.name}"
    words = flat(rule_text(rule.node.without("sentence", "change", "place")))
    if isinstance(rule.node, nodes.Bid):
        words += flat(filled("[  contract {contract}][  needs yes from {needs_yes}]", rule.node))
    return words


def case_words(case: bodies.Case) -> str:
    """Write a case without its sentence."""
    when = "otherwise" if case.condition is None else f"case {flat(show(case.condition))}"
    return f"{when}: {flat(show(case.value))}"
