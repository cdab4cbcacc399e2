"""How a deal goes, for kernels: templates of functions over a state, as `spadesdsl.kernel.translate` reads them.

Nothing here is ever called. A kernel for a game has a copy of each function that the game needs, for each node of its
plan, with numbers and functions of the game for the names in capitals; what a game does not have is left out. Each
function follows the function of the same name in `spadesdsl.engine`, over places of an array instead of tuples.
"""

# mypy: ignore-errors
# ruff: noqa: F821, D103, ANN001, ANN201

from __future__ import annotations

# ---------------------------------------------------------------- rows and sets


def copy_row(s, row, to):
    for at in range(s.memory[row] + 1):
        s.memory[to + at] = s.memory[row + at]


def row_mask(s, row):
    found = 0
    for card in row:
        found |= 1 << card
    return found


def find(s, row, item):
    for at in range(s.memory[row]):
        if s.memory[row + 1 + at] == item:
            return at
    return -1


def push(s, row, item):
    s.memory[row] += 1
    s.memory[row + s.memory[row]] = item


def keep_in(s, row, mask):
    left = 0
    for at in range(s.memory[row]):
        item = s.memory[row + 1 + at]
        if mask >> item & 1:
            left += 1
            s.memory[row + left] = item
    s.memory[row] = left


def drop_first(s, row, many):
    left = s.memory[row] - many
    left = left if left > 0 else 0
    for at in range(left):
        s.memory[row + 1 + at] = s.memory[row + 1 + at + many]
    s.memory[row] = left


def add_row(s, row, to):
    for item in row:
        push(s, to, item)


def put_on_top(s, row, pile):
    many = s.memory[row]
    old = s.memory[pile]
    for at in range(old):
        s.memory[pile + many + old - at] = s.memory[pile + old - at]
    for at in range(many):
        s.memory[pile + 1 + at] = s.memory[row + 1 + at]
    s.memory[pile] = old + many


def sort_into(s, mask, row):
    s.memory[row] = 0
    for card in sorted_row(s, mask):
        push(s, row, card)


def shuffle_row(s, row):
    last = s.memory[row]
    while last > 1:
        place = below(s, last)
        kept = s.memory[row + last]
        s.memory[row + last] = s.memory[row + 1 + place]
        s.memory[row + 1 + place] = kept
        last -= 1


def first_n_row(s, many, row, to):
    left = s.memory[row]
    wanted = many if many > 0 else 0
    left = wanted if wanted < left else left
    for at in range(left):
        s.memory[to + 1 + at] = s.memory[row + 1 + at]
    s.memory[to] = left


def last_n_row(s, many, row, to):
    copy_row(s, row, to)
    drop_first(s, to, s.memory[row] - many if s.memory[row] > many else 0)


def first_of_seats(s, mask):
    seat = seats.first_seat(s)
    for _ in range(SEATS):
        if mask >> seat & 1:
            return seat
        seat = seat + 1 if seat < SEATS - 1 else 0
    return None


def last_of_seats(s, mask):
    seat = seats.first_seat(s)
    found = None
    for _ in range(SEATS):
        if mask >> seat & 1:
            found = seat
        seat = seat + 1 if seat < SEATS - 1 else 0
    return found


def first_of_sides(s, mask):
    seat = seats.first_seat(s)
    for _ in range(SEATS):
        side = s.side_of[seat]
        if side is not None and mask >> side & 1:
            return side
        seat = seat + 1 if seat < SEATS - 1 else 0
    return None


def last_of_sides(s, mask):
    left = mask
    found = None
    while left != 0:
        found = first_of_sides(s, left)
        left &= ~(1 << found)
    return found


def first_n_seat(s, many, mask):
    seat = seats.first_seat(s)
    found = 0
    for _ in range(SEATS):
        if mask >> seat & 1 and found.bit_count() < many:
            found |= 1 << seat
        seat = seat + 1 if seat < SEATS - 1 else 0
    return found


def first_n_side(s, many, mask):
    left = mask
    found = 0
    while left != 0 and found.bit_count() < many:
        one = first_of_sides(s, left)
        found |= 1 << one
        left &= ~(1 << one)
    return found


def first_n_bits(s, many, mask):
    left = mask
    found = 0
    while left != 0 and found.bit_count() < many:
        found |= left & -left
        left &= left - 1
    return found


def last_n_bits(s, many, mask):
    left = mask
    while left.bit_count() > many and left != 0:
        left &= left - 1
    return left


# ---------------------------------------------------------------- cards


def strongest_of(s, cards):
    best = None
    most = 0
    for card in cards:
        value = SIGN * s.ranking.strength[card]
        if best is None or value > most or (LAST and value == most):
            best = card
            most = value
    return best


