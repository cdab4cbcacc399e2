"""The possible values of a parameter: those of a list, `of suit, grand, null`, or of a range, `from 1 to most`."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

from spadesdsl.check.constants import constant_of
from spadesdsl.check.findings import mistake
from spadesdsl.check.scopes import NOBODY_ASKED
from spadesdsl.frozen import replace
from spadesdsl.rules.operations import NUMBER, SEAT, SUIT
from spadesdsl.rules.terms import Const, Kind, Type
from spadesdsl.syntax import nodes

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from spadesdsl.check.checker import Checker
    from spadesdsl.rules.game import Option
    from spadesdsl.rules.parts import Parameter
    from spadesdsl.rules.terms import Value
    from spadesdsl.source import Span

MOST_LISTED: Final = 1000
"""How many values a range may have."""
_NOBODY = ("none", "nobody")


def listed(checker: Checker, choices: nodes.Listed) -> tuple[Type, tuple[Value, ...]]:
    """Return the type of a list of choices and its values: suits, seats, cards, ranks or numbers, or else words."""
    items = choices.choices
    names = [one.name for one in items if isinstance(one, nodes.Name)]
    table = checker.symbols.table
    if len(names) == len(items):
        things = [name for name in names if name not in _NOBODY]
        for kind, known in ((SUIT, table.suits), (SEAT, table.seats)):
            if things and all(name in known for name in things):
                kind = replace(kind, words=("none",)) if len(things) < len(names) else kind
                return kind, _each(known.index(name) if name in known else None for name in names)
        if not any(name in table.added for name in names):
            return Type(Kind.WORD, words=tuple(dict.fromkeys(names))), _each(names)
    if all(isinstance(one, nodes.Number) for one in items):
        return NUMBER, _each(one.value for one in items if isinstance(one, nodes.Number))
    mixed = mistake(
        "E449",
        choices.span,
        "These choices are not all of the same kind.",
        "make them all words, suits, seats, cards, ranks or numbers",
    )
    if any(name not in table.added for name in names):
        raise mixed
    has_ranks = any(isinstance(one, nodes.RankName) for one in items)
    terms = [
        checker.typed(NOBODY_ASKED, nodes.RankName(str(one.value), span=one.span))
        if has_ranks and isinstance(one, nodes.Number)
        else checker.typed(NOBODY_ASKED, one)
        for one in items
    ]
    if any(term.type != terms[0].type for term in terms):
        raise mixed
    return terms[0].type, _each(term.value for term in terms if isinstance(term, Const))


def _each(values: Iterable[Value]) -> tuple[Value, ...]:
    """Return values in order, each once."""
    return tuple(dict.fromkeys(values))


def listed_range(parameter: Parameter, options: Mapping[str, Option], span: Span) -> Parameter:
    """Return a range with its numbers, if they depend on options alone.

    Args:
        parameter: The range.
        options: The options, with their values.
        span: Where the range is written.

    Raises:
        Mistake: with these options it is no range.
    """
    assert parameter.low is not None
    assert parameter.high is not None
    low, high = constant_of(parameter.low, options), constant_of(parameter.high, options)
    step = Fraction(1) if parameter.step is None else constant_of(parameter.step, options)
    if step is not None and step <= 0:
        raise mistake("E224", span, "A step has to be more than 0.", "write `step 0.5`, or leave it out")
    if low is None or high is None or step is None:
        return parameter
    count = int((high - low) / step) + 1 if high >= low else 0
    if count == 0:
        message = f"The range of `{parameter.name}` from {low} to {high} is empty."
        raise mistake("E225", span, message, "let the first number be the smaller one")
    if count > MOST_LISTED:
        message = f"`{parameter.name}` has {count} values; {MOST_LISTED} are the most."
        raise mistake("E226", span, message, "make the range narrower")
    return replace(parameter, choices=tuple(low + step * at for at in range(count)))
