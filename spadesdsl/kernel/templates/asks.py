"""Questions and their answers, for kernels."""

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


def say(s, option):
    seat = s.memory[option]
    environment(s, seat)
    LOAD_ARGUMENTS(s, option + 4)
    CARRY_OUT(s, seat, -1)
    if s.in_deal and AFTER != -1:
        interrupt(s, AFTER, seat)


def ask_options(s, seat):
    before = s.options
    ANSWERS(s, seat)
    if s.options == before:
        if ASKS_ALL:
            environment(s, seat)
            if WHEN is None or WHEN(s):
                add_option(s, seat, NO, -1, -1)
    elif IS_MAY:
        add_option(s, seat, NO, -1, -1)


def pass_options(s, seat):
    chosen = s.chosen_rows[0]
    if AT_ONCE:
        for at in range(s.turn_count):
            if s.order[at] >> seat & 1:
                chosen = s.chosen_rows[at]
    if PASS_SIZE(s, seat) <= s.memory[chosen]:
        return
    environment(s, seat)
    cards = PASS_CARDS_OF(s) & ~row_mask(s, as_row(chosen))
    if WHEN_CHOICE is not None:
        allowed = 0
        for card in cards:
            s.env[2] = card
            if WHEN_CHOICE(s):
                allowed |= 1 << card
        cards = allowed
    for card in dedupe(s, cards):
        add_option(s, seat, PASS, card, -1)


def ask_seat(s, seat):
    before = s.options
    ASK_OPTIONS(s, seat)
    if MAY_DECLINE and s.options > before and is_unseen(s, seat):
        s.options = before
        add_option(s, seat, LOOK, -1, -1)
        add_option(s, seat, NO, -1, -1)
        s.declined |= 1 << seat


def list_ask(s):
    s.options = 0
    s.declined = 0
    asked = 0
    if AT_ONCE:
        for at in range(s.turn_count):
            if s.hurries and s.options > 0:
                break
            if s.chosen_seat[at] is None:
                for seat in s.order[at]:
                    before = s.options
                    ASK_SEAT(s, seat)
                    if s.options > before:
                        asked |= 1 << seat
            elif IS_PASS:
                before = s.options
                ASK_SEAT(s, s.chosen_seat[at])
                if s.options > before:
                    asked |= 1 << s.chosen_seat[at]
    else:
        for seat in s.order[s.turn_at]:
            before = s.options
            ASK_SEAT(s, seat)
            if s.options > before:
                asked |= 1 << seat
    look(s, as_seats(asked & ~s.declined))
    return s.options > 0


def ask(s):
    if not BEGIN_TURNS(s):
        return 0
    if LIST_ASK(s):
        return 1
    if AT_ONCE:
        CARRY_OUT_ALL(s)
    else:
        PASS_TURN(s, 0)
    return 0


def keep_answer(s, seat, card):
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
        KEEP_ARGUMENTS(s, at)
        return at
    return -1


def carry_out(s, seat, card):
    at = KEEP_ANSWER(s, seat, card)
    s.env[2] = card
    RUN(s, at)
    if s.in_deal and MOVING_RANKING:
        settle_ranking(s)


def pass_cards(s, seat, row):
    KEEP_ANSWER(s, seat, -1)
    environment(s, seat)
    GIVE(s, row)


def take_ask(s, option):
    seat = s.memory[option]
    kind = s.memory[option + 1]
    if MAY_LOOK and kind == LOOK:
        look(s, as_seats(1 << seat))
        return
    if IS_PASS:
        push(s, s.chosen_rows[0], s.memory[option + 2])
        if s.memory[s.chosen_rows[0]] < PASS_SIZE(s, seat):
            return
        copy_row(s, s.chosen_rows[0], s.chosen_rows[1])
        PASS_CARDS(s, seat, s.chosen_rows[1])
    elif kind == YES:
        environment(s, seat)
        LOAD_ARGUMENTS(s, option + 4)
        CARRY_OUT(s, seat, -1)
        if not s.in_deal:
            return
    PASS_TURN(s, 1)
    if kind != NO and AFTER != -1:
        interrupt(s, AFTER, seat)


def take_at_once(s, option):
    seat = s.memory[option]
    kind = s.memory[option + 1]
    for at in range(s.turn_count):
        if s.order[at] >> seat & 1:
            if MAY_LOOK and kind == LOOK:
                look(s, as_seats(s.order[at] if IS_ROUND else 1 << seat))
            else:
                s.chosen_seat[at] = seat
                s.chosen_kind[at] = kind
                s.chosen_value[at] = s.memory[option + 2]
                if kind == PASS:
                    push(s, s.chosen_rows[at], s.memory[option + 2])
                else:
                    for place in range(ARGUMENTS):
                        s.chosen_arguments[at][place] = s.memory[option + 4 + place]
            return


def carry_out_all(s):
    many = s.turn_count
    FOLLOW(s)
    for at in range(many):
        seat = s.chosen_seat[at]
        if seat is not None:
            if IS_PASS:
                PASS_CARDS(s, seat, s.chosen_rows[at])
            elif s.chosen_kind[at] == YES:
                environment(s, seat)
                LOAD_ARGUMENTS(s, s.chosen_arguments[at])
                CARRY_OUT(s, seat, -1)
                if not s.in_deal:
                    return
            if (IS_PASS or s.chosen_kind[at] == YES) and AFTER != -1:
                interrupt(s, AFTER, seat)
