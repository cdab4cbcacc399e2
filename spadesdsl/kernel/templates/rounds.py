"""Rounds of bids, for kernels."""

from __future__ import annotations


def obeys(s, option, seat):
    kind = s.memory[option + 2]
    side = s.side_of[seat]
    place = seat
    if HAS_SIDE_BIDS and BY_SIDE_BIDS >> kind & 1:
        place = SEATS + side
    if not APPLIES >> kind & 1:
        return True
    for at in range(RECORD):
        s.saved[at] = s.bid_rows[place][at]
    s.saved[RECORD] = s.held[place]
    count = s.bid_count
    environment(s, seat)
    make_bid(s, kind, as_numbers(option + 4), e)
    environment(s, seat)
    found = True
    if BIND is None or bind_bid(s, BIND, e, seat):
        found = (WHEN is not None and not WHEN(s)) or BODY(s) != 0
    for at in range(RECORD):
        s.bid_rows[place][at] = s.saved[at]
    s.held[place] = s.saved[RECORD]
    s.bid_count = count
    return found


def narrow_bids(s, first, seat):
    found = 0
    for at in range(first, s.options):
        option = OPTIONS + OPTION_WIDTH * at
        holds = 1 if OBEYS(s, option, seat) else 0
        s.memory[option + 3] = holds
        found += holds
    if found != 0:
        keep_marked(s, first)


def forget(s, group):
    s.did[DECISION] = s.did[DECISION] & ~group
    if ANSWERS_AT is not None:
        left = 0
        for at in range(s.memory[ANSWERS_AT]):
            record = ANSWERS_AT + 1 + RECORD * at
            if not group >> s.memory[record] & 1:
                for place in range(RECORD):
                    s.memory[ANSWERS_AT + 1 + RECORD * left + place] = s.memory[record + place]
                left += 1
        s.memory[ANSWERS_AT] = left
