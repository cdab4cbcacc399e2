"""A record is YAML and keeps to its schema after every line; what is read is what was written."""

from __future__ import annotations

import json
import os
import stat
from typing import TYPE_CHECKING

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from spadesdsl import loader
from spadesdsl.documents import read_document
from spadesdsl.engine.boundary import RecordError
from spadesdsl.journal import Journal, Record, Sitter, Trouble, begin, read_record, replay, rules_of
from spadesdsl.journal.reading import RuleText, parse_record
from spadesdsl.journal.writing import entry_lines, header
from spadesdsl.schemas import faults
from tests.journal.games import SITTERS, begun, loaded, play_on, record_of

if TYPE_CHECKING:
    from pathlib import Path

    from spadesdsl.engine.game import State


def read(path: Path) -> Record:
    found = read_record(path)
    assert isinstance(found, Record), str(found)
    return found


def test_the_file_is_yaml_of_its_schema_after_every_line(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    journal, state = begun(loaded("hearts"), path)
    for luck in range(40):
        state = play_on(journal, state, 2, luck=luck, taking_back=0.1)[-1]
        document = yaml.safe_load(path.read_text(encoding="utf-8"))
        assert faults(document, "record") == ()
        assert document == read(path).document


@pytest.mark.parametrize("name", ["standard", "nyc", "hearts", "euchre", "oh_hell", "two_player", "three_player_dummy"])
def test_a_game_comes_back_as_it_was_left(tmp_path: Path, name: str) -> None:
    path = tmp_path / "game.yaml"
    journal, state = begun(loaded(name), path)
    states = play_on(journal, state, 150, taking_back=0.05)
    journal.close()
    replayed = replay(read(path))
    assert not isinstance(replayed, Trouble)
    assert replayed.wrong is None
    assert list(replayed.states) == states
    assert [one.line for one in replayed.states] == [one.line for one in states]


def test_the_game_and_the_referee_read_a_record_of_a_session(tmp_path: Path) -> None:
    from spadesdsl.referee import Referee

    path = tmp_path / "game.yaml"
    journal, state = begun(loaded("hearts"), path)
    states = play_on(journal, state, 130, taking_back=0.05)
    document = dict(read(path).document)
    assert any("undo" in entry for entry in document["moves"] if isinstance(entry, dict))
    assert any(entry.get("event") == "score" for entry in document["moves"] if isinstance(entry, dict))
    assert states[0].game.load(document) == states[-1]
    answer = Referee(states[0].game).answer(json.dumps({"do": "load", "record": document}))
    assert answer["ok"], answer


def test_a_record_of_the_referee_is_read_and_replayed(tmp_path: Path) -> None:
    states = record_of("hearts", tmp_path / "session.yaml", 60)
    path = tmp_path / "referee.json"
    path.write_text(json.dumps(states[-1].record()), encoding="utf-8")
    replayed = replay(read(path))
    assert not isinstance(replayed, Trouble)
    assert replayed.wrong is None
    assert replayed.states[-1] == states[-1]


def test_options_of_a_record_of_the_referee_are_set_again(tmp_path: Path) -> None:
    game = loaded("standard", target="250", failed_nil="help").game
    assert game is not None
    path = tmp_path / "referee.json"
    path.write_text(json.dumps(game.start(3).record()), encoding="utf-8")
    replayed = replay(read(path))
    assert not isinstance(replayed, Trouble), str(replayed)
    assert replayed.game.options["target"] == 250


def test_every_text_of_the_rules_is_in_the_record(tmp_path: Path) -> None:
    own = tmp_path / "mine.spades"
    own.write_text('language 1\n\nvariant mine "Mine" extends standard {\n  include no_ones\n}\n', encoding="utf-8")
    rules = loaded(str(own))
    journal, _ = begun(rules, tmp_path / "game.yaml")
    kept = read(journal.path).rules
    assert kept == rules_of(rules)
    assert [(text.name, text.is_bundled) for text in kept] == [("mine", False), ("standard", True), ("no_ones", True)]
    assert kept[0].text == own.read_text(encoding="utf-8")


def test_what_was_set_and_who_sat_where_is_kept(tmp_path: Path) -> None:
    journal, _ = begun(loaded("standard", target="250"), tmp_path / "game.yaml")
    kept = read(journal.path)
    assert kept.settings == {"target": "250"}
    assert kept.sitters == SITTERS
    assert [sitter.is_person for sitter in kept.sitters] == [False, True]


def test_given_deals_and_the_dealer_are_kept(tmp_path: Path) -> None:
    from spadesdsl import Deal

    rules = loaded("standard")
    assert rules.game is not None
    hands = rules.game.start(99).hidden_hands
    state = rules.game.start(7, dealer=2, deals=[Deal(hands)])
    journal = begin(rules, state, SITTERS, tmp_path / "game.yaml")
    assert isinstance(journal, Journal)
    states = play_on(journal, state, 30)
    replayed = replay(read(journal.path))
    assert not isinstance(replayed, Trouble)
    assert replayed.states[-1] == states[-1]
    assert replayed.states[0].dealer == 2


def test_a_record_can_be_begun_in_the_middle_of_a_game(tmp_path: Path) -> None:
    states = record_of("hearts", tmp_path / "first.yaml", 70)
    journal = begin(loaded("hearts"), states[-1], SITTERS, tmp_path / "second.yaml")
    assert isinstance(journal, Journal)
    replayed = replay(read(journal.path))
    assert not isinstance(replayed, Trouble)
    assert replayed.states[-1] == states[-1]


def test_no_file_is_ever_written_over(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text("dear diary", encoding="utf-8")
    found = begin(loaded("hearts"), loaded_start("hearts"), SITTERS, path)
    assert isinstance(found, Trouble)
    assert "choose another name" in str(found)
    assert path.read_text(encoding="utf-8") == "dear diary"
    assert [file.name for file in tmp_path.iterdir()] == ["mine.txt"]


def test_a_place_where_nothing_can_be_written_is_told(tmp_path: Path) -> None:
    found = begin(loaded("hearts"), loaded_start("hearts"), SITTERS, tmp_path / "nowhere" / "game.yaml")
    assert isinstance(found, Trouble)
    assert "no such file or directory" in str(found)


def loaded_start(name: str) -> State:
    game = loaded(name).game
    assert game is not None
    return game.start(0)


def test_save_writes_the_whole_record_under_another_name(tmp_path: Path) -> None:
    journal, state = begun(loaded("hearts"), tmp_path / "game.yaml")
    play_on(journal, state, 20)
    assert journal.copy_to(tmp_path / "copy.yaml") is None
    assert (tmp_path / "copy.yaml").read_bytes() == journal.path.read_bytes()
    assert isinstance(journal.copy_to(tmp_path / "copy.yaml"), Trouble)


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="rights as Unix has them")
def test_a_record_is_readable_by_its_player_alone(tmp_path: Path) -> None:
    journal, _ = begun(loaded("hearts"), tmp_path / "game.yaml")
    assert stat.S_IMODE(journal.path.stat().st_mode) == 0o600


def test_a_full_disk_leaves_the_record_as_it_stood(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal, state = begun(loaded("hearts"), tmp_path / "game.yaml")
    state = play_on(journal, state, 5)[-1]
    before = journal.path.read_bytes()
    real = os.write

    def half(file: int, data: bytes) -> int:
        real(file, bytes(data)[:4])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "write", half)
    with pytest.raises(OSError, match="No space"):
        play_on(journal, state, 1)
    monkeypatch.undo()
    assert journal.path.read_bytes() == before
    play_on(journal, state, 1)
    assert isinstance(read_record(journal.path), Record)


# ---------------------------------------------------------------- layout

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)
LAID_OUT = st.lists(
    st.sampled_from(["\n", "  a: b", "# c", "\t", " ", "- x", '"', "\\", "é", "\x85", "\ufeff", "|", "x\n"])
)


