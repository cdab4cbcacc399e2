"""Games of the Continent for `perft`, Pinochle, and the rubber: skats and talons, called kings, melds."""

from __future__ import annotations

from typing import Any

from tests.engine.perft import Ask, Pack, Points, Rules, narrow
from tests.engine.perft_games import NAMES, Position, turns
from tests.engine.perft_shelf import Deal, called, dummy_play


def yes(ask: Ask, seat: int) -> bool:
    return ask([(seat, "yes"), (seat, "no")])[1] == "yes"


# ---------------------------------------------------------------- Rubber Bridge


def rubber_bridge(ask: Ask, position: Position) -> Points:
    """Contracts of one trick, without the six of the book; three, and a hand's two top cards of trumps, are honours."""
    hands = position["deal"]["hands"]
    found = called(ask, position)
    if found is None:
        return None
    declarer, contract, times = found
    taken = dummy_play(ask, Pack("A K", trumps="S" if contract == "1 spades" else "-"), hands, declarer)
    side = declarer % 2
    margin = taken[side] + taken[side + 2] - 1
    points = [0, 0]
    if margin >= 0:
        points[side] += times * (30 if contract == "1 spades" else 40)
        points[side] += margin * {1: 30, 2: 100, 4: 200}[times] + {1: 0, 2: 50, 4: 100}[times]
    else:
        points[1 - side] += {1: 50, 2: 100, 4: 200}[times]  # nobody can be two down
    if contract == "1 spades":
        for seat, hand in enumerate(hands):
            points[seat % 2] += {3: 0, 4: 100, 5: 150}[3 + sum(card[-1] == "S" for card in hand)]
    return tuple(points)


# ---------------------------------------------------------------- Belote


class Belote(Deal):
    """Jack and nine are the best trumps; ruff unless partner is winning, and trump higher if you can."""

    def power(self, card: str) -> int:
        order = "J 9 A 10 K Q 8 7" if card[-1] == self.pack.trumps else "A 10 K Q J 9 8 7"
        return -order.split().index(card[:-1])

    def best(self, plays: Any) -> int | None:
        for suit in (self.pack.trumps, plays[0][1][-1]):
            of_suit = [play for play in plays if play[1][-1] == suit]
            if of_suit:
                return max(of_suit, key=lambda play: self.power(play[1]))[0]
        return None

    def legal(self, seat: int) -> list[str]:
        hand, trumps = self.hands[seat], self.pack.trumps
        if not self.trick:
            return list(hand)
        winning = self.best(self.trick)
        top = next(card for who, card in self.trick if who == winning)

        def is_higher(card: str) -> bool:
            if card[-1] == top[-1]:
                return self.power(card) > self.power(top)
            return card[-1] == trumps

        follow = lambda card: card[-1] == self.led  # noqa: E731
        if self.led == trumps:
            return narrow(hand, follow, is_higher)
        if winning == (seat + 2) % 4:
            return narrow(hand, follow)
        return narrow(
            hand,
            follow,
            lambda card: card[-1] in (self.led, trumps),
            lambda card: card[-1] == self.led or is_higher(card),
        )


def belote(ask: Ask, position: Position) -> Points:
    """Three cards each; the taker has the card that was turned up."""
    order = turns(position)
    hands = [list(hand) for hand in position["deal"]["hands"]]
    up, *stock = position["deal"]["rest"]
    taker, trumps = -1, up[-1]
    for seat in order:
        if yes(ask, seat):
            taker = seat
            break
    else:
        for seat in order:
            answer = ask([*((seat, suit) for suit in "CHS" if suit != trumps), (seat, "no")])[1]
            if answer != "no":
                taker, trumps = seat, answer
                break
    if taker < 0:
        return None
    hands[taker].append(up)
    for seat in (*order, *(seat for seat in order if seat != taker)):  # one at a time
        hands[seat].append(stock.pop(0))
    table = Belote(Pack("A", trumps=trumps), hands, order[0])
    table.play(ask)
    worth = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}
    in_trumps = worth | {"J": 20, "9": 14}
    won = [0, 0]
    for seat, cards in enumerate(table.won):
        won[seat % 2] += sum((in_trumps if card[-1] == trumps else worth).get(card[:-1], 0) for card in cards)
    won[(table.all_tricks[-1][0] or 0) % 2] += 10
    bonus = [0, 0]
    for seat, hand in enumerate(hands):
        bonus[seat % 2] += 20 if {f"K{trumps}", f"Q{trumps}"} <= set(hand) else 0
    mine, theirs = taker % 2, 1 - taker % 2
    points = [0, 0]
    taken, other = won[mine] + bonus[mine], won[theirs] + bonus[theirs]
    if taken > other:
        points = [won[side] + bonus[side] for side in (0, 1)]
    elif taken == other:
        points[theirs] = other
    else:
        points[theirs] = won[0] + won[1] + bonus[theirs]
        points[mine] = bonus[mine]
    return tuple(points)


