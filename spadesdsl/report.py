"""Write findings for people: the place, the words underlined, the other places, the fix. Text in, text out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from spadesdsl.diagnostics import Diagnostic, Severity
from spadesdsl.frozen import Frozen
from spadesdsl.source import Source, Span
from spadesdsl.words import WIDTH, breadth, folded, printable

_COLOURS = {Severity.ERROR: "\x1b[1;31m", Severity.WARNING: "\x1b[1;33m", Severity.OPEN: "\x1b[1;36m"}
_QUIET = "\x1b[1;34m"
_PLAIN = "\x1b[0m"


class Report(Frozen):
    """How findings are written: from which sources, in colour or not, how wide."""

    sources: Mapping[str, Source]
    """By the file name in spans."""
    has_colour: bool = False
    width: int = WIDTH

    def all(self, diagnostics: Iterable[Diagnostic]) -> str:
        """Write findings, one below the other with an empty line between."""
        return "\n\n".join(self.one(diagnostic) for diagnostic in diagnostics)

    def one(self, diagnostic: Diagnostic) -> str:
        """Write one finding, without a line end after it."""
        colour = _COLOURS[diagnostic.severity]
        head = f"{diagnostic.severity} {diagnostic.code}"
        lines = folded(f"{head}: {diagnostic.message}", self.width, hanging="  ")
        lines[0] = self._dye(head, colour) + lines[0].removeprefix(head)
        if diagnostic.severity is Severity.OPEN:
            return "\n".join([*lines, *self._addresses(diagnostic), *self._hint(diagnostic.hint, 1)])
        line = (diagnostic.span.file, diagnostic.span.line)
        notes = sorted(
            (note for note in diagnostic.notes if note.span.file),
            key=lambda note: (note.span.file, note.span.line) != line,
        )
        shown = [span for span in (diagnostic.span, *(note.span for note in notes)) if self._shows(span)]
        margin = max((len(str(span.line)) for span in shown), default=1)
        lines += self._place("-->", diagnostic.span, margin, "^", colour)
        for note in notes:
            above = diagnostic.span if (note.span.file, note.span.line) == line else None
            lines += self._place(":::", note.span, margin, "-", _QUIET, note.message, above)
        lines += self._hint(diagnostic.hint, margin)
        return "\n".join(lines)

    def _addresses(self, diagnostic: Diagnostic) -> list[str]:
        """Write the places of a question, without their lines: nothing is wrong in them."""
        notes = "".join(f"; {note.message}: {note.span}" for note in diagnostic.notes if note.span.file)
        return folded(f"--> {diagnostic.span}{notes}", self.width, " ", "     ")

    def _hint(self, hint: str, margin: int) -> list[str]:
        """Write the fix."""
        indent = " " * (margin + 1)
        return folded(f"= help: {hint}", self.width, indent, f"{indent}        ") if hint else []

    def _shows(self, span: Span) -> bool:
        source = self.sources.get(span.file)
        return source is not None and bool(source.line(span.line).strip())

    def _place(
        self, arrow: str, span: Span, margin: int, mark: str, colour: str, message: str = "", above: Span | None = None
    ) -> list[str]:
        """Write a place: its address, its line, and the words in it underlined; not again what is shown above."""
        if span.file not in self.sources:
            return []  # the message names what could not be read
        pad = " " * margin
        place = span.file if span.file.startswith("--") else str(span)  # on the command line there are no lines
        address = f"{pad}{self._dye(arrow, _QUIET)} {printable(place)}"
        if not self._shows(span):
            return [f"{address}: {printable(message)}" if message else address]
        text, start, length = self._window(span, self.width - margin - 3)
        bar = self._dye("|", _QUIET)
        under = " " * breadth(text[:start]) + self._dye(mark * max(1, breadth(text[start : start + length])), colour)
        lines = [address, f"{pad} {bar}", f"{self._dye(str(span.line).rjust(margin), _QUIET)} {bar} {text}"]
        if above is not None and self._window(above, self.width - margin - 3)[0] == text:
            lines = []
        room = self.width - margin - 4 - breadth(text[: start + length])
        if message and len(message) <= room:
            return [*lines, f"{pad} {bar} {under} {printable(message)}"]
        tail = folded(message, self.width - margin - 3)
        return [*lines, f"{pad} {bar} {under}", *(f"{pad} {bar} {line}" for line in tail)]

    def _window(self, span: Span, width: int) -> tuple[str, int, int]:
        """Return as much of a line as fits, and the offset and length of the words in it."""
        text = printable(self.sources[span.file].line(span.line)).rstrip()
        start = min(span.column - 1, len(text))
        length = max(1, min(span.end - span.start, len(text) - start))
        room = width if text.isascii() else width // 2
        if len(text) <= room:
            return text, start, length
        left = max(0, min(start - room // 3, len(text) - room))
        piece = text[left : left + room]
        if left:
            piece = "..." + piece[3:]
        if left + room < len(text):
            piece = piece[:-3] + "..."
        return piece, start - left, min(length, room - start + left)

    def _dye(self, text: str, colour: str) -> str:
        return f"{colour}{text}{_PLAIN}" if self.has_colour else text
