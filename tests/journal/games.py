"""Games to keep records of: played at random from a seed, with choices taken back now and then."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from spadesdsl import loader
from spadesdsl.journal import PERSON, Journal, Sitter, begin
from tests import loading

if TYPE_CHECKING:
    from pathlib import Path

    from spadesdsl.engine.game import State
    from spadesdsl.loader import Loaded

SITTERS = (Sitter(0, "random", 3), Sitter(1, PERSON))


def loaded(name: str, **settings: str) -> Loaded:
    found = loader.load(name, settings) if settings else loading.loaded(name)
    assert found.game is not None
    return found


def begun(rules: Loaded, path: Path, seed: int = 7) -> tuple[Journal, State]:
    assert rules.game is not None
    state = rules.game.start(seed)
    journal = begin(rules, state, SITTERS, path)
    assert isinstance(journal, Journal), str(journal)
    return journal, state


def play_on(journal: Journal, state: State, moves: int, *, luck: int = 1, taking_back: float = 0.0) -> list[State]:
    """Play moves at random and write each; return the states of the line that stands."""
    chance = random.Random(luck)
    states = [state]
    for _ in range(moves):
        if states[-1].over:
            break
        if chance.random() < taking_back and len(states) > 3:
            states = states[: -chance.randint(1, 3)]
            journal.take_back(states[-1])
            continue
        turn = chance.choice(states[-1].turns)
        states.append(states[-1].apply(chance.choice(turn.moves), turn.seat))
        journal.append(states[-1])
    return states


def record_of(name: str, path: Path, moves: int, **settings: str) -> list[State]:
    """Write the record of a game at random, and close it."""
    journal, state = begun(loaded(name, **settings), path)
    states = play_on(journal, state, moves)
    journal.close()
    return states
