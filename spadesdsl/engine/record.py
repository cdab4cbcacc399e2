"""The record of a game: what was played, and by which rules, so that it can be resumed or checked elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from spadesdsl.engine.boundary import Deal, GameError, RecordError
from spadesdsl.engine.events import ScoreSheet, number, plain, some
from spadesdsl.engine.game import Game, State
from spadesdsl.engine.state import RanOut, moves_of
from spadesdsl.frozen import Frozen

FORMAT = 1


def record_of(s: State) -> dict[str, Any]:
    """Write the game so far: rules by name and hash, seed, dealer, given deals, every move."""
    names = s.spec.deck.names
    given = [
        {"hands": [[names[c] for c in hand] for hand in hands], "rest": [names[c] for c in rest]}
        for hands, rest in s.all_given
    ]
    return {
        "format": FORMAT,
        "variant": s.game.name,
        "hash": s.game.hash,
        "options": plain(s.game.options),
        "seed": s.seed,
        "dealer": s.first_dealer,
        "deals": given,
        "moves": entries_of(s),
        **some(s, "over winners ended_by scores"),
    }


def entries_of(s: State) -> list[Any]:
    """Return the way to a state as a record's entries: each move with its seat, and each time-out."""
    return [entry_of(*move) for move in moves_of(s)]


def entry_of(seat: int | None, text: str | RanOut) -> Any:  # noqa: ANN401 - a JSON list or object
    """Return a step of a line of moves as a record's entry."""
    if isinstance(text, RanOut):
        return {"time": text.clock} if seat is None else {"time": text.clock, "seat": seat}
    return [seat, text]


class Step(Frozen):
    """One entry of a record, replayed."""

    at: int
    """Its place among the entries, from 0; −1 for the start of the game."""
    entry: Any
    """As the record has it; None for the start."""
    state: State
    """The game after it."""


def replay(game: Game, record: Mapping[str, Any]) -> list[State]:
    """Replay a record; return every state from the first to the last, without moves taken back."""
    return [step.state for step in left_of(steps(game, record))]


def left_of(done: Iterable[Step]) -> list[Step]:
    """Return the steps of a record that led from state to state, without moves taken back."""
    left: list[Step] = []
    for step in done:
        if step.entry is None or goes_on(step.entry):
            left.append(step)
        elif "undo" in step.entry:
            del left[-step.entry["undo"] :]
    return left


def goes_on(entry: Any) -> bool:  # noqa: ANN401 - see `entry_of`
    """Tell whether an entry of a record moves the game on: a move or a time-out."""
    return isinstance(entry, list) or "time" in entry


def steps(game: Game, record: Mapping[str, Any]) -> Iterator[Step]:
    """Replay a record entry by entry, and compare its score sheets with the game's; raise `RecordError` if unlike."""
    if not isinstance(record, Mapping):
        raise RecordError(f"a record is made by `record`, not {record!r}")
    for key in ("format", "variant", "hash", "seed", "dealer", "moves"):
        if key not in record:
            raise RecordError(f"`{key}` is missing")
    if record["hash"] != game.hash:
        raise RecordError(
            f"the record is of `{record.get('variant')}` by other rules than `{game.name}` has here: the hashes differ"
        )
    _hold_options_against(record.get("options", {}), plain(game.options))
    moves = record["moves"]
    if not isinstance(moves, list | tuple):
        raise RecordError(f"`moves` must be a list, not {moves!r}")
    at = next((at for at, entry in enumerate(moves) if not isinstance(entry, list | Mapping)), None)
    if at is not None:
        raise RecordError(f"{moves[at]!r} is no entry of a record", at)
    try:
        states = [_beginning(game, record)]
        yield Step(-1, None, states[0])
        owed = list(states[0].sheets)
        for at, entry in enumerate(moves):
            if goes_on(entry):
                states.append(_moved(states[-1], entry, at))
                owed = list(states[-1].sheets)
            elif "undo" in entry:
                _take_back(states, entry["undo"], at)
                owed = []
            else:
                _hold_against(entry, states[-1], owed, at)
            yield Step(at, entry, states[-1])
    except RecordError:
        raise
    except GameError as refused:
        raise RecordError(f"the record cannot be begun: {refused}") from refused
    except (KeyError, TypeError, ValueError) as broken:
        lacks = f": {broken} is missing" if isinstance(broken, KeyError) else ""
        message = f"the record is not of the form that `spadesdsl schema record` shows{lacks}"
        raise RecordError(message, at) from broken


