"""Which bids there can be, what they add to a contract, and what is known once a decision was made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product, takewhile
from typing import Final

from spadesdsl.algebra.forms import BidMade
from spadesdsl.algebra.reads import facts_of, topics_of
from spadesdsl.algebra.sums import Number
from spadesdsl.frozen import replace
from spadesdsl.rules.game import Rules
from spadesdsl.rules.operations import SEAT, TRUTH, Topic
from spadesdsl.rules.parts import Ask, BidType, Do, MakeBid, Redeal, Round, Skip, Step
from spadesdsl.rules.terms import Const, LetRef, Op, OptionRef, Term, Value, Var
from spadesdsl.rules.walking import (
    all_actions,
    all_steps,
    conjuncts,
    free_variables,
    ops_read,
    variables,
)
from spadesdsl.syntax.expressions import names_in

MOST_VALUES: Final = 60
"""If an amount has more values than this, they are not listed."""


def options_of_ranges(game: Rules, bid: BidType) -> frozenset[str]:
    """Return the options and quantities that the ranges of a bid's parameters read."""
    node = bid.rule.node
    names = frozenset() if node is None else frozenset(names_in(*node.parameters))
    return names & (game.option_of.keys() | game.let_of.keys())


def bids_made_in(game: Rules) -> list[MakeBid[Term]]:
    """Return the bids that steps make outside of the rounds."""
    return [action for action in all_actions(game) if isinstance(action, MakeBid)]


def lists_bids_made(game: Rules) -> bool:
    """Tell whether the bids that steps make are among those that can be chosen."""
    kinds = {bid.name: bid for bid in game.bids}
    return all(
        isinstance(value, Const) and value.value in (parameter.choices or ())
        for made in bids_made_in(game)
        for parameter, value in zip(kinds[made.bid_type].parameters, made.arguments, strict=True)
    )


def contracts_of(game: Rules) -> frozenset[Number] | None:
    """Return what one bid can add to a contract; None if that cannot be listed."""
    added = [contracts_with(game, bid) for bid in game.bids if bid.contract is not None]
    return None if None in added else frozenset({0}).union(*filter(None, added))


def contracts_with(game: Rules, bid: BidType) -> frozenset[Number] | None:
    """Return what a bid of a kind can add to a contract; None if that cannot be listed, or if it adds nothing."""
    parameters = {f"param:{one.name}": one.choices for one in bid.parameters}
    values = (bid.contract.value,) if isinstance(bid.contract, Const) else parameters.get(
        getattr(bid.contract, "name", "")
    )  # fmt: skip
    if values is None or options_of_ranges(game, bid) or not lists_bids_made(game):
        return None  # another setting may allow other bids
    return frozenset(numbers_in(values))


def every_bid(game: Rules) -> tuple[BidMade, ...] | None:
    """List the bids that can be made; None if they cannot be listed, or are too many."""
    if not lists_bids_made(game):
        return None
    found: list[BidMade] = []
    for bid in game.bids:
        names = tuple(parameter.name for parameter in bid.parameters)
        choices = [parameter.choices for parameter in bid.parameters]
        if options_of_ranges(game, bid) or any(one is None for one in choices):
            return None
        found += [BidMade(bid.name, names, values) for values in product(*(one or () for one in choices))]
        if len(found) >= MOST_VALUES:
            return None
    return tuple(found)


@lru_cache(maxsize=64)
def sums_of(values: frozenset[Number], most: int) -> tuple[Number, ...] | None:
    """Return all sums of up to a number of some amounts; None if there are too many."""
    found: set[Number] = {0}
    for _ in range(most):
        found = {one + other for one in found for other in values}
        if len(found) > MOST_VALUES:
            return None
    return tuple(sorted(found))


def numbers_in(values: Iterable[Value]) -> list[Number]:
    """Return those of some values that are numbers."""
    return [value for value in values if isinstance(value, int | Fraction)]


def known_with_answers(game: Rules) -> dict[str, list[Term]]:
    """Return, by decision, the conditions that hold for the rest of a deal once a player has made it.

    They held when the player was asked, and read only what was decided before, what stays as it is, or what only
    grows; and the player is the one who is asked.
    """
    steps, asked = _in_order(game), Counter(step.rule.name for step in all_steps(game) if isinstance(step, Ask))
    found: dict[str, list[Term]] = {}
    for step in (one for one in all_steps(game) if isinstance(one, Ask) and asked[one.rule.name] == 1):
        at = next((number for number, one in enumerate(steps) if one is step), None)
        held = [
            one
            for one in _conjuncts(game, step.when)
            if _is_fixed(game, one) or (at is not None and _stays(game, at, one))
        ]
        held += [grown for one in conjuncts(step.when) if (grown := _reached(one)) is not None and one not in held]
        who = step.by.who if (step.by.turns, step.by.noun) == ("one", "seat") else None
        if at is not None and who is not None and not isinstance(who, Var) and _stays(game, at, who):
            held.append(Op("is", (Var("player", SEAT), who), TRUTH, span=who.span))
        found |= {step.rule.name: held} if held else {}
    return found


def _is_fixed(game: Rules, condition: Term) -> bool:
    """Tell whether a condition has the same answer all through a deal."""
    return topics_of(game, condition) <= {Topic.OPTION, Topic.DEAL, Topic.NOTHING} and not free_variables(condition)


