"""The exact number of tricks in a game where suits are followed and the highest card wins."""

from __future__ import annotations

import ctypes
from functools import cache
from mmap import mmap
from typing import TYPE_CHECKING, Any, Final

from spadesdsl.engine.ranking import bits, mask_of
from spadesdsl.kernel import python
from spadesdsl.kernel.native import Native
from spadesdsl.kernel.templates import code_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

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
def _functions(is_native: bool) -> tuple[Mapping[str, Any], Any]:
    """Return the functions of the search, and what keeps them alive."""
    text = code_of(("tricks", "sure", "known"), _places()[0], ("solve_tricks", "forget"))
    if is_native:
        made = Native.of(text, 64)
        return made.functions, made
    return python.functions(text), None


class Tricks:
    """Says how many tricks each card takes, in games of four in two partnerships."""

    def __init__(self, *, is_native: bool) -> None:
        """Make room."""
        self.functions, self._kept = _functions(is_native)
        self.places, size = _places()
        many = size + (4 * ROW + 1) * ROWS[is_native]
        # Fresh pages of memory: those that are never written take no room.
        self.cells: Any = (ctypes.c_int64 * many).from_buffer(mmap(-1, 8 * many)) if is_native else [0] * many
        self._write("shelves_mask", SHELVES - 1 if is_native else 1023)
        self._write("rows_most", ROWS[is_native])
        self.known: tuple[Any, ...] = ()
        """The suits and trumps for which answers are kept; they are true of any deal."""
        self.last: tuple[int, ...] = (0, 0, 0, 0)
        """The hands of the last question."""

    def _write(self, name: str, value: int, at: int = 0) -> None:
        self.cells[self.places[name.upper()] + at] = value

    def begin(
        self, hands: Sequence[int], trick: Sequence[int], suits: Sequence[int], trump: int, *, is_restricted: bool
    ) -> None:
        """Set the cards.

        Args:
            hands: By seat, as masks.
            trick: The cards on the table.
            suits: The cards of each suit; a higher number is a higher card.
            trump: The cards of the trumps; 0 for none.
            is_restricted: Whether trumps may be led only once one has been played, or by who has nothing else.
        """
        for seat in range(4):
            self._write("h", hands[seat], seat)
        self._write("restricted", int(is_restricted))
        self._write("first_trumps", (hands[0] | hands[1] | hands[2] | hands[3] | mask_of(trick)) & trump)
        follows = all(own & ~before == 0 for own, before in zip(hands, self.last, strict=True))
        self.last = tuple(hands)
        if self.known == (tuple(suits), trump):
            if not follows and hands[0].bit_count() > LARGE:  # little of it will be met again
                self.functions["forget"](self.cells)
            return
        self.known = tuple(suits), trump
        for number in range(4):
            suit = suits[number] if number < len(suits) else 0
            self._write("suit", suit, number)
            for card in bits(suit):
                self._write("suit_number", number, card)
        self._write("trump", trump)
        self.functions["forget"](self.cells)

    def ask(
        self, seat: int, trick: Sequence[int], best: int, winner: int, legal: int, *, all_cards: bool
    ) -> dict[int, int] | int:
        """Return how many of the tricks left each card takes for the side whose turn it is, or the most of them."""
        led = 0
        on_table = mask_of(trick)
        if trick:
            led = self.cells[self.places["SUIT"] + self.cells[self.places["SUIT_NUMBER"] + trick[0]]]
        left = self.cells[self.places["H"] + seat].bit_count()
        for name, value in {
            "seat": seat, "many": len(trick), "best": best, "on_table": on_table, "winner": winner, "legal": legal,
            "led": led, "guess": (left + 1) // 2, "all_cards": int(all_cards),
        }.items():  # fmt: skip
            self._write(name, value)
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
