"""The fingerprint of rules: the same for games that are played alike, another for games that are not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import spadesdsl
from spadesdsl.resources import variant_text


@pytest.fixture(scope="module")
def standard() -> str:
    return spadesdsl.load("standard").hash


def written(folder: Path, old: str, new: str) -> str:
    """Return the fingerprint of the standard game with some words exchanged."""
    found = variant_text("standard")
    assert found is not None
    assert old in found[1]
    file = folder / "standard.spades"
    file.write_text(found[1].replace(old, new), encoding="utf-8")
    return spadesdsl.load(str(file)).hash


def test_it_is_a_number_of_256_bits(standard: str) -> None:
    assert re.fullmatch(r"[0-9a-f]{64}", standard)


def test_an_option_set_to_what_it_is_changes_nothing(standard: str) -> None:
    assert spadesdsl.load("standard", target=500).hash == standard
    assert spadesdsl.load("standard", target=300).hash != standard


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"Follow suit if you can."', '"You have to follow suit."'),
        ("    lead next:", "\n    # who won it\n    lead next:"),
        ('variant standard "', 'variant standard "Our '),
    ],
    ids=["a sentence", "layout and remarks", "the title"],
)
def test_words_do_not_matter(tmp_path: Path, standard: str, old: str, new: str) -> None:
    assert written(tmp_path, old, new) == standard


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("1 * extra", "2 * extra"),
        ("score >= target", "score > target"),
        ("ranks A, K, Q, J, 10", "ranks K, A, Q, J, 10"),
        ("lead first: left of dealer", "lead first: dealer"),
    ],
)
def test_rules_do(tmp_path: Path, standard: str, old: str, new: str) -> None:
    assert written(tmp_path, old, new) != standard


def test_where_cards_come_from_matters(tmp_path: Path) -> None:
    file = tmp_path / "sources.spades"
    hashes = set()
    for given, passed in (("stock", "hand"), ("North.hand", "hand"), ("pot", "hand"), ("stock", "(hand in hearts)")):
        give = f"give more: 1 from {given} to pot face down  pass back by each player: 1 from {passed} to pot face down"
        table = "table { zone pot face down }  deal { replace give hands: 12 from stock to each player }"
        file.write_text(
            f'language 1 variant sources "S" extends whist {{ {table}  phase put before play {{ {give} }} }}'
        )
        hashes.add(spadesdsl.load(str(file)).hash)
    assert len(hashes) == 4


def test_existing_records_keep_their_fingerprints() -> None:
    # Worked out by the program that wrote the first records; names of classes and fields must not change it.
    kept = Path(__file__).parent.parent / "data" / "fingerprints" / "kept.spades"
    known = "c6d496c2891ba999054448b7752f42072228c52242d905de8300d9da4785386a"
    assert spadesdsl.load(str(kept)).hash == known