# ---------------------------------------------------------------- Pinochle


class Heading(Deal):
    """Follow suit, else trump, and win the trick if you can; of equal cards the first wins."""

    def legal(self, seat: int) -> list[str]:
        hand, trumps = self.hands[seat], self.pack.trumps
        if not self.trick:
            return list(hand)
        winning = self.best(self.trick)
        top = next(card for who, card in self.trick if who == winning)

        def heads(card: str) -> bool:
            if card[-1] == top[-1]:
                return self.pack.power(card) > self.pack.power(top)
            return card[-1] == trumps

        return narrow(hand, lambda card: card[-1] == self.led, lambda card: card[-1] in (self.led, trumps), heads)


def _meld(hand: list[str], trumps: str) -> int:
    """Marriages, pinochles, nines of trumps; two of a rank count as one of each suit would."""
    points = 0
    for suit in NAMES:
        married = min(hand.count(f"K{suit}"), hand.count(f"Q{suit}"))
        points += married * (4 if suit == trumps else 2)
    points += {0: 0, 1: 4, 2: 30}[min(hand.count("QS"), hand.count("JD"))] + hand.count(f"9{trumps}")
    for rank, value in (("A", 10), ("K", 8), ("Q", 6), ("J", 4)):
        points += value if sum(card[:-1] == rank for card in hand) >= 2 else 0
    return points


def pinochle(ask: Ask, position: Position) -> Points:
    """Bids of four or nine; three cards each, of two packs."""
    order, hands = turns(position), position["deal"]["hands"]
    passed: list[int] = []
    top, declarer, place = 0, -1, 0
    while len(passed) < 3 or not top:
        seat = order[place % 4]
        place += 1
        if seat in passed:
            continue
        found = [str(n) for n in (4, 9) if n > top]
        answer = ask([(seat, bid) for bid in [*found, *(["pass"] if len(passed) < 3 else [])]])[1]
        if answer == "pass":
            passed.append(seat)
        else:
            top, declarer = int(answer), seat
    trumps = ask([(declarer, suit) for suit in "DHS"])[1]
    table = Heading(Pack("A 10 K Q J 9", trumps=trumps), hands, declarer)
    table.play(ask)
    points = []
    for side in (0, 1):
        counters = sum(card[:-1] in ("A", "10", "K") for seat in (side, side + 2) for card in table.won[seat])
        counters += (table.all_tricks[-1][0] or 0) % 2 == side
        total = counters + (sum(_meld(hands[seat], trumps) for seat in (side, side + 2)) if counters else 0)
        points.append(-top if declarer % 2 == side and total < top else total)
    return tuple(points)


# ---------------------------------------------------------------- Skat


