"""What the Tab key offers at a prompt of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadesdsl.session import commands

if TYPE_CHECKING:
    from collections.abc import Iterable

    from spadesdsl.engine.turns import Turn
    from spadesdsl.session.session import Session


def completions(session: Session, turn: Turn | None, typed: str) -> list[str]:
    """Return the completions of a line; none gives away what the person may not know.

    Args:
        session: the session.
        turn: the question; None between turns.
        typed: the line up to the cursor.
    """
    word, space, rest = typed.lstrip().partition(" ")
    command = commands.find(word) if space else None
    if command is not None:
        return [f"{word} {one}" for one in _starting(command.completes(session, turn), rest)]
    moves = [] if session.seat is None else [*(() if turn is None else turn.moves), *session.offers()]
    words = [name for name, one in commands.COMMANDS.items() if one.is_public or session.seat is not None]
    return _starting([*moves, *words], typed.lstrip())


def _starting(candidates: Iterable[str], start: str) -> list[str]:
    wanted = start.casefold()
    return [one for one in dict.fromkeys(candidates) if one.casefold().startswith(wanted)]
