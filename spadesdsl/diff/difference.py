"""Compare two games: their rules, whom the difference affects, and a case where they part."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any, Final

from spadesdsl.algebra.reads import Effect
from spadesdsl.diff import case_search, common, matching
from spadesdsl.diff.changes import Change, ChangeKind, changes_between, days_of_both
from spadesdsl.diff.common import of_tables
from spadesdsl.diff.effects import Direction, are_the_same, possible_effects
from spadesdsl.diff.equivalence import are_alike_however_set, last_of_both, pairs_of, shown_alike, unlike_changes
from spadesdsl.diff.gathered import cards_named, favouring, gathered
from spadesdsl.diff.lockstep import Chooser, Parting, Walk, play_on, walk
from spadesdsl.diff.witnesses import Witness, of_parting
from spadesdsl.engine.game import Game, State
from spadesdsl.engine.spec import Amount
from spadesdsl.frozen import Changing, Frozen, field, replace
from spadesdsl.proofs.situations import Case, dealt, drawn, following, fresh, near, plainer
from spadesdsl.rules.game import Rules, Variant
from spadesdsl.work import GIVEN_UP, at_most

USUAL_DEALS = 200


class Affected(Frozen):
    """One effect, with the case that shows it."""

    effect: Effect
    direction: Direction | None
    """None if no case was found."""
    witness: Witness | None
    """None if no case was found."""
    seen: int = 0
    """In how many of the deals played the games differ in this."""


class Played(Frozen):
    """The result of playing both games on the same cards."""

    deals: int
    parted: int
    """Deals in which they differ in anything."""
    share: Estimate
    points: Estimate | None
    """The average difference in a side's score per deal; None if that has no meaning."""


class Difference(Frozen):
    """All differences between two games."""

    before: str
    """The name of the first game."""
    after: str
    changes: tuple[Change, ...]
    affected: tuple[Affected, ...]
    shown_same: str
    """How they were shown to be the same game; empty if they were not."""
    played: Played | None
    """None if nothing had to be played or could be."""
    notes: tuple[str, ...] = ()
    tried: int = 0
    """How many deals were played."""
    is_as_set: bool = False
    """Whether they were shown to be the same only with their options as they are set."""

    @property
    def is_same(self) -> bool:
        """Tell whether they were shown to be the same game."""
        return bool(self.shown_same)

    @property
    def found(self) -> tuple[Affected, ...]:
        """Return the effects for which a case was found."""
        return tuple(one for one in self.affected if one.witness is not None)


class _Search(Changing):
    """What has been found so far."""

    before: Game
    after: Game
    best: dict[tuple[Effect, Direction], Parting] = field(default_factory=dict)
    choosers: dict[tuple[Effect, Direction], Chooser] = field(default_factory=dict)
    """Who chose the moves in the deal where they part."""
    seen: dict[tuple[Effect, Direction], int] = field(default_factory=dict)
    deals: int = 0
    """How many deals of a game were played, those of `keep` apart."""
    parted: int = 0
    points: list[float] = field(default_factory=list)

    def keep(self, w: Walk) -> None:
        """Record where a deal parts, keeping the smallest case of each kind."""
        for parting in w.partings:
            key = (parting.effect, parting.direction)
            if key not in self.best or parting.size < self.best[key].size:
                self.best[key], self.choosers[key] = parting, w.chooser

    def simplify(self, landmarks: Sequence[Amount]) -> None:
        """Simplify the scores and tallies that the best cases start from, as long as the games still part."""
        for key in self.best:
            while any(self._is_shown(key, case) for case in plainer(self.best[key].case, landmarks)):
                pass

    def _is_shown(self, key: tuple[Effect, Direction], case: Case) -> bool:
        """Replace the scores a case starts from, if the games still part there."""
        if sorted(case.cards) != sorted(self.before.edition(case.deal).deck.names):
            return False
        w = walk(self.before, self.after, case, self.choosers[key])
        found = [one for one in w.partings if (one.effect, one.direction) == key]
        if found:
            self.best[key] = found[0]
        return bool(found)

    def add(self, w: Walk) -> None:
        """Record where a deal of a game parts, and count it."""
        self.keep(w)
        self.deals += 1
        for key in {(parting.effect, parting.direction) for parting in w.partings}:
            self.seen[key] = self.seen.get(key, 0) + 1
        self.parted += bool(w.partings)


