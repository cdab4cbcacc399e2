"""Turn the parse tree of a file into nodes."""

from __future__ import annotations

from typing import Any

from spadesdsl.diagnostics import guess
from spadesdsl.frozen import replace
from spadesdsl.syntax import bodies, examples, expressions, nodes
from spadesdsl.syntax.building import build, build_as
from spadesdsl.syntax.building_pieces import Pieces, sort_pieces, unfolded
from spadesdsl.syntax.building_sentences import Head, drop, inner_rule, no_such_sentence, remark_of, rule, settled
from spadesdsl.syntax.reader import Reader, branches, kind, tokens, word_of
from spadesdsl.syntax.sentences import SECTIONS, Form, Naming, Piece, SectionForm, form_of, section_form
from spadesdsl.syntax.tree import Branch

_LANGUAGE = 1
"""The version of the language that this program reads."""


def document(tree: Branch, reader: Reader) -> nodes.Document:
    """Return the node of a whole file."""
    (file,) = branches(tree)
    words = list(tokens(file))
    extends = next(branches(file, "extends"), None)
    parent = list(tokens(extends)) if extends else []
    pack_for = next(branches(file, "pack_for"), None)
    title = word_of(file, "STRING")
    top: dict[str, Any] = {}
    items = _items(next(branches(file, "block")), top, reader)
    _check_top(file, extends, pack_for, reader)
    return nodes.Document(
        str(words[0]),
        reader.name(words[1]),
        reader.text(title) if title is not None else None,
        items,
        _language(file, reader),
        extends=str(parent[0]) if parent else None,
        pin=reader.whole(parent[1]) if len(parent) > 1 else None,
        pack_for=str(next(tokens(pack_for))) if pack_for else None,
        span=reader.span(file),
        name_span=reader.span(words[1]),
        extends_span=reader.span(parent[0]) if parent else reader.span(words[1]),
        **top,
    )


def _language(file: Branch, reader: Reader) -> int:
    if (written := next(branches(file, "language"), None)) is None:
        return _LANGUAGE
    number = next(tokens(written))
    version = reader.whole(number)
    if version != _LANGUAGE:
        message = f"This file is written in version {version} of the language; this program reads version {_LANGUAGE}."
        reader.report("E121", reader.span(number), message, f"write `language {_LANGUAGE}`, or use a newer program")
    return version


def _check_top(file: Branch, extends: Branch | None, pack_for: Branch | None, reader: Reader) -> None:
    is_pack = word_of(file, "PACK") is not None
    if is_pack and extends is not None:
        reader.report("E122", reader.span(extends), "A pack extends nothing.", "write `for` and its game")
    if not is_pack and pack_for is not None:
        reader.report("E122", reader.span(pack_for), "Only a pack is `for` a game.", "write `extends`")


def _items(block: Branch, top: dict[str, Any] | None, reader: Reader) -> tuple[nodes.Item, ...]:
    found: list[nodes.Item] = []
    for part in settled(block, reader):
        if top is not None and _is_about_the_file(part, top, reader):
            continue
        if (node := _item(part, nodes.Change.ADD, reader)) is not None:
            found.append(node)
    return tuple(found)


def _is_about_the_file(tree: Branch, top: dict[str, Any], reader: Reader) -> bool:
    """Keep what a sentence says about the file, in fields of its document; tell whether it is such a sentence."""
    if (remark := remark_of(tree, reader)) is not None:
        top["remarks"] = (*top.get("remarks", ()), remark)
        return True
    keyword = str(next(tokens(tree))) if kind(tree) == "sentence" else ""
    if keyword not in ("about", "version"):
        return False
    node = rule(tree, Head("file"), reader)
    if keyword in top:
        reader.report("E115", reader.span(tree), f"The file has a `{keyword}` already.", "keep one of them")
    if isinstance(node, nodes.About):
        top |= {"about": node.label or "", "about_span": node.span}
    elif node is not None and isinstance(node.body, bodies.Values) and len(node.body.values) == 1:
        (value,) = node.body.values
        if isinstance(value, expressions.Number) and value.value.denominator == 1:
            top |= {"version": int(value.value), "version_span": node.span}
        else:
            reader.report("E120", reader.span(tree), "A version is a whole number.", "write `version 1`")
    return True


