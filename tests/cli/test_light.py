"""What `light` reads, typer reads alike; what it does not read, it leaves to typer."""

from __future__ import annotations

import pytest

from spadesdsl.cli import app, light

EVERYDAY = [
    "validate standard",
    "validate a.spades folder - --strict",
    "validate --format json standard nyc",
    "validate standard --format=text --set target=300 --set failed_nil=help",
    "test standard",
    "test standard --format json --set target=300",
    "score standard deal.yaml",
    "score standard --json --strict",
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
