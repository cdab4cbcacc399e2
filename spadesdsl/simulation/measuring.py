"""Figures from played games: means with their margins, and what changes between two sets of rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import ceil, inf, sqrt
from typing import Final, NamedTuple, TypeAlias

from spadesdsl.frozen import dataclass, field

Measured: TypeAlias = "Mapping[str, float]"
"""The measures of a deal, or of a game, by name."""
SURE: Final = 1.96
"""How many standard errors a margin has: 95 of 100 such intervals hold the true value."""

FEWEST: Final = 20
"""Fewer values have no margin: it would be a guess itself."""


class Played(NamedTuple):
    """A game that was played."""

    deals: tuple[Measured, ...]
    game: Measured


class Figure(NamedTuple):
    """A mean, and its margin at 95 %."""

    mean: float
    margin: float
    """Infinite where there are too few values for one."""
    values: int
    """How many deals, or games, it is from."""

    @property
    def is_clear(self) -> bool:
        """Whether it is not 0 by chance."""
        return abs(self.mean) > self.margin

    @property
    def needed(self) -> int:
        """How many deals, or games, would show such a mean clearly; 0 if there is none to show."""
        if self.values < FEWEST:
            return FEWEST
        if self.is_clear or not self.mean:
            return 0
        return ceil(self.values * (self.margin / self.mean) ** 2)


@dataclass(slots=True)
class _Sum:
    """Numbers that are added up one by one."""

    count: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, value: float) -> None:
        self.count += 1
        self.total += value
        self.squares += value * value

    @property
    def figure(self) -> Figure:
        if not self.count:
            return Figure(0.0, inf, 0)
        mean = self.total / self.count
        if self.count < FEWEST:
            return Figure(mean, inf, self.count)
        spread = max(0.0, (self.squares - self.count * mean * mean) / (self.count - 1))
        return Figure(mean, SURE * sqrt(spread / self.count), self.count)


@dataclass(slots=True)
class Under:
    """What was found under one set of rules."""

    label: str
    sums: dict[str, _Sum] = field(default_factory=dict)
    changes: dict[str, _Sum] = field(default_factory=dict)
    """What they are more than under the first rules, in the same deals and games."""

    def add(self, played: Played, first: Played | None) -> None:
        """Add a game, and the same game under the first rules."""
        for measured in (*played.deals, played.game):
            _add(self.sums, measured)
        if first is not None:
            for one, other in (*zip(first.deals, played.deals, strict=False), (first.game, played.game)):
                names = dict.fromkeys((*one, *other))
                _add(self.changes, {name: other.get(name, 0.0) - one.get(name, 0.0) for name in names})

    @property
    def figures(self) -> dict[str, Figure]:
        """Each measure."""
        return {name: one.figure for name, one in self.sums.items()}


def _add(sums: dict[str, _Sum], measured: Measured) -> None:
    for name, value in measured.items():
        sums.setdefault(name, _Sum()).add(value)


@dataclass(slots=True)
class Findings:
    """What was found under all sets of rules; the others are compared with the first."""

    under: tuple[Under, ...]
    bots: tuple[str, ...]
    """Who played: one bot at all seats, or one for each player."""
    seed: int
    games: int = 0
    deals: int = 0
    """Deals played under the first rules."""
    until: float = 0.0
    """How closely the points are wanted; 0 for anyhow."""
    is_cut: bool = False
    """Whether it was stopped before the end."""
    kernels: tuple[str, ...] = ()
    """For each set of rules, why the interpreter played; empty if a kernel did."""

    def add(self, row: Iterable[Played]) -> None:
        """Add the same game under each set of rules."""
        first, *others = row
        self.under[0].add(first, None)
        for under, played in zip(self.under[1:], others, strict=True):
            under.add(played, first)
        self.games += 1
        self.deals += len(first.deals)

    def changes(self, number: int) -> dict[str, Figure]:
        """Return how much more each measure is under these rules than under the first, pair by pair."""
        return {name: one.figure for name, one in self.under[number].changes.items()}

    def margin(self, name: str) -> float:
        """Return the widest margin of a measure: of the changes, or under the only rules."""
        sums = [one.changes for one in self.under[1:]] or [self.under[0].sums]
        return max((one[name].figure.margin for one in sums if name in one), default=inf)
