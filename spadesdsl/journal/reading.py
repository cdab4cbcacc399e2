"""Read a record: its contents, line by line, or what is wrong with it and how to fix it.

A program that was killed while writing leaves half a line at the end, which was never acknowledged: it is left out.
Anything else that is wrong is reported with its line.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO, Final

from spadesdsl import loader
from spadesdsl.documents import DocumentError, read_document, read_json
from spadesdsl.frozen import Frozen
from spadesdsl.loader import Loaded
from spadesdsl.reading import may_never_end
from spadesdsl.schemas import faults, schema, validator
from spadesdsl.source import Source
from spadesdsl.words import reason_of, value_text


class RuleText(Frozen):
    """One file of rules as it was when the game was begun."""

    file: str
    """As people saw it."""
    text: str
    is_bundled: bool = False
    """Whether it came with the program."""

    @property
    def name(self) -> str:
        """Return the name by which another file includes it."""
        return Path(self.file).stem


def rules_of(loaded: Loaded) -> tuple[RuleText, ...]:
    """Return all texts of loaded rules, the file's own first."""
    bundled = {opened.shown for opened in loaded.opened if opened.kind == "bundled" and opened.digest is not None}
    files = {opened.shown for opened in loaded.opened if opened.kind == "file" and opened.digest is not None}
    texts = []
    for at, source in enumerate(loaded.texts):
        is_own = at == 0 and source.name in files
        texts.append(RuleText(source.name, source.text, source.name in bundled and not is_own))
    return tuple(texts)


def load_rules(texts: Sequence[RuleText], settings: Mapping[str, str]) -> Loaded:
    """Load rules from the texts of a record alone."""
    first, *others = texts
    given = {text.name: Source(text.file, text.text) for text in others}
    return loader.load_sources(Source(first.file, first.text), given, settings)


LARGEST_BYTES: Final = 5_000_000
"""A larger file is not read: a long game with all its rules has a few hundred thousand bytes."""
MOST_ENTRIES: Final = 100_000
"""A record with more is not replayed: a long game has some ten thousand."""
PERSON: Final = "person"

_LIST: Final = re.compile(r"^moves:[ \t]*(#.*)?\n", re.MULTILINE)
_FORMAT: Final = re.compile(r"^format:|^\s*\{.*\"format\"", re.MULTILINE | re.DOTALL)
"""What every record has, in YAML or in JSON."""
_MOST_TOLD: Final = 3


class Trouble(Frozen):
    """Why a record cannot be begun, read or continued."""

    path: Path
    message: str
    """One or two sentences."""
    fix: str = ""
    line: int | None = None
    is_unreadable: bool = False
    """Whether the file is missing or is not a record at all."""

    def __str__(self) -> str:
        place = f"{self.path}:{self.line}" if self.line is not None else str(self.path)
        return f"{place}: {self.message}{f' ({self.fix})' if self.fix else ''}"


class Sitter(Frozen):
    """The player or bot in a seat."""

    seat: int
    by: str
    """`person`, or the kind of a bot."""
    seed: int | None = None
    """For a bot that has one."""
    name: str = ""
    """What a person is called; empty if nobody said."""

    @property
    def is_person(self) -> bool:
        """Tell whether a person sits there."""
        return self.by == PERSON

    def to_json(self) -> dict[str, Any]:
        """Write it for a record."""
        told: dict[str, Any] = {"seat": self.seat, "by": self.by}
        told |= {} if self.seed is None else {"seed": self.seed}
        return told | ({"name": self.name} if self.name else {})


