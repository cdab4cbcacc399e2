"""Deals and games that come nearer to a case, step by step: a case at one score is seldom met by chance.

How far a side is from a condition is an amount: of `score = 77`, by how much its score differs from 77.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import reduce
from heapq import heappop, heappush, nsmallest
from itertools import chain, count, permutations
from math import inf
from random import Random
from typing import Final

from spadesdsl.binding.compiler import Compiler
from spadesdsl.engine.game import Game, State
from spadesdsl.engine.scoring import scored
from spadesdsl.engine.situation import SituationError
from spadesdsl.engine.spec import Code
from spadesdsl.engine.state import StateData, changed
from spadesdsl.frozen import replace
from spadesdsl.proofs.context import OF_PAST, ProofContext
from spadesdsl.proofs.playing import placed
from spadesdsl.proofs.ranges import Range, deals_of
from spadesdsl.proofs.recording import Record
from spadesdsl.proofs.situations import Case
from spadesdsl.rules.game import Let, Rules
from spadesdsl.rules.operations import NUMBER, OPPOSITES
from spadesdsl.rules.terms import Const, Fold, Holds, LetRef, Op, Term
from spadesdsl.rules.walking import COMPARISONS, free_variables, is_subject

_FAR: Final = Const(100, NUMBER)
"""How far anything is from a condition that compares no amounts."""
_NONE: Final = Const(0, NUMBER)
_ONE: Final = Const(1, NUMBER)
_WAYS_TO_BID: Final = 60
_NEAREST: Final = 6
"""Around so many deals others are looked at, in each round but the first."""
_ROUNDS: Final = 4
_MOST_GAINS: Final = 30
_MOST_STEPS: Final = 60
"""A game goes on from so many ends of deals."""


def away_from(condition: Term, lets: Mapping[str, Let], *, holds: bool = True) -> Term:
    """Return how far a side is from a condition, or from where it fails: nothing where it is so."""
    match condition:
        case Op(op="and" | "or" as op, arguments=parts):
            how = "+" if (op == "and") == holds else "min"
            each = [away_from(part, lets, holds=holds) for part in parts]
            return reduce(lambda one, other: Op(how, (one, other), NUMBER), each)
        case Op(op="not", arguments=(inner,)):
            return away_from(inner, lets, holds=not holds)
        case Op(op=op, arguments=(left, right)) if op in COMPARISONS and left.type.is_amount:
            op = op if holds else OPPOSITES[op]
            left, right = (right, left) if op in (">", ">=") else (left, right)
            beyond: Term = Op("-", (left, right), NUMBER)
            if op == "!=":
                return Op("if", (Op(op, (left, right), condition.type), _NONE, _ONE), NUMBER)
            if op == "=":
                return Op("abs", (beyond,), NUMBER)
            beyond = Op("+", (beyond, _ONE), NUMBER) if op in ("<", ">") else beyond
            return Op("max", (beyond, _NONE), NUMBER)
        case LetRef(let=let, subject=subject) if subject is None or is_subject(subject):
            return away_from(lets[let].body, lets, holds=holds)
        case Holds(quantifier=quantifier, of=of, variable=variable, condition=inner):
            how = "least" if (quantifier == "some") == holds else "sum"
            body = away_from(inner, lets, holds=holds == (quantifier != "no"))
            return Fold(how, of, variable, body, NUMBER)
        case _:
            return Op("if", (condition, *((_NONE, _FAR) if holds else (_FAR, _NONE))), NUMBER)


def aim_at(context: ProofContext, game: Rules, condition: Term) -> Code | None:
    """Return a function that tells how far a side is from a condition; None if that reads what only a bid says."""
    if any(name.startswith("param:") for name in free_variables(condition)):
        return None
    compiler = Compiler(game, context.sources, context.game().tallies)
    compiler.decisions.update({name: at for at, name in enumerate(context.game().edition(1).decisions)})
    code = compiler.value(away_from(condition, game.let_of))
    return lambda s, e: code(s, [*e, *compiler.environment])


def nearing(record: Record, game: Game, over: Range, deal: int) -> Iterator[StateData]:
    """Yield some of the deals of a range, and then those that differ from the nearest in a bid or in tricks."""
    found: list[tuple[float, int, StateData]] = []
    seen: set[object] = set()
    some = replace(over, choices=over.choices[:: max(1, len(over.choices) // _WAYS_TO_BID)])
    for at in range(_ROUNDS):
        beside = (_beside(s, over, game) for _, _, s in nsmallest(_NEAREST, found))
        for s in chain.from_iterable(beside) if at else deals_of(game, some, deal, is_extreme=True):
            about = (s.bids, s.side_bids, s.taken)
            if about not in seen:
                seen.add(about)
                record.nearest = inf
                yield s
                found.append((record.nearest, len(found), s))


def _beside(s: StateData, over: Range, game: Game) -> Iterator[StateData]:
    """Yield deals that differ in one bid, or in whom some tricks go to."""
    for one, other in permutations(s.spec.players, 2):
        for number in range(1, int(s.taken[one]) + 1):
            made = s.copy()
            made.taken = changed(changed(s.taken, one, s.taken[one] - number), other, s.taken[other] + number)
            yield made
    mine = {(seat, (s.spec.bids[bid.type].name, bid.arguments)) for seat, bid in enumerate(s.bids) if bid is not None}
    for bids in (bids for bids in over.choices if len({*bids} - mine) == 1):
        with suppress(SituationError):
            made = Case(s.deal, bids=(*bids, *over.others)).bid(game)
            made.taken = s.taken
            yield made


def games_nearing(context: ProofContext, is_found: Callable[[], bool]) -> bool:
    """Go through games deal by deal, on from where a line is nearest to its aim; tell whether something was found."""
    record, numbers = context.record, count()
    made = (*record.deals, *context.made_deals())
    real = (s for s in made if not s.out and context.replays(s) and not context.doubts(s) & OF_PAST)
    by_gain = {scored(placed(s, None), has_sheet=False).scores: s for s in real}
    deals, rng = [by_gain[gain] for gain in sorted(by_gain)], Random(0)
    waiting: list[tuple[float, int, State | None]] = [(0, 0, None)]
    known: set[object] = set()
    for _ in range(_MOST_STEPS):
        if not waiting:
            break
        _, _, s = heappop(waiting)
        for deal in rng.sample(deals, min(_MOST_GAINS, len(deals))):
            this = placed(deal, s)
            if not context.is_as_played(this, deal):
                continue
            after = scored(this, has_sheet=False)
            if is_found():
                return True
            about = (after.scores, after.tallies)
            if after.over or after.out or about in known:
                continue
            known.add(about)
            record.nearest = inf
            scored(placed(deals[0], after), has_sheet=False)
            if is_found():
                return True
            heappush(waiting, (record.nearest, next(numbers), after))
    return False
