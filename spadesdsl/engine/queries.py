"""What rules ask about a state. The code made from the rules calls these by name; see `spadesdsl.rules.operations`.

Seats, sides, suits, ranks and cards are whole numbers; sets of cards are masks; other sets are tuples; nobody is None.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import floor
from typing import Any

from spadesdsl.engine import seats
from spadesdsl.engine.actions import environment, hand_row
from spadesdsl.engine.generator import below
from spadesdsl.engine.narrowing import bind_bid
from spadesdsl.engine.play import best_card, is_sure, live_cards, winning_seat
from spadesdsl.engine.ranking import Ranking, bits, kept_in, mask_of
from spadesdsl.engine.seats import bid_of, in_order
from spadesdsl.engine.spec import Value
from spadesdsl.engine.state import DRAFT, Answered, Bid, StateData, Trick
from spadesdsl.engine.view import contract_of
from spadesdsl.work import spend

# ---------------------------------------------------------------- seats and sides


def of_draft(quantity: Callable[..., Value], s: StateData, e: list[Any], who: int | None) -> Value:
    """Work out a named quantity that reads others while the state changes: each of them once."""
    s.memo = {}
    try:
        return quantity(s, e, who)
    finally:
        s.memo = DRAFT


def across(s: StateData, seat: int) -> int | None:
    """Return the seat halfway round the table; None if that player is out of the game."""
    other = (seat + len(s.spec.seats) // 2) % len(s.spec.seats)
    return None if s.out >> other & 1 else other


def members(s: StateData, side: int | None) -> tuple[int, ...]:
    """Return the seats of a side, from the left of the dealer; none if there is no side yet."""
    return () if side is None else in_order(s, s.sides[side])


def opponents(s: StateData, side: int | None) -> tuple[int, ...]:
    """Return the players of all other sides, from the left of the dealer."""
    return in_order(s, (other for other in seats.players_of(s) if s.side_of[other] != side))


def tricks_won(s: StateData, winners: Iterable[int]) -> tuple[Trick, ...]:
    """Return the finished tricks that one of these seats won."""
    wanted = frozenset(winners)
    return tuple(trick for trick in s.tricks if trick.winner in wanted)


def cards_won(s: StateData, side: int) -> int:
    """Return the cards in the tricks of a side, as a mask."""
    mask = 0
    for seat in s.sides[side]:
        mask |= s.won[seat]
    return mask


def taken_by_side(s: StateData, side: int) -> int:
    """Return the tricks that a side has taken."""
    taken = s.taken
    return sum(taken[seat] for seat in s.sides[side])


# ---------------------------------------------------------------- bids, scores, tallies


def bid_place(s: StateData, seat: int) -> int:
    """Return 1 for the seat that bid first, and so on; 0 for a seat that has not bid."""
    bid = bid_of(s, seat)
    return 0 if bid is None else int(bid.place)


def bid_of_side(s: StateData, side: int) -> Bid | None:
    """Return a side's own bid, or its only member's."""
    own = s.side_bids[side]
    return s.bids[s.sides[side][0]] if own is None and len(s.sides[side]) == 1 else own


def contract_of_seat(s: StateData, seat: int) -> Value:
    """Return a seat's contract, or its side's if it is the only member."""
    own = s.contracts[seat]
    side = s.side_of[seat]
    if own is None and side is not None and s.side_contracts[side] is not None and len(s.sides[side]) == 1:
        return s.side_contracts[side]
    return own or 0


def has_bid(s: StateData, seat: int) -> bool:
    """Tell whether a seat, or its side, has bid."""
    return bid_of(s, seat) is not None


def has_side_bid(s: StateData, side: int) -> bool:
    """Tell whether a side, or one of its members, has bid."""
    return s.side_bids[side] is not None or any(s.bids[seat] is not None for seat in s.sides[side])


def score_of_seat(s: StateData, seat: int) -> Value:
    """Return the score that a seat reads as its own."""
    holder = seats.holder_of(s, seat)
    return 0 if holder is None else s.scores[holder]


def tally_of_seat(s: StateData, row: Sequence[Value], seat: int) -> Value:
    """Return a seat's value of a tally; `row` is the tally by holder."""
    place = seats.holder_of(s, seat)
    return 0 if place is None else row[place]


def tally_of_side(s: StateData, row: Sequence[Value], side: int) -> Value:
    """Return a side's value of a tally."""
    holder = seats.holder_of_side(s, side)
    return 0 if holder is None else row[holder]


# ---------------------------------------------------------------- decisions


def last_answer(s: StateData, decision: int) -> Answered | None:
    """Return the last yes to a decision."""
    row = s.answers[decision]
    return row[-1] if row else None


def last_answer_of(s: StateData, decision: int, seat: int | None) -> Answered | None:
    """Return the last answer of a seat to a decision."""
    return next((answer for answer in reversed(s.answers[decision]) if answer.seat == seat), None)


