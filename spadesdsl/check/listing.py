"""The possible values of a parameter that lists its choices: `of suit, grand, null`, `of clubs, hearts, none`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from spadesdsl.check.findings import mistake
from spadesdsl.check.scopes import NOBODY_ASKED
from spadesdsl.rules.operations import NUMBER, SEAT, SUIT
from spadesdsl.rules.terms import Const, Kind, Type
from spadesdsl.syntax import nodes

if TYPE_CHECKING:
    from collections.abc import Iterable

    from spadesdsl.check.checker import Checker
    from spadesdsl.rules.terms import Value

_NOBODY = ("none", "nobody")


def listed(checker: Checker, choices: nodes.Listed) -> tuple[Type, tuple[Value, ...]]:
    """Return the type of a list of choices and its values: suits, seats, cards, ranks or numbers, or else words."""
    items = choices.choices
    names = [one.name for one in items if isinstance(one, nodes.Name)]
    table = checker.symbols.table
    if len(names) == len(items):
        things = [name for name in names if name not in _NOBODY]
        for kind, known in ((SUIT, table.suits), (SEAT, table.seats)):
            if things and all(name in known for name in things):
                kind = replace(kind, words=("none",)) if len(things) < len(names) else kind
                return kind, _each(known.index(name) if name in known else None for name in names)
        if not any(name in table.added for name in names):
            return Type(Kind.WORD, words=tuple(dict.fromkeys(names))), _each(names)
    if all(isinstance(one, nodes.Number) for one in items):
        return NUMBER, _each(one.value for one in items if isinstance(one, nodes.Number))
    mixed = mistake(
        "E449",
        choices.span,
        "These choices are not all of the same kind.",
        "make them all words, suits, seats, cards, ranks or numbers",
    )
    if any(name not in table.added for name in names):
        raise mixed
    has_ranks = any(isinstance(one, nodes.RankName) for one in items)
    terms = [
        checker.typed(NOBODY_ASKED, nodes.RankName(str(one.value), span=one.span))
        if has_ranks and isinstance(one, nodes.Number)
        else checker.typed(NOBODY_ASKED, one)
        for one in items
    ]
    if any(term.type != terms[0].type for term in terms):
        raise mixed
    return terms[0].type, _each(term.value for term in terms if isinstance(term, Const))


def _each(values: Iterable[Value]) -> tuple[Value, ...]:
    """Return values in order, each once."""
    return tuple(dict.fromkeys(values))
