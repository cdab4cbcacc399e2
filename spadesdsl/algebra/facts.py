"""What is known of amounts in any game: what the rows of the vocabulary say."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import ceil, floor
from typing import TYPE_CHECKING, Any

from spadesdsl.algebra.bids import numbers_in
from spadesdsl.algebra.forms import all_of, negated, sum_of
from spadesdsl.algebra.grids import WHOLE, ZERO, Grid, is_whole, of_both, of_numbers, shared, total
from spadesdsl.algebra.sums import NOTHING, UNKNOWN, Ends, Form, Limit, Number, exact, plus, times, within
from spadesdsl.rules.operations import NUMBER, OPERATIONS

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from spadesdsl.algebra.judge import Faces
    from spadesdsl.rules.game import Option
    from spadesdsl.rules.terms import Value


class Facts:
    """What is known of amounts in any game: what the rows of the vocabulary say."""

    faces: Faces | None = None
    """The cards of the game, if it is known."""
    alternates: int = 0
    """How many sides there are, if the seat on the left is always on another side."""

    others: frozenset[Form] = frozenset()
    """What is never the seat itself, by the words that lead there from it."""

    def __init__(self, options: Iterable[Option] = ()) -> None:
        """Keep what each option can be, if that is known."""
        self.choices = {option.name: option.choices for option in options}

    def ends(self, form: Form) -> Ends:
        """Return the least and the most that an amount can be."""
        match form:
            case ("sum", *parts):
                found = NOTHING
                for part, number in parts:
                    product_of: Ends = (number, number)
                    for one in part:
                        product_of = times(product_of, self.ends(one))
                    found = plus(found, product_of)
                return found
            case ("value", _, int() | Fraction() as value):
                return value, value
            case ("option", name):
                return ends_of(self.choices.get(name, ()))
            case ("if", condition, one, other):
                return of_either(self.ends_where(one, condition), self.ends_where(other, negated(condition)))
            case ("max" | "min" as op, one, other):
                return _extreme(op, self.ends(one), self.ends(other))
            case ("of", body, _):  # of nobody it is 0
                return of_either(self.ends(body), NOTHING)
            case ("abs", one):
                low, high = self.ends(one)
                least = low if low is not None and low > 0 else -high if high is not None and high < 0 else 0
                return least, None if low is None or high is None else max(-low, high)
            case ("Fold", how, _, body):
                # Over an empty set it is 0; of a sum only the sign is known.
                low, high = of_either(self.ends(body), NOTHING)
                return (low, high) if how != "sum" else (0 if low == 0 else None, 0 if high == 0 else None)
            case ("TallyRef", _, _, "filled") | ("count" | "Run", *_):
                return 0, None
            case (str() as op, *_) if op in OPERATIONS:
                return OPERATIONS[op].least, None
            case _:
                return UNKNOWN

    def ends_where(self, form: Form, *conditions: Form) -> Ends:
        """Return the limits of an amount where some conditions hold, as far as they compare it with a number."""
        return meeting(self.ends(form), self.ends_by(form, *conditions))

    def ends_by(self, form: Form, *conditions: Form) -> Ends:
        """Return what conditions alone say of the limits of an amount, as far as they compare it with a number."""
        found = UNKNOWN
        amount = sum_of(form)
        number = amount.pop((), 0)
        for condition in (one for some in conditions for one in all_of(some)):
            is_not, (op, *compared) = condition[0] == "not", condition[1] if condition[0] == "not" else condition
            if op not in ("less", "more", "equal") or not amount or (op == "equal" and is_not):
                continue
            other = sum_of(compared[0])
            limit = compared[1] - other.pop((), 0)
            factor = amount[min(amount, key=repr)] / Fraction(other.get(min(amount, key=repr), 0) or 1)
            if amount != {part: factor * many for part, many in other.items()}:
                continue
            end = exact(factor * limit + number)
            away = not is_not and op != "equal" and self.is_whole(form)
            if op == "equal" or (op == ("less" if is_not else "more")) == (factor > 0):
                found = meeting(found, (floor(end) + 1 if away else end, None))
            if op == "equal" or (op == ("more" if is_not else "less")) == (factor > 0):
                found = meeting(found, (None, ceil(end) - 1 if away else end))
        return found

    def is_whole(self, form: Form) -> bool:
        """Tell whether an amount is always a whole number."""
        return is_whole(self.grid(form))

    def grid(self, form: Form) -> Grid:
        """Return which numbers an amount can be."""
        match form:
            case ("sum", *parts):
                return total((list(map(self.grid, part)), number) for part, number in parts)
            case ("value", _, int() | Fraction() as value):
                return value, 0
            case ("option", name):
                return _of_choices(self.choices.get(name, ()))
            case ("if", _, one, other) | ("max" | "min", one, other):
                return of_both(self.grid(one), self.grid(other))
            case ("abs", one):
                return of_both(its := self.grid(one), total([([its], -1)]))
            case ("of", body, _):
                return of_both(self.grid(body), ZERO)
            case ("Fold", how, _, body):
                each = of_both(self.grid(body), ZERO)
                return each if each is None or how != "sum" else (0, shared(*each))
            case ("rounded_down", _, ("sum", ((), step))) if step > 0:
                return 0, step
            case ("TallyRef", _, _, "filled") | ("count" | "Run", *_):
                return WHOLE
            case (str() as op, *_) if op in OPERATIONS:
                return WHOLE if OPERATIONS[op].least is not None and OPERATIONS[op].type == NUMBER else None
            case _:
                return None

    def limits(self, form: Form, *, is_leading: bool = False) -> Iterator[Limit]:
        """Yield what is known of an amount, as limits, perhaps while a player leads."""
        del is_leading
        yield from within((form,), self.ends(form))

    def together(self, amounts: Iterable[Form]) -> Iterator[Limit]:
        """Yield what is known of several amounts together."""
        del amounts
        yield from ()

    def values(self, form: Form) -> tuple[Any, ...] | None:
        """Return all values that something can have; None if they are unknown, or too many."""
        del form
        return None

    def answers(self, held: Iterable[Form]) -> Iterator[Form]:
        """Yield what the one answer to a decision is, where somebody is said to have given one."""
        del held
        yield from ()

    def suit_of(self, card: Form) -> Form | None:
        """Return the suit of a card that is in the deck, if it is known."""
        return None if self.faces is None else self.faces.suit_of(card)

    def promised(self, whose: str, kind: str) -> Collection[Number] | None:
        """Return what the contract can be where the bid of a seat, or of a side, is of a kind; None if anything."""
        del whose, kind
        return None

    def offered(self, number: str) -> Mapping[str, Ends] | None:
        """Return, by kind of bid, the least and the most that a number can be that it is made with; None if unknown."""
        del number
        return None

    def has_bid(self, seat: Form) -> bool:
        """Tell whether a seat has certainly bid."""
        del seat
        return False


@lru_cache(maxsize=64)  # many forms read the same options, some of a thousand numbers
def _of_choices(choices: tuple[Value, ...]) -> Grid:
    numbers = numbers_in(choices)
    return of_numbers(numbers) if 0 < len(numbers) == len(choices) else None


def ends_of(choices: Sequence[Value]) -> Ends:
    """Return the least and the most of some choices; unknown if there are none, or if one is no number."""
    found = numbers_in(choices)
    return (min(found), max(found)) if found and len(found) == len(choices) else UNKNOWN


def meeting(one: Ends, other: Ends) -> Ends:
    """Return the limits of what lies between both of two."""
    low = max((end for end in (one[0], other[0]) if end is not None), default=None)
    return low, min((end for end in (one[1], other[1]) if end is not None), default=None)


def of_either(one: Ends, other: Ends) -> Ends:
    """Return the limits of what is one of two amounts."""
    low = None if one[0] is None or other[0] is None else min(one[0], other[0])
    return low, None if one[1] is None or other[1] is None else max(one[1], other[1])


def _extreme(op: str, one: Ends, other: Ends) -> Ends:
    """Return the limits of the larger or the smaller of two amounts."""
    if op == "max":
        return meeting(one, other)[0], of_either(one, other)[1]
    return of_either(one, other)[0], meeting(one, other)[1]


def is_of_played(of: Form, whole: Form = ("played",)) -> bool:
    """Tell whether cards are some of those that were played, or of some others."""
    match of:
        case ("Filter", _, inner, _) | ("part_suit", inner, _):
            return is_of_played(inner, whole)
        case _:
            return of == whole


def of_each(form: Form) -> tuple[str, str]:
    """Return that an amount is the most or the least that a player has of something; empty if it is not."""
    match form:
        case ("Fold", "most" | "least" as how, ("players",), ("sum", (((str() as op, ("variable", 0)),), 1))):
            return how, op
        case _:
            return "", ""
