"""The terminal: the one place where the package prints and reads. Everything else hands it text.

Whatever is written here is made harmless first: a name or a text from outside can hold signs that a terminal obeys.
"""

from __future__ import annotations

import codecs
import math
import os
import sys
import time
from contextlib import contextmanager, nullcontext
from enum import IntEnum
from typing import TYPE_CHECKING, Any, TextIO

from spadesdsl.frozen import Changing, field
from spadesdsl.words import WIDTH, folded, harmless

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from types import ModuleType

    from rich.console import Console as Screen

    from spadesdsl.cli.paint import Painter
    from spadesdsl.diagnostics import Diagnostic
    from spadesdsl.session.terminal import Countdown
    from spadesdsl.source import Source

_WIPE = "\x1b[H\x1b[2J\x1b[3J"
"""Cursor home, screen empty, scrollback gone too."""
_HOME = "\x1b[H\x1b[J"
"""Cursor home, and the screen empty; what can be scrolled to stays."""
_MOST_TYPED = 4096
"""Bytes of a line that was typed ahead."""
_NEW_LINE = "\r\x1b[K"
"""Cursor to the beginning of its line, and the line empty."""
_LEAST_COLUMNS = 20
_PLAIN = {
    "\N{MINUS SIGN}": "-", "\N{EN DASH}": "-", "\N{EM DASH}": "-", "\N{HORIZONTAL ELLIPSIS}": "...",
    "\N{LEFT SINGLE QUOTATION MARK}": "'", "\N{RIGHT SINGLE QUOTATION MARK}": "'", "\N{MULTIPLICATION SIGN}": "x",
    "\N{LEFT DOUBLE QUOTATION MARK}": '"', "\N{RIGHT DOUBLE QUOTATION MARK}": '"', "\N{MIDDLE DOT}": "-",
    "\N{DOUBLE LOW-9 QUOTATION MARK}": '"', "\N{BLACK SPADE SUIT}": "S", "\N{BLACK HEART SUIT}": "H",
    "\N{BLACK DIAMOND SUIT}": "D", "\N{BLACK CLUB SUIT}": "C", "\N{PLUS-MINUS SIGN}": "+-", "\N{DIVISION SIGN}": "/",
    "\N{VULGAR FRACTION ONE HALF}": ".5", "\N{LATIN SMALL LETTER SHARP S}": "ss", "\N{FULL BLOCK}": "#",
    "\N{LIGHT SHADE}": ".",
}  # fmt: skip
"""Replacements for letters that a terminal may lack."""

_LATIN = "spadesdsl-latin"


def _latin(problem: UnicodeError) -> tuple[str, int]:
    """Replace letters that an encoding lacks by letters that every terminal has."""
    if not isinstance(problem, UnicodeEncodeError):
        raise problem
    letters = problem.object[problem.start : problem.end]
    import unicodedata

    plain = "".join(
        _PLAIN.get(letter) or unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode() or "?"
        for letter in letters
    )
    return plain, problem.end


def _terminal_size() -> os.terminal_size:
    from shutil import get_terminal_size

    return get_terminal_size((WIDTH, 24))


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


class Stop(Exception):
    """A command goes no further: its exit code, and what is said on standard error."""

    def __init__(self, code: Exit, text: object = "") -> None:
        super().__init__(text)
        self.code = code


