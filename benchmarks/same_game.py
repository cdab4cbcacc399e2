"""Hold what `diff` says against what is played, for edits anywhere in the shipped files: the slow run.

    python benchmarks/same_game.py --situations 100000 --seed 0

Each edit makes a pair of games. What `diff` calls the same is played side by side from planted deals (any number of the
deal, dealer, scores, tallies and cards), and all that players see is compared after each move. What it calls different
may differ only in effects that it calls possible. A situation is a deal that was begun in both games. What contradicts
`diff` is printed with its seed, and makes the exit code 1.

Kernels play most of them; the interpreter also compares what each seat sees and is told.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from itertools import count
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.diff.beside import played_apart
from tests.diff.edited_pairs import contradiction, documents, edited

if TYPE_CHECKING:
    from spadesdsl.syntax.nodes import Document


def main() -> int:
    """Run until enough situations were compared, or the time is up."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    asked.add_argument("--situations", type=int, default=100_000)
    asked.add_argument("--each", type=int, default=10, help="situations of the interpreter for each pair")
    asked.add_argument("--kernels", type=int, default=1_000, help="and of the kernels for each pair that is the same")
    asked.add_argument("--seed", type=int, default=0, help="the first edit")
    asked.add_argument("--seconds", type=float, default=float("inf"))
    call = asked.parse_args()
    files, begun = documents(), time.monotonic()
    counts: Counter[str] = Counter()
    seed = call.seed
    for seed in count(call.seed):
        if counts["situations"] >= call.situations or time.monotonic() - begun > call.seconds:
            break
        counts += compared(seed, files, call.each, call.kernels)
        if seed % 200 == 0:
            print(f"to seed {seed}: {dict(counts)}", flush=True)
    print(f"seeds {call.seed} to {seed}: {dict(counts)}, {time.monotonic() - begun:.0f} s")
    return 1 if counts["wrong"] else 0


def compared(seed: int, files: list[tuple[str, Document]], each: int, by_kernels: int) -> Counter[str]:
    """Make a pair of games, and hold what `diff` says of it against what is played; print what is wrong."""
    random = Random(seed)
    edit = edited(random, files)
    if edit is None or edit.before.game is None or edit.after.game is None:
        return Counter()
    told, unlike = contradiction(edit, random, each)
    found = Counter({told if told in ("different", "at other tables") else "the same": 1})
    found["situations"] = 0 if told == "at other tables" else each
    if found["the same"] and not unlike:
        found["by kernels"], unlike = played_apart(random, edit.before.game, edit.after.game, by_kernels)
        found["situations"] += found["by kernels"]
    if unlike:
        found["wrong"] = 1
        print(f"{seed} {edit.name}: {edit.how} {told}: {unlike[:400]}", flush=True)
    return found


if __name__ == "__main__":
    sys.exit(main())
