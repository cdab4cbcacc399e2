"""Expressions: from nodes as written to terms whose names and types are settled."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final, assert_never

from spadesdsl.check.comparisons import comparison, word_among
from spadesdsl.check.constants import value_of
from spadesdsl.check.findings import Mistake, mistake, suggest
from spadesdsl.check.names import asks_for, gone_of, gone_with, name, property_of
from spadesdsl.check.quantities import of_phrase, quantified, where
from spadesdsl.check.symbols import DECISIONS
from spadesdsl.check.tables import find_card, rank_named
from spadesdsl.check.types import Scope, clash, join, join_amounts, say, want, want_amount, want_truth
from spadesdsl.diagnostics import Guess, Note, guess
from spadesdsl.frozen import replace
from spadesdsl.rules.operations import CARD, NUMBER, TRUTH
from spadesdsl.rules.terms import Broke, Const, Did, Kind, Op, Term, Type
from spadesdsl.syntax import bodies, expressions, nodes
from spadesdsl.syntax.expressions import Operator
from spadesdsl.syntax.writing import show

if TYPE_CHECKING:
    from spadesdsl.check.checker import Checker

FUNCTIONS: Final = {"abs": 1, "max": 2, "min": 2, "rounded_down": 2}
"""All functions, each with how many amounts it takes."""


_OVER: Final = {"max": "most", "min": "least"}
"""By a function of two amounts, how the language says the same of many."""


def typed(checker: Checker, scope: Scope, node: expressions.Expr) -> Term:
    """Settle an expression; its span is that of its words."""
    return replace(_typed(checker, scope, node), span=node.span)


def _typed(checker: Checker, scope: Scope, node: expressions.Expr) -> Term:
    match node:
        case expressions.Name():
            return name(checker, scope, node)
        case expressions.Binary():
            return _binary(checker, scope, node)
        case expressions.Property():
            return property_of(checker, scope, node)
        case expressions.Number(value=value):
            return Const(value, NUMBER)
        case expressions.Truth(word=word):
            return Const(word == "yes", TRUTH)
        case expressions.CardName():
            return card(checker, node)
        case expressions.RankName(rank=rank, span=span):
            return rank_named(checker, rank, span)
        case expressions.Call():
            return _call(checker, scope, node)
        case expressions.OfPhrase():
            return of_phrase(checker, scope, node)
        case expressions.ListOf(items=items):
            return _list(checker, scope, items, node)
        case expressions.Where():
            return where(checker, scope, node)
        case expressions.Negative(operand=operand):
            return _negative(checker.amount(scope, operand))
        case expressions.Not(operand=operand):
            return Op("not", (checker.truth(scope, operand),), TRUTH)
        case expressions.Did():
            return did(checker, scope, node, None)
        case expressions.Broke():
            return _broke(checker, scope, node)
        case expressions.Quantified():
            return quantified(checker, scope, node)
        case expressions.If():
            return _if(checker, scope, node)
        case expressions.Fallback():
            return _fallback(checker, scope, node)
        case _:
            assert_never(node)


def card(checker: Checker, node: expressions.CardName) -> Term:
    """Settle a card by its name."""
    table = checker.symbols.table
    find_card(node.rank, node.suit, table.suits, table.ranks, node.span)
    if (index := table.face_index(node.rank + node.suit)) is None:
        raise _not_there(checker, node)
    return Const(index, CARD)


def _not_there(checker: Checker, node: expressions.CardName) -> Mistake:
    """Make the mistake of naming a removed card: reported where it was removed if another file names it."""
    card_name = f"{node.rank}{node.suit}"
    resolution = checker.symbols.resolution
    removed = resolution.one("deck", "remove")
    if removed is None or node.span.file in (removed.span.file, resolution.document.name_span.file):
        notes = [] if removed is None else [Note(removed.span, "it is taken out here")]
        hint = "name a card that is"
        if removed is not None and removed.document is not resolution.document:
            hint = f"`{removed.document.name}` takes it out: name another card"
        return mistake("E236", node.span, f"`{card_name}` is not in this deck.", hint, *notes)
    where = node.span.file.rsplit("/", maxsplit=1)[-1]
    message = f"With this `{card_name}` is not in the deck, and `{where}` names it."
    return mistake("E236", removed.span, message, "replace the rule that names it", Note(node.span, "it is named here"))


def did(checker: Checker, scope: Scope, node: expressions.Did, subject: Term | None) -> Term:
    """Settle `x did d`; `subject` is the element of the quantifier right before it."""
    if node.subject is not None:
        subject = checker.typed(scope, node.subject)
    assert subject is not None, "the grammar gives `did` a subject or a quantifier before it"
    if subject.type.many or subject.type.kind not in _deciders(checker, node.name):
        message = f"Seats and sides decide; this is {say(subject.type)}."
        raise mistake("E304", node.span, message, f"write `some member did {node.name}`" if subject.type.many else "")
    if node.name == "bid":
        return Did(subject, "bid")
    if (nested := checker.symbols.decisions.get(node.name)) is None:
        raise _no_decision(checker, scope, node)
    if not node.arguments:
        return Did(subject, node.name)
    return Did(subject, node.name, checker.arguments(scope, nested.rule, node.arguments, node.span))


def _deciders(checker: Checker, decision: str) -> tuple[Kind, ...]:
    """Return the kinds that can have made a decision; a word said with a card can be read from the card too."""
    nested = checker.symbols.decisions.get(decision)
    timing = None if nested is None else nested.resolved.sentence(nodes.Ask).timing
    if timing is not None and timing.moment is bodies.Moment.WITH_EACH:
        return (Kind.SEAT, Kind.SIDE, Kind.CARD)
    return (Kind.SEAT, Kind.SIDE)


def _no_decision(checker: Checker, scope: Scope, node: expressions.Did) -> Exception:
    symbols = checker.symbols
    if (gone := gone_of(checker, node.name, *DECISIONS)) is not None:
        return gone_with(checker, node.name, "the decision ", gone, node.span)
    if node.name in symbols.bids:
        hint = f"write `{asks_for(symbols, scope, node.name)}`"
        return mistake("E239", node.span, f"`{node.name}` is a bid, not a decision.", hint)
    if node.name in symbols.clocks:
        hint = f"it is a clock: write `{node.name} > 0`, or of a clock of the whole game `{node.name}` alone"
        return mistake("E239", node.span, f"`{node.name}` is not a decision.", hint)
    return mistake(
        "E239", node.span, f"There is no decision `{node.name}`.", suggest(node.name, symbols.decisions, "decisions")
    )


def fitting(checker: Checker, scope: Scope, node: expressions.Expr, kind: Type) -> Term:
    """Settle a value for a parameter."""
    if kind.kind is Kind.RANK and isinstance(node, expressions.Number):
        return rank_named(checker, str(node.value), node.span)
    if kind.kind is Kind.WORD and isinstance(node, expressions.Name) and node.name not in scope.names:
        return word_among(kind, node)
    if kind.is_amount:
        return checker.amount(scope, node)
    term = checker.typed(scope, node)
    if join(term.type, kind) is None:
        message = f"{say(kind).capitalize()} belongs here, but this is {say(term.type)}."
        raise mistake("E304", node.span, message, f"name {say(kind)}")
    return term


def _broke(checker: Checker, scope: Scope, node: expressions.Broke) -> Term:
    who = want(checker.typed(scope, node.subject), Kind.SEAT, "A seat")
    if node.name not in checker.symbols.trusts:
        message = f"No `trust` is called `{node.name}`."
        hint = guess(node.name, checker.symbols.trusts) or f"write `trust {node.name}: …` in `play`"
        raise mistake("E239", node.span, message, hint)
    return Broke(who, node.name)


def _call(checker: Checker, scope: Scope, node: expressions.Call) -> Term:
    if (count := FUNCTIONS.get(node.name)) is None:
        hint: str | Guess | None = guess(node.name, FUNCTIONS)
        if node.name in checker.symbols.bids:
            hint = f"write `bid is {node.name}(…)`"
        if node.name in checker.symbols.decisions:
            hint = f"write `player did {node.name}(…)`"
        message = f"There is no function `{node.name}`."
        raise mistake("E239", node.span, message, hint or "the functions are `abs`, `max`, `min` and `rounded_down`")
    if len(node.arguments) != count:
        message = f"`{node.name}` takes {count} amounts, and this gives {len(node.arguments)}."
        hint = f"write `{node.name}({', '.join('xyz'[:count])})`"
        if len(node.arguments) == 1 and node.name in _OVER:
            one = show(node.arguments[0])
            each = "player" if checker.symbols.resolution.scoring_each == "player" else "team"
            hint = f"`{one}` alone is that of this {each}; of all: `{_OVER[node.name]} of {one} over {each}s`"
        raise mistake("E238", node.span, message, hint)
    arguments = tuple(checker.amount(scope, argument) for argument in node.arguments)
    if count == 1 or node.name == "rounded_down":
        return Op(node.name, arguments, arguments[0].type)
    return Op(node.name, arguments, join_amounts(arguments[0], arguments[1], "compared", node.span))


def _list(checker: Checker, scope: Scope, items: tuple[expressions.Expr, ...], node: expressions.Expr) -> Term:
    if not items:
        raise mistake("E305", node.span, "This list is empty.", "put something in it, or leave it out")
    terms = tuple(checker.typed(scope, item) for item in items)
    if any(term.type.kind is Kind.RANK for term in terms):
        terms = tuple(
            rank_named(checker, str(item.value), item.span) if isinstance(item, expressions.Number) else term
            for item, term in zip(items, terms, strict=True)
        )
    nobody = next((term for term in terms if term.type.kind is Kind.NOBODY), None)
    if nobody is not None:
        message = "A list cannot contain nobody: `none` could never be chosen from it."
        hint = "take `none` out; where there may be no choice, ask with a `may` first"
        raise mistake("E263", nobody.span, message, hint)
    kind = terms[0].type
    for term in terms[1:]:
        if (both := join(kind, term.type)) is None:
            message = f"The list begins with {say(kind)}, and this is {say(term.type)}."
            raise mistake("E306", term.span, message, "make them all of the same kind")
        kind = both
    if kind.many:
        raise mistake("E305", node.span, "A list is of single things, and this is of sets.", "leave the brackets out")
    if kind.kind is Kind.TRUTH:
        hint = "say of what it is asked, as in `count of (members where …)`"
        raise mistake("E305", node.span, "A list is of things, and this is yes or no.", hint)
    return Op("list", terms, Type(kind.kind, many=True, words=kind.words))


def _negative(operand: Term) -> Term:
    if isinstance(operand, Const) and isinstance(operand.value, int | Fraction):
        return Const(-operand.value, operand.type)
    return Op("negative", (operand,), operand.type)


def _binary(checker: Checker, scope: Scope, node: expressions.Binary) -> Term:
    match node.operator:
        case Operator.AND | Operator.OR:
            return _connected(checker, scope, node)
        case Operator.ADD | Operator.SUBTRACT:
            left, right = checker.amount(scope, node.left), checker.amount(scope, node.right)
            doing = "added" if node.operator is Operator.ADD else "taken from one another"
            return Op(node.operator.value, (left, right), join_amounts(left, right, doing, node.span))
        case Operator.MULTIPLY:
            return _times(checker, scope, node)
        case Operator.DIVIDE:
            return _divided(checker, scope, node)
        case _:
            return comparison(checker, scope, node)


def _connected(checker: Checker, scope: Scope, node: expressions.Binary) -> Term:
    op = node.operator.value
    parts: list[Term] = []
    for side in (node.left, node.right):
        term = want_truth(checker.typed(scope, side))
        # `a and b and c` is one connective of three.
        inner = isinstance(side, expressions.Binary) and side.operator is node.operator
        parts.extend(term.arguments if inner and isinstance(term, Op) else (term,))
    return Op(op, tuple(parts), TRUTH)


def _times(checker: Checker, scope: Scope, node: expressions.Binary) -> Term:
    left, right = checker.amount(scope, node.left), checker.amount(scope, node.right)
    if Kind.NUMBER not in (left.type.kind, right.type.kind):
        message = f"One of the two has to be a plain number: {say(left.type)} times {say(right.type)} cannot be scored."
        factor = f"({show(node.left)})" if isinstance(node.left, expressions.Binary) else show(node.left)
        square = f"write `{factor} * (1 * {factor})` for the square"
        hint = square if node.left == node.right else f"multiply with a number, as in `10 * {show(node.right)}`"
        raise mistake("E307", node.span, message, hint)
    # A rate converts: ten a trick is neither tricks nor points yet, and takes the type of the amount beside it.
    return Op("*", (left, right), NUMBER)


def _divided(checker: Checker, scope: Scope, node: expressions.Binary) -> Term:
    left, right = checker.amount(scope, node.left), checker.amount(scope, node.right)
    if isinstance(right, Const) and right.value == 0:
        raise mistake("E308", right.span, "Nothing can be divided by 0.", "divide by another number")
    if right.type.kind is Kind.NUMBER:
        return Op("/", (left, right), left.type)
    join_amounts(left, right, "divided by one another", node.span)
    return Op("/", (left, right), NUMBER)


def _if(checker: Checker, scope: Scope, node: expressions.If) -> Term:
    condition = checker.truth(scope, node.condition)
    known = value_of(condition, checker.symbols.options)
    then = _branch(checker, scope, node.then, is_dead=known is not None and not known.value)
    otherwise = _branch(checker, scope, node.otherwise, is_dead=known is not None and bool(known.value))
    if (kind := join(then.type, otherwise.type)) is None:
        raise clash(then, otherwise, node.span)
    return Op("if", (condition, then, otherwise), kind)


def _branch(checker: Checker, scope: Scope, node: expressions.Expr, *, is_dead: bool) -> Term:
    """Settle a branch. One that the options rule out may name a card that they remove from the deck."""
    if (
        is_dead
        and isinstance(node, expressions.CardName)
        and checker.symbols.table.face_index(node.rank + node.suit) is None
    ):
        return Const(None, CARD, span=node.span)
    return checker.typed(scope, node)


def _fallback(checker: Checker, scope: Scope, node: expressions.Fallback) -> Term:
    first, second = checker.typed(scope, node.first), checker.typed(scope, node.second)
    if (kind := join(first.type, second.type)) is None:
        raise clash(first, second, node.span)
    if first.type.is_amount or first.type.kind is Kind.TRUTH:
        want_amount(first)
        message = "An amount is never nobody, so the part after `else` is never used."
        raise mistake("E309", node.span, message, "write `if … then … else …`")
    return Op("else", (first, second), kind)
