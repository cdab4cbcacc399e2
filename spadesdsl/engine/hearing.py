"""What one seat hears as a game goes on: what all hear, and what it alone may know.

Private news is read from the seat's view before and after a move, so it never holds more than the view.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from spadesdsl.engine.choices import due, volunteered
from spadesdsl.engine.events import ChoiceEvent, DealEvent, Event, PlayEvent, Told
from spadesdsl.engine.state import RanOut, StateData
from spadesdsl.engine.view import hand_of, hands_of, shown_of, zones_of
from spadesdsl.frozen import dataclass, field
from spadesdsl.rules.operations import Topic, topic_of
from spadesdsl.rules.parts import Fix
from spadesdsl.rules.terms import Broke, Op

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from spadesdsl.rules.terms import Term


class ChosenEvent(Told):
    """A seat's choice that the others have not heard."""

    seat: int
    choice: str
    move: str


class HandEvent(Told):
    """A seat's own hand after a change other than its plays: dealt, looked at, passed, drawn."""

    seat: int
    cards: tuple[str, ...] | None
    """None if the seat does not see them."""


class SeenEvent(Told):
    """Cards of another hand, or of a pile on the table, that a seat sees now but not everybody does."""

    seat: int
    place: str
    """Named as in `GiveEvent`: `kitty`, `hand of 2`."""
    cards: tuple[str, ...]


class UndoEvent(Told):
    """The last move was taken back, with all that followed from it."""

    to: int
    """The number of the last event that still holds; 0 if none does."""


Heard: TypeAlias = Event | ChosenEvent | HandEvent | SeenEvent | UndoEvent


def heard(before: StateData | None, after: StateData, seat: int | None) -> tuple[Heard, ...]:
    """Return what a seat hears about a move, in order.

    Args:
        before: The state before the move; None at the start of a game.
        after: The state after it.
        seat: The listener; None for what everybody hears.
    """
    if seat is None:
        return after.events
    return (*said(before, after, seat), *_hand(before, after, seat), *_seen(before, after, seat))


def said(before: StateData | None, after: StateData, seat: int | None) -> tuple[Heard, ...]:
    """Return what a seat hears about a move, without the cards that it comes to see."""
    return after.events if seat is None else (*_chosen(before, after, seat), *after.events)


def shows_more(before: StateData, after: StateData, seats: Iterable[int]) -> bool:
    """Tell whether a move showed one of the seats more than what somebody openly chose.

    That is a deal, a look at a hand, cards that were received, shown or turned up, secret choices that are opened, or
    what the table found when it judged a claim.
    """
    if _is_dealt(after) or _is_judged(after):
        return True
    step = before.step
    if step is not None and step.by.turns == "at once" and after.last_move is not None:
        mover = after.last_move[0]
        told = [event for event in after.events if isinstance(event, ChoiceEvent) and event.move is not None]
        if any(event.seat != mover for event in told):
            return True
    return any(_sees(after, seat) & ~_sees(before, seat) & ~after.played for seat in seats)


def _sees(s: StateData, seat: int) -> int:
    """Return the mask of the cards of which a seat knows where they are."""
    own = s.hands[seat] if s.looked >> seat & 1 and s.stacks[seat] is None else 0
    return own | s.open | s.known[seat]


def _chosen(before: StateData | None, after: StateData, seat: int) -> Iterator[Heard]:
    """Yield the seat's own choice if the others have not heard it."""
    if before is None or after.last_move is None or after.last_move[0] != seat:
        return
    move = after.last_move[1]
    if isinstance(move, RanOut):
        yield from _chosen_for(before, after, seat)
        return
    for event in after.events:
        if isinstance(event, PlayEvent) or (
            isinstance(event, ChoiceEvent) and (event.seat, event.move) == (seat, move)
        ):
            return
    turns = (*due(before), *volunteered(before))
    yield from (ChosenEvent(seat, turn.choice, move) for turn in turns if turn.seat == seat and move in turn.moves)


def _chosen_for(before: StateData, after: StateData, seat: int) -> Iterator[Heard]:
    """Yield what was chosen for a seat whose time has run out, if the others have not heard it."""
    for choice, moves in _unheard(after, seat).items():
        known = _unheard(before, seat).get(choice, ())
        yield from (ChosenEvent(seat, choice, move) for move in moves[len(known) :])


