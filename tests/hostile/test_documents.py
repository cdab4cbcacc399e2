"""Whatever is in a document of a stranger, it is refused with words or read: the program never fails, and never hangs.

`SPADES_TIMES=30` tampers thirty times as often as the suite does.
"""

from __future__ import annotations

import io
import json
import os
import random
from itertools import islice
from typing import TYPE_CHECKING, Any

import pytest

from spadesdsl.cli import main
from spadesdsl.diff import start_from
from spadesdsl.journal import Trouble, read_record, replay
from spadesdsl.referee import Referee
from spadesdsl.schemas import faults
from spadesdsl.score import run, score_document
from tests.hostile.documents import tampered
from tests.journal.games import begun, loaded, play_on, record_of
from tests.loading import game_of
from tests.work import does_at_most

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

TIMES = int(os.environ.get("SPADES_TIMES", "1"))
MOST_CALLS = 5_000_000
"""For one document; a second or two."""
OUR_FAULT = 70


def tamper(document: Any, look: Callable[[Any], object], seed: int, count: int) -> None:
    """Look at so many tampered documents, one after the other."""
    for found in islice(tampered(document, random.Random(seed)), count * TIMES):
        try:
            does_at_most(MOST_CALLS, lambda found=found: look(found))  # type: ignore[misc]
        except Exception as problem:
            raise AssertionError(f"{json.dumps(found)[:3000]}") from problem


@pytest.mark.parametrize("name", ["standard", "hearts", "nyc", "euchre"])
def test_tampered_records_of_the_referee(name: str, tmp_path: Path) -> None:
    states = record_of(name, tmp_path / "game.yaml", 70)
    path = tmp_path / "game.json"

    def look(record: Any) -> None:
        path.write_text(json.dumps(record), encoding="utf-8")
        found = read_record(path)
        if not isinstance(found, Trouble):
            replay(found)
        Referee(game_of(name)).answer(json.dumps({"do": "load", "record": record}))

    tamper(states[-1].record(), look, 1, 40)


@pytest.mark.parametrize("name", ["standard", "hearts"])
def test_tampered_records_of_a_session(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    path = tmp_path / "game.yaml"
    journal, state = begun(loaded(name), path)
    play_on(journal, state, 70, taking_back=0.1)
    journal.close()
    text = path.read_text(encoding="utf-8")
    head, _, moves = text.partition("rules:\n")
    rules, _, moves = moves.partition("moves:\n")
    keys = dict(line.split(": ", 1) for line in head.splitlines() if not line.startswith("#"))
    document = {"head": {key: json.loads(value) for key, value in keys.items()},
                "moves": [json.loads(line[2:]) for line in moves.splitlines()]}  # fmt: skip

    def look(changed: Any) -> None:
        if not isinstance(changed, dict):
            return
        top, listed = changed.get("head"), changed.get("moves")
        lines = [f"{key}: {json.dumps(value)}" for key, value in top.items()] if isinstance(top, dict) else [str(top)]
        entries = [f"- {json.dumps(entry)}" for entry in listed] if isinstance(listed, list) else [json.dumps(listed)]
        path.write_text("\n".join([*lines, "rules:", rules + "moves:", *entries, ""]), "utf-8", "surrogatepass")
        sits = '"person"' in json.dumps(top)  # bots alone would play the game to its end
        for words in ([["play", "--resume"]] if sits else []) + [["replay"], ["export"]]:
            assert main([*words, str(path)]) != OUR_FAULT

    tamper(document, look, 2, 25)


SCORED = {
    "standard": {"deal": 2, "set": {"target": 300}, "given": [{"score": 337, "bags": 7}, {"score": 250}],
                 "bids": ["3", "4", "2", "3"], "taken": [4, 2, 3, 4], "dealer": 2},
    "hearts": {"taken": [13, 0, 0, 0], "won": {"0": ["AH", "QS"], "1": [], "2": ["2H"], "3": []}, "dealer": "East"},
    "reneges": {"bids": [3, 3, 3, 3], "taken": {"by_side": [7, 6]},
                "did": [{"seat": 0, "name": "call_renege", "with": {"p": "East"}}]},
    "whist": {"tricks": [{"leader": 0, "cards": ["AS", "2S", "3S", "4S"]}] * 3, "winners": [0] * 13},
    "onhand_3": {"bids": [3, "nil", {"bid": 4}], "taken": [4, 2, 11], "given": [{"score": 1.5}, {}, {"score": -20}]},
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "count"), [("hearts", 650), ("onhand_3", 500), ("reneges", 130), ("standard", 350), ("whist", 290)]
)
@pytest.mark.parametrize("strict", [False, True])
def test_tampered_score_documents(name: str, count: int, *, strict: bool) -> None:
    game = game_of(name)

    def look(document: Any) -> None:
        run(game, json.dumps(document), strict=strict)
        score_document(game, document, strict=strict)

    tamper(SCORED[name], look, 3, count)


@pytest.mark.parametrize("name", ["standard", "hearts"])
def test_tampered_requests(name: str) -> None:
    referee = Referee(game_of(name))
    moves = [{"do": "new", "seed": 7, "dealer": 0, "deals": [{"hands": [["AS"], ["KS"], [], []], "rest": ["2C"]}]},
             {"do": "move", "move": "3", "seat": 1, "for": 2, "since": 1, "sentences": True},
             {"do": "why", "move": "AS", "seat": 2}, {"do": "undo", "for": 1}, {"do": "state", "for": 0},
             {"do": "view", "seat": 1}, {"do": "events", "for": 1, "since": 3}, {"do": "moves", "seat": 1},
             {"do": "time", "clock": "slow", "seat": 1}]  # fmt: skip

    def look(requests: Any) -> None:
        referee.answer('{"do": "new", "seed": 1}')
        for request in requests if isinstance(requests, list) else [requests]:
            answer = referee.answer(json.dumps(request))
            assert not faults(json.loads(json.dumps(answer)), "referee", "answer"), request

    tamper(moves, look, 4, 35)


@pytest.mark.parametrize("name", ["standard", "hearts", "nyc"])
def test_tampered_positions(name: str) -> None:
    game = game_of(name)
    deck = game.base.deck
    document = {"dealer": 2, "deal": 2, "cards": list(deck.names), "scores": [337, 250], "moves": [],
                "tallies": [{"bags": 7}, {}]}  # fmt: skip

    def look(found: Any) -> None:
        if isinstance(found, dict):
            start_from(game, found)

    tamper(document, look, 5, 1_000)
    tamper({"moves": [[0, "3"], [1, "no"], [2, "AS"]], **document, **SCORED["standard"]}, look, 6, 900)
