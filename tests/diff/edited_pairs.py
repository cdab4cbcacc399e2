"""Pairs of games by edits anywhere in the shipped files, and what is seen of two games that are played side by side.

An edit changes the tree of a file: a number, an operator, a word, a condition; it takes out a piece or a sentence,
turns two around, or moves one into a block for some deals. Nothing here asks `diff` anything: the comparison is of what
players see, move by move, from deals that begin anywhere.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass, replace
from enum import Enum
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from spadesdsl.diff import Effect, matching
from spadesdsl.diff.changes import changes_between
from spadesdsl.diff.difference import claimed
from spadesdsl.diff.effects import are_the_same
from spadesdsl.diff.lockstep import Chooser, walk
from spadesdsl.engine import choices
from spadesdsl.engine.seats import holders
from spadesdsl.loader import load_text
from spadesdsl.proofs.situations import dealt, drawn
from spadesdsl.resources import variant_names, variant_text
from spadesdsl.source import Source
from spadesdsl.syntax import examples, expressions, nodes
from spadesdsl.syntax.node import Node
from spadesdsl.syntax.parser import parse
from spadesdsl.syntax.printer import print_document

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from spadesdsl.engine.game import Game, State
    from spadesdsl.loader import Loaded

Path = tuple[Any, ...]

# ---------------------------------------------------------------- edits

_SWAPS: Final = [
    ("<", "<=", ">", ">=", "=", "!="),
    ("is", "is not"),
    ("in", "not in"),
    ("and", "or"),
    ("+", "-", "*"),
]
_LEFT_ALONE: Final = (examples.Example, nodes.About)
_WORDS: Final = frozenset({"span", "sentence", "label", "title", "text", "remarks", "kind"})


@dataclass(frozen=True)
class Edited:
    """A file and what an edit made of it."""

    name: str
    how: str
    before: Loaded
    after: Loaded


def documents() -> list[tuple[str, nodes.Document]]:
    """Read all shipped files that are games."""
    found = []
    for name in sorted(variant_names()):
        text = variant_text(name)
        assert text is not None
        document, _ = parse(Source(*text))
        assert document is not None
        if "pack " not in text[1][:400].split("{")[0]:
            rules = tuple(item for item in document.items if not isinstance(item, examples.Example))
            found.append((name, replace(document, items=rules)))
    return found


def edited(random: Random, found: list[tuple[str, nodes.Document]]) -> Edited | None:
    """Return a shipped file and an edit of it; None if the edit is not a game."""
    name, document = random.choice(found)
    settings = _settings(document, random)
    if random.random() < 0.2:
        document = _on_some_deals(document, random)
    how, changed = "", document
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        path, node = random.choice([(path, node) for path, node in _parts(changed, ()) if path])
        ways = list(_edits(node, random))
        if ways:
            told, new = random.choice(ways)
            changed = _put(changed, path, new)
            how += f"{told} at {path}; "
    if random.random() < 0.1:
        how, changed = f"{how}on some deals", _on_some_deals(changed, random)
    try:
        text, other = print_document(document), print_document(changed)
    except (AssertionError, AttributeError, TypeError, ValueError):
        return None  # no text has such a tree
    if not how or other == text:
        return None
    before, after = (load_text(one.encode(), settings, has_fixes=False) for one in (text, other))
    return None if before.game is None or after.game is None else Edited(name, how, before, after)


def _on_some_deals(document: nodes.Document, random: Random) -> nodes.Document:
    """Return a document in which one of its rules is another on some deals."""
    sections = [item for item in document.items if isinstance(item, nodes.Section)]
    rules = [(one, rule) for one in sections for rule in one.items if isinstance(rule, nodes.Rule)]
    if not rules:
        return document
    section, rule = random.choice(rules)
    path, node = random.choice(list(_parts(rule, ())))
    ways = list(_edits(node, random))
    other = _put(rule, path, random.choice(ways)[1]) if ways else rule
    if not isinstance(other, nodes.Rule):
        return document
    changed = replace(section, items=(replace(other, change=nodes.Change.REPLACE),), place=None)
    when = (random.choice((1, 2, 3, 30, 61, 150)),), random.choice((None, None, 2, 4, 70))
    on_deal = nodes.OnDeal(when[0] if not when[1] or when[0][0] <= when[1] else (1,), when[1], (changed,))
    return replace(document, items=(*document.items, on_deal))


def _settings(document: nodes.Document, random: Random) -> dict[str, str]:
    """Return a setting of one of the options that the file itself declares."""
    options = [one for _, one in _parts(document, ()) if isinstance(one, nodes.Option)]
    for option in random.sample(options, min(1, len(options))):
        listed = getattr(getattr(option.body, "choices", None), "items", ())
        words = [one.name for one in listed if isinstance(one, expressions.Name)]
        if words and option.name is not None and random.random() < 0.5:
            return {option.name: random.choice(words)}
    return {}


def _parts(node: object, path: Path) -> Iterator[tuple[Path, object]]:
    if isinstance(node, _LEFT_ALONE):
        return
    if isinstance(node, tuple):
        yield path, node
        for at, one in enumerate(node):
            yield from _parts(one, (*path, at))
    elif isinstance(node, Node) and is_dataclass(node):
        yield path, node
        for field in fields(node):
            if field.name not in _WORDS:
                yield from _parts(getattr(node, field.name), (*path, field.name))


def _put(node: Any, path: Path, new: object) -> Any:
    if not path:
        return new
    if isinstance(node, tuple):
        at = path[0]
        return (*node[:at], _put(node[at], path[1:], new), *node[at + 1 :])
    return replace(node, **{path[0]: _put(getattr(node, path[0]), path[1:], new)})


def _edits(node: Any, random: Random) -> Iterator[tuple[str, object]]:
    """Yield what can become of a part."""
    match node:
        case expressions.Number():
            for by in (1, -1, 10, 2 - node.value):
                yield "number", replace(node, value=node.value + by) if node.value + by >= 0 else node
        case expressions.Binary(operator=operator):
            for group in _SWAPS:
                for word in group if operator.value in group else ():
                    yield f"{operator.value} is {word}", replace(node, operator=expressions.Operator(word))
            yield "turned", replace(node, left=node.right, right=node.left)
            yield "left alone", node.left
            yield from _in_other_words(node)
        case expressions.Not(operand=inner):
            yield "not gone", inner
        case expressions.If():
            yield "if turned", replace(node, then=node.otherwise, otherwise=node.then)
            turned = replace(node, condition=expressions.Not(node.condition), then=node.otherwise, otherwise=node.then)
            yield "if in other words", turned
        case tuple() if node and all(isinstance(one, Node) for one in node):
            at = random.randrange(len(node))
            yield "gone", (*node[:at], *node[at + 1 :])
            if len(node) > 1:
                at = random.randrange(len(node) - 1)
                yield "order", (*node[:at], node[at + 1], node[at], *node[at + 2 :])
        case _:
            pass
    if isinstance(node, Node) and is_dataclass(node):
        for field in fields(node):
            value = getattr(node, field.name)
            if isinstance(value, Enum) and field.name != "change":
                yield field.name, replace(node, **{field.name: random.choice(list(type(value)))})
            elif value is not None and "None" in str(field.type) and field.name not in _WORDS:
                yield f"no {field.name}", replace(node, **{field.name: None})
                if field.name == "when":
                    yield "not when", replace(node, when=expressions.Not(value))
                    yield "when twice", replace(node, when=expressions.Binary(expressions.Operator.AND, value, value))


def _in_other_words(node: expressions.Binary) -> Iterator[tuple[str, object]]:
    one = expressions.Number(Fraction(1))
    match node.operator.value:
        case ">=":
            yield (
                "other words",
                replace(
                    node,
                    operator=expressions.Operator.MORE,
                    right=expressions.Binary(expressions.Operator.SUBTRACT, node.right, one),
                ),
            )
            yield "other words", expressions.Not(replace(node, operator=expressions.Operator.LESS))
        case ">":
            yield (
                "other words",
                replace(
                    node,
                    operator=expressions.Operator.AT_LEAST,
                    right=expressions.Binary(expressions.Operator.ADD, node.right, one),
                ),
            )
        case "and" | "or":
            other = expressions.Operator.OR if node.operator is expressions.Operator.AND else expressions.Operator.AND
            yield (
                "other words",
                expressions.Not(expressions.Binary(other, expressions.Not(node.left), expressions.Not(node.right))),
            )
        case "+":
            yield "turned", replace(node, left=node.right, right=node.left)
        case _:
            pass


# ---------------------------------------------------------------- deals that begin anywhere, played in both


def planted(random: Random, one: Game, other: Game) -> tuple[State, State]:
    """Return a deal in both games with the same number, dealer, scores, tallies and cards."""
    case = dealt(drawn((one, other), random), one, random)
    return case.begun(one), case.begun(other)


OF_MOVES: Final = 0.3
"""After how many of the moves all that can be seen is compared; who may do what is compared after each."""


def first_unlike(random: Random, one: State, other: State, most: int = 200) -> str:
    """Play a deal in both games with the same choices; return the first thing that players see differently."""
    for _ in range(most):
        unlike = _unlike(turns(one), turns(other))
        if not unlike and (random.random() < OF_MOVES or not choices.due(one)):
            watching = random.choice((None, *range(len(one.spec.seats))))
            unlike = _unlike(seen(one, watching), seen(other, watching))
        if unlike:
            return unlike
        entries = choices.due(one)
        if not entries:
            return ""
        at = random.randrange(len(entries))
        option = random.randrange(len(entries[at].options))
        if random.random() < 0.5:
            option = next((n for n, o in enumerate(entries[at].options) if o.kind == "look"), option)
        twin = choices.due(other)[at]
        text = entries[at].options[option].text
        their = next(o for o in twin.options if o.text == text)
        deal = one.deal, one.deals_dealt
        one, other = one.take(entries[at], entries[at].options[option]), other.take(twin, their)
        if (one.deal, one.deals_dealt) != deal:
            return _unlike(seen(one, None), seen(other, None))
    return ""


_OF_RULES: Final = frozenset({"rule", "ended_by", "because", "choice", "choices", "clock", "reason", "name"})


def seen(s: State, seat: int | None) -> dict[str, Any]:
    """Return all that can be seen of a situation, but for the names of rules; the view is that of a seat."""
    return {
        **turns(s),
        "hands": s.hidden_hands,
        "view": _without_names(s.view(seat).to_json()),
        "events": [_without_names(event.to_json()) for event in s.events],
        "clocks": [(clock.seat, clock.seconds, clock.hour, clock.then) for clock in s.clocks],
    }


def turns(s: State) -> dict[str, Any]:
    """Return who may do what, and how the game is going."""
    return {
        "turns": [
            [
                (entry.seat, entry.holder, entry.side, sorted(option.text for option in entry.options))
                for entry in entries
            ]
            for entries in (choices.due(s), choices.volunteered(s))
        ],
        "end": (s.over, s.winners, s.scores, s.tallies, s.dealer, s.deal),
    }


def _without_names(value: object) -> object:
    if isinstance(value, dict):
        rest = {key: _without_names(one) for key, one in value.items() if key not in _OF_RULES}
        if "lines" in rest:
            rest["lines"] = sorted(repr(line) for line in rest["lines"] if line.get("points"))
        return rest
    return [_without_names(one) for one in value] if isinstance(value, list | tuple) else value


def _unlike(one: dict[str, Any], other: dict[str, Any]) -> str:
    return next((f"{key}: {one[key]} / {other[key]}" for key in one if one[key] != other[key]), "")


# ---------------------------------------------------------------- what diff says, held against what is played


def contradiction(edit: Edited, random: Random, deals_played: int) -> tuple[str, str]:
    """Return what `diff` says of a pair, and what contradicts it; "" for nothing.

    What it calls the same is played side by side. If it calls them different, a deal must differ only in effects that
    it calls possible.
    """
    variants, games = (edit.before.variant, edit.after.variant), (edit.before.game, edit.after.game)
    assert variants[0] is not None
    assert variants[1] is not None
    assert games[0] is not None
    assert games[1] is not None
    pair = games[0], games[1]
    sides = variants[0], variants[1]
    how, possible = "their rules are the same", frozenset[Effect]()
    if not are_the_same(*sides):
        how, possible, _ = claimed(changes_between(*sides), sides, pair)
    said = how or "different"
    if not how and not matching.are_dealt_alike(*pair):
        return "at other tables", "" if Effect.DEAL in possible else "other cards"
    for _ in range(deals_played):
        if holders(pair[0].base) != holders(pair[1].base):
            break
        if not possible:
            unlike = first_unlike(random, *planted(random, *pair))
            if unlike:
                return said, unlike
            continue
        w = walk(*pair, dealt(drawn(pair, random), pair[0], random), Chooser(random.randrange(1 << 30)))
        missed = {one.effect for one in w.partings} - possible
        if missed:
            return said, f"{sorted(missed)} is not among {sorted(possible)}"
    return said, ""
