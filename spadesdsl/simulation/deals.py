"""What is measured in a deal and in a game, in the same way for the interpreter and for a kernel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from spadesdsl.engine import seats
from spadesdsl.engine.choices import to_play
from spadesdsl.engine.events import taken_after
from spadesdsl.engine.narrowing import effects_on_cards, narrow_bids
from spadesdsl.engine.offers import bid_candidates, is_before_looking
from spadesdsl.engine.plan import Agrees, OfRound
from spadesdsl.engine.view import contract_of
from spadesdsl.kernel.values import NONE
from spadesdsl.words import and_list

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterable, Sequence

    from spadesdsl.engine.events import ScoreSheet
    from spadesdsl.engine.game import Game, State
    from spadesdsl.engine.narrowing import Effect
    from spadesdsl.engine.spec import BidType, Spec
    from spadesdsl.engine.turns import Turn
    from spadesdsl.kernel import Packed

POINTS: Final = "points of a side in a deal"
AHEAD: Final = "points that the side left of the dealer is ahead of the others in a deal"
SHORT: Final = "sides that took fewer tricks than their contract, in a deal"
LENGTH: Final = "deals in a game"
FIRST_WINS: Final = "games won by the side that led first"
TRIED: Final = "bids in a deal"
KEPT: Final = "of these kept in a deal"
DECIDED: Final = "times it decided in a deal"


class Side(NamedTuple):
    """A side at the end of a deal."""

    members: tuple[int, ...]
    taken: float
    contract: float | None
    """None if nobody of it has one."""
    points: float


class Standing(NamedTuple):
    """A bid at the end of a deal."""

    type: BidType
    side: int
    earned: float | None
    """The points of the lines that are for this bid alone; None if there are none."""


class Scored(NamedTuple):
    """A deal that was scored."""

    spec: Spec
    points: Sequence[float]
    """By holder of a score."""
    leads: int | None
    """The holder whose side is left of the dealer."""
    lines: dict[str, list[float]]
    """The points that each line gave, to each side or to each who made its bid."""
    sides: Sequence[Side]
    bids: Sequence[Standing]
    tallies: dict[str, float]
    """Each tally after the deal, as a mean over its holders."""


def measures(deal: Scored) -> dict[str, float]:
    """Measure a deal."""
    points, leads = deal.points, deal.leads
    found = {POINTS: sum(points) / len(points)}
    if leads is not None and len(points) > 1:
        others = [one for at, one in enumerate(points) if at != leads]
        found[AHEAD] = points[leads] - sum(others) / len(others)
    contracts = [side for side in deal.sides if side.contract is not None]
    if any(bid.contract is not None for bid in deal.spec.bids):
        found[SHORT] = float(sum(side.taken < (side.contract or 0) for side in contracts))
    for name, values in deal.lines.items():
        found[f"{label_of(name)}: points of a side in a deal"] = sum(values) / len(points)
        found[f"{label_of(name)}: times it counts in a deal"] = float(sum(one != 0 for one in values))
    for bid in deal.spec.bids:
        made = [one for one in deal.bids if one.type is bid]
        found[f"{label_of(bid.name)}: {TRIED}"] = float(len(made))
        found[f"{label_of(bid.name)}: {KEPT}"] = float(sum(_is_kept(one, deal.sides[one.side]) for one in made))
    for name, value in deal.tallies.items():
        found[f"{label_of(name)}: of a side after a deal"] = value
    return found


def _is_kept(bid: Standing, side: Side) -> bool:
    """Tell whether a bid was kept: it earned points, or its side took its contract, or scored."""
    if bid.earned is not None:
        return bid.earned > 0
    return side.points > 0 if side.contract is None else side.taken >= side.contract


def label_of(name: str) -> str:
    """Return how people read a name."""
    return name.replace("_", " ")


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
        found[f"games won by {names}"] = float(holder in winners) / len(winners)
    for ending in game.base.endings:
        found[f"{label_of(ending.rule.name)}: games that it ended"] = float(ending.rule.key == ended_by)
    return found


def left_of(spec: Spec, dealer: int) -> int:
    """Return the player on the dealer's left."""
    many = len(spec.seats)
    return next(seat for seat in ((dealer + away) % many for away in range(1, many + 1)) if seat in spec.players)


# ---------------------------------------------------------------- played by the interpreter


