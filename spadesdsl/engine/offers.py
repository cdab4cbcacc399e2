"""The bids that a round offers: those that there are now, what its rules leave of them, who may bid before looking."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import Any

from spadesdsl.engine.actions import environment
from spadesdsl.engine.labels import bid_label, is_plain, label_of
from spadesdsl.engine.narrowing import narrow_bids
from spadesdsl.engine.plan import BidsUnseen, Turns
from spadesdsl.engine.spec import BidType, Parameter, Round
from spadesdsl.engine.state import StateData
from spadesdsl.engine.turns import Option
from spadesdsl.work import spend


def values(
    s: StateData, parameters: tuple[Parameter, ...], env: list[Any], known: tuple[tuple[Any, ...], ...] | None = None
) -> Sequence[tuple[Any, ...]]:
    """Return every way to fill in parameters, in order; `known` are those ways, if they are always the same."""
    if known is None:
        known = tuple(product(*(tuple(parameter.values(s, env)) for parameter in parameters)))
    spend(3 * len(known))  # each of them is asked about, and written
    return known


def ways(s: StateData, parameters: tuple[Parameter, ...], env: list[Any]) -> Sequence[tuple[Any, ...]]:
    """Return every way to fill in parameters, whatever cards are in the hands."""
    cards = range(s.spec.deck.size)
    sets = (cards if one.kind == "card" and not one.choices else one.values(s, env) for one in parameters)
    return values(s, parameters, env, tuple(product(*sets)))


def bid_candidates(
    s: StateData, step: Round, seat: int, closed: tuple[tuple[int, int], ...] = (), *, is_unseen: bool = False
) -> tuple[Option, ...]:
    """Return a seat's possible bids in a round, before any `must` narrows them.

    Args:
        closed: Bidders, each with a bid type that it may not choose for the rest of the turn.
        is_unseen: Whether it bids before looking.
    """
    env = environment(s, seat)
    kinds = [
        kind
        for kind in map(s.spec.bids.__getitem__, step.offers)
        if (kind.id in step.unseen) is is_unseen
        and (seat, kind.id) not in closed
        and (kind.when is None or kind.when(s, env))
    ]
    known = _settled_bids(tuple(kinds))
    if known:
        return known
    found: list[Option] = []
    for kind in kinds:
        found += _bids_now(s, kind, env)
    return _told_apart(kinds, found)


def _bids_now(s: StateData, kind: BidType, env: list[Any]) -> list[Option]:
    """Return the bids of a type that its condition allows now; puts their parameters into the environment."""
    found: list[Option] = []
    for arguments in values(s, kind.parameters, env, kind.fixed):
        for parameter, value in zip(kind.parameters, arguments, strict=True):
            env[parameter.slot] = value
        if kind.when_choice is None or kind.when_choice(s, env):
            found.append(_bid(s, kind, arguments))
    return found


def _bid(s: StateData, kind: BidType, arguments: tuple[Any, ...]) -> Option:
    """Return a bid of a type."""
    return _fixed_bids(kind).get(arguments) or Option(bid_label(s, kind.id, arguments), "bid", kind.id, arguments)


def _told_apart(kinds: Sequence[BidType], bids: Sequence[Option]) -> tuple[Option, ...]:
    """Return bids as they are written: if some are written alike, with the name of their type before them."""
    written = [bid.text for bid in bids]
    if len(set(written)) == len(written):
        return tuple(bids)
    times = Counter(written)
    names = {kind.id: kind.name for kind in kinds}
    return tuple(
        Option(f"{names[bid.value]} {bid.text}", bid.kind, bid.value, bid.arguments) if times[bid.text] > 1 else bid
        for bid in bids
    )


@lru_cache(maxsize=1024)
def _settled_bids(kinds: tuple[BidType, ...]) -> tuple[Option, ...]:
    """Return the bids of some types if they are the same in every state; none otherwise."""
    if any(kind.when_choice is not None or not _fixed_bids(kind) for kind in kinds):
        return ()
    return _told_apart(kinds, [bid for kind in kinds for bid in _fixed_bids(kind).values()])


@lru_cache(maxsize=1024)
def _fixed_bids(kind: BidType) -> dict[tuple[Any, ...], Option]:
    """Return the bids of a plain type whose parameters have the same values in every state; none of another type."""
    if not is_plain(kind):
        return {}
    return {values: Option(label_of(kind, values), "bid", kind.id, values) for values in kind.fixed or ()}


def bids_of(
    s: StateData, step: Round, seat: int, closed: tuple[tuple[int, int], ...], *, is_unseen: bool
) -> tuple[Option, ...]:
    """Return the bids that a round's rules leave to a seat."""
    candidates = bid_candidates(s, step, seat, closed, is_unseen=is_unseen)
    return narrow_bids(s, step, seat, candidates, is_unseen=is_unseen)


def bidders(s: StateData, group: tuple[int, ...]) -> tuple[int, ...]:
    """Return the seats of a turn that may still bid: none does after a final bid, its own or its side's."""
    return tuple([seat for seat in group if not _has_bid_last(s, seat)])


def _has_bid_last(s: StateData, seat: int) -> bool:
    side, own = s.side_of[seat], s.bids[seat]
    joint = None if side is None else s.side_bids[side]
    kinds = s.spec.bids
    return (own is not None and kinds[own.type].is_final) or (joint is not None and kinds[joint.type].is_final)


def may_bid_unseen(s: StateData, step: Round, group: tuple[int, ...], closed: tuple[tuple[int, int], ...]) -> bool:
    """Tell whether a seat of a turn can bid before looking."""
    if not step.unseen or any(s.looked >> seat & 1 for seat in group):
        return False
    return any(bids_of(s, step, seat, closed, is_unseen=True) for seat in bidders(s, group))


def is_before_looking(s: StateData, step: Round, turns: Turns, seat: int) -> bool:
    """Tell whether a round asks a seat for a bid before looking."""
    if step.by.turns != "at once":
        return isinstance(s.node, BidsUnseen)
    group = next(group for group in turns.order if seat in group)
    return may_bid_unseen(s, step, group, turns.closed)
