"""Where files are found: a path, the standard input, the folder beside a file, the bundle."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from spadesdsl.check import Unfound
from spadesdsl.diagnostics import Diagnostic, did_you_mean, has_errors
from spadesdsl.frozen import Changing, Frozen, field
from spadesdsl.reading import PLAIN_NAME, SUFFIX, read_file, unreadable
from spadesdsl.resources import pack_names, variant_names, variant_text
from spadesdsl.source import Source
from spadesdsl.syntax.nodes import Document
from spadesdsl.syntax.parser import Reading, read


class Opened(Frozen):
    """A text that was requested: what a load depends on."""

    kind: str
    """`file` or `bundled`."""
    key: str
    """The path, or the name in the bundle."""
    source: Source | None
    """None if there is no such file."""

    @property
    def shown(self) -> str:
        """Return the name of the source."""
        return self.key if self.source is None else self.source.name

    @property
    def digest(self) -> str | None:
        """Return the hash of the text; None if there is no such file."""
        return None if self.source is None else self.source.digest


class Library(Changing):
    """The documents of one load: each file is read and parsed once."""

    folder: Path | None = None
    """The folder to look in for parents and packs; None for a text that is in no folder."""
    sources: dict[str, Source] = field(default_factory=dict)
    findings: list[Diagnostic] = field(default_factory=list)
    first: Path | None = None
    rest: Reading | None = None
    """For the first file that could not be read completely: what could be."""
    opened: list[Opened] = field(default_factory=list)
    """Everything that was requested, found or not."""
    texts: list[Source] = field(default_factory=list)
    """Everything that was read, the first file first."""
    given: Mapping[str, Source] | None = None
    """Parents and packs by name, if they come from these texts only."""
    _known: dict[tuple[str, bool], Document | Unfound] = field(default_factory=dict)
    """What was found by a name: beside the file, or not there because it is the file that names it."""

    def open(self, name: str) -> Document | None:
        """Open what a command names: a bundled variant by its name, or a file by its path."""
        if PLAIN_NAME.match(name) and not Path(name).is_file():
            if (bundled := variant_text(name)) is not None:
                text = Source(*bundled)
                self._note("bundled", name, text)
                self._note("file", name, None)
                return self.enter(text)
            if Path(name).is_dir():
                self.findings.extend(read_file(Path(name))[1])
                return None
            own = f"{name}{SUFFIX}"
            hint = f"there is a file `{own}` here: write its whole name" if Path(own).is_file() else ""
            hint = hint or did_you_mean(name, variant_names())
            hint = hint or f"`spadesdsl list` shows all games; a file of your own is named with its ending, `{own}`"
            self.findings.extend(unreadable("E001", name, f"There is no game `{name}`.", hint))
            return None
        path = Path(name)
        source, found = read_file(path)
        self.findings.extend(found)
        if source is None:
            return None
        self.folder, self.first = path.parent, path
        self._note("file", name, source)
        return self.enter(source)

    def _note(self, kind: str, key: str, source: Source | None) -> None:
        self.opened.append(Opened(kind, key, source))

    def enter(self, source: Source) -> Document | None:
        """Parse a source and note what is wrong with it."""
        self.sources[source.name] = source
        self.texts.append(source)
        reading = read(source)
        self.findings.extend(reading.found)
        if self.rest is None and reading.document is None:
            self.rest = reading
        return reading.document

    def find(self, name: str, kind: str, by: str = "") -> Document | Unfound:
        """Find a parent or a pack: beside the file, then in the bundle; a file is never its own parent."""
        is_itself = self.folder is not None and self.given is None and Path(by) == self.folder / f"{name}{SUFFIX}"
        if (name, is_itself) not in self._known:
            self._known[name, is_itself] = self._find(name, kind, is_beside=not is_itself)
        return self._known[name, is_itself]

    def _find(self, name: str, kind: str, *, is_beside: bool) -> Document | Unfound:
        if not PLAIN_NAME.match(name):
            return Unfound(self._names(kind))
        if self.given is not None:
            text = self.given.get(name)
            document = None if text is None else self.enter(text)
            return Unfound(tuple(self.given)) if document is None else document
        before = len(self.findings)
        source = self._beside(name) if is_beside else None
        told = has_errors(self.findings[before:])
        if source is None and not told:
            bundled = variant_text(name)
            source = None if bundled is None else Source(*bundled)
            if source is not None and source.name in self.sources:  # a file of one's own has that name
                source = Source(f"variants/{source.name}", source.text)
            self._note("bundled", name, source)
        if source is None:
            return Unfound(self._names(kind), is_told=told)
        document = self.enter(source)
        return Unfound(is_told=True) if document is None else document

    def _beside(self, name: str) -> Source | None:
        if self.folder is None:
            return None
        path = self.folder / f"{name}{SUFFIX}"
        if not path.is_file():
            self._note("file", str(path), None)
            return None
        if self.first is not None and path.resolve() == self.first.resolve():
            return None
        if path.resolve().is_relative_to(self.folder.resolve()):
            source, found = read_file(path)
        else:  # what a link leads to is nobody's rules
            message = f"`{path}` is a link to a file outside of its folder, and is not read."
            source, found = None, unreadable("E003", str(path), message, "copy the file into the folder")
        self.findings.extend(found)
        self._note("file", str(path), source)
        return source

    def _names(self, kind: str) -> tuple[str, ...]:
        """List what may have been meant: the bundled documents of this kind, and the files beside this one."""
        bundled = {name for name in variant_names() if (name in pack_names()) == (kind == "pack")}
        own = () if self.folder is None else (path.stem for path in self.folder.glob(f"*{SUFFIX}"))
        return tuple(sorted({*bundled, *own}))
