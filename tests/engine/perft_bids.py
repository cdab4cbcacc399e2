"""Games for `perft` that differ in what is bid and announced, and in what that scores."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tests.engine.perft import Ask, Pack, Points, Rules, Table, first_answers, may_say
from tests.engine.perft_games import THREES, Bids, Scoring, Spades, by_sides, score_side, side_choice, tricks_bid, turns
from tests.engine.perft_others import WinningCards

Position = Mapping[str, Any]
SideScore = Callable[[int, list[int]], int]


def sides_of(score: SideScore, taken: list[int]) -> Points:
    return tuple(score(side, [taken[side], taken[side + 2]]) for side in (0, 1))


def open_bids(ask: Ask, position: Position, seats: Sequence[int], labels: Sequence[str]) -> Bids:
    return {seat: ask([(seat, label) for label in labels])[1] for seat in seats}


# ---------------------------------------------------------------- a nil that must be, answers to the others' bid


class SuicideOneNil(Spades):
    """Whoever speaks second has to be the nil of the side, or not to be it."""

    def may_bid(self, label: str, seat: int, bids: Bids, hand: list[str], position: Position) -> bool:
        partner = bids.get((seat + 2) % 4)
        return partner is None or (label == "nil") != (partner == "nil")


class SecretBids(Spades):
    """All are asked together, and answer in any order."""

    def bidding(self, ask: Ask, position: Position, hands: list[list[str]]) -> Bids:
        bids: Bids = {}
        while left := [seat for seat in turns(position) if seat not in bids]:
            seat, label = ask([(seat, label) for seat in left for label in self.labels()])
            bids[seat] = label
        return bids


def counter_bid(ask: Ask, position: Position) -> Points:
    """The side that bid first may raise its whole bid, once, when all have bid."""
    order = turns(position)
    bids = open_bids(ask, position, order, ["1", "nil"])
    contracts = [sum(tricks_bid(bids[seat]) for seat in (side, side + 2)) for side in (0, 1)]
    first = order[0] % 2
    if contracts[first]:
        raises = [str(n) for n in (2, 3) if n > contracts[first]]
        answer = side_choice(ask, order[0], [*raises, "stand"])
        contracts[first] = contracts[first] if answer == "stand" else int(answer)
    taken = Table(THREES, position["deal"]["hands"], order[0]).play(ask)

    def score(side: int, got: list[int]) -> int:
        nils = [n for n, bid in zip(got, (bids[side], bids[side + 2]), strict=True) if bid == "nil"]
        points = sum(100 if n == 0 else -100 for n in nils) + sum(nils)
        return points + score_side(contracts[side], sum(got) - sum(nils))

    return sides_of(score, taken)


# ---------------------------------------------------------------- blind bids


def trailing_blind(ask: Ask, position: Position) -> Points:
    """A blind bid is twenty a trick, without overtricks, and apart from partner's; ten a trick if it fails."""
    order, bids = turns(position), dict[int, str]()
    for seat in order:
        answer = ask([(seat, label) for label in ("blind 1", "look")])[1]
        if answer != "look":
            bids[seat] = answer
    bids |= open_bids(ask, position, [seat for seat in order if seat not in bids], ["1", "nil"])
    taken = Table(THREES, position["deal"]["hands"], order[0]).play(ask)

    def score(side: int, got: list[int]) -> int:
        both = list(zip((bids[side], bids[side + 2]), got, strict=True))
        blind = [(tricks_bid(bid), n) for bid, n in both if "blind" in bid]
        seen = [(bid, n) for bid, n in both if "blind" not in bid]
        plain = Scoring().side([bid for bid, _ in seen], [n for _, n in seen]) if seen else 0
        return plain + sum(20 * bid if n >= bid else -10 * bid for bid, n in blind)

    return sides_of(score, taken)


