"""Hidden cards exchanged: what a hint, a review, statistics and learning environments say stays the same.

The rules are shipped ones and some made by chance. `SPADES_EXCHANGES=50` looks at many more.
"""

from __future__ import annotations

import os
from itertools import pairwise
from random import Random
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from spadesdsl import env
from spadesdsl.bots import GreedyPlayer, SteadyPlayer, StrongPlayer
from spadesdsl.bots.greedy import by_habit
from spadesdsl.cli.review import reviewed
from spadesdsl.cli.stats import counted
from spadesdsl.engine import choices
from spadesdsl.engine.record import Step
from spadesdsl.journal import PERSON, Sitter
from spadesdsl.loader import load_text
from spadesdsl.research.spiel import open_spiel
from tests.bots.test_belief import otherwise
from tests.engine.playing import NAMES, game_of, walk
from tests.hostile.rules import Maker

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spadesdsl.engine.game import Game, State

MANY = int(os.environ.get("SPADES_EXCHANGES", "1"))
MOVES = 70
pytest.importorskip("pyspiel")


def rules() -> Iterator[tuple[str, Game]]:
    """Yield shipped games, and some of rules made by chance."""
    yield from ((name, game_of(name)) for name in NAMES[:: max(1, 16 // MANY)])
    for number in range(3 * MANY):
        made = load_text(f"language 1\n{Maker(Random(number)).file()}".encode(), {}).game
        if made is not None:
            yield f"file {number}", made


def hinted(state: State, seat: int) -> list[Any]:
    """Return what bots would choose at a seat, and why."""
    bots = GreedyPlayer(3), SteadyPlayer(3, 3)
    return [bot.advise(state.view(seat), turn) for turn in state.turns if turn.seat == seat for bot in bots]


def observed(game: Game, state: State, seat: int) -> list[str]:
    """Return the texts that learning programs get of a position."""
    made, spiel = env(game), open_spiel(game).new_initial_state()
    made.reset(options={"state": state})
    spiel._go_to(state)
    player = game.players.index(seat)
    return [made.render(), spiel.observation_string(player), spiel.information_state_string(player)]


def test_a_hint_and_the_texts_of_environments_are_the_same_whatever_the_hidden_cards_are() -> None:
    hints = texts = 0
    for name, game in rules():
        rng = Random(name)
        for state in walk(game.start(5), 5, MOVES):
            if state.over or rng.random() > 0.04:
                continue
            seat = rng.choice([turn.seat for turn in state.turns])
            other = otherwise(state, seat, rng)
            assert hinted(state, seat) == hinted(other, seat), (name, state, seat)
            for entry in choices.due(state):
                turn = next(one for one in state.turns if (one.seat, one.choice) == (entry.seat, entry.choice))
                asked = by_habit(state, entry)  # at the real table, as `simulate` does
                assert asked is None or asked.text == GreedyPlayer(3).choose(state.view(turn.seat), turn), (name, state)
            if seat in game.players:
                assert observed(game, state, seat) == observed(game, other, seat), (name, state, seat)
                texts += 1
            hints += 1
    assert hints > 8
    assert texts > 8


def test_a_review_of_a_choice_is_the_same_whatever_the_hidden_cards_are() -> None:
    looked_at = 0
    for name in ("hearts",):
        rng = Random(name)
        for before, after in pairwise(walk(game_of(name).start(5), 5, MOVES)):
            if after.last_move is None or after.deal != before.deal or rng.random() > 0.04:
                continue
            seat, bot = after.last_move[0], StrongPlayer(3, 20)
            made = [seat, after.last_move[1]]
            found = [
                reviewed([Step(-1, None, one), Step(0, made, after)], {seat}, bot)
                for one in (before, otherwise(before, seat, rng))
            ]
            said = [(one.choices, [lapse.to_json() for lapse in one.lapses]) for one in found]
            assert said[0] == said[1]
            looked_at += found[0].choices
    assert looked_at


def test_statistics_of_a_running_game_are_the_same_whatever_the_hidden_cards_are() -> None:
    *states, last = walk(game_of("standard").start(5), 5, MOVES)
    record = SimpleNamespace(sitters=[Sitter(seat, PERSON, name="Ann") for seat in range(4)])
    counts = [
        counted(SimpleNamespace(states=(*states, one), game=last.game, record=record))
        for one in (last, otherwise(last, 0, Random(5)))
    ]
    assert counts[0] == counts[1]
    assert len(counts[0]) == 4
