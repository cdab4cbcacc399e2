"""Kernels beside the interpreter in many deals, whole states compared after each choice, and score sheets.

Run it as `python benchmarks/lock_step.py [DEALS] [FILE …]`: so many deals of each file, of all shipped files if none is
named. Every game has a number, and what is played in it follows from its file and number alone. Every other game begins
in its middle; every fourth is played with one of the options that the file declares at another value, all values in
turn, four games each.

`--results PATH` keeps what was played, a line for each stretch of games of a file. The next run goes on from there with
the file that has the fewest deals. A line counts as long as nothing has changed that was compared: the code of the
file's kernel, that of its rules, and the modules that play and compare. `--seconds N` stops after so much time of the
processor. `--summary` prints what was played.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import json
import sys
import time
from collections import Counter
from functools import cache, cached_property, lru_cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from spadesdsl import check_file, load
from spadesdsl.check.options import say_value
from spadesdsl.engine.game import OptionError
from spadesdsl.kernel import Kernel
from spadesdsl.kernel.build import Built
from spadesdsl.kernel.text import reachable
from spadesdsl.kernel.values import CannotCompileError
from tests.kernel import lockstep
from tests.kernel.test_lock_step import FILES, VARIANTS

if TYPE_CHECKING:
    from spadesdsl.engine.game import Game

DEALS_OF_A_GAME = 20
DEALS_OF_A_STRETCH = 1_000
GAMES_OF_A_SETTING = 4
COMPARED = (
    *("spadesdsl/engine/*.py", "spadesdsl/kernel/pack.py", "spadesdsl/kernel/llvm.py", "tests/kernel/lockstep.py"),
    "spadesdsl/kernel/templates/words.py",
)
"""The modules that play and compare."""


@cache
def modules() -> str:
    """Return the code of the modules that play and compare, without their docstrings."""
    found = []
    for path in sorted(path for pattern in COMPARED for path in VARIANTS.parent.glob(pattern)):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            for body in (getattr(node, "body", None), getattr(node, "orelse", None)):
                if isinstance(body, list):
                    body[:] = [one for one in body if not _is_docstring(one)]
        found.append(ast.dump(tree))
    return "".join(found)


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


@lru_cache(maxsize=8)  # a file with many options has many kernels
class Shipped:
    """A file, and the kernels that play it."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.path = VARIANTS / file if file in FILES else file
        self.game: Game = load(self.path)
        self.others: dict[int, Kernel | None] = {}
        variant = check_file(self.path).variant if file in FILES else None
        options = variant.game.options if variant is not None else ()
        assert variant is not None or not options
        self.settings: list[dict[str, Any]] = [
            {option.name: say_value(option.type, one, variant.game)}  # type: ignore[union-attr]
            for option in options
            if option.rule.document == Path(file).stem
            for one in option.choices
            if one != option.value
        ]

    @cached_property
    def kernel(self) -> Kernel:
        """What is compared."""
        return Kernel(self.game)

    @property
    def code(self) -> str:
        """A digest of all that is compared."""
        built = Built(self.game)
        parts = [
            reachable(built.text, *lockstep.PLAYED),
            modules(),
            self.game.hash,
            *(one.text for one in built.editions),
        ]
        return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:20]

    def _kernel(self, number: int) -> Kernel | None:
        """Return the kernel of a game: with one of the other settings in every fourth."""
        if not self.settings or number % 4 != 3:
            return self.kernel
        setting = number // (4 * GAMES_OF_A_SETTING) % len(self.settings)
        if setting not in self.others:
            try:
                self.others[setting] = Kernel(self.game.with_options(self.settings[setting]))
            except OptionError:  # that value needs another one set, too
                self.others[setting] = None
        return self.others[setting]

    def play(self, number: int) -> lockstep.Compared:
        """Play a game."""
        chance = Random(f"{self.file} {number}")
        kernel = self._kernel(number)
        if kernel is None or kernel.built is None:
            return lockstep.Compared(0, 0)
        start = kernel.game.start(chance.getrandbits(64))
        start = lockstep.planted(kernel, start, chance) if number % 2 else start
        try:
            return lockstep.play(kernel, start, chance, deals=DEALS_OF_A_GAME, most=1_000_000)
        except lockstep.DifferError as error:
            error.add_note(f"in game {number} of {self.file}")
            raise

    def stretch(self, first: int, code: str) -> dict[str, Any]:
        """Play a stretch of games."""
        begin, number, played = time.process_time(), first, Counter[str]()
        while played["deals"] < DEALS_OF_A_STRETCH:
            one = self.play(number)
            played.update(games=1, deals=one.deals, choices=one.choices)
            number += 1
        seconds = round(time.process_time() - begin, 1)
        return {"file": self.file, "code": code, "first": first, **played, "seconds": seconds}


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("words", nargs="*")
    parser.add_argument("--results", type=Path)
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--summary", action="store_true")
    return parser.parse_args()


def add(totals: dict[str, Counter[str]], line: dict[str, Any]) -> None:
    """Add a stretch to what a file has."""
    totals[line["file"]].update({name: line[name] for name in ("games", "deals", "choices")})


def main() -> None:
    """Play the files, the one with the fewest deals first."""
    given = arguments()
    words = given.words
    wanted = int(words.pop(0)) if words and words[0].isdigit() else 100_000
    known = []
    if given.results and given.results.exists():
        known = [json.loads(line) for line in given.results.read_text(encoding="utf-8").splitlines()]
    totals: dict[str, Counter[str]] = {}
    codes: dict[str, str] = {}
    for file in words or FILES:
        shipped = Shipped(file)
        try:
            codes[file], totals[file] = shipped.code, Counter()
        except CannotCompileError:
            print(f"{file}: {shipped.kernel.why_not}", flush=True)
            continue
        for line in known:
            if line["file"] == file and line["code"] == codes[file]:
                add(totals, line)
    left = [] if given.summary else list(totals)
    while left and time.process_time() < given.seconds:
        file = min(left, key=lambda one: totals[one]["deals"])
        if totals[file]["deals"] >= wanted:
            break
        found = Shipped(file).stretch(totals[file]["games"], codes[file])
        add(totals, found)
        if given.results:
            with given.results.open("a", encoding="utf-8") as out:
                out.write(json.dumps(found) + "\n")
        else:
            print(json.dumps(found), flush=True)
    deals = [one["deals"] for one in totals.values()]
    choices = sum(one["choices"] for one in totals.values())
    print(f"{len(deals)} files, {sum(deals):,} deals, {choices:,} choices, no difference")
    print(
        f"the least for a file: {min(deals, default=0):,} deals; {sum(one >= wanted for one in deals)} have {wanted:,}"
    )
    print(f"in all that was ever kept: {sum(line['deals'] for line in known):,} deals")


if __name__ == "__main__":
    main()
