"""Every named game of the catalogue is a shipped file, or a shipped file with something set or taken in."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from spadesdsl.diagnostics import Severity
from spadesdsl.examples.run import run_examples
from spadesdsl.loader import load, load_text
from spadesdsl.resources import variant_names

CATALOGUE = Path(__file__).parent.parent / "data" / "catalogue"
GAMES: list[dict[str, Any]] = yaml.load((CATALOGUE / "games.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader)
NAMED: dict[str, dict[str, Any]] = yaml.load((CATALOGUE / "named.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader)
FILES = {name.lower(): name for name in variant_names()}


def file_of(name: str) -> str:
    return str(NAMED[name]["file"]) if name in NAMED else FILES.get(name.replace("-", "_").lower(), "")


def test_there_are_a_hundred_and_nine_and_each_has_a_file() -> None:
    assert len(GAMES) == 109
    assert [game["name"] for game in GAMES if not file_of(game["name"])] == []
    assert NAMED.keys() <= {game["name"] for game in GAMES}


@pytest.mark.parametrize("name", NAMED)
def test_what_is_set_or_taken_in_for_a_named_game_makes_a_game(name: str) -> None:
    told = NAMED[name]
    settings = {option: str(value) for option, value in told.get("set", {}).items()}
    packs = told.get("include", ())
    if packs:
        includes = " ".join(f"include {pack}" for pack in packs)
        found = load_text(f'variant named "Named" extends {told["file"]} {{ {includes} }}'.encode(), settings)
    else:
        found = load(told["file"], settings)
    assert [one.message for one in found.diagnostics if one.severity is Severity.ERROR] == []
    assert found.game is not None
    assert found.game.start(1).turns
    assert [one.title for one in run_examples(found) if not one.passed] == []
