"""Conditions tried with every combination of what they read.

A condition in normal form is made of questions. `not made and set_cost is x` is tried with `made` true and false, and
with every choice of `set_cost`. Every combination of a real game is among these; those whose comparisons contradict
each other are left out. So what holds in all of them always holds; what fails in one may fail in none that a game can
reach.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import IntEnum
from fractions import Fraction
from functools import cache, cached_property
from itertools import islice, permutations, product
from math import prod
from typing import Final, TypeAlias

from spadesdsl.algebra.bounds import Bounds
from spadesdsl.algebra.forms import (
    YES,
    all_of,
    compared,
    deeper,
    exchanged,
    in_cases,
    joined,
    mentions,
    negated,
    questions,
    worked_out,
)
from spadesdsl.algebra.grids import can_be_whole, is_whole
from spadesdsl.algebra.judge import MOST_COMBINATIONS, YES_OR_NO, Answer, Judge, is_denied
from spadesdsl.algebra.sums import Form, plain
from spadesdsl.algebra.told import PLAYER, is_asked_of_several, is_bound, made_by, of_somebody
from spadesdsl.engine.queries import whole
from spadesdsl.frozen import Frozen, replace
from spadesdsl.rules.game import Option
from spadesdsl.rules.operations import NEVER_EMPTY
from spadesdsl.rules.terms import Term, Value
from spadesdsl.work import spend

_BEHIND: Final = {"sides": "side_behind", "players": "seat_behind"}
"""How far each of all sides is behind, or each player: one of them leads."""
_EVALUATED: Final = frozenset({"max", "min", "abs", "list"})
_MANY_DEALS: Final = 60
_MOST_CASES: Final = 8
_MOST_QUANTIFIERS: Final = 6
"""Of more than this many quantifiers in one condition, none is held against another."""


Kept: TypeAlias = "Mapping[str, tuple[Form, ...]]"
"""By what is asked about, what is always so of it: of each seat or side by name."""
Implied: TypeAlias = "tuple[Form, bool, Form, bool]"
"""A question and its answer, from which the answer to another question follows."""


class Detail(IntEnum):
    """How finely conditions are split."""

    COMPARISONS = 0
    """Comparisons of amounts are yes or no."""
    TRICKS = 1
    """Tricks, contracts and options take all their values."""
    BIDS = 2
    """Bids and the number of the deal as well."""


class Quantity(Frozen):
    """Something that conditions read, and all its possible values."""

    form: Form
    term: Term | None
    """As the game has it."""
    values: tuple[Answer, ...]


class Answers(Frozen):
    """Conditions in normal form, with the quantities that they read."""

    conditions: tuple[Form | None, ...]
    """None: no condition."""
    quantities: tuple[Quantity, ...]
    known: Mapping[Form, Answer]
    """Questions that always have the same answer."""
    judge: Judge
    implied: tuple[Implied, ...] = ()
    told: tuple[tuple[Form, Form], ...] = ()
    """Decisions that were asked about, each with what holds where it was made."""

    @property
    def count(self) -> int:
        """Return how many combinations there are."""
        return prod(len(quantity.values) for quantity in self.quantities)

    def combinations(self) -> Iterator[tuple[dict[Form, Answer], tuple[bool | None, ...]]]:
        """Iterate over all combinations: what is known in each, and whether each condition holds."""
        for values in product(*(quantity.values for quantity in self.quantities)):
            spend(5 + 2 * len(self.quantities) + 4 * len(self.conditions))
            given = self.given(values)
            if self._is_sound(given):
                yield given, self.holding(given)

    @property
    def can_hold(self) -> bool:
        """Whether the one condition holds in some combination; where it is a conjunction, only its parts are tried."""
        return self._can_be(is_so=True)

    @property
    def can_fail(self) -> bool:
        """Whether the one condition fails in some combination."""
        return self._can_be(is_so=False)

    def _can_be(self, *, is_so: bool) -> bool:
        (form,) = self.conditions
        assert form is not None
        form = form if is_so else negated(form)
        parts = all_of(form)
        asked = {part[1]: False for part in parts if part[0] == "not"} | dict.fromkeys(parts, True)
        ways = [[one for one in each.values if asked.get(each.form, one) == one] for each in self.quantities]
        cost = 2 + len(self.quantities) + len(parts)
        for values in product(*ways):
            spend(cost)
            given = self.given(values)
            if worked_out(form, given) and self._is_sound(given):
                return True
        return False

    def _is_sound(self, given: Mapping[Form, Answer]) -> bool:
        """Tell whether quantities can have these values together."""
        is_told = all(given[one] != first or given[other] == second for one, first, other, second in self.implied)
        is_told = is_told and all(not given[made] or worked_out(holds, given) for made, holds in self.told)
        return is_told and self.judge.can_be(given)

    def given(self, values: Sequence[Answer]) -> dict[Form, Answer]:
        """Return what is known if the quantities have these values."""
        return {**self.known, **{one.form: value for one, value in zip(self.quantities, values, strict=True)}}

    def holding(self, given: Mapping[Form, Answer]) -> tuple[bool | None, ...]:
        """Tell of each condition whether it holds."""
        spend(len(self.conditions))
        return tuple(None if one is None else bool(worked_out(one, given)) for one in self.conditions)


def _as_some(form: Form) -> tuple[bool, Form]:
    """Return a quantifier as a condition, and its answer if some have it: every one is if not some are not."""
    _, quantifier, _, condition = form
    return quantifier == "some", negated(condition) if quantifier == "every" else condition


class Asker:
    """Splits the conditions of one edition of a game."""

    def __init__(self, bounds: Bounds, kept: Callable[[Asker], Kept] = lambda _: {}) -> None:
        """Prepare what bounds the quantities; `kept` returns what is always so of bids and answers that were given."""
        self.bounds = bounds
        self._kept = cache(lambda: kept(Asker(bounds)))
        self.former = bounds.former
        self.judge = Judge(bounds)
        self._known: dict[tuple[Form, bool], tuple[bool, bool, int]] = {}
        self._can_hold: dict[tuple[Form, bool], bool] = {}
        self._places: dict[Form, int] = {}
        """By what a game reads, in which order it appeared."""

    def take_apart(
        self, conditions: Sequence[Term | None], *, has_cases: bool = False, is_judged: bool = False
    ) -> Answers | None:
        """Split the conditions of one moment as finely as the number of combinations allows.

        None if even the coarsest is too many. `has_cases`: comparisons with `if`, `max` or `abs` are split as well.
        """
        forms = [None if one is None else self.former.form(one) for one in conditions]
        split = tuple(in_cases(one) if one is not None and has_cases else one for one in forms)
        return self.finest(split, is_judged=is_judged)

    def finest(self, forms: tuple[Form | None, ...], *, is_judged: bool = False) -> Answers | None:
        """Do the same with conditions in normal form."""
        for detail, is_told in product(sorted(Detail, reverse=True), (True, False)):
            answers = self.taken_apart(forms, detail, is_judged=is_judged, is_told=is_told)
            if answers.count <= MOST_COMBINATIONS:
                return answers
        return None

    def taken_apart(
        self, forms: Sequence[Form | None], detail: Detail, *, is_judged: bool = False, is_told: bool = False
    ) -> Answers:
        """Split conditions in normal form as finely as requested, perhaps with what follows from decisions."""
        there = [one for one in forms if one is not None]
        splitter = _Splitter(self, detail, there, is_judged=is_judged)
        for form in there:
            splitter.truth(form)
        told = tuple(self._told(splitter)) if is_told and self.bounds.answered else ()
        answers = self._answers(splitter, forms)
        return replace(answers, told=told) if told else answers

    def _told(self, splitter: _Splitter) -> Iterator[tuple[Form, Form]]:
        """Yield the decisions that are asked about, each with what holds where it was made, and split that as well."""
        waiting = list(splitter.quantities)
        for one in waiting:
            for player, name in made_by(one):
                holds = self.bounds.answered.get(name, YES)
                if player is None:  # somebody has made it, and nobody knows who
                    holds = joined("and", (part for part in all_of(holds) if not mentions(part, PLAYER)))
                elif not is_bound(player):
                    holds = joined("and", (self._told_of(holds, player), *of_somebody(one, waiting)))
                if holds != YES and (player is None or not is_bound(player)):
                    splitter.forms = [*splitter.forms, holds]  # on which deals it holds matters, too
                    splitter.truth(holds)
                    waiting += [other for other in splitter.quantities if other not in waiting]
                    yield one, holds

    def _told_of(self, holds: Form, player: Form) -> Form:
        """Return what holds where a player has made a decision, with names where the player has one."""
        seated, said = self.bounds.seated, self.former.of_seats(exchanged(holds, {PLAYER: player}), player)
        return seated.named(said) if player[:2] == ("value", "seat") and seated.is_fixed else said

    def _answers(self, splitter: _Splitter, forms: Sequence[Form | None]) -> Answers:
        places = self._places
        for form in islice(self.former.terms, len(places), None):
            places[form] = len(places)
        ordered = sorted(splitter.quantities.items(), key=lambda one: places.get(one[0], len(places)))
        found = (Quantity(form, self.former.terms.get(form), values) for form, values in ordered)
        some = [form for form, _ in ordered if form[0] == "Holds"]
        return Answers(tuple(forms), tuple(found), splitter.known, self.judge, tuple(self._implied(some)))

    def _implied(self, some: Sequence[Form]) -> Iterator[Implied]:
        """Yield which of some quantifiers follow from which: of what is true of some player, less is true of some."""
        for one, other in permutations(some, 2) if len(some) <= _MOST_QUANTIFIERS else ():
            (exists, first), (also, second) = _as_some(one), _as_some(other)
            if one[2] == other[2] and not self.can_hold(first, negated(second)):
                yield one, exists, other, also

    def with_amounts(
        self, conditions: Sequence[Term | None], amounts: Sequence[Term]
    ) -> Iterator[tuple[tuple[bool | None, ...], list[Answer]]] | None:
        """Work out conditions and amounts for all combinations; None if there are too many."""
        forms = [None if one is None else self.former.form(one) for one in conditions]
        sums = [self.former.form(one) for one in amounts]
        for detail in sorted(Detail, reverse=True):
            splitter = _Splitter(self, detail, [one for one in (*forms, *sums) if one is not None])
            for form in forms:
                if form is not None:
                    splitter.truth(form)
            is_whole = all(splitter.amount(one) for one in sums)
            answers = self._answers(splitter, forms)
            if is_whole and answers.count <= MOST_COMBINATIONS:
                return ((holding, [whole(worked_out(one, given)) for one in sums])
                        for given, holding in answers.combinations())  # fmt: skip
        return None

    def can_be(self, condition: Term, *, is_judged: bool = False) -> tuple[bool, bool, int]:
        """Tell whether a condition could hold, whether it could fail, and over how many combinations this was tested.

        It is tested over all of them, or until it has held in one and failed in another.
        If it cannot be split, it could do both. `is_judged`: it is tested on a bid of the subject, which then exists.
        """
        return self.could_be(self.former.form(condition), is_judged=is_judged)

    def could_be(self, form: Form, *, is_judged: bool = False) -> tuple[bool, bool, int]:
        """Tell the same of a condition in normal form."""
        about = (form, is_judged)
        if about not in self._known:
            answers = self.finest((form,), is_judged=is_judged)
            known = (True, True, 0) if answers is None else _both_ways(answers)
            split = in_cases(form) if known[:2] == (True, True) else form
            known = known if split == form else self.could_be(split, is_judged=is_judged)
            self._known[about] = known
            if known[:2] == (True, True) and (named := self._named(form, is_judged=is_judged)):
                holds, fails = any(one.can_hold for one in named), any(one.can_fail for one in named)
                self._known[about] = known = holds, fails, known[2]
            if known[:2] == (True, True) and self.bounds.moments:
                holds, fails = (
                    any(one.can_hold(part, is_judged=is_judged) for one in self._moments)
                    for part in (form, negated(form))
                )
                self._known[about] = known = holds, fails, known[2]
            if known[0] and not ((is_judged or self._is_kept(form)) and self._can_be_inside(form, is_judged=is_judged)):
                self._known[about] = False, known[1], known[2]
        return self._known[about]

    def can_hold(self, *forms: Form, is_judged: bool = False) -> bool:
        """Tell whether conditions in normal form could hold at once, in less time than all cases take."""
        form = forms[0] if len(forms) == 1 else joined("and", forms)
        about = (form, is_judged)
        if about not in self._can_hold:
            answers = self.finest((form,), is_judged=is_judged)
            holds = self._holds_in_a_part(form, is_judged=is_judged) if answers is None else answers.can_hold
            split = in_cases(form) if holds else form
            holds = holds if split == form else self.can_hold(split, is_judged=is_judged)
            if holds and (named := self._named(form, is_judged=is_judged)):
                holds = any(one.can_hold for one in named)
            if holds and self.bounds.moments:
                holds = any(one.can_hold(form, is_judged=is_judged) for one in self._moments)
            self._can_hold[about] = (
                holds and (is_judged or self._is_kept(form)) and self._can_be_inside(form, is_judged=is_judged)
            )
        return self._can_hold[about]

    def _can_be_inside(self, form: Form, *, is_judged: bool) -> bool:
        """Tell whether what holds besides can hold for each one that there is said to be: of some card, or player."""
        parts = all_of(form)
        asked = {one: one[1] if one[0] == "not" else one for one in parts}
        plain = [deeper(one) for one, question in asked.items() if question[0] not in ("Holds", "or")]
        some = [one[3] for one in parts if one[:2] == ("Holds", "some")] if plain else []
        return all(self.can_hold(one, *plain, is_judged=is_judged) for one in some)

    def _is_kept(self, form: Form) -> bool:
        """Tell whether a condition could hold by what is always so of bids that were made."""
        kept = [one for about, some in self._kept().items() if is_asked_of_several(form, about) for one in some]
        named = self._named(joined("and", (form, *kept)), is_judged=False) if kept else []
        return not named or any(one.can_hold for one in named)

    def _holds_in_a_part(self, form: Form, *, is_judged: bool) -> bool:
        """Tell the same of a condition that is too large, as one of the cases that it allows."""
        parts = all_of(form)
        either = next((one for one in parts if one[0] == "or" and len(one) <= _MOST_CASES), None)
        rest = [one for one in parts if one is not either]
        return either is None or any(self.can_hold(one, *rest, is_judged=is_judged) for one in either[1:])

    def suspects(self, form: Form, options: Sequence[Option]) -> Iterator[tuple[dict[str, Value], int]]:
        """Yield settings and numbers of deals with which alone a condition could hold, as far as that is known.

        0 stands for any deal, and an option that is left out may be set to anything.
        """
        if self._moments:
            for one in self._moments:
                if one.can_hold(form):
                    values = {option.name: one.bounds.choices[option.name] for option in options}
                    first, end = one.bounds.deals
                    chosen = {name: value for name, (value, *more) in values.items() if not more}
                    yield chosen, int(first or 0) if first == end else 0
            return
        few: dict[str, list[Value]] = {}
        for option in options:
            numbers = [one for one in option.choices if isinstance(one, int | Fraction)]
            if mentions(form, about := ("option", option.name)) and len(numbers) == len(option.choices):
                can = [one for one in numbers if self.can_hold(form, compared("=", {(about,): 1}, plain(one)))]
                few |= {option.name: [*can]} if len(can) < len(numbers) else {}
        all_days = range(1, _MANY_DEALS if mentions(form, "deal") else 1)
        can_come = [one for one in all_days if self.can_hold(form, compared("=", {(("deal",),): 1}, plain(one)))]
        for day in can_come if len(can_come) < len(all_days) else [0]:
            yield from ((dict(zip(few, values, strict=True)), day) for values in product(*few.values()))

    @cached_property
    def _moments(self) -> tuple[Asker, ...]:
        """What splits conditions on each deal, with each setting that says how many cards there are."""
        return tuple(map(Asker, self.bounds.moments))

    def _named(self, form: Form, *, is_judged: bool) -> list[Answers]:
        """Split a condition into comparisons, as it is of each seat or side that it may be asked of."""
        forms = tuple(in_cases(one) for one in self.bounds.seated.forms(form)) or (in_cases(form),)
        found: list[Answers] = []
        for one in forms:
            ways = (self.taken_apart((one,), Detail.COMPARISONS, is_judged=is_judged, is_told=told)
                    for told in (True, False))  # fmt: skip
            found += islice((way for way in ways if way.count <= MOST_COMBINATIONS), 1)
        return found if len(found) == len(forms) else []

    def always_holds(self, condition: Term | None) -> bool:
        """Tell whether a condition certainly holds with the options as they are set."""
        answers = self.take_apart((condition,))
        options = {("option", option.name): option.value for option in self.bounds.game.options}
        tried = () if answers is None else answers.combinations()
        found = [holds for given, (holds,) in tried if all(options.get(one, given[one]) == given[one] for one in given)]
        return condition is None or (bool(found) and all(found))


def _both_ways(answers: Answers) -> tuple[bool, bool, int]:
    """Tell whether the one condition holds in some combination, and fails in some, and how many were looked at."""
    holds, fails = answers.can_hold, answers.can_fail
    return holds, fails, 1 if holds and fails else sum(1 for _ in answers.combinations())


class _Splitter:
    """Finds the quantities that conditions read, with their values."""

    def __init__(self, asker: Asker, detail: Detail, forms: Sequence[Form], *, is_judged: bool = False) -> None:
        self.asker = asker
        self.bounds = asker.bounds
        self.detail = detail
        self.forms = forms
        self.is_judged = is_judged
        self.quantities: dict[Form, tuple[Answer, ...]] = {}
        self.known: dict[Form, Answer] = {}

    def truth(self, form: Form) -> None:
        """Split a condition into its questions."""
        for question in questions(form):
            self._question(question)

    def _question(self, question: Form) -> None:
        match question:
            case ("less" | "more" | "equal", amount, _) if self._tried(amount):
                return
            case ("is" | "member", *parts) if self._tried(*parts):
                return
            case ("IsBid", bid, _, arguments) if self._tried(*arguments) and self._bid(bid):
                return
            case ("is_whole", amount) if (settled := self._is_on_grid(amount)) is not None:
                self.known[question] = settled
                return
            case ("Holds", quantifier, of, condition):
                if (settled := self._of_each(quantifier, of, condition)) is not None:
                    self.known[question] = settled
                    return
            case ("option", _):
                self.quantities[question] = self.bounds.values(question) or YES_OR_NO
                return
            case ("IsBid" | "is" | "in_suit" | "member" | "Did", *parts) if any(is_denied(question, parts)):
                self.known[question] = False
                return
            case _:
                pass
        self.quantities[question] = YES_OR_NO

    def _is_on_grid(self, amount: Form) -> bool | None:
        """Tell whether an amount is always a whole number, or never; None if it is at times."""
        grid = self.bounds.grid(amount)
        return True if is_whole(grid) else None if can_be_whole(grid) else False

    def _tried(self, *parts: Form) -> bool:
        """Split amounts or things if all their values can be listed; otherwise keep nothing of them."""
        kept = dict(self.quantities), dict(self.known)
        if all(self.amount(part) for part in parts):
            return True
        self.quantities, self.known = kept
        return False

    def amount(self, form: Form) -> bool:
        """Split an amount or a thing; False if its possible values are unknown, or too many."""
        match form:
            case ("value", *_) | ("yes" | "no",):
                return True
            case ("sum", *parts):
                return all(self.amount(one) for part, _ in parts for one in part)
            case ("if", condition, then, otherwise):
                self.truth(condition)
                return self.amount(then) and self.amount(otherwise)
            case (str() as op, *parts) if op in _EVALUATED:
                return all(self.amount(part) for part in parts)
            case ("BidParameter", bid, *_):
                return self._bid(bid)
            case ("deal",):
                values: tuple[Answer, ...] | None = None
                if self.detail >= Detail.BIDS:
                    values = self.bounds.early_deals(*self.forms) or None
            case ("option", _):
                values = self.bounds.values(form)
                is_number = values is not None and not isinstance(values[0], str)
                values = None if is_number and self.detail < Detail.TRICKS else values
            case _:
                values = self.bounds.values(form) if self.detail >= Detail.TRICKS else None
        if values is None:
            return False
        self.quantities[form] = values
        return True

    def _bid(self, bid: Form) -> bool:
        """Split a bid, if all bids can be listed."""
        if (bids := self.bounds.bids) is None or self.detail < Detail.BIDS:
            return False
        is_there = self.is_judged and bid[1:] == (("variable", "player"),)
        is_there = is_there or (bid[0] == "seat_bid" and self.bounds.has_bid(bid[1]))
        self.quantities[bid] = bids if is_there else (None, *bids)
        return True

    def _of_each(self, quantifier: str, of: Form, condition: Form) -> bool | None:
        """Return a quantifier's value, whatever it runs over, if its condition always holds or never does."""
        holds, fails, _ = self.asker.could_be(condition)
        leads: Form = ("equal", ("sum", (((_BEHIND.get(of[0], ""), ("variable", 0)),), 1)), 0)
        if of[0] in _BEHIND and mentions(condition, leads[1][1][0][0]) and self.bounds.someone_leads:
            if quantifier == "every" and not self.asker.can_hold(condition, leads):
                return False
            if quantifier != "every" and not self.asker.can_hold(negated(condition), leads):
                return quantifier == "some"
        if not holds and quantifier in ("some", "no"):
            return quantifier == "no"
        if not holds and of[0] in NEVER_EMPTY and all(one[0] == "variable" for one in of[1:]):
            return False  # of nobody there are no members
        if fails:
            return None
        # Of nobody there are no members, but there are always players.
        return True if quantifier == "every" else quantifier == "some" if of[0] in NEVER_EMPTY and not of[1:] else None
