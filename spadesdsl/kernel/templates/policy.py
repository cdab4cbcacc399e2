"""How the seats of an imagined deal choose, for kernels: a card is judged by who would take the trick with it."""

from __future__ import annotations


def cheapest_of(s, cards, to_others):
    # What others take goes by what it weighs; what stays, by how cheap it is.
    best = -1
    least = 0
    for card in as_cards(cards):
        value = missed(s, card)
        if to_others:
            value = s.memory[T_WEIGHTS + card] * CARDS - value
        if best < 0 or value < least:
            best = card
            least = value
    return best


def plays_with(s, seat, other):
    if s.memory[T_PAIRS]:
        return s.memory[T_ALLIES + seat] >> other & 1 != 0
    side = s.side_of[seat]
    return side is not None and side == s.side_of[other]


def reply_of(s, seat, best, owner):
    cards = LEGAL(s, seat)
    if best is None:
        return ctz(cards)
    beating = cards & cards_over(s, best)
    wants = s.memory[T_GAINS + seat] > 0
    is_mate = plays_with(s, seat, owner)
    if s.memory[T_PLEDGES + owner] < 0:
        wants = is_mate
    elif is_mate:
        wants = False
    if s.memory[T_HAS_WEIGHTS] and not is_mate:
        wants = s.memory[T_GAINS + seat] + s.memory[T_ON_TABLE] > 0
    if beating != 0 and (wants or beating == cards):
        return cheapest_of(s, beating, False)
    return cheapest_of(s, cards & ~beating, s.memory[T_HAS_WEIGHTS] and not is_mate)


def keeping_worth(s, seat, card):
    above = (s.ranking.above[card] & ~(s.played | s.hands[seat])).bit_count()
    return (trump_worth(above) if trumps_of(s) >> card & 1 else side_worth(above)) // HUNDREDTH


def coming_with(s, card):
    # Cards that cost points come with their suit; those that are wanted are thrown on a partner's trick of any suit.
    suit = s.ranking.suit[card]
    if suit is None or s.memory[T_LEAST_WEIGHT] >= 0:
        return s.memory[T_COMING]
    return s.memory[T_BRINGS + suit]


def tried_card(s, seat, card):
    kept = s.trick_mask
    many = s.memory[s.trick]
    push(s, s.trick, card)
    push(s, s.trick_seats, seat)
    s.trick_mask |= 1 << seat
    best = best_card(s)
    owner = seat if best is None else player_in_trick(s, best)
    on_table = 0
    if s.memory[T_HAS_WEIGHTS]:
        for one in s.trick:
            on_table += s.memory[T_WEIGHTS + one]
    follows = to_play(s)
    while follows >= 0:
        s.memory[T_ON_TABLE] = on_table
        reply = reply_of(s, follows, best, owner)
        push(s, s.trick, reply)
        push(s, s.trick_seats, follows)
        s.trick_mask |= 1 << follows
        if s.memory[T_HAS_WEIGHTS]:
            on_table += s.memory[T_WEIGHTS + reply]
        if best is None or cards_over(s, best) >> reply & 1:
            best = best_card(s)
            owner = follows if best is None else player_in_trick(s, best)
        follows = to_play(s)
    s.memory[s.trick] = many
    s.memory[s.trick_seats] = many
    s.trick_mask = kept
    gain = s.memory[T_KEEPS + seat] + coming_with(s, card)
    value = 0
    if owner == seat or plays_with(s, seat, owner):
        value = s.memory[T_GAINS + owner] + on_table
    else:
        many_sides = s.memory[T_PARTIES] if s.memory[T_PAIRS] else side_total(s)
        value = 0 - s.memory[T_PLEDGES + owner]
        if on_table != 0 and many_sides > 1:
            value -= on_table // (many_sides - 1)
    return value - gain * keeping_worth(s, seat, card) // 100


def is_like_another(s, card, cards, elsewhere, cheap):
    # A card does what the next one of its suit does, which is played rather, if no other hand has one between them.
    suit = s.ranking.suit[card]
    if suit is None:
        return False
    held = cards & s.ranking.masks[suit] & ~(1 << card)
    near = held & ~s.ranking.above[card] if cheap > 0 else held & s.ranking.above[card]
    if near == 0:
        return False
    other = top(near) if cheap > 0 else ctz(near)
    if cheap > 0 and not s.ranking.above[other] >> card & 1:
        return False  # of two that rank the same, one has to be tried
    is_worth_as_much = s.memory[T_WEIGHTS + card] == s.memory[T_WEIGHTS + other] or s.memory[T_HAS_WEIGHTS] == 0
    return is_worth_as_much and (s.ranking.above[card] ^ s.ranking.above[other]) & elsewhere == 0


