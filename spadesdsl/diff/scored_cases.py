"""Deals that are scored without being played: every bid and every number of tricks of a side, in two games."""

from __future__ import annotations

from itertools import islice, product
from math import prod
from typing import TYPE_CHECKING, Any

from spadesdsl.diff import matching
from spadesdsl.engine import deals
from spadesdsl.engine.actions import bid_label, environment
from spadesdsl.engine.choices import values
from spadesdsl.engine.events import number
from spadesdsl.engine.scoring import scored
from spadesdsl.engine.seats import holders
from spadesdsl.engine.situation import Situation, SituationError
from spadesdsl.frozen import dataclass, replace
from spadesdsl.proofs.situations import shares
from spadesdsl.rules.parts import Award

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from random import Random

    from spadesdsl.engine.game import Game, State
    from spadesdsl.engine.spec import Amount

Made = tuple[str, tuple[Any, ...]]
"""A bid: its type and its parameters."""
MOST_CASES = 30_000
"""No more cases are made of a side's bids and tricks."""
_SHARE = 0.9
_LARGE = 50
"""Scores are drawn near numbers that are not smaller, if there are any."""
_MOST_TALLIED = 100
"""More is not drawn for a tally."""


@dataclass(frozen=True, slots=True)
class Case:
    """The data that a score sheet is made from."""

    bids: tuple[Made | None, ...]
    """By seat; if a side bids together, its first seat has the bid."""
    taken: tuple[int, ...]
    scores: tuple[Amount, ...] = ()
    tallies: tuple[tuple[tuple[str, Amount], ...], ...] = ()
    deal: int = 1

    def to_json(self, game: Game) -> dict[str, Any]:
        """Write it as a score document, for `spadesdsl score`."""
        s = deals.blank(game, deal=self.deal)
        document: dict[str, Any] = {} if self.deal == 1 else {"deal": self.deal}
        given = given_rows(self, game)
        if any(given):
            document["given"] = given
        kinds = {kind.name: kind for kind in s.spec.bids}
        labels = [
            None if bid is None or bid[0] not in kinds else bid_label(s, kinds[bid[0]].id, bid[1]) for bid in self.bids
        ]
        if any(bid is not None and bid[0] in kinds and kinds[bid[0]].by_side for bid in self.bids):
            document["bids"] = {"by_side": [labels[side[0]] for side in s.sides]}
        elif any(labels):
            document["bids"] = labels
        document["taken"] = [number(tricks) for tricks in self.taken]
        return document


def given_rows(case: Case, game: Game) -> list[dict[str, int | float]]:
    """Return each side before the deal, with the tallies that only the other game keeps."""
    rows: list[dict[str, int | float]] = []
    for holder in range(holders(game.base)):
        row = {"score": number(case.scores[holder])} if holder < len(case.scores) and case.scores[holder] else {}
        tallies = case.tallies[holder] if holder < len(case.tallies) else ()
        rows.append({**row, **{name: number(value) for name, value in tallies if value}})
    return rows


def _are_numbers(arguments: Sequence[Any]) -> bool:
    return all(not isinstance(value, str) and value is not None for value in arguments)


class Scorer:
    """Scores cases in one game."""

    def __init__(self, game: Game) -> None:
        """Score in a game."""
        self.game = game
        self._blank: dict[object, State] = {}

    def score(self, case: Case) -> State | None:
        """Return the game after the deal was scored; None if the case is impossible in this game."""
        try:
            return scored(self.state(case))
        except SituationError:
            return None

    def state(self, case: Case) -> State:
        """Return the deal, bid and played, before it is scored.

        Raises:
            PositionError: it is impossible in this game.
        """
        key = (case.deal, case.scores, case.tallies, case.bids)
        if key not in self._blank:
            if len(self._blank) > 1:
                self._blank.clear()
            self._blank[key] = self._begun(case)
        s = self._blank[key].copy()
        Situation(s).take(case.taken)
        return s

    def _begun(self, case: Case) -> State:
        count = holders(self.game.base)
        tallies = [dict(row) for row in case.tallies] if len(case.tallies) == count else None
        scores = case.scores if len(case.scores) == count else None
        s = deals.blank(self.game, deal=case.deal, scores=scores, tallies=tallies)
        sit = Situation(s)
        for seat, bid in enumerate(case.bids):
            if bid is not None:
                sit.bid(*bid, seat)
        sit.make_sides()
        sit.settle()
        return s


