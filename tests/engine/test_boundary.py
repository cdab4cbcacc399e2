"""What the public methods refuse, all by one check; and seats by their names."""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING, Any

import pytest

import spadesdsl
from spadesdsl import GameError
from tests.loading import game_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from spadesdsl import Game, State

WRONG: list[Callable[[Game, State, Any], object]] = [
    lambda g, _, __: g.start(seed="a"),  # type: ignore[arg-type]
    lambda g, _, __: g.start(seed=1.5),  # type: ignore[arg-type]
    lambda g, _, __: g.start(dealer=True),
    lambda g, _, __: g.start(dealer=9),
    lambda g, _, __: g.start(deals=5),  # type: ignore[arg-type]
    lambda _, __, ___: spadesdsl.Deal(hands=5, rest=6),  # type: ignore[arg-type]
    lambda _, s, __: s.apply(3),  # type: ignore[arg-type]
    lambda _, s, __: s.apply(None),  # type: ignore[arg-type]
    lambda _, s, __: s.why(5),  # type: ignore[arg-type]
    lambda _, s, __: s.view(9),
    lambda _, s, __: s.view(-1),
    lambda _, s, __: s.view("Nowhere"),
    lambda _, s, __: s.moves(7),
    lambda g, _, __: g.load({}),
    lambda g, _, __: g.load(None),  # type: ignore[arg-type]
    lambda _, s, k: k.rollouts(s, 9),
    lambda _, s, k: k.play_out(s, -1),
    lambda _, s, k: k.play_out(s, 1, deals=0),
    lambda _, __, k: k.play_out(game_of("hearts").start(1)),
    lambda _, __, k: k.pack(game_of("hearts").start(1)),
    lambda _, s, k: k.solve(s, 0),
    lambda _, s, k: k.solve(s, 0, seat="Nowhere"),
    lambda g, _, __: g.with_options(["target"]),  # type: ignore[arg-type]
    lambda _, __, ___: spadesdsl.check_file("standard", ["target"]),  # type: ignore[arg-type]
    lambda g, s, _: g.load({**s.record(), "moves": "all"}),
    lambda g, s, _: g.load({**s.record(), "moves": ["all"]}),
    lambda _, __, ___: spadesdsl.score_document("standard", {}),  # type: ignore[arg-type]
]


def test_what_a_method_cannot_take_is_refused_in_words() -> None:
    game = game_of("standard")
    state, kernel = game.start(1), game.kernel()
    for ask in WRONG:
        with pytest.raises(GameError):
            ask(game, state, kernel)


def test_what_a_program_writes_in_its_own_way_is_taken() -> None:
    game = game_of("standard")
    assert spadesdsl.check_file("standard", {"target": 300}).variant is not None
    told = {"bids": ("3", "4", "2", "3"), "taken": (3, 4, 3, 3)}
    assert spadesdsl.score_document(game, told).sheet is not None


def test_a_kernel_takes_a_state_of_the_same_rules_loaded_another_time() -> None:
    game = game_of("euchre")
    state = game.start(1)
    there = pickle.loads(pickle.dumps(state))
    assert there.game is not game
    assert game.kernel().play_out(there, 2) == game.kernel().play_out(state, 2)


def test_a_seat_is_its_number_or_its_name_everywhere() -> None:
    game = game_of("standard")
    state = game.start(1, dealer="South")
    assert state == game.start(1, dealer=2)
    assert state.view("West") == state.view(3)
    assert state.moves("West") == state.moves(3) == state.turns[0].moves
    assert state.apply("3", "West") == state.apply("3", 3)
    kernel = game.kernel()
    assert kernel.rollouts(state, "West", 2) == kernel.rollouts(state, seat=3, n=2)


def test_a_seat_may_be_a_number_of_another_program() -> None:
    np = pytest.importorskip("numpy")
    game = game_of("standard")
    state = game.start(1, dealer=np.int64(2))
    assert state == game.start(1, dealer=2)
    assert state.view(np.int8(3)) == state.view(3)
    with pytest.raises(GameError, match="there is no seat"):
        state.view(np.int64(4))


def test_a_state_of_other_options_is_refused_by_that_reason() -> None:
    kernel, other = game_of("standard").kernel(), game_of("standard").with_options({"target": 100}).start(1)
    with pytest.raises(GameError, match="under the same rules and options"):
        kernel.play_out(other)
