"""`spadesdsl simulate` as it is called."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from spadesdsl.cli.console import Console
from spadesdsl.cli.loading import tell_of_bots
from spadesdsl.kernel import native

if TYPE_CHECKING:
    from pathlib import Path


def simulate(*words: str) -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, "-m", "spadesdsl", "simulate", *words], capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout, done.stderr


def test_two_games_are_compared() -> None:
    code, out, _ = simulate("standard", "whist", "--bots", "random", "--deals", "20")
    assert code == 0
    assert out.startswith("standard, whist: ")
    assert "whist − standard" in out


def test_values_of_an_option_are_compared_and_drawn() -> None:
    code, out, _ = simulate("standard", "--by-option", "bag_limit=5..7", "--bots", "random", "--deals", "100")
    assert code == 0
    assert out.startswith("bag_limit=5, bag_limit=6, bag_limit=7: ")
    assert "█" in out


def test_programs_read_json() -> None:
    code, out, _ = simulate("euchre", "--bots", "random", "--deals", "10", "--json")
    assert code == 0
    assert json.loads(out)["under"][0]["name"] == "euchre"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("standard", "--by-option", "bag_limit=9..5"), "write an option with a range"),
        (("standard", "--by-option", "bag_limit"), "write an option with a range"),
        (("standard", "--until", "soon"), "`soon` is not a number of points, such as 0.5."),
        (("standard", "--until", "0.0"), "nothing is known to 0 points: write a number such as 0.5."),
        (("whist", "--dask", "nowhere"), "`nowhere` is not the address of a scheduler, such as tcp://10.0.0.5:8786."),
        (("-",), "reads files and names, not standard input"),
    ],
)
def test_what_cannot_be_done_is_said(words: tuple[str, ...], said: str) -> None:
    code, _, err = simulate(*words)
    assert code == 2
    assert said in err


def test_an_option_that_a_game_does_not_have_is_a_finding() -> None:
    code, _, err = simulate("standard", "--by-option", "no_such_option=1..2")
    assert code == 1
    assert "no_such_option" in err


def test_each_player_can_be_another_bot() -> None:
    code, out, _ = simulate("hearts", "--seats", "greedy,random,random,random", "--deals", "2", "--json")
    assert code == 0
    found = json.loads(out)
    assert (found["bots"], found["seats"]) == ("by seat", ["greedy", "random", "random", "random"])
    code, _, err = simulate("hearts", "--seats", "greedy,random")
    assert code == 2
    assert "`--seats` names 2 bots, and hearts has 4 players." in err


@pytest.mark.parametrize("form", ["png", "svg"])
def test_what_was_found_is_drawn_and_the_same_run_gives_the_same_picture(form: str, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    words = ("standard", "--by-option", "bag_limit=5..7", "--bots", "random", "--deals", "100", "--plot")
    pictures = []
    for name in ("one", "other"):
        file = tmp_path / f"{name}.{form}"
        assert simulate(*words, str(file))[0] == 0
        pictures.append(file.read_bytes())
    assert pictures[0] == pictures[1]
    assert pictures[0].startswith(b"\x89PNG" if form == "png" else b"<?xml")
    if form == "svg":
        assert b"bag_limit=6" in pictures[0] or b"#" in pictures[0]
        assert b"deals in a game (no margin: it takes 20 at least)" in pictures[0]


def test_a_picture_that_cannot_be_written_is_said_after_the_answer(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    (tmp_path / "folder.png").mkdir()
    code, out, err = simulate("whist", "--bots", "random", "--deals", "5", "--plot", str(tmp_path / "folder.png"))
    assert code == 3
    assert out.startswith("whist: ")
    assert "cannot be written: is a directory" in " ".join(err.split())
    assert "it ends in .png or .svg" in simulate("whist", "--plot", "picture.gif")[2]


def test_a_picture_in_no_folder_is_refused_before_thousands_of_deals(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    code, out, err = simulate("whist", "--deals", "900000", "--plot", str(tmp_path / "no" / "such.png"))
    assert (code, out) == (3, "")
    assert "there is no folder" in err


@pytest.mark.parametrize(
    ("is_there", "bots", "lines"), [(False, "strong:bold", 1), (True, "strong", 0), (False, "greedy", 0)]
)
def test_a_bot_that_plays_as_another_for_want_of_a_compiler_is_told(
    is_there: bool, bots: str, lines: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(native, "is_there", lambda: is_there)
    tell_of_bots(Console(sys.stdout, sys.stderr, None), bots)
    assert capsys.readouterr().err.count("`strong` plays as `steady`") == lines
