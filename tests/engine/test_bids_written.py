"""A bid is read by its label and by the name of its type, everywhere; what is written is the label."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from spadesdsl import loader, referee, score
from spadesdsl.engine.boundary import UnknownMove
from spadesdsl.examples.run import run_examples

ALIKE = """
language 1
variant alike "Alike" extends standard {
  set failed_nil = bags, set_cost = per_bid, bags_past_limit = carried
  bidding { bid low(n from 1 to 3) "{n}" { contract n } }
}
"""


def game_of(text: str) -> Any:
    found = loader.load_text(text.encode(), {})
    assert found.game is not None, [one.message for one in found.diagnostics]
    return found.game


def plain() -> Any:
    return game_of('language 1\nvariant plain "Plain" extends standard { set failed_nil = bags }\n')


@pytest.mark.parametrize("text", ["4", "tricks(4)", "tricks 4"])
def test_a_move_is_applied_and_explained_in_either_spelling_and_recorded_by_its_label(text: str) -> None:
    state = plain().start(1, dealer=0)
    after = state.apply(text, 1)
    assert after.record()["moves"] == [[1, "4"]]
    assert state.why(text, 1).legal
    assert state.read_move(text, 1) == "4"


@pytest.mark.parametrize("text", ["TRICKS (4)", "tricks4", " 4 "])
def test_at_the_prompt_it_is_read_forgivingly(text: str) -> None:
    assert plain().start(1, dealer=0).read_move(text, 1) == "4"


def test_a_record_may_spell_a_bid_by_its_name() -> None:
    game = plain()
    record = game.start(1, dealer=0).apply("4", 1).record()
    record["moves"] = [[1, "tricks(4)"]]
    assert game.load(record).record()["moves"] == [[1, "4"]]


def test_the_referee_reads_both_and_tells_the_label() -> None:
    asked = [{"do": "new", "seed": 1, "dealer": 0}, {"do": "move", "move": "tricks(4)"}, {"do": "quit"}]
    answers = io.StringIO()
    referee.serve(plain(), io.StringIO("".join(json.dumps(one) + "\n" for one in asked)), answers)
    told = [json.loads(line) for line in answers.getvalue().splitlines()]
    assert told[1]["ok"]
    assert told[1]["events"][0]["move"] == "4"


def test_a_score_document_reads_both() -> None:
    sheets = [
        score.score_document(plain(), {"bids": bids, "taken": [4, 2, 3, 4]}).to_json()
        for bids in (["3", "4", "2", "3"], ["tricks(3)", "tricks 4", "2", "tricks(3)"])
    ]
    assert sheets[0] == sheets[1]


def test_an_example_reads_both() -> None:
    lines = "bids us {0}; them {1} case us take 7: us {{ contract = 50 }}"
    for us, them in (("3, 2", "4, 3"), ("tricks(3), tricks 2", "4, tricks(3)")):
        text = f"""language 1
        variant one "One" extends standard {{
          set failed_nil = bags, set_cost = per_bid, bags_past_limit = carried
          example "mine" {{ {lines.format(us, them)} }}
        }}"""
        found = loader.load_text(text.encode(), {})
        assert [one.failures for one in run_examples(found) if one.title == "mine"] == [()]


def test_a_text_that_can_be_two_bids_is_refused_with_both_readings_named() -> None:
    game = game_of(ALIKE)
    state = game.start(1, dealer=0)
    for call in (state.apply, state.why, state.read_move):
        with pytest.raises(UnknownMove, match=r"`3` can be `tricks 3` or `low 3`"):
            call("3", 1)
    assert state.apply("low(3)", 1).record()["moves"] == [[1, "low 3"]]
    assert state.apply("4", 1).record()["moves"] == [[1, "4"]]
    document = score.score_document(game, {"bids": ["3", "4", "4", "4"], "taken": [4, 2, 3, 4]})
    assert "`3` can be `tricks 3` or `low 3`" in document.message()
