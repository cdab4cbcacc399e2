"""Thousands of deals that the kernels of two games play with the same luck: some whose results differ.

A kernel only points at a deal. The interpreter plays it again in both games, and what it finds there counts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from spadesdsl.diff.lockstep import Chooser, Walk, walk
from spadesdsl.frozen import dataclass
from spadesdsl.proofs.by_kernel import moves

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from spadesdsl.engine.game import Game, State
    from spadesdsl.kernel import Kernel, Packed
    from spadesdsl.proofs.situations import Case

_OF_A_CASE: Final = 512
"""How many deals begin with the same cards."""
_MOST_WALKS: Final = 12
"""How many deals are played again."""


@dataclass(slots=True)
class ManyDeals:
    """Plays deals in two games by their kernels; `played` says how many there were."""

    games: tuple[Game, Game]
    played: int = 0

    def walks(self, cases: Iterable[Case]) -> Iterator[Walk]:
        """Play each case many times; yield some of the deals whose results differ, as the interpreter plays them."""
        arrays = [kernel.memory() for kernel in _kernels_of(*self.games)]
        left = _MOST_WALKS
        for number, case in enumerate(cases if arrays else ()):
            for seed in self._unlike(arrays, number << 32) if self._lays_out(case, arrays) else ():
                script = _script(arrays[0], case.begun(self.games[0]), seed)
                yield walk(*self.games, case, Chooser(number, script=script))
                left -= 1
            if left <= 0:
                return

    def _lays_out(self, case: Case, arrays: list[Packed]) -> bool:
        """Begin a case in both games; tell whether kernels can go on from there."""
        from spadesdsl.kernel.pack import NotPackedError, packed

        try:
            for array, game in zip(arrays, self.games, strict=True):
                array.write(0, packed(array.built, case.begun(game)))
        except NotPackedError:
            return False
        return True

    def _unlike(self, arrays: list[Packed], first: int) -> Iterator[int]:
        """Play on in both with the same seeds; yield one of the seeds with which the results differ."""
        from spadesdsl.kernel.kernel import SLICE

        for seed in range(first, first + _OF_A_CASE, SLICE):
            found = [array.rollouts(SLICE, seed, 1, -1) for array in arrays]
            self.played += SLICE
            for at, (one, other) in enumerate(zip(*found, strict=True)):
                if one is not None and other is not None and one != other:
                    yield seed + at
                    return


def _kernels_of(*games: Game) -> list[Kernel]:
    """Return the kernels of two games in the machine's own code; none if one has none."""
    from spadesdsl.kernel.native import is_there

    kernels = [game.kernel(is_for_few=True) for game in games if is_there() and game.compiled is not None]
    return kernels if len(kernels) == len(games) and all(kernel.is_native for kernel in kernels) else []


def _script(array: Packed, s: State, seed: int) -> dict[int, str]:
    """Return the moves of a deal that a kernel plays with a seed, by how many moves were made before each."""
    chance, lucky = array.lucky(seed), s.copy()
    lucky.generator = array[array.slot("generator")]  # a deal that is dealt again has the same cards in both
    lucky.waits()
    return {now.moves_made: option.text for now, _, option in moves(array, lucky, chance)}
