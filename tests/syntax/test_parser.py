"""Reading files: nodes, spans, and files that mean no good."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spadesdsl.source import Source
from spadesdsl.syntax import bodies, expressions, nodes
from spadesdsl.syntax.expressions import Binary, Name, Number, OfPhrase, Operator, Quantified, Quantifier
from spadesdsl.syntax.formatting import format_text
from spadesdsl.syntax.parser import parse
from tests.work import at_most

if TYPE_CHECKING:
    from spadesdsl.diagnostics import Diagnostic


def expression(text: str) -> expressions.Expr:
    document, found = parse(Source("test.spades", f"variant a {{ play {{ let b = {text} }} }}"))
    assert document is not None, found
    section = document.items[0]
    assert isinstance(section, nodes.Section)
    rule = section.items[0]
    assert isinstance(rule, nodes.Rule)
    assert isinstance(rule.body, bodies.Amount)
    return rule.body.value


def findings(text: str) -> tuple[Diagnostic, ...]:
    return parse(Source("test.spades", text))[1]


A, B, C = Name("a"), Name("b"), Name("c")
THREE = Number(Fraction(3))


@pytest.mark.parametrize(
    ("text", "node"),
    [
        ("a or b and c", Binary(Operator.OR, A, Binary(Operator.AND, B, C))),
        ("a - b - c", Binary(Operator.SUBTRACT, Binary(Operator.SUBTRACT, A, B), C)),
        ("a + b * c", Binary(Operator.ADD, A, Binary(Operator.MULTIPLY, B, C))),
        ("not a and b", Binary(Operator.AND, expressions.Not(A), B)),
        ("count of a in b = 3", Binary(Operator.EQUAL, OfPhrase("count", A, within=B), THREE)),
        ("(count of a) in b", Binary(Operator.IN, OfPhrase("count", A), B)),
        ("count of a - 3", Binary(Operator.SUBTRACT, OfPhrase("count", A), THREE)),
        ("first 3 of a", OfPhrase("first", A, THREE)),
        ("first b of a", OfPhrase("first", A, B)),
        ("left of left of a", OfPhrase("left", OfPhrase("left", A))),
        ("a is not b", Binary(Operator.IS_NOT, A, B)),
        ("a not in b", Binary(Operator.NOT_IN, A, B)),
        (
            "some player has a and b",
            Quantified(Quantifier.SOME, "player", None, None, Binary(Operator.AND, A, B)),
        ),
        (
            "some player did a and b",
            Binary(Operator.AND, Quantified(Quantifier.SOME, "player", None, None, expressions.Did(None, "a")), B),
        ),
        ("if a then b else c", expressions.If(A, B, C)),
        ("a, else b, else c", expressions.Fallback(A, expressions.Fallback(B, C))),
        ("(a where b)", expressions.Where(A, None, B)),
        ("TH", expressions.CardName("10", "H")),
        ("2.5", Number(Fraction(5, 2))),
        ("J of a", OfPhrase("J", A)),
    ],
)
def test_what_holds_together(text: str, node: expressions.Expr) -> None:
    assert expression(text) == node


def test_spans_point_at_the_words() -> None:
    text = "variant a {\n  play {\n    replace must b when c: d in e\n  }\n}\n"
    document, _ = parse(Source("test.spades", text))
    assert document is not None
    section = document.items[0]
    assert isinstance(section, nodes.Section)
    rule = section.items[0]
    assert isinstance(rule, nodes.Rule)
    assert isinstance(rule.body, bodies.Amount)
    assert text[rule.span.start : rule.span.end] == "replace must b when c: d in e"
    assert text[rule.name_span.start : rule.name_span.end] == "b"
    assert text[rule.body.span.start : rule.body.span.end] == "d in e"
    assert str(rule.body.span) == "test.spades:3:28"


def test_a_keyword_may_be_a_name_where_nothing_else_could_stand() -> None:
    document, found = parse(Source("test.spades", "variant a { play { let trick = card let lead = bid } }"))
    assert document is not None, found


_VARIANT = "variant a {{\n{}\n}}\n"
_HOSTILE = {
    "long": "x" * 1_000_001,
    "one long comment": "#" * 999_000,
    "one long name": "variant " + "x" * 900_000,
    "many words": "variant a {" + " a" * 400_000,
    "round brackets": _VARIANT.format("play { must a: " + "(" * 20_000 + ")" * 20_000 + " }"),
    "braces": "variant a " + "{" * 20_000,
    "closing braces": "}" * 40_000,
    "digits": _VARIANT.format("option a = " + "9" * 5_000 + " of 1"),
    "and": _VARIANT.format("play { must a: " + " and ".join(["x"] * 10_000) + " }"),
    "not": _VARIANT.format("play { must a: " + "not " * 20_000 + "x }"),
    "minus": _VARIANT.format("play { must a: " + "-" * 20_000 + "x }"),
    "if": _VARIANT.format("play { must a: " + "if a then b else " * 5_000 + "c }"),
    "dots": _VARIANT.format("play { must a: x" + ".y" * 10_000 + " }"),
    "of": _VARIANT.format("play { must a: " + "left of " * 10_000 + "c }"),
    "quotes": _VARIANT.format('"\n' * 20_000),
    "unknown sentences": _VARIANT.format("play {\n" + "musst a: b\n" * 5_000 + "}"),
    "torn sentences": _VARIANT.format("play {\n" + "must a b in c: d\n" * 5_000 + "}"),
    "nul": _VARIANT.format('about "\0"'),
    "half a letter": _VARIANT.format('about "\ud800"'),
    "turned letters": _VARIANT.format('about "\u202e"'),
    "backslashes": _VARIANT.format('about "' + "\\" * 100_001),
}


@pytest.mark.parametrize("text", _HOSTILE.values(), ids=_HOSTILE.keys())
def test_a_file_that_means_no_good_is_refused_soon(text: str) -> None:
    with at_most(8_000_000):
        found = findings(text)
        assert found
        assert len(found) <= 200
        assert format_text(Source("test.spades", text))[0] is None


@settings(max_examples=150)
@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    for whole in (text, f"variant a {{ {text} }}", f"variant a {{ play {{ must b: {text} }} }}"):
        document, found = parse(Source("test.spades", whole))
        assert (document is None) == bool(found)


_WORD_LIST = """
variant a { } ( ) [ ] : ; , = . "text" # must may bid score case when by each player of in not and or is 3 AS K first
some no has did if then else give from to where as example given expect replace drop set on deal yes
"""
_WORDS = _WORD_LIST.split()


@settings(max_examples=300)
@given(st.lists(st.sampled_from(_WORDS), max_size=25))
def test_any_words_are_read_or_refused(words: list[str]) -> None:
    document, found = parse(Source("test.spades", "variant a { play { " + " ".join(words) + " } }"))
    assert (document is None) == bool(found)
