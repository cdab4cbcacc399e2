"""A kernel as Python that refuses every place outside of its array and its tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from spadesdsl.kernel import Kernel, Packed, native

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spadesdsl.engine.game import Game


class Checked(Kernel):
    """A kernel with checked bounds."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, native=False)
        self.functions = checked_functions(self.text)


def checked_functions(text: str) -> dict[str, Any]:
    """Return the functions of a kernel's text, which check the places of its tables."""
    made = native.in_python.__wrapped__(text)  # what these functions read, and no others
    made |= {name: Table(value) for name, value in made.items() if isinstance(value, tuple)}
    return made


class CheckedPacked(Packed):
    """Its array."""

    def __init__(self, kernel: Kernel, values: Sequence[int], many: int = 0) -> None:
        super().__init__(kernel, values, many)
        self.cells = Memory(self.cells)
        assert kernel.built is not None
        self.cells.size, self.cells.others = kernel.built.size, kernel.built.options


class Memory(list[int]):
    """An array that refuses every place that a kernel has nothing at: between a state and what comes after it."""

    size = others = 0

    def _check(self, at: object) -> None:
        if isinstance(at, int) and not (0 <= at < self.size or self.others <= at < len(self)):
            raise IndexError(f"place {at} is outside of the state")

    def __getitem__(self, at: Any) -> Any:
        self._check(at)
        return super().__getitem__(at)

    def __setitem__(self, at: Any, value: Any) -> None:
        self._check(at)
        super().__setitem__(at, value)


class Table(tuple[int, ...]):
    """A table that refuses places before its beginning."""

    __slots__ = ()

    def __getitem__(self, at: Any) -> Any:
        if at < 0:
            raise IndexError(f"place {at} of a table")
        return super().__getitem__(at)
