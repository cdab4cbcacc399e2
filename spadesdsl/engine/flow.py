"""The flow of a deal: phases, blocks, decisions and rounds, as a stack of frames; what a move does; what comes next.

`advance` goes on until somebody has to choose. `answer` carries out a choice. Both change a state that is still being
built.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, assert_never

from spadesdsl.engine import choices, dealing, play, scoring, seats
from spadesdsl.engine.actions import cards_of, environment, give, make_bid, run
from spadesdsl.engine.choices import Entry
from spadesdsl.engine.events import ChoiceEvent
from spadesdsl.engine.ranking import mask_of
from spadesdsl.engine.spec import CARD, SIDE, Ask, Do, Round
from spadesdsl.engine.state import Answered, Frame
from spadesdsl.rules.parts import Give

if TYPE_CHECKING:
    from spadesdsl.engine.choices import Option
    from spadesdsl.engine.spec import Code
    from spadesdsl.engine.state import StateData
    from spadesdsl.rules.parts import By


MOST_LAPS = 200
"""The most times a turn `until …` goes round. Real rules need far fewer; the limit makes every deal end."""

MOST_THROWN_IN = 1_000
"""The game ends after this many deals are thrown in one after the other without anybody choosing anything."""


def advance(s: StateData) -> None:
    """Go on until somebody has to choose, or the game is over."""
    while not s.over:
        if not s.flow:  # a redeal has cleared the table
            s.thrown_in += 1
            if s.thrown_in > MOST_THROWN_IN:
                scoring.give_up(s, "redeal")
                return
            dealing.begin_deal(s)
        if _go_on(s):
            dealing.announce(s)
            s.thrown_in = 0
            return


def advance_in_deal(s: StateData) -> bool:
    """Go on until somebody has to choose; False once the deal is scored or thrown in, before the next is dealt."""
    while s.flow and not s.sheets and not s.over:
        if _go_on(s):
            return True
    return False


def _go_on(s: StateData) -> bool:
    """Do what comes next; True when somebody has to choose."""
    frame = s.flow[-1]
    match frame.kind:
        case "play":
            return play.go_on(s, frame)
        case "block":
            return _block(s, frame)
        case "ask":
            return _ask(s, frame)
        case "round":
            return _round(s, frame)
        case _:
            return _deal(s, frame)


def _top(s: StateData, frame: Frame) -> None:
    s.flow = (*s.flow[:-1], frame)


def _push(s: StateData, frame: Frame) -> None:
    s.flow = (*s.flow, frame)


def _pop(s: StateData) -> None:
    s.flow = s.flow[:-1]
    s.memo = {}  # who has to act may have changed


# ---------------------------------------------------------------- phases and blocks


def _deal(s: StateData, frame: Frame) -> bool:
    """Take a deal from phase to phase."""
    phases = s.spec.phases
    if frame.step >= len(phases):
        dealing.next_deal(s)
        return False
    phase = phases[frame.step]
    following = _in_phase(frame.step + 1, "")
    if phase.name in s.skips:
        _top(s, following)
    elif phase.name == "scoring":
        dealing.announce(s)
        _top(s, following)
        scoring.score_deal(s)
    elif frame.stage == "":
        _top(s, _in_phase(frame.step, "owed"))
        _push(s, Frame("play") if phase.name == "play" else Frame("block", steps=phase.steps))
    elif frame.stage == "owed":
        _top(s, _in_phase(frame.step, "left"))
        if phase.name == "bidding":
            _owe(s)
    else:
        if s.spec.teams.after == phase.name:
            dealing.make_sides(s)
        if not any(later.name == "deal" for later in phases[frame.step + 1 :]):
            dealing.announce(s)
        if not s.spec.ranking_is_fixed:
            s.ranking = s.spec.ranking(s)
        s.memo = {}
        _top(s, following)
    return False


@cache
def _in_phase(step: int, stage: str) -> Frame:
    """Return the frame of a deal in a phase; it holds only the phase."""
    return Frame("deal", step=step, stage=stage)


def _owe(s: StateData) -> None:
    """Queue the steps that the final bids bring after the bidding: each for its bidder, in the order of the bids."""
    standing = [(bid, seat) for seat, bid in enumerate(s.bids) if bid is not None]
    standing += [(bid, s.sides[side][0]) for side, bid in enumerate(s.side_bids) if bid is not None]
    for bid, seat in sorted(standing, key=lambda one: one[0].place, reverse=True):
        steps = s.spec.bids[bid.type].steps
        if steps:
            _push(s, Frame("block", steps=steps, subject=seat))


def _block(s: StateData, frame: Frame) -> bool:
    """Do the next step of a block."""
    if not frame.steps:
        _pop(s)
        return False
    step = s.spec.steps[frame.steps[0]]
    _top(s, frame._replace(steps=frame.steps[1:]))
    env = environment(s, frame.subject)
    match step:
        case Do():
            if step.by is not None:
                _do_in_turn(s, step, step.by, frame.subject)
            elif step.when is None or step.when(s, env):
                run(s, step.rule, step.actions, env)
                s.memo = {}
        case Ask():
            _begin(s, step, step.by, frame.subject, "ask")
        case Round():
            _begin(s, step, step.by, frame.subject, "round")
        case _:
            assert_never(step)
    return False


def _begin(s: StateData, step: Ask | Round, by: By[Code], subject: int, kind: str) -> None:
    """Start a decision or a round: work out whose turn it is, and in what order."""
    order, sides = _in_order(s, by, subject)
    if order:
        chosen: tuple[Any, ...] = (None,) * len(order) if by.turns == "at once" else ()
        _push(s, Frame(kind, step=step.id, subject=subject, order=order, sides=sides, chosen=chosen))


def _in_order(s: StateData, by: By[Code], subject: int) -> tuple[tuple[tuple[int, ...], ...], tuple[int | None, ...]]:
    """Return the turns in order: the seats of each, and the side that they speak for."""
    env = environment(s, subject)
    if by.turns == "one":
        assert by.who is not None
        who = by.who(s, env)
        if who is None:
            return (), ()
        return (((_speakers(s, who)),), (who,)) if by.noun == "side" else (((who,),), (None,))
    start = seats.first_seat(s) if by.start is None else by.start(s, env)
    if start is None:
        return (), ()
    if by.noun in ("team", "side"):
        found = seats.sides_from(s, start)
        return tuple(_speakers(s, side) for side in found), found
    players = seats.players_from(s, start)
    if by.noun == "member" and subject >= 0:
        side = s.side_of[subject]
        players = tuple(seat for seat in players if s.side_of[seat] == side)
    return tuple((seat,) for seat in players), (None,) * len(players)


def _do_in_turn(s: StateData, step: Do, by: By[Code], subject: int) -> None:
    """Do a step for several seats in turn; `at once` moves the cards that each has before any card moves."""
    order, sides = _in_order(s, by, subject)
    turns = [_for_turn(s, group, side) for group, side in zip(order, sides, strict=True)]
    if by.turns == "at once":
        turns = [env for env in turns if step.when is None or step.when(s, env)]
        moved = [tuple(cards_of(s, action, env) for action in step.actions) for env in turns]
        for env, cards in zip(turns, moved, strict=True):
            run(s, step.rule, step.actions, env, cards)
            s.memo = {}
        return
    for lap in range(MOST_LAPS if by.until is not None else 1):
        is_idle = True
        for env in turns:
            is_first = lap == 0 and env is turns[0]
            if is_first and (_holds(s, by.stopping, env) or _holds(s, by.until, env)):
                return
            if step.when is None or step.when(s, env):
                is_idle = False
                run(s, step.rule, step.actions, env)
                s.memo = {}
                if not s.flow:
                    return
            if _holds(s, by.stopping, env) or _holds(s, by.until, env):
                return
        if is_idle:
            return


def _for_turn(s: StateData, group: tuple[int, ...], side: int | None) -> list[Any]:
    """Return the environment of one turn: a seat's, or a side's."""
    env = environment(s, group[0] if side is None and group else -1)
    if side is not None:
        env[SIDE] = side
    return env


def _holds(s: StateData, condition: Code | None, env: list[Any]) -> bool:
    return condition is not None and bool(condition(s, env))


def _speakers(s: StateData, side: int) -> tuple[int, ...]:
    players = seats.players_of(s)
    return tuple(seat for seat in s.sides[side] if seat in players)


def _next_turn(s: StateData, frame: Frame, by: By[Code], *, was_asked: bool) -> bool:
    """Pass the turn on; return False when the decision or round is over."""
    s.memo = {}
    if _is_stopped(s, by, frame):
        return False
    index = frame.at + 1
    stage = "asked" if was_asked else frame.stage
    if index >= len(frame.order):
        # `until` keeps going round; a round in which nobody was asked would never end.
        if by.until is None or stage == "idle":
            return False
        if frame.laps >= MOST_LAPS:
            return False
        index, stage = 0, "idle"
        frame = frame._replace(laps=frame.laps + 1)
    _top(s, frame._replace(at=index, stage=stage, chosen=(), closed=(), fixed=()))
    return True


# ---------------------------------------------------------------- decisions


def _ask(s: StateData, frame: Frame) -> bool:
    """Find the next seat that has something to answer."""
    ask = s.spec.steps[frame.step]
    assert isinstance(ask, Ask)
    if ask.by.turns == "at once":
        s.memo = {}
        entries = choices.due(s)
        if entries:
            _turn_up(s, entries)
            return True
        _pop(s)
        _all_answered(s, ask, frame)
        return False
    if frame.at == 0 and frame.stage == "" and _is_stopped(s, ask.by, frame):
        _pop(s)
        return False
    s.memo = {}
    entries = choices.due(s)
    if entries:
        _turn_up(s, entries)
        return True
    if not _next_turn(s, frame, ask.by, was_asked=False):
        _pop(s)
    return False


def _is_stopped(s: StateData, by: By[Code], frame: Frame) -> bool:
    """Tell whether a decision or a round is over: `player` is the one whose turn it is."""
    env = _for_turn(s, frame.order[frame.at], frame.sides[frame.at])
    return _holds(s, by.stopping, env) or _holds(s, by.until, env)


def _turn_up(s: StateData, entries: tuple[Entry, ...]) -> None:
    """Show the seats that are asked their hands, except those that may decline without looking."""
    _look(s, (tuple(entry.seat for entry in entries if entry.options != choices.DECLINE),))


def _look(s: StateData, groups: tuple[tuple[int, ...], ...]) -> None:
    """Show a player their hand. Being asked is no look while they hold only open cards."""
    for group in groups:
        for seat in group:
            if choices.is_unseen(s, seat):
                s.looked |= 1 << seat


def _keep(s: StateData, ask: Ask, seat: int, arguments: tuple[Any, ...], card: int = -1) -> int:
    """Keep an answer; return its place among the answers to this decision."""
    s.did = (*s.did[: ask.decision], s.did[ask.decision] | 1 << seat, *s.did[ask.decision + 1 :])
    kept = (*s.answers[ask.decision], Answered(seat, arguments, card=card))
    s.answers = (*s.answers[: ask.decision], kept, *s.answers[ask.decision + 1 :])
    s.memo = {}
    return len(kept) - 1


def _carry_out(s: StateData, ask: Ask, seat: int, arguments: tuple[Any, ...], card: int = -1) -> None:
    """Keep a yes, and do what it leads to; `card` is the card that it was said with."""
    place = _keep(s, ask, seat, arguments, card)
    env = environment(s, seat)
    env[CARD] = card
    for parameter, value in zip(ask.parameters, arguments, strict=True):
        env[parameter.slot] = value
    fixed = run(s, ask.rule, ask.actions, env)
    s.memo = {}
    if fixed:
        row = s.answers[ask.decision]
        row = (*row[:place], Answered(seat, arguments, fixed, card), *row[place + 1 :])
        s.answers = (*s.answers[: ask.decision], row, *s.answers[ask.decision + 1 :])
    if s.flow and not s.spec.ranking_is_fixed:
        s.ranking = s.spec.ranking(s)
    if s.flow and ask.after:
        _push(s, Frame("block", steps=ask.after, subject=seat))


def _pass_on(s: StateData, ask: Ask, seat: int, cards: tuple[int, ...]) -> None:
    """Keep a pass and move its cards."""
    _keep(s, ask, seat, ())
    action = ask.actions[0]
    assert isinstance(action, Give)
    give(s, ask.rule, action, environment(s, seat), cards)
    s.memo = {}
    if ask.after:
        _push(s, Frame("block", steps=ask.after, subject=seat))


def _all_answered(s: StateData, ask: Ask, frame: Frame) -> None:
    """Carry out simultaneous answers, now that all are in."""
    for answered in frame.chosen:
        if answered is None:
            continue
        seat, chosen = answered
        if ask.kind == "pass":
            s.events = (*s.events, ChoiceEvent(seat, ask.name, None))
            _pass_on(s, ask, seat, chosen)
            continue
        option: Option = chosen
        s.said = (*s.said, (seat, ask.name, option.text))
        s.events = (*s.events, ChoiceEvent(seat, ask.name, option.text))
        if option.kind == "yes":
            _carry_out(s, ask, seat, option.arguments)
            if not s.flow:
                return


# ---------------------------------------------------------------- rounds


def _round(s: StateData, frame: Frame) -> bool:
    """Take a round to the next bid that somebody has to make."""
    step = s.spec.steps[frame.step]
    assert isinstance(step, Round)
    group = frame.order[frame.at]
    s.memo = {}
    if step.by.turns == "at once":
        return _bids_at_once(s, frame, step)
    match frame.stage:
        case "" | "idle" | "asked":
            if frame.at == 0 and frame.stage == "" and _is_stopped(s, step.by, frame):
                _pop(s)
            elif not choices.bidders(s, group) or not (step.when is None or step.when(s, environment(s, group[0]))):
                _leave_turn(s, frame, step, was_asked=False)
            elif choices.may_bid_unseen(s, step, group, frame.closed):
                _top(s, frame._replace(stage="unseen"))
            else:
                _top(s, frame._replace(stage="talk"))
        case "talk":
            _top(s, frame._replace(stage="bid"))
            if step.block:
                _forget(s, step, group)
                _push(s, Frame("block", steps=step.block, subject=group[0]))
        case "unseen" | "consent":
            return True
        case _:
            if not step.bids:
                _leave_turn(s, frame, step, was_asked=False)
                return False
            entries = choices.due(s)
            if entries:
                _look(s, (group,))
                return True
            _leave_turn(s, frame, step, was_asked=False)
    return False


def _bids_at_once(s: StateData, frame: Frame, step: Round) -> bool:
    """Wait until all have bid; then make the bids, in the order of the seats, and let all see them."""
    entries = choices.due(s)
    if entries:
        seeing = (entry for entry in entries if not choices.is_before_looking(s, step, frame, entry.seat))
        _look(s, (tuple(entry.seat for entry in seeing),))
        return True
    _pop(s)
    for side, chosen in zip(frame.sides, frame.chosen, strict=True):
        if chosen is not None:
            seat, option = chosen
            _tell(s, Entry(seat, step.name, (), side), option)
            if option.kind == "bid":
                make_bid(s, option.value, option.arguments, environment(s, seat))
    return False


def _forget(s: StateData, step: Round, group: tuple[int, ...]) -> None:
    """Forget what these seats answered in the block at an earlier turn: it reads the answers of this turn only."""
    for number in step.block:
        ask = s.spec.steps[number]
        if isinstance(ask, Ask) and s.answers[ask.decision]:
            left = tuple(answer for answer in s.answers[ask.decision] if answer.seat not in group)
            mask = mask_of([answer.seat for answer in left])
            s.answers = (*s.answers[: ask.decision], left, *s.answers[ask.decision + 1 :])
            s.did = (*s.did[: ask.decision], mask, *s.did[ask.decision + 1 :])
    s.memo = {}


def _leave_turn(s: StateData, frame: Frame, step: Round, *, was_asked: bool) -> None:
    was_asked = was_asked or bool(step.block)
    frame = frame._replace(stage="asked" if was_asked or frame.stage == "asked" else "idle")
    if not _next_turn(s, frame, step.by, was_asked=was_asked):
        _pop(s)


def _bid(s: StateData, frame: Frame, entry: Entry, option: Option) -> None:
    """Carry out a choice in a round: a look, a bid, a partner's yes or no."""
    step = s.spec.steps[frame.step]
    assert isinstance(step, Round)
    if step.by.turns == "at once":
        place = next(at for at, group in enumerate(frame.order) if entry.seat in group)
        if option.kind == "look":
            _tell(s, entry, option)
            _look(s, (frame.order[place],))
        else:
            chosen = (*frame.chosen[:place], (entry.seat, option), *frame.chosen[place + 1 :])
            _top(s, frame._replace(chosen=chosen))
        return
    group = frame.order[frame.at]
    if frame.stage == "consent":
        _tell(s, entry, option)
        bidder, asked = frame.fixed[1], frame.fixed[2]
        if option.kind == "yes":
            _make(s, frame, step, bidder, asked)
        else:
            _refuse(s, frame, step, bidder, asked)
        return
    if option.kind == "look":
        _tell(s, entry, option)
        _look(s, (group,))
        _top(s, frame._replace(stage="talk", fixed=()))
        return
    _tell(s, entry, option)
    if option.kind == "wait":
        _leave_turn(s, frame, step, was_asked=True)
        return
    kind = s.spec.bids[option.value]
    partner = None if kind.needs_yes is None else kind.needs_yes(s, environment(s, entry.seat))
    if partner is None:
        _make(s, frame, step, entry.seat, option)
    else:
        _look(s, ((partner,),))
        _top(s, frame._replace(stage="consent", fixed=(partner, entry.seat, option)))


