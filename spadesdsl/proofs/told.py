"""Where a rule lacks what its own sentence says, or asks the opposite of the rule that it replaces."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from spadesdsl.algebra.forms import Former, negated
from spadesdsl.diagnostics import warning
from spadesdsl.proofs.claims import AT_ONCE, Proof, Standing, found_at
from spadesdsl.rules.parts import Line, Must
from spadesdsl.rules.terms import LetRef, Op, Term
from spadesdsl.rules.walking import terms_of, walk
from spadesdsl.syntax import nodes
from spadesdsl.syntax.printer import flat
from spadesdsl.syntax.writing import show

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spadesdsl.proofs.context import ProofContext
    from spadesdsl.rules.game import Rules

_TEXT: Final = re.compile(r'"(?:\\.|[^"\\\n])*"|#[^\n]*')
_DENIED: Final = re.compile(r"\b(?:(?<!need )not|no|never|nobody|none|(?<!if you )cannot|only one)\b", re.IGNORECASE)
_COSTS: Final = re.compile(r"\b(?:costs?|minus|points? off|is fined)\b", re.IGNORECASE)
_INSTEAD: Final = re.compile(r"\binstead of\b", re.IGNORECASE)
_OTHERS: Final = re.compile(r"\b(?:opponents?|others?|they|them|their|against|nobody|else|you|not)\b", re.IGNORECASE)


def prove_told(context: ProofContext) -> Iterator[Proof]:
    """Look for own rules without what their sentences say, and for those that ask the opposite of what they replace."""
    game = context.variant.game
    for one in filter(lambda one: context.is_own(one.rule), _judging(game)):
        source = context.sources.get(one.rule.file)
        if source is not None:
            code = _TEXT.sub(" ", source.text[one.rule.span.start : one.rule.span.end])
            for said, hint in _unsaid(game, one, code):
                message = f"The sentence says “{said}”, and nothing in `{one.rule.keyword} {one.rule.name}` does."
                yield found_at(one.rule, "W824", message, hint)
    yield from _turned_round(context, game)


def _unsaid(game: Rules, one: Must | Line, code: str) -> Iterator[tuple[str, str]]:
    """Find words of a sentence for which a rule should have something, and has not."""
    told = one.rule.sentence
    names_quantity = any(isinstance(it, LetRef) for part in terms_of(one) for it in walk(part))
    denied, instead, costs = (pattern.search(told) for pattern in (_DENIED, _INSTEAD, _COSTS))
    if isinstance(one, Must):
        body = one.rule.node.body if one.rule.node is not None else None
        if denied and isinstance(body, nodes.Amount) and not names_quantity and not _DENYING.search(code):
            yield denied[0], f"write `not ({flat(show(body.value))})` if that is what may not be"
        return
    if instead is not None and not one.instead_of and not re.search(r"\breplace\b|\w - ", code):
        yield instead[0], f"write `score {one.name} instead of …`, with the name of the line that it counts for"
    if costs is not None and not names_quantity and not re.search(r"-|\bif\b|\bcase\b", code) and not game.best_lowest:
        yield costs[0], "write `-` before what it gives, if that is taken away"
    if re.search(r"\bin opponents\b", code) and told and not _OTHERS.search(told):
        yield told, "write `members` for `opponents` if it is about the side that is scored"


_DENYING: Final = re.compile(r"\b(?:not|no|never|none|highest|lowest|first|beats)\b|[<>]|!=|= \d")
"""What in a rule may say that something may not be; a number is held against the sentence by itself."""


def _judging(game: Rules) -> tuple[Must | Line, ...]:
    """Return the rules that say what may be done, and what it scores."""
    return (*game.play.musts, *game.scoring.lines)


def _turned_round(context: ProofContext, game: Rules) -> Iterator[Proof]:
    """Find a rule that asks the opposite of what the rule asks that it replaces."""
    own = [one for one in _judging(game) if context.is_own(one.rule)]
    parent = context.loaded.parent() if own else None
    for one in own if parent is not None else ():
        assert parent is not None
        old = next((it for it in _judging(parent.game) if it.rule.key == one.rule.key), None)
        former, before = Former(game), Former(parent.game)
        asked = {} if old is None else {before.condition(part): part.span for part in _asked(old)}
        for part in _asked(one):
            form = former.condition(part)
            was = asked.get(negated(form)) if form not in asked else None
            source = None if was is None else context.loaded.sources.get(was.file)
            if was is not None and source is not None:
                name, told = f"{one.rule.keyword} {one.rule.name}", f"`{source.text[was.start : was.end]}`"
                message = f"This asks the opposite of what `{name}` asks in `{parent.game.name}`: that has {told}."
                finding = warning("W825", part.span, message, f"write {told}, if that is not what you change")
                yield Proof(one.rule.key, message, Standing.FOUND, 1, AT_ONCE, finding)
                break


def _asked(rule: Must | Line) -> Iterator[Term]:
    """Yield the conditions of a rule, each part by itself."""
    cases = [one.condition for one in rule.cases] if isinstance(rule, Line) else []
    yield from (one for one in (rule.when, *cases) if one is not None)
    for one in (inner for term in terms_of(rule) for inner in walk(term)):
        match one:
            case Op(op="if", arguments=(test, *_)):
                yield test
            case Op(op="and" | "or", arguments=parts):
                yield from parts
            case _:
                pass
