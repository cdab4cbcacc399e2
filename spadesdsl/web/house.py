"""All tables of one server, which it finds again in its folder however it ended."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from secrets import token_hex
from typing import Final

from spadesdsl.frozen import Changing, field
from spadesdsl.loader import Loaded
from spadesdsl.session.wall_clock import WallClock
from spadesdsl.web.frames import Bucket
from spadesdsl.web.keeping import read_table, rules_kept, rules_told, table_ids, write_table
from spadesdsl.web.room import Room
from spadesdsl.web.table import Refused, Table, new_id
from spadesdsl.words import reason_of

MOST_TABLES: Final = 1000
"""A server keeps no more."""
_SHOWN: Final = 5
"""Tables that a server names when it starts."""


class House(Changing, eq=False):
    """The tables of a server."""

    loaded: Loaded
    """The rules of a new table."""
    folder: Path
    bots: str = "steady"
    pace: float = 1.0
    kept: dict[str, None] = field(default_factory=dict)
    """The names of all tables, as their links have them."""
    rooms: dict[str, Room] = field(default_factory=dict)
    """The tables to which somebody has come since the server was started."""
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
        """Find the tables of the folder, or open one; return the names of the last ones with these rules."""
        self.kept = dict.fromkeys(table_ids(self.folder)[:MOST_TABLES])
        rules = rules_told(self.loaded)
        same = (name for name in self.kept if rules_kept(self.folder, name) == rules)
        found = list(islice(same, _SHOWN)) or [self.open()]
        self.first = found[0]
        return found

    def open(self) -> str:
        """Open a new table and return its name; if it cannot be written, raise `OSError`."""
        table = Table(new_id(), self.loaded, self.bots)
        write_table(self.folder, table)
        self._enter(table)
        return table.id

    def open_for_guest(self) -> str:
        """Open a table that a stranger asks for."""
        if len(self.kept) >= MOST_TABLES or not self._opening.take():
            raise Refused("There are too many new tables. Try again in a minute.")
        try:
            return self.open()
        except OSError as problem:
            raise Refused(f"Tables cannot be saved: {reason_of(problem)}.") from None

    async def find(self, name: str) -> Room:
        """Return a table by its name, the first one for an empty name. A table goes on when somebody comes to it.

        Raises:
            Refused: there is none, or its game cannot go on.
        """
        name = name or self.first
        if name not in self.kept:
            raise Refused("There is no such table here. Ask for a new link.")
        async with self._loading:
            if name not in self.rooms:
                self._enter(await asyncio.to_thread(read_table, self.folder, name))
        return self.rooms[name]

    def _enter(self, table: Table) -> Room:
        clock = WallClock.of(table.spent, table.begun)
        room = Room(table, self.folder, self._thinking, self._writing, self.epoch, self.pace, clock=clock)
        self.rooms[table.id] = room
        self.kept[table.id] = None
        return room

    async def close(self) -> None:
        """Stop all tables."""
        for room in self.rooms.values():
            await room.close()
        self._thinking.shutdown(wait=False, cancel_futures=True)
        self._writing.shutdown(wait=True)
