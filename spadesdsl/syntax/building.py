"""Turn the parse tree into nodes: each production into its class, each part of it into the field that it is for.

A production that is no class is the part of another: its name is the field that it fills, as `within: IN sum` fills
`within`. All other words and nodes fill the fields that can hold them, in order.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from functools import cache
from types import MappingProxyType
from typing import Any, TypeVar

from spadesdsl.frozen import MISSING, Frozen, replace
from spadesdsl.frozen import Field as FieldOf
from spadesdsl.frozen import fields as fields_of
from spadesdsl.syntax import bodies, examples, expressions, nodes
from spadesdsl.syntax.grammar import Production, grammar
from spadesdsl.syntax.node import KINDS, Field, Node, parts_of
from spadesdsl.syntax.reader import Reader, branches, kind, tokens, word_of
from spadesdsl.syntax.sentences import Content
from spadesdsl.syntax.tree import Branch, Token
from spadesdsl.syntax.wordlist import NOUNS, THEN_WORDS

_WORDS: dict[str, tuple[str, Callable[[Reader, Token], object]]] = {
    "str": ("NAME", lambda _, token: str(token)),
    "Text": ("STRING", Reader.text),
    "int": ("NUMBER", Reader.whole),
    "Fraction": ("NUMBER", Reader.number),
    "Keyword": ("", lambda _, token: str(token)),
    "OwnName": ("", lambda reader, token: reader.name(token) if token.type == "NAME" else str(token)),
    "Holder": ("NAME", lambda reader, token: reader.noun(token, ("player", "seat"))),
    "Subject": (
        "NAME",
        lambda reader, token: reader.noun(token, ("player", "team", "side", "seat", "card", "suit", "trick", "call")),
    ),
    "Others": ("NAME", lambda reader, token: reader.noun(token, ("alone", "together"))),
    "Unit": ("UNIT", lambda _, token: f"{token.rstrip('s')}s"),
    "Then": ("", lambda reader, token: "no" if token.type == "NO" else reader.noun(token, THEN_WORDS, "bid")),
    "Rank": ("", lambda _, token: "10" if token == "T" else str(token)),
}
"""By type of a field: the terminal that it is read from, any if none is named, and how."""
_CLASSES: Mapping[str, Any] = {**vars(expressions), **vars(bodies), **vars(nodes), **vars(examples)}
"""By type of a field: the class of nodes, or the words, that it is."""


N = TypeVar("N", bound=Node)
_NONE: Mapping[str, object] = MappingProxyType({})


class Slot(Frozen):
    """A field, and what can fill it."""

    name: str
    terminal: str
    """The only terminal that it can be."""
    read: Callable[[Reader, Token], Any] | None
    """How a word becomes its value; None if it holds nodes."""
    holds: type[Node] | None
    """The only class of nodes that it can be."""
    is_many: bool
    nothing: object
    """Its value if nothing fills it."""

    def takes(self, part: Branch | Token) -> bool:
        """Tell whether a word or a node can be its value."""
        if isinstance(part, str):
            return self.read is not None and self.terminal in ("", part.type)
        if self.read is not None or part.data == "block":
            return False
        return self.holds is None or self.holds is KINDS.get(part.data)


@cache
def _rules() -> dict[str, list[Production]]:
    """Return the rules of the grammar: by what they are for, and by what their trees are called."""
    found: dict[str, list[Production]] = {}
    for rule in grammar().rules:
        for name in {rule.origin, rule.kind}:
            found.setdefault(name, []).append(rule)
    return found


def _below(kinds: Iterable[str]) -> set[str]:
    """Return what can be directly below some productions in a tree."""
    found: set[str] = set()
    seen: set[str] = set()
    waiting = [symbol for kind in kinds for rule in _rules().get(kind, ()) for symbol in rule.expansion]
    while waiting:
        symbol = waiting.pop()
        if symbol.is_term or symbol.name in seen:
            continue
        seen.add(symbol.name)
        for rule in _rules()[symbol.name]:
            if (rule.is_replaced and len(rule.expansion) == 1) or rule.origin.startswith("_"):
                waiting.extend(rule.expansion)
            else:
                found.add(rule.kind)
    return found


@cache
def slots_of(cls: type[Node]) -> tuple[dict[str, Slot], tuple[Slot, ...]]:
    """Return the fields of a class that productions of their own fill, and the other ones."""
    slots = {one.name: _slot(cls, one) for one in fields_of(cls) if not one.kw_only}
    parts = _below(cls.kinds) - KINDS.keys() - _OWN.keys()
    named = {name: slot for name, slot in slots.items() if name in parts}
    others = [slot for name, slot in slots.items() if name not in named]
    return named, tuple(sorted(others, key=lambda slot: slot.holds is None))


def _slot(cls: type[Node], one: FieldOf[Any]) -> Slot:
    base = str(one.type).removesuffix(" | None")
    is_many = base.startswith("tuple[")
    base = base.removeprefix("tuple[").split(",")[0] if is_many else base
    terminal, read = _WORDS.get(base, ("", None))
    if base == "bool":
        return Slot(one.name, "", _yes_or_no(cls, one.name), None, False, False)
    found = _CLASSES.get(base)
    if isinstance(found, type) and issubclass(found, StrEnum):
        read = _one_of(found)
    holds = found if isinstance(found, type) and issubclass(found, Node) else None
    nothing = one.default if one.default is not MISSING else () if is_many else None
    return Slot(one.name, terminal, read, holds, is_many, nothing)


def _yes_or_no(cls: type[Node], name: str) -> Callable[[Reader, Token], bool]:
    """Return how a word says that a flag is true: with the words that the form of its class has for that."""
    more = next((one.more for one in parts_of(cls.form) if isinstance(one, Field) and one.name == name), "")
    word = more.partition("|")[0].strip()
    return lambda _, token: " ".join(token.split()).startswith(word)


def _one_of(words: type[StrEnum]) -> Callable[[Reader, Token], StrEnum]:
    return lambda _, token: words(" ".join(token.split()))


def build(tree: Branch, reader: Reader) -> Any:
    """Return the node of a production."""
    kind = tree.data
    return _OWN[kind](tree, reader) if kind in _OWN else build_as(KINDS[kind], tree, reader)


def build_as(cls: type[N], tree: Branch, reader: Reader) -> N:
    """Return a node of a class, made from a production."""
    known = cls.kinds.get(tree.data, _NONE) if isinstance(cls.kinds, Mapping) else _NONE
    return cls(**fields(cls, tree.children, reader, known), span=reader.span(tree))


def field_of(cls: type[Node], name: str, tree: Branch, reader: Reader) -> Any:
    """Return the value of a field that a production is for."""
    (slot,) = (slot for slot in slots_of(cls)[1] if slot.name == name)
    return build(tree, reader) if tree.data in KINDS or tree.data in _OWN else _content(slot, tree, reader)


def fields(
    cls: type[Node], parts: Iterable[Branch | Token], reader: Reader, known: Mapping[str, object] = _NONE
) -> dict[str, Any]:
    """Return the fields of a class that some words and productions fill; those that nothing fills are None or empty."""
    named, others = slots_of(cls)
    values: dict[str, Any] = dict(known)
    for part in parts:
        if not isinstance(part, str) and (own := named.get(part.data)) is not None:
            values[own.name] = _content(own, part, reader)
            continue
        for slot in others:
            if (slot.is_many or slot.name not in values) and slot.takes(part):
                if slot.is_many:
                    values.setdefault(slot.name, []).append(_value(slot, part, reader))
                else:
                    values[slot.name] = _value(slot, part, reader)
                break
        else:
            # A block is read for itself, and a word that nothing takes only says what is meant.
            assert isinstance(part, str) or part.data == "block", f"{cls.__name__} has no field for {part.data}"
    for slot in (*named.values(), *others):
        if slot.is_many and isinstance(values.get(slot.name), list):
            values[slot.name] = tuple(values[slot.name])
        elif slot.name not in values:
            values[slot.name] = slot.nothing
    return values


def _content(slot: Slot, part: Branch, reader: Reader) -> Any:
    """Return what the production of a field holds; one that holds nothing is said, which is all."""
    found = [_value(slot, one, reader) for one in part.children if slot.takes(one)]
    return tuple(found) if slot.is_many else found[0] if found else True


def _value(slot: Slot, part: Branch | Token, reader: Reader) -> Any:
    if not isinstance(part, str):
        return build(part, reader)
    assert slot.read is not None, "only a slot that can read words takes them"
    return slot.read(reader, part)


# ---------------------------------------------------------------- productions with a reading of their own


def _card(tree: Branch, reader: Reader) -> expressions.CardName:
    """Return a card; a ten may be written with a T."""
    (token,) = tokens(tree)
    rank, suit = str(token)[:-1], str(token)[-1]
    return expressions.CardName("10" if rank == "T" else rank, suit, span=reader.span(tree))


def _quantified_did(tree: Branch, reader: Reader) -> expressions.Quantified:
    """Return a quantifier whose condition has no subject: it is about all of the words, the noun among them."""
    found = fields(expressions.Quantified, tree.children, reader)
    span = reader.span(tree)
    return expressions.Quantified(**found | {"condition": replace(found["condition"], span=span)}, span=span)


def _timing(tree: Branch, reader: Reader) -> bodies.Timing:
    word, what = tokens(tree)
    moment = bodies.Moment(" ".join(word.removesuffix("the").split()))
    if word.type.endswith("EACH"):
        reader.noun(what, ("trick", "card"))
    return bodies.Timing(moment, str(what), span=reader.span(tree))


def _by(tree: Branch, reader: Reader) -> bodies.By:
    """Return who decides, and in which turn."""
    is_at_once = kind(tree) == "by_each_at_once"
    for about in branches(tree) if is_at_once else ():
        word = {"stopping": "stopping when", "start": "from"}.get(kind(about), kind(about))
        message = f"`at once` asks everybody together, and `{word}` is about turns."
        reader.report("E448", reader.span(about), message, f"leave out `at once`, or `{word} …`")
    noun = next(tokens(tree), None)
    found = fields(bodies.By, branches(tree), reader)
    if noun is not None:
        found["turns"] = bodies.Turns.AT_ONCE if is_at_once else bodies.Turns.EACH
        found["who"] = expressions.Name(reader.noun(noun, NOUNS), span=reader.span(noun))
    else:
        found["turns"] = bodies.Turns.ONE
    return bodies.By(**found, span=reader.span(tree))


def _bid_text(tree: Branch, reader: Reader) -> examples.BidNode:
    """Return a bid as its label writes it; a label that is a name alone is a name."""
    first, *more = tokens(tree)
    text = reader.text(first) if first.type == "STRING" else " ".join((first, *more))
    span = reader.span(tree)
    return expressions.Name(text, span=span) if _NAME.fullmatch(text) else examples.BidText(text, span=span)


_NAME = re.compile(r"[a-z][a-z0-9_]*((?<=[0-9])[A-Z])?|[A-Z][a-z][A-Za-z0-9_]*")


def _held(tree: Branch, reader: Reader) -> examples.ExpectHeld:
    cards = [part for part in branches(tree) if kind(part) != "zone"]
    found = fields(examples.ExpectHeld, [part for part in tree.children if part not in cards], reader)
    number = word_of(tree, "NUMBER")
    found["held"] = reader.whole(number) if number is not None else tuple(build(card, reader) for card in cards)
    return examples.ExpectHeld(**found, span=reader.span(tree))


def _moving(tree: Branch, reader: Reader) -> bodies.Action:
    (verb,) = tokens(tree)
    (move,) = branches(tree)
    if (action := moved(str(verb), build(move, reader))) is None:
        reader.report("E118", reader.span(tree), f"This is not what `{verb}` says.", f"write {Content[verb.type]}")
    return action or bodies.Nothing(span=reader.span(tree))


def moved(verb: str, move: bodies.Give) -> bodies.Give | bodies.Show | bodies.Award | None:
    """Return what a verb does with what was said of cards and where they go; None if it does not say such a thing."""
    if verb not in ("show", "award"):
        return move
    if move.how_many or move.each or move.start or move.face or move.seen_by:
        return None
    if verb == "show":
        return bodies.Show(move.source, None if _is(move.target, "everyone") else move.target, span=move.span)
    return bodies.Award(None if _is(move.source, "rest") else move.source, move.target, span=move.span)


def _is(node: expressions.Expr, word: str) -> bool:
    return isinstance(node, expressions.Name) and node.name == word


_OWN: dict[str, Callable[[Branch, Reader], Any]] = {
    "card": _card,
    "quantified_did": _quantified_did,
    "timing": _timing,
    "by_one": _by,
    "by_each": _by,
    "by_each_at_once": _by,
    "bid_text": _bid_text,
    "expect_held": _held,
    "moving": _moving,
}
"""By production: how it is read, where its parts alone do not say that."""
