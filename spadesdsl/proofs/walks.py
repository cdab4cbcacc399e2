"""Walks through games, from the start, for the endings that they reach and the ties that they leave.

A walk goes through a game from deal to deal, using deals already played, picked for a purpose: those that win most,
those that lose most, some that keep the sides level. The game's own sheet scores them, each on top of the last.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from random import Random
from typing import Final

from spadesdsl.algebra.reads import options_read
from spadesdsl.engine.game import State
from spadesdsl.engine.scoring import scored
from spadesdsl.engine.spec import Amount
from spadesdsl.engine.state import StateData
from spadesdsl.frozen import Changing, field
from spadesdsl.proofs.claims import Event, id_of
from spadesdsl.proofs.context import ProofContext, Setting, settings_of
from spadesdsl.proofs.playing import placed, play_deal
from spadesdsl.rules.operations import Topic
from spadesdsl.work import GIVEN_UP, at_most, share

_Score = tuple["Amount", ...]
_MOST_SETTINGS: Final = 4
_FAR: Final = 400
_MORE_DEALS: Final = 100
_KEPT: Final = 20_000
"""So much work is left for what is known without a walk."""
_FEW: Final = 12
"""From so many deals the next one is chosen, in a walk that looks for the end of a game."""
_LONGEST: Final = 40
"""A walk is given up after this many deals."""
_LONGEST_PLAYED: Final = 12
_PLAYED_OF_A_DEAL: Final = 4
"""Games that are played out end after so many deals; each deal is played so often, and the best is kept."""
_SHORTER: Final = 20
"""A walk in which nobody is meant to win is given up after this many deals."""


class Walks(Changing):
    """The results of walking through games."""

    count: int = 0
    deals: int = 0
    shortest: int | None = None
    """The number of deals in the shortest game that ended."""
    endless: str = ""
    """The kind of game that a walk could not end, if any."""
    ended: dict[str, int] = field(default_factory=dict)
    """By ending: the number of deals after which it ended a game."""
    least: Amount = 0
    most: Amount = 0
    """What a deal gave a side."""
    last: dict[str, tuple[State, Sequence[StateData]]] = field(default_factory=dict)
    """By ending: the deal after which it ended a game, not yet scored, and the deals that led there."""
    settled: set[str] = field(default_factory=set)
    """The endings at which a game that was level ended."""
    is_made_up: bool = False
    """Whether one of these was settled by tricks that nobody may be able to win so."""
    unsettled: str = ""
    """The ending at which a game was level that did not end later, if any."""
    tied_on: int = 0
    """The deal after which it was."""
    given_up: str = ""
    """What is said if there was more to walk than may be walked."""


def walk(context: ProofContext) -> Walks:
    """Walk through games with the deals that were played out; if none of those ends a game, with constructed ones."""
    found = Walks()
    try:
        with at_most(share(1) - _KEPT) as budget:
            _walk_for_all(context, found)
    except GIVEN_UP:
        found.given_up = budget.said
    return found


def _walk_for_all(context: ProofContext, found: Walks) -> None:
    keys = {ending.rule.key for _, game in context.editions for ending in game.endings}
    played = [s for s in context.record.deals if not s.out]
    _walk(context, found, [s for s in played if not context.doubts(s)] or played, keys, is_first=True)
    if not found.ended:
        _walk_far(context, found)
    elif not keys <= found.ended.keys() and context.made_deals():
        _walk(context, found, context.made_deals(), keys)  # those that random play seldom wins
    for setting in _settings(context, found, keys):
        for s in context.made_deals(setting):
            if keys <= found.ended.keys():
                break
            _follow(context, found, "", [s], longest=2)
    times = tuple(clock.name for _, game in context.editions for clock in game.clocks if not clock.phase)
    for s in islice((s for s in context.record.deals if not s.out), _MOST_SETTINGS if times else 0):
        if not keys <= found.ended.keys():
            _follow(context, found, "", [s], _LONGEST, time_up=times)
    _play_games(context, found)
    with context.record.idle():
        for key, (last, deals) in found.last.items():
            _tie(context, found, key, last, deals)


def _play_games(context: ProofContext, found: Walks) -> None:
    """Play whole games for the endings that were reached only with deals put one after the other."""
    endings = {id_of(ending.rule) for _, game in context.editions for ending in game.endings}
    aims: tuple[Callable[[_Score], Amount], ...] = (_ahead, sum, lambda gain: -sum(gain))
    for number, aim in enumerate(aims):
        if all(context.record.shows(Event.ENDS, rule) for rule in endings):
            return
        rng = Random(number)
        s = context.game().start(number)
        for _ in range(_LONGEST_PLAYED // (1 + len(context.variant.game.play.musts) // 20)):
            tries = [play_deal(s, rng, context.record, boldness=0.2) for _ in range(_PLAYED_OF_A_DEAL)]
            before = s.scores
            gains = [tuple(new - old for new, old in zip(one.scores, before, strict=True)) for one in tries]
            best = max(zip(gains, range(len(tries)), tries, strict=True), key=lambda one: (aim(one[0]), one[1]))[2]
            if best.deal == s.deal and not best.over:
                break
            s = best
            if s.over:
                _ended(context, found, s, s.deal)
                break


def _walk_far(context: ProofContext, found: Walks) -> None:
    """Walk further, choosing from more deals, before saying that a game has no end."""
    before = len(context.record.deals)
    context.record.most_kept += _MORE_DEALS
    context.play(_MORE_DEALS)
    exact = [made for s in context.made_deals() if (made := _exact(s)) is not None]
    deals = [*context.made_deals(), *exact, *context.record.deals[before:], *context.record.deals[:before]]
    gains = [(s, _gains(context, s, found)) for s in deals if not s.out]
    by_gain = [(s, gain) for gain, s in {gain: s for s, gain in gains}.items()]
    aims: tuple[tuple[Callable[[_Score], Amount], Callable[[_Score], Amount]], ...] = (
        (_ahead, lambda score: score[0]),
        (lambda score: -_ahead(score), lambda score: -score[0]),
    )
    for ahead, own in aims:
        if not _follow(context, found, "", _best(gains, ahead, 1), longest=_FAR):
            _follow(context, found, "", [*_best(by_gain, ahead, _FEW), *_best(by_gain, own, _FEW)], aim=own)


def _exact(s: StateData) -> StateData | None:
    """Return a made deal in which the first side takes just what it bid, and one other the rest; None if it cannot."""
    row = [0 if bid is None or seat not in s.sides[0] else int(bid.contract or 0) for seat, bid in enumerate(s.bids)]
    rest = sum(s.taken) - sum(row)
    others = [seat for members in s.sides[1:] for seat in members]
    if rest < 0 or min(row) < 0 or not others:
        return None
    made = s.copy()
    row[others[0]] = rest
    made.taken = tuple(row)
    return made


def _settings(context: ProofContext, found: Walks, keys: set[str]) -> list[Setting]:
    """Return the settings of the options read by endings that no game has reached."""
    missing = [ending for ending in context.variant.game.endings if ending.rule.key in keys - found.ended.keys()]
    if not missing:
        return []
    read = options_read(context.variant.game, *(ending.when for ending in missing))
    return settings_of(tuple(option for option in read if len(option.choices) <= 3), _MOST_SETTINGS)[0]


def _walk(
    context: ProofContext, found: Walks, pool: Sequence[StateData], keys: set[str], *, is_first: bool = False
) -> None:
    """Walk through games with some deals; if not even those that win most end a game, use constructed ones."""
    if not pool:
        return
    gains = [(s, _gains(context, s, found)) for s in pool]
    # With three, since one deal alone may keep the others level.
    if not any(_follow(context, found, "", _best(gains, _ahead, many)) for many in (1, 3)):
        if is_first and context.made_deals():
            _walk(context, found, context.made_deals(), keys)
            return
        found.endless = found.endless or f"where one side wins what it can, {_nothing_after(_LONGEST)}"
    kinds: tuple[tuple[str, int, Callable[[_Score], Amount]], ...] = (
        ("all win what they can", _LONGEST, sum),
        (
            "one side wins and nobody loses",
            _LONGEST,
            lambda gain: (min(gain) >= 0) * gain[0] - max(gain[1:], default=0),
        ),
        ("one side loses what it can", _SHORTER, lambda gain: -gain[0]),
        ("all lose what they can", _SHORTER, lambda gain: -sum(gain)),
    )
    for name, longest, value in kinds:
        if found.endless and keys <= found.ended.keys():
            break
        _follow(context, found, name, _best(gains, value, 3), longest)
    if not keys <= found.ended.keys():
        rng = Random(1)
        _follow(context, found, "", [pool[rng.randrange(len(pool))] for _ in range(_LONGEST)])


def _best(
    gains: Sequence[tuple[StateData, _Score]], value: Callable[[_Score], Amount], many: int
) -> Sequence[StateData]:
    return [s for s, _ in sorted(gains, key=lambda one: value(one[1]), reverse=True)[:many]]


def _ahead(score: _Score) -> Amount:
    """Return by how much one side is ahead."""
    return score[0] - max(score[1:], default=0)


def _next(
    context: ProofContext, deals: Sequence[StateData], s: State | None, aim: Callable[[_Score], Amount]
) -> StateData:
    """Return the deal that ends the game, or after which it is best: what tallies bring is counted, too."""
    with context.record.idle():
        after = [scored(placed(deal, s), has_sheet=False) for deal in deals]
    return max(zip(deals, after, strict=True), key=lambda one: (one[1].over, aim(one[1].scores)))[0]


def _nothing_after(deals: int) -> str:
    return f"nothing had ended it after {deals} deals"


def _gains(context: ProofContext, s: StateData, found: Walks) -> _Score:
    """Return what each side gains from a deal in a new game."""
    start = placed(s, None)
    with context.record.given(context.doubts(s) if context.is_as_played(start, s) else Topic):
        after = scored(start, has_sheet=False)
    gain = tuple(new - old for new, old in zip(after.scores, start.scores, strict=True))
    found.least, found.most = min(found.least, *gain), max(found.most, *gain)
    return gain


def _follow(
    context: ProofContext,
    found: Walks,
    name: str,
    deals: Sequence[StateData],
    longest: int = _LONGEST,
    time_up: tuple[str, ...] = (),
    aim: Callable[[_Score], Amount] | None = None,
) -> bool:
    """Walk through one game, taking the deals in turn, or each time the one that serves an aim; tell whether it ended.

    Time may be up at any moment: `time_up` are the clocks that have run out.
    """
    s: State | None = None
    found.count += 1
    doubts: frozenset[Topic] = frozenset()
    for number in range(longest):
        deal = deals[number % len(deals)] if aim is None else _next(context, deals, s, aim)
        unscored = placed(deal, s)
        doubts |= context.doubts(deal) if context.is_as_played(unscored, deal) else frozenset(Topic)
        unscored.time_up = time_up
        with context.record.given(doubts):
            s = scored(unscored, has_sheet=False)
            found.deals += 1
            if s.over:
                _ended(context, found, s, number + 1)
                found.last.setdefault(s.ended_by, (unscored, deals))
                return True
    if name and not found.endless:
        found.endless = f"where {name}, {_nothing_after(longest)}"
    return False


def _of_the_day(context: ProofContext, deal: StateData, s: State | None) -> StateData:
    """Return a deal, or one that was played by the rules of the next deal of a game if others hold for it."""
    tries = (deal, *context.record.deals) if context.variant.scopes else ()
    return next((one for one in tries if not one.out and context.is_as_played(placed(one, s), one)), deal)


def _ended(context: ProofContext, found: Walks, s: State, deals: int) -> None:
    found.ended[s.ended_by] = min(deals, found.ended.get(s.ended_by, deals))
    for ending in s.spec.endings:
        if ending.rule.key == s.ended_by:
            context.record.note(Event.ENDS, id_of(ending.rule))
            if context.record.is_certain(id_of(ending.rule)) and (found.shortest is None or deals < found.shortest):
                found.shortest = deals


def _tie(context: ProofContext, found: Walks, key: str, last: State, deals: Sequence[StateData]) -> None:
    """Tie all sides where an ending ended a game, and see whether it ends then or later."""
    after = scored(last, has_sheet=False)
    best = (min if last.spec.best_lowest else max)(after.scores)
    level = last.copy()
    level.scores = tuple(old + best - new for old, new in zip(last.scores, after.scores, strict=True))
    s = scored(level, has_sheet=False)
    found.deals += 1
    made_up = Topic.TAKEN in context.doubts(last)
    for number in range(_LONGEST):
        if s.over:
            found.settled.add(key)
            found.is_made_up |= made_up
        if s.over or s.out:
            return
        deal = _of_the_day(context, deals[number % len(deals)], s)
        after_that = placed(deal, s)
        if not context.is_as_played(after_that, deal):
            return
        after_that.time_up = last.time_up
        made_up |= Topic.TAKEN in context.doubts(deal)
        s = scored(after_that, has_sheet=False)
        found.deals += 1
    if not found.unsettled:
        found.unsettled, found.tied_on = key, last.deal