def strongest_kept(s, row, mask):
    best = None
    most = 0
    for card in kept_in(row, mask):
        value = SIGN * s.ranking.strength[card]
        if best is None or value > most or (LAST and value == most):
            best = card
            most = value
    return best


def live_row(s):
    found = new_row()
    for card in s.trick:
        same = 0
        for other in s.trick:
            if FACES[other] == FACES[card]:
                same += 1
        if same == 1:
            push(s, found, card)
    return found


def tried_beaters(s, seat):
    found = 0
    for card in s.hands[seat]:
        push(s, s.trick, card)
        push(s, s.trick_seats, seat)
        if WINNER(s) == card:
            found |= 1 << card
        s.memory[s.trick] -= 1
        s.memory[s.trick_seats] -= 1
    return found


def best_card(s):
    if not s.trick:
        return None
    if WINNER_READS_ENV:
        blank(s)
    return WINNER(s)


def winning_seat(s):
    best = best_card(s)
    return None if best is None else s.trick_seats[find(s, s.trick, best)]


def played_by(s, seat):
    found = 0
    for trick in s.tricks:
        for at in range(s.memory[trick.cards]):
            if trick.seats[at] == seat:
                found |= 1 << trick.cards[at]
    for at in range(s.memory[s.trick]):
        if s.trick_seats[at] == seat:
            found |= 1 << s.trick[at]
    return as_cards(found)


def played_row(s):
    found = new_row()
    for trick in s.tricks:
        for card in trick.cards:
            push(s, found, card)
    for card in s.trick:
        push(s, found, card)
    return found


def dedupe(s, cards):
    found = cards
    if HAS_EQUALS:
        for card in cards:
            if found >> card & 1:
                found &= ~LATER[card]
    return found


def is_unseen(s, seat):
    return HAS_UNSEEN and not s.looked >> seat & 1 and (s.hands[seat] & ~s.open) != 0


def look(s, group):
    if HAS_UNSEEN:
        for seat in group:
            if is_unseen(s, seat):
                s.looked |= 1 << seat


# ---------------------------------------------------------------- seats, sides, amounts


def players_of(s):
    return PLAYERS & ~s.out if CAN_BE_OUT else PLAYERS


def players_from(s, start):
    return as_seats(players_of(s))


def next_in(s, seat, step):
    players = players_of(s)
    at = seat
    for _ in range(SEATS):
        at += step
        at = 0 if at >= SEATS else SEATS - 1 if at < 0 else at
        if players >> at & 1:
            return at
    return seat


def is_out(s, side):
    return CAN_BE_OUT and s.out != 0 and (s.sides[side] & ~s.out) == 0


def sides_from(s, start):
    found = 0
    for seat in as_seats(ALL_SEATS):
        side = s.side_of[seat]
        if side is not None and not is_out(s, side):
            found |= 1 << side
    return as_sides(found)


def partner_of(s, seat):
    side = s.side_of[seat]
    if side is None:
        return None
    others = s.sides[side] & ~(1 << seat)
    if others == 0:
        return None
    later = others >> (seat + 1)
    return seat + 1 + ctz(later) if later != 0 else ctz(others)


def holder_of(s, seat):
    return s.side_of[seat] if FIXED_SIDES else HOLDER_OF[seat]


def score_of(s, side):
    if FIXED_SIDES:
        return s.scores[side]
    holder = holder_of_side(s, side)
    return 0 if holder is None else s.scores[holder]


def holder_of_side(s, side):
    if FIXED_SIDES:
        return side
    for seat in s.sides[side]:
        if HOLDER_OF[seat] is not None:
            return HOLDER_OF[seat]
    return None


def tally_of_side(s, row, side):
    return row[holder_of_side(s, side)]


def tally_of_seat(s, row, seat):
    place = holder_of(s, seat)
    return 0 if place is None else row[place]


def score_of_seat(s, seat):
    holder = holder_of(s, seat)
    return 0 if holder is None else s.scores[holder]


def bid_of(s, seat):
    own = s.bids[seat]
    if HAS_SIDE_BIDS:
        side = s.side_of[seat]
        if own is None and side is not None:
            own = s.side_bids[side]
    return own


def divided(s, one, other):
    if other == 0:
        return 0
    if one % other != 0:
        s.failed = 1
    return one // other


def rounded_down(s, one, other):
    return one if other == 0 else one // other * other


def last_record(s, base, width, seat):
    at = base + 1 + width * (s.memory[base] - 1)
    while at > base:
        if s.memory[at] == seat:
            return at
        at -= width
    return None


# ---------------------------------------------------------------- environments


def blank(s):
    s.env[0] = None
    s.env[1] = None
    s.env[2] = None


def environment(s, player):
    s.env[2] = s.trick[-1] if s.trick else None
    s.env[0] = player if player >= 0 else None
    s.env[1] = s.side_of[player] if player >= 0 else None


