"""Conditions on a card to masks: all the cards for which they hold, worked out at once and not card by card."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

from spadesdsl.binding import sets, trick
from spadesdsl.binding.reads import deep, variables
from spadesdsl.check.terms import Const, Kind, LetRef, Op, Term, Var
from spadesdsl.engine.ranking import bits, mask_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from spadesdsl.binding.compiler import Compiler
    from spadesdsl.engine.ranking import Ranking
    from spadesdsl.engine.spec import Code
    from spadesdsl.engine.state import StateData

_COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "is": operator.eq,
    "is_not": operator.ne,
}
_MIRROR = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}

STATIC_OPS = frozenset(
    {"and", "or", "not", "if", "else", "is", "is_not", "+", "-", "*", "negative", "max", "min", "abs", "card_rank",
     "card_suit", "suit_rank", "in_suit", "not_in_suit", "in_suits", "not_in_suits", "list", *_COMPARE}
)  # fmt: skip
"""Ops whose value for a card follows from the ranking alone."""


def compile_condition(compiler: Compiler, term: Term, variable: str) -> Code:
    """Compile a condition on the card `variable` to the mask of the cards for which it holds."""
    everything = compiler.deck.all
    if variable not in variables(term):
        truth = compiler.value(term)
        return lambda s, e: everything if truth(s, e) else 0
    if isinstance(term, LetRef) and term.subject is not None and _is_it(term.subject, variable):
        return compiler.condition(compiler.lets[term.let].body, "card")
    if isinstance(term, Op):
        found = _op(compiler, term, variable)
        if found is not None:
            return found
    if _is_static(compiler, term, variable):
        return _by_ranking(compiler, term, variable)
    return _card_by_card(compiler, term, variable)


def _is_it(term: Term, variable: str) -> bool:
    return isinstance(term, Var) and term.name == variable


def _op(compiler: Compiler, term: Op, variable: str) -> Code | None:
    everything = compiler.deck.all
    arguments = term.arguments
    match term.op:
        case "and":
            return _all(everything, [compiler.condition(part, variable) for part in arguments])
        case "or":
            return _any([compiler.condition(part, variable) for part in arguments])
        case "not":
            inner = compiler.condition(arguments[0], variable)
            return lambda s, e: everything & ~inner(s, e)
        case "if":
            return _either(compiler, arguments, variable)
        case "in_suit" | "not_in_suit" if _is_it(arguments[0], variable):
            return _in_suit(compiler, arguments[1], everything, is_in=term.op == "in_suit")
        case "in_suits" | "not_in_suits" if _is_it(arguments[0], variable):
            return _in_suits(compiler, arguments[1], everything, is_in=term.op == "in_suits")
        case "member" | "not_member" if _is_it(arguments[0], variable) and variable not in variables(arguments[1]):
            cards = compiler.mask(arguments[1])
            if term.op == "member":
                return cards
            return lambda s, e: everything & ~cards(s, e)
        case "beats" if _is_it(arguments[0], variable) and variable not in variables(arguments[1]):
            return trick.compile_beaters(compiler, arguments[1])
        case "is" | "is_not":
            return _is(compiler, term, variable)
        case "<" | "<=" | ">" | ">=":
            return _rank_test(compiler, term, variable)
        case _:
            return None


def _all(everything: int, masks: list[Code]) -> Code:
    if len(masks) == 2:
        first, second = masks
        return lambda s, e: first(s, e) & second(s, e)

    def both(s: StateData, e: list[Any]) -> int:
        joined = everything
        for mask in masks:
            joined &= mask(s, e)
        return joined

    return both


def _any(masks: list[Code]) -> Code:
    def either(s: StateData, e: list[Any]) -> int:
        joined = 0
        for mask in masks:
            joined |= mask(s, e)
        return joined

    return either


def _either(compiler: Compiler, arguments: tuple[Term, ...], variable: str) -> Code:
    condition, then, otherwise = (compiler.condition(part, variable) for part in arguments)

    def choose(s: StateData, e: list[Any]) -> int:
        holds = condition(s, e)
        return int((then(s, e) & holds) | (otherwise(s, e) & ~holds))

    return choose


def _in_suit(compiler: Compiler, suit: Term, everything: int, *, is_in: bool) -> Code:
    if isinstance(suit, Const) and isinstance(suit.value, int):
        number = suit.value
        if is_in:
            return lambda s, e: s.ranking.masks[number]
        return lambda s, e: everything & ~s.ranking.masks[number]
    code = compiler.value(suit)
    if is_in:
        return lambda s, e: sets.suit_mask(s, code(s, e))
    return lambda s, e: everything & ~sets.suit_mask(s, code(s, e))


def _in_suits(compiler: Compiler, suits: Term, everything: int, *, is_in: bool) -> Code:
    code = compiler.items(suits)

    def read(s: StateData, e: list[Any]) -> int:
        joined = 0
        for suit in code(s, e):
            joined |= sets.suit_mask(s, suit)
        return joined if is_in else everything & ~joined

    return read


def _is(compiler: Compiler, term: Op, variable: str) -> Code | None:
    """Compile `card is x`, `card.suit is x`, `card.rank is x`."""
    everything = compiler.deck.all
    left, right = term.arguments
    if variable in variables(right):
        left, right = right, left
    if variable in variables(right):
        return None
    found: Code | None = None
    if _is_it(left, variable):
        found = _of_face(compiler, right)
    elif isinstance(left, Op) and left.op == "card_suit" and _is_it(left.arguments[0], variable):
        found = _in_suit(compiler, right, everything, is_in=True)
    elif isinstance(left, Op) and left.op == "card_rank" and _is_it(left.arguments[0], variable):
        return _ranks(compiler, right, term.op)
    if found is None or term.op == "is":
        return found
    holds = found
    return lambda s, e: everything & ~holds(s, e)


def _of_face(compiler: Compiler, card: Term) -> Code:
    if isinstance(card, Const):
        return compiler.mask(card)
    code, faces, copies = compiler.value(card), compiler.deck.faces, compiler.deck.copies
    masks = [sum(1 << one for one in cards) for cards in copies]

    def read(s: StateData, e: list[Any]) -> int:
        one = code(s, e)
        return 0 if one is None else masks[faces[one]]

    return read


def _rank_test(compiler: Compiler, term: Op, variable: str) -> Code | None:
    left, right = term.arguments
    op = term.op
    if variable in variables(right):
        left, right, op = right, left, _MIRROR[op]
    is_rank = isinstance(left, Op) and left.op == "card_rank" and _is_it(left.arguments[0], variable)
    if not is_rank or variable in variables(right):
        return None
    return _ranks(compiler, right, op)


def _ranks(compiler: Compiler, bound: Term, op: str) -> Code:
    """Compile a test of the card's rank: one mask for each ranking and bound, kept."""
    code = compiler.value(bound)
    test = _COMPARE[op]
    known: dict[tuple[Ranking, Any], int] = {}

    def read(s: StateData, e: list[Any]) -> int:
        against = code(s, e)
        if against is None:
            return 0 if op != "is_not" else compiler.deck.all
        key = (s.ranking, against)
        if key not in known:
            known[key] = mask_of([card for card, rank in enumerate(s.ranking.rank) if test(rank, against)])
        return known[key]

    return read


