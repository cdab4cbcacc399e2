"""What hands are worth in tricks, which imagined deals suit what was said, and what each seat plays for in a deal."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache
from math import ceil, exp
from random import Random
from types import SimpleNamespace
from typing import Any, Final

from spadesdsl.engine.belief import Belief
from spadesdsl.engine.game import State
from spadesdsl.engine.ranking import Deck, Ranking, mask_of
from spadesdsl.engine.spec import Amount
from spadesdsl.frozen import Frozen
from spadesdsl.kernel import habits
from spadesdsl.rules.terms import Kind


class Aim(Frozen):
    """What a seat plays for."""

    contract: Amount | None = None
    """Tricks that its side has promised; None if nobody promises."""
    members: tuple[int, ...] = ()
    """The seats whose tricks count for the contract: the members who promised some, if any did."""
    promised_none: bool = False
    """Whether the seat has promised to take none."""
    short: float = 1.0
    """Points that the last trick of the contract is worth; if the seat promised none, its second trick."""
    over: float = 1.0
    """Points that one more trick is worth; if the seat promised none, its first trick."""
    beyond: tuple[float, ...] = ()
    """Points that each trick over the contract is worth, one after the other."""
    curve: tuple[float, ...] = ()
    """If nobody promises: points by the seat's tricks."""

    def gain(self, taken: int, left: int) -> float:
        """Return what one more trick is worth after so many that count, with so many left to play."""
        if self.curve:
            now = min(taken, len(self.curve) - 1)
            later = self.curve[now + 1 : now + 1 + left]
            gains = ((points - self.curve[now]) / more for more, points in enumerate(later, 1))
            return max(gains, default=0.0)
        if self.promised_none:
            return self.over if not taken else self.short
        if self.contract is None:
            return self.over
        missing = self.contract - taken
        return self.short if 0 < missing <= left else self.overtrick(int(-missing))

    def overtrick(self, many: int) -> float:
        """Return what one more trick is worth after so many over the contract: the next counts most, but not alone."""
        if not self.beyond or many < 0:
            return self.over
        coming = self.beyond[min(many, len(self.beyond) - 1) :]
        shares = [0.5**place for place in range(len(coming))]
        return sum(share * points for share, points in zip(shares, coming, strict=True)) / sum(shares)

    def denied(self, taken: int, left: int) -> float:
        """Return what it is worth to the other sides to deny this one a trick."""
        if self.contract is None or self.promised_none:
            return 0.0
        missing = self.contract - taken
        if not 0 < missing <= left:
            return self.overtrick(int(-missing)) / 2
        return self.short / (1 + left - int(missing)) ** 2

    def step(self, taken: int) -> float:
        """Return what the next trick is worth by itself, after so many."""
        first = ceil(self.contract or 1) - 1
        if taken <= first:
            return self.short if taken == first else 0.0
        return self.beyond[taken - first - 1] if taken - first <= len(self.beyond) else 0.0


class Aims(Frozen):
    """What all seats play for."""

    by_seat: tuple[Aim, ...]
    weights: tuple[float, ...]
    """By card: points for winning it in a trick; empty if no card is worth anything."""
    sides: tuple[tuple[int, ...], ...]
    numbers: tuple[int, ...]
    """All of it as numbers, as `spadesdsl.kernel.habits` reads them."""

    def gain(self, s: State, seat: int) -> float:
        """Return what one more trick is worth to a seat now, not counting its cards."""
        return habits.gain_of_trick(s, self.numbers, seat, 0) / habits.UNIT


def most_tricks(s: State) -> int:
    """Return how many tricks a deal has: those that are known, or as many as the largest hand has cards."""
    return max(s.tricks_total, *(hand.bit_count() for hand in s.hands))


