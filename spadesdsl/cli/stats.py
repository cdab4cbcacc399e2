"""`spadesdsl games`: the saved games, by number; `spadesdsl stats`: how their people have played, game by game.

What a record adds is kept until the record or the program changes, so a game is played again only once.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any

from spadesdsl import journal, storage
from spadesdsl.cli.cache import program
from spadesdsl.cli.commands import Games, Stats
from spadesdsl.cli.console import Console, Exit
from spadesdsl.engine.events import number, some
from spadesdsl.frozen import Changing, field
from spadesdsl.journal import Replayed
from spadesdsl.journal.reading import LARGEST_BYTES
from spadesdsl.session.wall_clock import when
from spadesdsl.words import columns, count, folded

_HEAD = ("player", "game", "games", "won", "deals", "made", "a deal", "best", "worst")
_KEPT = "stats.json"
_NOBODY_SAID = "you"
"""A person whose name is not in the record."""
_TITLE = 20
"""Letters of a game's title in the table."""


def games(console: Console, call: Games) -> int:
    """List the saved games, the last played first."""
    found = list(islice(journal.kept_games(), None if call.has_all else call.number))
    if call.form == "json":
        told = ({"file": str(one.path), **some(one, "variant title begun moves"), "over": one.is_over} for one in found)
        console.data([{"number": at, **one} for at, one in enumerate(told, 1)], is_one_line=True)
        return Exit.FINE
    for place, game in enumerate(found, 1):
        state = "over" if game.is_over else "not over"
        moves = count(game.moves, "move")
        console.say(f"{place:>4}  {when(game.begun):16}  {game.title[:30]:30}  {moves:>10}, {state}")
    if not found:
        console.say("No game is saved yet: `spadesdsl play` saves each one.")
        return Exit.FINE
    how = "`spadesdsl play --resume N` continues game N, `spadesdsl replay N` shows it."
    console.say("", *folded(how, console.width))
    return Exit.FINE


# ---------------------------------------------------------------- how people have played


class Tallied(Changing):
    """What somebody has done in one game."""

    games: int = 0
    """Those that are over."""
    won: int = 0
    points: list[Fraction] = field(default_factory=list)
    """Of each deal, for the player's side."""
    promised: int = 0
    """Deals with a contract that the sheet compares with tricks."""
    made: int = 0
    is_best_low: bool = False
    """Whether the lowest score wins."""

    def add(self, part: dict[str, Any]) -> None:
        """Count a game."""
        self.games += part["over"]
        self.won += part["won"]
        self.points += map(Fraction, part["points"])
        self.promised += part["promised"]
        self.made += part["made"]
        self.is_best_low = part["best_low"]

    def cells(self) -> tuple[str, ...]:
        """Write it for a row of the table."""
        told = self.to_json()
        made = f"{self.made} of {self.promised}" if self.promised else "-"
        ends = (f"{float(told[name]):g}" if self.points else "-" for name in ("best", "worst"))
        mean = f"{told['mean']:.1f}" if self.points else "-"
        return (str(self.games), str(self.won), str(len(self.points)), made, mean, *ends)

    def to_json(self) -> dict[str, Any]:
        """Write it for programs."""
        deals = len(self.points)
        ends = sorted(self.points, reverse=not self.is_best_low)
        mean, best, worst = (
            (float(sum(ends) / deals), number(ends[0]), number(ends[-1])) if deals else (None, None, None)
        )
        told = {"games": self.games, "won": self.won, "deals": deals, "promised": self.promised, "made": self.made}
        return told | {"mean": mean, "best": best, "worst": worst}


def run(console: Console, call: Stats) -> int:
    """Print a row for each person and game."""
    found: dict[tuple[str, str], Tallied] = {}
    unread = 0
    for parts in _parts():
        unread += parts is None
        for part in parts or ():
            if call.player in ("", part["player"]):
                found.setdefault((part["player"], part["game"]), Tallied()).add(part)
    rows = sorted(found.items())
    if call.form == "json":
        players = [{"player": player, "game": game, **tallied.to_json()} for (player, game), tallied in rows]
        console.data({"players": players, "unread": unread}, is_one_line=True)
        return Exit.FINE
    _show(console, call, [(player, game[:_TITLE], *tallied.cells()) for (player, game), tallied in rows])
    if unread:
        console.remark(f"Left out, because they cannot be replayed: {count(unread, 'record')}.")
    return Exit.FINE


def _show(console: Console, call: Stats, rows: list[tuple[str, ...]]) -> None:
    """Print the table, or say that there is nothing to count."""
    if not rows:
        by = f"`{call.player}` has" if call.player else "Nobody has"
        told = f"{by} played {'no' if call.player else 'a'} deal to its end in the saved games."
        more = "`spadesdsl play` saves each game, and `--names` says who plays."
        console.say(*folded(f"{told} {more}", console.width))
        return
    console.say(*columns((_HEAD, *rows), "  ", left=2))


# ---------------------------------------------------------------- what each record adds


def _parts() -> Iterator[list[dict[str, Any]] | None]:
    """Yield what each record adds, as it was kept, or found now; None for one that cannot be played again."""
    known, fresh = _known(), {}
    for path in journal.kept_files():
        try:
            with path.open("rb") as file:
                key = sha256(file.read(LARGEST_BYTES + 1)).hexdigest()
        except OSError:
            continue
        fresh[key] = known[key] if key in known else _parts_of(path)
        yield fresh[key]
    if fresh.keys() != known.keys() and storage.keeps_findings():
        storage.keep(_KEPT, json.dumps({"program": program(), "records": fresh}).encode())


def _known() -> dict[str, Any]:
    """Return what was kept about records by this same program."""
    try:
        told = json.loads(storage.kept(_KEPT) or b"{}") if storage.keeps_findings() else {}
    except ValueError:
        return {}
    records = told.get("records") if isinstance(told, dict) and told.get("program") == program() else None
    return records if isinstance(records, dict) else {}


def _parts_of(path: Path) -> list[dict[str, Any]] | None:
    """Play a record again, and count it for each person in it; None if that is impossible."""
    record = journal.read_record(path)
    if isinstance(record, journal.Trouble):
        return []
    replayed = journal.replay(record)
    return None if isinstance(replayed, journal.Trouble) or replayed.wrong is not None else counted(replayed)


def counted(replayed: Replayed) -> list[dict[str, Any]]:
    """Count a game for each person in it."""
    states, game = replayed.states, replayed.game
    sheets = [sheet for state in states for sheet in state.sheets]
    parts = []
    for sitter in replayed.record.sitters if sheets else ():
        if sitter.is_person:
            own = [side for sheet in sheets for side in sheet.sides if sitter.seat in side.members]
            has_won = any(sitter.seat in game.sides[side] for side in states[-1].winners)
            promised = [(side.contract, side.counted) for side in own if side.contract and side.counted is not None]
            parts.append({
                "player": sitter.name or _NOBODY_SAID, "game": game.title, "over": int(states[-1].over),
                "won": int(states[-1].over and has_won), "points": [str(side.points) for side in own],
                "best_low": game.base.best_lowest, "promised": len(promised),
                "made": sum(counted >= contract for contract, counted in promised),
            })  # fmt: skip
    return parts
