"""What is asked of all sides or players, asked of each by name: so it shows that they share the tricks."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from typing import Any, Final

from spadesdsl.algebra.forms import (
    BINDING,
    COMPARED,
    NO,
    OF,
    YES,
    compared,
    exchanged,
    is_large,
    joined,
    mentions,
    negated,
    sum_of,
    with_factors,
    written,
)
from spadesdsl.algebra.sums import Form, Sum, added, plain
from spadesdsl.rules.game import Rules

_OF_A_SIDE: Final = {"seat_score": "side_score", "seat_behind": "side_behind"}
_OF_ONE_ALONE: Final = {**_OF_A_SIDE, "seat_taken": "side_taken", "seat_contract": "side_contract",
                       "seat_cards": "side_cards"}  # fmt: skip
"""What is the same of a seat and of its side; and where the seat is the only one of it."""


_A_SIDE: Final = ("variable", "side")
_BY_ITSELF: Final = (("variable", "player"), ("variable", "card"), ("variable", "call"), ("variable", "trick"))
_TRUTHS: Final = frozenset(
    {"and", "or", "not", "less", "more", "equal", "is", "member", "IsBid", "Did", "Holds", "includes", "in_suit"}
)
"""How a form begins that is yes or no."""


class Seated:
    """The seats and sides of a game, if they are the same in all deals."""

    def __init__(self, game: Rules) -> None:
        """Keep which seats play, and with whom."""
        self.is_fixed = game.teams.after is None and not game.puts_out and not game.dummies
        self.sides = game.teams.sides
        self.side_of = {seat: side for side, seats in enumerate(self.sides) for seat in seats}
        beside = [tuple(sorted((seat + 1) % len(self.side_of) for seat in seats)) for seats in self.sides]
        self.are_alike = sorted(beside) == sorted(tuple(sorted(seats)) for seats in self.sides)
        """Whether everybody sits as everybody else does: what holds of one seat can hold of any."""

    def forms(self, form: Form) -> Iterator[Form]:
        """Yield a condition as it is of each seat or side that it may be asked of; nothing if that says no more."""
        if not self.is_fixed or not goes_over_seats(form):
            return
        some = (0,) if self.are_alike and not _names_somebody(form) else self.side_of
        found = {self.of_seat(form, seat) for seat in some}
        if not any(map(is_large, found)):
            yield from found

    def of_seat(self, form: Form, seat: int) -> Form:
        """Return a condition as it is of a seat, and of its side."""
        return self.named(exchanged(form, self._subject(seat)))  # type: ignore[no-any-return]

    def _subject(self, seat: int) -> dict[Form, Form]:
        return {("variable", "player"): ("value", "seat", seat), ("variable", "side"): _side(self.side_of[seat])}

    def named(self, form: Any) -> Any:  # noqa: ANN401 - a form, or a part of one
        """Return what is asked of all sides or players, or of a seat with a name, as it is of each by name."""
        match form:
            case ("and" | "or" as how, *parts):
                return joined(how, map(self.named, parts))
            case ("not", part):
                return negated(self.named(part))
            case ("less" | "more" | "equal" as how, amount, limit):
                return compared(COMPARED[how], with_factors(sum_of(amount), self._amount), plain(limit))
            case ("sum", *_):
                return written(with_factors(sum_of(form), self._amount))
            case ("Holds", how, of, condition) if (each := self._each(of, condition)) is not None:
                if how == "every":
                    return joined("and", (joined("or", (negated(among), holds)) for among, holds in each))
                some = joined("or", (joined("and", one) for one in each))
                return some if how == "some" else negated(some)
            case ("of", body, subject):
                match self.named(subject):
                    case ("value", "seat", int() as seat):
                        return self.named(exchanged(body, self._subject(seat)))
                    case ("value", "side", int() as side):
                        return self.named(exchanged(body, {("variable", "side"): _side(side)}))
                    case other if body[0] in _TRUTHS and (ways := self._of_each_side(body, other)):
                        return joined("or", (joined("and", one) for one in ways))
                    case other:
                        return "of", body, other
            case tuple():
                return self._plainer(tuple(map(self.named, form)))
            case _:
                return form

    def _plainer(self, form: Form) -> Form:
        """Return what is asked of a seat with a name, as far as that is known."""
        match form:
            case ("side", ("value", "seat", int() as seat)):
                return _side(self.side_of[seat])
            case ("left", ("value", "seat", int() as seat)):
                return "value", "seat", (seat + 1) % len(self.side_of)
            case (str() as op, ("value", "seat", int() as seat)) if op in _OF_ONE_ALONE and (
                op in _OF_A_SIDE or len(self.sides[self.side_of[seat]]) == 1
            ):
                return _OF_ONE_ALONE[op], _side(self.side_of[seat])
            case ("first" | "last", ("side_members", ("value", "side", int() as side))) if len(self.sides[side]) == 1:
                return "value", "seat", self.sides[side][0]
            case ("is", ("value", *one), ("value", *other)):
                return YES if one == other else NO
            case ("member", ("value", "seat", int() as seat), ("side_members" | "side_opponents" as op, its)) if (
                its[0] == "value"
            ):
                return YES if (its == _side(self.side_of[seat])) is (op == "side_members") else NO
            case _:
                return form

    def _amount(self, form: Form) -> Sum:
        each: list[tuple[Form, ...]] | None
        match form:
            case ("count", ("Filter", _, of, condition)):
                each = self._each(of, condition, written(plain(1)))
            case ("Fold", "sum", of, body):
                each = self._each(of, YES, body)
            case ("Fold", "most" | "least" as how, of, body):
                return self._extreme(how, self._each(of, YES, body)) or {
                    (self._plainer(tuple(map(self.named, form))),): 1
                }
            case ("of", body, subject) if body[0] == "sum":
                each = [(is_it, YES, worth) for is_it, worth in self._of_each_side(body, self.named(subject))]
                if not each:
                    return sum_of(self.named(form))
            case _:
                return sum_of(self.named(form))
        if each is None:
            return {(self._plainer(tuple(map(self.named, form))),): 1}
        found: Sum = {}
        for among, holds, worth in each:
            counts = joined("and", (among, holds))
            if counts != NO:
                part: Sum = {(("if", counts, worth, ("sum",)),): 1}
                found = added(found, sum_of(worth) if counts == YES else part)
        return found

    def _of_each_side(self, body: Form, which: Form) -> list[tuple[Form, Form]]:
        """Return what a quantity of a side is, for each side that it may be; nothing if it is known, or a seat."""
        sides = [_side(side) for side in range(len(self.sides))]
        if which[0] == "value" or not mentions(body, _A_SIDE) or mentions(body, *_BY_ITSELF):
            return []
        return [(self._is_it(which, one), self.named(exchanged(body, {_A_SIDE: one}))) for one in sides]

    def _is_it(self, which: Form, side: Form) -> Form:
        """Return whether a side is another one, as rules say it."""
        if which[0] == "side":
            return "member", which[1], ("side_members", side)
        return ("is", *sorted((which, side), key=repr))

    def _extreme(self, how: str, each: list[tuple[Form, ...]] | None) -> Sum:
        """Return the most or the least of some amounts; nothing if it is not known whose they are, or of nobody."""
        if each is None or any(among not in (YES, NO) for among, *_ in each):
            return {}
        amounts = [sum_of(worth) for among, _, worth in each if among == YES]
        op = "max" if how == "most" else "min"
        return reduce(lambda one, other: {((op, written(one), written(other)),): 1}, amounts) if amounts else {}

    def _each(self, of: Form, *said: Form) -> list[tuple[Form, ...]] | None:
        """Return, for each of a set: whether it is in it, and what is said of it; None if the set is not known."""
        among: Form = YES
        while of[0] == "Filter":
            among, of = joined("and", (among, of[3])), of[2]
        match of:
            case ("sides",):
                each = [_side(side) for side in range(len(self.sides))]
            case ("players" | "seats",):
                each = [("value", "seat", seat) for seat in self.side_of]
            case ("side_members" | "side_opponents" as op, ("value", "side", int() as side)):
                each = [("value", "seat", seat) for seat, its in self.side_of.items()
                        if (its == side) is (op == "side_members")]  # fmt: skip
            case _:
                return None
        return [tuple(self.named(bound_to(one, value)) for one in (among, *said)) for value in each]


def _side(side: int) -> Form:
    return "value", "side", side


def goes_over_seats(form: object) -> bool:
    """Tell whether a form asks something of each of all sides or players, or of a seat with a name."""
    if not isinstance(form, tuple):
        return False
    is_one = len(form) > 0 and form[0] in ("sides", "players", "seats", "side_opponents", "side_members")
    is_one = is_one or form[:1] == ("side",) or form[:2] == ("value", "seat")
    return is_one or any(map(goes_over_seats, form))


def _names_somebody(form: object) -> bool:
    is_name = isinstance(form, tuple) and form[:1] == ("value",) and form[1] in ("seat", "side")
    return is_name or (isinstance(form, tuple) and any(map(_names_somebody, form)))


def bound_to(form: Any, value: Form, within: int = 0) -> Any:  # noqa: ANN401 - a form, or a part of one
    """Return what is said of each of a set as it is of one: no longer inside of what goes over the set."""
    match form:
        case ("variable", int() as number):
            return value if number == within else ("variable", number - (number > within))
        case (str() as op, *parts):
            inside = within + (op in BINDING)
            return (op, *(bound_to(one, value, inside if at >= OF else within) for at, one in enumerate(parts)))
        case tuple():
            return tuple(bound_to(one, value, within) for one in form)
        case _:
            return form
