"""A bot that knows no game: it imagines deals that fit what it sees, plays them out, and counts the points."""

from __future__ import annotations

from math import ceil, log2, sqrt
from typing import TYPE_CHECKING

from spadesdsl.bots.evaluation import evaluation_of
from spadesdsl.bots.hands import likely, tricks_in
from spadesdsl.bots.player import Advice, Effort, luck_of
from spadesdsl.bots.rollout import candidates, entry_of, finish
from spadesdsl.engine import flow
from spadesdsl.frozen import dataclass, field
from spadesdsl.kernel.thinking import raising_bids

if TYPE_CHECKING:
    from spadesdsl.bots.evaluation import Evaluation
    from spadesdsl.engine.belief import Belief
    from spadesdsl.engine.game import State
    from spadesdsl.engine.turns import Option, Turn
    from spadesdsl.engine.view import View


@dataclass(frozen=True, slots=True)
class Budget:
    """How many cards it plays in imagined deals for one move."""

    card: int
    answer: int
    """For a choice before the play: there are few, and they matter a lot."""
    unseen: int
    """For a bid before looking, which depends on every hand it might turn out to be."""


BUDGETS = {Effort.QUICK: Budget(1_500, 3_000, 9_000), Effort.NORMAL: Budget(12_000, 22_000, 22_000)}
CHOICE = 12
"""What a choice costs in cards, besides the cards that follow it."""
DOUBT = 0.5
"""How many standard errors a move has to be better than the habitual one."""
DOUBT_UNSEEN = 1.5
"""The same for a bid before looking, which cannot depend on the cards."""
_PRIME = 0x9E3779B97F4A7C15


@dataclass(slots=True)
class _Arm:
    """A move and its results in imagined deals, in the same order of deals for all moves."""

    option: Option
    values: list[float] = field(default_factory=list)

    @property
    def mean(self) -> float:
        return sum(self.values) / len(self.values) if self.values else 0.0


@dataclass(frozen=True, slots=True)
class Thought:
    """The result of thinking about a turn."""

    move: str
    means: tuple[tuple[str, float, int], ...]
    """The moves tried, best first: the mean result of each, and in how many deals."""
    spread: float
    """Points that sides typically differ by on a deal."""
    gain: float | None
    """In the play: what one more trick is worth, not counting its cards."""
    tricks: float | None
    """For a bid with the hand seen: how many tricks the hand has."""


@dataclass(frozen=True, slots=True)
class SteadyPlayer:
    """A bot that reads the rules.

    Its moves depend only on its seed, what it sees and its effort; effort is counted in imagined cards, not in time.
    """

    seed: int = 0
    effort: Effort | int = Effort.NORMAL
    """How long it thinks; a number is how many cards it plays in imagined deals for each real one."""

    def choose(self, view: View, turn: Turn) -> str:
        """Return one of the turn's moves."""
        if len(turn.moves) == 1:
            return turn.moves[0]
        return self.think(view, turn).move

    def advise(self, view: View, turn: Turn) -> Advice:
        """Return the move that `choose` returns, with its reason."""
        if len(turn.moves) == 1:
            return Advice(turn.moves[0], "There is no other choice.")
        thought = self.think(view, turn)
        return Advice(thought.move, reason_of(thought))

    def think(self, view: View, turn: Turn) -> Thought:
        """Try the moves of a turn in imagined deals."""
        belief = view.belief
        assert belief is not None, "a bot needs the view of a running game"
        worth = evaluation_of(belief.table.game)
        search = _Search(belief, turn, worth, luck_of(self.seed, view, turn))
        budget = BUDGETS[self.effort] if isinstance(self.effort, Effort) else _budget(self.effort)
        if search.is_unseen:
            return search.run(budget.unseen)
        return search.run(budget.card if turn.choice == "play" else budget.answer)


def _budget(cards: int) -> Budget:
    return Budget(cards, 2 * cards, 6 * cards)