class Console(Changing):
    """The output and input of a command."""

    out: TextIO | None
    """None if the program was started without it."""
    err: TextIO | None
    source: TextIO | None
    waiting: str | None = None
    """A line read ahead of its prompt."""
    painter: Painter | None = None
    """Colours the output, if colour is allowed."""
    _screen: Screen | None = None
    _typed: list[str] = field(default_factory=list)
    """Lines that were typed ahead."""
    _has_drawn: bool = False
    _is_reading: bool | None = None
    """Whether somebody is asked, and sees a new size of the window at once; None if nobody has been asked yet."""
    _kept: str = ""
    """What they had typed then."""
    _entered: int = 0
    """How many lines had been entered before: a line that is entered in the same instant is not lost."""
    _is_murmuring: bool = False
    """Whether there are words on the screen that disappear with the next output."""

    @classmethod
    def of_process(cls) -> Console:
        """Return the console of this process, made safe: a missing letter cannot stop the program."""
        codecs.register_error(_LATIN, _latin)
        for stream, errors in ((sys.stdout, _LATIN), (sys.stderr, _LATIN), (sys.stdin, "replace")):
            if (reconfigure := getattr(stream, "reconfigure", None)) is not None:
                reconfigure(errors=errors)
        return cls(sys.stdout, sys.stderr, sys.stdin)

    @property
    def has_colour(self) -> bool:
        """Whether findings may have colour."""
        return self._is_screen and not os.environ.get("NO_COLOR")

    @property
    def is_live(self) -> bool:
        """Whether a person sits at a terminal, and nobody has piped anything in."""
        return self.source is not None and self.source.isatty()

    @property
    def width(self) -> int:
        """The columns of a page: those of the terminal now, or of a page of text."""
        return WIDTH if self.out is None or not self.out.isatty() else max(_LEAST_COLUMNS, _terminal_size().columns)

    @property
    def has_symbols(self) -> bool:
        """Whether lines and suit symbols can be drawn."""
        encoding = (getattr(self.out, "encoding", None) or "").lower().replace("-", "")
        return self._is_screen and encoding == "utf8"

    @property
    def _is_screen(self) -> bool:
        """Whether the output goes to a terminal that obeys control codes."""
        return self.out is not None and self.out.isatty() and os.environ.get("TERM") != "dumb"

    @property
    def height(self) -> int:
        """The lines of the terminal now."""
        return _terminal_size().lines

    @property
    def can_redraw(self) -> bool:
        """Whether a person sits at a terminal where a picture can take the place of the last one."""
        return self._is_screen and self.is_live and self.source is sys.stdin and self.out is sys.stdout

    def redraw(self) -> None:
        """Begin a new picture in the place of the last one; what was there before the first one can be scrolled to."""
        if self.out is None:
            return
        self._hush()
        if not self._has_drawn:
            self.out.write("\n" * self.height)
            self._has_drawn = True
        self.out.write(_HOME)

    def rest(self, seconds: float) -> bool:
        """Wait for a while, or until somebody presses Enter; a line that was typed ahead is kept for `ask`."""
        if self.source is None or self.out is None:
            return False
        if self._typed:
            return True
        self.out.flush()
        import select

        try:
            if not select.select([self.source], [], [], seconds)[0]:
                return False
            typed = os.read(self.source.fileno(), _MOST_TYPED)
        except (OSError, ValueError):  # a system that cannot wait for keys
            time.sleep(seconds)
            return False
        self._typed += [line for line in typed.decode("utf-8", "replace").splitlines() if line.strip()]
        return True

    def data(self, document: Any, *, is_one_line: bool = False) -> None:  # noqa: ANN401 - anything that JSON has
        """Write a document for programs to the output."""
        import json

        self.say(json.dumps(document, indent=None if is_one_line else 2, ensure_ascii=False))

    def say(self, *lines: str) -> None:
        """Write lines to the output; without any, an empty one."""
        if self.out is None:
            return
        self._hush()
        text = harmless("\n".join(lines))
        if self.painter is None or not self.has_colour:
            print(text, file=self.out)
            return
        if self._screen is None:
            from rich.console import Console as Screen

            self._screen = Screen(file=self.out, highlight=False, markup=False, emoji=False)
        self.painter.print(self._screen, text)

    def murmur(self, text: str) -> None:
        """Write a few words that disappear with the next output; nothing if words cannot disappear."""
        if self.out is None or not self._is_screen:
            return
        self.out.write(f"{_NEW_LINE}{harmless(text)[: self.width - 1]}")
        self.out.flush()
        self._is_murmuring = True

    def _hush(self) -> None:
        """Remove the words of `murmur`."""
        if self._is_murmuring and self.out is not None:
            self.out.write(_NEW_LINE)
            self._is_murmuring = False

    def wipe(self, *, is_plain: bool = False) -> None:
        """Clear everything on the screen and above it, and what was typed."""
        readline = None if self.out is not sys.stdout else _readline()
        if readline is not None:
            readline.clear_history()
        if self.out is None:
            return
        self._hush()
        if self._is_screen and not is_plain:
            self.out.write(_WIPE)
        elif self.out.isatty() or self.is_live:
            self.out.write("\n" * (2 * _terminal_size().lines))
        else:
            self.out.write("\n")
        self.out.flush()

    def tell(self, text: str) -> None:
        """Write a line, or several, to standard error: what went wrong, what is going on."""
        self._tell(harmless(text))

    def _tell(self, text: str) -> None:
        self._hush()
        if self.out is not None:
            self.out.flush()
        if self.err is not None:
            print(text, file=self.err, flush=True)

    def show(
        self, findings: Iterable[Diagnostic], sources: Mapping[str, Source], *, are_the_answer: bool = True
    ) -> None:
        """Write findings, in colour if that is allowed.

        Args:
            sources: the texts, by the file name in spans.
            are_the_answer: whether they are what the command was asked for; otherwise they go to standard error.
        """
        from spadesdsl.report import Report

        width = min(WIDTH, self.width)
        text = Report(sources, has_colour=self.has_colour, width=width).all(
            findings
        )  # it makes every word of it harmless itself
        if not are_the_answer:
            self._tell(text)
        elif self.out is not None:
            print(text, file=self.out)

    def remark(self, text: str) -> None:
        """Write a few words to standard error, broken into lines of the page."""
        self.tell("\n".join(folded(text, min(WIDTH, self.width))))

    def ask(
        self, prompt: str, complete: Callable[[str], list[str]] | None = None, limit: Countdown | None = None
    ) -> str | None:
        """Read a line; None at the end of the input. Piped input appears after the prompt, as if typed."""
        self._hush()
        if self.source is None:
            return None
        if self._typed:
            line = self._typed.pop(0)
            self.say(f"{prompt}{line}")
            return line
        if self.is_live and self.source is sys.stdin and self.out is sys.stdout:
            self._watch_size()
            _offer_on_tab(complete)
            try:
                with self._keeping_typed(), nullcontext() if limit is None else self._counting(limit, prompt):
                    return input(harmless(prompt))
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

    def agrees(self, prompt: str, *, usually: bool) -> bool:
        """Ask whether somebody wants something; Enter means what is usual, the end of the input never yes.

        Any other word gets the question again: `quit` does not mean yes.
        """
        from spadesdsl.session.terminal import Resized

        try:
            answer = self.ask(prompt, lambda typed: [])
        except Resized:
            self.say()
            return self.agrees(prompt, usually=usually)
        if answer is None:
            return False
        said = answer.strip().lower()
        return (said[0] == "y" if said[0] in "yn" else self.agrees(prompt, usually=usually)) if said else usually

    def _watch_size(self) -> None:
        """Notice when the window gets another size. `readline`, which is loaded afterwards, notices it as well."""
        import signal

        if self._is_reading is None and self.can_redraw and (number := getattr(signal, "SIGWINCH", None)) is not None:
            signal.signal(number, self._resized)
        self._is_reading = False

    def _resized(self, *_: object) -> None:
        from spadesdsl.session.terminal import Resized

        readline = _readline()
        if self._is_reading and self._entered == _entered(readline):
            self._is_reading = False
            self._kept = "" if readline is None else readline.get_line_buffer()
            raise Resized

    @contextmanager
    def _keeping_typed(self) -> Iterator[None]:
        """Begin a line with what was typed before the window got another size."""
        kept, self._kept = self._kept, ""
        readline = _readline() if kept else None
        if readline is not None:
            readline.set_startup_hook(lambda: readline.insert_text(kept))
        self._entered = _entered(_readline())
        self._is_reading = True
        try:
            yield
        finally:
            self._is_reading = False
            if readline is not None:
                readline.set_startup_hook(None)

    @contextmanager
    def _counting(self, limit: Countdown, prompt: str) -> Iterator[None]:
        """Count the time down while reading a line, if the system has an alarm; elsewhere there is no limit."""
        import signal

        from spadesdsl.session.terminal import TimeRanOut

        if (alarm := getattr(signal, "SIGALRM", None)) is None:
            yield
            return

        def tick(*_: object) -> None:
            left = limit.left()
            if left <= 0:
                raise TimeRanOut
            self._show_seconds(limit, prompt)
            signal.setitimer(signal.ITIMER_REAL, left % 1 or 1)

        former = signal.signal(alarm, tick)
        try:
            if limit.is_shown and self._is_screen:
                self.say()
            tick()
            yield
        except TimeRanOut:
            self.say()
            raise
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(alarm, former)

    def _show_seconds(self, limit: Countdown, prompt: str) -> None:
        """Write the seconds left on the line above the prompt, if the typed text fits on one line."""
        readline = _readline()
        typed = "" if readline is None else readline.get_line_buffer()
        if self.out is None or not (limit.is_shown and self._is_screen) or len(prompt + typed) >= self.width:
            return
        self.out.write(f"\x1b7\x1b[1A{_NEW_LINE}  {math.ceil(limit.left())} s\x1b8")
        self.out.flush()

    @property
    def is_silent(self) -> bool:
        """Whether the input is empty. This reads the first line and keeps it for `ask`."""
        if self.source is None:
            return True
        if self.waiting is None:
            self.waiting = self.source.readline()
        return not self.waiting

    def read_bytes(self) -> bytes:
        """Return all the input as it is."""
        if self.source is None:
            return b""
        buffer = getattr(self.source, "buffer", None)
        return self.source.read().encode() if buffer is None else buffer.read()

    def flush(self) -> None:
        """Flush the output."""
        for stream in (self.out, self.err):
            if stream is not None:
                stream.flush()


def _readline() -> ModuleType | None:
    """Return the module that gives `input` its keys, history and Tab; None without one, or in a bare terminal."""
    if os.environ.get("TERM") == "dumb" or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return None
    try:
        import readline
    except ImportError:
        return None
    return readline


def _entered(readline: ModuleType | None) -> int:
    """Return how many lines have been entered."""
    return 0 if readline is None else readline.get_current_history_length()


def _offer_on_tab(complete: Callable[[str], list[str]] | None) -> None:
    """Have the Tab key offer whole lines."""
    if (readline := _readline()) is None:
        return
    offered: list[str] = []

    def one(text: str, number: int) -> str | None:
        if number == 0:
            offered[:] = [] if complete is None else complete(text)
        return offered[number] if number < len(offered) else None

    readline.set_completer_delims("")
    readline.set_completer(one)
    is_libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if is_libedit else "tab: complete")
    if not is_libedit:
        readline.parse_and_bind("set enable-bracketed-paste off")
