"""Kernels: the rules of a game as straight code on whole numbers, for playing many deals."""

from __future__ import annotations

from spadesdsl.kernel.kernel import Kernel, Packed, Result
from spadesdsl.kernel.pack import NotPackedError
from spadesdsl.kernel.solve import CannotSolveError, Solver

__all__ = ["CannotSolveError", "Kernel", "NotPackedError", "Packed", "Result", "Solver"]
