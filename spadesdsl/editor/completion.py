"""What can come where somebody is typing, by the grammar, the table of sentences, and the names there are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from functools import cache
from typing import Final

from spadesdsl.check.expressions import FUNCTIONS
from spadesdsl.check.quantities import WORDS
from spadesdsl.check.types import say
from spadesdsl.editor import vocabulary
from spadesdsl.editor.draft import Draft
from spadesdsl.editor.names import VALUES, Declaration
from spadesdsl.editor.vocabulary import CONSTANTS, Context, context_at
from spadesdsl.frozen import Frozen
from spadesdsl.reading import SUFFIX, read_file
from spadesdsl.resources import variant_names, variant_text
from spadesdsl.rules.operations import GLOBALS, NOUNS, PROPERTIES, SEAT, SIDE, SUIT
from spadesdsl.rules.terms import Type
from spadesdsl.syntax import bodies
from spadesdsl.syntax.explaining import patterns
from spadesdsl.syntax.grammar import grammar
from spadesdsl.syntax.sentences import SECTIONS, SENTENCES, Naming, Piece
from spadesdsl.syntax.wordlist import EXAMPLE_LINES, ITEMS
from spadesdsl.syntax.wordlist import NOUNS as COUNTED
from spadesdsl.syntax.writing import show

_CHAIN: Final = re.compile(r"([A-Za-z_]\w*)((?:\.\w+)*)\.\Z")
_HEAD: Final = re.compile(r'^\s*(variant|pack)\s+\w+(?:\s+"([^"\n]*)")?', re.MULTILINE)
_PACK: Final = re.compile(r"\bpack\s+\w+")
_SHEET: Final = re.compile(r"\b(given|expect|case)\b.*\w\s*\Z", re.DOTALL)
"""What comes before the `{` of a sheet: `expect us {`."""
_SETTING: Final = re.compile(r"(?:\bset|\bwith|,)\s+([a-z_]\w*)\s*=\s*\Z")
_NAMING: Final = re.compile(r"(?:replace\s+)?[a-z_]+\s+\Z")
_NEXT: Final = (
    "option", "teams", "best score", "trick equal", "contract", "case", "otherwise", "needs yes from", "on deal",
    "because",
)  # fmt: skip
"""Words that begin the next sentence, besides those of the lists."""
_WHO: Final = {
    "us": "The side of the first seat.",
    "them": "The other side.",
    "nobody": "No seat and no side.",
    "deck": "All cards of the game.",
}
"""Words of examples for somebody, and for all cards."""
_PILES: Final = {"stock": "The cards that are not dealt.", "discards": "The cards that are laid away."}


class Sort(Enum):
    """What a proposal is, as the protocol calls it."""

    KEYWORD = "Keyword"
    NAME = "Variable"
    PROPERTY = "Property"
    FILE = "File"
    VALUE = "Value"


class Proposal(Frozen):
    """One word that can come there."""

    text: str
    sort: Sort
    says: str = ""
    """What it means, in a line."""
    example: str = ""


def proposals(draft: Draft, offset: int) -> list[Proposal]:
    """List what can come at an offset, the likeliest first; nothing inside a text or a comment."""
    context = context_at(draft.text, offset)
    if context.is_text:
        return []
    found: dict[str, Proposal] = {}
    for one in _of(draft, context):
        if one.text.startswith(context.word) and one.text != context.word:
            found.setdefault(one.text, one)
    return list(found.values())


def _of(draft: Draft, context: Context) -> Iterator[Proposal]:
    sentence = context.sentence
    words = sentence.split()
    last = words[-1] if words else ""
    if not words or words == ["replace"] or context.is_first:
        yield from _beginnings(context)
    setting = _SETTING.search(sentence)
    if sentence.endswith("."):
        yield from _after_dot(draft, context, last)
    elif last in ("extends", "include") or (last == "for" and _PACK.search(sentence)):
        yield from _files(draft, "pack" if last == "include" else "variant")
    elif words[:1] == ["drop"]:
        yield from _dropped(draft, context, words)
    elif setting is not None and words[0] in ("set", "include", "preset", "example"):
        yield from _choices(draft, setting[1])
    elif words[:1] in (["set"], ["preset"]) and (last == "set" or last.endswith((",", ":"))):
        yield from _options(draft)
    elif _SHEET.search(context.headers[-1] if context.headers else ""):
        yield Proposal("score", Sort.PROPERTY, "The score after the deal.")
        yield from _declared(draft, "score", "tally", "let")
    elif words and last in ("above", "below"):
        yield from () if context.form is None else _declared(draft, context.form.keyword)
    elif last in ("because", "before", "skip") and words[0] not in ("may", "choose", "give", "show"):
        yield from (Proposal(form.keyword, Sort.KEYWORD, form.line) for form in SECTIONS if not form.has_name)
        yield from _declared(draft, "phase")
    elif last == "during":
        yield from _declared(draft, "round", "phase")
    elif words and words != ["replace"]:
        yield from _continued(draft, context)


def _files(draft: Draft, kind: str) -> Iterator[Proposal]:
    """Yield the games, or the packs, beside the file and in the program."""
    for path in sorted(draft.path.parent.glob(f"*{SUFFIX}")):
        source = None if path == draft.path else read_file(path)[0]
        found = None if source is None else _HEAD.search(source.text)
        if found is not None and found[1] == kind:
            yield Proposal(path.stem, Sort.FILE, found[2] or "")
    yield from (Proposal(name, Sort.FILE, title) for name, title in _bundled(kind))


@cache
def _bundled(kind: str) -> tuple[tuple[str, str], ...]:
    """Return the games or packs that come with the program, each with its title."""
    texts = ((name, variant_text(name)) for name in variant_names())
    heads = ((name, _HEAD.search(text[1])) for name, text in texts if text is not None)
    return tuple((name, head[2] or "") for name, head in heads if head is not None and head[1] == kind)


def _beginnings(context: Context) -> Iterator[Proposal]:
    """Yield the words that begin a sentence here."""
    section = context.section
    if not context.headers:
        yield Proposal("language", Sort.KEYWORD, "The version of the language.", "language 1")
        yield Proposal("variant", Sort.KEYWORD, "A game.", 'variant name "Title" extends standard { … }')
        yield Proposal("pack", Sort.KEYWORD, "Rules for a game.", 'pack name "Title" for standard { … }')
    if section == "example":
        yield from (Proposal(word, Sort.KEYWORD, line) for word, line in EXAMPLE_LINES.items())
    if section == "cases":
        yield Proposal("case", Sort.KEYWORD, "What the line gives if something is so.")
        yield Proposal("otherwise", Sort.KEYWORD, "What the line gives in all other cases.")
    if section not in SENTENCES:
        return
    yield from (Proposal(form.keyword, Sort.KEYWORD, form.line, form.example) for form in SENTENCES[section])
    if section == "file":
        yield from (Proposal(form.keyword, Sort.KEYWORD, form.line) for form in SECTIONS)
        yield from (Proposal(word, Sort.KEYWORD, line) for word, line in ITEMS.items())
    else:
        yield Proposal("replace", Sort.KEYWORD, ITEMS["replace"])
        yield Proposal("drop", Sort.KEYWORD, ITEMS["drop"])


def _dropped(draft: Draft, context: Context, words: list[str]) -> Iterator[Proposal]:
    """Yield the keyword of what can be dropped, then the names that parents and packs gave."""
    inherited = [one for one in draft.inherited if one.symbol.keyword not in ("seat", "suit", "card", "phase")]
    forms = {form.keyword for form in SENTENCES.get(context.section, ())}
    if len(words) == 1:
        for keyword in dict.fromkeys(one.symbol.keyword for one in inherited):
            if keyword in forms or (context.section == "file" and keyword == "preset"):
                yield Proposal(keyword, Sort.KEYWORD)
        return
    yield from _inherited(draft, words[1])


def _inherited(draft: Draft, keyword: str) -> Iterator[Proposal]:
    return (_named(one, one.span.file) for one in draft.inherited if one.symbol.keyword == keyword)


def _named(one: Declaration, otherwise: str) -> Proposal:
    """Propose a name, with the sentence of what it names; without one, something else is said."""
    return Proposal(one.symbol.name, Sort.NAME, getattr(one.node, "sentence", None) or otherwise)


def _options(draft: Draft) -> Iterator[Proposal]:
    yield from (_named(one, "") for one in draft.known("option"))
    yield Proposal("preset", Sort.KEYWORD, ITEMS["preset"])


def _choices(draft: Draft, option: str) -> Iterator[Proposal]:
    """Yield the values that an option can have."""
    if option == "preset":
        for one in draft.known("preset"):
            yield Proposal(one.symbol.name, Sort.NAME, getattr(one.node, "title", ""))
    for one in draft.known("option"):
        body = getattr(one.node, "body", None)
        if one.symbol.name != option or not isinstance(body, bodies.OptionBody):
            continue
        if isinstance(body.choices, bodies.Range):
            yield Proposal(
                show(body.default), Sort.VALUE, f"from {show(body.choices.low)} to {show(body.choices.high)}"
            )
        else:
            yield from (Proposal(show(choice), Sort.VALUE) for choice in body.choices)


def _continued(draft: Draft, context: Context) -> Iterator[Proposal]:
    """Yield what the grammar could take after the words of a sentence, and the table of sentences allows."""
    form = context.form
    is_naming = _NAMING.fullmatch(context.sentence + " " * (not context.sentence.endswith(" "))) is not None
    if is_naming and form is not None:
        if form.naming is Naming.WORD:
            yield from (Proposal(word, Sort.KEYWORD, form.line) for word in form.words)
        if context.sentence.startswith("replace"):
            yield from _inherited(draft, form.keyword)
        if form.naming in (Naming.NAME, Naming.WORD):
            return
    if form is not None and form.choices and context.sentence.rstrip().endswith(":"):
        yield from (Proposal(word, Sort.KEYWORD) for word in form.choices)
        return
    accepted = context.accepted()
    if "NAME" in accepted and (context.section == "example" or not _ends_with_operand(context.sentence)):
        yield from _values(draft, context)
    yield from _phrase_ends(context)
    texts = patterns()
    unfit = _unfit(context)
    for name in sorted(accepted):
        text = texts.get(name, "")
        if re.match(r"[a-z]|, [a-z]", text) and text not in unfit:
            yield Proposal(text, Sort.KEYWORD)
    if "NOUN" in accepted:
        yield from (Proposal(noun, Sort.KEYWORD) for noun in COUNTED)


def _phrase_ends(context: Context) -> Iterator[Proposal]:
    """Yield the rest of each phrase that has been begun: `the trick` after `wins`."""
    for size in (1, 2):
        said = re.search(rf"((?:[a-z]+\s+){{{size}}})\Z", context.sentence + " ")
        begun = " ".join(said[1].split()) + " " if said is not None else ""
        phrases = {name: text for name, text in _phrases().items() if begun and text.startswith(begun)}
        if said is None or not phrases:
            continue
        accepted = context.accepted(context.sentence[: said.start(1)])
        yield from (
            Proposal(text.removeprefix(begun), Sort.KEYWORD) for name, text in phrases.items() if name in accepted
        )


@cache
def _beginnings_of(piece: Piece) -> frozenset[str]:
    """Return how a piece of a sentence begins: the first words of the productions from which it is read."""
    return frozenset(patterns()[rule.expansion[0].name] for rule in grammar().rules if rule.kind in piece.kinds)


@cache
def _phrases() -> dict[str, str]:
    """Return the set phrases of several words."""
    return {name: text for name, text in patterns().items() if " " in text and text[0].isalpha()}


def _ends_with_operand(sentence: str) -> bool:
    """Tell whether a value ends a sentence so far: a name after it would begin the next one."""
    last = re.search(r"(\w+|\S)\s*\Z", sentence)
    if last is None or not re.match(r"[\w\")\]}]", last[1]):
        return False
    return last[1] not in vocabulary.joining() or last[1] in vocabulary.meanings()


def _unfit(context: Context) -> frozenset[str]:
    """Return the words that the grammar could take, and that this sentence does not: pieces of others, next items."""
    lines = (word for word in (*_NEXT, *ITEMS, *EXAMPLE_LINES) if context.section != "example" or word != "because")
    if (form := context.form) is None or ":" in context.sentence:
        return frozenset(lines)
    said = " ".join(context.sentence.split()[2:])
    beginnings = ((piece, word) for piece in Piece for word in _beginnings_of(piece))
    others = (word for piece, word in beginnings if piece not in form.pieces or re.search(rf"\b{word}\b", said))
    return frozenset((*lines, *others, *(() if form.takes_parameters else ("of",))))


def _declared(draft: Draft, *keywords: str) -> Iterator[Proposal]:
    """Yield the names that the file and its parents give with some keywords."""
    return (_named(one, one.symbol.keyword) for one in draft.known(*keywords))


def _values(draft: Draft, context: Context) -> Iterator[Proposal]:
    """Yield the names that an expression can read: the file's own, the inherited ones, the language's."""
    if context.section == "example":
        yield from (Proposal(word, Sort.PROPERTY, line) for word, line in _WHO.items())
    within = [one for one in draft.names.occurrences if one.symbol.keyword == "parameter" and one.is_declaration]
    for one in within:
        if re.search(rf"\b{re.escape(one.symbol.name)}\b", context.sentence):
            yield Proposal(one.symbol.name, Sort.NAME, "of this sentence")
    yield from _declared(draft, *VALUES)
    yield from (Proposal(word, Sort.PROPERTY, line) for word, line in _PILES.items())
    yield from (Proposal(noun, Sort.PROPERTY) for noun in COUNTED)
    for word, row in GLOBALS.items():
        yield Proposal(word, Sort.PROPERTY, f"{say(row.type)}. {row.meaning}")
    for (kind, word), row in PROPERTIES.items():
        if word not in GLOBALS:
            yield Proposal(word, Sort.PROPERTY, f"of a {kind.value}: {say(row.type)}. {row.meaning}")
    yield from (Proposal(word, Sort.KEYWORD) for word in (*WORDS, *FUNCTIONS, *CONSTANTS))


def _after_dot(draft: Draft, context: Context, last: str) -> Iterator[Proposal]:
    """Yield what can come after the dot."""
    if re.search(r"\bbecause\s+\w+\.\Z", context.sentence):
        yield from _declared(draft, "must", "score", "bid", "round", "win", "lose", "out", "may", "choose", "pass")
        return
    chain = _CHAIN.search(last)
    type_ = None if chain is None else _type_of(draft, chain[1], [word for word in chain[2].split(".") if word])
    for (kind, word), row in PROPERTIES.items():
        if type_ is None or kind is type_.kind:
            yield Proposal(word, Sort.PROPERTY, f"{say(row.type)}. {row.meaning}")
    if type_ is None or type_.kind in (SEAT.kind, SIDE.kind):
        yield from _declared(draft, "let", "tally", "zone")


def _type_of(draft: Draft, first: str, more: list[str]) -> Type | None:
    """Return the type of `first.more.…` as far as the words alone tell it."""
    if first in GLOBALS:
        found: Type | None = GLOBALS[first].type
    elif first in NOUNS:
        found = NOUNS[first][1]
    else:
        named = (one.symbol for one in draft.known("seat", "suit") if one.symbol.name == first)
        found = {"seat": SEAT, "suit": SUIT}.get(next((one.keyword for one in named), ""))
    for word in more:
        row = PROPERTIES.get((found.kind, word)) if found is not None else None
        found = row.type if row is not None else None
    return found
