"""What `light` reads, typer reads alike; what it does not read, it leaves to typer."""

from __future__ import annotations

import pytest

from spadesdsl.cli import app, light
from spadesdsl.cli.calls import FORMATS, List

EVERYDAY = [
    "validate standard",
    "validate a.spades folder - --strict",
    "validate --format json standard nyc",
    "validate standard --format=text --set target=300 --set failed_nil=help",
    "test standard",
    "test standard --format json --set target=300",
    "score standard deal.yaml",
    "score standard --json --strict",
    "score standard --format json --strict",
    "validate --json standard",
    "test standard --json",
    "validate --json standard --format sarif",
    "score standard - --set target=300",
    "referee standard",
    "referee standard --set target=300 --set bag_limit=5",
]

LEFT_TO_TYPER = [
    "",
    "--version",
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
    "show standard",
    "valdiate standard",
]


@pytest.mark.parametrize("line", EVERYDAY)
def test_both_read_alike(line: str) -> None:
    call = light.read(line.split())
    assert call is not None
    assert call == app.read(line.split())


@pytest.mark.parametrize("line", LEFT_TO_TYPER)
def test_the_rest_is_left_to_typer(line: str) -> None:
    assert light.read(line.split()) is None


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
    assert "Usage: spadesdsl" in capsys.readouterr().err


@pytest.mark.parametrize("line", ["--help", "validate --help", "play -h", "--version"])
def test_help_and_version_are_fine_and_fit_on_a_screen(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert app.read(line.split()) == 0
    shown = capsys.readouterr().out
    assert shown
    assert max(map(len, shown.splitlines())) <= 80


JSON_LINES = {
    "validate": "standard",
    "test": "standard",
    "show": "standard",
    "score": "standard deal.yaml",
    "replay": "game.yaml",
    "list": "",
    "diff": "standard nyc",
    "compare": "standard nyc",
}


def test_json_and_format_json_are_one_on_every_command_that_has_either(capsys: pytest.CaptureFixture[str]) -> None:
    assert set(JSON_LINES) == {command for command, forms in FORMATS.items() if "json" in forms}
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
