"""Conditions taken apart into the quantities that they read, and put to every combination of what those can be.

A condition is compiled as in play, but for its quantities, which are read from variables: `not made and set_cost is x`
is asked for `made` and not made, and for every choice of `set_cost`. Each combination of a game in progress is among
these. So what holds in all of them always holds; what fails in one may fail in none that can be come to.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any, Final

from spadesdsl.binding.compiler import Compiler
from spadesdsl.binding.values import whole
from spadesdsl.check.checked import DoGive
from spadesdsl.check.resetting import names_in
from spadesdsl.check.stepping import actions_in, all_steps
from spadesdsl.check.terms import Const, Kind, LetRef, Op, OptionRef, Term, Var
from spadesdsl.check.used import terms_of
from spadesdsl.engine import position
from spadesdsl.proofs.reads import Topic, facts_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from spadesdsl.check.checked import CheckedBid, CheckedGame
    from spadesdsl.check.terms import Value
    from spadesdsl.engine.game import Game
    from spadesdsl.engine.spec import Code

MOST_COMBINATIONS: Final = 4_000
"""More are not tried: then comparisons are taken as plain yes or no, which is coarser."""
MOST_VALUES: Final = 60

_CONNECTIVES: Final = frozenset({"and", "or", "not", "if"})
_COMPARISONS: Final = frozenset({"=", "<", "<=", ">", ">=", "is", "member"})
_OPPOSITES: Final = {
    "!=": "=", "is_not": "is", "not_member": "member", "not_in_suit": "in_suit", "not_in_suits": "in_suits"
}  # fmt: skip
_SUMS: Final = frozenset({"+", "-", "negative", "*", "max", "min", "abs", "if", "mod", "list"})


@dataclass(frozen=True, slots=True)
class Quantity:
    """Something that conditions read, and all that it can be."""

    term: Term
    variable: str
    values: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Answers:
    """Conditions with their quantities taken out."""

    conditions: tuple[Term | None, ...]
    """In terms of the variables; None: no condition."""
    quantities: tuple[Quantity, ...]

    @property
    def count(self) -> int:
        """Return how many combinations there are."""
        count = 1
        for quantity in self.quantities:
            count *= len(quantity.values)
        return count


class Asker:
    """Takes the conditions of one edition of a game apart."""

    def __init__(self, game: CheckedGame, bound: Game) -> None:
        """Prepare what bounds the quantities.

        Args:
            game: The rules.
            bound: The game that they belong to, for the tricks of a deal.
        """
        self.game = game
        self.lets = {let.key: let for let in game.lets}
        self.options = {option.name: option for option in game.options}
        self.tricks = most_tricks(game, bound)
        self.contracts = _contracts(game)
        self.sizes = max((len(side) for side in game.teams.sides), default=1)

    def take_apart(self, conditions: Sequence[Term | None]) -> Answers | None:
        """Take quantities out of conditions, as finely as there are not too many combinations; else None."""
        for finely in (True, False):
            maker = _Maker(self, finely=finely)
            made = tuple(None if one is None else maker.truth(one) for one in conditions)
            answers = Answers(made, tuple(maker.quantities.values()))
            if answers.count <= MOST_COMBINATIONS:
                return answers
        return None

    def combinations(self, answers: Answers) -> Iterator[tuple[tuple[Value, ...], tuple[bool | None, ...]]]:
        """Go over all combinations: the quantities' values, and whether each condition holds."""
        compiler = Compiler(self.game, {}, ())
        slots = [compiler.slot(quantity.variable) for quantity in answers.quantities]
        codes: list[Code | None] = [compiler.optional(condition) for condition in answers.conditions]
        env: list[Any] = list(compiler.environment)
        nothing: Any = None  # no condition reads a state any more
        for values in product(*(quantity.values for quantity in answers.quantities)):
            for slot, value in zip(slots, values, strict=True):
                env[slot] = whole(value)
            yield values, tuple(None if code is None else bool(code(nothing, env)) for code in codes)

    def can_be(self, condition: Term) -> tuple[bool, bool, int]:
        """Tell whether a condition could hold, whether it could fail, and over how many combinations that was seen.

        Where it cannot be taken apart it could do both.
        """
        answers = self.take_apart((condition,))
        if answers is None:
            return True, True, 0
        found = [holds for _, (holds,) in self.combinations(answers)]
        return any(found), not all(found), len(found)


