"""Bids that a `must` of the bidding bars, whatever was bid before it; and two of them that no bid satisfies."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from spadesdsl.algebra.bids import bids_made_in
from spadesdsl.algebra.cases import Asker
from spadesdsl.algebra.forms import joined
from spadesdsl.algebra.sums import Form
from spadesdsl.frozen import Frozen
from spadesdsl.proofs import conditions
from spadesdsl.proofs.asked import Condition
from spadesdsl.proofs.claims import Proof, found_at
from spadesdsl.proofs.context import ProofContext
from spadesdsl.proofs.kept import MADE, as_made, leaves_one, when_made
from spadesdsl.rules.game import Rules
from spadesdsl.rules.parts import BidType, Must, Round
from spadesdsl.rules.terms import BidParameter, IsBid, Op
from spadesdsl.rules.walking import all_read, all_steps, walk
from spadesdsl.syntax import bodies
from spadesdsl.syntax.expressions import Binary, Name, Operator
from spadesdsl.syntax.printer import flat
from spadesdsl.syntax.writing import show

_FEW: Final = 3


def of_barred(context: ProofContext, game: Rules, must: Must, then: tuple[Form, ...], among: str) -> Iterator[Proof]:
    """Find a kind of bid that a `must` bars without naming it, and one of which it leaves a single number.

    `then` is what is certain of the bids that it is compared with, and `among` says how it is compared with others.
    """
    asker, body = context.asker(game), context.asker(game).former.form(must.body)
    among_all = _Rounds.of(game, must)

    def counts(*musts: Must) -> bool:
        return among_all.leave_one(asker, max(musts, key=game.play.musts.index))

    answers = asker.finest((joined("and", (body, *then)),), is_judged=True)
    if answers is None or all(one.form != MADE for one in answers.quantities):
        # That of a parent may be meant to be barred so: nobody bids nothing.
        dead = [bid for bid in among_all.only if context.is_own(bid.rule) and _is_barred(asker, body, bid)]
        for bid in dead if dead and counts(must) else ():
            yield _bars(context, game, must, bid)
        return
    left = {given[MADE] for given, (holds,) in answers.combinations() if holds}
    at = game.play.musts.index(must)
    others = [one for place, one in enumerate(game.play.musts) if place < at or not context.is_own(one.rule)]
    plain = [one for one in others if not one.judges_card and one.when is None and one.bid_type is None]
    beside = [one for one in plain if one != must and one.during == must.during]
    term = asker.former.terms[MADE]
    named = {one.bid_type for one in all_read(game.let_of, must.body) if isinstance(one, IsBid) and one.bid == term}
    for bid in among_all.bids:
        every = [one for one in asker.bounds.bids or () if one.name == bid.name]
        some = [one for one in every if one in left]
        if not some and bid.name not in named:
            if bid in among_all.only and counts(must):
                yield _bars(context, game, must, bid, among)
        elif len(some) == 1 and len(every) > _FEW and counts(must):
            message = f"`must {must.rule.name}` leaves 1 of the {len(every)} bids that `{bid.name}` offers."
            yield found_at(must.rule, "W811", message, "turn the comparison around, or offer fewer")
        elif some and bid in among_all.only and bid.name not in named:
            for one in beside:
                both = asker.take_apart((Op("and", (must.body, one.body), must.body.type),), is_judged=True)
                if both is None or all(it.form != MADE for it in both.quantities):
                    continue
                if any(
                    holds and getattr(given.get(MADE), "name", "") == bid.name
                    for given, (holds,) in both.combinations()
                ):
                    continue
                if counts(must, one):
                    message = f"`must {must.rule.name}` and `must {one.rule.name}` together bar every `{bid.name}`."
                    yield found_at(must.rule, "W811", message, "change one of the two, so that a bid is left to both")
                    break


def _bars(context: ProofContext, game: Rules, must: Must, bid: BidType, among: str = "") -> Proof:
    message = f"`must {must.rule.name}` bars every `{bid.name}`, so nobody can ever bid it."
    return found_at(must.rule, "W811", message, among or _as_it_may_be_bid(context, game, must, bid))


def barring(context: ProofContext, game: Rules, bid: BidType) -> Must | None:
    """Return a `must` that bars a bid wherever its own condition holds; None if there is none."""
    asker = context.asker(game)
    for must in game.play.musts:
        if must.judges_card or must.bid_type is not None or bid.by_side:
            continue
        rounds = _Rounds.of(game, must)
        is_barred = bid in rounds.only and _is_barred(asker, asker.former.narrowing(must), bid)
        if is_barred and rounds.leave_one(asker, must):
            return must
    return None


def _is_barred(asker: Asker, form: Form, bid: BidType) -> bool:
    """Tell whether a bid is never as a condition asks, though it can be made."""
    there = (*as_made(asker, bid), *when_made(asker, bid))
    return asker.can_hold(*there, is_judged=True) and not asker.can_hold(form, *there, is_judged=True)


class _Rounds(Frozen):
    """The rounds in which a `must` of the bidding judges bids."""

    rounds: tuple[Round, ...]
    musts: tuple[Must, ...]
    """All that judge bids there."""
    bids: tuple[BidType, ...]
    """Those that are offered there."""
    only: tuple[BidType, ...]
    """Those that can be made nowhere else."""

    @classmethod
    def of(cls, game: Rules, must: Must) -> _Rounds:
        """Return those of a `must`."""
        every = [step for step in all_steps(game) if isinstance(step, Round)]
        rounds = tuple(step for step in every if must.during in (None, step.rule.name))
        judging = (one for one in game.play.musts if not one.judges_card)
        musts = tuple(one for one in judging if must.during is None or one.during in (None, must.during))
        bids = tuple(bid for bid in game.bids if any(bid.name in step.bids for step in rounds))
        made = {one.bid_type for one in bids_made_in(game)} | {
            name for step in every if step not in rounds for name in step.bids
        }
        return cls(rounds, musts, bids, tuple(bid for bid in bids if bid.name not in made))

    def leave_one(self, asker: Asker, last: Must) -> bool:
        """Tell whether a bid that everybody can make satisfies a `must` and all above it, so that it always counts."""
        above = self.musts[: self.musts.index(last) + 1]
        return leaves_one(asker, self.rounds, self.bids, [asker.former.narrowing(one) for one in above])


def against_each_other(context: ProofContext, game: Rules, must: Must) -> Iterator[Proof]:
    """Find rules of the bidding, above another one, that ask for what no bid is that satisfies that."""
    asker = context.asker(game)
    for one in game.play.musts[: game.play.musts.index(must)]:
        is_plain = not one.judges_card and (one.when, one.bid_type, one.during) == (None, None, must.during)
        both = (asker.former.form(must.body), asker.former.form(one.body))
        if is_plain and not asker.can_hold(*both, is_judged=True):
            message = f"No bid satisfies both `must {one.rule.name}` and `must {must.rule.name}`."
            yield found_at(must.rule, "W814", message, "turn one comparison around, or change its number")


def _as_it_may_be_bid(context: ProofContext, game: Rules, must: Must, bid: BidType) -> str:
    """Say how a `must` is written that leaves a kind of bid."""
    names = {one.name for one in bid.parameters}
    if any(isinstance(one, BidParameter) and one.name in names for one in walk(must.body)):
        hint = conditions.why_never(context, [(game, Condition(must.rule, must.body))], "the condition")
        return hint or "turn a comparison around, or write `or` for `and`"
    assert must.rule.node is not None
    assert isinstance(must.rule.node.body, bodies.Amount)
    meant = Binary(Operator.OR, Binary(Operator.IS, Name("bid"), Name(bid.name)), must.rule.node.body.value)
    return f"write `{flat(show(meant))}` if it may be bid"
