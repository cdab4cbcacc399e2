"""Walking over rules and terms: their parts, their free variables, what they read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any, Final, get_args

from spadesdsl.frozen import Frozen, fields, is_dataclass, reader, replace
from spadesdsl.rules.game import Let, Option, Rules, WorkedExample
from spadesdsl.rules.parts import Action, Ask, Parameter, Round, RuleInfo, Step
from spadesdsl.rules.terms import (
    Const,
    Extreme,
    Filter,
    Fold,
    Holds,
    Kind,
    LetRef,
    Op,
    OptionRef,
    Ran,
    Run,
    TallyRef,
    Term,
    Type,
    Var,
)
from spadesdsl.source import Span


def parts_of(term: Term) -> tuple[Term, ...]:
    """Return the terms directly inside a term."""
    if type(term) is Op:  # as most are
        return term.arguments
    found: list[Term] = []
    kind: Any = type(term)
    for name in _parts(kind):
        held = getattr(term, name)
        if held.__class__ is tuple:
            found += held
        elif held is not None:
            found.append(held)
    return tuple(found)


@cache
def _parts(kind: Any) -> tuple[str, ...]:  # noqa: ANN401 - a class
    """Return the fields of a kind of term that hold terms."""
    return tuple(one.name for one in fields(kind) if "Term" in str(one.type))


def rebuilt(term: Term, change: Callable[[Term], Term]) -> Term:
    """Return a term with each term directly inside it changed."""
    kind: Any = type(term)
    changed: dict[str, Any] = {}
    for name in _parts(kind):
        if (held := getattr(term, name)) is not None:
            changed[name] = tuple(map(change, held)) if isinstance(held, tuple) else change(held)
    return replace(term, **changed) if changed else term


def written_out(term: Term, lets: Mapping[str, Let], known: dict[str, int]) -> int:
    """Return how many terms one has with the quantities that it reads written out; `known` keeps those of each."""
    parts = list(walk(term))
    read = [one.let for one in parts if isinstance(one, LetRef)]
    for key in read:
        if key not in known:
            known[key] = written_out(lets[key].body, lets, known)
    return len(parts) + sum(known[key] for key in read)


def replaced(term: Term, old: Term, new: Term) -> Term:
    """Return a term with another in the place of each part that is equal to `old`."""
    return new if term == old else rebuilt(term, lambda one: replaced(one, old, new))


def walk(term: Term) -> Iterator[Term]:
    """Go over a term and all its parts."""
    waiting = [term]
    while waiting:
        one = waiting.pop()
        yield one
        parts = one.arguments if type(one) is Op else parts_of(one)
        if parts:
            waiting += parts[::-1]


def all_read(lets: Mapping[str, Let], *terms: Term | None) -> Iterator[Term]:
    """Go over terms, all their parts, and those of the quantities that they read, each quantity once."""
    seen: set[str] = set()
    waiting = [term for term in reversed(terms) if term is not None]
    while waiting:
        for one in walk(waiting.pop()):
            yield one
            if type(one) is LetRef and one.let not in seen and one.let in lets:
                seen.add(one.let)
                waiting.append(lets[one.let].body)


def walk_behind(
    terms: Iterable[Term],
    behind: Callable[[Term, bool], Iterable[tuple[Term, bool]]],
    *,
    owns: bool = True,
    skips: Callable[[Term], bool] = lambda _: False,
) -> Iterator[tuple[Term, bool, Term]]:
    """Go over terms, their parts, and what is behind the names in them, each once.

    Args:
        behind: Gives the terms behind one, each with whether its subject is that of `terms`.
        owns: Whether the variable `player` in `terms` is the subject.
        skips: Tells which terms are left out, with all their parts.

    Yields:
        A part, whether its subject is that of `terms`, and where in `terms` it is read.
    """
    seen: set[tuple[int, bool]] = set()
    waiting: list[tuple[Term, bool, Term | None]] = []
    waiting += ((term, owns, None) for term in reversed(tuple(terms)))
    while waiting:
        one, is_own, place = waiting.pop()
        if skips(one):
            continue
        yield one, is_own, place or one
        for inner, is_same in behind(one, is_own):
            if (id(inner), is_same) not in seen:
                seen.add((id(inner), is_same))
                waiting.append((inner, is_same, place or one))
        waiting += ((part, is_own, place) for part in parts_of(one)[::-1])


def every_term(thing: object) -> Iterator[Term]:
    """Go over all terms in a checked thing, and their parts."""
    return (one for outer in terms_of(thing) for one in walk(outer))


def variables(term: Term) -> frozenset[str]:
    """Return the names of the variables that a term reads."""
    return frozenset(part.name for part in walk(term) if isinstance(part, Var))


def ops_read(lets: Mapping[str, Let], *terms: Term | None) -> frozenset[str]:
    """Return the names of all ops that terms read, through the quantities that they use."""
    return frozenset(part.op for part in all_read(lets, *terms) if isinstance(part, Op))


def options_named(lets: Mapping[str, Let], *terms: Term | None) -> frozenset[str]:
    """Return the names of all options that terms read, through the quantities that they use."""
    return frozenset(part.name for part in all_read(lets, *terms) if isinstance(part, OptionRef))


def free_variables(term: Term) -> frozenset[str]:
    """Return the names of the variables that are given from outside, such as `player` or what a part around binds."""
    bound = (one.variable for one in walk(term) if isinstance(one, Filter | Holds | Fold | Extreme | Run))
    return variables(term) - frozenset(bound)


def conjuncts(term: Term | None) -> tuple[Term, ...]:
    """Return the parts of a condition that must all hold."""
    if term is None:
        return ()
    if isinstance(term, Op) and term.op == "and":
        return tuple(inner for part in term.arguments for inner in conjuncts(part))
    return (term,)


def joined(terms: list[Term]) -> Term | None:
    """Return the condition that all of these hold; None if there are none."""
    if len(terms) < 2:
        return terms[0] if terms else None
    return Op("and", tuple(terms), terms[0].type, span=terms[0].span)


def with_blocks(steps: Iterable[Step]) -> Iterator[Step]:
    """Go over steps and what is in their blocks."""
    for step in steps:
        yield step
        if isinstance(step, Round):
            yield from with_blocks(step.block)


def all_steps(game: Rules) -> Iterator[Step]:
    """Go over every step of a game."""
    for phase in game.phases:
        yield from with_blocks(phase.steps)
    for bid in game.bids:
        yield from with_blocks(bid.steps)
    yield from game.play.steps


def with_parameters(part: Any, change: Callable[[Parameter], Parameter]) -> Any:  # noqa: ANN401 - any part of a game
    """Return a game, or a part of it, with each parameter of its bids and decisions changed."""
    if isinstance(part, tuple):
        return tuple(with_parameters(one, change) for one in part)
    if isinstance(part, Parameter):
        return change(part)
    inner = {name: with_parameters(getattr(part, name), change) for name in _TO_PARAMETERS if hasattr(part, name)}
    return replace(part, **inner) if inner else part


_TO_PARAMETERS: Final = ("bids", "phases", "play", "steps", "block", "parameters")
"""The fields that hold parameters, or what has some."""


def with_expressions(rule: Any, write: Callable[[Any, str], Any]) -> Any:  # noqa: ANN401 - any rule, and the same class
    """Return a rule with each of its expressions replaced by what `write` makes of it.

    Args:
        rule: A rule of the module `parts`, or a tuple of them.
        write: Takes a term and the form that its place wants: `value`, `mask`, `items`, `judged` or `place`.
    """
    kind: Any = type(rule)
    changed = {
        name: _made(held, form, write)
        for name, form in _expressions_of(kind)
        if (held := getattr(rule, name)) is not None
    }
    return replace(rule, **changed) if changed else rule


def _made(held: Any, form: str, write: Callable[[Any, str], Any]) -> Any:  # noqa: ANN401 - a term, a rule or a tuple
    if isinstance(held, tuple):
        return tuple(_made(one, form, write) for one in held)
    return with_expressions(held, write) if type(held).__module__ == Ask.__module__ else write(held, form)


@cache
def _expressions_of(kind: Any) -> tuple[tuple[str, str], ...]:  # noqa: ANN401 - a class of rules
    """Return the fields of a rule that hold expressions, or rules that do, and the form that each wants."""
    return tuple((one.name, one.metadata.get("form", "value")) for one in fields(kind) if _HOLDS.search(str(one.type)))


_HOLDS = re.compile(r"\b[EP]\b")
"""What the type of such a field names."""


def all_actions(game: Rules) -> Iterator[Action]:
    """Go over everything that steps of a game do."""
    return (action for step in all_steps(game) for action in step.actions)


def is_subject(term: Term) -> bool:
    """Tell whether a term is the seat or side that decides or is scored."""
    match term:
        case Var(name="player" | "side"):
            return True
        case Op(op="side", arguments=(inner,)):
            return is_subject(inner)
        case _:
            return False


COMPARISONS: Final = frozenset({"=", "!=", "<", "<=", ">", ">="})
MIRRORED: Final = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
"""The comparison that says the same of the two amounts in the other order, or the opposite of their opposites."""


def comparisons(lets: Mapping[str, Let], *terms: Term | None, into_amounts: bool) -> Iterator[Op]:
    """Go over the comparisons in terms, and in the conditions of the subject or of the table that they name.

    Args:
        terms: Where to look.
        into_amounts: Whether to look into amounts with names too.
    """
    seen: set[str] = set()
    waiting = [term for term in reversed(terms) if term is not None]
    while waiting:
        for one in walk(waiting.pop()):
            if isinstance(one, LetRef) and _is_of_subject(one.subject) and one.let not in seen:
                seen.add(one.let)
                waiting += [lets[one.let].body] * (into_amounts or one.type.kind is Kind.TRUTH)
            elif isinstance(one, Op) and one.op in COMPARISONS:
                yield one


def compared(lets: Mapping[str, Let], *terms: Term | None) -> dict[Term, None]:
    """Return the amounts of the subject, or of the table, that conditions in these terms compare with something.

    Amounts with names are not looked into: the name says what is compared.
    """
    found = comparisons(lets, *terms, into_amounts=False)
    return dict.fromkeys(amount for one in found for side in one.arguments for amount in _amounts(side, lets))


def _amounts(term: Term, lets: Mapping[str, Let]) -> Iterator[Term]:
    match term:
        case Op(op="+" | "-" | "*" | "/" | "negative" | "rounded_down" | "abs" | "max" | "min", arguments=parts):
            for part in parts:
                yield from _amounts(part, lets)
        case LetRef(let=let, subject=subject, type=kind) if kind.is_amount and _is_of_subject(subject):
            # Another name for one amount is that amount.
            yield lets[let].body if _is_amount_of_subject(lets[let].body) else term
        case _ if _is_amount_of_subject(term):
            yield term
        case _:
            pass


def _is_amount_of_subject(term: Term) -> bool:
    match term:
        case Op(op="count", arguments=(Op(arguments=(who,)),)) | Op(arguments=(who,)):
            return _is_of_subject(who)
        case _:
            return False


def _is_of_subject(subject: Term | None) -> bool:
    match subject:
        case None | Op(op="first", arguments=(Op(op="side_members", arguments=(Var(name="side"),)),)):
            return True  # where each player is a side
        case _:
            return is_subject(subject)


_TERMS = frozenset(get_args(Term))
_WITHOUT_TERMS = (RuleInfo, Option, WorkedExample, Type, Span)


class Used(Frozen):
    """Names that the rules of a game read."""

    lets: frozenset[str]
    options: frozenset[str]
    tallies: frozenset[str]
    words: frozenset[str]
    """Words of options that conditions name, as in `option is word`."""


def used_by(game: Rules) -> Used:
    """Collect what a game reads."""
    found: dict[str, set[str]] = {part.name: set() for part in fields(Used)}
    for term in all_read(game.let_of, *terms_of(replace(game, lets=(), options=(), rules=(), examples=()))):
        what, where = _NAMING.get(type(term), ("", ""))
        name = getattr(term, where) if where else None
        if isinstance(name, str):
            found[what].add(name)
    return Used(**{what: frozenset(names) for what, names in found.items()})


_NAMING: Final = {
    LetRef: ("lets", "let"), OptionRef: ("options", "name"), TallyRef: ("tallies", "tally"),
    Const: ("words", "value"),
}  # fmt: skip
"""The field of `Used` that a term's name goes to, and the field of the term that holds it."""


def clocks_read(game: Rules) -> frozenset[str]:
    """Return the clocks whose running out a rule reads."""
    return frozenset(one.clock for one in every_term(game) if isinstance(one, Ran))


def terms_of(thing: object) -> Iterator[Term]:
    """List the outermost terms in a checked thing."""
    waiting: list[Any] = [thing]
    while waiting:
        one = waiting.pop()
        if type(one) in _TERMS:
            yield one
        elif type(one) is tuple:
            waiting += one[::-1]
        elif one is not None and (held := _held(one.__class__)):
            waiting += held(one)


@cache
def _held(kind: Any) -> Callable[[Any], tuple[Any, ...]] | None:  # noqa: ANN401 - a class
    """Return what reads the fields of a checked thing that can hold terms, the last first; nothing kept as written."""
    if not is_dataclass(kind) or kind in _WITHOUT_TERMS:
        return None
    return reader(tuple(one.name for one in reversed(fields(kind)) if not _PLAIN.fullmatch(str(one.type))))


_PLAIN = re.compile(
    r"(?:str|int|bool|None|Fraction|Value|RuleInfo|Option|WorkedExample|Face|Remark|tuple|[\s|\[\],.])*"
)
"""The type of a field that holds no term."""
