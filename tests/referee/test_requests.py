"""Every request of the protocol, and what it answers."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

import spadesdsl
from spadesdsl.engine.events import number
from spadesdsl.referee import Referee
from tests.engine.playing import NAMES
from tests.referee.talking import Talk, game_of

DATA = Path(__file__).parent.parent / "data" / "referee"
HANDS = [
    ["AS", "KS", "QS", "JS", "10S", "9S", "8S", "7S", "6S", "5S", "4S", "3S", "2S"],
    ["AH", "KH", "QH", "JH", "10H", "9H", "8H", "7H", "6H", "5H", "4H", "3H", "2H"],
    ["AD", "KD", "QD", "JD", "TD", "9D", "8D", "7D", "6D", "5D", "4D", "3D", "2D"],
    ["AC", "KC", "QC", "JC", "10C", "9C", "8C", "7C", "6C", "5C", "4C", "3C", "2C"],
]


def test_hello() -> None:
    answer = Talk().say(do="hello")
    assert answer["protocol"] == 1
    assert answer["variant"] == "standard"
    assert answer["hash"] == game_of("standard").hash
    assert answer["options"]["target"] == 500
    assert answer["seats"] == ["North", "East", "South", "West"]
    assert answer["sides"] == [[0, 2], [1, 3]]
    assert len(answer["deck"]) == 52


def test_options_are_told_by_their_names() -> None:
    options = Talk(str(DATA / "options.spades")).say(do="hello")["options"]
    told = {name: options[name] for name in ("which", "half", "honour", "style", "strict")}
    assert told == {"which": "hearts", "half": 1, "honour": "AS", "style": "x", "strict": True}
    assert spadesdsl.load(DATA / "options.spades", half=1.5).options["half"] == 1.5
    halves = Referee(spadesdsl.load(DATA / "options.spades", half=1.5)).answer('{"do": "hello"}')
    assert json.dumps(halves["options"]["half"]) == "1.5"


def test_new_begins_with_the_deal() -> None:
    answer = Talk().say(do="new", seed=7, dealer=0)
    assert answer["events"] == [{"event": "deal", "deal": 1, "dealer": 0, "sizes": [13, 13, 13, 13]}]
    assert answer["phase"] == "bidding.opening"
    assert answer["deal"] == 1
    (turn,) = answer["to_act"]
    assert turn["seat"] == 1
    assert turn["choice"] == "opening"
    assert turn["moves"][:2] == ["1", "2"]
    assert answer["may_act"] == []


def test_new_with_given_deals() -> None:
    talk = Talk()
    talk.say(do="new", seed=1, dealer=3, deals=[{"hands": HANDS, "rest": []}])
    assert sorted(talk.say(do="view", seat=2)["hand"]) == sorted(card.replace("T", "10") for card in HANDS[2])


@pytest.mark.parametrize(
    ("deals", "words"),
    [
        ([{"hands": HANDS[:3]}], "3 hands are given"),
        ([{"hands": [*HANDS[:3], HANDS[3][:12]], "rest": ["2C"]}], "West is given 12 cards, and this game deals 13"),
        ([{"hands": [*HANDS[:3], HANDS[3][:12]]}], "1 cards of the deck are not given: 2C"),
        ([{"hands": [*HANDS[:3], [*HANDS[3][:12], "3C"]]}], "3C is given twice"),
        ([{"hands": [*HANDS[:3], [*HANDS[3][:12], "1C"]]}], "1C is not a card"),
        ([{"hands": HANDS}, {"hands": [HANDS[0] + HANDS[1], [], HANDS[2], HANDS[3]]}], "North is given 26"),
    ],
)
def test_a_deal_that_is_none(deals: Any, words: str) -> None:
    talk = Talk()
    answer = talk.say(do="new", deals=deals)
    assert answer["error"]["code"] == "bad_deal"
    assert words in answer["error"]["message"]
    assert talk.code(do="state") == "no_game"


def test_moves_and_their_events() -> None:
    talk = Talk()
    talk.say(do="new", dealer=3, deals=[{"hands": HANDS}])
    for seat, bid in enumerate(["nil", "4", "3", "5"]):
        answer = talk.say(do="move", move=bid, seat=seat)
        assert answer["events"] == [{"event": "choice", "seat": seat, "choice": "opening", "move": bid}]
    assert answer["to_act"][0]["moves"] == HANDS[0], "nothing but spades: one may be led"
    talk.say(do="move", move="2S")
    for card in ("2H", "2D"):
        answer = talk.say(do="move", move=card)
    assert answer["events"] == [{"event": "play", "seat": 2, "card": "2D"}]
    answer = talk.say(do="move", move="2C")
    assert answer["events"] == [
        {"event": "play", "seat": 3, "card": "2C"},
        {"event": "trick", "trick": 1, "leader": 0, "cards": ["2S", "2H", "2D", "2C"], "winner": 0},
    ]
    assert talk.say(do="state") == answer


def test_an_illegal_move_names_its_rule_and_changes_nothing() -> None:
    talk = bid_out(Talk())
    before = talk.say(do="state")
    seat = before["to_act"][0]["seat"]
    spade = next(card for card in talk.say(do="view", seat=seat)["hand"] if card.endswith("S"))
    answer = talk.say(do="move", move=spade, seat=seat)
    assert answer["error"]["code"] == "illegal_move"
    assert answer["error"]["rule"] == "play.unbroken"
    assert "until one has been played" in answer["error"]["message"]
    assert talk.say(do="state") == before


def bid_out(talk: Talk, seed: int = 5) -> Talk:
    answer = talk.say(do="new", seed=seed)
    while answer["phase"] != "play":
        answer = talk.say(do="move", move="3")
    return talk


def test_why() -> None:
    talk = bid_out(Talk())
    turn = talk.say(do="state")["to_act"][0]
    legal = talk.say(do="why", move=turn["moves"][0], seat=turn["seat"])
    assert legal["legal"] is True
    assert legal["narrowed_by"] == ["play.unbroken"]
    spade = next(card for card in talk.say(do="view", seat=turn["seat"])["hand"] if card.endswith("S"))
    illegal = talk.say(do="why", move=spade)
    assert illegal["legal"] is False
    assert illegal["rule"] == "play.unbroken"
    assert illegal["file"] == "standard.spades"
    assert illegal["line"] > 0
    assert illegal["sentence"].startswith("Spades are not led")
    assert illegal["allowed_if"]
    assert illegal["reads"]["hand"]


def test_undo_goes_back_move_by_move() -> None:
    talk = Talk()
    answers = [talk.say(do="new", seed=3)]
    rng = random.Random(3)
    for _ in range(80):
        turn = answers[-1]["to_act"][0]
        answers.append(talk.say(do="move", move=rng.choice(turn["moves"]), seat=turn["seat"]))
    for earlier in reversed(answers[:-1]):
        assert {**talk.say(do="undo"), "events": []} == {**earlier, "events": []}
    assert talk.code(do="undo") == "bad_request"


def test_record_and_load() -> None:
    talk = bid_out(Talk(), seed=9)
    for _ in range(20):
        turn = talk.say(do="state")["to_act"][0]
        talk.say(do="move", move=turn["moves"][-1])
    record = talk.say(do="record")["record"]
    other = Talk()
    loaded = other.say(do="load", record=record)
    assert loaded["to_act"] == talk.say(do="state")["to_act"]
    assert loaded["events"][0]["event"] == "deal"
    assert sum(event["event"] == "play" for event in loaded["events"]) == 20
    assert other.say(do="record")["record"] == record
    assert other.say(do="undo") == {**talk.say(do="undo"), "events": []}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"hash": "0" * 64}, "hashes differ"),
        ({"options": {"mine": 1}}, "an option `mine`, and the game has none"),
        ({"options": {"bag_limit": 7}}, "the option `bag_limit` is 7 in the record, and 10 in the game"),
        ({"moves": [[0, "2"]]}, "move 1 of the record, 2, is refused"),
        ({"moves": [[0]]}, "moves[0]"),
        ({"moves": "2"}, "moves: this must be a list"),
        ({"seed": "x"}, "seed: this must be a whole number"),
        ({"deals": [{"hands": []}]}, "0 hands are given"),
        ({"dealer": 9}, "there is no player 9"),
        ({"sead": 1}, "did you mean `seed`?"),
    ],
)
def test_a_record_that_is_none(change: dict[str, Any], words: str) -> None:
    talk = bid_out(Talk(), seed=1)
    record = {**talk.say(do="record")["record"], **change}
    before = talk.say(do="state")
    answer = talk.say(do="load", record=record)
    assert answer["error"]["code"] == "bad_record"
    assert words in answer["error"]["message"]
    assert talk.say(do="state") == before


def test_a_whole_number_with_a_point_is_a_whole_number() -> None:
    talk, other = Talk(), Talk()
    answer = talk.raw('{"do": "new", "seed": 7.0, "dealer": 1.0}')
    assert answer == other.say(do="new", seed=7, dealer=1)
    assert talk.raw('{"do": "view", "seat": 2.0}') == other.say(do="view", seat=2)
    assert json.dumps(talk.say(do="record")) == json.dumps(other.say(do="record"))


def test_turns_and_what_is_no_move() -> None:
    talk = Talk()
    assert talk.code(do="move", move="3") == "no_game"
    assert talk.code(do="view", seat=0) == "no_game"
    talk.say(do="new", dealer=0)
    assert talk.code(do="move", move="3", seat=2) == "not_your_turn"
    assert talk.code(do="why", move="3", seat=2) == "not_your_turn"
    assert talk.code(do="move", move="a song", seat=1) == "unknown_move"
    assert talk.code(do="why", move="a song", seat=1) == "unknown_move"
    assert talk.code(do="move", move="3", seat=4) == "bad_request"
    assert talk.code(do="view", seat=4) == "bad_request"
    assert talk.code(do="new", dealer=4) == "bad_request"


def test_the_ten_may_be_written_with_a_t() -> None:
    talk = Talk()
    talk.say(do="new", dealer=3, deals=[{"hands": HANDS}])
    for _ in range(4):
        talk.say(do="move", move="3")
    assert talk.say(do="why", move="TS")["move"] == "10S"
    assert talk.say(do="move", move="TS")["events"][0]["card"] == "10S"


def test_out_of_turn_where_others_may_speak() -> None:
    talk = bid_out(Talk("reneges"))
    due = talk.say(do="state")["to_act"][0]["seat"]
    assert talk.code(do="move", move="AS", seat=(due + 1) % 4) == "not_your_turn"


def test_where_either_partner_may_speak_the_seat_has_to_be_said() -> None:
    talk = Talk("barmore")
    answer = talk.say(do="new", dealer=0)
    assert [(turn["seat"], turn["side"]) for turn in answer["to_act"]] == [(1, 1), (3, 1)]
    assert talk.code(do="move", move="look") == "bad_request"
    assert talk.say(do="move", move="look", seat=3)["ok"] is True


def test_what_may_be_volunteered_lies_beside_the_turns() -> None:
    talk = bid_out(Talk("reneges"))
    answer = talk.say(do="state")
    assert len(answer["to_act"]) == 1
    assert {turn["choice"] for turn in answer["may_act"]} == {"call_renege"}
    assert {turn["seat"] for turn in answer["may_act"]} == {0, 1, 2, 3}
    assert talk.code(do="move", move=answer["to_act"][0]["moves"][0]) == "bad_request", "four may act"


def test_the_seat_that_has_not_looked_sees_no_hand() -> None:
    talk = Talk("nil_in_the_dark")
    answer = talk.say(do="new", seed=2)
    seat = answer["to_act"][0]["seat"]
    assert "look" in answer["to_act"][0]["moves"]
    view = talk.say(do="view", seat=seat)
    assert view["hand"] is None
    talk.say(do="move", move="look", seat=seat)
    assert len(talk.say(do="view", seat=seat)["hand"]) == 13


@pytest.mark.parametrize("name", NAMES)
def test_a_game_of_every_variant(name: str) -> None:
    """Play on; hold every kind of answer against its schema, of the moves' answers one in fifteen."""
    talk, rng = Talk(name), random.Random(name)
    answer = talk.say(do="new", seed=11)
    for step in range(91):
        if answer["over"]:
            break
        turns = answer["to_act"] if rng.random() < 0.9 or not answer["may_act"] else answer["may_act"]
        turn = rng.choice(turns)
        move = rng.choice(turn["moves"])
        if step % 15 == 0:
            talk.say(do="why", move=move, seat=turn["seat"])
            talk.say(do="view", seat=step % len(game_of(name).seats))
            talk.say(do="state")
        answer = talk.say(do="move", move=move, seat=turn["seat"])
        assert answer["ok"] is True
    record = talk.say(do="record")["record"]
    loaded = talk.say(do="load", record=record)
    assert {**loaded, "events": []} == {**answer, "events": []}


