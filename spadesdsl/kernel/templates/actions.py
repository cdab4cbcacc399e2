"""What rules do: give, show, shuffle, award, deal again; for kernels."""

from __future__ import annotations


def take_away(s, cards):
    for seat in range(SEATS):
        s.hands[seat] &= ~cards
        if HAS_STACKS and s.stacks[seat] is not None:
            keep_in(s, s.stacks[seat], ~cards)
    for pile in range(PILES):
        if s.memory[s.piles[pile]] > 0:
            keep_in(s, s.piles[pile], ~cards)
    if TRACKS_OPEN:
        s.open &= ~cards


def into_hand(s, row, seat, face_up):
    cards = mask_of(row)
    s.hands[seat] |= cards
    if HAS_STACKS and s.stacks[seat] is not None:
        add_row(s, row, s.stacks[seat])
    if TRACKS_OPEN and face_up:
        s.open |= cards


def give_each(s):
    player = s.env[0]
    side = s.env[1]
    start = seats.first_seat(s) if START is None else START(s)
    if start is None:
        return
    members = ALL_SEATS & ~s.out if CAN_BE_OUT else ALL_SEATS
    if ONLY_PLAYERS:
        members = members & PLAYERS
    if not FROM_STOCK:
        seat = start
        for _ in range(SEATS):
            if members >> seat & 1:
                s.env[0] = seat
                s.env[1] = s.side_of[seat]
                GIVE_ONE(s, seat)
            seat = seat + 1 if seat < SEATS - 1 else 0
    else:
        DEAL_OUT(s, start, members)
    s.env[0] = player
    s.env[1] = side


def deal_out(s, start, members):
    stock = s.piles[0]
    each = s.memory[stock] // members.bit_count()
    most = 0
    least = MOST_NUMBER
    for seat in as_seats(members):
        wanted = each
        if NUMBER is not None:
            s.env[0] = seat
            s.env[1] = s.side_of[seat]
            wanted = NUMBER(s)
            wanted = wanted if wanted > 0 else 0
        s.wanted[seat] = wanted
        most = wanted if wanted > most else most
        least = wanted if wanted < least else least
    most = each if least == most and most > each else most
    at = 0
    for turn in range(most):
        seat = start
        for _ in range(SEATS):
            if members >> seat & 1 and turn < s.wanted[seat] and at < s.memory[stock]:
                card = s.memory[stock + 1 + at]
                at += 1
                s.hands[seat] |= 1 << card
                if HAS_STACKS and s.stacks[seat] is not None:
                    push(s, s.stacks[seat], card)
                if TRACKS_OPEN and FACE_UP:
                    s.open |= 1 << card
            seat = seat + 1 if seat < SEATS - 1 else 0
    drop_first(s, stock, at)


def shuffle_pile(s, at):
    shuffle_row(s, s.piles[at])


def shuffle_hand(s, seat):
    row = s.stacks[seat]
    s.memory[row] = 0
    for card in s.hands[seat]:
        push(s, row, card)
    shuffle_row(s, row)


def happen(s):
    subject = s.subject
    FOLLOW(s)
    environment(s, subject)
    if WHEN is None or WHEN(s):
        RUN(s)
    return 0


def listed_turn(s, at):
    side = s.listed_sides[at]
    group = s.listed[at]
    environment(s, ctz(group) if side is None and group != 0 else -1)
    if side is not None:
        s.env[1] = side


def happen_in_turn(s):
    subject = s.subject
    FOLLOW(s)
    many = LIST_ORDER(s, subject)
    if many == 0:
        return 0
    listed_turn(s, 0)
    if IS_ENOUGH(s):
        return 0
    for _ in range(LAPS):
        is_idle = True
        for at in range(many):
            listed_turn(s, at)
            if WHEN is None or WHEN(s):
                is_idle = False
                RUN(s)
                if not s.in_deal:
                    return 0
                listed_turn(s, at)
            if IS_ENOUGH(s):
                return 0
        if is_idle:
            return 0
    return 0


def happen_at_once(s):
    subject = s.subject
    FOLLOW(s)
    many = LIST_ORDER(s, subject)
    asked = 0
    for at in range(many):
        listed_turn(s, at)
        s.chosen[at][0] = None
        if WHEN is None or WHEN(s):
            s.chosen[at][0] = at
    for at in range(many):
        if s.chosen[at][0] is not None:
            listed_turn(s, at)
            copy_row(s, SOURCE_ROW(s), s.chosen_rows[at])
    for at in range(many):
        if s.chosen[at][0] is not None:
            listed_turn(s, at)
            GIVE(s, s.chosen_rows[at])
    return asked
