"""`spadesdsl list`: the games that come with the program, then the packs that change them."""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from typing import TYPE_CHECKING, Final

from spadesdsl.cli.exits import Exit
from spadesdsl.frozen import dataclass
from spadesdsl.words import WIDTH, count, folded

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from spadesdsl.cli.calls import List
    from spadesdsl.cli.console import Console

_HEAD: Final = re.compile(
    r'^(?P<kind>variant|pack) (?P<name>\w+) "(?P<title>(?:[^"\\]|\\.)*)"(?: (?P<how>extends|for) (?P<parent>\w+))?',
    re.MULTILINE,
)
_SAYS: Final = re.compile(r'^  (?P<key>about|source) "(?P<text>(?:[^"\\]|\\.)*)"', re.MULTILINE)
_GAME = "game"
_PACK = "pack"


@dataclass(frozen=True, slots=True)
class Item:
    """A game or a pack, from the head of its file."""

    name: str
    kind: str
    """`game` or `pack`."""
    title: str
    parent: str
    """What it extends, or is for; empty for a game without a parent."""
    about: str
    source: str
    file: str

    @property
    def line(self) -> str:
        """Return its line in the list."""
        return f"{self.title}. {self.about}" if self.about else self.title


def items() -> tuple[Item, ...]:
    """Return all games and packs of the program, by name.

    This reads only the heads (a test compares them with the parser), because parsing all files would take seconds.
    """
    from spadesdsl.resources import variant_names, variant_text

    found = [variant_text(name) for name in variant_names()]
    return tuple(item for text in found if text is not None and (item := read_item(*text)) is not None)


def read_item(file: str, text: str) -> Item | None:
    """Read the head of a file; None without one."""
    head = _HEAD.search(text)
    if head is None:
        return None
    says = {said["key"]: _plain(said["text"]) for said in reversed(list(_SAYS.finditer(text, head.end())))}
    kind = _PACK if head["kind"] == "pack" else _GAME
    title, parent = _plain(head["title"]), head["parent"] or ""
    return Item(head["name"], kind, title, parent, says.get("about", ""), says.get("source", ""), file)


def _plain(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text)


def list_all(console: Console, call: List) -> int:
    """List games and packs, all or those that mention the words."""
    listed = [item for item in items() if _holds(item, call.words)]
    if call.form == "json":
        console.say(json.dumps([asdict(item) for item in listed], indent=2, ensure_ascii=False))
        return Exit.FINE if listed else Exit.FOUND
    if not listed:
        console.remark(
            f"No game or pack that comes with the program mentions {' and '.join(f'`{word}`' for word in call.words)}."
        )
        return Exit.FOUND
    games = [item for item in listed if item.kind == _GAME]
    packs = [item for item in listed if item.kind == _PACK]
    lines: list[str] = []
    if games:
        lines += [f"{count(len(games), 'game')}; `spadesdsl play NAME` plays one", *_lines(games, call)]
    if packs:
        lines += [""] if games else []
        head = f"{count(len(packs), 'pack')}: `include NAME` in a file adds one; `spadesdsl play NAME` plays one"
        lines += [head, *_lines(packs, call)]
    console.say("\n".join(lines))
    return Exit.FINE


def _holds(item: Item, words: Sequence[str]) -> bool:
    text = " ".join((item.name, item.title, item.about, item.source, item.parent)).lower()
    return all(word.lower() in text for word in words)


def _lines(items: Iterable[Item], call: List) -> list[str]:
    listed = list(items)
    room = max(len(item.name) for item in listed) + 4
    if not call.is_long:
        return [_short(item, room) for item in listed]
    return [line for item in listed for line in _long(item)]


def _short(item: Item, room: int) -> str:
    """Write an item on one line, cut after a word if it is too long."""
    head = f"  {item.name}".ljust(room)
    says = folded(item.line, WIDTH - room)
    return head + (says[0] if len(says) == 1 else folded(item.line, WIDTH - room - 4)[0] + " ...")


def _long(item: Item) -> list[str]:
    """Write everything in the head of a file."""
    built = {"": "", _GAME: f" (extends {item.parent})", _PACK: f" (for {item.parent})"}[
        item.kind if item.parent else ""
    ]
    lines = folded(f"{item.name}  {item.title}{built}", WIDTH, "  ", "      ")
    lines += folded(item.about, WIDTH, "      ", "      ") if item.about else []
    return lines + (folded(f"from {item.source}", WIDTH, "      ", "      ") if item.source else [])
