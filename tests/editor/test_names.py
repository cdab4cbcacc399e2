from __future__ import annotations

import random
from pathlib import Path

import pytest

from spadesdsl.editor.draft import Draft, describe
from spadesdsl.editor.vocabulary import KINDS, coloured

ROOT = Path(__file__).parent.parent.parent
FILES = sorted((ROOT / "variants").rglob("*.spades"))
HOUSE = """language 1

variant house "Our house" extends standard {
  option fine = 10 from 0 to 100 "What a broken rule costs."

  bidding {
    bid grand(n from 7 to 13) "grand {n}" when behind >= fine { contract n }
  }

  play {
    must keep_high when trick_number = 13 and some card c in hand has c.rank is A: card.rank is not K
  }

  scoring for each team {
    let surplus = taken - contract
    score broken_rule when surplus > 8: -fine
  }

  example "a fine" {
    bids us tricks(2), tricks(2); them tricks(4), tricks(3)
    case us take 13: us { broken_rule = -10 }
  }
}
"""


def draft(text: str = HOUSE, folder: Path | None = None) -> Draft:
    return Draft((folder or ROOT / "variants") / "house.spades", text)


def words_at(found: Draft, word: str, number: int = 1) -> int:
    at = -1
    for _ in range(number):
        at = found.text.index(word, at + 1)
    return at


def test_the_house_rules_are_valid() -> None:
    assert [one.code for one in draft().findings if one.code[0] == "E"] == []


def test_a_name_is_found_in_expressions_texts_and_examples() -> None:
    found = draft()
    fine = found.names.at(words_at(found, "fine"))
    assert fine is not None
    assert [(one.span.line, one.is_declaration) for one in found.names.of(fine.symbol)] == [
        (4, True),
        (7, False),
        (16, False),
    ]
    n = found.names.at(words_at(found, "(n from") + 1)
    assert n is not None
    assert [one.span.column for one in found.names.of(n.symbol)] == [15, 39, 74]
    line = found.names.at(words_at(found, "broken_rule"))
    assert line is not None
    assert [one.span.line for one in found.names.of(line.symbol)] == [16, 21]


def test_a_variable_belongs_to_its_sentence() -> None:
    found = draft()
    c = found.names.at(words_at(found, "c in hand"))
    assert c is not None
    assert [one.span.column for one in found.names.of(c.symbol)] == [57, 71]


def test_a_new_name_is_written_wherever_the_old_one_was() -> None:
    found = draft()
    places = found.renamed(words_at(found, "surplus ="), "beyond")
    assert not isinstance(places, str)
    text = found.text
    for start, end in reversed(places):
        text = text[:start] + "beyond" + text[end:]
    assert text == HOUSE.replace("let surplus", "let beyond").replace("when surplus", "when beyond")
    assert [one.code for one in draft(text).findings] == [one.code for one in found.findings]


@pytest.mark.parametrize(
    ("word", "new", "says"),
    [
        ("surplus =", "taken", "a meaning of its own"),
        ("surplus =", "fine", "cannot be its name"),
        ("surplus =", "two words", "letters, digits"),
        ("standard", "house_rules", "another file"),
        ("tricks(2)", "books", "another file"),
        ('"Our house"', "x", "no name"),
    ],
)
def test_a_name_that_cannot_be_is_refused(word: str, new: str, says: str) -> None:
    found = draft()
    answer = found.renamed(words_at(found, word), new)
    assert isinstance(answer, str)
    assert says in answer


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.stem))
def test_every_name_of_a_shipped_file_is_written_where_it_is_found(file: Path) -> None:
    found = Draft(file, file.read_text(encoding="utf-8"))
    text = found.source.text
    for one in found.names.occurrences:
        assert text[one.span.start : one.span.end] == one.symbol.name
    places = [(one.span.start, one.span.end) for one in found.names.occurrences]
    assert len(places) == len(set(places))
    at = 0
    for start, length, kind in coloured(found.names):
        assert start >= at
        assert kind in KINDS
        assert "\n" not in text[start : start + length]
        at = start + length


def test_a_new_name_leaves_every_shipped_file_as_it_was_or_is_refused() -> None:
    chance = random.Random(16)
    tried = 0
    for file in chance.sample(FILES, 12):
        found = Draft(file, file.read_text(encoding="utf-8"))
        own = [one for one in found.names.occurrences if one.is_declaration and one.symbol.keyword != "preset"]
        for one in chance.sample(own, min(2, len(own))):
            places = found.renamed(one.span.start, "quite_another_name")
            if isinstance(places, str):
                continue
            tried += 1
            text = found.text
            for start, end in reversed(places):
                text = text[:start] + "quite_another_name" + text[end:]
            before = [finding.code for finding in found.loaded.diagnostics]
            assert [finding.code for finding in Draft(file, text).loaded.diagnostics] == before
    assert tried >= 8


def test_what_a_word_means_is_said_with_its_place() -> None:
    found = draft()
    said = describe(found, words_at(found, "tricks(2)"))
    assert said is not None
    assert said[0].startswith("```spades\nbid tricks(")
    assert "*from standard.spades, line" in said[0]
    option = describe(found, words_at(found, "fine"))
    assert option is not None
    assert "now 10; from 0 to 100" in option[0]
    taken = describe(found, words_at(found, "taken"))
    assert taken is not None
    assert "tricks" in taken[0]
    must = describe(found, words_at(found, "must"))
    assert must is not None
    assert "must choose from" in must[0]
    parent = describe(found, words_at(found, "standard"))
    assert parent is not None
    assert parent[0].startswith("**")
    assert describe(found, words_at(found, "broken rule costs")) is None


@pytest.mark.parametrize(
    ("word", "says"),
    [("play {", "play"), ("scoring", "score sheet"), ("score broken_rule", "line of the score sheet"),
     ("example", "worked example"), ("case us", "what it scores")],
)  # fmt: skip
def test_the_word_that_begins_a_sentence_is_explained_also_behind_other_sentences(word: str, says: str) -> None:
    found = draft()
    said = describe(found, words_at(found, word))
    assert said is not None
    assert said[0].startswith(f"**{word.split()[0]}**")
    assert says in said[0]


def test_a_file_with_mistakes_still_has_names() -> None:
    found = draft(HOUSE.replace("when trick_number", "when when trick_number"))
    assert found.loaded.diagnostics
    names = {one.symbol.name for one in found.names.declared}
    assert {"fine", "grand", "surplus", "broken_rule"} <= names
