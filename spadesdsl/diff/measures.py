"""How often, and by how much: shares and means over seeded deals, each with its 95 % interval."""

from __future__ import annotations

from math import sqrt
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Any, Final

from spadesdsl.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Sequence

_NORMAL: Final = 1.959964
"""Of all estimates, 95 % lie within this many standard errors of the truth."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number that was estimated from play."""

    value: float
    low: float
    high: float

    def to_json(self) -> dict[str, Any]:
        """Write the estimate."""
        return {"value": round(self.value, 4), "low": round(self.low, 4), "high": round(self.high, 4)}


def share(found: int, of: int) -> Estimate:
    """Return a share with its interval (Wilson's, which works for rare things too)."""
    z = _NORMAL
    part = found / of
    middle = (part + z * z / (2 * of)) / (1 + z * z / of)
    half = z / (1 + z * z / of) * sqrt(part * (1 - part) / of + z * z / (4 * of * of))
    return Estimate(part, max(0.0, middle - half), min(1.0, middle + half))


def mean(numbers: Sequence[float]) -> Estimate:
    """Return a mean with its interval."""
    middle = fmean(numbers)
    half = _NORMAL * stdev(numbers) / sqrt(len(numbers)) if len(numbers) > 1 else 0.0
    return Estimate(middle, middle - half, middle + half)
