"""`stats`: what each record adds is found once, and told to programs too."""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING

from spadesdsl import journal
from spadesdsl.cli import main
from spadesdsl.cli.stats import Tallied
from spadesdsl.journal import PERSON, Sitter
from tests.loading import game_of, loaded

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def keep_a_game() -> None:
    """Keep the record of one deal that Ann played."""
    game = game_of("spoil_five")
    state, dice = game.start(5), Random(5)
    while not state.sheets:
        turn = state.turns[0]
        state = state.apply(dice.choice(turn.moves), turn.seat)
    sitters = [Sitter(seat, PERSON if seat == 0 else "random", name="Ann" if seat == 0 else "") for seat in range(5)]
    begun = journal.begin(loaded("spoil_five"), state, sitters)
    assert isinstance(begun, journal.Journal)
    begun.close()


def test_a_record_is_played_again_only_once_and_counts_as_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("XDG_DATA_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.delenv("SPADESDSL_CACHE", raising=False)
    played = []
    replay = journal.replay
    monkeypatch.setattr(journal, "replay", lambda record: [played.append(record), replay(record)][1])
    keep_a_game()
    answers = []
    for _ in range(2):
        assert main(["stats", "--json"]) == 0
        answers.append(json.loads(capsys.readouterr().out))
    assert len(played) == 1
    assert answers[0] == answers[1]
    (one,) = answers[0]["players"]
    assert (one["player"], one["game"], one["games"], one["deals"]) == ("Ann", "Spoil Five", 0, 1)
    assert main(["stats", "Ben", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"players": [], "unread": 0}


def test_what_never_ends_in_the_folder_of_the_games_stops_no_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("XDG_DATA_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    keep_a_game()
    (kept,) = journal.kept_files()
    with kept.with_name("vast.yaml").open("wb") as file:
        file.truncate(1 << 40)  # a file with a hole, which takes no room
    assert main(["stats", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["players"][0]["deals"] == 1
    kept.with_name("endless.yaml").symlink_to("/dev/zero")
    assert [path.name for path in journal.kept_files()] == ["vast.yaml", kept.name]


def test_the_best_deal_is_the_lowest_where_the_lowest_score_wins() -> None:
    for is_low, ends in ((False, (24, 2)), (True, (2, 24))):
        tallied = Tallied()
        tallied.add({"over": 1, "won": 0, "points": ["2", "24"], "best_low": is_low, "promised": 0, "made": 0})
        told = tallied.to_json()
        assert (told["best"], told["worst"], told["mean"]) == (*ends, 13)