def by_side_first(labels: Sequence[str], worth: Callable[[str, list[int]], int]) -> Rules:
    """A side may bid as one before it looks, all its tricks together; the others bid in turn."""

    def rules(ask: Ask, position: Position) -> Points:
        order, as_one = turns(position), dict[int, str]()
        for seat in order[:2]:
            answer = side_choice(ask, seat, [*labels, "look"])
            if answer != "look":
                as_one[seat % 2] = answer
        bids = open_bids(ask, position, [seat for seat in order if seat % 2 not in as_one], ["1", "nil"])
        taken = Table(THREES, position["deal"]["hands"], order[0]).play(ask)

        def score(side: int, got: list[int]) -> int:
            if side in as_one:
                return worth(as_one[side], got)
            return Scoring().side([bids[side], bids[side + 2]], got)

        return sides_of(score, taken)

    return rules


def exactly_blind(bid: str, got: list[int]) -> int:
    return 20 * tricks_bid(bid) * (1 if sum(got) == tricks_bid(bid) else -1)


def boston(ask: Ask, position: Position) -> Points:
    """All the tricks, for 200, or blind for 400, which is asked first: the first side that bids it is alone in it."""
    order, as_one = turns(position), dict[int, str]()
    for choices in (["blind moon", "look"], ["moon", "no moon"]):
        for seat in order[:2]:
            answer = side_choice(ask, seat, choices) if not as_one else choices[1]
            if answer == choices[0]:
                as_one[seat % 2] = answer
    bids = open_bids(ask, position, [seat for seat in order if seat % 2 not in as_one], ["1"])
    taken = Table(THREES, position["deal"]["hands"], order[0]).play(ask)

    def score(side: int, got: list[int]) -> int:
        if side not in as_one:
            return Scoring().side([bids[side], bids[side + 2]], got)
        return (400 if as_one[side] == "blind moon" else 200) * (1 if sum(got) == sum(taken) else -1)

    return sides_of(score, taken)


def double_nil(ask: Ask, position: Position) -> Points:
    """Both partners nil: 500, or 250 off and a hundred for the others if both failed; no bags."""
    order = turns(position)
    bids = open_bids(ask, position, order, ["1", "nil"])
    taken = Table(THREES, position["deal"]["hands"], order[0]).play(ask)

    def both(side: int) -> bool:
        return bids[side] == bids[side + 2] == "nil"

    def score(side: int, got: list[int]) -> int:
        points = Scoring().side([bids[side], bids[side + 2]], got)
        if both(side):
            points = 500 if sum(got) == 0 else -250
        caught = both(1 - side) and taken[1 - side] > 0 and taken[3 - side] > 0
        return points + (100 if caught else 0)

    return sides_of(score, taken)


# ---------------------------------------------------------------- promises about tricks in a row


class InOrder(Table):
    """Remembers who won each trick."""

    def play(self, ask: Ask, extra: Any = list) -> list[int]:
        self.winners: list[int] = []
        return super().play(ask, extra)

    def end_trick(self) -> None:
        super().end_trick()
        self.winners.append(self.leader)

    def longest(self, side: int) -> int:
        best = now = 0
        for winner in self.winners:
            now = now + 1 if winner % 2 == side else 0
            best = max(best, now)
        return best


def bemo(ask: Ask, position: Position) -> Points:
    """Besides its bid a side may promise the first nine tricks, or the first six: here that is all."""
    order = turns(position)
    bids = open_bids(ask, position, order, ["1"])
    promised: dict[int, int] = {}
    for seat in order[:2]:
        if side_choice(ask, seat, ["yes", "no"]) == "yes":
            promised[seat % 2] = 90
    for seat in order[:2]:
        if seat % 2 not in promised and side_choice(ask, seat, ["yes", "no"]) == "yes":
            promised[seat % 2] = 60
    taken = Table(THREES, position["deal"]["hands"], order[0]).play(ask)

    def score(side: int, got: list[int]) -> int:
        worth = promised.get(side, 0)
        return Scoring().side([bids[side], bids[side + 2]], got) + (worth if sum(got) == sum(taken) else -worth)

    return sides_of(score, taken)


