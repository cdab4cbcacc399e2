"""The exact number of tricks where suits are followed and the highest card wins, as code for kernels.

It is for four seats in two partnerships, one suit of trumps or none, and cards numbered by suit and rank. Instead of a
number it asks whether one side can take so many of
the tricks that are left, again and again. With the answer comes `REL`: the cards whose rank mattered. Another position
with the same number of cards of each suit in each hand, and the same owners of the cards from the top of each suit down
to the lowest that mattered, has the same answer (partition search); the table keeps positions in that form.

`H`: the hands. `SUIT`: the cards of each suit. `LONE`: who asks, as the parity of its seats. `TRUMP`: the cards of the
trumps. `out` are the cards that are still held or lie on the table.
"""

from __future__ import annotations


def held(S):
    return S[H] | S[H + 1] | S[H + 2] | S[H + 3]


def suit_of(S, card):
    return S[SUIT + S[SUIT_NUMBER + card]]


def beats(S, card, best):
    if (suit_of(S, best) >> card) & 1:
        return card > best
    return (S[TRUMP] >> card) & 1


def one_of_each(S, cards, out):
    """Return the top card of each run of cards between which no other is out."""
    low = 0
    for i in range(4):
        own = S[SUIT + i] & out
        low = low | (own & -own)
    small = gather(cards, out)
    return spread(small & ~((small & ~gather(low, out)) >> 1), out)


def equal_below(S, best, owner, tricks):
    """Return a card and those of its owner's right below it."""
    bit = 1 << best
    lower = suit_of(S, best) & (bit - 1)
    others = ((held(S) & ~S[H + owner]) | (tricks & ~bit)) & lower
    least = 0 if others == 0 else top(others) + 1
    return bit | (((S[H + owner] & lower) >> least) << least)


def closed(S, cards, out):
    """Return all cards that are out from the top of each suit down to the lowest of these."""
    found = 0
    for i in range(4):
        own = cards & S[SUIT + i]
        if own != 0:
            found = found | (S[SUIT + i] & out & ~((own & -own) - 1))
    return found


def last_trick(S, leader):
    """Tell whether the side that asks takes the last trick."""
    best = ctz(S[H + leader])
    winner = leader
    for i in range(1, 4):
        seat = (leader + i) & 3
        card = ctz(S[H + seat])
        if beats(S, card, best):
            best = card
            winner = seat
    bit = 1 << best
    S[REL] = bit if (held(S) & suit_of(S, best) & ~bit) != 0 else 0
    return 1 if (winner & 1) == S[LONE] else 0


def boundary(S, ply, leader, target):
    """Tell whether the side that asks can take so many of the tricks that are left."""
    S[REL] = 0
    if target <= 0:
        return 1
    left = popcount(S[H + leader])
    if target > left:
        return 0
    S[NODES] = S[NODES] + 1
    if left == 1:
        return last_trick(S, leader)
    own = (leader & 1) == S[LONE]
    out = held(S)
    unbroken = 1 if S[RESTRICTED] != 0 and (out & S[TRUMP]) == S[FIRST_TRUMPS] else 0
    may_trump = 0 if unbroken != 0 and (S[H + leader] & ~S[TRUMP]) != 0 else 1
    wanted = target if own else left - target + 1
    if quick(S, leader, wanted, may_trump) >= wanted:
        S[REL] = S[QUICK]
        return 1 if own else 0
    wanted = left - wanted + 1
    if slow(S, leader, wanted) >= wanted:
        S[REL] = S[QUICK]
        return 0 if own else 1
    key = shape(S, leader, unbroken)
    first = gather(S[H + 1] | S[H + 3], out)
    second = gather(S[H + 2] | S[H + 3], out)
    known = look_up(S, key, first, second, out, target)
    if known != 2:
        return known
    cards = S[H + leader]
    if may_trump == 0:
        cards = cards & ~S[TRUMP]
    took = choose(S, ply, leader, 0, 0, 0, 0, cards, target)
    keep(S, key, first, second, out, took, target)
    return took


def card_to(S, ply, seat, many, tricks, best, winner, target):
    """Go on with a trick: somebody plays a card to it, or it is over."""
    if many == 4:
        side = 1 if (winner & 1) == S[LONE] else 0
        took = boundary(S, ply, winner, target - side)
        if (tricks & suit_of(S, best) & ~(1 << best)) != 0:
            S[REL] = S[REL] | equal_below(S, best, winner, tricks)
        return took
    cards = S[H + seat] & S[LED]
    if cards == 0:
        cards = S[H + seat]
    return choose(S, ply, seat, many, tricks, best, winner, cards, target)


def choose(S, ply, seat, many, tricks, best, winner, cards, target):
    own = (seat & 1) == S[LONE]
    out = held(S) | tricks
    cards = one_of_each(S, cards, out)
    weights = WEIGHTS + 64 * ply
    if (cards & (cards - 1)) != 0:
        weigh(S, weights, seat, many, tricks, best, winner, cards, out)
    mattered = 0
    while cards != 0:
        card = ctz(cards)
        if (cards & (cards - 1)) != 0:
            rest = cards & (cards - 1)
            most = S[weights + card]
            while rest != 0:
                other = ctz(rest)
                rest = rest & (rest - 1)
                if S[weights + other] > most:
                    card = other
                    most = S[weights + other]
        cards = cards & ~(1 << card)
        took = taken_with(S, ply, seat, many, tricks, best, winner, card, target)
        if took == own:
            if many == 0:
                S[HISTORY + 64 * seat + card] = S[HISTORY + 64 * seat + card] + 1
            return took
        mattered = mattered | S[REL]
    S[REL] = mattered
    return 0 if own else 1


