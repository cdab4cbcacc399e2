"""How much of a kernel's code the comparison with the interpreter runs, and which share of mistakes in it is noticed.

A mutant is the code of a kernel with one thing changed at random: a number by one, a comparison, plus and minus, `and`
and `or`, or a statement left out. Both play the same deals, whole states compared after each choice, every other game
from its middle. Run it as `python benchmarks/kernel_mutants.py [MUTANTS] [NAME …]`; lines that were never run are
listed with their function, and so is what escaped.
"""

from __future__ import annotations

import ast
import signal
import sys
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from spadesdsl import load
from spadesdsl.kernel import Kernel, python
from spadesdsl.kernel.text import reachable
from spadesdsl.kernel.values import NONE
from tests.kernel import lockstep
from tests.kernel.test_lock_step import planted

if TYPE_CHECKING:
    from types import FrameType

PLAYED = ("advance", "play_chosen", "take_chosen")
GAMES = 12
SECONDS = 20.0
"""After so much time a mutant runs forever, which is noticed."""
COMPARISONS = (ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE)


def plays_alike(kernel: Kernel) -> bool:
    """Tell whether a kernel plays some games as the interpreter does."""

    def too_long(*_: object) -> None:
        raise TimeoutError

    signal.signal(signal.SIGVTALRM, too_long)
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
    chance = Random(7)
    try:
        for number in range(GAMES):
            start = kernel.game.start(chance.getrandbits(64))
            lockstep.play(kernel, planted(start, chance) if number % 2 else start, chance, deals=4, most=400)
    except Exception:  # whatever a mistake leads to
        return False
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return True


def lines_run(kernel: Kernel) -> set[int]:
    """Return the lines of a kernel that are run while it is compared."""
    found: set[int] = set()

    def inside(frame: FrameType, _: str, __: object) -> Any:  # noqa: ANN401 - a function for tracing
        found.add(frame.f_lineno)
        return inside

    sys.settrace(lambda frame, _, __: inside if frame.f_code.co_filename == "<kernel>" else None)
    try:
        assert plays_alike(kernel)
    finally:
        sys.settrace(None)
    return found


def mutated(text: str, chance: Random, run: set[int]) -> tuple[str, str]:
    """Return a text with one thing changed in a line that is run, and what was changed."""
    module = ast.parse(text)
    kinds = (ast.Constant, ast.Compare, ast.BinOp, ast.BoolOp, ast.Assign)
    nodes = [one for one in ast.walk(module) if isinstance(one, kinds) and one.lineno in run]
    while True:
        node = chance.choice(nodes)
        before = ast.unparse(node)
        line = text.splitlines()[node.lineno - 1].strip()
        match node:
            case ast.Constant(value=int() as value) if not isinstance(value, bool) and value != -NONE:
                node.value = value + chance.choice((-1, 1))
            case ast.Compare(ops=[op]):
                node.ops = [chance.choice([one for one in COMPARISONS if not isinstance(op, one)])()]
            case ast.BinOp(op=ast.Add() | ast.Sub() as op):
                node.op = ast.Sub() if isinstance(op, ast.Add) else ast.Add()
            case ast.BoolOp(op=op):
                node.op = ast.Or() if isinstance(op, ast.And) else ast.And()
            case ast.Assign(targets=[ast.Subscript() as target]):
                node.value = target
            case _:
                continue
        ast.fix_missing_locations(module)
        return ast.unparse(module), f"{before} -> {ast.unparse(node)} in {line}"


def main() -> None:
    """Cover and change the kernels of some games."""
    words = sys.argv[1:]
    many = int(words.pop(0)) if words and words[0].isdigit() else 50
    for name in words or ["standard", "nyc"]:
        kernel = Kernel(load(name), native=False)
        assert kernel.built is not None
        text = reachable(kernel.built.text, *PLAYED)
        kernel.functions = python.functions(text)
        run = lines_run(kernel)
        lines, function, missed = text.splitlines(), "", []
        for number, line in enumerate(lines, 1):
            if line.startswith("def "):
                function = line[4:].split("(")[0]
            elif not line.startswith("T") and line.strip() not in ("else:", "pass"):
                missed += [] if number in run else [f"  {function}: {line.strip()}"]
        total = sum(not one.startswith(("def ", "T")) and one.strip() not in ("else:", "pass") for one in lines)
        print(f"{name}: {total - len(missed)} of {total} lines are run ({100 - 100 * len(missed) / total:.0f} %)")
        print(*missed, sep="\n")
        chance, escaped = Random(1), []
        for _ in range(many):
            other, change = mutated(text, chance, run)
            kernel.functions = python.functions(other)
            if plays_alike(kernel):
                escaped.append(change)
        print(f"{name}: {many - len(escaped)} of {many} mutants are noticed; escaped:")
        print(*(f"  {one}" for one in escaped), sep="\n", flush=True)


if __name__ == "__main__":
    main()
