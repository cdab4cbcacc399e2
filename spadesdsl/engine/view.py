"""What one seat may know, and not a card more."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from spadesdsl.engine import seats
from spadesdsl.engine.actions import piles_of
from spadesdsl.engine.belief import Belief, belief_of, plays_for
from spadesdsl.engine.choices import due, phase_of, said_with, volunteered
from spadesdsl.engine.clocks import Running, running
from spadesdsl.engine.events import plain, some
from spadesdsl.engine.scoring import tallies_of
from spadesdsl.frozen import Frozen, field

if TYPE_CHECKING:
    from collections.abc import Mapping

    from spadesdsl.engine.spec import Amount
    from spadesdsl.engine.state import StateData
    from spadesdsl.engine.turns import Turn

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
