"""The deck: which suit each card counts for, and how high."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final

from spadesdsl.binding.cards import follows_ranking
from spadesdsl.check.constants import value_of
from spadesdsl.engine.ranking import Deck, Orders, Ranking, make_ranking, mask_of
from spadesdsl.engine.state import DRAFT, StateData
from spadesdsl.rules.operations import Topic, topic_of
from spadesdsl.rules.terms import Const, LetRef, Op, OptionRef, Term
from spadesdsl.rules.walking import all_read, ops_read, replaced, variables

if TYPE_CHECKING:
    from collections.abc import Callable

    from spadesdsl.binding.compiler import Compiler
    from spadesdsl.engine.spec import Code
    from spadesdsl.rules.game import Rules

_PLAY = frozenset(
    {Topic.PLAYED, Topic.TRICKS, Topic.TRICK, Topic.NUMBER, Topic.LEADING, Topic.TAKEN, Topic.WON, Topic.HAND,
     Topic.HELD, Topic.SHOWN}
)  # fmt: skip
"""Ops whose value changes with a card or a trick."""


def make_deck(game: Rules) -> Deck:
    """Number the cards: by suit, then rank, low to high, equal cards side by side, added cards last."""
    names: list[str] = []
    faces: list[int] = []
    copies: list[tuple[int, ...]] = []
    for number, face in enumerate(game.faces):
        copies.append(tuple(range(len(names), len(names) + face.count)))
        names += [face.name] * face.count
        faces += [number] * face.count
    places = [(game.faces[face].suit, game.faces[face].rank) for face in faces]
    at = {place: mask_of(copies[faces[card]]) for card, place in enumerate(places)}
    beside = [[0 if r is None else at.get((suit, r + by), 0) for suit, r in places] for by in (1, -1)]
    return Deck(
        names=tuple(names),
        faces=tuple(faces),
        copies=tuple(copies),
        suits=game.suits,
        ranks=game.ranks,
        printed_suit=tuple([suit for suit, _ in places]),
        printed_rank=tuple([rank for _, rank in places]),
        said=tuple((face.name, face.said) for face in game.faces if face.said),
        next_higher=tuple(beside[0]),
        next_lower=tuple(beside[1]),
    )


def find_faces(deck: Deck) -> dict[tuple[int | None, int | None], int]:
    """Return the face of each suit and rank."""
    suits, ranks = deck.printed_suit, deck.printed_rank
    return {(suits[cards[0]], ranks[cards[0]]): face for face, cards in enumerate(deck.copies) if cards}


def compile_ranking(compiler: Compiler) -> tuple[Callable[[StateData], Ranking], bool, bool]:
    """Compile the trumps and the orders of the ranks.

    Returns:
        A function that returns the ranking, whether it is always the same, and whether play may change it.
    """
    trumps, orders = compiler.game.trumps, compiler.game.orders
    terms: list[Term] = [] if trumps is None else [trumps.suit, *trumps.topped]
    if trumps is not None and trumps.when is not None:
        terms.append(trumps.when)
    options = compiler.game.option_of
    is_fixed = all(value_of(term, options) is not None for term in terms)
    conditions = [order.when for order in orders if order.when is not None]
    is_fixed = is_fixed and all(follows_ranking(compiler, one) for one in conditions)
    terms += conditions
    follows_play = any(topic_of(op) in _PLAY for op in ops_read(compiler.lets, *terms))
    ranking = _moving(compiler)
    if not is_fixed:
        return ranking, False, follows_play
    stub: Any = SimpleNamespace(spec=SimpleNamespace(deck=compiler.deck))
    compiler.ranking = known = ranking(stub)
    return lambda _: known, True, follows_play


def _moving(compiler: Compiler) -> Callable[[StateData], Ranking]:
    deck = compiler.deck
    plain = make_ranking(deck, None, ())
    trumps = _trumps(compiler)
    orders = [
        (None if order.when is None else compiler.condition(order.when, "card"), order.ranks)
        for order in compiler.game.orders
    ]
    known: dict[tuple[int | None, tuple[int, ...], Orders], Ranking] = {(None, (), ()): plain}

    def made(chosen: int | None, above: tuple[int, ...], found: Orders) -> Ranking:
        key = (chosen, above, found)
        if key not in known:
            known[key] = make_ranking(deck, chosen, above, found)
        return known[key]

    def ranking(s: StateData) -> Ranking:
        # The trump suit is worked out from the cards as printed, never from the previous trumps.
        s.ranking, s.memo = plain, DRAFT
        chosen, above = trumps(s, list(compiler.environment))
        now = made(chosen, above, ())
        if orders:
            # The order that applies to a card is worked out from the current suits and trumps.
            s.ranking = now
            env = list(compiler.environment)
            found = tuple((deck.all if code is None else code(s, env), ranks) for code, ranks in orders)
            now = made(chosen, above, found)
        return now

    return ranking


def compile_trumps(compiler: Compiler) -> tuple[Code | None, Code, tuple[Code, ...]] | None:
    """Compile when there are trumps, which suit they are, and the cards that top them."""
    if (trumps := compiler.game.trumps) is None:
        return None
    return compiler.optional(trumps.when), compiler.value(trumps.suit), tuple(map(compiler.value, trumps.topped))


def compile_orders(compiler: Compiler) -> tuple[Code, ...]:
    """Compile when other orders of the ranks apply, as far as that follows from more than the ranking: to all cards."""
    orders = [one.when for one in compiler.game.orders if one.when is not None]
    return tuple(compiler.condition(one, "card") for one in orders if not follows_ranking(compiler, one))


_MOST_ORDERS: Final = 8


def every_ranking(compiler: Compiler) -> tuple[Ranking, ...]:
    """Return every ranking that there can be: without trumps, then with each suit as trumps.

    All that again for each set of the orders that `compile_orders` compiles, the first order being the lowest bit.

    Raises:
        ValueError: the cards that top the trumps, or those that another order is for, follow from the play.
    """
    deck, trumps, orders = compiler.deck, compiler.game.trumps, compiler.game.orders
    moving = [one for one in orders if one.when is not None and not follows_ranking(compiler, one.when)]
    if any("card" in variables(one.when) for one in moving if one.when is not None):
        raise ValueError("another order of the ranks, which the play decides card by card")
    if len(moving) > _MOST_ORDERS:
        raise ValueError("many orders of the ranks, each of which the play turns on and off")
    conditions = {
        id(one): None if one.when is None or one in moving else compiler.condition(one.when, "card") for one in orders
    }

    def made(chosen: int | None, cards: list[Any], holds: int) -> Ranking:
        above = tuple(dict.fromkeys(deck.faces[card] for card in cards if card is not None))
        now = make_ranking(deck, chosen, above)
        s: Any = SimpleNamespace(ranking=now, memo={}, spec=SimpleNamespace(deck=deck))
        found = []
        for one in orders:
            code, env = conditions[id(one)], list(compiler.environment)
            is_on = one not in moving or holds >> moving.index(one) & 1
            found.append(((deck.all if code is None else code(s, env)) if is_on else 0, one.ranks))
        return make_ranking(deck, chosen, above, tuple(found)) if found else now

    def topped(suit: int) -> list[Any]:
        assert trumps is not None
        cards = []
        for term in trumps.topped:
            settled = replaced(term, trumps.suit, Const(suit, trumps.suit.type))
            if not _follows_constants(compiler, settled):
                raise ValueError("cards that top the trumps, which the play decides")
            s: Any = SimpleNamespace(ranking=make_ranking(deck, None, ()), memo={}, spec=SimpleNamespace(deck=deck))
            cards.append(compiler.value(settled)(s, list(compiler.environment)))
        return cards

    suits = () if trumps is None else range(len(deck.suits))
    return tuple(
        one
        for holds in range(1 << len(moving))
        for one in (made(None, [], holds), *(made(suit, topped(suit), holds) for suit in suits))
    )


def _follows_constants(compiler: Compiler, term: Term) -> bool:
    """Tell whether a term reads nothing of a state."""
    return all(
        part.op == "top_of_suit" or topic_of(part.op) is Topic.NOTHING
        if isinstance(part, Op)
        else isinstance(part, Const | OptionRef | LetRef)
        for part in all_read(compiler.lets, term)
    )


def _trumps(compiler: Compiler) -> Callable[[StateData, list[Any]], tuple[int | None, tuple[int, ...]]]:
    """Compile the trump suit and the faces that top it."""
    if (compiled := compile_trumps(compiler)) is None:
        return lambda s, e: (None, ())
    when, suit, topped = compiled
    faces = compiler.deck.faces

    def read(s: StateData, e: list[Any]) -> tuple[int | None, tuple[int, ...]]:
        chosen = suit(s, e) if when is None or when(s, e) else None
        if chosen is None:
            return None, ()
        cards = [code(s, e) for code in topped]
        return chosen, tuple(dict.fromkeys(faces[card] for card in cards if card is not None))

    return read