def _item(tree: Branch, change: nodes.Change, reader: Reader) -> nodes.Item | None:
    match kind(tree):
        case "replaced":
            return _replaced(tree, reader)
        case "sentence":
            form = section_form(str(next(tokens(tree))))
            return _section(tree, form, reader) if form else _top_rule(tree, reader)
        case "drop":
            return drop(tree, reader)
        case "set_options" | "include" | "prefer" | "drop_deals":
            item: nodes.Item = build(tree, reader)
            return item
        case "preset":
            return replace(build_as(nodes.Preset, tree, reader), change=change)
        case "on_deal":
            items = _items(next(branches(tree, "block")), None, reader)
            return replace(build_as(nodes.OnDeal, tree, reader), items=items)
        case "example":
            title = word_of(tree, "STRING")
            assert title is not None, "an example has a title"
            return replace(build_as(examples.Example, tree, reader), change=change, title_span=reader.span(title))
        case _:
            return inner_rule(tree, Head("file", change), reader)


def _replaced(tree: Branch, reader: Reader) -> nodes.Item | None:
    (inner,) = branches(tree)
    if kind(inner) in ("preset", "example"):
        return _item(inner, nodes.Change.REPLACE, reader)
    keyword = next(tokens(inner), None)
    if kind(inner) == "sentence" and keyword is not None and section_form(str(keyword)):
        message = f"The whole of `{keyword}` cannot be replaced."
        hint = "write the section, and `replace` before each rule in it that changes"
        reader.report("E123", reader.span(tree), message, hint)
        return None
    return inner_rule(tree, Head("file"), reader)


def _top_rule(tree: Branch, reader: Reader) -> nodes.Rule | None:
    keyword = next(tokens(tree))
    if form_of("file", str(keyword)) is None and next(branches(tree, "block"), None) is not None:
        near = guess(str(keyword), tuple(form.keyword for form in SECTIONS))
        if near:
            reader.report("E111", reader.span(keyword), f"There is no section `{keyword}`.", near)
            return None
    if str(keyword) in ("about", "version", "source", "note"):
        reader.report("E117", reader.span(tree), f"`{keyword}` belongs outside all sections.", "take it out")
        return None
    if form_of("file", str(keyword)) is None:
        no_such_sentence("file", reader, str(keyword), reader.span(keyword))
        return None
    return rule(tree, Head("file"), reader)


# ---------------------------------------------------------------- sections


def _section(tree: Branch, form: SectionForm, reader: Reader) -> nodes.Section:
    keyword = next(tokens(tree))
    block = next(branches(tree, "block"), None)
    tree = unfolded(tree, _as_sentence(form), reader)
    pieces = sort_pieces(tree, _as_sentence(form), reader)
    head = next(branches(tree, "head", "listing"), None)
    if block is None:
        reader.report("E116", reader.span(tree), f"`{keyword}` has no block.", "write its rules between `{` and `}`")
    parts = settled(block, reader) if block is not None else ()
    found = (inner_rule(part, Head(form.sentences), reader) for part in parts)
    items = tuple(node for node in found if node is not None)
    name, each = _section_name(tree, head, form, reader), _section_each(tree, pieces, form, reader)
    return nodes.Section(str(keyword), name, items, each, _neighbour(pieces), span=reader.span(tree))


def _as_sentence(form: SectionForm) -> Form:
    pieces = (Piece.NEIGHBOUR,) if form.has_name else (Piece.FOR_EACH,) if form.each else ()
    naming = Naming.NAME if form.has_name else Naming.NOTHING
    return Form(form.keyword, form.line, f"{form.keyword} {{ }}", naming, pieces=pieces)


def _section_name(tree: Branch, head: Branch | None, form: SectionForm, reader: Reader) -> str | None:
    parts = list(branches(head)) if head else []
    if not form.has_name:
        if head is not None:
            reader.report("E112", reader.span(head), f"`{form.keyword}` takes no name.", "leave it out")
        return None
    if len(parts) != 1 or kind(parts[0]) != "name":
        reader.report("E112", reader.span(tree), "A phase needs a name.", "write `phase passing before bidding { … }`")
        return None
    return reader.name(next(tokens(parts[0])))


def _section_each(tree: Branch, pieces: Pieces, form: SectionForm, reader: Reader) -> str | None:
    written = pieces.trees.get(Piece.FOR_EACH)
    if written is not None and not isinstance(written, str):
        return reader.noun(next(tokens(written)), form.each)
    if form.each:
        keyword = next(tokens(tree))
        message = f"`{form.keyword}` does not say for whom."
        reader.report("E112", reader.span(keyword), message, f"write `{form.keyword} for each {form.each[0]} {{ … }}`")
    return None


def _neighbour(pieces: Pieces) -> tuple[str, str] | None:
    if (tree := pieces.trees.get(Piece.NEIGHBOUR)) is None or isinstance(tree, str):
        return None
    *_, phase = tokens(tree)
    return ("after" if kind(tree) == "timing" else "before", str(phase))
