"""The floors of the package, held by reading its modules: who imports whom, who prints, which words stand where."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from spadesdsl.resources import variant_names

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "spadesdsl"
MODULES = sorted(PACKAGE.rglob("*.py"))

FLOORS: tuple[tuple[str, ...], ...] = (
    ("frozen",),
    ("source", "resources", "words", "codes", "storage"),
    ("diagnostics",),
    ("syntax", "documents", "report", "reading"),
    ("rules",),
    ("engine",),
    ("check", "settings", "schemas", "repair"),
    ("binding", "library"),
    ("loader", "algebra"),
    ("bots", "api", "journal", "proofs"),
    ("examples", "sheet"),
    ("session", "referee", "score"),
    ("diff",),
    ("cli",),
)
"""The rooms of the package, lowest floor first. `__init__` and `__main__` stand outside, as doors."""
FLOOR_OF = {room: floor for floor, rooms in enumerate(FLOORS) for room in rooms}
DOORS = ("__init__", "__main__")

LAST_WORDS = ("spade", "spades", "nil", "nils", "blind", "bag", "bags", "joker", "jokers")
PLAIN_WORDS = frozenset({"last_trick"})
"""Names of variants and packs that are words of the language or of English as well."""
FOR_PEOPLE = re.compile(r"[ .]")
"""What makes a string a text for people, or the name of a file: a space or a full stop."""


def room_of(module: str) -> str:
    """Return the room of a module by its dotted name."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else "__init__"


def dotted(file: Path) -> str:
    return ".".join(file.relative_to(ROOT).with_suffix("").parts)


def parsed(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


def imports_of(file: Path) -> Iterator[str]:
    for node in ast.walk(parsed(file)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module == "spadesdsl":
            yield from (f"spadesdsl.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            yield node.module


def test_every_module_has_a_room() -> None:
    rooms = {room_of(dotted(file)) for file in MODULES} - set(DOORS)
    assert rooms == set(FLOOR_OF)


@pytest.mark.parametrize("file", [file for file in MODULES if room_of(dotted(file)) not in DOORS], ids=dotted)
def test_a_module_imports_only_from_floors_below_its_own(file: Path) -> None:
    own = room_of(dotted(file))
    others = {room_of(name) for name in imports_of(file) if name.split(".")[0] == "spadesdsl"} - {own}
    others -= {"__version__"}
    above = sorted(room for room in others if room in DOORS or FLOOR_OF[room] >= FLOOR_OF[own])
    assert above == []


@pytest.mark.parametrize(
    "file", [file for file in MODULES if room_of(dotted(file)) not in ("cli", "__main__")], ids=dotted
)
def test_nothing_below_the_command_line_prints_or_exits(file: Path) -> None:
    for node in ast.walk(parsed(file)):
        if isinstance(node, ast.Name):
            assert node.id not in ("print", "input", "exit", "quit", "SystemExit"), f"line {node.lineno}"
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            place = (node.value.id, node.attr)
            assert place not in {
                ("sys", "exit"),
                ("os", "_exit"),
                ("sys", "stdout"),
                ("sys", "stdin"),
                ("sys", "stderr"),
            }, f"line {node.lineno}"


@pytest.mark.parametrize("file", MODULES, ids=dotted)
def test_slow_libraries_are_imported_where_they_are_used(file: Path) -> None:
    body = parsed(file).body
    top = [node for node in body if isinstance(node, ast.Import | ast.ImportFrom)]
    names = {alias.name for node in top if isinstance(node, ast.Import) for alias in node.names}
    names |= {node.module or "" for node in top if isinstance(node, ast.ImportFrom)}
    slow = {name.split(".")[0] for name in names} & {"lark", "typer", "jsonschema", "yaml", "click", "rich"}
    assert slow <= ({"typer"} if dotted(file).startswith("spadesdsl.cli.") else set())


# ---------------------------------------------------------------- words of one game


def said(file: Path, *, docstrings: bool) -> Iterator[tuple[int, str]]:
    """Yield identifiers and the strings that are no text for people, with their lines."""
    tree = parsed(file)
    texts = {id(text) for text in _docstrings(tree)}
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name) | ast.keyword(arg=str(name)):
                yield node.lineno, name
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield node.lineno, name
            case ast.Constant(value=str(text)) if id(node) in texts:
                if docstrings:
                    yield node.lineno, text
            case ast.Constant(value=str(text)) if not FOR_PEOPLE.search(text):
                yield node.lineno, text
            case _:
                pass


def _docstrings(tree: ast.Module) -> Iterator[ast.Constant]:
    """Yield the strings that stand alone: of modules, classes, functions and fields."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.value


def words_of(text: str) -> set[str]:
    return set(re.findall(r"[a-z]+", text.replace("spadesdsl", "").replace(".spades", "").lower()))


@pytest.mark.parametrize("file", MODULES, ids=dotted)
def test_no_word_of_one_game_stands_in_the_code(file: Path) -> None:
    is_strict = room_of(dotted(file)) in ("engine", "bots", "binding")
    for line, text in said(file, docstrings=is_strict):
        found = words_of(text) & set(LAST_WORDS)
        assert not found, f"line {line}: {found}"


@pytest.mark.parametrize("file", MODULES, ids=dotted)
def test_no_variant_is_named_in_the_code(file: Path) -> None:
    names = set(variant_names()) - PLAIN_WORDS
    for line, text in said(file, docstrings=False):
        assert text not in names, f"line {line}: {text}"
