"""Tricks of which a side is sure; see `spadesdsl.kernel.templates.tricks`."""

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