class _Maker:
    """Puts variables in the place of quantities."""

    def __init__(self, asker: Asker, *, finely: bool) -> None:
        self.asker = asker
        self.finely = finely
        self.quantities: dict[Term, Quantity] = {}

    def truth(self, term: Term) -> Term:
        """Take a condition apart."""
        if isinstance(term, Const):
            return term
        if isinstance(term, Op) and term.op in _CONNECTIVES:
            return replace(term, arguments=tuple(self.truth(part) for part in term.arguments))
        if isinstance(term, OptionRef):
            return self._of_option(term)
        inner = self._body(term)
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
            self.quantities = known  # what was taken out of it for nothing
        return self._variable(term, (False, True))

    def amount(self, term: Term) -> Term | None:
        """Take an amount or a thing apart; None where what it can be is not known, or is too much."""
        if isinstance(term, Const):
            return term
        if isinstance(term, OptionRef):
            fits = len(self.asker.options[term.name].choices) <= MOST_VALUES if term.name in self.asker.options else 0
            return self._of_option(term) if fits and (self.finely or term.type.kind is Kind.WORD) else None
        inner = self._body(term)
        if inner is not None:
            return self.amount(inner)
        if isinstance(term, Op) and term.op in _SUMS:
            parts = [self.truth(part) if part.type.kind is Kind.TRUTH else self.amount(part) for part in term.arguments]
            if any(part is None for part in parts):
                return None
            return replace(term, arguments=tuple(part for part in parts if part is not None))
        values = self._values(term) if self.finely else None
        return None if values is None else self._variable(term, values)

    def _body(self, term: Term) -> Term | None:
        """Return what a named quantity stands for, where it is the subject's own."""
        if not isinstance(term, LetRef) or term.let not in self.asker.lets:
            return None
        let = self.asker.lets[term.let]
        own = {Kind.SEAT: "player", Kind.SIDE: "side", Kind.CARD: "card"}
        if let.subject is None or (isinstance(term.subject, Var) and term.subject.name == own.get(let.subject)):
            return let.body
        return None

    def _values(self, term: Term) -> tuple[Value, ...] | None:
        """Return all that an amount can be."""
        asker = self.asker
        match term:
            case Op(op="seat_taken" | "side_taken"):
                return tuple(range(asker.tricks + 1))
            case Op(op="seat_contract") if asker.contracts is not None:
                return _sums(asker.contracts, 1)
            case Op(op="side_contract") if asker.contracts is not None:
                return _sums(asker.contracts, asker.sizes)
            case _:
                return None

    def _of_option(self, term: OptionRef) -> Term:
        option = self.asker.options.get(term.name)
        if option is None:
            return term
        return self._variable(term, option.choices)

    def _variable(self, term: Term, values: tuple[Value, ...]) -> Term:
        known = self.quantities.get(term)
        if known is None:
            known = Quantity(term, f"q{len(self.quantities)}", values)
            self.quantities[term] = known
        return Var(known.variable, term.type, term.span)


def options_of_ranges(bid: CheckedBid) -> frozenset[str]:
    """Return the names that the ranges of a bid's parameters read."""
    node = bid.rule.node
    return frozenset() if node is None else frozenset(names_in(node.parameters))


def most_tricks(game: CheckedGame, bound: Game) -> int:
    """Return the most tricks that a deal can have."""
    gives = [step for step in all_steps(game) if any(isinstance(action, DoGive) for action in actions_in(step))]
    topics = {fact.topic for fact in facts_of(game, *terms_of(tuple(gives)))}
    actions = [action for step in gives for action in actions_in(step) if isinstance(action, DoGive)]
    numbers = facts_of(game, *(action.number for action in actions))
    is_same = not topics & {Topic.DEAL, Topic.SCORE, Topic.TALLY, Topic.LUCK}
    is_same = is_same and all(fact.topic is not Topic.OPTION for fact in numbers)
    if is_same and not any(ending.kind == "out" for ending in game.endings):
        return position.tricks_of(bound, 1)
    return len(bound.deck) // 2


def _contracts(game: CheckedGame) -> frozenset[Value] | None:
    """Return what one bid can add to a contract; None where that cannot be listed."""
    found: set[Value] = {0}
    for bid in game.bids:
        if bid.contract is None:
            continue
        if options_of_ranges(bid):
            return None  # another setting may allow other bids
        if isinstance(bid.contract, Const):
            found.add(bid.contract.value)
            continue
        match bid.contract:
            case Var(name=name):
                parameter = next((one for one in bid.parameters if f"param:{one.name}" == name), None)
                if parameter is None or parameter.choices is None:
                    return None
                found.update(parameter.choices)
            case _:
                return None
    return frozenset(found)


def _sums(values: frozenset[Value], most: int) -> tuple[Value, ...] | None:
    """Return all sums of at most so many of some amounts; None where they are too many."""
    plain = [value for value in values if isinstance(value, int | Fraction)]
    found: set[int | Fraction] = {0}
    for _ in range(most):
        found = {one + other for one in found for other in plain}
        if len(found) > MOST_VALUES:
            return None
    return tuple(sorted(found))
