"""Values of options as files write them."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

from spadesdsl.check.options import say_value
from spadesdsl.words import amount_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spadesdsl.rules.game import Option, Rules
    from spadesdsl.rules.terms import Value

_SHOWN = 3
"""Longer lists of numbers are written as a range."""


def written(value: Value, option: Option, game: Rules) -> str:
    """Write a value of an option."""
    return say_value(option.type, value, game)


def written_choices(option: Option, game: Rules) -> str:
    """Write what an option can be: a list, or a range of numbers."""
    numbers = [value for value in option.choices if isinstance(value, int | Fraction) and not isinstance(value, bool)]
    if option.type.is_amount and len(numbers) > _SHOWN and _is_even(numbers):
        step = numbers[1] - numbers[0]
        by = "" if step == 1 else f" step {amount_text(step)}"
        return f"from {amount_text(numbers[0])} to {amount_text(numbers[-1])}{by}"
    return ", ".join(written(value, option, game) for value in option.choices)


def _is_even(numbers: Sequence[int | Fraction]) -> bool:
    return len({after - before for before, after in pairwise(numbers)}) == 1
