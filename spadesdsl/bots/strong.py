"""A bot that imagines thousands of deals a move: a kernel plays them out, so it needs the machine's own code."""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from math import ceil, log2, sqrt
from typing import TYPE_CHECKING

from spadesdsl.bots.evaluation import evaluation_of
from spadesdsl.bots.greedy import GreedyPlayer
from spadesdsl.bots.imagining import UNIT, Imagination
from spadesdsl.bots.player import Advice, Effort, Weighed, luck_of
from spadesdsl.bots.rollout import CAUTION, answer_of, beating, candidates, contract_after, entry_of, tricks_for
from spadesdsl.bots.steady import SteadyPlayer
from spadesdsl.engine import choices, flow, play
from spadesdsl.engine.belief import belief_of, is_fed_in_play
from spadesdsl.engine.deals import begun
from spadesdsl.frozen import dataclass
from spadesdsl.kernel import Kernel, NotPackedError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from spadesdsl.bots.evaluation import Evaluation
    from spadesdsl.engine.belief import Belief
    from spadesdsl.engine.game import Game, State
    from spadesdsl.engine.turns import Option, Turn
    from spadesdsl.engine.view import View

BUDGETS = {Effort.QUICK: 120_000, Effort.NORMAL: 1_500_000}
"""How many cards it plays in imagined deals for one move."""
PER_DEAL = 12
"""What an imagined deal costs in cards, besides those that are played in it."""
FEWEST = 8
"""The fewest deals to try the moves in before any is given up."""
EXACT = {8: 120, 12: 1_200}
"""With at most so many cards left, what it costs to find out how a deal ends if all cards are seen."""
FEWEST_EXACT = 400
"""In fewer deals than this the last cards are not played out exactly."""
ROWS = 2
"""Rows of imagined deals each time the moves are compared."""
EQUAL = 0.004
"""The share of what sides typically differ by on a deal that is as good as nothing."""
DOUBTFUL = 0.05
"""The largest share that is, where the deals are too few to tell."""
SPARED = 0.4
"""The share that is not enough to spend a card where a lower one, or the partner's, takes the same trick."""
SURER = 0.5
"""How little a bid's results differ from deal to deal, beside those of a surer one."""
MISTRUST = 0.25
"""How much of that difference a bid must bring more than a surer one: what is imagined is not quite what comes."""
NEARLY = 0.9
"""A deal that is worth nearly as much as the game has decided it."""
TRIAL_DEALS = 6
"""Deals in which it bids for all seats, to learn how much of a hand players like it promise."""
TRIAL_BUDGET = 12_000
"""How many cards it plays in imagined deals for each of those bids."""
MOST_TRIALS = 60
"""The most choices before the play of such a deal."""
_PRIME = 0x9E3779B97F4A7C15


class Temper(StrEnum):
    """How a player takes risks, and how well it plays."""

    EVEN = "even"
    CAREFUL = "careful"
    """It gives up some points for a result that is more certain."""
    BOLD = "bold"
    """It gives up some points for the chance of more."""
    BEGINNER = "beginner"
    """It thinks of a few deals, forgets what was bid and who showed out, and sometimes plays by habit alone."""


RISKS = {Temper.CAREFUL: -0.12, Temper.BOLD: 0.12}
"""What the spread of a move's results counts beside their mean."""
FORGETFUL = 40
"""How many times fewer deals a beginner thinks of."""
BY_HABIT = 10
"""A beginner plays one move in so many without thinking."""


