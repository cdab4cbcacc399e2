"""How a case of a line is written: the one that is missing, and one that leaves out what another says."""

from __future__ import annotations

from itertools import chain, combinations

from spadesdsl.algebra.forms import joined, negated
from spadesdsl.frozen import replace
from spadesdsl.proofs.context import ProofContext
from spadesdsl.rules.game import Rules
from spadesdsl.rules.parts import Line
from spadesdsl.rules.terms import Kind, Op, Term
from spadesdsl.rules.walking import MIRRORED, walk


def case_without(context: ProofContext, game: Rules, condition: Term, other: Term) -> str:
    """Return a condition where another one does not hold, in words of the file: of that only what is not said yet."""
    asker = context.asker(game)
    form = asker.former.condition(condition)
    left = [part for part in _parts(other) if asker.can_hold(form, negated(asker.former.condition(part)))]
    one = left[0] if len(left) == 1 else other
    said = context.said(condition)
    said = f"({said})" if isinstance(condition, Op) and condition.op == "or" else said
    return f"{said} and {context.said_not(one)}"


def _parts(condition: Term) -> tuple[Term, ...]:
    """Return the conditions that a condition joins with `and`."""
    if isinstance(condition, Op) and condition.op == "and":
        return tuple(part for one in condition.arguments for part in _parts(one))
    return (condition,)


def missing_case(context: ProofContext, game: Rules, line: Line) -> str:
    """Return what holds whenever no case of a line does, in few words of its cases; empty if that takes more."""
    asker = context.asker(game)
    conditions = [case.condition for case in line.cases if case.condition is not None]
    gap = joined("and", (asker.former.condition(line.when), *(negated(asker.former.form(one)) for one in conditions)))
    parts = {context.said(part): part for one in conditions for part in walk(one) if _is_part(part)}
    told = {said: asker.former.form(part) for said, part in parts.items()}
    told |= {context.said_not(part): negated(told[said]) for said, part in parts.items()}
    for part in (one for one in parts.values() if isinstance(one, Op) and one.op in MIRRORED):
        for op in ("=", *MIRRORED):
            left, right = map(context.said, part.arguments)
            told.setdefault(f"{left} {op} {right}", asker.former.form(replace(part, op=op)))
    told = {said: form for said, form in told.items() if not asker.can_hold(gap, negated(form))}
    for said in chain(combinations(told, 1), combinations(told, 2)):
        if not asker.can_hold(*(told[one] for one in said), negated(gap)):
            return " and ".join(said)
    return ""


def _is_part(term: Term) -> bool:
    """Tell whether a term is a condition that joins no others."""
    return term.type.kind is Kind.TRUTH and not (isinstance(term, Op) and term.op in ("and", "or", "not"))