def of_side(s, side):
    members = s.sides[side]
    players = members & players_of(s)
    s.env[0] = ctz(players) if players != 0 else ctz(members)
    s.env[1] = side
    s.env[2] = None


def for_turn(s):
    side = s.order_sides[s.turn_at]
    group = s.order[s.turn_at]
    environment(s, ctz(group) if side is None and group != 0 else -1)
    if side is not None:
        s.env[1] = side


# ---------------------------------------------------------------- the plan


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


# ---------------------------------------------------------------- turns


def speakers(s, side):
    return s.sides[side] & players_of(s)


def list_order(s, subject):
    environment(s, subject)
    s.listed_count = 0
    if TURNS == 0:
        who = WHO(s)
        if who is None:
            return
        s.listed_count = 1
        s.listed[0] = speakers(s, who) if BY_SIDE else 1 << who
        s.listed_sides[0] = who if BY_SIDE else None
        return
    start = seats.first_seat(s) if START is None else START(s)
    if start is None:
        return
    seat = start
    seen = 0
    for _ in range(SEATS):
        side = s.side_of[seat]
        if BY_SIDE:
            if side is not None and not seen >> side & 1 and not is_out(s, side):
                seen |= 1 << side
                s.listed[s.listed_count] = speakers(s, side)
                s.listed_sides[s.listed_count] = side
                s.listed_count += 1
        elif players_of(s) >> seat & 1 and (not BY_MEMBER or subject < 0 or side == s.side_of[subject]):
            s.listed[s.listed_count] = 1 << seat
            s.listed_sides[s.listed_count] = None
            s.listed_count += 1
        seat = seat + 1 if seat < SEATS - 1 else 0


def fresh_turn(s):
    s.asked_partner = None
    if IS_ROUND:
        for seat in range(SEATS):
            s.closed[seat] = 0
    else:
        s.memory[s.chosen_rows[0]] = 0


def begin_turns(s):
    if not s.has_turns:
        LIST_ORDER(s, s.subject)
        s.turn_count = s.listed_count
        s.turn_at = 0
        s.turn_laps = 0
        s.turn_asked = 0
        for at in range(s.listed_count):
            s.order[at] = s.listed[at]
            s.order_sides[at] = s.listed_sides[at]
        FRESH_TURN(s)
        if AT_ONCE:
            for at in range(s.turn_count):
                s.chosen_seat[at] = None
                s.memory[s.chosen_rows[at]] = 0
        s.has_turns = 1 if s.turn_count > 0 else 0
    if s.turn_count == 0 or (not AT_ONCE and s.turn_at == 0 and s.turn_laps == 0 and STOPPED(s)):
        FOLLOW(s)
        return False
    return True


def stopped(s):
    if STOPPING is None and UNTIL is None:
        return False
    for_turn(s)
    if STOPPING is not None and STOPPING(s):
        return True
    return UNTIL is not None and UNTIL(s)


def pass_turn(s, was_asked):
    asked = was_asked or s.turn_asked
    at = s.turn_at + 1
    laps = s.turn_laps
    if at == s.turn_count:
        at = 0
        laps += 1
        if UNTIL is None or not asked or laps > MOST_LAPS:
            FOLLOW(s)
            return
        asked = 0
    if STOPPED(s):
        FOLLOW(s)
    else:
        s.node = BEGINS
        s.turn_at = at
        s.turn_laps = laps
        s.turn_asked = 1 if asked else 0
        FRESH_TURN(s)


# ---------------------------------------------------------------- options


def add_option(s, seat, kind, value, said):
    at = OPTIONS + OPTION_WIDTH * s.options
    if s.options < MOST_OPTIONS:
        s.options += 1
    else:
        s.failed = 1
    s.memory[at] = seat
    s.memory[at + 1] = kind
    s.memory[at + 2] = value
    s.memory[at + 3] = said
    return at


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


def pass_cards_of(s):
    if SOURCE_IS_HAND:
        seat = SOURCE(s)
        return 0 if seat is None else s.hands[seat]
    if SOURCE_IS_PILE:
        owner = SOURCE_OWNER(s) if SOURCE_IS_EACH else 0
        return 0 if owner is None else mask_of(s.piles[SOURCE_BASE + owner])
    return SOURCE(s)


def pass_size(s, seat):
    environment(s, seat)
    if WHEN is not None and not WHEN(s):
        return 0
    held = PASS_CARDS_OF(s).bit_count()
    wanted = held if NUMBER is None else NUMBER(s)
    wanted = wanted if wanted < held else held
    return wanted if wanted > 0 else 0


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
    if kind == LOOK:
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
            if kind == LOOK:
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


# ---------------------------------------------------------------- rounds of bids


