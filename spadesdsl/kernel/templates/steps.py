"""The exact search of a deal in which all cards are seen, as code for kernels.

`spadesdsl.kernel.solve` puts numbers for the names in capitals and adds the functions to
the text of a kernel, whose own `play` and `advance` they call. `S` is the kernel's array, with room for the search
behind it. Two sides are searched by alpha-beta, more by max^n: each side takes what is best for itself, the lowest card
first among equals. A table remembers positions where a trick begins, by all that the rest of the deal can read.
"""

from __future__ import annotations


def remember(S, ply):
    at = UNDO + ply * KEPT
    for i in range(KEPT):
        S[at + i] = S[i]
    return 0


def go_back(S, ply, code):
    at = UNDO + ply * KEPT
    for i in range(KEPT):
        S[i] = S[at + i]
    if code != 3:  # the score was written, too
        for i in range(KEPT, SCORED):
            S[i] = S[PRISTINE + i]
    return 0


def worth_of(S, side):
    if S[GOAL] == 0:
        holder = S[HOLDER_OF_SIDE + side]
        return S[SIGN] * (S[SCORES + holder] - S[BEFORE + holder])
    found = 0
    for seat in range(SEATS):
        if S[SIDE_OF + seat] == side:
            found = found + S[TAKEN + seat]
    return found


def worth(S):
    if S[GOAL] == 2:
        return 1 if S[TAKEN + S[KEEPER]] == 0 else 0
    if S[GOAL] == 1:
        return worth_of(S, S[MINE])
    return worth_of(S, S[MINE]) - worth_of(S, S[THEIRS])


def still_out(S):
    out = 0
    for i in range(SEATS):
        out = out | S[HANDS + i]
    for i in range(S[TRICK]):
        out = out | (1 << S[TRICK + 1 + i])
    return out


def distinct(S, cards):
    """Return one of each run of cards that nothing tells apart."""
    out = still_out(S)
    left = cards
    found = cards
    while left != 0:
        c = ctz(left)
        left = left & (left - 1)
        up = out & S[ABOVE + c]
        if (up & -up & cards) != 0:
            found = found & ~(1 << c)
    return found


def mixed(S, h, x):
    h = ((h ^ x) * 3202034522624059733) & 4611686018427387903
    return h ^ (h >> 29)


def mixed_too(S, h, x):
    h = ((h ^ x) * 2685821657736338717 + 1442695040888963407) & 4611686018427387903
    return h ^ (h >> 31)


def add_to_key(S, x):
    low = x & 4611686018427387903
    high = x >> 62
    S[KEY] = mixed(S, S[KEY], low)
    S[KEY + 1] = mixed_too(S, S[KEY + 1], low)
    if high != 0:
        S[KEY] = mixed(S, S[KEY], high)
        S[KEY + 1] = mixed_too(S, S[KEY + 1], high)
    return 0


def make_key(S):
    S[KEY] = S[GENERATION]
    S[KEY + 1] = S[GENERATION] + 1
    for i in range(SEATS):
        add_to_key(S, S[HANDS + i])
    add_to_key(S, S[TURN_SEAT])
    add_to_key(S, S[RANKING])
    if S[COUNTED] != 0:
        add_to_key(S, S[MARKS + taken_so_far(S)])
    else:
        for i in range(SEATS):
            add_to_key(S, S[TAKEN + i])
    if S[GOAL] == 0:
        add_to_key(S, S[LOOKED])
        if S[READS_WON] != 0:
            for i in range(SEATS):
                add_to_key(S, S[WON + i])
        for i in range(BREACHES):
            add_to_key(S, S[BROKE + i])
    return 0


def begin_counting(S):
    for i in range(KEPT, SCORED):
        S[PRISTINE + i] = S[i]
    remember(S, 0)
    S[BROKEN] = 0
    return 0