def aims_of(s: State, by_seat: tuple[Aim, ...], weights: tuple[float, ...], sweep: float = 0.0) -> Aims:
    """Return what the seats play for, with the numbers for it."""
    most = most_tricks(s)
    head = [0] * habits.HEAD
    head[habits.TRICKS] = most
    found = [*head, *CHANCES_NEAR]
    head[habits.CHANCES] = len(head)
    if weights:
        head[habits.WEIGHTS] = len(found)
        found += [round(habits.UNIT * one) for one in weights]
        head[habits.LEAST] = min(found[head[habits.WEIGHTS] :])
        head[habits.SWEEP] = round(habits.UNIT * sweep)
    head[habits.SIDES], head[habits.SIDE_COUNT] = len(found), len(s.sides)
    for members in s.sides:
        makers = by_seat[members[0]].members or members
        row = _row_of_side(by_seat[makers[0]], makers[0], most, max(1, len(s.sides) - 1))
        head[habits.SIDE_WIDTH] = len(row)
        found += row
    head[habits.SEATS] = len(found)
    for seat, aim in enumerate(by_seat):
        side = s.side_of[seat]
        row = _row_of_seat(aim, seat, -1 if side is None else side, most)
        head[habits.SEAT_WIDTH] = len(row)
        found += row
    found[: len(head)] = head
    return Aims(by_seat, weights, s.sides, tuple(found))


CHANCES_NEAR: Final = [round(65536 * exp(-number / 16)) for number in range(habits.FARTHEST)]
"""How likely a number of tricks is, by how far it is from what is expected."""


def _counted(aim: Aim, seat: int) -> int:
    """Return the seats whose tricks count."""
    return mask_of(aim.members) if aim.contract is not None and not aim.promised_none else 1 << seat


@lru_cache(maxsize=4096)
def _row_of_side(aim: Aim, maker: int, most: int, others: int) -> tuple[int, ...]:
    table = (aim.denied(taken, left) for taken in range(most + 1) for left in range(most + 1))
    return (_counted(aim, maker), *(round(habits.UNIT * one / others) for one in table))


@lru_cache(maxsize=4096)
def _row_of_seat(aim: Aim, seat: int, side: int, most: int) -> tuple[int, ...]:
    denies = 0 if aim.contract is None else 2 if aim.promised_none else 1
    table = (aim.gain(taken, left) for taken in range(most + 1) for left in range(most + 1))
    steps = [round(habits.UNIT * aim.step(taken)) for taken in range(most)] if denies == 1 else [0] * most
    help_ = round(habits.UNIT * max(0.0, -aim.over)) if aim.promised_none else 0
    row = _counted(aim, seat), denies, side, help_, int(min(steps, default=0) < 0)
    return (*row, *(round(habits.UNIT * one) for one in table), *steps)


def plain_aims(s: State) -> Aims:
    """Return the aims of a player who has read no scoring rule: take what was promised and no more."""
    aims = [Aim()] * len(s.hands)
    for side, members in enumerate(s.sides):
        found = promises(s, side)
        for seat in members:
            if found is None:
                continue
            contract, makers = found
            aims[seat] = Aim(contract, makers, promised_none=seat not in makers, short=1.0, over=-1.0)
    return aims_of(s, tuple(aims), ())


def promises(s: State, side: int) -> tuple[Amount, tuple[int, ...]] | None:
    """Return what a side has promised, and whose tricks count for it; None if it has promised nothing."""
    members = s.sides[side]
    own = s.side_contracts[side]
    if own is not None:
        return own, members
    contracts = {seat: contract for seat in members if (contract := s.contracts[seat]) is not None}
    if not contracts:
        return None
    makers = tuple(seat for seat in members if contracts.get(seat, 1))
    return sum(contracts.values()), makers


SPEAKS_UP = 0.35
"""The share of the tricks that a hand counts on whose holder names a suit in an auction."""
RANKS = 10
"""How many values `rank_of` has."""
_TRIALS = 60


def strength_of(s: State, seat: int) -> int:
    """Return how many tricks a hand is likely to take, in parts of `TRICK`."""
    hand = s.hands[seat]
    players = max(2, sum(1 for other in s.hands if other))
    corrected = round(habits.TRICK * shift(s.spec.deck, s.ranking, hand.bit_count(), players))
    return max(0, habits.hand_strength(s, hand, players, 0) + corrected)


def tricks_in(s: State, seat: int) -> float:
    """Return how many tricks a hand is likely to take."""
    return strength_of(s, seat) / habits.TRICK


def share_of(s: State, seats: Collection[int]) -> float:
    """Return which share of the tricks to come some hands of a whole deal are likely to take."""
    players = max(1, sum(1 for hand in s.hands if hand))
    worths = [habits.hand_strength(s, hand, players, s.played) for hand in s.hands]
    total = sum(worths)
    return sum(worths[seat] for seat in seats) / total if total else len(seats) / players


