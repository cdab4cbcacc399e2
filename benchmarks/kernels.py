"""How many random deals a second a kernel plays, beside OpenSpiel's C++ and a program in C written by hand.

All play whole deals at random, from the shuffle to the score, on one core in turns; OpenSpiel's by `evaluate_bots`,
which stays in C++. Run it as `python benchmarks/kernels.py [SECONDS] [NAME …]`; it needs `open_spiel`, `llvmlite` and a
C compiler. `--all` times every variant instead, `--two` two processes beside one, and `--new` what a kernel costs that
has not been compiled before.
"""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import pyspiel

import spadesdsl
from spadesdsl.kernel import Kernel, Packed, native
from spadesdsl.kernel.build import Built
from spadesdsl.kernel.kernel import PLAYING
from spadesdsl.kernel.text import reachable
from spadesdsl.resources import variant_names

if TYPE_CHECKING:
    from collections.abc import Callable

HERE = Path(__file__).resolve().parent
AIMS = {
    "standard": ("spades", 20.0),
    "hearts": ("hearts", 20.0),
    "euchre": ("euchre", 15.0),
    "oh_hell": ("oh_hell", 10.0),
}
OF_HAND_WRITTEN = 0.9
BATCH = 2_000


def kernel(name: str) -> Callable[[], int]:
    """Return what plays a batch of deals with a kernel, game after game."""
    made = spadesdsl.load(name).kernel()
    if not made.is_native:
        raise SystemExit(f"{name}: {made.why_not or 'there is no compiler'}")
    games = Packed(made, [])
    # A game has few deals, so what is timed is the kernel only if Python does little between two games.
    cells, play_out, begin = games.cells, made.functions["play_out"], made.functions["start"]
    scored, until, chance, generator, steps = map(games.slot, ("scored", "until", "chance", "generator", "steps"))
    wide = games.words
    seed = [0]

    def start() -> None:
        seed[0] += 1
        cells[wide * generator] = cells[wide * chance] = seed[0]
        begin(cells)

    def batch() -> int:
        cells[wide * steps] = 1 << 40
        played = 0
        while played < BATCH:
            cells[wide * scored], cells[wide * until] = 0, BATCH - played
            code = play_out(cells)
            played += max(1, cells[wide * scored])
            if code != 4:
                start()
        return played

    start()
    return batch


def open_spiel(name: str) -> Callable[[], int]:
    """Return what plays a deal with OpenSpiel's own random players."""
    game = pyspiel.load_game(name)
    bots = [pyspiel.make_uniform_random_bot(seat, 100 + seat) for seat in range(game.num_players())]
    seed = [0]

    def deal() -> int:
        seed[0] += 1
        pyspiel.evaluate_bots(game.new_initial_state(), bots, seed[0])
        return 1

    return deal


def by_hand() -> Callable[[], int]:
    """Return what plays a batch of deals of `standard` with the program in C."""
    compiler = shutil.which("cc")
    if compiler is None:
        raise SystemExit("there is no C compiler")
    library = Path(tempfile.mkdtemp()) / "standard.so"
    options = ["-O3", "-march=native", "-shared", "-fPIC"]
    subprocess.run([compiler, *options, str(HERE / "standard.c"), "-o", str(library)], check=True)
    play = ctypes.CDLL(str(library)).play
    play.argtypes = [ctypes.c_uint64, ctypes.c_int64]
    seed = [0]

    def batch() -> int:
        seed[0] += 1
        play(seed[0], BATCH)
        return BATCH

    return batch


def rate(batch: Callable[[], int], seconds: float) -> float:
    """Return deals a second of processor time."""
    batch()
    count, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        count += batch()
    return count / (time.process_time() - start)


def two_processes(seconds: float) -> None:
    """Print how many times the deals of one process two make at once, a second of the processor time of each."""
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        list(pool.map(of_standard, [0.1, 0.1]))  # both have begun, and have their kernel
        alone = max(pool.submit(of_standard, seconds).result() for _ in range(3))
        both = max(sum(pool.map(of_standard, [seconds, seconds])) for _ in range(3))
    print(f"two processes: {both:,.0f} deals a second, {both / alone:.2f} times one (aim 1.9)")


def of_standard(seconds: float) -> float:
    """Return deals of `standard` a second."""
    return rate(kernel("standard"), seconds)


def new_kernels() -> None:
    """Print what it takes to write and to compile a kernel, in seconds of processor time."""
    for name in AIMS:
        game = spadesdsl.load(name)
        start = time.process_time()
        built = Built(game)
        written = time.process_time()
        native.object_of(reachable(built.text, *PLAYING) + f"\n# {time.time_ns()}", 64)
        compiled = time.process_time() - written
        Kernel(game)
        begin = time.process_time()
        Kernel(game)
        kept = (time.process_time() - begin) * 1e3
        print(f"{name:12} written in {written - start:.2f}, compiled in {compiled:.2f} seconds; kept: {kept:.1f} ms")


def main() -> None:
    """Time each in turn three times; print the best of each, and the ratios."""
    words = [word for word in sys.argv[1:] if not word.startswith("--")]
    seconds = float(words.pop(0)) if words and words[0].replace(".", "").isdigit() else 1.0
    if "--two" in sys.argv:
        two_processes(seconds)
        return
    if "--new" in sys.argv:
        new_kernels()
        return
    if "--all" in sys.argv:
        for name in variant_names():
            try:
                print(f"{name:28} {rate(kernel(name), seconds / 10):12,.0f} deals a second")
            except SystemExit as why:
                print(f"{name:28} {why}")
        return
    names = words or list(AIMS)
    players = {name: kernel(name) for name in names}
    players |= {f"OpenSpiel {AIMS[name][0]}": open_spiel(AIMS[name][0]) for name in names if name in AIMS}
    if "standard" in names:
        players["by hand in C"] = by_hand()
    best = dict.fromkeys(players, 0.0)
    for _ in range(3):
        for name, batch in players.items():
            best[name] = max(best[name], rate(batch, seconds))
    for name, deals in best.items():
        print(f"{name:20} {deals:12,.0f} deals a second")
    for name in names:
        if name in AIMS:
            other, aim = AIMS[name]
            ratio = best[name] / best[f"OpenSpiel {other}"]
            print(f"{name}: {ratio:.1f} times OpenSpiel (aim {aim:g}: {'reached' if ratio >= aim else 'missed'})")
    if "standard" in names:
        ratio = best["standard"] / best["by hand in C"]
        word = "reached" if ratio >= OF_HAND_WRITTEN else "missed"
        print(f"standard: {ratio:.2f} of C by hand (aim {OF_HAND_WRITTEN}: {word})")


if __name__ == "__main__":
    main()
