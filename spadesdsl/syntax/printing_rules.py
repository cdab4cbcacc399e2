"""Turn the nodes of a sentence into text, without its block.

`HARD` shows where a long sentence is broken first: before a piece, its body, its sentence for people.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, assert_never

from spadesdsl.syntax import nodes
from spadesdsl.syntax.printing_expressions import SOFT, quoted, show, show_all

if TYPE_CHECKING:
    from spadesdsl.syntax.nodes import Action, Body, Rule

HARD = "\x01"
"""A space at which a line is broken before any other."""

_DECLARATIONS = frozenset(("seats", "dummy", "packs", "suits", "ranks", "add", "remove"))
_VERBLESS = frozenset(("give", "show", "shuffle", "redeal", "skip", "award", "pass"))
_NAMES_AFTER_EQUALS = frozenset(("let", "option"))


def rule_text(rule: Rule) -> str:
    """Write a rule up to its block."""
    head = _head(rule)
    body = _body(rule)
    sign = " =" if rule.keyword in _NAMES_AFTER_EQUALS else ":"
    text = HARD.join((head, *_pieces(rule)))
    if rule.keyword in _DECLARATIONS or rule.keyword in ("best", "teams", "zone"):
        text = f"{text} {body}" if body else text
    elif body:
        text = f"{text}{sign}{HARD}{body}"
    if rule.ask is not None:
        text = f"{text}{HARD}ask {quoted(rule.ask)}"
    if rule.sentence is not None:
        text = f"{text}{HARD}{quoted(rule.sentence)}"
    return text


def _head(rule: Rule) -> str:
    replaced = "replace " if rule.change is nodes.Change.REPLACE else ""
    name = f" {rule.name}" if rule.name is not None else ""
    listed = f",{SOFT}".join(_parameter(one) for one in rule.parameters)
    parameters = f"({listed})" if rule.parameters else ""
    own = rule.parameters[0] if rule.parameters else None
    if own is not None and own.name == rule.name and isinstance(own.choices, nodes.Listed):
        parameters = f" of {show_all(own.choices.items)}"
    label = f" {quoted(rule.label)}" if rule.label is not None else ""
    return f"{replaced}{rule.keyword}{name}{parameters}{label}"


def _parameter(parameter: nodes.Parameter) -> str:
    if isinstance(parameter.choices, nodes.Range):
        return f"{parameter.name} {range_text(parameter.choices)}"
    if isinstance(parameter.choices, nodes.Listed):
        return f"{parameter.name} of {show_all(parameter.choices.items)}"
    return f"{parameter.name} in {show(parameter.choices, 'sum')}"


def range_text(span: nodes.Range) -> str:
    """Write a range."""
    step = f" step {show(span.step, 'sum')}" if span.step is not None else ""
    return f"from {show(span.low, 'sum')} to {show(span.high, 'sum')}{step}"


def _pieces(rule: Rule) -> list[str]:
    found: list[str] = []
    if rule.during is not None:
        found.append(f"during {rule.during}")
    if rule.place is not None:
        found.append(f"{'above' if rule.place.above else 'below'} {rule.place.rule or 'all'}")
    if rule.timing is not None:
        found.append(f"{rule.timing.moment.value} {rule.timing.what}")
    if rule.by is not None:
        found.extend(_by(rule.by))
    if rule.is_final:
        found.append("final")
    if rule.before_looking:
        found.append("before looking")
    if rule.each is not None:
        found.append(f"for each {rule.each}")
    if rule.instead_of:
        found.append(f"instead of {', '.join(rule.instead_of)}")
    if isinstance(rule.body, nodes.TallyBody) and rule.body.of_table:
        found.append("of the table")
    if rule.when is not None:
        found.append(f"when {show(rule.when)}")
    return found


def _by(by: nodes.By) -> list[str]:
    match by.turns:
        case nodes.Turns.ONE:
            found = [f"by {show(by.who)}"]
        case nodes.Turns.EACH:
            start = f" from {show(by.start)}" if by.start is not None else ""
            found = [f"by each {show(by.who)}{start}"]
        case nodes.Turns.AT_ONCE:
            found = [f"by each {show(by.who)} at once"]
        case _:
            assert_never(by.turns)
    if by.until is not None:
        found.append(f"until {show(by.until)}")
    if by.stopping is not None:
        found.append(f"stopping when {show(by.stopping)}")
    return found


def _body(rule: Rule) -> str:
    body: Body = rule.body
    match body:
        case None | nodes.Cases():
            return ""
        case nodes.Amount():
            return show(body.value)
        case nodes.Values():
            return show_all(body.values) + (" in no suit" if body.suitless else "")
        case nodes.Block():
            return show_all(body.values)
        case nodes.OptionBody():
            return _option(body)
        case nodes.Trumps():
            topped = f",{SOFT}topped by {show_all(body.topped)}" if body.topped else ""
            return f"{show(body.suit)}{topped}"
        case nodes.Teams():
            return _teams(body)
        case nodes.ZoneBody():
            return _zone(body)
        case nodes.Actions():
            verbless = rule.keyword in _VERBLESS
            return f";{SOFT}".join(_action(action, verbless=verbless) for action in body.actions)
        case nodes.TallyBody():
            return f",{SOFT}".join(_step(step) for step in body.steps)
        case nodes.Control():
            return f"{show(body.player)} plays for {show(body.seat)}"
        case nodes.Clock():
            return _clock(body)
        case nodes.Word():
            return body.word
        case _:
            assert_never(body)


def _option(body: nodes.OptionBody) -> str:
    default = show(body.default)
    if isinstance(body.choices, nodes.Range):
        return f"{default} {range_text(body.choices)}"
    return f"{default} of {show_all(body.choices)}"


def _clock(body: nodes.Clock) -> str:
    if not body.unit:
        return f"until {show(body.amount)}"
    unit = body.unit.removesuffix("s") if body.amount == nodes.Number(Fraction(1)) else body.unit
    then = f"bid {show(body.bid)}" if body.bid is not None else body.then
    return f"{show(body.amount)} {unit}" + (f",{SOFT}then {then}" if then else "")


def _teams(body: nodes.Teams) -> str:
    if body.after is not None and body.first is not None and body.partner is not None:
        return f"after {body.after}: {show(body.first)} with {show(body.partner)}, others {body.others}"
    return "none" if body.size is None else f"of {body.size}"


def _zone(body: nodes.ZoneBody) -> str:
    parts = [f"of each {body.each}"] if body.each is not None else []
    return " ".join((*parts, *_sight(body.face, body.seen_by)))


def _sight(face: nodes.Face | None, seen_by: nodes.Expr | None) -> list[str]:
    seen = [f"seen by {show(seen_by)}"] if seen_by is not None else []
    return [*([face.value] if face is not None else []), *seen]


def _step(step: nodes.TallyStep) -> str:
    when = f" when {show(step.when)}" if step.when is not None else ""
    rest = " losing the rest" if step.loses_rest else ""
    amount = f" {show(step.amount)}" if step.amount is not None else ""
    return f"{step.verb.value}{amount}{rest}{when}"


def _action(action: Action, *, verbless: bool) -> str:
    match action:
        case nodes.Give():
            verb, rest = "give", _give(action)
        case nodes.Show():
            seer = show(action.to) if action.to is not None else "everyone"
            verb, rest = "show", f"{show(action.cards)} to {seer}"
        case nodes.Shuffle():
            verb, rest = "shuffle", show(action.cards)
        case nodes.Redeal():
            again = " as a new deal" if action.is_new else ""
            verb, rest = "redeal", f"by {show(action.dealer)}{again}"
        case nodes.Skip():
            verb, rest = "skip", action.phase
        case nodes.Award():
            tricks = show(action.tricks) if action.tricks is not None else "rest"
            verb, rest = "award", f"{tricks} to {show(action.to)}"
        case nodes.MakeBid():
            return f"bid {show(action.bid)}"
        case nodes.Fix():
            return f"let {action.name} = {show(action.value)}"
        case nodes.Nothing():
            return "nothing"
        case _:
            assert_never(action)
    return rest if verbless else f"{verb} {rest}"


def _give(action: nodes.Give) -> str:
    number = f"{show(action.number)} from " if action.number is not None else ""
    target = f"each {action.each}" if action.each is not None else show(action.target)
    start = f" from {show(action.start)}" if action.start is not None else ""
    sight = _sight(action.face, action.seen_by)
    return " ".join((f"{number}{show(action.source)} to {target}{start}", *sight))
