"""Games for `perft` that differ in how the cards come to the players: draws, kitties, exchanges, misdeals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.engine.perft import Ask, Pack, Points, Rules, Table, first_answers, may_say
from tests.engine.perft_games import JOKERS, THREES, Bids, Scoring, Spades, ThreeTricks, by_sides, side_choice, turns

Position = Mapping[str, Any]
TWOS = Pack("A 2", tops=("big_joker", "little_joker"))
ONES = Spades(has_nil=False)
"""Bids of one alone, which are no choice."""


def discard(ask: Ask, seat: int, hand: list[str], number: int) -> None:
    """Let a seat lay cards away, one at a time."""
    for _ in range(number):
        hand.remove(ask([(seat, card) for card in hand])[1])


def swap(ask: Ask, hands: list[list[str]], seats: Sequence[int], number: int) -> None:
    """Let seats give cards to their partners, all chosen before any is seen."""
    chosen: dict[int, list[str]] = {seat: [] for seat in seats}
    while any(len(cards) < number for cards in chosen.values()):
        choosing = [seat for seat in seats if len(chosen[seat]) < number]
        options = [(seat, card) for seat in choosing for card in hands[seat] if card not in chosen[seat]]
        seat, card = ask(options)
        chosen[seat].append(card)
    for seat, cards in chosen.items():
        hands[seat] = [card for card in hands[seat] if card not in cards]
    for seat, cards in chosen.items():
        hands[(seat + 2) % 4] += cards


# ---------------------------------------------------------------- two players who draw


def two_players(ask: Ask, position: Position, draw: Any, spades: Spades) -> Points:
    """Draw in turn until the stock is gone; bid; who drew first does not lead."""
    stock, hands = list(position["deal"]["rest"]), [[], []]
    seat = turns(position)[0]
    while stock:
        draw(ask, seat, stock, hands[seat])
        seat = 1 - seat
    bids = spades.bidding(ask, position, hands)
    taken = Table(spades.pack, hands, position["dealer"], spades.lead_spades).play(ask)
    return by_sides(bids, taken, 2, spades.scoring.side)


def one_of_two(ask: Ask, seat: int, stock: list[str], hand: list[str]) -> None:
    """Take two cards, keep one, and put the other away, which is no choice any more."""
    drawn = [stock.pop(0), stock.pop(0)]
    kept = ask([(seat, card) for card in drawn])[1]
    hand.append(kept)
    drawn.remove(kept)
    ask([(seat, drawn[0])])


def first_or_next(ask: Ask, seat: int, stock: list[str], hand: list[str]) -> None:
    """Keep the first card, and the next goes away unseen; or put it away, and the next has to be kept."""
    first, following = stock.pop(0), stock.pop(0)
    hand.append(first if ask([(seat, "yes"), (seat, "no")])[1] == "yes" else following)


def first_or_next_seen(ask: Ask, seat: int, stock: list[str], hand: list[str]) -> None:
    """Keep the first card, and look at the next before it goes away; or put it away, and keep the next."""
    first, following = stock.pop(0), stock.pop(0)
    if ask([(seat, "yes"), (seat, "no")])[1] == "yes":
        hand.append(first)
        ask([(seat, following)])
    else:
        hand.append(following)


def two_player_two_card(ask: Ask, position: Position) -> Points:
    return two_players(ask, position, one_of_two, Spades(Pack("A K"), (1, 2)))


def two_player_unseen(ask: Ask, position: Position) -> Points:
    return two_players(ask, position, first_or_next, Spades(Pack("A K"), (1, 2)))


def onhand_2(ask: Ask, position: Position) -> Points:
    """A bid that fails is nothing; a point for each trick over; spades are led at any time; there is no nil."""

    class Page(Scoring):
        def side(self, bids: Sequence[str], taken: Sequence[int]) -> int:
            bid, got = int(bids[0]), taken[0]
            return 10 * bid + got - bid if got >= bid else 0

    game = Spades(Pack("A K"), (1, 2), has_nil=False, scoring=Page(), lead_spades=True)
    return two_players(ask, position, first_or_next_seen, game)


# ---------------------------------------------------------------- cards that are left over


def picked_up(taker: Any, pack: Pack, *, late: bool = False) -> Rules:
    """Two cards are left over, and somebody takes them and lays two away, before the bidding or after it."""

    def rules(ask: Ask, position: Position) -> Points:
        hands = [list(hand) for hand in position["deal"]["hands"]]
        seat = taker(position)
        hands[seat] += position["deal"]["rest"]
        game = Spades(pack, has_nil=False)
        if not late:
            discard(ask, seat, hands[seat], 2)
        bids = game.bidding(ask, position, hands)
        if late:
            discard(ask, seat, hands[seat], 2)
        taken = Table(pack, hands, turns(position)[0]).play(ask)
        return by_sides(bids, taken, 2, game.scoring.side)

    return rules


def dealer(position: Position) -> int:
    return int(position["dealer"])


def holder_of_the_two(position: Position) -> int:
    holders = [seat for seat, hand in enumerate(position["deal"]["hands"]) if "2C" in hand]
    return holders[0] if holders else dealer(position)


def mitchell_kitty(ask: Ask, position: Position) -> Points:
    """The side that bids more takes both cards, on equal bids each side one, the first side the top one."""
    hands, order = [list(hand) for hand in position["deal"]["hands"]], turns(position)[:2]
    contract = {seat % 2: int(side_choice(ask, seat, ["1", "2"])) for seat in order}
    first, second = order[0] % 2, order[1] % 2
    sides = [first, second]
    if contract[first] != contract[second]:
        sides = 2 * [max(contract, key=lambda side: contract[side])]
    for side, card in zip(sides, position["deal"]["rest"], strict=True):
        members = (side, side + 2)
        answer = ask([(seat, f"to {member}") for seat in members for member in members])[1]
        hands[int(answer[-1])].append(card)
    size = len(position["deal"]["hands"][0])
    for seat in turns(position):
        discard(ask, seat, hands[seat], len(hands[seat]) - size)
    taken = Table(TWOS, hands, order[0]).play(ask)
    points = Scoring()
    return tuple(points.side([str(contract[side])], [taken[side] + taken[side + 2]]) for side in (0, 1))


def kitty_deal(ask: Ask, position: Position) -> Points:
    """A round of cards lies in the kitty: who holds the two of clubs takes it, buries as many, and has won a trick."""
    hands = [list(hand) for hand in position["deal"]["hands"]]
    seat, kitty = holder_of_the_two(position), position["deal"]["rest"]
    hands[seat] += kitty
    discard(ask, seat, hands[seat], len(kitty))
    bids = ONES.bidding(ask, position, hands)
    taken = Table(Pack("A 2"), hands, turns(position)[0]).play(ask)
    taken[seat] += 1
    return by_sides(bids, taken, 2, Scoring().side)


# ---------------------------------------------------------------- misdeals, cuts and open cards


def deficient_hand(ask: Ask, position: Position) -> Points:
    """Who has no spade may have the cards dealt again, before anybody has bid; partner may be asked for advice."""
    hands, order = position["deal"]["hands"], turns(position)
    weak = [seat for seat in order if not any(card[-1] == "S" for card in hands[seat])]
    for seat in order:
        if may_say(ask, seat, "ask", seat in weak):
            ask([((seat + 2) % 4, "yes"), ((seat + 2) % 4, "no")])
    for seat in order:
        if may_say(ask, seat, "misdeal", seat in weak):
            return None
    return Spades()(ask, position)


def nyc_french_cut(ask: Ask, position: Position) -> Points:
    """Four cards are turned up, and given out by the dealer's right; the first hand then bids itself."""
    hands, seat = [list(hand) for hand in position["deal"]["hands"]], position["dealer"]
    cut = list(position["deal"]["rest"])
    for away in (1, 2, 3):
        card = ask([((seat + 3) % 4, card) for card in cut])[1]
        cut.remove(card)
        hands[(seat + away) % 4].append(card)
    hands[seat] += cut
    pack = Pack("A 3 2", tops=("red_joker", "black_joker", "2D", "2S"))
    taken = ThreeTricks(pack, hands, turns(position)[0]).play(ask)
    return 10 * (taken[0] + taken[2]), 10 * (taken[1] + taken[3])


