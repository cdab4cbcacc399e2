"""Thinking about one turn: moves are tried side by side in imagined deals, the better half of them in more."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, inf, log2, sqrt
from typing import Protocol

from spadesdsl.bots.evaluation import Evaluation
from spadesdsl.bots.player import Advice, Adviser, Weighed, belief_in
from spadesdsl.bots.rollout import MOST, candidates, entry_of, tricks_for
from spadesdsl.engine import play
from spadesdsl.engine.choices import is_unseen
from spadesdsl.engine.game import State
from spadesdsl.engine.spec import Spec
from spadesdsl.engine.turns import Option, Turn
from spadesdsl.engine.view import View
from spadesdsl.kernel.habits import cards_over, missed, plays_last
from spadesdsl.rules.parts import Show

UNIT = 100
"""Parts of a point in which results are counted."""
PER_DEAL = 12
"""What an imagined deal costs in cards, besides those that are played in it."""
DOUBT = 0.5
"""How many standard errors a move has to be better than the habitual one."""
TELLING = 8
"""In fewer deals than this no two moves are called equal."""
SPARED = 0.4
"""The share of what sides typically differ by on a deal that is not enough to spend a card where a lower one, or the
partner's, takes the same trick."""
SURER = 0.5
"""How little a bid's results differ from deal to deal, beside those of a surer one."""
RISKY = 3.0
"""A bid whose results differ by more than so many times what sides typically do wins or loses a lot."""
MISTRUST = 0.25
"""How much of that difference such a bid must bring more than a surer one: what is imagined is not quite what comes."""
NEARLY = 0.98
"""A deal that is worth nearly as much as the game has decided it."""


class Imagined(Protocol):
    """Imagined deals in which moves are tried."""

    fewest: int
    """The fewest to try the moves in before any is given up."""

    def try_out(self, moves: Sequence[tuple[Turn, Option]], many: int) -> list[tuple[list[int], list[int]]]:
        """Play moves out in so many deals more, the same for all; each belongs to a turn, or is said unasked.

        Returns:
            By move how each deal ended, and whether it kept its promise: 3 if so, 1 if not, 0 if there was none. Deals
            that could not be played to the end are left out.
        """

    @property
    def interest(self) -> float:
        """Return what one more trick is worth to the hand that plays, in the play."""


class Arm:
    """A move, and how the deals ended in which it was tried."""

    def __init__(self, entry: Turn, option: Option) -> None:
        self.entry, self.option = entry, option
        self.values: list[int] = []
        self.facts: list[int] = []

    @property
    def mean(self) -> float:
        """Return how good its results are."""
        return sum(self.values) / len(self.values) if self.values else 0.0

    @property
    def spread(self) -> float:
        """Return how much its results differ from deal to deal: a standard deviation."""
        mean = self.mean
        return sqrt(sum((value - mean) ** 2 for value in self.values) / max(1, len(self.values) - 1))

    def merit(self, risk: float) -> float:
        """Return how good a move is for a player who likes risk so much."""
        return self.mean + risk * self.spread if risk else self.mean

    def beside(self, best: Arm, decided: float = inf) -> Weighed:
        """Return what the move was found to be worth, compared with another.

        Args:
            decided: the least that the game is worth to who has won it.
        """
        pairs = [(one - other) / UNIT for one, other in zip(self.values, best.values, strict=False)]
        many = len(pairs)
        behind = sum(pairs) / many if many else 0.0
        spread = sum((pair - behind) ** 2 for pair in pairs) / (many - 1) if many > 1 else 0.0
        promised = [fact for fact in self.facts if fact]
        kept = sum(fact == 3 for fact in promised) / len(promised) if promised else None
        margin = 2 * sqrt(spread / many) if many else 0.0
        won = sum(value >= decided for value in self.values) / many if decided < inf and many else None
        return Weighed(self.option.text, self.mean / UNIT, behind, margin, many, kept, won)