@dataclass(frozen=True, slots=True)
class StrongPlayer:
    """A bot that tries its moves in many deals by a kernel; where there is none it is `steady`."""

    seed: int = 0
    effort: Effort | int = Effort.NORMAL
    """How long it thinks; a number is how many cards it plays in imagined deals for each real one."""
    temper: Temper = Temper.EVEN

    def choose(self, view: View, turn: Turn) -> str:
        """Return one of the turn's moves."""
        return self.advise(view, turn).move

    def advise(self, view: View, turn: Turn) -> Advice:
        """Return the move that `choose` returns, with its reason and what the other moves are worth."""
        if len(turn.moves) == 1:
            return Advice(turn.moves[0], "There is no other choice.")
        belief = view.belief
        assert belief is not None, "a bot needs the view of a running game"
        luck = luck_of(self.seed, view, turn)
        if self.temper is Temper.BEGINNER and luck % BY_HABIT == 0:
            return GreedyPlayer(self.seed).advise(view, turn)
        kernel = kernel_of(belief.table.game)
        if kernel is not None and all(stack is None for stack in belief.table.stacks):
            try:
                found = _Search(kernel, belief, turn, luck, self.temper, self.budget).run()
            except NotPackedError:
                found = None
            if found is not None:
                return found
        return SteadyPlayer(self.seed, _as_cards(self.effort)).advise(view, turn)

    def compared(self, view: View, turn: Turn, moves: Sequence[str]) -> tuple[Weighed, ...] | None:
        """Try some moves side by side, in other deals than `advise` does; the others are held against the first.

        Returns:
            What each is worth, in the same order; None where no kernel can tell.
        """
        belief = view.belief
        assert belief is not None, "a bot needs the view of a running game"
        kernel = kernel_of(belief.table.game)
        if kernel is None or any(stack is not None for stack in belief.table.stacks):
            return None
        try:
            search = _Search(kernel, belief, turn, luck_of(self.seed + 1, view, turn), self.temper, self.budget)
        except NotPackedError:
            return None
        listed = {option.text: option for option in search.entry.options}
        search.arms = [_Arm(listed[move]) for move in moves]
        if not search.try_out(search.arms, int(self.budget / search.price / len(moves))):
            return None
        return tuple(_weighed(arm, search.arms[0]) for arm in search.arms)

    @property
    def budget(self) -> int:
        """Return how many cards to play in imagined deals."""
        budget = BUDGETS[self.effort] if isinstance(self.effort, Effort) else 20 * self.effort
        return budget // FORGETFUL if self.temper is Temper.BEGINNER else budget


def _as_cards(effort: Effort | int) -> Effort | int:
    return Effort(effort) if isinstance(effort, str) else effort


def kernel_of(game: Game) -> Kernel | None:
    """Return the kernel of a game, if it has one in the machine's own code."""
    if game.compiled is None:
        return None
    kernel: Kernel = game.kernel()
    return kernel if kernel.is_native else None


class _Arm:
    """A move, and how the deals ended in which it was tried."""

    def __init__(self, option: Option) -> None:
        self.option = option
        self.values: list[int] = []
        self.facts: list[int] = []

    @property
    def mean(self) -> float:
        return sum(self.values) / len(self.values) if self.values else 0.0

    def merit(self, risk: float) -> float:
        """Return how good a move is for a player who likes risk so much."""
        return self.mean + risk * self.spread if risk else self.mean

    @property
    def spread(self) -> float:
        """Return how much its results differ from deal to deal: a standard deviation."""
        mean = self.mean
        return sqrt(sum((value - mean) ** 2 for value in self.values) / max(1, len(self.values) - 1))


