"""The way of a deal, and exact searches, as templates of a kernel's code.

Nothing in this folder is ever called. A kernel has a copy of each function that its game needs, for each node of its
plan, with numbers and functions of the game for the names in capitals; what a game does not have is left out. Functions
of a state `s` are read by `spadesdsl.kernel.translate`; each follows the function of the same name in
`spadesdsl.engine`, over places of an array instead of tuples. Functions of the array `S` itself are exact searches,
which get numbers alone.
"""

from __future__ import annotations

import ast
import re
from functools import cache
from typing import Final

from spadesdsl.resources import package_text

OF_A_DEAL: Final = ("table", "asks", "play", "deals", "aims", "policy", "worlds", "habits", "game")
"""The modules with functions of a state."""


@cache
def _text_of(module: str) -> str:
    """Return the text of a module of templates."""
    return package_text("spadesdsl.kernel.templates", f"{module}.py")


def _functions(*modules: str) -> list[ast.FunctionDef]:
    """Parse the functions of some modules; each call parses them again."""
    found = [node for module in modules for node in ast.parse(_text_of(module)).body]
    return [node for node in found if isinstance(node, ast.FunctionDef)]


@cache
def of_a_deal() -> dict[str, str]:
    """Return the text of each template of a deal, by name."""
    parts = [one for module in OF_A_DEAL for one in re.split(r"^def ", _text_of(module), flags=re.MULTILINE)[1:]]
    return {one.split("(", 1)[0]: f"def {one}" for one in parts}


class _Renamed(ast.NodeTransformer):
    """Puts numbers for the names in capitals, and gives functions names of their own."""

    def __init__(self, numbers: dict[str, int], functions: set[str]) -> None:
        self.numbers, self.functions = numbers, functions

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """Change a name."""
        if node.id in self.functions:
            return ast.Name(f"search_{node.id}", node.ctx)
        return ast.Constant(self.numbers[node.id]) if node.id in self.numbers else node


def code_of(modules: tuple[str, ...], numbers: dict[str, int], exports: tuple[str, ...] | None = None) -> str:
    """Return the functions of modules of templates, with numbers for their names in capitals.

    Those that are not exported have names of their own; all are, if none is named.
    """
    functions = _functions(*modules)
    names = set() if exports is None else {node.name for node in functions} - set(exports)
    change = _Renamed(numbers, names)
    for node in functions:
        if isinstance(node.body[0], ast.Expr) and isinstance(node.body[0].value, ast.Constant):
            del node.body[0]
        node.name = f"search_{node.name}" if node.name in names else node.name
        change.visit(node)
    return "\n".join(ast.unparse(node) for node in functions) + "\n"
