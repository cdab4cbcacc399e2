"""Where files come from: a path, the standard input, the folder beside a file, the bundle."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from spadesdsl.check import Unfound
from spadesdsl.diagnostics import Diagnostic, did_you_mean, error, has_errors
from spadesdsl.resources import variant_names, variant_text
from spadesdsl.source import Source
from spadesdsl.syntax.parser import Reading, read

if TYPE_CHECKING:
    from spadesdsl.syntax.nodes import Document

LARGEST_BYTES: Final = 1_000_000
"""A larger file is not read."""
SUFFIX: Final = ".spades"
STDIN_NAME: Final = "standard input"

_PLAIN_NAME: Final = re.compile(r"[a-z][a-z0-9_]*\Z")


def _finding(code: str, name: str, message: str, hint: str = "") -> tuple[Diagnostic, ...]:
    return (error(code, Source(name, "").span(0, 0), message, hint),)


def read_file(path: Path) -> tuple[Source | None, tuple[Diagnostic, ...]]:
    """Read a file, or say why it cannot be read."""
    name = str(path)
    try:
        if path.is_dir():
            return None, _finding("E002", name, f"`{name}` is a folder and no file.", "name a file in it")
        if not path.exists():
            return None, _finding("E001", name, f"There is no file `{name}`.", _nearby(path))
        if not path.is_file():
            return None, _finding("E003", name, f"`{name}` is no file that can be read.", "name a text file")
        with path.open("rb") as file:
            data = file.read(LARGEST_BYTES + 1)
    except (OSError, ValueError) as problem:
        why = getattr(problem, "strerror", None) or "the name is no name of a file"
        return None, _finding(
            "E003", name, f"`{name}` cannot be read: {str(why).lower()}.", "look at the name and its rights"
        )
    return read_text(data, name)


def read_text(data: bytes, name: str = STDIN_NAME) -> tuple[Source | None, tuple[Diagnostic, ...]]:
    """Read the bytes of a file as text, or say why they are none."""
    if len(data) > LARGEST_BYTES:
        return None, _finding(
            "E004", name, f"`{name}` is larger than {LARGEST_BYTES:,} bytes.", "take away what is not needed"
        )
    if b"\0" in data:
        return None, _finding("E005", name, f"`{name}` is no text.", f"name a text file, such as `house{SUFFIX}`")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        line = data.count(b"\n", 0, problem.start) + 1
        return None, _finding(
            "E006", name, f"`{name}` is not UTF-8: a letter in line {line} cannot be read.", "save the file as UTF-8"
        )
    return Source(name, text.replace("\r\n", "\n").replace("\r", "\n")), ()


def _nearby(path: Path) -> str:
    names = [*variant_names()]
    if path.parent.is_dir():
        names.extend(other.name for other in path.parent.glob(f"*{SUFFIX}"))
    return did_you_mean(path.name, names) or did_you_mean(path.stem, names)


@dataclass(slots=True)
class Library:
    """The documents of one load: each file is read and parsed once."""

    folder: Path | None = None
    """Where the file lies whose parents and packs are looked for; None for what lies nowhere."""
    sources: dict[str, Source] = field(default_factory=dict)
    findings: list[Diagnostic] = field(default_factory=list)
    first: Path | None = None
    rest: Reading | None = None
    """Of the first file that could not be read whole: what could be."""
    _known: dict[str, Document | Unfound] = field(default_factory=dict)

    def open(self, name: str) -> Document | None:
        """Open what a command names: a bundled variant by its name, or a file by its path."""
        if _PLAIN_NAME.match(name) and not Path(name).is_file():
            bundled = variant_text(name)
            if bundled is not None:
                return self.enter(Source(*bundled))
            hint = did_you_mean(name, variant_names()) or f"a file of your own is named by its path: `{name}{SUFFIX}`"
            self.findings.extend(_finding("E001", name, f"There is no variant `{name}`.", hint))
            return None
        path = Path(name)
        source, found = read_file(path)
        self.findings.extend(found)
        if source is None:
            return None
        self.folder, self.first = path.parent, path
        return self.enter(source)

    def enter(self, source: Source) -> Document | None:
        """Parse a source and note what is wrong with it."""
        self.sources[source.name] = source
        reading = read(source)
        self.findings.extend(reading.found)
        if self.rest is None and reading.document is None:
            self.rest = reading
        return reading.document

    def find(self, name: str, kind: str) -> Document | Unfound:
        """Find a parent or a pack: beside the file, then in the bundle."""
        del kind
        if name not in self._known:
            self._known[name] = self._find(name)
        return self._known[name]

    def _find(self, name: str) -> Document | Unfound:
        if not _PLAIN_NAME.match(name):
            return Unfound(variant_names())
        before = len(self.findings)
        source = self._beside(name)
        told = has_errors(self.findings[before:])
        if source is None and not told:
            bundled = variant_text(name)
            source = None if bundled is None else Source(*bundled)
        if source is None:
            return Unfound(self._names(), is_told=told)
        document = self.enter(source)
        return Unfound(is_told=True) if document is None else document

    def _beside(self, name: str) -> Source | None:
        if self.folder is None:
            return None
        path = self.folder / f"{name}{SUFFIX}"
        if not path.is_file() or (self.first is not None and path.resolve() == self.first.resolve()):
            return None
        source, found = read_file(path)
        self.findings.extend(found)
        return source

    def _names(self) -> tuple[str, ...]:
        own = () if self.folder is None else (path.stem for path in self.folder.glob(f"*{SUFFIX}"))
        return tuple(sorted({*variant_names(), *own}))
