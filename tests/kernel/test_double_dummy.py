"""Whole deals with all cards seen, beside DDS, the solver that bridge players use."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from spadesdsl import load
from spadesdsl.engine import choices
from spadesdsl.kernel import Kernel
from spadesdsl.kernel.plain import Tricks
from tests.kernel import brute, dds

if TYPE_CHECKING:
    from pathlib import Path

    from spadesdsl.engine.game import State


def by_dds(s: State) -> dict[str, int]:
    """Return how many of the tricks left each card takes, by name, as DDS finds."""
    pytest.importorskip("endplay", reason="endplay has DDS")
    return dds.tricks(dds.board(s))


@pytest.mark.parametrize("trumps", [True, False])
def test_whole_deals_of_whist_take_the_tricks_that_dds_finds(tmp_path: Path, trumps: bool) -> None:
    game = load("whist") if trumps else dds.trumpless(tmp_path)
    kernel = game.kernel()
    for seed in range(4):
        s = game.start(seed)
        wanted = by_dds(s)
        assert kernel.solve_moves(s, goal="tricks") == wanted
        own = brute.side_to_move(s)
        assert kernel.solve(s, own, goal="tricks") == max(wanted.values())
        assert kernel.solve(s, own) == max(max(wanted.values()) - 6, 0) - max(7 - max(wanted.values()), 0)


def test_endings_of_whist_take_the_tricks_that_dds_finds(tmp_path: Path) -> None:
    chance = Random(4)
    for game in (load("whist"), dds.trumpless(tmp_path)):
        kernel = game.kernel()
        for number in range(60):
            s = brute.ending(game, chance, 3 + number % 6)
            taken = sum(s.taken[seat] for seat in s.sides[brute.side_to_move(s)])
            wanted = {name: tricks + taken for name, tricks in by_dds(s).items()}
            assert kernel.solve_moves(s, goal="tricks") == wanted


@pytest.mark.parametrize("name", ["whist", "standard", "cardgames_io"])
def test_tricks_alone_are_worth_what_the_kernels_own_steps_find(name: str) -> None:
    game = load(name)
    one, other = Kernel(game).solver(), Kernel(game).solver()
    other.by_tricks = False
    chance = Random(8)
    for number in range(40):
        s = brute.ending(game, chance, 3 + number % 3, in_trick=number % 4 == 3)
        for goal in ("score", "tricks"):
            assert one.for_side(s, None, goal) == other.for_side(s, None, goal)


def test_trumps_that_may_not_be_led_yet_are_not_led_in_the_search_for_tricks() -> None:
    game = load("standard")
    one, other = Kernel(game).solver(), Kernel(game).solver()
    other.by_tricks = False
    chance = Random(1)
    packed = game.kernel().pack(brute.ending(game, chance, 13))
    for _ in range(60):
        many = chance.choice((3, 4, 5))
        cards = chance.sample(range(39), 2 * many) + chance.sample(range(39, 52), 2 * many)
        chance.shuffle(cards)
        hands = [sum(1 << card for card in cards[seat::4]) for seat in range(4)]
        for seat, hand in enumerate(hands):
            packed[packed.slot("hands") + seat] = hand
        packed[packed.slot("played")] = (1 << 39) - 1 & ~sum(hands)
        packed[packed.slot("leader")] = chance.randrange(4)
        for goal in ("score", "tricks"):
            assert one.for_side(packed, None, goal) == other.for_side(packed, None, goal)


def test_the_search_for_tricks_is_the_same_in_python() -> None:
    game = load("standard")
    one, other = Kernel(game, native=True).solver(), Kernel(game, native=False).solver()
    chance = Random(2)
    for number in range(6):
        s = brute.ending(game, chance, 5, in_trick=number == 5)
        assert one.for_side(s, None, "tricks") == other.for_side(s, None, "tricks")
        assert one.nodes == other.nodes


def test_what_is_known_of_one_deal_is_not_taken_for_another() -> None:
    game = load("whist")
    kernel = game.kernel()
    chance = Random(6)
    deals = [brute.ending(game, chance, 6) for _ in range(6)]
    alone = [Kernel(game).solve_moves(s, goal="tricks") for s in deals]
    assert [kernel.solve_moves(s, goal="tricks") for s in deals] == alone
    s = deals[0]
    for _ in range(8):
        entry = choices.due(s)[0]
        s = s.take(entry, entry.options[0])
        assert kernel.solve_moves(s, goal="tricks") == Kernel(game).solve_moves(s, goal="tricks")


def test_room_for_answers_that_is_full_is_emptied() -> None:
    game = load("whist")
    kernel = Kernel(game, native=True)
    chance = Random(3)
    s = brute.ending(game, chance, 8)
    wanted = kernel.solve_moves(s, goal="tricks")
    solver = Kernel(game, native=True).solver()
    solver._tricks = Tricks(is_native=True)
    solver._tricks._write(rows_most=20)
    found = solver.for_side(s, None, "tricks")
    assert {game.deck[card]: tricks for card, tricks in found.items()} == wanted
