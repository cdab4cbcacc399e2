"""Clocks: which ones run now, and what is chosen for a player whose time has run out.

The runtime keeps no time. The table that runs the game does, and says when time has run out; that is recorded like a
move, so a replayed game turns out the same.
"""

from __future__ import annotations

from typing import Any

from spadesdsl.engine import choices, flow
from spadesdsl.engine.actions import environment
from spadesdsl.engine.events import TimeEvent, number
from spadesdsl.engine.generator import below
from spadesdsl.engine.labels import bid_label
from spadesdsl.engine.ranking import Ranking
from spadesdsl.engine.spec import Amount, Code, amount
from spadesdsl.engine.state import StateData
from spadesdsl.engine.turns import Option, Turn
from spadesdsl.frozen import Frozen
from spadesdsl.rules.parts import Clock, RuleInfo


class Running(Frozen):
    """A time that runs now."""

    clock: str
    seat: int | None
    """The seat whose choice it times; None for the whole game."""
    seconds: Amount | None
    """How long it runs: from the moment the seat is asked, or from the start of the game."""
    hour: Amount | None
    """The hour of the day when it runs out, such as 22.5; one of the two is None."""
    rule: RuleInfo
    then: str
    """What is chosen for the seat when it runs out: `lowest`, `highest`, `random`, `no`, or a bid; empty if the choice
    stays with the seat."""

    def to_json(self) -> dict[str, Any]:
        """Write it as the referee answers."""
        seat = {} if self.seat is None else {"seat": self.seat}
        time = {"until": number(self.hour)} if self.hour is not None else {"seconds": number(self.seconds or 0)}
        then = {"then": self.then} if self.then else {}
        return {"clock": self.clock, **seat, **time, **then, "rule": self.rule.key}


def running(s: StateData) -> tuple[Running, ...]:
    """Return the clocks that run now: that of each seat that has to choose, then the game's."""
    if not s.spec.clocks or s.over:
        return ()
    found = []
    for entry in choices.due(s):
        clock = _clock_for(s, entry)
        if clock is not None and (entry.seat, clock.name) not in s.waited:
            found.append(_running(s, clock, entry.seat))
    found += [_running(s, clock, None) for clock in s.spec.clocks if not clock.phase and clock.name not in s.time_up]
    return tuple(dict.fromkeys(found))


def _running(s: StateData, clock: Clock[Code], seat: int | None) -> Running:
    bid = _bid(s, clock)
    then = clock.then if bid is None else bid_label(s, *bid)
    number = amount(clock.number)
    seconds, hour = (None, number) if clock.is_hour else (number, None)
    return Running(clock.name, seat, seconds, hour, clock.rule, then)


def _bid(s: StateData, clock: Clock[Code]) -> tuple[int, tuple[Any, ...]] | None:
    """Return the bid that a clock makes when it runs out: its type and its values."""
    if clock.bid is None:
        return None
    env = list(s.spec.environment)
    return s.spec.bid_numbers[clock.bid.bid_type], tuple(code(s, env) for code in clock.bid.arguments)


def _clock_for(s: StateData, entry: Turn) -> Clock[Code] | None:
    """Return the clock of a choice: the first one that fits."""
    phase = choices.phase_now(s)
    env = environment(s, entry.seat)
    for clock in s.spec.clocks:
        if (
            phase is not None
            and clock.phase == phase.name
            and clock.during in ("", entry.choice)
            and (clock.when is None or clock.when(s, env))
        ):
            return clock
    return None


def run_out(s: StateData, name: str, seat: int | None) -> None:
    """Let a running clock run out, and go on until somebody has to choose."""
    now = next(one for one in running(s) if (one.clock, one.seat) == (name, seat))
    s.events += (TimeEvent(name, now.rule.key, seat),)
    if seat is None:
        s.time_up += (name,)
        flow.advance(s)
        return
    entry = next(one for one in choices.due(s) if one.seat == seat)
    chosen = _chosen(s, next(one for one in s.spec.clocks if one.name == name), entry)
    s.late += ((seat, name),)
    if chosen is None:
        s.waited += ((seat, name),)
        flow.advance(s)
    else:
        flow.carry_out(s, entry, chosen)
        flow.advance(s)
        forget_waiting(s, seat)


def forget_waiting(s: StateData, seat: int) -> None:
    """Let clocks run again for a seat that has chosen, and for seats that are no longer asked."""
    asked = {entry.seat for entry in choices.due(s)}
    s.waited = tuple(one for one in s.waited if one[0] != seat and one[0] in asked)


def _chosen(s: StateData, clock: Clock[Code], entry: Turn) -> Option | None:
    """Return what is chosen for a seat whose time has run out; None if the choice stays with it.

    What the clock names is not always possible: the bid may be barred, and a yes or no has no lowest card. Then a
    player who has not looked looks, a player who may say no says it, and otherwise chance decides.
    """
    if not clock.then and clock.bid is None:
        return None
    plain = [option for option in entry.options if option.said < 0] or list(entry.options)
    bid = _bid(s, clock)
    named = [option for option in plain if bid is not None and (option.value, option.arguments) == bid]
    cards = [option for option in plain if option.kind in ("card", "pass") and option.value >= 0]
    if clock.then in ("lowest", "highest") and cards:
        s_ranking = s.ranking
        best = min if clock.then == "lowest" else max
        return best(cards, key=lambda option: _height(s_ranking, option.value))
    refusals = [option for kind in ("look", "no") for option in plain if option.kind == kind]
    if clock.then == "random":
        refusals = refusals if any(option.kind == "look" for option in refusals) else []
    for option in (*(one for one in named if one.kind == "bid"), *refusals):
        return option
    place, s.generator = below(s.generator, len(plain))
    return plain[place]


def _height(ranking: Ranking, card: int) -> tuple[bool, int, int]:
    """Return how high a card is in the whole deck: trumps above the others, then by rank, then by suit."""
    suit = ranking.suit[card]
    return suit is not None and suit == ranking.trumps, ranking.strength[card], -1 if suit is None else suit