def worth_of_tricks(S, one, two, three, four):
    """Return what the deal is worth if each of four seats takes so many of the tricks left."""
    for seat in range(SEATS):
        S[HANDS + seat] = 0
    S[TRICK] = 0
    S[TRICK_SEATS] = 0
    S[TRICK_MASK] = 0
    S[TAKEN] = S[TAKEN] + one
    S[TAKEN + 1] = S[TAKEN + 1] + two
    S[TAKEN + 2] = S[TAKEN + 2] + three
    S[TAKEN + 3] = S[TAKEN + 3] + four
    if advance(S) != 4:
        S[BROKEN] = 1
    found = worth(S)
    go_back(S, 0, 4)
    return found


def count_outcomes(S):
    """Work out what can still come of each number of tricks taken from here: the least, the most, and a mark.

    Two ways to have taken some of the tricks have the same mark if the same follows from the rest of them.
    """
    left = S[LEFT]
    wide = left + 1
    begin_counting(S)
    for i in range(4):
        S[FIRST_TAKEN + i] = S[TAKEN + i]
    for down in range(left + 1):
        many = left - down
        for one in range(many + 1):
            for two in range(many + 1 - one):
                for three in range(many + 1 - one - two):
                    at = ((one * wide + two) * wide + three) * wide + many - one - two - three
                    if down == 0:
                        low = worth_of_tricks(S, one, two, three, many - one - two - three)
                        high = low
                        mark = mixed(S, 7, low & 4611686018427387903)
                    else:
                        low = LARGEST
                        high = -LARGEST
                        mark = down
                        step = 1
                        for _ in range(4):
                            low = S[LOWS + at + step] if S[LOWS + at + step] < low else low
                            high = S[HIGHS + at + step] if S[HIGHS + at + step] > high else high
                            mark = mixed(S, mark * 31, S[MARKS + at + step])
                            step = step * wide
                    S[LOWS + at] = low
                    S[HIGHS + at] = high
                    S[MARKS + at] = mark
    return 0


def taken_so_far(S):
    found = 0
    for i in range(4):
        found = found * (S[LEFT] + 1) + S[TAKEN + i] - S[FIRST_TAKEN + i]
    return found


def after(S, code, ply, alpha, beta):
    if code == 3:
        return position(S, ply, alpha, beta)
    if code != 4:
        S[BROKEN] = 1
    return worth(S)


def position(S, ply, alpha, beta):
    S[NODES] = S[NODES] + 1
    if S[TRICK] != 0 or S[TABLED] == 0:
        return turn(S, ply, alpha, beta)
    if S[COUNTED] != 0:
        count = taken_so_far(S)
        low = S[LOWS + count]
        high = S[HIGHS + count]
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
    make_key(S)
    one = S[KEY]
    other = S[KEY + 1]
    at = TABLE + 4 * ((one >> 20) & S[TABLE_MASK])
    low = -LARGEST
    high = LARGEST
    if S[at] == one and S[at + 1] == other:
        low = S[at + 2]
        high = S[at + 3]
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
    alpha = low if low > alpha else alpha
    beta = high if high < beta else beta
    best = turn(S, ply, alpha, beta)
    if best > alpha:
        low = best
    if best < beta:
        high = best
    S[at] = one
    S[at + 1] = other
    S[at + 2] = low
    S[at + 3] = high
    return best


def turn(S, ply, alpha, beta):
    mine = S[SIDE_OF + S[TURN_PLAYER]] == S[MINE]
    cards = distinct(S, S[LEGAL])
    remember(S, ply)
    best = -LARGEST if mine else LARGEST
    lead = HISTORY + CARDS * (S[TURN_SEAT] if S[TRICK] == 0 else SEATS + S[TURN_SEAT])
    while cards != 0:
        card = top(cards)
        left = cards & ~(1 << card)
        while left != 0:  # the card that was good before, elsewhere
            other = top(left)
            left = left & ~(1 << other)
            card = other if S[lead + other] > S[lead + card] else card
        cards = cards & ~(1 << card)
        play(S, card)
        code = advance(S)
        found = after(S, code, ply + 1, alpha, beta)
        go_back(S, ply, code)
        if mine:
            if found > best:
                best = found
                alpha = found if found > alpha else alpha
        elif found < best:
            best = found
            beta = found if found < beta else beta
        if alpha >= beta:
            S[lead + card] = S[lead + card] + 1
            return best
    return best


