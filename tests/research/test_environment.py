"""PettingZoo's own tests hold every shipped game; what an agent observes follows from its view alone."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from spadesdsl import GameError, env, load, vector_env
from tests.engine.playing import NAMES, game_of, walk
from tests.engine.test_properties import exchanged
from tests.kernel.test_lock_step import FILES

if TYPE_CHECKING:
    from collections.abc import Callable

    from spadesdsl.research.environment import Environment

np = pytest.importorskip("numpy")
pettingzoo = pytest.importorskip("pettingzoo.test")


@pytest.mark.parametrize("file", FILES)
@pytest.mark.filterwarnings("ignore")  # what PettingZoo recommends of names and of dictionaries
def test_pettingzoo_accepts_every_shipped_file(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    game = game_of(Path(file).stem)
    pettingzoo.api_test(env(game), num_cycles=25)
    # The same seed is the same game in every file: `test_properties`. So most are asked shortly.
    pettingzoo.seed_test(lambda: env(game), num_cycles=15 if file in FILES[::6] else 3)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize("name", NAMES)
def test_an_observation_is_the_same_whatever_the_hidden_cards_are(name: str) -> None:
    made, rng = env(game_of(name)), random.Random(7)
    for number, state in enumerate(walk(made.game.start(7), 7, 90)):
        if number % 9:
            continue
        seat = rng.choice(made.game.players)
        agent = made.game.seats[seat]
        made.reset(options={"state": state})
        shown = made.observe(agent)
        made.reset(options={"state": exchanged(state, seat, rng)})
        again = made.observe(agent)
        assert (shown["observation"] == again["observation"]).all()
        assert (shown["action_mask"] == again["action_mask"]).all()


@pytest.mark.parametrize("name", ["standard", "nyc", "euchre", "cancellation", "skat", "hearts"])
def test_a_mask_has_what_the_seat_may_do_and_nothing_else(name: str) -> None:
    made = env(game_of(name))
    for state in walk(made.game.start(3), 3, 200):
        made.reset(options={"state": state})
        if state.over:
            continue
        seat = made.seat_of[made.agent_selection]
        moves = [
            made.choices[number][1].text for number in np.flatnonzero(made.observe(made.agent_selection)["action_mask"])
        ]
        assert sorted(moves) == sorted(state.moves(seat))
        for agent in made.possible_agents:
            assert agent == made.agent_selection or not made.observe(agent)["action_mask"].any()


def section(made: Environment, agent: str, name: str) -> list[list[float]]:
    one = made.layout.sections[name]
    shown = made.observe(agent)["observation"][one.start : one.stop]
    return [list(row) for row in shown.reshape(one.rows, one.width)]


def test_the_sections_say_what_their_sentences_say() -> None:
    made = env("standard")
    state = made.game.start(7, dealer=0)
    for bid in ("3", "4", "nil", "2"):
        state = state.apply(bid)
    lead = state.turns[0].moves[0]
    state = state.apply(lead)
    made.reset(options={"state": state})
    agent = made.agent_selection
    seat = made.seat_of[agent]
    held = [made.actions.names[at] for at, many in enumerate(section(made, agent, "hand")[0]) if many]
    assert sorted(held) == sorted(state.view(seat).hand or ())
    assert [sum(row) for row in section(made, agent, "table")] == [0, 0, 0, 1]
    assert section(made, agent, "table")[3][made.actions.names.index(lead)] == 1
    assert section(made, agent, "sizes") == [[13], [13], [13], [12]]
    bids = [[key for key, at in made.layout.bids.items() if row[at]] for row in section(made, agent, "bids")]
    assert [key[0][1:] for key in bids] == [("tricks", (4,)), ("nil", ()), ("tricks", (2,)), ("tricks", (3,))]
    assert section(made, agent, "dealer") == [[0], [0], [1], [0]]
    assert section(made, agent, "contract") == [[6], [3], [6], [3]]


def test_the_reward_is_what_the_side_scores_in_the_deal() -> None:
    made = env("standard")
    made.reset(seed=5)
    rng = random.Random(5)
    while not any(made.terminations.values()):
        made.step(rng.choice(sorted(made.choices)))
    sides = made.game.sides
    for side, members in enumerate(sides):
        assert {made.rewards[made.game.seats[seat]] for seat in members} == {float(made.state_.scores[side])}


def test_a_state_of_other_rules_is_refused() -> None:
    with pytest.raises(GameError, match="a state of the game `standard`, not <State of whist"):
        env("standard").reset(options={"state": load("whist").start(1)})


def test_what_an_environment_cannot_take_is_refused_in_words() -> None:
    made, many = env("euchre"), vector_env("euchre", 2)
    wrong: list[Callable[[], object]] = [
        made.last,
        lambda: made.num_agents,
        lambda: env("euchre", deals="x"),  # type: ignore[arg-type]
        lambda: made.reset(seed="x"),  # type: ignore[arg-type]
        lambda: made.reset(options={"state": 1}),
        lambda: vector_env("euchre", 2, deals=-1),
        lambda: many.reset("x"),  # type: ignore[arg-type]
        lambda: many.step(["no", "no"]),  # type: ignore[list-item]
    ]
    for ask in wrong:
        with pytest.raises(GameError, match=r"must be|are whole numbers|call `reset` first"):
            ask()


def test_where_the_lowest_score_wins_points_are_a_loss() -> None:
    made = env("hearts")
    made.reset(seed=5)
    rng = random.Random(5)
    while not any(made.terminations.values()):
        made.step(rng.choice(sorted(made.choices)))
    assert sorted(made.rewards.values()) == sorted(-float(score) for score in made.state_.scores)
    assert sum(made.rewards.values()) < 0


def test_an_episode_has_as_many_deals_as_are_wanted() -> None:
    for deals in (1, 3, 0):
        made = env("euchre", deals=deals)
        made.reset(seed=2)
        rng, scored = random.Random(1), 0
        while not any(made.terminations.values()):
            made.step(rng.choice(sorted(made.choices)))
            scored += len(made.state_.sheets)
        assert scored == deals or (deals == 0 and made.state_.over)


def test_an_action_that_may_not_be_chosen_is_refused_and_nothing_happens() -> None:
    made = env("standard", target=300)
    assert made.game.options["target"] == 300
    made.reset(seed=1)
    before = made.state_
    for wrong in ("QS", 53.5):
        with pytest.raises(GameError, match="`action` must be a whole number"):
            made.step(wrong)
    with pytest.raises(GameError, match="may not choose action 0 now"):
        made.step(0)
    assert made.state_ is before


def test_the_same_action_means_the_same_in_every_process() -> None:
    made = env("standard")
    assert made.actions.names[:4] == ["2C", "3C", "4C", "5C"]
    assert made.actions.names[52:58] == ["top", "look", "wait", "1", "2", "3"]
    assert made.actions.names[-1] == "nil"
    assert len(made.actions) == 69


def test_what_was_said_is_known_to_the_action_that_said_it() -> None:
    for name in NAMES:
        made = env(game_of(name)).actions
        for state in walk(game_of(name).start(4), 4, 60):
            for _, choice, text in state.said:
                assert made.said(choice, text) is not None, (name, choice, text)
