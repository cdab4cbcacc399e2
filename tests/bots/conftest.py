"""A strong player that learns less before its first choice."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from spadesdsl.bots import strong

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="module")
def _few_trials() -> Iterator[None]:
    """Let it bid less before it plays: what players like it promise takes longer than all its choices in a test."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(strong, "TRIAL_DEALS", 2)
        patch.setattr(strong, "TRIAL_BUDGET", 1_000)
        strong.caution_of.cache_clear()
        yield
    strong.caution_of.cache_clear()
