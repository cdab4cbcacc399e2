"""Every sentence of the book is an entry of its language's table, and every entry is said somewhere."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from spadesdsl.book.blocks import markdown
from spadesdsl.book.book import book
from spadesdsl.book.language import Form, TableError, language, listed, phrase, shipped_languages
from spadesdsl.loader import load
from spadesdsl.rules.operations import FORMS, OPERATIONS

CODE = Path(__file__).parent.parent.parent / "spadesdsl" / "book"
OWN_WAY = {"and", "or", "list", "in_suit", "not_in_suit", "in_suits", "not_in_suits", "part_suit", "includes"}
"""Forms that are said in their own way."""
PLACES = re.compile(r"\{(\w+)[:?}]")


def said_in_code() -> dict[str, re.Pattern[str]]:
    """Return what the code names of the table; what it works out is any word."""
    found = {}
    sections = {key.partition(".")[0] for key in language().sentences if "." in key}
    for file in CODE.glob("*.py"):
        nodes = list(ast.walk(ast.parse(file.read_text(encoding="utf-8"))))
        inner = {id(part) for node in nodes if isinstance(node, ast.JoinedStr) for part in node.values}
        for node in (one for one in nodes if id(one) not in inner):
            parts = node.values if isinstance(node, ast.JoinedStr) else [node]
            text = "".join(
                one.value if isinstance(one, ast.Constant) and isinstance(one.value, str) else "\0" for one in parts
            )
            if re.fullmatch(r"[a-z_]+\.[a-z_\0]+", text) and text.partition(".")[0] in sections:
                found[text] = re.compile(re.escape(text).replace("\0", ".*"))
    return found


def test_what_the_code_says_is_in_the_table_and_what_is_in_the_table_is_said() -> None:
    keys, said = set(language().sentences), said_in_code()
    missing = [text for text, pattern in said.items() if not any(map(pattern.fullmatch, keys))]
    assert missing == []
    single = {"nobody", "none", "yes", "no", "that", "the_other", "brackets"}
    unsaid = [key for key in keys - single if not any(pattern.fullmatch(key) for pattern in said.values())]
    assert sorted(unsaid) == []


def test_every_operation_of_the_language_has_words() -> None:
    words = {key.removeprefix("op.") for key in language().sentences if key.startswith("op.")}
    assert words == {*OPERATIONS, *FORMS} - OWN_WAY


@pytest.mark.parametrize("name", shipped_languages())
def test_a_table_has_the_places_that_the_code_fills(name: str) -> None:
    english, other = language().sentences, language(name).sentences
    wrong = {
        key: text for key, text in other.items() if not set(PLACES.findall(text)) <= set(PLACES.findall(english[key]))
    }
    assert wrong == {}
    # What English says of a rule, the other language says too; only a kind of word may go without saying.
    silent = {key for key, text in english.items() if set(PLACES.findall(text)) - set(PLACES.findall(other[key]))}
    assert silent == set()


def test_a_language_without_a_table_gets_a_clear_message() -> None:
    with pytest.raises(TableError, match=r"There is no table of sentences for `xx`\. There are: de, en\."):
        language("xx")


def test_a_table_of_ones_own_changes_sentences_and_words(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(
        'extends = "en"\n[sentences.chapter]\nplay = "How we play"\n[words]\nNorth = "Aunt Mary"\n', encoding="utf-8"
    )
    variant = load("standard", {}).variant
    assert variant is not None
    text = markdown(book(variant, None, language(str(file))))
    assert "## How we play" in text
    assert "Aunt Mary" in text
    assert "North" not in text


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ("nonsense", "Expected '='"),
        ('code = "xx"', "sentences"),
        ('extends = "en"\n[sentences.chapter]\nplai = "x"', "has what the book never says: `chapter.plai`"),
        (
            'extends = "en"\n[sentences.noun]\nof = "{0:genitive} {1}"',
            "asks for a form that is not in .forms.: `genitive`",
        ),
        ('extends = "en"\n[sentences.noun]\nof = "{who} {1}"', "`noun.of` has a place that is never filled: `who`"),
        ('extends = "en"\nplural = "n !"', "plural"),
    ],
)
def test_a_table_that_cannot_be_used_is_refused_with_its_reason(tmp_path: Path, table: str, message: str) -> None:
    file = tmp_path / "wrong.toml"
    file.write_text(table, encoding="utf-8")
    with pytest.raises(TableError, match=message):
        language(str(file))


def test_words_are_put_into_the_form_that_a_sentence_wants() -> None:
    english, german = language(), language("de")
    assert english.say(phrase("op.hand", phrase("op.dealer"))) == "the dealer's hand"
    assert english.say(phrase("op.hand", phrase("op.opponents", phrase("op.dealer")))) == "the dealer's opponents' hand"
    assert german.say(phrase("op.hand", phrase("op.dealer"))) == "das Blatt des Gebers"
    assert german.say(phrase("op.hand", "Anna")) == "das Blatt von Anna"
    assert german.say(phrase("quantifier.every", phrase("thing.side"))) == "jede Partei"
    assert german.say(phrase("quantifier.every", phrase("thing.player"))) == "jeder Spieler"
    names = ["North", "East", "South"]
    assert english.say(listed(names)) == "North, East and South"
    assert german.say(listed(names)) == "North, East und South"
    assert Form(1, ((re.compile("s$"), "s'"), (re.compile("$"), "'s"))).of("players") == "players'"


@pytest.mark.parametrize("name", ["hearts", "nyc", "bridge", "skat"])
def test_a_german_book_has_no_english_sentence(name: str) -> None:
    loaded = load(name, {})
    assert loaded.variant is not None
    text = markdown(book(loaded.variant, loaded.parent(), language("de")))
    text = re.sub(r"\*[^*]*\*|#.*|\| [^|]*\|", "", text)  # what the author has named and asked
    assert "Wenn der Spieler" in text
    english = r"\b(the|of|player|card|cards|trick|tricks|wins|each|when|deals|leads|and|is)\b"
    assert [line for line in text.split("\n")[4:] if re.search(english, line)] == []
    assert not re.search(r",,|,\.|\b(in|von|zu) dem (Blatt|Geber)\b|\{|\[", text)
