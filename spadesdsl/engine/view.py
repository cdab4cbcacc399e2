"""What one seat may know, and not a card more; and what it hears as a game goes on.

Private news is read from the seat's view before and after a move, so it never holds more than the view.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from spadesdsl.engine import seats
from spadesdsl.engine.actions import piles_of
from spadesdsl.engine.belief import Belief, belief_of, plays_for
from spadesdsl.engine.choices import due, phase_of, said_with, volunteered
from spadesdsl.engine.clocks import Running, running
from spadesdsl.engine.events import ChoiceEvent, DealEvent, Event, PlayEvent, Told, plain, some
from spadesdsl.engine.scoring import tallies_of
from spadesdsl.engine.spec import Amount
from spadesdsl.engine.state import RanOut, StateData
from spadesdsl.engine.turns import Turn
from spadesdsl.frozen import Changing, Frozen, field
from spadesdsl.rules.operations import Topic, topic_of
from spadesdsl.rules.parts import Fix
from spadesdsl.rules.terms import Broke, Op, Term

Cards: TypeAlias = tuple[str, ...] | int | None
"""The cards' names if the seat sees them, a number if it only knows how many, None for a hand not yet looked at."""


class View(Frozen):
    """All that a seat may know."""

    seat: int | None
    """The seat whose view it is; None for what everybody may see."""
    deal: int
    dealer: int
    phase: str
    hand: tuple[str, ...] | None
    """Its own cards, sorted; None before it looks, or if its hand is a pile that nobody sees."""
    hands: tuple[Cards, ...]
    """By seat: the cards if it sees them all, else how many; None for its own while `hand` is None."""
    shown: tuple[tuple[str, ...], ...]
    """By seat: the cards of the hand that are face up, or were shown to this seat."""
    zones: Mapping[str, Cards] = field(hash=False)
    """By zone (`kitty`, or `aside of 1` if each seat has one); empty zones are left out."""
    trick: tuple[tuple[int, str], ...]
    """The cards on the table: seat and card."""
    spoken: tuple[str, ...]
    """What was said with each of them; empty if nothing was."""
    leader: int
    last_trick: tuple[tuple[int, str], ...]
    last_winner: int | None
    trick_number: int
    said: tuple[tuple[int, str, str], ...]
    """Bids and answers that everybody heard: seat, round or decision, text."""
    bids: tuple[str | None, ...]
    """By seat: the current bid, its own or its side's."""
    sides: tuple[tuple[int, ...], ...]
    taken: tuple[int, ...]
    """Tricks taken, by side."""
    taken_by_seat: tuple[int, ...]
    contract: tuple[Amount, ...]
    """By side."""
    score: tuple[Amount, ...]
    """By side."""
    tallies: tuple[Mapping[str, Amount], ...] = field(hash=False)
    """By side."""
    turns: tuple[Turn, ...] = ()
    """Who has to act; only this seat's moves are listed."""
    volunteers: tuple[Turn, ...] = ()
    """What this seat may say without being asked."""
    clocks: tuple[Running, ...] = ()
    """The clocks that run now."""
    belief: Belief | None = field(default=None, repr=False, compare=False)
    """The same knowledge as a game that a bot can play on in its mind; it holds no other card."""

    def to_json(self) -> dict[str, Any]:
        """Write the view as in the referee's answers."""
        return {
            **some(self, "seat deal dealer phase hand hands shown zones"),
            "trick": [
                {"seat": seat, "card": card, **({"said": word} if word else {})}
                for (seat, card), word in zip(self.trick, self.spoken, strict=True)
            ],
            **some(self, "leader trick_number"),
            "said": [{"seat": seat, "choice": choice, "move": text} for seat, choice, text in self.said],
            **some(self, "bids sides taken contract score tallies"),
            "to_act": plain(self.turns),
            "may_act": plain(self.volunteers),
            **({"clocks": plain(self.clocks)} if self.clocks else {}),
        }


def view_of(s: StateData, seat: int | None) -> View:
    """Return what a seat may know; for None, what everybody may see."""
    names = s.spec.deck.names
    played = tuple(zip(s.trick_seats, (names[card] for card in s.trick), strict=True))
    last = s.tricks[-1] if s.tricks else None
    return View(
        seat=seat,
        deal=s.deal,
        dealer=s.dealer,
        phase=phase_of(s),
        hand=hand_of(s, seat),
        hands=hands_of(s, seat),
        shown=shown_of(s, seat),
        zones=zones_of(s, seat),
        trick=played,
        spoken=said_with(s, s.trick),
        leader=s.leader,
        last_trick=() if last is None else tuple(zip(last.seats, (names[c] for c in last.cards), strict=True)),
        last_winner=None if last is None else last.winner,
        trick_number=s.trick_number,
        said=s.said,
        bids=tuple(_bid(s, other) for other in range(len(s.hands))),
        sides=s.sides,
        taken=tuple(sum(s.taken[member] for member in side) for side in s.sides),
        taken_by_seat=s.taken,
        contract=tuple(contract_of(s, side) for side in range(len(s.sides))),
        score=tuple(seats.score_of(s, side) for side in range(len(s.sides))),
        tallies=tuple(tallies_of(s, side) for side in range(len(s.sides))),
        turns=turns_for(s, seat),
        volunteers=volunteers_for(s, seat),
        clocks=running(s),
        belief=None if seat is None else belief_of(s, seat),
    )


