"""Rows of cards and sets of players, what lies on the table, who sits at it, and for whom a rule asks, for kernels."""

from __future__ import annotations


def strongest_of(s, cards):
    best = None
    most = -MOST_NUMBER
    for card in cards:
        value = SIGN * s.ranking.strength[card]
        if value >= most if LAST else value > most:
            best = card
            most = value
    return best


def strongest_kept(s, row, mask):
    best = None
    most = -MOST_NUMBER
    for card in row:  # without branches: which card is in the mask cannot be foreseen
        strength = SIGN * s.ranking.strength[card]
        value = strength if mask >> card & 1 else -MOST_NUMBER - 1
        if value >= most if LAST else value > most:
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


def player_in_trick(s, card):
    place = 1
    for at in range(SEATS):  # all places, the first at last: that takes no branch, and behind the last lie old cards
        place = SEATS - at if s.memory[s.trick + SEATS - at] == card else place
    return s.memory[s.trick_seats + place]


def played_by(s, seat):
    return as_cards(s.played_by[seat])


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


def partner_of(s, seat):
    side = s.side_of[seat]
    if side is None:
        return None
    others = s.sides[side] & ~(1 << seat)
    if HAS_LONERS and others == 0:
        return None
    later = others >> (seat + 1)
    return seat + 1 + ctz(later) if later != 0 else ctz(others)


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


def blank(s):
    s.env[0] = None
    s.env[1] = None
    s.env[2] = None


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
    from_left = mask >> seats.first_seat(s) << seats.first_seat(s)
    return ctz(from_left) if from_left != 0 else ctz(mask)


def row_of_seats(s, mask):
    found = new_row()
    start = seats.first_seat(s)
    for seat in seats.clockwise(SEATS, start):
        if mask >> seat & 1:
            push(s, found, seat)
    return found


def row_of_sides(s, mask):
    found = new_row()
    start = seats.first_seat(s)
    for seat in seats.clockwise(SEATS, start):
        side = s.side_of[seat]
        if side is not None and mask >> side & 1 and side not in found:
            push(s, found, side)
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
