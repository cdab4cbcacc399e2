"""Imagined deals: hidden cards that fit what was said, and a deal played out with them; for kernels."""

from __future__ import annotations


def strangeness(s, seat, cards):
    said = s.memory[T_SAID + seat]
    hand = s.memory[T_SHOWN + seat] | cards
    away = hand_worth(s, hand) - said if said >= 0 else 0
    missing = s.memory[T_LENGTHS + seat] - (hand & s.memory[T_NAMED + seat]).bit_count()
    missing = missing * 100 if missing > 0 else 0
    return (away * away + missing * missing) // s.memory[T_DOUBT]


def likeliness(s, place, card):
    # Where hands are chosen, good cards are in them rather than among what was thrown away; a stock is as it was dealt.
    if place > SEATS:
        return 0
    return s.memory[T_LIKELIER + 2 * card + (1 if place == SEATS else 0)]


def swap_cards(s):
    many = s.memory[T_POOL]
    one = drawn(s, T_CHANCE, many)
    other = drawn(s, T_CHANCE, many)
    a = s.memory[T_OWNERS + one]
    b = s.memory[T_OWNERS + other]
    x = s.memory[T_CARDS + one]
    y = s.memory[T_CARDS + other]
    if a == b or s.memory[T_LACKS + a] >> y & 1 or s.memory[T_LACKS + b] >> x & 1:
        return
    both = (1 << x) | (1 << y)
    first = s.memory[T_WORLD + a] ^ both
    second = s.memory[T_WORLD + b] ^ both
    odd_first = strangeness(s, a, first)
    odd_second = strangeness(s, b, second)
    worse = odd_first + odd_second - s.memory[T_ODD + a] - s.memory[T_ODD + b]
    if a >= SEATS or b >= SEATS:
        worse += likeliness(s, a, x) + likeliness(s, b, y) - likeliness(s, a, y) - likeliness(s, b, x)
    if worse > 0:
        worse = worse if worse < 95 else 95
        if drawn(s, T_CHANCE, 65536) >= s.memory[T_LIKELY + worse]:
            return
    s.memory[T_WORLD + a] = first
    s.memory[T_WORLD + b] = second
    s.memory[T_ODD + a] = odd_first
    s.memory[T_ODD + b] = odd_second
    s.memory[T_CARDS + one] = y
    s.memory[T_CARDS + other] = x


def next_world(s):
    for _ in range(s.memory[T_SWAPS]):
        swap_cards(s)


def lay_out(s, luck):
    for seat in range(SEATS):
        s.hands[seat] |= s.memory[T_WORLD + seat]
    for at in range(s.memory[T_POOL]):
        if s.memory[T_PLACES + at] >= 0:
            s.memory[s.memory[T_PLACES + at]] = s.memory[T_CARDS + at]
    s.generator = luck
    s.memory[T_AIMED] = s.memory[T_FIXED]
    s.memory[T_TRICK] = -1


def find_option(s, arm):
    for at in range(s.options):
        option = OPTIONS + OPTION_WIDTH * at
        same = 0
        for place in range(s.memory[arm + OPTION_WIDTH]):
            # What a card is said with, or the question answered unasked; of a bid, whether the rules allowed it.
            is_other = place == 3 and s.memory[arm + 1] != CARD and s.memory[arm + 3] <= 0
            if is_other or s.memory[option + place] == s.memory[arm + place]:
                same += 1
        if same == s.memory[arm + OPTION_WIDTH]:
            return at
    return -1


def take_arm(s, arm):
    r = advance(s)
    # From here on, those who choose at once are asked one after the other.
    s.hurries = 1
    if r == 3 and s.memory[T_AIMED] == 0:
        read_aims(s)
        read_gains(s)
        s.memory[T_FIXED] = 1
        s.memory[T_INTEREST] = s.memory[T_KEEPS + s.turn_seat] + s.memory[T_COMING]
    if SAYS_UNASKED and s.memory[arm + 1] == YES and s.memory[arm + 3] > 0:
        volunteers(s)
        s.argument = find_option(s, arm)
        if s.argument < 0:
            return False
        volunteer(s)
        return True
    if r == 3:
        if not s.legal >> s.memory[arm + 2] & 1:
            return False
        play(s, s.memory[arm + 2])
        return True
    if r != 1:
        return False
    at = find_option(s, arm)
    if at < 0:
        return False
    take(s, at)
    return True


