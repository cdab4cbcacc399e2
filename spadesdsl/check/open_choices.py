"""Open choices: questions that sources answer differently and the file does not answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadesdsl.check.options import describe_choices, say_value
from spadesdsl.diagnostics import Diagnostic, Note, Severity

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spadesdsl.check.checker import Checker
    from spadesdsl.check.findings import Findings
    from spadesdsl.rules.game import Rules


def tell_open_choices(games: Sequence[Rules], checker: Checker, findings: Findings) -> None:
    """Report each unanswered question once."""
    table = checker.world.table
    document = checker.world.resolution.document
    for option in games[0].options:
        if not option.ask or any(one.name == option.name and one.is_set for one in games[0].options):
            continue
        choices = describe_choices(option.type, option.choices, table)
        value = say_value(option.type, option.default, table)
        findings.add(
            Diagnostic(
                "A601",
                Severity.OPEN,
                document.name_span,
                f"{option.ask} `{option.name}` is one of {choices}; nothing is said, so it is `{value}`.",
                f"write `set {option.name} = {value}`, or another of them",
                (Note(option.rule.span, "it is asked here"),),
            )
        )