def bidders(s, group):
    found = 0
    for seat in group:
        own = s.bids[seat]
        is_last = own is not None and FINAL >> own.type & 1
        if HAS_SIDE_BIDS:
            side = s.side_of[seat]
            if side is not None:
                joint = s.side_bids[side]
                is_last = is_last or (joint is not None and FINAL >> joint.type & 1)
        if not is_last:
            found |= 1 << seat
    return as_seats(found)


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
    MAKE_BID(s, kind, option + 4)
    environment(s, seat)
    found = True
    if BIND is None or BIND(s, seat):
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
    if found == 0:
        return
    left = first
    for at in range(first, s.options):
        option = OPTIONS + OPTION_WIDTH * at
        if s.memory[option + 3] != 0:
            to = OPTIONS + OPTION_WIDTH * left
            for place in range(OPTION_WIDTH):
                s.memory[to + place] = s.memory[option + place]
            left += 1
    s.options = left


def unseen_bids(s, group):
    asked = 0
    if s.looked & group == 0:
        for seat in bidders(s, group):
            before = s.options
            BIDS_OF(s, seat, 1)
            if s.options > before:
                asked |= 1 << seat
    return as_seats(asked)


def turn_of_round(s):
    if not BEGIN_TURNS(s):
        return 0
    group = s.order[s.turn_at]
    is_open = bidders(s, group) != 0
    if is_open and WHEN is not None:
        environment(s, ctz(group))
        is_open = WHEN(s)
    if not is_open:
        PASS_TURN(s, HAS_BLOCK)
        return 0
    s.node = TALK
    if UNSEEN != -1:
        s.options = 0
        if UNSEEN_BIDS(s, group) != 0:
            s.node = UNSEEN
    return 0


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


def talk(s):
    s.node = BIDS
    group = s.order[s.turn_at]
    if HAS_BLOCK:
        FORGET(s, group)
        if BLOCK != -1:
            interrupt(s, BLOCK, ctz(group))
    return 0


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


def bid_in_turn(s):
    s.options = 0
    group = s.order[s.turn_at]
    for seat in bidders(s, group):
        BIDS_OF(s, seat, 0)
    if s.options > 0:
        look(s, group)
        return 1
    PASS_TURN(s, HAS_BLOCK)
    return 0


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
            make_bid_of(s, s.chosen_value[at], s.chosen_arguments[at])
    return 0


def choose_again(s, is_unseen):
    s.asked_partner = None
    if not is_unseen:
        s.node = BIDS
        return
    s.node = TALK
    if UNSEEN != -1:
        s.options = 0
        if UNSEEN_BIDS(s, s.order[s.turn_at]) != 0:
            s.node = UNSEEN


def make_in_round(s, seat, kind, values):
    environment(s, seat)
    make_bid_of(s, kind, values)
    group = s.order[s.turn_at]
    if group & (group - 1) != 0 and not BY_SIDE_BIDS >> kind & 1:
        waits = False
        for mate in group:
            if s.bids[mate] is None:
                waits = True
        if waits:
            s.closed[seat] |= OWN_BIDS
            CHOOSE_AGAIN(s, UNSEEN_TYPES >> kind & 1)
            return
    PASS_TURN(s, 1)


def take_in_round(s, option):
    seat = s.memory[option]
    kind = s.memory[option + 1]
    if IS_AGREEING:
        bidder = s.asked_bidder
        asked = s.asked_type
        s.asked_partner = None
        if kind == YES:
            MAKE_IN_ROUND(s, bidder, asked, as_place(s.asked_arguments))
        else:
            s.closed[bidder] |= 1 << asked
            CHOOSE_AGAIN(s, UNSEEN_TYPES >> asked & 1)
        return
    if kind == LOOK:
        look(s, s.order[s.turn_at])
        s.node = TALK
    elif kind == WAIT:
        PASS_TURN(s, 1)
    else:
        bid = s.memory[option + 2]
        partner = None
        if AGREES != -1:
            environment(s, seat)
            partner = NEEDS_YES(s, bid)
        if partner is None:
            MAKE_IN_ROUND(s, seat, bid, option + 4)
        else:
            look(s, as_seats(1 << partner))
            s.node = AGREES
            s.asked_partner = partner
            s.asked_bidder = seat
            s.asked_type = bid
            for place in range(ARGUMENTS):
                s.asked_arguments[place] = s.memory[option + 4 + place]


def make_bid(s, values):
    LOAD_ARGUMENTS(s, values)
    contract = None if CONTRACT is None else CONTRACT(s)
    s.bid_count += 1
    place = SEATS + s.env[1] if BY_SIDE else s.env[0]
    s.bid_rows[place][0] = TYPE
    s.bid_rows[place][1] = s.bid_count
    s.bid_rows[place][2] = s.env[0]
    for at in range(MANY):
        s.bid_rows[place][FIRST + at] = s.memory[values + at]
    if KEEPS_CALLS:
        if s.bid_count > MOST_CALLS:
            s.failed = 1
            s.bid_count = MOST_CALLS
        for at in range(FIRST + MANY):
            s.call_rows[s.bid_count - 1][at] = s.bid_rows[place][at]
    if CONTRACT is not None:
        s.held[place] = contract


