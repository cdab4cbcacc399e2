"""The same thing in two games: cards, piles, moves, score sheets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final

from spadesdsl.diff.effects import Direction
from spadesdsl.engine.choices import due
from spadesdsl.engine.events import ScoreSheet
from spadesdsl.engine.game import Game, State
from spadesdsl.engine.ranking import bits, mask_of
from spadesdsl.engine.spec import Amount
from spadesdsl.engine.turns import Option, Turn
from spadesdsl.frozen import Frozen
from spadesdsl.rules.game import calendar


def are_dealt_alike(before: Game, after: Game) -> bool:
    """Tell whether two games have the same seats, and the same cards on every deal, so that both can play each deal."""
    if len(before.seats) != len(after.seats) or before.players != after.players:
        return False
    days = calendar((*before.scopes, *after.scopes)) or ()
    decks = [[sorted(game.edition(day.first).deck.names) for day in days] for game in (before, after)]
    return decks[0] == decks[1] and sorted(before.deck) == sorted(after.deck)


@lru_cache(maxsize=1 << 14)
def _names(names: tuple[str, ...], mask: int) -> tuple[str, ...]:
    return tuple(sorted(names[card] for card in bits(mask)))


def cards(s: State, mask: int) -> tuple[str, ...]:
    """Return the cards of a mask by name, in a fixed order."""
    return _names(s.spec.deck.names, mask)


def hands(s: State) -> tuple[tuple[str, ...], ...]:
    """Return every hand by name."""
    return tuple(cards(s, hand) for hand in s.hands)


def piles(s: State) -> dict[str, tuple[str, ...]]:
    """Return the piles that hold cards, by the name of their zone and, if each seat has one, its owner."""
    found: dict[str, tuple[str, ...]] = {}
    names = s.spec.deck.names
    for zone in s.spec.zones:
        for owner in range(len(s.spec.seats)) if zone.is_each else (0,):
            if pile := s.piles[zone.base + owner]:
                found[f"{zone.name} {owner}"] = tuple(names[card] for card in pile)
    return found


def are_cards_alike(one: State, other: State) -> bool:
    """Tell whether every card is in the same place in both."""
    is_one_deck = one.spec.deck.names == other.spec.deck.names
    if not (is_one_deck and one.hands == other.hands) and hands(one) != hands(other):
        return False
    return _is_stacked(one) == _is_stacked(other) and piles(one) == piles(other)


def _is_stacked(s: State) -> list[bool]:
    return [stack is not None for stack in s.stacks]


def unlike_sights(one: State, other: State) -> int | None:
    """Return the first seat that sees other cards in one game than in the other; None if all see the same.

    Whether a seat has looked at its hand counts only when it has to choose.
    """
    looked = one.looked ^ other.looked
    looked = looked and looked & _choosing(one) & _choosing(other)
    is_one_deck = one.spec.deck.names == other.spec.deck.names
    for seat in range(len(one.hands)):
        # Cards that were played are face up too, and everybody saw them.
        mine, their = ((s.open | s.known[seat]) & ~s.played for s in (one, other))
        are_alike = (is_one_deck and mine == their) or cards(one, mine) == cards(other, their)
        if looked >> seat & 1 or not are_alike:
            return seat
    return None


def _choosing(s: State) -> int:
    """Return the mask of the seats that have to choose."""
    return mask_of([entry.seat for entry in due(s)])


# ---------------------------------------------------------------- moves

PASSING: Final = frozenset({"no", "wait", "look"})
"""Kinds of answer that decline a question."""

Move = tuple[object, ...]
"""What a move is, whatever its name in this game."""


def move_of(s: State, option: Option) -> Move:
    """Return what identifies a move in both games."""
    if option.kind == "bid":
        return ("bid", s.spec.bids[option.value].name, option.arguments)
    return (option.kind, option.text)


def moves_of(s: State, entry: Turn) -> dict[Move, Option]:
    """Return the moves of a turn."""
    return {move_of(s, option): option for option in entry.options}


def direction(one: Iterable[Move], other: Iterable[Move]) -> Direction | None:
    """Return how the choices of the second game differ from those of the first; None if they are the same."""
    before, after = set(one), set(other)
    if before == after:
        return None
    if before < after:
        return Direction.WIDER
    return Direction.NARROWER if after < before else Direction.OTHER


def passed_by(s: State) -> State | None:
    """Return the game after a no, or a look at the hand; None if nobody can say that."""
    for entry in due(s)[:1]:
        option = next((option for option in entry.options if option.kind in PASSING), None)
        return None if option is None else s.take(entry, option)
    return None


# ---------------------------------------------------------------- score sheets


class Unlike(Frozen):
    """The differences between two score sheets."""

    points: bool
    tallies: bool
    leaves_ends: bool
    """Whether all that both games keep is equal after it: then their endings can be compared."""


Result = tuple["Amount", "Mapping[str, Amount]"]
"""What a deal gave a side, and its tallies after it."""


def of_sheet(sheet: ScoreSheet) -> list[Result]:
    """Return the result of each side."""
    return [(side.points, side.tallies) for side in sheet.sides]


def unlike_results(one: Sequence[Result], other: Sequence[Result]) -> Unlike:
    """Describe in what two deals differ for some sides."""
    points = [given for given, _ in one] != [given for given, _ in other]
    pairs = [(mine, their) for (_, mine), (_, their) in zip(one, other, strict=False)]
    tallies = any(_standing(mine) != _standing(their) for mine, their in pairs)
    both_keep = all(mine[name] == their[name] for mine, their in pairs for name in mine.keys() & their.keys())
    return Unlike(points, tallies, not points and both_keep)


def _standing(tallies: Mapping[str, Amount]) -> dict[str, Amount]:
    """Return the tallies above zero: one that only one game has differs once it counts something."""
    return {name: value for name, value in tallies.items() if value}
