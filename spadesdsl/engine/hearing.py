"""What one seat hears of a game as it goes on: what all hear, and what it alone may know.

What is private is read from the seat's view before and after a move, so that no more can be in it than in the view.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from spadesdsl.engine.events import ChoiceEvent, DealEvent, Event, PlayEvent
from spadesdsl.engine.spec import Ask, Round
from spadesdsl.engine.state import RanOut
from spadesdsl.engine.turns import turns_of, volunteers_of
from spadesdsl.engine.view import hand_of, hands_of, shown_of, zones_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from spadesdsl.engine.state import Frame, StateData

Json: TypeAlias = "dict[str, Any]"


@dataclass(frozen=True, slots=True)
class ChosenEvent:
    """What a seat has chosen and the others have not heard."""

    seat: int
    choice: str
    move: str

    def to_json(self) -> Json:
        """Write the event."""
        return {"event": "chosen", "seat": self.seat, "choice": self.choice, "move": self.move}


@dataclass(frozen=True, slots=True)
class HandEvent:
    """A seat's own hand where it is another than its plays have left: dealt, looked at, passed, drawn."""

    seat: int
    cards: tuple[str, ...] | None
    """None where the seat does not see them."""

    def to_json(self) -> Json:
        """Write the event."""
        return {"event": "hand", "seat": self.seat, "cards": None if self.cards is None else list(self.cards)}


@dataclass(frozen=True, slots=True)
class SeenEvent:
    """Cards of another hand, or of a pile of the table, that a seat sees now and not everybody does."""

    seat: int
    place: str
    """As `GiveEvent` names places: `kitty`, `hand of 2`."""
    cards: tuple[str, ...]

    def to_json(self) -> Json:
        """Write the event."""
        return {"event": "seen", "seat": self.seat, "place": self.place, "cards": list(self.cards)}


@dataclass(frozen=True, slots=True)
class UndoEvent:
    """The last move was taken back, with all that came of it."""

    to: int
    """The number of the last event that still holds; 0 where none does."""

    def to_json(self) -> Json:
        """Write the event."""
        return {"event": "undo", "to": self.to}


Heard: TypeAlias = Event | ChosenEvent | HandEvent | SeenEvent | UndoEvent


def heard(before: StateData | None, after: StateData, seat: int | None) -> tuple[Heard, ...]:
    """Return what a seat hears of a move, in order.

    Args:
        before: Where the move was made; None as a game begins.
        after: What came of it.
        seat: Who hears it; None for what everybody hears.
    """
    if seat is None:
        return after.events
    return (*_chosen(before, after, seat), *after.events, *_hand(before, after, seat), *_seen(before, after, seat))


def _chosen(before: StateData | None, after: StateData, seat: int) -> Iterator[Heard]:
    """Give the seat's own choice where the others have not heard it."""
    if before is None or after.line is None or after.line[1] != seat:
        return
    move = after.line[2]
    if isinstance(move, RanOut):
        yield from _chosen_for(before, after, seat)
        return
    for event in after.events:
        if isinstance(event, PlayEvent) or (
            isinstance(event, ChoiceEvent) and (event.seat, event.move) == (seat, move)
        ):
            return
    turns = (*turns_of(before), *volunteers_of(before))
    yield from (ChosenEvent(seat, turn.choice, move) for turn in turns if turn.seat == seat and move in turn.moves)


def _chosen_for(before: StateData, after: StateData, seat: int) -> Iterator[Heard]:
    """Give what was chosen for a seat whose time has run out, where the others have not heard it."""
    frame = after.flow[-1] if after.flow else None
    if frame is None or frame.kind not in ("ask", "round"):
        return
    for choice, moves in _unheard(after, frame, seat).items():
        known = _unheard(before, before.flow[-1], seat).get(choice, ())
        yield from (ChosenEvent(seat, choice, move) for move in moves[len(known) :])