def fixed_value(answer: Answered, name: str, none: Value) -> Value:
    """Return a value that was fixed with an answer."""
    return next((value for known, value in answer.fixed if known == name), none)


def did(s: StateData, decision: int, seats_asked: int, arguments: tuple[Value, ...] | None) -> bool:
    """Tell whether one of these seats (a mask; −1: anybody) made a decision, with these arguments if given."""
    if not s.did[decision] & seats_asked:
        return False
    return arguments is None or any(
        answer.arguments == arguments and seats_asked >> answer.seat & 1 for answer in s.answers[decision]
    )


def did_with_card(s: StateData, decision: int, card: int, arguments: tuple[Value, ...] | None) -> bool:
    """Tell whether a decision was made with a card, with these arguments if given."""
    said = (answer.arguments for answer in s.answers[decision] if answer.card == card)
    return any(arguments is None or one == arguments for one in said)


def times_late(s: StateData, clock: str, seats_asked: tuple[int, ...]) -> int:
    """Return how often these seats ran out of time on a clock in this deal."""
    return sum(name == clock and seat in seats_asked for seat, name in s.late)


# ---------------------------------------------------------------- cards and tricks


class ThisTrick:
    """The trick on the table, read like a finished one; slow parts are worked out when they are read."""

    __slots__ = ("_s",)

    def __init__(self, s: StateData) -> None:
        self._s = s

    @property
    def cards(self) -> tuple[int, ...]:
        """The cards on the table, in the order played."""
        return self._s.trick

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that played them."""
        return self._s.trick_seats

    @property
    def number(self) -> int:
        """1 for the first trick."""
        return self._s.trick_number

    @property
    def leader(self) -> int:
        """The seat that leads to it."""
        return self._s.leader

    @property
    def best(self) -> int | None:
        """The card that is winning it."""
        return best_card(self._s)

    @property
    def winner(self) -> int | None:
        """The seat that is winning it."""
        return winning_seat(self._s)


def player_of_card(s: StateData, card: int) -> int | None:
    """Return who played a card in this deal."""
    if card in s.trick:
        return s.trick_seats[s.trick.index(card)]
    for trick in s.tricks:
        if card in trick.cards:
            return trick.seats[trick.cards.index(card)]
    return None


def played_by(s: StateData, seat: int) -> int:
    """Return the cards that a seat has played in this deal, as a mask."""
    tricks = ((trick.cards, trick.seats) for trick in s.tricks)
    laid = (pair for cards, seats in (*tricks, (s.trick, s.trick_seats)) for pair in zip(cards, seats, strict=True))
    return mask_of([card for card, who in laid if who == seat])


def position_of_card(s: StateData, card: int) -> int:
    """Return 1 for a card that was led to its trick, and so on; 0 for a card that was not played."""
    if card in s.trick:
        return s.trick.index(card) + 1
    return next((trick.cards.index(card) + 1 for trick in s.tricks if card in trick.cards), 0)


_TWINS = {"c": "s", "s": "c", "d": "h", "h": "d"}
"""By the first letter of a suit: that of the other one of its colour."""


def twin_of_suit(s: StateData, suit: int) -> int | None:
    """Return the other suit of a colour; among suits of other names, colours pair them from the outside."""
    letters = [name[0] for name in s.spec.deck.suits]
    if not set(letters) <= _TWINS.keys():
        return len(letters) - 1 - suit
    twin = _TWINS[letters[suit]]
    return letters.index(twin) if twin in letters else None


def played_row(s: StateData) -> tuple[int, ...]:
    """Return the cards played in this deal, in the order played."""
    known = (*(card for trick in s.tricks for card in trick.cards), *s.trick)
    rest = s.played
    for card in known:
        rest &= ~(1 << card)
    # In a constructed position nobody may say when a card was played: such cards come first.
    return (*s.ranking.sorted(rest), *known) if rest else known


def sorted_row(s: StateData, mask: int) -> tuple[int, ...]:
    """Return cards in the order of a sorted hand: by suit, the strongest first."""
    return tuple(s.ranking.sorted(mask))


def holder(s: StateData, cards: int) -> int | None:
    """Return the seat whose hand holds one of these cards."""
    return next((seat for seat, hand in enumerate(s.hands) if hand & cards), None)


@lru_cache(maxsize=256)
def suits_of(ranking: Ranking) -> tuple[int, ...]:
    """Return the suits that some card of the deck counts for."""
    return tuple(suit for suit, cards in enumerate(ranking.masks) if cards)


def suit_mask(s: StateData, suit: int | None) -> int:
    """Return the cards that count for a suit now; none if there is no suit."""
    return 0 if suit is None else s.ranking.masks[suit]


def suits_mask(s: StateData, suits: Iterable[int]) -> int:
    """Return the cards that count for one of these suits now."""
    joined = 0
    for suit in suits:
        joined |= s.ranking.masks[suit]
    return joined


def both(first: tuple[Any, ...], second: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the items in both sets, in the order of the first."""
    return tuple(item for item in first if item in second)


