"""A kernel as plain Python, for where there is no compiler."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

_MASK: Final = (1 << 64) - 1
_STEP: Final = 0x9E3779B97F4A7C15


def _below(state: list[int], place: int, n: int) -> int:
    """Draw a number below n; see `spadesdsl.engine.generator.below`."""
    seed = state[place] & _MASK
    while True:
        seed = (seed + _STEP) & _MASK
        z = ((seed ^ (seed >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        product = (z ^ (z >> 31)) * n
        low = product & _MASK
        if low >= n or low >= (1 << 64) % n:
            state[place] = seed
            return product >> 64


def _ctz(mask: int) -> int:
    """Return the lowest number in a set."""
    return (mask & -mask).bit_length() - 1


def _select(mask: int, number: int) -> int:
    """Return the number in a set that so many others are below."""
    for _ in range(number):
        mask &= mask - 1
    return (mask & -mask).bit_length() - 1


def _gather(mask: int, among: int) -> int:
    """Return the bits of a mask that lie in another, without the gaps between them."""
    found, at = 0, 0
    while among:
        low = among & -among
        if mask & low:
            found |= 1 << at
        among ^= low
        at += 1
    return found


def _spread(mask: int, among: int) -> int:
    """Return the opposite of `_gather`."""
    found = 0
    while mask:
        low = among & -among
        if mask & 1:
            found |= low
        among ^= low
        mask >>= 1
    return found


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
    space: dict[str, Any] = {
        "__builtins__": {"range": range}, "below": _below, "ctz": _ctz, "select": _select, "popcount": int.bit_count,
        "gather": _gather, "spread": _spread,
        "top": lambda mask: mask.bit_length() - 1,
    }  # fmt: skip
    exec(compile(text, "<kernel>", "exec"), space)  # numbers and names of our own
    if is_checked:
        space |= {name: Table(value) for name, value in space.items() if isinstance(value, tuple)}
    return space
