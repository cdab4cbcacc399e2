"""Words become the call that typer would make of them; help and mistakes are left to typer."""

from __future__ import annotations

import importlib

import pytest

from spadesdsl.cli import app
from spadesdsl.cli.arguments import Call, parameters, read
from spadesdsl.cli.commands import COMMANDS, List

EVERYDAY = [
    "simulate standard nyc --by-option target=300..500 --bots random --deals 50 --workers 2 --until 0.5 --json",
    "lsp",
    "review game.yaml --seat South --most 3 --effort quick --seed 4 --json",
    "book standard --format html --lang de -o page.html --set target=300",
    "validate standard",
    "validate a.spades folder - --strict",
    "validate --format json standard nyc",
    "validate standard --format=text --set target=300 --set failed_nil=help",
    "validate --no-cache --proofs standard",
    "validate --json standard",
    "validate --json standard --format sarif",
    "explain",
    "explain W801",
    "test standard",
    "test standard --format json --set target=300",
    "test standard --json",
    "show standard",
    "show standard --python --json",
    "fmt a.spades --check",
    "play",
    "play --resume",
    "play --resume game.yaml --plain",
    "play --resume --plain",
    "play standard --seat north --seats 2,bots --hotseat --bots=random --seed 7 --deals 3 --record g --from p",
    "games",
    "games --last 3 --all",
    "stats",
    "stats Ann",
    "play standard --names Ann,Ben --pace slow --auto",
    "serve standard",
    "serve standard --lan --port 0 --bots greedy --pace slow --keep folder --set target=300",
    "score standard deal.yaml",
    "score standard --json --strict",
    "score standard --format json --strict",
    "score standard - --set target=300",
    "referee standard",
    "referee standard --set target=300 --set bag_limit=5",
    "schema",
    "schema referee",
    "replay game.yaml --to 3 --json --under nyc",
    "export game.yaml --format pbn -o game.pbn",
    "list",
    "list new york --long --json",
    "new house --from standard --with no_ones --with whiz",
    "diff standard nyc --witness --deals 0 --format markdown",
    "diff standard nyc --fail-on scores --fail-on any --save folder --set target=300",
    "compare standard nyc --all --format html",
]

LEFT_TO_TYPER = [
    "validate",
    "validate --help",
    "validate standard --sett a=b",
    "validate standard --set",
    "validate standard --set target",
    "validate standard --format xml",
    "score",
    "score a b c",
    "referee a b",
    "referee standard --json",
    "play standard --seed x",
    "play standard --deals 0",
    "play standard --plain=yes",
    "replay game.yaml --to -1",
    "new house",
    "export -ogame.pbn game.yaml",
]


def reading(line: str) -> Call | None:
    """Read a line without typer."""
    name, *words = line.split()
    return read(COMMANDS[name], words)


@pytest.mark.parametrize("line", EVERYDAY)
def test_both_read_alike(line: str) -> None:
    call = reading(line)
    assert call is not None
    assert call == app.read(line.split())


@pytest.mark.parametrize("word", ["house.spades", "hearts"])
def test_a_game_without_a_command_is_told_which_commands_take_it(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert app.read([word]) == 2
    assert f"`spadesdsl play {word}` plays it" in capsys.readouterr().err


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_the_help_of_a_command_ends_with_an_example_that_can_be_typed(
    command: type[Call], capsys: pytest.CaptureFixture[str]
) -> None:
    assert isinstance(reading(command.example), command)
    app.read([command.word, "--help"])
    assert capsys.readouterr().out.endswith(f"\n\n  Example: spadesdsl {command.example}\n")


@pytest.mark.parametrize(("typed", "told"), [("1.5", "is not a whole number"), ("9" * 41, "has more than 40 digits")])
def test_a_number_that_cannot_be_read_is_refused_with_the_reason(
    typed: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert app.read(["play", "standard", "--seed", typed]) == 2
    assert told in " ".join(capsys.readouterr().err.split())


@pytest.mark.parametrize("line", LEFT_TO_TYPER)
def test_the_rest_is_left_to_typer(line: str) -> None:
    assert reading(line) is None


@pytest.mark.parametrize(
    "line",
    [
        "validate",
        "validate standard --set target",
        "validate standard --set =3",
        "validate standard --format xml",
        "nonsense",
        "play standard --seed x",
        "play standard --deals 0",
        "score",
    ],
)
def test_a_wrong_command_line_is_a_usage_error(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert app.read(line.split()) == 2
    told = capsys.readouterr().err
    assert "Usage: spadesdsl" in told
    assert "{" not in told


@pytest.mark.parametrize("line", ["--help", "validate --help", "play -h", "--version"])
def test_help_and_version_are_fine_and_fit_on_a_screen(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert app.read(line.split()) == 0
    shown = capsys.readouterr().out
    assert shown
    assert max(map(len, shown.splitlines())) <= 80
    assert "{" not in shown


JSON_LINES = {
    "validate": "standard",
    "test": "standard",
    "show": "standard",
    "score": "standard deal.yaml",
    "replay": "game.yaml",
    "review": "game.yaml",
    "list": "",
    "games": "",
    "stats": "Ann",
    "diff": "standard nyc",
    "compare": "standard nyc",
    "simulate": "standard nyc",
}


def test_json_and_format_json_are_one_on_every_command_that_has_either(capsys: pytest.CaptureFixture[str]) -> None:
    forms = {name: parameters(command).get("form") for name, command in COMMANDS.items()}
    assert set(JSON_LINES) == {name for name, form in forms.items() if form is not None and "json" in form.offers}
    for command, rest in JSON_LINES.items():
        short = app.read([command, *rest.split(), "--json"])
        assert short == app.read([command, *rest.split(), "--format", "json"])
        assert getattr(short, "form", "") == "json"
        app.read([command, "--help"])
        told = " ".join(capsys.readouterr().out.split())
        assert "--json is short for --format json" in told
        assert told.count("--format") == 2


@pytest.mark.parametrize("line", ["play standard --json", "export game.yaml --json", "referee standard --json"])
def test_a_command_without_json_says_so(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert app.read(line.split()) == 2
    assert "json" in capsys.readouterr().err


def test_json_after_two_dashes_is_a_word_like_any_other() -> None:
    assert app.read(["list", "--", "--json"]) == List(("--json",))


def test_every_command_is_read_without_typer() -> None:
    assert {line.split()[0] for line in EVERYDAY} == set(COMMANDS)


def test_every_command_has_a_function_that_runs_it() -> None:
    for command in COMMANDS.values():
        function = getattr(importlib.import_module(f"spadesdsl.cli.{command.home}"), command.does)
        assert function.__annotations__ == {"console": "Console", "call": command.__name__, "return": "int"}
