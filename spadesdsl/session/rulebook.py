"""The command `rules`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadesdsl.diagnostics import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spadesdsl.engine.turns import Turn
    from spadesdsl.rules.parts import RuleInfo
    from spadesdsl.session.session import Session

_NOT_PLAYED = ("top", "table", "deck")
"""Sections that describe what the game is played with."""


def tell_rules(session: Session, rest: str, turn: Turn | None) -> bool:
    """List the rules, or show one with its sentence, place and source."""
    del turn
    rules = _rules(session)
    if not rest:
        session.say(["The rules; `rules NAME` shows more about one."])
        for rule in rules:
            if rule.sentence:
                session.say([f"  {rule.key}  {rule.sentence}"])
        return False
    wanted = rest.lower().replace(" ", "_")
    found = [rule for rule in rules if wanted in (rule.key.lower(), rule.name.lower())] or [
        rule for rule in rules if wanted in rule.key.lower()
    ]
    if not found:
        near = did_you_mean(wanted, (*(rule.name for rule in rules), *(rule.key for rule in rules)))
        session.say([f"There is no rule `{rest}`: {near or '`rules` lists them.'}"])
    for rule in found:
        session.say(_rule_lines(rule))
    return False


def rule_words(session: Session, turn: Turn | None) -> Sequence[str]:
    """Return the names of the rules."""
    del turn
    return [rule.key for rule in _rules(session)]


def _rules(session: Session) -> list[RuleInfo]:
    return [rule for rule in session.rules if rule.section not in _NOT_PLAYED]


def _rule_lines(rule: RuleInfo) -> list[str]:
    lines = [f"{rule.key}: {rule.sentence}" if rule.sentence else rule.key]
    lines.append(f"  {rule.span.file}:{rule.span.line}")
    return lines + ([f"  from {rule.source}"] if rule.source else [])
