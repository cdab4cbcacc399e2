"""Text with a name, and spans into it. Floor 0: everything that points at a file points with these."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate

from spadesdsl.frozen import Frozen, field


class Span(Frozen):
    """A stretch of one source: offsets in characters, end exclusive, and where it begins for people."""

    file: str
    """The source's name for people (a path, or the bundle's `standard.spades`)."""
    start: int
    """Offset of the first character."""
    end: int
    """Offset after the last character."""
    line: int
    """Line of the first character, from 1."""
    column: int
    """Column of the first character, from 1."""

    def __str__(self) -> str:
        """Write the span as `file:line:column`, the form that editors open."""
        return f"{self.file}:{self.line}:{self.column}"

    @property
    def row(self) -> str:
        """Write where the span begins as `file:line`, as people say it."""
        return f"{self.file}:{self.line}"

    def encloses(self, other: Span) -> bool:
        """Tell whether `other` lies in here."""
        return self.file == other.file and self.start <= other.start and other.end <= self.end

    def to(self, other: Span) -> Span:
        """Return the span from here to the end of `other`."""
        return Span(self.file, self.start, max(self.end, other.end), self.line, self.column)


NOWHERE = Span("", 0, 0, 1, 1)
"""The span of something that is in no file: a default, or a node made by the program."""


class Source(Frozen):
    """One text and its name."""

    name: str
    """Its name for people."""
    text: str
    """The whole text, line ends as `\\n`."""
    _starts: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Record where the lines begin."""
        lengths = (len(line) + 1 for line in self.text.split("\n"))
        object.__setattr__(self, "_starts", tuple(accumulate(lengths, initial=0))[:-1])

    @property
    def digest(self) -> str:
        """Return the hash of the text."""
        from hashlib import sha256

        return sha256(self.text.encode("utf-8", "surrogatepass")).hexdigest()

    def span(self, start: int, end: int) -> Span:
        """Return the span from offset `start` to `end` (exclusive)."""
        line = bisect_right(self._starts, start)
        return Span(self.name, start, end, line, start - self._starts[line - 1] + 1)

    def before(self, at: int) -> str:
        """Return what is before an offset on its line."""
        return self.text[self.text.rfind("\n", 0, at) + 1 : at]

    def line(self, number: int) -> str:
        """Return line `number` (from 1) without its line end; empty past the end."""
        if not 1 <= number <= len(self._starts):
            return ""
        start = self._starts[number - 1]
        stop = self._starts[number] - 1 if number < len(self._starts) else len(self.text)
        return self.text[start:stop]
