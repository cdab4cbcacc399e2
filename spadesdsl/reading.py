"""The text of a file, or why it cannot be read. Floor 0."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from spadesdsl.diagnostics import Diagnostic, error, nearest
from spadesdsl.resources import variant_names
from spadesdsl.source import Source
from spadesdsl.words import reason_of

LARGEST_BYTES: Final = 1_000_000
"""A larger file is not read."""
SUFFIX: Final = ".spades"
PLAIN_NAME: Final = re.compile(r"[a-z][a-z0-9_]*((?<=[0-9])[A-Z])?\Z")
"""The name of a game or a pack, as a file gives it."""
STDIN_NAME: Final = "standard input"
PLACE: Final = "--set"
"""The file name shown for a setting from outside."""


def unreadable(code: str, name: str, message: str, hint: str = "") -> tuple[Diagnostic, ...]:
    """Say why something cannot be read."""
    return (error(code, Source(name, "").span(0, 0), message, hint),)


def may_never_end(path: Path) -> bool:
    """Tell whether a path is no file, such as a pipe that nobody writes into; the pipes of a shell are in `/dev`."""
    return path.exists() and not path.is_file() and not path.is_dir() and path.parts[:2] != ("/", "dev")


def read_file(path: Path) -> tuple[Source | None, tuple[Diagnostic, ...]]:
    """Read a file, or say why it cannot be read."""
    name = str(path)
    try:
        if path.is_dir():
            return None, unreadable("E002", name, f"`{name}` is a folder, not a file.", "name a file in it")
        if not path.exists():
            return None, _missing(path)
        if not path.is_file():
            return None, unreadable("E003", name, f"`{name}` is not a file that can be read.", "name a text file")
        with path.open("rb") as file:
            data = file.read(LARGEST_BYTES + 1)
    except (OSError, ValueError) as problem:
        message = f"`{name}` cannot be read: {reason_of(problem)}."
        return None, unreadable("E003", name, message, "look at the name and its rights")
    return read_text(data, name)


def read_text(data: bytes, name: str = STDIN_NAME) -> tuple[Source | None, tuple[Diagnostic, ...]]:
    """Read the bytes of a file as text, or say why they are not text."""
    if len(data) > LARGEST_BYTES:
        return None, unreadable(
            "E004", name, f"`{name}` is larger than {LARGEST_BYTES:,} bytes.", "take away what is not needed"
        )
    if b"\0" in data:
        return None, unreadable("E005", name, f"`{name}` is not text.", f"name a text file, such as `house{SUFFIX}`")
    try:
        text = data.decode().removeprefix("\ufeff")
    except UnicodeDecodeError as problem:
        line = data.count(b"\n", 0, problem.start) + 1
        return None, unreadable(
            "E006", name, f"`{name}` is not UTF-8: a letter in line {line} cannot be read.", "save the file as UTF-8"
        )
    return Source(name, text.replace("\r\n", "\n").replace("\r", "\n")), ()


_SURELY = 0.8
"""How like the name of a shipped game a path has to be."""


def _missing(path: Path) -> tuple[Diagnostic, ...]:
    """Say that there is no such file, and which may have been meant."""
    name = str(path)
    if name in variant_names():
        message = f"There is no file `{name}` here, but a game or pack of that name in the program."
        return unreadable("E001", name, message, "name a file of your own; `spadesdsl new` writes one")
    own = {other.stem: other.name for other in path.parent.glob(f"*{SUFFIX}")} if path.parent.is_dir() else {}
    near = nearest(path.stem, own) or nearest(path.stem, variant_names(), _SURELY)
    fix = f"did you mean `{own.get(near, near)}`?" if near else "look at the name and its folder"
    return unreadable("E001", name, f"There is no file `{name}`.", fix)
