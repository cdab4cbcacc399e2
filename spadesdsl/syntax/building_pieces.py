"""Turn the pieces between a sentence's name and its body into nodes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from spadesdsl.diagnostics import Note
from spadesdsl.frozen import dataclass, replace
from spadesdsl.syntax import nodes
from spadesdsl.syntax.building import build, field_of
from spadesdsl.syntax.forms import Content, Naming, Piece
from spadesdsl.syntax.reader import branches, kind, tokens
from spadesdsl.syntax.sentences import SENTENCES
from spadesdsl.syntax.tree import Branch

if TYPE_CHECKING:
    from spadesdsl.syntax.forms import Form
    from spadesdsl.syntax.reader import Reader
    from spadesdsl.syntax.tree import Token

_PIECES = {kind: piece for piece in Piece for kind in piece.kinds}
BODIES = frozenset(kind for content in Content for kind in content.kinds)
"""The productions that follow `:` or `=`."""


@dataclass(frozen=True, slots=True)
class Pieces:
    """The pieces of one sentence, each with its tree; a sentence for people that has no body before it is `closing`."""

    trees: dict[Piece, Branch | Token]
    closing: Token | None

    def fields(self, cls: type[nodes.Rule], reader: Reader) -> dict[str, Any]:
        """Return the fields that the pieces fill."""
        return {
            piece.field: reader.text(tree) if isinstance(tree, str) else field_of(cls, piece.field, tree, reader)
            for piece, tree in self.trees.items()
        }


def sort_pieces(tree: Branch, form: Form, reader: Reader) -> Pieces:
    """Split a sentence into pieces; report those that it does not take, that are repeated or out of order."""
    trees: dict[Piece, Branch | Token] = {}
    closing: Token | None = None
    has_body = any(kind(part) in BODIES for part in branches(tree))
    last = -1
    is_said = False
    for child in tree.children:
        if isinstance(child, str):
            if child.type != "STRING":
                continue
            if Piece.LABEL not in form.pieces or Piece.LABEL in trees or is_said:
                closing = _closing(child, closing, form, reader)
                continue
            piece = Piece.LABEL
        elif kind(child) in _PIECES:
            piece = _piece_of(child, form)
        else:
            is_said = is_said or kind(child) in BODIES
            continue
        if not _fits(piece, child, form, trees, reader):
            continue
        at = form.pieces.index(piece)
        if at < last:
            _report_order(child, piece, form, reader)
        last = max(at, last)
        if closing is not None and not has_body:
            reader.report(
                "E114",
                reader.span(closing),
                f"The sentence for people comes before {piece}.",
                "write it last",
            )
        trees[piece] = child
    return Pieces(trees, closing)


def _piece_of(child: Branch, form: Form) -> Piece:
    piece = _PIECES[kind(child)]
    if piece is Piece.TIMING and Piece.NEIGHBOUR in form.pieces and next(tokens(child)).type == "AFTER":
        return Piece.NEIGHBOUR
    return piece


def _closing(token: Token, earlier: Token | None, form: Form, reader: Reader) -> Token:
    if earlier is not None:
        reader.report(
            "E115",
            reader.span(token),
            f"`{form.keyword}` has a sentence for people already.",
            "keep one of them",
            Note(reader.span(earlier), "the first is here"),
        )
    return token


def _fits(piece: Piece, child: Branch | Token, form: Form, trees: dict[Piece, Branch | Token], reader: Reader) -> bool:
    if piece not in form.pieces:
        message = f"`{form.keyword}` takes no {piece}."
        reader.report("E113", reader.span(child), message, _where_it_fits(piece, form))
        return False
    if piece in trees:
        reader.report(
            "E115",
            reader.span(child),
            f"{piece} is in this sentence twice.",
            "keep one of them",
            Note(reader.span(trees[piece]), "the first is here"),
        )
        return False
    return True


def _where_it_fits(piece: Piece, form: Form) -> str:
    """Say which sentence takes a piece, if only one does; otherwise what this sentence takes."""
    others = {other.keyword for forms in SENTENCES.values() for other in forms if piece in other.pieces}
    taken = " and ".join(str(one) for one in form.pieces)
    if len(others) == 1:
        return f"leave it out: only `{others.pop()}` takes it"
    return f"it takes {taken}" if taken else "leave it out"


def _report_order(child: Branch | Token, piece: Piece, form: Form, reader: Reader) -> None:
    order = ", then ".join(str(one) for one in form.pieces)
    reader.report("E114", reader.span(child), f"{piece} comes too late in this sentence.", f"the order is {order}")


def parameters(tree: Branch | None, reader: Reader) -> tuple[nodes.Parameter, ...]:
    """Return the parameters of a bid or a decision."""
    found: list[nodes.Parameter] = []
    for part in branches(tree) if tree else ():
        if kind(part) == "parameter":
            found.append(build(part, reader))
            continue
        before, word = found[-1], build(part, reader)
        if isinstance(before.choices, nodes.Listed):
            items, end = (*before.choices.items, word), word.span
            choices = replace(before.choices, items=items, span=before.choices.span.to(end))
            found[-1] = replace(before, choices=choices, span=before.span.to(end))
        else:
            message = "Only a list after `of` has more words after a comma."
            hint = f"write `{before.name} of …` before the words, or say of each choice what it can be"
            reader.report("E449", word.span, message, hint)
    return tuple(found)


def unfolded(tree: Branch, form: Form, reader: Reader) -> Branch:
    """Return a sentence in which a label is a piece of the sentence, unless each item of its list can have one."""
    if form.naming is Naming.LABELLED:
        return tree
    children: list[Branch | Token] = []
    for child in tree.children:
        if isinstance(child, str) or kind(child) not in ("labelled", "listing"):
            children.append(child)
            continue
        items = [child] if kind(child) == "labelled" else list(branches(child))
        plain = [next(branches(item)) if kind(item) == "labelled" else item for item in items]
        children.append(Branch("head" if len(plain) == 1 else "listing", [*plain], plain[0].start, plain[-1].end))
        for item in items:
            if kind(item) == "labelled":
                if item is items[-1]:
                    children += tokens(item)
                    continue
                message = f"`{form.keyword}` takes no label in its list."
                reader.report("E113", reader.span(next(tokens(item))), message, "leave it out")
    return Branch(tree.data, children, tree.start, tree.end)


def check_name(tree: Branch, form: Form, reader: Reader) -> Token | None:
    """Return the name of a sentence; report one that is missing, superfluous, or not one of the form's own words."""
    head = next(branches(tree, "head", "listing", "labelled"), None)
    keyword = next(tokens(tree))
    values = list(branches(head)) if head else []
    values = [value for value in values if kind(value) not in ("parameters", "listed")]
    if form.declares:
        if not values:
            reader.report("E112", reader.span(keyword), f"`{keyword}` says nothing.", f"such as `{form.example}`")
        return None
    if form.naming is Naming.NOTHING:
        if head:
            reader.report("E112", reader.span(head), f"`{keyword}` takes no name here.", f"write `{keyword}` alone")
        return None
    final = next(branches(tree, "final"), None)
    if not values and final is not None:
        message = "`final` is a word of the language and cannot be a name."
        reader.report("E110", reader.span(final), message, "call it something else")
        return None
    if len(values) != 1 or kind(values[0]) != "name":
        where = reader.span(head) if head else reader.span(keyword)
        wanted = " or ".join(f"`{word}`" for word in form.words) or "a name"
        reader.report("E112", where, f"`{keyword}` needs {wanted}.", f"such as `{form.example}`")
        return None
    name = next(tokens(values[0]))
    if form.naming is Naming.WORD:
        reader.noun(name, form.words)
    else:
        reader.name(name)
    return name
