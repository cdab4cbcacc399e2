"""The page of a session: its width, its letters, and whether a screen reader reads it."""

from __future__ import annotations

import unicodedata

from spadesdsl.frozen import dataclass
from spadesdsl.words import WIDTH, folded, printable

LEAST_WIDTH = 60
"""A narrower page has sentences instead of a drawing."""


@dataclass(frozen=True, slots=True)
class Page:
    """How to write things."""

    width: int = WIDTH
    has_symbols: bool = False
    """Whether it has lines and suit symbols, not only the letters of a typewriter."""
    is_plain: bool = False
    """Whether it is for a screen reader: sentences one after another, and no columns."""

    @property
    def is_linear(self) -> bool:
        """Whether it has only sentences."""
        return self.is_plain or self.width < LEAST_WIDTH

    def heading(self, left: str, right: str = "") -> str:
        """Write a line across the page, or a sentence if the page has no drawing."""
        if self.is_linear:
            return f"{left}. {right}." if right else f"{left}."
        line = "\N{BOX DRAWINGS LIGHT HORIZONTAL}" if self.has_symbols else "-"
        room = self.width - len(left) - 4 - (len(right) + 4 if right else 0)
        return f"{line * 2} {left} {line * max(2, room)}" + (f" {right} {line * 2}" if right else "")

    def folded(self, text: str, indent: str = "", hanging: str = "") -> list[str]:
        """Break a text into lines of the page; for a screen reader they begin at the margin."""
        return folded(text, self.width) if self.is_linear else folded(text, self.width, indent, hanging)

    def refolded(self, line: str) -> list[str]:
        """Return a line as lines of this page; an indented line continues further in."""
        if len(line) <= self.width:
            return [printable(line)]
        indent = line[: len(line) - len(line.lstrip())][: self.width // 2]
        return folded(line.strip(), self.width, indent, indent and f"{indent}  ")


def sign_of(suit: str) -> str:
    """Return the symbol of a suit if Unicode has one of its name."""
    try:
        return unicodedata.lookup(f"BLACK {suit.removesuffix('s')} SUIT")
    except KeyError:
        return ""
