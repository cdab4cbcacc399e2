"""Every code that a finding can have: its title, its meaning, and the fix.

They are in `codes.txt`, with three lines for each. `docs/diagnostics.md` is made from them. A code never changes its
meaning.
"""

from __future__ import annotations

from typing import Final

from spadesdsl.frozen import Frozen
from spadesdsl.resources import package_text


class Code(Frozen):
    """What a code means."""

    title: str
    """A few words."""
    explanation: str
    """What is wrong, and why it matters, in one or two sentences."""
    fix: str
    """What to write instead."""


def _read(text: str) -> dict[str, Code]:
    """Read codes: a line with the code and its title, one with what is wrong, one with the fix."""
    found = {}
    for block in text.strip().split("\n\n"):
        heading, explanation, fix = block.splitlines()
        code, title = heading.split(" ", 1)
        found[code] = Code(title, explanation, fix)
    return found


CODES: Final[dict[str, Code]] = _read(package_text("spadesdsl", "codes.txt"))
