"""Searches as code for kernels: templates with numbers for their names in capitals."""

from __future__ import annotations

import ast
import re
from functools import cache
from importlib.resources import files
from typing import Final


class _Renamed(ast.NodeTransformer):
    """Puts numbers for the names in capitals, and gives functions names of their own."""

    def __init__(self, numbers: dict[str, int], functions: set[str]) -> None:
        self.numbers, self.functions = numbers, functions

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """Change a name."""
        if node.id in self.functions:
            return ast.Name(f"search_{node.id}", node.ctx)
        return ast.Constant(self.numbers[node.id]) if node.id in self.numbers else node


@cache
def _parsed(module: str) -> str:
    return files("spadesdsl.kernel").joinpath(f"{module}.py").read_text(encoding="utf-8")


def code_of(module: str, numbers: dict[str, int], exports: tuple[str, ...]) -> str:
    """Return the functions of a module of templates, with numbers for its names in capitals."""
    functions = [node for node in ast.parse(_parsed(module)).body if isinstance(node, ast.FunctionDef)]
    names = {node.name for node in functions} - set(exports)
    change = _Renamed(numbers, names)
    for node in functions:
        if isinstance(node.body[0], ast.Expr) and isinstance(node.body[0].value, ast.Constant):
            del node.body[0]
        node.name = f"search_{node.name}" if node.name in names else node.name
        change.visit(node)
    return "\n".join(ast.unparse(node) for node in functions) + "\n"


_CALLS: Final = re.compile(r"\b([a-z_]\w*)\(")
_TABLES: Final = re.compile(r"\bT\d+\b")


def reachable(text: str, *entries: str) -> str:
    """Return the functions and tables of a kernel that some functions need."""
    parts = {one.split("(", 1)[0]: f"def {one}" for one in re.split(r"^def ", text, flags=re.MULTILINE)[1:]}
    wanted, waiting = set(), list(entries)
    while waiting:
        name = waiting.pop()
        if name in parts and name not in wanted:
            wanted.add(name)
            waiting += _CALLS.findall(parts[name])
    kept = "".join(part for name, part in parts.items() if name in wanted)
    tables = set(_TABLES.findall(kept))
    lines = text.split("def ", 1)[0].splitlines()
    return "".join(f"{line}\n" for line in lines if line.split(" ", 1)[0] in tables) + kept
