"""Terms to closures that give one value."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, assert_never

from spadesdsl.binding import operators, runs, trick
from spadesdsl.binding.reads import deep
from spadesdsl.check.terms import (
    AMOUNTS,
    Answer,
    BidParameter,
    Broke,
    Const,
    Did,
    Extreme,
    Filter,
    Fold,
    Holds,
    IsBid,
    Kind,
    LetRef,
    Moved,
    Op,
    OptionRef,
    Ran,
    Run,
    TallyRef,
    Term,
    Type,
    Var,
    ZoneRef,
)
from spadesdsl.engine import seats

if TYPE_CHECKING:
    from spadesdsl.binding.compiler import Compiler
    from spadesdsl.engine.spec import Code, Value
    from spadesdsl.engine.state import StateData


def constant(value: Value) -> Code:
    """Return a closure that always gives a value."""
    return lambda s, e: value


def nothing(kind: Type) -> Value:
    """Return what stands for nobody: no amount, no truth, an empty set, or None."""
    if kind.many:
        return 0 if kind.kind is Kind.CARD else ()
    if kind.kind is Kind.TRUTH:
        return False
    return 0 if kind.kind in AMOUNTS else None


def reads_parameter(compiler: Compiler, term: Term) -> bool:
    """Tell whether a term reads a parameter of the bid or decision at hand."""
    return any(isinstance(part, Var) and part.name.startswith("param:") for part in deep(compiler, term))


def whole(value: Value) -> Value:
    """Write a whole fraction as a whole number."""
    return int(value) if isinstance(value, Fraction) and value.denominator == 1 else value


def compile_value(compiler: Compiler, term: Term) -> Code:
    """Compile a term that gives one value."""
    match term:
        case Const():
            return constant(_constant(compiler, term))
        case Var():
            slot = compiler.slot(term.name)
            return lambda s, e: e[slot]
        case OptionRef():
            return constant(whole(compiler.options[term.name]))
        case LetRef():
            return compiler.let(term)
        case TallyRef():
            return _tally(compiler, term)
        case Answer():
            return _answer(compiler, term)
        case Did():
            return _did(compiler, term)
        case IsBid():
            return _is_bid(compiler, term)
        case BidParameter():
            return _bid_parameter(compiler, term)
        case Broke():
            return _broke(compiler, term)
        case Ran():
            return _ran(compiler, term)
        case Op():
            return operators.compile_op(compiler, term)
        case Holds():
            return _holds(compiler, term)
        case Fold():
            return _fold(compiler, term)
        case Extreme():
            return trick.compile_extreme(compiler, term)
        case Run():
            return runs.compile_run(compiler, term)
        case ZoneRef() | Moved() | Filter():
            return compiler.items(term)
        case _:
            assert_never(term)


def _constant(compiler: Compiler, term: Const) -> Value:
    if term.type.kind is Kind.CARD and isinstance(term.value, int):
        # A card stands for its face: the first of the equal ones.
        return compiler.deck.copies[term.value][0]
    return whole(term.value)


def _tally(compiler: Compiler, term: TallyRef) -> Code:
    number = compiler.tallies.index(term.tally)
    holder = compiler.optional(term.holder)
    is_seat = term.holder is not None and term.holder.type.kind is Kind.SEAT

    def read(s: StateData, e: list[Any]) -> Value:
        rows = {"now": s.tallies, "before": s.tallies_before, "filled": s.filled}[term.which]
        row = rows[number]
        if len(row) == 1 or holder is None:
            return row[0]
        who = holder(s, e)
        if who is None:
            return 0
        place = seats.holder_of(s, who) if is_seat else seats.holders_of(s, who)[0]
        return 0 if place is None else row[place]

    return read


def _answer(compiler: Compiler, term: Answer) -> Code:
    decision = compiler.decision(term.decision)
    names = compiler.parameters.get(term.decision, ())
    place = names.index(term.name) if term.name in names else -1
    who = compiler.optional(term.who)
    none = nothing(term.type)

    def read(s: StateData, e: list[Any]) -> Value:
        row = s.answers[decision]
        if who is not None:
            seat = who(s, e)
            row = tuple(answer for answer in row if answer.seat == seat)
        if not row:
            return none
        if place >= 0:
            return row[-1].arguments[place]
        return next((value for name, value in row[-1].fixed if name == term.name), none)

    return read


def _did(compiler: Compiler, term: Did) -> Code:
    who = compiler.optional(term.who)
    is_side = term.who is not None and term.who.type.kind is Kind.SIDE
    if term.decision == "bid":
        return partial(_did_bid, who, is_side)
    decision = compiler.decision(term.decision)
    arguments = [compiler.value(argument) for argument in term.arguments]
    is_card = term.who is not None and term.who.type.kind is Kind.CARD

    def read(s: StateData, e: list[Any]) -> bool:
        mask = s.did[decision]
        if not mask:
            return False
        subject = None
        if who is not None:
            subject = who(s, e)
            if subject is None:
                return False
            if is_card:
                said = (answer.arguments for answer in s.answers[decision] if answer.card == subject)
                wanted = tuple(code(s, e) for code in arguments)
                return any(not wanted or arguments_said == wanted for arguments_said in said)
            seen = _seats_mask(s, subject) if is_side else 1 << subject
            if not mask & seen:
                return False
        if not arguments:
            return True
        wanted = tuple(code(s, e) for code in arguments)
        allowed = None if subject is None else (s.sides[subject] if is_side else (subject,))
        return any(
            answer.arguments == wanted and (allowed is None or answer.seat in allowed) for answer in s.answers[decision]
        )

    return read


def _seats_mask(s: StateData, side: int) -> int:
    mask = 0
    for seat in s.sides[side]:
        mask |= 1 << seat
    return mask


def _did_bid(who: Code | None, is_side: bool, s: StateData, e: list[Any]) -> bool:
    if who is None:
        return s.bid_count > 0
    subject = who(s, e)
    if subject is None:
        return False
    if is_side:
        return s.side_bids[subject] is not None or any(s.bids[seat] is not None for seat in s.sides[subject])
    side = s.side_of[subject]
    return s.bids[subject] is not None or (side is not None and s.side_bids[side] is not None)


def _is_bid(compiler: Compiler, term: IsBid) -> Code:
    bid = compiler.value(term.bid)
    number = compiler.bids[term.bid_type]
    arguments = [compiler.value(argument) for argument in term.arguments]

    def read(s: StateData, e: list[Any]) -> bool:
        made = bid(s, e)
        if made is None or made.type != number:
            return False
        return not arguments or made.arguments == tuple(code(s, e) for code in arguments)

    return read


def _bid_parameter(compiler: Compiler, term: BidParameter) -> Code:
    bid = compiler.value(term.bid)
    places = {
        number: [parameter.name for parameter in kind.parameters].index(term.name)
        for number, kind in enumerate(compiler.game.bids)
        if term.name in [parameter.name for parameter in kind.parameters]
    }
    none = nothing(term.type)

    def read(s: StateData, e: list[Any]) -> Value:
        made = bid(s, e)
        if made is None or made.type not in places:
            return none
        return made.arguments[places[made.type]]

    return read


def _broke(compiler: Compiler, term: Broke) -> Code:
    who = compiler.value(term.who)
    number = compiler.trusts[term.trust]

    def read(s: StateData, e: list[Any]) -> bool:
        seat = who(s, e)
        return seat is not None and bool(s.broke[number] >> seat & 1)

    return read


def _ran(compiler: Compiler, term: Ran) -> Code:
    name = term.clock
    if term.who is None:
        return lambda s, e: name in s.time_up
    who = compiler.value(term.who)
    is_side = term.who.type.kind is Kind.SIDE

    def read(s: StateData, e: list[Any]) -> int:
        if not s.late:
            return 0
        subject = who(s, e)
        if subject is None:
            return 0
        seats_of = s.sides[subject] if is_side else (subject,)
        return sum(clock == name and seat in seats_of for seat, clock in s.late)

    return read


def _holds(compiler: Compiler, term: Holds) -> Code:
    of = compiler.items(term.of)
    slot = compiler.slot(term.variable)
    condition = compiler.value(term.condition)

    def some(s: StateData, e: list[Any]) -> bool:
        kept = e[slot]
        for item in of(s, e):
            e[slot] = item
            if condition(s, e):
                e[slot] = kept
                return True
        e[slot] = kept
        return False

    def every(s: StateData, e: list[Any]) -> bool:
        kept = e[slot]
        for item in of(s, e):
            e[slot] = item
            if not condition(s, e):
                e[slot] = kept
                return False
        e[slot] = kept
        return True

    if term.quantifier == "every":
        return every
    if term.quantifier == "some":
        return some
    return lambda s, e: not some(s, e)


def _fold(compiler: Compiler, term: Fold) -> Code:
    of = compiler.items(term.of)
    slot = compiler.slot(term.variable)
    body = compiler.value(term.body)
    join = {"sum": sum, "most": max, "least": min}[term.how]

    def read(s: StateData, e: list[Any]) -> Value:
        kept = e[slot]
        found = []
        for item in of(s, e):
            e[slot] = item
            found.append(body(s, e))
        e[slot] = kept
        return join(found) if found else 0  # type: ignore[operator]

    return read
