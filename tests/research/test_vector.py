"""Many games at once are the games that PettingZoo's environment plays one by one."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from spadesdsl import GameError, load
from spadesdsl.engine.generator import below
from spadesdsl.loader import load_text
from tests.kernel.test_lock_step import FILES
from tests.loading import game_of, with_half_points

np = pytest.importorskip("numpy")

from spadesdsl.research.encoding import ON_KERNELS, Observation  # noqa: E402
from spadesdsl.research.vector import NEXT_SHUFFLE, VectorEnvironment  # noqa: E402


def play_both(many: VectorEnvironment, seed: int, steps: int) -> None:
    """Play the first of many games beside the interpreter, and compare what is shown."""
    game, chance, rng = many.game, seed * 0x9E3779B97F4A7C15 & (1 << 62) - 1, Random(seed)
    whole = Observation(many.actions)
    moment = many.reset(seed)
    s, first = None, None
    for _ in range(steps):
        if s is None:
            start, chance = below(chance, NEXT_SHUFFLE)
            s = game.start(start)
            first, scored = s, 0
        seat, options = many.actions.due(s)
        said = {number for number, (entry, _) in options.items() if entry.node < 0}
        assert moment.seats[0] == seat
        assert set(np.flatnonzero(moment.masks[0])) == said
        row = whole.of(s.view(seat))
        for name in ON_KERNELS:
            mine, theirs = many.layout.sections[name], whole.sections[name]
            shown = list(moment.observations[0][mine.start : mine.stop])
            assert shown == [float(np.float32(one)) for one in row[theirs.start : theirs.stop]], name
        action = rng.choice(sorted(said))
        moment = many.step([action] + [int(np.flatnonzero(mask)[0]) for mask in moment.masks[1:]])
        before, s = s, s.take(*options[action])
        scored += len(s.sheets)
        won = [whole.points(s, one) - whole.points(before, one) for one in range(len(game.seats))]
        ends = s.over or bool(many.deals and scored >= many.deals)
        assert list(moment.rewards[0]) == won
        assert bool(moment.ended[0]) == ends
        s = None if ends else s
    assert first is not None


@pytest.mark.parametrize("file", FILES[::4])  # as kernels, all of them are held in lock step
def test_many_games_show_what_one_game_shows(file: str) -> None:
    game = game_of(Path(file).stem)
    play_both(VectorEnvironment(game, 2, native=False, deals=1), 3, 50)


def test_a_game_without_a_kernel_is_refused(tmp_path: Path) -> None:
    with pytest.raises(GameError, match="has no kernel"):
        VectorEnvironment(load(with_half_points(tmp_path)), 1, native=False)


def test_a_fraction_for_which_no_kernel_has_room_is_told_and_ends_no_game() -> None:
    text = b'variant it "It" extends standard { scoring for each team { score share: 60 / contract } }'
    many, rng = VectorEnvironment(load_text(text, {}).playable, 2, native=False), Random(1)

    def play() -> None:
        for _ in range(100):
            moment = many.step([rng.choice(np.flatnonzero(mask).tolist()) for mask in many.moment.masks])
            assert not moment.ended.any()

    with pytest.raises(GameError, match="game 0 has come to a fraction"):
        play()
    assert not many.reset(3).ended.any()


@pytest.mark.parametrize("name", ["standard", "cancellation"])
def test_the_machines_code_shows_the_same(name: str) -> None:
    play_both(VectorEnvironment(load(name), 3, native=True, deals=2), 4, 300)
