"""Show that two forms are equal in every situation, though they are written differently.

Whatever is not arithmetic or logic is an *atom*: a property, a quantifier, a card. Two atoms are the same if they are
made in the same way of parts that are the same. Then every combination of answers to the questions that are left is
tried; where amounts still differ as written, it is checked that no values can make them different.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, TypeAlias

from spadesdsl.algebra import forms
from spadesdsl.algebra.bounds import Bounds
from spadesdsl.algebra.cases import Asker, Detail
from spadesdsl.algebra.finished import of_all_tricks
from spadesdsl.algebra.judge import COMPARISONS, MOST_COMBINATIONS, Judge, combinations
from spadesdsl.algebra.sums import Form, Sum, added, divided, plain
from spadesdsl.work import spend

_CONDITIONS: Final = frozenset({"yes", "no", "not", "and", "or", *COMPARISONS})
_ASKED: Final = frozenset({"Holds", "is_whole", *COMPARISONS})
MOST_IN_CASES: Final = 12
"""Forms that ask more once they are split into cases are not compared so: each question doubles the work."""
_HAS_TAKEN: Final = ("more", ("sum", ((("seat_taken", ("variable", 0)),), 1)), 0)
"""What is so of a side of which it is so of some member."""
_ONE: Final = forms.written(plain(1))
_OF_MEMBERS: Final = {
    forms.written({((f"side_{what}", ("variable", 0)),): 1}): forms.written({((f"seat_{what}", ("variable", 0)),): 1})
    for what in ("taken", "contract")
}
"""What each side has, and each of its members."""
_EACH_SCORE: Final = forms.written({(("side_score", ("variable", 0)),): 1})
_LARGER: Final = {"max": ">", "min": "<"}


Answers: TypeAlias = "Mapping[Form, bool]"
"""Questions, and the answer to each."""


def _mentions_behind(*some: Form) -> bool:
    return any(forms.mentions(one, op) for one in some for op in ("side_behind", "seat_behind"))


class Alike:
    """Compares forms of rules that are the same in all else."""

    def __init__(self, facts: Bounds, tricks: Sum | None = None, *, is_defined: bool = False) -> None:
        """Compare by what is known of amounts in both games.

        Args:
            facts: What that is.
            tricks: How many tricks have all been taken when the forms are read; None if that is not known.
            is_defined: Whether how far somebody is behind is taken as the difference that it is.
        """
        self.facts, self.tricks, self.is_defined = facts, tricks, is_defined
        self.judge = Judge(facts)
        self._asker = Asker(facts)
        self._atoms: dict[tuple[Any, int], list[Form]] = {}
        self._known: dict[Form, Form] = {}
        self._found: dict[tuple[Form, Form], bool] = {}

    def are(self, one: Form, other: Form) -> bool:
        """Tell whether two conditions, amounts or things were shown to be the same whenever they are read.

        What is drawn by lot is the same only if it is written in the same way: else other cards would be drawn later.
        """
        if one == other:
            return True
        if forms.mentions(one, "random") or forms.mentions(other, "random"):
            return False
        pair = self.plainer(one), self.plainer(other)
        if pair not in self._found:
            self._found[pair] = pair[0] == pair[1] or self._compared(*pair)
            if not (self._found[pair] or self.is_defined) and _mentions_behind(one, other) and self.facts.someone_leads:
                self._found[pair] = Alike(self.facts, self.tricks, is_defined=True).are(one, other)
        return self._found[pair]

    def _compared(self, one: Form, other: Form) -> bool:
        if one[0] == "sum" or other[0] == "sum":
            return self._are_equal(forms.sum_of(one), forms.sum_of(other))
        if one[0] in _CONDITIONS or other[0] in _CONDITIONS:
            found = combinations(forms.questions(one, other), self.facts)
            is_same = found is not None and all(
                forms.worked_out(one, by) == forms.worked_out(other, by) or not self._can_happen(by) for by in found
            )
            return is_same or self._are_alike_for_all_bids(one, other) or self._are_alike_in_cases(one, other)
        return one[0] == other[0] and len(one) == len(other) and all(map(self._parts, one[1:], other[1:]))

    def _are_alike_for_all_bids(self, one: Form, other: Form) -> bool:
        answers = self._asker.taken_apart((one, other), Detail.BIDS)
        is_listed = answers.count <= MOST_COMBINATIONS
        return is_listed and all(holds[0] == holds[1] for _, holds in answers.combinations())

    def _are_alike_in_cases(self, one: Form, other: Form) -> bool:
        split = forms.in_cases(one), forms.in_cases(other)
        return split != (one, other) and len(list(forms.questions(*split))) <= MOST_IN_CASES and self._compared(*split)

    def _parts(self, one: object, other: object) -> bool:
        spend(1)
        if one == other or not (isinstance(one, tuple) and isinstance(other, tuple)):
            return one == other
        if one and other and isinstance(one[0], str) and isinstance(other[0], str):
            return self.are(one, other)
        return len(one) == len(other) and all(map(self._parts, one, other))

    # ---- atoms

    def plainer(self, form: Form) -> Form:
        """Return a form in which atoms that are alike are written alike."""
        if form not in self._known:
            self._known[form] = form  # an atom that it is compared with may contain it
            found = self._rewritten(form)
            self._known[form] = form if found != form and forms.is_large(found) else found
        return self._known[form]

    def _rewritten(self, form: Form) -> Form:
        if form[0] in _ASKED and not forms.mentions(form, "random"):
            holds, fails, _ = self._asker.could_be(form)
            if not (holds and fails):
                return forms.YES if holds else forms.NO
        match form:
            case ("value" | "variable" | "yes" | "no", *_):
                return form
            case ("not", inner):
                return forms.negated(self.plainer(inner))
            case ("and" | "or" as how, *parts):
                return forms.joined(how, map(self.plainer, parts))
            case ("less" | "more" | "equal" as how, amount, limit):
                return forms.compared(forms.COMPARED[how], self._plainer_sum(amount), plain(limit))
            case ("sum", *_):
                return forms.written(self._plainer_sum(form))
            case ("Holds", "every" | "no" as how, of, inner):
                inner = forms.negated(inner) if how == "every" else inner
                return forms.negated(self.plainer(("Holds", "some", of, inner)))
            case ("Holds", "some", ("side_members", side), inner) if self._is_to_take(inner):
                return self.plainer(forms.compared(">", {(("side_taken", side),): 1}, {}))
            case ("Holds", "some", of, inner):
                some: Form = ("Filter", "", of, inner)
                if inner[:2] == ("in_suit", ("variable", 0)) and not forms.mentions(inner[2], "variable"):
                    some = ("part_suit", of, inner[2])
                return self.plainer(forms.compared(">", {(("count", some),): 1}, {}))
            case ("is_empty", of):
                return self.plainer(forms.compared("=", {(("count", of),): 1}, {}))
            case ("if", condition, then, otherwise):
                asked = self.plainer(condition)
                chosen = then if asked == forms.YES else otherwise if asked == forms.NO else None
                return ("if", asked, *map(self.plainer, form[2:])) if chosen is None else self.plainer(chosen)
            case ("rounded_down", of, step) if step == _ONE and self.facts.is_whole(of):
                return self.plainer(of)
            case ("Fold", "sum", ("sides",), each) if each in _OF_MEMBERS and self._are_of_members(each):
                return self.plainer(("Fold", "sum", ("players",), _OF_MEMBERS[each]))
            case ("side_behind" | "seat_behind" as op, who) if self.is_defined:
                side = who if op == "side_behind" else ("side", who)
                lowest = self.facts.game.best_lowest
                best: Form = ("Fold", "least" if lowest else "most", ("sides",), _EACH_SCORE)
                behind = added({(best,): 1}, {(("side_score", side),): 1}, -1)
                return self.plainer(forms.written(added({}, behind, -1) if lowest else behind))
            case ("max" | "min" as how, one, other):
                first, second = self.plainer(one), self.plainer(other)
                return ("if", forms.compared(_LARGER[how], forms.sum_of(first), forms.sum_of(second)), first, second)
            case ("abs", inner):
                amount = forms.sum_of(self.plainer(inner))
                return (
                    "if",
                    forms.compared("<", amount, {}),
                    forms.written(added({}, amount, -1)),
                    forms.written(amount),
                )
            case _:
                return self._atom(tuple(self._part(part) for part in form))

    def _are_of_members(self, each: Form) -> bool:
        """Tell whether what all sides have taken, or bid, is what all players have."""
        by_side = any(bid.by_side for bid in self.facts.game.bids)
        return self.facts.someone_leads and not (by_side and forms.mentions(each, "side_contract"))

    def _is_to_take(self, condition: Form) -> bool:
        return forms.mentions(condition, "seat_taken") and self.are(condition, _HAS_TAKEN)

    def _part(self, part: object) -> Any:  # noqa: ANN401 - a form, several of them, or what a form names
        if not isinstance(part, tuple) or not part:
            return part
        return self.plainer(part) if isinstance(part[0], str) else tuple(map(self._part, part))

    def _plainer_sum(self, form: Form) -> Sum:
        return forms.with_factors(forms.sum_of(form), lambda one: forms.sum_of(self.plainer(one)))

    def _atom(self, form: Form) -> Form:
        """Return the first atom that was found to be the same."""
        others = self._atoms.setdefault((form[0], len(form)), [])
        same = next((one for one in others if all(map(self._parts, one[1:], form[1:]))), None)
        if same is None:
            others.append(form)
        return same or form

    # ---- amounts

    def _are_equal(self, one: Sum, other: Sum) -> bool:
        """Tell whether two amounts are equal for each combination of answers to the conditions in them."""
        apart = added(one, other, -1)
        asked = list(dict.fromkeys(forms.asked_in(apart)))
        found = combinations(asked, self.facts)
        return found is not None and all(
            self._is_nothing(forms.decided(apart, by), by) or not self._can_happen(by) for by in found
        )

    def _can_happen(self, by: Mapping[Form, bool]) -> bool:
        if self.tricks is None:
            return bool(self.possible([by]))
        asked = forms.joined("and", (one if holds else forms.negated(one) for one, holds in by.items()))
        return bool(self.possible([by], *of_all_tricks(self.facts, self.tricks, asked)))

    def possible(self, ways: Iterable[Answers], *then: Form, is_judged: bool = False) -> list[Answers]:
        """Return the answers that questions could have together, as far as bids, cards and tricks decide.

        `then` is what is certain; `is_judged`: they are asked of a bid of the subject, which then exists.
        """
        asked = (([one if holds else forms.negated(one) for one, holds in by.items()], by) for by in ways)
        return [by for answers, by in asked if self._asker.can_hold(*answers, *then, is_judged=is_judged)]

    def can_be(self, *conditions: Form) -> bool:
        """Tell whether conditions could hold at once, as far as bids, cards and tricks decide."""
        return self._asker.can_hold(*conditions)

    def _is_nothing(self, amount: Sum, by: Mapping[Form, bool]) -> bool:
        if not amount:
            return True
        first = amount[min(amount, key=repr)]
        scaled = forms.written({part: divided(number, first) for part, number in amount.items() if part})
        limit = divided(-amount.get((), 0), first)
        # What has to be different is either less or more.
        either = [(how, scaled, limit) for how in ("less", "more")]
        return bool(forms.sum_of(scaled)) and not any(
            by.get(one, True) and self.judge.can_be({**by, one: True}) and self._can_happen({**by, one: True})
            for one in either
        )
