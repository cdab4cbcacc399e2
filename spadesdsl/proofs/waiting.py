"""Bids and decisions each of which waits for another of them, so that none is ever made."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from spadesdsl.algebra.cases import Asker
from spadesdsl.algebra.deals import bids_made_in
from spadesdsl.algebra.forms import without_bids
from spadesdsl.algebra.reads import topics_of
from spadesdsl.rules.operations import Topic
from spadesdsl.rules.parts import Ask
from spadesdsl.rules.walking import all_steps
from spadesdsl.words import and_list

if TYPE_CHECKING:
    from collections.abc import Mapping, Set

    from spadesdsl.algebra.sums import Form
    from spadesdsl.proofs.context import ProofContext
    from spadesdsl.rules.game import Rules

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
    waiting = {
        name: former.condition(when)
        for name, when in (bids | asked).items()
        if name not in made | (bids.keys() & asked.keys()) and topics_of(game, when) & _WAITED_FOR
    }
    while waiting:
        names = frozenset(waiting)
        asker = Asker(context.asker(game).bounds.without_bids(names & bids.keys()))
        free = [
            name
            for name, form in waiting.items()
            if asker.can_hold(without_bids(form, names & bids.keys(), names - bids.keys()))
        ]
        if not free:
            break
        waiting = {name: form for name, form in waiting.items() if name not in free}
    # A contract is of all bids, and names none.
    found = {
        name: _named(form, waiting.keys()) or frozenset(waiting.keys() & bids.keys()) for name, form in waiting.items()
    }
    for _ in found:
        found = {name: needs.union(*(found[one] for one in needs)) for name, needs in found.items()}
    return found


def _named(form: Form, names: Set[str]) -> frozenset[str]:
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
