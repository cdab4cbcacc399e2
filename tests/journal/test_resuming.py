"""A game goes on by the rules it began with, and the last game is found."""

from __future__ import annotations

import os
import subprocess
import sys
import tracemalloc
from typing import TYPE_CHECKING, BinaryIO

import pytest

from spadesdsl.journal import (
    PERSON,
    Journal,
    Record,
    Resumed,
    Sitter,
    Trouble,
    begin,
    kept_games,
    last_unfinished,
    read_record,
    resume,
    resuming,
)
from tests.journal.games import SITTERS, begun, loaded, play_on, record_of
from tests.work import at_most

if TYPE_CHECKING:
    from pathlib import Path

OWN = """\
language 1

variant mine "Mine" extends base {
  include no_ones
  set failed_nil = bags, set_cost = per_bid, bags_past_limit = carried
}
"""
BASE = """\
language 1

variant base "Base" extends standard {
  set target = 300
}
"""


def resumed(path: Path) -> Resumed:
    found = resume(path)
    assert isinstance(found, Resumed), str(found)
    return found


@pytest.fixture
def own_rules(tmp_path: Path) -> Path:
    (tmp_path / "mine.spades").write_text(OWN, encoding="utf-8")
    (tmp_path / "base.spades").write_text(BASE, encoding="utf-8")
    return tmp_path / "mine.spades"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The player's own folder."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "data" / "spadesdsl" / "games"


def test_a_game_goes_on_where_it_was_left(tmp_path: Path) -> None:
    states = record_of("hearts", tmp_path / "game.yaml", 50)
    found = resumed(tmp_path / "game.yaml")
    assert list(found.states) == states
    assert found.sitters == SITTERS
    assert found.notes == ()
    more = play_on(found.journal, found.states[-1], 30, luck=2)
    found.journal.close()
    again = resumed(tmp_path / "game.yaml")
    assert again.states[-1] == more[-1]
    assert len([entry for entry in again.record.entries if isinstance(entry, dict) and "resumed" in entry]) == 1


@pytest.mark.parametrize(
    ("file", "text", "told"),
    [
        ("mine.spades", OWN.replace("  include no_ones\n", ""), "has changed since."),
        ("mine.spades", OWN.replace("no_ones", "no_such_pack"), "has changed since, and has errors now."),
        ("mine.spades", None, "is gone."),
        ("base.spades", BASE.replace("300", "250"), "A parent or a pack of"),
        ("base.spades", None, "has changed since, and has errors now."),
    ],
)
def test_the_rules_in_the_record_hold_and_it_says_so(own_rules: Path, file: str, text: str | None, told: str) -> None:
    record = own_rules.parent / "game.yaml"
    journal, state = begun(loaded(str(own_rules)), record)
    states = play_on(journal, state, 20)
    journal.close()
    changed = own_rules.parent / file
    changed.unlink()
    if text is not None:
        changed.write_text(text, encoding="utf-8")
    found = resumed(record)
    assert found.game.options["target"] == 300
    assert found.states[-1] == states[-1]
    assert len(found.notes) == 1
    assert told in found.notes[0]
    assert "by the rules it began with" in found.notes[0]
    play_on(found.journal, found.states[-1], 20)


def test_nothing_is_said_where_a_file_only_says_the_same_otherwise(own_rules: Path) -> None:
    record = own_rules.parent / "game.yaml"
    begun(loaded(str(own_rules)), record)[0].close()
    own_rules.write_text(OWN.replace("include", "# jokes\n  include"), encoding="utf-8")
    assert resumed(record).notes == ()


def test_half_a_line_is_left_out_and_written_over(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    states = record_of("hearts", path, 50)
    whole = path.read_bytes()
    path.write_bytes(whole[:-4])
    found = resumed(path)
    assert found.states[-1] == states[-2]
    assert found.notes == ("The last line of the record is incomplete; that move was not made.",)
    play_on(found.journal, found.states[-1], 3)
    found.journal.close()
    assert resumed(path).notes == ()


def test_a_last_line_without_its_end_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    states = record_of("hearts", path, 50)
    path.write_bytes(path.read_bytes()[:-1])
    found = resumed(path)
    assert found.states[-1] == states[-1]
    more = play_on(found.journal, found.states[-1], 3)
    found.journal.close()
    assert resumed(path).states[-1] == more[-1]


def test_a_score_sheet_that_was_cut_off_is_written_when_the_game_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    journal, state = begun(loaded("hearts"), path)
    states = play_on(journal, state, 64)
    journal.close()
    assert states[-1].sheets
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    assert '"score"' in lines[-1]
    path.write_text("".join(lines[:-1]) + lines[-1][:30], encoding="utf-8")
    resumed(path).journal.close()
    assert [
        entry["event"] for entry in resumed(path).record.entries if isinstance(entry, dict) and "event" in entry
    ] == ["score"]


def test_nobody_else_goes_on_with_a_game_that_is_being_played(tmp_path: Path) -> None:
    record_of("hearts", tmp_path / "game.yaml", 5)
    found = resumed(tmp_path / "game.yaml")
    program = (
        "import sys; from pathlib import Path; from spadesdsl.journal import resume; print(resume(Path(sys.argv[1])))"
    )
    other = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path / "game.yaml")], capture_output=True, text=True, check=True,
        timeout=60,
    )  # fmt: skip
    assert "this game is being played elsewhere just now" in other.stdout
    found.journal.close()