class Search:
    """The thinking about one turn."""

    def __init__(
        self, imagined: Imagined, first: State, turn: Turn, worth: Evaluation, trials: float, risk: float = 0.0
    ) -> None:
        """Choose the moves to try.

        Args:
            imagined: where they are tried.
            first: a deal that fits what the seat knows.
            trials: how many deals to play out, for all moves together.
            risk: what the spread of a move's results counts beside their mean.
        """
        self.imagined, self.first, self.worth, self.trials, self.risk = imagined, first, worth, trials, risk
        self.entry = entry_of(first, turn)
        self.arms = [Arm(self.entry, one) for one in candidates(first, self.entry, worth.aims(first))]

    def run(self) -> Advice | None:
        """Try all moves in some deals, the better half and the habitual one in more, and so on."""
        habit, *_ = left = list(self.arms)
        if len(left) == 1:
            return Advice(habit.option.text, "Nothing speaks for another choice.")
        rounds = max(1, ceil(log2(len(left))))
        for number in range(rounds):
            if not self.try_out(left, max(self.imagined.fewest, int(self.trials / rounds / len(left)))):
                return None
            if number + 1 < rounds:
                better = sorted(left, key=lambda arm: -arm.merit(self.risk))[: ceil(len(left) / 2)]
                left = better if habit in better else [habit, *better]
        return self.advice(left)

    def try_out(self, left: Sequence[Arm], many: int) -> bool:
        """Play moves out in so many deals more; return whether any could be."""
        found = self.imagined.try_out([(arm.entry, arm.option) for arm in left], many)
        for arm, (values, facts) in zip(left, found, strict=True):
            arm.values += values
            arm.facts += facts
        return bool(left[0].values)

    def advice(self, left: list[Arm]) -> Advice:
        """Return the best of the moves that were tried to the end: of equal ones the cheapest, if tricks are wanted."""
        habit, better = self.arms[0], max(left, key=lambda arm: arm.mean)
        best, why = max(left, key=lambda arm: arm.merit(self.risk)), "is surer" if self.risk < 0 else "may bring more"
        found = habit.beside(best)
        if -found.behind <= DOUBT * found.margin / 2:
            best, why = habit, "is the usual choice"
        chosen, doubt, is_card = best, best.spread, self.entry.holder >= 0
        is_unwanted = is_card and self.imagined.interest < 0
        if is_card:
            equal = [arm for arm in self.arms if arm is best or self.is_equal(arm, best)]
            best = sorted(equal, key=lambda arm: missed(self.first, arm.option.value), reverse=is_unwanted)[0]
        elif not self.risk and doubt > RISKY * UNIT * self.worth.spread:
            surer = [
                arm for arm in left
                if arm.spread <= SURER * doubt and -arm.beside(best).behind * UNIT <= MISTRUST * doubt
            ]  # fmt: skip
            best = max(surer, key=lambda arm: arm.mean, default=best)
        if best is not chosen:
            why = "is a card to be rid of" if is_unwanted else "is cheaper" if is_card else "is surer"
        order = sorted(self.arms, key=lambda arm: (arm is not best, arm is not better, -len(arm.values), -arm.mean))
        decided = self.decided(left)
        weighed = tuple(arm.beside(best, decided) for arm in order)
        why, game = "" if best is better else why, self.worth.win if decided < inf else None
        told = reason(weighed, self.worth.spread, game, why)
        is_seen = self.first.hands[self.entry.seat] and not is_unseen(self.first, self.entry.seat)
        if is_seen and any(arm.option.kind == "bid" for arm in left):
            told = f"The hand is good for about {tricks_for(self.first, self.entry):.1f} tricks. {told}"
        return Advice(best.option.text, told, weighed)

    def said_unasked(self, advice: Advice, offers: Sequence[Turn]) -> Advice:
        """Return what to say first, unasked, if that is better than to make the best move at once by more than luck."""
        silent = Arm(self.entry, next(one for one in self.entry.options if one.text == advice.move))
        entries = [entry_of(self.first, offer) for offer in offers]
        said = [Arm(entry, one) for entry in entries for one in entry.options][:MOST]
        if not self.try_out([silent, *said], max(self.imagined.fewest, int(self.trials / (1 + len(said))))):
            return advice
        best = max(said, key=lambda arm: arm.merit(self.risk))
        found = silent.beside(best)
        if -found.behind <= luck_in(found, self.worth.spread):
            return advice
        decided = self.decided([best, silent])
        weighed = tuple(arm.beside(best, decided) for arm in (best, silent))
        told = reason(weighed, self.worth.spread, self.worth.win if decided < inf else None)
        return Advice(best.option.text, told, weighed)

    def decided(self, arms: Sequence[Arm]) -> float:
        """Return the least that a deal is worth to who wins the game by it: infinite if none of these decides it."""
        enough = NEARLY * UNIT * self.worth.win
        return enough if any(abs(value) >= enough for arm in arms for value in arm.values) else inf

    def is_equal(self, arm: Arm, best: Arm) -> bool:
        """Tell whether a card does as well as the best in all deals, or little worse and spares it."""
        found, is_spared = arm.beside(best), self.is_spared(arm.option.value, best.option.value)
        return found.deals >= TELLING and -found.behind <= (SPARED * self.worth.spread if is_spared else 0.0)

    def is_spared(self, low: int, high: int) -> bool:
        """Tell whether one card spares another: it leaves the trick to a partner who has it, or takes it as surely."""
        s, holder = self.first, self.entry.holder
        on_table = play.best_card(s)
        if on_table is None or self.imagined.interest < 0 or not cards_over(s, on_table) >> high & 1:
            return False
        over = cards_over(s, on_table)
        if over >> low & 1:
            return plays_last(s) and bool(s.ranking.above[low] >> high & 1)
        owner = s.trick_seats[s.trick.index(on_table)]
        is_mate = s.side_of[owner] is not None and s.side_of[owner] == s.side_of[holder]
        unseen = s.spec.deck.all & ~(s.played | s.hands[holder])
        return is_mate and s.contracts[owner] != 0 and (plays_last(s) or not over & unseen)


