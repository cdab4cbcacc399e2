"""How many steps a second an environment makes: one game with PettingZoo, and many at once with a kernel.

Both choose legal actions at random and observe at each step, on one core. The aim is 100,000 steps a second for many
games at once. Run it as `python benchmarks/environments.py [SECONDS] [NAME …]`; it needs `spadesdsl[rl,fast]`.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import numpy as np

import spadesdsl

AIM = 100_000
GAMES = 256
NAMES = ("standard", "hearts", "euchre", "nyc")


def one_game(name: str, seconds: float) -> float:
    """Return steps a second of PettingZoo's loop."""
    environment, chance = spadesdsl.env(name), np.random.default_rng(1)
    steps, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        environment.reset(seed=steps)
        for _ in environment.agent_iter():
            observation, _, is_over, _, _ = environment.last()
            if is_over:
                break
            environment.step(int(chance.choice(np.flatnonzero(observation["action_mask"]))))
            steps += 1
    return steps / (time.process_time() - start)


def many_games(name: str, seconds: float) -> float:
    """Return steps a second of many games at once."""
    games, chance = spadesdsl.vector_env(name, GAMES, seed=1), np.random.default_rng(1)
    moment = games.moment
    steps, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        moment = games.step((chance.random(moment.masks.shape) * moment.masks).argmax(1))
        steps += GAMES
    return steps / (time.process_time() - start)


def main() -> None:
    """Time each; print steps a second and the ratio."""
    words = sys.argv[1:]
    seconds = float(words.pop(0)) if words and words[0].replace(".", "").isdigit() else 2.0
    for name in words or NAMES:
        one, many = one_game(name, seconds), many_games(name, seconds)
        word = "reached" if many >= AIM else "missed"
        print(f"{name:12} one game {one:8,.0f}, {GAMES} games {many:10,.0f} steps a second: {many / one:.0f} times")
        print(f"{name:12} aim {AIM:,} steps a second: {word}")


if __name__ == "__main__":
    main()
