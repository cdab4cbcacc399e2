"""Bids as bets: nobody would make a bid that never scores more than another, and sometimes less.

Points of one deal are compared, for the same tricks: later effects of a bid, and what it tells a partner, do not count.
"""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING, Final

from spadesdsl.algebra.reads import Effect, reads_of, reads_own_side, topics_of
from spadesdsl.diagnostics import warning
from spadesdsl.engine import deals
from spadesdsl.engine.scoring import scored
from spadesdsl.engine.situation import Situation
from spadesdsl.frozen import dataclass, field
from spadesdsl.proofs.claims import Proof, Standing
from spadesdsl.proofs.ranges import range_of as deals_over
from spadesdsl.proofs.ranges import shares
from spadesdsl.rules.operations import Topic
from spadesdsl.rules.parts import BidType, Round
from spadesdsl.rules.walking import all_steps, terms_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from spadesdsl.engine.game import Game, State
    from spadesdsl.engine.spec import Amount
    from spadesdsl.proofs.context import ProofContext
    from spadesdsl.proofs.situations import Made
    from spadesdsl.rules.game import Rules

MOST_SCORED: Final = 25_000


@dataclass(slots=True)
class _Table:
    """Deals that differ in the bid of one seat and in the tricks of its side."""

    game: Game
    members: tuple[int, ...]
    usual: Made
    tricks: int
    scored: int = 0
    _known: dict[tuple[Made, Made, int], list[Amount]] = field(default_factory=dict)

    def points(self, bid: Made, partner: Made, taken: Sequence[tuple[int, ...]]) -> list[Amount]:
        """Return what the side scores with a bid, for each way to share the tricks."""
        about = (bid, partner, len(taken))
        if about not in self._known:
            self._known[about] = self._points(bid, partner, taken)
        return self._known[about]

    def _points(self, bid: Made, partner: Made, taken: Sequence[tuple[int, ...]]) -> list[Amount]:
        s = deals.blank(self.game)
        sit = Situation(s)
        sit.bid(*bid, self.members[0])
        for seat in range(len(self.game.seats)):
            if seat != self.members[0]:
                sit.bid(*(partner if seat in self.members else self.usual), seat=seat)
        self.scored += len(taken)
        return [self._score(s, share) for share in taken]

    def _score(self, s: State, share: tuple[int, ...]) -> Amount:
        made = s.copy()
        row = [0] * len(self.game.seats)
        for seat, number in zip(self.members, share, strict=True):
            row[seat] = number
        other = next(seat for seat in range(len(row)) if seat not in self.members)
        row[other] = self.tricks - sum(share)
        made.taken = tuple(row)
        return scored(made, has_sheet=False).scores[made.side_of[self.members[0]] or 0]


