"""Check that a game can be worked out and played: quantities are shallow, choices can be listed, deals count."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Final

from spadesdsl.check.findings import Enough
from spadesdsl.rules.parts import Ask, Do, Redeal
from spadesdsl.rules.terms import Kind, LetRef
from spadesdsl.rules.walking import all_steps, parts_of, walk

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from spadesdsl.check.checker import Checker
    from spadesdsl.rules.game import Let, Rules
    from spadesdsl.rules.parts import Parameter
    from spadesdsl.rules.terms import Term
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
                        f"say when, as in `redeal {step.rule.name} when …: …`",
                    )


DEEPEST: Final = 150
"""How deep parts may be nested, through all the quantities that are read. More than any game needs."""


def quantities_are_shallow(checker: Checker, game: Rules) -> None:
    """Report a quantity that is read through too many others (E245)."""
    lets = {let.key: let for let in game.lets}
    depths: dict[str, int] = {}
    for key in lets:
        waiting = [key]
        while waiting:
            top = waiting[-1]
            needed = next((one for one in _read_in(lets[top].body, lets) if one not in depths), None)
            if needed is not None:
                waiting.append(needed)
                continue
            depths[top] = _depth(lets[top].body, depths)
            waiting.pop()
            if depths[top] > DEEPEST:
                _tell(checker, lets[top])


def _tell(checker: Checker, let: Let) -> None:
    checker.findings.error(
        "E245",
        let.body.span,
        "Quantities depend on one another too deeply to be worked out.",
        "work some of them out from fewer others",
    )
    raise Enough


def _read_in(term: Term, lets: Mapping[str, Let]) -> Iterator[str]:
    return (part.let for part in walk(term) if isinstance(part, LetRef) and part.let in lets)


def _depth(term: Term, depths: Mapping[str, int]) -> int:
    own = depths.get(term.let, 0) if isinstance(term, LetRef) else 0
    return 1 + max((own, *(_depth(part, depths) for part in parts_of(term))))
