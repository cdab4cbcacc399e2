"""What tallies and scores can be: what each deal adds to them, and which deals there are."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from fractions import Fraction
from functools import cached_property, reduce
from itertools import count
from math import ceil, floor
from typing import Final

from spadesdsl.algebra.bids import MOST_VALUES
from spadesdsl.algebra.facts import meeting, of_either
from spadesdsl.algebra.former import Former
from spadesdsl.algebra.forms import NO, mentions, questions, sum_of
from spadesdsl.algebra.grids import WHOLE, ZERO, Grid, of_both, of_numbers, shared
from spadesdsl.algebra.known import Known
from spadesdsl.algebra.reads import facts_of, topics_of
from spadesdsl.algebra.sums import NOTHING, UNKNOWN, Ends, Form, Number, Sum, plus, times
from spadesdsl.algebra.tallies import ends_of_tally
from spadesdsl.rules.game import Days, DealScope, Rules, calendar, period
from spadesdsl.rules.operations import Topic
from spadesdsl.rules.parts import Line, TallyStep
from spadesdsl.rules.terms import Term
from spadesdsl.rules.walking import terms_of

_LATEST: Final = 10_000
"""Deals after this are not gone through: a condition that names a later one is not taken apart."""
_MOST_ROUNDS: Final = 20
"""If more rounds than this still bring other numbers, any number is possible."""


class Growing(Known):
    """What is known of what goes on from deal to deal."""

    of_all: Growing | None = None
    """What is known of all deals, where this is what is known of some of them."""

    @property
    def over_all(self) -> Growing:
        """What is known of all deals, with any setting: tallies and scores come from many deals."""
        return self.of_all or self

    def beside(self, game: Rules) -> Growing:
        """Return what is known of another edition, or of other rules of this one."""
        raise NotImplementedError

    @property
    def _editions(self) -> Iterator[Growing]:
        """What is known of each edition of the game."""
        for edition in self.variant.calendar():
            here = self if edition.game is self.game else self.beside(edition.game)
            if not self.knows_tricks:
                here.forget_tricks()
            yield here

    @cached_property
    def full(self) -> Mapping[str, tuple[Form, ...]]:
        """By tally that empties when it is full, on all deals: the values at which it does, which it never keeps.

        Empty if steps of tallies read tallies: those may be full for a moment.
        """
        found: dict[str, dict[Form, None]] = {name: {} for name in self.bound.tallies}
        for game in self.variant.games:
            former = Former(game, keeps_options=True)
            steps = {tally.name: tally.steps for tally in game.scoring.tallies}
            if any(fact.topic is Topic.TALLY for fact in facts_of(game, *terms_of(tuple(steps.values())))):
                return {}
            for name in tuple(found):
                last = steps[name][-1] if steps.get(name) else None
                if last is None or last.verb != "full at" or last.amount is None:
                    del found[name]
                else:
                    found[name].setdefault(former.form(last.amount))
        return {name: tuple(limits) for name, limits in found.items()}

    def is_set_alike(self, form: object) -> bool:
        """Tell whether the options that a form reads are set alike on all deals."""
        return not self._set_on_deals or not mentions(form, *self._set_on_deals)

    @cached_property
    def _set_on_deals(self) -> frozenset[Form]:
        """The options that some deals set otherwise than the others."""
        base = self.variant.game.option_of
        options = (one for game in self.variant.games[1:] for one in game.options)
        return frozenset(("option", one.name) for one in options if one != base.get(one.name))

    def full_at(self, name: str) -> Sum | None:
        """Return at what a tally is full, if that is the same on all deals, and above 0; None if not."""
        limits = self.over_all.full.get(name, ())
        low = self.ends(limits[0])[0] if len(limits) == 1 and self.is_set_alike(limits) else None
        is_set = low is not None and low > 0 and all(one[0] == "option" for part in sum_of(limits[0]) for one in part)
        return sum_of(limits[0]) if is_set else None

    @cached_property
    def added(self) -> Mapping[str, Ends]:
        """By tally: the amounts that it never falls below and never rises above, if few deals add to it."""
        found: dict[str, Ends] = dict.fromkeys(self.bound.tallies, NOTHING)
        for here in self._editions:
            for tally in here.game.scoring.tallies:
                found[tally.name] = reduce(plus, map(here._added_by, tally.steps), found[tally.name])
        return found

    @cached_property
    def grows(self) -> Mapping[str, Ends]:
        """By tally: the least and the most that one deal adds to it, and nothing."""
        found: dict[str, Ends] = dict.fromkeys(self.bound.tallies, NOTHING)
        for here in self._editions:
            for tally in here.game.scoring.tallies:
                found[tally.name] = of_either(found[tally.name], reduce(plus, map(here.of_step, tally.steps), NOTHING))
        return found

    @cached_property
    def _most_filled(self) -> Mapping[str, int]:
        """By tally: how often one deal fills it at most; left out if unknown."""
        found: dict[str, int] = {}
        for tally in (one for one in self.game.scoring.tallies if one.name in self.over_all.full):
            own, *others = [self.former.form(one.amount) for one in tally.steps if one.verb == "full at" and one.amount]
            least, most = self.ends(own)[0], self.over_all.grows[tally.name][1]
            # On other deals it may be full at another number, below which it was before this one.
            ends = [least, *(self.ends(limit)[1] for limit in self.over_all.full[tally.name] if limit != own)]
            known = [end for end in ends if end is not None]
            if least is not None and least > 0 and most is not None and not others and len(known) == len(ends):
                found[tally.name] = ceil(Fraction(max(known) + most) / least) - 1
        return found

    @cached_property
    def tallied(self) -> Mapping[str, Ends]:
        """By tally: the least and the most that it is whenever a rule reads it."""
        editions, added = list(self._editions), self.added
        return {name: meeting(added[name], ends_of_tally(name, editions)) for name in self.bound.tallies}

    def of_step(self, step: TallyStep[Term]) -> Ends:
        """Return what a step of a tally adds at least and at most, and nothing; unknown if that depends on a tally."""
        if step.verb != "add" or step.amount is None:
            return NOTHING
        reads_tally = Topic.TALLY in topics_of(self.game, step.amount)
        return UNKNOWN if reads_tally else of_either(self.ends(self.former.form(step.amount)), NOTHING)

    def _added_by(self, step: TallyStep[Term]) -> Ends:
        """Return what a step adds at least and at most, on all deals of the edition together."""
        low, high = self.of_step(step)
        if Topic.TALLY in topics_of(self.game, step.when, step.amount):
            return _sign_of(low, high)
        stretches = self._stretches(self.former.condition(step.when))
        many = 0
        for days in stretches:
            if Former(self.game, keeps_options=True, deal=days[0]).condition(step.when) != NO:
                many += len(days)
                if days is stretches[-1] and self.deals[1] is None:
                    stretches = ()
        return times((many, many), (low, high)) if stretches else _sign_of(low, high)

    @cached_property
    def days(self) -> Grid:
        """The numbers of the deals that the edition applies to."""
        if self.deals[0] == self.deals[1] and self.deals[0] is not None:
            return self.deals[0], 0
        kinds = calendar(self.variant.scopes) or ()
        mine = (one for one in kinds if self.variant.edition(one.first) is self.game)
        return next((days_of(one, self.variant.scopes) for one in mine), WHOLE)

    @cached_property
    def grids(self) -> Mapping[str, Grid]:
        """By tally, and by the empty name for scores: which numbers these can be; all begin at 0.

        What steps and lines bring depends on what is known so far: that is gone over until it is enough for all.
        """
        found: dict[str, Grid] = dict.fromkeys(("", *self.bound.tallies), ZERO)
        editions = [copy(here) for here in self._editions]
        brings = [(name, here, form) for here in editions for name, form in here._brought()]
        for _ in range(_MOST_ROUNDS):
            before = dict(found)
            for here in editions:
                here.grids = before
            for name, here, form in brings:
                one, other = found[name], here.grid(form)
                found[name] = None if one is None or other is None else (0, shared(one[1], *other))
            if found == before:
                return found
        return dict.fromkeys(found)

    def _brought(self) -> Iterator[tuple[str, Form]]:
        """Yield what lines and steps add and take away, each with the tally; the name is empty for scores."""
        for tally in self.game.scoring.tallies:
            yield from ((tally.name, self.former.form(one.amount)) for one in tally.steps if one.amount is not None)
        yield from (("", self.former.form(case.value)) for line in self.game.scoring.lines for case in line.cases)

    @cached_property
    def gain(self) -> Ends:
        """The least and the most that the lines of one deal give a side, and nothing."""
        found = NOTHING
        for here in self._editions:
            other = copy(here)
            other.gain = UNKNOWN  # a line may read scores
            found = of_either(other.given_by(here.game.scoring.lines), found)
        return found

    def given_by(self, lines: Iterable[Line]) -> Ends:
        """Return the least and the most that some lines give a side together, and nothing."""
        given = [(line, self._points(line)) for line in lines]
        instead = [line.instead_of for line, _ in given if line.instead_of and not line.bid_type]
        # Either none of the lines counts that take the place of others, or those others of one do not.
        ways = [[ends for line, ends in given if line.instead_of not in instead]]
        ways += [[ends for line, ends in given if line.rule.name not in others] for others in instead]
        return reduce(of_either, (reduce(plus, way, NOTHING) for way in ways))

    def _points(self, line: Line) -> Ends:
        """Return the least and the most that a line gives a side, and nothing."""
        ends = NOTHING
        for case in line.cases:
            asked = (self.former.condition(one) for one in (line.when, case.condition))
            ends = of_either(ends, self.ends_where(self.former.form(case.value), *asked))
        return times((self.sizes, self.sizes), ends) if line.bid_type else ends

    def early_deals(self, *conditions: Form) -> tuple[int, ...]:
        """Return the first and the last of each stretch of deals that answer conditions on the deal number alike.

        Of the last stretch it is the first alone if there is no last deal; empty if there are too many stretches.
        """
        return tuple(deal for days in self._stretches(*conditions) for deal in dict.fromkeys((days[0], days[-1])))

    def _stretches(self, *conditions: Form) -> tuple[tuple[int, ...], ...]:
        """Return the deals of the edition in stretches that answer conditions alike; empty if there are too many.

        If there is no last deal, the last stretch is one deal that stands for all later ones.
        """
        deal = ("deal",)
        cuts: set[int] = set()
        for question in (one for form in conditions for one in questions(form) if mentions(one, deal)):
            if question[0] not in ("less", "more", "equal"):
                return ()
            amount = sum_of(question[1])
            number = amount.pop((deal,), 0)
            low, high = self.ends(("sum", *amount.items()))
            if not number or any(mentions(part, deal) for part in amount) or low is None or high is None:
                return ()
            least, most = sorted((question[2] - end) / Fraction(number) for end in (low, high))
            if most - least > MOST_VALUES or most > _LATEST:
                return ()
            cuts.update(range(ceil(least), floor(most) + 2))
        ends = sorted(cut for cut in cuts if cut > self.first)
        if len(ends) > MOST_VALUES:
            return ()
        last = self.deals[1]
        after = max([self.first, *ends]) if last is None else int(last) + 1
        if after > _LATEST:
            return ()
        found: dict[int, list[int]] = {}
        for one in (one for one in range(self.first, after) if self.variant.edition(one) is self.game):
            found.setdefault(bisect(ends, one), []).append(one)
        if last is None:
            found[len(ends)] = [next(one for one in count(after) if self.variant.edition(one) is self.game)]
        return tuple(tuple(one) for _, one in sorted(found.items()))


def days_of(kind: Days, scopes: Sequence[DealScope]) -> Grid:
    """Return the numbers of the deals of a kind."""
    return of_both(of_numbers(kind.deals), (kind.first, period(scopes) if kind.is_endless else 0))


def _sign_of(low: Number | None, high: Number | None) -> Ends:
    """Return what is known of an amount that comes any number of times."""
    return None if low is None or low < 0 else 0, None if high is None or high > 0 else 0
