"""Cut a file into units, which have their own lines: a sentence, a section, a case, a line of an example.

Printing lays units out; formatting attaches comments to them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from spadesdsl.frozen import dataclass
from spadesdsl.source import NOWHERE, Span
from spadesdsl.syntax import examples, nodes
from spadesdsl.syntax.node import HARD
from spadesdsl.syntax.writing import filled, quoted, rule_text, show, text_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spadesdsl.syntax.nodes import Document, Item, Remark, Rule


@dataclass(frozen=True, slots=True)
class Unit:
    """Something that begins a line."""

    text: str
    """Its words up to its block, with signs where it may be broken."""
    children: tuple[Unit, ...] | None = None
    """The contents of its braces; None if it has none."""
    span: Span = NOWHERE
    group: str = ""
    """At the top of a file an empty line separates different groups, and precedes every unit of an empty group."""
    is_short: bool = False
    """Whether its block may be on the same line."""


def document_unit(document: Document) -> Unit:
    """Cut a file into units."""
    about = (
        Unit(filled("[version {version}]", document), span=document.version_span, group="about"),
        Unit(filled("[about {about:quoted}]", document), span=document.about_span, group="about"),
    )
    children = (*(one for one in about if one.text), *map(_remark, document.remarks), *map(_item, document.items))
    return Unit(text_of(document), children, document.span)


def _remark(remark: Remark) -> Unit:
    return Unit(text_of(remark), span=remark.span, group="about")


def _item(item: Item) -> Unit:
    match item:
        case nodes.Rule():
            return _rule(item)
        case nodes.Drop():
            return _drop(item)
        case nodes.SetOptions() | nodes.Include() | nodes.Prefer():
            return Unit(text_of(item), span=item.span, group="set")
        case nodes.DropDeals():
            return Unit(text_of(item), span=item.span, group="drop")
        case nodes.Preset():
            return Unit(text_of(item), span=item.span, group="preset")
        case nodes.Section():
            return Unit(text_of(item), tuple(map(_item, item.items)), item.span)
        case nodes.OnDeal():
            children = tuple(map(_item, item.items))
            is_short = len(children) == 1 and children[0].children is None
            return Unit(text_of(item), children, item.span, "short deals" if is_short else "", is_short)
        case examples.Example():
            lines = (Unit(text_of(line), span=line.span) for line in item.lines)
            return Unit(text_of(item), (*map(_remark, item.remarks), *lines), item.span, "example")
        case _:
            assert_never(item)


def _drop(drop: nodes.Drop) -> Unit:
    names = ", ".join(quoted(name) if drop.keyword == "example" else name for name in drop.names)
    sentence = f"{HARD}{quoted(drop.sentence)}" if drop.sentence is not None else ""
    group = "example" if drop.keyword == "example" else "drop"
    return Unit(f"drop {drop.keyword}{f' {names}' if names else ''}{sentence}", span=drop.span, group=group)


def _rule(rule: Rule) -> Unit:
    children = tuple(_rule_children(rule))
    has_block = bool(children) or isinstance(rule.body, nodes.Cases)
    has_contract = isinstance(rule, nodes.Bid) and rule.contract is not None
    is_short = len(children) == 1 and (has_contract or bool(rule.remarks))
    return Unit(rule_text(rule), children if has_block else None, rule.span, rule.keyword, is_short)


def _rule_children(rule: Rule) -> Iterator[Unit]:
    yield from (_remark(remark) for remark in rule.remarks)
    if isinstance(rule, nodes.Bid):
        if rule.needs_yes is not None:
            yield Unit(f"needs yes from {show(rule.needs_yes)}", span=rule.needs_yes.span)
        if rule.contract is not None:
            yield Unit(f"contract {show(rule.contract)}", span=rule.contract.span)
    if isinstance(rule.body, nodes.Block):
        yield from (_rule(inner) for inner in rule.body.rules)
    elif isinstance(rule.body, nodes.Cases):
        yield from (Unit(text_of(case), span=case.span) for case in rule.body.cases)
