"""Deals that were written out by hand, played move by move."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spadesdsl import State


def follow(state: State, script: str) -> State:
    """Make moves that are written in a row: `South 3S, North 2H`; each has to be due and legal."""
    for written in script.replace("\n", " ").split(","):
        seat, move = written.split(maxsplit=1)
        state = state.apply(move.strip(), state.game.seats.index(seat))
    return state


def legal(state: State) -> set[str]:
    """Return the moves of whose turn it is."""
    (turn,) = state.turns
    return set(turn.moves)


def words(text: str) -> set[str]:
    """Return the words of a text."""
    return set(text.split())


def points(state: State) -> dict[str, dict[str, int]]:
    """Return the lines of the sheet of the deal that is just over, by side and line."""
    (sheet,) = state.sheets
    return {
        state.game.side_names[side.side]: {
            line.rule.key.removeprefix("scoring."): int(line.points) for line in side.lines
        }
        for side in sheet.sides
    }
