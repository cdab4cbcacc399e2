"""Rounds of bids: who bids next, and what a look, a bid or a partner's yes leads to."""

from __future__ import annotations

from typing import Any

from spadesdsl.engine import choices, offers
from spadesdsl.engine.actions import environment, make_bid
from spadesdsl.engine.moving import go_to, interrupt, is_stopped, look, pass_turn, tell, turns_at
from spadesdsl.engine.plan import Agrees, Bids, BidsAtOnce, BidsUnseen, OfRound, Talks, TurnBegins, Turns
from spadesdsl.engine.ranking import mask_of
from spadesdsl.engine.spec import Ask
from spadesdsl.engine.state import StateData, changed
from spadesdsl.engine.turns import Option, Turn


def begin_turn(s: StateData, node: TurnBegins) -> bool:
    """Find out what the player whose turn it is has to say, if anything."""
    step = node.step
    turns = turns_at(s, node, step.by)
    if turns is None:
        return False
    if not offers.bidders(s, turns.group) or not (step.when is None or step.when(s, environment(s, min(turns.group)))):
        _leave_turn(s, node, turns, was_asked=False)
    else:
        _go_to_bid(s, node, turns)
    return False


def _go_to_bid(s: StateData, node: OfRound, turns: Turns) -> None:
    """Let the players of a turn bid: before they look, if one of them can."""
    if offers.may_bid_unseen(s, node.step, turns.group, turns.closed):
        go_to(s, node.unseen, turns)
    else:
        go_to(s, node.talk, turns)


def talk(s: StateData, node: Talks) -> bool:
    """Do what comes before a bid."""
    turns = s.flow[-1].turns
    assert turns is not None
    go_to(s, node.then, turns)
    if node.step.block:
        for ask in node.step.block:  # it reads the answers of this turn only
            if isinstance(ask, Ask):
                forget_answers(s, ask.decision, turns.group)
        interrupt(s, node.block, min(turns.group))
    return False


def wait(s: StateData, node: BidsUnseen | Agrees) -> bool:
    """Wait for what has to be said."""
    entries = choices.due(s)
    s.waits(entries)
    return True


def bid(s: StateData, node: Bids) -> bool:
    """Wait for a bid, if there is one to make."""
    turns = s.flow[-1].turns
    assert turns is not None
    if node.is_open and turns.at + turns.laps > 0 and is_stopped(s, node.step.by, turns):
        go_to(s, node.then)  # somebody has said unasked what the round waits for
        return False
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
        look(s, choices.seers(entries))
        s.waits(entries)
        return True
    go_to(s, node.then)
    for at, chosen in enumerate(turns.chosen):
        if chosen is not None:
            seat, option = chosen
            tell(s, seat, node.step.name, option.text, turns.sides[at])
            if option.kind == "bid":
                make_bid(s, option.value, option.arguments, environment(s, seat))
    return False


def forget_answers(s: StateData, decision: int, group: tuple[int, ...]) -> None:
    """Forget what these seats answered at an earlier turn."""
    if s.answers[decision]:
        left = tuple(answer for answer in s.answers[decision] if answer.seat not in group)
        s.answers = changed(s.answers, decision, left)
        s.did = changed(s.did, decision, mask_of([answer.seat for answer in left]))


def _leave_turn(s: StateData, node: OfRound, turns: Turns, *, was_asked: bool) -> None:
    pass_turn(s, node, node.step.by, turns, node.turn, was_asked=was_asked or bool(node.step.block))


# ---------------------------------------------------------------- what was said


def answer(s: StateData, node: OfRound, entry: Turn, option: Option) -> None:
    """Carry out a choice in a round: a look, a bid, a partner's yes or no."""
    turns, seat = s.flow[-1].turns, entry.seat
    assert turns is not None
    if isinstance(node, Agrees):
        bidder, asked = turns.asked[1], turns.asked[2]
        turns = turns._replace(asked=())
        if option.kind == "yes":
            _make(s, node, turns, bidder, asked)
        else:  # the bidder chooses again from what is left
            _choose_again(s, node, shut(turns, bidder, (asked.value,)), is_unseen=asked.value in node.step.unseen)
    elif option.kind == "look":
        look(s, turns.group)
        go_to(s, node.talk, turns)
    elif option.kind == "wait":
        _leave_turn(s, node, turns, was_asked=True)
    else:
        partner = needs_yes(s, option.value, environment(s, seat))
        if partner is None:
            _make(s, node, turns, seat, option)
        else:
            look(s, (partner,))
            go_to(s, node.agrees, turns._replace(asked=(partner, seat, option)))


def needs_yes(s: StateData, bid_type: int, env: list[Any]) -> int | None:
    """Return the partner who has to agree to a bid, if anybody has to."""
    kind = s.spec.bids[bid_type]
    if kind.needs_yes is not None:
        found: int | None = kind.needs_yes(s, env)
        return found
    return None


def _make(s: StateData, node: OfRound, turns: Turns, seat: int, option: Option) -> None:
    make_bid(s, option.value, option.arguments, environment(s, seat))
    if (
        len(turns.group) > 1
        and not s.spec.bids[option.value].by_side
        and any(s.bids[one] is None for one in turns.group)
    ):
        # A player has bid for himself alone: the side's turn lasts until it has bid, or each of its members has.
        own = tuple([number for number in node.step.offers if not s.spec.bids[number].by_side])
        _choose_again(s, node, shut(turns, seat, own), is_unseen=option.value in node.step.unseen)
    else:
        _leave_turn(s, node, turns, was_asked=True)


def shut(turns: Turns, seat: int, bids: tuple[int, ...]) -> Turns:
    """Return a turn in which a bidder may no longer make some bids."""
    return turns._replace(closed=(*turns.closed, *((seat, bid) for bid in bids)))


def _choose_again(s: StateData, node: OfRound, turns: Turns, *, is_unseen: bool) -> None:
    """Go on with a turn in which not all bids are left."""
    if is_unseen:
        _go_to_bid(s, node, turns)
    else:
        go_to(s, node.bids, turns)
