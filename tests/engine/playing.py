"""Play bundled games at random, for the tests that hold the runtime."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from spadesdsl.resources import variant_names
from tests.loading import game_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spadesdsl import State

__all__ = ["NAMES", "choose", "game_of", "options", "walk"]

NAMES = tuple(sorted(variant_names()))
"""Every bundled game, and every pack on the game that it is for."""


def options(state: State, *, with_volunteers: bool = True) -> list[tuple[int, str]]:
    """Return all that may be done: who, and what."""
    turns = (*state.turns, *(state.volunteers if with_volunteers else ()))
    return [(turn.seat, move) for turn in turns for move in turn.moves]


def choose(rng: random.Random, state: State) -> tuple[int, str]:
    """Choose a move; what is volunteered now and then only, so that games come to their end."""
    listed = options(state, with_volunteers=rng.random() < 0.05)
    return listed[int(rng.random() * len(listed))]


def walk(state: State, seed: int, moves: int) -> Iterator[State]:
    """Give the states of a random game from this one on, at most so many moves."""
    rng = random.Random(seed)
    yield state
    for _ in range(moves):
        if state.over:
            return
        seat, move = choose(rng, state)
        state = state.apply(move, seat)
        yield state