# ---------------------------------------------------------------- exchanges on a bid


def exchanging(both: bool, number: int) -> Rules:
    """Exchange after the bidding: every side with a nil, or with two of them; all choose before they see."""

    def rules(ask: Ask, position: Position) -> Points:
        hands = [list(hand) for hand in position["deal"]["hands"]]
        bids: Bids = Spades().bidding(ask, position, hands)
        nils = {seat: bids[seat] == "nil" for seat in turns(position)}
        test = all if both else any
        swap(ask, hands, [seat for seat in turns(position) if test((nils[seat], nils[(seat + 2) % 4]))], number)
        taken = Table(THREES, hands, turns(position)[0]).play(ask)
        return by_sides(bids, taken, 2, Scoring().side)

    return rules


# ---------------------------------------------------------------- two players and a stock


def german_whist(ask: Ask, position: Position) -> Points:
    """The winner of a trick takes the card that is turned up, the loser the next; then the tricks count."""
    hands, stock = [list(hand) for hand in position["deal"]["hands"]], list(position["deal"]["rest"])
    size, seat = len(hands[0]), turns(position)[0]
    pack, counted = Pack("A K", trumps=stock[0][-1]), [0, 0]
    number = 0
    while hands[0]:
        table = Table(pack, hands, seat, lead_spades=True)
        for player in (seat, 1 - seat):
            table.put(*ask([(player, card) for card in table.legal(player)]))
        winner = table.winner()
        assert winner is not None
        seat, number = winner, number + 1
        if stock:
            hands[seat].append(stock.pop(0))
            hands[1 - seat].append(stock.pop(0))
        elif number > size:
            counted[seat] += 1
    return tuple(int(2 * got > sum(counted)) for got in counted)


