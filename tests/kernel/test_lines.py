"""Each line of the kernels is run in some game that is compared with the interpreter."""

from __future__ import annotations

from collections import defaultdict
from typing import Final

from tests.kernel.lines import RULES, Marked, Played, named_games
from tests.kernel.test_lock_step import FILES

GAMES_OF_RULES: Final = 3
"""How many games of each file with rules that no shipped file has are played."""
IN_NO_GAME: Final[dict[str, str]] = {}
"""Lines that no game runs, and why they are there."""


def test_each_line_of_the_kernels_is_run_in_some_game() -> None:
    """Those that are not: find games with `benchmarks/kernel_mutants.py --lines`, write rules for them, or no code."""
    games = defaultdict(list)
    for game in named_games():
        games[game.file, game.setting].append(game)
    for path in RULES.glob("*.spades"):
        games[path.name, ""] += [Played(path.name, number) for number in range(GAMES_OF_RULES)]
    lines: dict[str, str] = {}
    run: set[str] = set()
    for file, setting in dict.fromkeys([*games, *((file, "") for file in FILES)]):
        marked = Marked(Played(file, 0, setting).kernel)
        lines |= dict.fromkeys(marked.lines.values(), f"{file} {setting}")
        if games[file, setting]:
            player = marked.player()
            for game in games[file, setting]:
                game.play(player)
            run |= marked.run(player)
    assert {line: file for line, file in lines.items() if line not in run | IN_NO_GAME.keys()} == {}
    assert IN_NO_GAME.keys() <= lines.keys() - run