def bind_bid(s, seat):
    bid = bid_of(s, seat)
    if bid is None or bid.type != TYPE:
        return False
    LOAD_ARGUMENTS(s, as_place(bid.arguments))
    return True


# ---------------------------------------------------------------- the play


def begin_play(s):
    most = 0
    for seat in range(SEATS):
        many = s.hands[seat].bit_count()
        most = many if many > most else most
    s.tricks_total = most
    blank(s)
    leader = LEAD_FIRST(s)
    s.leader = seats.first_seat(s) if leader is None else leader
    s.node = THEN
    return 0


def next_to_play(s):
    many = s.memory[s.trick]
    seat = s.leader
    if many > 0:
        seat = s.trick_seats[-1] + 1
        seat = seat if seat < SEATS else 0
    idle = s.trick_mask
    if HAS_CONTROLS:
        idle = idle | SITTING_OUT(s)
    for _ in range(SEATS):
        if s.hands[seat] != 0 and not idle >> seat & 1:
            return seat
        seat = seat + 1 if seat < SEATS - 1 else 0
    return -1


def begin_trick(s):
    seat = next_to_play(s)
    if seat < 0 or (CAN_SKIP and s.skips >> PHASE & 1):
        s.node = OVER
        return 0
    s.leader = seat
    s.node = THEN
    if BLOCK != -1:
        interrupt(s, BLOCK, next_to_play(s))
    return 0


def wait_for_card(s):
    seat = next_to_play(s)
    if seat >= 0:
        s.looked |= 1 << seat
        if not s.trick:
            s.leader = seat
        s.turn_seat = seat
        s.turn_player = PLAYER_OF(s, seat) if HAS_CONTROLS else seat
        if HAS_STACKS and s.stacks[seat] is not None:
            s.legal = 1 << s.stacks[seat][0]
            return 3
        s.legal = dedupe(s, LEGAL(s, seat))
        if WITH_CARD is not None:
            s.options = 0
            WITH_CARD(s, seat, LEGAL(s, seat))
            return 1
        return 3
    if s.trick:
        end_trick(s)
        s.node = THEN
        if AFTER != -1:
            interrupt(s, AFTER, next_to_play(s))
    else:
        s.node = OVER
    return 0


def lead_again(s):
    blank(s)
    leader = LEAD_NEXT(s)
    if leader is not None:
        s.leader = leader
    s.trick_number += 1
    s.node = THEN
    return 0


def end_trick(s):
    best = best_card(s)
    winner = None if best is None else s.trick_seats[find(s, s.trick, best)]
    at = s.trick_count
    s.winner_of[at] = winner
    if KEEPS_TRICKS:
        s.leader_of[at] = s.leader
        s.best_of[at] = best
    if KEEPS_CARDS:
        copy_row(s, s.trick, s.cards_of[at])
        copy_row(s, s.trick_seats, s.seats_of[at])
    s.trick_count = at + 1
    if winner is not None:
        s.taken[winner] += 1
        if KEEPS_WON:
            s.won[winner] |= mask_of(s.trick)
    if HAS_TRUSTS:
        for trust in range(TRUSTS):
            s.broke[trust] |= s.broke_now[trust]
            s.broke_now[trust] = 0
    s.memory[s.trick] = 0
    s.memory[s.trick_seats] = 0
    s.trick_mask = 0
    if FOLLOWS_PLAY:
        settle_ranking(s)


def play_card(s, card):
    seat = s.turn_seat
    if HAS_TRUSTS:
        NOTE_BREACHES(s, seat, card)
    bit = 1 << card
    s.hands[seat] &= ~bit
    if TRACKS_OPEN:
        s.open &= ~bit
    if HAS_STACKS and s.stacks[seat] is not None:
        keep_in(s, s.stacks[seat], ~bit)
    push(s, s.trick, card)
    push(s, s.trick_seats, seat)
    s.trick_mask |= 1 << seat
    s.played |= bit
    if BLOCK != -1:
        interrupt(s, BLOCK, next_to_play(s))


# ---------------------------------------------------------------- actions


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


def onto_pile(s, row, pile, face_up):
    if TRACKS_OPEN and face_up:
        s.open |= mask_of(row)
    put_on_top(s, row, s.piles[pile])


def give_cards(s, given, owner):
    row = as_row(given)
    if s.memory[row] == 0 or owner is None:
        return
    if MEMORY is not None:
        copy_row(s, row, s.moved[MEMORY])
    take_away(s, mask_of(row))
    if TO_HAND:
        into_hand(s, row, owner, FACE_UP)
    else:
        onto_pile(s, row, TARGET + owner if TARGET_IS_EACH else TARGET, FACE_UP)


