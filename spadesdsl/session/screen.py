"""One table on the screen, drawn in its place: cards appear as they fall, and a trick stays until the next lead."""

from __future__ import annotations

import time
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from spadesdsl.book.numbers import numbers_of
from spadesdsl.engine.events import DealEvent, EndEvent, PlayEvent, ScoreSheet, TrickEvent
from spadesdsl.engine.view import View, without
from spadesdsl.frozen import Changing, field, replace
from spadesdsl.session.known import OnTable, on_table
from spadesdsl.session.prompt import MANY
from spadesdsl.session.table import table_lines

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from spadesdsl.engine.game import State
    from spadesdsl.engine.turns import Turn
    from spadesdsl.session.session import Session
    from spadesdsl.session.terminal import Terminal

PACES: Final = {"slow": (1.5, 3.5), "normal": (0.7, 1.8), "fast": (0.15, 0.4)}
"""For how many seconds a card, and a complete trick, can be seen before something else happens."""


_FEW: Final = 8
"""Where a longer list of choices would not fit on the screen, `legal` shows it."""


class Screen(Changing):
    """A screen on which each picture takes the place of the last one, and can be seen for a while."""

    terminal: Terminal
    pace: str = "normal"
    now: Callable[[], float] = time.monotonic
    """Seconds, from any moment on."""
    _until: float = field(init=False, default=0.0)
    """How long the last picture should be seen."""
    _is_hurried: bool = field(init=False, default=False)
    """Whether somebody has pressed Enter so as not to wait."""

    def wait(self) -> None:
        """Leave the last picture on the screen for its time, or until somebody presses Enter."""
        left = self._until - self.now()
        if left > 0 and not self._is_hurried:
            self._is_hurried = self.terminal.rest(left)

    def show(self, say: Callable[[Sequence[str]], None], lines: Sequence[str], *, is_trick: bool) -> None:
        """Draw a picture after the last one has had its time; a complete trick takes longer to look at."""
        self.wait()
        self.terminal.redraw()
        say(lines)
        self._until = self.now() + PACES[self.pace][is_trick]

    def ask(self) -> None:
        """Clear the screen for a question: somebody who has to choose need not wait."""
        self._until, self._is_hurried = 0.0, False
        self.terminal.redraw()


def falling(before: State, after: State) -> Iterator[OnTable]:
    """Yield the middle of the table as the cards of a move fall, up to the end of the deal."""
    cards = list(on_table(before).cards) if before.trick else []
    for event, following in pairwise((*after.events, None)):
        match event:
            case PlayEvent():
                cards.append((event.seat, event.text))
                if not isinstance(following, TrickEvent):
                    yield OnTable(tuple(cards))
            case TrickEvent():
                yield OnTable(tuple(cards), event.winner)
                cards = []
            case DealEvent() | ScoreSheet() | EndEvent():
                return
            case _:
                pass


def seen_while_falling(before: State, after: State, seat: int) -> tuple[State, View]:
    """Return the state to draw while the cards of a move fall, and what a seat sees: not yet the next deal."""
    if not any(isinstance(event, DealEvent | ScoreSheet | EndEvent) for event in after.events):
        return after, after.view(seat)
    view = before.view(seat)
    gone = [event.card for event in after.events if isinstance(event, PlayEvent) and event.seat == seat]
    return before, replace(view, hand=None if view.hand is None else without(view.hand, gone))


