"""The play: who leads, what narrows the cards and the bids, who wins a trick, which rules are left to trust.

Then the score sheet: tallies and lines; and the endings.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from spadesdsl.check import types
from spadesdsl.check.checker import Checker
from spadesdsl.check.findings import Mistake, mistake, refuse_unknown, suggest
from spadesdsl.check.names import gone_of, gone_with, refuse_missing
from spadesdsl.check.resolved import Resolution, Resolved, rank_of
from spadesdsl.check.steps import STEP_WORDS, bidder_scope, check_steps, in_block, subject_of_round
from spadesdsl.check.tables import choice_of, word_of
from spadesdsl.check.types import NOBODY_ASKED, Scope
from spadesdsl.rules.operations import SEATS, TRUTH
from spadesdsl.rules.parts import Ask, Case, Control, Do, Ending, Line, Must, Play, Scoring, Tally, TallyStep, Trust
from spadesdsl.rules.terms import Const, Kind, Op, Term, Type
from spadesdsl.rules.walking import conjuncts, free_variables, joined
from spadesdsl.syntax import bodies, expressions, nodes
from spadesdsl.syntax.printer import flat
from spadesdsl.syntax.writing import show

MISSING = Const(None, Type(Kind.NOBODY))
"""Replaces a missing sentence, after that has been reported."""


def check_play(checker: Checker) -> Play:
    """Check the section `play` and all musts."""
    resolution = checker.symbols.resolution
    winner = resolution.one("play", "trick", "winner")
    equal = resolution.one("play", "trick", "equal")
    steps = check_steps(checker, resolution.of("play", *STEP_WORDS), NOBODY_ASKED)
    return Play(
        one_seat(checker, "play", "lead", "first"),
        one_seat(checker, "play", "lead", "next"),
        _required(
            checker,
            winner,
            lambda value: types.want(checker.typed(NOBODY_ASKED, value), Kind.CARD, "The card that wins"),
        ),
        checker.info(winner) if winner is not None else checker.missing_info("play", "trick", "winner"),
        None if equal is None else choice_of(equal.rule.body),
        None if equal is None else checker.info(equal),
        check_musts(checker),
        checker.findings.each(lambda one: _control(checker, one), checker.symbols.resolution.of("play", "control")),
        tuple(_trust(checker, one) for one in checker.symbols.resolution.of("play", "trust")),
        tuple(step for step in steps if isinstance(step, Do | Ask)),
    )


def one_seat(checker: Checker, section: str, keyword: str, name: str) -> Term:
    """Check a required sentence that names one seat."""
    resolved = checker.symbols.resolution.one(section, keyword, name)
    return _required(checker, resolved, lambda value: checker.seat(NOBODY_ASKED, value))


def _required(checker: Checker, resolved: Resolved | None, settle: Callable[[expressions.Expr], Term]) -> Term:
    """Settle what a required sentence says; a mistake in it is reported."""
    body = None if resolved is None else resolved.rule.body
    if not isinstance(body, bodies.Amount):
        return MISSING
    return checker.findings.attempt(lambda: settle(body.value)) or MISSING


# ---------------------------------------------------------------- musts


def check_musts(checker: Checker) -> tuple[Must, ...]:
    """Check every `must`, in order of priority."""
    resolution = checker.symbols.resolution
    order: list[tuple[int, Resolved, Resolved | None]] = []
    for section in resolution.phases:
        kept = (one for one in resolution.of(section, "must") if not _went_with_its_round(resolution, one))
        order.extend((rank_of(one.node), one, None) for one in kept)
    for bid in checker.symbols.bids.values():
        for inner in in_block(bid, "must"):
            order.insert(_place(order, inner), (rank_of(inner.node), inner, bid))
    order.sort(key=lambda one: one[0])
    return checker.findings.each(lambda one: _must(checker, one[1], one[2]), order)


def _went_with_its_round(resolution: Resolution, resolved: Resolved) -> bool:
    """Tell whether another file has dropped the round that a `must` applies to: the rule goes with it."""
    name = resolved.sentence(nodes.Must).during or ""
    gone = [gone for (_, keyword, other), gone in resolution.gone.items() if (keyword, other) == ("round", name)]
    return bool(gone) and gone[-1].document is not resolved.document


def _place(order: list[tuple[int, Resolved, Resolved | None]], inner: Resolved) -> int:
    if (place := inner.rule.place) is None or place.rule is None:
        return len(order)
    at = next((at for at, one in enumerate(order) if one[1].rule.name == place.rule), len(order))
    return at if place.above else at + 1


def _must(checker: Checker, resolved: Resolved, bid: Resolved | None) -> Must:
    rule = resolved.sentence(nodes.Must)
    body = rule.body
    assert isinstance(body, bodies.Amount)
    if bid is not None:
        scope = checker.with_bid(bidder_scope(bid.rule), bid.rule).binding(card=types.THE_CARD)
        when, judged = checker.truth_or_none(scope, rule.when), checker.truth(scope, body.value)
        reads = free_variables(judged) | (free_variables(when) if when is not None else frozenset())
        judges_card = "card" in reads
        info = checker.info(resolved, "play" if judges_card else "bidding")
        return Must(info, None, bid.rule.name, judges_card, *_of_each_card(when, judged))
    judges_card = resolved.section == "play"
    scope = types.seat_scope().binding(card=types.THE_CARD) if judges_card else _bidder(checker, rule)
    when, judged = checker.truth_or_none(scope, rule.when), checker.truth(scope, body.value)
    if judges_card:
        when, judged = _of_each_card(when, judged)
    return Must(checker.info(resolved), rule.during, None, judges_card, when, judged)


def _of_each_card(when: Term | None, judged: Term) -> tuple[Term | None, Term]:
    """Judge what a `when` says about the card card by card: the rule applies only to cards that satisfy it."""
    parts = conjuncts(when)
    of_card = tuple(part for part in parts if "card" in free_variables(part))
    if not of_card:
        return when, judged
    freed = tuple(Op("not", (part,), TRUTH, span=part.span) for part in of_card)
    plain = joined([part for part in parts if part not in of_card])
    return plain, Op("or", (*freed, judged), TRUTH, span=judged.span)


def _bidder(checker: Checker, rule: nodes.Must) -> Scope:
    rounds = checker.symbols.rounds
    if rule.during is None:
        names = list(rounds)
        scopes = [subject_of_round(checker, name) for name in names]
        return scopes[0] if scopes and all(scope == scopes[0] for scope in scopes) else types.seat_scope()
    message = f"There is no round `{rule.during}` for `{rule.name}` to bind."
    refuse_missing(checker, rule.during, rounds, "rounds", (rule.span, message), "round", gone="the round ")
    return subject_of_round(checker, rule.during)


# ---------------------------------------------------------------- control and trust


def _control(checker: Checker, resolved: Resolved) -> Control:
    rule = resolved.sentence(nodes.Conditional)
    if not isinstance(rule.body, bodies.Playing):
        raise Mistake
    when = checker.truth_or_none(NOBODY_ASKED, rule.when)
    player = checker.typed(NOBODY_ASKED, rule.body.player)
    nobody = player.type.kind is Kind.NOBODY
    who = None if nobody else types.want(player, Kind.SEAT, "A seat")
    return Control(checker.info(resolved), when, who, _controlled(checker, rule.body.seat, nobody=nobody))


def _controlled(checker: Checker, node: expressions.Expr, *, nobody: bool) -> Term:
    """Settle whose cards are meant: a seat, or several that sit out."""
    term = checker.typed(NOBODY_ASKED, node)
    return term if nobody and term.type == SEATS else types.want(term, Kind.SEAT, "A seat")


def _trust(checker: Checker, resolved: Resolved) -> Trust:
    musts = [one.rule.name or "" for one in checker.symbols.resolution.of("play", "must")]
    for bid in checker.symbols.bids.values():
        musts.extend(one.rule.name or "" for one in in_block(bid, "must"))
    listed = []
    for value in resolved.rule.values:
        word = word_of(value)
        gone = gone_of(checker, word, "must")
        if word in musts:
            listed.append(word)
        elif gone is not None:
            checker.findings.note(gone_with(checker, word, "the rule ", gone, value.span))
        else:
            message = f"There is no `must {word}` in `play` that could be trusted."
            others = [one for one in musts if one not in {show(value) for value in resolved.rule.values}]
            hint = suggest(word, others, "rules") if others else f"leave out `{word}`: the others are listed already"
            checker.findings.error("E239", value.span, message, hint)
    return Trust(checker.info(resolved), resolved.rule.name or "", tuple(listed))


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
    if not isinstance(rule.body, bodies.Steps):
        raise Mistake
    made: list[TallyStep] = []
    for step in rule.body.steps:
        amount = None if step.amount is None else checker.amount(scope, step.amount)
        when = checker.truth_or_none(scope, step.when)
        if rule.of_table:
            _check_of_nobody(checker, step, [term for term in (amount, when) if term is not None])
        made.append(TallyStep(step.verb.value, amount, when, step.loses_rest))
    return Tally(checker.info(resolved), rule.name or "", rule.of_table, tuple(made))


def _check_of_nobody(checker: Checker, step: bodies.TallyStep, terms: Sequence[Term]) -> None:
    """Refuse reading a side in a step that happens once a deal, for the whole table."""
    of_side = next((term for term in terms if free_variables(term)), None)
    if of_side is None:
        return
    is_player = checker.symbols.resolution.scoring_each == "player"
    message = f"A tally of the table counts once a deal, and this is a {'player' if is_player else 'side'}'s."
    raise mistake("E262", of_side.span, message, f"write `{_of_all(step, 'player' if is_player else 'team')}`")


def _of_all(step: bodies.TallyStep, noun: str) -> str:
    """Write a step for all sides together."""
    holders: expressions.Expr = expressions.Name(f"{noun}s")
    if step.when is not None and step.verb is bodies.TallyVerb.ADD:
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
        case bodies.Amount(value=value):
            cases = (Case(None, _points(checker, scope, value), rule.sentence or ""),)
        case bodies.Cases(cases=written):
            cases = tuple(_case(checker, scope, case, rule) for case in written)
        case _:
            raise Mistake
    info = checker.info(resolved, "scoring")
    instead = _instead(checker, resolved)
    return Line(info, rule.name or "", None if bid is None else bid.rule.name, when, instead, cases)


def _case(checker: Checker, scope: Scope, case: bodies.Case, rule: nodes.Rule) -> Case:
    condition = checker.truth_or_none(scope, case.condition)
    return Case(condition, _points(checker, scope, case.value), case.sentence or rule.sentence or "")


def _points(checker: Checker, scope: Scope, node: expressions.Expr) -> Term:
    """Settle the body of a line: points, or a plain number that means points."""
    term = checker.typed(scope, node)
    types.want_amount(term)
    if term.type.kind not in (Kind.POINTS, Kind.NUMBER):
        name = node.name if isinstance(node, expressions.Name) else "…"
        hint = (
            f"write `1 * {name}`, a point each" if isinstance(node, expressions.Name) else types.rate_hint(term, term)
        )
        what = types.say(term.type)
        raise mistake("E315", node.span, f"A line of the sheet gives points, and this is {what}.", hint)
    return term


def _instead(checker: Checker, resolved: Resolved) -> tuple[str, ...]:
    """Return the lines that a line replaces. One that another file dropped gives nothing anyway."""
    resolution, rule = checker.symbols.resolution, resolved.sentence(nodes.Score)
    if not rule.instead_of:
        return ()
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
            message = f"`{name}` cannot count instead of itself."
            raise mistake("E316", rule.span, message, "take the name out of `instead of`")
    return left


def check_ending(checker: Checker, resolved: Resolved) -> Ending:
    """Check one way for the game to end."""
    is_player = checker.symbols.resolution.scoring_each == "player"
    when = checker.truth_or_none(types.side_scope(is_player=is_player), resolved.sentence(nodes.Ranked).when)
    return Ending(checker.info(resolved), resolved.rule.keyword, when)
