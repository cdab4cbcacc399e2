"""Which files a command is about: names, files, folders, the standard input."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from spadesdsl.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

SUFFIX = ".spades"
STDIN = "-"


@dataclass(frozen=True, slots=True)
class EmptyFolder:
    """A folder without rules."""

    name: str


def expand(names: Iterable[str]) -> Iterator[str | EmptyFolder]:
    """Yield each name, and for a folder the files in it, in order."""
    for name in names:
        folder = Path(name)
        if name == STDIN or not folder.is_dir():
            yield name
            continue
        found = sorted(path for path in folder.rglob(f"*{SUFFIX}") if path.is_file())
        yield from (str(path) for path in found)
        if not found:
            yield EmptyFolder(name)