def turns_for(s: StateData, seat: int | None) -> tuple[Turn, ...]:
    """Return who has to act. The moves of other seats are left out: they would give away their hands."""
    return tuple(turn if turn.seat == seat else turn.hidden() for turn in due(s))


def volunteers_for(s: StateData, seat: int | None) -> tuple[Turn, ...]:
    """Return what a seat may say without being asked."""
    return tuple(turn for turn in volunteered(s) if turn.seat == seat)


def hand_of(s: StateData, seat: int | None) -> tuple[str, ...] | None:
    """Return a seat's own cards, sorted; None if it does not see them."""
    if seat is None or not s.looked >> seat & 1 or s.stacks[seat] is not None:
        return None
    return _names(s, s.hands[seat])


def hands_of(s: StateData, seat: int | None) -> tuple[Cards, ...]:
    """Return every hand as a seat sees it."""
    return tuple(_hand(s, seat, other) for other in range(len(s.hands)))


def shown_of(s: StateData, seat: int | None) -> tuple[tuple[str, ...], ...]:
    """Return, by hand, the cards that are face up or were shown to a seat."""
    return tuple(_names(s, hand & _seen(s, seat)) for hand in s.hands)


def _seen(s: StateData, seat: int | None) -> int:
    """Return the mask of the cards outside a seat's hand whose place it knows."""
    return s.open if seat is None else s.open | s.known[seat]


def _names(s: StateData, mask: int) -> tuple[str, ...]:
    return tuple(s.spec.deck.names[card] for card in s.ranking.sorted(mask))


def _hand(s: StateData, seat: int | None, other: int) -> Cards:
    hand = s.hands[other]
    if other == seat:
        own = hand_of(s, seat)
        return hand.bit_count() if own is None else own
    if hand and hand & _seen(s, seat) == hand:
        return _names(s, hand)
    if seat is not None and s.looked >> seat & 1 and plays_for(s, seat, other):
        return _names(s, hand)
    return hand.bit_count()


def zones_of(s: StateData, seat: int | None) -> dict[str, Cards]:
    """Return the piles on the table as a seat sees them, by name, without empty ones."""
    found: dict[str, Cards] = {}
    for name, pile in piles_of(s):
        if pile:
            seen = all(_seen(s, seat) >> card & 1 for card in pile)
            found[name] = tuple(s.spec.deck.names[card] for card in pile) if seen else len(pile)
    return found


def _bid(s: StateData, seat: int) -> str | None:
    bid = seats.bid_of(s, seat)
    return None if bid is None else bid.label


def contract_of(s: StateData, side: int) -> Amount:
    """Return a side's contract: its own, or the sum over its members."""
    own = s.side_contracts[side]
    if own is not None:
        return own
    return sum([s.contracts[seat] or 0 for seat in s.sides[side]])


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
    """Return what a seat, or everybody, hears about a move, in order; `before` is None at the start of a game."""
    if seat is None:
        return after.events
    return (*said(before, after, seat), *_news_of_hand(before, after, seat), *_news_of_seen(before, after, seat))


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


def _news_of_hand(before: StateData | None, after: StateData, seat: int) -> Iterator[Heard]:
    """Yield the seat's own hand, unless its plays alone account for it."""
    cards = hand_of(after, seat)
    if before is not None and not _is_dealt(after):
        if (expected := hand_of(before, seat)) is not None:
            expected = without(expected, [e.card for e in after.events if isinstance(e, PlayEvent) and e.seat == seat])
        if cards == expected or (cards is not None and expected is not None and sorted(cards) == sorted(expected)):
            return
    yield HandEvent(seat, cards)


def _news_of_seen(before: StateData | None, after: StateData, seat: int) -> Iterator[Heard]:
    """Yield the places where the seat, but not everybody, sees cards that it had not seen there."""
    known = {} if before is None or _is_dealt(after) else _private(before, seat)
    for place, cards in _private(after, seat).items():
        if without(cards, known.get(place, ())):
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
            found[f"hand of {other}"] = without(cards if isinstance(cards, tuple) else shown, all_see[other])
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


def without(cards: Sequence[str], gone: Sequence[str]) -> tuple[str, ...]:
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


class Ear(Changing):
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
