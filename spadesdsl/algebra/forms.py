"""The normal form of conditions and amounts: different wordings of the same thing have the same one.

Quantities are replaced by their definitions; comparisons become "less", "more" or "equal" of a sum and a number; sums
and the parts of `and` and `or` are sorted. Two conditions with different normal forms may still say the same: `cases`
tries them on every combination of what they read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import count, islice
from operator import eq, gt, lt
from typing import Any, Final, NamedTuple

from spadesdsl.algebra.sums import Form, Number, Sum, added, divided, multiplied, plain
from spadesdsl.rules.operations import FORMS
from spadesdsl.work import spend

YES: Final[Form] = ("yes",)
NO: Final[Form] = ("no",)
MOST_PARTS: Final = 2_000
"""A quantity whose form has more parts is compared by its name alone."""
MOST_NAMED: Final = 40_000
"""One with still more parts is the same as nothing else."""
MOST_PIECES: Final = 32
"""A comparison of an amount with more cases is not split into them."""

DEAL: Final = ("sum", ((("deal",),), 1))
SIDES: Final = frozenset({"members", "opponents", "side_members", "side_opponents"})
HOLDS: Final = {"equal": eq, "less": lt, "more": gt}


class BidMade(NamedTuple):
    """A bid that can be made, the same whatever the numbers of bids are."""

    name: str
    parameters: tuple[str, ...]
    arguments: tuple[Any, ...]


_CALL: Final = ("variable", "call")
_fresh: Final = count()
_AT_A_STEP: Final = 32
"""So many parts of a form, or characters of its text, are gone through in the time of a step of work."""


def is_large(form: Form, most: int = MOST_PARTS) -> bool:
    """Tell whether a form has too many parts to be compared with others."""
    waiting: list[Any] = [form]
    seen = 0
    while waiting and seen <= most:
        seen += 1
        one = waiting.pop()
        if isinstance(one, tuple):
            waiting.extend(one)
    spend(seen // _AT_A_STEP)
    return seen > most


def named(form: Form) -> Form:
    """Return a name for a form that is too large to be taken apart: the same for the same form, with who it is about.

    The players and sides that a form reads have to be seen in its name, too; and each draw by lot is another one.
    """
    from hashlib import blake2b  # few files need it

    if is_large(form, MOST_NAMED) or mentions(form, "random"):
        return ("quantity", next(_fresh), *_free(form))
    spend(MOST_PARTS // _AT_A_STEP)
    return ("quantity", blake2b(repr(form).encode(), digest_size=16).hexdigest(), *_free(form))


def _free(form: Form) -> list[Form]:
    """Return the variables that a form reads and does not bind itself."""
    found: set[Form] = set()
    waiting: list[tuple[Any, int]] = [(form, 0)]
    seen: set[tuple[int, int]] = set()  # parts that are shared are gone through once
    while waiting:
        one, inside = waiting.pop()
        if one[:1] == ("variable",):
            at = one[1] - inside if isinstance(one[1], int) else one[1]
            if isinstance(at, str) or at >= 0:
                found.add(("variable", at))
        elif one and (id(one), inside) not in seen:
            seen.add((id(one), inside))
            within = inside + (isinstance(one[0], str) and one[0] in BINDING)
            waiting += ((part, within if at > OF else inside) for at, part in enumerate(one) if isinstance(part, tuple))
    spend(len(seen) // _AT_A_STEP)
    return sorted(found, key=repr)


# ---------------------------------------------------------------- sums and comparisons


def written(amount: Sum) -> Form:
    """Write a sum as a form."""
    spend(2 * len(amount))
    return ("sum", *sorted(amount.items(), key=repr))


def sum_of(form: Form) -> Sum:
    """Return the sum that was written as a form; what was said of all, and is said of one, may have a part twice."""
    if form[0] != "sum":
        return {(form,): 1}
    found: Sum = dict(form[1:])
    if len(found) < len(form) - 1:
        found = {}
        for part, number in form[1:]:
            found = added(found, {part: number})
    return found


def compared(op: str, left: Sum, right: Sum) -> Form:
    """Return a comparison: the part of both that is not a number, with a number."""
    apart = added(left, right, -1)
    limit = -apart.pop((), 0)
    less, more, equal = (NO, YES)[limit > 0], (NO, YES)[limit < 0], (NO, YES)[limit == 0]
    if apart:
        spend(4 * len(apart))
        first = apart[min(apart, key=repr)]
        amount = written({part: divided(times, first) for part, times in apart.items()})
        limit = divided(limit, first)
        less, more = ("less", amount, limit), ("more", amount, limit)
        equal = ("equal", amount, limit)
        if first < 0:
            less, more = more, less
    return {"=": equal, "<": less, "<=": negated(more), ">": more, ">=": negated(less)}[op]


COMPARED: Final = {"less": "<", "more": ">", "equal": "="}
"""The comparisons of the normal form."""


def in_cases(form: Form) -> Form:
    """Return a condition whose comparisons of amounts with `if`, `max` or `abs` in them are split into their cases.

    It is the same condition if it has no such comparison, or if it would become too large.
    """
    found = _split(form)
    return form if found != form and is_large(found) else found


def _split(form: Form) -> Form:
    match form:
        case ("not", inner):
            return negated(_split(inner))
        case ("and" | "or" as how, *parts):
            return joined(how, map(_split, parts))
        case ("less" | "more" | "equal" as how, amount, limit):
            pieces = list(islice(_pieces(sum_of(amount)), MOST_PIECES + 1))
            if not 1 < len(pieces) <= MOST_PIECES:
                return form
            split = [(condition, compared(COMPARED[how], apart, plain(limit))) for condition, apart in pieces]
            return joined("or", [joined("and", one) for one in split])
        case _:
            return form


def _pieces(amount: Sum, given: Form = YES) -> Iterator[tuple[Form, Sum]]:
    """Yield the conditions that decide an amount, each with the amount as it is then: without `if`, `max` and `abs`."""
    for part, number in amount.items():
        for at, one in enumerate(part):
            cases = _cases(one)
            rest: Sum = {(*part[:at], *part[at + 1 :]): number}
            products = [multiplied(rest, value) for _, value in cases]
            if cases and all(product is not None for product in products):
                others = {other: times for other, times in amount.items() if other != part}
                for (condition, _), product in zip(cases, products, strict=True):
                    holds = joined("and", (given, condition))
                    if holds != NO:
                        yield from _pieces(added(others, product or {}), holds)
                return
    yield given, amount


def _cases(form: Form) -> list[tuple[Form, Sum]]:
    """Return the cases of an amount that has some: each condition, and what it is then."""
    match form:
        case ("if", condition, then, otherwise):
            first, second = sum_of(then), sum_of(otherwise)
        case ("max" | "min" as how, one, other):
            first, second = sum_of(one), sum_of(other)
            condition = compared(">" if how == "max" else "<", first, second)
        case ("abs", inner):
            first, second = added({}, sum_of(inner), -1), sum_of(inner)
            condition = compared("<", second, {})
        case ("of", body, call) if mentions(body, _CALL) and not mentions(body, *BINDING):
            first, second = {}, sum_of(exchanged(body, {_CALL: call}))  # of nobody's bid it is 0
            condition = compared("<", {(("call_place", call),): 1}, plain(1))
        case _:
            return []
    condition = in_cases(condition)
    return [(condition, first), (negated(condition), second)]


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
    spend(2 * len(found))
    found.discard(passes)
    # No part is joined in the same way, so none is the opposite of one that is joined in the other.
    if ends in found or any(part[0] == "not" and part[1] in found for part in found):
        return ends
    if len(found) < 2:
        return found.pop() if found else passes
    texts = {repr(part): part for part in found}
    spend(sum(map(len, texts)) // _AT_A_STEP)
    return (how, *(texts[text] for text in sorted(texts)))


def without_bids(form: Form, names: frozenset[str], asked: frozenset[str] = frozenset()) -> Form:
    """Return a condition as it is while nobody has made bids of some kinds, or decisions of some names."""
    match form:
        case ("IsBid", _, name, _) if name in names:
            return NO
        case ("Did", _, name, _) if name in asked or name == "bid" in names:
            return NO
        case ("and" | "or" as how, *parts):
            return joined(how, (without_bids(part, names, asked) for part in parts))
        case ("not", part):
            return negated(without_bids(part, names, asked))
        case ("Holds", quantifier, of, part):
            rest = without_bids(part, names, asked)
            if rest == NO and quantifier != "every":
                return NO if quantifier == "some" else YES
            return ("Holds", quantifier, of, rest)
        case ("is_empty", of) if _is_without(of, names, asked):
            return YES
        case ("is" | "member" | "IsBid", *parts) if any(_is_nobody(one, names, asked) for one in parts):
            return NO
        case ("less" | "more" | "equal" as how, amount, limit):
            whole = sum_of(amount)
            left = {part: many for part, many in whole.items() if not any(_is_none(one, names, asked) for one in part)}
            return form if len(left) == len(whole) else compared(COMPARED[how], left, plain(limit))
        case _:
            return form


def _is_none(amount: Form, names: frozenset[str], asked: frozenset[str]) -> bool:
    """Tell whether an amount is 0 while nobody has made any bid of some kinds: it counts, or adds up, who has."""
    if amount[0] in ("call_place", "BidParameter"):
        return _is_nobody(amount[1], names, asked)
    of = {"count": amount[-1], "Run": amount}.get(amount[0]) or (amount[2] if amount[0] == "Fold" else ())
    return _is_without(of, names, asked)


def _is_nobody(form: object, names: frozenset[str], asked: frozenset[str]) -> bool:
    """Tell whether something is of nobody while nobody has made a bid of some kinds: of the first or last who has."""
    match form:
        case ("first" | "last", tuple() as of):
            return _is_without(of, names, asked)
        case ("call_bid" | "call_player" | "side" | "left" | "partner", tuple() as of):
            return _is_nobody(of, names, asked)
        case _:
            return False


def _is_without(of: Form, names: frozenset[str], asked: frozenset[str]) -> bool:
    if of[:1] not in (("Filter",), ("Run",)):
        return False
    return without_bids(of[3], names, asked) == NO or _is_without(of[2], names, asked)


def questions(*forms: Form) -> Iterator[Form]:
    """Yield the questions in conditions, each once: everything that is not made of other conditions."""
    seen: dict[Form, None] = {}
    waiting = list(forms)
    while waiting:
        spend(1)
        match waiting.pop():
            case ("and" | "or" | "not", *parts):
                waiting.extend(parts)
            case ("yes",) | ("no",):
                pass
            case question:
                seen.setdefault(question)
    yield from seen


def mentions(form: object, *parts: object) -> bool:
    """Tell whether a form has one of some parts."""
    spend(1)
    return form in parts or (isinstance(form, tuple) and any(mentions(one, *parts) for one in form))


def exchanged(form: Any, parts: Mapping[Form, Form]) -> Any:  # noqa: ANN401 - a form, or a part of one
    """Return a form with other parts in the place of some; what a quantity of another subject reads is of that one."""
    if not isinstance(form, tuple):
        return form
    if form in parts:
        return parts[form]
    if form[:1] == ("of",):
        return (*form[:2], *(exchanged(one, parts) for one in form[2:]))
    return tuple(exchanged(one, parts) for one in form)


def all_of(condition: Form) -> tuple[Form, ...]:
    """Return the parts of a condition that all have to hold."""
    return condition[1:] if condition[0] == "and" else (condition,)


BINDING: Final = frozenset({"Filter", "Holds", "Run", "Fold", "Extreme"})
OF: Final = 2
"""The place of the set over which a form that binds a variable goes."""


def deeper(form: Any, within: int = 0) -> Any:  # noqa: ANN401 - a form, or a part of one
    """Return what is said of some as it is inside of what goes over one more set."""
    match form:
        case ("variable", int() as number):
            return "variable", number + (number >= within)
        case (str() as op, *parts):
            inside = within + (op in BINDING)
            return op, *(deeper(one, inside if at >= OF else within) for at, one in enumerate(parts))
        case tuple():
            return tuple(deeper(one, within) for one in form)
        case _:
            return form


def of_some_side(form: Form) -> Form:
    """Return the condition that some side has what one asks of the side in question."""
    return ("Holds", "some", ("sides",), _of_each(form, 0))


def _of_each(form: Any, inside: int) -> Any:  # noqa: ANN401 - a form, or a part of one
    match form:
        case ("variable", "side"):
            return "variable", inside
        case ("of", body, subject):
            return "of", body, _of_each(subject, inside)
        case (str() as op, *parts):
            return op, *(_of_each(one, inside + (op in BINDING and at >= OF)) for at, one in enumerate(parts))
        case tuple():
            return tuple(_of_each(one, inside) for one in form)
        case _:
            return form


def worked_out(form: Form, known: Mapping[Form, Any]) -> Any:  # noqa: ANN401
    """Work out a condition or an amount from the values of what it reads."""
    match form:  # what is made of others is not looked up: the hash of a long form takes long
        case ("not", inner):
            return not worked_out(inner, known)
        case ("and", *parts):
            return all(worked_out(part, known) for part in parts)
        case ("or", *parts):
            return any(worked_out(part, known) for part in parts)
        case ("sum", *parts):
            return sum(_product(part, times, known) for part, times in parts)
        case _ if form in known:
            return known[form]
        case ("yes",) | ("no",):
            return form == YES
        case ("less" | "more" | "equal" as how, amount, limit):
            return HOLDS[how](worked_out(amount, known), limit)
        case ("is_whole", amount):
            return worked_out(amount, known).denominator == 1
        case ("value", _, value):
            return value
        case ("if", condition, then, otherwise):
            return worked_out(then if worked_out(condition, known) else otherwise, known)
        case ("is", one, other):
            # Every test about nobody is false.
            found = worked_out(one, known)
            return found is not None and found == worked_out(other, known)
        case ("member", one, ("list", *others)):
            found = worked_out(one, known)
            return found is not None and any(found == worked_out(other, known) for other in others)
        case ("member", one, ("players",)):  # made of `is it somebody`, where no seat is a dummy
            return worked_out(one, known) is not None
        case ("IsBid", bid, name, arguments):
            if (made := worked_out(bid, known)) is None or made.name != name:
                return False
            return not arguments or made.arguments == tuple(worked_out(one, known) for one in arguments)
        case ("BidParameter", bid, name, is_amount):
            if (made := worked_out(bid, known)) is None or name not in made.parameters:
                return 0 if is_amount else None
            return made.arguments[made.parameters.index(name)]
        case ("max" | "min" | "abs" as op, *parts):
            works = FORMS[op].works
            assert works is not None
            return works(*(worked_out(part, known) for part in parts))
        case _:
            raise KeyError(form)


def _product(part: tuple[Form, ...], times: Number, known: Mapping[Form, Any]) -> Number:
    value = times
    for one in part:
        value *= worked_out(one, known)
    return value


def asked_in(amount: Sum) -> Iterator[Form]:
    """Yield the questions in the conditions of an amount."""
    for part in amount:
        for one in part:
            if one[0] == "if":
                yield from questions(one[1])
                yield from asked_in(sum_of(one[2]))
                yield from asked_in(sum_of(one[3]))


def decided(amount: Sum, by: Mapping[Form, bool]) -> Sum:
    """Return an amount where the conditions in it are decided."""

    def value(one: Form) -> Sum:
        chosen = one[2 if worked_out(one[1], by) else 3] if one[0] == "if" else None
        return {(one,): 1} if chosen is None else decided(sum_of(chosen), by)

    return with_factors(amount, value)


def with_factors(amount: Sum, value: Callable[[Form], Sum]) -> Sum:
    """Return an amount with other amounts in the place of its factors; a product that gets too long stays as it is."""
    found: Sum = {}
    for part, number in amount.items():
        times: Sum | None = plain(number)
        for one in part:
            times = None if times is None else multiplied(times, value(one))
        found = added(found, {part: number} if times is None else times)
    return found
