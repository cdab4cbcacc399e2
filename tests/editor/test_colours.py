"""What colours a file knows every word of the language, and is made from it."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest
from pygments.lexers import get_lexer_by_name, get_lexer_for_filename
from pygments.token import Error, Keyword, Name, String

from docs import editors
from spadesdsl.editor import vocabulary
from spadesdsl.editor.highlighting import RulesLexer
from spadesdsl.syntax.sentences import SENTENCES
from spadesdsl.syntax.wordlist import RESERVED
from tests.editor.test_names import FILES

if TYPE_CHECKING:
    from pathlib import Path


def test_the_words_are_those_of_the_grammar_and_of_the_tables() -> None:
    known = vocabulary.keywords() | vocabulary.CONSTANTS | vocabulary.meanings()
    assert known >= RESERVED
    assert {form.keyword for forms in SENTENCES.values() for form in forms} <= known
    assert not vocabulary.keywords() & vocabulary.CONSTANTS


@pytest.mark.parametrize("file", editors.files(), ids=lambda file: str(file.name))
def test_the_files_of_editors_are_in_step(file: Path) -> None:
    assert file.read_text(encoding="utf-8") == editors.files()[file], "run `python -m docs.generate`"


def test_each_file_of_an_editor_has_every_word() -> None:
    for text in editors.files().values():
        words = set(re.findall(r"[a-z_]+", text))
        assert words >= vocabulary.keywords() | vocabulary.CONSTANTS | vocabulary.meanings()


def test_the_textmate_grammar_colours_each_word_as_what_it_is() -> None:
    made = json.loads(editors.textmate())
    rules = [(one["name"], re.compile(one["match"])) for one in made["patterns"] if "match" in one]
    for words, scope in (
        (vocabulary.keywords(), "keyword"),
        (vocabulary.CONSTANTS, "constant"),
        (vocabulary.meanings(), "support"),
    ):
        for word in words - (vocabulary.keywords() if scope == "support" else frozenset()):
            first = next(name for name, rule in rules if rule.match(word))
            assert first.startswith(scope), word


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.stem))
def test_pygments_colours_a_shipped_file(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    found = list(RulesLexer().get_tokens(text))
    assert "".join(word for _, word in found).strip() == text.strip()
    assert not [word for kind, word in found if kind is Error]
    assert {Keyword, Name, String} <= {kind for kind, _ in found}


def test_pygments_finds_the_lexer_by_name_and_by_file() -> None:
    assert isinstance(get_lexer_by_name("spadesdsl"), RulesLexer)
    assert isinstance(get_lexer_for_filename("house.spades"), RulesLexer)