def rank_of(S, card, out):
    return popcount(out & suit_of(S, card) & ((1 << card) - 1))


def weigh(S, weights, seat, many, tricks, best, winner, cards, out):
    """Say which cards to try first: the most is tried first."""
    if many == 0:
        weigh_leads(S, weights, seat, cards, out)
        return 0
    mates = (winner & 1) == (seat & 1)
    next = answer(S, (seat + 1) & 3, many)
    last = answer(S, (seat + 2) & 3, many) if many == 1 else 0
    safe = many == 3 or strongest_beats(S, next, best) == 0
    while cards != 0:
        card = ctz(cards)
        cards = cards & (cards - 1)
        rank = rank_of(S, card, out)
        weight = 0 - rank
        if beats(S, card, best):
            if mates and safe:
                weight = weight - 20
            elif many == 3 or strongest_beats(S, next, card) == 0:
                weight = weight + 60
            elif many == 1 and strongest_beats(S, last, card):
                weight = weight - 10
            else:
                weight = weight + 10
        elif ((S[LED] | S[TRUMP]) >> card) & 1 == 0:  # a discard: from a long suit rather than a guarded honour
            suit = suit_of(S, card)
            weight = weight + popcount(S[H + seat] & suit)
        S[weights + card] = weight
    return 0


def answer(S, seat, many):
    """Return the cards with which a seat can win the trick."""
    cards = S[H + seat] & S[LED]
    return cards if cards != 0 else S[H + seat] & S[TRUMP]


def strongest_beats(S, cards, best):
    """Tell whether one of these cards, all of a suit, beats another."""
    if cards == 0:
        return 0
    return beats(S, top(cards), best)


def weigh_leads(S, weights, seat, cards, out):
    mate = S[H + ((seat + 2) & 3)]
    left = S[H + ((seat + 1) & 3)]
    right = S[H + ((seat + 3) & 3)]
    while cards != 0:
        card = ctz(cards)
        cards = cards & (cards - 1)
        suit = suit_of(S, card)
        all = out & suit
        best = 1 << top(all)
        rank = popcount(all & ((1 << card) - 1))
        weight = 0
        if S[H + seat] & best:
            weight = 12 if (best >> card) & 1 else 2
        elif mate & best:
            weight = 14 - rank
        elif right & best:
            weight = 8 - rank
        else:
            weight = 4 - rank
        if suit == S[TRUMP]:
            weight = weight + 5
        elif S[TRUMP] != 0:
            if (mate & suit) == 0 and (mate & S[TRUMP]) != 0:
                weight = weight + 10
            if ((left & suit) == 0 and (left & S[TRUMP]) != 0) or ((right & suit) == 0 and (right & S[TRUMP]) != 0):
                weight = weight - 10
        S[weights + card] = weight * (16 if S[TRUMP] != 0 else 4) + S[HISTORY + 64 * seat + card]
    return 0


def taken_with(S, ply, seat, many, tricks, best, winner, card, target):
    """Tell whether the side that asks takes so many tricks if a seat plays this card now."""
    bit = 1 << card
    S[H + seat] = S[H + seat] & ~bit
    led = S[LED]
    if many == 0:
        S[LED] = suit_of(S, card)
        took = card_to(S, ply + 1, (seat + 1) & 3, 1, bit, card, seat, target)
    elif beats(S, card, best):
        took = card_to(S, ply + 1, (seat + 1) & 3, many + 1, tricks | bit, card, seat, target)
    else:
        took = card_to(S, ply + 1, (seat + 1) & 3, many + 1, tricks | bit, best, winner, target)
    S[LED] = led
    S[H + seat] = S[H + seat] | bit
    return took


def most_taken(S, card, guess):
    """Return how many of the tricks left this card takes; below 0, the best card."""
    seat = S[SEAT]
    low = 0
    high = popcount(S[H + seat])
    while low < high:
        target = guess if low < guess and guess <= high else low + 1
        if card < 0:
            took = choose(S, 0, seat, S[MANY], S[ON_TABLE], S[BEST], S[WINNER], S[LEGAL], target)
        else:
            took = taken_with(S, 0, seat, S[MANY], S[ON_TABLE], S[BEST], S[WINNER], card, target)
        if took:
            low = target
            guess = low + 1
        else:
            high = target - 1
            guess = high
    return low


def solve_tricks(S):
    """Write how many of the tricks that are left each legal card takes for the side whose turn it is."""
    cards = S[LEGAL]
    S[LONE] = S[SEAT] & 1
    S[NODES] = 0
    if S[ALL_CARDS] == 0:
        S[FOUND] = most_taken(S, 0 - 1, S[GUESS])
        return 0
    different = one_of_each(S, cards, held(S) | S[ON_TABLE])
    guess = S[GUESS]
    at = FOUND
    while cards != 0:
        card = top(cards)
        cards = cards & ~(1 << card)
        S[at] = card
        if (different >> card) & 1:
            guess = most_taken(S, card, guess)
            S[at + 1] = guess
        else:
            S[at + 1] = S[at - 1]
        at = at + 2
    S[at] = 0 - 1
    return 0


def forget(S):
    """Forget all positions: other trumps, or another deck."""
    for i in range(256):
        S[HISTORY + i] = 0
    return empty(S)
