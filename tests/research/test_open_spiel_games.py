"""OpenSpiel's own algorithms play rule files: regret minimisation on a small game, a search on a large one."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from spadesdsl import GameError, load, open_spiel
from tests.engine.playing import NAMES

if TYPE_CHECKING:
    from pathlib import Path

np = pytest.importorskip("numpy")
pyspiel = pytest.importorskip("pyspiel")

DUEL = """variant duel "Duel" {
  about "Two players, six cards; a point for each trick, and two for the last."
  table { seats North, South teams none }
  deck { suits clubs, hearts ranks A, K, Q trumps: hearts }
  deal {
    dealer first: North
    dealer next: left of dealer
    give hands: 3 from stock to each player from left of dealer
  }
  play {
    lead first: left of dealer
    lead next: last_trick.winner
    must follow_suit when following: card in led.suit "Follow suit if you can."
    trick winner: highest of trick in trumps, else highest of trick in led.suit
  }
  scoring for each player {
    score tricks: 1 * taken "A point for each trick."
    score final_trick when last_trick.winner is player: 2 "Two points for the last trick."
  }
  ending { win target_reached when score >= 10 tie level: play on }
}
"""


def test_counterfactual_regret_minimisation_learns_a_rule_file(tmp_path: Path) -> None:
    from open_spiel.python.algorithms import exploitability, external_sampling_mccfr

    file = tmp_path / "duel.spades"
    file.write_text(DUEL, encoding="utf-8")
    game = open_spiel(file, shuffles=8)
    np.random.seed(1)
    solver = external_sampling_mccfr.ExternalSamplingSolver(game)
    before = exploitability.nash_conv(game, solver.average_policy())
    for _ in range(200):
        solver.iteration()
    assert exploitability.nash_conv(game, solver.average_policy()) < before / 4


def test_a_search_plays_a_deal_of_which_it_sees_one_hand() -> None:
    from open_spiel.python.algorithms import ismcts, mcts

    game, rng = open_spiel("standard"), np.random.RandomState(2)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, rng), 100.0, 4, random_state=rng)
    state = game.new_initial_state()
    state.apply_action(5)
    for _ in range(10):
        state.apply_action(int(bot.step(state)))
    assert state.move_number() == 11


@pytest.mark.parametrize("name", [*NAMES[::9], "tarok", "nyc"])
def test_openspiel_plays_a_rule_file_as_we_do(name: str) -> None:
    """Random deals: legal moves, information of others, copies and what is written down, checked at each choice."""
    game, chance = open_spiel(name), Random(3)
    state = game.new_initial_state()
    state.apply_action(chance.randrange(1000))
    while not state.is_terminal():
        player, table = state.current_player(), state.table
        assert table is not None
        moves = [state.action_to_string(player, action) for action in state.legal_actions()]
        assert len(set(moves)) == len(state.choices) <= len(table.moves(game.rules.game.players[player]))
        other = state.clone()
        state.apply_action(chance.choice(state.legal_actions()))
        assert other.table == table
        assert (state.table == other.table) is False
    again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[1]
    assert again.returns() == state.returns()
    assert again.table == state.table
    table = state.table
    assert table is not None
    assert state.returns()[0] == float(game.rules.layout.points(table, game.rules.game.players[0]))


@pytest.mark.parametrize("name", ["hearts", "secret_bids"])
def test_what_a_player_knows_is_the_same_in_every_deal_that_it_imagines(name: str) -> None:
    game = open_spiel(name)
    state = game.new_initial_state()
    state.apply_action(11)
    chance = Random(1)
    for _ in range(25):
        player = state.current_player()
        other = state.resample_from_infostate(player, chance.random)
        assert other.current_player() == player  # also where others have chosen in secret
        assert other.information_state_string(player) == state.information_state_string(player)
        state.apply_action(chance.choice(state.legal_actions()))
    player = state.current_player()
    others = [state.resample_from_infostate(player, chance.random) for _ in range(5)]
    assert {one.information_state_string(player) for one in others} == {state.information_state_string(player)}
    assert {one.observation_string(player) for one in others} == {state.observation_string(player)}
    assert len({one.table.hands for one in others if one.table}) > 1


def test_the_tensor_is_the_observation_of_the_environment() -> None:
    from spadesdsl import env

    game, made = open_spiel("standard"), env("standard")
    state = game.new_initial_state()
    state.apply_action(3)
    observer = game.make_py_observer()
    observer.set_from(state, 2)
    made.reset(options={"state": state.table})
    assert (observer.tensor == made.observe(made.possible_agents[2])["observation"]).all()
    assert observer.dict["hand"].sum() == 13


def test_a_game_is_loaded_by_its_parameters() -> None:
    game = pyspiel.load_game("spadesdsl", {"file": "euchre", "options": "target=5", "deals": 0})
    assert game.num_players() == 4
    assert game.rules.game.options["target"] == 5
    assert open_spiel("euchre", target=5).num_distinct_actions() == game.num_distinct_actions()
    with pytest.raises(GameError, match="other rules"):
        pyspiel.load_game("spadesdsl", {"file": "euchre", "hash": load("whist").hash + "0"})


def test_what_may_not_be_chosen_is_refused_in_words() -> None:
    game = open_spiel("euchre", shuffles=8)
    with pytest.raises(GameError, match="action 8 may not be chosen now"):
        game.new_initial_state().apply_action(8)
    state = game.new_initial_state()
    state.apply_action(3)
    with pytest.raises(GameError, match="action 0 may not be chosen now"):
        state.apply_action(0)


def test_options_of_a_loaded_game_say_how_they_are_written() -> None:
    with pytest.raises(GameError, match="`options` must be as in"):
        pyspiel.load_game("spadesdsl", {"file": "euchre", "options": "stick"})
