"""Tallies that nothing takes down: a line that reads one counts again on each deal, or waits for it to be full."""

from __future__ import annotations

from collections.abc import Iterator

from spadesdsl.algebra.former import Former
from spadesdsl.algebra.forms import compared, joined, negated, sum_of
from spadesdsl.algebra.sums import Form
from spadesdsl.proofs.claims import Proof, found_at
from spadesdsl.proofs.context import ProofContext
from spadesdsl.rules.game import Rules
from spadesdsl.rules.parts import Line, Tally, TallyStep
from spadesdsl.rules.terms import Const, Op, OptionRef, TallyRef, Term
from spadesdsl.rules.walking import all_read, conjuncts, terms_of


def of_kept_count(context: ProofContext, game: Rules, line: Line) -> Iterator[Proof]:
    """Find a line that counts again on each deal on which a tally stays as it is."""
    asked = [_compared(one) for one in conjuncts(line.when)]
    kept = {tally.name: tally for tally in game.scoring.tallies if _only_grows(tally)}
    values = [case.value for case in line.cases if line.cases[0].condition is None]
    is_fixed = values and all(isinstance(one, Const | OptionRef) for value in values for one in _amounts(value))
    read = (one for ending in game.endings for one in all_read(game.let_of, ending.when))
    ends = {one.tally for one in read if isinstance(one, TallyRef)}
    names = [one.tally if one is not None and one.tally in kept and one.tally not in ends else "" for one in asked]
    if not is_fixed or line.when is None or not all(names):
        return
    asker = context.asker(game)
    stays = (_stays(asker.former, step) for name in names for step in kept[name].steps)
    if not asker.can_hold(asker.former.condition(line.when), *stays):
        return  # each deal on which it could count again adds to the tally
    tally = names[0]
    message = f"`score {line.rule.name}` counts again on every deal on which `{tally}` stays as it is."
    hint = f"let the tally be full at that number, and read how often this deal filled it, as in `{tally}.filled`"
    yield found_at(line.rule, "W823", message, hint, span=line.when.span)


def of_never_full(context: ProofContext, game: Rules, tally: Tally) -> Iterator[Proof]:
    """Find a tally of which rules read how often it was filled, though nothing fills it."""
    if any(step.verb == "full at" for step in tally.steps):
        return
    lines = (*game.scoring.lines, *game.endings)
    for one in lines:
        read = (it for term in terms_of(one) for it in all_read(game.let_of, term))
        if any(isinstance(it, TallyRef) and (it.tally, it.which) == (tally.name, "filled") for it in read):
            message = f"`{one.rule.keyword} {one.rule.name}` reads `{tally.name}.filled`, and that is always 0."
            hint = f"say when `tally {tally.name}` is full, as in `full at 10`, or let the line read something else"
            yield found_at(tally.rule, "W813", message, hint)
            return


def _only_grows(tally: Tally) -> bool:
    """Tell whether a tally is never taken down, and stays as it is on some deals."""
    steps = tally.steps
    return all(step.verb == "add" for step in steps) and all(
        step.when is not None or not isinstance(step.amount, Const) for step in steps
    )


def _stays(former: Former, step: TallyStep[Term]) -> Form:
    """Return when a step adds nothing."""
    assert step.amount is not None
    adds_nothing = compared("=", sum_of(former.form(step.amount)), {})
    return joined("or", (negated(former.condition(step.when)), adds_nothing))


def _compared(term: Term) -> TallyRef | None:
    """Return the tally that a condition holds to a number, and that may stay there.

    With `>=` a line may be meant for each deal from then on, and with `= 0` for each deal until something happens.
    """
    match term:
        case Op(op="=", arguments=(TallyRef(which="now") as tally, Const() | OptionRef() as number)):
            return None if number == Const(0, number.type) else tally
        case _:
            return None


def _amounts(value: Term) -> Iterator[Term]:
    if isinstance(value, Op) and value.op in ("negative", "*", "+", "-"):
        for one in value.arguments:
            yield from _amounts(one)
    else:
        yield value
