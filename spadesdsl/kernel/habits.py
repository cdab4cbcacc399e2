"""How a hand plays by habit, from what its seat may know: bots play so on a state, and kernels play whole games so.

The functions are written as those of the engine are, so that a kernel can have them compiled. Of other hands they read
only whether there is a card left. `m` is a row of numbers that says what the seats play for; the names in capitals say
where: `spadesdsl.bots.aims.numbers_of` writes it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from spadesdsl.engine.play import best_card
from spadesdsl.engine.ranking import bits
from spadesdsl.engine.state import StateData

UNIT: Final = 1024
"""What a point counts."""
TRICK: Final = 10_000
"""What a trick counts, in the worth of a hand."""
TRICKS: Final = 0
"""The most tricks that a table knows of."""
WEIGHTS: Final = 1
"""Where it says what winning each card is worth; 0 if no card is worth anything."""
CHANCES: Final = 2
"""Where it says how likely a number of tricks is, by how far it is from what is expected."""
SIDES: Final = 3
SIDE_COUNT: Final = 4
SIDE_WIDTH: Final = 5
SEATS: Final = 6
"""Where the rows of the sides and of the seats begin, and how long they are."""
SEAT_WIDTH: Final = 7
LEAST: Final = 8
"""The least that winning a card is worth."""
SWEEP: Final = 9
"""What it is worth to all others if a seat misses one of the cards that cost points, not one more."""
HEAD: Final = 10
"""How many numbers stand before the first table."""
COUNTED: Final = 0
"""In a row: the seats whose tricks count. A table follows: what a trick is worth, or to deny it, by those and by the
tricks to come."""
DENIES: Final = 1
"""In the row of a seat: whether it denies others tricks: 0 never, 1 always, 2 once it broke its promise of none."""
SIDE: Final = 2
HELP: Final = 3
"""What its promise of no tricks is worth to a seat; 0 for none."""
LOOKS: Final = 4
"""Whether some trick to come costs points: then a trick counts as those that will follow it do."""
TABLE: Final = 5
OF_SIDE: Final = 1
"""Where the table of a side begins in its row."""
FARTHEST: Final = 96
"""How many chances are known."""
PLAY: Final = 2.0
"""How much more a side's tricks differ from what its hands are good for than a hand's do, before any is played."""
DOUBT: Final = 1.1
"""How far a hand typically is from what it is good for, or from what its holder said, in tricks."""
DOUBTED: Final = round(2 * (100 * PLAY * DOUBT) ** 2 / 16)


# ---------------------------------------------------------------- what a hand is worth


def trump_worth(above: int) -> int:
    """Return what a trump is worth, by how many are above it."""
    if above == 0:
        return 10_000
    if above == 1:
        return 8_500
    if above == 2:
        return 6_500
    return 4_500 if above == 3 else 3_000


def side_worth(above: int) -> int:
    """Return what another card is worth, by how many cards of its suit rank above it."""
    if above == 0:
        return 9_200
    if above == 1:
        return 6_200
    if above == 2:
        return 2_800
    return 800 if above == 3 else 0


EXTRA_TRUMP: Final = 3_500
"""What each trump beyond a fair share adds."""


def hand_strength(s: StateData, hand: int, players: int, gone: int) -> int:
    """Return what a hand is worth without the correction for its size, when some cards are gone."""
    total = 0
    for suit in range(len(s.spec.deck.suits)):
        cards = s.ranking.masks[suit]
        held = hand & cards
        if held != 0:
            length = held.bit_count()
            size = (cards & ~gone | held).bit_count()
            is_trumps = s.ranking.trumps is not None and s.ranking.trumps == suit
            for card in bits(held):
                above = (s.ranking.above[card] & ~(hand | gone)).bit_count()
                if is_trumps:
                    total += trump_worth(above)
                else:
                    # A long suit gets trumped, and a lone high card falls to the top card.
                    worth = side_worth(above)
                    if length * players > size + players:
                        worth = worth * 3 // 4
                    if length <= above and above > 0:
                        worth = worth * 2 // 5
                    total += worth
            if is_trumps and length * players > size:
                total += (length * players - size) * EXTRA_TRUMP // players
    return total


# ---------------------------------------------------------------- what a trick is worth


def tricks_of(s: StateData, seats: int) -> int:
    """Return how many tricks some seats have taken."""
    found = 0
    for seat in bits(seats):
        found += s.taken[seat]
    return found


def entry_in(s: StateData, m: Sequence[int], seats: int, left: int) -> int:
    """Return which entry of a table is about this moment."""
    most = m[TRICKS]
    return min(tricks_of(s, seats), most) * (most + 1) + min(left, most)


def denied_by(s: StateData, m: Sequence[int], seat: int, left: int) -> int:
    """Return what it is worth to a seat to deny the other sides a trick."""
    row = m[SEATS] + m[SEAT_WIDTH] * seat
    if m[row + DENIES] == 0 or (m[row + DENIES] == 2 and s.taken[seat] == 0):
        return 0
    found = 0
    for side in range(m[SIDE_COUNT]):
        if side != m[row + SIDE]:
            of_side = m[SIDES] + m[SIDE_WIDTH] * side
            found += m[of_side + OF_SIDE + entry_in(s, m, m[of_side + COUNTED], left)]
    return found


def gain_of_trick(s: StateData, m: Sequence[int], seat: int, ahead: int) -> int:
    """Return what one more trick is worth to a seat now, not counting its cards.

    Where some of the tricks that are still to come cost points, it may look `ahead` at them.
    """
    row = m[SEATS] + m[SEAT_WIDTH] * seat
    left = s.hands[seat].bit_count()
    own = m[row + TABLE + entry_in(s, m, m[row + COUNTED], left)]
    denied = denied_by(s, m, seat, left)
    if ahead and m[row + LOOKS] and own + denied > 0:
        own = prospect(s, m, seat, own)
    return own + denied


def worth_of_hidden(s: StateData, seat: int) -> int:
    """Return what a card that a seat does not see is worth on average to another hand, as large as the seat's."""
    own = s.hands[seat]
    hidden = s.spec.deck.all & ~(s.played | own)
    many = max(1, hidden.bit_count())
    left = min(own.bit_count(), many)
    total = 0
    for suit in range(len(s.spec.deck.suits)):
        cards = hidden & s.ranking.masks[suit]
        is_trumps = s.ranking.trumps is not None and s.ranking.trumps == suit
        for card in bits(cards):
            over = s.ranking.above[card]
            # Its holder has a share of the hidden ones above it, too.
            above = (over & own).bit_count() + ((over & hidden).bit_count() * (many - left) + many // 2) // many
            if is_trumps:
                total += trump_worth(above)
            elif above > 0 and cards.bit_count() * left <= above * many:
                total += side_worth(above) * 2 // 5
            else:
                total += side_worth(above)
    return total // many


def tricks_expected(s: StateData, seat: int, side: int, many: int) -> int:
    """Return how many of so many tricks a seat's side is likely to take, in hundredths, by the worth of their hands."""
    others = 0
    mates = 0
    for one in range(len(s.hands)):
        if one != seat and s.hands[one] != 0:
            others += 1
            if side >> one & 1:
                mates += 1
    own = hand_strength(s, s.hands[seat], others + 1, s.played)
    another = s.hands[seat].bit_count() * worth_of_hidden(s, seat) if others > 0 else 0
    return many * 100 * (own + mates * another) // max(1, own + others * another)


def prospect(s: StateData, m: Sequence[int], seat: int, now: int) -> int:
    """Return what a trick is worth to a seat that may take too many, after those that are to come.

    It is what it is worth `now` if none of those can cost anything.
    """
    row = m[SEATS] + m[SEAT_WIDTH] * seat
    most = m[TRICKS]
    left = s.hands[seat].bit_count()
    taken = tricks_of(s, m[row + COUNTED])
    steps = row + TABLE + (most + 1) * (most + 1)
    costs = 0
    for more in range(left):
        if taken + more < most and m[steps + taken + more] < 0:
            costs = 1
    if costs == 0:
        return now
    mean = tricks_expected(s, seat, m[row + COUNTED], left - 1)
    worth = 0
    weight = 0
    for more in range(left):
        away = 100 * more - mean
        far = away * away * s.tricks_total // (DOUBTED * left)
        if far < FARTHEST:
            chance = m[m[CHANCES] + far]
            weight += chance
            if taken + more < most:
                worth += chance * m[steps + taken + more]
    return worth // max(1, weight)


# ---------------------------------------------------------------- cards


def gladly_passed(s: StateData, m: Sequence[int], seat: int, card: int) -> int:
    """Return how gladly a seat passes a card on: the highest if tricks cost points, else the lowest that is no trump.

    No two cards are passed on as gladly.
    """
    if gain_of_trick(s, m, seat, 0) + m[LEAST] >= 0:
        value = 0 - UNIT * missed(s, card)
    else:
        ranks = s.ranking.strength[card] + (trumps_of(s) >> card & 1) * len(s.spec.deck.ranks)
        value = UNIT * ranks - (m[m[WEIGHTS] + card] if m[WEIGHTS] else 0)
    return value * s.spec.deck.size - card


def trumps_of(s: StateData) -> int:
    """Return the mask of the trumps."""
    trumps = s.ranking.trumps
    return 0 if trumps is None else s.ranking.masks[trumps]


def cards_over(s: StateData, card: int) -> int:
    """Return the cards that are higher than one on the table: in its suit, or trumps."""
    trumps = s.ranking.trumps
    if trumps is None or s.ranking.suit[card] == trumps:
        return s.ranking.above[card]
    return s.ranking.above[card] | s.ranking.masks[trumps]


def missed(s: StateData, card: int) -> int:
    """Return how much a card would be missed: any trump more than other cards."""
    return (trumps_of(s) >> card & 1) * s.spec.deck.size + s.ranking.strength[card]


def plays_last(s: StateData) -> bool:
    """Tell whether nobody plays to the trick after the seat whose turn it is."""
    waiting = 0
    for one in range(len(s.hands)):
        if s.hands[one] != 0 and one not in s.trick_seats:
            waiting += 1
    return waiting <= 1


def cheapest(s: StateData, cards: int) -> int:
    """Return the card that would be missed least."""
    best = -1
    least = 0
    for card in bits(cards):
        value = missed(s, card)
        if best < 0 or value < least:
            best = card
            least = value
    return best


def heaviest(s: StateData, m: Sequence[int], cards: int, weight: int, strength: int) -> int:
    """Return the card that counts most, of equal ones the first: so much of its weight, so much of its strength."""
    best = -1
    most = 0
    at = m[WEIGHTS]
    for card in bits(cards):
        value = strength * s.ranking.strength[card]
        if at:
            value += weight * m[at + card]
        if best < 0 or value > most:
            best = card
            most = value
    return best


def take_trick(s: StateData, m: Sequence[int], seat: int, legal: int, beaters: int) -> int:
    """Return a card that wins the trick, if one can, or loses the least."""
    if beaters == 0:
        return cheapest(s, legal)
    trumps = trumps_of(s)
    follows = beaters & ~trumps
    if plays_last(s):
        return cheapest(s, follows if follows != 0 else beaters)
    if follows == 0 or legal & ~trumps == 0:
        return cheapest(s, beaters)
    best = heaviest(s, m, follows, 0, 1)
    unseen = s.spec.deck.all & ~(s.played | s.hands[seat])
    if s.ranking.above[best] & unseen == 0 or len(s.trick) >= 2:
        return best
    return cheapest(s, legal)


def duck_trick(s: StateData, m: Sequence[int], legal: int, beaters: int) -> int:
    """Return the worst card that does not win the trick, or what wins it if it must be won."""
    losers = legal & ~beaters
    if losers != 0:
        return heaviest(s, m, losers, -1024, 1)
    if plays_last(s):
        return heaviest(s, m, legal, 1024, 1)
    return cheapest(s, legal)


def lead_trick(s: StateData, m: Sequence[int], seat: int, legal: int, gain: int) -> int:
    """Return the card to lead."""
    if gain <= 0:
        return heaviest(s, m, legal, 1, -UNIT)
    unseen = s.spec.deck.all & ~(s.played | s.hands[seat])
    trumps = trumps_of(s)
    best = -1
    most = 0
    for card in bits(legal):
        if s.ranking.above[card] & unseen == 0:
            value = s.ranking.strength[card] + (0 if trumps >> card & 1 else s.spec.deck.size)
            if best < 0 or value > most:
                best = card
                most = value
    # No card is a sure winner: lead low, from a suit that may bring tricks later.
    return best if best >= 0 else cheapest(s, legal)


def sweep_stopped(s: StateData, m: Sequence[int], owner: int) -> int:
    """Return what it is worth to take this trick from a seat that alone has won cards that cost points.

    The more of them it has, the likelier it is to win them all.
    """
    total = 0
    won = 0
    is_at_stake = 0
    for card in bits(s.spec.deck.all):
        cost = m[m[WEIGHTS] + card]
        if cost < 0:
            total += cost
            if s.won[owner] >> card & 1:
                won += cost
            elif card in s.trick:
                is_at_stake = 1
            elif s.played >> card & 1:
                return 0
    share = 64 * won // total if is_at_stake else 0
    return m[SWEEP] * share * share * share // 262_144


def card_by_habit(s: StateData, m: Sequence[int], seat: int, legal: int, ahead: int) -> int:
    """Return the card that a seat plays; `ahead` is that of `gain_of_trick`."""
    gain = gain_of_trick(s, m, seat, ahead)
    weights = m[WEIGHTS]
    if weights:
        coming = 0
        for card in bits(s.spec.deck.all & ~s.played):
            coming += m[weights + card]
        for card in s.trick:
            gain += m[weights + card]
        gain += coming // (2 * len(s.hands) * (1 + s.hands[seat].bit_count()))
    best = best_card(s)
    if best is None:
        return cheapest(s, legal) if len(s.trick) > 0 else lead_trick(s, m, seat, legal, gain)
    owner = s.trick_seats[s.trick.index(best)]
    beaters = legal & cards_over(s, best)
    is_mate = owner != seat and s.side_of[owner] == s.side_of[seat]
    if m[SWEEP] and owner != seat and not is_mate:
        gain += sweep_stopped(s, m, owner)
    help_ = m[m[SEATS] + m[SEAT_WIDTH] * owner + HELP]
    if help_ > 0 and s.taken[owner] == 0 and owner != seat:
        # A player who promised none is winning the trick: a partner is helped out, others are left with it.
        gain = help_ if is_mate else -1
    elif is_mate and gain > 0 and m[m[SEATS] + m[SEAT_WIDTH] * seat + DENIES] != 2:
        unseen = s.spec.deck.all & ~(s.played | s.hands[seat])
        if plays_last(s) or cards_over(s, best) & unseen == 0:
            return cheapest(s, legal)
    if gain > 0:
        return take_trick(s, m, seat, legal, beaters)
    return duck_trick(s, m, legal, beaters)
