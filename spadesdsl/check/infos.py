"""Descriptions of rules: one for each sentence, nested ones included."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadesdsl.check.standing import source_of
from spadesdsl.rules.parts import RuleInfo

if TYPE_CHECKING:
    from spadesdsl.check.standing import Standing
    from spadesdsl.syntax.nodes import Document, Rule


def info_of(standing: Standing) -> RuleInfo:
    """Describe a rule in force."""
    return describe(standing.rule, standing.section, standing.document)


def describe(rule: Rule, section: str, document: Document) -> RuleInfo:
    """Describe a rule of a section; one inside a bid or a round belongs to the section that it acts in."""
    source = next((remark.text for remark in rule.remarks if remark.keyword == "source"), source_of(document))
    name = rule.name or rule.keyword
    return RuleInfo(
        f"{section}.{name}", rule.keyword, section, name, rule.sentence or "", source, document.name, rule.span, rule
    )
