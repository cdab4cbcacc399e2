"""From rules to Python source: the text of functions, and the functions themselves.

A `Writer` holds the text of a function that is being written. A `Module` holds the functions of one edition of a game:
it hands out a function as soon as its text exists, and compiles it when it is first called. The text contains only
numbers and names of our own, never words from a file.
"""

from __future__ import annotations

import builtins
import re
from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from keyword import iskeyword
from types import CodeType, FunctionType
from typing import Any

from spadesdsl.engine import queries
from spadesdsl.engine.spec import Code
from spadesdsl.rules.statements import Statements


class Writer(Statements):
    """The text of one function over a state `s` and an environment `e`."""

    def fresh(self) -> str:
        """Return a new local name."""
        self.names_made += 1
        return f"t{self.names_made}"

    def name(self, text: str) -> str:
        """Give a value a name, so that it can be read more than once."""
        if text.isidentifier() and not iskeyword(text):
            return text
        local = self.fresh()
        self.line(f"{local} = {text}")
        return local


class Module:
    """The functions of one edition of a game, as one Python module."""

    def __init__(self, number: int) -> None:
        """Begin with the queries that rules make of a state, and a number that tells games apart in a state's memo."""
        self.names: dict[str, Any] = {
            **vars(queries), "__builtins__": _BUILTINS, "__link__": self.link, "GAME": number,
        }  # fmt: skip
        self._texts: dict[str, str] = {}
        """Text of each function, by name."""
        self._by_text: dict[tuple[str, ...], str] = {}
        self._functions: dict[str, FunctionType] = {}

    def constant(self, value: object) -> str:
        """Return the name that the functions read a value by."""
        name = f"K{sum(1 for known in self.names if known.startswith('K'))}"
        self.names[name] = value
        return name

    def option(self, number: int, value: int) -> str:
        """Return the name that the functions read an option by which is a number; another value has another name."""
        name = f"O{number}_{value}".replace("-", "m")
        self.names[name] = value
        return name

    def function(self, title: str, lines: list[str], parameters: str = "s, e") -> FunctionType:
        """Return the function of these statements; the same statements give the same function."""
        key = (parameters, *lines)
        if key not in self._by_text:
            name = title
            number = 1
            while name in self._texts:
                number += 1
                name = f"{title}_{number}"
            self._by_text[key] = name
            self.declare(name, parameters)
            self.define(name, lines, parameters)
        return self._functions[self._by_text[key]]

    def declare(self, name: str, parameters: str) -> None:
        """Declare a function whose text comes later, so that others can call it."""
        made = FunctionType(_LINK[parameters], self.names, name)
        made.__defaults__ = (name,)
        self.names[name] = self._functions[name] = made

    def define(self, name: str, lines: list[str], parameters: str) -> None:
        """Give a declared function its text."""
        self._texts[name] = "\n".join((f"def {name}({parameters}):", *lines))

    def link(self, name: str) -> Code:
        """Compile a function when it is first called, and return it."""
        function = self._functions[name]
        function.__code__, function.__defaults__ = _compiled(self._texts[name]), None
        return function

    def inlined(self, function: Code, writer: Writer) -> str:
        """Write the statements of a function into another; return its result."""
        *statements, last = self._texts[function.__name__].split("\n")[1:]
        for statement in statements:
            writer.line(statement[4:])
        return last.strip().removeprefix("return ")

    def reads_environment(self, lines: Iterable[str]) -> bool:
        """Tell whether statements read the environment, themselves or in a named quantity."""
        return any(
            re.search(r"\be\b", line.replace("(s, e, ", "(s, "))
            or any(self.reads_environment(self._texts[name].split("\n")[1:]) for name in re.findall(r"\blet_\w+", line))
            for line in lines
        )

    def text_of(self, function: FunctionType) -> str:
        """Return the text of a function."""
        return self._texts[function.__name__]

    @property
    def text(self) -> str:
        """The whole module for people to read: the meaningful constants first, then the functions."""
        constants = [f"{name} = {value!r}" for name, value in self.names.items() if _is_told(name, value)]
        return "\n".join(constants) + "\n\n\n" * bool(constants) + "\n\n\n".join(self._texts.values()) + "\n"


def _is_told(name: str, value: object) -> bool:
    return name[0] == "K" and name[1:].isdigit() and isinstance(value, str | Fraction | tuple | dict) and bool(value)


@lru_cache(maxsize=4096)
def _compiled(text: str) -> CodeType:
    """Compile a function; the same text is compiled only once, whichever game it belongs to."""
    return next(code for code in compile(text, "<rules>", "exec").co_consts if isinstance(code, CodeType))


_LINK = {
    "s, e": _compiled("def f(s, e, name):\n return __link__(name)(s, e)"),
    "s, e, who": _compiled("def f(s, e, who, name):\n return __link__(name)(s, e, who)"),
    "s, seat, cards, watch": _compiled(
        "def f(s, seat, cards, watch, name):\n return __link__(name)(s, seat, cards, watch)"
    ),
}
"""The stand-in for a function until it is called: it compiles the function and calls it."""

_BUILTINS = {
    name: getattr(builtins, name)
    for name in ("abs", "bool", "int", "len", "max", "min", "sum", "tuple", "range", "KeyError")
}
"""The only Python built-ins that the functions may use."""
