"""What a term of a game reads, through the quantities that it uses. The walk itself is `spadesdsl.check.reading`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadesdsl.check.reading import walk, walk_through
from spadesdsl.check.terms import Op, Var

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spadesdsl.binding.compiler import Compiler
    from spadesdsl.check.terms import Term


def variables(term: Term) -> frozenset[str]:
    """Return the names of the variables that a term reads."""
    return frozenset(part.name for part in walk(term) if isinstance(part, Var))


def deep(compiler: Compiler, term: Term) -> Iterator[Term]:
    """Give a term and all its parts, and those of the quantities that it reads, each once."""
    return walk_through(term, compiler.lets)


def ops_read(compiler: Compiler, term: Term) -> frozenset[str]:
    """Return the names of all ops that a term reads, through the quantities that it uses."""
    return frozenset(part.op for part in deep(compiler, term) if isinstance(part, Op))
