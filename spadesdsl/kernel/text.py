"""The text of a kernel: tables and functions, each written once."""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

from spadesdsl.kernel.values import NONE, number_in

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
        self.somebody: frozenset[str] = frozenset()
        """Places where there is always somebody."""
        self.never_nobody: set[str] = set()
        """Functions that never return nobody."""

    def table(self, values: tuple[int, ...]) -> str:
        """Return the name of a table of numbers."""
        return self.tables.setdefault(values, f"T{len(self.tables)}")

    def add(self, title: str, given: list[str], lines: list[str]) -> str:
        """Add a function; one that says the same is used again."""
        lines, parameters = _without_unread(lines), ", ".join(given)
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
            returns = [line.strip()[7:] for line in lines if line.strip().startswith("return ")]
            if len(lines) == 1 and (number_in(returns[0]) is not None or returns[0] in given):
                self.fixed[name] = returns[0]
            if all(self.is_somebody(one) for one in returns):
                self.never_nobody.add(name)
        return self.by_text[key]

    def is_somebody(self, text: str) -> bool:
        """Tell whether a value is surely not nobody."""
        if number_in(text) is not None or text in self.somebody:
            return number_in(text) != NONE
        if (found := _TABLE_OR_CALL.fullmatch(text)) is None or not is_closed(found[3]):
            return False
        if found[2] == "[":
            table = self.looked_up(text)
            return table is not None and NONE not in table[0]
        return found[1] in self.never_nobody or (not found[1] and _is_worked_out(found[3]))

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


def _is_worked_out(text: str) -> bool:
    """Tell whether a text between brackets is an operation on numbers, or a test: neither is ever nobody."""
    outside, depth = "", 0
    for sign in text:
        depth -= sign in ")]"
        outside += sign if depth == 0 else ""
        depth += sign in "(["
    return " if " not in outside and _OPERATION.search(outside) is not None


_OPERATION: Final = re.compile(r" (?:[-+*%&|^]|//|<<|>>|[=!<>]=|[<>]|and|or|in) |^not ")
_ASSIGNED: Final = re.compile(r" *(\w+) = (.*)")


def calls(text: str) -> bool:
    """Tell whether a text calls a function of the array, which may change it."""
    return "(S," in text or "(S)" in text


def _without_unread(lines: list[str], wanted: frozenset[str] = frozenset()) -> list[str]:
    """Leave out values that nothing reads, and an `if` with nothing else in it; but no variable that is `wanted`."""
    found = _ASSIGNED.fullmatch(lines[-2]) if len(lines) > 1 else None
    if found is not None and lines[-2:] == [f"    {found[1]} = {found[2]}", f"    return {found[1]}"]:
        lines = [*lines[:-2], f"    return {found[2]}"]
    sets = [_ASSIGNED.fullmatch(line) for line in lines]
    words = Counter(word for line in lines for word in _WORDS.findall(line))
    for one in sets:
        if one is not None:
            words[one[1]] -= 1 if calls(one[2]) else 1 + _WORDS.findall(one[2]).count(one[1])
    kept: list[str] = []
    for line, one, after, other in zip(lines, sets, [*lines[1:], ""], [*sets[1:], None], strict=True):
        if one is None or calls(one[2]) or one[1] in wanted:
            kept.append(line)
            continue
        is_followed = other is not None and one[1] == other[1] and _depth(line) == _depth(after)
        if words[one[1]] > 0 and (not is_followed or one[1] in _WORDS.findall(other[2])):  # type: ignore[index]
            kept.append(line)
        elif kept and _depth(line) > max(_depth(after), _depth(kept[-1])):  # alone in its block
            head, *others = reversed(kept)
            is_alone = _depth(head) > max(_depth(after), *map(_depth, others[:1]), 0)
            if is_alone or not head.lstrip().startswith("if ") or calls(head) or after.lstrip() == "else:":
                return _without_unread(lines, wanted | {one[1]})
            kept.pop()
    return kept if len(kept) == len(lines) else _without_unread(kept, wanted)


_WORDS: Final = re.compile(r"\b[a-z]\w*\b")


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
