"""Kernels beside the interpreter in many deals, whole states compared after each choice, and score sheets.

Run it as `python benchmarks/lock_step.py [DEALS] [FILE …]`: so many deals of each file, of all shipped files if none is
named, always the file next that has the fewest with its kernel as it is now. What was played is added to
`lock_step.json` after each stretch: by file, and by the text of its kernel. `--seconds N` stops after so much time of
the processor, `--summary` prints what was played.

Every game has a number, and what is played in it follows from its file and number alone. Every other game begins in its
middle; every eighth is played with one of the options that the file declares at another value, all in turn.
"""

from __future__ import annotations

import argparse
import gc
import hashlib
import json
import subprocess
import sys
import time
from collections import Counter
from contextlib import suppress
from datetime import date
from functools import cached_property, lru_cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from spadesdsl import check_file, load
from spadesdsl.check.options import say_value
from spadesdsl.engine.boundary import OptionError
from spadesdsl.kernel import Kernel, native
from spadesdsl.kernel.text import reachable
from tests.kernel import lockstep
from tests.kernel.log import PLAYED, DifferError, Player
from tests.kernel.test_lock_step import FILES, VARIANTS

if TYPE_CHECKING:
    from spadesdsl.engine.game import Game

DEALS_OF_A_GAME = 20
DEALS_OF_A_STRETCH = 10_000
"""A kernel is compiled for each: a second, beside ten or twenty."""
GAMES_OF_A_SETTING = 8
RESULTS = Path(__file__).with_suffix(".json")
COUNTED = ("games", "deals", "choices")


@lru_cache(maxsize=8)  # a file with many options has many kernels
class Shipped:
    """A file, and the kernels that play it."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.path = VARIANTS / file if file in FILES else file
        self.game: Game = load(self.path)
        self.options: list[list[dict[str, Any]]] = []
        """For each of its options the other values, each as a setting."""
        variant = check_file(self.path).variant if file in FILES else None
        for option in variant.game.options if variant is not None else ():
            others = [one for one in option.choices if one != option.value]
            if others and option.rule.document == Path(file).stem:
                said = [say_value(option.type, one, variant.game) for one in others]  # type: ignore[union-attr]
                self.options.append([{option.name: one} for one in said])
        self.other: tuple[int, Player | None] = -1, None

    @cached_property
    def player(self) -> Player | None:
        """What is compared; None if there is no kernel."""
        return _player(self.game, level=1)

    @property
    def kernel(self) -> str:
        """A digest of the code that is compared."""
        text = Kernel(self.game, native=False).text
        return hashlib.sha256(reachable(text, *PLAYED).encode()).hexdigest()[:12] if text else ""

    def _player(self, number: int) -> Player | None:
        """Return what plays a game: with one of the other settings in every eighth."""
        if not self.options or number % 8 != 7:
            return self.player
        turn = number // (8 * GAMES_OF_A_SETTING)
        if turn != self.other[0]:
            self.other = turn, None
            values = self.options[turn % len(self.options)]
            with suppress(OptionError):  # that value may need another one set, too
                setting = values[turn // len(self.options) % len(values)]
                self.other = turn, _player(self.game.with_options(setting), level=0)
        return self.other[1]

    def play(self, number: int) -> lockstep.Compared:
        """Play a game."""
        chance = Random(f"{self.file} {number}")
        player = self._player(number)
        if player is None:
            return lockstep.Compared(0, 0)
        start = player.kernel.game.start(chance.getrandbits(64))
        start = lockstep.planted(start, chance) if number % 2 else start
        try:
            return lockstep.play_with(player, start, chance, deals=DEALS_OF_A_GAME, most=1_000_000)
        except DifferError as error:
            error.add_note(f"in game {number} of {self.file}")
            raise

    def stretch(self, first: int) -> Counter[str]:
        """Play a stretch of games."""
        played = Counter[str]()
        while played["deals"] < DEALS_OF_A_STRETCH:
            one = self.play(first + played["games"])
            played.update(games=1, deals=one.deals, choices=one.choices)
        return played


def _player(game: Game, level: int) -> Player | None:
    """Return what plays a game's logs in the machine's code; nothing else of its kernel is compiled."""
    kernel = Kernel(game, native=False)
    if kernel.why_not:
        return None
    kernel.is_native, native.level = True, level
    return Player(kernel)


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("words", nargs="*")
    parser.add_argument("--results", type=Path, default=RESULTS)
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--summary", action="store_true")
    return parser.parse_args()


class Results:
    """What was played: for each file a row of what each text of its kernel has."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.rows: dict[str, list[dict[str, Any]]] = {}
        if path.exists():
            self.rows = json.loads(path.read_text(encoding="utf-8"))
        git = ["git", "-C", str(VARIANTS), "log", "-1", "--format=%h"]
        self.commit = subprocess.run(git, check=False, capture_output=True, text=True).stdout.strip()

    def count(self, file: str, name: str = "deals", kernel: str = "") -> int:
        """Return how much was played of a file, with any kernel or with one."""
        return sum(row[name] for row in self.rows.get(file, ()) if kernel in ("", row["kernel"]))

    def add(self, file: str, kernel: str, played: Counter[str]) -> None:
        """Add a stretch and write everything, a line for each file."""
        rows = self.rows.setdefault(file, [])
        if not rows or rows[-1]["kernel"] != kernel:
            rows.append({"kernel": kernel, **dict.fromkeys(COUNTED, 0)})
        rows[-1].update({name: rows[-1][name] + played[name] for name in COUNTED})
        rows[-1].update({"date": date.today().isoformat(), "commit": self.commit})
        lines = [f"{json.dumps(one)}: {json.dumps(self.rows[one])}" for one in sorted(self.rows)]
        new = self.path.with_suffix(".new")
        new.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
        new.replace(self.path)


def main() -> None:
    """Play the files, the one with the fewest deals first."""
    given = arguments()
    words = given.words
    wanted = int(words.pop(0)) if words and words[0].isdigit() else 100_000
    gc.set_threshold(100_000)
    results = Results(given.results)
    left = [] if given.summary else [*(words or FILES)]
    kernels = {file: Shipped(file).kernel for file in left}
    while left and time.process_time() < given.seconds:
        file = min(left, key=lambda one: results.count(one, "deals", kernels[one]))
        if results.count(file, "deals", kernels[file]) >= wanted:
            break
        shipped = Shipped(file)
        if shipped.player is None:
            print(f"{file} has no kernel", flush=True)
            left.remove(file)
            continue
        results.add(file, kernels[file], shipped.stretch(results.count(file, "games")))
        gc.collect()
    files = [*(words or FILES)]
    deals = [results.count(file) for file in files]
    print(f"{len(files)} files: {sum(deals):,} deals, {sum(results.count(one, 'choices') for one in files):,} choices")
    print(
        f"the least for a file: {min(deals, default=0):,} deals; {sum(one >= wanted for one in deals)} have {wanted:,}"
    )
    if given.summary:
        now = [results.count(file, "deals", Shipped(file).kernel) for file in files]
        print(f"with the kernels as they are now: {sum(now):,} deals, at least {min(now, default=0):,} of each file")


if __name__ == "__main__":
    main()
