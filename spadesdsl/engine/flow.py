"""Following the plan of a deal: what a move does, and what comes next.

`carry_out` does what somebody chose, `advance` goes on until somebody has to choose. Both change a state that is still
being built: a draft, which remembers no lists of moves until somebody has to choose.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from spadesdsl.engine import choices, dealing, plan, play, rounds, scoring
from spadesdsl.engine.actions import cards_of, environment, give, run
from spadesdsl.engine.events import ChoiceEvent
from spadesdsl.engine.moving import (
    MOST_LAPS,
    for_turn,
    go_to,
    interrupt,
    is_enough,
    look,
    order_of,
    pass_turn,
    tell,
    turns_at,
)
from spadesdsl.engine.ranking import mask_of
from spadesdsl.engine.spec import CARD, Ask, Code, Do
from spadesdsl.engine.state import DRAFT, Answered, StateData, changed
from spadesdsl.engine.turns import Option, Turn
from spadesdsl.rules.parts import By, Give

MOST_THROWN_IN = 1_000
"""The game ends after this many deals are thrown in one after the other."""


def advance(s: StateData) -> None:
    """Go on until somebody has to choose, or the game is over."""
    s.memo = DRAFT
    while not s.over:
        if not s.flow:  # a redeal has cleared the table
            s.thrown_in += 1
            if s.thrown_in > MOST_THROWN_IN:
                scoring.give_up(s)
                break
            dealing.begin_deal(s)
        node = s.spec.plan.nodes[s.flow[-1].node]
        if DOES[type(node)](s, node):
            if s.announced >= 0:
                dealing.announce(s)
            return
    s.waits()


def advance_in_deal(s: StateData) -> bool:
    """Go on until somebody has to choose; False once the deal is scored or thrown in, before the next is dealt."""
    s.memo = DRAFT
    while s.flow and not s.sheets and not s.over:
        node = s.spec.plan.nodes[s.flow[-1].node]
        if DOES[type(node)](s, node):
            return True
    return False


# ---------------------------------------------------------------- phases


def _begin_phase(s: StateData, node: plan.PhaseBegins) -> bool:
    if node.otherwise != plan.BACK and node.phase.name in s.skips:
        go_to(s, node.otherwise)
    else:
        go_to(s, node.then)
    return False


def _end_phase(s: StateData, node: plan.PhaseEnds) -> bool:
    go_to(s, node.then)
    if node.makes_sides:
        dealing.make_sides(s)
    if node.is_dealt:
        dealing.announce(s)
    if not s.spec.ranking_is_fixed:
        s.ranking = s.spec.ranking(s)
    return False


def _do_blocks_of_bids(s: StateData, node: plan.FinalBids) -> bool:
    go_to(s, node.then)
    final = [(bid, seat) for seat, bid in enumerate(s.bids) if bid is not None]
    final += [(bid, s.sides[side][0]) for side, bid in enumerate(s.side_bids) if bid is not None]
    for bid, seat in sorted(final, key=lambda one: one[0].place, reverse=True):
        interrupt(s, node.blocks[bid.type], seat)
    return False


def _score(s: StateData, node: plan.Scores) -> bool:
    dealing.announce(s)
    go_to(s, node.then)
    s.thrown_in = 0
    scoring.score_deal(s)
    return False


def _end_deal(s: StateData, _: plan.DealEnds) -> bool:
    dealing.next_deal(s)
    return False


# ---------------------------------------------------------------- what happens by itself


def _happen(s: StateData, node: plan.Happens) -> bool:
    step, subject = node.step, s.flow[-1].subject
    go_to(s, node.then)
    if step.by is not None:
        _do_in_turn(s, step, step.by, subject)
        return False
    env = environment(s, subject)
    if step.when is None or step.when(s, env):
        run(s, step.rule, step.actions, env)
    return False


def _do_in_turn(s: StateData, step: Do, by: By[Code], subject: int) -> None:
    """Do a step for several seats in turn; `at once` moves the cards that each has before any card moves."""
    turns = [for_turn(s, group, side) for group, side in order_of(s, by, subject)]
    if by.turns == "at once":
        turns = [env for env in turns if step.when is None or step.when(s, env)]
        moved = [tuple(cards_of(s, action, env) for action in step.actions) for env in turns]
        for env, cards in zip(turns, moved, strict=True):
            run(s, step.rule, step.actions, env, cards)
        return
    if not turns or is_enough(s, by, turns[0]):
        return
    for _ in range(MOST_LAPS if by.until is not None else 1):
        is_idle = True
        for env in turns:
            if step.when is None or step.when(s, env):
                is_idle = False
                run(s, step.rule, step.actions, env)
                if not s.flow:
                    return
            if is_enough(s, by, env):
                return
        if is_idle:
            return


# ---------------------------------------------------------------- decisions


def _ask(s: StateData, node: plan.Asks) -> bool:
    """Find the next seat that has something to answer."""
    turns = turns_at(s, node, node.step.by)
    if turns is None:
        return False
    entries = choices.due(s)
    if entries:
        look(s, choices.seers(entries))
        s.waits(entries)
        return True
    if isinstance(node, plan.AsksAtOnce):
        go_to(s, node.then)
        _carry_out_all(s, node, turns)
    else:
        pass_turn(s, node, node.step.by, turns, node.id, was_asked=False)
    return False


def keep(s: StateData, ask: Ask, seat: int, arguments: tuple[Any, ...], card: int = -1) -> int:
    """Keep an answer; return its place among the answers to this decision."""
    s.did = changed(s.did, ask.decision, s.did[ask.decision] | 1 << seat)
    kept = (*s.answers[ask.decision], Answered(seat, arguments, card=card))
    s.answers = changed(s.answers, ask.decision, kept)
    return len(kept) - 1


def carry_out_yes(s: StateData, ask: Ask, seat: int, arguments: tuple[Any, ...], card: int = -1) -> None:
    """Keep a yes, and do what it says; `card` is the card that it was said with."""
    place = keep(s, ask, seat, arguments, card)
    env = environment(s, seat)
    env[CARD] = card
    for parameter, value in zip(ask.parameters, arguments, strict=True):
        env[parameter.slot] = value
    run(s, ask.rule, ask.actions, env, decision=ask.decision, place=place)
    if s.flow and not s.spec.ranking_is_fixed:
        s.ranking = s.spec.ranking(s)


def _pass_cards(s: StateData, ask: Ask, seat: int, cards: tuple[int, ...]) -> None:
    """Keep a pass and move its cards."""
    s.events += (ChoiceEvent(seat, ask.name, None),)
    keep(s, ask, seat, ())
    action = ask.actions[0]
    assert isinstance(action, Give)
    give(s, ask.rule, action, environment(s, seat), cards)


def _carry_out_all(s: StateData, node: plan.AsksAtOnce, turns: plan.Turns) -> None:
    """Carry out simultaneous answers, now that all are in."""
    ask = node.step
    for answered in turns.chosen:
        if answered is None:
            continue
        seat, chosen = answered
        if ask.kind == "pass":
            kept = _passed_by_others(s, turns, seat)
            _pass_cards(s, ask, seat, chosen)
            _recall(s, kept)
        else:
            tell(s, seat, ask.name, chosen.text, None)
            if chosen.kind != "yes":
                continue
            carry_out_yes(s, ask, seat, chosen.arguments)
            if not s.flow:
                return
        interrupt(s, node.after, seat)


def _passed_by_others(s: StateData, turns: plan.Turns, seat: int) -> tuple[int, ...]:
    """Return, by seat, the cards it has in mind that others pass at the same time: this one passes none of them on."""
    passed = mask_of([card for answered in turns.chosen if answered and answered[0] != seat for card in answered[1]])
    return tuple(followed & passed for followed in s.followed)


def _recall(s: StateData, cards: tuple[int, ...]) -> None:
    """Let each seat keep some cards in mind."""
    s.followed = tuple(followed | more for followed, more in zip(s.followed, cards, strict=True))


# ---------------------------------------------------------------- a move


def carry_out(s: StateData, entry: Turn, option: Option) -> bool:
    """Carry out a choice, and no more: `advance` does what follows from it, unless somebody has to choose already."""
    holder = entry.holder
    if holder >= 0:
        if option.said >= 0:
            play_saying(s, holder, option)
            return False
        play.play_card(s, holder, option.value, "")
        node = s.spec.plan.nodes[s.flow[-1].node]
        return type(node) is plan.PlaysCard and play.wait_for_card(s, node)
    s.memo = DRAFT
    node = s.spec.plan.nodes[s.flow[-1].node if entry.node < 0 else entry.node]
    if entry.node >= 0:
        assert isinstance(node, plan.Asks)
        take_unasked(s, node, entry, option)
    elif isinstance(node, plan.AsksAtOnce | plan.BidsAtOnce):
        _choose_at_once(s, node, entry, option)
    elif isinstance(node, plan.Asks):
        take_answer(s, node, entry, option)
    elif isinstance(node, plan.OfRound):
        tell(s, entry.seat, entry.choice, option.text, entry.side)
        rounds.answer(s, node, entry, option)
    return False


def play_saying(s: StateData, hand: int, option: Option) -> None:
    """Play a card, and carry out what is said with it."""
    asks = s.spec.plan.with_card[option.said]
    ask = asks.step
    play.play_card(s, hand, option.value, choices.answer_text(s, ask, option.arguments))
    s.said += ((hand, ask.name, option.text),)
    carry_out_yes(s, ask, hand, option.arguments, option.value)
    if s.flow:
        interrupt(s, asks.after, hand)


def take_unasked(s: StateData, node: plan.Asks, entry: Turn, option: Option) -> None:
    """Carry out what somebody says unasked."""
    s.volunteered |= {(entry.seat, node.step.decision, option.arguments)}
    tell(s, entry.seat, entry.choice, option.text, entry.side)
    carry_out_yes(s, node.step, entry.seat, option.arguments)
    if s.flow:
        interrupt(s, node.after, entry.seat)


def _choose_at_once(s: StateData, node: plan.AsksAtOnce | plan.BidsAtOnce, entry: Turn, option: Option) -> None:
    """Keep what nobody hears yet; carry out a look."""
    turns = s.flow[-1].turns
    assert turns is not None
    place = next(at for at, group in enumerate(turns.order) if entry.seat in group)
    if option.kind == "look":  # and is asked again
        tell(s, entry.seat, entry.choice, option.text, entry.side)
        look(s, turns.order[place] if isinstance(node, plan.BidsAtOnce) else (entry.seat,))
        return
    before = turns.chosen[place]
    mine = option if option.kind != "pass" else (*(() if before is None else before[1]), option.value)
    chosen = changed(turns.chosen, place, (entry.seat, mine))
    go_to(s, node.id, turns._replace(chosen=chosen))


def take_answer(s: StateData, node: plan.Asks, entry: Turn, option: Option) -> None:
    """Carry out an answer."""
    ask, turns, seat = node.step, s.flow[-1].turns, entry.seat
    assert turns is not None
    if ask.kind == "pass":
        cards = (*turns.chosen, option.value)
        if len(cards) < choices.pass_size(s, ask, seat):
            go_to(s, node.id, turns._replace(chosen=cards))
            return
        _pass_cards(s, ask, seat, cards)
    else:
        tell(s, seat, entry.choice, option.text, entry.side)
        if option.kind == "look":
            look(s, (seat,))  # and is asked again
            return
        if option.kind == "yes":
            carry_out_yes(s, ask, seat, option.arguments)
            if not s.flow:
                return
    pass_turn(s, node, ask.by, turns, node.id, was_asked=True)
    if option.kind != "no":
        interrupt(s, node.after, seat)


DOES: Final[Mapping[type[plan.Node], Callable[[StateData, Any], bool]]] = {
    plan.PhaseBegins: _begin_phase, plan.FinalBids: _do_blocks_of_bids, plan.PhaseEnds: _end_phase,
    plan.Happens: _happen, plan.Asks: _ask, plan.AsksAtOnce: _ask, plan.TurnBegins: rounds.begin_turn,
    plan.BidsUnseen: rounds.wait, plan.Talks: rounds.talk, plan.Bids: rounds.bid, plan.Agrees: rounds.wait,
    plan.BidsAtOnce: rounds.bid_at_once, plan.PlayBegins: play.begin_play, plan.TrickBegins: play.begin_trick,
    plan.PlaysCard: play.wait_for_card, plan.TrickEnds: play.end_trick, plan.Scores: _score, plan.DealEnds: _end_deal,
}  # fmt: skip
"""What happens at each kind of node; True if somebody has to choose there."""
