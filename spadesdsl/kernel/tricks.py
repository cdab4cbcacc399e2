"""The exact number of tricks where suits are followed and the highest card wins, as code for kernels.

Nothing here is ever called; see `spadesdsl.kernel.search`. It is for four seats in two partnerships, one suit of
trumps or none, and cards numbered by suit and rank. Instead of a number it asks whether one side can take so many of
the tricks that are left, again and again. With the answer comes `REL`: the cards whose rank mattered. Another position
with the same number of cards of each suit in each hand, and the same owners of the cards from the top of each suit down
to the lowest that mattered, has the same answer (partition search); the table keeps positions in that form.

`H`: the hands. `SUIT`: the cards of each suit. `LONE`: who asks, as the parity of its seats. `TRUMP`: the cards of the
trumps. `out` are the cards that are still held or lie on the table.
"""

# mypy: ignore-errors
# ruff: noqa: F821, D103, ANN001, ANN201, N803

from __future__ import annotations

# ---------------------------------------------------------------- cards


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


# ---------------------------------------------------------------- tricks that are sure


def top_run(S, own, all):
    """Return how many of the highest cards of a suit are one's own."""
    others = all & ~own
    if others == 0:
        return popcount(own)
    return popcount(own >> top(others))


def sure_trumps(S, one, other, all):
    """Return how many tricks two partners are sure of with the highest trumps, however they are played.

    As long as one of them has a low trump to play with a high one of the other, no two of the highest fall together.
    """
    run = top_run(S, (one | other) & all, all)
    long = popcount(one & all)
    short = popcount(other & all)
    long = short if short > long else long
    return run if run < long else long


def least_held(S, left, right, suit, ruffs):
    """Return how often a suit can be led before an opponent who has trumps ruffs."""
    limit = 99
    if ruffs & 1:
        limit = popcount(left & suit)
    if ruffs & 2:
        other = popcount(right & suit)
        limit = other if other < limit else limit
    return limit


def quick(S, leader, wanted, may_trump):
    """Return how many tricks the leader's side is sure of; if it is enough, keep the cards that matter in `QUICK`.

    First the leader takes high cards, then lets the partner in, who does the same; high trumps are good at any time.
    """
    me = S[H + leader]
    mate = S[H + ((leader + 2) & 3)]
    left = S[H + ((leader + 1) & 3)]
    right = S[H + ((leader + 3) & 3)]
    trumps = S[TRUMP]
    out = me | mate | left | right
    all = out & trumps
    ruffs = (1 if (left & trumps) != 0 else 0) | (2 if (right & trumps) != 0 else 0)
    cards = 0
    crosses = 0
    high = 0
    if all != 0:
        high = sure_trumps(S, me, mate, all)
        run = top_run(S, me & trumps, all)
        if may_trump != 0:
            longest = popcount(left & trumps)
            other = popcount(right & trumps)
            longest = other if other > longest else longest
            if run > 0 and run >= longest and ruffs != 0:  # once these are drawn
                ruffs = 0
                cards = all & ~strip(S, all, longest)
            if popcount(me & trumps) > run and popcount(mate & trumps) > run:
                rest = strip(S, all, run)
                crosses = 1 if (mate >> top(rest)) & 1 else 0
                crossing = all & ~strip(S, all, run + 1)
    found = 0
    later = 0
    later_cards = 0
    for i in range(4):
        suit = S[SUIT + i]
        all = out & suit
        if found + high >= wanted:
            later = 0
            break
        if all != 0 and suit != trumps:
            mine = popcount(me & suit)
            his = popcount(mate & suit)
            limit = least_held(S, left, right, suit, ruffs)
            run = top_run(S, me & suit, all)
            run = run if run < limit else limit
            longest = popcount(left & suit)
            other = popcount(right & suit)
            longest = other if other > longest else longest
            if run > 0 and run >= longest and ruffs == 0 and his <= run:
                found = found + mine
                cards = cards | (all & ~strip(S, all, longest if longest > his else his))
            else:
                much = found + run + high - wanted
                used = run - much if much > 0 else run  # no more than is wanted
                found = found + used
                cards = cards | (all & ~strip(S, all, used))
                rest = strip(S, all, run)
                if his > run and rest != 0:
                    next = top_run(S, mate & rest, rest)
                    next = his - run if his - run < next else next
                    next = next if run + next < limit else limit - run
                    if next > 0:
                        later = later + next
                        later_cards = later_cards | (all & ~strip(S, rest, next))
                        if mine > run:
                            crosses = 2
    if found + high >= wanted:
        later = 0
    # Who has nothing but trumps has to ruff the partner's high card, and is then on lead.
    if (mate & trumps) != 0:
        room = popcount(mate & ~trumps)
        if found > room:
            found = room
            later = 0
        later = later if found + later < room else room - found
    if (me & trumps) != 0:
        room = popcount(me & ~trumps) - found
        later = later if later < room else room
    if crosses != 0 and later > 0:
        found = found + later
        cards = cards | later_cards
        if crosses == 1:
            cards = cards | crossing
    need = wanted - found
    if need > 0 and high > 0:
        all = out & trumps
        need = need if need < high else high
        cards = cards | (all & ~strip(S, all, need))
        found = found + need
    S[QUICK] = cards
    most = popcount(me)
    return found if found < most else most