def _refuse(s: StateData, frame: Frame, step: Round, bidder: int, option: Option) -> None:
    """Bar a bidder from a bid that the partner refused; the bidder chooses again from what is left."""
    _choose_again(s, frame, step, (bidder, option.value), is_unseen=option.value in step.unseen)


def _choose_again(s: StateData, frame: Frame, step: Round, *shut: tuple[int, int], is_unseen: bool) -> None:
    """Go on with a turn, without the bids that these bidders may no longer make."""
    closed = (*frame.closed, *shut)
    stage = "bid"
    if is_unseen:
        stage = "unseen" if choices.may_bid_unseen(s, step, frame.order[frame.at], closed) else "talk"
    _top(s, frame._replace(stage=stage, closed=closed, fixed=()))


def _make(s: StateData, frame: Frame, step: Round, seat: int, option: Option) -> None:
    make_bid(s, option.value, option.arguments, environment(s, seat))
    group, kinds = frame.order[frame.at], s.spec.bids
    if len(group) > 1 and not kinds[option.value].by_side and any(s.bids[mate] is None for mate in group):
        # A player has bid for himself alone: the side's turn lasts until it has bid, or each of its members has.
        own = ((seat, number) for number in step.bids if not kinds[number].by_side)
        _choose_again(s, frame, step, *own, is_unseen=option.value in step.unseen)
        return
    _leave_turn(s, frame, step, was_asked=True)