def big_little_moe(ask: Ask, position: Position) -> Points:
    """Instead of bidding, so many tricks in a row, anywhere: here two, or one."""
    order, moes = turns(position), dict[int, str]()
    for seat in order[:2]:
        answer = side_choice(ask, seat, ["big moe", "little moe", "no moe"])
        if answer != "no moe":
            moes[seat % 2] = answer
    bids = open_bids(ask, position, [seat for seat in order if seat % 2 not in moes], ["1"])
    table = InOrder(THREES, position["deal"]["hands"], order[0])
    taken = table.play(ask)

    def score(side: int, got: list[int]) -> int:
        if side not in moes:
            return Scoring().side([bids[side], bids[side + 2]], got)
        worth, needed = {"big moe": (300, 2), "little moe": (150, 1)}[moes[side]]
        return worth if table.longest(side) >= needed else -worth

    return sides_of(score, taken)


# ---------------------------------------------------------------- aces


def aces(hand: Sequence[str]) -> int:
    return sum(card[:-1] == "A" for card in hand)


def mitchell_aces(ask: Ask, position: Position) -> Points:
    """Four aces that were announced and are all won are a hundred; partner answers truly, or not at all."""
    hands, order = position["deal"]["hands"], turns(position)
    held = [aces(hand) for hand in hands]
    announced: set[int] = set()
    asked: dict[int, int] = {}
    bids = dict.fromkeys(order, "1")
    for seat in order:
        ask([(seat, "1")])
    for seat in order:
        if may_say(ask, seat, "yes", held[seat] == 4):
            announced.add(seat % 2)
    for number in (3, 2):
        for seat in order:
            # Only who asked with two aces himself keeps partner from asking so.
            partner_asked = number == 2 and asked.get((seat + 2) % 4) == 2
            if not partner_asked and may_say(ask, seat, "yes", held[seat] == number):
                asked[seat] = number
    for seat in order:
        partner = (seat + 2) % 4
        if partner in asked and may_say(ask, seat, "yes", held[seat] == 4 - asked[partner]):
            announced.add(seat % 2)
    table = WinningCards(Pack("A K 2", tops=("big_joker", "little_joker", "2S")), hands, order[0])
    taken = table.play(ask)

    def score(side: int, got: list[int]) -> int:
        won = aces([*table.won[side], *table.won[side + 2]])
        return Scoring().side([bids[side], bids[side + 2]], got) + (100 if side in announced and won == 4 else 0)

    return sides_of(score, taken)


def wiki_partnership_ace_check(ask: Ask, position: Position) -> Points:
    """Three aces may be announced; with the fourth at partner's, a card goes over, and the contract is all four."""
    hands, order = [list(hand) for hand in position["deal"]["hands"]], turns(position)
    answered = {}
    for seat in order:
        if may_say(ask, seat, "yes", aces(hands[seat]) >= 3):
            partner = (seat + 2) % 4
            answered[seat] = int(ask([(partner, str(min(aces(hands[partner]), 1)))])[1])
    bids = {seat % 2: side_choice(ask, seat, ["1"]) for seat in order[:2]}
    sealed = [seat for seat in answered if may_say(ask, seat, "yes", aces(hands[seat]) + answered[seat] == 4)]
    for seat in sealed:
        for giver in (seat, (seat + 2) % 4):
            card = ask([(giver, card) for card in hands[giver]])[1]
            hands[giver].remove(card)
            hands[(giver + 2) % 4].append(card)
    table = WinningCards(Pack("A K 2", tops=("2S", "2D", "2C", "2H")), hands, order[0])
    taken = table.play(ask)

    def score(side: int, got: list[int]) -> int:
        points = score_side(int(bids[side]), sum(got))
        if any(seat % 2 == side for seat in sealed):
            points += 100 if aces([*table.won[side], *table.won[side + 2]]) == 4 else -100
        return points

    return sides_of(score, taken)