def difference(
    before: tuple[str, Variant, Callable[[], Game]],
    after: tuple[str, Variant, Callable[[], Game]],
    *,
    deals: int = USUAL_DEALS,
) -> Difference:
    """Compare two games.

    Args:
        before: The name of the first, its rules, and how to get the game.
        after: The same for the second.
        deals: How many deals are played in both.
    """
    changes = changes_between(before[1], after[1])
    if are_the_same(before[1], after[1]):
        how, has_options = "their resolved rules are the same", any(one.game.options for one in (before[1], after[1]))
        is_as_set = has_options and any(change.is_of_settings for change in changes)
        return Difference(before[0], after[0], changes, _words(changes), how, None, is_as_set=is_as_set)
    games = before[2](), after[2]()
    variants = before[1], after[1]
    how, possible, given_up = claimed(changes, variants, games)
    if how:
        has_presets = any(change.keyword == "preset" and change.is_of_settings for change in changes)
        words, is_as_set = _words(changes), has_presets or not _holds_however_set(changes, variants, games)
        return Difference(before[0], after[0], changes, words, how, None, is_as_set=is_as_set)
    found = _played(before[0], after[0], changes, possible, games, variants, deals)
    return replace(found, notes=(*found.notes, *given_up))


def _holds_however_set(changes: Sequence[Change], variants: tuple[Variant, Variant], games: tuple[Game, Game]) -> bool:
    """Tell whether two games that are the same were shown to be so whatever their options are set to."""
    if not any(one.game.options for one in variants):
        return True
    try:
        with at_most(_MOST_WORK):
            return are_alike_however_set([one for one in changes if one.is_of_rules], *variants, *games)
    except GIVEN_UP:
        return False


def claimed(
    changes: Sequence[Change], variants: tuple[Variant, Variant], games: tuple[Game, Game]
) -> tuple[str, frozenset[Effect], tuple[str, ...]]:
    """Tell how two games were shown to be the same, if they were; otherwise in what they may differ, and notes."""
    of_rules = [change for change in changes if change.is_of_rules]
    try:
        with at_most(_MOST_WORK) as budget:
            pairs = pairs_of(*variants, *games)
            how = shown_alike(pairs, of_rules)
            of_rules = of_rules if how else unlike_changes(of_rules, pairs)
    except GIVEN_UP:  # all changed rules count, whatever they say
        return "", possible_effects(of_rules, *variants), (_NOT_COMPARED.format(budget.said),)
    return how, frozenset() if how else possible_effects(of_rules, *variants), ()


_APART = "They are not played with the same cards at the same table, so no deal was played in both."
_IN_COMMON = "Bids and plays were compared on what they have in common: bids and cards that both have."
_TOO_LONG = "Only {0} of {1} deals were played, because they are long or offer many choices."
_EFFORT = 1_500_000
"""How much work the usual number of deals may take, so that a comparison takes no longer than a few seconds."""
_MOST_WORK = 1_200_000
"""How much work it may take to show that rules say the same, or to look for one kind of case."""
_NOT_COMPARED = "Whether rules that are worded differently say the same was {0}."
_NOT_SEARCHED = "The search for cases in {0} was {1}."
_MOST_DAYS = 20
"""Kinds of deal that are examined separately."""
_FEWEST_A_DAY = 16
"""How many deals are played of each kind, however few are wanted in all."""
_IN_PLAY = frozenset({Effect.PLAYS, Effect.WINNER})
_SCORED = frozenset({Effect.SCORE, Effect.TALLIES})
_IN_RESULTS = frozenset({Effect.BIDS, Effect.PLAYS, Effect.WINNER, Effect.SCORE, Effect.ENDING})
"""What the scores and winners after a deal may show."""
_MOST_DEALT = 32
"""From so many orders of the cards, kernels play deals."""


def _words(changes: tuple[Change, ...]) -> tuple[Affected, ...]:
    """Return the effect on the text for people alone."""
    is_reworded = any(change.kind is ChangeKind.REWORDED for change in changes)
    return (Affected(Effect.WORDS, Direction.OTHER, None),) if is_reworded else ()


