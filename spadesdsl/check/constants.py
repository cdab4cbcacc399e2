"""Values that are known when the file is read: constants, and the choices that a parameter lists."""

from __future__ import annotations

import operator
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from spadesdsl.check.findings import mistake
from spadesdsl.check.types import NOBODY_ASKED
from spadesdsl.frozen import replace
from spadesdsl.rules.operations import FORMS, GLOBALS, NEVER_EMPTY, NUMBER, PROPERTIES, SEAT, SUIT
from spadesdsl.rules.terms import Const, Filter, Fold, Holds, Kind, LetRef, Op, OptionRef, Term, Type, Value
from spadesdsl.syntax import bodies, expressions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from spadesdsl.check.checker import Checker
    from spadesdsl.rules.game import Let, Option
    from spadesdsl.rules.parts import Parameter
    from spadesdsl.source import Span

_OF_ALL: Final = (operator.eq, operator.ne, operator.not_)
"""What takes any values, and not only numbers."""
_NO_LETS: Final[Mapping[str, Let | None]] = MappingProxyType({})


def constant_of(term: Term, options: Mapping[str, Option]) -> Fraction | None:
    """Return the number that a term always is, or None if it depends on the game."""
    value = value_of(term, options)
    if value is None or isinstance(value.value, bool | str) or value.value is None:
        return None
    return Fraction(value.value)


def value_of(term: Term, options: Mapping[str, Option], lets: Mapping[str, Let | None] = _NO_LETS) -> Const | None:
    """Return the value that a term always has, or None if it depends on the game."""

    def known(one: Term) -> Const | None:
        return value_of(one, options, lets)

    match term:
        case Const():
            return term
        case OptionRef(name=name, type=kind) if name in options:
            return Const(options[name].value, kind)
        case LetRef(let=name) if (let := lets.get(name)) is not None:
            return known(let.body)
        case Op(op="nobody", type=kind):
            return Const(None, kind)
        case Op(op="if", arguments=(condition, then, otherwise)):
            chosen = known(condition)
            return None if chosen is None else known(then if chosen.value else otherwise)
        case Op(op="and" | "or" as op, arguments=arguments, type=kind):
            parts = [known(one) for one in arguments]
            decisive = op == "or"
            if any(one is not None and bool(one.value) is decisive for one in parts):
                return Const(decisive, kind)
            return None if None in parts else Const(not decisive, kind)
        case Op(op="count", arguments=(of,), type=kind) | Fold(of=of, type=kind) if _is_empty(of, known, lets):
            return Const(0, kind)
        case Holds(quantifier=word, of=of, condition=condition, type=kind):
            holds = known(condition)
            is_settled = holds is not None and (
                bool(holds.value) is (word == "every") or (isinstance(of, Op) and of.op in NEVER_EMPTY)
            )
            return Const(bool(holds.value) is (word != "no"), kind) if holds is not None and is_settled else None
        case Op(op=op, arguments=arguments, type=kind) if arguments:
            values: list[Value] = []
            for one in map(known, arguments):
                if one is None:
                    return None
                values.append(one.value)
            return _of_op(op, values, kind)
        case _:
            return None


def _is_empty(of: Term, known: Callable[[Term], Const | None], lets: Mapping[str, Let | None]) -> bool:
    """Tell whether a set never has anything in it."""
    if isinstance(of, LetRef):
        let = lets.get(of.let)
        return let is not None and _is_empty(let.body, known, lets)
    holds = known(of.condition) if isinstance(of, Filter) else None
    return holds is not None and not holds.value


def _of_op(op: str, values: list[Value], kind: Type) -> Const | None:
    works = FORMS[op].works if op in FORMS else None
    if works is None or works in _OF_ALL:
        return None if works is None else Const(works(*values), kind)
    numbers = [Fraction(value) for value in values if isinstance(value, int | Fraction) and not isinstance(value, bool)]
    if len(numbers) < len(values) or (op in ("/", "rounded_down") and not numbers[1]):
        return None
    return Const(works(*numbers), kind)


MOST_LISTED: Final = 1000
"""How many values a range may have."""
NOBODY: Final = ("none", "nobody")
"""The words for no one."""


def listed(checker: Checker, choices: bodies.Listed) -> tuple[Type, tuple[Value, ...]]:
    """Return the type of a list of choices and its values: suits, seats, cards, ranks or numbers, or else words."""
    items = choices.values
    names = [one.name for one in items if isinstance(one, expressions.Name)]
    table = checker.symbols.table
    if len(names) == len(items):
        things = [name for name in names if name not in NOBODY]
        for kind, known in ((SUIT, table.suits), (SEAT, table.seats)):
            if things and all(name in known for name in things):
                kind = replace(kind, words=("none",)) if len(things) < len(names) else kind
                return kind, _each(known.index(name) if name in known else None for name in names)
        sets = [name for name in things if name in GLOBALS and GLOBALS[name].type.many]
        is_own = any(name in names and one.type.many for (_, name), one in PROPERTIES.items())  # `hand`
        if len(names) == 1 and (sets or is_own):
            message = f"This offers one word, `{names[0]}`, and nothing to choose from."
            raise mistake("E449", choices.span, message, f"write `in {names[0]}` for `of {names[0]}`")
        if sets:
            message = f"This list offers the word `{sets[0]}`, and not what is in it."
            hint = f"write each choice after `of`; or, for a `may`, `in {sets[0]}` alone: its other answer is `no`"
            raise mistake("E449", choices.span, message, hint)
        if not any(name in table.added for name in names):
            return Type(Kind.WORD, words=tuple(dict.fromkeys(names))), _each(names)
    if all(isinstance(one, expressions.Number) for one in items):
        return NUMBER, _each(one.value for one in items if isinstance(one, expressions.Number))
    hint = "make them all words, suits, seats, cards, ranks or numbers"
    mixed = mistake("E449", choices.span, "These choices are not all of the same kind.", hint)
    if any(name not in table.added for name in names):
        raise mixed
    has_ranks = any(isinstance(one, expressions.RankName) for one in items)
    terms = [
        checker.typed(NOBODY_ASKED, expressions.RankName(str(one.value), span=one.span))
        if has_ranks and isinstance(one, expressions.Number)
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
    """Return a range with its numbers, if they depend on options alone; if it is none with these, raise `Mistake`."""
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
        raise mistake("E225", span, message, f"write `from {high} to {low}` for `from {low} to {high}`")
    if count > MOST_LISTED:
        message = f"`{parameter.name}` has {count} values; {MOST_LISTED} are the most."
        raise mistake("E226", span, message, "make the range narrower")
    return replace(parameter, choices=tuple(low + step * at for at in range(count)))
