"""Which cards of a deck are as questions about one card say: none is the queen of spades and a heart."""

from __future__ import annotations

from itertools import product
from operator import ge, gt, le, lt
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from spadesdsl.algebra.sums import Form
    from spadesdsl.rules.game import Rules

_ORDERS: Final = {"<": lt, "<=": le, ">": gt, ">=": ge}


class Faces:
    """The cards of an edition as bits of a mask, by face."""

    def __init__(self, game: Rules) -> None:
        """Keep the faces, and whether each always counts for its own suit and rank.

        A card that is not in the deck as the options are set may be in it with other settings.
        """
        self.game = game
        self.is_printed = game.trumps is None or not game.trumps.topped
        known = [(one.suit, one.rank) for one in game.faces]
        others = product(range(len(game.suits)), range(len(game.ranks)))
        self.marks: list[tuple[int | None, int | None]] = [*known, *(one for one in others if one not in known)]
        """By face: its suit and its rank."""
        self.all = (1 << len(self.marks)) - 1

    def asked(self, question: Form) -> tuple[Form, int] | None:
        """Return which card a question is about, and for which faces the answer is yes; None if it asks otherwise."""
        match question:
            case ("is", ("value", "card", int() as face), card) | ("is", card, ("value", "card", int() as face)):
                return card, 1 << face
            case ("in_suit", card, ("value", "suit", int() as suit)) if self.is_printed:
                return card, self._those(lambda its, _: its == suit)
            case ("is", ("card_suit", card), ("value", "suit", int() as suit)) if self.is_printed:
                return card, self._those(lambda its, _: its == suit)
            case ("is", ("card_rank", card), ("value", "rank", int() as rank)) if self.is_printed:
                return card, self._those(lambda _, its: its == rank)
            case (str() as op, ("card_rank", card), ("value", "rank", int() as rank)) if (
                op in _ORDERS and self.is_printed and not self.game.orders
            ):
                return card, self._those(lambda _, its: its is not None and _ORDERS[op](its, rank))
            case _:
                return None

    def rivals(self, questions: Sequence[Form]) -> list[tuple[bool, list[tuple[int, int]]]]:
        """Group questions about the same card.

        Returns:
            For each card that several ask about, whether it is there for sure, and the place of each question with the
            faces for which its answer is yes.
        """
        groups: dict[Form, list[tuple[int, int]]] = {}
        for at, question in enumerate(questions):
            found = self.asked(question)
            if found is not None:
                groups.setdefault(found[0], []).append((at, found[1]))
        return [(card[0] == "variable", asked) for card, asked in groups.items() if len(asked) > 1]

    def _those(self, holds: Callable[[int | None, int | None], bool]) -> int:
        return sum(1 << at for at, mark in enumerate(self.marks) if holds(*mark))
