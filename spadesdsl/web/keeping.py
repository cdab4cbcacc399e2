"""Tables on the disk: who sits where, by which rules, and the record of the game. Nothing is acknowledged before."""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from spadesdsl.engine.game import State
from spadesdsl.journal import Journal, Resumed, RuleText, Trouble, begin, load_rules, resume, rules_of
from spadesdsl.loader import Loaded
from spadesdsl.storage import last_written, write_whole
from spadesdsl.web.table import Person, Refused, Table

FORMAT: Final = 1
_ID: Final = re.compile(r"[a-z0-9]{12}\Z")


def table_ids(folder: Path) -> list[str]:
    """Return the tables of a folder, the last used first."""
    found = [path for path in folder.glob("*.json") if bool(_ID.match(path.stem))]
    return [path.stem for path in sorted(found, key=last_written, reverse=True)]


def rules_told(loaded: Loaded) -> dict[str, Any]:
    """Write rules with all their texts, and what was set from outside."""
    texts = [{"file": one.file, "text": one.text, "bundled": one.is_bundled} for one in rules_of(loaded)]
    return {"set": dict(loaded.settings), "rules": texts}


def rules_kept(folder: Path, name: str) -> dict[str, Any]:
    """Return the rules of a table in the same form, without loading it; nothing if they cannot be read."""
    with contextlib.suppress(OSError, ValueError, LookupError, TypeError):
        document = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
        return {key: document[key] for key in ("set", "rules")}
    return {}


def write_table(folder: Path, table: Table) -> None:
    """Write who sits at a table, complete or not at all; if the disk refuses, raise `OSError`."""
    document = {
        "format": FORMAT,
        "game": table.number,
        "bots": table.bots,
        "people": _written(table.people.items()),
        "coming": _written(table.coming.items()),
        **rules_told(table.loaded),
    }
    write_whole(folder / f"{table.id}.json", json.dumps(document, ensure_ascii=False).encode())


def _written(people: Iterable[tuple[int, Person]]) -> list[dict[str, Any]]:
    return [{"seat": seat, "name": one.name, "key": one.digest, "away": one.is_away} for seat, one in people]


def _read(people: Iterable[dict[str, Any]]) -> dict[int, Person]:
    return {int(one["seat"]): Person(str(one["name"]), str(one["key"]), bool(one["away"])) for one in people}


def _record_path(folder: Path, table: str, game: int) -> Path:
    return folder / f"{table}.{game}.yaml"


def begin_game(folder: Path, table: Table, first: State) -> Journal:
    """Write the beginning of the table's next game."""
    path = _record_path(folder, table.id, table.number + 1)
    path.unlink(missing_ok=True)  # of a game that was never acknowledged
    begun = begin(table.loaded, first, table.sitters, path)
    if isinstance(begun, Trouble):
        raise Refused(f"The game cannot be saved, so it does not begin: {begun.message}.")
    return begun


def read_table(folder: Path, name: str) -> Table:
    """Return a table as it was left."""
    try:
        document = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
        return _table(folder, name, document)
    except FileNotFoundError:
        raise Refused("There is no such table here.") from None
    except (OSError, ValueError, LookupError, TypeError):
        raise Refused("The saved table cannot be read.") from None


def _table(folder: Path, name: str, document: dict[str, Any]) -> Table:
    number = int(document["game"])
    game = resume(_record_path(folder, name, number)) if number else None
    if isinstance(game, Trouble):
        raise Refused(f"The game of this table cannot go on: {game.message}.")
    if isinstance(game, Resumed):
        loaded = game.loaded
    else:
        texts = [RuleText(one["file"], one["text"], one["bundled"]) for one in document["rules"]]
        loaded = load_rules(texts, document["set"])
    if loaded.game is None:
        raise Refused("The rules of this table cannot be loaded.")
    table = Table(name, loaded, str(document["bots"]), number, _read(document["people"]), _read(document["coming"]))
    if isinstance(game, Resumed):
        coming, table.coming = table.coming, {}
        table.journal, table.begun, table.spent = game.journal, game.record.begun, game.record.spent
        table.take_up(list(game.states))
        table.coming = coming
        table.seat_coming()
    return table