class _Search:
    """The thinking about one turn."""

    def __init__(self, belief: Belief, turn: Turn, worth: Evaluation, luck: int) -> None:
        self.belief = belief
        self.turn = turn
        self.worth = worth
        self.luck = luck
        self.lacks = belief.lacks()
        self.worlds: list[tuple[State, Turn]] = []
        self.spent = 0
        first, entry = self.world(0)
        aims = worth.aims(first)
        self.gain = aims.gain(first, entry.holder) if entry.holder >= 0 else None
        self.tricks = None
        if any(option.kind == "bid" for option in entry.options):
            self.tricks = tricks_in(first, entry.seat)
        self.arms = [_Arm(option) for option in candidates(first, entry, aims)]

    def others(self, s: State) -> int:
        """Return the mask of the seats on other sides."""
        side = s.side_of[self.turn.seat]
        return sum(1 << seat for seat, other in enumerate(s.side_of) if other != side or other is None)

    @property
    def is_unseen(self) -> bool:
        """Whether the seat may still look before it bids."""
        return any(arm.option.kind == "look" for arm in self.arms)

    def world(self, number: int) -> tuple[State, Turn]:
        """Return an imagined deal by its number, the same for all moves, and its turn."""
        while len(self.worlds) <= number:
            luck = (self.luck + _PRIME * (len(self.worlds) + 1)) % (1 << 64)
            s = likely(self.belief, luck, self.lacks)
            self.worlds.append((s, entry_of(s, self.turn)))
        return self.worlds[number]

    def run(self, budget: int) -> Thought:
        """Try all moves in some deals, the better half in more, and so on; return the result."""
        habit, left = self.arms[0], list(self.arms)
        if len(left) == 1:
            return self.thought(habit)
        rounds = max(1, ceil(log2(len(left))))
        for number in range(rounds):
            share = budget * (number + 1) / rounds
            while True:
                for arm in left:
                    self.try_once(arm)
                if self.spent + self.spent // max(1, sum(len(arm.values) for arm in self.arms)) * len(left) > share:
                    break
            if number + 1 < rounds:
                kept = sorted(left, key=lambda arm: -arm.mean)[: ceil(len(left) / 2)]
                left = [arm for arm in left if arm in kept or arm is habit]
        best = max(left, key=lambda arm: arm.mean)
        doubt = DOUBT_UNSEEN if self.is_unseen else DOUBT
        if best is not habit and not _is_clear(best, habit, doubt):
            best = habit
        return self.thought(best)

    def thought(self, best: _Arm) -> Thought:
        """Return the result so far."""
        order = sorted(self.arms, key=lambda arm: (arm is not best, -len(arm.values), -arm.mean))
        means = tuple((arm.option.text, arm.mean, len(arm.values)) for arm in order)
        tricks = None if self.is_unseen else self.tricks
        return Thought(best.option.text, means, self.worth.spread, self.gain, tricks)

    def try_once(self, arm: _Arm) -> None:
        """Play out one more deal after a move; in an auction, the others raise the stakes if they gain by it."""
        deal, entry = self.world(len(arm.values))
        option = next(one for one in entry.options if one.text == arm.option.text)
        found = []
        for raising in (False, True) if option.kind == "bid" and raising_bids(deal.game, deal.spec) else (False,):
            s = deal.copy()
            flow.carry_out(s, entry, option)
            s.events = ()
            self.spent += finish(s, self.worth.aims, self.others(s), raising * self.others(s)) + CHOICE
            found.append(self.worth.value(s, self.turn.seat))
        arm.values.append(min(found))


def _is_clear(best: _Arm, habit: _Arm, doubt: float) -> bool:
    """Tell whether one move beats another by more than the luck of the deals that tried both."""
    pairs = [one - other for one, other in zip(best.values, habit.values, strict=False)]
    mean = sum(pairs) / len(pairs)
    if len(pairs) < 2:
        return mean > 0
    variance = sum((pair - mean) ** 2 for pair in pairs) / (len(pairs) - 1)
    return mean > doubt * sqrt(variance / len(pairs))


# ---------------------------------------------------------------- in words


def reason_of(thought: Thought) -> str:
    """Return a few sentences: what the seat plays for, and how much better the move is in how many imagined deals."""
    return " ".join(filter(None, (_aim(thought), _comparison(thought))))


def _aim(thought: Thought) -> str:
    """Return what the seat is aiming for."""
    if thought.tricks is not None:
        return f"The hand is good for about {thought.tricks:.1f} tricks."
    if thought.gain is None or abs(thought.gain) < thought.spread / 100:
        return ""
    if thought.gain > 0:
        return f"Another trick is worth about {_points(thought.gain)} now."
    return f"Another trick costs about {_points(-thought.gain)} now."


def _comparison(thought: Thought) -> str:
    tried = [(move, mean, deals) for move, mean, deals in thought.means if deals]
    if len(tried) < 2:
        return "The other moves come to the same." if len(thought.means) > 1 or not tried else ""
    (move, mean, deals), rest = tried[0], tried[1:]
    other, its_mean, _ = max(rest, key=lambda one: one[1])
    margin = mean - its_mean
    told = f"In {deals} imagined deals that agree with what is known"
    if margin <= thought.spread / 100:
        return f"{told}, `{move}` and `{other}` come to about the same."
    return f"{told}, `{move}` comes out {_points(margin)} ahead of `{other}`, the next best."


def _points(margin: float) -> str:
    """Write points: whole numbers from ten up, tenths below."""
    text = f"{round(margin, 0 if margin >= 10 else 1):g}"
    return f"{text} point{'' if text == '1' else 's'}"