def _unheard(s: StateData, frame: Frame, seat: int) -> dict[str, tuple[str, ...]]:
    """Return what a seat has chosen so far in a decision that is being asked, by the decision's name."""
    step = s.spec.steps[frame.step]
    if frame.kind not in ("ask", "round") or not isinstance(step, Ask | Round):
        return {}
    if step.by.turns == "at once":
        own = next((answered[1] for answered in frame.chosen if answered is not None and answered[0] == seat), ())
    else:
        own = frame.chosen if seat in frame.order[frame.at] else ()
    names = s.spec.deck.names
    return {step.name: tuple(names[card] for card in own) if isinstance(own, tuple) else (own.text,)}


def _hand(before: StateData | None, after: StateData, seat: int) -> Iterator[Heard]:
    """Give the seat's own hand, unless it is what its plays have left."""
    cards = hand_of(after, seat)
    if before is not None and not _is_dealt(after):
        expected = hand_of(before, seat)
        if expected is not None:
            expected = _without(expected, [e.card for e in after.events if isinstance(e, PlayEvent) and e.seat == seat])
        if cards == expected or (cards is not None and expected is not None and sorted(cards) == sorted(expected)):
            return
    yield HandEvent(seat, cards)


def _seen(before: StateData | None, after: StateData, seat: int) -> Iterator[Heard]:
    """Give the places where the seat, and not everybody, sees cards that it has not seen there."""
    known = {} if before is None or _is_dealt(after) else _private(before, seat)
    for place, cards in _private(after, seat).items():
        if _without(cards, known.get(place, ())):
            yield SeenEvent(seat, place, cards)


def _private(s: StateData, seat: int) -> dict[str, tuple[str, ...]]:
    """Return, by place, the cards that a seat sees and not everybody."""
    everybody = zones_of(s, None)
    zones = zones_of(s, seat).items()
    found = {place: cards for place, cards in zones if isinstance(cards, tuple) and cards != everybody[place]}
    mine, all_see = hands_of(s, seat), shown_of(s, None)
    for other, shown in enumerate(shown_of(s, seat)):
        cards = mine[other]
        if other != seat:
            found[f"hand of {other}"] = _without(cards if isinstance(cards, tuple) else shown, all_see[other])
    return {place: cards for place, cards in found.items() if cards}


def _is_dealt(after: StateData) -> bool:
    return any(isinstance(event, DealEvent) for event in after.events)


def _without(cards: Sequence[str], gone: Sequence[str]) -> tuple[str, ...]:
    """Return cards without others, equal cards one for one."""
    left, gone = [], list(gone)
    for card in cards:
        if card in gone:
            gone.remove(card)
        else:
            left.append(card)
    return tuple(left)


# ---------------------------------------------------------------- a game from its beginning


def dated(before: StateData | None, events: Sequence[Heard]) -> list[tuple[int, Heard]]:
    """Return what a move brought, each event with the number of its deal."""
    deal = 1 if before is None else before.deal
    found = []
    for event in events:
        deal = event.deal if isinstance(event, DealEvent) else deal
        found.append((deal, event))
    return found


Step: TypeAlias = "tuple[StateData | None, StateData] | None"
"""What happened to a game: from a state (None as it begins) to the next; or None, the last move taken back."""


@dataclass(slots=True)
class Ear:
    """All that a seat has heard of one game: the events have numbers, 1 the first, and none is ever changed.

    It is the same whenever it is asked for: it follows from what happened, and is worked out as far as that is known.
    """

    seat: int | None
    events: list[tuple[int, Heard]] = field(default_factory=list)
    """Each with the number of its deal."""
    steps: list[int] = field(default_factory=lambda: [0])
    """How many events there were before the first step, and after each."""
    _stands: list[int] = field(default_factory=list)
    """How many events there were after each move that was not taken back."""

    def listen(self, steps: Sequence[Step]) -> None:
        """Hear what happened since the last time, of all that has happened."""
        for step in steps[len(self.steps) - 1 :]:
            if step is None:
                self._stands.pop()
                self.events.append((self.events[-1][0], UndoEvent(self._stands[-1])))
                self._stands[-1] = len(self.events)
            else:
                self.events += dated(step[0], heard(*step, self.seat))
                self._stands.append(len(self.events))
            self.steps.append(len(self.events))
