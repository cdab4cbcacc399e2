"""Cards as small integers: the deck, the order of its cards, and the suit that each counts for.

A card is a number, its bit `1 << card`. Equal cards of several packs are different numbers with the same face.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from typing import TypeAlias

from spadesdsl.frozen import Itself


@lru_cache(maxsize=1 << 16)
def bits(mask: int) -> tuple[int, ...]:
    """Return the cards of a mask, lowest number first."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return tuple(found)


def kept_in(row: Sequence[int], mask: int) -> tuple[int, ...]:
    """Return the cards of a row that are in a mask, in order."""
    return tuple([card for card in row if mask >> card & 1]) if row else ()


def mask_of(cards: Sequence[int]) -> int:
    """Return the mask of some cards."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def card_name(text: str) -> str:
    """Return a card's name as the deck writes it: `TH` is `10H`."""
    return f"10{text[1]}" if len(text) == 2 and text[0] in "Tt" else text


class Deck(Itself):
    """The cards of a game."""

    names: tuple[str, ...]
    """By card: `AS`, `10H`, or the name that the deck gave. Equal cards share a name."""
    faces: tuple[int, ...]
    """By card: the number of its face."""
    copies: tuple[tuple[int, ...], ...]
    """By face: its cards."""
    suits: tuple[str, ...]
    """Names of the suits, low to high."""
    ranks: tuple[str, ...]
    """Names of the ranks, low to high."""
    printed_suit: tuple[int | None, ...]
    """By card: the suit printed on it."""
    printed_rank: tuple[int | None, ...]
    """By card: the rank printed on it."""
    said: tuple[tuple[str, str], ...] = ()
    """By name: how people read added cards that have a label."""

    next_higher: tuple[int, ...] = ()
    """By card: the cards of the rank above it in its suit, as they are printed."""
    next_lower: tuple[int, ...] = ()

    @property
    def size(self) -> int:
        """Number of cards."""
        return len(self.names)

    @property
    def all(self) -> int:
        """The mask of all cards."""
        return (1 << len(self.names)) - 1

    def find(self, name: str) -> int | None:
        """Return the first card of a name, or None."""
        try:
            return self.names.index(name)
        except ValueError:
            return None

    def named(self, name: str) -> tuple[int, ...]:
        """Return all cards of a name."""
        first = self.find(name)
        return () if first is None else self.copies[self.faces[first]]


class Ranking(Itself):
    """What the cards count for at one moment: the suit of each, its strength in that suit, which suit is trumps."""

    trumps: int | None
    suit: tuple[int | None, ...]
    """By card: the suit that it counts for."""
    rank: tuple[int, ...]
    """By card: 0 … ranks−1; cards that top the trumps are above that; a card in no suit is −1."""
    strength: tuple[int, ...]
    """By card: higher is stronger. It is the rank, unless another order of the ranks applies to the card."""
    masks: tuple[int, ...]
    """By suit: its cards."""
    order: tuple[int, ...]
    """All cards in the order of a sorted hand: by suit, strongest first."""
    place: tuple[int, ...]
    """By card: its place in `order`."""
    above: tuple[int, ...]
    """By card: the mask of the stronger cards of its suit."""
    groups: tuple[int, ...]
    """The cards of each suit, and those in none, in the order of a sorted hand."""

    def sorted(self, mask: int) -> list[int]:
        """Return the cards of a mask in the order of a sorted hand."""
        return sorted(bits(mask), key=self.place.__getitem__)


Orders: TypeAlias = "tuple[tuple[int, tuple[int, ...]], ...]"
"""Other orders of the ranks: for each, a mask of the cards it applies to, and all ranks low to high."""


def make_ranking(deck: Deck, trumps: int | None, topped: tuple[int, ...], orders: Orders = ()) -> Ranking:
    """Work out suits and strengths.

    Args:
        topped: Faces that belong to the trump suit above all its ranks, highest first, each once.
        orders: Other orders of the ranks; if several apply to a card, the first counts.
    """
    ranks = len(deck.ranks)
    suit = list(deck.printed_suit)
    rank_of = [-1 if rank is None else rank for rank in deck.printed_rank]
    strength = [_strength(card, rank, orders) for card, rank in enumerate(rank_of)]
    if trumps is not None:
        for step, face in enumerate(reversed(topped)):
            for card in deck.copies[face]:
                suit[card] = trumps
                rank_of[card] = strength[card] = ranks + step
    masks = tuple(mask_of([c for c in range(deck.size) if suit[c] == s]) for s in range(len(deck.suits)))
    # A sorted hand has trumps first, then the suits from high to low, then added cards without a suit.
    place_of = {s: (1 if s == trumps else 0, s) for s in range(len(deck.suits))}
    places = [(-1, -1) if (counts_for := suit[c]) is None else place_of[counts_for] for c in range(deck.size)]
    order = tuple(sorted(range(deck.size), key=lambda c: (places[c], strength[c], -c), reverse=True))
    above = tuple(
        mask_of(
            [d for d in range(deck.size) if suit[d] == suit[c] and suit[c] is not None and strength[d] > strength[c]]
        )
        for c in range(deck.size)
    )
    place = tuple(order.index(card) for card in range(deck.size))
    groups = tuple(mask_of(list(cards)) for _, cards in groupby(order, key=places.__getitem__))
    return Ranking(trumps, tuple(suit), tuple(rank_of), tuple(strength), masks, order, place, above, groups)


def _strength(card: int, rank: int, orders: Orders) -> int:
    """Return the place of a card's rank in the order that applies to it."""
    return next((ranks.index(rank) for cards, ranks in orders if rank >= 0 and cards >> card & 1), rank)