class Record(Frozen):
    """A record as it was read."""

    path: Path
    document: Mapping[str, Any]
    """All of it, in the form of `spadesdsl schema record`."""
    lines: tuple[int, ...] = ()
    """The line of each entry; empty if the file does not have one entry on each line."""
    torn: str = ""
    """Half a line at the end, which is left out."""
    sound_bytes: int = 0
    """How much of the file is complete."""

    @property
    def variant(self) -> str:
        """Return the name of the game."""
        return str(self.document.get("variant", ""))

    @property
    def rules(self) -> tuple[RuleText, ...]:
        """Return the texts of the rules; none if the record only names them."""
        return tuple(
            RuleText(text["file"], text["text"], text.get("bundled", False)) for text in self.document.get("rules", ())
        )

    @property
    def settings(self) -> dict[str, str]:
        """Return what was set from outside."""
        return {name: value_text(value) for name, value in self.document.get("set", {}).items()}

    @property
    def sitters(self) -> tuple[Sitter, ...]:
        """Return who sits where."""
        return tuple(
            Sitter(sitter["seat"], sitter["by"], sitter.get("seed"), sitter.get("name", ""))
            for sitter in self.document.get("players", ())
        )

    @property
    def entries(self) -> list[Any]:
        """Return what happened."""
        entries: list[Any] = self.document["moves"]
        return entries

    @property
    def begun(self) -> str:
        """Return when the game was begun; empty if that is not recorded."""
        return str(next(self._noted("begun", self.entries), ""))

    @property
    def spent(self) -> int:
        """Return how many seconds the game was played, as far as the record says."""
        return int(next(self._noted("spent", reversed(self.entries)), 0))

    @staticmethod
    def _noted(what: str, entries: Iterable[Any]) -> Iterator[Any]:
        return (entry[what] for entry in entries if isinstance(entry, dict) and what in entry)

    def line_of(self, at: int | None) -> int | None:
        """Return the line of an entry."""
        return self.lines[at] if at is not None and 0 <= at < len(self.lines) else None


def read_record(path: Path) -> Record | Trouble:
    """Read a record: one of a session, or one that the referee gave, YAML or JSON."""
    try:
        if path.is_dir():
            return Trouble(path, "this is a folder, not a record", "name a file in it", is_unreadable=True)
        if may_never_end(path):
            return Trouble(path, "this is not a file", "name a file with a saved game", is_unreadable=True)
        with path.open("rb") as file:
            return read_opened(file, path)
    except FileNotFoundError:
        return Trouble(path, "there is no such file", is_unreadable=True)
    except (OSError, ValueError) as problem:
        return Trouble(path, f"it cannot be read: {reason_of(problem)}", is_unreadable=True)


def read_opened(file: BinaryIO, path: Path) -> Record | Trouble:
    """Read a record from an open file."""
    is_small = os.fstat(file.fileno()).st_size <= LARGEST_BYTES
    data = file.read(LARGEST_BYTES + 1) if is_small else b""
    if not is_small or len(data) > LARGEST_BYTES:
        fix = "a game is seldom a tenth as long: is this the right file?"
        return Trouble(path, f"it is larger than {LARGEST_BYTES:,} bytes", fix, is_unreadable=True)
    return parse_record(data, path)


def parse_record(data: bytes, path: Path) -> Record | Trouble:
    """Read the bytes of a record."""
    whole, torn = _without_torn_end(data)
    try:
        text = whole.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as problem:
        line = whole.count(b"\n", 0, problem.start) + 1
        return Trouble(path, "a letter cannot be read: it is not UTF-8", "save it as UTF-8", line, is_unreadable=True)
    begins = None if text.lstrip().startswith("{") else _LIST.search(text)
    try:
        if begins is None:
            if not _FORMAT.search(text):
                return _no_record(path)
            return _checked(read_document(text), path, (), torn, len(whole))
        header = read_document(text[: begins.start()])
    except DocumentError as problem:
        return _unreadable(problem, path, torn)
    first = text.count("\n", 0, begins.end()) + 1
    entries, lines, wrong = _read_entries(text[begins.end() :], first, path)
    if wrong is not None:
        return wrong
    if not isinstance(header, dict):
        header = {}
    if "moves" in header:
        return Trouble(path, "`moves` is there twice", "keep the one that lists the moves, one on each line", first - 1)
    return _checked({**header, "moves": entries}, path, tuple(lines), torn, len(whole))


