"""The player's own folder of games, and the last unfinished one in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadesdsl.engine.record import goes_on
from spadesdsl.frozen import dataclass
from spadesdsl.journal.layout import flow
from spadesdsl.journal.reading import Record, read_record
from spadesdsl.journal.writing import SUFFIX
from spadesdsl.storage import games_folder

if TYPE_CHECKING:
    from pathlib import Path

_TAIL = 65_536
"""How many bytes at the end of a record are searched for its last line."""
_ENDED = f"- {flow({'event': 'end'})[:-1]}".encode()


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A game that can go on."""

    path: Path
    variant: str
    title: str
    begun: str
    """When: `2026-05-01T19:30:00Z`."""
    moves: int
    """How many moves it has."""


def last_unfinished() -> Unfinished | None:
    """Return the game in the player's folder that was last played and is not over."""
    folder = games_folder()
    if folder is None:
        return None
    for path in sorted(folder.glob(f"*{SUFFIX}"), key=_when, reverse=True):
        if is_over(path):
            continue
        record = read_record(path)
        if isinstance(record, Record):
            moves = sum(goes_on(entry) for entry in record.entries)
            back = sum(entry.get("undo", 0) for entry in record.entries if isinstance(entry, dict))
            title = str(record.document.get("title", record.variant))
            return Unfinished(path, record.variant, title, record.begun, moves - back)
    return None


def _when(path: Path) -> tuple[int, str]:
    try:
        return path.stat().st_mtime_ns, path.name
    except OSError:
        return 0, path.name


def is_over(path: Path) -> bool:
    """Tell whether the last whole line of a record is the end of its game."""
    try:
        with path.open("rb") as file:
            size = file.seek(0, 2)
            file.seek(max(0, size - _TAIL))
            lines = file.read().splitlines()
    except OSError:
        return True
    last = next((line for line in reversed(lines) if not line.startswith(b'- {"resumed"')), b"")
    return last.startswith(_ENDED)
