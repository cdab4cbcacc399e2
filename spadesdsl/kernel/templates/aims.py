"""What the seats of an imagined deal play for, for kernels.

Nothing here knows a game. What a trick is worth to a side is found by scoring the deal with other tricks. The names
that begin with `T_` are places beside the state.
"""

from __future__ import annotations


def tally_worth(s, tally, now):
    at = T_TALLIES + TALLY_WIDTH * tally
    many = s.memory[at + 1]
    if many == 0:
        return 0
    place = now - s.memory[at]
    place = place if place > 0 else 0
    place = place if place < many else many - 1
    return s.memory[at + 2 + place]


def standing_of(s, side):
    holder = holder_of_side(s, side)
    if holder is None:
        return 0
    value = s.scores[holder] * s.memory[T_POINT]
    if not s.over:
        for tally in range(TALLIES):
            value += tally_worth(s, tally, s.tallies[tally][holder])
    return value - s.memory[T_WIN] if is_out(s, side) else value


def outlook(s, seat):
    found = s.side_of[seat]
    own = 0 if found is None else found
    mine = standing_of(s, own)
    total = 0
    most = 0
    many = 0
    for other in range(side_total(s)):
        if other != own:
            value = standing_of(s, other)
            most = value if many == 0 or value > most else most
            total += value
            many += 1
    lead = mine - (total // many + most) // 2 if many > 0 else mine
    win = s.memory[T_WIN]
    if s.over and s.winners != 0:
        return (win if s.winners >> own & 1 else 0 - win) + lead // 50
    part = lead * 32
    step = part // win
    if step < -128:
        return 0 - win
    if step >= 128:
        return win
    low = s.memory[T_LEADS + 128 + step]
    return low + (s.memory[T_LEADS + 129 + step] - low) * (part - step * win) // win


def planted(s, side, seat, more, whole):
    first = ctz(s.sides[side])
    left = s.tricks_total
    for one in range(SEATS):
        s.won[one] = 0
        if s.sides[side] >> one & 1:
            s.taken[one] = s.memory[T_GOALS + one] + (more if one == seat else 0)
            left -= s.taken[one]
    others = players_of(s) & ~s.sides[side]
    many = others.bit_count()
    left = left if left > 0 else 0
    place = 0
    for one in as_seats(others):
        s.taken[one] = left // many + (1 if place < left % many else 0)
        place += 1
    SCORE_DEAL(s)
    value = 0
    if whole:
        value = outlook(s, first)
    else:
        found = s.side_of[first]
        now = 0 if found is None else found
        value = standing_of(s, now)
        if s.over and s.winners != 0:
            value += s.memory[T_WIN] if s.winners >> now & 1 else 0 - s.memory[T_WIN]
    put_back(s)
    return value


def read_curve(s, side):
    first = ctz(s.sides[side])
    base = T_CURVES + CURVE_WIDTH * side
    low = 0
    high = 0
    for one in s.sides[side]:
        s.memory[T_GOALS + one] = 0
        s.memory[T_AIMS + AIM_WIDTH * one] = 0
        s.memory[T_AIMS + AIM_WIDTH * one + 1] = side
    for tricks in range(s.tricks_total + 1):
        s.memory[base + tricks] = planted(s, side, first, tricks, 1)
        low = s.memory[base + tricks] if tricks == 0 or s.memory[base + tricks] < low else low
        high = s.memory[base + tricks] if tricks == 0 or s.memory[base + tricks] > high else high
    if low == high and s.memory[T_HAS_WEIGHTS] == 0:
        for tricks in range(s.tricks_total + 1):
            s.memory[base + tricks] = 100 * tricks


def read_aim(s, side):
    contract = s.side_contracts[side]
    makers = 0
    promised = 0
    if contract is not None:
        promised = 1
        makers = s.sides[side]
    else:
        contract = 0
        for one in s.sides[side]:
            own = s.contracts[one]
            if own is not None:
                promised = 1
                contract += own
            if own is None or own != 0:
                makers |= 1 << one
    if promised == 0:
        read_curve(s, side)
        return
    # A part of a trick takes a whole one.
    contract = 0 - (0 - contract) // 1
    total = 0
    for one in s.sides[side]:
        own = s.contracts[one]
        s.memory[T_GOALS + one] = own // 1 if own is not None and makers >> one & 1 else 0
        total += s.memory[T_GOALS + one]
    many = makers.bit_count()
    if total != contract and many > 0:
        place = 0
        for one in as_seats(makers):
            s.memory[T_GOALS + one] = contract // many + (1 if place < contract % many else 0)
            place += 1
    made = planted(s, side, -1, 0, 0)
    for one in s.sides[side]:
        at = T_AIMS + AIM_WIDTH * one
        s.memory[at + 1] = side
        s.memory[at + 2] = contract
        s.memory[at + 3] = makers
        more = planted(s, side, one, 1, 0)
        s.memory[at + 5] = more - made
        if makers >> one & 1:
            s.memory[at] = 1
            fewer = planted(s, side, one, -1, 0) if s.memory[T_GOALS + one] > 0 else made
            s.memory[at + 4] = made - fewer
            s.memory[at + 6] = planted(s, side, one, 2, 0) - more
            s.memory[at + 7] = fewer - planted(s, side, one, -2, 0) if s.memory[T_GOALS + one] > 1 else 0
        else:
            s.memory[at] = 2
            s.memory[at + 4] = planted(s, side, one, 2, 0) - more


def read_aims(s):
    keep_aside(s)
    for one in range(SEATS):
        s.memory[T_AIMS + AIM_WIDTH * one] = -1
    for side in range(side_total(s)):
        read_aim(s, side)
    s.memory[T_AIMED] = 1
    s.memory[T_TRICK] = -1


def side_taken(s, set_of_seats):
    found = 0
    for one in as_seats(set_of_seats):
        found += s.taken[one]
    return found


def beside_contract(s, at, missing):
    # Just made, made before, out of reach.
    if missing == 0:
        return s.memory[at + 5]
    return s.memory[at + 6] if missing < 0 else s.memory[at + 7]


def denied_to(s, side, left):
    makers = s.memory[T_AIMS + AIM_WIDTH * ctz(s.sides[side]) + 3]
    at = T_AIMS + AIM_WIDTH * ctz(makers if makers != 0 else s.sides[side])
    if s.memory[at] != 1:
        return 0
    missing = s.memory[at + 2] - side_taken(s, s.memory[at + 3])
    if missing <= 0 or missing > left:
        return beside_contract(s, at, missing) // 2
    far = 1 + left - missing
    return s.memory[at + 4] // (far * far)


def denied_to_others(s, seat, left):
    own = s.memory[T_AIMS + AIM_WIDTH * seat + 1]
    found = 0
    for side in range(side_total(s)):
        if side != own and s.sides[side] != 0:
            found += denied_to(s, side, left)
    return found // (side_total(s) - 1 if side_total(s) > 1 else 1)


def gain_of(s, seat):
    at = T_AIMS + AIM_WIDTH * seat
    kind = s.memory[at]
    left = s.hands[seat].bit_count()
    if kind == 2:
        # Who has broken a promise of no tricks is free to break those of others.
        return s.memory[at + 5] if s.taken[seat] == 0 else s.memory[at + 4] + denied_to_others(s, seat, left)
    if kind == 0:
        now = T_CURVES + CURVE_WIDTH * s.memory[at + 1] + side_taken(s, s.sides[s.memory[at + 1]])
        best = 0
        for more in range(1, left + 1):
            slope = (s.memory[now + more] - s.memory[now]) // more
            best = slope if more == 1 or slope > best else best
        return best
    if kind == 1:
        missing = s.memory[at + 2] - side_taken(s, s.memory[at + 3])
        own = s.memory[at + 4] if missing > 0 and missing <= left else beside_contract(s, at, missing)
        return own + denied_to_others(s, seat, left)
    return 0


def drawn_worth(s, seat):
    # What the winner of a trick draws is seen, what others draw is a card like any other; a card that is drawn is not
    # the others', so it counts twice.
    pile = s.memory[T_PRIZE]
    if pile == 0 or s.memory[pile] == 0:
        return 0
    return 2 * (keeping_worth(s, seat, s.memory[pile + 1]) - s.memory[T_A_CARD])


def is_glad(s, seat, other):
    # Whether a seat would see another take everything nearly as gladly as take it, which is what it wants most.
    ends = T_ENDS + SEATS * seat
    own = s.memory[ends + seat]
    least = own
    for one in range(SEATS):
        if s.memory[ends + one] > own:
            return False
        least = s.memory[ends + one] if s.memory[ends + one] < least else least
    return 4 * s.memory[ends + other] > 3 * own + least


def read_allies(s):
    # In a deal that was played: who form no team play together if each is glad of what the other takes.
    s.over = 0
    s.winners = 0
    keep_aside(s)
    for one in range(SEATS):
        for other in range(SEATS):
            s.won[other] = 0
            s.taken[other] = 0
        s.won[one] = ALL
        s.taken[one] = s.tricks_total
        SCORE_DEAL(s)
        for other in range(SEATS):
            s.memory[T_ENDS + SEATS * other + one] = outlook(s, other)
        put_back(s)
    parties = 0
    for one in range(SEATS):
        mates = 1 << one
        for other in range(SEATS):
            if is_glad(s, one, other) and is_glad(s, other, one):
                mates |= 1 << other
        s.memory[T_ALLIES + one] = mates
        if ctz(mates) == one:
            parties += 1
    s.memory[T_PARTIES] = parties


def read_suits(s):
    # What a trick costs that a card of each suit wins: half by what that suit has left, half by what all cards have.
    for suit in range(SUITS):
        cost = 0
        cards = s.ranking.masks[suit] & ~s.played
        for card in as_cards(cards):
            cost += s.memory[T_WEIGHTS + card]
        many = cards.bit_count()
        own = cost * s.memory[T_PLAYERS] // many if many > 0 else 0
        s.memory[T_BRINGS + suit] = (own + s.memory[T_COMING]) // 2


def read_gains(s):
    s.memory[T_TRICK] = s.trick_number
    coming = 0
    left = 1
    for one in range(SEATS):
        gain = gain_of(s, one)
        s.memory[T_KEEPS + one] = gain
        s.memory[T_GAINS + one] = (gain if s.trick_number > s.memory[T_IDLE] else 0) + gain * drawn_worth(s, one) // 100
        held = s.hands[one].bit_count()
        left = held if held > left else left
        at = T_AIMS + AIM_WIDTH * one
        s.memory[T_PLEDGES + one] = 0
        if s.memory[at] == 2 and s.taken[one] == 0 and s.memory[at + 5] < 0:
            s.memory[T_PLEDGES + one] = s.memory[at + 5]
    if s.memory[T_HAS_WEIGHTS]:
        for card in as_cards(ALL & ~s.played):
            coming += s.memory[T_WEIGHTS + card]
        coming = coming // left
    s.memory[T_COMING] = coming
    if s.memory[T_LEAST_WEIGHT] < 0:
        read_suits(s)
