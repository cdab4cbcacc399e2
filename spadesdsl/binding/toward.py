"""Which tricks count toward a contract, if the lines of the score sheet agree on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from spadesdsl.rules.terms import Broke, Kind, LetRef, Op, Term, Var, ZoneRef
from spadesdsl.rules.walking import parts_of, walk_through

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spadesdsl.binding.compiler import Compiler

_COMPARISONS: Final = frozenset({"=", "!=", "<", "<=", ">", ">="})
_HIDDEN: Final = frozenset(
    {"hand", "holder", "sure_of_the_rest", "random", "side_subtotal", "seat_score", "side_score"}
)


def tricks_toward(compiler: Compiler) -> Term | None:
    """Return what the sheet compares with a side's contract, if it is a single thing that everybody may know."""
    found: dict[Term, None] = {}
    for line in compiler.game.scoring.lines:
        for term in (line.when, *(part for case in line.cases for part in (case.condition, case.value))):
            if term is not None and line.bid_type is None:
                found.update(dict.fromkeys(_compared(compiler, term)))
    if len(found) != 1:
        return None
    term = next(iter(found))
    return None if any(_is_hidden(part) for part in walk_through(term, compiler.lets)) else term


def _compared(compiler: Compiler, term: Term) -> Iterator[Term]:
    """Yield each amount of tricks that a term, or a quantity of the side that it reads, compares with the contract."""
    seen: set[str] = set()
    waiting = [term]
    while waiting:
        one = waiting.pop()
        if isinstance(one, Op) and one.op in _COMPARISONS and any(map(_is_contract, one.arguments)):
            yield from (part for part in one.arguments if not _is_contract(part) and part.type.kind is Kind.TRICKS)
        if isinstance(one, LetRef) and one.let not in seen and (one.subject is None or _is_side(one.subject)):
            seen.add(one.let)
            waiting.append(compiler.lets[one.let].body)
        waiting += parts_of(one)


def _is_contract(term: Term) -> bool:
    return isinstance(term, Op) and term.op == "side_contract" and _is_side(term.arguments[0])


def _is_side(term: Term) -> bool:
    return isinstance(term, Var) and term.name == "side"


def _is_hidden(term: Term) -> bool:
    return isinstance(term, Broke | ZoneRef) or (isinstance(term, Op) and term.op in _HIDDEN)
