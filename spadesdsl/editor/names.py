"""The names in a file: where each is declared, and where it is used.

A file that is being typed has mistakes, so this reads its nodes and words and not its checked rules. A name of a value
means the same thing in the whole file, because two values of one name are an error; rules that hold no value (`must`,
`score`, the endings) are named by keyword and name, and only some places can mean them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from spadesdsl.editor import vocabulary
from spadesdsl.frozen import Changing, Frozen, field
from spadesdsl.source import Source, Span
from spadesdsl.syntax import bodies, examples, expressions, nodes
from spadesdsl.syntax.node import Node
from spadesdsl.syntax.parser import normalised, read

VALUES: Final = frozenset(
    {"option", "let", "tally", "clock", "may", "choose", "pass", "zone", "give", "show", "bid", "seat", "suit", "card"}
)
"""The keywords whose names are values: an expression may read them."""
_DECLARING: Final = {"seats": "seat", "suits": "suit", "add": "card"}
_WORDS: Final = re.compile(f"{vocabulary.TEXT}|{vocabulary.COMMENT}|{vocabulary.NUMBER}\\w*|{vocabulary.NAME}")
_NAMED: Final = (*VALUES - {"seat", "suit", "card"}, "must", "score", "win", "lose", "out", "round", "preset")
_DECLARATION = re.compile(rf"^[ \t]*(?:replace[ \t]+)?({'|'.join(sorted(_NAMED))})[ \t]+([a-z_]\w*)", re.MULTILINE)
_IN_TEXT: Final = re.compile(r"\{([a-z_]\w*)\}")


class Symbol(Frozen):
    """What a name means."""

    keyword: str
    """The keyword of its declaration: `let`, `must`; `seat`, `suit`, `card`, `phase`, `file`, `parameter`."""
    name: str
    owner: int = -1
    """For a parameter or a variable: where the sentence begins to which it belongs."""


class Occurrence(Frozen):
    """One place where a symbol is named."""

    symbol: Symbol
    span: Span
    is_declaration: bool = False


class Declaration(Frozen):
    """Where a symbol is declared, and the sentence that does it."""

    symbol: Symbol
    span: Span
    """The name."""
    whole: Span
    """The sentence."""
    node: Node | None
    """The sentence as read; None in a file that cannot be read as a whole, as while it is typed."""


class Names(Changing):
    """All names of a file."""

    source: Source
    document: nodes.Document | None
    """What could be read of it."""
    declared: list[Declaration] = field(default_factory=list)
    occurrences: list[Occurrence] = field(default_factory=list)

    def at(self, offset: int) -> Occurrence | None:
        """Return the name at an offset."""
        found = (one for one in self.occurrences if one.span.start <= offset <= one.span.end)
        return min(found, key=lambda one: one.span.end - one.span.start, default=None)

    def of(self, symbol: Symbol) -> list[Occurrence]:
        """Return all places that name a symbol."""
        return [one for one in self.occurrences if one.symbol == symbol]


def declarations(source: Source) -> tuple[Declaration, ...]:
    """List what a file declares, except variables and parameters."""
    reading = read(source)
    document = reading.document or reading.rest
    source = normalised(source)
    return tuple(_begun(source) if document is None else _declared(document, source))


def _begun(source: Source) -> Iterator[Declaration]:
    """List what a text declares that cannot be read as a whole: each line that begins as a declaration does."""
    for found in _DECLARATION.finditer(source.text):
        span = source.span(*found.span(2))
        yield Declaration(Symbol(found[1], found[2]), span, source.span(found.start(1), found.end()), None)


def names_of(source: Source, inherited: Iterable[Declaration] = ()) -> Names:
    """Find all names in a file, those among them that its parents and packs declare too."""
    source = normalised(source)
    reading = read(source)
    document = reading.document or reading.rest
    names = Names(source, document)
    names.declared = list(_begun(source) if document is None else _declared(document, source))
    found: dict[tuple[int, int], Occurrence] = {}
    for one in names.declared:
        _enter(found, Occurrence(one.symbol, one.span, is_declaration=True))
    if document is None:
        names.occurrences = list(found.values())
        return names
    known = {(one.symbol.keyword, one.symbol.name): one.symbol for one in (*inherited, *names.declared)}
    for occurrence in _rule_names(document, source, known):
        _enter(found, occurrence)
    for occurrence in _locals(document, source, found):
        _enter(found, occurrence)
    values = {symbol.name: symbol for symbol in known.values() if symbol.keyword in VALUES}
    for occurrence in _values(document, source, values, found):
        _enter(found, occurrence)
    written = (one for one in found.values() if source.text[one.span.start : one.span.end] == one.symbol.name)
    names.occurrences = sorted(written, key=lambda one: one.span.start)
    return names


def _enter(found: dict[tuple[int, int], Occurrence], occurrence: Occurrence) -> None:
    found.setdefault((occurrence.span.start, occurrence.span.end), occurrence)


# ---------------------------------------------------------------- declarations


def _sentences(document: nodes.Document) -> Iterator[nodes.Rule]:
    return (node for node, _ in nodes.walk(document) if isinstance(node, nodes.Rule))


def _declared(document: nodes.Document, source: Source) -> Iterator[Declaration]:
    for rule in _sentences(document):
        kind = _DECLARING.get(rule.keyword)
        if kind is not None and isinstance(rule.body, bodies.Values):
            for value in rule.body.values:
                if isinstance(value, expressions.Name) and value.span.end:
                    yield Declaration(Symbol(kind, value.name), value.span, rule.span, rule)
        elif rule.name and rule.name_span.end and rule.keyword not in _DECLARING:
            yield Declaration(Symbol(rule.keyword, rule.name), rule.name_span, rule.span, rule)
    for item, _ in nodes.walk(document):
        match item:
            case nodes.Section(name=str(name), place=(_, _)) if name:
                yield Declaration(Symbol("phase", name), _word(source, item.span, name), item.span, item)
            case nodes.Preset(name=name):
                yield Declaration(Symbol("preset", name), _word(source, item.span, name), item.span, item)
            case _:
                pass


def _word(source: Source, span: Span, word: str, *, is_last: bool = False, after: str = "") -> Span:
    """Return the place of a word in a span: the first or the last, if possible one after something."""
    text = source.text[span.start : span.end]
    ways = (rf"\b{before}({re.escape(word)})\b" for before in dict.fromkeys((after, "")))
    found = next((places for way in ways if (places := list(re.finditer(way, text)))), None)
    if found is None:
        return span
    at = span.start + found[-1 if is_last else 0].start(1)
    return source.span(at, at + len(word))


# ---------------------------------------------------------------- uses


def _rule_names(document: nodes.Document, source: Source, known: dict[tuple[str, str], Symbol]) -> Iterator[Occurrence]:
    """Yield the places that name a rule by its keyword, a phase, a parent or a pack."""
    if document.extends is not None and document.extends_span.end:
        span = _word(source, document.extends_span, document.extends)
        yield Occurrence(Symbol("file", document.extends), span)
    if document.pack_for is not None:
        head = source.span(
            document.name_span.start, source.text.find("{", document.name_span.end) + 1 or len(source.text)
        )
        yield Occurrence(Symbol("file", document.pack_for), _word(source, head, document.pack_for, is_last=True))
    keyword = ""
    for node, rule in nodes.walk(document):
        keyword = rule.keyword if rule is not None else ""
        match node:
            case nodes.Drop():
                for name, span in zip(node.names, node.name_spans, strict=False):
                    yield Occurrence(Symbol(node.keyword, name), span)
            case nodes.Include() | nodes.Prefer():
                for pack in (node.pack, node.over) if isinstance(node, nodes.Prefer) else (node.pack,):
                    yield Occurrence(Symbol("file", pack), _word(source, node.span, pack))
            case bodies.Place(rule=str(name)) | nodes.Score(instead_of=(name,)):
                yield Occurrence(
                    Symbol(keyword, name), _word(source, node.span, name, is_last=isinstance(node, bodies.Place))
                )
            case bodies.Skip(phase=name) | bodies.Timing(what=name):
                yield from _named(source, node.span, name, known, ("phase", "may", "choose", "pass"))
            case nodes.Must(during=str(name)):
                yield from _named(source, node.span, name, known, ("round",), is_last=False, after=r"during\s+")
            case examples.Expect(because=(_, name)):
                yield from _named(
                    source, node.span, name, known, ("must", "score", "bid", "win", "lose", "out", "round")
                )
            case examples.Sheet():
                for assign in node.amounts:
                    yield from _named(source, assign.span, assign.name, known, ("score", "tally"), is_last=False)
            case _:
                pass


def _named(
    source: Source,
    span: Span,
    name: str,
    known: dict[tuple[str, str], Symbol],
    keywords: tuple[str, ...],
    *,
    is_last: bool = True,
    after: str = "",
) -> Iterator[Occurrence]:
    symbol = next((known[keyword, name] for keyword in keywords if (keyword, name) in known), None)
    if symbol is not None:
        yield Occurrence(symbol, _word(source, span, name, is_last=is_last, after=after))


def _locals(document: nodes.Document, source: Source, found: dict[tuple[int, int], Occurrence]) -> Iterator[Occurrence]:
    """Yield the parameters and variables of each sentence, wherever it names them."""
    for rule in _sentences(document):
        owned: dict[str, Span] = {}
        for node, _ in nodes.walk(rule):
            match node:
                case bodies.Parameter(name=name) if name != rule.name:
                    owned.setdefault(name, _word(source, node.span, name))
                case expressions.Where(variable=str(name)):
                    owned.setdefault(name, _word(source, node.span, name, after=r"as\s+"))
                case expressions.Quantified(variable=str(name)):  # after the noun that is run over
                    owned.setdefault(name, _word(source, node.span, name, after=r"\w+\s+"))
                case bodies.Fix(name=name):
                    owned.setdefault(name, _word(source, node.span, name))
                case _:
                    pass
        for name, first in owned.items():
            symbol = Symbol("parameter", name, rule.span.start)
            yield Occurrence(symbol, first, is_declaration=True)
            for word, span in _words(source, rule.span.start, rule.span.end):
                is_new = (span.start, span.end) not in found and span.start != first.start
                if word == name and is_new and source.text[span.start - 1 : span.start] != ".":
                    yield Occurrence(symbol, span)


def _words(source: Source, start: int, end: int) -> Iterator[tuple[str, Span]]:
    """Yield every word from one place to another, and each that a text has in braces: `{name}`."""
    for found in _WORDS.finditer(source.text, start, end):
        if found[0].startswith('"'):
            for inner in _IN_TEXT.finditer(source.text, *found.span()):
                yield inner[1], source.span(*inner.span(1))
        else:
            yield found[0], source.span(*found.span())


def _values(
    document: nodes.Document, source: Source, values: dict[str, Symbol], found: dict[tuple[int, int], Occurrence]
) -> Iterator[Occurrence]:
    """Yield the words that name a value."""
    taken = {start for start, _ in found}
    heads = {node.span.start for node, _ in nodes.walk(document) if isinstance(node, nodes.Rule | nodes.Section)}
    for word, span in _words(source, document.span.start if document.span.end else 0, len(source.text)):
        if word in values and span.start not in taken and span.start not in heads:
            yield Occurrence(values[word], span)
