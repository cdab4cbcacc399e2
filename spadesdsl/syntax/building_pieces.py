"""Turn the pieces between a sentence's name and its body into nodes, and the body: what follows `:` or `=`."""

from __future__ import annotations

import re
from typing import Any

from spadesdsl.diagnostics import Note
from spadesdsl.frozen import Frozen
from spadesdsl.syntax import bodies, nodes
from spadesdsl.syntax.building import build, build_as, field_of, moved
from spadesdsl.syntax.reader import Reader, branches, kind, tokens
from spadesdsl.syntax.sentences import CASES, SECTIONS, SENTENCES, Content, Form, Naming, Piece, form_of, homes_of
from spadesdsl.syntax.tree import Branch, Token

_PIECES = {kind: piece for piece in Piece for kind in piece.kinds}
BODIES = frozenset(kind for content in Content for kind in content.kinds)
"""The productions that follow `:` or `=`."""


class Pieces(Frozen):
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
        elif piece in (Piece.FINAL, Piece.BEFORE_LOOKING) and not isinstance(child, str):
            _report_next(child, piece, form, reader)
        last = max(at, last)
        if closing is not None and not has_body:
            message = f"The sentence for people comes before {piece}."
            reader.report("E114", reader.span(closing), message, "write it last")
        trees[piece] = child
    return Pieces(trees, closing)


def _piece_of(child: Branch, form: Form) -> Piece:
    piece = _PIECES[kind(child)]
    if piece is Piece.TIMING and Piece.NEIGHBOUR in form.pieces and next(tokens(child)).type == "AFTER":
        return Piece.NEIGHBOUR
    return piece


def _closing(token: Token, earlier: Token | None, form: Form, reader: Reader) -> Token:
    if earlier is not None:
        message = f"`{form.keyword}` has a sentence for people already."
        hint = "keep one of them"
        reader.report("E115", reader.span(token), message, hint, Note(reader.span(earlier), "the first is here"))
    return token


def _fits(piece: Piece, child: Branch | Token, form: Form, trees: dict[Piece, Branch | Token], reader: Reader) -> bool:
    if piece not in form.pieces:
        message = f"`{form.keyword}` takes no {piece}."
        reader.report("E113", reader.span(child), message, _where_it_fits(piece, form))
        return False
    if piece in trees:
        message = f"{piece} is in this sentence twice."
        hint = "keep one of them"
        reader.report("E115", reader.span(child), message, hint, Note(reader.span(trees[piece]), "the first is here"))
        return False
    return True


def _where_it_fits(piece: Piece, form: Form) -> str:
    """Say which sentence takes a piece, if only one does; otherwise what this sentence takes."""
    if piece is Piece.WHEN and form.content in (Content.AMOUNT, Content.TRUMPS):
        return CASES
    others = {other.keyword for forms in SENTENCES.values() for other in forms if piece in other.pieces}
    taken = " and ".join(str(one) for one in form.pieces)
    for home in homes_of(form.keyword):
        if (other := form_of(home, form.keyword)) is not None and piece in other.pieces:
            section = next((one.keyword for one in SECTIONS if one.sentences == home and one.keyword != "deal"), home)
            return f"`{form.keyword}` takes it in `{section}`; here it takes {taken}"
    if len(others) == 1:
        return f"leave it out: only `{others.pop()}` takes it"
    return f"it takes {taken}" if taken else "leave it out"


def _report_order(child: Branch | Token, piece: Piece, form: Form, reader: Reader) -> None:
    order = ", then ".join(str(one) for one in form.pieces)
    reader.report("E114", reader.span(child), f"{piece} comes too late in this sentence.", f"the order is {order}")


def _report_next(child: Branch, piece: Piece, form: Form, reader: Reader) -> None:
    """Report a piece that is written before the next sentence of its kind, on the same line."""
    text = reader.source.text
    start = text.rfind("\n", 0, child.start) + 1
    word = re.compile(rf"[ \t]+{form.keyword}[ \t]+(\w+)").match(text, child.end)
    if word is not None and not text[start : child.start].strip():
        message = f"{piece} is written before a `{form.keyword}`, and would count for the one above."
        hint = f"write it after the name, as in `{form.keyword} {word[1]} …`"
        reader.report("E114", reader.span(child), message, hint)


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


def content(tree: Branch, form: Form, reader: Reader) -> bodies.Body:
    """Return the body of a sentence; report one of the wrong kind."""
    body = _content(tree, form, reader) if kind(tree) in form.content.kinds else None
    if body is None:
        message = f"`{form.keyword}` does not say this: it says {form.content}."
        reader.report("E118", reader.span(tree), message, f"such as `{form.example}`")
    return body


def _content(tree: Branch, form: Form, reader: Reader) -> bodies.Body:
    span = reader.span(tree)
    match form.content:
        case Content.BIDS:
            return bodies.Block((), tuple(build(part, reader) for part in branches(tree)), span=span)
        case Content.NAMES | Content.RANKS | Content.FACES:
            return build_as(bodies.Values, tree, reader)
        case Content.TALLY | Content.CONTROL | Content.CLOCK:
            body: bodies.Body = build(tree, reader)
            return body
        case Content.WORD | Content.LAST_WORD:
            return _word(tree, form, reader)
        case Content.ACTIONS:
            return _actions(tree, reader)
        case Content.GIVE | Content.SHOW | Content.AWARD | Content.SHUFFLE | Content.SKIP | Content.REDEAL:
            action = _action(form.content, tree, reader)
            return bodies.Actions((action,), span=span) if action else None
        case Content.TRUMPS:
            return build_as(bodies.Trumps, tree, reader) if _is_one(tree) or kind(tree) == "topped" else None
        case _:
            return build_as(bodies.Amount, tree, reader) if _is_one(tree) else None


def _is_one(tree: Branch) -> bool:
    return len(tree.children) == 1


def _word(tree: Branch, form: Form, reader: Reader) -> bodies.Word | None:
    if kind(tree) == "play_on":
        return bodies.Word("play on", span=reader.span(tree))
    (value,) = branches(tree) if _is_one(tree) else (tree,)
    if kind(value) != "name":
        return None
    return bodies.Word(reader.noun(next(tokens(value)), form.choices), span=reader.span(tree))


# ---------------------------------------------------------------- what happens


def _actions(tree: Branch, reader: Reader) -> bodies.Actions | None:
    span = reader.span(tree)
    if kind(tree) == "actions":
        return build_as(bodies.Actions, tree, reader)
    if kind(tree) == "move":
        hint = "write the verb too: `give …`, `show …` or `award …`"
        reader.report("E118", span, "This says who gets what, but not what happens to it.", hint)
        return bodies.Actions((), span=span)
    (value,) = branches(tree) if _is_one(tree) else (tree,)
    is_nothing = kind(value) == "name" and str(next(tokens(value))) == "nothing"
    return bodies.Actions((bodies.Nothing(span=span),), span=span) if is_nothing else None


def _action(verb: Content, tree: Branch, reader: Reader) -> bodies.Action | None:
    match verb:
        case Content.REDEAL:
            return build_as(bodies.Redeal, tree, reader)
        case Content.SHUFFLE:
            return build_as(bodies.Shuffle, tree, reader) if _is_one(tree) else None
        case Content.SKIP:
            (value,) = branches(tree) if _is_one(tree) else (tree,)
            return bodies.Skip(str(next(tokens(value))), span=reader.span(tree)) if kind(value) == "name" else None
        case _:
            return moved(verb.name.lower(), build(tree, reader))