# ---------------------------------------------------------------- who takes no trick is out


def knockout_first(ask: Ask, position: Position) -> Points:
    """The card that is turned up says trumps; tricks count for the next deal alone."""
    pack = Pack("A K Q 2", trumps=position["deal"]["rest"][0][-1])
    return tuple(Table(pack, position["deal"]["hands"], turns(position)[0], lead_spades=True).play(ask))


def knockout_second(ask: Ask, position: Position) -> Points:
    """A card fewer; who took most names the trumps, and who took none is out of it."""
    before = knockout_first(first_answers, {**position, "deal": position["earlier"][0]})
    assert before is not None
    out = tuple(seat for seat, got in enumerate(before) if not got)
    (chooser,) = [seat for seat, got in enumerate(before) if got == max(before)]
    order = [seat for seat in turns(position) if seat not in out]
    new_dealer = order[0]
    trumps = ask([(chooser, suit) for suit in "CDHS"])[1]
    following = turns({**position, "dealer": new_dealer})
    leader = next(seat for seat in following if seat not in out)
    table = Table(Pack("A K Q 2", trumps=trumps), position["deal"]["hands"], leader, lead_spades=True, idle=out)
    return tuple(table.play(ask))


# ---------------------------------------------------------------- five cards, and an ace that is always a trump


class SpoilFive(Table):
    """The five, the jack and the ace of hearts are the top trumps and may be kept back from lower ones."""

    @property
    def top(self) -> list[str]:
        trumps = self.pack.trumps
        return [f"5{trumps}", f"J{trumps}", "AH"]

    def legal(self, seat: int) -> list[str]:
        hand, suit = self.hands[seat], self.pack.suit
        if not self.trick:
            return hand
        led, card_led = self.led, self.trick[0][1]
        if led == self.pack.trumps:
            held = [card for card in hand if suit(card) == led]
            forced = [card for card in held if card not in self.top or self.strength(card) < self.strength(card_led)]
            return held if forced else hand
        if any(suit(card) == led for card in hand):
            return [card for card in hand if suit(card) in (led, self.pack.trumps)]
        return hand

    def strength(self, card: str) -> int:
        """Low to high: red from the king down to the ace, black king, queen, jack, ace, two ... ten."""
        ranks = "A 2 3 4 5 6 7 8 9 10 J Q K" if card[-1] in "DH" else "10 9 8 7 6 5 4 3 2 A J Q K"
        if self.pack.suit(card) != self.pack.trumps:
            return ranks.split().index(card[:-1])
        order = [f"A{self.pack.trumps}", *reversed(self.top)]
        return 100 + order.index(card) if card in order[1:] or card == order[0] else ranks.split().index(card[:-1])


def spoil_five(ask: Ask, position: Position) -> Points:
    """Rob with the ace of trumps; three tricks win the pool of five, and here there are but three."""
    hands, order = [list(hand) for hand in position["deal"]["hands"]], turns(position)
    turned = position["deal"]["rest"][0]
    trumps = turned[-1]
    robber = next((seat for seat in order if f"A{trumps}" in hands[seat]), None)
    if turned[:-1] == "A":
        order, robber = order[-1:], position["dealer"]
    omitted = robber
    for seat in order:
        if may_say(ask, seat, "rob", seat == robber):
            hands[seat].append(turned)
            discard(ask, seat, hands[seat], 1)
            omitted = None
            break
    pack = Pack("K Q J A 2", trumps=trumps, tops=(f"5{trumps}", f"J{trumps}", "AH", f"A{trumps}"))
    taken = SpoilFive(pack, hands, turns(position)[0], lead_spades=True).play(ask)
    return tuple(4 if got == 3 and seat != omitted else -1 for seat, got in enumerate(taken))


CARDS: dict[str, Rules] = {
    "two_player_two_card": two_player_two_card,
    "two_player_unseen": two_player_unseen,
    "onhand_2": onhand_2,
    "fifty_four_dealer": picked_up(dealer, TWOS),
    "fifty_four_dealer_late": picked_up(dealer, TWOS, late=True),
    "fifty_four_two_clubs": picked_up(holder_of_the_two, TWOS),
    "widow": Spades(JOKERS),
    "mitchell_kitty": mitchell_kitty,
    "kitty_deal": kitty_deal,
    "deficient_hand": deficient_hand,
    "face_up_deal": Spades(),
    "nyc_french_cut": nyc_french_cut,
    "nil_pass": exchanging(both=False, number=1),
    "double_nil_exchange": exchanging(both=True, number=1),
    "german_whist": german_whist,
    "knockout_whist": knockout_first,
    "knockout_whist_second": knockout_second,
    "spoil_five": spoil_five,
}
"""By the name of the golden file in `tests/data/perft`."""