@given(text=TEXTS | LAID_OUT.map("".join), file=TEXTS.filter(bool))
def test_any_text_of_rules_comes_back(text: str, file: str) -> None:
    written = header({"format": 1}, [RuleText(file, text, is_bundled=True)]) + entry_lines([{"begun": "x"}])
    expected = [{"file": file, "bundled": True, "text": text}]
    assert yaml.safe_load(written)["rules"] == expected
    document = read_document(written)
    assert isinstance(document, dict)
    assert document["rules"] == expected


@given(st.recursive(TEXTS | st.booleans() | st.none() | st.integers(), lambda inner: st.lists(inner, max_size=3)))
def test_any_entry_comes_back(value: object) -> None:
    written = entry_lines([[value]])
    assert written.count("\n") == 1
    assert yaml.safe_load(written) == [[value]]
    assert read_document(written) == [[value]]


# ---------------------------------------------------------------- cut off


def test_a_record_cut_off_anywhere_keeps_every_whole_line(tmp_path: Path) -> None:
    record_of("hearts", tmp_path / "game.yaml", 70)
    whole = (tmp_path / "game.yaml").read_bytes()
    entries = read(tmp_path / "game.yaml").entries
    start = whole.index(b"\nmoves:\n") + len(b"\nmoves:\n")
    for end in range(start, len(whole), 7):
        found = parse_record(whole[:end], tmp_path / "game.yaml")
        assert isinstance(found, Record), str(found)
        lines = whole[start:end].count(b"\n")
        assert found.entries[:lines] == entries[:lines]
        assert len(found.entries) - lines in (0, 1)
        assert found.entries == entries[: len(found.entries)]


