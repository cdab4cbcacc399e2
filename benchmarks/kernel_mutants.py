"""How much of a kernel's code the comparison with the interpreter runs, and which share of mistakes in it is noticed.

A mutant is the code of a kernel with one thing changed at random: a number by one, a comparison, plus and minus, `and`
and `or`, or a statement left out. The interpreter plays some games, every other one from its middle, and the mutant has
to play the same: whole states are compared after each choice, and score sheets after each deal.
Run it as `python benchmarks/kernel_mutants.py [MUTANTS] [NAME …]`; lines that were never run are listed with their
function, and so is what escaped. `--lines` lists what is run in no game of the named files, of all shipped files if
none is named. Values that nobody reads are not changed: what a
function returns that is only called.
"""

from __future__ import annotations

import ast
import json
import os
import resource
import sys
import time
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.lock_step import Shipped
from spadesdsl import load
from spadesdsl.engine.boundary import OptionError
from spadesdsl.kernel import Kernel, native
from spadesdsl.kernel.values import NONE
from tests.kernel import lockstep
from tests.kernel.lines import GAMES as GAMES_OF_LINES
from tests.kernel.lines import RULES, Marked, Played, covering, lines_of, named_games, with_names, written
from tests.kernel.log import Log, Player
from tests.kernel.test_lock_step import FILES, VARIANTS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spadesdsl.engine.game import State

GAMES, MORE_GAMES = 60, 600
"""How many games a mutant plays, and how many more where these show no difference."""
SECONDS_FOR_LINES = (0.3, 3.0)
"""How long a file is played that has lines which were run in no game so far; then, how long some of them again."""
GAMES_FOR_LINES = 5
MANY_VALUES = 9
SECONDS = 60
"""After so much time a mutant runs forever, which is noticed."""
NO_CODE = 3
COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Eq: (ast.NotEq,), ast.NotEq: (ast.Eq,), ast.Lt: (ast.LtE, ast.GtE), ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE), ast.GtE: (ast.Gt, ast.Lt),
}  # fmt: skip


class Game(NamedTuple):
    """A game as the interpreter played it."""

    start: State | int
    """Its seed, or the state that it begins in."""
    logs: tuple[Log, ...]


def check(player: Player, games: list[Game]) -> None:
    """Play games with a kernel."""
    for game in games:
        player.begin(game.start)
        for log in game.logs:
            player.check(log)


def games_of(kernel: Kernel, many: int, seed: int) -> Iterator[Game]:
    """Play games with the interpreter, every other from its middle."""
    chance = Random(seed)
    for number in range(many):
        first = chance.getrandbits(64)
        start = kernel.game.start(first)
        start = lockstep.planted(start, chance) if number % 2 else start
        yield Game(start if number % 2 else first, tuple(lockstep.logs(kernel, start, chance, deals=4, most=400)))


def plays_alike(kernel: Kernel, text: str, games: list[Game]) -> bool | None:
    """Tell whether the code of a kernel plays games as the interpreter did; None if it is no code.

    A process of its own plays them: a mistake may write anywhere, and go on forever.
    """
    if child := os.fork():
        _, status = os.waitpid(child, 0)
        return None if status == NO_CODE << 8 else status == 0
    found = NO_CODE
    with suppress(Exception):
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        player, found = Player(kernel, text), 1
        check(player, games)
        found = 0
    os._exit(found)


def unread_returns(module: ast.Module) -> set[int]:
    """Return the lines that return something from functions whose value nobody reads."""
    statements = {id(one.value) for one in ast.walk(module) if isinstance(one, ast.Expr)}
    calls = [one for one in ast.walk(module) if isinstance(one, ast.Call) and id(one) not in statements]
    read = {one.func.id for one in calls if isinstance(one.func, ast.Name)} | {"advance"}
    silent = [one for one in module.body if isinstance(one, ast.FunctionDef) and one.name not in read]
    return {one.lineno for function in silent for one in ast.walk(function) if isinstance(one, ast.Return)}


def mutated(text: str, chance: Random, run: set[int]) -> tuple[str, str]:
    """Return a text with one thing changed in a line that is run, and what was changed."""
    module = ast.parse(text)
    kinds = (ast.Constant, ast.Compare, ast.BinOp, ast.BoolOp, ast.Assign)
    unread = unread_returns(module)
    nodes = [one for one in ast.walk(module) if isinstance(one, kinds) and one.lineno in run - unread]
    while True:
        node = chance.choice(nodes)
        before = ast.unparse(node)
        line = text.splitlines()[node.lineno - 1].strip()
        match node:
            case ast.Constant(value=int() as value) if not isinstance(value, bool) and value != -NONE:
                node.value = value + chance.choice((-1, 1))
            case ast.Compare(ops=[op]):
                node.ops = [chance.choice(COMPARISONS[type(op)])()]
            case ast.BinOp(op=ast.Add() | ast.Sub() as op):
                node.op = ast.Sub() if isinstance(op, ast.Add) else ast.Add()
            case ast.BoolOp(op=op):
                node.op = ast.Or() if isinstance(op, ast.And) else ast.And()
            case ast.Assign(targets=[ast.Subscript() as target]):
                node.value = target
            case _:
                continue
        ast.fix_missing_locations(module)
        function = max((one for one in module.body if one.lineno <= node.lineno), key=lambda one: one.lineno)
        where = function.name if isinstance(function, ast.FunctionDef) else "a table"
        return ast.unparse(module), f"{where}: {before} -> {ast.unparse(node)} in {line}"


