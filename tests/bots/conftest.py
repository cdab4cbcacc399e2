"""Many games, in each of which a strong player makes a few choices: its kernel and what it learns first cost most."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from spadesdsl.bots import thinkers
from spadesdsl.bots.imagining import Imagination
from spadesdsl.kernel import native

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(autouse=True)
def _compiled_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compile kernels without LLVM's optimiser, which takes longer than the choices; it changes none of them."""
    monkeypatch.setattr(native, "level", 0)


@pytest.fixture
def _few_trials() -> Iterator[None]:
    """Let it bid less before it plays, and try each move in fewer deals: neither changes what it knows."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(thinkers, "TRIAL_DEALS", 2)
        patch.setattr(thinkers, "TRIAL_BUDGET", 1_000)
        patch.setattr(Imagination, "fewest", 2)
        thinkers.caution_of.cache_clear()
        yield
    thinkers.caution_of.cache_clear()
