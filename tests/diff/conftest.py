"""Comparisons are tested without kernels, which would be compiled for each game; one test is about them."""

from __future__ import annotations

import pytest

from spadesdsl.diff import case_search


@pytest.fixture(autouse=True)
def no_deals_by_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(case_search, "_kernels_of", lambda *games: [])
