"""The cases of a line: how the missing one is written, and one that leaves out what another says; which never hold."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations

from spadesdsl.algebra.forms import joined, negated
from spadesdsl.frozen import replace
from spadesdsl.proofs.asked import Condition, answers_of
from spadesdsl.proofs.claims import Event, id_of
from spadesdsl.proofs.context import ProofContext
from spadesdsl.rules.game import Rules
from spadesdsl.rules.parts import Line
from spadesdsl.rules.terms import Holds, Kind, Op, Term
from spadesdsl.rules.walking import MIRRORED, walk
from spadesdsl.rules.walking import joined as joined_terms


def case_without(context: ProofContext, game: Rules, condition: Term, other: Term) -> str:
    """Return a condition where another one does not hold, in words of the file: of that only what is not said yet."""
    asker = context.asker(game)
    form = asker.former.condition(condition)
    left = [part for part in _parts(other) if asker.can_hold(form, negated(asker.former.condition(part)))]
    one = left[0] if len(left) == 1 else other
    return f"{_closed(condition, context.said(condition))} and {_closed(one, context.said_not(one))}"


def _closed(condition: Term, said: str) -> str:
    """Put brackets around what is said of a condition if it would take in an `and` beside it, as `some …` does."""
    last = condition
    while isinstance(last, Op) and last.op in ("and", "not"):
        last = last.arguments[-1]
    is_open = isinstance(last, Holds) or (isinstance(last, Op) and last.op in ("or", "if"))
    return f"({said})" if is_open and not (said.startswith("not (") and said.endswith(")")) else said


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
    closed = {said: _closed(part, said) for said, part in parts.items()}
    closed |= {denied: _closed(part, denied) for part in parts.values() if (denied := context.said_not(part))}
    told |= {context.said_not(part): negated(told[said]) for said, part in parts.items()}
    for part in (one for one in parts.values() if isinstance(one, Op) and one.op in MIRRORED):
        for op in ("=", *MIRRORED):
            left, right = part.arguments
            told.setdefault(context.compared(left, op, right), asker.former.form(replace(part, op=op)))
    told = {said: form for said, form in told.items() if not asker.can_hold(gap, negated(form))}
    for said in chain(combinations(told, 1), combinations(told, 2)):
        if not asker.can_hold(*(told[one] for one in said), negated(gap)):
            return " and ".join(said if len(said) == 1 else (closed.get(one, one) for one in said))
    return ""


def _is_part(term: Term) -> bool:
    """Tell whether a term is a condition that joins no others."""
    return term.type.kind is Kind.TRUTH and not (isinstance(term, Op) and term.op in ("and", "or", "not"))


def never_counts(context: ProofContext, game: Rules, line: Line) -> Iterator[int]:
    """Yield the cases of a line that were not seen to count, and never hold when a deal is scored."""
    for at, case in enumerate(line.cases):
        whole = joined_terms([one for one in (line.when, case.condition) if one is not None])
        if case.condition is None or whole is None or context.record.has(Event.CASE, id_of(line.rule), at):
            continue
        if not answers_of(context, game, Condition(line.rule, whole))[0]:
            yield at
