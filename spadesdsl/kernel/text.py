"""The text of a kernel: tables and functions, each written once."""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

from spadesdsl.kernel.values import NONE, number_in

EXPORTS: Final = (
    *("start", "advance", "play_chosen", "take_chosen", "play_out", "rollouts", "think", "begin", "step"),
    *("volunteers", "volunteer"),
    *("solve_cards", "solve_worths", "solve_tricks", "forget"),
)
"""The functions that are called from outside, each with the array alone."""


class Module:
    """The code of a kernel: tables and functions, each written once."""

    def __init__(self) -> None:
        """Begin without any."""
        self.tables: dict[tuple[int, ...], str] = {}
        self.functions: dict[str, str] = {}
        self.by_text: dict[str, str] = {}
        self.fixed: dict[str, str] = {}
        """What functions return that only return one number."""
        self.somebody: frozenset[str] = frozenset()
        """Places where there is always somebody."""
        self.never_nobody: set[str] = set()
        """Functions that never return nobody."""

    def table(self, values: tuple[int, ...]) -> str:
        """Return the name of a table of numbers."""
        return self.tables.setdefault(values, f"T{len(self.tables)}")

    def add(self, title: str, parameters: str, lines: list[str]) -> str:
        """Add a function; one that says the same is used again."""
        lines = _without_unread(lines)
        body = "\n".join(lines)
        key = f"{parameters}\n{body}"
        if key not in self.by_text:
            name, number = title, 1
            while name in self.functions:
                number += 1
                name = f"{title}_{number}"
            self.by_text[key] = name
            self.functions[name] = f"def {name}({parameters}):\n{body}"
            returns = [line.strip()[7:] for line in lines if line.strip().startswith("return ")]
            if len(lines) == 1 and returns and number_in(returns[0]) is not None:
                self.fixed[name] = returns[0]
            if all(self.is_somebody(one) for one in returns):
                self.never_nobody.add(name)
        return self.by_text[key]

    def is_somebody(self, text: str) -> bool:
        """Tell whether a value is surely not nobody."""
        if number_in(text) is not None or text in self.somebody:
            return number_in(text) != NONE
        found = _TABLE_OR_CALL.fullmatch(text)
        if found is None or not _is_closed(found[3]):
            return False
        if found[2] == "(":
            return found[1] in self.never_nobody
        return any(name == found[1] and NONE not in values for values, name in self.tables.items())

    @property
    def text(self) -> str:
        """The whole module."""
        tables = [f"{name} = ({', '.join(map(str, values))},)" for values, name in self.tables.items()]
        return "\n".join([*tables, *self.functions.values()]) + "\n"


_TABLE_OR_CALL: Final = re.compile(r"(\w+)([\[(])(.*)[\])]")


def _is_closed(text: str) -> bool:
    """Tell whether each bracket of a text is closed in it."""
    depth = 0
    for sign in text:
        depth += (sign in "([") - (sign in ")]")
        if depth < 0:
            return False
    return depth == 0


_ASSIGNED: Final = re.compile(r" *(\w+) = (.*)")


def _without_unread(lines: list[str]) -> list[str]:
    """Leave out variables that nothing reads, unless a block would be left with nothing in it."""
    words = Counter(word for line in lines for word in re.findall(r"\b[a-z]\w*\b", line))
    kept: list[str] = []
    for line, after in zip(lines, [*lines[1:], ""], strict=True):
        found = _ASSIGNED.fullmatch(line)
        is_read = found is None or words[found[1]] > 1 or "(S" in found[2]
        if is_read or _depth(line) not in (_depth(after), _depth(kept[-1]) if kept else -1):
            kept.append(line)
    return kept


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())


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