def those(*found: Value) -> tuple[Any, ...]:
    """Return the items that are not nobody, as a set: each once, whatever it was called."""
    return tuple(dict.fromkeys(item for item in found if item is not None))


def first_n(number: Value, row: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the first n of a set."""
    return row[: max(0, int(number))]


def last_n(number: Value, row: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the last n of a set."""
    return row[max(0, len(row) - int(number)) :]


def sequence(s: StateData, card: int, cards: int) -> int:
    """Return those cards of a mask whose ranks are in a row with one of them, in its suit and one of each rank."""
    found = cards & 1 << card
    left = cards & s.spec.deck.next_higher[card] if found else 0
    while left:
        one = left.bit_length() - 1
        found |= 1 << one
        left = cards & s.spec.deck.next_higher[one]
    left = cards & s.spec.deck.next_lower[card] if found else 0
    while left:
        one = left.bit_length() - 1
        found |= 1 << one
        left = cards & s.spec.deck.next_lower[one]
    return found


def ranked_mask(s: StateData, test: Callable[[Any, Any], bool], against: int, known: dict[Any, int]) -> int:
    """Return the cards whose rank passes a test, worked out once per ranking and rank."""
    key = (s.ranking, against)
    found = known.get(key)
    if found is None:
        found = known[key] = mask_of([card for card, rank in enumerate(s.ranking.rank) if test(rank, against)])
    return found


def strongest(s: StateData, row: Iterable[int], sign: int, within: int = -1, *, last_wins: bool = False) -> int | None:
    """Return the strongest of the cards of a row that are in a mask (sign −1: the weakest).

    Among equals, it is the first or the last.
    """
    strength = s.ranking.strength
    found, most = None, 0
    for card in row:
        if within >> card & 1:
            value = sign * strength[card]
            if found is None or value > most or (last_wins and value == most):
                found, most = card, value
    return found


def beaters(
    ranking: Ranking, best: int | None, classes: tuple[int, ...], everything: int, equal: Sequence[int] | None
) -> int:
    """Return the cards that would beat a card; `classes` are masks, the best class first.

    Args:
        best: The card to beat; None is beaten by every card.
        classes: The classes of the rule of the trick's winner.
        equal: By card, the mask of its equals, if the last of equal cards wins.
    """
    if best is None:
        return everything
    better = 0
    for mask in classes:
        if mask >> best & 1:
            stronger = ranking.above[best] if equal is None else ranking.above[best] | equal[best]
            return better | (mask & stronger)
        better |= mask
    return better


def tried_beaters(s: StateData, seat: int, marks: dict[str, int]) -> int:
    """Return the cards of a seat's hand that would win the trick, by trying each; counted in `marks`."""
    marks["cards tried on the trick"] = marks.get("cards tried on the trick", 0) + 1
    mask = 0
    for card in bits(s.hands[seat]):
        tried = s.copy()
        tried.trick = (*s.trick, card)
        tried.trick_seats = (*s.trick_seats, seat)
        if best_card(tried) == card:
            mask |= 1 << card
    return mask


_A_TRY = 100
"""The work of trying a condition on each card of a deck."""


def count_try(marks: dict[str, int]) -> None:
    """Count one condition that had to be tried card by card."""
    spend(_A_TRY)
    marks["conditions tried card by card"] = marks.get("conditions tried card by card", 0) + 1


def draw(s: StateData, found: Iterable[Any]) -> Value:
    """Draw one item of a set with the game's own generator; nobody from an empty set."""
    # The set is read in the order of the seats, so that the draw does not depend on who deals.
    lots = sorted(found)
    if not lots:
        return None
    place, s.generator = below(s.generator, len(lots))
    return lots[place]


# ---------------------------------------------------------------- amounts


def whole(value: Value) -> Value:
    """Turn a whole fraction into a whole number."""
    if type(value) is int or not isinstance(value, Fraction):  # the second is slow to ask
        return value
    return value.numerator if value.denominator == 1 else value


def divided(a: Value, b: Value) -> Value:
    """Divide exactly; dividing by 0 gives 0."""
    return 0 if not b else whole(Fraction(a) / Fraction(b))


def rounded_down(a: Value, b: Value) -> Value:
    """Round down to a multiple of b."""
    return a if not b else whole(floor(Fraction(a) / Fraction(b)) * b)


__all__ = [
    "bind_bid", "bits", "contract_of", "environment", "hand_row", "is_sure", "kept_in", "live_cards", "mask_of",
    "seats",
]  # fmt: skip
