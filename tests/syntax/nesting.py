"""Every form of expression in every place of every other form."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from spadesdsl.syntax import expressions
from spadesdsl.syntax.expressions import Operator, Quantifier

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from spadesdsl.syntax.expressions import Expr

    Form = Callable[[Expr], Expr]

_A, _ONE = expressions.Name("score"), expressions.Number(Fraction(1))
_OPERATORS = (
    *(Operator.OR, Operator.AND, Operator.ADD, Operator.SUBTRACT, Operator.MULTIPLY, Operator.EQUAL, Operator.LESS),
    *(Operator.IS, Operator.IN, Operator.NOT_IN, Operator.BEATS),
)
_DID = expressions.Did(None, "made", ())


def _either_side(operator: Operator) -> Iterator[Form]:
    yield lambda one: expressions.Binary(operator, one, _A)
    yield lambda one: expressions.Binary(operator, _A, one)


FORMS: tuple[Form, ...] = (
    *(form for operator in _OPERATORS for form in _either_side(operator)),
    expressions.Not,
    expressions.Negative,
    lambda one: expressions.If(one, _A, _A),
    lambda one: expressions.If(_A, one, _A),
    lambda one: expressions.If(_A, _A, one),
    lambda one: expressions.Fallback(one, _A),
    lambda one: expressions.Fallback(_A, one),
    lambda one: expressions.Quantified(Quantifier.EVERY, "player", None, None, one),
    lambda one: expressions.Quantified(Quantifier.SOME, "card", "o_1", one, _A),
    lambda one: expressions.Quantified(Quantifier.NO, "trick", None, one, _DID),
    lambda one: expressions.Did(one, "made", ()),
    lambda one: expressions.Did(_A, "made", (one,)),
    lambda one: expressions.Broke(one, "made"),
    lambda one: expressions.Where(one, None, _A),
    lambda one: expressions.Where(_A, "o_1", one),
    lambda one: expressions.Property(one, "rank"),
    lambda one: expressions.Call("max", (_A, one)),
    lambda one: expressions.ListOf((one, _A)),
    lambda one: expressions.OfPhrase("count", one),
    lambda one: expressions.OfPhrase("count", one, None, _A),
    lambda one: expressions.OfPhrase("count", _A, None, one),
    lambda one: expressions.OfPhrase("sum", one, None, None, _A),
    lambda one: expressions.OfPhrase("sum", _A, None, None, one),
    lambda one: expressions.OfPhrase("highest", one, None, _A, None, (_A,)),
    lambda one: expressions.OfPhrase("highest", _A, None, None, None, (one,)),
    lambda one: expressions.OfPhrase("first", one, _ONE),
    lambda one: expressions.OfPhrase("last", _A, one),
)
_CONDITIONS = tuple(
    form
    for form in FORMS
    if isinstance(form(_A), expressions.Not | expressions.If | expressions.Fallback | expressions.Quantified)
    or (isinstance(form(_A), expressions.Binary) and form(_A).operator in (Operator.OR, Operator.AND, Operator.IN))  # type: ignore[union-attr]
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
        st.builds(expressions.Binary, joined, inner, inner),
        st.builds(expressions.If, inner, inner, inner),
        st.builds(expressions.Fallback, inner, inner),
        st.builds(
            expressions.Quantified, st.sampled_from(Quantifier), st.just("player"), st.none(), st.none() | inner, inner
        ),
    )


DEEP: st.SearchStrategy[Expr] = st.recursive(st.just(_A), _mixed, max_leaves=25)
