"""Score a deal that was played elsewhere, for example at a kitchen table. `docs/referee.md` describes the document.

Illegal bids are noted; they are refused only on request.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from typing import Any

from spadesdsl.documents import DocumentError, Fault, Json, plain_number, read_document
from spadesdsl.engine.boundary import GameError
from spadesdsl.engine.events import EndEvent, ScoreSheet, some
from spadesdsl.engine.game import Game, State
from spadesdsl.engine.possible import ended_before
from spadesdsl.engine.told import UnknownValue
from spadesdsl.frozen import Frozen, field
from spadesdsl.schemas import faults as form_faults
from spadesdsl.score.facts import Facts, replayed
from spadesdsl.score.scorer import Scorer
from spadesdsl.words import and_list

MOST_WRITTEN = 20
"""The most faults in one answer."""


class ScoreResult(Frozen):
    """A scored deal, or everything that prevents scoring it."""

    sheet: ScoreSheet | None
    """None if something is missing or impossible."""
    over: bool = False
    winners: tuple[int, ...] = ()
    ended_by: str = ""
    notes: tuple[str, ...] = ()
    """Notes about scores and bids that could not have come about."""
    faults: tuple[Fault, ...] = ()
    """What is missing or impossible; each with its key."""
    met_by: tuple[int, ...] = ()
    """The sides for which the ending holds, if the game is over."""
    state: State | None = field(default=None, repr=False, compare=False)
    """The game after the deal."""

    def to_json(self) -> dict[str, Any]:
        """Write the `score` event with the result, or the faults."""
        if self.sheet is None:
            return some(self, "faults")
        return self.sheet.to_json() | some(self, "over winners ended_by" + " notes" * bool(self.notes))

    def message(self) -> str:
        """Write all faults in one message, one on each line; empty if there are none."""
        lines = [str(fault) for fault in self.faults[:MOST_WRITTEN]]
        more = len(self.faults) - len(lines)
        return "\n".join([*lines, f"… and {more} more"] if more > 0 else lines)


def run(game: Game, text: str, *, strict: bool = False) -> ScoreResult:
    """Score the deal in a YAML or JSON text."""
    try:
        document = read_document(text)
    except DocumentError as problem:
        return ScoreResult(None, faults=(problem.fault,))
    return _score(game, document, strict=strict)


def score_document(game: Game, document: Mapping[str, Any], *, strict: bool = False) -> ScoreResult:
    """Score the deal in a document.

    Args:
        game: The game, as `spadesdsl.load` gives it.
        document: What was bid and taken; its form is `spadesdsl schema score`.
        strict: Whether a bid that could not have been made is a fault rather than a note.

    Returns:
        The sheet, and whether the game is over; or what is missing or impossible.

    Raises:
        GameError: `game` is none.
    """
    if not isinstance(game, Game):
        raise GameError(f"`game` must be a game that `load` gives, not {game!r}")
    return _score(game, _as_read(document), strict=strict)


def _as_read(value: Any) -> Any:  # noqa: ANN401 - whatever a program gives
    """Return a document as it would be read from a file: keys are texts, as in `{0: [...]}`, and 3.0 is 3."""
    if hasattr(value, "items"):
        return {str(key): _as_read(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_as_read(one) for one in value]
    if isinstance(value, float):
        return plain_number(value) if isfinite(value) else str(value)
    return value


def _score(game: Game, document: Json | Mapping[str, Any], *, strict: bool) -> ScoreResult:
    if not isinstance(document, dict):
        what = "it is empty" if document is None else "it has no keys"
        rows = {"bids": (3, 4, 2), "taken": (4, 2, 3)} if game.base.bids else {"taken": (4, 2, 3)}
        lines = [f"`{key}: {[row[seat % 3] for seat in game.players]}`" for key, row in rows.items()]
        return ScoreResult(None, faults=(Fault("", f"{what}: describe a deal in lines such as {and_list(lines)}"),))
    wrong = form_faults(document, "score")
    return ScoreResult(None, faults=wrong) if wrong else score_well_formed(game, document, strict=strict)


def score_well_formed(game: Game, document: Mapping[str, Any], *, strict: bool = False) -> ScoreResult:
    """Score the deal in a document whose form is right, as is that of one that the program has written."""
    settings: Any = document.get("set")
    if settings:
        try:
            game = game.with_options(settings)
        except GameError as refused:
            return ScoreResult(None, faults=(Fault("set", str(refused)),))
    facts = Facts(game, document)
    if facts.faults:
        return ScoreResult(None, faults=tuple(dict.fromkeys(facts.faults)))
    try:
        scorer = Scorer(game, facts)
        scored = scorer.result()
    except UnknownValue as problem:
        return ScoreResult(None, faults=(Fault("", str(problem)),))
    ended = ended_before(scorer.blank)
    told: tuple[str, ...] = (
        (f"given: there is no deal after these scores: `{ended}` has ended the game",) if ended else ()
    )
    told += tuple(replayed(scorer.blank, scorer.lines, facts)[1]) if any(scorer.lines) else ()
    if scored is None or (strict and told):
        judged = [Fault("", note) for note in told] if strict else []
        return ScoreResult(None, faults=(*sorted(set(scorer.faults), key=str), *judged))
    met_by = next((event.met_by for event in scored.events if isinstance(event, EndEvent)), ())
    ending = (scored.over, scored.winners, scored.ended_by)
    return ScoreResult(scored.last_sheet, *ending, told, met_by=met_by, state=scored)
