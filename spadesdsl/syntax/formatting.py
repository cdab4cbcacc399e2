"""The formatter: rewrite a file in the standard layout, keeping its comments and the empty lines between groups.

A comment on its own line belongs to what follows it; one at the end of a line belongs to that line. A comment inside a
sentence moves above it. Comments before a `}` stay there.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from spadesdsl.diagnostics import has_errors
from spadesdsl.frozen import dataclass, field
from spadesdsl.source import Source
from spadesdsl.syntax.layout import Unit, document_unit
from spadesdsl.syntax.parser import normalised, read
from spadesdsl.syntax.printer import Comment, Comments, Remarks, print_unit

if TYPE_CHECKING:
    from spadesdsl.diagnostics import Diagnostic

_PIECES = re.compile(r'"(?:\\.|[^"\\\n])*"|(#[^\n]*)|([{}])')


@dataclass(frozen=True, slots=True)
class _Written:
    """A comment as it was found."""

    start: int
    text: str
    is_own_line: bool
    is_apart: bool


@dataclass(slots=True)
class _Gathered:
    """The comments of one unit, while they are collected."""

    above: list[Comment] = field(default_factory=list)
    opening: str = ""
    last: list[Comment] = field(default_factory=list)
    trailing: str = ""


def format_text(source: Source) -> tuple[str | None, tuple[Diagnostic, ...]]:
    """Format a file: return its new text, or None and what is wrong with it."""
    source = normalised(source)
    reading = read(source)
    if reading.document is None or has_errors(reading.found):
        return None, reading.found
    unit = document_unit(reading.document)
    remarks = _Attachment(source.text, unit).remarks()
    text = print_unit(unit, reading.document.language, remarks)
    assert read(Source(source.name, text)).document == reading.document, "a formatted file means what it meant"
    return text, reading.found


class _Attachment:
    """Finds the unit that each comment belongs to."""

    def __init__(self, text: str, root: Unit) -> None:
        self._text = text
        self._root = root
        self._gathered: dict[tuple[int, int], _Gathered] = {}
        self._first: list[Comment] = []
        self._after: list[Comment] = []
        self._comments: list[_Written] = []
        self._openings: dict[int, int] = {}
        self._scan()

    def remarks(self) -> Remarks:
        """Return all comments by the place of their unit, and which units are set apart."""
        for comment in self._comments:
            self._attach(comment)
        places: dict[tuple[int, int], Comments] = {}
        self._settle(self._root, places)
        return Remarks(places, tuple(self._first), tuple(self._after))

    def _scan(self) -> None:
        opened: list[int] = []
        for piece in _PIECES.finditer(self._text):
            if piece[1] is not None:
                at = piece.start()
                self._comments.append(_Written(at, piece[1].rstrip(), self._is_first(at), self._is_apart(at)))
            elif piece[2] == "{":
                opened.append(piece.start())
            elif piece[2] == "}" and opened:
                self._openings[piece.start()] = opened.pop()

    def _is_first(self, at: int) -> bool:
        """Tell whether something is the first on its line."""
        return not self._text[self._text.rfind("\n", 0, at) + 1 : at].strip()

    def _is_apart(self, at: int) -> bool:
        """Tell whether there is an empty line before something that is first on its line."""
        line = self._text.rfind("\n", 0, at) + 1
        before = self._text[self._text.rfind("\n", 0, max(line - 1, 0)) + 1 : line]
        return self._is_first(at) and line > 1 and not before.strip()

    def _of(self, unit: Unit) -> _Gathered:
        return self._gathered.setdefault((unit.span.start, unit.span.end), _Gathered())

    def _opening(self, unit: Unit) -> int:
        return self._openings.get(unit.span.end - 1, unit.span.end)

    def _attach(self, comment: _Written) -> None:
        root = self._root
        note = Comment(comment.text, comment.is_apart)
        if comment.start >= root.span.end:
            if not comment.is_own_line and self._is_same_line(root.span.end, comment.start):
                self._of(root).trailing = comment.text
            else:
                self._after.append(note)
            return
        if comment.start < root.span.start and self._text.startswith("language", root.span.start):
            self._first.append(note)
            return
        unit = root
        while True:
            if unit.children is None or comment.start < self._opening(unit):
                self._of(unit).above.append(note)
                return
            inner = next((one for one in unit.children if one.span.start <= comment.start < one.span.end), None)
            if inner is None:
                self._attach_inside(unit, comment, note)
                return
            unit = inner

    def _attach_inside(self, unit: Unit, comment: _Written, note: Comment) -> None:
        placed = (child for child in unit.children or () if child.span.end)
        children = sorted(placed, key=lambda child: child.span.start)
        before = [child for child in children if child.span.end <= comment.start]
        after = [child for child in children if child.span.start > comment.start]
        if not comment.is_own_line:
            if before and self._is_same_line(before[-1].span.end, comment.start) and not self._of(before[-1]).trailing:
                self._of(before[-1]).trailing = comment.text
                return
            opening = self._opening(unit)
            if not before and self._is_same_line(opening, comment.start) and not self._of(unit).opening:
                self._of(unit).opening = comment.text
                return
        if after:
            self._of(after[0]).above.append(note)
        else:
            self._of(unit).last.append(note)

    def _is_same_line(self, start: int, end: int) -> bool:
        return "\n" not in self._text[start:end]

    def _settle(self, unit: Unit, places: dict[tuple[int, int], Comments]) -> None:
        if unit.span.end:
            found = self._of(unit)
            places[unit.span.start, unit.span.end] = Comments(
                tuple(found.above),
                found.opening,
                tuple(found.last),
                found.trailing,
                self._is_apart(unit.span.start),
            )
        for child in unit.children or ():
            self._settle(child, places)
