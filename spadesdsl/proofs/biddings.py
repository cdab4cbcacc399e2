"""Biddings: does a way to begin one, the shortest first, leave a seat without a bid, and who bets well by a bid?

Nobody would make a bid that never scores more than another, and sometimes less. Points of one deal are compared, for
the same tricks: later effects of a bid, and what it tells a partner, do not count.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from itertools import chain, product, takewhile
from random import Random
from typing import Final

from spadesdsl.algebra.bids import options_of_ranges
from spadesdsl.algebra.reads import Effect, options_read, reads_of, reads_own_side, topics_of
from spadesdsl.diagnostics import Diagnostic, warning
from spadesdsl.engine import choices, deals
from spadesdsl.engine.actions import environment
from spadesdsl.engine.game import Game, State
from spadesdsl.engine.scoring import scored
from spadesdsl.engine.seats import bid_of
from spadesdsl.engine.situation import Situation
from spadesdsl.engine.spec import Amount, Round
from spadesdsl.frozen import Changing, Frozen, field
from spadesdsl.proofs.claims import Proof, Standing
from spadesdsl.proofs.context import MADE_UP, ProofContext, settings_of
from spadesdsl.proofs.last_deal import latest_deal
from spadesdsl.proofs.playing import asks_everybody, begin, bids_so_far, dealers_of, silent_in
from spadesdsl.proofs.ranges import FROM_BIDS, shares
from spadesdsl.proofs.ranges import range_of as deals_over
from spadesdsl.proofs.situations import Made
from spadesdsl.rules import parts
from spadesdsl.rules.game import Rules
from spadesdsl.rules.operations import Topic
from spadesdsl.rules.parts import BidType
from spadesdsl.rules.terms import Const, Kind, Term
from spadesdsl.rules.walking import all_read, all_steps, terms_of

MOST_SCORED: Final = 25_000


class _Table(Changing):
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
    rounds = [step for step in all_steps(game) if isinstance(step, parts.Round) and bid.name in step.bids]
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


MOST_PREFIXES: Final = 1_500
_FEWEST: Final = 40
"""How many ways to begin are tried for each deal, setting and dealer, however many of those there are."""

_MOST_SETTINGS: Final = 12
_MOST_DEALS: Final = 20
"""Where bids depend on the number of the deal in a way that is not known, so many deals are tried."""

_OF_THE_BIDDING: Final = FROM_BIDS | {Topic.PLACE, Topic.DECISION, Topic.DEAL, Topic.LOOKED}
"""What the ways to begin, with every dealer, setting and deal, settle completely. No trick is taken yet."""


class Prefixes(Frozen):
    """The result of looking at the ways for a bidding to begin."""

    count: int
    is_whole: bool
    silent: str = ""
    """The seat left without a bid, and the bids before it; empty if there is none."""


def look(context: ProofContext, game: Rules, round_name: str, deal: int) -> Prefixes:
    """Go through the ways for the bidding to begin: with every deal, setting and dealer that it may depend on.

    Args:
        context: What the proofs of the file share.
        game: The rules of the deal.
        round_name: The round in which nobody should be without a bid.
        deal: The first deal that has these rules.
    """
    rounds = tuple(phase for phase in game.phases if phase.name != "play")
    musts = tuple(must for must in game.play.musts if not must.judges_card)
    terms = tuple(terms_of((rounds, game.bids, musts)))
    topics = topics_of(game, *terms)
    read = options_read(game, *terms, also=chain.from_iterable(options_of_ranges(game, bid) for bid in game.bids))
    settings, are_all = settings_of(read, _MOST_SETTINGS)
    asker = context.asker(game)
    deals = asker.bounds.early_deals(*map(asker.former.form, terms)) if Topic.DEAL in topics else (deal,)
    is_whole = topics <= _OF_THE_BIDDING and are_all and bool(deals)
    is_lopsided = _is_lopsided(game, terms)
    latest = latest_deal(context)
    some = (number for number in range(deal, deal + _MOST_DEALS) if context.variant.edition(number) is game)
    deals = tuple(number for number in deals or some if latest is None or number <= latest)
    begun_with = product(deals, settings) if is_whole else (*product(deals[:1], settings), *product(deals[1:], [()]))
    starts = [
        (number, setting, dealer)
        for number, setting in begun_with
        for dealer in (dealers_of(context.game(setting), number) if is_lopsided else (None,))
    ]
    count = 0
    for number, setting, dealer in starts:
        begun = begin(context.game(setting), Random(0), number, context.reach, dealer=dealer)
        found = _look(begun, round_name, max(_FEWEST, MOST_PREFIXES // len(starts)))
        count += found.count
        is_real = number == 1 or not topics & MADE_UP
        is_whole = is_whole and found.is_whole and is_real
        if found.silent and is_real:
            where = [f"on deal {number}"] if len(deals) > 1 else []
            told = ", ".join([*where, *([f"with {context.told(setting)}"] if setting else []), found.silent])
            return Prefixes(count, is_whole, told[:1].upper() + told[1:])
    return Prefixes(count, is_whole)


def without_bids(context: ProofContext) -> Iterator[Diagnostic]:
    """Find the file's own bids with a range that is empty on some deal, when nobody has another bid."""
    game = context.variant.game
    own = [
        bid
        for bid in game.bids
        if context.is_own(bid.rule) and any(one.high is not None and one.choices is None for one in bid.parameters)
    ]
    rounds = [step for step in all_steps(game) if isinstance(step, parts.Round)]
    latest = latest_deal(context) or _MOST_DEALS
    if not own or len(context.editions) > 1:
        return
    for deal in range(1, min(latest, _MOST_DEALS) + 1):
        begun = begin(context.game(), Random(0), deal, context.reach)
        for step in rounds if begun.flow and begun.is_playing else ():
            named = [bid for bid in own if bid.name in step.bids]
            if named and silent_in(begun, step.rule.name):
                message = f"On deal {deal} nobody can bid in `{step.rule.name}`: `{named[0].name}` offers nothing then."
                hint = f"begin `{named[0].name}` lower, or offer a bid that everybody can make"
                yield warning("W805", named[0].rule.name_span, message, hint)
                return


