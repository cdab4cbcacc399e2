"""A kernel plays as the interpreter does: every shipped file, whole states compared after each choice."""

from __future__ import annotations

import zlib
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, NamedTuple

import pytest

from spadesdsl import Deal, load
from spadesdsl.check.options import say_value
from spadesdsl.engine.boundary import OptionError
from spadesdsl.kernel import Kernel, Packed, native
from tests.kernel import lockstep
from tests.kernel.checked import Checked, CheckedPacked
from tests.kernel.lines import RULES
from tests.loading import game_of, kernel_of, loaded

if TYPE_CHECKING:
    from spadesdsl.engine.game import Game

VARIANTS = Path(__file__).parent.parent.parent / "variants"
FILES = sorted(str(path.relative_to(VARIANTS)) for path in VARIANTS.rglob("*.spades"))


class Shipped(NamedTuple):
    """A shipped file; all tests of it come together, so that its kernel is written once."""

    file: str
    game: Game
    kernel: Kernel


@pytest.fixture(scope="module", params=FILES)
def shipped(request: pytest.FixtureRequest) -> Shipped:
    name = Path(request.param).stem
    return Shipped(request.param, game_of(name), kernel_of(name))


def test_a_kernel_plays_every_shipped_file_as_the_interpreter_does(shipped: Shipped) -> None:
    file, game, kernel = shipped
    assert not kernel.why_not
    chance = Random(zlib.crc32(file.encode()))
    for number in range(2):
        s = game.start(chance.getrandbits(64))
        lockstep.play(kernel, lockstep.planted(s, chance) if number == 1 else s, chance, deals=3, most=140)


def test_a_kernel_begins_a_game_as_the_interpreter_does(shipped: Shipped) -> None:
    array = Packed(shipped.kernel, [])
    for seed in range(3):
        array.start(seed)
        array.advance()
        lockstep.compare(array, shipped.game.start(seed))


def test_a_kernel_plays_other_settings_as_the_interpreter_does(shipped: Shipped) -> None:
    """Each option, in the file that declares it, with another value."""
    file, game, _ = shipped
    variant = loaded(Path(file).stem).rules
    chance = Random(zlib.crc32(file.encode()))
    for option in variant.game.options:
        others = [say_value(option.type, one, variant.game) for one in option.choices if one != option.value]
        if option.rule.document != Path(file).stem or not others:
            continue
        try:
            other = game.with_options({option.name: chance.choice(others)})
        except OptionError:  # that value needs another one set, too
            continue
        varied = Kernel(other, native=False)
        start = lockstep.planted(other.start(chance.getrandbits(64)), chance)
        lockstep.play(varied, start, chance, deals=2, most=120)


@pytest.mark.parametrize("file", FILES[::6])
def test_no_place_outside_of_the_array_and_its_tables_is_touched(file: str) -> None:
    """The build with checked bounds."""
    game = game_of(Path(file).stem)
    chance = Random(zlib.crc32(file.encode()) + 1)
    kernel = Checked(game)
    start = lockstep.planted(game.start(chance.getrandbits(64)), chance)
    lockstep.play(kernel, start, chance, deals=2, most=120)


def test_the_build_with_checked_bounds_refuses_other_places() -> None:
    array = CheckedPacked(Checked(load("whist")), [])
    for place in (-1, array.built.size, array.built.options - 1):
        with pytest.raises(IndexError, match="outside of the state"):
            array[place] = 1


@pytest.mark.parametrize("name", ["standard", "hearts", "cancellation", "spoil_five", "dummy_whist", "six_two_teams"])
def test_the_machines_code_plays_as_the_interpreter_does(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if name not in ("standard", "cancellation"):  # LLVM's optimiser takes longer than all else
        monkeypatch.setattr(native, "level", 0)
    game = load(name)
    kernel = Kernel(game, native=True)
    chance = Random(5)
    for _ in range(3):
        lockstep.play(kernel, game.start(chance.getrandbits(64)), chance, deals=4, most=400)


@pytest.mark.parametrize("file", sorted(path.name for path in RULES.glob("*.spades")))
def test_a_kernel_plays_what_no_shipped_file_has_as_the_interpreter_does(file: str) -> None:
    game = load(RULES / file)
    kernel, chance = Kernel(game, native=False), Random(2)
    for seed in range(4):
        lockstep.play(kernel, game.start(seed), chance, deals=3, most=400)


@pytest.mark.parametrize("name", ["standard", "euchre", "nyc"])
def test_a_kernel_goes_on_from_a_deal_that_is_given(name: str) -> None:
    game = load(name)
    start = game.start(9)
    chance = Random(9)
    for _ in range(30):
        turn = start.turns[0]
        start = start.apply(chance.choice(turn.moves), turn.seat)
    lockstep.play(Kernel(game, native=False), start, chance, deals=2)


def test_playouts_are_the_same_in_python_and_in_the_machines_code() -> None:
    for name in ("standard", "euchre", "cancellation", "hearts"):
        game = load(name)
        state = game.start(3)
        one, other = Kernel(game, native=False), Kernel(game, native=True)
        assert one.play_out(state, 12, seed=4, deals=3) == other.play_out(state, 12, seed=4, deals=3)
        for seat in (0, 2):
            assert one.rollouts(state, seat, 12, seed=4) == other.rollouts(state, seat, 12, seed=4)


def test_imagined_deals_leave_a_seat_its_hand_where_deals_have_rules_of_their_own() -> None:
    game = load("hearts", pass_cards="no")
    suits = [[card for card in game.deck if card.endswith(suit)] for suit in "HCDS"]
    state = game.start(dealer=0, deals=[Deal(hands=tuple(map(tuple, suits)))])
    for is_native in (False, True):
        found = Kernel(game, native=is_native).rollouts(state, 1, 12, seed=2)
        assert {tuple(one.scores) for one in found} == {(26, 0, 26, 26)}  # clubs are led, and take every trick
