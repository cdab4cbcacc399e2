"""How to describe a case in the words of the file: what the rule reads, and its value there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any, Final

from spadesdsl.algebra.cases import Answers, Detail, Quantity
from spadesdsl.algebra.forms import sum_of, worked_out
from spadesdsl.algebra.judge import COMPARISONS, Answer
from spadesdsl.algebra.sums import Form
from spadesdsl.binding.compiler import Compiler
from spadesdsl.engine.state import StateData
from spadesdsl.frozen import Changing, field
from spadesdsl.proofs.context import ProofContext
from spadesdsl.rules.game import Rules
from spadesdsl.rules.terms import Kind, OptionRef, Term, Var
from spadesdsl.rules.walking import walk

_MOST_TRIED: Final = 500
"""The most combinations of answers to try, to see whether one of them matters."""


def what_is_read(
    context: ProofContext,
    game: Rules,
    conditions: Sequence[Term | None],
    shows: Callable[[Sequence[bool | None]], bool],
    s: StateData,
    env: Sequence[Any],
) -> list[str]:
    """Say what conditions read in a case, as far as it matters: "`sets` is 3", "`made` does not hold".

    Args:
        context: What the proofs of the file share.
        game: The rules of the deal.
        conditions: The conditions tested there.
        shows: returns, from their answers, whether the case still makes its point.
        s: The deal.
        env: The environment that they are tested in.
    """
    asker = context.asker(game)
    forms = [None if one is None else asker.former.form(one) for one in conditions]
    answers = asker.taken_apart(forms, Detail.COMPARISONS)
    reader = _Reader(context, game, s, env)
    read: dict[Form, None] = {}
    for quantity in _mattering(answers, shows, reader):
        if quantity.form[0] in COMPARISONS:
            read.update((one, None) for part in sum_of(quantity.form[1]) for one in part)
        else:
            read.setdefault(quantity.form)
    terms = [asker.former.opposites.get(one) or asker.former.terms.get(one) for one in read]
    return list(dict.fromkeys(reader.told(term) for term in terms if term is not None and _is_of_state(term)))


def _mattering(answers: Answers, shows: Callable[[Sequence[bool | None]], bool], reader: _Reader) -> Iterator[Quantity]:
    """Yield the quantities whose answers the case needs to make its point."""
    kept = [
        (reader.value(one.form),) if one.term is None or _is_of_state(one.term) or one.form[0] == "option"
        else one.values for one in answers.quantities
    ]  # fmt: skip
    for at, quantity in enumerate(answers.quantities):
        freed = [*kept[:at], quantity.values, *kept[at + 1 :]]
        tried = product(*freed) if prod(map(len, freed)) <= _MOST_TRIED else ()
        if tried and all(shows(answers.holding(answers.given(values))) for values in tried):
            kept = freed
    yield from (quantity for quantity, values in zip(answers.quantities, kept, strict=True) if len(values) == 1)


def _is_of_state(term: Term) -> bool:
    """Tell whether a term can be read again: it is not a parameter of the moment, or an option, which the file sets."""
    return not isinstance(term, OptionRef) and not any(
        isinstance(one, Var) and one.name.startswith("param:") for one in walk(term)
    )


class _Reader(Changing):
    """Reads terms in a deal."""

    context: ProofContext
    game: Rules
    s: StateData
    env: Sequence[Any]
    _compiler: Compiler = field(init=False)
    _known: dict[Term, Answer] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._compiler = Compiler(self.game, self.context.sources, self.s.game.tallies)
        self._compiler.decisions.update({name: number for number, name in enumerate(self.s.spec.decisions)})

    def value(self, form: Form) -> Answer:
        """Return what a condition or an amount in normal form is there."""
        return worked_out(form, dict(self._parts(form)))

    def _parts(self, form: Form) -> Iterator[tuple[Form, Answer]]:
        term = self.context.asker(self.game).former.terms.get(form)
        if term is not None and form[0] not in COMPARISONS:
            yield form, self.read(term)
        else:
            yield from (found for part in form if isinstance(part, tuple) for found in self._parts(part))

    def read(self, term: Term) -> Answer:
        """Return a term's value there."""
        if term not in self._known:
            code = self._compiler.value(term)
            value = code(self.s.copy(), [*self.env, *self._compiler.environment])
            self._known[term] = int(value) if isinstance(value, Fraction) and value.denominator == 1 else value
        return self._known[term]

    def told(self, term: Term) -> str:
        """Say what a term's value is there."""
        value, said = self.read(term), f"`{self.context.said(term)}`"
        if term.type.kind is Kind.TRUTH:
            return f"{said} {'holds' if value else 'does not hold'}"
        return f"{said} is {value}"
