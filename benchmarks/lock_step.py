"""Kernels beside the interpreter in many deals, whole states compared after each choice, and score sheets.

Run it as `python benchmarks/lock_step.py [DEALS] [FILE …]`: so many deals of each file, of all shipped files if none is
named. Every game has a number, and what is played in it follows from its file and number alone. Every other game begins
in its middle; every fourth is played with one of the options that the file declares at another value, all values in
turn.

`--results PATH` keeps what was played, a line for each stretch of games of a file. The next run goes on from there with
the file that has the fewest deals; one whose rules have changed begins anew. `--seconds N` stops after so much time.
`--summary` prints what was played.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import defaultdict
from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from spadesdsl import check_file, load
from spadesdsl.check.options import say_value
from spadesdsl.engine.game import OptionError
from spadesdsl.kernel import Kernel
from tests.kernel import lockstep
from tests.kernel.test_lock_step import FILES, VARIANTS

if TYPE_CHECKING:
    from spadesdsl.engine.game import Game

DEALS_OF_A_GAME = 20
GAMES_OF_A_STRETCH = 8


def path_of(file: str) -> Path | str:
    """Return where a file is: among the shipped ones, or elsewhere."""
    return VARIANTS / file if file in FILES else file


@cache
def rules_of(file: str) -> str:
    """Return the digest of a file's rules."""
    return load(path_of(file)).hash


@cache
def settings_of(file: str) -> tuple[dict[str, Any], ...]:
    """Return each option that a file declares at each of its other values."""
    variant = check_file(path_of(file)).variant if file in FILES else None
    if variant is None:
        return ()
    return tuple(
        {option.name: say_value(option.type, one, variant.game)}
        for option in variant.game.options
        if option.rule.document == Path(file).stem
        for one in option.choices
        if one != option.value
    )


@cache
def kernel_of(file: str, setting: int) -> Kernel | None:
    """Return the kernel of a file, with one of its other settings if a number is given that is not negative."""
    game: Game = load(path_of(file))
    if setting < 0:
        return Kernel(game)
    try:
        return Kernel(game.with_options(settings_of(file)[setting]), native=False)
    except OptionError:  # that value needs another one set, too
        return None


def game_of(file: str, number: int) -> lockstep.Compared:
    """Play a game of a file."""
    chance = Random(f"{file} {number}")
    settings = settings_of(file)
    kernel = kernel_of(file, number // 4 % len(settings) if settings and number % 4 == 3 else -1)
    if kernel is None or kernel.built is None:
        return lockstep.Compared(0, 0)
    start = kernel.game.start(chance.getrandbits(64))
    start = lockstep.planted(start, chance) if number % 2 else start
    try:
        return lockstep.play(kernel, start, chance, deals=DEALS_OF_A_GAME, most=1_000_000)
    except lockstep.DifferError as error:
        error.add_note(f"in game {number} of {file}")
        raise


def stretch_of(file: str, first: int) -> dict[str, Any]:
    """Play a stretch of games of a file."""
    begin = time.process_time()
    played = [game_of(file, number) for number in range(first, first + GAMES_OF_A_STRETCH)]
    return {
        "file": file, "rules": rules_of(file), "first": first, "games": len(played),
        "deals": sum(one.deals for one in played), "choices": sum(one.choices for one in played),
        "seconds": round(time.process_time() - begin, 1),
    }  # fmt: skip


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("words", nargs="*")
    parser.add_argument("--results", type=Path)
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--summary", action="store_true")
    return parser.parse_args()


def main() -> None:
    """Play the files, the one with the fewest deals first."""
    given = arguments()
    words = given.words
    wanted = int(words.pop(0)) if words and words[0].isdigit() else 100_000
    known = []
    if given.results and given.results.exists():
        known = [json.loads(line) for line in given.results.read_text(encoding="utf-8").splitlines()]
    totals: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    for file in words or FILES:
        for one in known:
            if one["file"] == file and one["rules"] == rules_of(file):
                totals[file] = [
                    old + one[name] for old, name in zip(totals[file], ("games", "deals", "choices"), strict=True)
                ]
    begin = time.process_time()
    left = [file for file in words or FILES if not given.summary]
    while left and time.process_time() - begin < given.seconds:
        file = min(left, key=lambda one: totals[one][1])
        kernel = kernel_of(file, -1)
        assert kernel is not None
        if kernel.built is None:
            print(f"{file}: {kernel.why_not}", flush=True)
        if kernel.built is None or totals[file][1] >= wanted:
            left.remove(file)
            continue
        found = stretch_of(file, totals[file][0])
        if given.results:
            with given.results.open("a", encoding="utf-8") as out:
                out.write(json.dumps(found) + "\n")
        totals[file] = [
            old + found[name] for old, name in zip(totals[file], ("games", "deals", "choices"), strict=True)
        ]
        if not given.results:
            print(json.dumps(found), flush=True)
    deals = [row[1] for row in totals.values()]
    print(
        f"{len(deals)} files, {sum(deals):,} deals, {sum(row[2] for row in totals.values()):,} choices, no difference"
    )
    print(f"the least for a file: {min(deals, default=0):,} deals")


if __name__ == "__main__":
    main()
