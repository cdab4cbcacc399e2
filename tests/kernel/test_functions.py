"""What a kernel makes of a function of the engine does what the function does; what it cannot keep is refused."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import TYPE_CHECKING, Any, Final

import pytest

from spadesdsl.engine.ranking import bits
from spadesdsl.kernel import Kernel
from spadesdsl.kernel.native import functions
from spadesdsl.kernel.text import reachable
from spadesdsl.kernel.unit import TEMPLATES
from spadesdsl.kernel.values import CannotCompileError
from tests.binding.test_operations import game_of, states
from tests.kernel.functions import Functions

if TYPE_CHECKING:
    from spadesdsl.kernel.build import Built

GAME: Final = "standard"
MANY: Final = 120


@cache
def kernel() -> Kernel:
    return Kernel(game_of(GAME), native=False)


def built() -> Built:
    found = kernel().built
    assert found is not None
    return found


def seen(text: str) -> list[tuple[Any, Any]]:
    """Return what a function and its translation give in some states, with the tricks and hands that they leave."""
    space: dict[str, Any] = {**TEMPLATES, "bits": bits}
    exec(text, space)
    layout, unit = built().layout, built().editions[0].unit
    made = unit.text(f"random_{len(unit.written)}", text)
    code = reachable(built().module.text, made.name)
    translated = functions(code, built().width, is_native=False, most=0)[made.name]
    found = []
    for state in states(GAME):
        cells = kernel().pack(state).cells
        own = state.copy()
        given = space["f"](own)
        gives = translated(cells)
        taken, hands = (layout.places[name][0] for name in ("taken", "hands"))
        many = layout.seats
        after = tuple(cells[taken : taken + many]), tuple(cells[hands : hands + many])
        found.append(((given, own.taken, own.hands), (gives, *after)))
    return found


def test_functions_made_at_random_are_translated_as_they_are_meant_or_refused() -> None:
    found = Counter[bool]()
    for number in range(MANY):
        text = Functions(number).function()
        try:
            pairs = seen(text)
        except CannotCompileError:
            found[False] += 1
            continue
        found[True] += 1
        for meant, got in pairs:
            assert meant == got, f"function {number}:\n{text}"
    assert found[True] > MANY // 2


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("    r = [s.hands[q] for q in range(4)]\n    return sum(r)", "twice"),
        ("    r = [s.taken[q] for q in range(4)]\n    return sum(r)", "twice"),
        ("    r = [q for q in s.taken if q]\n    return sum(r)", "twice"),
        ("    r = [s.leader for q in range(4)]\n    return len(r)", "twice"),
        ("    r = [q for q in s.trick_seats if q]\n    return r[0]", "order"),
        ("    t = 0\n    for k in s.spec.bids:\n        if s.leader:\n            t += 1\n            continue\n"
         "        else:\n            continue\n        t += 5\n    return t", "left from within"),
    ],
)  # fmt: skip
def test_what_a_kernel_would_keep_otherwise_is_refused(body: str, why: str) -> None:
    with pytest.raises(CannotCompileError, match=why):
        seen(f"def f(s):\n{body}\n")


@pytest.mark.parametrize(
    "body",
    [
        # Read before something is added: a loop does it again, when it is empty no more.
        "    a: tuple[int, ...] = ()\n"
        "    for h in range(4):\n        if not a:\n            a += (h,)\n"
        "    return len(a)",
        # A mask, or what is known of a bid.
        "    t = 0\n"
        "    for k in s.spec.bids:\n        if s.hands[0] & 1 or k.parameters:\n            t += 1\n"
        "    return t",
    ],
)  # fmt: skip
def test_what_was_translated_wrongly_once(body: str) -> None:
    for meant, got in seen(f"def f(s):\n{body}\n"):
        assert meant == got
