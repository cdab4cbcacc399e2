"""Exit codes."""

from __future__ import annotations

from enum import IntEnum


class Exit(IntEnum):
    """How a command ended."""

    FINE = 0
    FOUND = 1
    """Errors were found (with `--strict` warnings and open choices too)."""
    USAGE = 2
    """The command line is wrong."""
    UNREADABLE = 3
    """A file cannot be read."""
    OUR_FAULT = 70
    """The program is wrong."""
    INTERRUPTED = 130
    """Ctrl-C; what shells expect."""
    CLOSED_PIPE = 141
    """The reader of the output went away; what shells expect."""
