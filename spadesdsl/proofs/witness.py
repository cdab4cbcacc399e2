"""How to describe a case in the words of the file: what the rule reads, and its value there."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any, Final

from spadesdsl.binding.compiler import Compiler
from spadesdsl.frozen import dataclass
from spadesdsl.proofs.answers import Detail
from spadesdsl.rules.terms import Kind, OptionRef, Var
from spadesdsl.rules.walking import walk

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from spadesdsl.engine.state import StateData
    from spadesdsl.proofs.answers import Answer, Answers
    from spadesdsl.proofs.workshop import Workshop
    from spadesdsl.rules.game import Rules
    from spadesdsl.rules.terms import Term

_MOST_TRIED: Final = 500
"""The most combinations of answers to try, to see whether one of them matters."""


def what_is_read(
    shop: Workshop,
    game: Rules,
    conditions: Sequence[Term | None],
    shows: Callable[[Sequence[bool | None]], bool],
    s: StateData,
    env: Sequence[Any],
) -> list[str]:
    """Say what conditions read in a case, as far as it matters: "`sets` is 3", "`made` does not hold".

    Args:
        shop: What the proofs of the file share.
        game: The rules of the deal.
        conditions: The conditions tested there.
        shows: returns, from their answers, whether the case still makes its point.
        s: The deal.
        env: The environment that they are tested in.
    """
    answers = shop.asker(game).taken_apart(conditions, Detail.COMPARISONS)
    reader = _Reader(shop, game, s, env)
    compared = dict(answers.comparisons)
    terms: dict[Term, None] = {}
    for at in _mattering(shop, game, answers, shows, reader):
        quantity, sums = answers.quantities[at].term, compared.get(at)
        terms.update(dict.fromkeys([quantity] if sums is None else [term for term, _ in sums.sum.parts]))
    return list(dict.fromkeys(reader.told(term) for term in terms if _is_of_state(term)))


def _mattering(
    shop: Workshop,
    game: Rules,
    answers: Answers,
    shows: Callable[[Sequence[bool | None]], bool],
    reader: _Reader,
) -> list[int]:
    """Return the places of the quantities whose answers the case needs to make its point."""
    asker = shop.asker(game)
    kept = [
        (reader.value(one.term),) if _is_of_state(one.term) or isinstance(one.term, OptionRef) else one.values
        for one in answers.quantities
    ]
    holding = asker.holding(answers)
    for at, quantity in enumerate(answers.quantities):
        freed = [*kept[:at], quantity.values, *kept[at + 1 :]]
        count = 1
        for values in freed:
            count *= len(values)
        if count <= _MOST_TRIED and all(shows(holding(values)) for values in product(*freed)):
            kept = freed
    return [at for at, values in enumerate(kept) if len(values) == 1]


def _is_of_state(term: Term) -> bool:
    """Tell whether a term can be read again: it is not a parameter of the moment, or an option, which the file sets."""
    return not isinstance(term, OptionRef) and not any(
        isinstance(one, Var) and one.name.startswith("param:") for one in walk(term)
    )


@dataclass(slots=True)
class _Reader:
    """Reads terms in a deal."""

    shop: Workshop
    game: Rules
    s: StateData
    env: Sequence[Any]

    def value(self, term: Term) -> Answer:
        """Return a term's value there."""
        compiler = Compiler(self.game, self.shop.sources, self.s.game.tallies)
        compiler.decisions.update({name: number for number, name in enumerate(self.s.spec.decisions)})
        code = compiler.value(term)
        room = [*self.env, *compiler.environment]  # quantifiers keep their variables there
        value = code(self.s.copy(), room)
        return int(value) if isinstance(value, Fraction) and value.denominator == 1 else value

    def told(self, term: Term) -> str:
        """Say what a term's value is there."""
        value, said = self.value(term), f"`{self.shop.said(term)}`"
        if term.type.kind is Kind.TRUTH:
            return f"{said} {'holds' if value else 'does not hold'}"
        return f"{said} is {value}"