def vector(S):
    for side in range(S[SIDES]):
        S[VECTOR + side] = worth_of(S, side)
    return 0


def after_of_many(S, code, ply):
    if code == 3:
        position_of_many(S, ply)
    else:
        if code != 4:
            S[BROKEN] = 1
        vector(S)
    return 0


def position_of_many(S, ply):
    S[NODES] = S[NODES] + 1
    if S[TRICK] != 0 or S[TABLED] == 0:
        return turn_of_many(S, ply)
    make_key(S)
    one = S[KEY]
    other = S[KEY + 1]
    at = TABLE + WIDTH * ((one >> 20) & S[TABLE_MASK])
    if S[at] == one and S[at + 1] == other:
        for side in range(S[SIDES]):
            S[VECTOR + side] = S[at + 2 + side]
        return 0
    turn_of_many(S, ply)
    S[at] = one
    S[at + 1] = other
    for side in range(S[SIDES]):
        S[at + 2 + side] = S[VECTOR + side]
    return 0


def turn_of_many(S, ply):
    own = S[SIDE_OF + S[TURN_PLAYER]]
    cards = distinct(S, S[LEGAL])
    remember(S, ply)
    bests = BESTS + ply * SEATS
    is_first = 1
    while cards != 0:
        card = ctz(cards)
        cards = cards & (cards - 1)
        play(S, card)
        code = advance(S)
        after_of_many(S, code, ply + 1)
        go_back(S, ply, code)
        if is_first != 0 or S[VECTOR + own] > S[bests + own]:
            is_first = 0
            for side in range(S[SIDES]):
                S[bests + side] = S[VECTOR + side]
    for side in range(S[SIDES]):
        S[VECTOR + side] = S[bests + side]
    return 0


def solve_cards(S):
    """Write the value of each legal card; two sides: one number for each, else one for each side."""
    cards = S[LEGAL]
    different = distinct(S, cards)
    out = still_out(S)
    if S[COUNTED] != 0:
        count_outcomes(S)
    begin_counting(S)
    S[FOUND] = 0
    while cards != 0:
        card = top(cards)
        cards = cards & ~(1 << card)
        at = FOUND + 1 + S[FOUND] * (SEATS + 1)
        S[at] = card
        S[FOUND] = S[FOUND] + 1
        if (different >> card) & 1:
            play(S, card)
            code = advance(S)
            if S[TWO] != 0:
                S[at + 1] = after(S, code, 1, -LARGEST, LARGEST)
            else:
                after_of_many(S, code, 1)
                for side in range(S[SIDES]):
                    S[at + 1 + side] = S[VECTOR + side]
            go_back(S, 0, code)
        else:  # as good as the next one above it
            same = FOUND + 1
            while S[same] != ctz(out & S[ABOVE + card]):
                same = same + SEATS + 1
            for i in range(1, SEATS + 1):
                S[at + i] = S[same + i]
    return S[BROKEN]


def solve_worths(S):
    """Write what the deal is worth by how many of the tricks left the side takes; return 1 if that is not all."""
    left = S[LEFT]
    begin_counting(S)
    for i in range(left + 1):
        S[KNOWN + i] = 0
    for one in range(left + 1):
        for two in range(left + 1 - one):
            for three in range(left + 1 - one - two):
                four = left - one - two - three
                tricks = one + three if S[SIDE_OF] == S[MINE] else two + four
                found = worth_of_tricks(S, one, two, three, four)
                if S[BROKEN] != 0 or (S[KNOWN + tricks] != 0 and S[WORTHS + tricks] != found):
                    return 1
                S[KNOWN + tricks] = 1
                S[WORTHS + tricks] = found
    return 0
