"""Why a card, a bid or an answer is allowed or not: rule, sentence, source, and what would make it legal."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spadesdsl.engine.why import Verdict


def verdict_lines(verdict: Verdict) -> list[str]:
    """Write a verdict."""
    lines = [verdict.message]
    rule = verdict.rule
    if rule is not None:
        lines.append(f"  rule {rule.key}, {rule.file}:{rule.line}")
        if rule.source:
            lines += [f"  from {rule.source}"]
    if not verdict.legal and verdict.allowed_if:
        lines += [f"  allowed if {' or '.join(verdict.allowed_if)}"]
    return lines
