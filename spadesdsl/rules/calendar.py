"""Work out on which deals which `on deal` blocks hold, however late the deals are.

Deals named one by one are treated separately. On all others the blocks repeat after the least common multiple of their
periods, so that one deal represents all those with the same remainder.
"""

from __future__ import annotations

from itertools import count
from math import lcm
from typing import TYPE_CHECKING

from spadesdsl.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Sequence

LONGEST = 10_000
"""The most deals after which all periods have to coincide again."""


@dataclass(frozen=True, slots=True)
class DealScope:
    """Which deals an `on deal` block is for."""

    deals: tuple[int, ...]
    every: int | None

    def covers(self, deal: int) -> bool:
        """Tell whether the block holds on a deal."""
        if self.every:
            return (deal - 1) % self.every + 1 in self.deals
        return deal in self.deals

    @property
    def words(self) -> str:
        """Return it for people to read: `on deals 2, 5`."""
        deals = ", ".join(map(str, self.deals))
        every = f" of every {self.every}" if self.every else ""
        return f"on {'deal' if len(self.deals) == 1 else 'deals'} {deals}{every}"


@dataclass(frozen=True, slots=True)
class Days:
    """When some of the blocks hold together, and no others."""

    holds: tuple[bool, ...]
    """For each block, whether it holds."""
    first: int
    """The first such deal."""
    last: int | None
    """The last such deal; None if there is always another."""


def period(scopes: Sequence[DealScope]) -> int:
    """Return after how many deals all periods coincide again."""
    return lcm(*(scope.every or 1 for scope in scopes))


def calendar(scopes: Sequence[DealScope]) -> tuple[Days, ...] | None:
    """Return every combination of blocks that holds on some deal, including none, in the order of their first deals.

    Returns:
        None if the periods take more than `LONGEST` deals to coincide again.
    """
    length = period(scopes)
    if length > LONGEST:
        return None
    blocks = [(scope.every, frozenset(scope.deals)) for scope in scopes]
    named = frozenset(deal for every, deals in blocks if not every for deal in deals)
    unnamed = {next(deal for deal in count(rest, length) if deal not in named) for rest in range(1, length + 1)}
    found: dict[tuple[bool, ...], Days] = {}
    for deal in sorted(named | unnamed):
        holds = tuple(((deal - 1) % every + 1 if every else deal) in deals for every, deals in blocks)
        known = found.get(holds, Days(holds, deal, deal))
        is_endless = deal in unnamed or known.last is None
        found[holds] = Days(holds, known.first, None if is_endless else deal)
    return tuple(found.values())
