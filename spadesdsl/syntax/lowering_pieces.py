"""Turn the pieces between a sentence's name and its body into nodes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadesdsl.diagnostics import Note
from spadesdsl.frozen import dataclass
from spadesdsl.syntax import nodes
from spadesdsl.syntax.forms import Naming, Piece
from spadesdsl.syntax.lowering_expressions import expression
from spadesdsl.syntax.reader import branches, kind, tokens
from spadesdsl.syntax.sentences import NOUNS, SENTENCES

if TYPE_CHECKING:
    from lark import Token

    from spadesdsl.source import Span
    from spadesdsl.syntax.forms import Form
    from spadesdsl.syntax.nodes import Expr
    from spadesdsl.syntax.reader import Branch, Reader

_PIECES = {
    "during": Piece.DURING,
    "place": Piece.PLACE,
    "before": Piece.NEIGHBOUR,
    "timing": Piece.TIMING,
    "by_one": Piece.BY,
    "by_each": Piece.BY,
    "by_each_at_once": Piece.BY,
    "final": Piece.FINAL,
    "looking": Piece.BEFORE_LOOKING,
    "instead_of": Piece.INSTEAD_OF,
    "for_each": Piece.FOR_EACH,
    "of_table": Piece.OF_TABLE,
    "of_each": Piece.OF_EACH,
    "face": Piece.FACE,
    "seen_by": Piece.SEEN_BY,
    "suitless": Piece.IN_NO_SUIT,
    "when": Piece.WHEN,
}
_EACH_OF_TABLE = ("player", "seat")


@dataclass(frozen=True, slots=True)
class Pieces:
    """The pieces of one sentence, each with its tree; a sentence for people that has no body before it is `closing`."""

    trees: dict[Piece, Branch | Token]
    closing: Token | None

    def branch(self, piece: Piece) -> Branch | None:
        """Return the tree of a piece, if it was written."""
        tree = self.trees.get(piece)
        return None if tree is None or isinstance(tree, str) else tree

    def expression(self, piece: Piece, reader: Reader) -> Expr | None:
        """Return the only expression of a piece, if it was written."""
        tree = self.branch(piece)
        return expression(next(branches(tree)), reader) if tree else None

    def noun(self, piece: Piece, reader: Reader, allowed: tuple[str, ...]) -> str | None:
        """Return the noun after `each`, if it was written."""
        tree = self.branch(piece)
        return reader.noun(next(tokens(tree)), allowed) if tree else None


def sort_pieces(tree: Branch, form: Form, reader: Reader) -> Pieces:
    """Split a sentence into pieces; report those that it does not take, that are repeated or out of order."""
    trees: dict[Piece, Branch | Token] = {}
    closing: Token | None = None
    has_body = any(kind(part) in BODIES for part in branches(tree))
    last = -1
    for child in tree.children:
        if isinstance(child, str):
            if child.type != "STRING":
                continue
            if Piece.LABEL not in form.pieces or Piece.LABEL in trees:
                closing = _closing(child, closing, form, reader)
                continue
            piece = Piece.LABEL
        elif kind(child) in _PIECES:
            piece = _piece_of(child, form)
        else:
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


BODIES = frozenset(
    ("values", "topped", "move", "control", "redeal", "steps", "actions", "play_on", "equals", "limit", "hour")
)
"""The productions that follow `:` or `=`."""


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
            f"{piece} stands twice in this sentence.",
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
    reader.report("E114", reader.span(child), f"{piece} stands too late in this sentence.", f"the order is {order}")


def names(tree: Branch) -> tuple[str, ...]:
    """Return the names of a list."""
    return tuple(str(token) for token in tokens(next(branches(tree, "names"))))


def place(tree: Branch | None, reader: Reader) -> nodes.Place | None:
    """Return `above rule` and its like."""
    if tree is None:
        return None
    words = list(tokens(tree))
    rule = str(words[1]) if len(words) > 1 else None
    return nodes.Place(words[0].type.startswith("ABOVE"), rule, reader.span(tree))


def timing(tree: Branch | None, reader: Reader) -> nodes.Timing | None:
    """Return when a sentence is asked or done."""
    if tree is None:
        return None
    word, what = tokens(tree)
    match word.type:
        case "BEFORE_EACH":
            moment = nodes.Moment.BEFORE_EACH
        case "AFTER_EACH":
            moment = nodes.Moment.AFTER_EACH
        case "WITH_EACH":
            moment = nodes.Moment.WITH_EACH
        case "AFTER":
            moment = nodes.Moment.AFTER
        case _:
            moment = nodes.Moment.ANY_TIME
    if word.type.endswith("EACH"):
        reader.noun(what, ("trick", "card"))
    return nodes.Timing(moment, str(what), reader.span(tree))


def by(tree: Branch | None, reader: Reader) -> nodes.By | None:
    """Return who decides, and in which turn."""
    if tree is None:
        return None
    is_at_once = kind(tree) == "by_each_at_once"
    for turns_of in branches(tree) if is_at_once else ():
        about = "stopping when" if kind(turns_of) == "stopping" else kind(turns_of)
        message = f"`at once` asks everybody together, and `{about}` is about turns."
        reader.report("E448", reader.span(turns_of), message, f"leave out `at once`, or `{about} …`")
    until = next(branches(tree, "until"), None)
    stopping = next(branches(tree, "stopping"), None)
    plain = [expression(part, reader) for part in branches(tree) if kind(part) not in ("until", "stopping", "from")]
    noun = next(tokens(tree), None)
    if noun is None:
        turns, who, start = nodes.Turns.ONE, plain[0], None
    else:
        turns = nodes.Turns.AT_ONCE if is_at_once else nodes.Turns.EACH
        who = nodes.Name(reader.noun(noun, NOUNS), reader.span(noun))
        start = plain[0] if plain and not is_at_once else None
    return nodes.By(
        turns,
        who,
        start,
        expression(next(branches(until)), reader) if until else None,
        expression(next(branches(stopping)), reader) if stopping else None,
        reader.span(tree),
    )


def face(tree: Branch | None) -> nodes.Face | None:
    """Return `face up` or `face down`."""
    return nodes.Face(" ".join(next(tokens(tree)).split())) if tree else None


def zone(pieces: Pieces, span: Span, reader: Reader) -> nodes.ZoneBody:
    """Return what a zone is."""
    return nodes.ZoneBody(
        pieces.noun(Piece.OF_EACH, reader, _EACH_OF_TABLE),
        face(pieces.branch(Piece.FACE)),
        pieces.expression(Piece.SEEN_BY, reader),
        span,
    )


def parameters(tree: Branch | None, reader: Reader) -> tuple[nodes.Parameter, ...]:
    """Return the parameters of a bid or a decision."""
    found: list[nodes.Parameter] = []
    for part in branches(tree) if tree else ():
        if kind(part) == "parameter":
            found.append(_parameter(part, reader))
            continue
        before, word = found[-1], expression(part, reader)
        if isinstance(before.choices, nodes.Listed):
            items = (*before.choices.items, word)
            listed = nodes.Listed(items, before.choices.span.to(word.span))
            found[-1] = nodes.Parameter(before.name, listed, before.span.to(word.span))
        else:
            message = "Only a list after `of` has more words after a comma."
            hint = f"write `{before.name} of …` before the words, or say of each choice what it can be"
            reader.report("E449", word.span, message, hint)
    return tuple(found)


def _parameter(tree: Branch, reader: Reader) -> nodes.Parameter:
    name = next(tokens(tree))
    (choices,) = branches(tree)
    node: nodes.Range | nodes.Listed | nodes.Expr
    if kind(choices) == "listed_first":
        node = listed(choices, reader)
    else:
        node = range_of(choices, reader) if kind(choices) == "range" else expression(choices, reader)
    return nodes.Parameter(reader.name(name), node, reader.span(tree))


def listed(tree: Branch, reader: Reader) -> nodes.Listed:
    """Return `of a, b`."""
    return nodes.Listed(tuple(expression(part, reader) for part in branches(tree)), reader.span(tree))


def range_of(tree: Branch, reader: Reader) -> nodes.Range:
    """Return `from a to b [step s]`."""
    ends = [expression(part, reader) for part in branches(tree)]
    return nodes.Range(ends[0], ends[1], ends[2] if len(ends) > 2 else None, reader.span(tree))


def check_name(tree: Branch, form: Form, reader: Reader) -> Token | None:
    """Return the name of a sentence; report one that is missing, superfluous, or not one of the form's own words."""
    head = next(branches(tree, "head", "listing"), None)
    keyword = next(tokens(tree))
    values = list(branches(head)) if head else []
    values = [value for value in values if kind(value) not in ("parameters", "listed")]
    if form.naming is Naming.VALUES:
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