def strip(S, cards, many):
    """Return cards without so many of the highest."""
    found = cards
    while many > 0:
        found = found & ~(1 << top(found))
        many = many - 1
    return found


def slow(S, leader, wanted):
    """Return how many tricks the other side is sure of, whatever is led; keep the cards in `QUICK`."""
    left = S[H + ((leader + 1) & 3)]
    right = S[H + ((leader + 3) & 3)]
    me = S[H + leader]
    mate = S[H + ((leader + 2) & 3)]
    out = me | mate | left | right
    trumps = S[TRUMP]
    all = out & trumps
    S[QUICK] = 0
    if all != 0:
        run = sure_trumps(S, left, right, all)
        if run > 0:
            run = run if run < wanted else wanted
            S[QUICK] = all & ~strip(S, all, run)
        return run
    cards = 0
    for i in range(4):
        if me & S[SUIT + i]:
            all = out & S[SUIT + i]
            best = 1 << top(all)
            if ((left | right) & best) == 0:
                return 0
            cards = cards | best
    S[QUICK] = cards
    return 1


# ---------------------------------------------------------------- the table


def shape(S, leader, unbroken):
    """Return how many cards of all but the last suit each hand has, and who leads; as one number."""
    found = popcount(S[H + leader])
    found = (found << 4) | (unbroken << 3) | (S[LONE] << 2) | leader
    for seat in range(4):
        for i in range(3):
            found = (found << 4) | popcount(S[H + seat] & S[SUIT + i])
    return found


def shelf_of(S, key):
    """Return where it says what is known of a shape: the shape, its newest row of answers, how many are in that."""
    h = (key * 1911420717) & 1152921504606846975
    at = ((h ^ (h >> 27)) >> 5) & S[SHELVES_MASK]
    while S[SHELVES + 3 * at] != key and S[SHELVES + 3 * at] != 0:
        at = (at + 1) & S[SHELVES_MASK]
    return SHELVES + 3 * at


def look_up(S, key, first, second, out, target):
    """Return 1 or 0 for an answer that is known, with the cards that mattered; else 2."""
    shelf = shelf_of(S, key)
    row = S[shelf + 1]
    begin = row
    at = row + 4 * S[shelf + 2] - 4
    while row != 0:
        while at >= row:
            mask = S[at + 2]
            if (((first & mask) ^ S[at]) | ((second & mask) ^ S[at + 1])) == 0:
                bound = S[at + 3]
                if bound >= target or (bound < 0 and bound + 64 < target):
                    S[REL] = spread(mask, out)
                    if row != begin:  # what was found is looked for again soon
                        for i in range(4):
                            kept = S[at + i]
                            S[at + i] = S[begin + i]
                            S[begin + i] = kept
                    return 1 if bound >= 0 else 0
            at = at - 4
        row = S[row + 4 * ROW]
        at = row + 4 * ROW - 4
    return 2


