"""Check that a game can be played: choices can be listed, and no deal is thrown in forever."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Final

from spadesdsl.check.stepping import all_steps
from spadesdsl.rules.parts import Ask, Do, Redeal
from spadesdsl.rules.terms import Kind

if TYPE_CHECKING:
    from spadesdsl.check.checker import Checker
    from spadesdsl.rules.game import Rules
    from spadesdsl.rules.parts import Parameter
    from spadesdsl.source import Span

MOST_CHOICES: Final = 5_000
"""A bid or decision that can be made in more ways is not listed for anybody."""
MOST_OF_A_RANGE: Final = 1_000
"""How many values a range counts as if its ends are worked out when it is asked."""


def choices_can_be_listed(checker: Checker, game: Rules) -> None:
    """Report a bid or decision with too many ways to fill in its parameters (E440)."""
    for bid in game.bids:
        _count(checker, game, bid.name, bid.parameters, bid.rule.span)
    for step in all_steps(game):
        if isinstance(step, Ask):
            _count(checker, game, step.rule.name, step.parameters, step.rule.span)


def _count(checker: Checker, game: Rules, name: str, parameters: tuple[Parameter, ...], span: Span) -> None:
    ways = prod(_ways(game, parameter) for parameter in parameters)
    if ways > MOST_CHOICES:
        checker.findings.error(
            "E440",
            span,
            f"`{name}` can be said in up to {ways:,} ways; {MOST_CHOICES:,} are the most that can be listed.",
            "make its ranges narrower, or ask for one thing after the other",
        )


def _ways(game: Rules, parameter: Parameter) -> int:
    if parameter.choices is not None:
        return len(parameter.choices)
    sizes = {
        Kind.CARD: len(game.faces),
        Kind.SUIT: len(game.suits),
        Kind.RANK: len(game.ranks),
        Kind.SEAT: len(game.seats),
        Kind.SIDE: len(game.seats),
    }
    return sizes.get(parameter.type.kind, MOST_OF_A_RANGE)


def redeals_have_a_reason(checker: Checker, game: Rules) -> None:
    """Report a deal that is always thrown in (E441); on some deals only, that is allowed if the next one counts."""
    for step in all_steps(game):
        if isinstance(step, Do) and step.when is None and step.timing is None:
            for action in step.actions:
                if isinstance(action, Redeal) and not (checker.is_edition and action.is_new):
                    checker.findings.error(
                        "E441",
                        step.rule.span,
                        f"`{step.rule.name}` throws every deal in, so no deal is ever played.",
                        "write when: `redeal … when not called: …`",
                    )
