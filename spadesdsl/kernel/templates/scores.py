"""The score of a deal and the end of the game, for kernels."""

from __future__ import annotations


def score_deal(s):
    DO(s)
    for holder in range(HOLDERS):
        if s.scores[holder] > LARGEST or s.scores[holder] < -LARGEST:
            s.failed = 1
    s.scored += 1


def score(s):
    s.node = THEN
    s.has_turns = 0
    SCORE_DEAL(s)
    return 4 if s.stops else 0


def redraw(s, viewer):
    row = new_row()
    for seat in range(SEATS):
        if seat != viewer and not (HAS_STACKS and s.stacks[seat] is not None):
            for card in s.hands[seat] & ~s.open:
                push(s, row, card)
    shuffle_row(s, row)
    at = 0
    for seat in range(SEATS):
        if seat != viewer and not (HAS_STACKS and s.stacks[seat] is not None):
            many = (s.hands[seat] & ~s.open).bit_count()
            s.hands[seat] &= s.open
            for _ in range(many):
                s.hands[seat] |= 1 << s.memory[row + 1 + at]
                at += 1
