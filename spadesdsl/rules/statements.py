"""The text of a Python function that is made from rules, statement by statement."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class Statements:
    """The statements of one function."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.depth = 1
        self.names_made = 0

    def line(self, text: str) -> None:
        """Add a statement."""
        self.lines.append("    " * self.depth + text)

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """Write statements inside `head`."""
        self.line(head)
        self.depth += 1
        before = len(self.lines)
        yield
        if len(self.lines) == before:
            self.line("pass")
        self.depth -= 1

    @contextmanager
    def apart(self) -> Iterator[list[str]]:
        """Collect statements separately, one level deeper; the caller decides where they go."""
        kept, self.lines = self.lines, []
        self.depth += 1
        collected = self.lines
        yield collected
        self.depth -= 1
        self.lines = kept