class Drawing(Changing, eq=False):
    """The table of a session on its screen, with what happened and what was answered beside it."""

    session: Session
    screen: Screen
    recent: list[str] = field(default_factory=list)
    """What has happened since the person's last choice."""

    @property
    def is_on(self) -> bool:
        """Whether the person at the machine sees one table that is drawn in its place."""
        can_be = self.session.terminal.can_redraw and self.session.seat is not None and not self.session.page.is_linear
        return can_be and self.picture(()) is not None

    def picture(
        self,
        below: Sequence[str],
        turn: Turn | None = None,
        of: tuple[State, View, OnTable] | None = None,
        news: Sequence[str] | None = None,
    ) -> list[str] | None:
        """Return the table with the last news and what is below them; None if the screen is too small for it.

        Args:
            below: the question, if there is one.
            of: what to draw while cards fall; None for the game as it is.
            news: what to say above the question; None for what has happened since the person's last choice.
        """
        assert self.session.seat is not None
        state, view, middle = of or (self.session.state, self.session.state.view(self.session.seat), None)
        lines = table_lines(state, view, turn, self.session.page, middle, self.numbers(state.deal))
        table = list(self.session.written(lines[1:]))
        question = list(self.session.written(below))
        warned = list(self.session.written(self._with_warning(())))
        told = list(self.session.written(self._with_warning(self.recent if news is None else news)))
        room = self.session.terminal.height - len(table) - len(question) - 1
        if room < len(warned if news is None else told):
            return None
        return [*table, *(told[-room:] if room else []), *question]

    def _with_warning(self, told: Sequence[str]) -> list[str]:
        """Return what happened or was answered, and last that the game is not saved, as long as that is so."""
        warning = self.session.past.warning
        return [*(line for line in told if line != warning), *filter(None, [warning])]

    def numbers(self, deal: int) -> str:
        """Return the numbers of the game in a line, as they are on a deal."""
        return " \N{MIDDLE DOT} ".join(numbers_of(self.session.variant.edition(deal)))

    def show_falling(self, before: State, after: State) -> None:
        """Show the cards of a move as they fall, and a complete trick for a while."""
        assert self.session.seat is not None
        state, view = seen_while_falling(before, after, self.session.seat)
        for middle in falling(before, after):
            self.show(self.picture((), of=(state, view, middle)), is_trick=middle.winner is not None)

    def show(self, picture: list[str] | None, *, is_trick: bool = False) -> None:
        """Show a picture for a while, if it fits on the screen."""
        if picture is not None:
            self.screen.show(lambda lines: self.session.terminal.say("\n".join(lines)), picture, is_trick=is_trick)

    def note(self, lines: Sequence[str]) -> None:
        """Write lines that the next picture shows again."""
        self.session.say(lines)
        self.recent += lines

    def draw(self, before: State, after: State, news: list[str]) -> None:
        """Draw what a move brought: cards as they fall, then the score sheet if the deal is over."""
        end = self.session.news.narrators[self.session.seat].next_deal_at if after.sheets else 0
        lines = [line for line in news[end:] if line.startswith("  ")] if end is not None else []
        if not after.sheets:
            self.recent += lines
        self.show_falling(before, after)
        if after.sheets:
            self.screen.wait()
            self.screen.ask()
            self.session.say(line for line in news[:end] if line)
            self.recent = lines
        elif not any(isinstance(event, PlayEvent | TrickEvent) for event in after.events):
            self.show(self.picture(()))

    def show_question(self, turn: Turn, news: Sequence[str] | None = None) -> bool:
        """Show the table and the question; return whether all of it fits on the screen."""
        sizes = (MANY, _FEW) if self.is_on else ()
        pictures = (self.picture(self.session.question(turn, most), turn, news=news) for most in sizes)
        picture = next((picture for picture in pictures if picture is not None), None)
        if picture is not None:
            self.screen.ask()
            self.session.terminal.say("\n".join(picture))
        elif news is None:
            told = self._with_warning(self.recent) if self.is_on else []
            self.session.say([*told, *self.session.table(turn), *self.session.question(turn)])
        return picture is not None

    def show_offer(self, words: str) -> None:
        """Show the table, and what may be said now: nobody decides that without their cards."""
        picture = self.picture((words,)) if self.is_on else None
        if picture is None:
            self.session.say([*self.session.table(None), words])
        else:
            self.screen.ask()
            self.session.terminal.say("\n".join(picture))

    def show_answers(self, answers: list[str], turn: Turn) -> str:
        """Show what was answered beside the table, or on pages of its own; return what was typed after these."""
        if self.show_question(turn, answers or None):
            return ""
        lines = [line.strip("\n") for line in self.session.written(answers)]
        room = max(1, self.session.terminal.height - 1)
        typed = ""
        while lines and not typed:
            self.screen.ask()
            self.session.terminal.say("\n".join(lines[:room]))
            del lines[:room]
            typed = self.session.read("Press Enter for more. " if lines else "Press Enter for the table. ", turn)
        if not typed:
            self.show_question(turn)
        return typed
