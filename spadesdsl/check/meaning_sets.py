"""Checks of meaning about sets of cards and ranks: what reads as one thing and means another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadesdsl.check.used import terms_of
from spadesdsl.diagnostics import warning
from spadesdsl.rules.terms import Const, Filter, Kind, Op
from spadesdsl.rules.walking import walk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spadesdsl.check.checker import Checker
    from spadesdsl.rules.game import Rules
    from spadesdsl.rules.terms import Term

_WITHOUT_ORDER = {"seat_cards": "cards_won", "side_cards": "cards_won", "deck": "deck", "shown": "shown"}
"""Sets of cards without an order, and their names."""


def first_cards_have_an_order(checker: Checker, game: Rules) -> None:
    """Warn about the first or the last of cards that have no order (W514)."""
    for one in _own_terms(checker, game):
        if not isinstance(one, Op) or one.op not in ("first", "last"):
            continue
        word = _unordered(one.arguments[0])
        if word:
            checker.findings.add(
                warning(
                    "W514",
                    one.span,
                    f"`{word}` has no order of its own: its {one.op} card is the {one.op} of a sorted hand.",
                    "say which card: `highest of …`, `lowest of …`; the order of play is that of `played` and `tricks`",
                )
            )


def _unordered(term: Term) -> str:
    match term:
        case Filter(of=of) | Op(op="part_suit" | "part", arguments=(of, _)):
            return _unordered(of)
        case Op(op=op) if term.type.kind is Kind.CARD:
            return _WITHOUT_ORDER.get(op, "")
        case _:
            return ""


def ranks_are_those_in_play(checker: Checker, game: Rules) -> None:
    """Warn about a rank that a card above the trumps has printed on it, but does not have in play (W515)."""
    topped = {} if game.trumps is None else {_printed_rank(game, term): term for term in game.trumps.topped}
    for one in _own_terms(checker, game):
        if not isinstance(one, Op) or one.op not in ("is", "is_not"):
            continue
        for left, right in (one.arguments, reversed(one.arguments)):
            is_rank = isinstance(left, Op) and left.op == "card_rank" and isinstance(right, Const)
            if not is_rank or not isinstance(right, Const) or right.value is None or right.value not in topped:
                continue
            rank, card = game.ranks[int(right.value)], _name(game, topped[right.value])
            beside = f"or card is {card}" if one.op == "is" else f"and card is not {card}"
            checker.findings.add(
                warning(
                    "W515",
                    one.span,
                    f"A card that tops the trumps ranks above all others: its rank is never {rank}.",
                    f"if you mean that card too, name it beside the rank, as in `… {beside}`",
                )
            )


def _printed_rank(game: Rules, term: Term) -> object:
    match term:
        case Const(value=int() as face):
            return game.faces[face].rank
        case Op(op="top_of_suit", arguments=(Const(value=rank), _)):
            return rank
        case _:
            return None


def _name(game: Rules, term: Term) -> str:
    if isinstance(term, Const) and isinstance(term.value, int):
        return game.faces[term.value].name
    assert isinstance(term, Op), "what tops the trumps is a card or a rank of a suit"
    rank = _printed_rank(game, term)
    return f"{game.ranks[rank]} of trumps" if isinstance(rank, int) else "that card"


def _own_terms(checker: Checker, game: Rules) -> Iterator[Term]:
    """Go over what the file itself wrote."""
    own = checker.world.resolution.document.name_span.file
    return (one for outer in terms_of(game) for one in walk(outer) if one.span.file == own)
