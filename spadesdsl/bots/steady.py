"""A bot that knows no game: it imagines deals that fit what it sees, plays them out, and counts the points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadesdsl.bots.evaluation import evaluation_of, is_with
from spadesdsl.bots.hands import likely
from spadesdsl.bots.player import Effort, belief_in, luck_of
from spadesdsl.bots.rollout import entry_of, finish
from spadesdsl.bots.search import UNIT, Search, Thinker, price_of
from spadesdsl.engine import flow
from spadesdsl.engine.choices import to_play
from spadesdsl.engine.ranking import bits
from spadesdsl.frozen import dataclass
from spadesdsl.kernel.thinking import raising_bids
from spadesdsl.work import at_most

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from spadesdsl.bots.evaluation import Evaluation
    from spadesdsl.engine.belief import Belief
    from spadesdsl.engine.game import State
    from spadesdsl.engine.turns import Option, Turn
    from spadesdsl.engine.view import View

BUDGETS = {Effort.QUICK: 1_500, Effort.NORMAL: 12_000}
"""How many cards it plays in imagined deals to choose one; for a bid or an answer twice that."""
UNSEEN = 10
"""How many times as many for a bid before looking, which depends on every hand it might turn out to be."""
WORK_OF_A_CARD = 150
"""How many steps of work an imagined card may take; the slowest of the shipped games needs as much."""
_ENDLESS = 1 << 62
_PRIME = 0x9E3779B97F4A7C15


class PlayedOut:
    """Imagined deals that the engine plays out."""

    fewest = 2

    def __init__(self, belief: Belief, worth: Evaluation, luck: int, most_work: int) -> None:
        """Take what a seat knows, and after how many steps of work no further deal is begun."""
        self.belief, self.worth, self.luck, self.most_work = belief, worth, luck, most_work
        self.lacks = belief.lacks()
        self.first = self.next()
        s, seat = self.first, belief.seat
        self.others = sum(1 << one for one in range(len(s.hands)) if not is_with(s, one, seat))
        self.raises = bool(raising_bids(s.game, s.spec))

    def next(self) -> State:
        """Imagine another deal."""
        self.luck = (self.luck + _PRIME) % (1 << 64)
        return likely(self.belief, self.luck, self.lacks)

    def try_out(self, entry: Turn, options: Sequence[Option], many: int) -> list[tuple[list[int], list[int]]]:
        """Play the moves out in so many deals more."""
        values: list[list[int]] = [[] for _ in options]
        with at_most(_ENDLESS) as work:
            for _ in range(many):
                deal = self.next()
                listed = {one.text: one for one in entry_of(deal, entry).options}
                for found, option in zip(values, options, strict=True):
                    found.append(self.value(deal, entry, listed[option.text]))
                if work.given - work.left > self.most_work:
                    break  # the rules are long: fewer deals have to do
        return [(found, [0] * len(found)) for found in values]

    def value(self, deal: State, entry: Turn, option: Option) -> int:
        """Play a deal out after a move; in an auction, the others raise the stakes if they gain by it."""
        found = []
        for raising in (0, self.others) if option.kind == "bid" and self.raises else (0,):
            s = deal.copy()
            flow.carry_out(s, entry, option)
            s.events = ()
            finish(s, self.worth.aims, raising)
            found.append(self.worth.value(s, self.belief.seat))
        return round(UNIT * min(found))

    @property
    def interest(self) -> float:
        """Return what one more trick is worth to the hand that plays, in the play."""
        s, seat, aims = self.first, to_play(self.first), self.worth.aims(self.first)
        coming = sum(aims.weights[card] for card in bits(s.spec.deck.all & ~s.played)) if aims.weights else 0.0
        return aims.gain(s, seat) + coming / s.hands[seat].bit_count()


@dataclass(frozen=True, slots=True)
class SteadyPlayer(Thinker):
    """A bot that reads the rules.

    Its moves depend only on its seed, what it sees and its effort; effort is counted in imagined cards, not in time.
    """

    seed: int = 0
    effort: Effort | int = Effort.NORMAL
    """How long it thinks; a number is how many cards it plays in imagined deals for each real one."""

    def searches(self, view: View, turn: Turn, more: int = 0) -> Iterator[Search]:
        """Yield the one way in which it thinks about a turn."""
        belief = belief_in(view)
        worth = evaluation_of(belief.table.game)
        budget = BUDGETS[self.effort] if isinstance(self.effort, Effort) else self.effort
        imagined = PlayedOut(belief, worth, luck_of(self.seed + more, view, turn), budget * WORK_OF_A_CARD)
        s = imagined.first
        cards = sum(hand.bit_count() for hand in s.hands) if s.is_playing else 2 * s.spec.deck.size
        times = 1 if s.is_playing else 2 if belief.table.hands[belief.seat] else UNSEEN
        yield Search(imagined, s, turn, worth, times * budget / price_of(s, cards))
