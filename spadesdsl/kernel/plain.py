"""The exact number of tricks in a game where suits are followed and the highest card wins."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from functools import cache
from mmap import mmap
from typing import Any, Final, NamedTuple

from spadesdsl.engine.ranking import bits, mask_of
from spadesdsl.kernel.native import functions
from spadesdsl.kernel.templates import code_of

SHELVES: Final = 1 << 17
"""Places for shapes: how many cards of each suit each hand has."""
ROW: Final = 8
"""How many answers for a shape lie together."""
ROWS: Final = {True: 1 << 18, False: 1 << 12}
"""How many rows of answers there are, in the machine's code and in Python, before all are forgotten."""
LARGE: Final = 8
"""A hand with more cards leads to so many positions that those of other deals are in the way."""
_PLACES: Final = {
    "h": 4, "suit": 4, "suit_number": 64, "history": 256, "weights": 64 * 64, "found": 140, "shelves": 3 * SHELVES,
    **dict.fromkeys(
        ("lone", "trump", "led", "rel", "quick", "nodes", "used", "shapes", "shelves_mask", "rows_most", "restricted",
         "first_trumps", "seat", "many", "best", "on_table", "winner", "legal", "guess", "all_cards"), 1,
    ),
}  # fmt: skip
"""How much room there is for each part of the search."""


@cache
def _places() -> tuple[dict[str, int], int]:
    """Return where everything is, and how much there is before the positions that are remembered."""
    found: dict[str, int] = {}
    at = 0
    for name, size in _PLACES.items():
        found[name.upper()] = at
        at += size
    found |= {"ROWS": at, "ROW": ROW}
    return found, at


@cache
def _functions(is_native: bool) -> dict[str, Any]:
    """Return the functions of the search."""
    text = code_of(("tricks", "sure"), _places()[0], ("solve_tricks", "forget"))
    return functions(text, 64, is_native=is_native)


class Cards(NamedTuple):
    """A position of which the tricks are asked."""

    hands: Sequence[int]
    """By seat, as masks."""
    suits: Sequence[int]
    """The cards of each suit; a higher number is a higher card."""
    trump: int
    """The cards of the trumps; 0 for none."""
    is_restricted: bool
    """Whether trumps may be led only once one has been played, or by who has nothing else."""
    seat: int
    """Whose turn it is."""
    legal: int
    trick: Sequence[int]
    played_by: Sequence[int]
    """Whose they are."""


class Tricks:
    """Says how many tricks each card takes, in games of four in two partnerships."""

    def __init__(self, *, is_native: bool) -> None:
        self.functions = _functions(is_native)
        self.places, size = _places()
        many = size + (4 * ROW + 1) * ROWS[is_native]
        # Fresh pages of memory: those that are never written take no room.
        self.cells: Any = (ctypes.c_int64 * many).from_buffer(mmap(-1, 8 * many)) if is_native else [0] * many
        self._write(shelves_mask=SHELVES - 1 if is_native else 1023, rows_most=ROWS[is_native])
        self.known: tuple[Any, ...] = ()
        """The suits and trumps for which answers are kept; they are true of any deal."""
        self.last: Sequence[int] = (0, 0, 0, 0)
        """The hands of the last question."""

    def _write(self, **values: int) -> None:
        for name, value in values.items():
            self.cells[self.places[name.upper()]] = value

    def ask(self, cards: Cards, *, all_cards: bool) -> dict[int, int] | int:
        """Return how many of the tricks left each card takes for the side whose turn it is, or the most of them."""
        hands, suits, on_table = cards.hands, cards.suits, mask_of(cards.trick)
        follows = all(own & ~before == 0 for own, before in zip(hands, self.last, strict=True))
        self.last = hands
        if self.known != (suits, cards.trump):
            self.known = suits, cards.trump
            for number in range(4):
                suit = suits[number] if number < len(suits) else 0
                self.cells[self.places["SUIT"] + number] = suit
                for card in bits(suit):
                    self.cells[self.places["SUIT_NUMBER"] + card] = number
            self._write(trump=cards.trump)
            self.functions["forget"](self.cells)
        elif not follows and hands[0].bit_count() > LARGE:  # little of what is kept will be met again
            self.functions["forget"](self.cells)
        led = next((suit for suit in suits if cards.trick and suit >> cards.trick[0] & 1), 0)
        best = max(0, (on_table & cards.trump or on_table & led).bit_length() - 1)
        at = self.places["H"]
        self.cells[at : at + 4] = hands
        self._write(
            restricted=int(cards.is_restricted), first_trumps=(sum(hands) | on_table) & cards.trump, seat=cards.seat,
            many=len(cards.trick), best=best, on_table=on_table, legal=cards.legal, led=led,
            winner=cards.played_by[cards.trick.index(best)] if cards.trick else 0,
            guess=(hands[cards.seat].bit_count() + 1) // 2, all_cards=int(all_cards),
        )  # fmt: skip
        self.functions["solve_tricks"](self.cells)
        at = self.places["FOUND"]
        if not all_cards:
            return int(self.cells[at])
        found: dict[int, int] = {}
        while self.cells[at] >= 0:
            found[int(self.cells[at])] = int(self.cells[at + 1])
            at += 2
        return found

    @property
    def nodes(self) -> int:
        """How many positions were looked at."""
        return int(self.cells[self.places["NODES"]])
