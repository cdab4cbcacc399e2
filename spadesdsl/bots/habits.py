"""Whole games of players who choose by habit, by a kernel: each of their choices is that of `greedy`."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final

from spadesdsl.bots.aims import shift
from spadesdsl.bots.evaluation import evaluation_of
from spadesdsl.bots.greedy import best_bid
from spadesdsl.bots.rollout import nearest
from spadesdsl.engine.belief import is_fed_in_play
from spadesdsl.engine.state import Bid
from spadesdsl.kernel.habits import TRICK
from spadesdsl.kernel.layout import KINDS
from spadesdsl.kernel.thinking import MOST_TRIED
from spadesdsl.kernel.values import NONE

if TYPE_CHECKING:
    from spadesdsl.engine.spec import Amount
    from spadesdsl.kernel import Kernel, Packed

FOR_A_CARD: Final = 7
FOR_ANOTHER: Final = 9
"""What a kernel returns where it takes numbers to go on."""
BEYOND_HABIT: Final = 8
"""What it returns where a choice takes more than habit; a bid that promises for a whole side is made here."""


class Habits:
    """Plays the deals of a game in the array of a kernel."""

    def __init__(self, kernel: Kernel, array: Packed) -> None:
        assert kernel.built is not None
        self.array, self.built, self.layout = array, kernel.built, kernel.built.layout
        self.worth = evaluation_of(kernel.game)
        self.at = kernel.built.thinking.places

    def play_deal(self) -> int:
        """Play on to the end of the deal; return 4, or 2 if the game is over; else no kernel can go on."""
        if any(map(is_fed_in_play, self.built.specs)):
            return BEYOND_HABIT  # what to draw takes more than habit, too
        self._put("known", 0)
        self._put("corrected", 0)
        while True:
            self.array[self.array.slot("steps")] = 1_000_000
            code = self.array.call("play_by_habit")
            if code == BEYOND_HABIT and (best := self._choice()) is not None:
                self.array.take(best)
                continue
            if code not in (FOR_A_CARD, FOR_ANOTHER):
                return code
            s = self._state()
            numbers = self.worth.aims(s).numbers
            if len(numbers) > self.at["results"] - self.at["habits"]:
                return 5
            self.array.write(self.at["habits"], numbers)
            self._put("known", 2 if code == FOR_A_CARD else 1)
            if code == FOR_ANOTHER:
                self._correct(s)

    def _put(self, name: str, value: int) -> None:
        self.array[self.at[name]] = value

    def _choice(self) -> int | None:
        """Return the number of what is chosen: a bid for a whole side, or a number; None if it takes more."""
        rows, s = self.array.options, self._state()
        seat, kind = rows[0][0], rows[0][1]
        rows = tuple(one for one in rows if one[0] == seat)  # a partner who may speak instead comes later
        if any(one[1] != kind for one in rows):
            return None
        if kind == KINDS["yes"]:
            side = self.array[self.array.slot("order_sides") + self.array[self.array.slot("turn_at")]]
            base = self.built.bases[self.array[self.array.slot("edition")]]
            step = getattr(s.spec.plan.nodes[self.array[self.array.slot("node")] - base], "step", None)
            many = len(getattr(step, "parameters", ()))
            if not any(one.kind == "number" for one in getattr(step, "parameters", ())) and len(rows) <= MOST_TRIED:
                return None
            answers = [tuple(map(self._amount, row[4 : 4 + many])) for row in rows]
            return nearest(s, seat, None if side == NONE else side, step, answers)
        if kind != KINDS["bid"]:
            return None
        offers = []
        for _, _, value, _, *values in rows:
            many = len(s.spec.bids[value].parameters)
            offers.append((value, tuple(map(self._amount, values[:many]))))
        try:
            return best_bid(s, seat, offers)
        except AttributeError:  # a bid promises what depends on more than is known here
            return None

    def _correct(self, s: Any) -> None:  # noqa: ANN401 - what there is of a state
        """Write what corrects the worth of the hand whose turn it is."""
        number = self.array[self.array.slot("ranking")]
        size = s.hands[self.array[self.built.options]].bit_count()
        players = max(2, sum(1 for hand in s.hands if hand))
        self._put("correction", round(TRICK * shift(s.spec.deck, s.ranking, size, players)))
        self._put("corrected", 1 + size * 4096 + number)

    def _state(self) -> Any:  # noqa: ANN401 - what there is of a state
        """Return what decides what the seats play for."""
        array, layout = self.array, self.layout
        seats, record = layout.seats, layout.record
        spec, sides = array.spec, array.sides
        rows = array.read(array.slot("bid_rows"), (seats + max(layout.sides, seats)) * record)
        held = [self._amount(one) for one in array.read(array.slot("held"), seats + max(layout.sides, seats))]
        made: list[Bid | None] = []
        bidding = seats * bool(spec.bids) + (len(held) - seats) * layout.has_side_bids
        for place, contract in enumerate(held[:bidding]):
            kind, *_ = row = rows[place * record : (place + 1) * record]
            values = row[layout.FIRST : layout.FIRST + len(spec.bids[kind].parameters)] if kind >= 0 else ()
            made.append(Bid(kind, tuple(map(self._amount, values)), "", contract, 1) if kind >= 0 else None)
        made += [None] * (len(held) - bidding)
        held[bidding:] = [None] * (len(held) - bidding)
        side_of = {seat: side for side, members in enumerate(sides) for seat in members}
        ranking = self.built.editions[array[array.slot("edition")]].ranked[array[array.slot("ranking")]]
        return SimpleNamespace(
            ranking=ranking, trick=(), played=array[array.slot("played")],
            game=self.built.game, spec=spec, deal=array[array.slot("deal")],
            hands=tuple(array[array.slot("hands") + seat] for seat in range(seats)),
            tricks_total=array[array.slot("tricks_total")], sides=sides,
            side_of=tuple(side_of.get(seat) for seat in range(seats)), bids=tuple(made[:seats]),
            side_bids=tuple(made[seats : seats + len(sides)]), contracts=tuple(held[:seats]),
            side_contracts=tuple(held[seats : seats + len(sides)]),
        )  # fmt: skip

    def _amount(self, value: int) -> Amount | None:
        """Return a value of a bid, or a contract."""
        if value == NONE:
            return None
        found = Fraction(value, self.layout.shares)
        return found.numerator if found.denominator == 1 else found
