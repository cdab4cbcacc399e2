"""The games that are not of the family that the language was first made for: fifty random ones to the end."""

from __future__ import annotations

import pytest

from spadesdsl.resources import variant_names
from tests.engine.playing import game_of, walk

GAMES = ("euchre", "german_whist", "hearts", "knockout_whist", "oh_hell", "spoil_five", "whist")
MOST_MOVES = 20_000


def test_they_are_bundled() -> None:
    assert set(GAMES) <= set(variant_names())


@pytest.mark.parametrize("name", GAMES)
def test_fifty_random_games_come_to_their_end(name: str) -> None:
    game = game_of(name)
    ended_by = set()
    for seed in range(50):
        *_, state = walk(game.start(seed), seed, MOST_MOVES)
        assert state.over, seed
        assert state.winners
        ended_by.add(state.ended_by)
    assert len(ended_by) == 1


@pytest.mark.parametrize("seed", range(20))
def test_of_those_knocked_out_nobody_is_dealt_to_or_asked(seed: int) -> None:
    game = game_of("knockout_whist").with_options({"dogs_life": True})
    for state in walk(game.start(seed), seed, MOST_MOVES):
        for seat in range(4):
            if state.out >> seat & 1:
                assert not state.hands[seat]
                assert not state.moves(seat)
