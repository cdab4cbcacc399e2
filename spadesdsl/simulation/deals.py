"""What is measured in a deal and in a game, for the interpreter as for a kernel; and means with their margins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import ceil, inf, sqrt
from typing import Any, Final, NamedTuple, TypeAlias

from spadesdsl.engine import seats
from spadesdsl.engine.choices import to_play
from spadesdsl.engine.events import ScoreSheet, taken_after
from spadesdsl.engine.game import Game, State
from spadesdsl.engine.narrowing import Effect, effects_on_cards, narrow_bids
from spadesdsl.engine.offers import bid_candidates, is_before_looking
from spadesdsl.engine.plan import Agrees, OfRound
from spadesdsl.engine.spec import Spec
from spadesdsl.engine.turns import Turn
from spadesdsl.frozen import Changing, field
from spadesdsl.kernel import Packed
from spadesdsl.kernel.values import NONE
from spadesdsl.words import and_list, words_of

POINTS: Final = "points of a side in a deal"
AHEAD: Final = "points that the side left of the dealer is ahead of the others in a deal"
SHORT: Final = "sides that took fewer tricks than their contract, in a deal"
LENGTH: Final = "deals in a game"
WON_BY: Final = "games won by"
FIRST_WINS: Final = "games won by the side that led first"
TRIED: Final = "bids in a deal"
KEPT: Final = "of these kept in a deal"
DECIDED: Final = "times it decided in a deal"


class Scored(NamedTuple):
    """A deal that was scored. A place is a seat, or a side behind all seats."""

    spec: Spec
    was: Sequence[Any]
    """The scores before it, by holder."""
    now: Sequence[Any]
    """The scores after it."""
    sides: Sequence[Sequence[int]]
    """The members of each side."""
    taken: Sequence[Any]
    """Tricks by seat."""
    kinds: Sequence[int]
    """The kind of bid of each place; -1 for none."""
    contracts: Sequence[Any]
    """The contract of each place, or None."""
    gains: Sequence[tuple[str, int, Any]]
    """The points that a line gave to a place."""
    tallies: Mapping[str, Sequence[Any]]
    """Each tally after the deal, by holder."""
    leads: int | None
    """The holder whose side is left of the dealer."""

    def contract(self, side: int) -> float | None:
        """Return the contract of a side: its own, or that of its members; None if nobody of it has one."""
        members = (self.contracts[seat] for seat in self.sides[side])
        joint = self.contracts[len(self.taken) + side]
        known = [one for one in members if one is not None] if joint is None else [joint]
        return float(sum(known)) if known else None


def measures(deal: Scored) -> dict[str, float]:
    """Measure a deal."""
    spec, many = deal.spec, len(deal.taken)
    points = [float(new - old) for new, old in zip(deal.now, deal.was, strict=True)]
    found = {POINTS: sum(points) / len(points)}
    if deal.leads is not None and len(points) > 1:
        others = [one for at, one in enumerate(points) if at != deal.leads]
        ahead = points[deal.leads] - sum(others) / len(others)
        found[AHEAD] = -ahead if spec.best_lowest else ahead
    taken = [float(sum(deal.taken[seat] for seat in members)) for members in deal.sides]
    contracts = [deal.contract(side) for side in range(len(deal.sides))]
    if any(bid.contract is not None for bid in spec.bids):
        found[SHORT] = float(sum(had < (wanted or 0) for had, wanted in zip(taken, contracts, strict=True)))
    side_of = {seat: side for side, members in enumerate(deal.sides) for seat in members}
    side_of |= {many + side: side for side in range(len(deal.sides))}
    own = {line.rule.name: line.bid_type for line in spec.scoring.lines}
    lines: dict[str, list[float]] = {name: [] for name in own}
    of_side, of_bid = Counter[int](), Counter[int]()
    for name, place, value in deal.gains:
        lines.setdefault(name, []).append(float(value))
        of_side[side_of[place]] += value
        of_bid[place] += value * (own.get(name) is not None)
    for name, values in lines.items():
        found[f"{words_of(name)}: points of a side in a deal"] = sum(values) / len(points)
        found[f"{words_of(name)}: times it counts in a deal"] = float(sum(one != 0 for one in values))
    for bid in spec.bids:
        made = [place for place, kind in enumerate(deal.kinds) if kind == bid.id and place in side_of]
        found[f"{words_of(bid.name)}: {TRIED}"] = float(len(made))
        if bid.name not in own.values() and bid.contract is None and not bid.parameters:
            continue  # it promises nothing
        kept = 0  # it earned points, or its side took its contract, or scored
        for place in made:
            side = side_of[place]
            if bid.name in own.values():
                kept += of_bid[place] > 0
            else:
                kept += taken[side] >= wanted if (wanted := contracts[side]) else of_side[side] > 0
        found[f"{words_of(bid.name)}: {KEPT}"] = float(kept)
    shared = {tally.name for tally in spec.scoring.tallies if tally.of_table}
    for name, row in deal.tallies.items():
        whose = "the table" if name in shared else "a side"
        found[f"{words_of(name)}: of {whose} after a deal"] = sum(map(float, row)) / len(row)
    return found


def of_game(
    game: Game, deals: int, winners: Sequence[int] | None, first: int | None, ended_by: str
) -> dict[str, float]:
    """Measure a game, given the holders that won it; None if it was stopped."""
    found = {LENGTH: float(deals)}
    if not winners:
        return found
    if first is not None:
        found[FIRST_WINS] = float(first in winners) / len(winners)
    for holder, members in enumerate(game.sides):
        names = and_list([game.seats[seat] for seat in members])
        found[f"{WON_BY} {names}"] = float(holder in winners) / len(winners)
    for ending in game.base.endings:
        found[f"{words_of(ending.rule.name)}: games that it ended"] = float(ending.rule.key == ended_by)
    return found


def left_of(spec: Spec, dealer: int) -> int:
    """Return the player on the dealer's left."""
    return seats.next_of(spec.players, len(spec.seats), dealer, 1)


