"""The point of the plan that a deal has reached, and whose turn it is there, for kernels."""

from __future__ import annotations


def leave(s):
    s.depth -= 1
    for at in range(FRAME_SIZE):
        s.memory[FRAME + at] = s.memory[STACK + FRAME_SIZE * s.depth + at]


def interrupt(s, block, subject):
    if s.depth >= MOST_BLOCKS:
        s.failed = 1
        return
    for at in range(FRAME_SIZE):
        s.memory[STACK + FRAME_SIZE * s.depth + at] = s.memory[FRAME + at]
    s.depth += 1
    s.node = block
    s.subject = subject
    s.has_turns = 0


def follow(s):
    if THEN == -1:
        leave(s)
    else:
        s.node = THEN
        s.has_turns = 0


def list_turn(s, at, group, side):
    if FOR_TURNS:
        s.order[at] = group
        s.order_sides[at] = side
    else:
        s.listed[at] = group
        s.listed_sides[at] = side


def list_order(s, subject):
    environment(s, subject)
    if TURNS == 0:
        who = WHO(s)
        if who is None:
            return 0
        LIST_TURN(s, 0, (s.sides[who] & players_of(s)) if BY_SIDE else 1 << who, who if BY_SIDE else None)
        return 1
    start = seats.first_seat(s) if START is None else START(s)
    if start is None:
        return 0
    seat = start
    seen = 0
    many = 0
    for _ in range(SEATS):
        side = s.side_of[seat]
        if BY_SIDE:
            if side is not None and not seen >> side & 1 and not is_out(s, side):
                seen |= 1 << side
                LIST_TURN(s, many, (s.sides[side] & players_of(s)), side)
                many += 1
        elif players_of(s) >> seat & 1 and (not BY_MEMBER or subject < 0 or side == s.side_of[subject]):
            LIST_TURN(s, many, 1 << seat, None)
            many += 1
        seat = seat + 1 if seat < SEATS - 1 else 0
    return many


def begin_turns(s):
    if not s.has_turns:
        s.turn_count = LIST_ORDER(s, s.subject)
        s.turn_at = 0
        s.turn_laps = 0
        s.turn_asked = 0
        s.asked_partner = None
        if IS_ROUND:
            for seat in range(SEATS):
                s.closed[seat] = 0
        else:
            s.memory[s.chosen_rows[0]] = 0
        if AT_ONCE:
            s.chosen_count = s.turn_count
            for at in range(s.turn_count):
                s.chosen[at][0] = None
                s.memory[s.chosen_rows[at]] = 0
        s.has_turns = 1 if s.turn_count > 0 else 0
    if s.turn_count == 0 or (not AT_ONCE and s.turn_at == 0 and s.turn_laps == 0 and STOPPED(s)):
        FOLLOW(s)
        return False
    return True
