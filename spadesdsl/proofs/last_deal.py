"""Whether a game is over: the deal by which every game is, and what is so because one goes on."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from typing import Any, Final

from spadesdsl.algebra.finished import amounts_in
from spadesdsl.algebra.forms import YES, exchanged, joined, mentions, negated, of_some_side, written
from spadesdsl.algebra.reads import topics_of
from spadesdsl.algebra.seated import goes_over_seats
from spadesdsl.algebra.sums import UNKNOWN, Form
from spadesdsl.algebra.told import PLAYER
from spadesdsl.proofs.context import ProofContext, names_dealer
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


_STAYS: Final = frozenset({Topic.SCORE, Topic.TALLY, Topic.OPTION, Topic.SEATING, Topic.NOTHING})
"""What has the same value before a deal as it had when the endings were tried after the one before."""
_SIDE: Final = ("variable", "side")
_ADDED_UP: Final = frozenset({"side_score", "seat_score", "side_behind", "seat_behind", "TallyRef"})
"""What is 0 until a deal has been scored; no ending is tried before that."""
_OF_PLAYER: Final = {(f"side_{what}", _SIDE): (f"seat_{what}", PLAYER) for what in ("score", "behind")}
_BEHIND: Final = ("equal", written({(("side_behind", _SIDE),): 1}), 0)


def of_a_game_that_goes_on(context: ProofContext, game: Rules, form: Form, *, is_scored: bool) -> Iterator[Form]:
    """Yield that no ending has ended the game before a deal, where a condition reads what that ending reads.

    Sides that were level may have played on: of two, both have then what it asks for, and the same score.
    """
    if len({(one.endings, one.tie, one.best_lowest) for one in context.variant.games}) > 1:
        return
    is_open = game.teams.after is None and not game.dummies and not game.puts_out
    read = set(_standings(form))
    begun = amounts_in(_before(form, is_scored=is_scored), _ADDED_UP)
    first = joined("and", (("equal", written({(one,): 1}), 0) for one in begun))
    for ending in game.endings if is_open and read else ():
        is_plain = topics_of(game, ending.when) <= _STAYS and not names_dealer(game, ending.when)
        over = context.asker(game).former.condition(ending.when) if is_plain else YES
        is_told = not mentions(over, "quantity", "filled", "before")  # that deal filled it, not this one
        is_told = is_told and context.asker(game).bounds.is_set_alike(over)
        if over == YES or read.isdisjoint(_standings(over)) or not is_told:
            continue
        over = _before(over, is_scored=is_scored)
        yield from _grown(context, game, form) if is_scored else ()
        if shares_ties(context):
            yield from _of_player_too(form, joined("or", (first, negated(over))))
        elif len(game.teams.sides) == len("ab"):
            yield from _of_player_too(form, joined("or", (first, negated(over), _BEHIND)))
            if goes_over_seats(form):
                yield joined("or", (first, negated(over), negated(of_some_side(negated(over)))))


def _of_player_too(form: Form, known: Form) -> Iterator[Form]:
    """Yield what is known of each side, and of the side of the player who is asked, if a condition reads that.

    Options that only the ending reads would have to be gone through, to no purpose.
    """
    yield known
    said = exchanged(known, _OF_PLAYER) if mentions(form, PLAYER) else known
    options, read = (frozenset(amounts_in(one, frozenset({"option"}))) for one in (known, form))
    if said != known and not mentions(said, _SIDE) and options <= read:
        yield said


def _grown(context: ProofContext, game: Rules, form: Form) -> Iterator[Form]:
    """Yield that a tally is no more after a deal than it was, and one deal adds to it at most."""
    known = context.asker(game).bounds.over_all
    for tally in amounts_in(form, frozenset({"TallyRef"})):
        most, (least, _) = known.grows.get(tally[1], UNKNOWN)[1], known.tallied.get(tally[1], UNKNOWN)
        if tally[3] == "now" and most is not None and least is not None and least >= 0:
            yield negated(("more", written({(tally,): 1, ((*tally[:3], "before"),): -1}), most))


def _standings(form: Any) -> Iterator[str]:  # noqa: ANN401 - a form, or a part of one
    """Yield the names of the tallies that a form reads, and `score` if it reads one."""
    match form:
        case ("TallyRef", str() as name, _, "now" | "before"):
            yield f"tally {name}"
        case ("side_score" | "seat_score", _):
            yield "score"
        case tuple():
            for one in form:
                yield from _standings(one)
        case _:
            pass


def _before(form: Any, *, is_scored: bool) -> Any:  # noqa: ANN401 - a form, or a part of one
    """Return what an ending asked after the deal before this one, as it is asked now."""
    match form:
        case ("TallyRef", name, whose, "now"):
            return "TallyRef", name, whose, "before" if is_scored else "now"
        case tuple():
            return tuple(_before(one, is_scored=is_scored) for one in form)
        case _:
            return form
