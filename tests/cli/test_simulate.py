"""`spadesdsl simulate` as it is called."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest


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
