"""Write a record while the game is played: everything given is on disk before the call returns."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import re
import shlex
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from spadesdsl import __version__
from spadesdsl.engine.events import EndEvent
from spadesdsl.engine.game import State
from spadesdsl.engine.record import FORMAT, entries_of, entry_of
from spadesdsl.frozen import Changing, field
from spadesdsl.journal.reading import RuleText, Sitter, Trouble, rules_of
from spadesdsl.loader import Loaded
from spadesdsl.storage import games_folder, games_place, write_whole
from spadesdsl.words import reason_of

SUFFIX: Final = ".yaml"
PROGRAM: Final = f"spadesdsl {__version__}"


class Journal(Changing, eq=False):
    """A record that is being written. Nobody else writes to it meanwhile.

    If the disk refuses what is to be written, `OSError` is raised, and the record is unchanged.
    """

    path: Path
    moves: int
    """How many moves are in it, without what was taken back."""
    _file: int = field(repr=False)
    _size: int = field(repr=False)
    is_open: bool = True
    _moved: str = ""

    @property
    def again(self) -> str:
        """Return the command that continues the game: `--resume` alone finds it in the player's own folder."""
        name = "" if self.path.parent == games_folder() else f" {shlex.quote(str(self.path))}"
        return f"spadesdsl play --resume{name}"

    def append(self, after: State) -> None:
        """Write the move that led to a state, and its results: score sheets, the end of the game."""
        assert after.last_move is not None
        assert after.moves_made == self.moves + 1, "every move is written, in order"
        self._write([entry_of(*after.last_move), *told_after(after)])
        self.moves += 1

    def take_back(self, to: State) -> None:
        """Note that the game goes on from an earlier state."""
        back = self.moves - to.moves_made
        if back > 0:
            self._write([{"undo": back}])
            self.moves = to.moves_made

    def spend(self, seconds: int) -> None:
        """Note for how long the game has been played."""
        self._write([{"spent": seconds}])

    def take_note(self) -> str:
        """Return what the player should know of the file since this was asked last; empty if nothing happened to it."""
        told, self._moved = self._moved, ""
        return told

    def copy_to(self, path: Path) -> Trouble | None:
        """Write the record so far under another name too; return why, if that is impossible."""
        return create(path, self._kept())

    def take_up_again(self, missing: Sequence[dict[str, Any]]) -> None:
        """Note that the game goes on after a while; `missing` entries of the last move were cut off."""
        with self.path.open("rb") as file:
            file.seek(max(0, self._size - 1))
            has_end = file.read(1) == b"\n"
        self._write_bytes(b"" if has_end else b"\n")
        self._write([*missing, {"resumed": _now()}])

    def close(self) -> None:
        """Release the file. Nothing is left to write."""
        if self.is_open:
            os.close(self._file)
            self.is_open = False

    def _write(self, entries: Iterable[object]) -> None:
        self._write_bytes(entry_lines(entries).encode("utf-8"))

    def _write_bytes(self, data: bytes) -> None:
        """Write all of it and wait for the disk, or leave the file unchanged."""
        self._stay_there()
        try:
            rest = memoryview(data)
            while rest:
                rest = rest[os.write(self._file, rest) :]
            os.fsync(self._file)
        except OSError:
            with contextlib.suppress(OSError):
                os.ftruncate(self._file, self._size)
            raise
        self._size += len(data)

    def _kept(self) -> bytes:
        """Return all that was written, also if the file has lost its name."""
        with os.fdopen(os.dup(self._file), "rb") as file:
            file.seek(0)
            return file.read(self._size)

    def _stay_there(self) -> None:
        """Write the record again if somebody has deleted or replaced its file while it is played.

        If that is impossible, or somebody else has written to the file, raise `OSError`.
        """
        if os.fstat(self._file).st_size != self._size:
            raise OSError(errno.EBUSY, f"something else has written to {self.path}")
        try:
            if os.path.samestat(self.path.stat(), os.fstat(self._file)):
                return
        except FileNotFoundError:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        old, data = self.path, self._kept()
        found = _begun_beside(old, self.moves, data)
        if isinstance(found, Trouble):
            raise OSError(errno.ENOENT, f"its file was removed, and {found.message}")
        os.close(self._file)
        self.path, self._file = found.path, found._file
        if self.path == old:
            self._moved = f"{old} was deleted; the whole game is saved there again."
        else:
            self._moved = f"Another file is in the place of {old}; the whole game is saved in {self.path} from now on."


def told_after(state: State) -> list[dict[str, Any]]:
    """Return what a record says besides the move that led to a state."""
    told = [sheet.to_json() for sheet in state.sheets]
    if state.over:
        told.append(EndEvent(state.winners, state.ended_by, state.scores).to_json())
    return told


def begin(loaded: Loaded, state: State, sitters: Sequence[Sitter], path: Path | None = None) -> Journal | Trouble:
    """Begin the record of a game, with all that was played up to a state.

    It is kept in a file, or else in the player's own folder.
    """
    text = header(_head(loaded, state, sitters), rules_of(loaded))
    data = (text + entry_lines([{"begun": _now()}, *entries_of(state)])).encode("utf-8")
    if path is not None:
        return create(path, data) or _opened(path, state.moves_made, len(data))
    if (folder := games_folder()) is None:
        fix = "`--record FILE` saves it in a file of your choice"
        return Trouble(games_place() or Path("~"), "a folder of your own for games cannot be made here", fix)
    stamp = datetime.now(UTC).strftime("%Y-%m-%d_%H%M%S")
    name = re.sub(r"[^\w-]", "_", state.game.name)[:60]
    file = folder / f"{stamp}_{name}{SUFFIX}"
    return _begun_beside(file, state.moves_made, data)


