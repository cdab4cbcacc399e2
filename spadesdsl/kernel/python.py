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


class Memory(list[int]):
    """An array that refuses every place that a kernel has nothing at: the build with checked bounds."""

    def __init__(self, many: int, size: int, others: int) -> None:
        """Give room for a state of this size, and for what comes after it from another place on."""
        super().__init__([0] * many)
        self.size, self.others = size, others

    def _check(self, at: object) -> None:
        if isinstance(at, int) and not (0 <= at < self.size or self.others <= at < len(self)):
            raise IndexError(f"place {at} is outside of the state")

    def __getitem__(self, at: Any) -> Any:  # noqa: ANN401 - a place, or several
        """Return what is at a place."""
        self._check(at)
        return super().__getitem__(at)

    def __setitem__(self, at: Any, value: Any) -> None:  # noqa: ANN401 - a place, or several
        """Write to a place."""
        self._check(at)
        super().__setitem__(at, value)


class Table(tuple[int, ...]):
    """A table that refuses places before its beginning."""

    __slots__ = ()

    def __getitem__(self, at: Any) -> Any:  # noqa: ANN401 - a place
        """Return what is at a place."""
        if at < 0:
            raise IndexError(f"place {at} of a table")
        return super().__getitem__(at)


@lru_cache(maxsize=64)
def functions(text: str, *, is_checked: bool = False) -> dict[str, Any]:
    """Return the functions of a kernel's text; its tables may be checked, too."""
    space = dict(_words())
    exec(compile(text, "<kernel>", "exec"), space)  # numbers and names of our own
    if is_checked:
        space |= {name: Table(value) for name, value in space.items() if isinstance(value, tuple)}
    return space
