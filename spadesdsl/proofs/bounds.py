"""What amounts and bids can be, whatever happens in a game: all their values if there are few, else the limits."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, Final

from spadesdsl.check.resetting import names_in
from spadesdsl.check.stepping import actions_in, all_steps
from spadesdsl.check.used import terms_of
from spadesdsl.engine import position
from spadesdsl.engine.state import Bid
from spadesdsl.proofs.gains import Ends, ends_of_scores
from spadesdsl.proofs.reads import facts_of
from spadesdsl.rules.operations import Topic
from spadesdsl.rules.parts import Ask, Award, Do, Give
from spadesdsl.rules.terms import Const, Kind, Op, OptionRef, TallyRef, Var
from spadesdsl.rules.walking import walk, walk_through

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from spadesdsl.engine.game import Game
    from spadesdsl.proofs.linear import Number
    from spadesdsl.rules.game import Rules, Variant
    from spadesdsl.rules.parts import BidType, Step
    from spadesdsl.rules.terms import Term, Value

MOST_VALUES: Final = 60
"""If an amount has more values than this, they are not listed."""
_LATEST: Final = 40
"""A condition that names no number above this has the same answer in all later deals."""


@dataclass(frozen=True)
class Bounds:
    """What amounts can be in one edition of a game."""

    game: Rules
    bound: Game
    variant: Variant
    """The rules of all deals."""

    @cached_property
    def deals(self) -> tuple[int, int | None]:
        """The first and the last deal that the edition applies to; None for the last if there is always another."""
        days = next((one for one in self.variant.calendar() if one.game is self.game), None)
        return (1, None) if days is None else (days.first, days.last)

    @cached_property
    def tricks(self) -> int:
        """The most tricks of a deal."""
        return most_tricks(self.game, self.bound)

    @cached_property
    def contracts(self) -> frozenset[Value] | None:
        """What one bid can add to a contract; None if that cannot be listed."""
        return _contracts(self.game)

    @cached_property
    def bids(self) -> tuple[Bid, ...] | None:
        """Every bid that can be made; None if they cannot be listed."""
        return _every_bid(self.game)

    @cached_property
    def sizes(self) -> int:
        """Players of the largest side."""
        return max((len(side) for side in self.game.teams.sides), default=1)

    @cached_property
    def scores(self) -> Ends:
        """The amounts that scores never fall below and never rise above."""
        return ends_of_scores((self.variant.game, *(game for _, game in self.variant.editions)))

    @cached_property
    def has_no_fraction(self) -> bool:
        """Whether points and counts are always whole numbers."""
        return _has_no_fraction(self.game)

    @cached_property
    def full(self) -> Mapping[str, Term]:
        """By tally that empties when full: the value at which it is full, which it never keeps once all is counted.

        Empty if steps of tallies read tallies: those may be full for a moment.
        """
        tallies = self.game.scoring.tallies
        lets = {let.key: let for let in self.game.lets}
        asked = [step.when for tally in tallies for step in tally.steps if step.when is not None]
        if any(isinstance(one, TallyRef) for term in asked for one in walk_through(term, lets)):
            return {}
        ends = {tally.name: tally.steps[-1] for tally in tallies if tally.steps}
        return {name: step.amount for name, step in ends.items() if step.verb == "full at" and step.amount is not None}

    def values(self, term: Term) -> tuple[Value, ...] | None:
        """Return all values that an amount can have; None if they are unknown, or too many."""
        match term:
            case Op(op="seat_taken" | "side_taken") if not counts_tricks_unplayed(self.game):
                return tuple(range(self.tricks + 1))
            case Op(op="seat_contract") if self.contracts is not None:
                return _sums(self.contracts, 1)
            case Op(op="side_contract") if self.contracts is not None:
                return _sums(self.contracts, self.sizes)
            case _:
                return None

    def early_deals(self, conditions: Sequence[Term]) -> tuple[int, ...]:
        """Return the deals that answer conditions on the deal number differently; empty if there are too many.

        Every later deal gives the same answers as the last of them.
        """
        lets = {let.key: let for let in self.game.lets}
        options = {option.name: option.choices for option in self.game.options}
        total: Number = 0
        for condition in conditions:
            for one in walk_through(condition, lets):
                if isinstance(one, Op) and one.op in ("*", "/", "rounded_down"):
                    return ()
                values: tuple[Value, ...] = (one.value,) if isinstance(one, Const) else ()
                values = options.get(one.name, ()) if isinstance(one, OptionRef) else values
                total += max((max(number, -number) for number in _numbers(values)), default=0)
        if total > _LATEST:
            return ()
        early = tuple(deal for deal in range(1, MOST_VALUES + 1) if self.variant.edition(deal) is self.game)
        # If it holds again after all of those, one of them represents the later ones.
        is_told = self.deals[1] is not None and self.deals[1] <= MOST_VALUES
        return early if is_told or any(deal > _LATEST for deal in early) else ()

    def ends(self, term: Term) -> Ends:
        """Return the least and the most that an amount can be."""
        match term:
            case Op(op="deal"):
                return self.deals
            case Op(op="seat_taken" | "side_taken"):
                return 0, None if counts_tricks_unplayed(self.game) else self.tricks
            case Op(op="seat_score" | "side_score"):
                return self.scores
            case Op(op="seat_contract" | "side_contract") if self.contracts is not None:
                numbers = _numbers(self.contracts)
                times = self.sizes if term.op == "side_contract" else 1
                return times * min(numbers, default=0), times * max(numbers, default=0)
            case Op(op="seat_behind" | "side_behind" | "trick_number" | "trick_number_of" | "bid_place"):
                return 0, None
            case Op(op="count", arguments=(of,)):
                return 0, self._most_of(of)
            case OptionRef(name=name):
                choices = next((one.choices for one in self.game.options if one.name == name), ())
                numbers = _numbers(choices)
                return (min(numbers), max(numbers)) if len(numbers) == len(choices) and numbers else (None, None)
            case TallyRef(which="filled"):
                return 0, None
            case TallyRef(which="now", tally=name) if name in self.full:
                low, limit = self.ends(self.full[name])
                if low is None or low <= 0 or limit is None:
                    return None, None
                return None, limit - 1 if self.has_no_fraction else limit
            case Const(value=int() | Fraction() as value):
                return value, value
            case _:
                return None, None

    def _most_of(self, of: Term) -> int | None:
        """Return the most items that a set can have."""
        base = self.bound.base
        match of:
            case Op(op="part_suit", arguments=(inner, Const(value=int() as suit))) if base.ranking_is_fixed:
                within = self._most_of(inner)
                many = position.blank(self.bound).ranking.masks[suit].bit_count()
                return many if within is None else min(many, within)
            case Op(op="hand" | "played" | "seat_cards" | "side_cards"):
                return base.deck.size
            case Op(op="players" | "seats" | "members" | "opponents" | "side_members" | "side_opponents"):
                return len(base.seats)
            case _:
                return None

    def is_whole_number(self, term: Term) -> bool:
        """Tell whether an amount is always a whole number."""
        match term:
            case Op(op="deal" | "count" | "seat_taken" | "side_taken" | "trick_number" | "trick_number_of"):
                return True
            case OptionRef(name=name):
                choices = next((one.choices for one in self.game.options if one.name == name), ())
                return bool(choices) and all(_is_whole(value) for value in choices)
            case _:
                return self.has_no_fraction


def options_of_ranges(bid: BidType) -> frozenset[str]:
    """Return the names that the ranges of a bid's parameters read."""
    node = bid.rule.node
    return frozenset() if node is None else frozenset(names_in(node.parameters))


