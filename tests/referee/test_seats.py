"""Answers for one seat, events with numbers, the view of whoever looks on: no more in them than that seat may know."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

import pytest

from spadesdsl.referee import SEEDS, Referee
from spadesdsl.schemas import schema
from tests.engine.playing import NAMES, game_of, walk
from tests.engine.test_properties import exchanged
from tests.referee.talking import Talk

if TYPE_CHECKING:
    from pathlib import Path

    from spadesdsl import State

HIDING = (
    "standard", "nyc", "hearts", "euchre", "two_player", "three_player_dummy", "blind_nil", "nil_in_the_dark",
    "suicide_swap", "partnership_bidding", "fifty_four_dealer", "show_seven", "cancellation", "widow", "tram",
    "secret_bids",
)  # fmt: skip
"""Games with stocks, zones, passes, dummies, cards that are shown, equal cards, and bids before looking."""


def a_move(answer: Any, rng: random.Random) -> tuple[int, str]:
    """Choose one of the moves that an answer lists; what is volunteered now and then only."""
    turns = answer["to_act"] if rng.random() < 0.95 or not answer["may_act"] else answer["may_act"]
    turn = rng.choice(turns)
    return turn["seat"], rng.choice(turn["moves"])


def play(talk: Talk, seed: int, moves: int) -> Any:
    """Play a random game; return the last answer."""
    rng = random.Random(seed)
    answer = talk.say(do="new", seed=seed)
    for _ in range(moves):
        if answer["over"]:
            break
        seat, move = a_move(answer, rng)
        answer = talk.say(do="move", move=move, seat=seat)
    return answer


# ---------------------------------------------------------------- who looks on


def test_what_another_seat_may_answer_is_hidden_by_its_labels_too() -> None:
    state = game_of("euchre").start(3)
    (own,) = state.turns
    (seen,) = state.view((own.seat + 1) % 4).turns
    assert own.labels == ("order it up in clubs", "no")
    assert (seen.seat, seen.label, seen.moves, seen.labels, seen.options) == (own.seat, own.label, (), (), ())


@pytest.mark.parametrize("name", HIDING)
def test_who_looks_on_sees_what_every_seat_sees_and_no_more(name: str) -> None:
    for state in list(walk(game_of(name).start(5), 5, 120))[::7]:
        seats = [state.view(seat) for seat in range(len(state.hands))]
        view = state.view(None)
        assert view.seat is None
        assert view.hand is None
        assert view.belief is None
        assert all(turn.moves == () for turn in view.turns)
        assert view.volunteers == ()
        for key in ("deal", "phase", "trick", "said", "bids", "taken", "contract", "score", "tallies", "last_trick"):
            assert all(getattr(one, key) == getattr(view, key) for one in seats)
        for place, cards in enumerate(view.hands):
            if isinstance(cards, tuple):
                assert all(one.hands[place] == cards for one in seats if one.seat != place)
        for name_of_it, cards in view.zones.items():
            if isinstance(cards, tuple):
                assert all(one.zones[name_of_it] == cards for one in seats)


@pytest.mark.parametrize("name", HIDING)
def test_no_hidden_card_changes_what_somebody_who_looks_on_sees(name: str) -> None:
    rng = random.Random(name)
    for state in list(walk(game_of(name).start(9), 9, 100))[::5]:
        other = state.copy()
        hidden = [
            (seat, card) for seat, hand in enumerate(state.hands) if state.stacks[seat] is None
            for card in range(state.spec.deck.size) if hand >> card & 1 and not state.open >> card & 1
        ]  # fmt: skip
        cards = [card for _, card in hidden]
        rng.shuffle(cards)
        hands = [hand & state.open for hand in state.hands]
        for (seat, _), card in zip(hidden, cards, strict=True):
            hands[seat] |= 1 << card
        other.hands = tuple(
            hand if state.stacks[seat] is None else state.hands[seat] for seat, hand in enumerate(hands)
        )
        other.memo = {}
        assert json.dumps(other.view(None).to_json()) == json.dumps(state.view(None).to_json())


def test_the_referee_shows_the_table_to_who_looks_on() -> None:
    talk = Talk()
    talk.say(do="new", seed=3, dealer=0)
    view = talk.say(do="view", seat=None)
    assert view["seat"] is None
    assert view["hand"] is None
    assert view["hands"] == [13, 13, 13, 13]
    assert view["to_act"] == [{"seat": 1, "choice": "opening", "moves": []}]
    answer = talk.say(do="state", **{"for": None})
    assert answer["for"] is None
    assert [event["event"] for event in answer["events"]] == ["deal"]


# ---------------------------------------------------------------- answers for one seat


def test_the_answer_for_a_seat_lists_no_moves_of_others() -> None:
    talk = Talk()
    talk.say(do="new", seed=7, dealer=0)
    assert talk.say(do="state", **{"for": 2})["to_act"] == [{"seat": 1, "choice": "opening", "moves": []}]
    own = talk.say(do="move", move="3", **{"for": 1})
    assert own["to_act"] == [{"seat": 2, "choice": "opening", "moves": []}]
    assert own["events"] == [{"n": 3, "event": "choice", "seat": 1, "choice": "opening", "move": "3"}]
    assert own["last"] == 3
    assert talk.say(do="state", **{"for": 2})["to_act"][0]["moves"][:2] == ["1", "2"]


def test_what_clients_get_without_asking_for_a_seat_is_as_it_was() -> None:
    talk = Talk()
    answer = talk.say(do="new", seed=7, dealer=0)
    assert list(answer) == ["ok", "over", "deal", "phase", "to_act", "may_act", "events"]
    assert list(answer["to_act"][0]) == ["seat", "choice", "moves"]
    talk.say(do="state", sentences=True, **{"for": 1})
    assert talk.say(do="state") == answer
    moved = talk.say(do="move", move="3", seat=1)
    assert moved["events"] == [{"event": "choice", "seat": 1, "choice": "opening", "move": "3"}]
    assert talk.say(do="undo")["events"] == []


@pytest.mark.parametrize(
    ("request_", "words"),
    [
        ({"do": "state", "for": 4}, "`for` 4 is not at this table"),
        ({"do": "new", "for": 9}, "`for` 9 is not at this table"),
        ({"do": "move", "move": "3", "seat": 1, "for": 2}, "`for` and `seat` differ"),
        ({"do": "move", "move": "3", "seat": 1, "for": None}, "`for` and `seat` differ"),
        ({"do": "move", "move": "3", "for": None}, "makes no move"),
        ({"do": "events", "seat": 5}, "`seat` 5 is not at this table"),
        ({"do": "events", "seat": 1, "since": 3}, "the last event of this game is 2"),
    ],
)
def test_a_request_for_a_seat_that_is_refused_changes_nothing(request_: Any, words: str) -> None:
    talk = Talk()
    before = talk.say(do="new", seed=7, dealer=0)
    answer = talk.say(**request_)
    assert answer["error"]["code"] == "bad_request"
    assert words in answer["error"]["message"]
    assert talk.say(do="state") == before


def test_the_seed_is_not_told_to_a_seat() -> None:
    talk = Talk()
    assert "seed" not in talk.say(do="new", **{"for": 1})
    assert "seed" in talk.say(do="state")
    talk.say(do="move", move="3")
    assert "seed" not in talk.say(do="state")


def test_a_new_game_without_a_seed_draws_one_and_says_which() -> None:
    talk = Talk()
    seeds = [talk.say(do="new")["seed"] for _ in range(4)]
    assert len(set(seeds)) == 4
    assert all(0 <= seed < SEEDS for seed in seeds)
    hand = talk.say(do="view", seat=1)["hand"]
    assert talk.say(do="record")["record"]["seed"] == seeds[-1]
    again = talk.say(do="new", seed=seeds[-1])
    assert "seed" not in again
    assert talk.say(do="view", seat=1)["hand"] == hand


# ---------------------------------------------------------------- events with numbers


def test_a_seat_hears_its_own_hand_and_what_it_has_chosen_unheard() -> None:
    talk = Talk("hearts")
    answer = talk.say(do="new", seed=4, dealer=0, **{"for": 1})
    assert [event["event"] for event in answer["events"]] == ["deal", "hand"]
    hand = answer["events"][1]["cards"]
    assert hand == talk.say(do="view", seat=1)["hand"]
    chosen = [talk.say(do="move", move=card, **{"for": 1})["events"] for card in hand[:3]]
    assert [event["move"] for (event,) in chosen] == hand[:3]
    assert {event["event"] for (event,) in chosen} == {"chosen"}
    assert talk.say(do="events", seat=0, since=2)["events"] == []
    for seat in (0, 2, 3):
        own = talk.say(do="view", seat=seat)["hand"]
        for card in own[:3]:
            answer = talk.say(do="move", move=card, **{"for": seat})
    told = talk.say(do="events", seat=1, since=5)["events"]
    assert [event["event"] for event in told] == ["choice", "give"] * 4 + ["hand"]
    assert told[-1]["cards"] == talk.say(do="view", seat=1)["hand"]
    assert not {"cards", "move"} & {
        key for event in told[:-1] for key, value in event.items() if isinstance(value, str | list)
    }


@pytest.mark.parametrize("name", HIDING)
def test_a_client_that_falls_behind_catches_up(name: str) -> None:
    """What a seat has heard is the same whenever it asks, and however it cuts it."""
    prompt, late, rng = Talk(name), Talk(name), random.Random(name)
    answers = [prompt.say(do="new", seed=2), late.say(do="new", seed=2)]
    seats = [*range(len(game_of(name).seats)), None]
    told: dict[int | None, list[Any]] = {seat: [] for seat in seats}
    for step in range(70):
        for seat in seats:
            told[seat] += prompt.say(do="state", **{"for": seat})["events"] if answers[0]["ok"] else []
        if answers[0]["over"]:
            break
        if step % 17 == 16:
            answers = [talk.say(do="undo") for talk in (prompt, late)]
        else:
            seat_, move = a_move(answers[0], rng)
            answers = [talk.say(do="move", move=move, seat=seat_) for talk in (prompt, late)]
        assert answers[0] == answers[1]
    for seat in seats:
        whole = late.say(do="events", seat=seat)
        told[seat] += [event for event in whole["events"] if event["n"] > len(told[seat])]
        assert [event["n"] for event in whole["events"]] == list(range(1, whole["last"] + 1))
        assert whole["events"] == told[seat]
        for since in (1, whole["last"] // 2, whole["last"]):
            assert late.say(do="events", seat=seat, since=since)["events"] == told[seat][since:]


@pytest.mark.parametrize("name", HIDING)
def test_a_loaded_game_has_the_same_events(name: str) -> None:
    talk, other = Talk(name), Talk(name)
    play(talk, 6, 70)
    answer = other.say(do="load", record=talk.say(do="record")["record"], **{"for": 1})
    heard = talk.say(do="events", seat=1)
    assert answer["events"] == heard["events"]
    assert answer["last"] == heard["last"]


@pytest.mark.parametrize("name", NAMES[::4])
def test_a_client_knows_its_hand_from_the_events_alone(name: str) -> None:
    talk, rng = Talk(name), random.Random(name)
    answer = talk.say(do="new", seed=13)
    seats = range(len(game_of(name).seats))
    hands: list[list[str] | None] = [[] for _ in seats]
    for _ in range(64):
        for seat in seats:
            told = talk.say(do="state", **{"for": seat})["events"]
            hands[seat] = follow(hands[seat], seat, told)
            view = talk.say(do="view", seat=seat)
            assert view["hand"] is None if hands[seat] is None else sorted(hands[seat] or ()) == sorted(view["hand"])
        if answer["over"]:
            break
        who, move = a_move(answer, rng)
        answer = talk.say(do="move", move=move, seat=who)


def follow(hand: list[str] | None, seat: int, told: list[Any]) -> list[str] | None:
    """Keep a hand by what was heard: whole as it is told, less what is played from it."""
    for event in told:
        if event["event"] == "hand":
            hand = None if event["cards"] is None else list(event["cards"])
        elif event["event"] == "play" and event["seat"] == seat and hand and event["card"] in hand:
            hand.remove(event["card"])
    return hand


def test_what_is_taken_back_is_told_as_an_event() -> None:
    talk = Talk()
    talk.say(do="new", seed=7, dealer=0)
    talk.say(do="move", move="3")
    talk.say(do="move", move="4")
    answer = talk.say(do="undo", **{"for": 0})
    assert answer["events"] == [{"n": 5, "event": "undo", "to": 3}]
    assert talk.say(do="undo", **{"for": 0})["events"] == [{"n": 6, "event": "undo", "to": 2}]
    talk.say(do="move", move="5")
    assert talk.say(do="undo", **{"for": 0})["events"] == [{"n": 8, "event": "undo", "to": 6}]
    assert talk.code(do="undo") == "bad_request"
    assert talk.say(do="events", seat=0)["last"] == 8


def test_events_of_another_game_are_told_from_its_beginning() -> None:
    talk = Talk()
    talk.say(do="new", seed=7, dealer=0)
    for _ in range(4):
        talk.say(do="move", move="3")
    assert talk.say(do="events", seat=0, since=6, game=1)["events"] == []
    talk.say(do="new", seed=8, dealer=0)
    answer = talk.say(do="events", seat=0, since=6, game=1)
    assert answer["game"] == 2
    assert [event["event"] for event in answer["events"]] == ["deal", "hand"]


# ---------------------------------------------------------------- secrecy


def for_seat(referee: Referee, seat: int | None) -> bytes:
    """Return all that the referee tells of its game to one seat."""
    asked = (
        {"do": "state", "for": seat, "sentences": True},
        {"do": "events", "seat": seat, "sentences": True},
        {"do": "view", "seat": seat},
    )
    return json.dumps([referee.answer(json.dumps(request)) for request in asked]).encode()


def refereed(state: State, *after: State) -> Referee:
    """Return a referee whose game has gone through these states."""
    referee = Referee(state.game)
    referee._begin([state])
    for one in after:
        referee._go_on((referee._states[-1], one))
        referee._states.append(one)
    return referee


@pytest.mark.parametrize("name", HIDING)
def test_no_hidden_card_changes_an_answer_for_a_seat(name: str) -> None:
    """Cards of other hands and piles change places: what a seat is told stays the same, to the byte."""
    rng = random.Random(name)
    compared = 0
    for state in walk(game_of(name).start(17), 17, 110):
        seat = int(rng.random() * len(state.hands))
        other = exchanged(state, seat, rng)
        assert for_seat(refereed(state), seat) == for_seat(refereed(other), seat)
        moves = [(turn.seat, move) for turn in (*state.turns, *state.volunteers) for move in turn.moves]
        both = [(who, move) for who, move in moves if move in other.moves(who)]
        if not both:
            continue
        who, move = rng.choice(both)
        after, then = state.apply(move, who), other.apply(move, who)
        if after.events == then.events and after.view(seat).to_json() == then.view(seat).to_json():
            compared += 1
            assert for_seat(refereed(state, after), seat) == for_seat(refereed(other, then), seat)
            if who != seat and not after.events:
                assert json.loads(for_seat(refereed(state, after), seat))[0]["events"] == []
    assert compared > 10


@pytest.mark.parametrize("name", ["secret_bids", "hearts", "kitty_deal", "ninety_nine"])
def test_no_choice_that_others_have_not_heard_changes_their_answers(name: str) -> None:
    rng = random.Random(name)
    compared = 0
    for state in walk(game_of(name).start(17), 17, 110):
        turn = rng.choice(state.turns) if state.turns else None
        if turn is None or len(turn.moves) < 2:
            continue
        states = [state.apply(move, turn.seat) for move in rng.sample(turn.moves, 2)]
        if states[0].events or states[1].events:
            continue
        for seat in (*range(len(state.hands)), None):
            told = [for_seat(refereed(state, after), seat) for after in states]
            if seat == turn.seat:
                assert told[0] != told[1]
                assert json.loads(told[0])[0]["events"][-1]["event"] == "chosen"
            else:
                assert told[0] == told[1]
                assert json.loads(told[0])[0]["events"] == []
                compared += 1
    assert compared > 0


def test_secret_bids_are_heard_when_all_are_in_and_not_before() -> None:
    talk = Talk("secret_bids")
    talk.say(do="new", seed=3, dealer=0)
    for seat, bid in ((2, "3"), (0, "nil"), (3, "4")):
        answer = talk.say(do="move", move=bid, **{"for": seat})
        assert answer["events"][0] | {"n": 0} == {
            "n": 0,
            "event": "chosen",
            "seat": seat,
            "choice": "opening",
            "move": bid,
        }
        assert [turn["seat"] for turn in answer["to_act"] if turn["moves"]] == []
        for other in {0, 1, 2, 3} - {seat}:
            assert talk.say(do="state", **{"for": other})["events"] == []
    assert all(event["event"] != "choice" for event in talk.say(do="events", seat=1)["events"])
    answer = talk.say(do="move", move="2", **{"for": 1})
    assert [(event["seat"], event["move"]) for event in answer["events"]] == [(1, "2"), (2, "3"), (3, "4"), (0, "nil")]
    heard = {seat: talk.say(do="events", seat=seat)["events"][-4:] for seat in range(4)}
    assert {json.dumps([{**event, "n": 0} for event in told]) for told in heard.values()} == {
        json.dumps([{**event, "n": 0} for event in answer["events"]])
    }


def hurried(folder: Path, rules: str, parent: str = "standard") -> Talk:
    """Return a talk about a game with clocks."""
    file = folder / "hurried.spades"
    file.write_text(f'language 1\n\nvariant hurried "Hurried" extends {parent} {{ {rules} }}\n', encoding="utf-8")
    return Talk(str(file))


def test_a_secret_bid_that_is_made_when_time_is_up_is_heard_by_its_bidder_alone(tmp_path: Path) -> None:
    settings = "set failed_nil = bags, set_cost = per_bid, bags_past_limit = carried"
    clock = "bidding { clock slow: 5 seconds, then bid tricks(3) }"
    talk = hurried(tmp_path, f"{settings} include secret_bids {clock}")
    talk.say(do="new", seed=4, dealer=0)
    answer = talk.say(do="time", clock="slow", seat=1, **{"for": 1})
    assert [event["event"] for event in answer["events"]] == ["chosen", "time"]
    assert answer["events"][0]["move"] == "3"
    assert [event["event"] for event in talk.say(do="state", **{"for": 2})["events"]] == ["time"]
    for seat in (2, 3, 0):
        answer = talk.say(do="time", clock="slow", seat=seat, **{"for": 1})
    assert [event["event"] for event in answer["events"]] == ["time", *["choice"] * 4]


def test_a_card_that_is_passed_when_time_is_up_is_heard_by_its_seat_alone(tmp_path: Path) -> None:
    talk = hurried(tmp_path, "phase passing { clock slow: 5 seconds, then lowest }", "pass_three")
    turns = talk.say(do="new", seed=4, dealer=0)["to_act"]
    while turns[0]["choice"] == "opening":
        turns = talk.say(do="move", move="3", seat=turns[0]["seat"])["to_act"]
    seat = turns[0]["seat"]
    for _ in range(2):
        answer = talk.say(do="time", clock="slow", seat=seat, **{"for": seat})
        assert [event["event"] for event in answer["events"]] == ["chosen", "time"]
        assert answer["events"][0]["move"] in talk.say(do="view", seat=seat)["hand"]
        for other in {0, 1, 2, 3} - {seat}:
            assert [event["event"] for event in talk.say(do="state", **{"for": other})["events"]] == ["time"]


def test_two_games_that_differ_in_hidden_cards_sound_the_same_until_one_is_played() -> None:
    talks, cards = [Talk(), Talk()], list(game_of("standard").deck)
    hands = [cards[seat::4] for seat in range(4)]
    twisted = [hands[0], hands[2], hands[3], hands[1]]
    rng = random.Random(1)
    asked = [
        talk.say(do="new", seed=5, dealer=3, deals=[{"hands": dealt}], **{"for": 0})
        for talk, dealt in zip(talks, (hands, twisted), strict=True)
    ]
    assert asked[0] == asked[1]
    heard = 0
    while True:
        full = [talk.say(do="state") for talk in talks]
        seat = full[0]["to_act"][0]["seat"]
        both = [move for move in full[0]["to_act"][0]["moves"] if move in full[1]["to_act"][0]["moves"]]
        if not both:
            break
        move = rng.choice(both)
        for talk in talks:
            talk.say(do="move", move=move, seat=seat)
        told = [talk.say(do="events", seat=0) for talk in talks]
        assert json.dumps(told[0]) == json.dumps(told[1])
        assert for_seat(talks[0].referee, 0) == for_seat(talks[1].referee, 0)
        heard += 1
    assert heard >= 5


# ---------------------------------------------------------------- labels and sentences


@pytest.mark.parametrize("name", NAMES[::13])
def test_answers_for_seats_keep_to_their_schema_with_sentences_too(name: str) -> None:
    talk, rng = Talk(name), random.Random(name)
    answer = talk.say(do="new", seed=19)
    seats = [*range(len(game_of(name).seats)), None]
    for step in range(100):
        if step % 25 == 24 or answer["over"]:
            seat = rng.choice(seats)
            talk.say(do="state", sentences=True)
            talk.say(do="state", sentences=True, **{"for": seat})
            talk.say(do="view", seat=seat, sentences=True)
            talk.say(do="events", seat=seat, sentences=True)
        if answer["over"]:
            break
        who, move = a_move(answer, rng)
        answer = talk.say(do="move", move=move, seat=who)
    with_words = talk.say(do="events", seat=0, sentences=True)["events"]
    assert any("label" in event for event in with_words) or not any(event["event"] == "choice" for event in with_words)


def test_labels_and_sentences_are_in_an_answer_that_asks_for_them() -> None:
    talk = Talk("euchre")
    answer = talk.say(do="new", seed=7, dealer=0, sentences=True)
    (turn,) = answer["to_act"]
    assert turn["label"] == "order up"
    assert turn["sentence"]
    assert turn["labels"] == ["order it up in diamonds", "no"]
    give = answer["events"][1]
    assert give["label"] == "turn up"
    assert "label" not in talk.say(do="state")["to_act"][0]
    assert talk.say(do="view", seat=1, sentences=True)["to_act"][0]["label"] == "order up"


def test_score_lines_and_the_end_say_their_sentences() -> None:
    talk, rng = Talk("short_250"), random.Random(4)
    answer = talk.say(do="new", seed=4, sentences=True)
    while not answer["over"]:
        turn = answer["to_act"][0]
        low = [move for move in turn["moves"] if move in ("2", "3")]
        answer = talk.say(do="move", move=rng.choice(low or turn["moves"]), sentences=True, **{"for": turn["seat"]})
        if not answer["over"]:
            answer = talk.say(do="state")
    assert answer["sentence"].startswith("A side has reached") or answer["label"] == "target reached"
    sheet, end = answer["events"][-2:]
    lines = [line for side in sheet["sides"] for line in side["lines"]]
    assert {line["label"] for line in lines} >= {"contract", "overtricks"}
    assert any(line.get("sentence") for line in lines)
    assert end["label"] == "target reached"


def test_every_event_can_have_a_number_and_those_with_a_rule_its_words() -> None:
    parts = schema("referee")["$defs"]
    kinds = [reference["$ref"].rpartition("/")[2] for part in ("event", "heard") for reference in parts[part]["oneOf"]]
    for kind in kinds:
        if kind == "event":
            continue
        known = parts[kind]["properties"]
        assert "n" in known, kind
        if {"rule", "choice", "ended_by"} & set(known):
            assert {"label", "sentence"} <= set(known), kind
