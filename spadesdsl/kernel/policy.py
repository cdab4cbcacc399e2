"""How the seats of an imagined deal choose in a kernel: templates, as those of `spadesdsl.kernel.flow`.

Nothing here knows a game. What a trick is worth to a side is found by scoring the deal with other tricks; a card is
judged by who would take the trick with it. The names that begin with `T_` are places beside the state.
"""

# mypy: ignore-errors
# ruff: noqa: F821, D103, ANN001, ANN201, SIM113

from __future__ import annotations

# ---------------------------------------------------------------- what a scored deal is worth


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


# ---------------------------------------------------------------- what the seats play for


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
    total = 0
    for one in s.sides[side]:
        own = s.contracts[one]
        s.memory[T_GOALS + one] = own if own is not None and makers >> one & 1 else 0
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


def denied_to(s, seat, left):
    at = T_AIMS + AIM_WIDTH * seat
    if s.memory[at] != 1:
        return 0
    missing = s.memory[at + 2] - side_taken(s, s.memory[at + 3])
    if missing <= 0 or missing > left:
        return beside_contract(s, at, missing) // 2
    far = 1 + left - missing
    return s.memory[at + 4] // (far * far)


def gain_of(s, seat):
    at = T_AIMS + AIM_WIDTH * seat
    kind = s.memory[at]
    left = s.hands[seat].bit_count()
    if kind == 2:
        return s.memory[at + 5] if s.taken[seat] == 0 else s.memory[at + 4]
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
        against = 0
        for side in range(side_total(s)):
            if side != s.memory[at + 1] and s.sides[side] != 0:
                against += denied_to(s, ctz(s.sides[side]), left)
        return own + against // (side_total(s) - 1 if side_total(s) > 1 else 1)
    return 0


def read_gains(s):
    s.memory[T_TRICK] = s.trick_number
    coming = 0
    left = 1
    for one in range(SEATS):
        s.memory[T_GAINS + one] = gain_of(s, one)
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


# ---------------------------------------------------------------- cards


def over_it(s, card):
    found = s.ranking.above[card]
    trumps = s.ranking.trumps
    if trumps is not None and not s.ranking.masks[trumps] >> card & 1:
        found |= s.ranking.masks[trumps]
    return found


def cheapness(s, card):
    trumps = s.ranking.trumps
    if trumps is not None and s.ranking.masks[trumps] >> card & 1:
        return s.ranking.strength[card] + CARDS
    return s.ranking.strength[card]


def cheapest_of(s, cards):
    best = -1
    least = 0
    for card in as_cards(cards):
        value = cheapness(s, card)
        if best < 0 or value < least:
            best = card
            least = value
    return best


def dumped_of(s, cards):
    best = -1
    least = 0
    for card in as_cards(cards):
        value = s.memory[T_WEIGHTS + card] * CARDS - cheapness(s, card)
        if best < 0 or value < least:
            best = card
            least = value
    return best


def reply_of(s, seat, best, owner):
    cards = LEGAL(s, seat)
    if best is None:
        return ctz(cards)
    beating = cards & over_it(s, best)
    wants = s.memory[T_GAINS + seat] > 0
    side = s.side_of[owner]
    is_mate = side is not None and side == s.side_of[seat]
    if s.memory[T_PLEDGES + owner] < 0:
        wants = is_mate
    elif is_mate:
        wants = False
    if s.memory[T_HAS_WEIGHTS] and not is_mate:
        wants = s.memory[T_GAINS + seat] + s.memory[T_ON_TABLE] > 0
    if beating != 0 and (wants or beating == cards):
        return cheapest_of(s, beating)
    rest = cards & ~beating
    return dumped_of(s, rest) if s.memory[T_HAS_WEIGHTS] and not is_mate else cheapest_of(s, rest)


def keeping_worth(s, seat, card):
    above = (s.ranking.above[card] & ~(s.played | s.hands[seat])).bit_count()
    above = above if above < 4 else 4
    trumps = s.ranking.trumps
    if trumps is not None and s.ranking.masks[trumps] >> card & 1:
        return s.memory[T_TRUMP_WORTH + above]
    return s.memory[T_CARD_WORTH + above]


