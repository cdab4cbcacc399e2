"""`spadesdsl list`: the games that come with the program, then the packs that change them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict

from spadesdsl import storage
from spadesdsl.cli.cache import program
from spadesdsl.cli.commands import List
from spadesdsl.cli.console import Console, Exit, Stop
from spadesdsl.diagnostics import did_you_mean
from spadesdsl.frozen import Frozen
from spadesdsl.resources import variant_names, variant_text
from spadesdsl.source import Source
from spadesdsl.words import WIDTH, capital, count, folded

_GAME = "game"
_PACK = "pack"
_FEWEST = 16
"""Columns that a few words about a game need."""


class Item(Frozen):
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
    """Return all games and packs of the program, by name; they are cached, because parsing takes a second."""
    key = f"catalogue-{program()[:40]}.json"
    known = storage.kept(key) if storage.keeps_findings() else None
    if known is not None:
        try:
            return tuple(Item(**one) for one in json.loads(known))
        except (ValueError, TypeError):
            pass  # this is not ours: make it again
    texts = (variant_text(name) for name in variant_names())
    found = tuple(item for text in texts if text is not None and (item := read_item(Source(*text))) is not None)
    if storage.keeps_findings():
        storage.keep(key, json.dumps([asdict(item) for item in found]).encode())
    return found


def read_item(source: Source) -> Item | None:
    """Read a file; None if it is wrong."""
    from spadesdsl.check.resolved import source_of
    from spadesdsl.syntax.parser import read

    if (document := read(source).document) is None:
        return None
    kind = _PACK if document.kind == "pack" else _GAME
    parent = document.extends or document.pack_for or ""
    return Item(
        document.name, kind, document.title or "", parent, document.about or "", source_of(document), source.name
    )


def run(console: Console, call: List) -> int:
    """List games and packs, all or those that mention the words."""
    known = items()
    listed = [item for item in known if _holds(item, call.words)]
    if call.form == "json":
        console.data([asdict(item) for item in listed])
        return Exit.FINE if listed else Exit.FOUND
    if not listed:
        words = " and ".join(f"`{word}`" for word in call.words)
        near = did_you_mean(" ".join(call.words), [item.name for item in known])
        message = f"No game or pack that comes with the program mentions {words}."
        raise Stop(Exit.FOUND, f"{message} {capital(near)}".strip())
    games = [item for item in listed if item.kind == _GAME]
    packs = [item for item in listed if item.kind == _PACK]
    lines: list[str] = []
    width = min(WIDTH, console.width)
    if games:
        head = f"{count(len(games), 'game')}; `spadesdsl play NAME` plays one"
        lines += [*folded(head, width), *_lines(games, call, width)]
    if packs:
        lines += [""] if games else []
        head = f"{count(len(packs), 'pack')}: `include NAME` in a file adds one; `spadesdsl play NAME` plays one"
        lines += [*folded(head, width), *_lines(packs, call, width)]
    console.say(*lines)
    return Exit.FINE


def _holds(item: Item, words: Sequence[str]) -> bool:
    text = " ".join((item.name, item.title, item.about, item.source, item.parent)).lower()
    return all(word.lower() in text for word in words)


def _lines(items: Iterable[Item], call: List, width: int) -> list[str]:
    listed = list(items)
    room = max(len(item.name) for item in listed) + 4
    if not call.is_long:
        return [_short(item, room, width - room) for item in listed]
    return [line for item in listed for line in _long(item, width)]


def _short(item: Item, room: int, width: int) -> str:
    """Write an item on one line, cut after a word if it is too long; only its name, where there is no room for more."""
    head = f"  {item.name}".ljust(room)
    if width < _FEWEST:
        return head.rstrip()
    says = folded(item.line, width)
    return head + (says[0] if len(says) == 1 else folded(item.line, width - 4)[0] + " ...")


def _long(item: Item, width: int) -> list[str]:
    """Write everything in the head of a file."""
    built = {"": "", _GAME: f" (extends {item.parent})", _PACK: f" (for {item.parent})"}[
        item.kind if item.parent else ""
    ]
    lines = folded(f"{item.name}  {item.title}{built}", width, "  ", "      ")
    lines += folded(item.about, width, "      ", "      ") if item.about else []
    return lines + (folded(f"from {item.source}", width, "      ", "      ") if item.source else [])