def test_a_record_is_held_before_it_is_read_so_that_no_move_written_meanwhile_is_cut_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.yaml"
    record_of("hearts", path, 5)
    meanwhile: list[object] = []
    plain = resuming.read_opened

    def slowly(file: BinaryIO, where: Path) -> Record | Trouble:
        monkeypatch.setattr(resuming, "read_opened", plain)
        meanwhile.append(resume(path))
        return plain(file, where)

    monkeypatch.setattr(resuming, "read_opened", slowly)
    resumed(path).journal.close()
    assert ["being played elsewhere" in str(one) for one in meanwhile] == [True]


def test_a_record_is_free_again_after_it_was_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    record_of("hearts", path, 5)
    text = path.read_text(encoding="utf-8")
    path.write_text(text + '- [0, "no card"]\n', encoding="utf-8")
    assert isinstance(resume(path), Trouble)
    path.write_text(text, encoding="utf-8")
    resumed(path).journal.close()


def test_a_record_that_is_far_too_large_is_refused_before_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    record_of("hearts", path, 5)
    with path.open("r+b") as file:
        file.truncate(48_000_000)
    tracemalloc.start()
    for found in (read_record(path), resume(path)):
        assert isinstance(found, Trouble)
        assert "it is larger than 5,000,000 bytes" in str(found)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 5_000_000, "it was read"


def test_an_entry_that_is_no_move_takes_little_work_to_check(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    record_of("hearts", path, 5)
    with path.open("a", encoding="utf-8") as file:
        file.write('- {"spent": 1}\n' * 200)
    assert isinstance(read_record(path), Record)
    with at_most(40_000):
        found = read_record(path)
    assert isinstance(found, Record)
    assert found.spent == 1


@pytest.mark.parametrize("is_replaced", [False, True])
def test_a_record_that_is_deleted_while_it_is_played_is_written_again(tmp_path: Path, *, is_replaced: bool) -> None:
    path = tmp_path / "game.yaml"
    journal, state = begun(loaded("hearts"), path)
    states = play_on(journal, state, 20)
    path.unlink()
    if is_replaced:
        path.write_text("a note of mine", encoding="utf-8")
    states += play_on(journal, states[-1], 20)[1:]
    assert journal.path == (tmp_path / "game_2.yaml" if is_replaced else path)
    assert str(journal.path) in journal.take_note()
    assert journal.take_note() == ""
    journal.close()
    assert list(resumed(journal.path).states) == states
    assert not is_replaced or path.read_text(encoding="utf-8") == "a note of mine"


def test_a_record_to_which_something_else_writes_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    journal, state = begun(loaded("hearts"), path)
    state = play_on(journal, state, 20)[-1]
    with path.open("a", encoding="utf-8") as file:
        file.write("# mine\n")
    before = path.read_bytes()
    with pytest.raises(OSError, match="something else has written to"):
        play_on(journal, state, 1)
    assert path.read_bytes() == before


def test_a_record_whose_moves_do_not_hold_does_not_go_on(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    record_of("hearts", path, 50)
    text = path.read_text(encoding="utf-8")
    last = text.splitlines()[-1]
    path.write_text(text + last + "\n", encoding="utf-8")
    found = resume(path)
    assert isinstance(found, Trouble)
    assert found.line == len(text.splitlines()) + 1
    assert "is refused" in found.message


def test_a_record_that_cannot_be_written_does_not_go_on(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    game = loaded("hearts").game
    assert game is not None
    import json

    path.write_text(json.dumps(game.start(1).record()), encoding="utf-8")
    found = resume(path)
    assert isinstance(found, Trouble)
    assert "does not have one line for each move" in str(found)


# ---------------------------------------------------------------- the last game


def kept(seed: int, moves: int) -> Journal:
    rules = loaded("hearts")
    assert rules.game is not None
    state = rules.game.start(seed)
    journal = begin(rules, state, (Sitter(2, PERSON),))
    assert isinstance(journal, Journal), str(journal)
    play_on(journal, state, moves)
    journal.close()
    return journal


def test_a_game_without_a_file_is_kept_in_the_players_own_folder(folder: Path) -> None:
    journal = kept(1, 5)
    assert journal.path.parent == folder
    assert folder.stat().st_mode & 0o077 == 0
    found = last_unfinished()
    assert found is not None
    assert (found.path, found.variant, found.title, found.moves) == (journal.path, "hearts", "Hearts", 5)


def test_the_last_game_is_the_one_that_was_last_played_and_is_not_over(folder: Path) -> None:
    assert last_unfinished() is None
    first, second = kept(1, 5), kept(2, 5)
    over = kept(3, 5000)
    for age, journal in enumerate((over, first, second)):
        os.utime(journal.path, (1_700_000_000 - age, 1_700_000_000 - age))
    (folder / "torn.yaml").write_text("format: 1\nvar", encoding="utf-8")
    found = last_unfinished()
    assert found is not None
    assert found.path == first.path
    assert [(game.path, game.is_over) for game in kept_games()] == [
        (over.path, True), (first.path, False), (second.path, False)
    ]  # fmt: skip


def test_two_games_of_one_moment_have_two_files(folder: Path) -> None:
    assert len({kept(1, 0).path for _ in range(3)}) == 3
    assert len(list(folder.iterdir())) == 3


def test_without_a_folder_it_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "data").write_text("no folder", encoding="utf-8")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    rules = loaded("hearts")
    assert rules.game is not None
    found = begin(rules, rules.game.start(1), ())
    assert isinstance(found, Trouble)
    assert "--record FILE" in str(found)
    assert last_unfinished() is None


def test_a_record_is_told_by_whom_it_was_begun(tmp_path: Path) -> None:
    record_of("hearts", tmp_path / "game.yaml", 1)
    found = read_record(tmp_path / "game.yaml")
    assert isinstance(found, Record)
    assert found.begun.endswith("Z")
