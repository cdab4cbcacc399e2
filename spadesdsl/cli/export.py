"""`spadesdsl export`: a record in the form of other programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadesdsl.cli.console import Exit, Stop
from spadesdsl.cli.loading import write
from spadesdsl.cli.replay import replayed_of

if TYPE_CHECKING:
    from spadesdsl.cli.commands import Export
    from spadesdsl.cli.console import Console


def run(console: Console, call: Export) -> int:
    """Write a record as PBN, to a new file or to the standard output."""
    replayed = replayed_of(console, call.file)
    from spadesdsl.journal import pbn

    text = pbn.to_pbn(replayed)
    if isinstance(text, pbn.Unfit):
        title = replayed.game.title
        raise Stop(Exit.FOUND, f"{title} cannot be written as PBN: {text.message}.")
    if not call.out:
        console.say(text.rstrip("\n"))
        return Exit.FINE
    data = text.replace("\n", "\r\n").encode("iso-8859-1")
    boards = text.count("[Board ")
    return write(console, call.out, data, f"{boards} board{'' if boards == 1 else 's'}")
