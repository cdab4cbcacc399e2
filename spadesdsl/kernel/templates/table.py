"""What lies on the table, who sits at it, and for whom a rule asks, for kernels."""

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