def main() -> None:
    """Cover and change the kernels of some games."""
    words = [word for word in sys.argv[1:] if word != "--lines"]
    many = int(words.pop(0)) if words and words[0].isdigit() else 50
    if "--lines" in sys.argv:
        count_lines(words)
        return
    os.environ["SPADESDSL_CACHE"] = "grammar"  # mutants are not kept
    native.level = 0  # to compile takes longer than to play
    for name in words or ["standard", "nyc"]:
        marked = Marked(kernel_of(name), native=True)
        games = list(games_of(marked.kernel, GAMES, seed=7))
        player = marked.player()
        check(player, games)
        run, lines = marked.numbers(player), lines_of(marked.text)
        missed = [one for number, one in lines.items() if number not in run]
        share = 100 - 100 * len(missed) / len(lines)
        print(f"{name}: {len(lines) - len(missed)} of {len(lines)} lines are run ({share:.0f} %)", flush=True)
        print(*(f"  {function}: {line}" for function, line in missed), sep="\n")
        noticed(marked.kernel, marked.text, games, run, many)


def kernel_of(name: str) -> Kernel:
    """Return the kernel of a file."""
    return Kernel(load(VARIANTS / name if name in FILES else name), native=False)


def count_lines(names: list[str]) -> None:
    """Play files, each with its own options at other values, too; print the lines that were run in no game.

    The fewest games that run all others are written down, if all files were played.
    """
    native.level = 0  # to compile takes longer than to play
    rules = sorted(path.name for path in RULES.glob("*.spades"))
    games = [(name, "") for name in names or [*rules, *FILES]]
    for name in names or FILES:  # of many values, which are numbers, the least and the greatest
        for values in Shipped(name).options:
            some = values if len(values) < MANY_VALUES else (values[0], values[-1])
            games += [(name, json.dumps(setting)) for setting in some]
    known: dict[tuple[str, str], list[int]] = {}
    for game in named_games():
        known.setdefault((game.file, game.setting), []).append(game.number)
    where: dict[str, list[tuple[str, str]]] = {}
    found: dict[Played, set[str]] = {}
    for number, seconds in enumerate(SECONDS_FOR_LINES):
        for name, setting in sorted(games, key=lambda game: game not in known):
            numbers = [*known.get((name, setting), ()), *range(1000 * number, 1000 * number + 1000)]
            with suppress(OptionError):  # that value needs another one set, too
                for line in lines_found([Played(name, one, setting) for one in numbers], found, seconds):
                    where.setdefault(line, []).append((name, setting))
        left = sorted(where.keys() - set().union(*found.values()))
        print(f"of {len(where)} different lines these {len(left)} are run in no game, after {seconds} seconds of each:")
        for one in left:
            print(f"  {one} ({len(where[one])}: {' '.join(where[one][0])})", flush=True)
        games = list(dict.fromkeys(game for one in left for game in where[one][:GAMES_FOR_LINES]))
    if not names:
        GAMES_OF_LINES.write_text(written(covering(found)), encoding="utf-8")


def lines_found(games: list[Played], found: dict[Played, set[str]], seconds: float) -> set[str]:
    """Play games of a file while it has lines that were run in none; return what its lines are."""
    kernel, begin = Marked(games[0].kernel, native=True), time.process_time()
    wanted = set(kernel.lines.values())
    left = wanted - set().union(*found.values())
    if not left:
        return wanted
    player = kernel.player()
    for game in games:
        if not left or time.process_time() > begin + seconds:
            break
        kernel.forget(player)
        game.play(player)
        run = kernel.run(player)
        if left & run:
            found[game] = run
            left -= run
    return wanted


def noticed(kernel: Kernel, text: str, games: list[Game], run: set[int], many: int) -> None:
    """Print how many mutants are noticed, and what escapes."""
    assert kernel.built is not None
    chance, made, escaped = Random(1), 0, 0
    more = list(games_of(kernel, MORE_GAMES, seed=8))
    while made < many:
        other, change = mutated(text, chance, run)
        is_alike = plays_alike(kernel, other, games)
        made += is_alike is not None
        if is_alike and plays_alike(kernel, other, more):
            escaped += 1
            print(f"  escaped: {with_names(change, kernel.built)}", flush=True)
    print(f"{kernel.game.name}: {many - escaped} of {many} mutants are noticed", flush=True)


if __name__ == "__main__":
    main()
