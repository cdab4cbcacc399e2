"""The normal form of conditions and amounts: different wordings of the same thing have the same one.

Quantities are replaced by their definitions and options by their values; comparisons become "less" or "equal" of a sum
and a number; sums and the parts of `and` and `or` are sorted. Two conditions with different normal forms may still say
the same: `are_alike` tries them on every combination of what they read.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product
from typing import TYPE_CHECKING, Any, Final

from spadesdsl.rules.terms import Const, Extreme, Filter, Fold, Holds, Kind, LetRef, Op, OptionRef, Run, Var

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from spadesdsl.rules.game import Rules
    from spadesdsl.rules.terms import Term

Form = tuple[Any, ...]
"""A term in normal form: what it is, and its parts. Equal forms mean the same in every situation."""
Sum = dict[Form, Fraction]
"""An amount: how often it has each product of things that are not numbers; the empty product is the number 1."""

YES: Final[Form] = ("yes",)
NO: Final[Form] = ("no",)
MOST_COMBINATIONS: Final = 4_096
"""At most this many combinations of what conditions read are tried."""

_OPPOSITES: Final = {
    "!=": "=", "is_not": "is", "not_member": "member", "not_in_suit": "in_suit", "not_in_suits": "in_suits"
}  # fmt: skip
_EITHER_WAY: Final = frozenset({"is", "max", "min"})
"""Ops whose arguments can be swapped."""
_OWN: Final = {Kind.SEAT: "player", Kind.SIDE: "side", Kind.CARD: "card"}
_LEAST: Final = {"count": 0, "seat_taken": 0, "side_taken": 0, "trick_number": 1, "deal": 1}
"""Ops that give whole numbers, and the least that each can give."""


class Former:
    """Brings the terms of one edition of a game into normal form."""

    def __init__(self, game: Rules) -> None:
        """Read what names mean in a game."""
        self.lets = {let.key: let for let in game.lets}
        self.options = {option.name: option.value for option in game.options}
        trumps = game.trumps
        is_fixed = trumps is not None and trumps.when is None and isinstance(trumps.suit, Const | OptionRef)
        self.trumps = trumps.suit if trumps is not None and is_fixed else None
        self.terms: dict[Form, Term] = {}
        """What was taken as an atom, as the game has it."""

    def form(self, term: Term, bound: Mapping[str, int] | None = None) -> Form:
        """Return the normal form of a term; `bound` numbers the variables bound around it."""
        names = bound or {}
        if term.type.kind is Kind.TRUTH and not term.type.many:
            return self._truth(term, names)
        if term.type.is_amount:
            return _written(self._sum(term, names))
        return self._thing(term, names)

    # ---- yes or no

    def _truth(self, term: Term, bound: Mapping[str, int]) -> Form:
        match term:
            case Const(value=value):
                return YES if value else NO
            case OptionRef(name=name):
                return YES if self.options[name] else NO
            case Op(op="not", arguments=(inner,)):
                return negated(self._truth(inner, bound))
            case Op(op="and" | "or" as how, arguments=parts):
                return joined(how, (self._truth(part, bound) for part in parts))
            case Op(op="if", arguments=(condition, then, otherwise)):
                first = self._truth(condition, bound)
                cases = (
                    joined("and", (first, self._truth(then, bound))),
                    joined("and", (negated(first), self._truth(otherwise, bound))),
                )
                return joined("or", cases)
            case Op(op="following"):
                return negated(self._thing(Op("leading", (), term.type), bound))
            case Op(op=op) if op in _OPPOSITES:
                positive = Op(_OPPOSITES[op], term.arguments, term.type)
                return negated(self._truth(positive, bound))
            case Op(op="=" | "<" | "<=" | ">" | ">=" as op, arguments=(left, right)) if left.type.is_amount:
                return _compared(op, self._sum(left, bound), self._sum(right, bound))
            case Op(op="in_suits", arguments=(card, Op(op="list", arguments=suits))):
                return joined("or", (self._truth(Op("in_suit", (card, suit), term.type), bound) for suit in suits))
            case _:
                return self._thing(term, bound)

    # ---- amounts

    def _sum(self, term: Term, bound: Mapping[str, int]) -> Sum:
        match term:
            case Const(value=value) if isinstance(value, int | Fraction):
                return _plain(Fraction(value))
            case OptionRef(name=name) if isinstance(self.options[name], int | Fraction):
                return _plain(Fraction(self.options[name]))  # type: ignore[arg-type]
            case Op(op="+", arguments=(left, right)):
                return _added(self._sum(left, bound), self._sum(right, bound))
            case Op(op="-", arguments=(left, right)):
                return _added(self._sum(left, bound), _times(self._sum(right, bound), _plain(Fraction(-1))))
            case Op(op="negative", arguments=(inner,)):
                return _times(self._sum(inner, bound), _plain(Fraction(-1)))
            case Op(op="*", arguments=(left, right)):
                return _times(self._sum(left, bound), self._sum(right, bound))
            case Op(op="if", arguments=(condition, then, otherwise)):
                return self._either(self._truth(condition, bound), self._sum(then, bound), self._sum(otherwise, bound))
            case LetRef(let=name) if self._is_own(term):
                return self._sum(self.lets[name].body, {})
            case _:
                return {(self._thing(term, bound),): Fraction(1)}

    def _either(self, condition: Form, then: Sum, otherwise: Sum) -> Sum:
        if condition[0] == "not":
            condition, then, otherwise = condition[1], otherwise, then
        if condition == YES or then == otherwise:
            return then
        if condition == NO:
            return otherwise
        # What both cases share comes before the condition, so that a case of 0 leaves only the other.
        both = {one: times for one, times in then.items() if otherwise.get(one) == times}
        first, second = ({one: n for one, n in case.items() if one not in both} for case in (then, otherwise))
        return _added(both, {(("if", condition, _written(first), _written(second)),): Fraction(1)})

    # ---- everything else

    def _is_own(self, ref: LetRef) -> bool:
        """Tell whether a quantity belongs to the subject itself, so that its definition can replace its name."""
        let = self.lets[ref.let]
        own = None if let.subject is None else _OWN.get(let.subject)
        return let.subject is None or (isinstance(ref.subject, Var) and ref.subject.name == own)

    def _thing(self, term: Term, bound: Mapping[str, int]) -> Form:
        found = self._taken_apart(term, bound)
        self.terms.setdefault(found, term)
        return found

    def _taken_apart(self, term: Term, bound: Mapping[str, int]) -> Form:
        match term:
            case Const(value=value, type=kind):
                return ("value", kind.kind.value, Fraction(value) if kind.is_amount and value is not None else value)
            case OptionRef(name=name, type=kind):
                return ("value", kind.kind.value, self.options[name])
            case Var(name=name):
                return ("variable", bound.get(name, name))
            case LetRef(let=name, subject=subject):
                body = self.form(self.lets[name].body)
                return body if self._is_own(term) or subject is None else ("of", body, self.form(subject, bound))
            case Op(op="trumps") if self.trumps is not None:
                return self._taken_apart(self.trumps, bound)
            case Op(op=op, arguments=arguments):
                forms = [self.form(part, bound) for part in arguments]
                if op == "is" and all(form[0] == "value" for form in forms):
                    return YES if forms[0] == forms[1] and forms[0][2] is not None else NO
                return (op, *(sorted(forms, key=repr) if op in _EITHER_WAY else forms))
            case Filter(of=of, condition=inner) | Holds(of=of, condition=inner) | Run(of=of, condition=inner):
                how = getattr(term, "quantifier", getattr(term, "how", ""))
                within = _within(bound, term.variable)
                return (type(term).__name__, how, self.form(of, bound), self.form(inner, within))
            case Fold(how=how, of=of, variable=name, body=body):
                return ("Fold", how, self.form(of, bound), self.form(body, _within(bound, name)))
            case Extreme(highest=highest, of=of, variable=name, keys=keys):
                within = _within(bound, name)
                return ("Extreme", highest, self.form(of, bound), *(self.form(key, within) for key in keys))
            case _:
                return (type(term).__name__, *self._fields(term, bound))

    def _fields(self, term: Term, bound: Mapping[str, int]) -> Iterator[Any]:
        """Return what a term names, and its parts; it binds no variable."""
        for name in term.__dataclass_fields__:
            if name in ("type", "span"):
                continue
            value = getattr(term, name)
            if isinstance(value, tuple):
                yield tuple(self.form(part, bound) for part in value)
            else:
                yield self.form(value, bound) if hasattr(value, "type") else value


def _within(bound: Mapping[str, int], name: str) -> dict[str, int]:
    return {**bound, name: len(bound)}


# ---------------------------------------------------------------- sums


def _plain(number: Fraction) -> Sum:
    return {(): number} if number else {}


def _added(one: Sum, other: Sum) -> Sum:
    found = {part: one.get(part, Fraction(0)) + other.get(part, Fraction(0)) for part in {**one, **other}}
    return {part: times for part, times in found.items() if times}


def _times(one: Sum, other: Sum) -> Sum:
    found: Sum = {}
    for (part, times), (second, more) in product(one.items(), other.items()):
        both = tuple(sorted((*part, *second), key=repr))
        found = _added(found, {both: times * more})
    return found


def _written(amount: Sum) -> Form:
    return ("sum", *sorted(amount.items(), key=repr))


def _compared(op: str, left: Sum, right: Sum) -> Form:
    """Return a comparison: the part of both that is not a number, with a number."""
    apart = _added(left, _times(right, _plain(Fraction(-1))))
    limit = -apart.pop((), Fraction(0))
    if not apart:
        limit, less, equal = -limit, YES if limit > 0 else NO, YES if limit == 0 else NO
    else:
        first = apart[min(apart, key=repr)]
        amount = _written({part: times / first for part, times in apart.items()})
        less, equal = ("less", amount, limit / first), ("equal", amount, limit / first)
        if first < 0:
            less = negated(joined("or", (less, equal)))
    match op:
        case "=":
            return equal
        case "<":
            return less
        case "<=":
            return joined("or", (less, equal))
        case ">":
            return negated(joined("or", (less, equal)))
        case _:
            return negated(less)


# ---------------------------------------------------------------- conditions


def negated(form: Form) -> Form:
    """Return the opposite of a condition."""
    match form:
        case ("yes",):
            return NO
        case ("no",):
            return YES
        case ("not", inner):
            return inner  # type: ignore[no-any-return]
        case ("and" | "or" as how, *parts):
            return joined("or" if how == "and" else "and", map(negated, parts))
        case _:
            return ("not", form)


def joined(how: str, parts: Iterable[Form]) -> Form:
    """Join conditions by `and` or `or`."""
    ends, passes = (NO, YES) if how == "and" else (YES, NO)
    found: set[Form] = set()
    for part in parts:
        found.update(part[1:] if part[0] == how else (part,))
    found.discard(passes)
    if ends in found or any(negated(part) in found for part in found):
        return ends
    if len(found) < 2:
        return found.pop() if found else passes
    return (how, *sorted(found, key=repr))


def questions(*forms: Form) -> Iterator[Form]:
    """Yield the questions in conditions, each once: everything that is not made of other conditions."""
    seen: dict[Form, None] = {}
    waiting = list(forms)
    while waiting:
        match waiting.pop():
            case ("and" | "or" | "not", *parts):
                waiting.extend(parts)
            case ("yes",) | ("no",):
                pass
            case question:
                seen.setdefault(question)
    yield from seen


def holds(form: Form, answers: Mapping[Form, bool]) -> bool:
    """Tell whether a condition holds, given the answers to its questions."""
    match form:
        case ("yes",):
            return True
        case ("no",):
            return False
        case ("not", inner):
            return not holds(inner, answers)
        case ("and", *parts):
            return all(holds(part, answers) for part in parts)
        case ("or", *parts):
            return any(holds(part, answers) for part in parts)
        case _:
            return answers[form]


def combinations(asked: Iterable[Form]) -> list[dict[Form, bool]] | None:
    """Return every combination of answers that questions can have, as far as they differ; None: too many.

    Questions about one amount are answered together: the amount is each number it is compared with, one between each
    two of them, one below and one above.
    """
    groups: dict[Form, list[Form]] = {}
    for question in asked:
        groups.setdefault(question[1] if question[0] in ("less", "equal") else question, []).append(question)
    found: list[dict[Form, bool]] = [{}]
    for about, group in groups.items():
        ways = [dict(zip(group, way, strict=True)) for way in dict.fromkeys(_ways(about, group))]
        if len(found) * len(ways) > MOST_COMBINATIONS:
            return None
        found = [{**one, **way} for one, way in product(found, ways)]
    return found


def _ways(about: Form, group: list[Form]) -> Iterator[tuple[bool, ...]]:
    if group[0][0] not in ("less", "equal"):
        yield from ((False,), (True,))
        return
    for value in _values(about, sorted({question[2] for question in group})):
        yield tuple(value < limit if kind == "less" else value == limit for kind, _, limit in group)


def _values(amount: Form, limits: list[Fraction]) -> Iterator[Fraction]:
    """Yield numbers that answer comparisons with these limits differently, if the amount can have them."""
    least = _least(amount)
    if least is not None:
        near = (whole + away for whole in map(int, limits) for away in (-1, 0, 1))
        yield from (Fraction(max(least, value)) for value in near)
        return
    yield from (limits[0] - 1, *limits, limits[-1] + 1)
    yield from ((one + other) / 2 for one, other in pairwise(limits))


def _least(amount: Form) -> int | None:
    """Return the least value of an amount that is a single count of things; None for any other."""
    match amount:
        case ("sum", (((op, *_),), 1)):
            return _LEAST.get(op)
        case _:
            return None


def are_alike(one: Form, other: Form) -> bool:
    """Tell whether two conditions were shown to hold in the same situations."""
    if one == other:
        return True
    found = combinations(questions(one, other))
    return found is not None and all(holds(one, answers) == holds(other, answers) for answers in found)
