"""The play of the cards, for kernels."""

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
