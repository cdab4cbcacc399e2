"""All tables of one server, which it finds again in its folder however it ended."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from dataclasses import field
from datetime import datetime
from secrets import token_hex
from typing import TYPE_CHECKING, Final

from spadesdsl.frozen import dataclass
from spadesdsl.journal import rules_of
from spadesdsl.session.wall_clock import WallClock
from spadesdsl.web.frames import Bucket
from spadesdsl.web.keeping import is_id, read_table, table_ids, write_table
from spadesdsl.web.room import Room
from spadesdsl.web.table import Refused, Table, new_id

if TYPE_CHECKING:
    from pathlib import Path

    from spadesdsl.loader import Loaded

MOST_TABLES: Final = 1000
"""A server keeps no more."""


@dataclass(slots=True, eq=False)
class House:
    """The tables, by the names that their links have."""

    loaded: Loaded
    """The rules of a new table."""
    folder: Path
    bots: str = "steady"
    pace: float = 1.0
    rooms: dict[str, Room] = field(default_factory=dict)
    first: str = ""
    """The table that the bare address leads to."""
    address: str = ""
    """Under which other machines find this one; empty if only this one can open it."""
    epoch: str = field(default_factory=lambda: token_hex(6))
    _opening: Bucket = field(default_factory=lambda: Bucket(most=20, a_second=1 / 30, left=20))
    _loading: asyncio.Lock = field(default_factory=asyncio.Lock)
    _thinking: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1, "bots"))
    _writing: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(16, "disk"))

    def open_first(self) -> list[str]:
        """Go on with the tables of the folder that have these rules, or open one; return their names.

        Raises:
            OSError: the folder cannot be written.
        """
        texts = [one.text for one in rules_of(self.loaded)]
        found = []
        for name in table_ids(self.folder)[:MOST_TABLES]:
            try:
                table = read_table(self.folder, name)
            except Refused:
                continue
            if [one.text for one in rules_of(table.loaded)] == texts and table.loaded.settings == self.loaded.settings:
                found.append(name)
            self._enter(table)
        self.first = found[0] if found else self.open()
        return found or [self.first]

    def open(self) -> str:
        """Open a new table and return its name.

        Raises:
            OSError: it cannot be written.
        """
        table = Table(new_id(), self.loaded, self.bots)
        write_table(self.folder, table)
        self._enter(table)
        return table.id

    def open_for_guest(self) -> str:
        """Open a table that a stranger asks for."""
        if len(self.rooms) >= MOST_TABLES or not self._opening.take():
            raise Refused("There are too many new tables. Try again in a minute.")
        try:
            return self.open()
        except OSError as problem:
            raise Refused(f"No table can be kept: {(problem.strerror or str(problem)).lower()}.") from None

    def room(self, name: str) -> Room:
        """Return a table by its name; the first one for an empty name.

        Raises:
            Refused: there is none.
        """
        name = name or self.first
        if not is_id(name) or name not in self.rooms:
            raise Refused("There is no such table here. Ask for a new link.")
        return self.rooms[name]

    def _enter(self, table: Table) -> Room:
        try:
            clock = WallClock(table.spent, datetime.fromisoformat(table.begun).astimezone())
        except ValueError:
            clock = WallClock(table.spent)
        room = Room(table, self.folder, self._thinking, self._writing, self.epoch, self.pace, clock=clock)
        self.rooms[table.id] = room
        return room

    async def close(self) -> None:
        """Stop all tables."""
        for room in self.rooms.values():
            await room.close()
        self._thinking.shutdown(wait=False, cancel_futures=True)
        self._writing.shutdown(wait=True)
