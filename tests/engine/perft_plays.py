"""Games for `perft` that differ in the play: who leads, what has to be played, and which card wins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.engine.perft import Ask, Pack, Points, Rules, Table, narrow
from tests.engine.perft_bids import SuicideOneNil
from tests.engine.perft_cards import dealer, discard, holder_of_the_two
from tests.engine.perft_games import (
    JOKERS,
    Bids,
    Cancelling,
    Scoring,
    Spades,
    Whiz,
    by_sides,
    passed_on,
    turns,
)

Position = Mapping[str, Any]
ACES = Pack("A K 2")
JACKS = Pack("A K J")

# ---------------------------------------------------------------- which card wins


class Ladder(Table):
    """Every suit trumps those below it: spades, hearts, diamonds, clubs."""

    def winner(self) -> int | None:
        return max(self.trick, key=lambda play: ("CDHS".index(play[1][-1]), self.pack.power(play[1])))[0]


class FirstJoker(Table):
    """Both jokers are the highest spade, and the first of them wins."""

    def winner(self) -> int | None:
        jokers = [seat for seat, card in self.trick if card.endswith("joker")]
        return jokers[0] if jokers else super().winner()


class LastOfEqual(Table):
    """Of two cards that are the same the second is higher."""

    def best(self, plays: Sequence[tuple[int, str]]) -> int | None:
        return super().best(list(reversed(plays)))


# ---------------------------------------------------------------- what has to be played


class ClubOpens(Table):
    """The lowest club opens; the others follow, and play no spade without a club, unless they have nothing else."""

    lowest = False
    opener = "2C"

    def legal(self, seat: int) -> list[str]:
        hand = self.hands[seat]
        if self.number > 1:
            return super().legal(seat)
        if not self.trick:
            return [self.opener]
        clubs = [card for card in hand if self.pack.suit(card) == "C"]
        if clubs:
            return [min(clubs, key=self.pack.power)] if self.lowest else clubs
        return narrow(hand, lambda card: self.pack.suit(card) != "S")


class LowestClubOpens(ClubOpens):
    """Everyone plays the lowest club."""

    lowest = True


class LowestClubOrSpade(ClubOpens):
    """Who has no club may play a spade."""

    lowest = True

    def legal(self, seat: int) -> list[str]:
        found = super().legal(seat)
        is_void = self.number == 1 and self.trick and not any(card[-1] == "C" for card in self.hands[seat])
        return self.hands[seat] if is_void else found


class ThreeOpens(ClubOpens):
    """The twos are spades: the three is the lowest club."""

    opener = "3C"


@dataclass(frozen=True)
class ByTheTwo(Spades):
    """Who holds the lowest club leads."""

    opener: str = "2C"

    def __call__(self, ask: Ask, position: Position) -> Points:
        hands = position["deal"]["hands"]
        bids = self.bidding(ask, position, hands)
        leader = next(seat for seat, hand in enumerate(hands) if self.opener in hand)
        taken = self.table(self.pack, hands, leader).play(ask)
        return by_sides(bids, taken, 2, self.scoring.side)


class MustTrump(Table):
    """Without the suit led a spade has to be played; spades that lie there have to be beaten, if they can be."""

    def legal(self, seat: int) -> list[str]:
        cards = super().legal(seat)
        if not self.trick:
            return cards
        if any(self.pack.suit(card) == self.led for card in cards) and self.led != "S":
            return cards
        spades = [card for card in cards if card[-1] == "S"]
        lying = [self.pack.power(card) for _, card in self.trick if card[-1] == "S"]
        higher = [card for card in spades if lying and self.pack.power(card) > max(lying)]
        return higher or spades or cards


class Overtrump(Table):
    """Who cannot follow has to beat the opponents' best spade on a side suit, if they can."""

    def legal(self, seat: int) -> list[str]:
        cards = super().legal(seat)
        if not self.trick or self.led == "S" or any(card[-1] == self.led for card in cards):
            return cards
        spades = [(player, card) for player, card in self.trick if card[-1] == "S"]
        if not spades:
            return cards
        player, best = max(spades, key=lambda play: self.pack.power(play[1]))
        higher = [c for c in cards if c[-1] == "S" and self.pack.power(c) > self.pack.power(best)]
        return higher if higher and player % 2 != seat % 2 else cards


class Raking(Table):
    """A big joker that is led calls the highest spades, everybody's or the opponents' alone."""

    partner_too = True

    def legal(self, seat: int) -> list[str]:
        cards = super().legal(seat)
        if not self.trick or self.trick[0][1] != "big_joker":
            return cards
        spades = [card for card in self.hands[seat] if self.pack.suit(card) == "S"]
        if not spades or (not self.partner_too and self.trick[0][0] % 2 == seat % 2):
            return cards
        return [max(spades, key=self.pack.power)]


class RakingOpponents(Raking):
    partner_too = False


def raking(table: type[Table], by_clubs: bool) -> Rules:
    """All 54 cards: somebody takes the two left over, and lays two away."""

    def rules(ask: Ask, position: Position) -> Points:
        hands = [list(hand) for hand in position["deal"]["hands"]]
        seat = holder_of_the_two(position) if by_clubs else dealer(position)
        hands[seat] += position["deal"]["rest"]
        discard(ask, seat, hands[seat], 2)
        bids = Spades(has_nil=False).bidding(ask, position, hands)
        taken = table(JOKERS, hands, turns(position)[0]).play(ask)
        return by_sides(bids, taken, 2, Scoring().side)

    return rules


