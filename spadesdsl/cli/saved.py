"""`play --resume`: a saved game goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadesdsl.cli.commands import BOTS
from spadesdsl.cli.console import Exit, Stop
from spadesdsl.cli.games import path_of, when
from spadesdsl.cli.play import Party, sit_down
from spadesdsl.journal import Kept, Trouble, last_unfinished
from spadesdsl.journal import resume as take_up
from spadesdsl.words import and_list, count, folded

if TYPE_CHECKING:
    from pathlib import Path

    from spadesdsl.cli.commands import Play
    from spadesdsl.cli.console import Console


def resume(console: Console, call: Play) -> int:
    """Continue a record: the named one, or the last unfinished game."""
    wrong = _unfit(call)
    if wrong:
        raise Stop(Exit.USAGE, wrong)
    path = path_of(call.resume) if call.resume else _last(console)
    found = take_up(path, BOTS)
    if isinstance(found, Trouble):
        raise Stop(Exit.UNREADABLE if found.is_unreadable else Exit.FOUND, found)
    for note in found.notes:
        console.remark(note)
    party = Party(found.game, found.loaded, found.states[0].seed, found.sitters, found.states, found.record)
    return sit_down(console, call, party, found.journal)


def _unfit(call: Play) -> str:
    """Say which options do not go with `--resume`."""
    given = {"VARIANT": call.name, "--set": call.settings, "--seed": call.seed is not None, "--seat": call.seat,
             "--seats": call.seats, "--hotseat": call.is_hotseat, "--bots": call.bots != BOTS[0],
             "--names": call.names, "--record": call.record, "--from": call.start}  # fmt: skip
    wrong = [f"`{name}`" for name, value in given.items() if value]
    return f"A game continues as it began: leave out {and_list(wrong)} with `--resume`." if wrong else ""


def _last(console: Console) -> Path:
    """Return the record of the last game, if the person wants to continue it."""
    last = last_unfinished()
    if last is None:
        raise Stop(Exit.FOUND, "There is no unfinished game to continue.")
    console.say(*folded(_about(last), console.width), str(last.path))
    if console.is_live and not console.agrees("Continue it? Enter for yes, n for no. ", usually=True):
        raise Stop(Exit.FINE)
    return last.path


def _about(last: Kept) -> str:
    return f"The last game: {last.title}, started {when(last.begun)}, {count(last.moves, 'move')}."
