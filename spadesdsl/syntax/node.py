"""What every node is: frozen, typed, with a span that does not count for equality.

A node class says with `form` how it is written, and with `kinds` which productions of the grammar it is made from;
`spadesdsl.syntax.building` and `spadesdsl.syntax.writing` do the rest.

A form is words, with fields in braces:

    {name}              a word, a number, a node
    {name|nobody}       `nobody` stands for None
    {name:sum}          an expression where the grammar looks for `sum`; without, its own production says what for
    {names:,/}          all of a tuple, and what is between two of them
    {name:quoted}       a text, or several, in quotation marks
    {flag:yes|no}       one word if it is true, another if it is not
    [ of {name}]        nothing at all if the field is None, false or empty
    /  //               a space where a long line may be broken; `//` is where it is broken first
    [[  {{              the signs themselves
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from operator import attrgetter
from typing import Any, ClassVar, TypeAlias

from spadesdsl.frozen import Frozen, FrozenType, field, fields, reader
from spadesdsl.source import NOWHERE, Span

SOFT = "\x00"
"""A space at which a line may be broken."""
HARD = "\x01"
"""A space at which a line is broken before any other."""

# ---------------------------------------------------------------- words, by what they are

Text: TypeAlias = str
"""What is in quotation marks."""
OwnName: TypeAlias = str
"""A name that the file gives to something: no word of the language."""
Rank: TypeAlias = str
Holder: TypeAlias = str
"""`player` or `seat`."""
Subject: TypeAlias = str
"""Whom a quantity may be for: a player, a side, a card."""
Others: TypeAlias = str
"""How those sit who are in no team: `alone` or `together`."""
Unit: TypeAlias = str
Then: TypeAlias = str
"""What is chosen when time runs out."""
Keyword: TypeAlias = str
"""A word of the language."""

# ---------------------------------------------------------------- classes

KINDS: dict[str, type[Node]] = {}
"""By production of the grammar: the class that is made from it."""
_CAPITAL = re.compile(r"(?<!^)(?=[A-Z])")


class _NodeType(FrozenType):
    """Enters each class under its productions."""

    def __new__(cls, name: str, bases: tuple[type, ...], space: dict[str, Any]) -> Any:
        made = super().__new__(cls, name, bases, space)
        has_none = getattr(made.__base__, "kinds", None) == ()
        usual = () if has_none else (_CAPITAL.sub("_", name).lower(),)
        made.kinds = space.get("kinds", usual)
        KINDS.update(dict.fromkeys(made.kinds, made))
        return made


class Node(Frozen, metaclass=_NodeType):
    """A part of a parsed file."""

    form: ClassVar[str] = ""
    """How it is written."""
    kinds: ClassVar[Iterable[str]] = ("node",)
    """The productions that it is made from, if they are not called as the class is; each may fix some of the fields.

    The classes below one that has none have none either.
    """
    span: Span = field(default=NOWHERE, compare=False, repr=False, kw_only=True)

    def template(self) -> str:
        """Return how this node is written, if that depends on its fields."""
        return self.form


def below(node: Node) -> list[Node]:
    """Return the nodes directly below a node, in order."""
    found: list[Node] = []
    for value in _held(type(node))(node):
        found += [one for one in (value if value.__class__ is tuple else (value,)) if isinstance(one, Node)]
    return found


@cache
def _held(kind: Any) -> Callable[[Any], tuple[Any, ...]]:
    """Return what reads the fields of a class that can hold nodes."""
    return reader(tuple(one.name for one in fields(kind) if "Span" not in str(one.type)))


def operands_of(node: Node) -> list[tuple[str, Any]]:
    """List the fields of a node that hold one node each, and of which its form does not say how they are written."""
    written = (part for part in _fields(parts_of(node.template())) if not part.more)
    return [(part.name, value) for part in written if isinstance(value := part.value(node), Node)]


def _fields(parts: tuple[Part, ...]) -> Iterator[Field]:
    for part in parts:
        if isinstance(part, Field):
            yield part
        elif not isinstance(part, str):
            yield from _fields(part)


# ---------------------------------------------------------------- forms

_SIGNS = re.compile(r"\{\{|\}\}|\[\[|\]\]|\{[^{}]*\}|\[|\]|//|/|[^][{}/]+")
_FIELD = re.compile(r"\{([\w.]+)(?:\|([^:]*))?(?::(.*))?\}")


class Field(Frozen):
    """A field of a form."""

    value: Callable[[Node], Any]
    name: str
    default: str
    """What means None."""
    more: str
    """The part after the `:`."""


Part: TypeAlias = "str | Field | tuple[Part, ...]"
"""Words, a field, or parts that are left out together."""


@cache
def parts_of(form: str) -> tuple[Part, ...]:
    """Split a form into its parts."""
    outer: list[Part] = []
    inner: list[Part] | None = None
    for sign in _SIGNS.findall(form):
        here = outer if inner is None else inner
        if sign == "[":
            inner = []
        elif sign == "]":
            outer.append(tuple(inner or ()))
            inner = None
        elif (found := _FIELD.fullmatch(sign)) is not None:
            here.append(Field(attrgetter(found[1]), found[1], found[2] or "", _spaced(found[3] or "")))
        else:
            here.append(_spaced(sign[:1] if sign in ("{{", "}}", "[[", "]]") else sign))
    return tuple(outer)


def _spaced(words: str) -> str:
    return words.replace("//", HARD).replace("/", SOFT)