class _Search:
    """The thinking about one turn."""

    def __init__(
        self,
        kernel: Kernel,
        belief: Belief,
        turn: Turn,
        luck: int,
        temper: Temper,
        budget: int,
        caution: float | None = None,
    ) -> None:
        self.turn, self.luck, self.temper, self.budget = turn, luck, temper, budget
        self.risk = RISKS.get(temper, 0.0)
        s = belief.table
        self.worth: Evaluation = evaluation_of(s.game)
        remembers = temper is not Temper.BEGINNER
        caution = caution_of(s.game) if caution is None else caution
        self.imagination = Imagination(kernel, belief, turn.seat, self.worth, caution, remembers=remembers)
        first = belief.imagine(luck, self.imagination.lacks)
        self.entry = entry_of(first, turn)
        self.arms = [_Arm(one) for one in candidates(first, self.entry, self.worth.aims(first))]
        self.first = first
        self.price = _cost_of(first, kernel.width)
        cards = sum(hand.bit_count() for hand in first.hands)
        if first.is_playing and len(first.sides) == 2 and cards <= max(EXACT) and not s.spec.plan.with_card:
            price = next(cost for most, cost in EXACT.items() if cards <= most)
            if budget >= FEWEST_EXACT * price:
                self.price = price
                self.imagination.put("exactly", 1)
                self.imagination.put("searches", 0)
        self.rows = 0

    def run(self) -> Advice | None:
        """Try all moves in some deals, the better half in more, and so on."""
        left = list(self.arms)
        if len(left) == 1:
            return Advice(left[0].option.text, "Nothing speaks for another choice.")
        rounds = max(1, ceil(log2(len(left))))
        deals = self.budget / self.price / rounds
        for number in range(rounds):
            if not self.try_out(left, max(FEWEST, int(deals / len(left)))):
                return None
            if number + 1 < rounds:
                left = sorted(left, key=lambda arm: -arm.merit(self.risk))[: ceil(len(left) / 2)]
        return self.advice(left)

    def try_out(self, left: list[_Arm], many: int) -> bool:
        """Play moves out in so many deals more."""
        many = min(many, ROWS * Imagination.most_worlds(len(left)))
        self.imagination.arms(self.entry, [arm.option for arm in left])
        rows = ROWS if self.imagination.is_mixed else many
        for _ in range(rows):
            self.rows += 1
            self.imagination.deal((self.luck + _PRIME * self.rows) % (1 << 64))
            found = self.imagination.try_out(len(left), max(1, many // rows))
            for arm, (values, facts) in zip(left, found, strict=True):
                arm.values += values
                arm.facts += facts
        return bool(left[0].values)

    def advice(self, left: list[_Arm]) -> Advice:
        """Return the best of the moves that were tried to the end: of equal ones the cheapest."""
        best = max(left, key=lambda arm: arm.merit(self.risk))
        if self.entry.holder < 0 and self.temper is Temper.EVEN:
            doubt = best.spread
            surer = [
                arm for arm in left
                if arm.spread <= SURER * doubt and -_weighed(arm, best).behind * UNIT <= MISTRUST * doubt
            ]  # fmt: skip
            best = max(surer, key=lambda arm: arm.mean, default=best)
        if self.entry.holder >= 0 and self.temper is not Temper.BEGINNER:
            equal = [arm for arm in self.arms if arm is best or self.is_equal(arm, best)]
            thrown = [arm for arm in equal if self.throws_away(arm.option.value)]
            if thrown:
                best = max(thrown, key=lambda arm: self.cost(arm.option.value))
            else:
                best = min(equal, key=lambda arm: self.cost(arm.option.value))
        order = sorted(self.arms, key=lambda arm: (arm is not best, -len(arm.values), -arm.mean))
        weighed = tuple(_weighed(arm, best) for arm in order)
        decided = NEARLY * UNIT * self.worth.win
        is_decisive = any(abs(value) >= decided for arm in left for value in arm.values)
        game = self.worth.win if is_decisive else None
        return Advice(best.option.text, _reason(weighed, self.worth.spread, game), weighed)

    def is_equal(self, arm: _Arm, best: _Arm) -> bool:
        """Tell whether a move is as good as the best, as far as these deals can tell."""
        found = _weighed(arm, best)
        if self.is_spared(arm.option.value, best.option.value):
            return -found.behind <= SPARED * self.worth.spread
        # A card of the same suit does much the same: only a difference that is sure counts.
        suit = self.first.ranking.suit
        is_alike = suit[arm.option.value] == suit[best.option.value]
        doubt = found.margin * (1.0 if is_alike else 0.5)
        most = DOUBTFUL * self.worth.spread * (2 if is_alike else 1)
        return -found.behind <= min(max(doubt, EQUAL * self.worth.spread), most)

    def is_spared(self, low: int, high: int) -> bool:
        """Tell whether one card spares another: it leaves the trick to a partner who has it, or takes it as surely."""
        s, holder = self.first, self.entry.holder
        on_table = play.best_card(s)
        if on_table is None or self.imagination.interest < 0 or not beating(s, on_table) >> high & 1:
            return False
        over = beating(s, on_table)
        is_last = not any(hand and seat not in (holder, *s.trick_seats) for seat, hand in enumerate(s.hands))
        if over >> low & 1:
            return is_last and bool(s.ranking.above[low] >> high & 1)
        owner = s.trick_seats[s.trick.index(on_table)]
        is_mate = s.side_of[owner] is not None and s.side_of[owner] == s.side_of[holder]
        unseen = s.spec.deck.all & ~(s.played | s.hands[holder])
        return is_mate and s.contracts[owner] != 0 and (is_last or not over & unseen)

    def throws_away(self, card: int) -> bool:
        """Tell whether a card leaves a trick that is not wanted to others: then a high one is well spent."""
        on_table = play.best_card(self.first)
        is_under = on_table is not None and not beating(self.first, on_table) >> card & 1
        return is_under and self.imagination.interest < 0

    def cost(self, card: int) -> int:
        """Return how much a card would be missed."""
        ranking = self.first.ranking
        trumps = 0 if ranking.trumps is None else ranking.masks[ranking.trumps]
        return (trumps >> card & 1) * self.first.spec.deck.size + ranking.strength[card]


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
                search = _Search(kernel, belief_of(s, entry.seat), entry, luck, Temper.EVEN, TRIAL_BUDGET, caution)
                search.run()
            except NotPackedError:
                return
            tried = [arm for arm in search.arms if arm.values and offers[arm.option.text] > 0]
            if tried:
                option = max(tried, key=lambda arm: arm.mean).option
                yield offers[option.text], tricks_for(s, entry)
        flow.carry_out(s, entry, option)


def _cost_of(s: State, width: int) -> float:
    """Return what it costs to play a deal on: more seats look at more replies to a card, and wide words take longer."""
    cards = sum(hand.bit_count() for hand in s.hands) if s.is_playing else 2 * s.spec.deck.size
    if s.is_playing and is_fed_in_play(s.spec):
        cards = (s.spec.deck.all & ~s.played).bit_count()
    return (cards + PER_DEAL) * max(1.0, (len(s.hands) / 4) ** 2) * (1.0 if width == 64 else 2.5)


def _weighed(arm: _Arm, best: _Arm) -> Weighed:
    """Return what a move was found to be worth."""
    pairs = [(one - other) / UNIT for one, other in zip(arm.values, best.values, strict=False)]
    many = len(pairs)
    behind = sum(pairs) / many if many else 0.0
    spread = sum((pair - behind) ** 2 for pair in pairs) / (many - 1) if many > 1 else 0.0
    promised = [fact for fact in arm.facts if fact]
    kept = sum(fact == 3 for fact in promised) / len(promised) if promised else None
    return Weighed(arm.option.text, arm.mean / UNIT, behind, 2 * sqrt(spread / many) if many else 0.0, many, kept)


def _reason(weighed: tuple[Weighed, ...], spread: float, game: float | None) -> str:
    """Say how the best move compares with the next best, and what the game counts if it is among the points."""
    best, *rest = weighed
    other = max(rest, key=lambda one: one.behind)
    told = f"In {best.deals} imagined deals that agree with what is known"
    if best.kept is not None:
        told += f", `{best.move}` keeps the promise in {best.kept:.0%}"
        if other.kept is not None:
            told += f", `{other.move}` in {other.kept:.0%}"
    told += "," if best.kept is None else ";"
    if -other.behind <= max(spread / 100, 0.05, other.margin):
        return f"{told} `{best.move}` and `{other.move}` are worth about the same."
    points = f"{-other.behind:.0f}" if -other.behind >= 10 else f"{-other.behind:.1f}"
    counted = f" To win or lose the game counts as {game:.0f} points." if game is not None else ""
    return f"{told} `{best.move}` is {points} points better than `{other.move}`.{counted}"
