"""What a `win` asks of the leaders, where it holds for them whenever it holds for anybody.

Then the leaders win, and it does not matter for whom else it holds: `score >= target` and `some team has score >=
target` end a game alike.
"""

from __future__ import annotations

from typing import Final

from spadesdsl.algebra.forms import BINDING, COMPARED, compared, joined, mentions, negated, sum_of, with_factors
from spadesdsl.algebra.sums import Form, Sum, plain

_SUBJECTS: Final = (("variable", "side"), ("variable", "player"))
_EACH: Final = ("variable", 0)
_SETS: Final = (("sides",), ("players",))
_SCORE: Final[Form] = ("side_score", ("variable", "side"))


def asked_of_leaders(condition: Form, *, best_lowest: bool) -> Form | None:
    """Return what a condition asks of each side that is not behind; None if another may meet it, and not they."""
    better = -1 if best_lowest else 1
    return _of_leaders(condition, better) if _rises(condition, _SUBJECTS, better) else None


def _rises(condition: Form, whose: tuple[Form, ...], better: int) -> bool:
    """Tell whether a condition that holds for somebody holds for each whose score is better, or as good."""
    match condition:
        case ("and" | "or", *parts):
            return all(_rises(part, whose, better) for part in parts)
        case ("equal", amount, 0) if (behind := _only(amount)) is not None and _is_behind(behind, whose):
            return True
        case ("more", amount, _) | ("not", ("less", amount, _)):
            return _goes_up(sum_of(amount), whose, better)
        case ("less", amount, _) | ("not", ("more", amount, _)):
            return _goes_up(sum_of(amount), whose, -better, behind=1)
        case _:
            return not mentions(condition, *whose, "quantity", "random")


def _only(amount: Form) -> Form | None:
    parts = sum_of(amount)
    return next(iter(parts))[0] if len(parts) == 1 and len(next(iter(parts))) == 1 else None


def _is_behind(form: Form, whose: tuple[Form, ...]) -> bool:
    return form[0] in ("side_behind", "seat_behind") and form[1] in whose


def _goes_up(amount: Sum, whose: tuple[Form, ...], of_score: int, behind: int = -1) -> bool:
    """Tell whether an amount is no less for a better score: points have the sign `of_score`, those behind `behind`."""
    for part, number in amount.items():
        own = part[0] if len(part) == 1 else ()
        if own and own[0] in ("side_score", "seat_score") and own[1] in whose:
            if number * of_score < 0:
                return False
        elif own and _is_behind(own, whose):
            if number * behind < 0:
                return False
        elif mentions(part, *whose, "quantity", "random"):
            return False
    return True


def _of_leaders(condition: Form, better: int) -> Form:
    """Return a condition as it is for a side that is not behind: what some side has that rises, it has too."""
    match condition:
        case ("and" | "or" as how, *parts):
            return joined(how, (_of_leaders(part, better) for part in parts))
        case ("not", part):
            return negated(_of_leaders(part, better))
        case ("less" | "more" | "equal" as how, amount, limit):
            return compared(COMPARED[how], with_factors(sum_of(amount), _of_leader), plain(limit))
        case ("Holds", "some", of, inner) if of in _SETS and not mentions(inner, *BINDING) and _has_own(inner):
            return _of_leaders(inner, better) if _rises(inner, (_EACH,), better) else condition
        case ("Holds", "no", of, inner):
            return negated(_of_leaders(("Holds", "some", of, inner), better))
        case _:
            return condition


def _has_own(condition: Form) -> bool:
    """Tell whether a condition reads nothing of somebody but the score, and how far that is behind."""
    match condition:
        case ("and" | "or" | "not", *parts):
            return all(map(_has_own, parts))
        case ("less" | "more" | "equal", amount, _):
            factors = (one for part in sum_of(amount) for one in part)
            return all((one[0] in _READ and one[1] == _EACH) or not mentions(one, _EACH) for one in factors)
        case _:
            return not mentions(condition, _EACH)


_READ: Final = ("side_score", "seat_score", "side_behind", "seat_behind")


def _of_leader(form: Form) -> Sum:
    if form[0] in _READ and form[1] in (*_SUBJECTS, _EACH):
        return {} if form[0].endswith("behind") else {(_SCORE,): 1}
    return {(form,): 1}