def keep(S, key, first, second, out, took, target):
    """Remember an answer, with the cards that mattered."""
    if S[USED] >= S[ROWS_MOST] or 2 * S[SHAPES] > S[SHELVES_MASK]:
        empty(S)
    shelf = shelf_of(S, key)
    if S[shelf] == 0:
        S[shelf] = key
        S[SHAPES] = S[SHAPES] + 1
        S[shelf + 2] = ROW
    if S[shelf + 2] == ROW:
        row = ROWS + (4 * ROW + 1) * S[USED]
        S[USED] = S[USED] + 1
        S[row + 4 * ROW] = S[shelf + 1]
        S[shelf + 1] = row
        S[shelf + 2] = 0
    mask = gather(closed(S, S[REL], out), out)
    at = S[shelf + 1] + 4 * S[shelf + 2]
    S[shelf + 2] = S[shelf + 2] + 1
    S[at] = first & mask
    S[at + 1] = second & mask
    S[at + 2] = mask
    S[at + 3] = target if took != 0 else target - 1 - 64
    return 0


def empty(S):
    for i in range(3 * (S[SHELVES_MASK] + 1)):
        S[SHELVES + i] = 0
    S[USED] = 0
    S[SHAPES] = 0
    return 0


# ---------------------------------------------------------------- the search


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
    led = S[LED]
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
        bit = 1 << card
        cards = cards & ~bit
        S[H + seat] = S[H + seat] & ~bit
        if many == 0:
            S[LED] = suit_of(S, card)
            took = card_to(S, ply + 1, (seat + 1) & 3, 1, bit, card, seat, target)
        elif beats(S, card, best):
            took = card_to(S, ply + 1, (seat + 1) & 3, many + 1, tricks | bit, card, seat, target)
        else:
            took = card_to(S, ply + 1, (seat + 1) & 3, many + 1, tricks | bit, best, winner, target)
        S[LED] = led
        S[H + seat] = S[H + seat] | bit
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


# ---------------------------------------------------------------- what is called from outside


def card_taken(S, card, target):
    """Tell whether the side that asks takes so many tricks if this card is played now."""
    seat = S[SEAT]
    bit = 1 << card
    S[H + seat] = S[H + seat] & ~bit
    led = S[LED]
    if S[MANY] == 0:
        S[LED] = suit_of(S, card)
        took = card_to(S, 1, (seat + 1) & 3, 1, bit, card, seat, target)
    elif beats(S, card, S[BEST]):
        took = card_to(S, 1, (seat + 1) & 3, S[MANY] + 1, S[ON_TABLE] | bit, card, seat, target)
    else:
        took = card_to(S, 1, (seat + 1) & 3, S[MANY] + 1, S[ON_TABLE] | bit, S[BEST], S[WINNER], target)
    S[LED] = led
    S[H + seat] = S[H + seat] | bit
    return took


def solve_tricks(S):
    """Write how many of the tricks that are left each legal card takes for the side whose turn it is."""
    cards = S[LEGAL]
    seat = S[SEAT]
    S[LONE] = seat & 1
    S[NODES] = 0
    left = popcount(S[H + seat])
    out = held(S) | S[ON_TABLE]
    guess = S[GUESS]
    if S[ALL_CARDS] == 0:
        low = 0
        high = left
        while low < high:
            target = guess if low < guess and guess <= high else low + 1
            if choose(S, 0, seat, S[MANY], S[ON_TABLE], S[BEST], S[WINNER], cards, target):
                low = target
                guess = low + 1
            else:
                high = target - 1
                guess = high
        S[FOUND] = low
        return 0
    different = one_of_each(S, cards, out)
    at = FOUND
    while cards != 0:
        card = top(cards)
        cards = cards & ~(1 << card)
        S[at] = card
        if (different >> card) & 1:
            low = 0
            high = left
            while low < high:
                target = guess if low < guess and guess <= high else low + 1
                if card_taken(S, card, target):
                    low = target
                    guess = low + 1
                else:
                    high = target - 1
                    guess = high
            S[at + 1] = low
            guess = low
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
