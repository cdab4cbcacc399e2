"""How many random deals of `standard` a second, beside the loop over states that OpenSpiel documents for Python.

Both play the same game, uniformly at random, from the deal to the score; theirs is C++ behind Python, ours is Python.
Ours goes on from deal to deal, since the move that ends one deals the next: a new game for each would deal twice.
Both choose with the same `random.Random`. The aim is theirs. Their loop is that of `python/examples/example.py` without
what it prints; since most of its time goes into `np.random.choice`, a loop that samples chance nodes the quick way is
told beside it. The loops take turns, so that whatever else the machine does hits them alike; each turn gives a ratio.
Run it as `python benchmarks/random_deals.py [SECONDS]`; it needs `open_spiel`.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import numpy as np
import pyspiel

import spadesdsl

if TYPE_CHECKING:
    from collections.abc import Callable

AIM = 1.0
ROUNDS = 9


def theirs(*, as_documented: bool) -> Callable[[random.Random], None]:
    """Return what plays a deal with OpenSpiel."""
    game = pyspiel.load_game("spades")

    def outcome(rng: random.Random, state: pyspiel.State) -> int:
        if not as_documented:
            return int(rng.choice(state.legal_actions()))
        actions, chances = zip(*state.chance_outcomes(), strict=True)
        return int(np.random.choice(actions, p=chances))

    def deal(rng: random.Random) -> None:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(outcome(rng, state))
            else:
                state.apply_action(rng.choice(state.legal_actions(state.current_player())))

    return deal


def ours() -> Callable[[random.Random], None]:
    """Return what plays a deal with the public interface: what is due, one of it, apply."""
    game = spadesdsl.load("standard")
    state = game.start(1)

    def deal(rng: random.Random) -> None:
        nonlocal state
        if state.over:
            state = game.start(rng.getrandbits(64))
        turn = state.turns[0]
        state = state.apply(rng.choice(turn.moves), turn.seat)
        while not state.sheets:  # the move that ends a deal deals the next one
            turn = state.turns[0]
            state = state.apply(rng.choice(turn.moves), turn.seat)

    return deal


def rate(deal: Callable[[random.Random], None], seconds: float) -> float:
    """Return deals a second of processor time, in which other programs have no part."""
    rng, count, start = random.Random(1), 0, time.process_time()
    while time.process_time() - start < seconds:
        deal(rng)
        count += 1
    return count / (time.process_time() - start)


def main() -> None:
    """Time all in turn, some times over; print the median of each, and the ratios with their spread."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    quick = "open_spiel, quick chance nodes"
    players = {"open_spiel": theirs(as_documented=True), quick: theirs(as_documented=False), "spadesdsl": ours()}
    rounds = [{name: rate(deal, seconds) for name, deal in players.items()} for _ in range(ROUNDS)]
    for name in players:
        print(f"{name:30} {statistics.median(one[name] for one in rounds):7.0f} deals a second")
    for name in ("open_spiel", quick):
        ratios = sorted(one["spadesdsl"] / one[name] for one in rounds)
        print(f"ratio to {name:30} {statistics.median(ratios):.2f}, from {ratios[0]:.2f} to {ratios[-1]:.2f}")
    ratio = statistics.median(one["spadesdsl"] / one["open_spiel"] for one in rounds)
    print(f"aim: at least {AIM} to the documented loop: {'reached' if ratio >= AIM else 'missed'}")


if __name__ == "__main__":
    main()
