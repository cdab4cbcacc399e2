"""What one seat has heard, in sentences with numbers: what a phone that was away asks for when it is back."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from spadesdsl.engine.events import DealEvent, EndEvent, ScoreSheet
from spadesdsl.engine.hearing import ChosenEvent, HandEvent, SeenEvent, UndoEvent, said
from spadesdsl.frozen import dataclass, field, replace
from spadesdsl.referee.wording import label, rule_words
from spadesdsl.session.news import Narrator, deal_text, steps_of, winners_text
from spadesdsl.session.terminal import Page

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from spadesdsl.engine.game import Game, State
    from spadesdsl.engine.hearing import Heard
    from spadesdsl.engine.spec import Ask, Round

MOST_KEPT: Final = 400
"""Older sentences are forgotten: the score sheets of all deals are kept beside them."""

_PARTS: Final = re.compile(r"(?<=\w)_(?=\w)")
"""What joins the words of a name in the rules."""


@dataclass(slots=True)
class Story:
    """The sentences for one seat, or for everybody."""

    game: Game
    seat: int | None
    names: Sequence[str]
    last: int = 0
    """The number of the last sentence."""
    lines: list[str] = field(default_factory=list)
    """The last ones; what was taken back stays, with a sentence that says so."""
    narrator: Narrator = field(init=False)

    def __post_init__(self) -> None:
        self.narrator = Narrator(self.names, self.seat, page=Page(is_plain=True), tells_cards=True)

    def add(self, before: State | None, after: State) -> None:
        """Tell what a move brought."""
        steps = steps_of(before or after)
        by = None if after.line is None else after.line[1]
        for event in said(before, after, self.seat):
            self._say(self._told(event, after, steps, by))

    def _say(self, lines: Sequence[str]) -> None:
        told = [line.strip() for line in lines if line.strip()]
        self.lines += told
        self.last += len(told)
        del self.lines[: max(0, len(self.lines) - MOST_KEPT)]

    def _told(self, event: Heard, after: State, steps: Mapping[str, Ask | Round], by: int | None) -> list[str]:
        match event:
            case ScoreSheet():
                return [deal_text(event, self.narrator.seats)]
            case EndEvent():
                return [
                    f"{rule_words(after.spec, event.ended_by).get('sentence', '')} {winners_text(self.game, event)}"
                ]
            case ChosenEvent():
                return [f"You choose {label(event.move)}."]
            case HandEvent() | SeenEvent() | UndoEvent():
                return []  # the hand and the table show it
            case DealEvent() if event.deal == 1 and len(self.lines) == 0:
                return [f"{self.game.title} begins.", *self.narrator.one(event, steps, by)]
            case _:
                return [_PARTS.sub(" ", line) for line in self.narrator.one(event, steps, by)]

    def take_back(self, moves: int, to: State, who: str) -> None:
        """Say that moves were taken back."""
        self.narrator.catch_up(to)
        self._say([f"{who} took a choice back; all agreed. {moves} of the last moves no longer count."])

    def since(self, known: int) -> list[tuple[int, str]]:
        """Return the sentences after one, with their numbers."""
        first = self.last - len(self.lines)
        return list(enumerate(self.lines[max(0, known - first) :], max(known, first) + 1))

    def for_seat(self, seat: int, states: Sequence[State]) -> Story:
        """Return the story of somebody who sits down now: what everybody has heard so far."""
        own = replace(self, seat=seat, lines=list(self.lines))
        own.narrator.catch_up(states[-1])
        return own

    def to_json(self, known: int) -> list[dict[str, Any]]:
        """Write the sentences after one."""
        return [{"n": n, "say": line} for n, line in self.since(known)]
