"""Cut a file into units, which have their own lines: a sentence, a section, a case, a line of an example.

Printing lays units out; formatting attaches comments to them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from spadesdsl.frozen import dataclass
from spadesdsl.source import NOWHERE, Span
from spadesdsl.syntax import nodes
from spadesdsl.syntax.node import HARD
from spadesdsl.syntax.writing import quoted, rule_text, show, text_of

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
    head = f"{document.kind} {document.name}"
    if document.title is not None:
        head += f" {quoted(document.title)}"
    if document.extends is not None:
        head += f" extends {document.extends}" + (f" @ {document.pin}" if document.pin is not None else "")
    if document.pack_for is not None:
        head += f" for {document.pack_for}"
    about: list[Unit] = []
    if document.version is not None:
        about.append(Unit(f"version {document.version}", span=document.version_span, group="about"))
    if document.about is not None:
        about.append(Unit(f"about {quoted(document.about)}", span=document.about_span, group="about"))
    about.extend(_remark(remark) for remark in document.remarks)
    items = tuple(_item(item) for item in document.items)
    return Unit(head, (*about, *items), document.span)


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
        case nodes.Preset():
            return Unit(text_of(item), span=item.span, group="preset")
        case nodes.Section():
            return _section(item)
        case nodes.OnDeal():
            return _on_deal(item)
        case nodes.Example():
            return _example(item)
        case _:
            assert_never(item)


def _drop(drop: nodes.Drop) -> Unit:
    names = ", ".join(quoted(name) if drop.keyword == "example" else name for name in drop.names)
    sentence = f"{HARD}{quoted(drop.sentence)}" if drop.sentence is not None else ""
    group = "example" if drop.keyword == "example" else "drop"
    return Unit(f"drop {drop.keyword}{f' {names}' if names else ''}{sentence}", span=drop.span, group=group)


def _section(section: nodes.Section) -> Unit:
    parts = [section.keyword]
    if section.name is not None:
        parts.append(section.name)
    if section.place is not None:
        parts.extend(section.place)
    if section.each is not None:
        parts.append(f"for each {section.each}")
    return Unit(" ".join(parts), tuple(_item(item) for item in section.items), section.span)


def _on_deal(scope: nodes.OnDeal) -> Unit:
    word = "deals" if len(scope.deals) > 1 else "deal"
    every = f" of every {scope.every}" if scope.every is not None else ""
    children = tuple(_item(item) for item in scope.items)
    is_short = len(children) == 1 and children[0].children is None
    text = f"on {word} {', '.join(str(deal) for deal in scope.deals)}{every}"
    return Unit(text, children, scope.span, "short deals" if is_short else "", is_short)


def _example(example: nodes.Example) -> Unit:
    changed = "replace " if example.change is nodes.Change.REPLACE else ""
    lines = tuple(Unit(text_of(line), span=line.span) for line in example.lines)
    children = (*(_remark(remark) for remark in example.remarks), *lines)
    return Unit(f"{changed}example {quoted(example.title)}", children, example.span, "example")


# ---------------------------------------------------------------- rules with a block


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
