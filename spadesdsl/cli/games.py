"""`spadesdsl games`: the games that were saved, with the numbers by which other commands know them."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from spadesdsl.cli.console import Console, Exit, Stop
from spadesdsl.journal import Kept, kept_games
from spadesdsl.session.wall_clock import moment_of
from spadesdsl.storage import path_at
from spadesdsl.words import count

if TYPE_CHECKING:
    from pathlib import Path

    from spadesdsl.cli.commands import Games

_DIGITS = 6
"""The most digits in a game's number."""


def run(console: Console, call: Games) -> int:
    """List the saved games, the last played first."""
    found = list(islice(kept_games(), None if call.has_all else call.number))
    for number, game in enumerate(found, 1):
        console.say(_line(number, game))
    if not found:
        console.say("No game is saved yet: `spadesdsl play` saves each one.")
        return Exit.FINE
    console.say("\n`spadesdsl play --resume N` continues game N, `spadesdsl replay N` shows it.")
    return Exit.FINE


def _line(number: int, game: Kept) -> str:
    state = "over" if game.is_over else "not over"
    return f"{number:>4}  {when(game.begun):16}  {game.title[:30]:30}  {count(game.moves, 'move'):>10}, {state}"


def when(stamp: str) -> str:
    """Write when a game was begun, by the clock on the wall."""
    at = moment_of(stamp)
    return "" if at is None else f"{at:%Y-%m-%d %H:%M}"


def path_of(name: str) -> Path:
    """Return the file of a saved game that is given as a file, or by its number in the list."""
    path = path_at(name)
    if not (name.isdecimal() and len(name) <= _DIGITS) or path.exists():
        return path
    found = next(islice(kept_games(), int(name) - 1, None), None) if int(name) else None
    if found is not None:
        return found.path
    raise Stop(Exit.USAGE, f"There is no saved game {name}: `spadesdsl games` lists them.")
