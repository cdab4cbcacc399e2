"""What is certain of a bid or a player that is chosen among several: "the last bid that is no pass"."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import Final

from spadesdsl.algebra.bids import bids_made_in
from spadesdsl.algebra.cases import Asker
from spadesdsl.algebra.forms import YES, exchanged, joined, mentions, negated, questions, sum_of, written
from spadesdsl.algebra.reads import topics_of
from spadesdsl.algebra.seated import bound_to
from spadesdsl.algebra.sums import Form
from spadesdsl.algebra.told import is_bound
from spadesdsl.proofs.context import ProofContext
from spadesdsl.proofs.waiting import waits_for
from spadesdsl.rules.game import Rules
from spadesdsl.rules.operations import Topic
from spadesdsl.rules.parts import BidType, Round
from spadesdsl.rules.terms import BidParameter, Var
from spadesdsl.rules.walking import all_steps, conjuncts, replaced, variables


def of_a_call(context: ProofContext, game: Rules, form: Form) -> Iterator[Form]:
    """Yield what is certain of a bid that is chosen among others: it has a place only if there is one."""
    asker = context.asker(game)
    for call in dict.fromkeys(chosen_in(form)):
        match call:
            case (_, ("Filter", _, ("calls",), condition)) if _is_settled(call):
                there_is_none = negated(("more", written({(("call_place", call),): 1}), 0))
            case _:
                continue
        yield joined("or", (there_is_none, bound_to(condition, call)))
        for question in questions(form):
            match question:
                case ("Holds", "some" | "no" as how, ("calls",), one) if one == condition:
                    yield joined("or", (there_is_none, question if how == "some" else negated(question)))
                case ("is" | "member", *about) if ("call_player", call) in about:
                    yield negated(joined("and", (question, there_is_none)))
                case _:
                    pass
        made: Form = ("call_bid", call)
        if mentions(form, "BidParameter") and mentions(form, made):
            kinds = [bid for bid in game.bids if _can_be(condition, bid.name)]
            yield joined("or", (there_is_none, *(("IsBid", made, bid.name, ()) for bid in kinds)))
            for bid in kinds:
                is_other = negated(("IsBid", made, bid.name, ()))
                yield from (joined("or", (there_is_none, is_other, one)) for one in _said_with(asker, game, bid, made))
        if (of_seats := exchanged(condition, {_OF_A_CALL: _OF_A_SEAT})) != condition and _bids_once(game):
            some: Form = ("Holds", "some", ("players",), of_seats)
            if mentions(form, "players") and mentions(form, "seat_bid") and not mentions(of_seats, "call_bid"):
                yield joined("or", (joined("and", (negated(there_is_none), some)),
                                    joined("and", (there_is_none, negated(some)))))  # fmt: skip


_OF_A_CALL: Final = ("call_bid", ("variable", 0))
_OF_A_SEAT: Final = ("seat_bid", ("variable", 0))


def of_bids_that_wait(context: ProofContext, game: Rules, form: Form) -> Iterator[Form]:
    """Yield that a bid was made that another waits for, where a condition asks of both whether somebody has."""
    kinds: dict[str, Form] = {}
    for question in questions(form):
        match question:
            case ("Holds", "some" | "no" as how, ("calls",), ("IsBid", bid, kind, ())) if bid == _OF_A_CALL:
                kinds[kind] = question if how == "some" else negated(question)
            case _:
                pass
    for one, other in permutations(kinds, 2):
        if waits_for(context, game, one, other):
            yield joined("or", (negated(kinds[one]), kinds[other]))


def _can_be(condition: Form, kind: str) -> bool:
    """Tell whether a bid of a kind can be one for which something holds."""
    match condition:
        case ("not", ("IsBid", bid, other, ())) if bid == _OF_A_CALL:
            return str(other) != kind
        case ("IsBid", bid, other, _) if bid == _OF_A_CALL:
            return str(other) == kind
        case ("and" | "or" as how, *parts):
            return (all if how == "and" else any)(_can_be(one, kind) for one in parts)
        case _:
            return True


def _said_with(asker: Asker, game: Rules, bid: BidType, made: Form) -> Iterator[Form]:
    """Yield what the condition of a bid asks of its numbers and of options."""
    term = None if bids_made_in(game) else asker.former.terms.get(made)
    numbers = {f"param:{its.name}": its for its in bid.parameters if its.type.is_amount}
    for one in conjuncts(bid.when):
        if term is not None and topics_of(game, one) <= _OF_OPTIONS and variables(one) <= numbers.keys():
            for name, its in numbers.items():
                one = replaced(one, Var(name, its.type), BidParameter(term, its.name, its.type))
            yield asker.former.form(one)


_OF_OPTIONS: Final = frozenset({Topic.OPTION, Topic.CHOICE, Topic.NOTHING})


def _bids_once(game: Rules) -> bool:
    """Tell whether players bid once each, in one round: what some call is, the bid of some player is."""
    rounds = [step for step in all_steps(game) if isinstance(step, Round)]
    by_side = any(bid.by_side or bid.needs_yes is not None or bid.before_looking for bid in game.bids)
    is_plain = all((one.by.until, one.by.turns, one.timing) == (None, "each", None) for one in rounds)
    return len(rounds) == 1 and is_plain and not by_side and not bids_made_in(game) and not game.dummies


def of_the_first(form: Form) -> Iterator[Form]:
    """Yield what is certain of a player who is the first, or the last, of those for whom something holds."""
    for one in dict.fromkeys(chosen_in(form)):
        match one:
            case (_, ("Filter", _, ("players",), condition)) if _is_settled(one):
                there_is_one = YES if _is_the_most(condition) else ("member", one, ("players",))
                yield joined("or", (negated(there_is_one), bound_to(condition, one)))
            case _:
                pass


def _is_settled(chosen: Form) -> bool:
    """Tell whether it is the same one each time: no seat is drawn, and nothing around it says which it is."""
    return not is_bound(chosen) and not mentions(chosen, "random")


def _is_the_most(condition: Form) -> bool:
    """Tell whether a condition holds for the player, or the players, who have most or least of something."""
    match condition:
        case ("equal", ("sum", *parts), 0) if len(parts) == len(_MORE_OR_LESS):
            ((one,), first), ((other,), second) = sorted(parts, key=lambda part: part[0][0][0] != "Fold")
            return first == -second and one[:3] in _MORE_OR_LESS and sum_of(one[3]) == {(other,): 1}
        case _:
            return False


_MORE_OR_LESS: Final = (("Fold", "most", ("players",)), ("Fold", "least", ("players",)))


def chosen_in(form: object) -> Iterator[Form]:
    """Yield what a form has that is the first or the last of some, but for what another subject reads."""
    if isinstance(form, tuple) and form:
        if form[0] in ("first", "last"):
            yield form
        for part in form[2:] if form[0] == "of" else form:
            yield from chosen_in(part)
