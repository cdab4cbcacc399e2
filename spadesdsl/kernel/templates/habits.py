"""Games played by habit, each choice from what its seat may know, for kernels; see `spadesdsl.kernel.habits`."""

from __future__ import annotations


def card_of_habit(s):
    return card_by_habit(s, numbers_at(T_HABITS), s.turn_seat, s.legal, 1)


def is_opened(s):
    for seat in range(SEATS):
        bid = s.bids[seat]
        if bid is not None and not QUIET_BIDS >> bid.type & 1:
            return True
    if HAS_SIDE_BIDS:
        for side in range(side_total(s)):
            bid = s.side_bids[side]
            if bid is not None and not QUIET_BIDS >> bid.type & 1:
                return True
    return False


def is_of_side(s, seat):
    # Whether each bid is a promise of the whole side.
    for at in range(s.options):
        option = OPTIONS + OPTION_WIDTH * at
        if s.memory[option] == seat:
            if not BY_SIDE_BIDS >> s.memory[option + 2] & 1:
                return False
            environment(s, seat)
            if OFFERED(s, s.memory[option + 2], option + 4) is None:
                return False
    return True


def bid_by_habit(s, seat):
    # The highest bid that promises no more than the sure tricks; -1 where it is for a whole side, or promises nothing.
    players = 0
    mates = 0
    for one in range(SEATS):
        if s.hands[one] != 0:
            players += 1
            if one != seat and s.side_of[seat] is not None and s.side_of[one] == s.side_of[seat]:
                mates += 1
    if mates == 0 or is_of_side(s, seat):
        return -1
    size = s.hands[seat].bit_count()
    if s.memory[T_CORRECTED] != 1 + size * 4096 + s.memory[RANKING_AT]:
        return -2
    worth = hand_strength(s, s.hands[seat], players if players > 2 else 2, 0) + s.memory[T_CORRECTION]
    worth = worth if worth > 0 else 0
    best = -1
    most = 0
    lowest = -1
    least = 0
    none = -1
    own = 0
    passes = -1
    for at in range(s.options):
        option = OPTIONS + OPTION_WIDTH * at
        if s.memory[option] == seat and s.memory[option + 1] == BID:
            environment(s, seat)
            contract = OFFERED(s, s.memory[option + 2], option + 4)
            if contract is not None:
                tricks = worth
                if BY_SIDE_BIDS >> s.memory[option + 2] & 1:
                    tricks += TRICK * ((s.sides[s.side_of[seat]]).bit_count() - 1) * size // players
                sure = tricks // TRICK
                sure = sure if sure > 0 else (2 * tricks + TRICK) // (2 * TRICK)
                promised = contract * 100 // 1
                if promised > 0 and promised <= 100 * sure and (best < 0 or promised > most):
                    best = at
                    most = promised
                if contract == 0 and none < 0:
                    none = at
                    own = tricks
                if contract > 0 and (lowest < 0 or promised < least):
                    lowest = at
                    least = promised
                    own = tricks
            elif passes < 0 and QUIET_BIDS >> s.memory[option + 2] & 1:
                passes = at
    if best >= 0 or (lowest < 0 and none < 0):
        return best
    hoped = worth + TRICK * ((s.sides[s.side_of[seat]]).bit_count() - 1) * size // players
    is_hopeful = least * TRICK <= 100 * hoped
    if lowest < 0 or (none >= 0 and 200 * own <= least * TRICK):
        lowest = none
        is_hopeful = 2 * own < TRICK
    return lowest if passes < 0 or (is_hopeful and not is_opened(s)) else passes


def pass_by_habit(s, seat):
    best = -1
    most = 0
    sign = -1 if TAKES(s) else 1
    for at in range(s.options):
        option = OPTIONS + OPTION_WIDTH * at
        if s.memory[option] == seat:
            value = sign * gladly_passed(s, numbers_at(T_HABITS), seat, s.memory[option + 2])
            if best < 0 or value > most:
                best = at
                most = value
    return best


def choice_by_habit(s):
    # -1 for what takes more than habit, -2 for what takes numbers that are not there yet.
    seat = s.memory[OPTIONS]
    kinds = 0
    many = 0
    first = -1
    looks = -1
    for at in range(s.options):
        option = OPTIONS + OPTION_WIDTH * at
        if s.memory[option] == seat:
            kinds |= 1 << s.memory[option + 1]
            many += 1
            first = at if first < 0 else first
            if s.memory[option + 1] == LOOK:
                looks = at
    if many == 1:
        return first
    if looks >= 0:
        return looks
    if kinds == 1 << PASS:
        return pass_by_habit(s, seat) if s.memory[T_KNOWN] > 0 else -2
    return bid_by_habit(s, seat) if kinds >> BID & 1 else -1


def play_by_habit(s):
    # 7 if a card takes numbers that are not there yet, 9 if another choice does, 8 if it takes more than habit.
    s.hurries = 1
    s.stops = 1
    r = 0
    for _ in range(s.steps):
        r = advance(s)
        if r == 3:
            if s.memory[T_KNOWN] != 2:
                return 7
            play(s, card_of_habit_now(s))
        elif r == 1:
            at = choice_by_habit_now(s)
            if at < 0:
                return 8 if at == -1 else 9
            take(s, at)
        else:
            return r
    return 0
