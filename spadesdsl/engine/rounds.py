"""Rounds of bids: who bids next, and what a look, a bid or a partner's yes leads to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadesdsl.engine import choices, offers
from spadesdsl.engine.actions import environment, make_bid
from spadesdsl.engine.moving import go_to, interrupt, look, pass_turn, tell, turns_at
from spadesdsl.engine.plan import Agrees
from spadesdsl.engine.ranking import mask_of
from spadesdsl.engine.spec import Ask
from spadesdsl.engine.state import changed

if TYPE_CHECKING:
    from spadesdsl.engine.plan import Bids, BidsAtOnce, BidsUnseen, OfRound, Talks, TurnBegins, Turns
    from spadesdsl.engine.spec import Round
    from spadesdsl.engine.state import StateData
    from spadesdsl.engine.turns import Option, Turn


def begin_turn(s: StateData, node: TurnBegins) -> bool:
    """Find out what the player whose turn it is has to say, if anything."""
    step = node.step
    turns = turns_at(s, node, step.by)
    if turns is None:
        return False
    group = turns.group
    if not offers.bidders(s, group) or not (step.when is None or step.when(s, environment(s, group[0]))):
        _leave_turn(s, node, turns, was_asked=False)
    else:
        go_to(s, node.unseen if offers.may_bid_unseen(s, step, group, turns.closed) else node.talk, turns)
    return False


def talk(s: StateData, node: Talks) -> bool:
    """Do what comes before a bid."""
    place = s.flow[-1]
    assert place.turns is not None
    go_to(s, node.then, place.turns)
    if node.step.block:
        _forget(s, node.step, place.turns.group)
        interrupt(s, node.block, place.turns.group[0])
    return False


def wait(s: StateData, _: BidsUnseen | Agrees) -> bool:
    """Wait for what has to be said."""
    s.waits()
    return True


def bid(s: StateData, node: Bids) -> bool:
    """Wait for a bid, if there is one to make."""
    turns = s.flow[-1].turns
    assert turns is not None
    entries = choices.due(s) if node.step.bids else ()
    if entries:
        look(s, turns.group)
        s.waits(entries)
        return True
    _leave_turn(s, node, turns, was_asked=False)
    return False


def bid_at_once(s: StateData, node: BidsAtOnce) -> bool:
    """Wait until all have bid; then make the bids, in the order of the seats, and let all see them."""
    turns = turns_at(s, node, node.step.by)
    if turns is None:
        return False
    entries = choices.due(s)
    if entries:
        look(s, [one.seat for one in entries if not offers.is_before_looking(s, node.step, turns, one.seat)])
        s.waits(entries)
        return True
    go_to(s, node.then)
    for side, chosen in zip(turns.sides, turns.chosen, strict=True):
        if chosen is not None:
            seat, option = chosen
            tell(s, seat, node.step.name, option.text, side)
            if option.kind == "bid":
                make_bid(s, option.value, option.arguments, environment(s, seat))
    return False


def _forget(s: StateData, step: Round, group: tuple[int, ...]) -> None:
    """Forget what these seats answered in the block at an earlier turn: it reads the answers of this turn only."""
    for ask in step.block:
        if isinstance(ask, Ask) and s.answers[ask.decision]:
            left = tuple(answer for answer in s.answers[ask.decision] if answer.seat not in group)
            mask = mask_of([answer.seat for answer in left])
            s.answers = changed(s.answers, ask.decision, left)
            s.did = changed(s.did, ask.decision, mask)


def _leave_turn(s: StateData, node: OfRound, turns: Turns, *, was_asked: bool) -> None:
    pass_turn(s, node, node.step.by, turns, node.turn, was_asked=was_asked or bool(node.step.block))


# ---------------------------------------------------------------- what was said


def answer(s: StateData, node: OfRound, entry: Turn, option: Option) -> None:
    """Carry out a choice in a round: a look, a bid, a partner's yes or no."""
    turns = s.flow[-1].turns
    assert turns is not None
    tell(s, entry.seat, entry.choice, option.text, entry.side)
    if isinstance(node, Agrees):
        _, bidder, asked = turns.asked
        turns = turns._replace(asked=())
        if option.kind == "yes":
            _make(s, node, turns, bidder, asked)
        else:  # the bidder chooses again from what is left
            _choose_again(s, node, turns, (bidder, asked.value), is_unseen=asked.value in node.step.unseen)
    elif option.kind == "look":
        look(s, turns.group)
        go_to(s, node.talk, turns)
    elif option.kind == "wait":
        _leave_turn(s, node, turns, was_asked=True)
    else:
        kind = s.spec.bids[option.value]
        partner = None if kind.needs_yes is None else kind.needs_yes(s, environment(s, entry.seat))
        if partner is None:
            _make(s, node, turns, entry.seat, option)
        else:
            look(s, (partner,))
            go_to(s, node.agrees, turns._replace(asked=(partner, entry.seat, option)))


def _make(s: StateData, node: OfRound, turns: Turns, seat: int, option: Option) -> None:
    make_bid(s, option.value, option.arguments, environment(s, seat))
    kinds = s.spec.bids
    if len(turns.group) > 1 and not kinds[option.value].by_side and any(s.bids[mate] is None for mate in turns.group):
        # A player has bid for himself alone: the side's turn lasts until it has bid, or each of its members has.
        own = ((seat, number) for number in node.step.offers if not kinds[number].by_side)
        _choose_again(s, node, turns, *own, is_unseen=option.value in node.step.unseen)
        return
    _leave_turn(s, node, turns, was_asked=True)


def _choose_again(s: StateData, node: OfRound, turns: Turns, *shut: tuple[int, int], is_unseen: bool) -> None:
    """Go on with a turn, without the bids that these bidders may no longer make."""
    turns = turns._replace(closed=(*turns.closed, *shut))
    if not is_unseen:
        go_to(s, node.bids, turns)
    elif offers.may_bid_unseen(s, node.step, turns.group, turns.closed):
        go_to(s, node.unseen, turns)
    else:
        go_to(s, node.talk, turns)
