"""A game from its first deal on, many of them, and the exact value of the last cards, for kernels."""

from __future__ import annotations


def begin_deal(s):
    choose_edition(s)
    open_tallies(s)
    start_edition(s)


def start(s):
    s.over = 0
    s.thrown_in = 0
    s.scored = 0
    s.failed = 0
    s.winners = 0
    s.out = 0
    s.in_deal = 0
    for holder in range(HOLDERS):
        s.scores[holder] = 0
        for tally in range(TALLIES):
            s.tallies[tally][holder] = 0
    for seat in range(SEATS):
        s.memory[s.stacks[seat]] = -1  # no hand is a pile before a rule makes it one
    FIRST_DEAL(s)
    begin_deal(s)


def advance(s):
    while not s.over:
        if THROWS_IN and not s.in_deal:
            s.thrown_in += 1
            if s.thrown_in > MOST_THROWN_IN:
                give_up(s)
                return 2
            begin_deal(s)
        r = next_node(s)
        if s.failed:
            return 5
        if r != 0:
            return r
    return 2


def play_chosen(s):
    play(s, s.argument)


def take_chosen(s):
    take(s, s.argument)


def volunteers(s):
    s.options = 0
    if not s.over and s.in_deal:
        LIST_UNASKED(s, s.memory[STACK] if s.depth > 0 else s.node)
    return s.options


def volunteer(s):
    SAY_UNASKED(s, OPTIONS + OPTION_WIDTH * s.argument)


def choose(s, r, ahead):
    if r == 3:
        cards = s.legal
        play(s, select(cards, drawn(s, CHANCE, cards.bit_count(), ahead)))
    else:
        take(s, drawn(s, CHANCE, s.options, ahead))


def play_out(s):
    # Where several choose at once, a playout asks one after the other: what one may choose, no other changes.
    s.hurries = 1
    s.stops = 1
    ahead = next_bits(CHANCE)  # so the next draw is ready when it is known what to choose from
    for _ in range(s.steps):
        r = advance(s)
        if r == 4:
            if s.scored >= s.until:
                s.hurries = 0
                return 4
        elif r == 1 or r == 3:
            choose(s, r, ahead)
            ahead = next_bits(CHANCE)
        else:
            s.hurries = 0
            return r
    s.hurries = 0
    return 0


def rollouts(s):
    many = s.many
    for i in range(many):
        begin_again(s)
        s.seeds += i
        s.chance = drawn(s, SEEDS, MOST_LUCK)
        s.generator = drawn(s, SEEDS, MOST_LUCK)
        s.scored = 0
        if s.viewer >= 0:
            redraw(s, s.viewer)
        r = play_out(s)
        at = RESULTS + i * (HOLDERS + 4)
        s.memory[at] = r
        s.memory[at + 1] = s.scored
        s.memory[at + 2] = s.over
        s.memory[at + 3] = s.winners
        for holder in range(HOLDERS):
            s.memory[at + 4 + holder] = s.scores[holder]


def exactly(s, ply, low, high):
    # Its side plays the best for itself, the others the worst.
    r = 0
    while r == 0:
        if s.over or not s.in_deal or s.failed:
            return outlook_now(s)
        r = next_node(s)
    if r == 1:
        take(s, choice_now(s))
        return exactly(s, ply, low, high)
    if r != 3:
        return outlook_now(s)
    cards = s.legal
    if cards & (cards - 1) == 0 or ply >= MOST_EXACT:
        play(s, top(cards))
        return exactly(s, ply, low, high)
    own = own_now(s)
    keep_at(s, ply)
    while cards != 0 and low < high:
        card = top(cards)
        cards &= ~(1 << card)
        play(s, card)
        found = exactly(s, ply + 1, low, high)
        if own:
            low = found if found > low else low
        else:
            high = found if found < high else high
        back_to(s, ply)
    return low if own else high
