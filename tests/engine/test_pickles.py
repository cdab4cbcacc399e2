"""States, views and games go to other processes as values: the texts of the rules and what is on the table."""

from __future__ import annotations

import copy
import json
import pickle
import subprocess
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

import spadesdsl
from spadesdsl.engine.state import moves_of, with_move
from tests.engine.playing import NAMES, game_of, walk

if TYPE_CHECKING:
    from pathlib import Path

ELSEWHERE = """
import json, pickle, sys
state, view = pickle.load(sys.stdin.buffer)
turns = [state.view(seat).to_json() for seat in range(len(state.hands))]
for _ in range(40):
    state = state.apply(state.turns[0].moves[-1], state.turns[0].seat)
print(json.dumps([turns, state.record(), view.to_json(), view.belief.imagine(7).hands]))
"""


@pytest.mark.parametrize("name", [*NAMES[::8], "euchre", "hearts", "two_player", "cancellation", "nyc"])
def test_what_is_pickled_comes_back_and_plays_on(name: str) -> None:
    states = list(walk(game_of(name).start(6), 6, 90))
    for state in (states[0], states[len(states) // 2], states[-1]):
        again = pickle.loads(pickle.dumps(state))
        assert again == state
        assert hash(again) == hash(state)
        assert (again.events, again.last_sheet) == (state.events, state.last_sheet)
        assert (again.turns, again.volunteers, again.record()) == (state.turns, state.volunteers, state.record())
        assert list(walk(again, 1, 30)) == list(walk(state, 1, 30))
        view = state.view(0)
        assert pickle.loads(pickle.dumps(view)) == view


@pytest.mark.parametrize("name", ["standard", "euchre", "nil_in_the_dark"])
def test_another_process_goes_on_with_a_pickled_state(name: str) -> None:
    state = list(walk(spadesdsl.load(name).start(8), 8, 30))[-1]
    data = pickle.dumps((state, state.view(1)))
    done = subprocess.run([sys.executable, "-c", ELSEWHERE], input=data, capture_output=True, check=True)
    views = [state.view(seat).to_json() for seat in range(len(state.hands))]
    view, after = state.view(1), state
    for _ in range(40):
        after = after.apply(after.turns[0].moves[-1], after.turns[0].seat)
    assert view.belief is not None
    expected = [views, after.record(), view.to_json(), view.belief.imagine(7).hands]
    assert json.loads(done.stdout) == json.loads(json.dumps(expected))


def test_the_options_and_the_texts_go_with_a_state(tmp_path: Path) -> None:
    file = tmp_path / "house.spades"
    file.write_text('language 1\n\nvariant house "House" extends standard { include whiz  set target = 300 }\n')
    game = spadesdsl.load(file, bag_limit=5).with_options({"nil_value": 50})
    data = pickle.dumps(game.start(2))
    file.unlink()
    again = pickle.loads(data)
    assert again == game.start(2)
    assert again.game.hash == game.hash
    assert dict(again.game.options) == dict(game.options)
    assert again.game.with_options({"target": 250}).hash == game.with_options({"target": 250}).hash


def test_other_rules_than_those_that_were_pickled_are_refused() -> None:
    game = game_of("standard")
    assert game.kept is not None
    function, *arguments = game.kept()
    forged = replace(game, kept=lambda: (function, *arguments[:-1], "0" * 64))
    data = pickle.dumps(forged)
    with pytest.raises(spadesdsl.GameError, match="other rules"):
        pickle.loads(data)


def test_a_long_game_is_pickled_as_a_short_one() -> None:
    state = game_of("standard").start(1)
    for _ in range(5_000):
        state.line = with_move(state.line, 0, "AS")
    assert moves_of(pickle.loads(pickle.dumps(state))) == [(0, "AS")] * 5_000


def test_copies_are_values_too() -> None:
    state = list(walk(game_of("hearts").start(3), 3, 40))[-1]
    for made in (copy.copy(state), copy.deepcopy(state)):
        assert made == state
        assert made is not state
        assert made.game is state.game
    assert copy.deepcopy(state.game) is state.game
    assert copy.deepcopy(state.view(0)) == state.view(0)
    assert copy.deepcopy([state, state])[1] == state


def test_what_is_printed_of_a_game_and_a_state_is_one_short_line() -> None:
    state = game_of("standard").start(3)
    assert repr(state.game) == "<Game standard: Spades>"
    assert repr(state) == "<State of standard: deal 1, bidding.opening, 0 moves made>"
    assert repr(spadesdsl.State()) == "<State, not begun>"


def test_a_verdict_is_pickled_with_its_rule() -> None:
    state = list(walk(game_of("standard").start(4, dealer=0), 4, 30))[-1]
    verdict = state.why(state.turns[0].moves[0])
    assert pickle.loads(pickle.dumps(verdict)) == verdict