# ---------------------------------------------------------------- played by the interpreter


def of_state(before: State, after: State, sheet: ScoreSheet, was: Sequence[Any]) -> Scored:
    """Return the deal that was scored between two states, given the scores before it."""
    spec, many = before.spec, len(before.bids)
    lines = ((side, line) for side in sheet.sides for line in side.lines)
    gains = [(one.rule.name, many + side.side if one.seat is None else one.seat, one.points) for side, one in lines]
    return Scored(
        spec, was, after.scores, [side.members for side in sheet.sides], taken_after(before.taken, after.events),
        [-1 if bid is None else bid.type for bid in (*before.bids, *before.side_bids)],
        [*before.contracts, *before.side_contracts], gains,
        dict(zip(after.game.tallies, after.tallies, strict=True)),
        seats.holder_of(before, left_of(spec, before.dealer)),
    )  # fmt: skip


def decided(s: State, entry: Turn) -> Iterable[str]:
    """Return the rules that take some choices away from a seat now, by name, and leave others."""
    effects: list[Effect] = []
    if entry.holder >= 0:
        seat = to_play(s)
        if s.stacks[seat] is None and s.hands[seat].bit_count() > 1:
            effects = effects_on_cards(s, seat, s.hands[seat])
    elif isinstance(s.node, OfRound) and not isinstance(s.node, Agrees) and s.node.step.musts and entry.node < 0:
        step = s.node.step
        unseen = is_before_looking(s, step, s.asking, entry.seat)
        bids = bid_candidates(s, step, entry.seat, s.asking.closed, is_unseen=unseen)
        narrow_bids(s, step, entry.seat, bids, is_unseen=unseen, effects=effects)
    return [effect.must.rule.name for effect in effects if effect.narrows]


def of_rules(spec: Spec, counted: Counter[str]) -> dict[str, float]:
    """Measure how often each rule decided in a deal."""
    musts = (*spec.play.musts, *(must for step in spec.plan.rounds for must in step.musts))
    return {f"{words_of(must.rule.name)}: {DECIDED}": float(counted[must.rule.name]) for must in musts}


# ---------------------------------------------------------------- played by a kernel


def of_array(array: Packed, was: Sequence[int]) -> Scored:
    """Return the deal that a kernel has just scored, given the scores before it."""
    layout, slot = array.built.layout, array.slot
    spec, sides, many = array.spec, array.sides, layout.seats
    rows, holders = slot("bid_rows"), layout.holders
    kinds = [array[rows + number * layout.record] for number in range(many + len(sides))]
    held = (array[slot("held") + place] for place in range(many + len(sides)))
    gains = []
    for number, line in enumerate(spec.scoring.lines):
        places: Iterable[int] = range(many, many + len(sides))
        if line.bid_type is not None:
            bid = spec.bids[spec.bid_numbers[line.bid_type]]
            places = (at for at, kind in enumerate(kinds) if kind == bid.id and (at >= many) == bid.by_side)
        at = slot("sheet") + number * many
        gains += [(line.rule.name, place, array[at + place % many]) for place in places]
    tallies = {}
    for number, name in enumerate(layout.game.tallies):
        length = 1 if name in layout.game.table_tallies else holders
        tallies[name] = array.read(slot("tallies") + number * holders, length)
    leads = left_of(spec, array[slot("dealer")])
    return Scored(
        spec, was, array.read(slot("scores"), holders), sides, array.read(slot("taken"), many), kinds,
        [None if one == NONE else Fraction(one, layout.shares) for one in held], gains, tallies,
        next((number for number, members in enumerate(spec.teams.sides) if leads in members), None),
    )  # fmt: skip


