"""Shares and means with their intervals, against tables."""

from __future__ import annotations

import pytest

from spadesdsl.diff.difference import mean, share


@pytest.mark.parametrize(
    ("found", "of", "low", "high"),
    [(5, 100, 0.0215, 0.1118), (0, 20, 0.0, 0.1611), (20, 20, 0.8389, 1.0), (50, 100, 0.4038, 0.5962)],
)
def test_a_share_has_the_interval_of_wilson(found: int, of: int, low: float, high: float) -> None:
    estimate = share(found, of)
    assert estimate.value == found / of
    assert estimate.low == pytest.approx(low, abs=5e-5)
    assert estimate.high == pytest.approx(high, abs=5e-5)


def test_a_mean_has_its_standard_error() -> None:
    estimate = mean([1, 2, 3, 4, 5])
    assert estimate.value == 3
    assert estimate.high - estimate.value == pytest.approx(1.959964 * 2.5**0.5 / 5**0.5)
