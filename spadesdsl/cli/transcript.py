"""A recorded game as text: a line a trick, a line a round of bids, a score sheet a deal; only what all saw."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, assert_never

from spadesdsl.engine.choices import told_cards
from spadesdsl.engine.events import (
    AwardEvent,
    ChoiceEvent,
    DealEvent,
    EndEvent,
    GiveEvent,
    OutEvent,
    PlayEvent,
    RedealEvent,
    ScoreSheet,
    SidesEvent,
    TimeEvent,
    TrickEvent,
)
from spadesdsl.engine.record import goes_on
from spadesdsl.frozen import dataclass
from spadesdsl.words import WIDTH, and_list, count, folded, side_name

if TYPE_CHECKING:
    from spadesdsl.engine.events import Event
    from spadesdsl.engine.game import Game
    from spadesdsl.engine.record import Step
    from spadesdsl.rules.game import Variant

_TRICK = "trick"
"""The subject of a line of cards until the trick is over and has its number."""


@dataclass(slots=True)
class Teller:
    """Writes a game step by step; moves that belong together share a line."""

    game: Game
    variant: Variant
    lines: list[str] = field(default_factory=list)
    _subject: str = ""
    """The subject of the open line: a round of bids, a decision, a trick."""
    _parts: list[str] = field(default_factory=list)
    """What it says so far."""
    _from: int = 0
    """The move it begins with."""
    _made: int = 0
    _deal: int = 1
    _late: int | None = None
    """The seat that has just run out of time; its choice comes next."""

    def take(self, step: Step) -> None:
        """Write one step."""
        if step.entry is None or goes_on(step.entry):
            self._made += step.entry is not None
            for event in step.state.events:
                self._tell(event)
        elif "undo" in step.entry:
            self._close()
            self._say(f"{count(step.entry['undo'], 'move')} taken back")
            for seat, card in zip(step.state.trick_seats, told_cards(step.state, step.state.trick), strict=True):
                self._add(_TRICK, f"{self.game.seats[seat]} {card}")

    def done(self) -> list[str]:
        """Return all the lines."""
        self._close()
        return self.lines

    def _tell(self, event: Event) -> None:
        seats = self.game.seats
        match event:
            case PlayEvent():
                self._add(_TRICK, f"{self._who(event.seat)} {event.text}")
            case ChoiceEvent():
                said = "chooses unseen" if event.move is None else event.move
                self._add(event.choice, f"{self._who(event.seat)} {said}")
            case TrickEvent():
                winner = "nobody wins it" if event.winner is None else f"{seats[event.winner]} wins"
                self._subject = f"trick {event.trick}"
                self._close(f": {winner}")
            case ScoreSheet():
                from spadesdsl.sheet import sheet_text

                self._close()
                self.lines += ["", sheet_text(event, seats)]
            case DealEvent():
                self._close()
                self._deal = event.deal
                self.lines += ["", f"Deal {event.deal}, dealt by {seats[event.dealer]}"]
            case EndEvent():
                self._close()
                self.lines += ["", *self._end(event)]
            case TimeEvent(seat=int() as seat):
                self._late = seat
            case GiveEvent() | AwardEvent() | RedealEvent() | SidesEvent() | OutEvent() | TimeEvent():
                self._close()
                self._say(_beside(event, seats))
            case _:
                assert_never(event)

    def _end(self, event: EndEvent) -> list[str]:
        from spadesdsl.session.news import ending_text

        return folded(ending_text(self.game, event, self.variant.edition(self._deal).rules))

    def _who(self, seat: int) -> str:
        """Return the name of a seat that chooses."""
        is_late, self._late = self._late == seat, None
        return f"{self.game.seats[seat]} (out of time)" if is_late else self.game.seats[seat]

    def _add(self, subject: str, part: str) -> None:
        """Add something to the open line, or open another."""
        if subject != self._subject:
            self._close()
        if not self._parts:
            self._subject, self._from = subject, self._made
        self._parts.append(part)

    def _close(self, tail: str = "") -> None:
        """End the open line."""
        if self._parts:
            self._say(f"{self._subject}: {', '.join(self._parts)}{tail}", self._from)
        self._parts, self._subject = [], ""

    def _say(self, text: str, first: int | None = None) -> None:
        """Write a line with the numbers of its moves."""
        first = self._made if first is None else first
        number = f"{first}" if first == self._made else f"{first}-{self._made}"
        self.lines += folded(text, WIDTH, f"{number:>9}  ", " " * 15)


def _beside(
    event: GiveEvent | AwardEvent | RedealEvent | SidesEvent | OutEvent | TimeEvent, seats: tuple[str, ...]
) -> str:
    """Say what happened without a choice."""
    match event:
        case GiveEvent():
            cards = count(event.cards, "card") if isinstance(event.cards, int) else " ".join(event.cards)
            return f"{event.rule}: {cards} from {_place(event.source, seats)} to {_place(event.target, seats)}"
        case AwardEvent():
            return f"{event.rule}: {count(event.tricks, 'trick')} to {seats[event.seat]}"
        case RedealEvent():
            return f"the cards are thrown in; {seats[event.dealer]} deals"
        case SidesEvent():
            return f"the sides: {'; '.join(side_name(seats, side) for side in event.sides)}"
        case TimeEvent():
            return f"{event.rule}: time is up"
        case OutEvent():
            return f"{event.rule}: {and_list(seats[seat] for seat in event.seats)} out of the game"
        case _:
            assert_never(event)


def _place(name: str, seats: tuple[str, ...]) -> str:
    """Write a place with the name of its seat: `hand of 2` is South's hand."""
    zone, of, seat = name.rpartition(" of ")
    return f"{seats[int(seat)]}'s {zone}" if of and seat.isdecimal() else name