def _without_torn_end(data: bytes) -> tuple[bytes, str]:
    """Split complete lines from half a line at the end; a line that only lacks its line end is complete."""
    whole = data.rstrip(b"\0")
    head, end, last = whole.rpartition(b"\n")
    if not (line := last.strip()) or line[:2] not in (b"- ", b"-"):
        return whole, ""
    try:
        read_json(line[1:].decode("utf-8").strip())
    except (DocumentError, UnicodeDecodeError):
        return head + end, last.decode("utf-8", "replace")
    return whole, ""


def _read_entries(text: str, first: int, path: Path) -> tuple[list[Any], list[int], Trouble | None]:
    """Read the list of a record, one entry on each line; report the first line that is not one."""
    entries: list[Any] = []
    lines: list[int] = []
    for line, written in enumerate(text.split("\n"), first):
        inside = written.strip()
        if not inside or inside.startswith("#"):
            continue
        if not inside.startswith("- "):
            fix = 'an entry is a line such as `- [1, "3"]`; remove the line if it is not one'
            return entries, lines, Trouble(path, f"`{inside[:40]}` is not an entry of a record", fix, line)
        try:
            entry = _entry(inside[2:].strip())
        except DocumentError as problem:
            message = f"`{inside[:40]}` cannot be read: {problem.fault.message}"
            return entries, lines, Trouble(path, message, "fix the line, or end the record before it", line)
        if wrong := _wrong_entry(entry):
            return entries, lines, Trouble(path, wrong, "fix the line, or end the record before it", line)
        if len(entries) == MOST_ENTRIES:
            return entries, lines, Trouble(path, f"it has more than {MOST_ENTRIES:,} entries", "", line)
        entries.append(entry)
        lines.append(line)
    return entries, lines, None


def _entry(text: str) -> Any:  # noqa: ANN401 - what a stranger's line holds is checked afterwards
    try:
        return read_json(text)
    except DocumentError:
        return read_document(text)


def _wrong_entry(entry: Any) -> str:  # noqa: ANN401
    """Say what is wrong with an entry; moves, the most common, are checked without a schema."""
    match entry:
        case [int() as seat, str() as move] if type(seat) is int and 0 <= seat < 64 and 0 < len(move) <= 200:
            return ""
        case dict() if validator("record", _form(entry)).is_valid(entry):
            return ""
        case _:
            found = faults(entry, "record", "entry")
            return "; ".join(dict.fromkeys(str(fault) for fault in found[:_MOST_TOLD]))


def _form(entry: Mapping[str, Any]) -> str:
    """Return the form that an entry seems to have: to try them all takes four times as long."""
    forms = schema("record")["$defs"]
    named = (f"{entry['event']}_event" if key == "event" else f"{key}_entry" for key in entry)
    return next((name for name in named if name in forms), "entry")


def _checked(document: Any, path: Path, lines: tuple[int, ...], torn: str, size: int) -> Record | Trouble:  # noqa: ANN401
    """Check a document against the schema."""
    if not isinstance(document, dict) or "format" not in document:
        return _no_record(path)
    if document["format"] != 1:
        fix = "a newer spadesdsl may read it"
        return Trouble(path, f"this record is of format {document['format']!r}, and this program reads format 1", fix)
    found = faults({**document, "moves": []} if lines else document, "record")
    if found:
        told = "; ".join(str(fault) for fault in found[:_MOST_TOLD])
        is_cut = not lines and "moves" not in document
        fix = "it ends before its moves: was it cut off?" if is_cut else "`spadesdsl schema record` shows the form"
        return Trouble(path, f"the record is not in the right form: {told}", fix)
    return Record(path, document, lines, torn, size)


def _no_record(path: Path) -> Trouble:
    fix = "a record begins with `format: 1`; `spadesdsl play VARIANT --record FILE` writes one"
    return Trouble(path, "this is not a record of a game", fix, is_unreadable=True)


def _unreadable(problem: DocumentError, path: Path, torn: str) -> Trouble:
    """Report a text that is not YAML."""
    line = re.match(r"line (\d+)", problem.fault.at)
    number = int(line[1]) if line else None
    begun = " It may have been cut off as the game began, before any move." if torn else ""
    return Trouble(path, f"it cannot be read: {problem.fault.message}.{begun}", "", number, is_unreadable=True)