def _conjuncts(game: Rules, condition: Term | None) -> Iterator[Term]:
    """Yield the parts of a condition that must all hold, also those of the quantities that it reads."""
    match condition:
        case None:
            pass
        case Op(op="and", arguments=parts):
            yield from (inner for part in parts for inner in _conjuncts(game, part))
        case Op(op="not", arguments=(Op(op="or", arguments=parts),)):
            yield from (inner for part in parts for inner in _conjuncts(game, replace(condition, arguments=(part,))))
        case LetRef(let=name, subject=None):
            yield from _conjuncts(game, game.let_of[name].body)
        case Op(op="not", arguments=(LetRef(let=name, subject=None),)):
            yield from _conjuncts(game, replace(condition, arguments=(game.let_of[name].body,)))
        case _:
            yield condition


def _reached(condition: Term) -> Term | None:
    """Return what holds from now on where a condition holds that compares what only grows with a number."""
    match condition:
        case Op(op="=" | ">" | ">=" as op, arguments=(amount, Const() | OptionRef())) if _only_grows(amount):
            return replace(condition, op=">=") if op == "=" else condition
        case _:
            return None


def _only_grows(amount: Term) -> bool:
    match amount:
        case Op(op="seat_taken", arguments=(Var(name="player"),)) | Op(op="trick_number"):
            return True
        case Op(op="count", arguments=(Op(op="tricks" | "played"),)):
            return True
        case _:
            return False


def answered_once(game: Rules) -> dict[str, str]:
    """Return, by decision that one player makes, and once in a deal, what it is answered with."""
    asked = Counter(step.rule.name for step in all_steps(game) if isinstance(step, Ask))
    once = (step for step in _in_order(game) if isinstance(step, Ask) and asked[step.rule.name] == 1)
    return {
        step.rule.name: step.parameters[0].name
        for step in once
        if (step.by.turns, step.by.noun, step.by.until, len(step.parameters)) == ("one", "seat", None, 1)
    }


def may_be_left_out(game: Rules) -> list[Step]:
    """Return the steps of the phases that may be skipped."""
    skipped = {action.phase for action in all_actions(game) if isinstance(action, Skip)}
    return [step for phase in game.phases if phase.name in skipped for step in phase.steps]


def throws_in(game: Rules) -> list[Term]:
    """Return the conditions that hold in no deal that is played: it is thrown in where they do, and they stay."""
    left_out = may_be_left_out(game)
    return [
        step.when
        for at, step in enumerate(_in_order(game))
        if isinstance(step, Do) and step.by is None and step.when is not None and _stays(game, at, step.when)
        if step not in left_out
        if any(isinstance(action, Redeal) for action in step.actions)
    ]


def _in_order(game: Rules) -> list[Step]:
    return [step for phase in game.phases for step in phase.steps if step.timing is None]


def stays_in_play(game: Rules, condition: Term) -> bool:
    """Tell whether a condition has the same answer from the beginning of the play on."""
    early = takewhile(lambda phase: phase.name != "play", game.phases)
    at = sum(step.timing is None for phase in early for step in phase.steps)
    return _is_settled(game, at, condition)


def _stays(game: Rules, at: int, condition: Term) -> bool:
    """Tell whether a condition has the same answer for the rest of a deal from the step at a place on."""
    steps = _in_order(game)
    name = steps[at].rule.name
    asked = sum(isinstance(step, Ask) and step.rule.name == name for step in all_steps(game))
    before = {step.rule.name for step in steps[:at] if isinstance(step, Ask)}
    return name not in before and asked <= 1 and _is_settled(game, at, condition)


def _is_settled(game: Rules, at: int, condition: Term) -> bool:
    """Tell whether a condition reads only what is the same from a place in the order of the steps on."""
    steps = _in_order(game)
    asked = Counter(step.rule.name for step in all_steps(game) if isinstance(step, Ask))
    before = {step.rule.name for step in steps[:at] if isinstance(step, Ask)}
    is_seated = game.teams.after is None or not ops_read(game.let_of, condition) & _OF_SIDES
    still = (_STAYS if is_seated else _STAYS - {Topic.SEATING}) | (
        {Topic.BIDS, Topic.PLACE} if _has_bid_by(game, steps, at) else set()
    )
    facts = facts_of(game, condition)
    is_decided = all(fact.name in before and asked[fact.name] == 1 for fact in facts if fact.topic is Topic.DECISION)
    is_of_answer = any(name.startswith("param:") for name in variables(condition))
    return is_decided and {fact.topic for fact in facts} <= still and not is_of_answer


_OF_SIDES: Final = frozenset(
    {"side", "sides", "partner", "members", "opponents", "side_members", "side_opponents", "side_bid", "side_contract"}
)
"""What the bidding changes if it makes the sides."""
_STAYS: Final = frozenset({Topic.DECISION, Topic.OPTION, Topic.DEAL, Topic.SEATING, Topic.NOTHING})


def _has_bid_by(game: Rules, steps: Sequence[Step], at: int) -> bool:
    """Tell whether nobody bids any more from a step on."""
    rounds = [step for step in all_steps(game) if isinstance(step, Round)]
    return not bids_made_in(game) and all(any(step is one for one in steps[:at]) for step in rounds)
