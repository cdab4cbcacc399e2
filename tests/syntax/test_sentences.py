"""The table of sentences says what the parser does."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings

from spadesdsl.source import Source
from spadesdsl.syntax import nodes
from spadesdsl.syntax.parser import parse
from spadesdsl.syntax.printer import print_document
from spadesdsl.syntax.sentences import SECTIONS, SENTENCES, keywords
from spadesdsl.syntax.wordlist import ITEMS, RESERVED
from tests.syntax.strategies import sentence

if TYPE_CHECKING:
    from spadesdsl.syntax.sentences import Form

_AROUND = {
    "file": "{}",
    "table": "table {{ {} }}",
    "deck": "deck {{ {} }}",
    "phase": "bidding {{ {} }}",
    "play": "play {{ {} }}",
    "scoring": "scoring for each team {{ {} }}",
    "ending": "ending {{ {} }}",
    "bid": 'bidding {{ bid b "b" {{ {} }} }}',
    "round": "bidding {{ round r by dealer {{ {} }} }}",
}
_ROWS = [(section, form) for section, forms in SENTENCES.items() for form in forms]


@pytest.mark.parametrize(("section", "form"), _ROWS, ids=[f"{section}-{form.keyword}" for section, form in _ROWS])
def test_the_example_of_a_row_is_read_and_printed_as_it_stands(section: str, form: Form) -> None:
    text = f"variant a {{ {_AROUND[section].format(form.example)} }}"
    document, found = parse(Source("test.spades", text))
    assert document is not None, found
    assert form.example in print_document(document)


@pytest.mark.parametrize("form", SECTIONS, ids=[form.keyword for form in SECTIONS])
def test_every_section_is_read(form: nodes.Section) -> None:
    head = {"phase": "phase showing before bidding", "scoring": "scoring for each team"}.get(form.keyword, form.keyword)
    document, found = parse(Source("test.spades", f"variant a {{ {head} {{ }} }}"))
    assert document is not None, found
    (section,) = document.items
    assert isinstance(section, nodes.Section)
    assert section.keyword == form.keyword


def test_every_section_has_its_sentences() -> None:
    assert {form.sentences for form in SECTIONS} | {"file", "bid", "round"} == set(SENTENCES)


def test_few_words_are_reserved() -> None:
    assert len(RESERVED) <= 80


@pytest.mark.parametrize("word", sorted(RESERVED))
def test_a_word_of_the_language_cannot_be_the_name_of_a_value(word: str) -> None:
    document, found = parse(Source("test.spades", f"variant a {{ play {{ let {word} = 3 }} }}"))
    assert document is None
    assert any("word of the language" in one.message or one.code == "E110" for one in found)


def test_what_may_begin_a_line_is_listed_for_typos() -> None:
    assert set(ITEMS) <= set(keywords("file"))
    assert {"must", "drop", "replace"} <= set(keywords("play"))


@pytest.mark.parametrize(("section", "form"), _ROWS, ids=[f"{section}-{form.keyword}" for section, form in _ROWS])
def test_the_class_of_a_sentence_has_a_field_for_each_of_its_pieces(section: str, form: Form) -> None:
    names = {one.name for one in fields(nodes.RULES.get(form.keyword, nodes.Rule))}
    assert {piece.field for piece in form.pieces} <= names, section


_WITHIN = {form.sentences: form for form in SECTIONS}


@pytest.mark.parametrize(
    ("section", "form"),
    [(section, form) for section, form in _ROWS if section in _WITHIN],
    ids=[f"{section}-{form.keyword}" for section, form in _ROWS if section in _WITHIN],
)
def test_every_sentence_with_every_piece_is_the_same_after_printing(section: str, form: Form) -> None:
    around = _WITHIN[section]

    @settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))
    @given(sentence(form))
    def is_the_same(rule: nodes.Rule) -> None:
        name = "passing" if around.has_name else None
        whole = nodes.Section(around.keyword, name, (rule,), around.each[0] if around.each else None)
        document = nodes.Document("variant", "a", items=(whole,))
        assert parse(Source("test.spades", print_document(document)))[0] == document

    is_the_same()