def source_row(s):
    row = new_row()
    if SOURCE_IS_PILE:
        owner = SOURCE_OWNER(s) if SOURCE_IS_EACH else 0
        if owner is not None:
            copy_row(s, s.piles[SOURCE_BASE + owner], row)
    elif SOURCE_IS_HAND:
        seat = SOURCE(s)
        if seat is not None:
            if HAS_STACKS and s.stacks[seat] is not None:
                copy_row(s, s.stacks[seat], row)
            else:
                sort_into(s, s.hands[seat], row)
    else:
        sort_into(s, SOURCE(s), row)
    if NUMBER is not None:
        many = NUMBER(s)
        many = many if many > 0 else 0
        s.memory[row] = many if many < s.memory[row] else s.memory[row]
    return row


def give_once(s):
    owner = OWNER(s) if HAS_OWNER else 0
    if owner is not None:
        GIVE_CARDS(s, SOURCE_ROW(s), owner)


def give_chosen(s, row):
    owner = OWNER(s) if HAS_OWNER else 0
    if owner is not None:
        GIVE_CARDS(s, row, owner)


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
                GIVE_CARDS(s, SOURCE_ROW(s), seat)
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
    if least == most and most > each:
        most = each
        for seat in as_seats(members):
            s.wanted[seat] = each
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


def show_cards(s):
    cards = CARDS_SHOWN(s)
    if MEMORY is not None:
        row = s.moved[MEMORY]
        s.memory[row] = 0
        for card in as_cards(cards):
            push(s, row, card)
    if TO_ALL and TRACKS_OPEN:
        s.open |= cards


def shuffle_pile(s):
    owner = SOURCE_OWNER(s) if SOURCE_IS_EACH else 0
    if owner is not None:
        shuffle_row(s, s.piles[SOURCE_BASE + owner])


def shuffle_hand(s):
    seat = SOURCE(s)
    if seat is not None:
        row = s.stacks[seat]
        s.memory[row] = 0
        for card in s.hands[seat]:
            push(s, row, card)
        shuffle_row(s, row)


def award(s):
    seat = TO(s)
    if seat is None:
        return
    many = 0
    if TRICKS_GIVEN is None:
        for holder in range(SEATS):
            held = s.hands[holder].bit_count()
            many = held if held > many else many
            s.won[seat] |= s.hands[holder]
            s.hands[holder] = 0
            if HAS_STACKS and s.stacks[holder] is not None:
                s.memory[s.stacks[holder]] = 0
    else:
        many = TRICKS_GIVEN(s)
        many = many if many > 0 else 0
    s.taken[seat] += many


def redeal(s):
    dealer = DEALER(s)
    if dealer is not None:
        s.dealer = dealer
    if IS_NEW:
        s.deal += 1
    s.in_deal = 0


def happen(s):
    subject = s.subject
    FOLLOW(s)
    environment(s, subject)
    if WHEN is None or WHEN(s):
        RUN(s, -1)
    return 0


def listed_turn(s, at):
    side = s.listed_sides[at]
    group = s.listed[at]
    environment(s, ctz(group) if side is None and group != 0 else -1)
    if side is not None:
        s.env[1] = side


def is_enough(s):
    if STOPPING is not None and STOPPING(s):
        return True
    return UNTIL is not None and UNTIL(s)


def happen_in_turn(s):
    subject = s.subject
    FOLLOW(s)
    LIST_ORDER(s, subject)
    many = s.listed_count
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
                RUN(s, -1)
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
    LIST_ORDER(s, subject)
    asked = 0
    for at in range(s.listed_count):
        listed_turn(s, at)
        s.chosen_seat[at] = None
        if WHEN is None or WHEN(s):
            s.chosen_seat[at] = at
    for at in range(s.listed_count):
        if s.chosen_seat[at] is not None:
            listed_turn(s, at)
            copy_row(s, SOURCE_ROW(s), s.chosen_rows[at])
    for at in range(s.listed_count):
        if s.chosen_seat[at] is not None:
            listed_turn(s, at)
            GIVE(s, s.chosen_rows[at])
    return asked


# ---------------------------------------------------------------- phases, deals


def begin_phase(s):
    s.has_turns = 0
    s.node = THEN
    if OTHERWISE != -1 and s.skips >> PHASE & 1:
        s.node = OTHERWISE
    return 0


def end_phase(s):
    s.has_turns = 0
    s.node = THEN
    if MAKE_SIDES is not None:
        MAKE_SIDES(s)
    if MOVING_RANKING:
        settle_ranking(s)
    return 0


