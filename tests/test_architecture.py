"""The floors of the package, held by reading its modules: who imports whom, who prints, which words are in the code."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from spadesdsl.resources import variant_names

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "spadesdsl"
MODULES = sorted(PACKAGE.rglob("*.py"))

FLOORS: tuple[tuple[str, ...], ...] = (
    ("frozen", "work", "resources"),
    ("source", "words", "codes", "storage"),
    ("diagnostics",),
    ("syntax", "documents", "report", "reading"),
    ("rules",),
    ("engine",),
    ("check", "settings", "schemas", "repair", "kernel"),
    ("binding", "library"),
    ("loader", "algebra"),
    ("bots", "api", "journal", "proofs", "book"),
    ("examples", "sheet"),
    ("session", "referee", "score", "editor", "simulation", "research"),
    ("diff", "web"),
    ("cli",),
)
"""The rooms of the package, lowest floor first. `__init__` and `__main__` stand outside, as doors."""
FLOOR_OF = {room: floor for floor, rooms in enumerate(FLOORS) for room in rooms}
DOORS = ("__init__", "__main__")

LAST_WORDS = {"spade", "spades", "nil", "nils", "blind", "bag", "bags", "joker", "jokers"}
PLAIN_WORDS = frozenset({"last_trick", "king"})
"""Names of variants and packs that are words of the language or of English as well."""
FOR_PEOPLE = re.compile(r"[ .]")
"""What makes a string a text for people, or the name of a file: a space or a full stop."""


PRINTING = {("sys", "exit"), ("os", "_exit"), ("sys", "stdout"), ("sys", "stdin"), ("sys", "stderr")}
SLOW = {"lark", "typer", "jsonschema", "yaml", "click", "rich"}
EXTRA = {
    "starlette",
    "uvicorn",
    "segno",
    "websockets",
    "numpy",
    "pettingzoo",
    "gymnasium",
    "pyspiel",
    "matplotlib",
    "distributed",
}
"""What only extras install, and OpenSpiel: few modules import it, and those are imported late."""


def room_of(module: str) -> str:
    """Return the room of a module by its dotted name."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else "__init__"


def dotted(file: Path) -> str:
    return ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def place(file: Path, node: ast.AST) -> str:
    return f"{file.relative_to(ROOT)}:{getattr(node, 'lineno', 0)}"


@cache
def parsed(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


def names_in(node: ast.AST) -> Iterator[str]:
    """Yield what an import names: modules, and what is taken from them."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom) and node.module is not None:
        yield node.module
        yield from (f"{node.module}.{alias.name}" for alias in node.names)


def imports_of(file: Path) -> Iterator[str]:
    """Yield everything that a module imports, wherever in it."""
    for node in ast.walk(parsed(file)):
        yield from names_in(node)


def test_every_module_has_a_room() -> None:
    rooms = {room_of(dotted(file)) for file in MODULES} - set(DOORS)
    assert rooms == set(FLOOR_OF)


def test_a_module_imports_only_from_floors_below_its_own() -> None:
    wrong = []
    for file in MODULES:
        own = room_of(dotted(file))
        if own in DOORS:
            continue
        names = {name for name in imports_of(file) if name.split(".")[0] == "spadesdsl" and name != "spadesdsl"}
        others = {room_of(name) for name in names} - {own, "__version__"}
        above = sorted(room for room in others if room in DOORS or FLOOR_OF[room] >= FLOOR_OF[own])
        wrong += [f"{dotted(file)} imports {room}" for room in above]
    assert wrong == []


def test_no_modules_import_each_other_in_a_circle() -> None:
    known = {dotted(file) for file in MODULES}
    needs: dict[str, set[str]] = {}
    for file in MODULES:
        names = {name for node in parsed(file).body for name in names_in(node)} & known
        needs[dotted(file)] = {name for name in names if not any(other.startswith(f"{name}.") for other in names)}
    left = dict(needs)
    while free := [module for module, others in left.items() if not others & left.keys()]:
        for module in free:
            del left[module]
    assert sorted(left) == [], "these import each other, or a module that does"


def test_nothing_below_the_command_line_prints_or_exits() -> None:
    wrong = []
    for file in MODULES:
        if room_of(dotted(file)) in ("cli", "__main__"):
            continue
        for node in ast.walk(parsed(file)):
            if isinstance(node, ast.Name) and node.id in ("print", "input", "exit", "quit", "SystemExit"):
                wrong.append(place(file, node))
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                wrong += [place(file, node)] * ((node.value.id, node.attr) in PRINTING)
    assert wrong == []


def test_slow_libraries_are_imported_where_they_are_used() -> None:
    wrong = []
    for file in MODULES:
        slow = {name.split(".")[0] for node in parsed(file).body for name in names_in(node)} & SLOW
        wrong += [f"{dotted(file)}: {name}" for name in slow if name != "typer" or room_of(dotted(file)) != "cli"]
    assert wrong == []


def test_the_package_loads_without_what_the_extra_for_browsers_installs() -> None:
    doors = {"spadesdsl.web.app"}
    wrong = []
    for file in MODULES:
        early = {name for node in parsed(file).body for name in names_in(node)}
        if dotted(file) not in doors:
            wrong += [f"{dotted(file)}: {name}" for name in early if name.split(".")[0] in EXTRA or name in doors]
    assert wrong == []


# ---------------------------------------------------------------- words of one game


def said(file: Path, *, docstrings: bool) -> Iterator[tuple[ast.AST, str]]:
    """Yield identifiers and the strings that are no text for people, each with its node."""
    tree = parsed(file)
    texts = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name) | ast.keyword(arg=str(name)):
                yield node, name
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield node, name
            case ast.Constant(value=str(text)) if docstrings if id(node) in texts else not FOR_PEOPLE.search(text):
                yield node, text
            case _:
                pass


@cache
def words_of(text: str) -> set[str]:
    return set(re.findall(r"[a-z]+", text.replace("spadesdsl", "").replace(".spades", "").lower()))


def test_no_word_of_one_game_and_no_variant_is_named_in_the_code() -> None:
    variants = set(variant_names()) - PLAIN_WORDS
    wrong = []
    for file in MODULES:
        is_strict = room_of(dotted(file)) in ("engine", "bots", "binding")
        for node, text in said(file, docstrings=is_strict):
            if text in variants or words_of(text) & LAST_WORDS:
                wrong.append(f"{place(file, node)}: {text}")
    assert wrong == []
