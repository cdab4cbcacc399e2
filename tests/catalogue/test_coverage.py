"""Every rule of the catalogue stands in the map: run by an example or a written deal, said by a rule, a manner, or not.

`python -m tests.catalogue.test_coverage` prints what is not covered.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.loading import loaded

ROOT = Path(__file__).parent.parent.parent
CATALOGUE = ROOT / "tests" / "data" / "catalogue"
DEALS = ROOT / "tests" / "games" / "deals"
RULES: list[dict[str, Any]] = yaml.load((CATALOGUE / "rules.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader)
COVERED: dict[str, list[dict[str, Any]] | None] = yaml.load(
    (CATALOGUE / "coverage.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader
)
NOT_YET: set[str] = set()
HOW = ("example", "deal", "rule", "manner")
FILES = sorted({entry["file"] for entries in COVERED.values() for entry in entries or () if "file" in entry})


@cache
def known(file: str) -> tuple[set[str], set[str]]:
    """Return the titles of a shipped file's examples, which `tests/examples` runs, and the keys of its rules."""
    path = ROOT / file
    assert path.parent.is_relative_to(ROOT / "variants")
    assert path.is_file()
    found = loaded(path.stem)
    assert found.variant is not None
    games = [found.variant.game, *(game for _, game in found.variant.editions)]
    rules = {rule.key for game in games for rule in game.rules}
    return {example.node.title for game in games for example in game.examples}, rules


def test_the_map_names_every_rule_of_the_catalogue_and_no_other() -> None:
    assert list(COVERED) == [rule["id"] for rule in RULES]


def test_what_is_not_covered_is_written_down() -> None:
    assert {name for name, entries in COVERED.items() if entries is None} == NOT_YET


def test_only_manners_are_called_manners() -> None:
    kinds = {rule["id"]: rule["kind"] for rule in RULES}
    manners = {name for name, entries in COVERED.items() if any("manner" in entry for entry in entries or ())}
    assert {kinds[name] for name in manners} == {"table_social"}


@pytest.mark.parametrize("file", FILES)
def test_what_the_map_names_is_there(file: str) -> None:
    examples, rules = known(file)
    for name, entries in COVERED.items():
        for entry in entries or ():
            if entry.get("file") == file and "example" in entry:
                assert entry["example"] in examples, f"{name}: {entry['example']}"
            if entry.get("file") == file and "rule" in entry:
                assert entry["rule"] in rules, f"{name}: {entry['rule']}"


def test_the_deals_that_the_map_names_are_written_out() -> None:
    named = {entry["deal"] for entries in COVERED.values() for entry in entries or () if "deal" in entry}
    assert named <= {path.stem for path in DEALS.glob("*.yaml")}


def report() -> str:
    """Tell how many rules are run, and name those that are not."""
    titles = {rule["id"]: rule["title"] for rule in RULES}
    how = Counter[str]()
    for entries in COVERED.values():
        words = {word for entry in entries or () for word in HOW if word in entry}
        how[next((word for word in HOW if word in words), "not yet")] += 1
    lines = [
        f"{len(COVERED)} rules: {how['example']} run by an example, {how['deal']} by a deal written out, "
        f"{how['rule']} said by a rule without numbers, "
        f"{how['manner']} manners, {how['not yet']} not covered yet:",
        *(f"  {name}  {titles[name]}" for name, entries in COVERED.items() if entries is None),
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    print(report())  # noqa: T201 - it is a report
