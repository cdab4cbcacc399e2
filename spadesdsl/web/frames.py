"""What strangers send: the form of each frame, what it does at a table, and how many a second are read."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

from spadesdsl.documents import DocumentError, read_json
from spadesdsl.frozen import Changing
from spadesdsl.web.room import Room, Watcher
from spadesdsl.web.seen import history
from spadesdsl.web.table import Refused

MAX_BYTES: Final = 4096
"""Of a frame. The longest that a page sends has a move and a name."""
KINDS: Final[dict[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "enter": ((), ("table", "key", "since", "epoch")),
    "open": ((), ()),
    "sit": (("seat", "name"), ()),
    "leave": ((), ()),
    "begin": ((), ()),
    "move": (("move", "version"), ()),
    "why": (("move",), ()),
    "hint": ((), ()),
    "history": ((), ()),
    "undo": ((), ()),
    "agree": (("yes",), ()),
    "stand_in": (("seat",), ()),
}
"""The keys of each kind of frame beside `do` and `id`: needed, and optional."""
COSTS: Final = {"hint": 5.0, "open": 10.0, "sit": 3.0, "enter": 3.0}
"""What a frame costs that makes more work than others."""
_TEXTS: Final = {"table": 200, "key": 64, "name": 60, "move": 200, "epoch": 16}
"""The longest text of a key."""
_NUMBERS: Final = ("seat", "since", "version", "id")


def read_frame(text: str) -> Mapping[str, Any]:
    """Read a frame and check its form."""
    try:
        frame = read_json(text)
    except DocumentError as problem:
        raise Refused(f"A frame is JSON: {problem}.") from None
    if not isinstance(frame, dict):
        raise Refused("A frame is an object with the key `do`.")
    try:
        "".join([*frame, *(value for value in frame.values() if isinstance(value, str))]).encode()
    except UnicodeEncodeError:
        raise Refused("A text of a frame has half a letter.") from None
    if "do" not in frame:
        raise Refused("`do` is missing.")
    kind = frame["do"]
    if not isinstance(kind, str) or kind not in KINDS:
        raise Refused("`do` is not a word that the table knows.")
    needed, optional = KINDS[kind]
    for key, value in frame.items():
        if key not in ("do", "id", *needed, *optional):
            raise Refused(f"`{kind}` has no key `{key[:40]}`.")
        if key != "do":
            _check(key, value)
    missing = [key for key in needed if key not in frame]
    if missing:
        raise Refused(f"`{missing[0]}` is missing.")
    return frame


def _check(key: str, value: object) -> None:
    if key in _TEXTS:
        if not isinstance(value, str) or len(value) > _TEXTS[key]:
            raise Refused(f"`{key}` must be a text of at most {_TEXTS[key]} letters.")
    elif key in _NUMBERS:
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 1 << 53:
            raise Refused(f"`{key}` must be a whole number, 0 or more.")
    elif not isinstance(value, bool):
        raise Refused(f"`{key}` must be true or false.")


async def answer(watcher: Watcher, text: str, act: Callable[[Mapping[str, Any]], Awaitable[Mapping[str, Any]]]) -> None:
    """Read a frame, act on it, and tell who sent it what came of it."""
    number = None
    try:
        frame = read_frame(text)
        number = frame.get("id")
        watcher.tell({"is": "done", "id": number} | dict(await act(frame)))
    except Refused as problem:
        watcher.tell({"is": "refused", "id": number, "why": str(problem)})


async def do(room: Room, watcher: Watcher, frame: Mapping[str, Any]) -> Mapping[str, Any]:
    """Do what a frame asks for at a table, and return what the answer says besides."""
    match frame["do"]:
        case "sit":
            await room.sit(watcher, frame["seat"], frame["name"])
        case "leave":
            await room.leave(watcher)
        case "begin":
            await room.begin(watcher)
        case "move":
            return await room.move(watcher, frame["move"], frame["version"])
        case "why":
            return room.why(watcher, frame["move"])
        case "hint":
            return await room.hint(watcher)
        case "history":
            return history(room.table)
        case "undo":
            await room.undo(watcher)
        case "agree":
            await room.agree(watcher, is_yes=frame["yes"])
        case "stand_in":
            await room.stand_in(watcher, frame["seat"])
        case _:
            raise Refused("You are at a table already.")
    return {}


class Bucket(Changing):
    """How much somebody may ask for: it fills with time, and each frame takes from it."""

    most: float = 30
    a_second: float = 10
    now: Callable[[], float] = time.monotonic
    left: float = 30
    _at: float = 0

    def take(self, cost: float = 1) -> bool:
        """Take from it; tell whether there was enough."""
        now = self.now()
        self.left = min(self.most, self.left + (now - (self._at or now)) * self.a_second)
        self._at = now
        if self.left < cost:
            return False
        self.left -= cost
        return True
