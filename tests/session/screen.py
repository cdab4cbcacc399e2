"""A terminal that a program really runs in: the tests type into it and read what comes."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parent.parent.parent
ESCAPES = re.compile(r"\x1b(\[[0-9;?]*[A-Za-z]|[=>()][0-9A-B]?)")
WIPE = "\x1b[H\x1b[2J\x1b[3J"
_PATIENCE = 60.0
_SILENCE = 5.0
"""Seconds without an answer after which a person would press the key again."""


def _begin() -> None:
    """Take the terminal, and ctrl-c as a shell passes it on, even if the tests run in the background and ignore it."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Screen:
    """A program in a terminal of its own."""

    def __init__(self, words: tuple[str, ...], folder: Path, columns: int, **environment: str) -> None:
        """Start the program."""
        self.read = ""
        """All that has come so far."""
        self._end = 0
        own, its = pty.openpty()
        self._terminal = own
        self.resize(columns)
        kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS", "LINES")}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "spadesdsl", *words], stdin=its, stdout=its, stderr=its, cwd=folder,
            start_new_session=True, preexec_fn=_begin,
            env={**kept, "PYTHONPATH": str(ROOT), "TERM": "xterm-256color", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8",
                 "XDG_DATA_HOME": str(folder), **environment},
        )  # fmt: skip
        os.close(its)

    def resized(self, columns: int, words: str) -> str:
        """Make the window wider or narrower; read until these words have come, and return what has come since.

        Where sizes follow each other at once, `readline` may leave out a letter until the next key: then a person pulls
        at the window again, and so does this.
        """
        for wide in (columns, columns - 1, columns):
            self.resize(wide)
            limit = time.monotonic() + _SILENCE
            while words not in self.read[self._end :] and time.monotonic() < limit:
                self._more()
            if words in self.read[self._end :]:
                break
        return self.until(words)

    def resize(self, columns: int) -> None:
        """Make the window wider or narrower."""
        fcntl.ioctl(self._terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))

    def until(self, words: str) -> str:
        """Read until these words have come; return what has come since the last time."""
        limit = time.monotonic() + _PATIENCE
        while words not in self.read[self._end :]:
            assert time.monotonic() < limit, f"`{words}` does not come:\n{self.read[self._end :]}"
            assert self._more(), f"the program ends without `{words}`:\n{self.read[self._end :]}"
        start = self._end
        self._end = self.read.index(words, start) + len(words)
        return self.read[start : self._end]

    def until_any(self, *endings: str) -> str:
        """Read until one of these has come; return what has come since the last time."""
        limit = time.monotonic() + _PATIENCE
        while not any(words in self.read[self._end :] for words in endings):
            assert time.monotonic() < limit, f"none of {endings} comes:\n{self.read[self._end :]}"
            assert self._more(), f"the program ends without {endings}:\n{self.read[self._end :]}"
        first = min(
            (words for words in endings if words in self.read[self._end :]),
            key=lambda words: self.read.index(words, self._end),
        )
        return self.until(first)

    def _more(self) -> bool:
        """Read what there is; tell whether anything can come yet."""
        if select.select([self._terminal], [], [], 0.2)[0]:
            try:
                new = os.read(self._terminal, 65536)
            except OSError:  # what a terminal says whose program is gone
                return False
            self.read += new.decode("utf-8", "replace").replace("\r\n", "\n")
            return bool(new)
        return True

    def type(self, text: str) -> None:
        """Press keys."""
        os.write(self._terminal, text.encode())

    def enter(self, text: str = "") -> None:
        """Type a line."""
        self.type(f"{text}\n")

    def interrupt(self, answer: str) -> None:
        """Press ctrl-c until the program says this.

        Python forgets an interrupt that comes after the prompt is written and before it waits for a key: then a person
        presses again, and so does this.
        """
        for _ in range(int(_PATIENCE / _SILENCE)):
            self.type("\x03")
            limit = time.monotonic() + _SILENCE
            while self._more() and time.monotonic() < limit:
                if answer in self.read[self._end :]:
                    return
            if answer in self.read[self._end :]:  # it came with the last of the time
                return
        raise AssertionError(f"`{answer}` does not come:\n{self.read[self._end :]}")

    def end(self) -> int:
        """Read to the end, and return the exit code."""
        limit = time.monotonic() + _PATIENCE
        while self._more() and time.monotonic() < limit:
            pass
        return self._process.wait(timeout=_PATIENCE)

    def kill(self) -> None:
        """Kill the program as nothing can be killed more."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait(timeout=_PATIENCE)

    def close(self) -> None:
        """Let go of everything."""
        if self._process.poll() is None:
            self.kill()
        with contextlib.suppress(OSError):
            os.close(self._terminal)


@contextlib.contextmanager
def screen(*words: str, folder: Path, columns: int = 80, **environment: str) -> Iterator[Screen]:
    """Run a program in a terminal."""
    shown = Screen(words, folder, columns, **environment)
    try:
        yield shown
    finally:
        shown.close()


def plain(text: str) -> str:
    """Return a text without what colours it."""
    return ESCAPES.sub("", text)
