"""One table on the screen, drawn in its place: cards appear as they fall, and a trick stays until the next lead."""

from __future__ import annotations

import time
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from spadesdsl.engine.events import DealEvent, EndEvent, PlayEvent, ScoreSheet, TrickEvent
from spadesdsl.frozen import dataclass, field, replace
from spadesdsl.session.table import OnTable, on_table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from spadesdsl.engine.game import State
    from spadesdsl.engine.view import View
    from spadesdsl.session.terminal import Terminal

PACES: Final = {"slow": (1.5, 3.5), "normal": (0.7, 1.8), "fast": (0.15, 0.4)}
"""For how many seconds a card, and a complete trick, can be seen before something else happens."""


@dataclass(slots=True)
class Screen:
    """A screen on which each picture takes the place of the last one, and can be seen for a while."""

    terminal: Terminal
    pace: str = "normal"
    now: Callable[[], float] = time.monotonic
    """Seconds, from any moment on."""
    _until: float = field(init=False, default=0.0)
    """How long the last picture should be seen."""
    _is_hurried: bool = field(init=False, default=False)
    """Whether somebody has pressed Enter so as not to wait."""

    def has_room(self, lines: int) -> bool:
        """Tell whether so many lines fit on the screen, with a line to type below them."""
        return lines < self.terminal.height

    def wait(self) -> None:
        """Leave the last picture on the screen for its time, or until somebody presses Enter."""
        left = self._until - self.now()
        if left > 0 and not self._is_hurried:
            self._is_hurried = self.terminal.rest(left)

    def show(self, say: Callable[[Sequence[str]], None], lines: Sequence[str], *, is_trick: bool) -> None:
        """Draw a picture after the last one has had its time.

        Args:
            say: writes lines.
            lines: the picture.
            is_trick: whether it shows a complete trick, which takes longer to look at.
        """
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
    hand = list(view.hand or ())
    for card in gone:
        if card in hand:
            hand.remove(card)
    return before, replace(view, hand=None if view.hand is None else tuple(hand))