def do_blocks_of_bids(s):
    s.has_turns = 0
    s.node = THEN
    last = s.bid_count + 1
    while True:
        best = -1
        place = 0
        for holder in range(SEATS + SIDES):
            if s.bid_rows[holder][0] >= 0:
                made = s.bid_rows[holder][1]
                if made < last and made > place:
                    place = made
                    best = holder
        if best < 0:
            return 0
        last = place
        block = BLOCKS[s.bid_rows[best][0]]
        if block >= 0:
            seat = best
            if best >= SEATS:
                seat = ctz(s.sides[best - SEATS])
            interrupt(s, block, seat)


def make_sides(s):
    blank(s)
    first = None if FIRST_OF_SIDE is None else FIRST_OF_SIDE(s)
    partner = None if PARTNER_OF_SIDE is None else PARTNER_OF_SIDE(s)
    if first is None:
        return
    pair = 1 << first
    if partner is not None:
        pair |= 1 << partner
    rest = ALL_SEATS & ~pair
    seen = 0
    count = 0
    for seat in range(SEATS):
        if not seen >> seat & 1:
            own = 1 << seat
            if pair >> seat & 1:
                own = pair
            elif OTHERS_TOGETHER:
                own = rest
            seen |= own
            s.sides[count] = own
            count += 1
    s.side_count = count
    set_sides(s)


def set_sides(s):
    for seat in range(SEATS):
        s.side_of[seat] = None
    for side in range(s.side_count):
        for seat in s.sides[side]:
            s.side_of[seat] = side
    for place in range(SEATS):
        s.bid_rows[SEATS + place][0] = -1
        s.held[SEATS + place] = None


def first_sides(s):
    s.side_count = SIDES
    for side in range(SIDES):
        s.sides[side] = SIDE_SETS[side]
    set_sides(s)


def next_deal(s):
    blank(s)
    dealer = DEALER_NEXT(s)
    if dealer is not None:
        s.dealer = dealer
    s.deal += 1
    begin_deal(s)
    return 0


def open_tallies(s):
    for tally in range(TALLIES):
        for holder in range(HOLDERS):
            s.tallies_before[tally][holder] = s.tallies[tally][holder]
            s.filled[tally][holder] = 0


def empty_table(s):
    s.depth = 0
    s.skips = 0
    s.open = 0
    s.looked = 0 if HAS_UNSEEN else ALL_SEATS
    s.bid_count = 0
    s.leader = 0
    s.trick_number = 1
    s.trick_count = 0
    s.tricks_total = 0
    s.played = 0
    s.memory[s.trick] = 0
    s.memory[s.trick_seats] = 0
    s.trick_mask = 0
    for seat in range(SEATS):
        s.hands[seat] = 0
        s.taken[seat] = 0
        s.won[seat] = 0
        s.bid_rows[seat][0] = -1
        s.held[seat] = None
        if HAS_STACKS:
            s.memory[s.stacks[seat]] = -1
    if FIXED_SIDES:
        for side in range(SIDES):
            s.bid_rows[SEATS + side][0] = -1
            s.held[SEATS + side] = None
    else:
        first_sides(s)
    for pile in range(PILES):
        s.memory[s.piles[pile]] = 0
    for place in range(MEMORIES):
        s.memory[s.moved[place]] = 0
    for decision in range(DECISIONS):
        s.did[decision] = 0
    CLEAR_ANSWERS(s)
    for trust in range(TRUSTS):
        s.broke[trust] = 0
        s.broke_now[trust] = 0
    if MOVING_RANKING:
        settle_ranking(s)


def start_deal(s):
    empty_table(s)
    s.deals_dealt += 1
    stock = s.piles[0]
    for card in range(CARDS):
        s.memory[stock + 1 + card] = card
    s.memory[stock] = CARDS
    shuffle_row(s, stock)
    s.node = NODE
    s.subject = -1
    s.has_turns = 0
    s.in_deal = 1


def first_deal(s):
    s.deal = 1
    s.deals_dealt = 0
    s.dealer = FIRST_PLAYER
    choose_edition(s)
    open_tallies(s)
    empty_table(s)
    blank(s)
    drawn = DEALER_FIRST(s)
    if drawn is not None:
        s.dealer = drawn


def settle_ranking(s):
    s.ranking = 0
    blank(s)
    if TRUMPS is not None and (TRUMPS_WHEN is None or TRUMPS_WHEN(s)):
        suit = TRUMPS(s)
        if suit is not None:
            s.ranking = suit + 1
    if ORDERS is not None:
        s.ranking = SAME_RANKING[s.ranking + SUITS_AND_NONE * ORDERS(s)]


# ---------------------------------------------------------------- scores


def tally_step(s):
    for side in range(side_total(s)):
        if not OF_TABLE and is_out(s, side):
            continue
        if OF_TABLE:
            blank(s)
        else:
            of_side(s, side)
        holds = WHEN is None or WHEN(s)
        if holds or VERB == "full at":
            amount = 0 if AMOUNT is None else AMOUNT(s)
            if OF_TABLE:
                TALLY_CHANGE(s, 0, amount, holds)
                return
            if FIXED_SIDES:
                TALLY_CHANGE(s, side, amount, holds)
            else:
                for seat in s.sides[side]:
                    if HOLDER_OF[seat] is not None:
                        TALLY_CHANGE(s, HOLDER_OF[seat], amount, holds)
        elif OF_TABLE:
            return