# ---------------------------------------------------------------- a move


def _tell(s: StateData, entry: Entry, option: Option) -> None:
    s.said = (*s.said, (entry.seat, entry.choice, option.text))
    s.events = (*s.events, ChoiceEvent(entry.seat, entry.choice, option.text, entry.side))


def answer(s: StateData, entry: Entry, option: Option) -> None:
    """Carry out a choice and go on until the next is due."""
    carry_out(s, entry, option)
    advance(s)


def carry_out(s: StateData, entry: Entry, option: Option) -> None:
    """Carry out a choice, and no more: `advance` does what follows from it."""
    frame = s.flow[-1]
    s.memo = {}
    if entry.step >= 0:
        _volunteer(s, entry, option)
    elif frame.kind == "play":
        _play(s, entry.hand, option)
    elif frame.kind == "round":
        _bid(s, frame, entry, option)
    else:
        _answer(s, frame, entry, option)


def _play(s: StateData, hand: int, option: Option) -> None:
    """Play a card, and carry out what is said with it."""
    stack = s.stacks[hand]
    if option.said < 0:
        play.play_card(s, hand, option.value if stack is None else stack[0], "")
        return
    ask = s.spec.steps[option.said]
    assert isinstance(ask, Ask)
    play.play_card(s, hand, option.value, choices.answer_text(s, ask, option.arguments))
    s.said = (*s.said, (hand, ask.name, option.text))
    _carry_out(s, ask, hand, option.arguments, option.value)


