"""What rules do: give, show, shuffle, award, deal again; for kernels."""

from __future__ import annotations


def deal_out(s, start, members, wanted, most):
    stock = s.piles[0]
    at = 0
    for turn in range(most):
        seat = start
        for _ in range(SEATS):
            if members >> seat & 1 and turn < s.memory[wanted + seat] and at < s.memory[stock]:
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


def happen_at_once(s):
    subject = s.subject
    FOLLOW(s)
    many = LIST_ORDER(s, subject)
    asked = 0
    for at in range(many):
        for_turn(s, s.listed[at], s.listed_sides[at])
        s.chosen[at][0] = None
        if WHEN is None or WHEN(s):
            s.chosen[at][0] = at
    for at in range(many):
        if s.chosen[at][0] is not None:
            for_turn(s, s.listed[at], s.listed_sides[at])
            copy_row(s, SOURCE_ROW(s), s.chosen_rows[at])
    for at in range(many):
        if s.chosen[at][0] is not None:
            for_turn(s, s.listed[at], s.listed_sides[at])
            GIVE(s, s.chosen_rows[at])
    return asked