def _unheard(s: StateData, seat: int) -> dict[str, tuple[str, ...]]:
    """Return what a seat has chosen so far in the open decision, by the decision's name."""
    step, turns = s.step, s.asking
    if step is None:
        return {}
    if step.by.turns == "at once":
        own = next((answered[1] for answered in turns.chosen if answered is not None and answered[0] == seat), ())
    else:
        own = turns.chosen if seat in turns.group else ()
    names = s.spec.deck.names
    return {step.name: tuple(names[card] for card in own) if isinstance(own, tuple) else (own.text,)}


def _hand(before: StateData | None, after: StateData, seat: int) -> Iterator[Heard]:
    """Yield the seat's own hand, unless its plays alone account for it."""
    cards = hand_of(after, seat)
    if before is not None and not _is_dealt(after):
        if (expected := hand_of(before, seat)) is not None:
            expected = _without(expected, [e.card for e in after.events if isinstance(e, PlayEvent) and e.seat == seat])
        if cards == expected or (cards is not None and expected is not None and sorted(cards) == sorted(expected)):
            return
    yield HandEvent(seat, cards)


def _seen(before: StateData | None, after: StateData, seat: int) -> Iterator[Heard]:
    """Yield the places where the seat, but not everybody, sees cards that it had not seen there."""
    known = {} if before is None or _is_dealt(after) else _private(before, seat)
    for place, cards in _private(after, seat).items():
        if _without(cards, known.get(place, ())):
            yield SeenEvent(seat, place, cards)


def _private(s: StateData, seat: int) -> dict[str, tuple[str, ...]]:
    """Return, by place, the cards that a seat sees but not everybody does."""
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


def _is_judged(after: StateData) -> bool:
    """Tell whether an answer fixed something that all hands decide, such as whether a claim is right."""
    heard_of = {event.choice for event in after.events if isinstance(event, ChoiceEvent)}
    steps = (step for step in after.spec.plan.steps if step.rule.name in heard_of)
    fixed = (action for step in steps for action in step.actions if isinstance(action, Fix))
    return any(after.spec.reads(action.value, _is_verdict) for action in fixed)


def _is_verdict(term: Term) -> bool:
    return isinstance(term, Broke) or (isinstance(term, Op) and topic_of(term.op) is Topic.HELD)


def _without(cards: Sequence[str], gone: Sequence[str]) -> tuple[str, ...]:
    """Return cards minus others, equal cards one for one."""
    left, gone = [], list(gone)
    for card in cards:
        if card in gone:
            gone.remove(card)
        else:
            left.append(card)
    return tuple(left)


# ---------------------------------------------------------------- a game from its beginning


def dated(before: StateData | None, events: Sequence[Heard]) -> list[tuple[int, Heard]]:
    """Return the events of a move, each with the number of its deal."""
    deal = 1 if before is None else before.deal
    found = []
    for event in events:
        deal = event.deal if isinstance(event, DealEvent) else deal
        found.append((deal, event))
    return found


Step: TypeAlias = "tuple[StateData | None, StateData] | None"
"""A step of a game: from a state (None at the start) to the next; or None if the last move was taken back."""


@dataclass(slots=True)
class Ear:
    """All that a seat has heard in one game: events are numbered from 1, and none ever changes.

    It is the same whenever you ask: it follows from what happened, and is worked out up to the present.
    """

    seat: int | None
    events: list[tuple[int, Heard]] = field(default_factory=list)
    """Each with the number of its deal."""
    steps: list[int] = field(default_factory=lambda: [0])
    """How many events there were before the first step, and after each."""
    _stands: list[int] = field(default_factory=list)
    """How many events there were after each move that still holds."""

    def listen(self, steps: Sequence[Step]) -> None:
        """Hear what is new since the last time, given all that has happened."""
        for step in steps[len(self.steps) - 1 :]:
            if step is None:
                self._stands.pop()
                self.events.append((self.events[-1][0], UndoEvent(self._stands[-1])))
                self._stands[-1] = len(self.events)
            else:
                self.events += dated(step[0], heard(*step, self.seat))
                self._stands.append(len(self.events))
            self.steps.append(len(self.events))