def _volunteer(s: StateData, entry: Entry, option: Option) -> None:
    ask = s.spec.steps[entry.step]
    assert isinstance(ask, Ask)
    s.volunteered |= {(entry.seat, ask.decision, option.arguments)}
    _tell(s, entry, option)
    _carry_out(s, ask, entry.seat, option.arguments)


def _answer(s: StateData, frame: Frame, entry: Entry, option: Option) -> None:
    ask = s.spec.steps[frame.step]
    assert isinstance(ask, Ask)
    if option.kind == "look":
        _tell(s, entry, option)
        _look(s, ((entry.seat,),))  # and is asked again
        return
    if ask.by.turns == "at once":
        place = next(at for at, group in enumerate(frame.order) if entry.seat in group)
        before = frame.chosen[place]
        mine = option if option.kind != "pass" else (*(() if before is None else before[1]), option.value)
        _top(s, frame._replace(chosen=(*frame.chosen[:place], (entry.seat, mine), *frame.chosen[place + 1 :])))
        return
    if option.kind == "pass":
        cards = (*frame.chosen, option.value)
        if len(cards) < choices.pass_size(s, ask, entry.seat):
            _top(s, frame._replace(chosen=cards))
            return
        s.events = (*s.events, ChoiceEvent(entry.seat, entry.choice, None))
        depth = len(s.flow)
        _pass_on(s, ask, entry.seat, cards)
        _finish_turn(s, frame, ask, depth)
        return
    _tell(s, entry, option)
    depth = len(s.flow)
    if option.kind == "yes":
        _carry_out(s, ask, entry.seat, option.arguments)
        if not s.flow:
            return
    _finish_turn(s, frame, ask, depth)


def _finish_turn(s: StateData, frame: Frame, ask: Ask, depth: int) -> None:
    """Pass the turn on beneath the frames above `depth`: those are what an answer led to, and come first."""
    brought, s.flow = s.flow[depth:], s.flow[:depth]
    if not _next_turn(s, frame, ask.by, was_asked=True):
        _pop(s)
    s.flow += brought
