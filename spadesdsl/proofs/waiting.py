"""Bids and decisions each of which waits for another of them, so that none is ever made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import Any, Final, TypeAlias

from spadesdsl.algebra.bids import bids_made_in
from spadesdsl.algebra.cases import Asker
from spadesdsl.algebra.former import Former
from spadesdsl.algebra.forms import NO, YES, joined, negated, without_bids
from spadesdsl.algebra.reads import topics_of
from spadesdsl.algebra.sums import Form
from spadesdsl.proofs.context import ProofContext
from spadesdsl.proofs.kept import can_always_be_made
from spadesdsl.rules.game import Rules
from spadesdsl.rules.operations import Topic
from spadesdsl.rules.parts import Ask, BidType, Must, Round
from spadesdsl.rules.walking import all_steps
from spadesdsl.words import and_list

_WAITED_FOR: Final = frozenset({Topic.BIDS, Topic.DECISION})


Circle: TypeAlias = "Mapping[str, frozenset[str]]"
"""Bids and decisions none of which is ever made, each with those of them that it asks for, itself or through others."""


def in_circle(context: ProofContext, game: Rules) -> Circle:
    """Return the bids and decisions each of which needs another of them to be made first, so that none ever is."""
    return context.once(("circle", id(game)), lambda: _in_circle(context, game))


def _in_circle(context: ProofContext, game: Rules) -> Circle:
    made = {one.bid_type for one in bids_made_in(game)}
    asks = [step for step in all_steps(game) if isinstance(step, Ask)]
    bids = {bid.name: bid.when for bid in game.bids}
    asked = {ask.rule.name: ask.when for ask in asks if sum(one.rule.name == ask.rule.name for one in asks) == 1}
    former = context.asker(game).former
    kept = {bid.name: _kept_if(former, game, bid) for bid in game.bids}
    waiting = {
        name: former.condition(when)
        for name, when in (bids | asked).items()
        if name not in made | (bids.keys() & asked.keys())
        and (topics_of(game, when) & _WAITED_FOR or kept.get(name, YES) != YES)
    }
    while waiting:
        names = frozenset(waiting)
        # The bid that a `must` judges is made already.
        free = [
            name
            for name, form in waiting.items()
            if _can_hold(context, game, form, names, bids.keys())
            and _can_hold(context, game, kept.get(name, YES), names - {name}, bids.keys())
        ]
        if not free:
            break
        waiting = {name: form for name, form in waiting.items() if name not in free}
    # A contract is of all bids, and names none.
    found = {
        name: _named((form, kept.get(name, YES)), waiting.keys()) or frozenset(waiting.keys() & bids.keys())
        for name, form in waiting.items()
    }
    for _ in found:
        found = {name: needs.union(*(found[one] for one in needs)) for name, needs in found.items()}
    return found


def waits_for(context: ProofContext, game: Rules, bid: str, other: str) -> bool:
    """Tell whether a bid can only be made once somebody has made another one."""

    def work_out() -> bool:
        bids, former = {one.name: one.when for one in game.bids}, context.asker(game).former
        form = former.condition(bids[bid])
        return not bids_made_in(game) and not _can_hold(context, game, form, frozenset({other}), bids.keys())

    return context.once(("waits for", id(game), bid, other), work_out)


def _can_hold(context: ProofContext, game: Rules, form: Form, names: frozenset[str], bids: Set[str]) -> bool:
    """Tell whether a condition can hold while nobody has made some bids and decisions."""
    asker = context.once(
        ("waiting", id(game), names), lambda: Asker(context.asker(game).bounds.without_bids(names & bids))
    )
    return form == YES or asker.can_hold(without_bids(form, names & bids, names - bids))


def _kept_if(former: Former, game: Rules, bid: BidType) -> Form:
    """Return when no `must` takes a bid away for another one, which everybody can make and which they always leave."""
    rounds = [step for step in all_steps(game) if isinstance(step, Round) and bid.name in step.bids]
    names = {one.rule.name for one in rounds}
    bound = [one for one in game.play.musts if _judges_bids(one) and (one.during is None or names == {one.during})]
    forms = [former.narrowing(one) for one in bound]
    if not _leave_one(forms, game, rounds, bid):
        return YES
    found = joined("and", (_of_bid(form, bid.name) for form in forms))
    return found if _named(found, {one.name for one in game.bids if one is not bid}) else YES


def takes_no_bid_away(context: ProofContext, game: Rules, must: Must) -> bool:
    """Tell whether the rules above a `must` take away every bid that it would; they always leave some bid."""
    if not _judges_bids(must) or any(bid.before_looking for bid in game.bids):
        return False
    asker, above = context.asker(game), game.play.musts[: game.play.musts.index(must)]
    for step in all_steps(game):
        if isinstance(step, Round) and must.during in (None, step.rule.name):
            bound = [one for one in (*above, must) if not one.judges_card and one.during in (None, step.rule.name)]
            *forms, own = [asker.former.narrowing(one) for one in bound]
            is_plain = all(map(_judges_bids, bound)) and _leave_one(forms, game, [step])
            if not is_plain or asker.can_hold(*forms, negated(own), is_judged=True):
                return False
    return True


def _judges_bids(must: Must) -> bool:
    return not must.judges_card and must.bid_type is None


def _leave_one(forms: Sequence[Form], game: Rules, rounds: Sequence[Round], beside: BidType | None = None) -> bool:
    """Tell whether rules always leave a bid that everybody can make in some rounds, other than one."""
    others = [one for one in game.bids if can_always_be_made(one) and all(one.name in step.bids for step in rounds)]
    return any(all(_of_bid(form, one.name) == YES for form in forms) for one in others if one is not beside)


def _of_bid(form: Form, name: str) -> Form:
    """Return what a condition on the bid of a player says of a bid of some name."""
    match form:
        case ("IsBid", ("seat_bid", ("variable", "player")), kind, arguments):
            return NO if kind != name else form if arguments else YES
        case ("and" | "or" as how, *parts):
            return joined(how, (_of_bid(part, name) for part in parts))
        case ("not", part):
            return negated(_of_bid(part, name))
        case _:
            return form


def _named(form: Any, names: Set[str]) -> frozenset[str]:  # noqa: ANN401 - a form, or a part of one
    """Return which bids and decisions a condition names."""
    match form:
        case ("IsBid" | "Did", _, name, _) if name in names:
            return frozenset({name})
        case _:
            return frozenset().union(*(_named(part, names) for part in form if isinstance(part, tuple)))


def waits_in_circle(name: str, circle: Circle, *, is_bid: bool) -> tuple[str, str]:
    """Return why a bid, or a decision, in a circle is never made, and what to do."""
    others = [f"`{other}`" for other in circle if other != name and other in circle[name]]
    what, do, done = ("bid", "bid", "bid") if is_bid else ("decision", "do", "done")
    if not others:
        return f"somebody has to {do} it first", f"name another {what} in its condition, or leave the condition out"
    is_one, comes_back = len(others) == 1, all(name in circle[other.strip("`")] for other in others)
    back = f"which wait{'s' * is_one} for it in turn" if comes_back else f"which never happen{'s' * is_one}"
    return f"it waits for {and_list(others)}, {back}", f"let one of them be {done} without the others"
