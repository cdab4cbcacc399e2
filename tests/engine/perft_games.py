"""The bundled games and packs, each told once more in plain Python for `perft`. Nothing of the package is imported."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.engine.perft import Ask, Option, Pack, Points, Rules, Table, first_answers, narrow

Position = Mapping[str, Any]
Bids = dict[int, str]
"""By seat: a number or a name."""


def turns(position: Position) -> list[int]:
    """Return the seats from the left of the dealer."""
    size = len(position["deal"]["hands"])
    return [(position["dealer"] + 1 + step) % size for step in range(size)]


def tricks_bid(bid: str) -> int:
    return int(bid.split()[-1]) if bid[-1].isdigit() else 0


# ---------------------------------------------------------------- scores


@dataclass(frozen=True)
class Scoring:
    """How a side's tricks are scored, in the words of the parent of most games."""

    nil_value: int = 100
    failed_nil: str = "bags"
    set_cost: str = "per_bid"
    bag_limit: int | None = 10
    bag_penalty: int = 100
    a_bag: int = 1

    def side(self, bids: Sequence[str], taken: Sequence[int]) -> int:
        contract = sum(map(tricks_bid, bids))
        nils = [got for bid, got in zip(bids, taken, strict=True) if tricks_bid(bid) == 0]
        helping = sum(taken) - sum(nils) + (sum(nils) if self.failed_nil == "help" else 0)
        is_made = helping >= contract
        extra = (sum(nils) if self.failed_nil == "bags" else 0) + (helping - contract if is_made else 0)
        lost = {"per_bid": 10 * contract, "per_trick_short": 10 * (contract - helping)}[self.set_cost]
        points = (10 * contract if is_made else -lost) + self.a_bag * extra
        points += sum(self.nil(bid, got) for bid, got in zip(bids, taken, strict=True))
        return points - (self.bag_penalty * (extra // self.bag_limit) if self.bag_limit else 0)

    def nil(self, bid: str, got: int) -> int:
        worth = {"nil": self.nil_value, "blind nil": 2 * self.nil_value}.get(bid, 0)
        return worth if got == 0 else -worth


def by_sides(bids: Bids, taken: Sequence[int], sides: int, score: Callable[[list[str], list[int]], int]) -> Points:
    """Score every side; seat s is of side s mod `sides`."""
    members = [[seat for seat in range(len(taken)) if seat % sides == side] for side in range(sides)]
    return tuple(score([bids[m] for m in side], [taken[m] for m in side]) for side in members)


THREES = Pack("A K Q")

# ---------------------------------------------------------------- the parent, and what differs from it little


@dataclass(frozen=True)
class Spades:
    """Bids in turn, tricks, scores by side."""

    pack: Pack = THREES
    numbers: tuple[int, ...] = (1,)
    has_nil: bool = True
    sides: int = 2
    scoring: Scoring = Scoring()
    table: type[Table] = Table
    lead_spades: bool = False
    dealer_leads: bool = False

    def __call__(self, ask: Ask, position: Position) -> Points:
        hands = [list(hand) for hand in position["deal"]["hands"]]
        bids = self.bidding(ask, position, hands)
        leader = position["dealer"] if self.dealer_leads else turns(position)[0]
        taken = self.table(self.pack, hands, leader, self.lead_spades).play(ask)
        return by_sides(bids, taken, self.sides, self.scoring.side)

    def labels(self) -> list[str]:
        return [*map(str, self.numbers), *(["nil"] if self.has_nil else [])]

    def bidding(self, ask: Ask, position: Position, hands: list[list[str]]) -> Bids:
        bids: Bids = {}
        for seat in turns(position):
            found = [label for label in self.labels() if self.may_bid(label, seat, bids, hands[seat], position)]
            bids[seat] = ask([(seat, label) for label in found or self.labels()])[1]
        return bids

    def may_bid(self, label: str, seat: int, bids: Bids, hand: list[str], position: Position) -> bool:
        return True


class Whiz(Spades):
    def may_bid(self, label: str, seat: int, bids: Bids, hand: list[str], position: Position) -> bool:
        return label == "nil" or int(label) == sum(self.pack.suit(card) == "S" for card in hand)


class Board(Spades):
    def may_bid(self, label: str, seat: int, bids: Bids, hand: list[str], position: Position) -> bool:
        partner = bids.get((seat + 2) % 4)
        return partner is None or tricks_bid(label) + tricks_bid(partner) >= 3 or label == partner == "nil"


class OneNil(Spades):
    def may_bid(self, label: str, seat: int, bids: Bids, hand: list[str], position: Position) -> bool:
        return not label == bids.get((seat + 2) % 4) == "nil"


class FridayNight(Spades):
    def may_bid(self, label: str, seat: int, bids: Bids, hand: list[str], position: Position) -> bool:
        partner = bids.get((seat + 2) % 4)
        return partner is None or tricks_bid(label) + tricks_bid(partner) >= 2


@dataclass(frozen=True)
class Highlander(Scoring):
    """Partners must each make their own bid."""

    def side(self, bids: Sequence[str], taken: Sequence[int]) -> int:
        contract = sum(map(tricks_bid, bids))
        of_numbers = [(tricks_bid(bid), got) for bid, got in zip(bids, taken, strict=True) if bid != "nil"]
        is_made = all(got >= bid for bid, got in of_numbers)
        extra = sum(max(got - bid, 0) for bid, got in of_numbers)
        nils = sum(self.nil(bid, got) for bid, got in zip(bids, taken, strict=True))
        return nils + (10 if is_made else -10) * contract + 5 * extra


class SuicideSwap(Spades):
    """Every side ends with one nil and one number."""

    def may_bid(self, label: str, seat: int, bids: Bids, hand: list[str], position: Position) -> bool:
        partner = bids.get((seat + 2) % 4)
        return partner in (None, "nil") or label in ("nil", partner)

    def bidding(self, ask: Ask, position: Position, hands: list[list[str]]) -> Bids:
        bids = super().bidding(ask, position, hands)
        for seat in turns(position)[:2]:
            partner = bids[(seat + 2) % 4]
            if (bids[seat] == "nil") == (partner == "nil"):
                found = [label for label in self.labels() if (label == "nil") != (partner == "nil")]
                bids[seat] = ask([(seat, label) for label in found])[1]
        return bids


class Beating(Table):
    """Whoever can beat the best card must."""

    def legal(self, seat: int) -> list[str]:
        def beats(card: str) -> bool:
            return self.best([*self.trick, (seat, card)]) == seat

        return narrow(super().legal(seat), beats if self.trick else None)


class FirstTrickFree(Table):
    """Trumps may be led, but not to the first trick."""

    def is_unbroken(self) -> bool:
        return self.number == 1


class ThreeTricks(Table):
    """No trump led in the first three tricks, unless broken."""

    def is_unbroken(self) -> bool:
        return self.number <= 3 and super().is_unbroken()


class LowClub(Table):
    """The lowest club that was dealt leads to the first trick."""

    def legal(self, seat: int) -> list[str]:
        low = self.hands[seat]
        if self.number == 1 and not self.trick and self.low in low:
            return [self.low]
        return super().legal(seat)

    low = "2C"


def three_player(ask: Ask, position: Position) -> Points:
    """Each for himself; the lowest club leads; overtricks cost ten each."""
    hands, pack = position["deal"]["hands"], Pack("A 3 2")
    bids = {seat: ask([(seat, str(n)) for n in range(3)])[1] for seat in turns(position)}
    low = "3C" if "2C" in position["deal"]["rest"] else "2C"
    table = LowClub(pack, hands, next(seat for seat, hand in enumerate(hands) if low in hand))
    table.low = low
    taken = table.play(ask)

    def score(bid: list[str], got: list[int]) -> int:
        contract = int(bid[0])
        return 10 * contract - 10 * (got[0] - contract) if got[0] >= contract else -10 * contract

    return by_sides(bids, taken, 3, score)


def two_player(ask: Ask, position: Position) -> Points:
    """No deal: keep the first card and throw the next away, or the other way round."""
    stock, hands, number = list(position["deal"]["rest"]), [[], []], 0
    while stock:
        seat = turns(position)[number % 2]
        number += 1
        card = stock.pop(0)
        if ask([(seat, "yes"), (seat, "no")])[1] == "yes":
            hands[seat].append(card)
            if stock:
                ask([(seat, stock.pop(0))])
        elif stock:
            hands[seat].append(stock.pop(0))
    bids = {seat: ask([(seat, label) for label in ("1", "2", "nil")])[1] for seat in turns(position)}
    taken = Table(Pack("A K"), hands, position["dealer"]).play(ask)
    return by_sides(bids, taken, 2, Scoring().side)


class Cancelling(Table):
    """Two identical cards cancel each other."""

    def winner(self) -> int | None:
        cards = [card for _, card in self.trick]
        return self.best([play for play in self.trick if cards.count(play[1]) == 1])


@dataclass(frozen=True)
class CancellationScoring(Scoring):
    """Fifty for a nil, two hundred for both; a failed one costs ten a trick, and so does each trick short."""

    def nil(self, bid: str, got: int) -> int:
        return 0 if bid != "nil" else 50 if got == 0 else -10 * got

    def side(self, bids: Sequence[str], taken: Sequence[int]) -> int:
        is_both = all(bid == "nil" and got == 0 for bid, got in zip(bids, taken, strict=True))
        return super().side(bids, taken) + (100 if is_both else 0)


class Joking(Table):
    """A joker turns its side's other cards in the trick into trumps of their rank."""

    jokers = ("big_joker", "little_joker")

    @property
    def led(self) -> str:
        return next((card[-1] for _, card in self.trick if card not in self.jokers), "")

    def legal(self, seat: int) -> list[str]:
        if self.trick:
            led = self.led
            return narrow(self.hands[seat], (lambda card: card in self.jokers or card[-1] == led) if led else None)
        return narrow(self.hands[seat], (lambda card: self.pack.suit(card) != "S") if self.is_unbroken() else None)

    def winner(self) -> int | None:
        def jokes_of(seat: int) -> list[int]:
            return [2 - self.jokers.index(c) for s, c in self.trick if c in self.jokers and s % 2 == seat % 2]

        cards = [play for play in self.trick if play[1] not in self.jokers]
        high = [play for play in cards if play[1][-1] == "S" or jokes_of(play[0])]

        def worth(play: tuple[int, str]) -> tuple[int, bool, int]:
            is_spade = play[1][-1] == "S"
            return self.pack.power(play[1]), is_spade, 0 if is_spade else max(jokes_of(play[0]))

        return max(high, key=worth)[0] if high else self.best(cards)


def passed_on(ask: Ask, position: Position, away: int) -> list[list[str]]:
    """Return the hands of four when each has given a card so many seats on, all at once."""
    hands = [list(hand) for hand in position["deal"]["hands"]]
    given: dict[int, str] = {}
    while len(given) < 4:
        seat, card = ask([(seat, card) for seat in turns(position) if seat not in given for card in hands[seat]])
        given[seat] = card
    for seat, card in given.items():
        hands[seat].remove(card)
        hands[(seat + away) % 4].append(card)
    return hands


def pass_three(ask: Ask, position: Position) -> Points:
    """Partners give each other cards (here one) before the bidding, all at once."""
    return Spades()(ask, {**position, "deal": {"hands": passed_on(ask, position, 2)}})


class Reneging(Table):
    """Nothing is enforced; every player may call an opponent, once each."""

    called: frozenset[Option] = frozenset()

    def legal(self, seat: int) -> list[str]:
        return self.hands[seat]

    def call(self, who: int, text: str) -> None:
        self.called |= {(who, text)}

    def calls(self) -> list[Option]:
        names = ("North", "East", "South", "West")
        found = [(s, f"call_renege({names[(s + step) % 4]})") for s in range(4) for step in (1, 3)]
        return [option for option in found if option not in self.called]


def reneges(ask: Ask, position: Position) -> Points:
    bids = Spades().bidding(ask, position, position["deal"]["hands"])
    table = Reneging(Pack("A K Q"), position["deal"]["hands"], turns(position)[0])
    return by_sides(bids, table.play(ask, table.calls), 2, Scoring().side)


def blind_nil(ask: Ask, position: Position) -> Points:
    """All are asked for a blind nil before they look; whoever bids one may change a card with partner."""
    hands = [list(hand) for hand in position["deal"]["hands"]]
    bids: Bids = {}
    for seat in turns(position):
        if ask([(seat, "blind nil"), (seat, "look")])[1] != "look":
            bids[seat] = "blind nil"
    for seat in turns(position):
        if seat not in bids:
            bids[seat] = ask([(seat, "1"), (seat, "nil")])[1]
    for seat in turns(position):
        if bids[seat] == "blind nil" and ask([(seat, "yes"), (seat, "no")])[1] == "yes":
            for giver in (seat, (seat + 2) % 4):
                card = ask([(giver, card) for card in hands[giver]])[1]
                hands[giver].remove(card)
                hands[(giver + 2) % 4].append(card)
    taken = Table(Pack("A K Q"), hands, turns(position)[0]).play(ask)
    return by_sides(bids, taken, 2, Scoring().side)


# ---------------------------------------------------------------- bids by side


def side_choice(ask: Ask, seat: int, labels: Sequence[str]) -> str:
    """Ask a side of two: either partner may speak."""
    return ask([(member, label) for member in (seat, (seat + 2) % 4) for label in labels])[1]


def talk(ask: Ask, position: Position) -> Points:
    """Each side says what it has, then agrees on one bid: the talk and the first bid alone."""
    seat = turns(position)[0]
    said = [f"estimate({a}, {b})" for a in range(14) for b in range(14 - a)]
    for member in (seat, (seat + 2) % 4):
        ask([(member, text) for text in said])
    side_choice(ask, seat, [str(n) for n in range(4, 14)])
    raise AssertionError("counted too deep")


def partnership_bidding(ask: Ask, position: Position) -> Points:
    """One bid a side, from one to three, and each may raise once."""
    order, contracts = turns(position)[:2], {}
    for seat in order:
        contracts[seat % 2] = int(side_choice(ask, seat, ["1", "2", "3"]))
    for seat in order:
        higher = [str(n) for n in range(2, 5) if n > contracts[seat % 2]]
        bid = side_choice(ask, seat, [*higher, "no raise"])
        contracts[seat % 2] = contracts[seat % 2] if bid == "no raise" else int(bid)
    taken = Table(Pack("A K Q"), position["deal"]["hands"], order[0]).play(ask)
    return tuple(score_side(contracts[side], taken[side] + taken[side + 2]) for side in (0, 1))


def score_side(contract: int, taken: int) -> int:
    return 10 * contract + taken - contract if taken >= contract else -10 * contract


def barmore(ask: Ask, position: Position) -> Points:
    """Blind or together; jokers and the two of spades on top; the dealer leads anything."""
    order = turns(position)[:2]
    bids: dict[int, str] = {}
    for seat in order:
        bid = side_choice(ask, seat, ["blind 2", "blind 3", "look"])
        if bid != "look":
            bids[seat % 2] = bid
    for seat in order:
        if seat % 2 not in bids:
            bids[seat % 2] = side_choice(ask, seat, ["1", "2"])
    pack = Pack("A K 2", tops=("big_joker", "little_joker", "2S"))
    taken = Table(pack, position["deal"]["hands"], position["dealer"], lead_spades=True).play(ask)

    def score(side: int) -> int:
        contract, got = tricks_bid(bids[side]), taken[side] + taken[side + 2]
        each = 20 if "blind" in bids[side] else 10
        return each * contract + got - contract if got >= contract else -each * contract

    return score(0), score(1)


NYC = Pack("A 3 2", tops=("red_joker", "black_joker", "2D", "2S"))


def nyc_first(ask: Ask, position: Position) -> Points:
    """The first hand bids itself: ten a trick."""
    taken = ThreeTricks(NYC, position["deal"]["hands"], turns(position)[0]).play(ask)
    return 10 * (taken[0] + taken[2]), 10 * (taken[1] + taken[3])


def nyc_second(ask: Ask, position: Position) -> Points:
    """The second deal, by a side that is behind after the first: blind bids, and coming out of them."""
    before = nyc_first(first_answers, {**position, "deal": position["earlier"][0]})
    assert before is not None
    position = {**position, "dealer": (position["dealer"] + 1) % 4}
    order = turns(position)[:2]
    bids: dict[int, str] = {}
    for seat in order:
        side = seat % 2
        if max(before) - before[side] >= 10:
            bid = side_choice(ask, seat, ["blind 1", "blind 2", "look"])
            if bid != "look":
                bids[side] = bid
    for seat in order:
        if seat % 2 not in bids:
            bids[seat % 2] = side_choice(ask, seat, ["1", "2"])
    for seat in order:
        if "blind" in bids[seat % 2] and side_choice(ask, seat, ["yes", "no"]) == "yes":
            bids[seat % 2] = "2"
    taken = ThreeTricks(NYC, position["deal"]["hands"], order[0]).play(ask)
    return tuple(nyc_score(bids[side], taken[side] + taken[side + 2]) for side in (0, 1))


def nyc_score(bid: str, taken: int) -> int:
    contract = tricks_bid(bid)
    is_blind = "blind" in bid
    is_set = taken < contract or (not is_blind and taken - contract >= 3)
    return -10 * contract if is_set else (20 if is_blind else 10) * contract


# ---------------------------------------------------------------- other games


def whist(ask: Ask, position: Position) -> Points:
    """The dealer's last card names the trumps; a point for each trick past six."""
    hands = position["deal"]["hands"]
    pack = Pack("A K Q", trumps=hands[position["dealer"]][-1][-1])
    taken = Table(pack, hands, turns(position)[0], lead_spades=True).play(ask)
    return max(taken[0] + taken[2] - 6, 0), max(taken[1] + taken[3] - 6, 0)


def oh_hell(ask: Ask, position: Position) -> Points:
    """Bid exactly; not everyone can be right."""
    hands = position["deal"]["hands"]
    bids: dict[int, int] = {}
    for seat in turns(position):
        found = [n for n in range(3) if len(bids) < 4 or sum(bids.values()) + n != 2]
        bids[seat] = int(ask([(seat, str(n)) for n in found])[1])
    pack = Pack("A K Q", trumps=position["deal"]["rest"][0][-1])
    taken = Table(pack, hands, turns(position)[0], lead_spades=True).play(ask)
    return tuple(got + (10 if got == bids[seat] else 0) for seat, got in enumerate(taken))


TWINS = {"C": "S", "S": "C", "D": "H", "H": "D"}
NAMES = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}


def euchre(ask: Ask, position: Position) -> Points:
    """Take the turned-up card, or name another suit; alone, or with partner."""
    hands = [list(hand) for hand in position["deal"]["hands"]]
    upcard, dealer = position["deal"]["rest"][0], position["dealer"]
    found = _called(ask, turns(position), hands, upcard, dealer)
    if found is None:
        return None
    maker, trumps = found
    is_alone = ask([(maker, "yes"), (maker, "no")])[1] == "yes"
    pack = Pack("A J 9", trumps=trumps, tops=(f"J{trumps}", f"J{TWINS[trumps]}"))
    table = Table(pack, hands, turns(position)[0], lead_spades=True, idle=((maker + 2) % 4,) if is_alone else ())
    taken = table.play(ask)
    made = taken[maker] + taken[(maker + 2) % 4]
    points = [0, 0]
    if made >= 3:
        points[maker % 2] = 1
    elif sum(taken) - made >= 3:
        points[1 - maker % 2] = 2
    return tuple(points)


def _called(ask: Ask, order: list[int], hands: list[list[str]], upcard: str, dealer: int) -> tuple[int, str] | None:
    for seat in order:
        if ask([(seat, f"order_up({NAMES[upcard[-1]]})"), (seat, "no")])[1] != "no":
            hands[dealer].append(upcard)
            hands[dealer].remove(ask([(dealer, card) for card in hands[dealer]])[1])
            return seat, upcard[-1]
    for seat in order:
        suits = [suit for suit in "CDHS" if suit != upcard[-1]]
        answer = ask([*((seat, f"name({NAMES[suit]})") for suit in suits), (seat, "no")])[1]
        if answer != "no":
            return seat, next(suit for suit in suits if NAMES[suit] in answer)
    return None


JOKERS = Pack("A K 2", tops=("big_joker", "little_joker"))

GAMES: dict[str, Rules] = {
    "standard": Spades(),
    "standard_wide": Spades(Pack("A K Q J"), numbers=(1, 2)),
    "cardgames_io": Spades(),
    "short": Spades(scoring=Scoring(bag_limit=5, bag_penalty=50)),
    "solo_meister": Spades(sides=4, scoring=Scoring(failed_nil="nothing"), table=Beating),
    "highlander": Spades(scoring=Highlander()),
    "friday_night": FridayNight(JOKERS, scoring=Scoring(a_bag=-1, bag_limit=None), lead_spades=True),
    "jokers_high": Spades(JOKERS),
    "three_player": three_player,
    "two_player": two_player,
    "cancellation": Spades(
        Pack("A 2", tops=("2S", "2C")), sides=3, table=Cancelling,
        scoring=CancellationScoring(failed_nil="nothing", set_cost="per_trick_short", bag_limit=None),
    ),
    "suicide_swap": SuicideSwap(numbers=(4, 5)),
    "joke_trumps": Spades(Pack("A K 2", jokers=Joking.jokers), table=Joking),
    "pass_three": pass_three,
    "whiz": Whiz(numbers=(1, 2, 3)),
    "board": Board(numbers=(1, 2, 3)),
    "one_nil": OneNil(),
    "free_lead": Spades(lead_spades=True),
    "free_lead_not_first": Spades(table=FirstTrickFree),
    "reneges": reneges,
    "blind_nil": blind_nil,
    "talk": talk,
    "partnership_bidding": partnership_bidding,
    "barmore": barmore,
    "nyc": nyc_first,
    "nyc_second": nyc_second,
    "whist": whist,
    "oh_hell": oh_hell,
    "euchre": euchre,
}  # fmt: skip
"""By the name of the `.spades` file and of the golden file in `tests/data/perft`."""
