"""The formatter: rewrite a file in the standard layout, keeping its comments and the empty lines between groups.

A comment on its own line belongs to what follows it; one at the end of a line belongs to that line. A comment inside a
sentence moves above it. Comments before a `}` stay there.
"""

from __future__ import annotations

import re

from spadesdsl.diagnostics import Diagnostic, has_errors
from spadesdsl.frozen import Frozen
from spadesdsl.source import Source
from spadesdsl.syntax.parser import normalised, read
from spadesdsl.syntax.printer import Comment, Comments, Remarks, Unit, document_unit, print_unit

_PIECES = re.compile(r'"(?:\\.|[^"\\\n])*"|(#[^\n]*)|([{}])')


class _Written(Frozen):
    """A comment as it was found."""

    start: int
    text: str
    is_own_line: bool
    is_apart: bool


def format_text(source: Source) -> tuple[str | None, tuple[Diagnostic, ...]]:
    """Format a file: return its new text, or None and what is wrong with it."""
    source = normalised(source)
    reading = read(source)
    if reading.document is None or has_errors(reading.found):
        return None, reading.found
    unit = document_unit(reading.document)
    text = print_unit(unit, reading.document.language, _Attachment(source, unit).remarks)
    assert read(Source(source.name, text)).document == reading.document, "a formatted file means what it meant"
    return text, reading.found


class _Attachment:
    """Finds the unit that each comment belongs to."""

    def __init__(self, source: Source, root: Unit) -> None:
        self._source = source
        self._root = root
        self.remarks = Remarks()
        """All comments by the place of their unit, and which units are set apart."""
        self._openings: dict[int, int] = {}
        for comment in self._written():
            self._attach(comment)
        self._set_apart(root)

    def _written(self) -> list[_Written]:
        """List the comments, and note which brace opens what another one closes."""
        found: list[_Written] = []
        opened: list[int] = []
        for piece in _PIECES.finditer(self._source.text):
            at = piece.start()
            if piece[1] is not None:
                is_own_line = not self._source.before(at).strip()
                found.append(_Written(at, piece[1].rstrip(), is_own_line, self._is_apart(at)))
            elif piece[2] == "{":
                opened.append(at)
            elif piece[2] == "}" and opened:
                self._openings[at] = opened.pop()
        return found

    def _is_apart(self, at: int) -> bool:
        """Tell whether there is an empty line before something that is first on its line."""
        before = self._source.before(at)
        line = at - len(before)
        return not before.strip() and line > 1 and not self._source.before(line - 1).strip()

    def _of(self, unit: Unit) -> Comments:
        return self.remarks.by_place.setdefault((unit.span.start, unit.span.end), Comments())

    def _opening(self, unit: Unit) -> int:
        return self._openings.get(unit.span.end - 1, unit.span.end)

    def _attach(self, comment: _Written) -> None:
        root = self._root
        note = Comment(comment.text, comment.is_apart)
        if comment.start >= root.span.end:
            if not comment.is_own_line and self._is_same_line(root.span.end, comment.start):
                self._of(root).trailing = comment.text
            else:
                self.remarks.after.append(note)
            return
        if comment.start < root.span.start and self._source.text.startswith("language", root.span.start):
            self.remarks.first.append(note)
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
            if before and self._is_same_line(before[-1].span.end, comment.start):
                last = self._last_on_line(before[-1], comment.start)
                if not self._of(last).trailing:
                    self._of(last).trailing = comment.text
                    return
            opening = self._opening(unit)
            if not before and self._is_same_line(opening, comment.start) and not self._of(unit).opening:
                self._of(unit).opening = comment.text
                return
        if after:
            self._of(after[0]).above.append(note)
        else:
            self._of(unit).last.append(note)

    def _last_on_line(self, unit: Unit, end: int) -> Unit:
        """Return what a comment behind a unit is about: of a section that is all on one line, its last sentence."""
        is_section = unit in (self._root.children or ())
        if is_section and unit.children and self._is_same_line(unit.span.start, end):
            return max(unit.children, key=lambda child: child.span.end)
        return unit

    def _is_same_line(self, start: int, end: int) -> bool:
        return "\n" not in self._source.text[start:end]

    def _set_apart(self, unit: Unit) -> None:
        """Note of a unit and those in it whether there is an empty line before them."""
        if unit.span.end:
            self._of(unit).is_apart = self._is_apart(unit.span.start)
        for child in unit.children or ():
            self._set_apart(child)
