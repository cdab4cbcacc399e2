"""A game that notes what its rules do: each condition tested, each case that counts, each deal scored.

It is the bound game with each of its functions wrapped; their results are unchanged.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any, TypeAlias, TypeVar

from spadesdsl.engine.game import Game
from spadesdsl.engine.narrowing import Watch
from spadesdsl.engine.plan import plan_of
from spadesdsl.engine.spec import Ask, BidType, Code, Do, Must, Narrow, Play, Round, Spec, Step, Value
from spadesdsl.engine.state import StateData
from spadesdsl.frozen import Changing, Frozen, field, replace
from spadesdsl.proofs.claims import Event, Happening, Id, id_of
from spadesdsl.rules.operations import Topic
from spadesdsl.rules.parts import Case, Control, Ending, Line, RuleInfo, Tally
from spadesdsl.source import NOWHERE
from spadesdsl.work import spend

MOST_KEPT = 20
"""The most deals to keep, ready to be scored."""


class Record(Changing):
    """What was seen to happen, and the state in which it first did."""

    seen: set[Happening] = field(default_factory=set)
    examples: dict[Happening, StateData] = field(default_factory=dict)
    asked: dict[Happening, tuple[Any, ...]] = field(default_factory=dict)
    """The environment of the test, in the examples of lines."""
    deals: list[StateData] = field(default_factory=list)
    """Deals that were played out, as they were before scoring."""
    cases: int = 0
    """Choices and scored sides that were checked."""
    most_kept: int = MOST_KEPT
    is_keeping: bool = True
    """Whether to keep played deals."""
    reads: dict[Id, frozenset[Topic]] = field(default_factory=dict)
    """What each rule reads."""
    is_checked: bool = False
    """Whether what is found in the deal at hand is only told once a bidding is known that leads to it."""
    is_resting: bool = False
    """Whether nothing is noted."""
    made_up: frozenset[Topic] = frozenset()
    """What the deal at hand was given without having been played for: what rules make of that may never happen."""
    shown: set[Happening] = field(default_factory=set)
    """What was seen to happen in deals that can be reached, as far as the rule can tell."""
    aim: tuple[Id, Code] | None = None
    """A line, and what tells how far a side is from what is looked for there."""
    nearest: float = 0
    """How far the nearest side was from it."""
    _narrowed: set[tuple[Play | Round, bool]] = field(default_factory=set)
    """Those of whose rules each was seen to narrow something."""

    def note(self, event: Event, rule: Id, part: int = 0, s: StateData | None = None, e: Sequence[Any] = ()) -> None:
        """Note that something happened, with the first state in which it did and the environment of the test."""
        what = (event, rule, part)
        if self.is_resting or (s is None and what in self.shown):
            return
        self.seen.add(what)
        if what not in self.shown and self.is_certain(rule):
            self.shown.add(what)
        if s is not None and what not in self.examples and (self.is_checked or self.is_certain(rule)):
            self.examples[what], self.asked[what] = s.copy(), tuple(e)

    @contextmanager
    def given(self, made_up: Iterable[Topic]) -> Iterator[None]:
        """Watch deals that were given some facts without having been played for them."""
        before, self.made_up = self.made_up, frozenset(made_up)
        try:
            yield
        finally:
            self.made_up = before

    @contextmanager
    def checked(self) -> Iterator[None]:
        """Watch deals of which nothing is certain, and keep what they show to be checked."""
        with self.given(Topic):
            self.is_checked = True
            try:
                yield
            finally:
                self.is_checked = False

    @contextmanager
    def idle(self) -> Iterator[None]:
        """Note nothing, and keep no deal."""
        self.is_resting = True
        try:
            yield
        finally:
            self.is_resting = False

    @contextmanager
    def keeping(self, deals: list[StateData]) -> Iterator[None]:
        """Keep what is played among other deals."""
        usual, self.deals = self.deals, deals
        try:
            yield
        finally:
            self.deals = usual

    @contextmanager
    def aimed(self, rule: Id, away: Code | None) -> Iterator[bool]:
        """Note how far sides are from what is looked for in a line, and keep no deal; yield whether that is known."""
        self.aim, self.is_keeping = None if away is None else (rule, away), False
        try:
            yield away is not None
        finally:
            self.aim, self.is_keeping = None, True

    def is_certain(self, rule: Id) -> bool:
        """Tell whether the deal at hand settles all that a rule reads."""
        return self.made_up.isdisjoint(self.reads.get(rule, ()))

    def shows(self, event: Event, rule: Id, part: int = 0) -> bool:
        """Tell whether something was seen to happen in a deal that can be reached."""
        return (event, rule, part) in self.shown

    def has(self, event: Event, rule: Id, part: int = 0) -> bool:
        """Tell whether something was seen to happen."""
        return (event, rule, part) in self.seen

    def has_narrowed(self, some: Play | Round) -> bool:
        """Tell whether each `must` of the play, or of a round, was seen to take a choice away, in as sure a deal."""
        known, seen = (some, bool(self.made_up)), self.has if self.made_up else self.shows
        if known in self._narrowed or not all(seen(Event.NARROWS, id_of(must.rule)) for must in some.musts):
            return known in self._narrowed
        self._narrowed.add(known)
        return True


def watched(game: Game, record: Record) -> Game:
    """Return a game that plays the same and notes what happens in `record`."""
    watch = _Watch(record)
    made: dict[int, Spec] = {}

    def edition(deal: int) -> Spec:
        spec = game.edition(deal)
        if id(spec) not in made:
            made[id(spec)] = watch.spec(spec)
        return made[id(spec)]

    base = made[id(game.base)] = watch.spec(game.base)
    return replace(game, base=base, edition=cache(edition))


_Offer = TypeVar("_Offer", Ask, BidType)
_Rule = TypeVar("_Rule", Ask, BidType, Control[Code], Do, Ending[Code], Must, Round)
_NotedMust: TypeAlias = tuple[bool, bool, Id]
"""Whether a rule binds, whether it has a condition, and its id."""


class _Noted(Watch):
    """Notes whether the conditions of the rules of the play hold, for a record and for another who looks on."""

    def __init__(self, record: Record, musts: Sequence[_NotedMust], other: Watch | None) -> None:
        self.record, self.musts, self.other = record, musts, other
        self.chosen = 0 if other is None else other.chosen

    def judges(self, number: int) -> bool:
        return self.musts[number][0] if self.other is None else self.other.judges(number)

    def fails(self, number: int) -> None:
        self.record.note(Event.FAILS, self.musts[number][2])
        if self.other is not None:
            self.other.fails(number)

    def applies(self, number: int, before: int, allowed: int) -> None:
        _, has_condition, rule = self.musts[number]
        if has_condition:
            self.record.note(Event.HOLDS, rule)
        if self.other is not None:
            self.other.applies(number, before, allowed)


class _Watch(Frozen):
    record: Record

    def spec(self, spec: Spec) -> Spec:
        controls = tuple(map(self.conditional, spec.play.controls))
        play = replace(spec.play, narrow=self.narrow(spec.play), controls=controls)
        steps = tuple(map(self.step, spec.plan.steps))
        bids = tuple(map(self.offered, spec.bids))
        return replace(
            spec,
            plan=plan_of(spec.phases, steps, bids, spec.teams.after),
            bids=bids,
            play=play,
            scoring=replace(
                spec.scoring,
                lines=(*(self.line(line) for line in spec.scoring.lines), self.keeper(spec)),
                tallies=tuple(self.tally(tally) for tally in spec.scoring.tallies),
            ),
            endings=tuple(map(self.conditional, spec.endings)),
        )

    def asked(self, code: Code | None, rule: RuleInfo, part: int = 0) -> Code | None:
        """Note each answer to a condition."""
        if code is None:
            return None
        asked, note, name = code, self.record.note, id_of(rule)
        shown = self.record.shown
        left = {True: (Event.HOLDS, name, part), False: (Event.FAILS, name, part)}

        def read(s: StateData, e: Sequence[Any]) -> Value:
            holds = asked(s, e)
            answer = bool(holds)
            if answer in left:
                note(*left[answer])
                if left[answer] in shown:
                    del left[answer]
            return holds

        return read

    def step(self, step: Step) -> Step:
        if isinstance(step, Round):
            return replace(self.conditional(step), musts=tuple(map(self.conditional, step.musts)))
        return self.conditional(step) if isinstance(step, Do) else self.offered(step)

    def conditional(self, rule: _Rule) -> _Rule:
        return replace(rule, when=self.asked(rule.when, rule.rule))

    def offered(self, one: _Offer) -> _Offer:
        return replace(self.conditional(one), when_choice=self.asked(one.when_choice, one.rule, 1))

    def narrow(self, play: Play) -> Narrow:
        """Note each answer to the condition of a rule that narrows cards."""
        musts = [(must.trust is None, must.when is not None, id_of(must.rule)) for must in play.musts]

        def narrow(s: StateData, seat: int, cards: int, watch: Watch | None) -> int:
            # With no card left there is nothing to choose: such a test is none of the play.
            is_play = s.hands[seat] or s.stacks[seat]
            return play.narrow(s, seat, cards, _Noted(self.record, musts, watch) if is_play else watch)

        return narrow

    def tally(self, tally: Tally[Code]) -> Tally[Code]:
        steps = tuple(replace(step, when=self.asked(step.when, tally.rule, at)) for at, step in enumerate(tally.steps))
        return replace(tally, steps=steps)

    def line(self, line: Line[Code]) -> Line[Code]:
        cases = [replace(case, value=self.given(case.value, line.rule)) for case in line.cases]
        if cases[0].condition is not None:
            cases[0] = replace(cases[0], condition=self.chosen(line))
        return replace(line, when=self.asked(line.when, line.rule), cases=tuple(cases))

    def given(self, value: Code, rule: RuleInfo) -> Code:
        """Note once that points are given."""
        record, name = self.record, id_of(rule)
        what = (Event.GIVES, name, 0)

        def read(s: StateData, e: Sequence[Any]) -> Value:
            if (points := value(s, e)) and what not in record.shown:
                record.note(*what)
            return points

        return read

    def chosen(self, line: Line[Code]) -> Code:
        """Test the first case of a line, and note which of all its cases hold."""
        record, note, rule, cases = self.record, self.record.note, id_of(line.rule), line.cases
        conditions = [(at, case.condition) for at, case in enumerate(cases) if case.condition is not None]

        def read(s: StateData, e: Sequence[Any]) -> Value:
            spend(len(conditions))
            if record.aim is not None and record.aim[0] == rule:
                record.nearest = min(record.nearest, record.aim[1](s, e))
            holding = [at for at, holds in conditions if holds(s, e)]
            if not holding and cases[-1].condition is not None:
                note(Event.GAP, rule, 0, s, e)
                return False
            note(Event.CASE, rule, holding[0] if holding else len(cases) - 1)
            for at in holding[1:]:
                if cases[at].value(s, e) != cases[holding[0]].value(s, e):
                    note(Event.OVERLAP, rule, holding[0] * len(cases) + at, s, e)
            return 0 in holding

        return read

    def keeper(self, spec: Spec) -> Line[Code]:
        """Return a line that gives nothing, notes which tallies count, and keeps the deal as it was before scoring."""
        record, tallies = self.record, {tally.name: id_of(tally.rule) for tally in spec.scoring.tallies}

        def keep(s: StateData, e: Sequence[Any]) -> bool:
            record.cases += not record.is_resting
            for name, row, filled in zip(s.game.tallies, s.tallies, s.filled, strict=True):
                if name in tallies and (any(row) or any(filled)):
                    record.note(Event.GIVES, tallies[name])
            if not record.is_resting and record.is_keeping and e[1] == 0 and len(record.deals) < record.most_kept:
                record.deals.append(unscored(s))
            return False

        rule = RuleInfo("scoring", "score", "scoring", "", "", "", "", NOWHERE)
        return Line(rule, "", None, keep, (), (Case(None, lambda s, e: 0, ""),))


def unscored(s: StateData) -> StateData:
    """Return a deal whose sheet is being written, as it was before that."""
    kept = s.copy()
    kept.tallies = s.tallies_before
    kept.filled = tuple((0,) * len(row) for row in s.tallies)
    kept.subtotals = (0,) * len(s.sides)
    return kept
