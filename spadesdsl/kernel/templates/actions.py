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
    many = LIST_ORDER(s, subject)
    asked = 0
    for at in range(many):
        listed_turn(s, at)
        s.chosen_seat[at] = None
        if WHEN is None or WHEN(s):
            s.chosen_seat[at] = at
    for at in range(many):
        if s.chosen_seat[at] is not None:
            listed_turn(s, at)
            copy_row(s, SOURCE_ROW(s), s.chosen_rows[at])
    for at in range(many):
        if s.chosen_seat[at] is not None:
            listed_turn(s, at)
            GIVE(s, s.chosen_rows[at])
    return asked