# ---------------------------------------------------------------- a stack, a dummy, more players


class Stacked(Table):
    """Some play the top of a shuffled hand, whatever was led."""

    stacked: frozenset[int] = frozenset()

    def legal(self, seat: int) -> list[str]:
        return self.hands[seat][:1] if seat in self.stacked else super().legal(seat)


def nil_in_the_dark(ask: Ask, position: Position) -> Points:
    """A nil from a shuffled stack. A hand is of one suit here, its cards next to each other: any order is the same."""
    hands, order, bids = position["deal"]["hands"], turns(position), dict[int, str]()
    for seat in order:
        blind = ask([(seat, "blind nil in the dark"), (seat, "look")])[1]
        bids[seat] = blind if blind != "look" else ask([(seat, bid) for bid in ("1", "nil", "nil in the dark")])[1]
    table = Stacked(Pack("A K"), hands, order[0])
    table.stacked = frozenset(seat for seat, bid in bids.items() if "dark" in bid)
    taken = table.play(ask)

    def score(of: list[str], got: list[int]) -> int:
        plain = Scoring().side(["nil" if "dark" in bid else bid for bid in of], got)
        for bid, tricks in zip(of, got, strict=True):
            if "dark" in bid:
                worth = 250 if "blind" in bid else 200
                plain += (worth - 100) if tricks == 0 else -(worth - 100)
        return plain

    return by_sides(bids, taken, 2, score)


def superspades(ask: Ask, position: Position) -> Points:
    """The earliest of the highest bidders plays partner's hand too; the score is as ever."""
    order, hands = turns(position), position["deal"]["hands"]
    bids: Bids = {seat: ask([(seat, bid) for bid in ("1", "2", "nil")])[1] for seat in order}
    worth = {seat: 0 if bid == "nil" else int(bid) for seat, bid in bids.items()}
    declarer = max(order, key=lambda seat: (worth[seat], -order.index(seat)))
    dummy = (declarer + 2) % 4

    def by_whom(options: Any) -> tuple[int, str]:
        return ask([(declarer if seat == dummy else seat, card) for seat, card in options])

    taken = Table(Pack("A K"), hands, order[0]).play(by_whom)
    return by_sides(bids, taken, 2, Scoring().side)


def eight(bids: list[str], taken: list[int]) -> int:
    """Ten off for each trick short, a point for each over."""
    contract, got = len(bids), sum(taken)
    return 10 * contract + got - contract if got >= contract else -10 * (contract - got)


def pairs(table: type[Table], pack: Pack, score: Any) -> Rules:
    """So many pairs, partners opposite; one trick is bid by each."""

    def rules(ask: Ask, position: Position) -> Points:
        order, hands = turns(position), position["deal"]["hands"]
        bids = {seat: ask([(seat, "1")])[1] for seat in order}
        return by_sides(bids, table(pack, hands, order[0]).play(ask), len(hands) // 2, score)

    return rules


# ---------------------------------------------------------------- another format on every deal


def league_night(number: int) -> Rules:
    """The deal of that number, when those before it were got over by first answers, which decide nothing here."""

    def rules(ask: Ask, position: Position) -> Points:
        position = {**position, "dealer": (position["dealer"] + number - 1) % 4}
        match number:
            case 1:
                return Spades(JACKS, scoring=Scoring(nil_value=50))(ask, position)
            case 2:
                return Whiz(JACKS, (1, 2, 3))(ask, position)
            case 5:
                return Spades(JACKS)(ask, {**position, "deal": {"hands": passed_on(ask, position, 2)}})
            case 6:
                return Spades(JACKS, scoring=Scoring(a_bag=-1))(ask, position)
            case 7:
                return SuicideOneNil(JACKS)(ask, position)
        raise AssertionError("a deal that is not counted")

    return rules


PLAYS: dict[str, Rules] = {
    "bauer_trumps": Spades(Pack("A J 9", tops=("JS", "JC"))),
    "differentiated_trumps": Spades(table=Ladder),
    "jokers_first_wins": Spades(JOKERS, table=FirstJoker),
    "first_trick_clubs": ByTheTwo(ACES, table=ClubOpens),
    "first_trick_clubs_high_twos": ByTheTwo(
        Pack("A 3 2", tops=("2S", "2D", "2C", "2H")), table=ThreeOpens, opener="3C"
    ),
    "first_trick_lowest_club": ByTheTwo(ACES, table=LowestClubOpens),
    "first_trick_lowest_club_trumped": ByTheTwo(ACES, table=LowestClubOrSpade),
    "must_trump_tarot": Spades(table=MustTrump),
    "play_to_beat": Spades(table=Overtrump),
    "rake_em": raking(Raking, by_clubs=False),
    "jokers_high_alternate": raking(RakingOpponents, by_clubs=True),
    "nil_in_the_dark": nil_in_the_dark,
    "superspades": superspades,
    "cancellation_8": pairs(Cancelling, Pack("A 2", tops=("2S", "2C")), eight),
    "six_player_2D": pairs(LastOfEqual, Pack("A 2"), Scoring().side),
    "league_night_1": league_night(1),
    "league_night_2": league_night(2),
    "league_night_5": league_night(5),
    "league_night_6": league_night(6),
    "league_night_7": league_night(7),
}
"""By the name of the golden file in `tests/data/perft`."""
