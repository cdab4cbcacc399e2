"""How the tricks of a deal from outside went: what the facts say, and what they leave open."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from spadesdsl.engine.play import best_card
from spadesdsl.engine.situation import Situation
from spadesdsl.engine.spec import MissingFact
from spadesdsl.engine.state import Trick
from spadesdsl.rules.parts import Award, Skip

if TYPE_CHECKING:
    from spadesdsl.engine.game import State
    from spadesdsl.engine.spec import Amount

LeftOpen: TypeAlias = Callable[[str, str, object], Any]
"""Gives a value for a fact that is left open: by its key, what it is in words, and a value of its kind."""


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


def leave_open(
    s: State,
    taken: Sequence[Amount | None],
    winners: Sequence[int | None] | Mapping[int, int | None] | None,
    has_won: Container[int],
    unknown: LeftOpen,
) -> None:
    """Put in the tricks of a deal, those given with their cards; reading what is not said then raises `MissingFact`.

    Args:
        s: The deal. It is changed.
        taken: Tricks by seat; None where they are not given.
        winners: Who won each trick, in order, or who won some, by number; None if that is not given.
        has_won: The seats whose cards won are in place.
        unknown: Gives a value for a fact that is left open.
    """
    names = s.spec.seats
    takers = [seat for seat, number in enumerate(taken) if number != 0]
    by_seat: list[Any] = list(taken)
    for seat, number in enumerate(taken):
        if number is None:
            by_seat[seat] = unknown(f"taken[{seat}]", f"the tricks of {names[seat]}", 0)
    s.taken = tuple(by_seat)
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
        cards = unknown("tricks", "the cards of the tricks", ())
        leader = unknown("tricks", "who led to the tricks", 0)
        best = unknown("tricks", "the cards of the tricks", None)
        given = {trick.number: trick for trick in s.tricks}
        s.tricks = tuple(
            [given.get(at) or Trick(at, leader, cards, cards, best, winner) for at, winner in enumerate(listed, 1)]
        )
    leave_played_open(s, unknown)
    s.won = tuple(
        [
            unknown(f"won.{seat}", f"the cards that {names[seat]} won", 0)
            if seat in takers and seat not in has_won
            else won
            for seat, won in enumerate(s.won)
        ]
    )


def leave_played_open(s: State, unknown: LeftOpen) -> None:
    """Put in which cards were played: all of the deck if each is dealt to a player; else reading them asks for them."""
    is_dealt_out = s.tricks_total * len(s.spec.players) == s.spec.deck.size and not awards_tricks(s)
    s.played = s.spec.deck.all if is_dealt_out else unknown("played", "the cards that were played", s.played)
