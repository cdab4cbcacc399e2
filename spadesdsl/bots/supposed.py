"""Deals that were never played: other tricks were taken, other cards won or other bids made than in one that was.

They are scored as the rules say; what is different then is what the tricks, cards and bids are worth.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from spadesdsl.bots.rollout import finish
from spadesdsl.engine import scoring, seats
from spadesdsl.engine.deals import begun
from spadesdsl.engine.game import Game, State
from spadesdsl.engine.ranking import bits, mask_of
from spadesdsl.engine.spec import Amount
from spadesdsl.engine.state import Bid

FEWER = 2
"""How many tricks fewer a side takes in some of the deals used to follow tallies."""


def shared(tricks: int, members: Sequence[int]) -> dict[int, int]:
    """Share tricks out among some seats."""
    return {seat: tricks // len(members) + (place < tricks % len(members)) for place, seat in enumerate(members)}


def with_tricks(deal: State, taken: Mapping[int, int], others: Sequence[int]) -> State:
    """Return a deal in which some seats took so many tricks, and others the rest."""
    row = {**shared(max(0, deal.tricks_total - sum(taken.values())), others), **taken}
    s = deal.copy()
    s.taken, s.won = tuple(row.get(seat, 0) for seat in range(len(s.taken))), (0,) * len(s.won)
    return s


def with_shares(deal: State, weights: Sequence[float]) -> State:
    """Return a deal in which each seat won as large a share of cards of any weight as it took of the tricks."""
    s, total = deal.copy(), sum(deal.taken)
    won, many = [0] * len(s.won), [0] * len(s.won)
    cards = [card for hand in s.hands for card in bits(hand)] if total else []
    for place, card in enumerate(sorted(cards, key=weights.__getitem__), 1):
        seat = max(range(len(won)), key=lambda at: s.taken[at] * place - many[at] * total)
        won[seat] |= 1 << card
        many[seat] += 1
    s.won = tuple(won)
    return s


def with_won(deal: State, side: int, cards: int) -> State:
    """Return a deal in which a side's first seat won these cards, and nobody any other."""
    s = deal.copy()
    s.won = tuple(cards if seat == deal.sides[side][0] else 0 for seat in range(len(s.won)))
    return s


def scored(deal: State, tallies: tuple[tuple[Amount, ...], ...] | None = None) -> State:
    """Score a finished deal again, from zero points and these tallies, and return it."""
    s = deal.copy()
    s.scores = (0,) * len(s.scores)
    s.tallies = tuple((0,) * len(row) for row in s.tallies) if tallies is None else tallies
    s.tallies_before = s.tallies
    s.filled = tuple((0,) * len(row) for row in s.tallies)
    s.over, s.winners, s.out, s.sheets, s.events = False, (), 0, (), ()
    scoring.settle(s)
    return s


def is_idle(deal: State, many: int) -> bool:
    """Tell whether a deal scores the same if its first tricks go to another seat."""
    found = set()
    for seat in deal.spec.players:
        s = deal.copy()
        s.tricks = tuple(one._replace(winner=seat) if one.number <= many else one for one in deal.tricks)
        s.taken = tuple(sum(one.winner == at for one in s.tricks) for at in range(len(s.taken)))
        s.won = tuple(sum(mask_of(one.cards) for one in s.tricks if one.winner == at) for at in range(len(s.won)))
        found.add(scored(s).scores)
    return len(found) == 1


def drawn_by_winner(game: Game, number: int, luck: int) -> frozenset[int]:
    """Return the piles whose first card all see and the winner of the first trick of a deal draws."""
    s = begun(game, deal=number, like=game.start(luck))
    finish(s, tricks=0)
    before = s.piles
    finish(s, tricks=1)
    winner = s.tricks[0].winner if s.tricks else None
    if winner is None:
        return frozenset()
    zones = [zone for zone in s.spec.zones if zone.face_up]
    seen = [zone.base + at for zone in zones for at in range(len(s.hands) if zone.is_each else 1)]
    return frozenset(pile for pile in seen if before[pile] and s.hands[winner] >> before[pile][0] & 1)


def with_a_side_down(deal: State) -> list[State]:
    """Return a deal with fewer tricks for one side: what goes well in every sample must not seem certain."""
    found = []
    for side, members in enumerate(deal.sides[:2]):
        others = [seat for seat in deal.spec.players if seat not in members]
        loser = max(members, key=lambda seat: deal.taken[seat])
        fewer = min(deal.taken[loser], FEWER)
        if not fewer or not others:
            continue
        s = deal.copy()
        row = list(deal.taken)
        row[loser] -= fewer
        row[others[side % len(others)]] += fewer
        s.taken = tuple(row)
        found.append(s)
    return found


def as_made(bid: Bid | None) -> Bid | None:
    """Drop the time a bid was made, so that equal bids are equal."""
    return None if bid is None else Bid(bid.type, bid.arguments, bid.label, bid.contract, 1)


def with_bids(deal: State, like: State, side: int) -> State:
    """Return a deal in which a side has bid as in another deal."""
    s = deal.copy()
    if s.sides != like.sides:
        seats.with_sides(s, like.sides)
    members = s.sides[side]
    bids, contracts = list(s.bids), list(s.contracts)
    for seat in members:
        bids[seat], contracts[seat] = as_made(like.bids[seat]), like.contracts[seat]
    side_bids, side_contracts = list(s.side_bids), list(s.side_contracts)
    side_bids[side], side_contracts[side] = as_made(like.side_bids[side]), like.side_contracts[side]
    s.bids, s.contracts = tuple(bids), tuple(contracts)
    s.side_bids, s.side_contracts = tuple(side_bids), tuple(side_contracts)
    return s
