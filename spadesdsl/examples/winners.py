"""Who won which tricks, as far as an example says it."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from spadesdsl.examples.names import COUNT_HINT, fail, members_of
from spadesdsl.syntax import examples

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spadesdsl.engine.game import State

Winners: TypeAlias = "list[int | None]"
"""Who won each trick; None for nobody."""


def that_win(
    s: State, shares: list[tuple[int, ...]], outcomes: tuple[examples.Outcome, ...], counted: frozenset[int]
) -> list[tuple[int, ...]]:
    """Return the shares in which each side has the tricks that it is said to win."""
    found = [share for share in shares if winners_of(s, share, outcomes, counted) != []]
    if not found:
        wins = next(one for one in outcomes if isinstance(one, examples.WinTricks))
        message = f"`{wins.who}` cannot win these tricks: fewer are taken."
        raise fail("E707", wins.span, message, COUNT_HINT)
    return found


def _said(s: State, outcomes: Sequence[examples.Outcome]) -> dict[int, tuple[int, ...]]:
    """Return the seats of which one won a trick, by its number, as far as outcomes say that."""
    won: dict[int, tuple[int, ...]] = {}
    given = {trick.number: trick for trick in s.tricks}
    for outcome in outcomes:
        if not isinstance(outcome, examples.WinTricks):
            continue
        if not 1 <= outcome.first <= outcome.last <= max(s.tricks_total, 1):
            message = f"There are no tricks {outcome.first} to {outcome.last}: this deal has {s.tricks_total}."
            raise fail("E707", outcome.span, message, COUNT_HINT)
        members = members_of(s, outcome.who, outcome.span)
        for number in range(outcome.first, outcome.last + 1):
            if number in won:
                raise fail("E707", outcome.span, f"Trick {number} is won twice.", COUNT_HINT)
            if (trick := given.get(number)) is not None and trick.winner not in members:
                who = "nobody" if trick.winner is None else s.spec.seats[trick.winner]
                message = f"`{outcome.who}` cannot win trick {number}: {who} wins it with the cards that are given."
                raise fail("E707", outcome.span, message, "correct the cards, or who wins the trick")
            won[number] = members
    return won


def winners_of(
    s: State, share: Sequence[int], outcomes: Sequence[examples.Outcome], counted: frozenset[int]
) -> list[Winners] | None:
    """Return who won each trick, in every order tried, if outcomes say that of some; none if the share differs.

    If nothing says how many tricks are taken, all others go to a seat that is not named.

    Args:
        share: Tricks by seat.
        counted: The seats whose tricks are among the facts.
    """
    if not (said := _said(s, outcomes)):
        return None
    left = list(share)
    named = {seat for members in said.values() for seat in members}
    is_told = named <= counted or any(isinstance(outcome, examples.Take) for outcome in outcomes)
    won: dict[int, int | None] = {trick.number: trick.winner for trick in s.tricks}
    for winner in won.values():
        if winner is not None:
            left[winner] -= 1
    for number, members in said.items():
        if number not in won:
            seat = max(members, key=left.__getitem__) if is_told else members[0]
            won[number] = seat
            left[seat] -= 1
    numbers = range(1, max(s.tricks_total, *won) + 1)
    if not is_told:
        other = next((seat for seat in range(len(s.spec.seats)) if seat not in named), None)
        return [[won.get(number, other) for number in numbers]]
    if min(left) < 0:
        return []
    orders = [iter(order) for order in orders_of(left)]
    return [[won[number] if number in won else next(order, None) for number in numbers] for order in orders]


def orders_of(share: Sequence[int]) -> list[Winners]:
    """Return orders in which tricks may have been won: the last by each seat, with few and with many before it."""
    tricks = [seat for seat, number in enumerate(share) for _ in range(number)]
    found: list[Winners] = []
    for last, number in enumerate(share):
        others = [seat for seat in tricks if seat != last]
        if number:
            found += [[*others, *[last] * number], [*[last] * (number - 1), *others, last]]
    return found or [[]]
