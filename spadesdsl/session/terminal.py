"""What a session needs from outside: somewhere to write and read, a page, a record."""

from __future__ import annotations

import re
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from enum import Enum
from functools import lru_cache
from typing import Protocol

from spadesdsl.engine.game import State
from spadesdsl.engine.ranking import Deck
from spadesdsl.frozen import Frozen
from spadesdsl.words import WIDTH, folded, printable, sign_of, words_of


class Terminal(Protocol):
    """The terminal of a session."""

    @property
    def is_live(self) -> bool:
        """Whether a person sits there; if not, the input comes from a pipe."""

    @property
    def width(self) -> int:
        """The number of columns it has now."""

    @property
    def has_symbols(self) -> bool:
        """Whether it shows more than the letters of a typewriter."""

    @property
    def height(self) -> int:
        """The number of lines it has now."""

    @property
    def can_redraw(self) -> bool:
        """Whether a picture can take the place of the last one."""

    def redraw(self) -> None:
        """Begin a new picture in the place of the last one."""

    def rest(self, seconds: float) -> bool:
        """Wait for a while, or until somebody presses Enter; return whether somebody did."""

    def say(self, text: str = "") -> None:
        """Write a line, or several."""

    def murmur(self, text: str) -> None:
        """Write a few words that disappear with the next output; nothing if words cannot disappear."""

    def ask(
        self, prompt: str, complete: Callable[[str], list[str]] | None = None, limit: Countdown | None = None
    ) -> str | None:
        """Read a line; None at the end of the input.

        Args:
            prompt: the text before it.
            complete: returns the completions of a line.
            limit: how long the person may take; None for as long as they like.

        Raises:
            TimeRanOut: nothing was entered in time.
            Resized: what is on the screen has to be drawn again.
        """

    def wipe(self, *, is_plain: bool) -> None:
        """Clear everything on the screen and above it, and what was typed.

        If the cursor must not move (`is_plain`), the text only moves out of sight.
        """


class Countdown(Frozen):
    """A time in which something has to be entered."""

    left: Callable[[], float]
    """Gives the seconds that are left."""
    is_shown: bool
    """Whether the seconds may be counted down on the screen."""


class TimeRanOut(Exception):
    """Nothing was entered in time."""


class Resized(Exception):
    """The window has got another size while somebody was asked; what they have typed is there at the next question."""


class Leaving(Exception):
    """The person left the game, or the input ended; the message says which."""


class Outcome(Enum):
    """How a session ended."""

    DONE = "done"
    """The game is over, or somebody left it."""
    INTERRUPTED = "interrupted"
    """By Ctrl-C."""


@contextmanager
def without_interrupts() -> Iterator[None]:
    """Finish what has begun: until then, another Ctrl-C does nothing."""
    if threading.current_thread() is not threading.main_thread():  # only that one is interrupted
        yield
        return
    former = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, former)


_LINES_OF_HEADING = 12
"""Columns of a heading with two texts that are not text."""
LEAST_WIDTH = 60
"""A narrower page has sentences instead of a drawing."""


class Page(Frozen):
    """How to write things."""

    width: int = WIDTH
    has_symbols: bool = False
    """Whether it has lines and suit symbols, not only the letters of a typewriter."""
    is_plain: bool = False
    """Whether it is for a screen reader: sentences one after another, and no columns."""
    names: Sequence[str] = ()
    """What the seats are called here; empty for their names in the rules."""

    def seats(self, state: State) -> Sequence[str]:
        """Return what the seats are called."""
        return self.names or state.game.seats

    def name(self, state: State, seat: int) -> str:
        """Return what a seat is called."""
        return self.seats(state)[seat]

    @property
    def is_linear(self) -> bool:
        """Whether it has only sentences."""
        return self.is_plain or self.width < LEAST_WIDTH

    def heading(self, left: str, *facts: str) -> str:
        """Write a line across the page, with as many facts as fit; or a sentence if the page has no drawing."""
        right = ", ".join(facts)
        if len(facts) > 1 and not self.is_linear and len(left) + len(right) + _LINES_OF_HEADING > self.width:
            return self.heading(left, *facts[:-1])
        if self.is_linear:
            return f"{left}. {right}." if right else f"{left}."
        line = "\N{BOX DRAWINGS LIGHT HORIZONTAL}" if self.has_symbols else "-"
        room = self.width - len(left) - 4 - (len(right) + 4 if right else 0)
        return f"{line * 2} {left} {line * max(2, room)}" + (f" {right} {line * 2}" if right else "")

    def folded(self, text: str, indent: str = "", hanging: str = "") -> list[str]:
        """Break a text into lines of the page; for a screen reader they begin at the margin."""
        return folded(text, self.width) if self.is_linear else folded(text, self.width, indent, hanging)

    def told(self, text: str, hanging: str = "  ") -> list[str]:
        """Break what is said into lines of the page; it ends like a sentence where there is nothing else."""
        return self.folded(f"{text}." if self.is_linear else text, "", hanging)

    def refolded(self, line: str) -> list[str]:
        """Return a line as lines of this page; an indented line continues further in."""
        if len(line) <= self.width:
            return [printable(line)]
        indent = line[: len(line) - len(line.lstrip())][: self.width // 2]
        return folded(line.strip(), self.width, indent, indent and f"{indent}  ")


@lru_cache(maxsize=32)
def card_words(deck: Deck, *, has_symbols: bool) -> dict[str, str]:
    """Return how cards are shown that are written otherwise in a record: with the sign of the suit, names as words."""
    found, labels = {}, dict(deck.said)
    for name, suit, rank in zip(deck.names, deck.printed_suit, deck.printed_rank, strict=True):
        sign = sign_of(deck.suits[suit]) if suit is not None and has_symbols else ""
        is_usual = rank is not None and len(name) == len(deck.ranks[rank]) + 1
        found[name] = f"{name[:-1]}{sign}" if sign and is_usual else labels.get(name) or words_of(name)
    return {name: shown for name, shown in found.items() if shown != name}


@lru_cache(maxsize=32)
def _words_in(deck: Deck, *, has_symbols: bool) -> tuple[re.Pattern[str], dict[str, str]]:
    """Return a pattern of the cards and the bids of one (`1 spades`) in a line, and how people read each.

    What looks like a place on the disk is no card.
    """
    ones = {f"1 {suit}": f"1 {suit.removesuffix('s')}" for suit in deck.suits}
    shown = {**ones, **card_words(deck, has_symbols=has_symbols)}
    any_of = "|".join(map(re.escape, sorted(shown, key=len, reverse=True))) or "(?!)"
    return re.compile(rf"(?<![\w/\\.~-])(?:{any_of})(?![\w/\\-]|\.\w)"), shown


def with_cards(line: str, deck: Deck, *, has_symbols: bool) -> str:
    """Return a line with its cards and bids as people read them; what is in columns stays in them."""
    pattern, shown = _words_in(deck, has_symbols=has_symbols)

    def read(found: re.Match[str]) -> str:
        is_in_column = line.startswith("  ", found.end())
        return shown[found[0]].ljust(len(found[0]) if is_in_column else 0)

    return pattern.sub(read, line)