def tried_card(s, seat, card):
    kept = s.trick_mask
    many = s.memory[s.trick]
    push(s, s.trick, card)
    push(s, s.trick_seats, seat)
    s.trick_mask |= 1 << seat
    best = best_card(s)
    owner = seat if best is None else s.trick_seats[find(s, s.trick, best)]
    on_table = 0
    if s.memory[T_HAS_WEIGHTS]:
        for one in s.trick:
            on_table += s.memory[T_WEIGHTS + one]
    follows = next_to_play(s)
    while follows >= 0:
        s.memory[T_ON_TABLE] = on_table
        reply = reply_of(s, follows, best, owner)
        push(s, s.trick, reply)
        push(s, s.trick_seats, follows)
        s.trick_mask |= 1 << follows
        if s.memory[T_HAS_WEIGHTS]:
            on_table += s.memory[T_WEIGHTS + reply]
        if best is None or over_it(s, best) >> reply & 1:
            best = best_card(s)
            owner = follows if best is None else s.trick_seats[find(s, s.trick, best)]
        follows = next_to_play(s)
    s.memory[s.trick] = many
    s.memory[s.trick_seats] = many
    s.trick_mask = kept
    gain = s.memory[T_GAINS + seat] + s.memory[T_COMING]
    value = 0
    side = s.side_of[owner]
    if owner == seat or (side is not None and side == s.side_of[seat]):
        value = s.memory[T_GAINS + owner] + on_table
    else:
        many_sides = side_total(s)
        value = 0 - s.memory[T_PLEDGES + owner]
        if on_table != 0 and many_sides > 1:
            value -= on_table // (many_sides - 1)
    return value - gain * keeping_worth(s, seat, card) // 100


def card_by_policy(s, seat, legal):
    cards = legal
    if cards & (cards - 1) == 0:
        return ctz(cards)
    if s.memory[T_TRICK] != s.trick_number:
        read_gains(s)
    cheap = -1 if s.memory[T_GAINS + seat] + s.memory[T_COMING] < 0 else 1
    best = -1
    most = 0
    for card in as_cards(cards):
        value = tried_card(s, seat, card) * 128 - cheap * cheapness(s, card)
        if best < 0 or value > most:
            best = card
            most = value
    return best


# ---------------------------------------------------------------- bids and answers


def hand_worth(s, hand, players, scale):
    total = 0
    trumps = s.ranking.trumps
    for suit in range(SUITS):
        cards = s.ranking.masks[suit]
        held = hand & cards
        if held != 0:
            length = held.bit_count()
            size = cards.bit_count()
            is_trumps = trumps is not None and suit == trumps
            for card in as_cards(held):
                above = (s.ranking.above[card] & ~hand).bit_count()
                place = above if above < 4 else 4
                if is_trumps:
                    total += s.memory[T_TRUMP_WORTH + place]
                else:
                    worth = s.memory[T_CARD_WORTH + place]
                    if length * players > size + players:
                        worth = worth * 3 // 4
                    if length <= above and above > 0:
                        worth = worth * 2 // 5
                    total += worth
            if is_trumps and length * players > size:
                total += (length * players - size) * s.memory[T_LENGTH_WORTH] // players
    return total * scale // 1000


def worth_now(s, seat):
    return hand_worth(s, s.hands[seat], s.memory[T_PLAYERS], s.memory[T_SCALES + s.hands[seat].bit_count()])


