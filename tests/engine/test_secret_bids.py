"""Bids that all make at once: nobody sees another's before all are in, and no rule reads it."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

import spadesdsl
from spadesdsl.engine.boundary import NotYourTurn
from spadesdsl.session import Outcome
from tests.session.table_talk import session_of

if TYPE_CHECKING:
    from pathlib import Path

    from spadesdsl import Game, State

SET = "set failed_nil = bags, set_cost = per_bid, bags_past_limit = carried"


def game_of(folder: Path, bidding: str, parent: str = "standard", more: str = SET) -> Game:
    """Load a child with another bidding."""
    path = folder / "secret.spades"
    path.write_text(
        f'variant secret "Secret" extends {parent} {{ {more} bidding {{ {bidding} }} }}\n', encoding="utf-8"
    )
    return spadesdsl.load(path)


def seen(state: State, seat: int) -> tuple[object, ...]:
    """Return all that a seat sees."""
    view = state.view(seat)
    assert view.belief is not None
    table = {name: value for name, value in vars(view.belief.table).items() if name != "memo"}
    return view.to_json(), view.belief.pool, view.belief.wanted, table, state.moves(seat), state.events


def test_all_are_asked_at_once_and_the_bids_are_shown_together() -> None:
    state = spadesdsl.load("secret_bids").start(3, dealer=0)
    assert [turn.seat for turn in state.turns] == [1, 2, 3, 0]
    for seat, bid in ((2, "3"), (0, "nil"), (3, "4")):
        state = state.apply(bid, seat)
        assert state.events == ()
        assert state.view(1).said == ()
        assert state.view(1).bids == (None,) * 4
        assert state.phase == "bidding.opening"
        with pytest.raises(NotYourTurn):
            state.apply("5", seat)
    state = state.apply("2", 1)
    assert state.phase == "play"
    told = [(event.to_json()["seat"], event.to_json()["move"]) for event in state.events]
    assert told == [(1, "2"), (2, "3"), (3, "4"), (0, "nil")]
    assert state.view(1).bids == ("nil", "2", "3", "4")
    assert state.game.load(state.record()) == state


def test_who_has_bid_tells_nothing_of_what_was_bid() -> None:
    start = spadesdsl.load("secret_bids").start(3, dealer=0)
    for bid in start.moves(2):
        after = start.apply(bid, 2)
        for seat in (0, 1, 3):
            assert seen(after, seat) == seen(start.apply("1", 2), seat)
            assert after.why("nil", seat) == start.why("nil", seat)
        imagined = after.view(0).belief
        assert imagined is not None
        assert 2 in {turn.seat for turn in imagined.imagine(1).turns}
        own = after.view(2).belief
        assert own is not None
        assert 2 not in {turn.seat for turn in own.imagine(1).turns}


def test_the_order_in_which_secret_bids_come_in_is_all_the_same() -> None:
    start = spadesdsl.load("secret_bids").start(3, dealer=0)
    bids = {0: "3", 1: "nil", 2: "2", 3: "5"}
    rng = random.Random(1)
    found = []
    for _ in range(5):
        state = start
        for seat in rng.sample(range(4), 4):
            state = state.apply(bids[seat], seat)
        found.append(state)
    assert all(state == found[0] for state in found)


def test_a_secret_bid_before_looking_keeps_its_choice_to_look(tmp_path: Path) -> None:
    game = game_of(
        tmp_path,
        'replace round opening by each player at once bid dark(n from 5 to 7) "dark {n}" before looking { contract n }',
    )
    state = game.start(3, dealer=0)
    assert all(turn.moves == ("dark 5", "dark 6", "dark 7", "look") for turn in state.turns)
    assert state.view(1).hand is None
    state = state.apply("look", 1)
    assert state.view(1).hand is not None
    assert "3" in state.moves(1)
    assert "dark 5" not in state.moves(1)
    assert "look at your cards first" in state.why("3", 2).message
    state = state.apply("dark 6", 2).apply("look", 3).apply("3", 3).apply("look", 0).apply("2", 0).apply("4", 1)
    assert state.view(0).bids == ("2", "4", "dark 6", "3")


def test_a_rule_reads_the_bids_of_an_earlier_round_and_the_own_secret_bid(tmp_path: Path) -> None:
    game = game_of(
        tmp_path,
        "replace round opening by each player from left of dealer: nil, tricks "
        'bid raise(n from 1 to 3) "raise {n}" { contract n } '
        "round raising by each player at once when contract > 0: raise "
        "must small during raising when partner.bid is tricks and partner.contract > 4: bid.n = 1",
    )
    state = game.start(3, dealer=0)
    for bid in ("2", "5", "nil", "3"):
        state = state.apply(bid)
    assert [(turn.seat, turn.moves) for turn in state.turns] == [
        (1, ("raise 1", "raise 2", "raise 3")),
        (2, ("raise 1", "raise 2", "raise 3")),
        (0, ("raise 1",)),
    ]
    after = state.apply("raise 2", 2)
    assert after.moves(0) == ("raise 1",)  # the bid that all know is the one of five


def test_one_member_bids_for_the_side(tmp_path: Path) -> None:
    game = game_of(
        tmp_path,
        'replace round opening by each team at once: total bid total(n from 4 to 13) "{n}" by team { contract n }',
    )
    state = game.start(3, dealer=0)
    assert {turn.seat for turn in state.turns} == {0, 1, 2, 3}
    state = state.apply("6", 2)
    assert {turn.seat for turn in state.turns} == {1, 3}
    assert state.view(1).said == ()
    state = state.apply("5", 1)
    assert state.view(0).contract == (6, 5)
    assert [event.to_json().get("side") for event in state.events] == [1, 0]


def test_a_session_asks_each_person_and_then_tells_all_bids() -> None:
    session, typist = session_of("secret_bids", ["", "3", "", "4"], people=(0, 2), seed=7)
    assert session.run() is Outcome.DONE
    text = "\n".join(typist.shown)
    assert "Write your bid down" in text
    first, second = text.index("North> 3"), text.index("South> 4")
    assert "bids" not in text[min(first, second) : max(first, second)].replace("all bids", "")
    assert typist.has("North bids 3")


def test_bots_bid_without_seeing_the_bids_of_others() -> None:
    from spadesdsl.bots import GreedyPlayer

    start = spadesdsl.load("secret_bids").start(11, dealer=0)
    bot = GreedyPlayer()
    alone = bot.choose(start.view(3), next(turn for turn in start.view(3).turns if turn.seat == 3))
    for bid in ("1", "nil", "13"):
        after = start.apply(bid, 1).apply(bid, 2)
        view = after.view(3)
        assert bot.choose(view, next(turn for turn in view.turns if turn.seat == 3)) == alone


def test_several_players_have_a_turn_in_good_english(tmp_path: Path) -> None:
    state = game_of(tmp_path, "replace round opening by each player at once").start(3, dealer=0).apply("3", 1)
    with pytest.raises(NotYourTurn, match="it is not East's turn: it is the turn of South, West and North"):
        state.apply("3", 1)


def test_history_does_not_say_that_nobody_has_chosen_in_a_secret_round() -> None:
    session, typist = session_of("secret_bids", ("", "3", "", "history", "quit"), people=(1, 2), seed=3)
    session.run()
    assert typist.has("Some have chosen already: what they chose is shown when all have.")
    assert not typist.has("Nobody has said anything")
