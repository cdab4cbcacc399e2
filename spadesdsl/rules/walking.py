"""Walking over terms: their parts, their free variables, what they read."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from spadesdsl.rules.terms import (
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
    Moved,
    Op,
    OptionRef,
    Ran,
    Run,
    TallyRef,
    Term,
    Var,
    ZoneRef,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from spadesdsl.rules.game import Let


def parts_of(term: Term) -> tuple[Term, ...]:
    """Return the terms directly inside a term."""
    match term:
        case Const() | Var() | OptionRef() | Moved():
            return ()
        case LetRef(subject=one) | ZoneRef(owner=one) | TallyRef(holder=one) | Answer(who=one) | Ran(who=one):
            return () if one is None else (one,)
        case Did(who=who, arguments=arguments):
            return arguments if who is None else (who, *arguments)
        case IsBid(bid=bid, arguments=arguments):
            return (bid, *arguments)
        case BidParameter(bid=bid):
            return (bid,)
        case Broke(who=who):
            return (who,)
        case Op(arguments=arguments):
            return arguments
        case Filter(of=of, condition=inner) | Holds(of=of, condition=inner) | Run(of=of, condition=inner):
            return (of, inner)
        case Fold(of=of, body=body):
            return (of, body)
        case Extreme(of=of, keys=keys):
            return (of, *keys)
        case _:
            assert_never(term)


def walk(term: Term) -> Iterator[Term]:
    """Go over a term and all its parts."""
    waiting = [term]
    while waiting:
        one = waiting.pop()
        yield one
        waiting.extend(reversed(parts_of(one)))


def walk_through(term: Term, lets: Mapping[str, Let]) -> Iterator[Term]:
    """Go over a term, all its parts, and those of the quantities that it reads, each once."""
    seen: set[str] = set()
    waiting = [term]
    while waiting:
        for one in walk(waiting.pop()):
            yield one
            if isinstance(one, LetRef) and one.let not in seen and one.let in lets:
                seen.add(one.let)
                waiting.append(lets[one.let].body)


def free_variables(term: Term) -> frozenset[str]:
    """Return the names of the variables that are given from outside: `player`, `side`, `card`, `param:n`."""
    # Variables of quantities are numbered `v1`, `v2` …, so a free one is known by its name.
    return frozenset(one.name for one in walk(term) if isinstance(one, Var) and not one.name[1:].isdigit())
