"""The terminal: the one place where the package prints and reads. Everything else hands it text."""

from __future__ import annotations

import codecs
import os
import sys
import unicodedata
from contextlib import suppress
from dataclasses import dataclass
from typing import TextIO

_PLAIN = {
    "\N{MINUS SIGN}": "-", "\N{EN DASH}": "-", "\N{EM DASH}": "-", "\N{HORIZONTAL ELLIPSIS}": "...",
    "\N{LEFT SINGLE QUOTATION MARK}": "'", "\N{RIGHT SINGLE QUOTATION MARK}": "'", "\N{MULTIPLICATION SIGN}": "x",
    "\N{LEFT DOUBLE QUOTATION MARK}": '"', "\N{RIGHT DOUBLE QUOTATION MARK}": '"', "\N{MIDDLE DOT}": "-",
}  # fmt: skip
"""What stands for letters that a terminal may not have."""

_LATIN = "spadesdsl-latin"


def _latin(problem: UnicodeError) -> tuple[str, int]:
    """Write letters that an encoding lacks with letters that every terminal has."""
    if not isinstance(problem, UnicodeEncodeError):
        raise problem
    letters = problem.object[problem.start : problem.end]
    plain = "".join(
        _PLAIN.get(letter) or unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode() or "?"
        for letter in letters
    )
    return plain, problem.end


@dataclass(slots=True)
class Console:
    """Where a command writes and what it reads."""

    out: TextIO | None
    """None where the program was started without it."""
    err: TextIO | None
    source: TextIO | None
    waiting: str | None = None
    """A line that was read and not yet asked for."""

    @classmethod
    def of_process(cls) -> Console:
        """Return the console of this process, made safe: no letter that it lacks can stop the program."""
        codecs.register_error(_LATIN, _latin)
        for stream, errors in ((sys.stdout, _LATIN), (sys.stderr, _LATIN), (sys.stdin, "replace")):
            reconfigure = getattr(stream, "reconfigure", None)
            if reconfigure is not None:
                reconfigure(errors=errors)
        return cls(sys.stdout, sys.stderr, sys.stdin)

    @property
    def has_colour(self) -> bool:
        """Whether findings may be written in colour."""
        return (
            self.out is not None
            and self.out.isatty()
            and not os.environ.get("NO_COLOR")
            and os.environ.get("TERM") != "dumb"
        )

    @property
    def is_live(self) -> bool:
        """Whether a person sits at a terminal, and nobody has piped anything in."""
        return self.source is not None and self.source.isatty()

    def say(self, text: str = "") -> None:
        """Write a line, or several, for whoever reads the output."""
        if self.out is not None:
            print(text, file=self.out)

    def tell(self, text: str) -> None:
        """Write a line, or several, beside the output: what went wrong, what is going on."""
        if self.out is not None:
            self.out.flush()
        if self.err is not None:
            print(text, file=self.err, flush=True)

    def ask(self, prompt: str) -> str | None:
        """Read a line; None at the end of the input. What was piped in is written after the prompt, as if typed."""
        if self.source is None:
            return None
        if self.is_live and self.source is sys.stdin and self.out is sys.stdout:
            with suppress(ImportError):
                import readline  # noqa: F401 - gives `input` its keys and its memory
            try:
                return input(prompt)
            except EOFError:
                self.say()
                return None
        line = self.source.readline() if self.waiting is None else self.waiting
        self.waiting = None
        if not line:
            return None
        line = line.rstrip("\r\n")
        self.say(f"{prompt}{line}")
        return line

    @property
    def is_silent(self) -> bool:
        """Whether nothing at all was piped in. Reads the first line, and keeps it for `ask`."""
        if self.source is None:
            return True
        if self.waiting is None:
            self.waiting = self.source.readline()
        return not self.waiting

    def read_bytes(self) -> bytes:
        """Return all that was piped in, as it came."""
        if self.source is None:
            return b""
        buffer = getattr(self.source, "buffer", None)
        return self.source.read().encode() if buffer is None else buffer.read()

    def flush(self) -> None:
        """Send everything on its way."""
        for stream in (self.out, self.err):
            if stream is not None:
                stream.flush()
