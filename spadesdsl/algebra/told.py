"""What follows where somebody is said to have made a decision: of who has made it, and of everybody."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from spadesdsl.algebra.forms import BINDING, OF, mentions, negated
from spadesdsl.algebra.sums import Form

PLAYER: Final = ("variable", "player")


def is_bound(form: Form, within: int = 0) -> bool:
    """Tell whether a form reads a variable that is bound around it."""
    if form[0] == "variable":
        return isinstance(form[1], int) and form[1] >= within
    inside = within + (form[0] in BINDING)
    return any(
        is_bound(one, inside if at > OF else within) for at, one in enumerate(form) if isinstance(one, tuple) and one
    )


def made_by(question: Form) -> Iterator[tuple[Form | None, str]]:
    """Yield who has made which decision if a question has the answer yes; None for somebody."""
    match question:
        case ("Did", player, name, *_) if player is not None:
            yield player, name
        case ("Holds", "some", ("players",), ("Did", ("variable", 0), name, *_)):
            yield None, name
        case ("is" | "in_suit", *parts):  # what is asked of no answer is not so
            yield from ((one[3], one[1]) for one in parts if one[0] == "Answer")
        case ("same", *parts) if any(one[0] == "value" and one[2] is not None for one in parts):
            yield from ((one[3], one[1]) for one in parts if one[0] == "Answer")
        case _:
            pass


def of_somebody(made: Form, asked: Sequence[Form]) -> Iterator[Form]:
    """Yield what is true of everybody, or of somebody, where one player has made a decision."""
    for other in asked if made[0] == "Did" else ():
        match other:
            case ("Holds", how, ("players",), ("Did", ("variable", 0), *what)) if (*what,) == made[2:]:
                yield from {"some": (other,), "no": (negated(other),)}.get(how, ())
            case _:
                pass


def is_asked_of_several(form: Form, about: str) -> bool:
    """Tell whether a condition asks of several whether they have made a bid or a decision, or of any what they bid."""
    if not mentions(form, about):
        return False
    asked = set(_asked(form, about, is_of_all=False))
    return not asked or len(asked) > 1 or any(is_of_all for _, is_of_all in asked)


def _asked(form: Any, about: str, *, is_of_all: bool) -> Iterator[tuple[Form, bool]]:  # noqa: ANN401 - a form, or a part
    """Yield who is said to have made a bid or a decision, and whether that is asked of all of a set."""
    match form:
        case ("Did" | "IsBid", who, name, *_) if name == about:
            yield ("players",) if who is None or is_bound(who) else who, is_of_all
        case (str() as op, *parts):
            is_inside = op in ("count", "Fold") or form[:2] == ("Holds", "every")
            for part in parts:
                yield from _asked(part, about, is_of_all=is_of_all or is_inside)
        case tuple():
            for part in form:
                yield from _asked(part, about, is_of_all=is_of_all)
        case _:
            pass
