"""What the rules make worth points, found by scoring deals that were never played.

Nothing here knows a rule. An imagined deal is scored again with other tricks, other cards won or other tallies; the
difference is what they are worth.
"""

from __future__ import annotations

import itertools
import operator
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from math import tanh
from random import Random

from spadesdsl.bots.aims import RANKS, Aim, Aims, aims_of, most_tricks, promises, rank_of, tricks_in
from spadesdsl.bots.rollout import finish
from spadesdsl.bots.supposed import (
    as_made,
    drawn_by_winner,
    is_idle,
    scored,
    shared,
    with_a_side_down,
    with_bids,
    with_shares,
    with_tricks,
    with_won,
)
from spadesdsl.engine import seats
from spadesdsl.engine.deals import begun
from spadesdsl.engine.game import Game, State
from spadesdsl.engine.ranking import mask_of
from spadesdsl.engine.spec import Amount, Spec
from spadesdsl.engine.state import Bid, changed

SAMPLES = 8
"""Deals to imagine, to learn what a deal of the game is worth."""
DEALS_AHEAD = 16
"""How many deals ahead to follow a tally; its cost is the mean over that many games, each one deal longer."""
MOST_VALUES = 60
"""The most values of a tally to look at."""
DOWN = 8
"""One deal in so many is such a one, for each side."""
CHOSEN = 0.04
"""How much better than random ones, in tricks for each card, hands are whose players are taken to have chosen them."""
MOST_KEPT = 4096
"""For how many ways to bid it is remembered what the seats play for."""
GAME = 10.0
"""What the game is worth, in deals: a multiple of the difference between sides on one deal."""
ORDERS = 24
"""In how many orders cards are won, to learn what one is worth where only many together count."""
ONCE_OVER = 0.02
"""What a point is still worth when the game is over."""


@lru_cache(maxsize=64)
def evaluation_of(game: Game) -> Evaluation:
    """Return what things are worth in a game."""
    return Evaluation(game)


