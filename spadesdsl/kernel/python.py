"""A kernel as plain Python, for where there is no compiler."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any, Final

_WORDS: Final = {
    "__builtins__": {"range": range}, "popcount": int.bit_count, "high": lambda one, other: one * other >> 64,
    "ctz": lambda mask: (mask & -mask).bit_length() - 1, "top": lambda mask: mask.bit_length() - 1,
}  # fmt: skip
"""What is one instruction of a machine."""


@cache
def _words() -> dict[str, Any]:
    """Return what every kernel can call."""
    from spadesdsl.kernel.templates import code_of  # only if there is no compiler

    space: dict[str, Any] = dict(_WORDS)
    exec(compile(code_of(("words",), {}), "<words>", "exec"), space)
    return space


@lru_cache(maxsize=64)
def functions(text: str) -> dict[str, Any]:
    """Return the functions of a kernel's text."""
    space = dict(_words())
    exec(compile(text, "<kernel>", "exec"), space)  # numbers and names of our own
    return space
