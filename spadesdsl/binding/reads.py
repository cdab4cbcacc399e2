"""What a term of a game reads, through the quantities that it uses. The walk itself is `spadesdsl.rules.walking`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadesdsl.rules.operations import Topic, topic_of
from spadesdsl.rules.terms import LetRef, Op, Var, ZoneRef
from spadesdsl.rules.walking import parts_of, walk, walk_through

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spadesdsl.binding.compiler import Compiler
    from spadesdsl.rules.terms import Term


def variables(term: Term) -> frozenset[str]:
    """Return the names of the variables that a term reads."""
    return frozenset(part.name for part in walk(term) if isinstance(part, Var))


def deep(compiler: Compiler, term: Term) -> Iterator[Term]:
    """Yield a term and all its parts, and those of the quantities that it reads, each once."""
    return walk_through(term, compiler.lets)


def ops_read(compiler: Compiler, term: Term) -> frozenset[str]:
    """Return the names of all ops that a term reads, through the quantities that it uses."""
    return frozenset(part.op for part in deep(compiler, term) if isinstance(part, Op))


_PUBLIC = ("count", "is_empty")
"""Everybody sees how many cards a seat holds; only the seat sees which."""


def reads_own_cards(compiler: Compiler, term: Term) -> bool:
    """Tell whether a condition reads cards that only its seat sees, so that its answer would give them away."""
    seen: set[str] = set()
    waiting = [term]
    while waiting:
        one = waiting.pop()
        if _is_own(compiler, one):
            return True
        if isinstance(one, LetRef) and one.let not in seen:
            seen.add(one.let)
            waiting.append(compiler.lets[one.let].body)
        parts = parts_of(one)
        waiting += () if isinstance(one, Op) and one.op in _PUBLIC and _is_own(compiler, parts[0]) else parts
    return False


def _is_own(compiler: Compiler, term: Term) -> bool:
    """Tell whether a term is a hand, or a zone that only its owner sees."""
    if isinstance(term, ZoneRef):
        return compiler.zones[term.zone].seen_by_owner
    return isinstance(term, Op) and topic_of(term.op) is Topic.HAND
