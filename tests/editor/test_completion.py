from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from spadesdsl.editor import vocabulary
from spadesdsl.editor.completion import _beginnings_of, proposals
from spadesdsl.editor.draft import Draft
from spadesdsl.syntax.sentences import Piece
from tests.editor.test_names import FILES, HOUSE, ROOT

WORDS = re.compile(f"{vocabulary.TEXT}|{vocabulary.COMMENT}|{vocabulary.CARD}|{vocabulary.NAME}")


def offered(typed: str, text: str = HOUSE, at: str = "  play {\n") -> list[str]:
    """Return what is offered after some words typed before a place of a text."""
    start = text.index(at)
    found = Draft(ROOT / "variants" / "house.spades", text[:start] + typed + "\n" + text[start:])
    return [one.text for one in proposals(found, start + len(typed))]


@pytest.mark.parametrize(
    ("typed", "some", "none"),
    [
        ("", ["scoring", "option", "include"], ["must", "expect"]),
        ("play {\n", ["must", "lead", "drop"], ["score", "bid"]),
        ("play {\n  replace must ", ["follow_suit"], ["fine"]),
        ("play {\n  drop must ", ["follow_suit", "unbroken"], []),
        ("play {\n  must new_rule ", ["when", "above"], ["during", "by", "fine", "trick_number"]),
        ("play {\n  must new_rule w", ["when"], []),
        ("play {\n  must new_rule when ", ["leading", "trick_number", "fine", "not"], ["when"]),
        ("play {\n  must new_rule: card.", ["rank", "suit"], ["winner", "hand"]),
        ("play {\n  must new_rule: last_trick.w", ["winner"], []),
        ("play {\n  lead ", ["first", "next"], []),
        ("ending { tie level: ", ["play on", "shared"], ["fine"]),
        ("set ", ["bag_limit", "fine", "preset"], ["taken"]),
        ("set bag_limit = ", ["10"], []),
        ("include ", ["blind_nil"], ["hearts"]),
        ('example "x" {\n  ', ["given", "bids", "case", "expect"], ["must"]),
        ('example "x" {\n  case us take 3: us { ', ["score", "bags", "broken_rule"], []),
        ('example "x" {\n  expect South wins the ', ["trick"], []),
        ('example "x" {\n  expect illegal AS because play.', ["follow_suit"], []),
        ('about "', [], ["must", "option"]),
        ("# ", [], ["must", "option"]),
    ],
)  # fmt: skip
def test_what_can_come_there_is_offered(typed: str, some: list[str], none: list[str]) -> None:
    found = offered(typed)
    assert set(some) <= set(found)
    assert not set(none) & set(found)
    if not some:
        assert found == []


def test_every_piece_of_a_sentence_has_its_first_words() -> None:
    assert all(bool(_beginnings_of(piece)) == (piece is not Piece.LABEL) for piece in Piece)
    assert _beginnings_of(Piece.PLACE) == {"above", "below", "above all", "below all"}
    assert _beginnings_of(Piece.BY) == {"by"}


def test_nine_of_ten_words_of_the_shipped_files_are_offered_in_their_places() -> None:
    chance = random.Random(16)
    there, all_ = 0, 0
    for file in chance.sample(FILES, 20):
        whole = Draft(file, file.read_text(encoding="utf-8"))
        given = {one.span.start for one in whole.names.occurrences if one.is_declaration}
        places = [
            word
            for word in WORDS.finditer(whole.text)
            if word[0][0] not in '"#' and not re.fullmatch(vocabulary.CARD, word[0]) and word.start() not in given
        ]
        for word in chance.sample(places, min(20, len(places))):
            typed = Draft(file, whole.text[: word.start()] + whole.text[word.end() :])
            typed._names, typed._inherited, typed._quick = whole.names, whole.inherited, whole.loaded
            all_ += 1
            there += any(word[0] in one.text.split() for one in proposals(typed, word.start()))
    assert there / all_ >= 0.9, f"{there} of {all_}"


def test_a_file_that_is_typed_letter_by_letter_never_fails() -> None:
    """Each beginning of a file is looked at in every way that an editor looks at it."""
    chance = random.Random(3)
    for file in chance.sample(FILES, 3):
        text = file.read_text(encoding="utf-8")
        for end in sorted(chance.sample(range(len(text)), 40)):
            typed = Draft(Path(file), text[:end])
            assert isinstance(typed.loaded.diagnostics, tuple)
            proposals(typed, end)
            assert typed.names.source.text == text[:end]
