"""What questions say of cards: none is the queen of spades and a heart, and a hand with an ace is not empty."""

from __future__ import annotations

from itertools import product
from operator import ge, gt, le, lt
from typing import TYPE_CHECKING, Final

from spadesdsl.algebra.sums import Form, Limit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

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
            if (found := self.asked(question)) is not None:
                groups.setdefault(found[0], []).append((at, found[1]))
        return [(card[0] == "variable", asked) for card, asked in groups.items() if len(asked) > 1]

    def are_in(self, card: Form, part: Form, of: Form) -> bool:
        """Tell whether a card that is in a set is in a part of it for sure."""
        if part == of:
            return True
        match part, card:
            case ("part_suit", inner, ("value", "suit", int() as suit)), ("value", "card", int() as face):
                return self.is_printed and self.marks[face][0] == suit and self.are_in(card, inner, of)
            case _:
                return False

    def sizes(self, answers: Iterable[tuple[Form, bool]], counted: Iterable[Form]) -> Iterator[Limit]:
        """Yield what answers to questions about sets say of how many are in those that are counted.

        Args:
            answers: The questions, and the answer to each.
            counted: The sets that are counted otherwise.
        """
        for question, answer in answers:
            of = set_asked(question)
            assert of is not None
            match question:
                case ("leading",) | ("is_empty", _):
                    yield Limit({(("count", of),): 1} if answer else {(("count", of),): -1, (): 1})
                case ("includes", _, card) | ("member", card, _) if answer:
                    parts = [one for one in counted if self.are_in(card, one, of)]
                    yield from (Limit({(("count", one),): -1, (): 1}) for one in {of, *parts})
                case ("Holds", how, *_) if answer is (how == "some"):  # not every one, and not none: there is one
                    yield Limit({(("count", of),): -1, (): 1})
                case _:
                    pass

    def _those(self, holds: Callable[[int | None, int | None], bool]) -> int:
        return sum(1 << at for at, mark in enumerate(self.marks) if holds(*mark))


def set_asked(question: Form) -> Form | None:
    """Return the set of which an answer to a question may say whether anything is in it."""
    match question:
        case ("leading",):
            return ("trick",)
        case ("is_empty" | "includes", of, *_) | ("member", _, of) | ("Holds", _, of, _):
            return of  # type: ignore[no-any-return]
        case _:
            return None


def whole_of(part: Form) -> Form:
    """Return the set that a part of a set is taken from."""
    while part[0] in ("Filter", "part_suit"):
        part = part[2] if part[0] == "Filter" else part[1]
    return part
