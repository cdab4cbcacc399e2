"""Conditions split into the quantities that they read, and tried with every combination of their values.

A condition is compiled as in play, except that its quantities are read from variables: `not made and set_cost is x`
is tried with `made` true and false, and with every choice of `set_cost`. Every combination of a real game is among
these; those whose comparisons contradict each other are left out. So what holds in all of them always holds; what
fails in one may fail in none that a game can reach.
"""

from __future__ import annotations

from dataclasses import field, replace
from enum import IntEnum
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from spadesdsl.binding.compiler import Compiler
from spadesdsl.engine.queries import whole
from spadesdsl.frozen import dataclass
from spadesdsl.proofs.bounds import MOST_VALUES
from spadesdsl.proofs.linear import Comparison, Limit, Sum, can_hold
from spadesdsl.rules.terms import (
    BidParameter,
    Const,
    Holds,
    IsBid,
    Kind,
    LetRef,
    Op,
    OptionRef,
    Term,
    Type,
    Var,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from spadesdsl.engine.spec import Code
    from spadesdsl.proofs.bounds import Bounds
    from spadesdsl.rules.terms import Value

MOST_COMBINATIONS: Final = 4_000
"""More are not tried: comparisons then become plain yes or no, which is coarser."""

_CONNECTIVES: Final = frozenset({"and", "or", "not", "if"})
_COMPARISONS: Final = frozenset({"=", "<", "<=", ">", ">=", "is", "member"})
_OPPOSITES: Final = {
    "!=": "=", "is_not": "is", "not_member": "member", "not_in_suit": "in_suit", "not_in_suits": "in_suits",
    "following": "leading",
}  # fmt: skip
_SUMS: Final = frozenset({"+", "-", "negative", "*", "max", "min", "abs", "if", "mod", "list"})
_NEVER_EMPTY: Final = frozenset({"players", "seats", "sides", "members", "side_members"})
_TRUTH: Final = Type(Kind.TRUTH)

Answer: TypeAlias = "Value | Any"
"""What a quantity can be: a value, or a bid."""


class Detail(IntEnum):
    """How finely conditions are split."""

    COMPARISONS = 0
    """Comparisons of amounts are yes or no."""
    TRICKS = 1
    """Tricks, contracts and options take all their values."""
    BIDS = 2
    """Bids and the number of the deal as well."""


@dataclass(frozen=True, slots=True)
class Quantity:
    """Something that conditions read, and all its possible values."""

    term: Term
    variable: str
    values: tuple[Answer, ...]


@dataclass(frozen=True, slots=True)
class Answers:
    """Conditions with their quantities replaced by variables."""

    conditions: tuple[Term | None, ...]
    """In terms of the variables; None: no condition."""
    quantities: tuple[Quantity, ...]
    comparisons: tuple[tuple[int, Comparison], ...] = ()
    """For the quantities that are comparisons of amounts: their places, and what they compare."""

    @property
    def count(self) -> int:
        """Return how many combinations there are."""
        count = 1
        for quantity in self.quantities:
            count *= len(quantity.values)
        return count


class Asker:
    """Splits the conditions of one edition of a game."""

    def __init__(self, bounds: Bounds) -> None:
        """Prepare what bounds the quantities."""
        self.game = bounds.game
        self.bounds = bounds
        self.lets = {let.key: let for let in self.game.lets}
        self.options = {option.name: option for option in self.game.options}
        self._known: dict[tuple[Term, bool], tuple[bool, bool, int]] = {}

    def take_apart(self, conditions: Sequence[Term | None], *, is_judged: bool = False) -> Answers | None:
        """Split conditions as finely as the number of combinations allows; None if even the coarsest is too many.

        Args:
            conditions: The conditions tested at one moment.
            is_judged: Whether they are tested on a bid of the subject, which then exists.
        """
        for detail in sorted(Detail, reverse=True):
            answers = self.taken_apart(conditions, detail, is_judged=is_judged)
            if answers.count <= MOST_COMBINATIONS:
                return answers
        return None

    def taken_apart(self, conditions: Sequence[Term | None], detail: Detail, *, is_judged: bool = False) -> Answers:
        """Split conditions as finely as requested."""
        maker = _Maker(self, detail, conditions, is_judged=is_judged)
        made = tuple(None if one is None else maker.truth(one) for one in conditions)
        quantities = tuple(maker.quantities.values())
        return Answers(made, quantities, tuple(self._comparisons(quantities)))

    def combinations(self, answers: Answers) -> Iterator[tuple[tuple[Answer, ...], tuple[bool | None, ...]]]:
        """Iterate over all combinations: the quantities' values, and whether each condition holds."""
        holding = self.holding(answers)
        judge = _Judge(self.bounds, answers)
        for values in product(*(quantity.values for quantity in answers.quantities)):
            if judge.can_be(values):
                yield values, holding(values)

    def holding(self, answers: Answers) -> Callable[[Sequence[Answer]], tuple[bool | None, ...]]:
        """Return a function from the quantities' values to whether each condition holds."""
        read = self._reader(answers.quantities, answers.conditions)
        return lambda values: tuple(None if one is None else bool(one) for one in read(values))

    def _reader(
        self, quantities: Sequence[Quantity], terms: Sequence[Term | None]
    ) -> Callable[[Sequence[Answer]], list[Answer]]:
        compiler = Compiler(self.game, {}, ())
        slots = [compiler.slot(quantity.variable) for quantity in quantities]
        codes: list[Code | None] = [compiler.optional(term) for term in terms]
        env: list[Any] = list(compiler.environment)
        nothing: Any = None  # no term reads a state any longer

        def read(values: Sequence[Answer]) -> list[Answer]:
            for slot, value in zip(slots, values, strict=True):
                env[slot] = whole(value)
            return [None if code is None else code(nothing, env) for code in codes]

        return read

    def worked_out(
        self, conditions: Sequence[Term | None], amounts: Sequence[Term]
    ) -> Iterator[tuple[tuple[bool | None, ...], list[Answer]]] | None:
        """Work out conditions and amounts for all combinations; None if there are too many."""
        for detail in (Detail.BIDS, Detail.TRICKS):
            maker = _Maker(self, detail, (*conditions, *amounts))
            asked = [None if one is None else maker.truth(one) for one in conditions]
            sums = [maker.amount(one) for one in amounts]
            quantities = tuple(maker.quantities.values())
            answers = Answers(tuple(asked), quantities, tuple(self._comparisons(quantities)))
            if None not in sums and answers.count <= MOST_COMBINATIONS:
                return self._amounts(answers, sums)
        return None

    def _amounts(
        self, answers: Answers, sums: Sequence[Term | None]
    ) -> Iterator[tuple[tuple[bool | None, ...], list[Answer]]]:
        read = self._reader(answers.quantities, sums)
        for values, holding in self.combinations(answers):
            yield holding, read(values)

    def can_be(self, condition: Term, *, is_judged: bool = False) -> tuple[bool, bool, int]:
        """Tell whether a condition could hold, whether it could fail, and over how many combinations this was tested.

        If it cannot be split, it could do both.
        """
        about = (condition, is_judged)
        if about not in self._known:
            answers = self.take_apart((condition,), is_judged=is_judged)
            found = [] if answers is None else [holds for _, (holds,) in self.combinations(answers)]
            self._known[about] = (True, True, 0) if answers is None else (any(found), not all(found), len(found))
        return self._known[about]

    def always_holds(self, condition: Term | None) -> bool:
        """Tell whether a condition certainly holds with the options as they are set."""
        if condition is None:
            return True
        answers = self.take_apart((condition,))
        if answers is None:
            return False
        set_to = [
            (at, self.options[one.term.name].value)
            for at, one in enumerate(answers.quantities)
            if isinstance(one.term, OptionRef)
        ]
        tried = self.combinations(answers)
        return all(holds for values, (holds,) in tried if all(values[at] == value for at, value in set_to))

    def body(self, term: Term) -> Term | None:
        """Return the definition of a named quantity, if it is the subject's own."""
        if not isinstance(term, LetRef) or term.let not in self.lets:
            return None
        let = self.lets[term.let]
        own = {Kind.SEAT: "player", Kind.SIDE: "side", Kind.CARD: "card"}
        if let.subject is None or (isinstance(term.subject, Var) and term.subject.name == own.get(let.subject)):
            return let.body
        return None

    def _comparisons(self, quantities: Sequence[Quantity]) -> Iterator[tuple[int, Comparison]]:
        for at, quantity in enumerate(quantities):
            match quantity.term:
                case Op(op="=" | "<" | "<=" | ">" | ">=" as sign, arguments=(left, right)) if left.type.is_amount:
                    yield at, Comparison(sign, self._sum(left).plus(self._sum(right), -1))
                case _:
                    pass

    def _sum(self, term: Term) -> Sum:
        """Read an amount as a sum."""
        match term:
            case Const(value=int() | Fraction() as value):
                return Sum((), value)
            case Op(op="+", arguments=(one, other)):
                return self._sum(one).plus(self._sum(other))
            case Op(op="-", arguments=(one, other)):
                return self._sum(one).plus(self._sum(other), -1)
            case Op(op="negative", arguments=(one,)):
                return Sum(()).plus(self._sum(one), -1)
            case Op(op="*", arguments=(one, other)):
                left, right = self._sum(one), self._sum(other)
                if not left.parts:
                    return Sum(()).plus(right, left.rest)
                if not right.parts:
                    return Sum(()).plus(left, right.rest)
            case LetRef():
                inner = self.body(term)
                if inner is not None:
                    return self._sum(inner)
            case _:
                pass
        return Sum(((term, 1),))


@dataclass(slots=True)
class _Judge:
    """Tells which combinations contradict themselves, such as `score > 300` with `score < 200`."""

    bounds: Bounds
    answers: Answers
    known: dict[tuple[Answer, ...], bool] = field(default_factory=dict)
    places: tuple[int, ...] = ()
    """The quantities that it depends on."""

    def __post_init__(self) -> None:
        read = {term for _, comparison in self.answers.comparisons for term, _ in comparison.sum.parts}
        compared = {at for at, _ in self.answers.comparisons}
        self.places = tuple(at for at, one in enumerate(self.answers.quantities) if at in compared or one.term in read)

    def can_be(self, values: tuple[Answer, ...]) -> bool:
        """Tell whether the comparisons of a combination can all have these answers."""
        if not self.answers.comparisons:
            return True
        about = tuple(values[at] for at in self.places)
        if about not in self.known:
            self.known[about] = self._can_be(values)
        return self.known[about]

    def _can_be(self, values: tuple[Answer, ...]) -> bool:
        given = {
            quantity.term: value
            for quantity, value in zip(self.answers.quantities, values, strict=True)
            if isinstance(value, int | Fraction) and not isinstance(value, bool)
        }
        choices = []
        terms: dict[Term, None] = {}
        for at, comparison in self.answers.comparisons:
            left = comparison.sum.at(given)
            terms.update(dict.fromkeys(term for term, _ in left.parts))
            choices.append(Comparison(comparison.sign, left).limits(holds=bool(values[at])))
        always = [limit for term in terms for limit in self._limits(term)]
        return can_hold(choices, always, frozenset(filter(self.bounds.is_whole_number, terms)))

    def _limits(self, term: Term) -> Iterator[Limit]:
        least, most = self.bounds.ends(term)
        if least is not None:
            yield Limit(Sum(((term, -1),), least))
        if most is not None:
            yield Limit(Sum(((term, 1),), -most))


class _Maker:
    """Replaces quantities with variables."""

    def __init__(
        self, asker: Asker, detail: Detail, conditions: Sequence[Term | None], *, is_judged: bool = False
    ) -> None:
        self.asker = asker
        self.detail = detail
        self.is_judged = is_judged
        self.conditions = [one for one in conditions if one is not None]
        self.quantities: dict[Term, Quantity] = {}

    def truth(self, term: Term) -> Term:
        """Split a condition."""
        if isinstance(term, Const):
            return term
        if isinstance(term, Op) and term.op in _CONNECTIVES:
            return replace(term, arguments=tuple(self.truth(part) for part in term.arguments))
        if isinstance(term, OptionRef):
            return self._of_option(term)
        inner = self.asker.body(term)
        if inner is not None:
            return self.truth(inner)
        if isinstance(term, Op) and term.op in _OPPOSITES:
            positive = replace(term, op=_OPPOSITES[term.op])
            return Op("not", (self.truth(positive),), term.type, term.span)
        if isinstance(term, Op) and term.op in _COMPARISONS:
            known = dict(self.quantities)
            parts = [self.amount(part) for part in term.arguments]
            if all(part is not None for part in parts):
                return replace(term, arguments=tuple(part for part in parts if part is not None))
            self.quantities = known  # the variables that were made for it but not needed
        if isinstance(term, Holds):
            settled = self._of_each(term)
            if settled is not None:
                return Const(settled, _TRUTH, term.span)
        if isinstance(term, IsBid) and all(isinstance(part, Const) for part in term.arguments):
            bid = self._bid(term.bid)
            if bid is not None:
                return replace(term, bid=bid)
        return self._variable(term, (False, True))

    def amount(self, term: Term) -> Term | None:
        """Split an amount or a thing; None if its possible values are unknown, or too many."""
        if isinstance(term, Const):
            return term
        if isinstance(term, OptionRef):
            option = self.asker.options.get(term.name)
            fits = option is not None and len(option.choices) <= MOST_VALUES
            is_fine = self.detail >= Detail.TRICKS or term.type.kind is Kind.WORD
            return self._of_option(term) if fits and is_fine else None
        inner = self.asker.body(term)
        if inner is not None:
            return self.amount(inner)
        if isinstance(term, Op) and term.op == "*" and any(_is_zero(part) for part in term.arguments):
            return Const(0, term.type, term.span)
        if isinstance(term, Op) and term.op in _SUMS:
            parts = [self.truth(part) if part.type.kind is Kind.TRUTH else self.amount(part) for part in term.arguments]
            if any(part is None for part in parts):
                return None
            return replace(term, arguments=tuple(part for part in parts if part is not None))
        if isinstance(term, BidParameter):
            bid = self._bid(term.bid)
            return None if bid is None else replace(term, bid=bid)
        values = self._values(term)
        return None if values is None else self._variable(term, values)

    def _values(self, term: Term) -> tuple[Answer, ...] | None:
        """Return all values that an amount can have."""
        if isinstance(term, Op) and term.op == "deal":
            return (self.asker.bounds.early_deals(self.conditions) or None) if self.detail >= Detail.BIDS else None
        return self.asker.bounds.values(term) if self.detail >= Detail.TRICKS else None

    def _bid(self, term: Term) -> Term | None:
        """Replace a bid with a variable, if all bids can be listed."""
        bids = self.asker.bounds.bids
        if bids is None or self.detail < Detail.BIDS:
            return None
        is_there = self.is_judged and isinstance(term, Op) and term.arguments[0] == _PLAYER
        return self._variable(term, bids if is_there else (None, *bids))

    def _of_each(self, term: Holds) -> bool | None:
        """Return a quantifier's value, whatever it runs over, if its condition always holds or never does."""
        holds, fails, _ = self.asker.can_be(term.condition)
        if not holds and term.quantifier in ("some", "no"):
            return term.quantifier == "no"
        if not holds and isinstance(term.of, Op) and term.of.op in _NEVER_EMPTY:
            return False
        return True if not fails and term.quantifier == "every" else None

    def _of_option(self, term: OptionRef) -> Term:
        option = self.asker.options.get(term.name)
        if option is None:
            return term
        return self._variable(term, option.choices)

    def _variable(self, term: Term, values: tuple[Answer, ...]) -> Term:
        known = self.quantities.get(term)
        if known is None:
            known = Quantity(term, f"q{len(self.quantities)}", values)
            self.quantities[term] = known
        return Var(known.variable, term.type, term.span)


def _is_zero(term: Term) -> bool:
    return isinstance(term, Const) and term.value == 0


_PLAYER: Final = Var("player", Type(Kind.SEAT))
