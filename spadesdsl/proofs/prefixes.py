"""All ways for a bidding to begin, shortest first: does one leave a seat without a bid?"""

from __future__ import annotations

from collections import deque
from itertools import chain, product
from random import Random
from typing import TYPE_CHECKING, Final

from spadesdsl.algebra.bids import options_of_ranges
from spadesdsl.algebra.reads import options_read, topics_of
from spadesdsl.diagnostics import Diagnostic, warning
from spadesdsl.engine import choices
from spadesdsl.engine.actions import environment
from spadesdsl.engine.seats import bid_of
from spadesdsl.engine.spec import Round
from spadesdsl.frozen import Frozen
from spadesdsl.proofs.context import ProofContext, settings_of
from spadesdsl.proofs.endings import latest_deal
from spadesdsl.proofs.playing import asks_everybody, begin, bids_so_far, dealers_of, silent_in
from spadesdsl.proofs.ranges import FROM_BIDS
from spadesdsl.rules import parts
from spadesdsl.rules.operations import Topic
from spadesdsl.rules.terms import Const, Kind, Term
from spadesdsl.rules.walking import all_read, all_steps, terms_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spadesdsl.engine.game import State
    from spadesdsl.rules.game import Rules

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
    read = options_read(game, *terms, also=chain.from_iterable(map(options_of_ranges, game.bids)))
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
        is_whole = is_whole and found.is_whole
        if found.silent:
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
