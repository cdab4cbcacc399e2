"""The deck, and which card counts for which suit and how high."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from spadesdsl.binding.reads import ops_read
from spadesdsl.check.constants import value_of
from spadesdsl.engine.ranking import Deck, Ranking, make_ranking

if TYPE_CHECKING:
    from collections.abc import Callable

    from spadesdsl.binding.compiler import Compiler
    from spadesdsl.check.checked import CheckedGame
    from spadesdsl.check.terms import Term
    from spadesdsl.engine.spec import Value
    from spadesdsl.engine.state import StateData

_PLAY = frozenset({"played", "tricks", "trick", "this_trick", "last_trick", "trick_number", "led", "leader", "leading"})


def make_deck(game: CheckedGame) -> Deck:
    """Number the cards: by suit, then rank, low to high, equal cards side by side, added cards last."""
    names: list[str] = []
    faces: list[int] = []
    copies: list[tuple[int, ...]] = []
    for number, face in enumerate(game.faces):
        copies.append(tuple(range(len(names), len(names) + face.count)))
        names += [face.name] * face.count
        faces += [number] * face.count
    return Deck(
        names=tuple(names),
        faces=tuple(faces),
        copies=tuple(copies),
        suits=game.suits,
        ranks=game.ranks,
        printed_suit=tuple(game.faces[face].suit for face in faces),
        printed_rank=tuple(game.faces[face].rank for face in faces),
    )


def find_faces(deck: Deck) -> dict[tuple[int | None, int | None], int]:
    """Return the face of each suit and rank."""
    return {
        (deck.printed_suit[cards[0]], deck.printed_rank[cards[0]]): face
        for face, cards in enumerate(deck.copies)
        if cards
    }


def compile_ranking(compiler: Compiler) -> tuple[Callable[[StateData], Ranking], bool, bool]:
    """Compile the trumps.

    Returns:
        What gives the ranking, whether it is always the same, and whether play may change it.
    """
    deck, trumps = compiler.deck, compiler.game.trumps
    plain = make_ranking(deck, None, ())
    if trumps is None:
        return (lambda _: plain), True, False
    terms: list[Term] = [trumps.suit, *trumps.topped]
    options = {option.name: option for option in compiler.game.options}
    known = [value_of(term, options) for term in terms]
    if trumps.when is None and None not in known:
        suit, *topped = (_whole(const.value) for const in known if const is not None)
        always = make_ranking(deck, suit, tuple(face for face in topped if face is not None))
        return (lambda _: always), True, False
    if trumps.when is not None:
        terms.append(trumps.when)
    follows_play = any(ops_read(compiler, term) & _PLAY for term in terms)
    return _moving(compiler, plain), False, follows_play


def _whole(value: Value) -> int | None:
    return value if isinstance(value, int) else None


def _moving(compiler: Compiler, plain: Ranking) -> Callable[[StateData], Ranking]:
    trumps = compiler.game.trumps
    assert trumps is not None
    when = compiler.optional(trumps.when)
    suit = compiler.value(trumps.suit)
    topped = [compiler.value(term) for term in trumps.topped]
    deck = compiler.deck
    known: dict[tuple[int | None, tuple[int, ...]], Ranking] = {(None, ()): plain}

    def ranking(s: StateData) -> Ranking:
        # Which suit becomes trumps is read from the cards as printed, never from the trumps of a moment ago.
        s.ranking = plain
        s.memo = {}
        env: list[Any] = list(compiler.environment)
        chosen = suit(s, env) if when is None or when(s, env) else None
        above: tuple[int, ...] = ()
        if chosen is not None:
            cards = [code(s, env) for code in topped]
            above = tuple(deck.faces[card] for card in cards if card is not None)
        key = (chosen, above)
        if key not in known:
            known[key] = make_ranking(deck, chosen, above)
        s.memo = {}
        return known[key]

    return ranking
