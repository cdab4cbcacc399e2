"""More of the bundled games for `perft`: auctions, a dummy, a pass to the left, claims, bids that partner allows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from tests.engine.perft import Ask, Option, Pack, Points, Rules, Table, may_say, narrow
from tests.engine.perft_games import (
    THREES,
    Bids,
    Scoring,
    Spades,
    by_sides,
    passed_on,
    score_side,
    side_choice,
    turns,
)

Position = Mapping[str, Any]
SUITS = {"clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S"}


class WinningCards(Table):
    """Keeps the cards that each seat wins, and who wins each trick."""

    def play(self, ask: Ask, extra: Any = list) -> list[int]:
        self.won: list[list[str]] = [[] for _ in self.hands]
        self.all_tricks: list[tuple[int | None, list[tuple[int, str]]]] = []
        return super().play(ask, extra)

    def end_trick(self) -> None:
        winner = self.winner()
        self.all_tricks.append((winner, self.trick))
        if winner is not None:
            self.won[winner] += [card for _, card in self.trick]
        super().end_trick()


class Hearts(WinningCards):
    """No trumps; hearts are led when one was played; no points on the first trick."""

    def legal(self, seat: int) -> list[str]:
        hand = self.hands[seat]
        if not self.trick:
            is_first = self.number == 1
            no_heart = (lambda card: card[-1] != "H") if not any(card[-1] == "H" for card in self.played) else None
            return narrow(hand, (lambda card: card == "2C") if is_first else None, no_heart)
        no_points = (lambda card: card[-1] != "H" and card != "QS") if self.number == 1 else None
        return narrow(hand, lambda card: card[-1] == self.led, no_points)


def hearts(ask: Ask, position: Position) -> Points:
    """The first deal: everyone passes a card (three in the big game) to the left, at once."""
    hands = passed_on(ask, position, 1)
    table = Hearts(Pack("A Q 2", trumps="-"), hands, next(seat for seat in range(4) if "2C" in hands[seat]))
    table.play(ask)
    return tuple(sum((card[-1] == "H") + 13 * (card == "QS") for card in won) for won in table.won)


class Dummy(Table):
    """Another seat chooses the dummy's cards."""

    declarer = 0

    def play(self, ask: Ask, extra: Any = list) -> list[int]:
        def by_whom(options: Any) -> Option:
            listed = [(self.declarer if seat == 3 else seat, card) for seat, card in options]
            return ask(listed)

        return super().play(by_whom, extra)


def three_player_dummy(ask: Ask, position: Position) -> Points:
    """The highest bidder, of equal ones the first, takes the dummy for a partner."""
    order = [seat for seat in turns(position) if seat != 3]
    bids = {seat: int(ask([(seat, "1"), (seat, "2")])[1]) for seat in order}
    table = Dummy(THREES, position["deal"]["hands"], order[0])
    table.declarer = max(order, key=lambda seat: (bids[seat], -order.index(seat)))
    taken = table.play(ask)
    taken[table.declarer] += taken[3]
    return tuple(score_side(bids[seat], taken[seat]) for seat in range(3))


def auction_spades(ask: Ask, position: Position) -> Points:
    """Raise, or pass and be out, until three have passed; the first to speak opens."""
    order, bids = turns(position), {}
    place = 0
    while list(bids.values()).count("pass") < 3:
        seat = order[place % 4]
        place += 1
        if bids.get(seat) == "pass":
            continue
        most = max((int(bid) for bid in bids.values() if bid != "pass"), default=0)
        found = [str(n) for n in (1, 2) if n > most]
        bids[seat] = ask([(seat, bid) for bid in [*found, *(["pass"] if most else [])]])[1]
    declarer = next(seat for seat, bid in bids.items() if bid != "pass")
    taken = Table(THREES, position["deal"]["hands"], order[0]).play(ask)
    short = abs(taken[declarer] + taken[(declarer + 2) % 4] - 6 - int(bids[declarer]))
    return (0, 10 * short) if declarer % 2 == 0 else (10 * short, 0)


