"""A server in a thread of its own, and guests that speak to it over real sockets."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from spadesdsl import loader
from spadesdsl.web.app import listen, server_of
from spadesdsl.web.house import House

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from spadesdsl.web.room import Room

PATIENCE = 20


class Server:
    """A house that is served."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.socket = listen(0, is_lan=False)
        self.port = self.socket.getsockname()[1]
        self.server = server_of(house)
        self.thread = threading.Thread(target=lambda: asyncio.run(self.server.serve([self.socket])), daemon=True)

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def room(self) -> Room:
        """The first table."""
        return self.house.rooms[self.house.first]

    @property
    def link(self) -> str:
        return f"http://{self.host}/t/{self.house.first}"


@contextmanager
def served(folder: Path, variant: str = "standard", **settings: str) -> Iterator[Server]:
    """Serve tables of a variant, whose bots do not wait."""
    loaded = loader.load(variant, settings)
    assert loaded.game is not None
    house = House(loaded, folder, "random", pace=0)
    house.open_first()
    server = Server(house)
    server.thread.start()
    while not server.server.started:
        time.sleep(0.01)
    try:
        yield server
    finally:
        server.server.should_exit = True
        server.thread.join(PATIENCE)
        assert not server.thread.is_alive(), "the server does not stop"


def call(server: Server, origin: str = "") -> Any:
    """Return a connection, to use in a `with`."""
    return connect(f"ws://{server.host}/ws", origin=origin or f"http://{server.host}", max_size=None, close_timeout=0.2)  # type: ignore[arg-type]  # any text


class Guest:
    """One connection, with everything that it was sent."""

    def __init__(self, server: Server, key: str = "", table: str = "", *, origin: str = "", **more: Any) -> None:
        self.open = ExitStack()
        self.socket = self.open.enter_context(call(server, origin))
        self.sent: list[str] = []
        self.number = 0
        self.now: dict[str, Any] = {}
        self.lines: list[str] = []
        self.epoch = ""
        self.last = 0
        self.socket.send(json.dumps({"do": "enter", **({"key": key} if key else {}), "table": table, **more}))
        self.welcome = self.until(lambda told: told["is"] == "welcome")
        self.key = self.welcome["key"]
        self.until(lambda told: told["is"] == "table")

    def hear(self) -> dict[str, Any]:
        """Read the next message."""
        text = self.socket.recv(timeout=PATIENCE)
        assert isinstance(text, str)
        self.sent.append(text)
        told: dict[str, Any] = json.loads(text)
        if told["is"] == "table":
            self.now = told
        elif told["is"] == "news":
            self.lines = ([] if told["fresh"] else self.lines) + [line["say"] for line in told["lines"]]
            self.epoch, self.last = told["epoch"], told["lines"][-1]["n"]
        return told

    def until(self, found: Any) -> dict[str, Any]:
        """Read until a message fits."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            told = self.hear()
            if found(told):
                return told
        raise AssertionError("it was never sent")

    def ask(self, what: str, **more: Any) -> dict[str, Any]:
        """Ask for something, and return the answer."""
        self.number += 1
        self.socket.send(json.dumps({"do": what, "id": self.number, **more}))
        return self.until(lambda told: told.get("id") == self.number)

    def done(self, what: str, **more: Any) -> dict[str, Any]:
        """Ask for something that is done."""
        told = self.ask(what, **more)
        assert told["is"] == "done", told
        return told

    def refused(self, what: str, **more: Any) -> str:
        """Ask for something that is refused, and return why."""
        told = self.ask(what, **more)
        assert told["is"] == "refused", told
        return str(told["why"])

    def sit(self, seat: int, name: str) -> Guest:
        """Take a seat."""
        self.done("sit", seat=seat, name=name)
        self.see(lambda: self.now["you"] == seat)
        return self

    def see(self, holds: Any) -> None:
        """Read until the table is as wanted."""
        if self.now and holds():
            return
        self.until(lambda told: told["is"] == "table" and holds())

    def wait_for_turn(self) -> None:
        """Read until this seat has to choose, or the game is over."""
        self.see(lambda: self.now["stage"] == "over" or self.now.get("turn"))

    def move(self, at: int = 0) -> str:
        """Make a move, by its place in the list; return it."""
        moves = self.now["turn"]["moves"]
        move = str(moves[at % len(moves)])
        version = self.done("move", move=move, version=self.now["version"])["version"]
        self.see(lambda: self.now["version"] >= version)
        return move

    def wait_for(self, seat: int) -> None:
        """Make moves until another seat has to choose."""
        while seat not in self.now["due"]:
            if self.now.get("turn"):
                self.move()
            else:
                self.hear()

    def close(self) -> None:
        self.open.close()


def play_to_the_end(guests: list[Guest], most: int = 4000) -> int:
    """Let all guests, who have every seat, play until the game is over; return how many moves they made."""
    for guest in guests:
        guest.see(lambda guest=guest: guest.now["stage"] == "play")
    for moves in range(most):
        newest = max(guest.now["version"] for guest in guests)
        for guest in guests:
            guest.see(lambda guest=guest, newest=newest: guest.now["version"] >= newest)
        acting = next((one for one in guests if one.now.get("turn")), None)
        if acting is None:
            assert guests[0].now["stage"] == "over"
            return moves
        acting.move(moves * 7)
    raise AssertionError("the game does not end")


__all__ = ["ConnectionClosed", "Guest", "Server", "play_to_the_end", "served"]
