"""The command `save`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from spadesdsl.session.frame import kept_lines

if TYPE_CHECKING:
    from spadesdsl.engine.turns import Turn
    from spadesdsl.session.session import Session


def save(session: Session, rest: str, turn: Turn | None) -> bool:
    """Say where the game is kept; with a name, write a copy there."""
    del turn
    log = session.log
    if log is None:
        session.say(["This game is not kept. `--record FILE` keeps one from its beginning."])
    elif log.path is None:
        session.say(["Nothing has been chosen yet that could be kept."])
    elif not rest:
        session.say(["Every move is on the disk as soon as it is made.", *kept_lines(log)])
    else:
        path = Path(rest).expanduser()
        trouble = log.copy_to(path)
        session.say([f"A copy of the game up to here is in {path}" if trouble is None else f"{trouble}."])
    return False
