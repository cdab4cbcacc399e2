"""What a hand is worth in tricks, and which imagined deals suit what was said."""

from __future__ import annotations

import re
from functools import lru_cache
from math import ceil
from random import Random
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from spadesdsl.engine.ranking import mask_of
from spadesdsl.kernel.habits import TRICK, hand_strength
from spadesdsl.rules.terms import Kind

if TYPE_CHECKING:
    from collections.abc import Collection

    from spadesdsl.engine.belief import Belief
    from spadesdsl.engine.game import State
    from spadesdsl.engine.ranking import Deck, Ranking

SPEAKS_UP = 0.35
"""The share of the tricks that a hand counts on whose holder names a suit in an auction."""
RANKS = 10
"""How many values `rank_of` has."""
_TRIALS = 60


def strength_of(s: State, seat: int) -> int:
    """Return how many tricks a hand is likely to take, in parts of `TRICK`."""
    hand = s.hands[seat]
    players = max(2, sum(1 for other in s.hands if other))
    corrected = round(TRICK * shift(s.spec.deck, s.ranking, hand.bit_count(), players))
    return max(0, hand_strength(s, hand, players, 0) + corrected)


def tricks_in(s: State, seat: int) -> float:
    """Return how many tricks a hand is likely to take."""
    return strength_of(s, seat) / TRICK


def share_of(s: State, seats: Collection[int]) -> float:
    """Return which share of the tricks to come some hands of a whole deal are likely to take."""
    players = max(1, sum(1 for hand in s.hands if hand))
    worths = [hand_strength(s, hand, players, s.played) for hand in s.hands]
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
        total += hand_strength(s, mask_of(cards), players, 0)
    return size / players - total / _TRIALS / TRICK


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