def _hold_options_against(told: Any, options: Mapping[str, Any]) -> None:  # noqa: ANN401 - of a record
    if not isinstance(told, Mapping):
        raise RecordError(f"`options` must be an object, not {told!r}")
    for name, value in told.items():
        if name not in options:
            raise RecordError(f"the record has an option `{name}`, and the game has none of that name")
        if value != options[name] or isinstance(value, bool) is not isinstance(options[name], bool):
            raise RecordError(f"the option `{name}` is {value} in the record, and {options[name]} in the game")


def _beginning(game: Game, record: Mapping[str, Any]) -> State:
    deals = [Deal.from_json(deal) for deal in record.get("deals", [])]
    return game.start(record["seed"], dealer=record["dealer"], deals=deals)


def _moved(state: State, entry: Any, at: int) -> State:  # noqa: ANN401 - see `entry_of`
    text = entry["time"] if isinstance(entry, dict) else entry[1]
    try:
        return state.run_out(text, entry.get("seat")) if isinstance(entry, dict) else state.apply(text, entry[0])
    except GameError as refused:
        number_of_it = state.moves_made + 1
        raise RecordError(f"move {number_of_it} of the record, {text}, is refused: {refused}", at) from refused


def _take_back(states: list[State], moves: int, at: int) -> None:
    if moves >= len(states):
        message = f"the record takes {moves} moves back where there are {len(states) - 1}"
        raise RecordError(message, at)
    del states[-moves:]


def _hold_against(entry: Mapping[str, Any], state: State, owed: list[ScoreSheet], at: int) -> None:
    """Compare what a record says besides the moves with the game."""
    match entry.get("event"):
        case "score":
            sheet = owed.pop(0).to_json() if owed else None
            if sheet is None:
                raise RecordError(f"there is a score sheet after move {state.moves_made}, and no deal ends there", at)
            if sheet != dict(entry):
                raise RecordError(_unlike(sheet, entry), at)
        case "end":
            told = (entry["winners"], entry["ended_by"], entry["scores"])
            true = (list(state.winners), state.ended_by, [number(score) for score in state.scores])
            if not state.over:
                raise RecordError(f"the record ends after move {state.moves_made}, and the game goes on there", at)
            if told != true:
                raise RecordError(f"the game ends with {true[2]} by `{true[1]}`, and the record says otherwise", at)
        case _:
            return


def _unlike(sheet: Mapping[str, Any], told: Mapping[str, Any]) -> str:
    """Say where a score sheet differs from the record's."""
    if sheet["deal"] != told["deal"]:
        return f"the score sheet of deal {sheet['deal']} is due, and the record has that of deal {told['deal']}"
    for side, other in zip(sheet["sides"], told["sides"], strict=False):
        for key in ("side", "points", "score", "tallies"):
            if side[key] != other[key]:
                return f"deal {sheet['deal']}, side {side['side']}: {key} {side[key]}, and the record says {other[key]}"
        for line, line_told in zip(side["lines"], other["lines"], strict=False):
            if line != line_told:
                return (
                    f"deal {sheet['deal']}, side {side['side']}: {_line(line)}, and the record says {_line(line_told)}"
                )
    return f"the score sheet of deal {sheet['deal']} has other lines than the record says"


def _line(line: Mapping[str, Any]) -> str:
    whose = f" of seat {line['seat']}" if "seat" in line else ""
    return f"`{line['rule']}`{whose} {line['points']}"
