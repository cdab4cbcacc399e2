"""Games of the shelf for `perft`: auctions that go round, a dummy, suits that are led to be trumps, two queens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tests.engine.perft import Ask, Option, Pack, Points, Rules, narrow
from tests.engine.perft_games import NAMES, Position, turns
from tests.engine.perft_others import WinningCards

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass
class Deal(WinningCards):
    """A deal in which trumps may be led at any time; `leader` leads first."""

    lead_spades: bool = True
    stop: Callable[[], bool] = bool

    def end_trick(self) -> None:
        super().end_trick()
        if self.stop():
            self.hands = [[] for _ in self.hands]


# ---------------------------------------------------------------- Bridge


class Dummy(Deal):
    """The declarer plays the cards of the seat opposite."""

    declarer = 0

    def play(self, ask: Ask, extra: Any = list) -> list[int]:
        def by_whom(options: Any) -> Option:
            hidden = (self.declarer + 2) % 4
            return ask([(self.declarer if seat == hidden else seat, card) for seat, card in options])

        return super().play(by_whom, extra)


HEIGHTS = {"1 spades": 1, "1 no trump": 2}


def called(ask: Ask, position: Position) -> tuple[int, str, int] | None:
    """Return the declarer, the contract, and how often it was doubled, as a factor; None if all passed."""
    calls: list[Option] = []
    times = 1
    while len(calls) < 4 or any(call != "pass" for _, call in calls[-3:]):
        seat = (position["dealer"] + len(calls)) % 4
        bids = [(who, call) for who, call in calls if call in HEIGHTS]
        found = [bid for bid in HEIGHTS if not bids or HEIGHTS[bid] > HEIGHTS[bids[-1][1]]]
        if bids and times == 1 and (bids[-1][0] - seat) % 2:
            found.append("double")
        if bids and times == 2 and not (bids[-1][0] - seat) % 2:
            found.append("redouble")
        _, call = ask([(seat, one) for one in [*found, "pass"]])
        times = {"double": 2, "redouble": 4}.get(call, 1 if call in HEIGHTS else times)
        calls.append((seat, call))
    if not bids:
        return None
    holder, contract = bids[-1]
    return next(seat for seat, call in bids if call == contract and (seat - holder) % 2 == 0), contract, times


def dummy_play(ask: Ask, pack: Pack, hands: list[list[str]], declarer: int) -> list[int]:
    """Return the tricks of each seat; the declarer plays the cards of the seat opposite."""
    table = Dummy(pack, hands, (declarer + 1) % 4)
    table.declarer = declarer
    return table.play(ask)


def bridge(ask: Ask, position: Position) -> Points:
    """Two bids, doubles and redoubles; whoever of the side named the strain first plays it. Nobody is vulnerable."""
    found = called(ask, position)
    if found is None:
        return (0, 0)
    declarer, contract, times = found
    pack = Pack("A", trumps="S" if contract == "1 spades" else "-")
    taken = dummy_play(ask, pack, position["deal"]["hands"], declarer)
    down = 7 - taken[declarer] - taken[(declarer + 2) % 4]
    fine = 50 * down if times == 1 else times // 2 * (100 + 200 * min(down - 1, 2) + 300 * max(down - 3, 0))
    return (-fine, fine) if declarer % 2 == 0 else (fine, -fine)


# ---------------------------------------------------------------- Pitch and Nap


class Pitched(Deal):
    """The suit that is led first is trumps."""

    is_pitch = False
    without = False

    def put(self, seat: int, card: str) -> None:
        if not self.played and not self.without:
            self.pack = Pack(self.pack.ranks, trumps=card[-1])
        super().put(seat, card)

    def legal(self, seat: int) -> list[str]:
        hand = self.hands[seat]
        if self.is_pitch and self.trick and any(card[-1] == self.led for card in hand):
            return [card for card in hand if card[-1] in (self.led, self.pack.trumps)]
        return super().legal(seat)


def pitch(ask: Ask, position: Position) -> Points:
    """The dealer bids if nobody else does; high, low, jack, and the game for aces and jacks."""
    order, top, pitcher = turns(position), 0, -1
    for seat in order:
        found = [str(n) for n in (2, 3, 4) if n > top]
        must = seat == order[-1] and not top
        answer = ask([(seat, bid) for bid in [*found, *([] if must else ["pass"])]])[1]
        if answer != "pass":
            top, pitcher = int(answer), seat
    table = Pitched(Pack("A J", trumps="-"), position["deal"]["hands"], pitcher)
    table.is_pitch = True
    table.play(ask)
    won = [table.won[side] + table.won[side + 2] for side in (0, 1)]
    trumps = sorted((card for card in table.played if card[-1] == table.pack.trumps), key=table.pack.power)
    pips = [sum({"A": 4, "J": 1}[card[0]] for card in cards) for cards in won]
    points = []
    for side, cards in enumerate(won):
        got = (trumps[-1] in cards) + (trumps[0] in cards) + (f"J{table.pack.trumps}" in cards)
        got += pips[side] > pips[1 - side]
        points.append(-top if pitcher % 2 == side and got < top else got)
    return tuple(points)


NAP = {"two": 4, "three": 6, "misere": 7, "four": 8, "nap": 10, "wellington": 11, "blucher": 12}


def nap(ask: Ask, position: Position) -> Points:
    """Two cards each, so that only two can be made, or misere."""
    top, bidder = "", -1
    for seat in turns(position):
        found = [bid for bid in NAP if NAP[bid] > NAP.get(top, 0) and bid not in ("wellington", "blucher")]
        found += {"nap": ["wellington"], "wellington": ["blucher"]}.get(top, [])
        answer = ask([(seat, bid) for bid in [*found, "pass"]])[1]
        if answer != "pass":
            top, bidder = answer, seat
    if not top:
        return None
    table = Pitched(Pack("A K Q", trumps="-"), position["deal"]["hands"], bidder)
    table.without = top == "misere"
    taken = table.play(ask)[bidder]
    is_made = taken == 0 if top == "misere" else taken >= {"two": 2, "three": 3, "four": 4}.get(top, 5)
    lost = {"two": 2, "three": 3, "four": 4, "misere": 3, "nap": 5, "wellington": 10, "blucher": 20}[top]
    stake = lost if is_made else -lost
    return tuple(4 * stake if seat == bidder else -stake for seat in range(5))


# ---------------------------------------------------------------- Jass, King, Doppelkopf, Black Maria


class Jassing(Deal):
    """Follow suit or trump, but do not undertrump; there are no jacks here that could be kept."""

    def legal(self, seat: int) -> list[str]:
        hand, trumps = self.hands[seat], self.pack.trumps
        if not self.trick:
            return list(hand)
        best = next(card for who, card in self.trick if who == self.best(self.trick))
        no_lower = None
        if self.led != trumps and best[-1] == trumps:
            no_lower = lambda card: card[-1] != trumps or self.pack.power(card) > self.pack.power(best)  # noqa: E731
        has_suit = any(card[-1] == self.led for card in hand)
        follow = (lambda card: card[-1] in (self.led, trumps)) if has_suit and self.led != trumps else None
        trump = (lambda card: card[-1] == trumps) if self.led == trumps else None
        return narrow(hand, no_lower, follow, trump)


def jass(ask: Ask, position: Position) -> Points:
    """Kings and queens only: four and three points, five for the last trick, twenty for the pair in trumps."""
    hands, first = position["deal"]["hands"], turns(position)[0]
    chooser = (first + 2) % 4 if ask([(first, "yes"), (first, "no")])[1] == "yes" else first
    kind = ask([(chooser, f"kind({one})") for one in ("suit", "top_down", "bottom_up")])[1][5:-1]
    trumps, times = "-", 3
    if kind == "suit":
        named = ask([(chooser, f"trump({name})") for name in NAMES.values()])[1]
        trumps = next(suit for suit, name in NAMES.items() if name in named)
        times = 2 if trumps in "DH" else 1
    table = Jassing(Pack("Q K" if kind == "bottom_up" else "K Q", trumps=trumps), hands, first)
    table.play(ask)
    points = [
        sum({"K": 4, "Q": 3}[card[0]] for seat in (side, side + 2) for card in table.won[seat]) for side in (0, 1)
    ]
    points[(table.all_tricks[-1][0] or 0) % 2] += 5
    for seat, hand in enumerate(hands):
        points[seat % 2] += 20 if {f"K{trumps}", f"Q{trumps}"} <= set(hand) else 0
    return tuple(times * one for one in points)


def king(ask: Ask, position: Position) -> Points:
    """The first deal: each trick costs twenty."""
    table = Deal(Pack("A K", trumps="-"), position["deal"]["hands"], turns(position)[0])
    return tuple(-20 * taken for taken in table.play(ask))


class TwoPacks(Deal):
    """Of equal cards the first wins."""

    def best(self, plays: Any) -> int | None:
        return super().best(plays)


def doppelkopf(ask: Ask, position: Position) -> Points:
    """Aces and queens of diamonds and clubs: who has a queen of clubs has too few points, whatever happens."""
    hands = position["deal"]["hands"]
    table = TwoPacks(Pack("A Q", trumps="D", tops=("QC", "QD")), hands, turns(position)[0])
    taken = table.play(ask)
    queens = [seat for seat, hand in enumerate(hands) if "QC" in hand]
    points = sum({"A": 11, "Q": 3}[card[0]] for seat in queens for card in table.won[seat])
    worth = 2 + (points < 90) + (points < 60) + (points < 30) + (sum(taken[seat] for seat in queens) == 0)
    extras = 0
    for winner, trick in table.all_tricks:
        for seat, card in trick:
            if card == "AD" and (seat in queens) != (winner in queens):
                extras += 1 if winner in queens else -1
    share = 3 if len(queens) == 1 else 1
    game = {seat: (-share if seat in queens else 1) * worth for seat in range(4)}
    return tuple(game[s] + (extras if s in queens else -extras) * (len(queens) == 2) for s in range(4))


def black_maria(ask: Ask, position: Position) -> Points:
    """Everybody gives the right neighbour a card at once; spades and hearts alone, without trumps."""
    hands = [list(hand) for hand in position["deal"]["hands"]]
    given: dict[int, str] = {}
    while len(given) < 3:
        seat, card = ask([(seat, card) for seat in turns(position) if seat not in given for card in hands[seat]])
        given[seat] = card
    for seat, card in given.items():
        hands[seat].remove(card)
        hands[(seat + 2) % 3].append(card)
    table = Deal(Pack("A K Q", trumps="-"), hands, turns(position)[0])
    table.play(ask)
    worth = {"QS": 13, "KS": 10, "AS": 7}
    return tuple(sum(worth.get(card, card[-1] == "H") for card in won) for won in table.won)


# ---------------------------------------------------------------- Five Hundred


FIVE = {"7 spades": 140, "7 no trumps": 220, "misere": 250, "open misere": 490}


class Joker(Deal):
    """The joker wins wherever it is; without trumps its leader names a suit."""

    asked = ""

    def legal(self, seat: int) -> list[str]:
        hand = self.hands[seat]
        if self.trick:
            return narrow(hand, lambda card: self.pack.suit(card) == self.led)
        if self.pack.trumps != "-":
            return list(hand)
        return [one for card in hand for one in ([card] if card != "joker" else _named())]

    @property
    def led(self) -> str:
        return self.asked or self.pack.suit(self.trick[0][1])

    def put(self, seat: int, card: str) -> None:
        name, _, suit = card.partition(" ")
        self.asked = next((one for one, word in NAMES.items() if word in suit), "" if not self.trick else self.asked)
        super().put(seat, name)

    def play(self, ask: Ask, extra: Any = list) -> list[int]:
        def whole(options: Any) -> Option:
            seat, card = ask(list(options))
            return seat, card.replace("(", "<")

        return super().play(whole, extra)

    def winner(self) -> int | None:
        return next((seat for seat, card in self.trick if card == "joker"), None) if self._has() else super().winner()

    def _has(self) -> bool:
        return any(card == "joker" for _, card in self.trick)


def _named() -> list[str]:
    return [f"joker joker_suit({name})" for name in NAMES.values()]


def five_hundred(ask: Ask, position: Position) -> Points:
    """Seven of spades or without trumps, and the miseres; two cards each, one to lay away."""
    order, bids = turns(position), list[Option]()
    passed: set[int] = set()
    place = 0
    while len(passed) < (3 if bids else 4):
        seat = order[place % 4]
        place += 1
        if seat in passed:
            continue
        top = FIVE[bids[-1][1]] if bids else 0
        found = [bid for bid in FIVE if FIVE[bid] > top and (bid != "misere" or bids)]
        answer = ask([(seat, bid) for bid in [*found, "pass"]])[1]
        if answer == "pass":
            passed.add(seat)
        else:
            bids.append((seat, answer))
    if not bids:
        return None
    declarer, bid = bids[-1]
    hands = [list(hand) for hand in position["deal"]["hands"]]
    hands[declarer] += position["deal"]["rest"]
    hands[declarer].remove(ask([(declarer, card) for card in hands[declarer]])[1])
    is_misere = "misere" in bid
    pack = (
        Pack("A J", trumps="S", tops=("joker", "JS", "JC")) if bid == "7 spades" else Pack("A J", "-", (), ("joker",))
    )
    table = Joker(pack, hands, declarer, idle=((declarer + 2) % 4,) if is_misere else ())
    table.stop = lambda: is_misere and table.taken[declarer] > 0
    taken = table.play(ask)
    side = declarer % 2
    value = 500 if bid == "open misere" else FIVE[bid]
    points = [0, 0]
    is_made = is_misere and taken[declarer] == 0  # nobody takes seven of two tricks
    points[side] = value if is_made else -value
    points[1 - side] = 0 if is_misere else 10 * (taken[1 - side] + taken[3 - side])
    return tuple(points)


SHELF: dict[str, Rules] = {
    "bridge": bridge,
    "pitch": pitch,
    "nap": nap,
    "jass": jass,
    "king": king,
    "doppelkopf": doppelkopf,
    "black_maria": black_maria,
    "five_hundred": five_hundred,
}
"""By the name of the golden file in `tests/data/perft`."""
