"""Turn nodes into text: the one way to write a file.

A file is cut into units, which have their own lines: a sentence, a section, a case, a line of an example. Printing
lays them out; formatting attaches comments to them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from spadesdsl.frozen import Changing, Frozen, field
from spadesdsl.source import NOWHERE, Span
from spadesdsl.syntax import bodies, examples, nodes
from spadesdsl.syntax.node import HARD, SOFT
from spadesdsl.syntax.nodes import Document, Item, Remark, Rule
from spadesdsl.syntax.writing import filled, quoted, rule_text, show, text_of


class Unit(Frozen):
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
    has_block = bool(children) or isinstance(rule.body, bodies.Cases)
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
    yield from map(_rule, rule.inner)
    yield from (Unit(text_of(case), span=case.span) for case in rule.cases)


WIDTH = 110
"""The width of a line, if it can be broken at all."""
_STEP = "  "
_HANG = "    "


class Comment(Frozen):
    """A comment on a line of its own."""

    text: str
    is_apart: bool = False
    """Whether there is an empty line before it."""


class Comments(Changing):
    """The comments of one unit."""

    above: list[Comment] = field(default_factory=list)
    opening: str = ""
    """After its `{`."""
    last: list[Comment] = field(default_factory=list)
    """Before its `}`."""
    trailing: str = ""
    """After it on its line."""
    is_apart: bool = False
    """Whether there is an empty line before the unit itself."""


class Remarks(Changing):
    """All comments of a file, by the place of their unit."""

    by_place: dict[tuple[int, int], Comments] = field(default_factory=dict)
    first: list[Comment] = field(default_factory=list)
    """Before everything else, above `language`."""
    after: list[Comment] = field(default_factory=list)
    """After the last `}` of the file."""

    def of(self, unit: Unit) -> Comments:
        """Return the comments of a unit."""
        found = self.by_place.get((unit.span.start, unit.span.end)) if unit.span.end else None
        return found or Comments()


def print_document(document: Document) -> str:
    """Write a file."""
    return print_unit(document_unit(document), document.language, Remarks())


def print_unit(unit: Unit, language: int, remarks: Remarks) -> str:
    """Write a file that was cut into units, with its comments."""
    lines = [
        *_own_lines(remarks.first, "", is_first=True),
        f"language {language}",
        "",
        *_own_lines(remarks.of(unit).above, "", is_first=True),
        *_block(unit, "", remarks, is_top=True),
        *_own_lines(remarks.after, ""),
    ]
    return "\n".join(lines) + "\n"


def _own_lines(comments: list[Comment], indent: str, *, is_first: bool = False) -> Iterator[str]:
    for at, comment in enumerate(comments):
        if comment.is_apart and not (is_first and at == 0):
            yield ""
        yield indent + comment.text


def _lines(unit: Unit, indent: str, remarks: Remarks) -> Iterator[str]:
    comments = remarks.of(unit)
    yield from _own_lines(comments.above, indent, is_first=True)
    if comments.above and comments.is_apart:
        yield ""
    yield from _block(unit, indent, remarks)


def _block(unit: Unit, indent: str, remarks: Remarks, *, is_top: bool = False) -> Iterator[str]:
    comments = remarks.of(unit)
    trailing = f"  {comments.trailing}" if comments.trailing else ""
    if unit.children is None or not (unit.children or comments.opening or comments.last):
        *early, last = broken(unit.text if unit.children is None else f"{unit.text} {{ }}", indent)
        yield from early
        yield last + trailing
        return
    if (short := _on_one_line(unit, indent, remarks)) is not None:
        yield short + trailing
        return
    *early, last = broken(f"{unit.text} {{", indent)
    yield from early
    yield last + (f"  {comments.opening}" if comments.opening else "")
    yield from _children(unit, indent + _STEP, remarks, is_top=is_top)
    yield f"{indent}}}{trailing}"


def _on_one_line(unit: Unit, indent: str, remarks: Remarks) -> str | None:
    """Return a unit with its short block on one line; None if it does not fit or contains comments."""
    if not unit.is_short or unit.children is None:
        return None
    comments = remarks.of(unit)
    (child,) = unit.children
    inner = remarks.of(child)
    if comments.opening or comments.last or inner.above or inner.trailing:
        return None
    line = f"{indent}{flat(unit.text)} {{ {flat(child.text)} }}"
    return line if len(line) <= WIDTH else None


def _children(unit: Unit, indent: str, remarks: Remarks, *, is_top: bool) -> Iterator[str]:
    before: Unit | None = None
    for child in unit.children or ():
        comments = remarks.of(child)
        is_apart = comments.above[0].is_apart if comments.above else comments.is_apart
        if before is not None and (is_apart or (is_top and (before.group != child.group or not child.group))):
            yield ""
        yield from _lines(child, indent, remarks)
        before = child
    yield from _own_lines(remarks.of(unit).last, indent, is_first=before is None)


# ---------------------------------------------------------------- long lines


def flat(text: str) -> str:
    """Return a text on one line."""
    return text.replace(SOFT, " ").replace(HARD, " ")


def broken(text: str, indent: str) -> list[str]:
    """Return a text on as many lines as it needs: first broken between its pieces, then within them."""
    if len(indent) + len(flat(text)) <= WIDTH:
        return [indent + flat(text)]
    lines: list[str] = []
    line, hang = indent, indent + _HANG
    for piece in text.split(HARD):
        if _fits(line, flat(piece)):
            line = _joined(line, flat(piece))
            continue
        if line.strip():
            lines.append(line)
            line = hang
        inner = line + _STEP if lines else hang
        for part in piece.split(SOFT):
            if line.strip() and not _fits(line, part):
                lines.append(line)
                line = inner
            line = _joined(line, part)
    lines.append(line)
    return lines


def _fits(line: str, more: str) -> bool:
    return len(_joined(line, more)) <= WIDTH


def _joined(line: str, more: str) -> str:
    return f"{line} {more}" if line.strip() else line + more