def prove_bets(context: ProofContext) -> Iterator[Proof]:
    """Prove for each kind of bid that some number of tricks makes it the better bid."""
    game = context.variant.game
    if context.variant.scopes or not any(context.is_own(bid.rule) for bid in game.bids):
        return  # bids of a parent are checked in the parent
    # There are no earlier deals here that could leave anything behind.
    lines = tuple(line for line in game.scoring.lines if Topic.TALLY not in topics_of(game, *terms_of(line)))
    over = deals_over(game, context.game(), lines, 1)
    kinds = {bid.name: bid for bid in game.bids if _is_plain(game, bid)}
    made = [bids[0][1] for bids in over.choices if bids and bids[0][1][0] in kinds]
    bids = list(dict.fromkeys(made))
    if not over.is_whole or len(kinds) < 2 or not bids:
        return
    members = max(deals.blank(context.game()).sides, key=len)
    if len(members) == len(game.seats):
        return
    table = _Table(context.game(), members, bids[len(bids) // 2], over.tricks)
    best = _best(table, bids)
    is_bet = reads_own_side(game, *(term for line in lines for term in terms_of(line))) and not _decide_more(game)
    unsure = []
    for kind in (one for one in kinds if one not in best):
        rival = _rival(table, [bid for bid in bids if bid[0] == kind], bids) if is_bet else ""
        if rival:
            yield _beaten(context, kinds[kind], rival, table)
        else:
            unsure.append(kind)
    how = "tricks of a side, with one bid of the others"
    for listed, standing in (([one for one in kinds if one in best], Standing.PROVED), (unsure, Standing.OPEN)):
        if listed:
            claim = f"with some tricks each is the best bid: {', '.join(f'`{kind}`' for kind in listed)}"
            yield Proof("bidding", claim, standing, table.scored, how)


def _best(table: _Table, bids: Sequence[Made]) -> set[str]:
    """Return the kinds of bid that are the best, or among the best, for some number of tricks."""
    taken = list(shares(table.tricks, len(table.members)))
    taken = taken[:: 1 + len(taken) * len(bids) // MOST_SCORED]
    rows = zip(*(table.points(bid, table.usual, taken) for bid in bids), strict=True)
    return {bid[0] for row in rows for bid, points in zip(bids, row, strict=True) if points == max(row)}


def _decide_more(game: Rules) -> bool:
    """Tell whether bids have a say in other bids or in the play: one that scores less may be all that is left."""
    of_course = {Effect.DEAL, Effect.VIEW, Effect.BIDS, Effect.PLAYS, Effect.WINNER}
    of_bids = {Topic.BIDS, Topic.PLACE, Topic.CHOICE}
    return any(one.decides & of_course and one.topics & of_bids for one in reads_of(game) if one.rule.keyword != "bid")


def _is_plain(game: Rules, bid: BidType) -> bool:
    """Tell whether a bid is purely a bet: offered beside others, to anybody, with no effect on the play."""
    rounds = [step for step in all_steps(game) if isinstance(step, Round) and bid.name in step.bids]
    is_open = bid.when is None and bid.needs_yes is None and not bid.by_side and not bid.before_looking
    return bool(rounds) and is_open and not bid.steps


def _rival(table: _Table, own: Sequence[Made], bids: Sequence[Made]) -> str:
    """Return the kind of bid that beats the first of some bids, if every one of them is beaten; else nothing."""
    rivals = list(takewhile(bool, (_better(table, bid, bids) for bid in own)))
    return rivals[0] if rivals and len(rivals) == len(own) else ""


def _better(table: _Table, bid: Made, bids: Sequence[Made]) -> str:
    """Return the kind of another bid that is never worse and sometimes better; empty if none was shown to be."""
    rest = len(table.members) - 1
    few = [(number, *(() if not rest else (1,) + (0,) * (rest - 1))) for number in range(table.tricks)]
    every = list(shares(table.tricks, len(table.members)))
    own = table.points(bid, table.usual, few)
    for other in (one for one in bids if one[0] != bid[0]):
        if table.points(other, table.usual, few) != own and _is_as_good(table, other, bid, table.usual, few):
            # With a bid of the partner that is not tried it may be worse.
            partners = bids if rest else (table.usual,)
            if all(_is_as_good(table, other, bid, partner, every) for partner in partners):
                return other[0] if table.scored <= MOST_SCORED else ""
    return ""


def _is_as_good(table: _Table, one: Made, other: Made, partner: Made, taken: Sequence[tuple[int, ...]]) -> bool:
    """Tell whether a bid never scores less than another one in these deals; False once too many were scored."""
    if table.scored > MOST_SCORED:
        return False
    pairs = zip(table.points(one, partner, taken), table.points(other, partner, taken), strict=True)
    return all(mine >= theirs for mine, theirs in pairs)


def _beaten(context: ProofContext, bid: BidType, rival: str, table: _Table) -> Proof:
    said = _where(context)
    message = (
        f"Nobody would bid `{bid.name}`{said}: `{rival}` never scores less for the same tricks, and sometimes more."
    )
    other = next(one for one in context.variant.game.bids if one.name == rival)
    finding = None
    if context.is_own(bid.rule):
        finding = warning("W812", bid.rule.name_span, message, "let it win more or lose less, or remove it")
    elif context.is_own(other.rule):
        finding = warning("W812", other.rule.name_span, message, "let it win less or lose more")
    claim = f"`{rival}` never scores less than this bid{said}"
    how = "tricks of a side, with some bids of the others"
    return Proof(bid.rule.key, claim, Standing.FOUND, table.scored, how, finding)


def _where(context: ProofContext) -> str:
    """Say where bids were compared: with the options as they are set, and with tallies of 0."""
    game = context.variant.game
    topics = topics_of(game, *terms_of(game.scoring.lines))
    limits = {Topic.OPTION: "as the options are set", Topic.TALLY: "while every tally is 0"}
    told = " and ".join(limit for topic, limit in limits.items() if topic in topics)
    return f" {told}" if told else ""
