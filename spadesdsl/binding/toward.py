"""What the score sheet says of a deal in progress: tricks that count toward a contract, points in cards taken."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from spadesdsl.binding.compiler import Compiler
from spadesdsl.engine.scoring import is_hidden
from spadesdsl.rules.game import Let
from spadesdsl.rules.operations import ops_of
from spadesdsl.rules.parts import Line
from spadesdsl.rules.terms import Fold, Kind, LetRef, Op, Term, Type, Var
from spadesdsl.rules.walking import all_read, compared, comparisons, free_variables, terms_of

_WON: Final = ops_of("cards_won")
_SHARING: Final = frozenset({"/", "rounded_down"})
_NOT_OF_CARDS: Final = ops_of("taken", "tricks_won") | {"tricks", "last_trick"}


def tricks_toward(compiler: Compiler) -> Term | None:
    """Return what the sheet compares with a side's contract, if it is a single thing that everybody may know."""
    lines = (line for line in compiler.game.scoring.lines if line.bid_type is None)
    terms = (term for line in lines for term in terms_of(line))
    found: dict[Term, None] = {}
    for one in comparisons(compiler.lets, *terms, into_amounts=True):
        if {part.op for part in one.arguments if isinstance(part, Op)} == {"seat_contract", "seat_taken"}:
            return None  # what each partner takes counts, too
        if any(map(_is_contract, one.arguments)):
            others = (part for part in one.arguments if not _is_contract(part) and part.type.kind is Kind.TRICKS)
            found.update(dict.fromkeys(others))
    if len(found) != 1:
        return None
    term = next(iter(found))
    is_of_one = free_variables(term) <= {"side", "player"}  # and not of each of some players, or cards
    return None if not is_of_one or any(is_hidden(part) for part in all_read(compiler.lets, term)) else term


def _is_contract(term: Term) -> bool:
    return isinstance(term, Op) and term.op == "side_contract" and _is_side(term.arguments[0])


def _is_side(term: Term) -> bool:
    return isinstance(term, Var) and term.name == "side"


def points_in_cards(compiler: Compiler) -> Term | None:
    """Return what the cards are worth that a side has won: what the rules say each is worth, or lines that count them.

    None if cards do not score, or if the rules do not say it in one way.
    """
    lets, scoring = compiler.lets, compiler.game.scoring
    terms = [term for line in scoring.lines for term in terms_of(line)]
    worth = _summed(lets, terms)
    shared = [one for term in terms for one in all_read(lets, term) if isinstance(one, Op) and one.op in _SHARING]
    if worth:
        is_plain = len(worth) == 1 and not worth & _summed(lets, shared)  # points, and not thirds of one
        found: list[Term] = [_sum_of_cards(compiler, let) for let in worth] if is_plain else []
    else:
        found = [line.cases[0].value for line in scoring.lines if _counts_cards(compiler, line)]
    if not found or any(is_hidden(part) for term in found for part in all_read(lets, term)):
        return None
    total = found[0]
    for term in found[1:]:
        total = Op("+", (total, term), term.type)
    return total


def _summed(lets: Mapping[str, Let], terms: Iterable[Term]) -> set[str]:
    """Return the amounts of a card that terms add up over the cards that a side has won."""
    sums = (part for term in terms for part in all_read(lets, term) if isinstance(part, Fold) and part.how == "sum")
    return {one.body.let for one in sums if isinstance(one.body, LetRef) and _is_won(one.of)}


def compared_quantities(compiler: Compiler) -> dict[str, Term]:
    """Return the named amounts of a side that conditions of the sheet compare, and that everybody may know."""
    lines = (line for line in compiler.game.scoring.lines if line.bid_type is None)
    return {
        term.let: term
        for term in compared(compiler.lets, *(part for line in lines for part in terms_of(line)))
        if isinstance(term, LetRef) and not any(is_hidden(part) for part in all_read(compiler.lets, term))
    }


def _is_won(term: Term) -> bool:
    return isinstance(term, Op) and term.op in _WON


def _sum_of_cards(compiler: Compiler, let: str) -> Term:
    """Return the sum of what each card is worth over the cards that a side has won."""
    cards = Op("side_cards", (Var("side", Type(Kind.SIDE)),), Type(Kind.CARD, many=True))
    kind = compiler.lets[let].type
    return Fold("sum", cards, "v1", LetRef(let, Var("v1", Type(Kind.CARD)), kind), kind)


def _counts_cards(compiler: Compiler, line: Line) -> bool:
    """Tell whether a line of the sheet is worth something for each of some cards, whatever else happened."""
    if line.bid_type is not None or line.when or len(line.cases) != 1 or line.cases[0].condition is not None:
        return False
    parts = list(all_read(compiler.lets, line.cases[0].value))
    ops = {part.op for part in parts if isinstance(part, Op)}
    return any(map(_is_won, parts)) and not (ops & _NOT_OF_CARDS or any(map(_is_contract, parts)))
