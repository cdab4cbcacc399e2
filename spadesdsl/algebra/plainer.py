"""Terms that say the same in fewer words: cards of a suit are a part of the cards, and one of them is included."""

from __future__ import annotations

from spadesdsl.frozen import replace
from spadesdsl.rules.terms import Filter, Holds, Kind, Op, Term, Var
from spadesdsl.rules.walking import conjuncts, joined, variables


def as_in_suit(term: Term) -> Term:
    """Return that the suit of a card is a suit as that the card is in it."""
    match term:
        case Op(op="is", arguments=(one, other)):
            cards = [[it.arguments[0]] if isinstance(it, Op) and it.op == "card_suit" else [] for it in (one, other)]
            if all(cards):  # either is in the suit of the other
                cards = [[it] if isinstance(it, Var) else [] for (it,) in cards]
            if len(found := [(*card, suit) for card, suit in zip(cards, (other, one), strict=True) if card]) == 1:
                return replace(term, op="in_suit", arguments=found[0])
        case _:
            pass
    return term


def plainer_of(term: Filter | Holds) -> Term:
    """Return cards of a suit as that part of the cards, and that some card is one of them as what they include."""
    parts = conjuncts(term.condition)
    for one in parts:
        match as_in_suit(one):
            case Op(op="in_suit" | "is" as op, arguments=(Var(name=name), of)) if (
                name == term.variable and name not in variables(of)
            ):
                rest = joined([other for other in parts if other is not one])
            case _:
                continue
        if isinstance(term, Filter) and op == "in_suit":
            part = Op("part_suit", (term.of, of), term.type, span=term.span)
            return part if rest is None else plainer_of(replace(term, of=part, condition=rest))
        is_card = isinstance(term, Holds) and term.quantifier == "some" and term.of.type.kind is Kind.CARD
        if is_card and op == "is" and rest is None:
            return Op("includes", (term.of, of), term.type, span=term.span)
    return term
