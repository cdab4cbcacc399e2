"""How the tricks of a deal from outside went: what the facts say, and what they leave open."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from functools import reduce
from operator import eq, ge, gt, le, lt, ne, or_
from typing import Any, TypeAlias, cast

from spadesdsl.engine.game import State
from spadesdsl.engine.play import best_card
from spadesdsl.engine.ranking import bits, mask_of
from spadesdsl.engine.situation import Situation
from spadesdsl.engine.spec import Amount, MissingFact, Unknown
from spadesdsl.engine.state import Trick
from spadesdsl.rules.parts import Award, Skip

IsOpen: TypeAlias = Callable[[str], bool]
"""Tells by its key whether a fact that nobody gave is left open; otherwise it is as it may well be."""


class OpenCards(Unknown):
    """Cards that a seat or a side won, of which only the number may be known.

    What follows for any such cards is worked out: a side that took all tricks has all cards, and nobody wins thirteen
    hearts with two tricks. Reading more raises `MissingFact`.
    """

    __slots__ = ("_least", "_most", "_pool", "_seats", "_sure")

    def __init__(self, asks: Unknown, seats: int, sure: int, pool: int, least: int, most: int) -> None:
        """Keep what is known.

        Args:
            seats: Those that won them, as a mask.
            sure: Cards that are certainly among them.
            pool: Those that may be.
            least: How many of the pool are among them at least.
            most: How many at most.
        """
        self._missing = asks._missing
        self._seats, self._sure, self._pool, self._least, self._most = seats, sure, pool, least, most

    def _with(self, sure: int, pool: int, least: int, most: int, seats: int = 0) -> OpenCards | int:
        size = pool.bit_count()
        if least == size or not most:
            return sure | pool if least == size else sure
        return OpenCards(self, self._seats | seats, sure, pool, max(least, 0), min(most, size))

    def __and__(self, mask: Any) -> Any:  # noqa: ANN401 - stands for any value
        """Return those of them that are in a mask."""
        if not isinstance(mask, int):
            self._ask()
        least = self._least - (self._pool & ~mask).bit_count()
        return self._with(self._sure & mask, self._pool & mask, least, self._most)

    def __or__(self, other: Any) -> Any:  # noqa: ANN401
        """Return them with those of another seat, or with cards that are known."""
        if isinstance(other, OpenCards) and not self._seats & other._seats:
            least, most = self._least + other._least, self._most + other._most
            return self._with(self._sure | other._sure, self._pool | other._pool, least, most, other._seats)
        if not isinstance(other, int) or isinstance(other, _GivenCards):
            self._ask()
        least = self._least - (self._pool & other).bit_count()
        return self._with(self._sure | other, self._pool & ~other, least, self._most)

    __rand__, __ror__ = __and__, __or__

    def __bool__(self) -> bool:
        return bool(self.bit_count() > 0)

    def bit_count(self) -> Any:  # noqa: ANN401
        """Return how many there are."""
        sure, least, most = self._sure.bit_count(), self._least, self._most
        # Where none can be in question, the rules may read of each card what is not said, such as who played it.
        return sure + least if least == most > 0 else _OpenNumber(self, sure + least, sure + most)


class _GivenCards(int):
    """Cards that a seat or a side won, as a mask, and how many it won besides: those are none that count.

    Only the number of all of them knows of the others.
    """

    others: int

    @classmethod
    def of(cls, known: int, others: int) -> int:
        """Return the known cards, and so many others."""
        cards = cls(known)
        cards.others = others
        return cards

    def __or__(self, other: int) -> int:
        """Return them with those of another seat."""
        return self.of(int(self) | int(other), self.others + getattr(other, "others", 0))

    __ror__ = __or__

    def bit_count(self) -> int:
        """Return how many there are."""
        return int(self).bit_count() + self.others


def _compared(test: Callable[[Any, Any], bool]) -> Any:  # noqa: ANN401
    """Return the method of `_OpenNumber` for a comparison: it answers what is so for every such number."""

    def holds(self: _OpenNumber, other: object) -> bool:
        found = {test(number, other) for number in range(self._least, self._most + 1)}
        return found.pop() if len(found) == 1 else self._ask()

    return holds


class _OpenNumber(Unknown):
    """A number of cards that is only known within limits: it can be compared with what it never or always is."""

    __slots__ = ("_least", "_most")

    def __init__(self, asks: Unknown, least: int, most: int) -> None:
        self._missing, self._least, self._most = asks._missing, least, most

    __eq__, __ne__, __lt__, __le__, __gt__, __ge__ = map(_compared, (eq, ne, lt, le, gt, ge))
    __hash__ = Unknown.__hash__


def awards_tricks(s: State) -> bool:
    """Tell whether a rule counts tricks that were not played, or leaves some out."""
    return any(isinstance(action, Award | Skip) for action in s.spec.plan.actions)


def may_lose_tricks(s: State) -> bool:
    """Tell whether a trick may have no winner, or go unplayed; the cards of the deal need not be known."""
    cards = range(len(s.spec.deck.names))
    return s.spec.play.equal == "cancel" or awards_tricks(s) or any(map(_wins_nothing(s), cards))


def _wins_nothing(s: State) -> Callable[[int], bool]:
    """Return a test of whether a card that is led wins nothing even if the others throw theirs away."""
    alone = Situation(s.copy())

    def wins_nothing(card: int) -> bool:
        alone.on_table([(0, card)])
        try:
            return best_card(alone.s) is None
        except MissingFact:
            return True

    return wins_nothing


def wrong_total(s: State, taken: Sequence[Amount | None]) -> Amount | None:
    """Return how many tricks are taken, if no deal has so many, or so few; None if it may be.

    Args:
        s: The deal, with no fact about its play.
        taken: Tricks by seat or by side; None where they are not given.
    """
    known = sum([number for number in taken if number is not None])
    most = s.tricks_total
    is_wrong = known > most or (known < most and None not in taken and not may_lose_tricks(s))
    return known if most and is_wrong else None


def with_rest(s: State, taken: tuple[Amount | None, ...] | None) -> tuple[Amount | None, ...] | None:
    """Return tricks by seat or by side with the only one that is not given, if it follows from the others."""
    if taken is None or taken.count(None) != 1 or not s.tricks_total or may_lose_tricks(s):
        return taken
    rest = s.tricks_total - sum([number for number in taken if number is not None])
    return tuple([rest if number is None and rest >= 0 else number for number in taken])


def leave_open(
    s: State,
    taken: Sequence[Amount | None],
    winners: Sequence[int | None] | Mapping[int, int | None] | None,
    has_won: Container[int],
    is_open: IsOpen,
) -> None:
    """Put in the tricks of a deal, those given with their cards; reading what is not said then raises `MissingFact`.

    Args:
        s: The deal. It is changed.
        taken: Tricks by seat; None where they are not given.
        winners: Who won each trick, in order, or who won some, by number; None if that is not given.
        has_won: The seats whose cards won are in place.
        is_open: Tells by its key whether a fact that is not said is left open, or is as it may well be.
    """
    names = s.spec.seats
    takers = [seat for seat, number in enumerate(taken) if number != 0]

    def unknown(key: str, what: str, default: object) -> Any:  # noqa: ANN401 - stands for any value
        return Unknown(key, what) if is_open(key) else default

    s.taken = tuple(
        [
            unknown(f"taken[{seat}]", f"the tricks of {names[seat]}", 0) if number is None else cast("int", number)
            for seat, number in enumerate(taken)
        ]
    )
    listed = winners if isinstance(winners, Sequence) else None
    some = winners if isinstance(winners, Mapping) else {}
    if listed is None and not awards_tricks(s):
        if not some and len(takers) < 2 and None not in taken:
            listed = [seat for seat in takers for _ in range(int(taken[seat] or 0))]
        elif s.tricks_total:
            listed = [
                some[at] if at in some else unknown(f"winners.{at}", f"who won trick {at}", None)
                for at in range(1, s.tricks_total + 1)
            ]
    if listed is None:
        s.tricks = unknown("winners", "who won each trick", ())
    else:
        given = {trick.number: trick for trick in s.tricks}
        s.tricks = tuple([given.get(at) or _trick_of(at, winner, is_open) for at, winner in enumerate(listed, 1)])
    leave_played_open(s, is_open)
    _leave_won_open(s, taken, [seat for seat in takers if seat not in has_won], is_open)


def _trick_of(number: int, winner: Any, is_open: IsOpen) -> Trick:  # noqa: ANN401
    """Return a trick of which only the winner may be known."""
    key = f"tricks.{number}"
    if not is_open(key):
        return Trick(number, 0, (), (), None, winner)
    cards: Any = Unknown(key, f"the cards of trick {number}")
    leader: Any = Unknown(key, f"who led to trick {number}")
    return Trick(number, leader, cards, cards, cards, winner)


def _leave_won_open(s: State, taken: Sequence[Amount | None], seats: Sequence[int], is_open: IsOpen) -> None:
    """Put in what is known of the cards that seats won; or some cards that they may have won."""
    pool = s.spec.deck.all & ~reduce(or_, s.won, 0)
    left = bits(pool)
    won: list[Any] = list(s.won)
    is_dealt_out = _is_dealt_out(s)
    for seat, tricks in enumerate(taken):
        key, is_counted = f"won.{seat}", tricks is not None and is_dealt_out
        size = len(s.spec.players) * int(tricks or 0) if is_counted else 0
        if seat not in seats:
            others = size - won[seat].bit_count()
            won[seat] = _GivenCards.of(won[seat], others) if others > 0 else won[seat]
        elif is_open(key):
            asks = Unknown(key, f"the cards that {s.spec.seats[seat]} won")
            known = won[seat]
            least = size - known.bit_count()
            most = least if is_counted else pool.bit_count()
            won[seat] = OpenCards(asks, 1 << seat, known, pool, least, most) & -1
        else:
            won[seat], left = won[seat] | mask_of(left[:size]), left[size:]
    s.won = tuple(won)


def _is_dealt_out(s: State) -> bool:
    """Tell whether each card of the deck is played by a player."""
    sits_out = any(control.player is None for control in s.spec.play.controls)
    is_whole = s.tricks_total * len(s.spec.players) == s.spec.deck.size
    return is_whole and not sits_out and not awards_tricks(s)


def leave_played_open(s: State, is_open: IsOpen) -> None:
    """Put in which cards were played: all of the deck if each is dealt to a player; else reading them asks for them."""
    if _is_dealt_out(s):
        s.played = s.spec.deck.all
    elif is_open("played"):
        s.played = cast("int", Unknown("played", "the cards that were played"))
