"""Bots that know no game: they imagine deals that fit what they see, play them out, and count the points.

`steady` has the engine play them out. `strong` imagines thousands for a move: a kernel plays them out, so it needs the
machine's own code.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from enum import StrEnum
from functools import lru_cache

from spadesdsl.bots.aims import likely
from spadesdsl.bots.allies import makes_allies
from spadesdsl.bots.evaluation import Evaluation, evaluation_of
from spadesdsl.bots.greedy import GreedyPlayer
from spadesdsl.bots.imagining import Imagination
from spadesdsl.bots.player import Advice, Effort, belief_in, luck_of
from spadesdsl.bots.rollout import CAUTION, answer_of, contract_after, played_out, tricks_for
from spadesdsl.bots.search import UNIT, Search, Thinker, price_of
from spadesdsl.engine import choices, flow
from spadesdsl.engine.belief import Belief, belief_of, is_fed_in_play
from spadesdsl.engine.choices import to_play
from spadesdsl.engine.deals import begun
from spadesdsl.engine.game import Game, State
from spadesdsl.engine.ranking import bits
from spadesdsl.engine.turns import Option, Turn
from spadesdsl.engine.view import View
from spadesdsl.kernel import Kernel, NotPackedError
from spadesdsl.work import at_most

STEADY_BUDGETS = {Effort.QUICK: 1_500, Effort.NORMAL: 12_000}
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

    def next(self) -> State:
        """Imagine another deal."""
        self.luck = (self.luck + _PRIME) % (1 << 64)
        return likely(self.belief, self.luck, self.lacks)

    def try_out(self, moves: Sequence[tuple[Turn, Option]], many: int) -> list[tuple[list[int], list[int]]]:
        """Play the moves out in so many deals more."""
        values: list[list[int]] = [[] for _ in moves]
        with at_most(_ENDLESS) as work:
            for _ in range(many):
                deal = self.next()
                for found, (entry, option) in zip(values, moves, strict=True):
                    found.append(round(UNIT * played_out(deal, entry, option, self.worth, self.belief.seat)))
                if work.given - work.left > self.most_work:
                    break  # the rules are long: fewer deals have to do
        return [(found, [0] * len(found)) for found in values]

    @property
    def interest(self) -> float:
        """Return what one more trick is worth to the hand that plays, in the play."""
        s, seat, aims = self.first, to_play(self.first), self.worth.aims(self.first)
        coming = sum(aims.weights[card] for card in bits(s.spec.deck.all & ~s.played)) if aims.weights else 0.0
        return aims.gain(s, seat) + coming / s.hands[seat].bit_count()


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
        budget = STEADY_BUDGETS[self.effort] if isinstance(self.effort, Effort) else self.effort
        imagined = PlayedOut(belief, worth, luck_of(self.seed + more, view, turn), budget * WORK_OF_A_CARD)
        s = imagined.first
        cards = sum(hand.bit_count() for hand in s.hands) if s.is_playing else 2 * s.spec.deck.size
        times = 1 if s.is_playing else 2 if belief.table.hands[belief.seat] else UNSEEN
        yield Search(imagined, s, turn, worth, times * budget / price_of(s, cards))


BUDGETS = {Effort.QUICK: 120_000, Effort.NORMAL: 1_500_000}
"""How many cards it plays in imagined deals for one move."""
EXACT = {8: 120, 12: 1_200}
"""With at most so many cards left, what it costs to find out how a deal ends if all cards are seen."""
FEWEST_EXACT = 400
"""In fewer deals than this the last cards are not played out exactly."""
TRIAL_DEALS = 6
"""Deals in which it bids for all seats, to learn how much of a hand players like it promise."""
TRIAL_BUDGET = 12_000
"""How many cards it plays in imagined deals for each of those bids."""
MOST_TRIALS = 60
"""The most choices before the play of such a deal."""


class Temper(StrEnum):
    """How a player takes risks, and how well it plays."""

    EVEN = "even"
    CAREFUL = "careful"
    """It gives up some points for a result that is more certain."""
    BOLD = "bold"
    """It gives up some points for the chance of more."""
    BEGINNER = "beginner"
    """It thinks of a few deals, forgets what was bid and who showed out, and sometimes plays by habit alone."""


RISKS = {Temper.CAREFUL: -0.4, Temper.BOLD: 0.4}
"""What the spread of a move's results counts beside their mean."""
FORGETFUL = 40
"""How many times fewer deals a beginner thinks of."""
BY_HABIT = 10
"""A beginner plays one move in so many without thinking."""


