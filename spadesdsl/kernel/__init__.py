"""Kernels: the rules of a game as straight code on whole numbers, for playing many deals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from spadesdsl.kernel.kernel import Kernel, Packed, Result
from spadesdsl.kernel.pack import NotPackedError

if TYPE_CHECKING:
    from spadesdsl.kernel.solve import CannotSolveError, Solver


def __getattr__(name: str) -> Any:  # noqa: ANN401 - a class
    """Load what solves only where it is wanted: a kernel that is kept begins sooner."""
    if name in ("CannotSolveError", "Solver"):
        from spadesdsl.kernel import solve

        return getattr(solve, name)
    raise AttributeError(name)


__all__ = ["CannotSolveError", "Kernel", "NotPackedError", "Packed", "Result", "Solver"]