class Thinker(Adviser):
    """A bot that tries its moves in imagined deals."""

    def searches(self, view: View, turn: Turn, more: int = 0) -> Iterator[Search]:
        """Yield ways to think about a turn, the best first: the next is for where it fails.

        Args:
            more: another number, other imagined deals.
        """
        raise NotImplementedError

    def advise(self, view: View, turn: Turn) -> Advice:
        """Return the move that `choose` returns, with its reason and what the other moves are worth."""
        spec, mine = belief_in(view).table.spec, [one for one in view.volunteers if one.seat == turn.seat]
        offers = [one for one in mine if not turn.optional and is_foreseen(spec, one)]
        if len(turn.moves) == 1 and not offers:
            return Advice(turn.moves[0], "There is no other choice.")
        search, found = next((one, told) for one in self.searches(view, turn) if (told := one.run()) is not None)
        return search.said_unasked(found, offers) if offers else found

    def compared(self, view: View, turn: Turn, moves: Sequence[str]) -> tuple[Weighed, ...]:
        """Try some moves side by side, in other deals than `advise` does; the others are held against the first."""
        for search in self.searches(view, turn, 1):
            listed = {option.text: option for option in search.entry.options}
            arms = [Arm(search.entry, listed[move]) for move in moves]
            if search.try_out(arms, int(search.trials / len(moves))):
                break
        return tuple(arm.beside(arms[0], search.decided(arms)) for arm in arms)


def is_foreseen(spec: Spec, offer: Turn) -> bool:
    """Tell whether imagined deals can say what comes of something said unasked.

    They cannot where the play is left to trust, for imagined players break such rules, and an accusation would always
    pay; nor where cards are shown, for imagined opponents would not use what they see.
    """
    (step,) = (node.step for node in spec.plan.volunteered if node.id == offer.node)
    return not spec.play.trusts and not any(isinstance(action, Show) for action in step.actions)


def price_of(s: State, cards: int) -> float:
    """Return what it costs to play a deal on with so many cards: more seats look at more replies to a card."""
    return (cards + PER_DEAL) * max(1.0, (len(s.hands) / 4) ** 2)


def luck_in(other: Weighed, spread: float) -> float:
    """Return by how many points a move may be better or worse by luck, or by nothing worth a word."""
    return max(spread / 100, 0.05, other.margin)


def reason(weighed: tuple[Weighed, ...], spread: float, game: float | None, why: str = "") -> str:
    """Say how the best move compares with the next best, and what the game counts if it is among the points.

    Args:
        weighed: the moves, the chosen one first.
        spread: what sides typically differ by on a deal.
        game: what the game counts, if it is among the points.
        why: what speaks for the chosen move if the second brought as much in these deals, or more.
    """
    best, *rest = weighed
    other = rest[0] if why else max(rest, key=lambda one: one.behind)
    told = f"In {best.deals:,} imagined deals that agree with what is known"
    shares = (("keeps the promise", best.kept, other.kept), ("wins the game", best.won, other.won))
    for does, own, others in shares:
        if own is not None and {f"{share or 0:.0%}" for share in (own, others)} != {"0%"}:
            told += f", `{best.move}` {does} in {own:.0%}"
            told += f", `{other.move}` in {others:.0%}" if others is not None else ""
    told += ";" if "%" in told else ","
    luck = luck_in(other, spread)
    if abs(other.behind) < 0.05 or (why and other.behind <= luck):
        more = f", and `{best.move}` {why}" if why else ""
        return f"{told} `{best.move}` and `{other.move}` are worth about the same{more}."
    points = f"{abs(other.behind):.0f}" if abs(other.behind) >= 10 else f"{abs(other.behind):.1f}"
    counted = f" To win or lose the game counts as {game:.0f} points." if game is not None else ""
    better, worse = (other, best) if why else (best, other)
    more = f", but `{best.move}` {why}" if why else ", which may be luck" if -other.behind <= luck else ""
    return f"{told} `{better.move}` is {points} points better than `{worse.move}`{more}.{counted}"