@lru_cache(maxsize=2048)
def shift(deck: Deck, ranking: Ranking, size: int, players: int) -> float:
    """Return what corrects guesses: over all hands of this size, a hand takes its share of the tricks.

    It is added: with two players or six, a king more brings as much as with four.
    """
    if not size:
        return 0.0
    rng = Random(size)
    total = 0
    s: Any = SimpleNamespace(ranking=ranking, spec=SimpleNamespace(deck=deck))
    for _ in range(_TRIALS):
        luck = [rng.random() for _ in range(deck.size)]
        cards = sorted(range(deck.size), key=luck.__getitem__)[:size]
        total += habits.hand_strength(s, mask_of(cards), players, 0)
    return size / players - total / _TRIALS / habits.TRICK


def rank_of(ranking: Ranking, card: int) -> int:
    """Return what a card counts as: how many cards of its suit rank above it, up to four, and whether it is a trump."""
    is_trump = ranking.trumps is not None and ranking.masks[ranking.trumps] >> card & 1
    return min(ranking.above[card].bit_count(), RANKS // 2 - 1) + (RANKS // 2 if is_trump else 0)


def worth_of_a_card(deck: Deck, ranking: Ranking, players: int) -> float:
    """Return what a card adds to a hand on average, without the correction for the hand's size."""
    size = deck.size // players
    return 1 / players - shift(deck, ranking, size, players) / size


# ---------------------------------------------------------------- what was said


TRIES = 3
"""How many deals to pick the likeliest from."""
_STEP = 0xD1B54A32D192ED03
_NUMBER = re.compile(r"\b\d+(?:\.\d+)?\b")


def likely(belief: Belief, luck: int, lacks: tuple[int, ...]) -> State:
    """Return an imagined deal that suits what was said; the caller may change it."""
    said = claimed(belief)
    if not said:
        return belief.imagine(luck, lacks)
    tries = [belief.imagine((luck + _STEP * number) % (1 << 64), lacks) for number in range(TRIES)]
    suits = named(belief)
    return min(tries, key=lambda s: _strangeness(s, said, suits))


def numbers_in(text: str) -> list[float]:
    """Return the numbers that a bid or an answer names."""
    return [float(found) for found in _NUMBER.findall(text)]


def claimed(belief: Belief) -> dict[int, float]:
    """Return how many tricks the others said they count on, if any of their cards are hidden."""
    s = belief.table
    said: dict[int, float] = {}
    of_sides = {bid.label for bid in s.side_bids if bid is not None}
    # What is bid without promising tricks, as in an auction, names no number of tricks in the hand.
    calls = {(call.seat, call.label) for call in s.calls if call.contract is None}
    for seat, _, text in s.said:
        numbers = numbers_in(text)
        if numbers and seat != belief.seat and text not in of_sides and (seat, text) not in calls:
            said[seat] = sum(numbers)
    for seat, bid in enumerate(s.bids):
        if bid is not None and bid.contract is not None and seat != belief.seat:
            said[seat] = float(bid.contract)
    for seat in named(belief):
        said[seat] = SPEAKS_UP * (s.hands[seat].bit_count() + belief.wanted[seat] + len(s.tricks))
    return {seat: tricks for seat, tricks in said.items() if belief.wanted[seat]}


def named(belief: Belief) -> dict[int, tuple[int, int]]:
    """Return the suits, as cards, that the others named first in an auction, and how many of them they should hold.

    It is one more than a player's share, and another one each time that the suit is named again.
    """
    s = belief.table
    players = max(2, sum(1 for hand, more in zip(s.hands, belief.wanted, strict=True) if hand or more))
    found: dict[int, tuple[int, int]] = {}
    for call in s.calls:
        for parameter, value in zip(s.spec.bids[call.type].parameters, call.arguments, strict=True):
            is_suit = parameter.type.kind is Kind.SUIT and value is not None
            if is_suit and call.contract is None and call.seat != belief.seat and belief.wanted[call.seat]:
                cards = s.ranking.masks[value]
                suit, least = found.get(call.seat, (cards, ceil(cards.bit_count() / players)))
                found[call.seat] = (suit, least + (suit == cards))
    return found


def _strangeness(s: State, said: dict[int, float], suits: dict[int, tuple[int, int]]) -> float:
    """Return how far the hands are from what their holders said."""
    found = sum(abs(tricks_in(s, seat) + s.taken[seat] - tricks) for seat, tricks in said.items())
    if s.is_playing:
        return found
    return found + sum(max(0, least - (s.hands[seat] & suit).bit_count()) for seat, (suit, least) in suits.items())
