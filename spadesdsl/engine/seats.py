"""Who sits where, who partners whom, and whose score is whose."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

    from spadesdsl.engine.spec import Amount, Spec
    from spadesdsl.engine.state import Bid, StateData


@lru_cache(maxsize=256)
def clockwise(seats: int, start: int) -> tuple[int, ...]:
    """Return all seats from `start`, clockwise."""
    return tuple(range(start, seats)) + tuple(range(start))


@lru_cache(maxsize=4096)
def clockwise_of(wanted: tuple[int, ...], seats: int, start: int) -> tuple[int, ...]:
    """Return some seats in their order from `start`, clockwise."""
    return tuple(seat for seat in clockwise(seats, start) if seat in wanted)


def players_of(s: StateData) -> tuple[int, ...]:
    """Return the players who are still in the game."""
    return tuple(seat for seat in s.spec.players if not s.out >> seat & 1) if s.out else s.spec.players


def is_out(s: StateData, side: int) -> bool:
    """Tell whether a side is out of the game."""
    return bool(s.out) and all(s.out >> seat & 1 for seat in s.sides[side])


def players_from(s: StateData, start: int) -> tuple[int, ...]:
    """Return the players from `start`, clockwise."""
    return clockwise_of(players_of(s), len(s.spec.seats), start)


def in_order(s: StateData, wanted: Iterable[int]) -> tuple[int, ...]:
    """Return some seats in their order from the left of the dealer."""
    return _from_left(tuple(wanted), players_of(s), len(s.spec.seats), s.dealer)


@lru_cache(maxsize=4096)
def _from_left(wanted: tuple[int, ...], players: tuple[int, ...], count: int, dealer: int) -> tuple[int, ...]:
    return clockwise_of(wanted, count, next_of(players, count, dealer, 1))


def next_player(s: StateData, seat: int, step: int = 1) -> int:
    """Return the next seat that is a player, clockwise (or anticlockwise with step −1)."""
    return next_of(players_of(s), len(s.spec.seats), seat, step)


@lru_cache(maxsize=4096)
def next_of(players: tuple[int, ...], count: int, seat: int, step: int) -> int:
    """Return the next of some players, clockwise with step 1."""
    for away in range(1, count):
        other = (seat + step * away) % count
        if other in players:
            return other
    return seat


def first_seat(s: StateData) -> int:
    """Return the player on the dealer's left."""
    return next_player(s, s.dealer)


def partner_of(s: StateData, seat: int) -> int | None:
    """Return the next member of the seat's side, clockwise; None for a seat that plays alone."""
    side = s.side_of[seat]
    if side is None or len(s.sides[side]) < 2:
        return None
    members = s.sides[side]
    return members[(members.index(seat) + 1) % len(members)]


def sides_from(s: StateData, start: int) -> tuple[int, ...]:
    """Return the sides that are in the game, in the order of their first seat from `start`."""
    found: tuple[int, ...] = ()
    for seat in clockwise(len(s.spec.seats), start):
        side = s.side_of[seat]
        if side is not None and side not in found and not is_out(s, side):
            found += (side,)
    return found


def with_sides(s: StateData, sides: tuple[tuple[int, ...], ...]) -> None:
    """Set the sides of a state that is still being built, and what is kept by side."""
    s.sides = sides
    side_of: list[int | None] = [None] * len(s.spec.seats)
    for number, members in enumerate(sides):
        for seat in members:
            side_of[seat] = number
    s.side_of = tuple(side_of)
    s.side_bids = (None,) * len(sides)
    s.side_contracts = (None,) * len(sides)
    s.subtotals = (0,) * len(sides)


def first_sides(s: StateData) -> None:
    """Set the sides as they are before the bidding makes others."""
    with_sides(s, s.spec.teams.sides)


def holders(spec: Spec) -> int:
    """Return how many scores are kept: one per side, or one per player if the bidding makes the sides."""
    return len(spec.teams.sides)


def holders_of(s: StateData, side: int) -> tuple[int, ...]:
    """Return the holders of the scores that a side's points go to.

    If sides are fixed, a side holds its own score. If the bidding makes them, scores are kept by player.
    """
    if s.spec.teams.after is None:
        return (side,)
    alone = _alone(s.spec)
    return tuple([alone[seat] for seat in s.sides[side] if alone[seat] is not None])


@lru_cache(maxsize=256)
def _alone(spec: Spec) -> tuple[Any, ...]:
    """Return the holder of each seat's score, if each player keeps one."""
    found: list[int | None] = [None] * len(spec.seats)
    for number, members in enumerate(spec.teams.sides):
        for seat in members:
            found[seat] = number
    return tuple(found)


def holder_of(s: StateData, seat: int) -> int | None:
    """Return the holder of the score that a seat reads as its own: its side, or itself if scores are kept by player."""
    if s.spec.teams.after is None:
        return s.side_of[seat]
    holder: int | None = _alone(s.spec)[seat]
    return holder


def holder_of_side(s: StateData, side: int) -> int | None:
    """Return the holder of the score that a side reads as its own."""
    if s.spec.teams.after is None:
        return side
    alone = _alone(s.spec)
    return next((alone[seat] for seat in s.sides[side] if alone[seat] is not None), None)


def score_of(s: StateData, side: int) -> Amount:
    """Return the score of a side."""
    holder = holder_of_side(s, side)
    return 0 if holder is None else s.scores[holder]


def behind(s: StateData, own: Amount) -> Amount:
    """Return how far a score is below the best; 0 for that of a dummy, which has none, if the best is worse."""
    return max(0, own - min(s.scores) if s.spec.best_lowest else max(s.scores) - own)


def bid_of(s: StateData, seat: int) -> Bid | None:
    """Return a seat's latest bid, or its side's if sides bid."""
    side = s.side_of[seat]
    own = s.bids[seat]
    return own if own is not None or side is None else s.side_bids[side]
