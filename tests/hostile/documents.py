"""Documents that somebody has tampered with: one that is right, changed at one place after the other."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

DEEP: Any = []
for _ in range(30):
    DEEP = [DEEP]
EVIL: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2, 63, 64, 10**9, 10**30, -(10**99), 1.5, -0.25, 1e300, "", " ", "evil", "-1", "1.5",
    "AS", "nil", "look", "wait", "no", "person", "\x1b[31m", "\ud800", "x" * 300, "9" * 90, [], {}, [[]], [0, "3"],
    DEEP, {"seat": 0}, {"by_side": [1, 2]}, {"evil": {"evil": [1]}}, [None] * 20, ["AS"] * 60, {"0": ["AS"]},
)  # fmt: skip
KEYS = ("evil", "seat", "by", "0", "-1", "with", "event", "undo", "time", "set", "deal", "move", "for", "since")


def paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """List the places of a document."""
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield from paths(inner, (*path, key))


def tampered(document: Any, rng: random.Random) -> Iterator[Any]:
    """Yield one document after the other, each changed at one place, for ever; long lists seldom in the middle."""
    places = [path for path in paths(document) if not any(isinstance(key, int) and key > 6 for key in path)]
    while True:
        found = copy.deepcopy(document)
        for _ in range(rng.choice((1, 1, 1, 2, 4))):
            found = _changed(found, rng.choice(places), rng)
        yield found


def _changed(document: Any, path: tuple[Any, ...], rng: random.Random) -> Any:
    if not path:
        return copy.deepcopy(rng.choice(EVIL)) if rng.random() < 0.05 else document
    holder = document
    for key in path[:-1]:
        try:
            holder = holder[key]
        except (KeyError, IndexError, TypeError):
            return document
    key, evil = path[-1], copy.deepcopy(rng.choice(EVIL))
    if isinstance(holder, list) and not (isinstance(key, int) and key < len(holder)):
        return document
    match holder, rng.randrange(6):
        case dict(), 0:
            holder.pop(key, None)
        case dict(), 1:
            holder[rng.choice(KEYS)] = evil
        case list(), 0:
            del holder[key]
        case list(), 1:
            holder.insert(key, evil)
        case list(), 2 if holder:
            holder.append(copy.deepcopy(rng.choice(holder)))
        case dict(), _:
            holder[key] = evil
        case list(), _:
            holder[key] = evil
        case _:
            pass
    return document