def of_state(before: State, after: State, sheet: ScoreSheet, was: Sequence[Any]) -> Scored:
    """Return the deal that was scored between two states, given the scores before it."""
    spec = before.spec
    taken = list(map(float, taken_after(before.taken, after.events)))
    lines: dict[str, list[float]] = {line.rule.name: [] for line in spec.scoring.lines}
    sides = []
    for side in sheet.sides:
        for line in side.lines:
            lines.setdefault(line.rule.name, []).append(float(line.points))
        own = side.members
        has_contract = before.side_contracts[side.side] is not None or any(
            before.contracts[seat] is not None for seat in own
        )
        contract = float(contract_of(before, side.side)) if has_contract else None
        sides.append(Side(own, sum(taken[seat] for seat in own), contract, float(side.points)))
    bids = []
    for seat, bid in enumerate((*before.bids, *before.side_bids)):
        own_side = seat - len(before.bids) if seat >= len(before.bids) else before.side_of[seat]
        if bid is not None and own_side is not None:
            kind = spec.bids[bid.type]
            earned = _earned(spec, kind, sheet, own_side, None if kind.by_side else seat)
            bids.append(Standing(kind, own_side, earned))
    tallies = {
        name: sum(map(float, row)) / len(row) for name, row in zip(after.game.tallies, after.tallies, strict=True)
    }
    points = [float(now - old) for now, old in zip(after.scores, was, strict=True)]
    leads = seats.holder_of(before, left_of(spec, before.dealer))
    return Scored(spec, points, leads, lines, sides, bids, tallies)


def _earned(spec: Spec, bid: BidType, sheet: ScoreSheet, side: int, seat: int | None) -> float | None:
    names = {line.rule.name for line in spec.scoring.lines if line.bid_type == bid.name}
    if not names:
        return None
    mine = (line for line in sheet.sides[side].lines if line.rule.name in names and seat in (None, line.seat))
    return float(sum(line.points for line in mine))


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
    return {f"{label_of(must.rule.name)}: {DECIDED}": float(counted[must.rule.name]) for must in musts}


# ---------------------------------------------------------------- played by a kernel


def of_array(array: Packed, was: Sequence[int]) -> Scored:
    """Return the deal that a kernel has just scored, given the scores before it."""
    layout = array.built.layout
    spec = array.built.specs[array[array.slot("edition")]]
    many = layout.seats

    def row(name: str, length: int) -> list[int]:
        at = array.slot(name)
        return [array[place] for place in range(at, at + length)]

    now, taken, held = row("scores", layout.holders), row("taken", many), row("held", layout.places["held"][1])
    sides = _sides_of(array)
    kinds = [array[array.slot("bid_rows") + number * layout.record] for number in range(many + len(sides))]
    lines: dict[str, list[float]] = {}
    points = [0.0] * len(sides)
    earned: dict[int, float] = {}
    side_of = {seat: number for number, members in enumerate(sides) for seat in members}
    for number, line in enumerate(spec.scoring.lines):
        at = array.slot("sheet") + number * many
        earners: Sequence[int] = range(len(sides))
        first = many
        if line.bid_type is not None:
            bid = spec.bids[spec.bid_numbers[line.bid_type]]
            first = many if bid.by_side else 0
            end = many + len(sides) if bid.by_side else many
            earners = [one for one, kind in enumerate(kinds[first:end]) if kind == bid.id]
        for one in earners:
            value = float(array[at + one])
            lines.setdefault(line.rule.name, []).append(value)
            points[one if first else side_of.get(one, 0)] += value
            if line.bid_type is not None:
                earned[first + one] = earned.get(first + one, 0.0) + value
        lines.setdefault(line.rule.name, [])
    bids = [
        Standing(spec.bids[kind], at - many if at >= many else side_of[at], earned.get(at))
        for at, kind in enumerate(kinds)
        if kind >= 0 and (at >= many or at in side_of)
    ]
    found = []
    for number, members in enumerate(sides):
        own = held[many + number]
        of_seats = [held[seat] for seat in members if held[seat] != NONE]
        contract = float(own) if own != NONE else float(sum(of_seats)) if of_seats else None
        found.append(Side(members, float(sum(taken[seat] for seat in members)), contract, points[number]))
    tallies = {}
    for number, name in enumerate(layout.game.tallies):
        at = array.slot("tallies") + number * layout.holders
        length = 1 if name in layout.game.table_tallies else layout.holders
        tallies[name] = sum(array[place] for place in range(at, at + length)) / length
    leads = left_of(spec, array[array.slot("dealer")])
    holder = next((number for number, members in enumerate(spec.teams.sides) if leads in members), None)
    return Scored(
        spec, [float(new - old) for new, old in zip(now, was, strict=True)], holder, lines, found, bids, tallies
    )


def _sides_of(array: Packed) -> Sequence[tuple[int, ...]]:
    layout = array.built.layout
    if layout.fixed_sides:
        return layout.specs[0].teams.sides
    at, many = array.slot("side_sets"), array[array.slot("side_count")]
    masks = [array[place] for place in range(at, at + many)]
    return [tuple(seat for seat in range(layout.seats) if mask >> seat & 1) for mask in masks]
