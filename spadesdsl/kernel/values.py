"""What the code of a kernel is written with: values with their types, numbers that are worked out at once."""

from __future__ import annotations

from collections.abc import Callable
from operator import not_
from typing import Any, Final, NamedTuple

NONE: Final = -1073741824
"""Nobody, in a place that can hold a number."""


WIDEST: Final = 62
"""Cards that fit into a word of 64 bits."""


class CannotCompileError(Exception):
    """A rule that no kernel can be made for; `rule` is its name."""

    rule = ""

    @property
    def why(self) -> str:
        """Which rule it is, and why."""
        return f"{f'`{self.rule}`' if self.rule else 'a rule'} cannot be compiled: it has {self}"


class Type(NamedTuple):
    """What a value is: `num`, `set` (a mask), `row`, `arr`, `bid`, `answer`, `trick`, `this`, `kept`, `sorted`."""

    name: str
    of: Any = ""
    """What a set, a row or an array holds; of a number, what it numbers."""
    stride: int = 1
    """Of an array: how many places each of its elements takes."""


NUM: Final = Type("num")
CARD: Final = Type("num", "card")
SEAT: Final = Type("num", "seat")
CARDS: Final = Type("set", "card")
ROW: Final = Type("row", "card")
STACK: Final = Type("row", "card", 2)
"""A hand as a pile, if it is one."""
EMPTY: Final = Type("empty")
NOBODY: Final = Type("nobody")
"""What is always None: a parameter that is left out."""
TORN: Final = Type("torn")
"""What two branches give a value that a kernel keeps in different ways."""
DIFFERENT: Final = "a choice between things that a kernel keeps in different ways"
WATCH: Final = Type("watch")
"""Who looks on while cards are narrowed: the mask of the card that was chosen."""


class Held:
    """Something that is known while a kernel is written: a rule, a node of the plan, one of their functions."""

    __slots__ = ("it",)

    def __init__(self, it: Any) -> None:  # noqa: ANN401 - anything that a game holds
        self.it = it

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Held) and self.it is other.it

    def __hash__(self) -> int:
        """Hash it as itself, not as what it says."""
        return id(self.it)


ENV: Final = Type("env")
"""The environment: there is only one, so a new one takes the place of the one before."""


TURNS: Final = Type("turns")
"""Whose turn it is, at the point of the plan that a deal has reached: there is one place for it."""
ORDER: Final = Type("order")
"""How many turns are listed."""
OPTION: Final = Type("option")
OPTIONS: Final = Type("options")
"""A list of options: the number of the first one. It is what has been listed since."""
ENTRY: Final = Type("entry")
"""Who takes an option: the seat of the one that is called `option`."""
WITHOUT_CODE: Final = frozenset(("entry", "nobody", "held", "env", "envs", "turns"))
"""The types of what a function is not given: it is known, or there is only one."""


class Value(NamedTuple):
    """An expression of the code that is being written."""

    text: str
    type: Type = NUM
    other: str = ""
    """Of cards kept of a row: the mask that they are kept by."""


def held(it: Any) -> Value:  # noqa: ANN401 - anything that a game holds
    """Return what is known as a value: there is no code for it."""
    return Value("", Type("held", Held(it)))


def shares_of(kind: Type) -> int:
    """Return how many shares make one."""
    return kind.of if kind.name == "share" else 1


class Name(NamedTuple):
    """A function that has been written, bound to a name of a template."""

    code: Any
    """A function of the rules, or the name of one that has been written."""
    type: Type = NUM


class Function(NamedTuple):
    """A function that has been written."""

    name: str
    type: Type


_FOLDS: Final[dict[str, Callable[[int, int], int]]] = {
    "+": int.__add__, "-": int.__sub__, "*": int.__mul__, "&": int.__and__, "|": int.__or__, "<<": int.__lshift__,
    ">>": int.__rshift__, "//": int.__floordiv__, "%": int.__mod__, "^": int.__xor__,
}  # fmt: skip
_TURNS: Final[dict[str, Callable[[int], int]]] = {"-": int.__neg__, "~": int.__invert__, "not ": not_}
TESTS: Final[dict[str, Callable[[int, int], bool]]] = {
    "==": int.__eq__, "!=": int.__ne__, "<": int.__lt__, "<=": int.__le__, ">": int.__gt__, ">=": int.__ge__,
}  # fmt: skip


def number_in(text: str) -> int | None:
    """Return the number that a text is; None if it is more than a number."""
    plain = text[1:-1] if text.startswith("(-") and text.endswith(")") else text
    if plain in ("True", "False"):
        return int(plain == "True")
    return int(plain) if plain.lstrip("-").isdigit() else None


def literal(value: object) -> str:
    """Write a constant."""
    number = NONE if value is None else int(value)  # type: ignore[call-overload]
    return str(number) if number >= 0 else f"({number})"


def unary(sign: str, one: str) -> str:
    """Write an operation on one thing, worked out if it is a number."""
    fixed = number_in(one)
    return f"({sign}{one})" if fixed is None else literal(_TURNS[sign](fixed))


def binary(one: str, sign: str, other: str) -> str:
    """Write an operation, worked out if both sides are numbers."""
    first, second = number_in(one), number_in(other)
    if first is not None and second is not None and not (sign in ("//", "%") and second == 0):
        return literal(_FOLDS[sign](first, second))
    if (sign in ("+", "-", "|", "<<", ">>") and second == 0) or (sign in ("*", "//") and second == 1):
        return one
    if (sign in ("+", "|") and first == 0) or (sign == "*" and first == 1):
        return other
    if sign == "&" and -1 in (first, second):
        return other if first == -1 else one
    if (sign in ("&", "*") and 0 in (first, second)) or (sign in ("<<", ">>") and first == 0):
        return "0"
    if sign == "%" and second in (2, 4, 8):
        return f"({one} & {second - 1})"
    if sign == "+" and second is not None and one.endswith(")"):  # join numbers: (x + 3) + 4
        head, _, tail = one[1:-1].rpartition(" + ")
        inner = number_in(tail)
        if head and inner is not None and head.count("(") == head.count(")"):
            return binary(head, "+", str(inner + second))
    return f"({one} {sign} {other})"
