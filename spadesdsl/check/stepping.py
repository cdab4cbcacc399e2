"""Walking over the steps of a game, those in the blocks of rounds and bids included."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadesdsl.rules.parts import Ask, Do, Round

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from spadesdsl.rules.game import Rules
    from spadesdsl.rules.parts import Action, Step


def with_blocks(steps: Iterable[Step]) -> Iterator[Step]:
    """Go over steps and what is in their blocks."""
    for step in steps:
        yield step
        if isinstance(step, Round):
            yield from with_blocks(step.block)


def all_steps(game: Rules) -> Iterator[Step]:
    """Go over every step of a game."""
    for phase in game.phases:
        yield from with_blocks(phase.steps)
    for bid in game.bids:
        yield from with_blocks(bid.steps)
    yield from game.play.steps


def actions_in(step: Step) -> tuple[Action, ...]:
    """Return what a step does by itself."""
    return step.actions if isinstance(step, Do | Ask) else ()
