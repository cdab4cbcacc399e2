"""Documents from which a game goes on: what a comparison found, for either set of rules to show or play.

A *position* names the cards in order before the deal, the sides' scores, and the moves that were made. A *scored deal*
is what `spadesdsl score` reads: what was bid and taken; the game goes on with the next deal.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from spadesdsl.diff.matching import passed_by
from spadesdsl.documents import Fault
from spadesdsl.engine import flow
from spadesdsl.engine.boundary import GameError
from spadesdsl.engine.game import Game, State
from spadesdsl.engine.plan import DealEnds, Point
from spadesdsl.engine.situation import find_cards
from spadesdsl.engine.turns import LOOK, NO, WAIT
from spadesdsl.frozen import Frozen
from spadesdsl.proofs.situations import from_json
from spadesdsl.schemas import faults
from spadesdsl.score import score_well_formed

_MOST_ANSWERS = 12
"""How many questions that a document does not mention are declined before a move."""
_PASSING = frozenset(option.text for option in (NO, WAIT, LOOK))


class Started(Frozen):
    """A game that goes on from a document."""

    states: tuple[State, ...]
    """Every state from the beginning of the deal; at least one."""
    stopped_at: str = ""
    """Why some moves of the document were not made; empty if all were."""

    @property
    def state(self) -> State:
        """Return the current state of the game."""
        return self.states[-1]


def start_from(game: Game, document: Mapping[str, Any]) -> Started | tuple[Fault, ...]:
    """Return the game from a document, or all that is wrong with the document.

    A move that these rules refuse ends the moves there: that is where two games part, and no error. Questions that the
    document does not mention are declined, and answers to questions that these rules do not ask are skipped.
    """
    return _from_position(game, document) if "cards" in document else _from_score(game, document)


def _from_position(game: Game, document: Mapping[str, Any]) -> Started | tuple[Fault, ...]:
    if wrong := faults(dict(document), "position"):
        return wrong
    try:
        case = from_json(document, game)
        if case.dealer not in game.players:
            return (Fault("dealer", f"there is no player {case.dealer}"),)
        states = [case.begun(game)]
        deck = states[0].spec.deck
        if len(find_cards(states[0], case.cards)) != deck.size:
            return (Fault("cards", f"the game has {deck.size} cards, and {len(case.cards)} are given"),)
    except GameError as problem:
        return (Fault("cards", str(problem)),)
    for at, (seat, move) in enumerate(document.get("moves", ()), 1):
        made = _made(states[-1], move, seat)
        if isinstance(made, GameError):
            return Started(tuple(states), f"move {at}, {move}: {made}")
        states.extend(made)
    return Started(tuple(states))


def _made(s: State, move: str, seat: int) -> list[State] | GameError:
    """Return the states that a move leads through, or why it is refused."""
    states: list[State] = []
    refused: GameError | None = None
    for _ in range(_MOST_ANSWERS):
        try:
            return [*states, (states[-1] if states else s).apply(move, seat)]
        except GameError as problem:
            refused = refused or problem
        if move in _PASSING:
            return []
        later = passed_by(states[-1] if states else s)
        if later is None:
            break
        states.append(later)
    assert refused is not None
    return refused


def fitting(game: Game, document: Mapping[str, Any]) -> dict[str, Any]:
    """Return a scored deal without the tallies that only the other game keeps."""
    known = {"score", *game.tallies}
    rows = [{key: value for key, value in row.items() if key in known} for row in document.get("given", ())]
    rest = {key: value for key, value in document.items() if key != "given"}
    return {**rest, "given": rows} if any(rows) else rest


def _from_score(game: Game, document: Mapping[str, Any]) -> Started | tuple[Fault, ...]:
    if wrong := faults(dict(document), "score"):
        return wrong
    told = {key: value for key, value in fitting(game, document).items() if key != "set"}
    result = score_well_formed(game, told)
    if (scored := result.state) is None:
        return result.faults
    if not scored.over:
        scored.flow = (Point(scored.spec.plan.first(DealEnds).id),)
        flow.advance(scored)
    return Started((scored,))
