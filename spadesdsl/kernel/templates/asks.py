"""Questions and their answers, and rounds of bids, for kernels."""

from __future__ import annotations


def add_option(s, seat, kind, value, said):
    at = OPTIONS + OPTION_WIDTH * s.options
    if not HAS_MANY_OPTIONS or s.options < MOST_OPTIONS:
        s.options += 1
    else:
        s.failed = 1
    s.memory[at] = seat
    s.memory[at + 1] = kind
    s.memory[at + 2] = value
    s.memory[at + 3] = said
    return at


def keep_marked(s, first):
    left = first
    for at in range(first, s.options):
        option = OPTIONS + OPTION_WIDTH * at
        if s.memory[option + 3] != 0:
            to = OPTIONS + OPTION_WIDTH * left
            for place in range(OPTION_WIDTH):
                s.memory[to + place] = s.memory[option + place]
            left += 1
    s.options = left


def is_said(s, option):
    for number in range(s.memory[ANSWERS_AT]):
        record = ANSWERS_AT + 1 + RECORD * number
        same = s.memory[record] == s.memory[option]
        for place in range(ANSWERED):
            same = same and s.memory[record + FIRST + place] == s.memory[option + 4 + place]
        if same:
            return True
    return False


def list_said(s, group):
    # What a seat may say unasked, each with the number of its question; nobody says the same thing twice in a deal.
    for seat in as_seats(group):
        first = s.options
        ANSWERS(s, seat)
        for at in range(first, s.options):
            option = OPTIONS + OPTION_WIDTH * at
            s.memory[option + 3] = 0 if IS_SAID(s, option) else NUMBER_OF_ASK
        keep_marked(s, first)


def seers(s):
    found = 0
    unseen = 0
    for at in range(s.options):
        option = OPTIONS + OPTION_WIDTH * at
        found |= 1 << s.memory[option]
        if MAY_LOOK and s.memory[option + 1] == LOOK:
            unseen |= 1 << s.memory[option]
    return as_seats(found & ~unseen)


def keep_answer(s, seat, card, arguments):
    s.did[DECISION] |= 1 << seat
    if ANSWERS_AT is not None:
        if s.memory[ANSWERS_AT] >= MOST_ANSWERS:
            s.failed = 1
            return -1
        at = ANSWERS_AT + 1 + RECORD * s.memory[ANSWERS_AT]
        s.memory[ANSWERS_AT] += 1
        s.memory[at] = seat
        s.memory[at + 1] = card
        for place in range(FIRST, RECORD):
            s.memory[at + place] = None
        for place in range(MANY):
            s.memory[at + FIRST + place] = s.memory[arguments + place]
        return at
    return -1


def take_at_once(s, option):
    seat = s.memory[option]
    kind = s.memory[option + 1]
    for at in range(s.turn_count):
        if s.order[at] >> seat & 1:
            if MAY_LOOK and kind == LOOK:
                look(s, as_seats(s.order[at] if IS_ROUND else 1 << seat))
            else:
                if kind == PASS:
                    push(s, s.chosen_rows[at], s.memory[option + 2])
                for place in range(OPTION_WIDTH):
                    s.chosen[at][place] = s.memory[option + place]
            return


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