def _played(
    first: str,
    second: str,
    changes: tuple[Change, ...],
    possible: frozenset[Effect],
    games: tuple[Game, Game],
    variants: tuple[Variant, Variant],
    deals: int,
) -> Difference:
    rules = variants[0].game, variants[1].game
    notes: list[str] = []
    found: dict[Effect, Affected] = {}
    played = None
    tried = deals
    last = last_of_both(variants, games)
    every = dict.fromkeys((*case_search.days_apart(*rules), *(days_of_both(*variants) or (1,))))
    days = tuple(day for day in every if last is None or day <= last)[:_MOST_DAYS]
    if matching.are_dealt_alike(*games):
        played_out = _search(games, rules, possible, deals, days)
        found |= _gathered(played_out)
        if possible & _IN_PLAY - found.keys():
            # The games may have parted before the play, or early in it.
            apart = _gathered(_search_common(games, rules, possible & _IN_PLAY, deals), was_dealt=False)
            found = {**apart, **found}
        points = mean(played_out.points) if len(played_out.points) > 1 else None
        tried = played_out.deals
        notes += [_TOO_LONG.format(tried, deals)] if tried < deals else ()
        played = Played(tried, played_out.parted, share(played_out.parted, tried), points) if tried else None
    else:
        found |= _gathered(_search_common(games, rules, possible, deals), was_dealt=False)
        found[Effect.DEAL] = Affected(Effect.DEAL, Direction.OTHER, of_tables(*games))
        notes += [_APART, _IN_COMMON] if common.have_one_table(*games) else [_APART]
    scored = case_search.Scored(games, rules, last)
    listed: list[Witness] = []

    def look_for(where: str, look: Callable[[], Iterable[Witness]]) -> None:
        try:
            with at_most(_MOST_WORK) as budget:
                listed.extend(look())
        except GIVEN_UP:
            notes.append(_NOT_SEARCHED.format(where, budget.said))

    look_for("bids and tricks", lambda: case_search.search_sheets(scored, possible & _SCORED))
    look_for("endings", lambda: case_search.search_endings(scored) if Effect.ENDING in possible else ())
    look_for("who deals", lambda: case_search.search_dealers(*games) if Effect.DEAL in possible - found.keys() else ())
    shown = found.keys() | {one.effect for one in listed}
    unseen = possible & {*_SCORED, Effect.ENDING} - shown
    look_for("situations that are drawn", lambda: case_search.search_drawn(scored, unseen, days) if deals else ())
    for witness in listed:
        # A case of bids and tricks is plainer than a deal that was played.
        kept = found.get(witness.effect)
        found[witness.effect] = Affected(witness.effect, witness.direction, witness, 0 if kept is None else kept.seen)
    if played is not None and possible & _IN_RESULTS - found.keys():
        many = case_search.ManyDeals(games)
        search, marks = _Search(*games), [0, *case_search.landmarks_of(*rules)]
        near = [*dict.fromkeys((*marks, *case_search.named_by_one(rules)))]
        for w in many.walks(_drawn_and_dealt(games, days, near, tried, cards_named(rules))):
            search.keep(w)
        search.simplify(marks)
        found = {**{one: how for one, how in _gathered(search).items() if one in possible}, **found}
        tried += many.played
    missing = sorted(possible - found.keys(), key=list(Effect).index)
    affected = [found[effect] for effect in Effect if effect in found]
    affected += [Affected(effect, None, None) for effect in missing]
    return Difference(first, second, changes, (*affected, *_words(changes)), "", played, tuple(notes), tried)


def _drawn_and_dealt(
    games: tuple[Game, Game], days: Sequence[int], marks: Sequence[Amount], deals: int, named: tuple[str, ...]
) -> Iterator[Case]:
    """Yield cases with cards, the first deal of a game before those in which all is drawn, or cards lie together."""
    rng = Random(1)
    for number in range(min(_MOST_DEALT, deals)):
        case = dealt(drawn(games, rng, days, marks), games[0], rng) if number % 4 else fresh(games[0], number)
        yield gathered(case, games[0], named, rng) if number % 4 > 1 else case


def _gathered(search: _Search, *, was_dealt: bool = True) -> dict[Effect, Affected]:
    """Merge the findings of each effect: wider in one case and narrower in another becomes "other"."""
    found: dict[Effect, Affected] = {}
    for effect in Effect:
        kinds = [direction for kind, direction in search.best if kind is effect]
        if kinds:
            how = kinds[0] if len(kinds) == 1 else Direction.OTHER
            smallest = min((search.best[effect, kind] for kind in kinds), key=lambda parting: parting.size)
            seen = max(search.seen.get((effect, kind), 0) for kind in kinds)
            found[effect] = Affected(effect, how, of_parting(smallest, was_dealt=was_dealt), seen)
    return found


