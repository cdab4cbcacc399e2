"""Runs of neighbouring tricks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from spadesdsl.binding.compiler import Compiler
    from spadesdsl.check.terms import Run
    from spadesdsl.engine.spec import Code
    from spadesdsl.engine.state import StateData


def compile_run(compiler: Compiler, term: Run) -> Code:
    """Compile `final_run of …` and `longest_run of …`."""
    of = compiler.items(term.of)
    slot = compiler.slot(term.variable)
    condition = compiler.value(term.condition)
    is_final = term.how == "final"

    def read(s: StateData, e: list[Any]) -> int:
        kept = e[slot]
        longest = length = 0
        for trick in of(s, e):
            e[slot] = trick
            length = length + 1 if condition(s, e) else 0
            longest = max(longest, length)
        e[slot] = kept
        return length if is_final else longest

    return read
