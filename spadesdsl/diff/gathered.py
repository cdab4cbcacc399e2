"""Deals in which the cards lie together that rules name: in one hand, or one in each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from spadesdsl.algebra.reads import places
from spadesdsl.diff.lockstep import Chooser
from spadesdsl.engine.game import Game
from spadesdsl.engine.ranking import bits
from spadesdsl.frozen import replace
from spadesdsl.proofs.situations import Case
from spadesdsl.rules.game import Rules
from spadesdsl.rules.terms import Const, Kind, Term, Type
from spadesdsl.rules.walking import all_read

if TYPE_CHECKING:
    from random import Random

_FAVOURS: Final = (0.02, 50.0, 1.0)
"""How much more often than others the cards are chosen: kept for the end, played as soon as they can be, or neither."""


def cards_named(rules: tuple[Rules, Rules]) -> tuple[str, ...]:
    """Return the cards that rules name, by themselves or by their rank, which are not the same in both games."""
    first, second = (frozenset(_read(game)) for game in rules)
    found: dict[str, None] = {}
    for term in first ^ second:
        game = rules[0] if term in first else rules[1]
        for one in all_read(game.let_of, term):
            match one:
                case Const(type=Type(Kind.CARD), value=int() as face):
                    found.setdefault(game.faces[face].name)
                case Const(type=Type(Kind.RANK), value=int() as rank):
                    found.update(dict.fromkeys(face.name for face in game.faces if face.rank == rank))
                case _:
                    pass
    return tuple(sorted(found))


def _read(game: Rules) -> Iterator[Term]:
    """Yield the terms of all rules and quantities."""
    for _, _, terms in places(game):
        yield from terms
    yield from (let.body for let in game.lets)


def gathered(case: Case, game: Game, named: tuple[str, ...], rng: Random) -> Case:
    """Return a case in which one player is dealt some of the cards that are named, or each player one."""
    s, cards = case.begun(game), list(case.cards)
    at = {name: place for place, name in enumerate(cards)}
    homes = [[at[name] for card in bits(hand) if (name := s.spec.deck.names[card]) in at] for hand in s.hands]
    homes = [one for one in homes if one]
    known = [name for name in named if name in at]
    if not homes or not known:
        return case
    wanted = rng.sample(known, len(known) if rng.random() < 1 / 2 else rng.randint(1, len(known)))
    place = rng.randrange(len(homes))
    turns = homes if rng.random() < 1 / 2 else [homes[place]]
    free = [one[turn] for turn in range(max(map(len, turns))) for one in turns if turn < len(one)]
    for name, there in zip(wanted, free, strict=False):
        here = cards.index(name)
        cards[here], cards[there] = cards[there], cards[here]
    return replace(case, cards=tuple(cards))


def favouring(named: tuple[str, ...], number: int) -> Chooser:
    """Return who chooses the moves of a deal: the cards that are named are kept, or are played first."""
    return Chooser(number, favoured=frozenset(named), favour=_FAVOURS[number % len(_FAVOURS)])