def slot_of(s, key):
    # What is known of a position: how often it was reached, what it was worth in all to who moved there, and a root.
    at = key & (TREE_SIZE - 1)
    for _ in range(8):
        slot = T_TREE + TREE_WIDTH * at
        if s.memory[slot] == 0:
            s.memory[slot] = key
        if s.memory[slot] == key:
            return slot
        at = (at + 1) & (TREE_SIZE - 1)
    return -1


def after_it(path, card):
    return ((path & 1073741823) * 1103515245 + (card & 4095) * 40503 + 12345) & 1073741823 | 1073741824


def remember(s, seat):
    slot = slot_of(s, s.memory[T_PATH])
    at = s.memory[T_TRAIL]
    if slot < 0 or at >= 2 * MOST_TRAIL:
        s.memory[T_PATH] = 0
        return
    s.memory[T_TRAIL + 1 + at] = slot
    s.memory[T_TRAIL + 2 + at] = seat
    s.memory[T_TRAIL] = at + 2


def learn(s):
    for at in range(s.memory[T_TRAIL] // 2):
        slot = s.memory[T_TRAIL + 1 + 2 * at]
        s.memory[slot + 1] += 1
        s.memory[slot + 2] += outlook(s, s.memory[T_TRAIL + 2 + 2 * at])
        more = s.memory[slot + 3] + 1
        if more * more <= s.memory[slot + 1]:
            s.memory[slot + 3] = more
    s.memory[T_TRAIL] = 0


def searched_card(s, seat, legal, node):
    # The card of the policy, or one that has done better; each is tried again the less it was tried.
    wanted = card_by_policy(s, seat, legal)
    slot = slot_of(s, after_it(s.memory[T_PATH], wanted))
    cards = legal
    if slot < 0 or s.memory[slot + 1] == 0 or cards & (cards - 1) == 0:
        return wanted
    first = s.memory[slot + 2] // s.memory[slot + 1]
    urge = s.memory[T_URGE] * s.memory[node + 3]
    share = 128 // cards.bit_count()
    best = wanted
    most = first + urge * (128 + share) // (256 * (1 + s.memory[slot + 1]))
    for card in as_cards(cards & ~(1 << wanted)):
        slot = slot_of(s, after_it(s.memory[T_PATH], card))
        if slot >= 0:
            many = s.memory[slot + 1]
            value = s.memory[slot + 2] // many if many > 0 else first
            value += urge * share // (256 * (1 + many))
            if value > most:
                best = card
                most = value
    return best


def is_exact(s, seat):
    # A trick too many costs about as much as one too few: exactly so many were promised.
    at = T_AIMS + AIM_WIDTH * seat
    return s.memory[at] == 1 and 2 * s.memory[at + 5] < 0 - s.memory[at + 4]


def played_card(s):
    seat = s.turn_seat
    cards = s.legal
    if s.memory[T_SLIPS] > 0 and is_exact(s, seat) and drawn(s, T_CHANCE, 256) < s.memory[T_SLIPS]:
        return select(cards, drawn(s, T_CHANCE, cards.bit_count()))
    if s.memory[T_PATH] == 0:
        return card_by_policy(s, seat, cards)
    node = slot_of(s, s.memory[T_PATH])
    if node < 0 or s.memory[node + 1] < EXPAND:
        s.memory[T_PATH] = 0
        return card_by_policy(s, seat, cards)
    card = searched_card(s, seat, cards, node)
    s.memory[T_PATH] = after_it(s.memory[T_PATH], card)
    remember(s, seat)
    return card


def finish_deal(s):
    for _ in range(MOST_STEPS):
        if s.over:
            return 2
        if not s.in_deal:
            return 6
        r = next_node(s)
        if s.failed:
            return 5
        if r == 4:
            return 4
        if r == 3:
            if s.memory[T_AIMED] == 0:
                read_aims(s)
            play(s, played_card(s))
        elif r == 1:
            take(s, choice_by_policy(s))
    return 0


def kept_promise(s, seat):
    at = T_AIMS + AIM_WIDTH * seat
    if s.memory[T_AIMED] == 0:
        return 0
    if s.memory[at] == 2:
        return 3 if s.taken[seat] == 0 else 1
    if s.memory[at] != 1:
        return 0
    over = side_taken(s, s.memory[at + 3]) - s.memory[at + 2]
    return 3 if over == 0 or (over > 0 and not is_exact(s, seat)) else 1


def is_own(s):
    own = s.side_of[s.memory[T_SEAT]]
    return own is not None and s.side_of[s.turn_player] == own


def outlook_here(s):
    return outlook(s, s.memory[T_SEAT])


def if_raised(s, arm, luck):
    # The others raise the stakes where they can; it counts if they gain by it.
    begin_again(s)
    lay_out(s, luck)
    s.memory[T_RAISING] = 1
    r = 5
    if take_arm(s, T_OPTIONS + (OPTION_WIDTH + 1) * arm):
        r = finish_deal(s)
    s.memory[T_RAISING] = 0
    if r == 2 or r == 4 or r == 6:
        return outlook(s, s.memory[T_SEAT])
    return MOST_LUCK


def find_allies(s, arm, luck):
    # Who plays with whom may show only in what was played, so the deal is played first as if each played alone.
    for one in range(SEATS):
        s.memory[T_ALLIES + one] = 0
    s.memory[T_PARTIES] = SEATS
    s.memory[T_TRAIL] = 0
    s.memory[T_PATH] = 0
    begin_again(s)
    lay_out(s, luck)
    if take_arm(s, T_OPTIONS + (OPTION_WIDTH + 1) * arm):
        r = finish_deal(s)
        if r == 2 or r == 4:
            read_allies(s)


def imagine(s):
    many = s.memory[T_ARMS]
    at = T_RESULTS
    if s.memory[T_FRESH]:
        s.memory[T_FRESH] = 0
        for place in range(TREE_SIZE * TREE_WIDTH):
            s.memory[T_TREE + place] = 0
    for _ in range(s.memory[T_SETTLING]):
        swap_cards(s)
    for _ in range(s.memory[T_WORLDS]):
        next_world(s)
        luck = drawn(s, T_CHANCE, MOST_LUCK)
        for arm in range(many):
            if s.memory[T_PAIRS] and (arm == 0 or s.memory[T_FIXED] == 0):
                find_allies(s, arm, luck)
            begin_again(s)
            lay_out(s, luck)
            r = 5
            s.memory[T_TRAIL] = 0
            s.memory[T_PATH] = 0
            if s.memory[T_SEARCHES]:
                for place in range(OPTION_WIDTH):
                    word = s.memory[T_OPTIONS + (OPTION_WIDTH + 1) * arm + place]
                    s.memory[T_PATH] = after_it(s.memory[T_PATH], word)
                remember(s, s.memory[T_SEAT])
            if take_arm(s, T_OPTIONS + (OPTION_WIDTH + 1) * arm):
                r = finish_deal(s)
            s.memory[at] = None
            s.memory[at + 1] = 0
            if r == 2 or r == 4 or r == 6:
                s.memory[at] = outlook(s, s.memory[T_SEAT])
                learn(s)
                if r != 6:
                    s.memory[at + 1] = kept_promise(s, s.memory[T_SEAT])
                if s.memory[T_RAISES]:
                    found = if_raised(s, arm, luck)
                    s.memory[at] = found if found < s.memory[at] else s.memory[at]
                if s.memory[T_EXACTLY]:
                    begin_again(s)
                    lay_out(s, luck)
                    take_arm(s, T_OPTIONS + (OPTION_WIDTH + 1) * arm)
                    s.memory[at] = exactly(s, 0, 0 - MOST_LUCK, MOST_LUCK)
            at += 2
    return 0
