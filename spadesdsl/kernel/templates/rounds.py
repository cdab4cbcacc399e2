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


def unseen_bids(s, group):
    asked = 0
    if s.looked & group == 0:
        for seat in bidders(s, group):
            before = s.options
            BIDS_OF(s, seat, 1)
            if s.options > before:
                asked |= 1 << seat
    return as_seats(asked)


def list_unseen(s, group):
    s.options = 0
    return UNSEEN_BIDS(s, group)


def list_bids(s):
    s.options = 0
    for seat in bidders(s, s.order[s.turn_at]):
        BIDS_OF(s, seat, 0)
    return s.options


def take_in_round(s, option):
    ANSWER(s, s.memory[option], option)


def wait_unseen(s):
    s.options = 0
    for seat in UNSEEN_BIDS(s, s.order[s.turn_at]):
        if MAY_WAIT:
            add_option(s, seat, WAIT, -1, -1)
        add_option(s, seat, LOOK, -1, -1)
    return 1


def wait_yes(s):
    s.options = 0
    add_option(s, s.asked_partner, YES, -1, -1)
    add_option(s, s.asked_partner, NO, -1, -1)
    return 1


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


def bid_at_once(s):
    if not BEGIN_TURNS(s):
        return 0
    s.options = 0
    asked = 0
    for at in range(s.turn_count):
        if s.chosen_seat[at] is None:
            group = s.order[at]
            is_open = True
            if WHEN is not None:
                environment(s, ctz(group))
                is_open = WHEN(s)
            if is_open:
                first = s.options
                unseen = 0
                if UNSEEN != -1:
                    unseen = UNSEEN_BIDS(s, group)
                    for seat in as_seats(unseen):
                        if MAY_WAIT:
                            add_option(s, seat, WAIT, -1, -1)
                        add_option(s, seat, LOOK, -1, -1)
                if unseen == 0:
                    s.options = first
                    for seat in bidders(s, group):
                        before = s.options
                        BIDS_OF(s, seat, 0)
                        if s.options > before:
                            asked |= 1 << seat
    if s.options > 0:
        look(s, as_seats(asked))
        return 1
    many = s.turn_count
    FOLLOW(s)
    for at in range(many):
        seat = s.chosen_seat[at]
        if seat is not None and s.chosen_kind[at] == BID:
            environment(s, seat)
            make_bid(s, s.chosen_value[at], s.chosen_arguments[at], e)
    return 0
