"""Which bids a game has, and what they add to a contract, with any setting of its options."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Final

from spadesdsl.algebra.forms import BidMade
from spadesdsl.rules.parts import BidType, MakeBid
from spadesdsl.rules.terms import Const, Term, Value
from spadesdsl.rules.walking import all_actions
from spadesdsl.syntax.expressions import names_in

if TYPE_CHECKING:
    from collections.abc import Iterable

    from spadesdsl.algebra.sums import Number
    from spadesdsl.rules.game import Rules


MOST_VALUES: Final = 60
"""If an amount has more values than this, they are not listed."""


def options_of_ranges(bid: BidType) -> frozenset[str]:
    """Return the names that the ranges of a bid's parameters read."""
    node = bid.rule.node
    return frozenset() if node is None else frozenset(names_in(node.parameters))


def bids_made_in(game: Rules) -> list[MakeBid[Term]]:
    """Return the bids that steps make outside of the rounds."""
    return [action for action in all_actions(game) if isinstance(action, MakeBid)]


def lists_bids_made(game: Rules) -> bool:
    """Tell whether the bids that steps make are among those that can be chosen."""
    kinds = {bid.name: bid for bid in game.bids}
    return all(
        isinstance(value, Const) and value.value in (parameter.choices or ())
        for made in bids_made_in(game)
        for parameter, value in zip(kinds[made.bid_type].parameters, made.arguments, strict=True)
    )


def contracts_of(game: Rules) -> frozenset[Number] | None:
    """Return what one bid can add to a contract; None if that cannot be listed."""
    if not lists_bids_made(game):
        return None
    found: set[Number] = {0}
    for bid in game.bids:
        if bid.contract is None:
            continue
        parameters = {f"param:{one.name}": one.choices for one in bid.parameters}
        values = (bid.contract.value,) if isinstance(bid.contract, Const) else parameters.get(
            getattr(bid.contract, "name", "")
        )  # fmt: skip
        if values is None or options_of_ranges(bid):
            return None  # another setting may allow other bids
        found.update(numbers_in(values))
    return frozenset(found)


def every_bid(game: Rules) -> tuple[BidMade, ...] | None:
    """List the bids that can be made; None if they cannot be listed, or are too many."""
    if not lists_bids_made(game):
        return None
    found: list[BidMade] = []
    for bid in game.bids:
        names = tuple(parameter.name for parameter in bid.parameters)
        choices = [parameter.choices for parameter in bid.parameters]
        if options_of_ranges(bid) or any(one is None for one in choices):
            return None
        found += [BidMade(bid.name, names, values) for values in product(*(one or () for one in choices))]
        if len(found) >= MOST_VALUES:
            return None
    return tuple(found)


@lru_cache(maxsize=64)
def sums_of(values: frozenset[Number], most: int) -> tuple[Number, ...] | None:
    """Return all sums of up to a number of some amounts; None if there are too many."""
    found: set[Number] = {0}
    for _ in range(most):
        found = {one + other for one in found for other in values}
        if len(found) > MOST_VALUES:
            return None
    return tuple(sorted(found))


def numbers_in(values: Iterable[Value]) -> list[Number]:
    """Return those of some values that are numbers."""
    return [value for value in values if isinstance(value, int | Fraction)]