def _is_lopsided(game: Rules, terms: tuple[Term, ...]) -> bool:
    """Tell whether it makes a difference who deals: a seat is named, or the seats are not all alike."""
    parts = all_read(game.let_of, *terms)
    is_named = any(isinstance(one, Const) and one.type.kind in (Kind.SEAT, Kind.SIDE) for one in parts)
    return is_named or len({len(side) for side in game.teams.sides}) > 1


def _look(begun: State, round_name: str, most: int) -> Prefixes:
    """Go through the ways for the bidding of one deal to begin."""
    waiting = deque([begun])
    seen: set[object] = set()
    count = 0
    for seat in silent_in(begun, round_name) if begun.flow and begun.is_playing else ():
        return Prefixes(1, is_whole=True, silent=f"{begun.spec.seats[seat]} may bid nothing in `{round_name}`")
    while waiting:
        s = waiting.popleft()
        for after in _next(s):
            count += 1
            if (silent := _passed_over(s, after, round_name)) is not None:
                return Prefixes(
                    count, True, f"{s.spec.seats[silent]} may bid nothing in `{round_name}`: {bids_so_far(after)}"
                )
            if count >= most:
                return Prefixes(count, is_whole=False)
            about = (after.bids, after.side_bids, after.flow, after.answers)
            if after.deal == begun.deal and after.flow and not after.is_playing and about not in seen:
                seen.add(about)
                waiting.append(after)
    return Prefixes(count, is_whole=True)


def _next(s: State) -> Iterator[State]:
    entries = choices.due(s)
    step = s.step
    if isinstance(step, Round) and step.by.turns == "at once":
        # Nobody hears the others: the result is the same in whatever order they bid.
        first = entries[0]
        entries = tuple(
            one for one in entries if one.seat == first.seat or (first.side is not None and one.side == first.side)
        )
    for entry in entries:
        yield from (s.take(entry, option) for option in entry.options)


def _passed_over(s: State, after: State, round_name: str) -> int | None:
    """Return a seat whose turn in a round was skipped because it had no bid."""
    step, turns = s.step, s.asking
    if not isinstance(step, Round) or step.name != round_name or after.deal != s.deal or not after.flow:
        return None
    by = step.by
    if not asks_everybody(step):
        return None
    is_over = after.step is not step
    if by.turns == "at once":
        passed = turns.order if is_over else ()
    else:
        passed = turns.order[turns.at + 1 : len(turns.order) if is_over else after.asking.at]
    for group in passed:
        for seat in group:
            if bid_of(after, seat) is None and (step.when is None or step.when(after, environment(after, seat))):
                return seat
    return None
