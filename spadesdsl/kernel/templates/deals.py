"""The beginning and the end of a deal, the point of the plan that it has reached, and what rules do, for kernels."""

from __future__ import annotations


def do_blocks_of_bids(s):
    s.has_turns = 0
    s.node = THEN
    last = s.bid_count + 1
    while True:
        best = -1
        place = 0
        for holder in range(SEATS + SIDES if OF_SIDES else SEATS):
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
            if OF_SIDES and best >= SEATS:
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
    if not FIXED_SIDES:
        for seat in range(SEATS):
            s.side_of[seat] = None
        for side in range(s.side_count):
            for seat in s.sides[side]:
                s.side_of[seat] = side
    for place in range(SIDES if FIXED_SIDES else SEATS):
        s.bid_rows[SEATS + place][0] = -1
        s.held[SEATS + place] = None


def first_sides(s):
    if not FIXED_SIDES:
        s.side_count = SIDES
        for side in range(SIDES):
            s.sides[side] = SIDE_SETS[side]
    set_sides(s)


def open_tallies(s):
    for tally in range(TALLIES):
        for holder in range(HOLDERS):
            s.tallies_before[tally][holder] = s.tallies[tally][holder]
            s.filled[tally][holder] = 0


def clear_table(s):
    CLEAR_ANSWERS(s)
    EMPTY_TABLE(s)
    s.depth = 0
    if KEEPS_PLAYED:
        for seat in range(SEATS):
            s.played_by[seat] = 0


def start_deal(s):
    clear_table(s)
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
    clear_table(s)
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


def score_deal(s):
    DO(s)
    for holder in range(HOLDERS):
        if s.scores[holder] > LARGEST or s.scores[holder] < -LARGEST:
            s.failed = 1
    s.scored += 1
    s.thrown_in = 0


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
        if HAS_TURNS:
            s.has_turns = 0


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