def field_of(before: Game, after: Game) -> Iterator[Case]:
    """Yield the cases of the first side, the plainest first: all its bids that both games have, all numbers of tricks.

    The other seats bid what a hand would take, and take what is left. Of too many bids only some of each type are made.
    """
    one, other = deals.blank(before), deals.blank(after)
    tricks = min(one.tricks_total, other.tricks_total)
    mine = one.sides[0]
    own = [offered(one, other, seat) for seat in mine]
    is_by_side = any(kind.by_side for kind in one.spec.bids)
    bidders = mine[:1] if is_by_side else mine
    taken = [_taken(one, mine, way, tricks) for way in shares(tricks, len(mine))]
    usual = {seat: _usual(offered(one, other, seat), tricks, len(one.hands)) for seat in range(len(one.hands))}
    others = _others(one, mine, is_by_side=is_by_side)
    choices: list[Sequence[Made | None]] = [bids or [None] for bids in own[: len(bidders)]]
    if len(taken) * prod(map(len, choices)) > MOST_CASES:
        choices = [_few(bids) for bids in choices]
    rows = []
    for chosen in product(*choices):
        row: list[Made | None] = [usual[seat] if seat in others else None for seat in range(len(one.hands))]
        for seat, bid in zip(bidders, chosen, strict=True):
            row[seat] = bid
        rows.append(tuple(row))
    yield from islice((Case(row, way) for row in sorted(rows, key=_size) for way in taken), MOST_CASES)


def _size(bids: Sequence[Made | None]) -> tuple[int, float]:
    """Return how much has to be said about bids: less is plainer."""
    said = [bid[1] for bid in bids if bid is not None]
    return sum(not arguments for arguments in said), sum(sum(map(float, one)) for one in said if _are_numbers(one))


def usual_case(before: Game, after: Game, deal: int = 1) -> Case:
    """Return a typical deal: everybody bids what a hand would take, and the tricks are split evenly."""
    one, other = deals.blank(before, deal=deal), deals.blank(after, deal=deal)
    tricks = min(one.tricks_total, other.tricks_total)
    seats = range(len(one.hands))
    is_by_side = any(kind.by_side for kind in one.spec.bids)
    bidders = [side[0] for side in one.sides] if is_by_side else list(one.spec.players)
    bids = [_usual(offered(one, other, seat), tricks, len(seats)) if seat in bidders else None for seat in seats]
    return Case(tuple(bids), _taken(one, (), (), tricks), deal=deal)


def drawn_cases(
    before: Game, after: Game, days: Sequence[int], marks: Sequence[Amount], tallies: Sequence[str], rng: Random
) -> Iterator[Case]:
    """Yield cases in which everything is drawn: deals, bids, tricks, and scores and tallies near some numbers."""
    near, few = (0, 0, 1, -1, 10, -10), [mark for mark in marks if 0 < mark < _MOST_TALLIED]
    large = [mark for mark in marks if max(mark, -mark) >= _LARGE] or marks
    while True:
        deal = rng.choice(days)
        one, other = deals.blank(before, deal=deal), deals.blank(after, deal=deal)
        joint = {kind.name for kind in one.spec.bids if kind.by_side}
        bidders = {side[0] for side in one.sides} if joint else {*one.spec.players}
        bids = [
            _drawn_bid([bid for bid in offered(one, other, seat) if not joint or bid[0] in joint], rng)
            if seat in bidders
            else None
            for seat in range(len(one.hands))
        ]
        left = min(one.tricks_total, other.tricks_total)
        taken = [0] * len(bids)
        for seat in rng.sample(one.spec.players, len(one.spec.players)):
            taken[seat] = rng.randint(0, left)
            left -= taken[seat]
        taken[seat] += left
        if any(isinstance(action, Award) for action in one.spec.plan.actions):
            taken[rng.choice(one.spec.players)] += rng.choice((0, 1, 2))
        count = holders(before.base)
        scores = tuple(rng.choice((0, rng.choice(large) + rng.choice(near))) for _ in range(count))
        rows = tuple(tuple((name, rng.choice((0, 1, 2, *few))) for name in tallies) for _ in range(count))
        is_new = rng.random() < 1 / 3
        yield Case(tuple(bids), tuple(taken), () if is_new else scores, () if is_new else rows, deal)


