"""The record of a game: what was played, and by which rules, so that it can go on or be checked elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from spadesdsl.engine.events import number

if TYPE_CHECKING:
    from collections.abc import Mapping

    from spadesdsl.engine.game import Game, State
    from spadesdsl.engine.spec import Value

FORMAT = 1


def record_of(s: State) -> dict[str, Any]:
    """Write the game so far: rules by name and hash, seed, dealer, deals that were given, every move."""
    moves: list[list[Any]] = []
    line = s.line
    while line is not None:
        line, seat, text = line
        moves.append([seat, text])
    names = s.spec.deck.names
    given = [
        {"hands": [[names[c] for c in hand] for hand in hands], "rest": [names[c] for c in rest]}
        for hands, rest in s.all_given
    ]
    return {
        "format": FORMAT,
        "variant": s.game.name,
        "hash": s.game.hash,
        "options": {name: _option(value) for name, value in s.game.options.items()},
        "seed": s.seed,
        "dealer": s.first_dealer,
        "deals": given,
        "moves": moves[::-1],
        "over": s.over,
        "winners": list(s.winners),
        "ended_by": s.ended_by,
        "scores": [number(score) for score in s.scores],
    }


def _option(value: Value) -> Value:
    return value if isinstance(value, bool | str) or value is None else number(value)


def replay(game: Game, record: Mapping[str, Any]) -> list[State]:
    """Play a record again; return every state from the first to the last.

    Raises:
        RecordError: see `Game.load`.
    """
    from spadesdsl.engine.game import Deal, GameError, RecordError

    if record.get("hash") != game.hash:
        raise RecordError(
            f"the record is of `{record.get('variant')}` by other rules than `{game.name}` has here: the hashes differ"
        )
    try:
        deals = [Deal.from_json(deal) for deal in record.get("deals", [])]
        states = [game.start(int(record["seed"]), dealer=record["dealer"], deals=deals)]
        for at, (seat, text) in enumerate(record["moves"]):
            try:
                states.append(states[-1].apply(text, seat))
            except GameError as refused:
                raise RecordError(f"move {at + 1} of the record, {text}, is refused: {refused}") from refused
    except RecordError:
        raise
    except GameError as refused:
        raise RecordError(f"the record cannot be begun: {refused}") from refused
    except (KeyError, TypeError, ValueError) as broken:
        raise RecordError(f"the record is not of the form that `spadesdsl schema record` tells: {broken!r}") from broken
    return states
