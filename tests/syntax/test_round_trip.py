"""`parse(print(v)) == v`, for the bundled files and for whatever can be said."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings

from spadesdsl.resources import variant_names, variant_text
from spadesdsl.source import Source
from spadesdsl.syntax.formatting import format_text
from spadesdsl.syntax.nodes import Document, Expr  # noqa: TC001 - hypothesis reads the annotations
from spadesdsl.syntax.parser import parse
from spadesdsl.syntax.printer import WIDTH, print_document
from spadesdsl.syntax.printing_expressions import SOFT, show
from tests.syntax.strategies import DOCUMENTS, EXPRESSIONS

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


@settings(max_examples=120, suppress_health_check=_SLOW)
@given(DOCUMENTS)
def test_a_document_is_the_same_after_printing(document: Document) -> None:
    text = print_document(document)
    assert read(text) == document
    assert format_text(Source("test.spades", text))[0] == text


@pytest.mark.parametrize("name", variant_names())
def test_lines_are_broken_where_they_can_be(name: str) -> None:
    bundled = variant_text(name)
    assert bundled is not None
    for line in print_document(read(bundled[1])).splitlines():
        assert len(line) <= WIDTH or '"' in line
