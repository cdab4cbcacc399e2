"""Rules with other options share what was bound of the file before, and play as if they had been bound alone."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

from spadesdsl.binding.game import bind
from spadesdsl.check.options import say_value
from spadesdsl.loader import load
from spadesdsl.settings import read_settings

if TYPE_CHECKING:
    from spadesdsl.binding.game import Bound
    from spadesdsl.engine.game import State

VARIANTS = Path(__file__).parent.parent.parent / "variants"
FILES = sorted(VARIANTS.rglob("*.spades"))
MOST_MOVES = 120


@pytest.mark.parametrize("file", FILES[1::15], ids=lambda file: file.stem)
def test_rules_with_other_options_play_as_if_they_were_bound_alone(file: Path) -> None:
    loaded = load(str(file), {})
    assert loaded.variant is not None
    known: list[Bound] = []
    bind(loaded.variant, loaded.sources, known).edition(1)
    for option in loaded.variant.game.options:
        other = next((one for one in reversed(option.choices) if one != option.value), option.value)
        settings = {option.name: say_value(option.type, other, loaded.variant.game)}
        variant = loaded.with_settings(read_settings(settings)[0]).variant
        if variant is None:
            continue
        shared, alone = bind(variant, loaded.sources, known), bind(variant, loaded.sources)
        assert shared.hash == alone.hash
        assert told(shared.start(5), 5) == told(alone.start(5), 5)


def told(state: State, seed: int) -> list[object]:
    """Return all that happens in some random moves, with the reasons for a move."""
    rng, happened = Random(seed), []
    for _ in range(MOST_MOVES):
        if state.over:
            break
        turn = state.turns[0]
        move = rng.choice(turn.moves)
        happened += [turn, state.why(move, turn.seat), state.scores, state.tallies, state.view(turn.seat).to_json()]
        state = state.apply(move, turn.seat)
    return [*happened, state.scores, state.events]


def test_rules_share_what_their_options_leave_alone() -> None:
    loaded = load("standard", {})
    game = loaded.game
    other = loaded.with_settings(read_settings({"target": "300"})[0]).game
    assert game is not None
    assert other is not None
    assert other.base.plan is game.base.plan
    assert other.base.endings != game.base.endings


def test_a_setting_that_changes_nothing_plays_the_same_game() -> None:
    loaded = load("standard", {})
    assert loaded.with_settings(read_settings({"target": "500"})[0]).game is loaded.game
