"""Moving about in the plan: what follows, what is interrupted, whose turn it is."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

from spadesdsl.engine import choices, seats
from spadesdsl.engine.actions import environment
from spadesdsl.engine.events import ChoiceEvent
from spadesdsl.engine.plan import BACK, Node, Point, Turns
from spadesdsl.engine.spec import SIDE, Code

if TYPE_CHECKING:
    from collections.abc import Iterable

    from spadesdsl.engine.state import StateData
    from spadesdsl.rules.parts import By

    Order: TypeAlias = list[tuple[tuple[int, ...], int | None]]

MOST_LAPS = 200
"""The most times a turn `until …` goes round. Real rules need far fewer; the limit makes every deal end."""


def go_to(s: StateData, node: int, turns: Turns | None = None) -> None:
    """Go to a node from the one that the deal has reached; `BACK` leaves the block."""
    flow = s.flow
    if node == BACK:
        s.flow = flow[:-1]
    elif turns is None and len(flow) == 1:
        s.flow = _alone(node, flow[0].subject)
    else:
        s.flow = (*flow[:-1], Point(node, flow[-1].subject, turns))


@cache
def _alone(node: int, subject: int) -> tuple[Point, ...]:
    return (Point(node, subject),)


def interrupt(s: StateData, block: int, subject: int) -> None:
    """Do a block before anything else."""
    if block != BACK:
        s.flow += (Point(block, subject),)


# ---------------------------------------------------------------- turns


def order_of(s: StateData, by: By[Code], subject: int) -> Order:
    """Return the turns in order: the seats of each, and the side that they speak for."""
    env = environment(s, subject)
    if by.turns == "one":
        assert by.who is not None
        who = by.who(s, env)
        if who is None:
            return []
        if by.noun == "side":
            return [(_speakers(s, who), who)]
        return [((who,), None)]
    start = seats.first_seat(s) if by.start is None else by.start(s, env)
    if start is None:
        return []
    if by.noun in ("team", "side"):
        return [(_speakers(s, side), side) for side in seats.sides_from(s, start)]
    is_of_side = by.noun == "member" and subject >= 0
    return [
        ((seat,), None)
        for seat in seats.players_from(s, start)
        if not is_of_side or s.side_of[seat] == s.side_of[subject]
    ]


def _speakers(s: StateData, side: int) -> tuple[int, ...]:
    players = seats.players_of(s)
    return tuple(seat for seat in s.sides[side] if seat in players)


def turns_at(s: StateData, node: Node, by: By[Code]) -> Turns | None:
    """Return whose turn it is in a decision or a round; at its beginning, go to its first turn.

    Returns None, and goes on to what follows, if there is nobody to ask or the first turn would be too late.
    """
    place = s.flow[-1]
    turns = place.turns
    if turns is None:
        order = order_of(s, by, place.subject)
        turns = Turns(
            tuple([group for group, _ in order]),
            tuple([side for _, side in order]),
            chosen=(None,) * len(order) if by.turns == "at once" else (),
        )
        if order:
            go_to(s, node.id, turns)
    is_first = not turns.at and not turns.laps and by.turns != "at once"
    if not turns.order or (is_first and is_stopped(s, by, turns)):
        go_to(s, node.then)
        return None
    return turns


def pass_turn(s: StateData, node: Node, by: By[Code], turns: Turns, begins: int, *, was_asked: bool) -> None:
    """Pass the turn on to where the next one begins, or go on to what follows the decision or the round."""
    was_asked = was_asked or turns.was_asked
    at, laps = turns.at + 1, turns.laps
    if by.turns == "one" or at == len(turns.order):
        # `until` keeps going round; a lap in which nobody was asked would never end.
        at, laps = 0, laps + 1
        if by.until is None or not was_asked or laps > MOST_LAPS:
            go_to(s, node.then)
            return
        was_asked = False
    if is_stopped(s, by, turns):
        go_to(s, node.then)
    else:
        go_to(s, begins, Turns(turns.order, turns.sides, at, laps, was_asked))


def is_stopped(s: StateData, by: By[Code], turns: Turns) -> bool:
    """Tell whether a decision or a round is over: `player` is the one whose turn it is."""
    if by.stopping is None and by.until is None:
        return False
    return is_enough(s, by, for_turn(s, turns.group, turns.sides[turns.at]))


def is_enough(s: StateData, by: By[Code], env: list[Any]) -> bool:
    """Tell whether nobody is to have another turn."""
    return _holds(s, by.stopping, env) or _holds(s, by.until, env)


def _holds(s: StateData, condition: Code | None, env: list[Any]) -> bool:
    return condition is not None and bool(condition(s, env))


def for_turn(s: StateData, group: tuple[int, ...], side: int | None) -> list[Any]:
    """Return the environment of one turn: a seat's, or a side's."""
    env = environment(s, min(group) if side is None and group else -1)
    if side is not None:
        env[SIDE] = side
    return env


def look(s: StateData, group: Iterable[int]) -> None:
    """Show players their hands. Being asked is no look while they hold only open cards."""
    if s.spec.has_unseen_bids:
        for seat in group:
            if choices.is_unseen(s, seat):
                s.looked |= 1 << seat


def tell(s: StateData, seat: int, choice: str, text: str, side: int | None) -> None:
    """Let everybody hear what was said."""
    s.said += ((seat, choice, text),)
    s.events += (ChoiceEvent(seat, choice, text, side),)
