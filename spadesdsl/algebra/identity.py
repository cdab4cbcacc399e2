"""Which things are one: a dealer who is the maker is one player, with one left neighbour, and a card is in one suit."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Final

from spadesdsl.algebra.sums import Form

ASKED: Final = frozenset({"is", "same", "in_suit"})
"""Questions whose answers say that things are one, or are not."""
_OF_ONE: Final = frozenset({"left", "right", "partner", "across", "side", "card_suit", "card_rank"})
"""What is one of those who are one."""
_CARDS: Final = (("value", "card"), ("top_of_suit",))
"""How cards begin of which a deck may have several."""


class _Things:
    """Things, by classes of those that are one."""

    def __init__(self) -> None:
        self.above: dict[Form, Form] = {}
        self.real: set[Form] = set()
        """Those that are surely somebody or something."""

    def one_of(self, thing: Form) -> Form:
        """Return the thing that stands for its class; it and what it is of are added if they are new."""
        if thing not in self.above:
            self.above[thing] = thing
            if thing[0] in _OF_ONE:
                self.one_of(thing[1])
        while self.above[thing] != thing:
            thing = self.above[thing]
        return thing

    def join(self, one: Form, other: Form) -> bool:
        """Say that two are one; tell whether that is new."""
        one, other = self.one_of(one), self.one_of(other)
        self.above[one] = other
        return one != other

    def settle(self, suit_of: Callable[[Form], Form | None]) -> None:
        """Join what is one because that of which it is is one: the left of one player, the suit of one card."""
        is_new = True
        while is_new:
            is_new, first = False, dict[tuple[object, Form], Form]()
            real = set(map(self.one_of, self.real))
            for one in tuple(self.above):
                if one[0] in _OF_ONE:
                    is_new |= self.join(first.setdefault((one[0], self.one_of(one[1])), one), one)
                if self.one_of(one) in real and (suit := suit_of(one)) is not None:
                    self.real.add(suit)
                    is_new |= self.join(("card_suit", one), suit)

    def classes(self) -> dict[Form, list[Form]]:
        """Return what is in each class, by the thing that stands for it."""
        found: dict[Form, list[Form]] = {}
        for one in self.above:
            found.setdefault(self.one_of(one), []).append(one)
        return found


def contradict(
    held: Iterable[Form], denied: Iterable[Form], others: Collection[Form], suit_of: Callable[[Form], Form | None]
) -> bool:
    """Tell whether answers say of one thing that it is another, or of two that they are one.

    Args:
        held: The questions with the answer yes.
        denied: Those with the answer no.
        others: What is never the seat itself, such as the one on its left, or the one on the left of that.
        suit_of: The suit of a card, if that is known.
    """
    things = _Things()
    for question in held:
        one, other = _asked_of(question)
        things.join(one, other)
        if question[0] != "same":
            things.real |= {one, other, question[1]}
    apart = [(things.one_of(one), things.one_of(other)) for one, other in map(_asked_of, denied)]
    things.settle(suit_of)
    classes, real = things.classes(), set(map(things.one_of, things.real))
    for it, some in classes.items():
        if sum(one[0] in ("value", "nobody") for one in some) > 1:
            return True
        if it in real and any(things.one_of(seat) == it for one in some for seat in _seats_beside(one, others)):
            return True
    are_one = [it for one, other in apart if (it := things.one_of(one)) == things.one_of(other) and it in real]
    return any(not any(one[: len(card)] == card for one in classes[it] for card in _CARDS) for it in are_one)


def _seats_beside(seat: Form, others: Collection[Form]) -> Iterator[Form]:
    """Yield the seats that another one is beside, so that it is none of them."""
    words: Form = ()
    while seat[0] in _OF_ONE:
        words, seat = (*words, seat[0]), seat[1]
        if words in others:
            yield seat


def _asked_of(question: Form) -> tuple[Form, Form]:
    """Return the two things that a question is about."""
    return (("card_suit", question[1]), question[2]) if question[0] == "in_suit" else (question[1], question[2])
