"""`parse(print(v)) == v`, for the bundled files and for whatever can be said."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings

from spadesdsl.resources import variant_names, variant_text
from spadesdsl.source import Source
from spadesdsl.syntax.formatting import format_text
from spadesdsl.syntax.node import SOFT
from spadesdsl.syntax.nodes import Document, Expr
from spadesdsl.syntax.parser import parse
from spadesdsl.syntax.printer import WIDTH, print_document
from spadesdsl.syntax.writing import show
from tests.syntax.nesting import DEEP, conditions, nested
from tests.syntax.strategies import DOCUMENTS, EXPRESSIONS

if TYPE_CHECKING:
    from collections.abc import Iterator

_SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]


def read(text: str) -> Document:
    document, found = parse(Source("test.spades", text))
    assert document is not None, [f"{one.span}: {one.message}" for one in found]
    return document


@pytest.mark.parametrize("name", variant_names())
def test_a_bundled_file_is_the_same_after_printing(name: str) -> None:
    bundled = variant_text(name)
    assert bundled is not None
    document = read(bundled[1])
    text = print_document(document)
    assert read(text) == document
    assert print_document(read(text)) == text


@pytest.mark.parametrize("name", variant_names())
def test_a_bundled_file_is_the_same_after_formatting(name: str) -> None:
    bundled = variant_text(name)
    assert bundled is not None
    text, _ = format_text(Source(*bundled))
    assert text is not None
    assert read(text) == read(bundled[1])
    assert format_text(Source(bundled[0], text))[0] == text


@settings(max_examples=150, suppress_health_check=_SLOW)
@given(EXPRESSIONS)
def test_an_expression_is_the_same_after_printing(expression: Expr) -> None:
    text = show(expression).replace(SOFT, " ")
    document = read(f"variant a {{ play {{ let b = {text} }} }}")
    (section,) = document.items
    assert section.items[0].body.value == expression  # type: ignore[union-attr]


def read_all(texts: list[str]) -> list[Expr]:
    """Read many expressions in one file."""
    document = read("variant a { play { " + "\n".join(f"let b = {text}" for text in texts) + " } }")
    (section,) = document.items
    return [item.body.value for item in section.items]  # type: ignore[union-attr]


@pytest.mark.parametrize("expressions", [nested(1), nested(2), conditions(3)], ids=["one", "two", "three conditions"])
def test_every_form_in_every_place_of_every_other_is_the_same_after_printing(expressions: Iterator[Expr]) -> None:
    given = list(expressions)
    texts = [show(one).replace(SOFT, " ") for one in given]
    read_back = [one for at in range(0, len(texts), 1000) for one in read_all(texts[at : at + 1000])]
    assert [pair for pair in zip(texts, given, read_back, strict=True) if pair[1] != pair[2]] == []


@settings(max_examples=400, suppress_health_check=_SLOW)
@given(DEEP)
def test_a_deep_expression_is_the_same_after_printing(expression: Expr) -> None:
    text = show(expression).replace(SOFT, " ")
    assert read_all([text]) == [expression]


@settings(max_examples=150, suppress_health_check=_SLOW)
@given(DEEP)
def test_a_formatted_rule_is_not_changed_by_formatting_it_again(expression: Expr) -> None:
    text = f"variant a {{ play {{ must b when {show(expression).replace(SOFT, ' ')}: c }} }}"
    once, _ = format_text(Source("test.spades", text))
    assert once is not None
    assert read(once) == read(text)
    assert format_text(Source("test.spades", once))[0] == once


def test_what_ends_in_a_quantifier_keeps_its_brackets() -> None:
    text = "leading and (trick_number = 1 or every player has taken = 0)"
    (expression,) = read_all([text])
    assert show(expression).replace(SOFT, " ") == text


@pytest.mark.parametrize(
    "text",
    [
        "a or every player has taken = 0",
        "a and every player has taken = 0",
        "not every player has taken = 0",
        "a and not some player has b or c",
        "(a and b) or c",
        "(every player has a) and b",
        "a, else if b then c else d, else e",
        "count of hand in trumps",
        "(count of hand) in sum",
    ],
)
def test_there_are_no_more_brackets_than_are_needed(text: str) -> None:
    (expression,) = read_all([text])
    assert show(expression).replace(SOFT, " ") == text


@settings(max_examples=120, suppress_health_check=_SLOW)
@given(DOCUMENTS)
def test_a_document_is_the_same_after_printing(document: Document) -> None:
    text = print_document(document)
    assert read(text) == document
    assert format_text(Source("test.spades", text))[0] == text


@pytest.mark.parametrize(
    "rule",
    [
        'bid level(level of 1, 2) "{level}"',
        "may offer(offer of 1, 2, more from 1 to 5) by dealer: nothing",
        "may offer of 1, 2 by dealer: nothing",
    ],
)
def test_a_parameter_may_have_the_name_of_its_rule(rule: str) -> None:
    text = f"language 1\n\nvariant x {{\n  bidding {{\n    {rule}\n  }}\n}}\n"
    assert format_text(Source("test.spades", text))[0] == text


@pytest.mark.parametrize("name", variant_names())
def test_lines_are_broken_where_they_can_be(name: str) -> None:
    bundled = variant_text(name)
    assert bundled is not None
    for line in print_document(read(bundled[1])).splitlines():
        assert len(line) <= WIDTH or '"' in line