Measured: TypeAlias = "Mapping[str, float]"
"""The measures of a deal, or of a game, by name."""
SURE: Final = 1.96
"""How many standard errors a margin has: 95 of 100 such intervals hold the true value."""

FEWEST: Final = 20
"""Fewer values have no margin: it would be a guess itself."""


class Played(NamedTuple):
    """A game that was played."""

    deals: tuple[Measured, ...]
    game: Measured


class Figure(NamedTuple):
    """A mean, and its margin at 95 %."""

    mean: float
    margin: float
    """Infinite where there are too few values for one."""
    values: int
    """How many deals, or games, it is from."""

    @property
    def is_clear(self) -> bool:
        """Whether it is not 0 by chance."""
        return abs(self.mean) > self.margin

    @property
    def needed(self) -> int:
        """How many deals, or games, would show such a mean clearly; 0 if there is none to show."""
        if self.values < FEWEST:
            return FEWEST
        if self.is_clear or not self.mean:
            return 0
        return ceil(self.values * (self.margin / self.mean) ** 2)


class _Sum(Changing):
    """Numbers that are added up one by one."""

    count: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, value: float) -> None:
        self.count += 1
        self.total += value
        self.squares += value * value

    @property
    def figure(self) -> Figure:
        if not self.count:
            return Figure(0.0, inf, 0)
        mean = self.total / self.count
        if self.count < FEWEST:
            return Figure(mean, inf, self.count)
        spread = max(0.0, (self.squares - self.count * mean * mean) / (self.count - 1))
        return Figure(mean, SURE * sqrt(spread / self.count), self.count)


class Under(Changing):
    """What was found under one set of rules."""

    label: str
    sums: dict[str, _Sum] = field(default_factory=dict)
    changes: dict[str, _Sum] = field(default_factory=dict)
    """What they are more than under the first rules, in the same deals and games."""

    def add(self, played: Played, first: Played | None) -> None:
        """Add a game, and the same game under the first rules."""
        for measured in (*played.deals, played.game):
            _add(self.sums, measured)
        if first is not None:
            for one, other in (*zip(first.deals, played.deals, strict=False), (first.game, played.game)):
                names = dict.fromkeys((*one, *other))
                _add(self.changes, {name: other.get(name, 0.0) - one.get(name, 0.0) for name in names})

    @property
    def figures(self) -> dict[str, Figure]:
        """Each measure."""
        return {name: one.figure for name, one in self.sums.items()}


def _add(sums: dict[str, _Sum], measured: Measured) -> None:
    for name, value in measured.items():
        sums.setdefault(name, _Sum()).add(value)


class Findings(Changing):
    """What was found under all sets of rules; the others are compared with the first."""

    under: tuple[Under, ...]
    bots: tuple[str, ...]
    """Who played: one bot at all seats, or one for each player."""
    seed: int
    games: int = 0
    deals: int = 0
    """Deals played under the first rules."""
    until: float = 0.0
    """How closely the points are wanted; 0 for anyhow."""
    is_cut: bool = False
    """Whether it was stopped before the end."""
    kernels: tuple[str, ...] = ()
    """For each set of rules, why the interpreter played; empty if a kernel did."""
    is_for_players: bool = False
    """Whether everybody plays alone under all rules: a side is a player."""

    def add(self, row: Iterable[Played]) -> None:
        """Add the same game under each set of rules."""
        first, *others = row
        self.under[0].add(first, None)
        for under, played in zip(self.under[1:], others, strict=True):
            under.add(played, first)
        self.games += 1
        self.deals += len(first.deals)

    def changes(self, number: int) -> dict[str, Figure]:
        """Return how much more each measure is under these rules than under the first, pair by pair."""
        return {name: one.figure for name, one in self.under[number].changes.items()}

    def margin(self, name: str) -> float:
        """Return the widest margin of a measure: of the changes, or under the only rules."""
        sums = [one.changes for one in self.under[1:]] or [self.under[0].sums]
        return max((one[name].figure.margin for one in sums if name in one), default=inf)