def no_trump_bids(ask: Ask, position: Position) -> Points:
    """A promise to win no trick with a spade unless spades were led; partner has to allow it."""
    hands, bids = position["deal"]["hands"], {}
    for seat in turns(position):
        found = ["1", "nil", *(["1 no trump"] if any(card[-1] == "S" for card in hands[seat]) else [])]
        bids[seat] = ask([(seat, label) for label in found])[1]
        if bids[seat] == "1 no trump":
            partner = (seat + 2) % 4
            if ask([(partner, "yes"), (partner, "no")])[1] == "no":
                bids[seat] = ask([(seat, "1"), (seat, "nil")])[1]
    table = WinningCards(THREES, hands, turns(position)[0])
    taken = table.play(ask)
    broken = {winner for winner, trick in table.all_tricks if winner is not None and _is_ruffed(winner, trick)}
    return tuple(_no_trump_side(side, bids, taken, broken) for side in (0, 1))


def _is_ruffed(winner: int, trick: list[tuple[int, str]]) -> bool:
    return dict(trick)[winner][-1] == "S" and trick[0][1][-1] != "S"


def _no_trump_side(side: int, bids: Bids, taken: list[int], broken: set[int]) -> int:
    points = helping = contract = bags = 0
    for seat in (side, side + 2):
        match bids[seat]:
            case "1":
                contract, helping = contract + 1, helping + taken[seat]
            case "nil":
                points += 100 if taken[seat] == 0 else -100
                bags += taken[seat]
            case _:
                points += 20 if taken[seat] >= 1 and seat not in broken else -20
                bags += max(taken[seat] - 1, 0)
    is_made = helping >= contract
    return points + (10 * contract + helping - contract if is_made else -10 * contract) + bags


def show_seven(ask: Ask, position: Position) -> Points:
    """Who shows enough cards of a side suit (here two) makes it trumps, unless spades are shown as well."""
    hands, trumps = position["deal"]["hands"], "S"
    for seat in turns(position):
        held = Counter(card[-1] for card in hands[seat])
        shown = [name for name in ("clubs", "diamonds", "hearts") if held[SUITS[name]] >= 2]
        if trumps == "S":
            answer = ask([*((seat, f"new_trump({name})") for name in shown), (seat, "no")])[1]
            trumps = next((SUITS[name] for name in shown if name in answer), "S")
    if trumps != "S":
        for seat in turns(position):
            if may_say(ask, seat, "yes", sum(card[-1] == "S" for card in hands[seat]) >= 2):
                trumps = "S"
                break
    bids = Spades().bidding(ask, position, hands)
    taken = Table(Pack("A K Q", trumps=trumps), hands, turns(position)[0]).play(ask)
    return by_sides(bids, taken, 2, Scoring().side)


def french_cut(ask: Ask, position: Position) -> Points:
    """The player on the dealer's right says who gets which of four cards; the last is the dealer's."""
    hands = [list(hand) for hand in position["deal"]["hands"]]
    cut, dealer = list(position["deal"]["rest"]), position["dealer"]
    for name, away in (("for_left", 1), ("for_across", 2), ("for_right", 3)):
        card = ask([((dealer + 3) % 4, f"{name}({card})") for card in cut])[1][len(name) + 1 : -1]
        cut.remove(card)
        hands[(dealer + away) % 4].append(card)
    hands[dealer] += cut
    return Spades()(ask, {**position, "deal": {"hands": hands}})


class Claiming(Table):
    """Whoever leads may claim the rest."""

    def may_claim(self) -> list[Option]:
        return [(self.leader, "claim")] if not self.trick and self.leader not in self.claimed else []

    def play(self, ask: Ask, extra: Any = list) -> list[int]:
        self.claimed: set[int] = set()

        def with_claims(options: Any) -> Option:
            listed = list(options)
            while True:
                choice = ask([*listed, *self.may_claim()])
                if choice[1] != "claim":
                    return choice
                self.claimed.add(choice[0])
                if is_sure(self, choice[0]):
                    raise Rest(choice[0])

        try:
            return super().play(with_claims, extra)
        except Rest as rest:
            self.taken[rest.seat] += len(self.hands[rest.seat])
            return self.taken


