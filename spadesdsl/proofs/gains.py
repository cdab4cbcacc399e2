"""Whether a score sheet can only give points, or only take them, worked out from its lines."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from spadesdsl.rules.terms import Const, Fold, LetRef, Op, OptionRef, TallyRef

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from spadesdsl.proofs.linear import Number
    from spadesdsl.rules.game import Let, Option, Rules
    from spadesdsl.rules.terms import Term

Ends = tuple["Number | None", "Number | None"]
"""The least and the most that something can be; None if unknown."""


def ends_of_scores(games: Iterable[Rules]) -> Ends:
    """Return the amounts that the lines of all deals never let scores fall below or rise above: 0, or unknown."""
    low: Number | None = 0
    high: Number | None = 0
    for game in games:
        spans = _Spans(game)
        for line in game.scoring.lines:
            for case in line.cases:
                least, most = spans.of(case.value)
                low = None if least is None or least < 0 else low
                high = None if most is None or most > 0 else high
    return low, high


class _Spans:
    """Works out the limits of amounts."""

    def __init__(self, game: Rules) -> None:
        self.lets: Mapping[str, Let] = {let.key: let for let in game.lets}
        self.options: Mapping[str, Option] = {option.name: option for option in game.options}

    def of(self, term: Term) -> Ends:
        """Return the limits of an amount."""
        match term:
            case Const(value=int() | Fraction() as value):
                return value, value
            case OptionRef(name=name) if name in self.options:
                numbers = [value for value in self.options[name].choices if isinstance(value, int | Fraction)]
                return (min(numbers), max(numbers)) if numbers else (None, None)
            case LetRef(let=name) if name in self.lets:
                return self.of(self.lets[name].body)
            case (
                TallyRef(which="filled") | Op(op="count" | "seat_taken" | "side_taken" | "seat_behind" | "side_behind")
            ):
                return 0, None
            case Fold(body=body):
                low, high = self.of(body)
                # For an empty set it is 0; for a sum only the sign is known.
                return (0 if low is not None and low >= 0 else None), (0 if high is not None and high <= 0 else None)
            case Op(op=op, arguments=arguments):
                return self._of_op(op, [self.of(part) for part in arguments if part.type.is_amount])
            case _:
                return None, None

    def _of_op(self, op: str, parts: list[Ends]) -> Ends:
        match op, parts:
            case "+", [(low, high), (least, most)]:
                return _plus(low, least), _plus(high, most)
            case "-", [(low, high), (least, most)]:
                return _plus(low, _minus(most)), _plus(high, _minus(least))
            case "negative", [(low, high)]:
                return _minus(high), _minus(low)
            case "*", [one, other]:
                return _times(one, other)
            case (("if" | "max" | "min"), [(low, high), (least, most)]):
                return (
                    None if low is None or least is None else min(low, least),
                    None if high is None or most is None else max(high, most),
                )
            case "abs", [_]:
                return 0, None
            case _:
                return None, None


def _plus(one: Number | None, other: Number | None) -> Number | None:
    return None if one is None or other is None else one + other


def _minus(one: Number | None) -> Number | None:
    return None if one is None else -one


def _times(one: Ends, other: Ends) -> Ends:
    """Return the limits of a product: its sign, and what is known about both factors."""
    if None not in one and None not in other:
        products = [a * b for a in one for b in other if a is not None and b is not None]
        return min(products), max(products)
    signs = {_sign(one), _sign(other)}
    if None in signs:
        return None, None
    return (0, None) if len(signs) == 1 else (None, 0)


def _sign(ends: Ends) -> int | None:
    low, high = ends
    if low is not None and low >= 0:
        return 1
    return -1 if high is not None and high <= 0 else None
