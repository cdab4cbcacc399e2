"""Rules as people see them: name, sentence, place, and what they read, for explanations."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from spadesdsl.engine.spec import Read, Told
from spadesdsl.frozen import replace
from spadesdsl.rules.operations import Topic, topic_of
from spadesdsl.rules.parts import Fix, RuleInfo
from spadesdsl.rules.terms import AMOUNTS, Answer, BidParameter, Const, Kind, LetRef, Op, Ran, TallyRef, Term, ZoneRef
from spadesdsl.rules.walking import all_steps, conjuncts, joined, parts_of, variables, walk_behind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from spadesdsl.binding.compiler import Compiler

MOST_READS = 8
"""More than this makes an explanation useless."""

_UNTOLD = frozenset(
    {"and", "or", "not", "if", "else", "is", "is_not", "same", "=", "!=", "<", "<=", ">", ">=", "member", "not_member",
     "in_suit", "not_in_suit", "in_suits", "not_in_suits", "includes", "beats", "list", "is_empty", "is_whole",
     "leading", "following", "+", "-", "*", "/", "negative", "hand", "deck", "trick", "players", "seats", "sides"}
)  # fmt: skip
"""Ops that are not explained themselves: their parts are, or they say only what can be seen anyway."""

_KINDS = frozenset({Kind.SEAT, Kind.SIDE, Kind.SUIT, Kind.RANK, Kind.CARD, Kind.BID, Kind.TRUTH, Kind.WORD}) | AMOUNTS


def explainer(compiler: Compiler) -> Callable[[RuleInfo], Told]:
    """Return a function that says what a rule reads: a `must`, a bid with its condition, a line of the sheet."""

    @cache
    def told(rule: RuleInfo) -> Told:
        game = compiler.game
        for must in game.play.musts:
            if must.rule == rule:
                return _told(compiler, rule, must.when, must.body)
        for bid in game.bids:
            if bid.rule == rule:
                names = frozenset(f"param:{parameter.name}" for parameter in bid.parameters)
                return _told(compiler, rule, split_by_parameters(bid.when, names)[0])
        for line in game.scoring.lines:
            if line.rule == rule:
                cases = [term for case in line.cases for term in (case.condition, case.value) if term is not None]
                return _told(compiler, rule, line.when, *cases)
        return Told()

    return told


def _told(compiler: Compiler, rule: RuleInfo, when: Term | None, *bodies: Term) -> Told:
    """Work out what a condition and a body read."""
    compiler.begin(rule.key)
    reads: dict[str, Read] = {}
    for term in (*(() if when is None else (when,)), *bodies):
        for part in _parts_told(term):
            text = compiler.text(part.span)
            if text and text not in reads and len(text) <= 40 and len(reads) < MOST_READS:
                kind = "cards" if part.type.many else part.type.kind.value
                reads[text] = Read(text, compiler.value(part), kind)
    # Leading or following is decided by the moment itself.
    told = (one for one in conjuncts(when) if not (isinstance(one, Op) and one.op in ("leading", "following")))
    conditions = tuple((compiler.text(part.span), compiler.value(part)) for part in told)
    return Told(tuple(reads.values()), conditions)


def _parts_told(term: Term) -> Iterator[Term]:
    """Yield the parts of a rule whose values explain it; none depends on the current card or bid."""
    bound = {name for name in variables(term) if name not in ("player", "side")}
    is_told = isinstance(term, LetRef | Answer | TallyRef | Ran | BidParameter) or (
        isinstance(term, Op) and term.op not in _UNTOLD
    )
    is_card_set = term.type.many and term.type.kind is Kind.CARD
    if is_told and not bound and ((term.type.kind in _KINDS and not term.type.many) or is_card_set):
        yield term
        return
    for part in parts_of(term):
        yield from _parts_told(part)


def split_by_parameters(term: Term | None, names: frozenset[str]) -> tuple[Term | None, Term | None]:
    """Split a condition into a part without these variables and a part with them, each tested on its own."""
    return split(term, lambda part: bool(variables(part) & names))


def split(term: Term | None, is_second: Callable[[Term], bool]) -> tuple[Term | None, Term | None]:
    """Split a condition of several parts into two that must both hold."""
    parts: tuple[list[Term], list[Term]] = ([], [])
    for part in conjuncts(term):
        parts[is_second(part)].append(part)
    return joined(parts[0]), joined(parts[1])


def known_to_all(term: Term, is_hidden: Callable[[Term], bool]) -> Term | None:
    """Return the part of a condition that everybody can judge: it holds whenever the condition may; None: always."""
    if not is_hidden(term):
        return term
    match term:
        case Op(op="and", arguments=parts):
            return joined([known for part in parts if (known := known_to_all(part, is_hidden)) is not None])
        case Op(op="or", arguments=parts):
            found = [known for part in parts if (known := known_to_all(part, is_hidden)) is not None]
            return replace(term, arguments=tuple(found)) if len(found) == len(parts) else None
        case Op(op="if", arguments=(condition, *cases)) if not is_hidden(condition):
            known_cases = (known_to_all(case, is_hidden) or Const(value=True, type=term.type) for case in cases)
            return replace(term, arguments=(condition, *known_cases))
        case _:
            return None


_PUBLIC = ("count", "is_empty")
"""Everybody sees how many cards a seat holds; only the seat sees which."""


def reads_own_cards(compiler: Compiler, term: Term) -> bool:
    """Tell whether a condition reads cards that only its seat sees, so that its answer would give them away."""

    def behind(one: Term, _: bool) -> Iterator[tuple[Term, bool]]:
        if isinstance(one, LetRef):
            yield compiler.lets[one.let].body, True
        elif isinstance(one, Answer):
            yield from ((fixed, True) for fixed in _fixed(compiler, one))

    def is_public(one: Term) -> bool:
        return isinstance(one, Op) and one.op in _PUBLIC and _is_own(compiler, one.arguments[0])

    return any(_is_own(compiler, one) for one, _, _ in walk_behind((term,), behind, skips=is_public))


def _fixed(compiler: Compiler, answer: Answer) -> Iterator[Term]:
    """Yield what was fixed with an answer under this name."""
    for step in all_steps(compiler.game):
        if step.rule.name == answer.decision:
            yield from (one.value for one in step.actions if isinstance(one, Fix) and one.name == answer.name)


def _is_own(compiler: Compiler, term: Term) -> bool:
    """Tell whether a term is a hand, or a zone that only its owner sees."""
    if isinstance(term, ZoneRef):
        return compiler.zones[term.zone].seen_by_owner
    return isinstance(term, Op) and topic_of(term.op) is Topic.HAND