def skat(ask: Ask, position: Position) -> Points:
    """Bids of 18 and 48, one card in the skat; an ace is worth thirty points, a jack eight."""
    dealer = position["dealer"]
    forehand, middle = (dealer + 1) % 3, (dealer + 2) % 3
    hands = [list(hand) for hand in position["deal"]["hands"]]
    top = 0

    def duel(bidder: int, holder: int) -> int:
        """Bid and hold until one passes; return who is left."""
        nonlocal top
        while True:
            bid = ask([*((bidder, str(n)) for n in (18, 48) if n > top), (bidder, "pass")])[1]
            if bid == "pass":
                return holder
            top = int(bid)
            if ask([(holder, "hold"), (holder, "pass")])[1] == "pass":
                return bidder

    left = duel(middle, forehand)
    soloist = duel(dealer, left)
    if not top:
        if ask([(forehand, "18"), (forehand, "pass")])[1] == "pass":
            return None
        top = 18
    skat = list(position["deal"]["rest"])
    by_hand = not yes(ask, soloist)
    if not by_hand:
        hands[soloist] += skat
        laid = ask([(soloist, card) for card in hands[soloist]])[1]
        hands[soloist].remove(laid)
        skat = [laid]
    game = ask([(soloist, name) for name in ("D", "H", "S", "C", "grand", "null")])[1]
    is_null = game == "null"
    schneider = by_hand and not is_null and yes(ask, soloist)
    schwarz = schneider and yes(ask, soloist)
    is_open = (is_null or schwarz) and yes(ask, soloist)

    jacks = () if is_null else ("JC", "JS", "JH", "JD")
    pack = Pack("A J", trumps="-" if is_null else "g" if game == "grand" else game, tops=jacks)
    table = Deal(pack, hands, forehand)
    table.stop = lambda: is_null and table.taken[soloist] > 0
    taken = table.play(ask)[soloist]

    owned = {*hands[soloist], *skat}
    cards = [*table.won[soloist], *skat]
    sum_of = sum(30 if card[0] == "A" else 8 for card in cards)
    if is_null:
        value, kept = {(0, 0): 23, (1, 0): 35, (0, 1): 46, (1, 1): 59}[by_hand, is_open], taken == 0
        least = top
    else:
        row = [*jacks, *([] if game == "grand" else [f"A{game}"] * (game != "D"))]
        matadors = next((at for at, card in enumerate(row) if (card in owned) != ("JC" in owned)), len(row))
        base = 24 if game == "grand" else {"D": 9, "H": 10, "S": 11, "C": 12}[game]
        extra = by_hand + (sum_of >= 90 or sum_of <= 30) + (taken == 0) + schneider + schwarz + is_open
        value = base * (matadors + 1 + extra)
        kept = sum_of > 60 and (sum_of >= 90 or not schneider) and not schwarz  # nobody takes ten tricks of two
        least = -(-top // base) * base
    points = [0, 0, 0]
    points[soloist] = value if kept and value >= top else -2 * max(value, least)
    return tuple(points)


# ---------------------------------------------------------------- Tarok


class Taroks(Deal):
    """Follow suit, else a tarok; where tricks are bad, win if you can, and keep the pagat."""

    negative = False

    def legal(self, seat: int) -> list[str]:
        hand = self.hands[seat]
        keep = (lambda card: card != "1T") if self.negative else None
        if not self.trick:
            return narrow(hand, keep)
        table = [card for _, card in self.trick]
        top = next(card for who, card in self.trick if who == self.best(self.trick))

        def beats(card: str) -> bool:
            suit = self.pack.suit(card)
            return self.pack.power(card) > self.pack.power(top) if suit == top[-1] else suit == "T"

        honours = self.negative and "21T" in table and "22T" in table
        return narrow(
            hand,
            lambda card: card[-1] == self.led,
            lambda card: card[-1] in (self.led, "T"),
            (lambda card: card == "1T") if honours else None,
            beats if self.negative else None,
            keep,
        )

    def winner(self) -> int | None:
        cards = {card: seat for seat, card in self.trick}
        return cards["1T"] if {"1T", "21T", "22T"} <= set(cards) else super().winner()


FIGURES = {"K": 5, "Q": 4, "C": 3, "J": 2}


def _points(cards: list[str]) -> int:
    """Count cards in threes: two points are lost for each three of them, and halves go up."""
    total = sum(5 if card in HONOURS else FIGURES.get(card[:-1], 1) for card in cards)
    return (6 * total - 4 * len(cards) + 3) // 6


HONOURS = ("22T", "21T", "1T")


class Auction:
    """Who is out, and what was bid; of equal bids that of the player nearer to forehand is higher."""

    def __init__(self, order: list[int]) -> None:
        self.order = order
        self.calls: list[tuple[int, int]] = []
        self.passed: list[int] = []

    def higher(self, seat: int, among: tuple[int, ...]) -> list[int]:
        top = max((k for _, k in self.calls), default=0)
        holder = next((who for who, k in reversed(self.calls) if k == top), None)
        is_nearer = holder is None or self.order.index(seat) <= self.order.index(holder)
        return [k for k in among if k > top or (k == top and is_nearer)]

    def declarer(self, ask: Ask) -> int:
        place = 1  # forehand waits
        while len(self.passed) < 3:
            seat = self.order[place % 4]
            place += 1
            if seat not in self.passed:
                answer = ask([*((seat, str(k)) for k in self.higher(seat, (3, 8))), (seat, "pass")])[1]
                if answer == "pass":
                    self.passed.append(seat)
                else:
                    self.calls.append((seat, int(answer)))
        return next(seat for seat in self.order if seat not in self.passed)


def tarok(ask: Ask, position: Position) -> Points:
    """Klop, two, one and beggar; two cards each, six in the talon. Forehand has the last word."""
    order = turns(position)
    hands = [list(hand) for hand in position["deal"]["hands"]]
    talon = list(position["deal"]["rest"])
    auction = Auction(order)
    declarer = auction.declarer(ask)
    low = (1,) if declarer == order[0] else ()
    game = int(ask([(declarer, str(k)) for k in auction.higher(declarer, (*low, 3, 4, 8))])[1])
    king, was_there, laid = "", False, list[str]()
    if game in (3, 4):
        king = ask([(declarer, f"K{suit}") for suit in "HDSC"])[1]
        size = 5 - game
        first = size * int(ask([(declarer, str(i)) for i in range(6 // size)])[1])
        was_there = king in talon
        hand = hands[declarer]
        hand += talon[first : first + size]
        talon = talon[:first] + talon[first + size :]
        for _ in range(size):
            laid.append(ask([(declarer, card) for card in hand if card[-1] != "T" and card[0] != "K"])[1])
            hand.remove(laid[-1])
    helpers = {declarer, *(seat for seat in range(4) if king in hands[seat])}
    table = Taroks(Pack("22 21 K Q C J 10 7 1", trumps="T"), hands, declarer if game == 8 else order[0])
    table.negative = game in (1, 8)
    table.stop = lambda: game == 8 and table.taken[declarer] > 0
    table.play(ask)
    won = table.won
    for winner, trick in table.all_tricks:
        assert winner is not None
        if game == 1:
            won[winner].append(talon.pop(0))
        if was_there and (winner, king) in trick:
            won[winner] += talon
            talon = []
    if game == 1:
        own = [_points(pile) for pile in won]
        decided = any(one > 35 or one == 0 for one in own)
        return tuple(-70 if one > 35 else 70 if one == 0 else 0 if decided else -one for one in own)
    if game == 8:
        return tuple((-70 if table.taken[declarer] else 70) if seat == declarer else 0 for seat in range(4))
    value = _value(table, helpers, laid, king, 10 * (game - 1))
    points = [value if seat in helpers else 0 for seat in range(4)]
    points[declarer] -= 20 if "21T" in talon else 0
    for winner, trick in table.all_tricks:
        by = {card: seat for seat, card in trick}
        if "21T" in by and winner in (by.get("22T"), by.get("1T")):
            points[by["21T"]] -= 20
    return tuple(points)


def _value(table: Taroks, helpers: set[int], laid: list[str], king: str, worth: int) -> int:
    """Return what the declarer's side scores."""
    pile = laid + [card for seat in helpers for card in table.won[seat]]
    tricks = sum(table.taken[seat] for seat in helpers)
    if tricks in (0, len(table.all_tricks)):
        return 250 if tricks else -250
    over = _points(pile) - 35
    winner, trick = table.all_tricks[-1]
    last = [card for _, card in trick]
    ultimo = 10 if king in last else 25 if "1T" in last else 0
    value = over + (worth if over > 0 else -worth) + (ultimo if winner in helpers else -ultimo)
    for found, many in ((sum(card[:-1] == "K" for card in pile), 4), (sum(card in HONOURS for card in pile), 3)):
        value += 10 if found == many else -10 if found == 0 else 0
    return value


CONTINENT: dict[str, Rules] = {
    "rubber_bridge": rubber_bridge,
    "belote": belote,
    "pinochle": pinochle,
    "skat": skat,
    "tarok": tarok,
}
"""By the name of the golden file in `tests/data/perft`."""