class Evaluation:
    """What things are worth in a game: worked out when needed, then kept. It depends only on the rules."""

    def __init__(self, game: Game) -> None:
        """Imagine some deals, to learn what a deal is worth."""
        self.game = game
        self.sign = -1 if game.base.best_lowest else 1
        """1 if the best score is the highest, −1 if it is the lowest."""
        self._deals: dict[Spec, State | None] = {}
        self._aims: dict[tuple[object, ...], tuple[Aim, ...]] = {}
        self._whole: dict[tuple[object, ...], Aims] = {}
        self._last: tuple[tuple[object, ...], int, Aims] | None = None
        self._promised: dict[tuple[object, ...], tuple[float, ...]] = {}
        self._weights: dict[Spec, tuple[float, ...]] = {}
        self._sweeps: dict[Spec, float] = {}
        self._idle: dict[Spec, int] = {}
        self._drawn: dict[Spec, int] = {}
        found = (self._sample(number, luck) for luck, number in enumerate(range(2, 2 + SAMPLES)))
        self.samples = tuple(deal for deal in found if deal is not None)
        """Deals that were played to the end."""
        margins = [_margin(scored(deal)) for deal in self.samples]
        self.spread = max(0.5, sum(margins) / len(margins)) if margins else 1.0
        """Points that sides typically differ by on a deal."""
        self.win = GAME * self.spread
        """Points that winning the game is worth."""
        self.tallies = tuple(self._of_tally(number) for number in range(len(game.tallies)))

    # ---- deals

    def _sample(self, number: int, luck: int) -> State | None:
        """Imagine the deal with this number to its end."""
        s = begun(self.game, deal=number, like=self.game.start(luck))
        s.sheets, s.events = (), ()
        finish(s)
        return s if s.last_sheet is not None else None

    def _like(self, s: State) -> State | None:
        """Return a finished deal under the same rules as this one, the same for all such deals."""
        spec = s.spec
        if spec not in self._deals:
            known = next((deal for deal in self.samples if deal.spec is spec), None)
            # The first deal under these rules, whichever was seen first: the result must not depend on that.
            number = next(number for number in range(1, s.deal + 1) if self.game.edition(number) is spec)
            tried = (self._sample(number, luck) for luck in range(3))
            self._deals[spec] = known or next((deal for deal in tried if deal is not None), None)
        return self._deals[spec]

    @cached_property
    def choosiness(self) -> tuple[float, ...]:
        """Return, by `rank_of`, the share of the cards that players keep if they choose their hands; empty if not."""
        held, others = [1.0] * RANKS, [1.0] * RANKS
        surplus: list[float] = []
        for deal in self.samples:
            hands = [0] * len(deal.hands)
            for trick in deal.tricks:
                for card, seat in zip(trick.cards, trick.seats, strict=True):
                    hands[seat] |= 1 << card
            table, players = deal.copy(), sum(1 for hand in hands if hand)
            table.hands = tuple(hands)
            surplus += [tricks_in(table, at) / hand.bit_count() - 1 / players for at, hand in enumerate(hands) if hand]
            for card in range(deal.spec.deck.size):
                row = held if deal.played >> card & 1 else others
                row[rank_of(deal.ranking, card)] += 1
        if not surplus or sum(surplus) / len(surplus) < CHOSEN:
            return ()
        return tuple(one / (one + other) for one, other in zip(held, others, strict=True))

    # ---- how a deal ends

    def value(self, s: State, seat: int) -> float:
        """Return how good the end of a deal is for a seat: its side's standing compared with the others'.

        A lead counts in full while it is small compared with what the game is worth, and less and less beyond that: a
        side far ahead has little to gain from more, and a side far behind has little to lose.
        """
        own_side = _standing_side(s, seat)
        standing = [self._standing(s, side) for side in range(len(s.sides))]
        others = [found for side, found in enumerate(standing) if side != own_side]
        if not others:
            return standing[own_side]
        lead = standing[own_side] - (sum(others) / len(others) + max(others)) / 2
        if s.over and s.winners:
            return (self.win if own_side in s.winners else -self.win) + lead * ONCE_OVER
        return self.win * tanh(lead / self.win)

    def _standing(self, s: State, side: int) -> float:
        """Return how good a scored deal is for a side: points, tallies, whether it is still in."""
        holders = seats.holders_of(s, side)
        if not holders:
            return 0.0
        value = self.sign * float(s.scores[holders[0]])
        for number, row in enumerate(s.tallies):
            if len(row) > holders[0] and not s.over:
                value += self.tally(number, row[holders[0]])
        return value - (self.win if seats.is_out(s, side) else 0.0)

    def tally(self, number: int, value: Amount) -> float:
        """Return what a value of a tally is worth, compared with zero."""
        known = self.tallies[number]
        if not known:
            return 0.0
        found = known.get(value)
        return known[min(known, key=lambda one: abs(float(one - value)))] if found is None else found

    def _of_tally(self, number: int) -> Mapping[Amount, float]:
        """Follow a tally over future deals, from each value that it can have."""
        game = self.game
        if game.tallies[number] in game.table_tallies or game.base.teams.after is not None:
            return {}
        steps: dict[Amount, list[tuple[float, Amount]]] = {}
        outcomes = [*self.samples, *(deal for sample in self.samples[::DOWN] for deal in with_a_side_down(sample))]
        waiting: list[Amount] = [0]
        while waiting and len(steps) < MOST_VALUES:
            value = waiting.pop(0)
            if value not in steps:
                steps[value] = [step for deal in outcomes for step in self._step(deal, number, value)]
                waiting += [after for _, after in steps[value]]
        worth = dict.fromkeys(steps, 0.0)
        total = dict.fromkeys(steps, 0.0)
        for _ in range(DEALS_AHEAD):
            worth = {
                value: sum(points + worth.get(after, 0.0) for points, after in found) / max(1, len(found))
                for value, found in steps.items()
            }
            total = {value: found + worth[value] - worth[0] for value, found in total.items()}
        return {value: found / DEALS_AHEAD for value, found in total.items()}

    def _step(self, deal: State, number: int, value: Amount) -> list[tuple[float, Amount]]:
        """Return, for each side, what a deal brings it with its tally at this value, and the tally afterwards."""
        found = []
        for side in range(len(deal.sides)):
            rows: list[tuple[Amount, ...]] = [(0,) * len(row) for row in deal.tallies]
            rows[number] = tuple(value if other == side else 0 for other in range(len(rows[number])))
            s = scored(deal, tuple(rows))
            points = self.sign * float(s.scores[side])
            if seats.is_out(s, side) or (s.over and s.winners):
                points += self.win if side in s.winners else -self.win
            found.append((points, s.tallies[number][side]))
        return found

    # ---- tricks and cards

    def aims(self, s: State) -> Aims:
        """Return what all seats play for once the bids are made."""
        most = most_tricks(s)
        read = (s.spec, s.sides, s.side_of, s.bids, s.side_bids, s.contracts, s.side_contracts)
        if self._last is not None and self._last[1] == most and all(map(operator.is_, read, self._last[0])):
            return self._last[2]  # from card to card nothing of it changes
        keys = tuple(self._key(s, side) for side in range(len(s.sides)))
        whole = (keys, s.sides, s.side_of, most)
        if whole not in self._whole:
            if len(self._whole) >= MOST_KEPT:
                self._whole.clear()
            aims = [Aim()] * len(s.hands)
            for side, members in enumerate(s.sides):
                if keys[side] not in self._aims:
                    self._aims[keys[side]] = self._side(s, side)
                for seat, aim in zip(members, self._aims[keys[side]], strict=True):
                    aims[seat] = aim
            self._whole[whole] = aims_of(s, tuple(aims), self.weights(s), self.sweep(s))
        self._last = read, most, self._whole[whole]
        return self._whole[whole]

    def _key(self, s: State, side: int) -> tuple[object, ...]:
        """Return what decides what a side plays for."""
        members = s.sides[side]
        bids = tuple(as_made(s.bids[seat]) for seat in members)
        own = tuple(s.contracts[seat] for seat in members)
        return s.spec, s.sides, side, bids, as_made(s.side_bids[side]), own, s.side_contracts[side]

    def _side(self, s: State, side: int) -> tuple[Aim, ...]:
        deal = self._like(s)
        return (Aim(),) * len(s.sides[side]) if deal is None else self._aims_of(with_bids(deal, s, side), side)

    def _aims_of(self, deal: State, side: int) -> tuple[Aim, ...]:
        found = promises(deal, side)
        members = deal.sides[side]
        if found is None:
            return tuple(self._without_contract(deal, side, seat) for seat in members)
        contract, makers = found
        total = int(contract)
        goal = {seat: int(deal.contracts[seat] or 0) for seat in makers}
        if sum(goal.values()) != total and makers:
            goal = shared(total, makers)
        aims = []
        for seat in members:
            if seat not in makers:
                kept, first, second = (self._of_tricks(deal, side, {**goal, seat: tricks}) for tricks in range(3))
                aims.append(Aim(contract, makers, promised_none=True, short=second - first, over=first - kept))
                continue
            made = self._of_tricks(deal, side, goal)
            left = range(deal.tricks_total - total + 1)
            over = [self._of_tricks(deal, side, {**goal, seat: goal[seat] + more}) for more in left]
            beyond = tuple(more - fewer for fewer, more in itertools.pairwise(over))
            less = self._of_tricks(deal, side, {**goal, seat: goal[seat] - 1}) if goal[seat] else made
            aims.append(Aim(contract, makers, short=made - less, over=beyond[0] if beyond else 0.0, beyond=beyond))
        return tuple(aims)

    def _without_contract(self, deal: State, side: int, seat: int) -> Aim:
        """Read a seat's points by its tricks, if the rest of its side takes its share of the others."""
        members = deal.sides[side]
        players = [one for one in deal.spec.players if deal.side_of[one] is not None]
        total = deal.tricks_total
        points = []
        for tricks in range(total + 1):
            share = (total - tricks) // max(1, len(players) - 1)
            points.append(self._of_tricks(deal, side, {one: tricks if one == seat else share for one in members}))
        if max(points) == min(points):
            return Aim(over=0.0 if self.weights(deal) else 1.0)
        return Aim(curve=tuple(points))

    def _of_tricks(self, deal: State, side: int, taken: Mapping[int, int]) -> float:
        """Return how good it is for a side that its members took this many tricks."""
        others = [seat for seat in deal.spec.players if seat not in deal.sides[side]]
        return self._standing_after(with_tricks(deal, taken, others), side)

    def _standing_after(self, s: State, side: int) -> float:
        seat = s.sides[side][0]
        after = scored(s)
        found = _standing_side(after, seat)
        value = self._standing(after, found)
        if after.over and after.winners:
            value += self.win if found in after.winners else -self.win
        return value

    def idle(self, spec: Spec) -> int:
        """Return how many tricks at the start of a deal count for nothing, so that it does not matter who wins them."""
        if spec not in self._idle:
            found = 0
            deals = [deal for deal in self.samples if deal.spec is spec]
            while deals and all(found < len(deal.tricks) and is_idle(deal, found + 1) for deal in deals):
                found += 1
            self._idle[spec] = found
        return self._idle[spec]

    def drawn(self, spec: Spec) -> int:
        """Return the pile whose first card all see and the winner of a trick draws; −1 if there is none."""
        if spec not in self._drawn:
            number = next((deal.deal for deal in self.samples if deal.spec is spec), 1)
            found = (drawn_by_winner(self.game, number, luck) for luck in range(SAMPLES))
            self._drawn[spec] = min(frozenset.intersection(*found), default=-1)
        return self._drawn[spec]

    def outlooks(self, s: State, seat: int) -> tuple[float, ...]:
        """Return how good it is for a seat's side to take no trick, one, two, ... with the bids of this deal."""
        players = [one for one in s.spec.players if s.hands[one]]
        members = [one for one in players if is_with(s, one, seat)]
        others = [one for one in players if one not in members]
        ends = [with_tricks(s, shared(tricks, members), others) for tricks in range(s.tricks_total + 1)]
        if weights := self.weights(s):
            ends = [with_shares(end, weights) for end in ends]
        return tuple(self.value(scored(end), seat) for end in ends)

    def promised(self, s: State, seat: int, bid: Bid, tricks: int) -> tuple[float, ...]:
        """Return how good a seat's bid is for its side with no trick of so many, with one, two, ...

        The others bid as in another deal under the same rules: theirs matters little to who promises for a whole side.
        """
        key = (s.spec, s.sides, seat, bid, tricks)
        if key not in self._promised:
            deal = self._like(s)
            found: tuple[float, ...] = ()
            if deal is not None and deal.sides == s.sides:
                deal = deal.copy()
                side = s.side_of[seat]
                if s.spec.bids[bid.type].by_side and side is not None:
                    deal.side_bids = changed(deal.side_bids, side, bid)
                    deal.side_contracts = changed(deal.side_contracts, side, bid.contract)
                else:
                    deal.bids = changed(deal.bids, seat, bid)
                    deal.contracts = changed(deal.contracts, seat, bid.contract)
                deal.hands, deal.tricks_total = s.hands, tricks
                found = self.outlooks(deal, seat)
            self._promised[key] = found
        return self._promised[key]

    def weights(self, s: State) -> tuple[float, ...]:
        """Return what winning each card in a trick is worth; empty if no card is worth anything."""
        if s.spec not in self._weights:
            deals = [self._like(s), *(deal for deal in self.samples if deal.spec is s.spec)]
            found = (self._of_cards(deal) for deal in deals if deal is not None)
            self._weights[s.spec] = next(filter(any, found), ())
        return self._weights[s.spec]

    def sweep(self, s: State) -> float:
        """Return what it is worth to all others if a seat wins all cards that cost points but one, not all of them."""
        if s.spec not in self._sweeps:
            deal = self._like(s)
            costly = [card for card, points in enumerate(self.weights(s)) if points < 0]
            found = [0.0, 0.0]
            if deal is not None and costly and len(deal.sides) > 1:
                won = (with_won(deal, 1, mask_of(costly[missing:])) for missing in (0, 1))
                found = [self._standing_after(one, 0) for one in won]
            self._sweeps[s.spec] = max(0.0, found[1] - found[0])
        return self._sweeps[s.spec]

    def _of_cards(self, deal: State) -> tuple[float, ...]:
        won = (with_won(deal, 0, cards) for cards in (0, *(1 << card for card in range(deal.spec.deck.size))))
        nothing, *points = (self._standing_after(one, 0) for one in won)
        found = [one - nothing for one in points]
        return tuple(found) if any(found) else self._of_many_cards(deal)

    def _of_many_cards(self, deal: State) -> tuple[float, ...]:
        """Return what a card is worth where no card counts by itself, as where so many points are needed.

        It is what it brings to those that a side has won before, on average over random orders of all cards.
        """
        deck, rng = deal.spec.deck, Random(deal.spec.deck.size)
        best = [0.0] * deck.size
        # What two sides lose and win is the same.
        for side in range(len(deal.sides) if len(deal.sides) > 2 else len(deal.sides) - 1):
            none, all_ = (self._lead(deal, side, cards) for cards in (0, deck.all))
            found = [0.0] * deck.size
            for _ in range(ORDERS if none != all_ else 0):
                order = sorted(range(deck.size), key=[rng.random() for _ in range(deck.size)].__getitem__)
                for card, points in self._steps(deal, side, order, none, all_):
                    found[card] += points / ORDERS
            best = max(best, found, key=lambda one: sum(map(abs, one)))
        # Cards of a rank that all count are alike: how they differ is chance.
        for rank in range(len(deck.ranks)):
            alike = [card for card in range(deck.size) if deck.printed_rank[card] == rank]
            if all(best[card] for card in alike):
                mean = sum(best[card] for card in alike) / max(1, len(alike))
                best = [mean if card in alike else one for card, one in enumerate(best)]
        return tuple(best) if any(best) else ()

    def _steps(
        self, deal: State, side: int, order: Sequence[int], none: float, all_: float
    ) -> Iterator[tuple[int, float]]:
        """Yield which cards change how far a side is ahead that wins them in this order, and by how much."""
        waiting = [(0, none, len(order), all_)]
        while waiting:
            low, before, high, after = waiting.pop()
            if high - low == 1:
                yield order[low], after - before
            elif before != after:
                middle = (low + high) // 2
                now = self._lead(deal, side, mask_of(order[:middle]))
                waiting += [(low, before, middle, now), (middle, now, high, after)]

    def _lead(self, deal: State, side: int, cards: int) -> float:
        """Return how far a side is ahead of the one before it if it wins these cards, and that one the others."""
        s, other = with_won(deal, side, cards), side - 1 if side else len(deal.sides) - 1
        s.won = changed(s.won, deal.sides[other][0], deal.spec.deck.all & ~cards)
        return self._standing_after(s, side) - self._standing_after(s, other)


def _margin(s: State) -> float:
    points = [float(score) for score in s.scores]
    return max(points) - min(points)


def _standing_side(s: State, seat: int) -> int:
    """Return the side of a seat; a seat without one counts as on the first."""
    side = s.side_of[seat]
    return 0 if side is None else side


def is_with(s: State, one: int, seat: int) -> bool:
    """Tell whether two seats play together, or are one."""
    return one == seat or (s.side_of[one] is not None and s.side_of[one] == s.side_of[seat])
