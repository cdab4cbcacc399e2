"""The text of a kernel: tables and functions, each written once."""

from __future__ import annotations

import re
from typing import Final

from spadesdsl.kernel.values import number_in

EXPORTS: Final = (
    *("start", "advance", "play_chosen", "take_chosen", "play_out", "rollouts", "begin", "step"),
    *("think", "play_by_habit", "volunteers", "volunteer"),
    *("solve_cards", "solve_worths", "solve_tricks", "forget"),
)
"""The functions that are called from outside, each with the array alone."""


class Module:
    """The code of a kernel: tables and functions, each written once."""

    def __init__(self) -> None:
        self.tables: dict[tuple[int, ...], str] = {}
        self.functions: dict[str, str] = {}
        self.by_text: dict[str, str] = {}
        self.fixed: dict[str, str] = {}
        """What functions return that only return one number, or one of their parameters."""
        self.given: dict[str, list[str]] = {}
        """The names of their parameters, the first of them `S`."""

    def table(self, values: tuple[int, ...]) -> str:
        """Return the name of a table of numbers."""
        return self.tables.setdefault(values, f"T{len(self.tables)}")

    def add(self, title: str, given: list[str], lines: list[str]) -> str:
        """Add a function; one that says the same is used again."""
        parameters = ", ".join(given)
        body = "\n".join(lines)
        key = f"{parameters}\n{body}"
        if key not in self.by_text:
            name, number = title, 1
            while name in self.functions:
                number += 1
                name = f"{title}_{number}"
            self.by_text[key] = name
            self.given[name] = given
            self.functions[name] = f"def {name}({parameters}):\n{body}"
            returned = body.strip().removeprefix("return ")
            if number_in(returned) is not None or returned in given:
                self.fixed[name] = returned
        return self.by_text[key]

    def looked_up(self, text: str) -> tuple[tuple[int, ...], str] | None:
        """Return the table that a value is looked up in, and where; None if it is another value."""
        found = _TABLE_OR_CALL.fullmatch(text)
        if found is None or found[2] == "(" or not is_closed(found[3]):
            return None
        return next(((values, found[3]) for values, name in self.tables.items() if name == found[1]), None)

    @property
    def text(self) -> str:
        """The whole module."""
        tables = [f"{name} = ({', '.join(map(str, values))},)" for values, name in self.tables.items()]
        return "\n".join([*tables, *self.functions.values()]) + "\n"


_TABLE_OR_CALL: Final = re.compile(r"(\w*)([\[(])(.*)[\])]")


def is_closed(text: str) -> bool:
    """Tell whether each bracket of a text is closed in it."""
    depth = 0
    for sign in text:
        depth += (sign in "([") - (sign in ")]")
        if depth < 0:
            return False
    return depth == 0


def calls(text: str) -> bool:
    """Tell whether a text calls a function of the array, which may change it."""
    return "(S," in text or "(S)" in text


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