def _drawn_bid(bids: Sequence[Made], rng: Random) -> Made | None:
    """Draw a bid: each type is as likely as the others."""
    kind = rng.choice(sorted({bid[0] for bid in bids})) if bids else ""
    return rng.choice([bid for bid in bids if bid[0] == kind]) if bids else None


def _few(bids: Sequence[Made | None]) -> list[Made | None]:
    """Return the first bids of each type."""
    found: list[Made | None] = []
    for bid in bids:
        if sum(bid is not None and other is not None and bid[0] == other[0] for other in found) < 3:
            found.append(bid)
    return found


def _others(s: State, mine: Sequence[int], *, is_by_side: bool) -> frozenset[int]:
    """Return the other seats that bid: all, or the first of each other side."""
    seats = [side[0] for side in s.sides[1:]] if is_by_side else list(s.spec.players)
    return frozenset(seats) - frozenset(mine)


def offered(one: State, other: State, seat: int) -> list[Made]:
    """Return the bids of a seat that both games have, each with the parameters that both allow."""
    found: list[Made] = []
    theirs = {kind.name: kind for kind in other.spec.bids}
    for kind in one.spec.bids:
        if kind.name in theirs and theirs[kind.name].by_side == kind.by_side:
            same = set(values(other, theirs[kind.name].parameters, environment(other, seat)))
            found += [(kind.name, way) for way in values(one, kind.parameters, environment(one, seat)) if way in same]
    return found


def _usual(bids: Sequence[Made], tricks: int, seats: int) -> Made | None:
    """Return the numeric bid that is nearest to what a hand would take."""
    share = _SHARE * tricks / seats
    plain = [bid for bid in bids if len(bid[1]) == 1 and _are_numbers(bid[1])]
    return min(plain or bids, key=lambda bid: abs(sum(map(float, bid[1])) - share) if plain else 0, default=None)


def _taken(s: State, mine: Sequence[int], way: Sequence[int], tricks: int) -> tuple[int, ...]:
    """Return tricks by seat: the others share evenly what this side has not taken."""
    row = [0] * len(s.hands)
    for seat, taken in zip(mine, way, strict=True):
        row[seat] = taken
    others = [seat for seat in s.spec.players if seat not in mine]
    for at in range(tricks - sum(way) if others else 0):
        row[others[at % len(others)]] += 1
    return tuple(row)


# ---------------------------------------------------------------- a side's tallies


def with_tallies(case: Case, game: Game, limits: Mapping[str, Amount]) -> Case:
    """Return the case with every tally of the first side just below its limit."""
    row = tuple((name, limits[name] - 1) for name in game.tallies if name in limits)
    count = holders(game.base)
    return replace(case, tallies=(row, *[()] * (count - 1)))


def limits_of(game: Game) -> dict[str, Amount]:
    """Return at what number each tally is full, for the first side of a blank deal."""
    s = deals.blank(game)
    env = environment(s, s.sides[0][0])
    found = {}
    for tally in s.spec.scoring.tallies:
        for step in tally.steps:
            if step.verb == "full at" and step.amount is not None:
                found[tally.name] = step.amount(s, env)
    return found


@dataclass(frozen=True, slots=True)
class Unlike:
    """What two games differ in on a case."""

    points: bool
    tallies: bool
    end: bool


def compare(one: State, other: State, side: int | None = None) -> Unlike:
    """Compare two scored deals, or one side of them; the end only if what both keep is equal afterwards."""
    assert one.last_sheet is not None
    assert other.last_sheet is not None
    unlike = matching.unlike_sheets(one.last_sheet, other.last_sheet, side)
    ends = (one.over, one.winners) != (other.over, other.winners)
    return Unlike(unlike.points, unlike.tallies, ends and unlike.leaves_ends)
