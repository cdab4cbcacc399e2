"""Kernels beside the interpreter in many deals, whole states compared after each choice.

Run it as `python benchmarks/lock_step.py [DEALS] [FILE …]`: so many deals of each file, of all shipped files if none is
named, in the machine's own code; every other game begins in its middle. `docs/architecture.md` says what was run.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from spadesdsl import load
from spadesdsl.kernel import Kernel
from tests.kernel import lockstep
from tests.kernel.test_lock_step import FILES, VARIANTS

DEALS_OF_A_GAME = 40


def main() -> None:
    """Play the files in turn."""
    words = sys.argv[1:]
    deals = int(words.pop(0)) if words and words[0].isdigit() else 100_000
    for file in words or FILES:
        game = load(VARIANTS / file if file in FILES else file)
        kernel = Kernel(game)
        if kernel.built is None:
            print(f"{file}: {kernel.why_not}", flush=True)
            continue
        chance, played, choices, begin = Random(file), 0, 0, time.process_time()
        while played < deals:
            start = game.start(chance.getrandbits(64))
            last = lockstep.play(
                kernel,
                lockstep.planted(start, chance) if chance.random() < 0.5 else start,
                chance,
                deals=min(DEALS_OF_A_GAME, deals - played),
                most=1_000_000,
            )
            played += last.deals
            choices += last.choices
        print(f"{file}: {played} deals, {choices} choices, {time.process_time() - begin:.0f} seconds", flush=True)


if __name__ == "__main__":
    main()
