"""The record of a game in progress, from the first choice of a person, or in the file of `--record`."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from spadesdsl.frozen import dataclass
from spadesdsl.journal import Trouble, begin

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

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

    def copy_to(self, path: Path) -> Trouble | None:
        """Save a copy under another name; return what is wrong if that fails."""
        return None if self.journal is None else self.journal.copy_to(path)

    def close(self) -> None:
        """Release the record for others."""
        if self.journal is not None:
            self.journal.close()
