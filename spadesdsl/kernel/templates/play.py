"""The play of the cards, and whether a player is sure of the rest, for kernels."""

from __future__ import annotations


def legal(s, seat):
    return NARROW(s, seat, s.hands[seat])


def note_breaches(s, seat, card):
    NARROW(s, seat, s.hands[seat], 1 << card)


def note_breach(s, trust, seat, cards, allowed, chosen):
    if cards & allowed != 0 and not allowed & chosen:
        s.broke_now[trust] |= 1 << seat


def wait_for(s, seat):
    s.looked |= 1 << seat
    s.turn_seat = seat
    s.turn_player = player_of(s, seat) if HAS_CONTROLS else seat
    if HAS_STACKS and s.stacks[seat] is not None:
        s.legal = 1 << s.stacks[seat][0]
        return 3
    s.legal = dedupe(s, LEGAL(s, seat))
    if WITH_CARD:
        s.options = 0
        cards = LEGAL(s, seat)
        alone = cards & ~duties(s, with_words(s, seat, as_cards(cards)))
        for card in as_cards(dedupe(s, alone)):
            add_option(s, seat, CARD, card, -1)
        return 1
    return 3


def take_with_card(s, option):
    if s.memory[option + 3] < 0:
        PLAY_CARD(s, s.memory[option], s.memory[option + 2])
    else:
        SAYING(s, s.memory[option], as_option(option))


def is_sure(s, seat):
    if s.trick or s.hands[seat] == 0 or s.hands[seat].bit_count() > MOST_CLAIMED or to_play(s) != seat:
        return False
    s.memory[CLAIMS] += 1
    s.memory[CLAIMS + 1] = 0
    s.memory[CLAIMS + 2] = 0
    s.memory[CLAIMS + 3] = seat
    return wins_rest(s)


def mixed(s, one, other):
    found = ((one ^ other) * 3202034522624059733) & 4611686018427387903
    return found ^ (found >> 29)


def laid(s, of_seats):
    found = 0
    for at in range(s.memory[s.trick]):
        found = found * 64 + 1 + (s.trick_seats[at] if of_seats else s.trick[at])
    return found


def is_position(s, slot, cards, players):
    for seat in range(SEATS):
        if s.memory[slot + 5 + seat] != s.hands[seat]:
            return False
    return s.memory[slot + 2] == cards and s.memory[slot + 3] == players and s.memory[slot + 4] == s.leader


def wins_rest(s):
    turn = to_play(s)
    if turn < 0:
        return wins_next(s)
    cards = laid(s, 0)
    players = laid(s, 1)
    number = mixed(s, mixed(s, cards, players), s.leader)
    for seat in range(SEATS):
        number = mixed(s, number, s.hands[seat])
    number = (number >> 20) & (POSITIONS - 1)
    slot = CLAIMS + 4 + WIDTH_OF_POSITION * number
    while s.memory[slot] == s.memory[CLAIMS]:
        if is_position(s, slot, cards, players):
            return s.memory[slot + 1]
        number = (number + 1) & (POSITIONS - 1)
        slot = CLAIMS + 4 + WIDTH_OF_POSITION * number
    if s.memory[CLAIMS + 1] >= MOST_POSITIONS:
        return 0
    s.memory[CLAIMS + 1] += 1
    s.memory[slot] = s.memory[CLAIMS]
    s.memory[slot + 1] = 0
    s.memory[slot + 2] = cards
    s.memory[slot + 3] = players
    s.memory[slot + 4] = s.leader
    for seat in range(SEATS):
        s.memory[slot + 5 + seat] = s.hands[seat]
    own = turn == s.memory[CLAIMS + 3]
    found = 0 if own else 1
    allowed = LEGAL(s, turn)
    for card in as_cards(allowed):
        if wins_after(s, turn, card) == own:
            found = 1 if own else 0
            break
    s.memory[slot + 1] = found
    return found


def wins_after(s, turn, card):
    bit = 1 << card
    s.hands[turn] &= ~bit
    push(s, s.trick, card)
    push(s, s.trick_seats, turn)
    s.trick_mask |= 1 << turn
    before = s.played
    s.played |= bit
    found = wins_rest(s)
    s.played = before
    s.trick_mask &= ~(1 << turn)
    s.memory[s.trick] -= 1
    s.memory[s.trick_seats] -= 1
    s.hands[turn] |= bit
    return found


def wins_next(s):
    if not s.trick:
        return 1
    seat = s.memory[CLAIMS + 3]
    if winning_seat(s) != seat:
        return 0
    row = CLAIMED_TRICKS + 2 * (SEATS + 1) * s.memory[CLAIMS + 2]
    s.memory[CLAIMS + 2] += 1
    copy_row(s, s.trick, row)
    copy_row(s, s.trick_seats, row + SEATS + 1)
    mask = s.trick_mask
    leader = s.leader
    s.memory[s.trick] = 0
    s.memory[s.trick_seats] = 0
    s.trick_mask = 0
    s.leader = seat
    s.trick_number += 1
    found = wins_rest(s)
    s.trick_number -= 1
    s.leader = leader
    s.trick_mask = mask
    copy_row(s, as_row(row), s.trick)
    copy_row(s, as_row(row + SEATS + 1), s.trick_seats)
    s.memory[CLAIMS + 2] -= 1
    return found