class StrongPlayer(Thinker):
    """A bot that tries its moves in many deals by a kernel; where there is none it is `steady`."""

    seed: int = 0
    effort: Effort | int = Effort.NORMAL
    """How long it thinks; a number is how many cards it plays in imagined deals for each real one."""
    temper: Temper = Temper.EVEN

    def advise(self, view: View, turn: Turn) -> Advice:
        """Return the move that `choose` returns, with its reason and what the other moves are worth."""
        if self.temper is Temper.BEGINNER and luck_of(self.seed, view, turn) % BY_HABIT == 0:
            return GreedyPlayer(self.seed).advise(view, turn)
        return Thinker.advise(self, view, turn)

    def searches(self, view: View, turn: Turn, more: int = 0) -> Iterator[Search]:
        """Yield how it thinks about a turn: with a kernel if it can, otherwise as `steady` does."""
        belief, seed = belief_in(view), self.seed + more
        kernel = kernel_of(belief.table.game)
        if kernel is not None and all(stack is None for stack in belief.table.stacks):
            luck, caution = luck_of(seed, view, turn), caution_of(belief.table.game)
            with suppress(NotPackedError):
                yield search_with(kernel, belief, turn, luck, self.budget, caution, self.temper)
        yield from SteadyPlayer(seed, self.effort).searches(view, turn)

    @property
    def budget(self) -> int:
        """Return how many cards to play in imagined deals."""
        budget = BUDGETS[self.effort] if isinstance(self.effort, Effort) else 20 * self.effort
        return budget // FORGETFUL if self.temper is Temper.BEGINNER else budget


def search_with(
    kernel: Kernel, belief: Belief, turn: Turn, luck: int, budget: int, caution: float, temper: Temper = Temper.EVEN
) -> Search:
    """Return the thinking about one turn with a kernel.

    Args:
        luck: determines the imagined deals.
        budget: how many cards to play in them.
        caution: the share of the tricks in a hand that players promise.
        temper: how it takes risks, and whether it remembers what was said and played.

    Raises:
        NotPackedError: no kernel can go on from this state.
    """
    worth, s = evaluation_of(belief.table.game), belief.table
    imagined = Imagination(kernel, belief, turn.seat, worth, caution, luck, remembers=temper is not Temper.BEGINNER)
    first = belief.imagine(luck, imagined.lacks)
    left = sum(hand.bit_count() for hand in first.hands)
    if s.is_playing and is_fed_in_play(s.spec):
        left = (s.spec.deck.all & ~s.played).bit_count()
    cards = left if s.is_playing else 2 * s.spec.deck.size
    # Wide words take longer.
    price = price_of(first, cards) * (1.0 if kernel.width == 64 else 2.5)
    if makes_allies(belief.table.game):
        price *= 1.5  # each deal is played once more, to see who plays with whom
    if s.is_playing and len(s.sides) == 2 and left <= max(EXACT) and not s.spec.plan.with_card:
        exact = next(cost for most, cost in EXACT.items() if left <= most)
        if budget >= FEWEST_EXACT * exact:
            price = exact
            imagined.put("exactly", 1)
            imagined.put("searches", 0)
    return Search(imagined, first, turn, worth, budget / price, RISKS.get(temper, 0.0))


def kernel_of(game: Game) -> Kernel | None:
    """Return the kernel of a game, if it has one in the machine's own code."""
    if game.compiled is None:
        return None
    kernel: Kernel = game.kernel()
    return kernel if kernel.is_native and kernel.built is not None else None


@lru_cache(maxsize=64)
def caution_of(game: Game) -> float:
    """Return which share of the tricks in a hand players like this promise, if each expects the same of the others."""
    kernel, caution = kernel_of(game), CAUTION
    if kernel is None or not any(bid.contract for bid in game.base.bids):
        return caution
    for _ in range(2):
        promised = counted = 0.0
        for luck in range(TRIAL_DEALS):
            for one, other in _trial_bids(kernel, game, luck, caution):
                promised, counted = promised + one, counted + other
        caution = min(1.0, promised / counted) if promised else caution
    return caution


def _trial_bids(kernel: Kernel, game: Game, luck: int, caution: float) -> Iterator[tuple[float, float]]:
    """Bid for all seats of a deal; yield what each promises, and how many tricks it can count on."""
    s = begun(game, deal=2, like=game.start(luck))
    for _ in range(MOST_TRIALS):
        if not flow.advance_in_deal(s) or s.is_playing:
            return
        entry = choices.due(s)[0]
        option = answer_of(s, entry, evaluation_of(game).aims)
        offers = {one.text: contract_after(s, entry, one) or 0.0 for one in entry.options if one.kind == "bid"}
        if option.text in offers and not any(one.kind == "look" for one in entry.options):
            try:
                search = search_with(kernel, belief_of(s, entry.seat), entry, luck, TRIAL_BUDGET, caution)
                search.run()
            except NotPackedError:
                return
            tried = [arm for arm in search.arms if arm.values and offers[arm.option.text] > 0]
            if tried:
                option = max(tried, key=lambda arm: arm.mean).option
                yield offers[option.text], tricks_for(s, entry)
        flow.carry_out(s, entry, option)