def test_a_game_to_its_end() -> None:
    talk, rng = Talk("short_250"), random.Random(4)
    answer = talk.say(do="new", seed=4)
    while not answer["over"]:
        turn = answer["to_act"][0]
        low = [move for move in turn["moves"] if move in ("2", "3")]
        answer = talk.say(do="move", move=rng.choice(low or turn["moves"]))
    assert answer["phase"] == "over"
    assert answer["ended_by"] == "ending.target_reached"
    assert answer["events"][-1]["event"] == "end"
    sheet = answer["events"][-2]
    assert sheet["event"] == "score"
    for side in sheet["sides"]:
        assert side["points"] == sum(line["points"] for line in side["lines"])
        assert side["score"] == answer["scores"][side["side"]]
    assert answer["winners"] == [answer["scores"].index(max(answer["scores"]))]
    assert talk.code(do="move", move="AS", seat=0) == "game_over"
    assert talk.code(do="move", move="AS") == "game_over"
    assert talk.code(do="why", move="AS", seat=0) == "game_over"
    assert talk.say(do="undo")["over"] is False


def test_amounts_are_whole_where_they_are_whole() -> None:
    from fractions import Fraction

    assert number(Fraction(4, 2)) == 2
    assert number(Fraction(1, 2)) == 0.5
