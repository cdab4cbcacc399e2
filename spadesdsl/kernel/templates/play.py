"""The play of the cards, for kernels."""

from __future__ import annotations


def legal(s, seat):
    return NARROW(s, seat, s.hands[seat])


def note_breaches(s, seat, card):
    NARROW(s, seat, s.hands[seat], 1 << card)


def note_breach(s, trust, seat, cards, allowed, chosen):
    if cards & allowed != 0 and not allowed & chosen:
        s.broke_now[trust] |= 1 << seat


def to_play(s):
    many = s.memory[s.trick]
    seat = s.leader
    if many > 0:
        seat = s.trick_seats[-1] + 1
        seat = seat if seat < SEATS else 0
    idle = s.trick_mask
    if HAS_CONTROLS:
        idle = idle | (s.idle if FIXED_IDLE else sitting_out(s))
    for _ in range(SEATS):
        if s.hands[seat] != 0 and not idle >> seat & 1:
            return seat
        seat = seat + 1 if seat < SEATS - 1 else 0
    return -1


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


def settle_trick(s):
    best = s.spec.play.winner(s, s.spec.environment)
    winner = None if best is None else player_in_trick(s, best)
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
    if KEEPS_PLAYED:
        s.played_by[seat] |= bit
    if BLOCK != -1:
        interrupt(s, BLOCK, to_play(s))


def take_with_card(s, option):
    if s.memory[option + 3] < 0:
        PLAY_CARD(s, s.memory[option + 2])
    else:
        SAYING(s, s.memory[option], as_option(option))
