"""What a file's own rules did in a few games that were begun: a step that moves no card, an ending after one deal.

Nothing here is proved: each finding says in how many deals it was tried.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from spadesdsl.algebra.reads import topics_of
from spadesdsl.check.constants import value_of
from spadesdsl.diagnostics import warning
from spadesdsl.engine.events import GiveEvent
from spadesdsl.proofs.claims import Proof, Standing
from spadesdsl.proofs.context import values_of
from spadesdsl.proofs.playing import MOST_MOVES
from spadesdsl.rules.operations import Topic
from spadesdsl.rules.parts import Ask, Do, Give
from spadesdsl.rules.terms import ZoneRef

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spadesdsl.engine.game import State
    from spadesdsl.proofs.context import ProofContext
    from spadesdsl.rules.game import Rules
    from spadesdsl.rules.parts import Ending, RuleInfo
    from spadesdsl.rules.terms import Term

_GAMES: Final = 12
_OF_SEVERAL_DEALS: Final = frozenset({Topic.SCORE, Topic.TALLY, Topic.DEAL})


def prove_tried(context: ProofContext) -> Iterator[Proof]:
    """Look for own steps that never move a card, and own endings that end each game after its first deal."""
    game = context.variant.game
    gives = [one for one in _gives(game) if context.is_own(one[0])]
    endings = [one for one in game.endings if context.is_own(one.rule) and _is_of_one_deal(game, one)]
    if len(context.editions) > 1 or not (gives or endings):
        return
    moved, ended = set[str](), set[str]()
    for seed in range(_GAMES):
        after = _first_deal(context.loaded.playable.start(seed), Random(seed), moved)
        ended.add(after.ended_by if after.over else "")
    if any(rule.key not in moved for rule, _ in gives):  # the deck may be another at another table
        for option in game.options:
            for value in values_of(option) if option.name in context.settled else ():
                other = context.game(((option.name, value),))
                with context.record.idle():
                    _first_deal(other.start(0), Random(0), moved)
    for rule, zone in gives:
        if rule.key not in moved:
            message = f"`{rule.keyword} {rule.name}` moved no card in any deal that was tried: `{zone}` was empty."
            hint = "put cards there before, or take them from elsewhere"
            yield _found(rule, "W819", message, hint)
    for ending in endings:
        if ended == {ending.rule.key}:
            message = f"`{ending.kind} {ending.rule.name}` ended each of the {_GAMES} games tried after its first deal."
            yield _found(ending.rule, "W820", message, "compare what adds up from deal to deal, as the score does")


def _gives(game: Rules) -> Iterator[tuple[RuleInfo, str]]:
    """Go over the steps that always happen and take cards from a zone, besides the deal: each with the zone."""
    for phase in game.phases:
        for step in phase.steps:
            if isinstance(step, Do | Ask) and step.when is None and step.timing is None:
                for action in step.actions:
                    match action:
                        case Give(number=number, source=ZoneRef(zone=zone), each=None) if number is None or _is_some(
                            game, number
                        ):
                            yield step.rule, zone
                        case _:
                            pass


def _is_some(game: Rules, number: Term) -> bool:
    known = value_of(number, game.option_of)
    return known is not None and known.value != 0


def _is_of_one_deal(game: Rules, ending: Ending) -> bool:
    """Tell whether an ending reads nothing that adds up from deal to deal."""
    return ending.when is not None and not topics_of(game, ending.when) & _OF_SEVERAL_DEALS


def _first_deal(state: State, rng: Random, moved: set[str]) -> State:
    """Play the first deal of a game at random, and note the rules that moved cards."""
    for _ in range(MOST_MOVES):
        moved.update(one.rule for one in state.events if isinstance(one, GiveEvent))
        if state.over or state.deal > 1:
            break
        turn = rng.choice(state.turns)
        state = state.apply(rng.choice(turn.moves), turn.seat)
    return state


def _found(rule: RuleInfo, code: str, message: str, hint: str) -> Proof:
    return Proof(
        rule.key, message, Standing.FOUND, _GAMES, "seen in play", warning(code, rule.name_span, message, hint)
    )
