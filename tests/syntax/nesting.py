"""Every form of expression in every place of every other form."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from spadesdsl.syntax import nodes
from spadesdsl.syntax.nodes import Operator, Quantifier

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from spadesdsl.syntax.nodes import Expr

    Form = Callable[[Expr], Expr]

_A, _ONE = nodes.Name("score"), nodes.Number(Fraction(1))
_OPERATORS = (
    *(Operator.OR, Operator.AND, Operator.ADD, Operator.SUBTRACT, Operator.MULTIPLY, Operator.EQUAL, Operator.LESS),
    *(Operator.IS, Operator.IN, Operator.NOT_IN, Operator.BEATS),
)
_DID = nodes.Did(None, "made", ())


def _either_side(operator: Operator) -> Iterator[Form]:
    yield lambda one: nodes.Binary(operator, one, _A)
    yield lambda one: nodes.Binary(operator, _A, one)


FORMS: tuple[Form, ...] = (
    *(form for operator in _OPERATORS for form in _either_side(operator)),
    nodes.Not,
    nodes.Negative,
    lambda one: nodes.If(one, _A, _A),
    lambda one: nodes.If(_A, one, _A),
    lambda one: nodes.If(_A, _A, one),
    lambda one: nodes.Fallback(one, _A),
    lambda one: nodes.Fallback(_A, one),
    lambda one: nodes.Quantified(Quantifier.EVERY, "player", None, None, one),
    lambda one: nodes.Quantified(Quantifier.SOME, "card", "o_1", one, _A),
    lambda one: nodes.Quantified(Quantifier.NO, "trick", None, one, _DID),
    lambda one: nodes.Did(one, "made", ()),
    lambda one: nodes.Did(_A, "made", (one,)),
    lambda one: nodes.Broke(one, "made"),
    lambda one: nodes.Where(one, None, _A),
    lambda one: nodes.Where(_A, "o_1", one),
    lambda one: nodes.Property(one, "rank"),
    lambda one: nodes.Call("max", (_A, one)),
    lambda one: nodes.ListOf((one, _A)),
    lambda one: nodes.OfPhrase("count", one),
    lambda one: nodes.OfPhrase("count", one, None, _A),
    lambda one: nodes.OfPhrase("count", _A, None, one),
    lambda one: nodes.OfPhrase("sum", one, None, None, _A),
    lambda one: nodes.OfPhrase("sum", _A, None, None, one),
    lambda one: nodes.OfPhrase("highest", one, None, _A, None, (_A,)),
    lambda one: nodes.OfPhrase("highest", _A, None, None, None, (one,)),
    lambda one: nodes.OfPhrase("first", one, _ONE),
    lambda one: nodes.OfPhrase("last", _A, one),
)
_CONDITIONS = tuple(
    form
    for form in FORMS
    if isinstance(form(_A), nodes.Not | nodes.If | nodes.Fallback | nodes.Quantified)
    or (isinstance(form(_A), nodes.Binary) and form(_A).operator in (Operator.OR, Operator.AND, Operator.IN))  # type: ignore[union-attr]
)


def nested(depth: int, forms: Iterable[Form] = FORMS) -> Iterator[Expr]:
    """Yield a name with `depth` forms round it, in all ways."""
    if depth == 0:
        yield _A
        return
    for inner in nested(depth - 1, forms):
        for form in forms:
            yield form(inner)


def conditions(depth: int) -> Iterator[Expr]:
    """Yield the forms of which a condition is made, each in each, `depth` deep."""
    return nested(depth, _CONDITIONS)


def _mixed(inner: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
    joined = st.sampled_from((Operator.OR, Operator.AND, Operator.IN, Operator.ADD))
    return st.one_of(
        st.builds(lambda form, one: form(one), st.sampled_from(FORMS), inner),
        st.builds(nodes.Binary, joined, inner, inner),
        st.builds(nodes.If, inner, inner, inner),
        st.builds(nodes.Fallback, inner, inner),
        st.builds(
            nodes.Quantified, st.sampled_from(Quantifier), st.just("player"), st.none(), st.none() | inner, inner
        ),
    )


DEEP: st.SearchStrategy[Expr] = st.recursive(st.just(_A), _mixed, max_leaves=25)