def _begun_beside(path: Path, moves: int, data: bytes) -> Journal | Trouble:
    """Write a record where nothing is yet: at this path, or else at the first free one numbered like it."""
    for number in range(1, 1000):
        file = path if number == 1 else path.with_name(f"{path.stem}_{number}{path.suffix}")
        if (wrong := create(file, data)) is None:
            return _opened(file, moves, len(data))
        if not os.path.lexists(file):
            return wrong
    return Trouble(path.parent, "it is full of games begun at this moment")


def _head(loaded: Loaded, state: State, sitters: Sequence[Sitter]) -> dict[str, Any]:
    record = state.record()
    return {
        "format": FORMAT,
        "variant": record["variant"],
        "title": state.game.title,
        "program": PROGRAM,
        "hash": record["hash"],
        "options": record["options"],
        "set": dict(loaded.settings),
        "seed": record["seed"],
        "dealer": record["dealer"],
        "deals": record["deals"],
        "seats": list(state.game.seats),
        "players": [sitter.to_json() for sitter in sitters],
    }


def _now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def create(path: Path, data: bytes, mode: int | None = None) -> Trouble | None:
    """Create a file of these bytes, complete or not at all; return why, if it fails. Nothing is overwritten.

    Args:
        mode: Who may read and write it; None for this user alone, as a saved game tells what nobody may see.
    """
    try:
        write_whole(path, data, is_new=True, mode=mode)
    except FileExistsError:
        if path.is_dir():
            return Trouble(path, "this is a folder", "name a file in it")
        return Trouble(path, "this file exists already", "choose another name, or continue that game: `--resume FILE`")
    except (OSError, ValueError) as problem:
        return Trouble(path, f"nothing can be written there: {reason_of(problem)}", "name a place where you may write")
    return None


def _opened(path: Path, moves: int, size: int) -> Journal | Trouble:
    """Open a record that has just been written."""
    held = hold(path)
    return held if isinstance(held, Trouble) else take_up(path, held, moves, size)


def take_up(path: Path, held: int, moves: int, size: int) -> Journal:
    """Write on after the first `size` bytes of a record that is held."""
    if os.fstat(held).st_size > size:
        os.ftruncate(held, size)
    return Journal(path, moves, held, size)


def hold(path: Path) -> int | Trouble:
    """Open a record to write on, and keep others from writing meanwhile; return its descriptor."""
    try:
        file = os.open(path, os.O_RDWR | os.O_APPEND | getattr(os, "O_BINARY", 0))
    except OSError as problem:
        return Trouble(path, f"it cannot be continued: {reason_of(problem)}", "look at its rights", is_unreadable=True)
    if not _lock(file):
        os.close(file)
        return Trouble(path, "this game is being played elsewhere just now", "end it there first")
    return file


def _lock(file: int) -> bool:
    """Keep others from writing while this program does; on systems without locks this does nothing."""
    try:
        import fcntl
    except ImportError:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        pass  # a file system without locks
    return True


_UNPRINTABLE: Final = re.compile("[\x7f-\xa0\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]")
"""What JSON leaves unescaped and YAML reads differently, or refuses."""
_NOT_IN_A_BLOCK: Final = re.compile(
    "[^\t\n\x20-\x7e\xa1-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)


def flow(value: object) -> str:
    """Write a value on one line, in a form that JSON and YAML read alike."""
    text = json.dumps(value, ensure_ascii=False)
    return _UNPRINTABLE.sub(lambda letter: f"\\u{ord(letter[0]):04x}", text)


def entry_lines(entries: Iterable[object]) -> str:
    """Write entries of the list, one on each line."""
    return "".join(f"- {flow(entry)}\n" for entry in entries)


def header(values: Mapping[str, Any], rules: Iterable[RuleText]) -> str:
    """Write all but the entries, key by key in this order; the list is opened at the end."""
    lines = ["# A game of cards as spadesdsl keeps it. One line is one move; `spadesdsl replay` shows and checks it."]
    lines += [f"{key}: {flow(value)}" for key, value in values.items()]
    written = list(rules)
    lines += ["rules:"] if written else []
    for rule in written:
        lines.append(f"  - file: {flow(rule.file)}")
        lines += ["    bundled: true"] if rule.is_bundled else []
        lines += _text_lines(rule.text)
    return "\n".join([*lines, "moves:", ""])


def _text_lines(text: str) -> list[str]:
    """Write a text as a block, line by line; on one line if it contains what no block can."""
    if not text.strip() or _NOT_IN_A_BLOCK.search(text):
        return [f"    text: {flow(text)}"]
    ends = len(text) - len(text.rstrip("\n"))
    keep = "-" if ends == 0 else "" if ends == 1 else "+"
    body = text.removesuffix("\n").split("\n")
    return [f"    text: |2{keep}", *(f"      {line}" if line else "" for line in body)]
