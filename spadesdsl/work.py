"""Work that is counted, so that a caller who has done enough gives up, and says so.

Checks, proofs, comparisons and the search for fixes may meet rules for which they would take hours. What they do most
is counted here, in steps of about a microsecond, and not timed: the same file always gives the same answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar


class GivenUpError(Exception):
    """There is more to do than may be done."""


GIVEN_UP = (GivenUpError, RecursionError)
"""What stops something that is too much: too long, or with too many parts inside one another."""


class Budget:
    """How many steps may still be done."""

    __slots__ = ("given", "left")

    def __init__(self, steps: int) -> None:
        self.given = self.left = steps

    @property
    def said(self) -> str:
        """Say that it is spent."""
        if not self.given:
            return "given up before it began: the rest took all steps of work"
        return f"given up after {self.given - max(0, self.left):,} steps of work"


_NOW: ContextVar[Budget | None] = ContextVar("budget", default=None)


limit = _NOW.get
"""Return the budget that somebody gave; None if nobody counts."""


def spend(steps: int) -> None:
    """Count some steps; if nothing is left for them of a budget that somebody gave, raise `GivenUpError`."""
    if (budget := _NOW.get()) is not None:
        budget.left -= steps
        if budget.left < 0:
            raise GivenUpError


@contextmanager
def at_most(steps: int) -> Iterator[Budget]:
    """Do something with so many steps, or with what is left of a budget around it, if that is less."""
    around = _NOW.get()
    given = steps if around is None else max(0, min(steps, around.left))
    budget = Budget(given)
    token = _NOW.set(budget)
    try:
        yield budget
    finally:
        _NOW.reset(token)
        if around is not None:
            around.left -= given - max(0, budget.left)


def share(parts: int) -> int:
    """Return an equal part of what is left; without a budget there is no end to it."""
    around = _NOW.get()
    return _ENDLESS if around is None else max(0, around.left) // max(1, parts)


_ENDLESS = 1 << 62