def test_a_tail_of_zeros_is_no_part_of_a_record(tmp_path: Path) -> None:
    record_of("hearts", tmp_path / "game.yaml", 20)
    whole = (tmp_path / "game.yaml").read_bytes()
    found = parse_record(whole + b"\0" * 512, tmp_path / "game.yaml")
    assert isinstance(found, Record)
    assert found.entries == read(tmp_path / "game.yaml").entries
    assert found.sound_bytes == len(whole)


# ---------------------------------------------------------------- what is wrong


def changed(path: Path, old: str, new: str) -> Path:
    text = path.read_text(encoding="utf-8")
    assert text.count(old) >= 1
    other = path.with_name("changed.yaml")
    other.write_text(text.replace(old, new, 1), encoding="utf-8")
    return other


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("format: 1", "format: 2", "this record is of format 2, and this program reads format 1"),
        ("format: 1\n", "", "this is not a record of a game"),
        ("seed: 7", "seed: seven", 'seed: this must be a whole number, not "seven"'),
        ("seed: 7\n", "", "`seed` is missing"),
        ("seed: 7", "sed: 7", "there is no key `sed`"),
        ('- [2, "', '- [2, "" "', "cannot be read"),
        ('- [2, "', "[2, '", "is not an entry of a record"),
        ('- [2, "', '- [-2, "', "-2 is below 0"),
        ('- {"begun"', '- {"begn"', "does not belong here"),
        ('- {"begun": "20', '- {"begun": "\\u001b[31m20', "has the wrong form: the time, as in 2026"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(tmp_path: Path, old: str, new: str, told: str) -> None:
    record_of("hearts", tmp_path / "game.yaml", 20)
    found = read_record(changed(tmp_path / "game.yaml", old, new))
    assert isinstance(found, Trouble)
    assert told in str(found)


def test_a_record_that_was_cut_off_before_its_moves_says_so(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    record_of("hearts", path, 20)
    path.write_text(path.read_text(encoding="utf-8").partition("moves:")[0], encoding="utf-8")
    assert "`moves` is missing (it ends before its moves: was it cut off?)" in str(read_record(path))


def test_a_line_that_is_wrong_is_told_with_its_number(tmp_path: Path) -> None:
    record_of("hearts", tmp_path / "game.yaml", 20)
    path = changed(tmp_path / "game.yaml", '- [2, "', "- what, ")
    found = read_record(path)
    assert isinstance(found, Trouble)
    assert found.line is not None
    assert path.read_text(encoding="utf-8").splitlines()[found.line - 1].startswith("- what, ")


def test_files_that_are_none_are_told(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none.yaml"):
        found = read_record(path)
        assert isinstance(found, Trouble)
        assert found.is_unreadable


def test_the_engine_names_the_entry_that_does_not_hold() -> None:
    game = loaded("hearts").game
    assert game is not None
    record = {**game.start(1).record(), "moves": [{"undo": 1}]}
    with pytest.raises(RecordError, match="takes 1 moves back where there are 0") as told:
        game.load(record)
    assert told.value.at == 0


def test_a_record_that_names_rules_of_your_own_finds_them_beside_it(tmp_path: Path) -> None:
    rules = tmp_path / "ours.spades"
    rules.write_text('language 1\nvariant ours "Ours" extends hearts { set limit = 50 }\n', encoding="utf-8")
    game = loader.load(str(rules), {}).playable
    record = tmp_path / "game.json"
    record.write_text(json.dumps(game.start(3).record()), encoding="utf-8")
    found = read_record(record)
    assert not isinstance(found, Trouble)
    again = replay(found)
    assert not isinstance(again, Trouble)
    assert again.game.hash == game.hash
    rules.write_text(
        'language 1\nvariant ours "Ours" extends hearts { play { drop must no_points } }\n', encoding="utf-8"
    )
    assert "their hash differs" in str(replay(found))


def test_loading_from_texts_reads_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from spadesdsl import library

    rules = rules_of(loaded("no_ones"))
    monkeypatch.setattr(library, "variant_text", lambda name: pytest.fail(f"{name} was read"))
    monkeypatch.setattr(library, "read_file", lambda path: pytest.fail(f"{path} was read"))
    first, *others = rules
    from spadesdsl.source import Source

    found = loader.load_sources(
        Source(first.file, first.text), {text.name: Source(text.file, text.text) for text in others}, {}
    )
    assert found.game is not None
    assert Sitter(1, "random", 4).to_json() == {"seat": 1, "by": "random", "seed": 4}