# ---------------------------------------------------------------- what no mask is known for


def follows_ranking(compiler: Compiler, term: Term) -> bool:
    """Tell whether a condition on the Var `card` reads nothing but the card, the trumps, constants and options."""
    return _is_static(compiler, term, "card", STATIC_OPS | {"trumps"})


def _is_static(compiler: Compiler, term: Term, variable: str, ops: frozenset[str] = STATIC_OPS) -> bool:
    """Tell whether a condition reads nothing but the card, constants, options and the ranking."""
    for part in deep(compiler, term):
        match part:
            case Op():
                if part.op not in ops:
                    return False
            case Var():
                if part.name not in (variable, "card"):
                    return False
            case LetRef():
                if compiler.lets[part.let].subject is not Kind.CARD:
                    return False
            case _ if type(part).__name__ in ("Const", "OptionRef"):
                pass
            case _:
                return False
    return True


def _by_ranking(compiler: Compiler, term: Term, variable: str) -> Code:
    """Compile a condition that the ranking settles: worked out once for each ranking."""
    one_by_one = _card_by_card(compiler, term, variable)
    known: dict[Ranking, int] = {}

    def read(s: StateData, e: list[Any]) -> int:
        mask = known.get(s.ranking)
        if mask is None:
            mask = known[s.ranking] = one_by_one(s, e)
        return mask

    return read


def _card_by_card(compiler: Compiler, term: Term, variable: str) -> Code:
    """Compile a condition that has to be tried on each card. `marks` counts how often that happens."""
    condition = compiler.value(term)
    slot = compiler.slot(variable)
    cards = bits(compiler.deck.all)
    marks = compiler.marks

    def read(s: StateData, e: list[Any]) -> int:
        marks["conditions tried card by card"] = marks.get("conditions tried card by card", 0) + 1
        kept = e[slot]
        mask = 0
        for card in cards:
            e[slot] = card
            if condition(s, e):
                mask |= 1 << card
        e[slot] = kept
        return mask

    return read
