"""The exact value of whole deals of whist, all cards seen, beside DDS, the solver that bridge players use.

Both say for every card of the first hand how many tricks it takes; then, of other deals, the most of them alone. They
must be equal, with and without trumps. One core, in turns, the same deals in the same run. Run it as
`python benchmarks/solve.py [DEALS]`, so many deals of each of the four kinds; it needs `endplay` and `llvmlite`.
`--endings` times endings of other games.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from random import Random
from statistics import median
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import spadesdsl
from tests.kernel import brute, dds

if TYPE_CHECKING:
    from spadesdsl.engine.game import Game

AIM = 5.0


def compare(game: Game, deals: int, word: str) -> None:
    """Solve the same deals with both, and print how long each took."""
    kernel = game.kernel()
    solver = kernel.solver()
    kernel.solve(game.start(0), 0, goal="tricks")
    dds.tricks(dds.board(game.start(0)))
    took = {"all cards": [0.0, 0.0], "the best": [0.0, 0.0]}
    for seed in range(1, 2 * deals + 1):
        only_best = seed > deals  # another deal, so that neither knows it from before
        s = game.start(seed)
        board, packed, own = dds.board(s), kernel.pack(s), brute.side_to_move(s)
        begin = time.process_time()
        wanted = dds.tricks(board, only_best=only_best)
        middle = time.process_time()
        found: Any = solver.value(packed, own, "tricks") if only_best else solver.for_side(packed, own, "tricks")
        end = time.process_time()
        times = took["the best" if only_best else "all cards"]
        times[0] += middle - begin
        times[1] += end - middle
        mine = {game.deck[card]: tricks for card, tricks in found.items()} if not only_best else found
        if mine != (max(wanted.values()) if only_best else wanted):
            raise SystemExit(f"whist {word}, deal {seed}: {mine} instead of {wanted}")
    for name, (theirs, mine) in took.items():
        ratio = mine / theirs
        verdict = "reached" if ratio <= AIM else "missed"
        print(
            f"whist {word}, {name}: {deals} deals equal; DDS {theirs / deals * 1e3:.1f} ms, spadesdsl "
            f"{mine / deals * 1e3:.1f} ms, {ratio:.2f} times (aim {AIM:g}: {verdict})"
        )


def endings() -> None:
    """Time the value of every card in endings, by how many tricks are left."""
    for name in ("standard", "whist", "euchre", "belote", "hearts"):
        game = spadesdsl.load(name)
        kernel, chance = game.kernel(), Random(5)
        solver = kernel.solver()
        for most in range(3, 5 if len(game.sides) > 2 else 9):
            times = []
            if most > game.hand_size:
                break
            for _ in range(30):
                packed = kernel.pack(brute.ending(game, chance, most))
                begin = time.perf_counter()
                solver.for_side(packed, None)
                times.append(time.perf_counter() - begin)
            print(f"{name:10} {most} tricks left: median {median(times) * 1e3:.2f} ms, most {max(times) * 1e3:.1f} ms")


def main() -> None:
    """Compare with DDS."""
    if "--endings" in sys.argv:
        endings()
        return
    deals = int(sys.argv[1]) if len(sys.argv) > 1 else 250
    compare(spadesdsl.load("whist"), deals, "with trumps")
    compare(dds.trumpless(Path(tempfile.mkdtemp())), deals, "without trumps")


if __name__ == "__main__":
    main()