def tally_change(s, holder, amount, holds):
    now = s.tallies[TALLY][holder]
    if VERB == "full at":
        if now > 0 and amount > 0 and now >= amount:
            times = now // amount
            s.filled[TALLY][holder] += times
            s.tallies[TALLY][holder] = 0 if LOSES_REST and holds else now - times * amount
    elif holds:
        # No template binds the last name: a game with a step that is not here has no kernel, and the engine plays it.
        s.tallies[TALLY][holder] = 0 if VERB == "reset" else now + amount if VERB == "add" else NO_KERNEL


def line_of_side(s, side):
    of_side(s, side)
    points = 0
    if not (HAS_INSTEAD and s.gone[side] >> LINE & 1) and (WHEN is None or WHEN(s)):
        points = CASES(s)
    s.sheet[LINE * SEATS + side] = points
    return points


def line_of_bid(s, side):
    points = 0
    if BY_SIDE:
        joint = s.side_bids[side]
        if joint is not None and joint.type == TYPE:
            of_side(s, side)
            LOAD_ARGUMENTS(s, as_place(joint.arguments))
            if not (HAS_INSTEAD and s.gone[side] >> LINE & 1) and (WHEN is None or WHEN(s)):
                points = CASES(s)
            s.sheet[LINE * SEATS + side] = points
        return points
    for seat in s.sides[side]:
        own = s.bids[seat]
        if own is not None and own.type == TYPE:
            of_side(s, side)
            s.env[0] = seat
            LOAD_ARGUMENTS(s, as_place(own.arguments))
            earned = 0
            if not (HAS_INSTEAD and s.gone[side] >> LINE & 1) and (WHEN is None or WHEN(s)):
                earned = CASES(s)
            s.sheet[LINE * SEATS + seat] = earned
            points += earned
    return points


def meets_line(s, side):
    if IS_OF_BID:
        if BY_SIDE:
            joint = s.side_bids[side]
            if joint is not None and joint.type == TYPE:
                of_side(s, side)
                LOAD_ARGUMENTS(s, as_place(joint.arguments))
                return WHEN is None or WHEN(s)
            return False
        for seat in s.sides[side]:
            own = s.bids[seat]
            if own is not None and own.type == TYPE:
                of_side(s, side)
                s.env[0] = seat
                LOAD_ARGUMENTS(s, as_place(own.arguments))
                if WHEN is None or WHEN(s):
                    return True
        return False
    of_side(s, side)
    return WHEN is None or WHEN(s)


def score_deal(s):
    SCORE_TALLIES(s)
    for side in range(side_total(s)):
        s.subtotals[side] = 0
    for place in range(LINES * SEATS):
        s.sheet[place] = 0
    SCORE_GONE(s)
    SCORE_LINES(s)
    for side in range(side_total(s)):
        if FIXED_SIDES:
            s.scores[side] += s.subtotals[side]
        else:
            for seat in s.sides[side]:
                if HOLDER_OF[seat] is not None:
                    s.scores[HOLDER_OF[seat]] += s.subtotals[side]
    for holder in range(HOLDERS):
        if s.scores[holder] > LARGEST or s.scores[holder] < -LARGEST:
            s.failed = 1
    s.scored += 1
    END_GAME(s)


def score(s):
    s.node = THEN
    s.has_turns = 0
    SCORE_DEAL(s)
    return 4 if s.stops else 0


def ending(s):
    left = 0
    holds = 0
    for side in range(side_total(s)):
        if not is_out(s, side):
            of_side(s, side)
            if WHEN is None or WHEN(s):
                holds |= 1 << side
            else:
                left |= 1 << side
    if holds == 0:
        return False
    rivals = holds
    if KIND == 2:
        if left != 0:
            for side in as_sides(holds):
                s.out |= s.sides[side]
        rivals = left if left.bit_count() == 1 else 0
    elif KIND == 1:
        rivals = left if left != 0 else holds
    if rivals == 0:
        return False
    best = 0
    winners = 0
    for side in as_sides(rivals):
        own = score_of(s, side)
        if winners == 0 or (own < best if BEST_LOWEST else own > best):
            best = own
            winners = 1 << side
        elif own == best:
            winners |= 1 << side
    if winners & (winners - 1) != 0 and not TIE_SHARED:
        return False
    s.over = 1
    s.winners = winners
    s.ended_by = NUMBER_OF_ENDING
    s.in_deal = 0
    return True


def give_up(s):
    s.over = 1
    s.winners = 0
    s.ended_by = -1


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
