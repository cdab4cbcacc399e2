"""All ways for a bidding to begin, shortest first: does one leave a seat without a bid?"""

from __future__ import annotations

from collections import deque
from random import Random
from typing import TYPE_CHECKING, Final

from spadesdsl.algebra.reads import facts_of
from spadesdsl.engine import choices
from spadesdsl.engine.actions import environment
from spadesdsl.engine.spec import Round
from spadesdsl.frozen import dataclass
from spadesdsl.proofs.playing import begin
from spadesdsl.proofs.silence import bids_so_far
from spadesdsl.rules.operations import Topic
from spadesdsl.rules.walking import terms_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spadesdsl.engine.game import Game, State
    from spadesdsl.rules.game import Rules

MOST_PREFIXES: Final = 1_500

_OF_THE_BIDDING: Final = frozenset(
    {Topic.BIDS, Topic.PLACE, Topic.OPTION, Topic.CHOICE, Topic.SEATING, Topic.DECISION, Topic.DEAL, Topic.LOOKED}
)


@dataclass(frozen=True, slots=True)
class Prefixes:
    """The result of looking at the ways for a bidding to begin."""

    count: int
    is_whole: bool
    silent: str = ""
    """The seat left without a bid, and the bids before it; empty if there is none."""


def look(game: Rules, bound: Game, round_name: str, deal: int, reach: range) -> Prefixes:
    """Go through the ways for the bidding of a deal to begin."""
    rounds = tuple(phase for phase in game.phases if phase.name != "play")
    topics = {fact.topic for fact in facts_of(game, *terms_of((rounds, game.bids)))}
    musts = tuple(must for must in game.play.musts if not must.judges_card)
    topics |= {fact.topic for fact in facts_of(game, *terms_of(musts))}
    is_whole = topics <= _OF_THE_BIDDING | {Topic.PILE, Topic.TAKEN}
    waiting = deque([begin(bound, Random(0), deal, reach)])
    seen: set[object] = set()
    count = 0
    while waiting:
        s = waiting.popleft()
        for after in _next(s):
            count += 1
            silent = _passed_over(s, after, round_name)
            if silent is not None:
                told = f"{s.spec.seats[silent]} may bid nothing in `{round_name}`: {bids_so_far(after)}"
                return Prefixes(count, is_whole, told)
            if count >= MOST_PREFIXES:
                return Prefixes(count, is_whole=False)
            about = (after.bids, after.side_bids, after.flow, after.answers)
            if after.deal == deal and after.flow and not after.is_playing and about not in seen:
                seen.add(about)
                waiting.append(after)
    return Prefixes(count, is_whole)


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
        for option in entry.options:
            yield s.take(entry, option)


def _passed_over(s: State, after: State, round_name: str) -> int | None:
    """Return a seat whose turn in a round was skipped because it had no bid."""
    step, turns = s.step, s.asking
    if not isinstance(step, Round) or step.name != round_name or after.deal != s.deal or not after.flow:
        return None
    by = step.by
    if by.turns == "one" or by.stopping is not None or by.until is not None or step.block:
        return None
    is_over = after.step is not step
    if by.turns == "at once":
        passed = turns.order if is_over else ()
    else:
        passed = turns.order[turns.at + 1 : len(turns.order) if is_over else after.asking.at]
    for group in passed:
        for seat in group:
            side = after.side_of[seat]
            has_bid = after.bids[seat] is not None or (side is not None and after.side_bids[side] is not None)
            if not has_bid and (step.when is None or step.when(after, environment(after, seat))):
                return seat
    return None
