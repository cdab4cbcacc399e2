"""The schemas are schemas, and what is printed keeps to them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from spadesdsl.cli import main
from spadesdsl.schemas import NAMES, faults, schema, validator
from tests.referee.talking import Talk
from tests.work import at_most

ERRORS = Path(__file__).parent.parent / "data" / "errors"


@pytest.mark.parametrize("name", NAMES)
def test_it_is_a_schema(name: str) -> None:
    document = schema(name)
    Draft202012Validator.check_schema(document)
    assert document["title"]
    assert document["description"]


@pytest.mark.parametrize("name", NAMES)
def test_every_part_is_used_and_every_reference_has_its_part(name: str) -> None:
    text = json.dumps(schema(name))
    parts = set(schema(name).get("$defs", {}))
    used = {part for part in parts if f'"#/$defs/{part}"' in text}
    assert parts - used <= {"request", "answer"}
    assert text.count('"#/$defs/') == sum(text.count(f'"#/$defs/{part}"') for part in parts)


def test_an_unknown_schema() -> None:
    with pytest.raises(KeyError):
        schema("../referee")


def test_a_record_keeps_to_its_schema() -> None:
    talk = Talk()
    talk.say(do="new", seed=3)
    talk.say(do="move", move="3")
    validator("record").validate(talk.say(do="record")["record"])


@pytest.mark.parametrize("name", ["standard", "nyc", *sorted(map(str, ERRORS.glob("*/*.spades")))[::9]])
def test_findings_keep_to_their_schema(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    main(["validate", "--format", "json", name])
    document = json.loads(capsys.readouterr().out)
    validator("findings").validate(document)
    assert document["files"][0]["file"] == name


@pytest.mark.parametrize(
    ("document", "part", "told"),
    [
        ({"do": "move"}, "do_move", "`move` is missing"),
        ({"do": "move", "move": "AS", "seat": -1}, "do_move", "seat: -1 is below 0"),
        (
            {"do": "move", "move": ["AS"]},
            "do_move",
            'move: this must be a text, not ["AS"]: one text that says one choice: a card, a bid, `yes`, `no`, `look`, '
            "or an answer with its parameters in brackets",
        ),
        (
            {"hands": [["AS", 3]]},
            "deal",
            "hands[0][1]: this must be a text, not 3: rank, then suit: `AS`, `10H`; or the name that the deck gives it",
        ),
        ({"hands": [], "rset": []}, "deal", "there is no key `rset`; did you mean `rest`?"),
    ],
)
def test_a_fault_points_at_its_key(document: Any, part: str, told: str) -> None:
    assert [str(fault) for fault in faults(document, "referee", part)] == [told]


def test_a_list_that_is_too_long_is_refused_for_that_alone_and_at_once() -> None:
    document = {"bids": [3] * 4, "taken": [3] * 4, "winners": [1] * 5_000, "did": [1] * 5_000}
    with at_most(50_000):
        found = faults(document, "score")
    assert {(fault.at, fault.message) for fault in found} == {
        ("winners", "this is longer than 512"), ("did", "this is longer than 1000"),
    }  # fmt: skip
