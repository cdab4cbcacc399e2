"""Tricks of which a side is sure, and answers that are known; see `spadesdsl.kernel.templates.tricks`."""

from __future__ import annotations


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
