"""The generator is SplitMix64: its values are those that others publish, and never change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadesdsl.engine import generator
from spadesdsl.engine.generator import below, draw, shuffled

if TYPE_CHECKING:
    import pytest

GOLDEN_SHUFFLE = ((9, 5, 8, 6, 1, 2, 4, 7, 0, 3), 10372713005361028292)
GOLDEN_DICE = [4, 0, 1, 2, 0, 5, 1, 4, 2, 3, 1, 2]


def draws(seed: int, number: int) -> list[int]:
    """Return the first numbers of a seed."""
    values = []
    for _ in range(number):
        value, seed = draw(seed)
        values.append(value)
    return values


def test_published_values_of_seed_1234567() -> None:
    """Hold the values that Rosetta Code lists for SplitMix64."""
    assert draws(1234567, 5) == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_published_values_of_seed_0() -> None:
    """Hold the values with which the reference implementation in C begins."""
    assert draws(0, 3) == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]


def test_a_seed_counts_by_its_lowest_64_bits() -> None:
    """Take any whole number for a seed, also one below zero."""
    assert draws(7, 3) == draws(7 + (1 << 64), 3) == draws(7 - (1 << 64), 3)


def test_golden_shuffle() -> None:
    """Hold one shuffle for ever: a recorded game must be dealt the same cards in ten years."""
    assert shuffled(7, range(10)) == GOLDEN_SHUFFLE


def test_draws_at_once_are_those_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shuffle as often as drawing each place from below, also where the first draw has to be made again."""
    for seed, size in ((0, 0), (1, 1), (2, 2), (7, 10), (2**64 - 1, 52), (-5, 104)):
        order, state = list(range(size)), seed
        for n in range(size, 1, -1):
            place, state = below(state, n)
            order[n - 1], order[place] = order[place], order[n - 1]
        assert shuffled(seed, range(size)) == (tuple(order), state)
    monkeypatch.setattr(generator, "_draws", lambda _, count: (0,) * count)  # a draw of 0 may have to be made again
    assert shuffled(7, range(10)) == GOLDEN_SHUFFLE


def test_golden_numbers_below() -> None:
    """Hold the numbers below six of one seed."""
    seed, values = 42, []
    for _ in range(12):
        value, seed = below(seed, 6)
        values.append(value)
    assert values == GOLDEN_DICE


def test_every_number_below_comes_up_about_as_often() -> None:
    """Throw a die 6,000 times."""
    seed, counts = 3, [0] * 6
    for _ in range(6000):
        value, seed = below(seed, 6)
        counts[value] += 1
    assert all(900 < count < 1100 for count in counts)


def test_below_one_is_nought() -> None:
    """Draw from a single number."""
    assert below(9, 1)[0] == 0


def test_a_shuffle_loses_nothing() -> None:
    """Keep every item, and leave what was handed in alone."""
    items = list("ABCDEFG")
    order, _ = shuffled(11, items)
    assert sorted(order) == items
    assert items == list("ABCDEFG")
