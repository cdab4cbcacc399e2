"""`spadesdsl referee`: the protocol on the standard input and output."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadesdsl.cli.console import Exit
from spadesdsl.cli.loading import game_of

if TYPE_CHECKING:
    from spadesdsl.cli.commands import Referee
    from spadesdsl.cli.console import Console


def run(console: Console, call: Referee) -> int:
    """Serve one program until it quits or goes away."""
    from spadesdsl.referee import serve

    loaded = game_of(console, call.name, call.settings)
    if console.source is not None and console.out is not None:
        serve(loaded[0], console.source, console.out)
    return Exit.FINE
