"""Turn the nodes of a sentence into text, without its block.

`HARD` shows where a long sentence is broken first: before a piece, its body, its sentence for people.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, assert_never

from spadesdsl.syntax import nodes
from spadesdsl.syntax.node import HARD, SOFT
from spadesdsl.syntax.writing import quoted, show, text_of

if TYPE_CHECKING:
    from spadesdsl.syntax.nodes import Body, Expr, Rule

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
    listed = f",{SOFT}".join(text_of(one) for one in rule.parameters)
    parameters = f"({listed})" if rule.parameters else ""
    own = rule.parameters[0] if rule.parameters else None
    if own is not None and own.name == rule.name and isinstance(own.choices, nodes.Listed):
        parameters = f" {text_of(own.choices)}"
    label = f" {quoted(rule.label)}" if rule.label is not None else ""
    return f"{replaced}{rule.keyword}{name}{parameters}{label}"


def _pieces(rule: Rule) -> list[str]:
    found: list[str] = []
    if rule.during is not None:
        found.append(f"during {rule.during}")
    if rule.place is not None:
        found.append(text_of(rule.place))
    if rule.timing is not None:
        found.append(text_of(rule.timing))
    if rule.by is not None:
        found.append(text_of(rule.by))
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
            words = f";{SOFT}".join(text_of(action) for action in body.actions)
            return words.partition(" ")[2] if rule.keyword in _VERBLESS else words
        case nodes.TallyBody():
            return f",{SOFT}".join(text_of(step) for step in body.steps)
        case nodes.Control():
            return text_of(body)
        case nodes.Clock():
            return _clock(body)
        case nodes.Word():
            return body.word
        case _:
            assert_never(body)


def _option(body: nodes.OptionBody) -> str:
    default = show(body.default)
    if isinstance(body.choices, nodes.Range):
        return f"{default} {text_of(body.choices)}"
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


def show_all(items: tuple[Expr, ...]) -> str:
    """Write expressions with commas between them."""
    return f",{SOFT}".join(show(item) for item in items)
