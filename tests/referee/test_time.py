"""Time in the protocol: the program that runs the table says that it ran out, and the referee keeps the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from spadesdsl import loader
from spadesdsl.referee import Referee
from spadesdsl.schemas import validator
from tests.referee.talking import Talk

if TYPE_CHECKING:
    from pathlib import Path

RULES = """
language 1
variant hurried "Hurried" extends standard {
  set failed_nil = help, set_cost = per_bid, bags_past_limit = carried
  include speed_spades
  include time_limit
  include closing_hour with hour = 22.5
}
"""


@pytest.fixture
def talk(tmp_path: Path) -> Talk:
    file = tmp_path / "hurried.spades"
    file.write_text(RULES, encoding="utf-8")
    game = loader.load(str(file), {}).game
    assert game is not None
    talk = Talk()
    talk.referee = Referee(game)
    return talk


def to_the_play(talk: Talk) -> dict[str, object]:
    answer = talk.say(do="new", seed=4, dealer=0)
    while answer["phase"].startswith("bidding"):
        answer = talk.say(do="move", move="3")
    found: dict[str, object] = answer
    return found


def test_an_answer_lists_the_clocks_that_run(talk: Talk) -> None:
    answer = talk.say(do="new", seed=4, dealer=0)
    assert answer["clocks"] == [
        {"clock": "closing_time", "until": 22.5, "rule": "ending.closing_time"},
        {"clock": "time_is_up", "seconds": 3600, "rule": "ending.time_is_up"},
    ]
    answer = to_the_play(talk)
    first = {"clock": "too_late", "seat": 1, "seconds": 2, "then": "lowest", "rule": "play.too_late"}
    assert answer["clocks"][0] == first  # type: ignore[index]
    assert talk.say(do="view", seat=3)["clocks"] == answer["clocks"]


def test_the_card_is_played_when_the_table_says_that_time_ran_out(talk: Talk) -> None:
    to_the_play(talk)
    answer = talk.say(do="time", clock="too_late", seat=1)
    assert [event["event"] for event in answer["events"]] == ["time", "play"]
    assert answer["events"][0] == {"event": "time", "clock": "too_late", "rule": "play.too_late", "seat": 1}
    assert answer["to_act"][0]["seat"] == 2


def test_the_game_ends_after_the_deal_in_which_time_is_up(talk: Talk) -> None:
    to_the_play(talk)
    answer = talk.say(do="time", clock="time_is_up")
    assert not answer["over"]
    while not answer["over"]:
        assert answer["deal"] == 1
        answer = talk.say(do="move", move=answer["to_act"][0]["moves"][0])
    assert answer["ended_by"] == "ending.highest_in_time"


def test_a_record_with_times_can_be_loaded_and_a_time_can_be_taken_back(talk: Talk) -> None:
    before = to_the_play(talk)
    talk.say(do="time", clock="too_late", seat=1)
    record = talk.say(do="record")["record"]
    validator("record").validate(record)
    assert record["moves"][-1] == {"time": "too_late", "seat": 1}
    after = talk.say(do="state")
    loaded = talk.say(do="load", record=record)
    assert loaded["to_act"] == after["to_act"]
    assert talk.say(do="undo")["to_act"] == before["to_act"]


def test_a_clock_that_does_not_run_is_refused_and_changes_nothing(talk: Talk) -> None:
    assert talk.code(do="time", clock="too_late", seat=1) == "no_game"
    to_the_play(talk)
    before = talk.say(do="state")
    assert talk.code(do="time", clock="too_late", seat=2) == "no_clock"
    assert talk.code(do="time", clock="too_late") == "no_clock"
    assert talk.code(do="time", clock="tooo_late", seat=1) == "no_clock"
    assert talk.raw('{"do": "time"}')["error"]["code"] == "bad_request"
    assert talk.raw('{"do": "time", "clock": 7}')["error"]["code"] == "bad_request"
    assert talk.raw('{"do": "time", "clock": "too_late", "seat": 99}')["error"]["code"] in ("bad_request", "no_clock")
    assert talk.say(do="state") == before


def test_games_without_clocks_are_answered_as_before() -> None:
    talk = Talk()
    assert "clocks" not in talk.say(do="new", seed=4)
    assert "clocks" not in talk.say(do="view", seat=0)
    assert talk.code(do="time", clock="too_late", seat=1) == "no_clock"


def test_the_answer_for_one_seat_has_the_clocks_and_numbers_the_time_that_ran_out(talk: Talk) -> None:
    to_the_play(talk)
    answer = talk.say(do="time", clock="too_late", seat=1, **{"for": 3, "sentences": True})
    (told,) = [event for event in answer["events"] if event["event"] == "time"]
    assert (told["clock"], told["seat"], told["n"] > 0) == ("too_late", 1, True)
    assert told["sentence"] == "Play in time, or your lowest legal card is played for you."
    assert answer["clocks"][0]["seat"] == 2
