"""How many tricks somebody has taken at most when a deal is over: by skips, the cards of hands, and who sits out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from spadesdsl.algebra.bids import stays_in_play
from spadesdsl.algebra.bounds import Bounds
from spadesdsl.algebra.cases import Asker
from spadesdsl.algebra.deals import draws, sits_out_at_times
from spadesdsl.algebra.finished import TAKEN, amounts_in
from spadesdsl.algebra.former import Former
from spadesdsl.algebra.forms import compared, joined, mentions, negated, sum_of, written
from spadesdsl.algebra.reads import topics_of
from spadesdsl.algebra.sums import Form, Sum, plain
from spadesdsl.rules.game import Rules
from spadesdsl.rules.operations import TRICK, Topic
from spadesdsl.rules.parts import Do, Skip, Step, Timing
from spadesdsl.rules.terms import Op, Term
from spadesdsl.rules.walking import conjuncts

TRICKS: Final = ("count", ("tricks",))
KNOWN_AFTER_BIDS: Final = frozenset({*(Topic.BIDS, Topic.OPTION, Topic.DEAL, Topic.NOTHING), Topic.SEATING})


def of_skipped(asker: Asker, game: Rules, form: Form) -> Iterator[Form]:
    """Yield how many tricks there are at most, and how many somebody has taken, where the rest is skipped after one."""
    for step in game.play.steps:
        is_plain = isinstance(step, Do) and step.by is None and step.timing == Timing("after each", "trick")
        if not is_plain or not any(isinstance(one, Skip) and one.phase == "play" for one in step.actions):
            continue
        goes_on = negated(asker.former.condition(step.when))
        terms = asker.former.terms
        taken = (one for one in amounts_in(form, TAKEN) if one[1] in terms and stays_in_play(game, terms[one[1]]))
        for amount in dict.fromkeys((*taken, TRICKS)):
            them = (amount, ("trick_number",)) if amount == TRICKS else (amount,)
            for last in range(1, asker.bounds.tricks):
                if not asker.can_hold(goes_on, *(compared("=", {(one,): 1}, plain(last)) for one in them)):
                    yield from (compared("<=", {(one,): 1}, plain(last + at)) for at, one in enumerate(them))
                    break
        yield from _of_who_ends_it(asker.former, game, step, form)


def _of_who_ends_it(former: Former, game: Rules, step: Step, form: Form) -> Iterator[Form]:
    """Yield that who ends the play by winning a trick has won one, and who ends it by losing one has lost one."""
    parts = conjuncts(step.when)
    for part in parts:
        match part:
            case Op(op="is" | "is_not" as op, arguments=both) if any(map(_is_last_winner, both)):
                who = next((one for one in both if not _is_last_winner(one)), part)
                rest = [one for one in parts if one is not part]
            case _:
                continue
        taken = ("seat_taken", former.form(who))
        if mentions(form, taken) and all(stays_in_play(game, one) for one in (who, *rest)):
            lost: Sum = {(taken,): 1} if op == "is" else {(TRICKS,): 1, (taken,): -1}
            yield joined("or", (*(negated(former.form(one)) for one in rest), compared("<=", lost, plain(1))))


def _is_last_winner(term: Term) -> bool:
    return isinstance(term, Op) and term.op == "trick_winner" and term.arguments == (Op("last_trick", (), TRICK),)


def of_hands(bounds: Bounds, game: Rules, form: Form) -> Iterator[Form]:
    """Yield that nobody takes more tricks than the cards of a hand, where their number depends on the deal."""
    ways = () if bounds.held is None or draws(game) else tuple(map(written, bounds.held[0]))
    varies = any(mentions(one, "deal") for one in ways) and not mentions(ways, *_OTHERWISE_LATER)
    for taken in amounts_in(form, TAKEN) if varies and mentions(form, ("deal",)) else ():
        if taken[0] == "seat_taken" or bounds.sizes == 1:
            yield joined("or", (compared("<=", {(taken,): 1}, sum_of(one)) for one in ways))


_OTHERWISE_LATER: Final = ("TallyRef", "side_score", "seat_score", "side_behind", "seat_behind", "variable", "of")
"""What a number of cards may read that is not the same when the deal is scored, or for somebody else."""


def of_sitting_out(former: Former, game: Rules, form: Form) -> Iterator[Form]:
    """Yield that a player who sits out of a whole deal takes no trick."""
    for control in () if sits_out_at_times(game) else game.play.controls:
        taken = ("seat_taken", former.form(control.seat))
        stays = topics_of(game, control.when, control.seat) <= KNOWN_AFTER_BIDS | {Topic.DECISION}
        if control.player is None and stays and mentions(form, taken):
            yield joined("or", (negated(former.condition(control.when)), compared("=", {(taken,): 1}, {})))
