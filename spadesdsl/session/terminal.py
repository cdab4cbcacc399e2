"""What a session needs of the world: somewhere to write and read, a record, advice."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from spadesdsl.engine.game import State


class Terminal(Protocol):
    """Where a session is played."""

    @property
    def is_live(self) -> bool:
        """Whether a person sits there; else what is read was piped in."""

    @property
    def width(self) -> int:
        """How many columns it has now."""

    @property
    def has_symbols(self) -> bool:
        """Whether it shows more letters than those of a typewriter."""

    def say(self, text: str = "") -> None:
        """Write a line, or several."""

    def murmur(self, text: str) -> None:
        """Write a few words that go away as soon as anything else is written; nothing where words stay."""

    def ask(self, prompt: str, complete: Callable[[str], list[str]] | None = None) -> str | None:
        """Read a line; None at the end of the input.

        Args:
            prompt: What stands before it.
            complete: Gives the lines that may become of what was typed so far.
        """

    def wipe(self, *, is_plain: bool) -> None:
        """Take away all that can be seen, or scrolled back to, and what was typed.

        Args:
            is_plain: Whether the cursor must not be moved: then it is only pushed out of sight.
        """


class Log(Protocol):
    """A record that is kept move by move. What it was given is on the disk when it returns."""

    @property
    def path(self) -> Path | None:
        """Where it is; None while nothing has been kept."""

    @property
    def again(self) -> str:
        """The command that goes on with it."""

    def append(self, state: State) -> None:
        """Add the last move of a state."""

    def take_back(self, state: State) -> None:
        """Go back to an earlier state."""

    def copy_to(self, path: Path) -> object | None:
        """Write all of it to another place; return what is wrong, as a sentence, if that cannot be."""


class Leaving(Exception):
    """The person leaves the game, or the input has ended; the message says which."""


class Outcome(Enum):
    """How a session ended."""

    DONE = "done"
    """The game is over, or was left as games are left."""
    INTERRUPTED = "interrupted"
    """By Ctrl-C."""