def most_tricks(game: Rules, bound: Game) -> int:
    """Return the most tricks that can be played in a deal."""
    gives = [step for step in all_steps(game) if any(isinstance(action, Give) for action in actions_in(step))]
    if any(_may_fill_hands(step) for step in gives):
        return len(bound.deck) // 2
    topics = {fact.topic for fact in facts_of(game, *terms_of(tuple(gives)))}
    actions = [action for step in gives for action in actions_in(step) if isinstance(action, Give)]
    numbers = facts_of(game, *(action.number for action in actions))
    is_same = not topics & {Topic.DEAL, Topic.SCORE, Topic.TALLY, Topic.LUCK}
    is_same = is_same and all(fact.topic is not Topic.OPTION for fact in numbers)
    if is_same and not any(ending.kind == "out" for ending in game.endings):
        return position.tricks_of(bound, 1)
    return len(bound.deck) // 2


def _may_fill_hands(step: Step) -> bool:
    """Tell whether a step adds cards from outside the hands to a hand, and only in some deals."""
    return (isinstance(step, Ask) or (isinstance(step, Do) and step.when is not None)) and any(
        isinstance(action, Give)
        and action.to.type.kind is Kind.SEAT
        and not (isinstance(action.source, Op) and action.source.op == "hand")
        for action in actions_in(step)
    )


def counts_tricks_unplayed(game: Rules) -> bool:
    """Tell whether somebody can be awarded a number of tricks that were not played: there may be any number of them."""
    actions = (action for step in all_steps(game) for action in actions_in(step))
    return any(isinstance(action, Award) and action.tricks is not None for action in actions)


def _contracts(game: Rules) -> frozenset[Value] | None:
    """Return what one bid can add to a contract; None if that cannot be listed."""
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


def _every_bid(game: Rules) -> tuple[Bid, ...] | None:
    """List the bids that can be made; None if they cannot be listed, or are too many."""
    found: list[Bid] = []
    for number, bid in enumerate(game.bids):
        choices = [parameter.choices for parameter in bid.parameters]
        if options_of_ranges(bid) or any(one is None for one in choices):
            return None
        found += [Bid(number, values, "", None, 1) for values in product(*(one or () for one in choices))]
        if len(found) >= MOST_VALUES:
            return None
    return tuple(found)


def _sums(values: frozenset[Value], most: int) -> tuple[Value, ...] | None:
    """Return all sums of up to a number of some amounts; None if there are too many."""
    plain = [value for value in values if isinstance(value, int | Fraction)]
    found: set[int | Fraction] = {0}
    for _ in range(most):
        found = {one + other for one in found for other in plain}
        if len(found) > MOST_VALUES:
            return None
    return tuple(sorted(found))


def _has_no_fraction(game: Rules) -> bool:
    """Tell whether no rule of a game divides or names a fraction."""
    if not all(_is_whole(value) for option in game.options for value in option.choices):
        return False
    return not any(_is_fraction(one) for one in _all_terms(game))


def _all_terms(game: Rules) -> Iterator[Term]:
    for term in terms_of((game.scoring, game.bids, game.lets, game.endings, game.phases)):
        yield from walk(term)


def _is_fraction(term: Term) -> bool:
    if isinstance(term, Const):
        return not _is_whole(term.value)
    return isinstance(term, Op) and term.op == "/"


def _numbers(values: Iterable[Value]) -> list[Number]:
    return [value for value in values if isinstance(value, int | Fraction)]


def _is_whole(value: Value) -> bool:
    return not isinstance(value, Fraction) or value.denominator == 1
