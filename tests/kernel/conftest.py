"""Kernels are compiled here as users compile them; other tests do without LLVM's optimiser."""

from __future__ import annotations

import pytest

from spadesdsl.kernel import native

OPTIMISED = 1


@pytest.fixture(autouse=True)
def _as_users_compile(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native, "level", OPTIMISED)