def card_by_policy(s, seat, legal):
    cards = legal
    if cards & (cards - 1) == 0:
        return ctz(cards)
    if s.memory[T_TRICK] != s.trick_number:
        read_gains(s)
    cheap = -1 if s.memory[T_KEEPS + seat] + s.memory[T_COMING] < 0 else 1
    elsewhere = ALL & ~(s.played | s.hands[seat])
    for card in s.trick:
        elsewhere |= 1 << card
    best = -1
    most = 0
    for card in as_cards(cards):
        if not is_like_another(s, card, cards, elsewhere, cheap):
            value = tried_card(s, seat, card) * 128 - cheap * missed(s, card)
            if best < 0 or value > most:
                best = card
                most = value
    return best


def hand_worth(s, hand):
    worth = s.memory[T_SHIFT] + hand_strength(s, hand, s.memory[T_PLAYERS], 0) // HUNDREDTH
    return worth if worth > 0 else 0


def worth_now(s, seat):
    return hand_worth(s, s.hands[seat])


def is_mate_of_asker(s, seat):
    side = s.side_of[seat]
    return side is not None and side == s.side_of[s.memory[T_SEAT]]


def bid_by_policy(s, seat):
    own = worth_now(s, seat) * s.memory[T_CAUTION] // 100
    share = s.hands[seat].bit_count() * s.memory[T_CAUTION] // s.memory[T_PLAYERS]
    best = -1
    least = 0
    for at in range(s.options):
        option = OPTIONS + OPTION_WIDTH * at
        if s.memory[option] == seat and s.memory[option + 1] == BID:
            if s.memory[T_RAISING] and RAISING_BIDS >> s.memory[option + 2] & 1 and not is_mate_of_asker(s, seat):
                s.memory[T_RAISING] = 0
                return at
            wanted = own
            if BY_SIDE_BIDS >> s.memory[option + 2] & 1:
                wanted += share * ((s.sides[s.side_of[seat]]).bit_count() - 1)
            environment(s, seat)
            contract = OFFERED(s, s.memory[option + 2], option + 4)
            # In an auction the others are taken to pass: what was bid is then what it is worth by itself.
            away = 40 + wanted // 4 + (0 if QUIET_BIDS >> s.memory[option + 2] & 1 else 1000)
            if contract is not None:
                away = wanted - contract * 100 // 1
                if contract == 0:
                    away = wanted + 30
                elif away < 0:
                    away = 0 - away * 6 // 5
            if best < 0 or away < least:
                best = at
                least = away
    return best


def pass_by_policy(s, seat):
    best = -1
    most = 0
    trumps = s.ranking.trumps
    sign = -1 if TAKES(s) else 1
    for at in range(s.options):
        option = OPTIONS + OPTION_WIDTH * at
        if s.memory[option] == seat:
            card = s.memory[option + 2]
            value = 0 - missed(s, card)
            if s.memory[T_LEAST_WEIGHT] < 0:
                value = s.ranking.strength[card] * 100 - s.memory[T_WEIGHTS + card]
                if trumps is not None and s.ranking.masks[trumps] >> card & 1:
                    value += 100 * CARDS
            if best < 0 or sign * value > most:
                best = at
                most = sign * value
    return best


def answer_by_policy(s, seat):
    silent = -1
    first = -1
    many = 0
    for at in range(s.options):
        option = OPTIONS + OPTION_WIDTH * at
        if s.memory[option] == seat:
            first = at if first < 0 else first
            many += 1
            if s.memory[option + 1] == NO:
                silent = at
    if many > MOST_TRIED:
        return silent if silent >= 0 else first
    now = worth_now(s, seat)
    size = s.hands[seat].bit_count()
    best = first
    most = -1
    grown = 0
    total = s.options
    keep_aside(s)
    for at in range(total):
        option = OPTIONS + OPTION_WIDTH * at
        if s.memory[option] == seat and at != silent:
            take(s, at)
            found = worth_now(s, seat) if s.in_deal else 0
            if found > most:
                most = found
                best = at
                grown = s.hands[seat].bit_count() - size
            put_back(s)
    if silent < 0:
        return best
    if grown > 0:
        # A card that is refused is followed by another.
        return best if most - now > grown * s.memory[T_A_CARD] else silent
    return best if most >= 40 * size and most > now else silent


def choice_by_policy(s):
    seat = s.memory[OPTIONS]
    kinds = 0
    cards = 0
    looks = -1
    for at in range(s.options):
        option = OPTIONS + OPTION_WIDTH * at
        if s.memory[option] == seat:
            kinds |= 1 << s.memory[option + 1]
            if s.memory[option + 1] == LOOK:
                looks = at
            if s.memory[option + 1] == CARD:
                cards |= 1 << s.memory[option + 2]
    if looks >= 0:
        return looks
    if cards != 0:
        if s.memory[T_AIMED] == 0:
            read_aims(s)
        card = card_by_policy(s, s.turn_seat, as_cards(cards))
        for at in range(s.options):
            if s.memory[OPTIONS + OPTION_WIDTH * at + 2] == card:
                return at
        return 0
    if kinds == 1 << PASS:
        return pass_by_policy(s, seat)
    if kinds >> BID & 1:
        return bid_by_policy(s, seat)
    return answer_by_policy(s, seat)
