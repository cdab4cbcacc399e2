"""The page that a session writes on: how wide it is, which letters it has, whether it is read out."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from spadesdsl.words import WIDTH, folded, printable

LEAST_WIDTH = 60
"""On a narrower page nothing is drawn: all is said in sentences."""


@dataclass(frozen=True, slots=True)
class Page:
    """How things are to be written."""

    width: int = WIDTH
    has_symbols: bool = False
    """Whether it has more letters than those of a typewriter: lines, signs of suits."""
    is_plain: bool = False
    """Whether it is for a screen reader: sentences one after another, and nothing in columns."""

    @property
    def is_linear(self) -> bool:
        """Whether all is said in sentences."""
        return self.is_plain or self.width < LEAST_WIDTH

    def heading(self, left: str, right: str = "") -> str:
        """Write a line across the page; a sentence where nothing is drawn."""
        if self.is_linear:
            return f"{left}. {right}." if right else f"{left}."
        line = "\N{BOX DRAWINGS LIGHT HORIZONTAL}" if self.has_symbols else "-"
        room = self.width - len(left) - 4 - (len(right) + 4 if right else 0)
        return f"{line * 2} {left} {line * max(2, room)}" + (f" {right} {line * 2}" if right else "")

    def folded(self, text: str, indent: str = "", hanging: str = "") -> list[str]:
        """Break a text into lines of the page; what is read out begins at the margin."""
        return folded(text, self.width) if self.is_linear else folded(text, self.width, indent, hanging)

    def refolded(self, line: str) -> list[str]:
        """Return a line as lines of this page; what is indented goes on further in."""
        if len(line) <= self.width:
            return [printable(line)]
        indent = line[: len(line) - len(line.lstrip())][: self.width // 2]
        return folded(line.strip(), self.width, indent, indent and f"{indent}  ")


def sign_of(suit: str) -> str:
    """Return the sign of a suit, if Unicode has one by its name; else nothing."""
    try:
        return unicodedata.lookup(f"BLACK {suit.removesuffix('s')} SUIT")
    except KeyError:
        return ""