def _search(
    games: tuple[Game, Game], rules: tuple[Rules, Rules], possible: frozenset[Effect], deals: int, days: Sequence[int]
) -> _Search:
    """Play deals in both games as the first goes on, and some whose scores are near numbers in the rules.

    The latter only serve to find cases and are not counted, because they are rarer than in real games. The deals of
    `days` are not counted either, since each represents all deals with the same rules; nor are deals in which nobody
    bids, which are played when an effect has no case yet.
    """
    search = _Search(*games)
    landmarks = case_search.landmarks_of(*rules) if Effect.ENDING in possible or Effect.BIDS in possible else ()
    case = fresh(games[0], 0)
    with suppress(*GIVEN_UP), at_most(_EFFORT * max(deals, USUAL_DEALS) // USUAL_DEALS):
        for number in range(deals):
            chooser = Chooser(number)
            w = walk(*games, case, chooser, is_made_up=False)
            mine = w.done[0] if w.done and not w.partings else play_on(games[0], case, chooser)
            _measure(search, w, mine, case, chooser)
            search.add(w)
            if landmarks and number % 4 == 3:
                search.keep(walk(*games, near(case, landmarks, number), chooser))
            case = fresh(games[0], number + 1) if mine is None or mine.over else following(case, mine, number + 1)
    with suppress(*GIVEN_UP), at_most(_EFFORT // 4):
        for day in days if possible - {effect for effect, _ in search.best} else ():
            for number in range(max(_FEWEST_A_DAY, deals // 8)):
                search.keep(walk(*games, replace(fresh(games[0], number), deal=day), Chooser(number)))
        if possible - {effect for effect, _ in search.best}:
            for number in range((deals + 3) // 4):
                search.keep(walk(*games, fresh(games[0], number), Chooser(number, is_shy=True)))
    named, rng = cards_named(rules), Random(2)
    with suppress(*GIVEN_UP), at_most(_EFFORT // 4):
        for number in range(deals) if named and possible - {effect for effect, _ in search.best} else ():
            search.keep(walk(*games, gathered(fresh(games[0], number), games[0], named, rng), favouring(named, number)))
    with suppress(*GIVEN_UP), at_most(_EFFORT // 4):
        search.simplify(landmarks)
    return search


def _search_common(
    games: tuple[Game, Game], rules: tuple[Rules, Rules], possible: frozenset[Effect], deals: int
) -> _Search:
    """Play what two games with different cards have in common."""
    search = _Search(*games)
    with suppress(*GIVEN_UP), at_most(_EFFORT // 2):
        for w in common.walks(*games, deals) if possible & _IN_PLAY else ():
            search.keep(w)
        if Effect.BIDS in possible and not any(common.reads_hands_to_bid(game) for game in rules):
            for w in common.bidding_walks(*games, deals):
                search.keep(w)
    return search


def _measure(search: _Search, w: Walk, mine: State | None, case: Case, chooser: Chooser) -> None:
    """Record by how many points a side's score differs in a deal."""
    if not w.partings:
        search.points.append(0.0)
        return
    their = play_on(search.after, case, chooser)
    if mine is None or their is None or len(mine.sheets[0].sides) != len(their.sheets[0].sides):
        return
    pairs = zip(mine.sheets[0].sides, their.sheets[0].sides, strict=True)
    unlike = [abs(float(one.points - other.points)) for one, other in pairs]
    search.points.append(sum(unlike) / len(unlike))


# ---------------------------------------------------------------- how often, and by how much

_NORMAL: Final = 1.959964
"""Of all estimates, 95 % lie within this many standard errors of the truth."""


class Estimate(Frozen):
    """A number that was estimated from play."""

    value: float
    low: float
    high: float

    def to_json(self) -> dict[str, Any]:
        """Write the estimate."""
        return {"value": round(self.value, 4), "low": round(self.low, 4), "high": round(self.high, 4)}


def share(found: int, of: int) -> Estimate:
    """Return a share with its interval (Wilson's, which works for rare things too)."""
    z = _NORMAL
    part = found / of
    middle = (part + z * z / (2 * of)) / (1 + z * z / of)
    half = z / (1 + z * z / of) * sqrt(part * (1 - part) / of + z * z / (4 * of * of))
    return Estimate(part, max(0.0, middle - half), min(1.0, middle + half))


def mean(numbers: Sequence[float]) -> Estimate:
    """Return a mean with its interval."""
    middle = fmean(numbers)
    half = _NORMAL * stdev(numbers) / sqrt(len(numbers)) if len(numbers) > 1 else 0.0
    return Estimate(middle, middle - half, middle + half)
