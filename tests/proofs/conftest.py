"""Proofs are tested without kernels, which would be compiled for each file; one test is about them."""

from __future__ import annotations

import pytest

from spadesdsl.proofs import by_kernel


@pytest.fixture(autouse=True)
def no_deals_by_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(by_kernel, "MOST_PLAYED", 0)
