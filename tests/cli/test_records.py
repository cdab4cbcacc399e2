"""`replay`, `export`, `list`, `new`: what they print, and how they end."""

from __future__ import annotations

import io
import json
import os
import re
from pathlib import Path

import pytest

from spadesdsl import loader
from spadesdsl.cli import catalogue, main
from spadesdsl.cli.catalogue import items
from spadesdsl.resources import variant_names
from spadesdsl.schemas import faults
from tests.journal.games import begun, loaded, play_on, record_of
from tests.loading import loaded as shipped

SHIPPED = sorted(variant_names())


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Go into an empty folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def game(folder: Path) -> Path:
    """The record of a deal of Hearts and a bit."""
    record_of("hearts", folder / "game.yaml", 80)
    return folder / "game.yaml"


def lines_of(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines(keepends=True)


# ---------------------------------------------------------------- games


def test_saved_games_are_listed_and_known_by_their_numbers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    assert main(["games"]) == 0
    assert "No game is saved yet" in capsys.readouterr().out
    folder = tmp_path / "spadesdsl" / "games"
    record_of("hearts", folder / "old.yaml", 12)
    os.utime(folder / "old.yaml", (1_700_000_000, 1_700_000_000))
    record_of("whist", folder / "new.yaml", 30)
    assert main(["games"]) == 0
    first, second, *_ = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"   1  \d{4}-\d\d-\d\d \d\d:\d\d  Whist +30 moves, not over", first)
    assert "Hearts" in second
    assert main(["games", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [(one["number"], one["variant"], one["moves"], one["over"]) for one in told] == [
        (1, "whist", 30, False), (2, "hearts", 12, False),
    ]  # fmt: skip
    assert told[1]["file"] == str(folder / "old.yaml")
    assert main(["games", "--last", "1"]) == 0
    assert "Hearts" not in capsys.readouterr().out
    assert main(["replay", "2"]) == 0
    assert "12 moves" in capsys.readouterr().out
    assert main(["replay", "3"]) == 2
    assert "There is no saved game 3" in capsys.readouterr().err
    (tmp_path / "1").write_text("no game", encoding="utf-8")
    assert main(["replay", "1"]) == 3, "a file of that name comes first"
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert main(["play", "--resume", "2", "--plain"]) == 0
    assert "Your hand" in capsys.readouterr().out


# ---------------------------------------------------------------- replay


def test_a_replay_has_a_line_a_trick_and_the_score_sheet(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", game.name]) == 0
    shown = capsys.readouterr().out
    assert len(re.findall(r"^ +\d+-\d+  Trick \d+: (\w+ \w+, ){3}\w+ \w+\. \w+ wins it\.$", shown, re.MULTILINE)) >= 13
    assert shown.count("Score sheet of deal 1") == 1
    assert all(len(line) <= 80 for line in shown.splitlines())
    assert "game.yaml: 80 moves, each as the rules allow it, 1 score sheet as recorded;" in shown


@pytest.mark.parametrize("name", ["nyc", "euchre", "two_player", "three_player_dummy", "superspades", "knockout_whist"])
def test_every_kind_of_event_is_told(folder: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    record_of(name, folder / "game.yaml", 200)
    assert main(["replay", "game.yaml"]) == 0
    shown = capsys.readouterr().out
    assert all(len(line) <= 80 for line in shown.splitlines())
    assert re.search(r"^-- Deal 1 -+ \w+ deals --$", shown, re.MULTILINE)


def test_moves_of_a_pass_are_told_as_the_table_saw_them(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["replay", game.name, "--to", "12"])
    shown = capsys.readouterr().out
    assert shown.count("chooses cards") == 4
    assert not re.findall(r"\b(?:10|[2-9JQKA])[CDHS]\b", shown)


@pytest.mark.parametrize("last", [0, 1, 13, 64, 79, 80])
def test_a_replay_stops_where_it_is_told_to(game: Path, last: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", game.name, "--to", str(last), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert sum("move" in step for step in told["steps"]) == last
    assert told["moves"] == 80
    assert (last >= 64) == any(step.get("told") == "score" for step in told["steps"])


def test_a_move_that_is_not_there_is_told(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", game.name, "--to", "81"]) == 2
    assert capsys.readouterr().err == "game.yaml has 80 moves: there is no move 81.\n"


def test_the_json_keeps_to_its_schema(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal, state = begun(loaded("hearts"), folder / "game.yaml")
    play_on(journal, state, 90, taking_back=0.1)
    journal.close()
    assert main(["replay", "game.yaml", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert faults(told, "replay") == ()
    assert told["holds"] is True
    assert any("undo" in step for step in told["steps"])


def test_what_is_taken_back_is_told(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal, state = begun(loaded("hearts"), folder / "game.yaml")
    states = play_on(journal, state, 18)
    journal.take_back(states[-3])
    play_on(journal, states[-3], 30, luck=9)
    journal.close()
    assert main(["replay", "game.yaml"]) == 0
    shown = capsys.readouterr().out
    assert "2 moves taken back" in shown
    assert "48 moves (2 of them taken back), each as the rules allow it" in shown


def forged(game: Path, pattern: str, new: str) -> int:
    """Change the last line for which a pattern holds; return its number."""
    lines = lines_of(game)
    at = next(at for at in range(len(lines) - 1, -1, -1) if re.search(pattern, lines[at]))
    lines[at] = re.sub(pattern, new, lines[at], count=1)
    game.write_text("".join(lines), encoding="utf-8")
    return at + 1


def test_a_card_that_was_changed_is_named(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = lines_of(game)
    first = next(line for line in lines if line.startswith("- ["))
    game.write_text("".join([*lines, first]), encoding="utf-8")
    assert main(["replay", game.name]) == 1
    told = capsys.readouterr()
    assert " ".join(told.err.split()).startswith(f"game.yaml:{len(lines) + 1}: Move 81 of the record, ")
    assert "Score sheet of deal 1" in told.out, "what holds is shown all the same"


@pytest.mark.parametrize(
    ("pattern", "new", "told"),
    [
        (r'"score": \d+', '"score": 999', "score"),
        (r'"points": 0\}', '"points": 7}', "and the record says"),
        (r'"deal": 1', '"deal": 2', "the record has that of deal 2"),
    ],
)
def test_a_score_sheet_that_was_changed_is_named(
    game: Path, pattern: str, new: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    line = forged(game, pattern, new)
    assert main(["replay", game.name]) == 1
    said = " ".join(capsys.readouterr().err.split())
    assert said.startswith(f"game.yaml:{line}: ")
    assert told.lower() in said.lower()


@pytest.mark.parametrize(
    ("pattern", "new", "told"),
    [
        (r'^title: "Hearts"', 'title: "Whist"', "`title` is Whist in the record, and Hearts in the game"),
        (r'^variant: "hearts"', 'variant: "whist"', "`variant` is whist in the record, and hearts in the game"),
        (
            r'^seats: \["North"',
            'seats: ["Nobody"',
            "`seats` is Nobody, East, South, West in the record, and North, East, ",
        ),
        (r'^hash: "\w', 'hash: "Z', " has the wrong form: a fingerprint of the resolved rules: 64 of "),
        (r'^options: \{("\w+"): [^,}]+', r"options: {\1: 77", "` is 77 in the record, and "),
        (r"^options: \{", 'options: {"mine": 1, ', "The record has an option `mine`"),
    ],
)
def test_a_head_that_was_changed_is_noticed(
    game: Path, pattern: str, new: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    forged(game, pattern, new)
    assert main(["replay", game.name]) == 1
    assert told in " ".join(capsys.readouterr().err.split())


def test_the_seed_of_a_game_that_people_still_play_is_not_shown(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", game.name]) == 0
    assert "seed" not in capsys.readouterr().out


@pytest.mark.parametrize(("answer", "is_shown"), [("", False), ("n\n", False), ("y\n", True)])
@pytest.mark.parametrize("words", [["replay"], ["replay", "--format", "json"], ["export"]])
def test_a_game_that_people_still_play_is_shown_at_a_terminal_only_after_a_yes(
    folder: Path, words: list[str], answer: str, *, is_shown: bool, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    record_of("standard", folder / "game.yaml", 70)
    keys = io.StringIO(answer)
    monkeypatch.setattr(keys, "isatty", lambda: True)
    monkeypatch.setattr("sys.stdin", keys)
    assert main([words[0], "game.yaml", *words[1:]]) == 0
    shown = capsys.readouterr().out
    assert "This game is not over: East still plays it" in shown
    assert (len(shown) > 400) is is_shown


def test_rules_that_were_changed_are_told(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    forged(game, "option limit = 100 of 50, 100", "option limit = 100 of 50, 100, 150")
    assert main(["replay", game.name]) == 1
    assert "are not those by which the game was played" in " ".join(capsys.readouterr().err.split())


def test_rules_that_cannot_be_loaded_are_told(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    forged(game, "option limit = 100 of 50, 100", "option limit =")
    assert main(["replay", game.name]) == 1
    told = " ".join(capsys.readouterr().err.split())
    assert "the rules in the record cannot be loaded, at " in told
    assert "the text of the rules was changed after the game was saved" in told, "the same program wrote it"


def test_a_record_with_two_lists_of_moves_is_refused(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    forged(game, "moves:\n", "moves: []\nmoves:\n")
    assert main(["replay", game.name]) == 1
    assert "`moves` is there twice" in " ".join(capsys.readouterr().err.split())


@pytest.mark.parametrize(
    ("seat", "told"),
    [(5, "somebody sits in seat 5, and the players of this game are 0, 1, 2, 3"), (0, "two sit in seat 0")],
)
def test_a_player_who_has_no_seat_is_told(game: Path, capsys: pytest.CaptureFixture[str], seat: int, told: str) -> None:
    forged(game, r'"seat": 1', f'"seat": {seat}')
    assert main(["replay", game.name]) == 1
    assert told in " ".join(capsys.readouterr().err.split())


def test_a_forged_end_is_told(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record_of("hearts", folder / "game.yaml", 5000)
    assert main(["replay", "game.yaml"]) == 0
    assert "What ended the game" in capsys.readouterr().out
    forged(folder / "game.yaml", r'"winners": \[\d', '"winners": [9')
    assert main(["replay", "game.yaml"]) == 1


def test_what_is_no_record_is_told(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "notes.txt").write_text("# Notes\n\nmilk: eggs: bread\n", encoding="utf-8")
    (folder / "deal.yaml").write_text("bids: [1, 2]\n", encoding="utf-8")
    for name in ("nothing.yaml", "notes.txt", "deal.yaml", "."):
        assert main(["replay", name]) == 3, name
    assert capsys.readouterr().err.count("this is not a record of a game") == 2


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_that_nobody_writes_into_is_refused_and_not_waited_for(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    os.mkfifo(folder / "pipe")
    lines = ("replay pipe", "play --resume pipe", "export pipe", "play standard --from pipe", "score standard pipe")
    for line in lines:
        assert main(line.split()) == 3, line
    assert capsys.readouterr().err.count("is not a file") == len(lines)


def test_half_a_line_is_told(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game.write_bytes(game.read_bytes()[:-3])
    assert main(["replay", game.name]) == 0
    assert "incomplete" in capsys.readouterr().err


# ---------------------------------------------------------------- export


def test_an_export_is_written_where_it_is_wanted(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", game.name]) == 0
    shown = capsys.readouterr().out
    assert main(["export", game.name, "--format", "pbn", "-o", "game.pbn"]) == 0
    assert capsys.readouterr().err == "game.pbn: 2 boards.\n"
    assert Path("game.pbn").read_bytes().replace(b"\r\n", b"\n").decode("latin-1").strip() == shown.strip()
    assert main(["export", game.name, "-o", "game.pbn"]) == 3
    assert "this file exists already" in " ".join(capsys.readouterr().err.split())


def test_a_game_that_is_none_for_bridge_is_refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record_of("nyc", folder / "game.yaml", 30)
    assert main(["export", "game.yaml"]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert "New York City cannot be written as PBN: its cards are not one pack of 52" in " ".join(told.err.split())
    assert main(["export", "nothing.yaml"]) == 3
    assert main(["export", "game.yaml", "--format", "lin"]) == 2


# ---------------------------------------------------------------- list


def test_the_list_is_read_again_if_what_is_kept_is_not_ours(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder))
    monkeypatch.delenv("SPADESDSL_CACHE", raising=False)
    monkeypatch.setattr(catalogue, "variant_names", lambda: ("hearts", "no_ones"))
    first = items()
    assert [item.name for item in first] == ["hearts", "no_ones"]
    (kept,) = (folder / "spadesdsl").glob("catalogue-*.json")
    assert items() == first
    for planted in (b"[]x", b'[{"name": 1}]', b"3"):
        kept.write_bytes(planted)
        assert items() == first


def test_the_list_has_a_line_for_each(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list"]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert all(len(line) <= 80 for line in shown)
    assert sorted(line.split()[0] for line in shown if line.startswith("  ")) == SHIPPED


def test_the_list_can_be_narrowed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "new", "york", "--long"]) == 0
    assert re.search(r"^  nyc  New York City", capsys.readouterr().out, re.MULTILINE)
    assert main(["list", "no such game"]) == 1
    assert "`no such game`" in capsys.readouterr().err


def test_the_list_as_json_keeps_to_its_schema(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert faults(told, "list") == ()
    assert [item["name"] for item in told] == SHIPPED


# ---------------------------------------------------------------- new

GAMES = sorted(item.name for item in items() if item.kind == "game")


@pytest.mark.parametrize("parent", GAMES[::2])
def test_a_new_file_is_valid_and_written_in_the_one_way(
    folder: Path, parent: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["new", "house", "--from", parent]) == 0
    assert main(["fmt", "--check", "house.spades"]) == 0
    new, old = loader.load("house.spades", {}), shipped(parent)
    assert new.diagnostics == ()
    assert new.game is not None
    assert old.game is not None
    assert new.game.options == old.game.options
    # The examples are those of the parent, and run with it; where some were dropped, the others still have to hold.
    if "drop example" in Path("house.spades").read_text(encoding="utf-8") or parent in GAMES[::8]:
        assert main(["validate", "house.spades", "--strict"]) == 0, capsys.readouterr().out


def test_packs_are_taken_in(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "house.spades", "--from", "standard", "--with", "no_ones", "--with", "blind_nil"]) == 0
    assert "5 open questions" in capsys.readouterr().out
    assert main(["validate", "house.spades", "--strict"]) == 0
    text = Path("house.spades").read_text(encoding="utf-8")
    assert "  include no_ones\n  include blind_nil\n" in text


@pytest.mark.parametrize(("parent", "option"), [("standard", "target"), ("hearts", "limit")])
def test_what_a_new_file_says_can_be_done_can_be_done(folder: Path, parent: str, option: str) -> None:
    assert main(["new", "house", "--from", parent]) == 0
    text = Path("house.spades").read_text(encoding="utf-8")
    text = re.sub(rf"  # set {option} = \d+\n", f"  set {option} = 50\n", text)
    text = re.sub(r"^  #   ([\w ]+) \{\n  #  ( .*)\n  #   \}\n", r"  \1 {\n \2\n  }\n", text, flags=re.MULTILINE)
    Path("house.spades").write_text(text, encoding="utf-8")
    assert "\n    drop must " in text
    assert "\n    drop score " in text
    game = loader.load("house.spades", {}).game
    assert game is not None
    assert game.options[option] == 50


def test_a_file_of_ones_own_can_be_stood_on(folder: Path) -> None:
    assert main(["new", "our_first", "--from", "standard"]) == 0
    assert main(["new", "our_second", "--from", "our_first"]) == 0
    assert main(["validate", "our_second.spades"]) == 0


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["house", "--from", "standrad"], "did you mean `standard`?"),
        (["house", "--from", "no_ones"], "`no_ones` is a pack"),
        (["house", "--from", "standard", "--with", "hearts"], "`hearts` is a game, not a pack"),
        (["house", "--from", "standard", "--with", "no_onse"], "did you mean `no_ones`?"),
        (["nyc", "--from", "standard"], "There is a game or pack `nyc` already"),
        (["My House", "--from", "standard"], "`My House` cannot be the name of a game"),
        (["7up", "--from", "standard"], "begin with a small letter"),
        (["mine", "--from", "standard"], "choose another name"),
        (["nowhere/house", "--from", "standard"], "There is no folder `nowhere`"),
        (["house"], "--from"),
    ],
)
def test_what_cannot_be_written_is_told(
    folder: Path, words: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "mine.spades").write_text("kept", encoding="utf-8")
    assert main(["new", *words]) == 2
    assert told in " ".join(capsys.readouterr().err.split())
    assert [file.name for file in folder.iterdir()] == ["mine.spades"]
    assert (folder / "mine.spades").read_text(encoding="utf-8") == "kept"


def test_packs_that_do_not_go_together_write_nothing(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "house", "--from", "hearts", "--with", "blind_nil"]) == 1
    told = " ".join(capsys.readouterr().err.split())
    assert "`hearts` with blind_nil makes no playable game, so there is no new file." in told
    assert list(folder.iterdir()) == []


def test_a_saved_game_is_no_position_and_is_to_be_resumed(
    game: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert main(["play", "standard", "--from", game.name]) == 1
    assert "`spadesdsl play --resume game.yaml` continues it" in " ".join(capsys.readouterr().err.split())
