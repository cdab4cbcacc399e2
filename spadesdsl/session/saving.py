"""The command `save`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from spadesdsl.session.frame import kept_lines

if TYPE_CHECKING:
    from spadesdsl.engine.turns import Turn
    from spadesdsl.session.session import Session


def save(session: Session, rest: str, turn: Turn | None) -> bool:
    """Say where the game is saved; with a name, save a copy there."""
    del turn
    log = session.log
    if log is None:
        session.say(["This game is not saved. To save a game, start it with `--record FILE`."])
    elif log.path is None:
        session.say(["There is nothing to save yet."])
    elif not rest:
        session.say(["Every move is saved as soon as you make it.", *kept_lines(log)])
    else:
        path = Path(rest).expanduser()
        trouble = log.copy_to(path)
        session.say([f"A copy of the game so far is in {path}" if trouble is None else f"{trouble}."])
    return False