class Rest(Exception):
    """The rest is somebody's."""

    def __init__(self, seat: int) -> None:
        super().__init__()
        self.seat = seat


def is_sure(table: Table, seat: int) -> bool:
    """Tell whether a seat, on lead, wins all that is left whatever the others play: by trying it all."""
    if not table.hands[seat]:
        return True
    return any(_wins_all(table, seat, seat, card) for card in table.legal(seat))


def _wins_all(table: Table, seat: int, player: int, card: str) -> bool:
    after = deepcopy(table)
    after.put(player, card)
    if len(after.trick) < len(after.hands):
        following = (player + 1) % len(after.hands)
        return all(_wins_all(after, seat, following, one) for one in after.legal(following))
    if after.winner() != seat:
        return False
    after.end_trick()
    after.trick = []
    return is_sure(after, seat)


def tram(ask: Ask, position: Position) -> Points:
    hands = position["deal"]["hands"]
    bids = Spades().bidding(ask, position, hands)
    return by_sides(bids, Claiming(THREES, hands, turns(position)[0]).play(ask), 2, Scoring().side)


def big_little_mo(ask: Ask, position: Position) -> Points:
    """A side may promise the first seven or ten tricks, which here are all, instead of bidding; one of it leads."""
    hands, order = position["deal"]["hands"], turns(position)
    mo, mo_side = "", -1
    for seat in order[:2]:
        answer = side_choice(ask, seat, ["little mo", "big mo", "no mo"])
        if answer != "no mo":
            mo, mo_side = answer, seat % 2
            break
    bids = {seat: ask([(seat, "1"), (seat, "nil")])[1] for seat in order if seat % 2 != mo_side}
    leader = order[0]
    if mo:
        names = ("North", "East", "South", "West")
        members = (mo_side, mo_side + 2)
        answer = ask([(seat, f"mo_leader({names[member]})") for seat in members for member in members])[1]
        leader = next(member for member in members if names[member] in answer)
    taken = Table(THREES, hands, leader).play(ask)
    points = []
    for side in (0, 1):
        got = [taken[side], taken[side + 2]]
        if side == mo_side:
            points.append((150 if mo == "little mo" else 250) * (1 if sum(got) == 3 else -1))
        else:
            points.append(Scoring().side([bids[side], bids[side + 2]], got))
    return tuple(points)


def half_tricks(ask: Ask, position: Position) -> Points:
    """Bids go by halves, and a side's has to be whole in the end."""
    hands, bids = position["deal"]["hands"], {}
    labels = ["1", "1.5", "2", "nil"]
    for seat in turns(position):
        partner = bids.get((seat + 2) % 4)
        fitting = [label for label in labels if partner is None or (_halves(label) + _halves(partner)) % 2 == 0]
        bids[seat] = ask([(seat, label) for label in fitting or labels])[1]
    taken = Table(THREES, hands, turns(position)[0]).play(ask)
    return tuple(_half_side([bids[s], bids[s + 2]], [taken[s], taken[s + 2]]) for s in (0, 1))


def _halves(bid: str) -> int:
    return 0 if bid == "nil" else int(2 * float(bid))


def _half_side(bids: list[str], taken: list[int]) -> int:
    contract = sum(map(_halves, bids)) // 2
    nils = [got for bid, got in zip(bids, taken, strict=True) if bid == "nil"]
    helping = sum(taken) - sum(nils)
    points = sum(100 if got == 0 else -100 for got in nils) + sum(nils)
    return points + (10 * contract + helping - contract if helping >= contract else -10 * contract)


OTHERS: dict[str, Rules] = {
    "hearts": hearts,
    "three_player_dummy": three_player_dummy,
    "auction_spades": auction_spades,
    "no_trump_bids": no_trump_bids,
    "show_seven": show_seven,
    "french_cut": french_cut,
    "tram": tram,
    "big_little_mo": big_little_mo,
    "half_tricks": half_tricks,
}
"""By the name of the golden file."""
