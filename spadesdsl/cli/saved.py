"""The record of a game in progress: it begins with the first choice of a person, and `play --resume` continues it."""

from __future__ import annotations

import shlex
from datetime import datetime
from typing import TYPE_CHECKING

from spadesdsl.cli.commands import BOTS
from spadesdsl.cli.console import Exit, Stop
from spadesdsl.cli.games import path_of
from spadesdsl.cli.play import Party, sit_down
from spadesdsl.frozen import dataclass
from spadesdsl.journal import Kept, Trouble, begin, last_unfinished
from spadesdsl.journal import resume as take_up
from spadesdsl.words import and_list, count, folded

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from spadesdsl.cli.commands import Play
    from spadesdsl.cli.console import Console
    from spadesdsl.engine.game import State
    from spadesdsl.journal import Journal, Sitter
    from spadesdsl.loader import Loaded


@dataclass(slots=True)
class Keeper:
    """Saves a game in the player's own folder as soon as there is something to save."""

    loaded: Loaded
    sitters: Sequence[Sitter]
    journal: Journal | None = None
    is_last: bool = True
    """Whether it is in the player's own folder, so that `--resume` finds it without a name."""

    @property
    def path(self) -> Path | None:
        """Return where the game is saved; None before the first move is."""
        return None if self.journal is None else self.journal.path

    @property
    def again(self) -> str:
        """Return the command that continues the game."""
        path = "" if self.is_last else f" {shlex.quote(str(self.path))}"
        return f"spadesdsl play --resume{path}"

    def append(self, state: State) -> None:
        """Add the last move of a state, or begin with all moves up to it.

        Raises:
            OSError: it cannot be written.
        """
        if self.journal is not None:
            self.journal.append(state)
            return
        begun = begin(self.loaded, state, self.sitters)
        if isinstance(begun, Trouble):
            raise OSError(begun.message)
        self.journal = begun

    def take_back(self, state: State) -> None:
        """Go back to an earlier state.

        Raises:
            OSError: it cannot be written.
        """
        if self.journal is not None:
            self.journal.take_back(state)

    def spend(self, seconds: int) -> None:
        """Note how long the game has been played.

        Raises:
            OSError: it cannot be written.
        """
        if self.journal is not None:
            self.journal.spend(seconds)

    def take_note(self) -> str:
        """Return what the player should know of the file since this was asked last."""
        return "" if self.journal is None else self.journal.take_note()

    def copy_to(self, path: Path) -> Trouble | None:
        """Save a copy under another name; return what is wrong if that fails."""
        return None if self.journal is None else self.journal.copy_to(path)

    def close(self) -> None:
        """Release the record for others."""
        if self.journal is not None:
            self.journal.close()


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
    keeper = Keeper(found.loaded, found.sitters, found.journal, is_last=not call.resume)
    begun, spent = _begun(found.record.begun), found.record.spent
    party = Party(found.game, found.loaded, found.states[0].seed, found.sitters, found.states, spent, begun)
    return sit_down(console, call, party, keeper)


def _begun(stamp: str) -> datetime | None:
    """Return when a game began, in local time; None if its record does not say."""
    try:
        return datetime.fromisoformat(stamp).astimezone()
    except (ValueError, OverflowError):
        return None


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
    if not console.is_live:
        return last.path
    answer = console.ask("Continue it? Enter for yes, n for no. ", lambda typed: [])
    if answer is None or answer.strip().lower().startswith("n"):
        raise Stop(Exit.FINE)
    return last.path


def _about(last: Kept) -> str:
    begun = last.begun.replace("T", ", ").removesuffix("Z")
    return f"The last game: {last.title}, started {begun} UTC, {count(last.moves, 'move')}."
