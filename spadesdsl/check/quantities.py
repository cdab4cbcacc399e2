"""Quantities and quantifiers: everything that runs over a set, and the neighbours of a seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadesdsl.check.comparisons import part_of
from spadesdsl.check.findings import mistake
from spadesdsl.check.names import members_if_side, name
from spadesdsl.check.tables import word_of
from spadesdsl.check.types import THE_SIDE, Scope, element_of, say, want, want_cards, want_set, want_truth
from spadesdsl.diagnostics import Guess, nearest
from spadesdsl.rules.operations import CALLS, CARD, CARDS, NOUNS, NUMBER, PROPERTIES, RANK, SEAT, TRICKS
from spadesdsl.rules.terms import Const, Extreme, Filter, Fold, Holds, Kind, Op, Run, Term
from spadesdsl.syntax import expressions

if TYPE_CHECKING:
    from spadesdsl.check.checker import Checker

WORDS = (
    "left", "right", "across", "partner", "holder", "count", "sum", "most", "least", "highest", "lowest", "first",
    "last", "final_run", "longest_run", "random", "sequence",
)  # fmt: skip
"""The words of `word of …`; a rank is allowed there too."""
_NOUN_KINDS = {
    Kind.SEAT: "player", Kind.SIDE: "side", Kind.CARD: "card", Kind.TRICK: "trick", Kind.SUIT: "suit",
    Kind.CALL: "call"}  # fmt: skip


_SYNONYMS = {
    "number": "count", "amount": "count", "total": "sum", "maximum": "most", "max": "most", "minimum": "least",
    "min": "least", "best": "highest", "biggest": "highest", "worst": "lowest", "smallest": "lowest",
}  # fmt: skip
"""What players write for words of the language."""


_FOLDS = "`most of` and `least of` compare amounts, `highest of` and `lowest of` cards; `sum of` adds amounts up"


def of_phrase(checker: Checker, scope: Scope, node: expressions.OfPhrase) -> Term:
    """Settle `word … of x`."""
    _check_clauses(node)
    match node.word:
        case "left" | "right" | "across" | "partner":
            return Op(node.word, (checker.seat(scope, node.of),), SEAT)
        case "holder":
            return Op("holder", (want(checker.typed(scope, node.of), Kind.CARD, "A card"),), SEAT)
        case "count":
            return Op("count", (_set(checker, scope, node),), NUMBER)
        case "random":
            return Op("random", (_seats(checker, scope, node),), SEAT)
        case "sum" | "most" | "least":
            return _fold(checker, scope, node)
        case "highest" | "lowest":
            return _extreme(checker, scope, node)
        case "first" | "last":
            return _ends(checker, scope, node)
        case "sequence":
            return _sequence(checker, scope, node)
        case "final_run" | "longest_run":
            return _run(checker, scope, node)
        case rank if rank in checker.symbols.table.ranks:
            suit = want(checker.typed(scope, node.of), Kind.SUIT, "A suit")
            return Op("top_of_suit", (Const(checker.symbols.table.ranks.index(rank), RANK), suit), CARD)
        case _:
            owner = word_of(node.of) or "x"
            meant = _SYNONYMS.get(node.word) or nearest(node.word, WORDS)
            hint: str | Guess
            if owner in checker.symbols.table.suits:
                hint = "a card is written by its letters, as in `QS` or `10H`"
            elif node.word in (*checker.symbols.table.suits, "trumps"):
                hint = f"write `{owner} in {node.word}`"
            elif any(name == node.word for _, name in PROPERTIES):
                hint = f"what a thing has is written `{owner}.{node.word}`"
            else:
                hint = (
                    "before `of` comes `left`, `partner`, `holder`, `count`, `sum`, `highest`, `first` or such a word"
                )
            hint = Guess(node.word, meant, _FOLDS) if meant else hint
            raise mistake("E241", node.span, f"`{node.word} of …` means nothing.", hint)


def _check_clauses(node: expressions.OfPhrase) -> None:
    allowed = {
        "number": ("first", "last"),
        "over": ("sum", "most", "least"),
        "comparing": ("highest", "lowest"),
        "in": ("count", "first", "last", "highest", "lowest", "random", "sequence"),
    }
    given = {"number": node.how_many, "over": node.over, "comparing": node.keys or None, "in": node.within}
    for clause, value in given.items():
        if value is not None and node.word not in allowed[clause]:
            what = "number" if clause == "number" else f"`{clause}`"
            meant = nearest(node.word.lower(), allowed[clause])
            hint = Guess(node.word, meant, "leave it out") if meant else "leave it out"
            inner = node.of
            while isinstance(inner, expressions.OfPhrase):  # `in` is meant for the last that takes it
                if clause == "in" and inner.word in allowed[clause]:
                    hint = f"put brackets round `{inner.word} of … in …`"
                inner = inner.of
            raise mistake("E241", node.span, f"`{node.word} of …` takes no {what}.", hint)


def _set(checker: Checker, scope: Scope, node: expressions.OfPhrase) -> Term:
    of = members_if_side(checker.typed(scope, node.of))
    if node.within is not None:
        return part_of(scope, want_set(of), checker.typed(scope, node.within))
    return want_set(of)


def _seats(checker: Checker, scope: Scope, node: expressions.OfPhrase) -> Term:
    of = _set(checker, scope, node)
    if of.type.kind is not Kind.SEAT:
        message = f"Only a seat can be drawn at random, and this is {say(of.type)}."
        raise mistake("E304", of.span, message, "write `random of players`")
    return of


def _fold(checker: Checker, scope: Scope, node: expressions.OfPhrase) -> Term:
    if node.over is None:
        hint = f"write `{node.word} of … over players`, or `over members` for those of a side"
        raise mistake("E242", node.span, f"`{node.word} of …` does not say over what.", hint)
    of = want_set(members_if_side(checker.typed(scope, node.over)))
    inner, one = scope.element(element_of(of.type), None)
    body = checker.amount(inner, node.of)
    return Fold(node.word, of, one.name, body, body.type)


def _extreme(checker: Checker, scope: Scope, node: expressions.OfPhrase) -> Term:
    of = want_cards(_set(checker, scope, node))
    variable = node.of.variable if isinstance(node.of, expressions.Where) else None
    inner, one = scope.element(CARD, None)
    if variable is not None:
        inner = inner.binding(**{variable: one})
    keys = tuple(checker.typed(inner, key) for key in node.keys)
    for key in keys:
        if key.type.many or not (key.type.is_amount or key.type.kind in (Kind.RANK, Kind.TRUTH)):
            message = f"Cards are compared by amounts, ranks or conditions, and this is {say(key.type)}."
            raise mistake("E313", key.span, message, "write `suit.rank`" if key.type.kind is Kind.SUIT else "")
    return Extreme(node.word == "highest", of, one.name, keys)


def _ends(checker: Checker, scope: Scope, node: expressions.OfPhrase) -> Term:
    of = _set(checker, scope, node)
    if node.how_many is None:
        return Op(node.word, (of,), element_of(of.type))
    return Op(f"{node.word}_n", (checker.amount(scope, node.how_many), of), of.type)


def _run(checker: Checker, scope: Scope, node: expressions.OfPhrase) -> Term:
    how = node.word.removesuffix("_run")
    is_side = scope.subjects[:1] == (THE_SIDE,)
    if not isinstance(node.of, expressions.Where):
        message = f"`{node.word} of …` does not say which tricks or calls count."
        winner = "winner in members" if is_side else "winner is player"
        raise mistake("E242", node.span, message, f"write `{node.word} of (tricks where {winner})`")
    of = checker.typed(scope, node.of.of)
    if of.type not in (TRICKS, CALLS):
        hint = "write `(tricks where …)` or `(calls where …)`"
        raise mistake("E304", of.span, f"A run is of tricks or calls, and this is {say(of.type)}.", hint)
    inner, one = scope.element(element_of(of.type), node.of.variable)
    return Run(how, of, one.name, want_truth(checker.typed(inner, node.of.condition)))


def _sequence(checker: Checker, scope: Scope, node: expressions.OfPhrase) -> Term:
    write = "such as `sequence of card in hand`: a card, and the cards to look at"
    if node.within is None:
        raise mistake("E242", node.span, "`sequence of …` does not say in which cards it is.", write)
    card, cards = checker.typed(scope, node.of), checker.typed(scope, node.within)
    for one, kind in ((card, CARD), (cards, CARDS)):
        if one.type != kind:
            raise mistake("E304", one.span, f"{say(kind).capitalize()} belongs here, not {say(one.type)}.", write)
    return Op("sequence", (card, cards), CARDS, span=node.span)


def where(checker: Checker, scope: Scope, node: expressions.Where) -> Term:
    """Settle the part of a set that satisfies a condition."""
    of = want_set(members_if_side(checker.typed(scope, node.of)))
    _check_variable(checker, scope, node.variable, node)
    inner, one = scope.element(element_of(of.type), node.variable)
    return Filter(of, one.name, want_truth(checker.typed(inner, node.condition)), of.type)


def _check_variable(
    checker: Checker, scope: Scope, variable: str | None, node: expressions.Where | expressions.Quantified
) -> None:
    if variable is None:
        return
    taken = variable in scope.names or variable in checker.symbols.value_names
    if taken:
        raise mistake("E243", node.span, f"`{variable}` means something else already.", "take another letter")


def quantified(checker: Checker, scope: Scope, node: expressions.Quantified) -> Term:
    """Settle `some x has c`, `every …`, `no …`."""
    default, kind = NOUNS[node.noun]
    if node.within is None:
        of = name(checker, scope, expressions.Name(default, span=node.span))
    else:
        of = want_set(members_if_side(checker.typed(scope, node.within)))
        if of.type.kind is not kind.kind:
            noun = _NOUN_KINDS.get(of.type.kind, "")
            message = f"This runs over {say(of.type)}, and `{node.noun}` is {say(kind)}."
            raise mistake("E314", node.span, message, f"write `{node.quantifier.value} {noun} …`" if noun else "")
    _check_variable(checker, scope, node.variable, node)
    inner, one = scope.element(kind, node.variable)
    if isinstance(node.condition, expressions.Did) and node.condition.subject is None:
        condition = checker.did(inner, node.condition, one)
    else:
        condition = want_truth(checker.typed(inner, node.condition))
    return Holds(node.quantifier.value, of, one.name, condition)
