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
import re
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.lock_step import Shipped
from spadesdsl import load
from spadesdsl.engine.game import OptionError
from spadesdsl.kernel import Kernel, native
from spadesdsl.kernel.text import reachable
from spadesdsl.kernel.values import NONE
from tests.kernel import lockstep
from tests.kernel.log import PLAYED, Log, Player
from tests.kernel.test_lock_step import FILES, VARIANTS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

    from spadesdsl.engine.game import State

GAMES = 60
SECONDS_FOR_LINES = (0.3, 3.0)
"""How long a file is played that has lines which were run in no game so far; then, how long some of them again."""
GAMES_FOR_LINES = 5
MANY_VALUES = 9
SECONDS = 4.0
"""After so much time a mutant runs forever, which is noticed."""
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


def games_of(kernel: Kernel, many: int) -> Iterator[Game]:
    """Play games with the interpreter, every other from its middle."""
    chance = Random(7)
    for number in range(many):
        seed = chance.getrandbits(64)
        start = kernel.game.start(seed)
        start = lockstep.planted(start, chance) if number % 2 else start
        yield Game(start if number % 2 else seed, tuple(lockstep.logs(kernel, start, chance, deals=4, most=400)))


def plays_alike(kernel: Kernel, text: str, games: list[Game]) -> bool:
    """Tell whether the code of a kernel plays games as the interpreter did."""

    def too_long(*_: object) -> None:
        raise TimeoutError

    signal.signal(signal.SIGVTALRM, too_long)
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
    try:
        check(Player(kernel, text), games)
    except Exception:  # whatever a mistake leads to
        return False
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return True


def lines_run(kernel: Kernel, games: list[Game]) -> set[int]:
    """Return the lines of a kernel that are run while it is compared."""
    found: set[int] = set()

    def inside(frame: FrameType, _: str, __: object) -> Any:  # noqa: ANN401 - a function for tracing
        found.add(frame.f_lineno)
        return inside

    sys.settrace(lambda frame, _, __: inside if frame.f_code.co_filename == "<kernel>" else None)
    try:
        check(Player(kernel), games)
    finally:
        sys.settrace(None)
    return found


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


def with_names(text: str, places: dict[str, tuple[int, int]]) -> str:
    """Return a line of code with the names of the places in it."""
    names = {str(at): name for name, (at, size) in places.items() if size == 1}
    return re.sub(r"S\[(\d+)\]", lambda found: f"S[{names.get(found[1], found[1])}]", text)


def lines_of(text: str) -> dict[int, tuple[str, str]]:
    """Return the lines of a kernel that do something, each with its function, by number."""
    found, function = {}, ""
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("def "):
            function = line[4:].split("(")[0]
        elif not line.startswith("T") and line.strip() not in ("else:", "pass"):
            found[number] = function, line.strip()
    return found


def written_from(function: str, line: str) -> tuple[str, str]:
    """Return a line without the numbers of a game: as it is in the template it was written from."""
    return re.sub(r"_\d+$", "", function), re.sub(r"T?\d+", "#", re.sub(r"\b([a-z_]+)_\d+\(", r"\1(", line))


def main() -> None:
    """Cover and change the kernels of some games."""
    words = [word for word in sys.argv[1:] if word != "--lines"]
    many = int(words.pop(0)) if words and words[0].isdigit() else 50
    if "--lines" in sys.argv:
        count_lines(words or FILES)
        return
    for name in words or ["standard", "nyc"]:
        kernel = kernel_of(name)
        text = reachable(kernel.text, *PLAYED)
        games = list(games_of(kernel, GAMES))
        run, lines = lines_run(kernel, games), lines_of(text)
        missed = [one for number, one in lines.items() if number not in run]
        share = 100 - 100 * len(missed) / len(lines)
        print(f"{name}: {len(lines) - len(missed)} of {len(lines)} lines are run ({share:.0f} %)", flush=True)
        print(*(f"  {function}: {line}" for function, line in missed), sep="\n")
        noticed(kernel, text, games, run, many)


def kernel_of(name: str, setting: str = "") -> Kernel:
    """Return the kernel of a file, perhaps with one option at another value."""
    game = load(VARIANTS / name if name in FILES else name)
    return Kernel(game.with_options(json.loads(setting)) if setting else game, native=False)


def marked(text: str, at: int) -> str:
    """Return the code of a kernel with a mark at the place of each line once it is run."""
    found: list[str] = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith(" ") and line.strip() != "else:":
            found.append(f"{line[: len(line) - len(line.lstrip())]}S[{at + number}] = 1")
        found.append(line)
    return "\n".join(found) + "\n"


def lines_marked(name: str, setting: str, run: set[tuple[str, str]], seconds: float) -> set[tuple[str, str]]:
    """Play a file in the machine's code while it has lines that were run in no game; return what its lines are."""
    kernel = kernel_of(name, setting)
    assert kernel.built is not None
    kernel.is_native = True
    text, at = reachable(kernel.text, *PLAYED), kernel.built.size
    lines, chance, number = lines_of(text), Random(f"{name} {seconds}"), 0
    wanted = {written_from(*one) for one in lines.values()}
    player = Player(kernel, marked(text, at)) if wanted - run else None
    begin = time.process_time()
    while player is not None and wanted - run and time.process_time() < begin + seconds:
        seed, is_planted = chance.getrandbits(64), number % 3 > 0
        s = kernel.game.start(seed)
        s = lockstep.planted(s, chance) if is_planted else s
        check(player, [Game(s if is_planted else seed, tuple(lockstep.logs(kernel, s, chance, deals=20, most=600)))])
        marks = player.array.read(at, text.count("\n") + 1)
        run |= {written_from(*one) for place, one in lines.items() if marks[place]}
        number += 1
    return wanted


def count_lines(names: list[str]) -> None:
    """Play files, each with its own options at other values, too; print the lines that were run in no game."""
    native.level = 0  # to compile takes longer than to play
    where: dict[tuple[str, str], list[tuple[str, str]]] = {}
    run: set[tuple[str, str]] = set()
    games = [(name, "") for name in names]
    for name in names:  # of many values, which are numbers, the least and the greatest
        for values in Shipped(name).options:
            some = values if len(values) < MANY_VALUES else (values[0], values[-1])
            games += [(name, json.dumps(setting)) for setting in some]
    for seconds in SECONDS_FOR_LINES:
        for game in games:
            with suppress(OptionError):  # that value needs another one set, too
                for one in lines_marked(*game, run, seconds):
                    where.setdefault(one, []).append(game)
        left = sorted(where.keys() - run)
        print(f"of {len(where)} different lines these {len(left)} are run in no game, after {seconds} seconds of each:")
        for one in left:
            print(f"  {one[0]}: {one[1]} ({len(where[one])}: {' '.join(where[one][0])})", flush=True)
        games = list(dict.fromkeys(game for one in left for game in where[one][:GAMES_FOR_LINES]))


def noticed(kernel: Kernel, text: str, games: list[Game], run: set[int], many: int) -> None:
    """Print how many mutants are noticed, and what escapes."""
    assert kernel.built is not None
    chance, escaped = Random(1), 0
    for _ in range(many):
        other, change = mutated(text, chance, run)
        if plays_alike(kernel, other, games):
            escaped += 1
            print(f"  escaped: {with_names(change, kernel.built.layout.places)}", flush=True)
    print(f"{kernel.game.name}: {many - escaped} of {many} mutants are noticed", flush=True)


if __name__ == "__main__":
    main()
