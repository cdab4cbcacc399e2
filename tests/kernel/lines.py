"""Which lines of kernels are run beside the interpreter, in the games that `games.txt` names.

Many lines of different kernels are the same one with other numbers: they were written from the same line of the engine
or of a template, so it is enough if one of them is run.
"""

from __future__ import annotations

import json
import re
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from spadesdsl import load
from spadesdsl.kernel import Kernel
from spadesdsl.kernel.text import reachable
from tests.kernel import lockstep
from tests.kernel.log import PLAYED, Player
from tests.loading import game_of, kernel_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from spadesdsl.engine.game import Game
    from spadesdsl.kernel.build import Built

RULES = Path(__file__).parent / "rules"
"""Files with rules that no shipped file has."""
GAMES = Path(__file__).parent / "games.txt"
"""The games that run each line."""
DEALS, CHOICES = 6, 500
"""How much of a game is played."""


class Played(NamedTuple):
    """A game: what is played in it follows from these alone."""

    file: str
    number: int
    setting: str = ""
    """The options that have another value, as JSON."""

    @property
    def game(self) -> Game:
        """Its rules."""
        return _game(self.file, self.setting)

    @property
    def kernel(self) -> Kernel:
        """Its kernel, in Python."""
        is_shipped = not self.setting and not (RULES / self.file).exists()
        return kernel_of(Path(self.file).stem) if is_shipped else Kernel(self.game, native=False)

    def play(self, player: Player) -> None:
        """Play it: every third begins as a new game does, the others with other scores and tallies."""
        chance = Random(f"{self.file} {self.setting} {self.number}")
        seed = chance.getrandbits(64)
        s = self.game.start(seed)
        is_new = self.number % 3 == 0
        s = s if is_new else lockstep.planted(s, chance)
        lockstep.play_with(player, s, chance, deals=DEALS, most=CHOICES, seed=seed if is_new else None)


@lru_cache(maxsize=4)
def _game(file: str, setting: str) -> Game:
    game = load(RULES / file) if (RULES / file).exists() else game_of(Path(file).stem)
    return game.with_options(json.loads(setting)) if setting else game


def named_games() -> list[Played]:
    """Return the games of `games.txt`."""
    text = GAMES.read_text(encoding="utf-8") if GAMES.exists() else ""
    rows = [line.split(" ", 2) for line in text.splitlines()]
    return [Played(file, int(number), *setting) for file, number, *setting in rows]


class Marked:
    """A kernel that marks each line as it is run."""

    def __init__(self, kernel: Kernel, *, native: bool = False) -> None:
        """Write it.

        Args:
            kernel: The kernel, in Python.
            native: Whether to compile it.
        """
        self.kernel = kernel
        assert self.kernel.built is not None
        self.kernel.is_native, self.built = native, self.kernel.built
        self.text = reachable(self.kernel.text, *PLAYED)
        self.lines = {number: _alike(*line, self.built) for number, line in lines_of(self.text).items()}
        """What its lines are, by number."""

    def player(self) -> Player:
        """Return what plays it."""
        return Player(self.kernel, self._marked())

    def forget(self, player: Player) -> None:
        """Forget which lines were run."""
        player.array.write(self.built.size, [0] * (self.text.count("\n") + 1))

    def run(self, player: Player) -> set[str]:
        """Return the lines that were run."""
        return {self.lines[number] for number in self.numbers(player)}

    def numbers(self, player: Player) -> set[int]:
        """Return the numbers of the lines that were run."""
        marks = player.array.read(self.built.size, self.text.count("\n") + 1)
        return {number for number in self.lines if marks[number]}

    def _marked(self) -> str:
        """Return its code with a mark at the place of each line once it is run."""
        found: list[str] = []
        for number, line in enumerate(self.text.splitlines(), 1):
            if line.startswith(" ") and line.strip() != "else:":
                found.append(f"{line[: len(line) - len(line.lstrip())]}S[{self.built.size + number}] = 1")
            found.append(line)
        return "\n".join(found) + "\n"


def lines_of(text: str) -> dict[int, tuple[str, str]]:
    """Return the lines of a kernel that do something, each with its function, by number."""
    found, function = {}, ""
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("def "):
            function = line[4:].split("(")[0]
        elif not line.startswith("T") and line.strip() not in ("else:", "pass"):
            found[number] = function, line.strip()
    return found


def with_names(text: str, built: Built) -> str:
    """Return a line of code with the names of the places in it."""
    names = _names(built)
    return re.sub(r"S\[(\d+)\]", lambda found: f"S[{names.get(found[1], found[1])}]", text)


@lru_cache(maxsize=1)
def _names(built: Built) -> dict[str, str]:
    return {str(at): name for name, (at, size) in built.layout.places.items() if size == 1}


def _alike(function: str, line: str, built: Built) -> str:
    """Return a line without the numbers of a game: as it is in what it was written from."""
    line = re.sub(r"T?\d+", "#", re.sub(r"\b([a-z_]+)_\d+\(", r"\1(", with_names(line, built)))
    return f"{re.sub(r'_[0-9]+$', '', function)}: {line}"


def covering(found: dict[Played, set[str]]) -> list[Played]:
    """Return few games that run all that these run."""
    left, kept = set().union(*found.values()), []
    while left:
        best = max(found, key=lambda game: len(found[game] & left))
        kept.append(best)
        left -= found[best]
    return sorted(kept)


def written(games: Iterable[Played]) -> str:
    """Return games as `games.txt` has them."""
    return "".join(f"{one.file} {one.number} {one.setting}".rstrip() + "\n" for one in games)
