"""The commands as they are called: what they print, and how they end."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from spadesdsl.cli import main
from tests.session.screen import plain, screen

if TYPE_CHECKING:
    from pathlib import Path

FINE = """\
language 1

variant mine "Mine" extends standard {
  set target = 300, failed_nil = help, set_cost = per_bid, bags_past_limit = lost
}
"""
WRONG = FINE.replace("target", "targt")
FAILING = FINE.replace(
    "\n}\n",
    """
  example "seven of six" {
    bids us tricks(3), tricks(3); them tricks(2), tricks(3)
    case us take 7: us { score = 66 }
  }
}
""",
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Go into an empty folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def spadesdsl(*words: str, given: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the program as a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "spadesdsl", *words],
        input=given, capture_output=True, text=True, timeout=60, check=False, env={**os.environ, **environment},
    )  # fmt: skip


# ---------------------------------------------------------------- validate and test


def test_a_file_that_is_fine(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(folder, "mine.spades", FINE)
    assert main(["validate", "mine.spades"]) == 0
    assert capsys.readouterr().out == "mine.spades: fine, 7 examples hold\n"


def test_a_file_with_a_mistake(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(folder, "mine.spades", WRONG)
    assert main(["validate", "mine.spades"]) == 1
    shown = capsys.readouterr().out
    assert "mine.spades:4:7" in shown
    assert "^^^^^" in shown
    assert "did you mean `target`?" in shown
    assert shown.splitlines()[-1] == "mine.spades: 1 error"


def test_open_choices_count_only_when_strict(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["validate", "standard"]) == 0
    assert "3 open choices" in capsys.readouterr().out
    assert main(["validate", "standard", "--strict"]) == 1


def test_an_example_that_fails_is_an_error_and_names_the_rule(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(folder, "mine.spades", FAILING)
    for command in ("validate", "test"):
        assert main([command, "mine.spades"]) == 1
        shown = capsys.readouterr().out
        assert "7 of 8 examples hold" in shown
        assert "66" in shown
        assert "61" in shown


def test_what_cannot_be_read(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "empty").mkdir()
    (folder / "binary.spades").write_bytes(b"\0\1\2")
    for name in ("nothing.spades", "standrad", "empty", "binary.spades"):
        assert main(["validate", name]) == 3, name
    told = capsys.readouterr()
    assert "did you mean `standard`?" in told.out
    assert "no .spades file" in told.err


def test_folders_are_searched_and_the_whole_is_summed_up(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(folder, "house/mine.spades", FINE)
    write(folder, "house/deep/wrong.spades", WRONG)
    assert main(["validate", "house"]) == 1
    shown = capsys.readouterr().out.splitlines()
    assert shown[-1] == "2 files: 1 fine, 1 with errors"
    assert main(["validate", "house", "nothing.spades"]) == 3


def test_the_standard_input_is_a_file(folder: Path) -> None:
    ended = spadesdsl("validate", "-", given=WRONG)
    assert ended.returncode == 1
    assert "standard input:4:7" in ended.stdout
    assert ended.stdout.splitlines()[-1] == "standard input: 1 error"
    assert spadesdsl("validate", "-", given=FINE).returncode == 0


def test_findings_as_json(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from spadesdsl.schemas import faults

    write(folder, "mine.spades", WRONG)
    assert main(["validate", "mine.spades", "standard", "--format", "json"]) == 1
    document = json.loads(capsys.readouterr().out)
    assert faults(document, "findings") == ()
    wrong, standard = document["files"]
    (finding,) = wrong["findings"]
    assert (finding["severity"], finding["line"], finding["column"]) == ("error", 4, 7)
    assert finding["end_column"] > finding["column"]
    assert standard["open_choices"] == 3
    assert standard["fine"]


@pytest.mark.parametrize("setting", ["targt=300", "target=9", "target=lots", "failed_nil=hlep"])
def test_a_wrong_setting_gets_the_words_that_a_file_gets(setting: str, capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("validate", "show", "play", "referee"):
        assert main([command, "standard", "--set", setting]) == 1
        told = capsys.readouterr()
        assert "--> --set" in told.out + told.err
        assert "= help: " in told.out + told.err


def test_results_of_examples_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", "standard", "--format", "json"]) == 0
    (file,) = json.loads(capsys.readouterr().out)["files"]
    assert file["examples"] == {"held": 7, "of": 7}
    assert all(result["holds"] for result in file["results"])


# ---------------------------------------------------------------- show, fmt, schema


@pytest.mark.parametrize("name", ["standard", "nyc", "euchre", "two_player"])
def test_show_names_the_place_of_every_rule_within_80_columns(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", name]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert max(map(len, shown)) <= 80
    assert any(".spades:" in line for line in shown)


def test_show_tells_options_presets_deals_and_what_went(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "nyc", "--set", "target=300"]) == 0
    shown = capsys.readouterr().out
    assert "target = 300   from 50 to 1000; 500 unless set" in shown
    assert "on deal 1" in shown
    assert "left out, each with its reason" in shown


def test_show_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "nyc", "--format", "json"]) == 0
    document = json.loads(capsys.readouterr().out)
    keys = {rule["key"] for rule in document["rules"]}
    assert {"play.follow_suit", "scoring.contract", "ending.boston"} <= keys
    assert {"name": "target", "value": "500", "default": "500"}.items() <= document["options"][0].items()


def test_fmt_writes_and_then_has_nothing_to_do(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(folder, "mine.spades", FINE.replace("  set target", "     set     target"))
    path.chmod(0o640)
    assert main(["fmt", "--check", "mine.spades"]) == 1
    assert "     set" in path.read_text(encoding="utf-8")
    assert main(["fmt", "mine.spades"]) == 0
    assert path.stat().st_mode & 0o777 == 0o640
    assert [entry.name for entry in folder.iterdir()] == ["mine.spades"]
    assert main(["fmt", "--check", "mine.spades"]) == 0
    assert capsys.readouterr().out == "mine.spades: would change\nmine.spades: changed\nnothing to change\n"


def test_fmt_leaves_a_file_alone_that_it_cannot_read(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(folder, "broken.spades", 'variant broken "Broken" {')
    assert main(["fmt", "broken.spades"]) == 1
    assert main(["fmt", "nothing.spades"]) == 3
    assert path.read_text(encoding="utf-8") == 'variant broken "Broken" {'
    assert "error E1" in capsys.readouterr().err


def test_fmt_is_a_filter_too() -> None:
    ended = spadesdsl("fmt", "-", given=FINE.replace("  set", "set"))
    assert ended.returncode == 0
    assert ended.stdout.startswith("language 1\n")
    assert spadesdsl("fmt", "-", given=ended.stdout).stdout == ended.stdout


def test_schemas(capsys: pytest.CaptureFixture[str]) -> None:
    from spadesdsl.schemas import NAMES

    assert main(["schema"]) == 0
    assert capsys.readouterr().out.split() == list(NAMES)
    for name in NAMES:
        assert main(["schema", name]) == 0
        assert "$schema" in json.loads(capsys.readouterr().out)
    assert main(["schema", "refere"]) == 2
    assert "did you mean `referee`?" in capsys.readouterr().err


# ---------------------------------------------------------------- score

DEAL = """\
deal: 2
set: {target: 350}
given: [{score: 337, bags: 7}, {score: 250}]
bids: ["3", "4", "2", "3"]
taken: [4, 2, 3, 4]
"""


def test_a_deal_is_scored_and_each_line_says_what_was_done(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(folder, "deal.yaml", DEAL)
    assert main(["score", "standard", "deal.yaml"]) == 0
    shown = capsys.readouterr().out
    assert re.search(r"Contract 5, took 7 \.+ 50    Contract 7, took 6 \.+ -70$", shown, re.MULTILINE)
    assert re.search(r"This deal 52, score 389 +This deal -70, score 180$", shown, re.MULTILINE)
    assert "Bags +2, now 9 of 10" in shown


def test_a_scored_deal_as_json(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from spadesdsl.schemas import faults

    write(folder, "deal.yaml", DEAL)
    assert main(["score", "standard", "deal.yaml", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert faults(document, "sheet") == ()
    assert document["over"]
    assert document["winners"] == [0]


def test_a_deal_that_cannot_be_scored(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(folder, "deal.yaml", DEAL.replace("[4, 2, 3, 4]", "[14, 0, 0, 0]"))
    (folder / "latin.yaml").write_bytes(b"bids: [\xff]")
    assert main(["score", "standard", "deal.yaml"]) == 1
    assert main(["score", "standard", "nothing.yaml"]) == 3
    assert main(["score", "standard", "latin.yaml"]) == 3
    assert main(["score", "standard", str(folder)]) == 3
    told = capsys.readouterr().err
    assert "deal.yaml cannot be scored:\n  taken: 14 tricks" in told
    assert "it is not UTF-8" in told


def test_a_deal_can_be_piped_in() -> None:
    assert "Contract 5, took 7" in spadesdsl("score", "standard", given=DEAL).stdout
    assert "Contract 5, took 7" in spadesdsl("score", "standard", "-", given=DEAL).stdout


# ---------------------------------------------------------------- referee


def test_the_referee_answers_line_by_line_and_prints_nothing_else() -> None:
    ended = spadesdsl(
        "referee", "standard", given='{"do": "hello"}\n{"do": "new", "seed": 7}\nnonsense\n{"do": "quit"}\n'
    )
    answers = [json.loads(line) for line in ended.stdout.splitlines()]
    assert ended.returncode == 0
    assert [answer["ok"] for answer in answers][:3] == [True, True, False]


def test_a_referee_that_cannot_load_says_so_beside_the_protocol() -> None:
    ended = spadesdsl("referee", "standrad")
    assert ended.returncode == 3
    assert ended.stdout == ""
    assert "did you mean `standard`?" in ended.stderr


# ---------------------------------------------------------------- play


def test_play_reads_moves_from_a_pipe() -> None:
    ended = spadesdsl("play", "standard", "--seed", "12", "--seat", "south", "--bots", "random", given="3\nqc\nquit\n")
    assert ended.returncode == 0
    assert "You bid 3" in ended.stdout
    assert ended.stdout.rstrip().endswith("To get the same cards again: --seed 12")


@pytest.mark.parametrize("words", [(), ("--seat", "none", "--bots", "random")])
def test_without_input_bots_play_every_seat(words: tuple[str, ...]) -> None:
    ended = spadesdsl("play", "standard", "--seed", "3", "--deals", "2", *words)
    assert ended.returncode == 0
    assert "Bots play every seat. Seed 3." in ended.stdout
    assert "Score sheet of deal 2" in ended.stdout
    assert "== Deal 3" not in ended.stdout


def test_a_seat_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "standard", "--seat", "suoth"]) == 2
    assert "There is no seat `suoth`: did you mean `South`?" in capsys.readouterr().err


def test_a_closed_pipe_ends_it_quietly() -> None:
    command = f"{sys.executable} -m spadesdsl play standard --seat none --seed 1 | head -1"
    ended = subprocess.run(["/bin/sh", "-c", command], capture_output=True, text=True, timeout=60, check=False)
    assert ended.stdout.startswith("Spades.")
    assert ended.stderr == ""


def test_a_terminal_that_knows_ascii_alone_is_enough(folder: Path) -> None:
    text = FINE.replace('"Mine"', '"Bélas Straße ♠"')
    write(folder, "mine.spades", text)
    ended = spadesdsl("show", "mine.spades", PYTHONIOENCODING="ascii", PYTHONUTF8="0", LC_ALL="C")
    assert ended.returncode == 0
    assert ended.stdout.startswith("Belas Strasse S")


def test_nothing_is_coloured_where_nobody_sees_it(folder: Path) -> None:
    write(folder, "mine.spades", WRONG)
    assert "\x1b" not in spadesdsl("validate", "mine.spades").stdout


# ---------------------------------------------------------------- what is typed wrong


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (("fmt", "standard"), 3, "There is no file `standard` here, but a game or pack of that name in the program."),
        (("validate", "nothing_like_it.spades"), 3, "look at the name and its folder"),
        (("validate", "standrad.spades"), 3, "did you mean `standard`?"),
        (("validate", "oars.spades"), 3, "did you mean `ours.spades`?"),
        (("show", "rules"), 3, "`rules` is a folder, not a file."),
        (("play", "rules"), 3, "`rules` is a folder, not a file."),
        (("play", "standard", "--seed", "x"), 2, "Invalid value for --seed: `x` is not a whole number."),
        (("play", "standard", "--deals", "0"), 2, "`0` is out of range: it must be at least 1."),
        (("play", "standard", "--bots", "stedy"), 2, "did you mean `steady`?"),
        (("play", "--resume", "x", "--bots", "random", "--hotseat"), 2, "leave out `--hotseat` and `--bots` with"),
        (("diff", "standard", "nyc", "--deals", "-1"), 2, "it must be from 0 to 1,000,000."),
        (("compare", "standard", "nyc", "--format", "xml"), 2, "write text, json, markdown or html."),
        (("score",), 2, "Missing argument 'VARIANT'. A file, or the name of a game."),
        (("show", "standard", "play"), 2, "`play` is not expected: this command takes VARIANT and options."),
        (("schema", "rekord"), 2, "There is no schema `rekord`: did you mean `record`?\n"),
    ],
)
def test_what_is_typed_wrong_is_explained_with_its_fix(
    words: tuple[str, ...], code: int, told: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(folder, "ours.spades", FINE)
    (folder / "rules").mkdir()
    assert main(list(words)) == code
    assert " ".join(told.split()) in " ".join("".join(capsys.readouterr()).split())


def test_completion_that_cannot_be_installed(folder: Path) -> None:
    (folder / "home").write_text("no folder", encoding="utf-8")
    # The shell is given and not looked for: who runs the tests may have none.
    given = {"HOME": str(folder / "home"), "_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"}
    ended = spadesdsl("--install-completion", "bash", **given)
    assert ended.returncode == 3
    assert "`spadesdsl --show-completion`" in ended.stderr


@pytest.mark.parametrize("command", ["validate", "compare", "list", "replay"])
def test_help_has_no_words_of_programmers(command: str) -> None:
    shown = spadesdsl(command, "--help", COLUMNS="80").stdout
    assert "<" not in shown
    assert max(map(len, shown.splitlines())) <= 80


def test_a_list_of_nothing_names_the_game_that_may_be_meant(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "hart"]) == 1
    assert "Did you mean `hearts`?" in " ".join("".join(capsys.readouterr()).split())


def test_no_command_is_told_in_half() -> None:
    assert "..." not in spadesdsl("--help", COLUMNS="80").stdout.partition("Commands:")[2]


def test_the_bots_are_those_that_there_are() -> None:
    from spadesdsl import bots
    from spadesdsl.cli import commands

    assert (*bots.BOTS, *bots.TEMPERS) == commands.BOTS


def test_a_file_that_is_named_without_its_ending_is_pointed_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "friday.spades").write_text("language 1\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert main(["validate", "friday"]) == 3
    assert "there is a file `friday.spades` here: write its whole name" in capsys.readouterr().out
    assert main(["validate", "fridays"]) == 3
    assert "friday_night" in capsys.readouterr().out


def test_validate_says_how_many_inherited_examples_were_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(2):  # found, then as it is kept
        assert main(["validate", "six_player_2C"]) == 0
        assert "  5 inherited examples left out: `spadesdsl show` says which, and why\n" in capsys.readouterr().out


def test_a_folder_that_cannot_keep_tables_is_named_with_the_reason(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    assert main(["serve", "standard", "--port", "0", "--keep", str(tmp_path / "file")]) == 3
    assert "file`: it is a file. Name another folder" in " ".join(capfd.readouterr().err.split())


def test_a_port_that_is_taken_is_said_and_no_table_is_left_behind(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert main(["serve", "standard", "--port", port, "--keep", str(tmp_path)]) == 3
    told = " ".join(capfd.readouterr().err.split())
    assert "in use. Name another port with `--port N`." in told
    assert "--keep" not in told
    assert not list(tmp_path.iterdir())


def test_new_without_a_game_to_start_from_is_told_one(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "mine"]) == 2
    assert "such as `standard`" in capfd.readouterr().err


def test_where_all_examples_hold_nobody_looks_for_what_made_one_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    # To load what looks for it takes a seventh of the first look at a file.
    monkeypatch.setattr("spadesdsl.examples.causes.with_causes", None)
    assert main(["validate", "standard", "--no-cache"]) == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["validate", "nofile.spades"], "look at the name and its folder"),
        (["score", "deal.yaml", "standard"], "The game comes first, then the document: `spadesdsl score standard deal"),
        (["simulate", "standard", "--by-option", "targett=3,4"], "--> --by-option\n"),
        (["new", "over", "--from", "standard"], "`over` is a word of the language: choose another name"),
        (["score", "friday_night", "--set", "bag_limit=5"], "Nothing reads the option `bag_limit`"),
    ],
)
def test_what_was_meant_otherwise_is_said_where_it_was_written(words: list[str], said: str) -> None:
    done = spadesdsl(*words)
    assert said in done.stdout + done.stderr


def test_a_list_is_as_wide_as_the_screen(tmp_path: Path) -> None:
    with screen("list", "joker", folder=tmp_path, columns=50) as shown:
        assert shown.end() == 0
        assert "  joke_trumps" in plain(shown.read)
        assert max(map(len, plain(shown.read).splitlines())) <= 50