# ---------------------------------------------------------------- points that grow, pots, a format for each deal


SEVENS = Spades(numbers=(1, 2), has_nil=False)


def bids_and_tricks(ask: Ask, position: Position) -> tuple[Bids, list[int]]:
    bids = SEVENS.bidding(ask, position, position["deal"]["hands"])
    return bids, Table(THREES, position["deal"]["hands"], turns(position)[0]).play(ask)


def made_high(bids: Bids, taken: Sequence[int], side: int) -> bool:
    contract = tricks_bid(bids[side]) + tricks_bid(bids[side + 2])
    return contract >= 2 and taken[side] + taken[side + 2] >= contract


def seven_plus_two(ask: Ask, position: Position) -> Points:
    """A high bid that is made (here of two or more) is ten the first time, twenty the second, and so on."""
    before = [0, 0]
    for number, deal in enumerate(position["earlier"]):
        earlier = {**position, "deal": deal, "dealer": (position["dealer"] + number) % 4}
        bids, taken = bids_and_tricks(first_answers, earlier)
        before = [count + made_high(bids, taken, side) for side, count in enumerate(before)]
    position = {**position, "dealer": (position["dealer"] + len(position["earlier"])) % 4}
    bids, taken = bids_and_tricks(ask, position)
    points = by_sides(bids, taken, 2, Scoring(bag_limit=None).side)
    assert points is not None
    return tuple(
        got + (10 * (before[side] + 1) if made_high(bids, taken, side) else 0) for side, got in enumerate(points)
    )


class ThreeB(Scoring):
    """Ten a trick for who made the bid, ten off for each over; a point a trick for who did not; nil ten off a trick."""

    def side(self, bids: Sequence[str], taken: Sequence[int]) -> int:
        return sum(self.player(bid, got) for bid, got in zip(bids, taken, strict=True))

    def player(self, bid: str, got: int) -> int:
        if bid == "nil":
            return -10 * got if got else 100
        number = tricks_bid(bid)
        return 10 * number - 10 * (got - number) if got >= number else got


class AceLow(Table):
    """An ace may be called low as it is played: then it is below all cards of its suit."""

    def play(self, ask: Ask, extra: Any = list) -> list[int]:
        self.low: set[str] = set()
        return super().play(ask, extra)

    def legal(self, seat: int) -> list[str]:
        cards = super().legal(seat)
        return [*cards, *(f"{card} low" for card in cards if card[:-1] == "A")]

    def put(self, seat: int, card: str) -> None:
        name = card.removesuffix(" low")
        if card != name:
            self.low.add(name)
        super().put(seat, name)

    def strength(self, card: str) -> tuple[bool, int]:
        return card not in self.low, self.pack.power(card)


BIDS: dict[str, Rules] = {
    "suicide_one_nil": SuicideOneNil(),
    "secret_bids": SecretBids(),
    "counter_bid": counter_bid,
    "trailing_blind": trailing_blind,
    "blind_six": by_side_first(["blind 1", "blind 2"], exactly_blind),
    "blind_double_nil": by_side_first(["blind double nil"], lambda _, got: 800 if sum(got) == 0 else -400),
    "boston": boston,
    "double_nil": double_nil,
    "bemo": bemo,
    "big_little_moe": big_little_moe,
    "mitchell_aces": mitchell_aces,
    "mitchell_aces_three": mitchell_aces,
    "wiki_partnership_ace_check": wiki_partnership_ace_check,
    "seven_plus_two": seven_plus_two,
    "three_b": Spades(scoring=ThreeB(), table=AceLow),
    "ace_low": Spades(table=AceLow),
}
"""By the name of the golden file in `tests/data/perft`."""
