"""The score sheet: tallies and lines; and the endings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadesdsl.check.findings import Mistake, mistake, refuse_unknown
from spadesdsl.check.steps import bidder_scope, in_block
from spadesdsl.check.types import Scope, rate_hint, say, side_scope, want_amount
from spadesdsl.rules.parts import Case, Ending, Line, Scoring, Tally, TallyStep
from spadesdsl.rules.terms import Kind, Term
from spadesdsl.rules.walking import free_variables
from spadesdsl.syntax import expressions, nodes
from spadesdsl.syntax.printer import flat
from spadesdsl.syntax.writing import show

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spadesdsl.check.checker import Checker
    from spadesdsl.check.resolved import Resolved


def check_scoring(checker: Checker) -> Scoring:
    """Check the section `scoring` and the lines of the bids."""
    resolution = checker.symbols.resolution
    scope = checker.scoring_scope()
    tallies = checker.findings.each(lambda one: _tally(checker, one, scope), resolution.of("scoring", "tally"))
    pairs: list[tuple[Resolved, Resolved | None]] = [
        (line, bid) for bid in checker.symbols.bids.values() for line in in_block(bid, "score")
    ]
    pairs.extend((line, None) for line in resolution.of("scoring", "score"))
    lines = checker.findings.each(lambda pair: _line(checker, pair[0], pair[1], scope), pairs)
    each = "player" if resolution.scoring_each == "player" else "side"
    return Scoring(each, tallies, lines)


def _tally(checker: Checker, resolved: Resolved, scope: Scope) -> Tally:
    rule = resolved.sentence(nodes.Tally)
    if not isinstance(rule.body, nodes.Steps):
        raise Mistake
    made: list[TallyStep] = []
    for step in rule.body.steps:
        amount = None if step.amount is None else checker.amount(scope, step.amount)
        when = checker.truth_or_none(scope, step.when)
        if rule.of_table:
            _check_of_nobody(checker, step, [term for term in (amount, when) if term is not None])
        made.append(TallyStep(step.verb.value, amount, when, step.loses_rest))
    return Tally(checker.info(resolved), rule.name or "", rule.of_table, tuple(made))


def _check_of_nobody(checker: Checker, step: nodes.TallyStep, terms: Sequence[Term]) -> None:
    """Refuse reading a side in a step that happens once a deal, for the whole table."""
    of_side = next((term for term in terms if free_variables(term)), None)
    if of_side is None:
        return
    is_player = checker.symbols.resolution.scoring_each == "player"
    message = f"A tally of the table counts once a deal, and this is a {'player' if is_player else 'side'}'s."
    raise mistake("E262", of_side.span, message, f"write `{_of_all(step, 'player' if is_player else 'team')}`")


def _of_all(step: nodes.TallyStep, noun: str) -> str:
    """Write a step for all sides together."""
    holders: expressions.Expr = expressions.Name(f"{noun}s")
    if step.when is not None and step.verb is nodes.TallyVerb.ADD:
        holders = expressions.Where(holders, None, step.when)
    elif step.when is not None:
        some = expressions.Quantified(expressions.Quantifier.SOME, noun, None, None, step.when)
        amount = "" if step.amount is None else f" {flat(show(step.amount))}"
        return f"{step.verb.value}{amount}{' losing the rest' if step.loses_rest else ''} when {flat(show(some))}"
    assert step.amount is not None, "a bare `reset` is of nobody"
    is_one = isinstance(step.amount, expressions.Number) and step.amount.value == 1
    all_of = (
        expressions.OfPhrase("count", holders) if is_one else expressions.OfPhrase("sum", step.amount, over=holders)
    )
    return f"{step.verb.value} {flat(show(all_of))}"


def _line(checker: Checker, resolved: Resolved, bid: Resolved | None, plain: Scope) -> Line:
    rule = resolved.sentence(nodes.Score)
    scope = plain if bid is None else checker.with_bid(bidder_scope(bid.rule), bid.rule)
    when = checker.truth_or_none(scope, rule.when)
    cases: tuple[Case, ...]
    match rule.body:
        case nodes.Amount(value=value):
            cases = (Case(None, _points(checker, scope, value), rule.sentence or ""),)
        case nodes.Cases(cases=written):
            cases = tuple(_case(checker, scope, case, rule) for case in written)
        case _:
            raise Mistake
    info = checker.info(resolved, "scoring")
    instead = _instead(checker, resolved)
    return Line(info, rule.name or "", None if bid is None else bid.rule.name, when, instead, cases)


def _case(checker: Checker, scope: Scope, case: nodes.Case, rule: nodes.Rule) -> Case:
    condition = checker.truth_or_none(scope, case.condition)
    return Case(condition, _points(checker, scope, case.value), case.sentence or rule.sentence or "")


def _points(checker: Checker, scope: Scope, node: expressions.Expr) -> Term:
    """Settle the body of a line: points, or a plain number that means points."""
    term = checker.typed(scope, node)
    want_amount(term)
    if term.type.kind not in (Kind.POINTS, Kind.NUMBER):
        name = node.name if isinstance(node, expressions.Name) else "…"
        hint = f"write `1 * {name}`, a point each" if isinstance(node, expressions.Name) else rate_hint(term, term)
        what = say(term.type)
        raise mistake("E315", node.span, f"A line of the sheet gives points, and this is {what}.", hint)
    return term


def _instead(checker: Checker, resolved: Resolved) -> tuple[str, ...]:
    """Return the lines that a line replaces. One that another file dropped gives nothing anyway."""
    resolution, rule = checker.symbols.resolution, resolved.sentence(nodes.Score)
    lines = [one.rule.name or "" for one in resolution.of("scoring", "score")]
    for bid in checker.symbols.bids.values():
        lines.extend(one.rule.name or "" for one in in_block(bid, "score"))
    gone = {
        key[2] for key, one in resolution.gone.items() if key[1] == "score" and one.document is not resolved.document
    }
    left = tuple(name for name in rule.instead_of if name in lines or name not in gone)
    for name in left or rule.instead_of:
        message = f"There is no line `{name}` that `{rule.name}` could count instead of."
        refuse_unknown(name, lines, "lines", "E239", rule.span, message)
        if name == rule.name:
            raise mistake(
                "E316", rule.span, f"`{name}` cannot count instead of itself.", "take the name out of `instead of`"
            )
    return left


def check_endings(checker: Checker) -> tuple[Ending, ...]:
    """Check how the game ends."""
    endings = checker.symbols.resolution.of("ending", "win", "lose", "out")
    return checker.findings.each(lambda one: _ending(checker, one), endings)


def _ending(checker: Checker, resolved: Resolved) -> Ending:
    is_player = checker.symbols.resolution.scoring_each == "player"
    when = checker.truth_or_none(side_scope(is_player=is_player), resolved.sentence(nodes.Ranked).when)
    return Ending(checker.info(resolved), resolved.rule.keyword, when)
