"""What a term reads: its parts, and the ops, lets and answers among them, through the lets that it uses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadesdsl.check.terms import (
    Answer,
    BidParameter,
    Broke,
    Const,
    Did,
    Extreme,
    Filter,
    Fold,
    Holds,
    IsBid,
    LetRef,
    Op,
    OptionRef,
    Run,
    TallyRef,
    Term,
    Var,
    ZoneRef,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spadesdsl.binding.compiler import Compiler


def parts(term: Term) -> tuple[Term, ...]:
    """Return the terms that a term is made of."""
    match term:
        case Const() | Var() | OptionRef():
            return ()
        case LetRef():
            return () if term.subject is None else (term.subject,)
        case ZoneRef():
            return () if term.owner is None else (term.owner,)
        case TallyRef():
            return () if term.holder is None else (term.holder,)
        case Answer():
            return () if term.who is None else (term.who,)
        case Did():
            return term.arguments if term.who is None else (term.who, *term.arguments)
        case IsBid():
            return (term.bid, *term.arguments)
        case BidParameter():
            return (term.bid,)
        case Broke():
            return (term.who,)
        case Op():
            return term.arguments
        case Filter() | Holds() | Run():
            return (term.of, term.condition)
        case Fold():
            return (term.of, term.body)
        case Extreme():
            return (term.of, *term.keys)


def walk(term: Term) -> Iterator[Term]:
    """Give a term and all its parts, outermost first."""
    yield term
    for part in parts(term):
        yield from walk(part)


def variables(term: Term) -> frozenset[str]:
    """Return the names of the variables that a term reads."""
    return frozenset(part.name for part in walk(term) if isinstance(part, Var))


def deep(compiler: Compiler, term: Term) -> Iterator[Term]:
    """Give a term and all its parts, and those of the lets that it reads, each let once."""
    seen: set[str] = set()
    waiting = [term]
    while waiting:
        for part in walk(waiting.pop()):
            yield part
            if isinstance(part, LetRef) and part.let not in seen:
                seen.add(part.let)
                waiting.append(compiler.lets[part.let].body)


def ops_read(compiler: Compiler, term: Term) -> frozenset[str]:
    """Return the names of all ops that a term reads, through the lets that it uses."""
    return frozenset(part.op for part in deep(compiler, term) if isinstance(part, Op))
