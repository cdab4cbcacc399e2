"""The deal by which every game is over, if only the number of the deal decides that."""

from __future__ import annotations

from bisect import bisect_left
from typing import Final

from spadesdsl.algebra.forms import negated, written
from spadesdsl.algebra.reads import topics_of
from spadesdsl.proofs.context import ProofContext
from spadesdsl.rules.game import Rules
from spadesdsl.rules.operations import Topic
from spadesdsl.rules.parts import Ending, Redeal
from spadesdsl.rules.walking import all_actions

_LATEST: Final = 1_000_000
"""The latest deal that is tried: no option has as large a number."""


def latest_deal(context: ProofContext) -> int | None:
    """Return the deal by which every game is over, ties included; None if there may always be another one."""
    return last_scored(context) if shares_ties(context) and not may_be_thrown_in(context) else None


def may_be_thrown_in(context: ProofContext) -> bool:
    """Tell whether deals may be thrown in, and so go on for ever."""
    return any(isinstance(action, Redeal) for game in context.variant.games for action in all_actions(game))


def shares_ties(context: ProofContext) -> bool:
    """Tell whether sides that are level share the win, on all deals."""
    return all(game.tie == "shared" for game in context.variant.games)


def last_scored(context: ProofContext) -> int | None:
    """Return a deal that ends every game once it, or a later one, is scored, ties aside; None if there may be none."""
    found = [[_latest(context, game, ending) for ending in game.endings] for game in context.variant.games]
    first = [min((deal for deal in row if deal is not None), default=None) for row in found]
    known = [deal for deal in first if deal is not None]
    return max(known) if len(known) == len(first) else None


def _latest(context: ProofContext, game: Rules, ending: Ending) -> int | None:
    """Return the deal from which an ending always holds, with any setting, if only the number of the deal decides."""
    if ending.kind == "out" or not topics_of(game, ending.when) <= {Topic.DEAL, Topic.OPTION}:
        return None
    asker = context.asker(game)
    fails = negated(asker.former.condition(ending.when))

    def holds_from(deal: int) -> bool:
        return not asker.can_hold(negated(("less", written({(("deal",),): 1}), deal)), fails)

    return bisect_left(range(_LATEST), True, lo=1, key=holds_from) if holds_from(_LATEST) else None