def bid_by_policy(s, seat):
    own = worth_now(s, seat) * s.memory[T_CAUTION] // 100
    share = s.hands[seat].bit_count() * s.memory[T_CAUTION] // s.memory[T_PLAYERS]
    best = -1
    least = 0
    for at in range(s.options):
        option = OPTIONS + OPTION_WIDTH * at
        if s.memory[option] == seat and s.memory[option + 1] == BID:
            wanted = own
            if BY_SIDE_BIDS >> s.memory[option + 2] & 1:
                wanted += share * ((s.sides[s.side_of[seat]]).bit_count() - 1)
            environment(s, seat)
            contract = OFFERED(s, s.memory[option + 2], option + 4)
            # In an auction the others are taken to pass: what was bid is then what it is worth by itself.
            away = 40 + wanted // 4 + (0 if PLAIN_BIDS >> s.memory[option + 2] & 1 else 1000)
            if contract is not None:
                away = wanted - contract * 100
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
    for at in range(s.options):
        option = OPTIONS + OPTION_WIDTH * at
        if s.memory[option] == seat:
            card = s.memory[option + 2]
            value = 0 - cheapness(s, card)
            if s.memory[T_LEAST_WEIGHT] < 0:
                value = s.ranking.strength[card] * 100 - s.memory[T_WEIGHTS + card]
                if trumps is not None and s.ranking.masks[trumps] >> card & 1:
                    value += 100 * CARDS
            if best < 0 or value > most:
                best = at
                most = value
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
    total = s.options
    keep_aside(s)
    for at in range(total):
        option = OPTIONS + OPTION_WIDTH * at
        if s.memory[option] == seat and at != silent:
            take(s, at)
            found = worth_now(s, seat) if s.in_deal else 0
            put_back(s)
            if found > most:
                most = found
                best = at
    if silent < 0:
        return best
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


# ---------------------------------------------------------------- imagined deals


def strangeness(s, seat, cards):
    said = s.memory[T_SAID + seat]
    if said < 0:
        return 0
    hand = s.memory[T_SHOWN + seat] | cards
    away = hand_worth(s, hand, s.memory[T_PLAYERS], s.memory[T_SCALES + hand.bit_count()]) - said
    return away * away // s.memory[T_DOUBT]


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
            # What a card is said with; of a bid it is whether the rules allowed it.
            is_other = place == 3 and s.memory[arm + 1] != CARD
            if is_other or s.memory[option + place] == s.memory[arm + place]:
                same += 1
        if same == s.memory[arm + OPTION_WIDTH]:
            return at
    return -1


def take_arm(s, arm):
    r = advance(s)
    # From here on, those who choose at once are asked one after the other.
    s.hurries = 1
    if r == 3:
        if s.memory[T_AIMED] == 0:
            read_aims(s)
            read_gains(s)
            s.memory[T_FIXED] = 1
            s.memory[T_INTEREST] = s.memory[T_GAINS + s.turn_seat] + s.memory[T_COMING]
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
            play(s, card_by_policy(s, s.turn_seat, s.legal))
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
    return 3 if side_taken(s, s.memory[at + 3]) >= s.memory[at + 2] else 1


def is_own(s):
    own = s.side_of[s.memory[T_SEAT]]
    return own is not None and s.side_of[s.turn_player] == own


def outlook_here(s):
    return outlook(s, s.memory[T_SEAT])


def think(s):
    many = s.memory[T_ARMS]
    at = T_RESULTS
    for _ in range(s.memory[T_SETTLING]):
        swap_cards(s)
    for _ in range(s.memory[T_WORLDS]):
        next_world(s)
        luck = drawn(s, T_CHANCE, MOST_LUCK)
        for arm in range(many):
            begin_again(s)
            lay_out(s, luck)
            r = 5
            if take_arm(s, T_OPTIONS + (OPTION_WIDTH + 1) * arm):
                r = finish_deal(s)
            s.memory[at] = None
            s.memory[at + 1] = 0
            if r == 2 or r == 4 or r == 6:
                s.memory[at] = outlook(s, s.memory[T_SEAT])
                if r != 6:
                    s.memory[at + 1] = kept_promise(s, s.memory[T_SEAT])
                if s.memory[T_EXACTLY]:
                    begin_again(s)
                    lay_out(s, luck)
                    take_arm(s, T_OPTIONS + (OPTION_WIDTH + 1) * arm)
                    s.memory[at] = exactly(s, 0, 0 - MOST_LUCK, MOST_LUCK)
            at += 2
    return 0
