"""What `simulate` finds: the same games under each set of rules, whoever plays and on however many cores."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING

import pytest

from spadesdsl import load
from spadesdsl.schemas import validator
from spadesdsl.simulation import Figure, Side, run
from spadesdsl.simulation.playing import LENGTH, POINTS
from spadesdsl.simulation.telling import lines_of, page_of, to_json

if TYPE_CHECKING:
    from spadesdsl.simulation import Findings

STANDARD = Side("standard", partial(load, "standard"))
FIVE = Side("five", partial(load, "standard", bag_limit=5))


def test_the_same_seed_gives_the_same_answer_for_any_number_of_workers() -> None:
    alone = run([STANDARD, FIVE], bots="random", deals=250, seed=3)
    together = run([STANDARD, FIVE], bots="random", deals=250, seed=3, workers=2)
    assert to_json(alone) == to_json(together)
    assert to_json(alone) != to_json(run([STANDARD, FIVE], bots="random", deals=250, seed=4))


def test_a_game_differs_from_itself_in_nothing() -> None:
    found = run([STANDARD, STANDARD], bots="random", deals=200)
    assert all(one.change.mean == 0 and not one.change.is_clear for one in found.differences(1).values())
    assert "standard: no difference in points." in lines_of(found)


def test_only_what_a_rule_touches_changes_in_the_same_deals() -> None:
    found = run([STANDARD, FIVE], bots="random", deals=300).differences(1)
    assert found["contract: points of a side in a deal"].change == Figure(0.0, 0.0, 300)
    assert found["bag fine: points of a side in a deal"].change.is_clear
    assert found[POINTS].change.mean == pytest.approx(found["bag fine: points of a side in a deal"].change.mean)


@pytest.mark.parametrize("name", ["euchre", "hearts", "half_tricks"])
def test_points_are_what_the_lines_add_up_to(name: str) -> None:
    found = run([Side(name, partial(load, name))], bots="random", deals=30).under[0].figures
    lines = sum(one.mean for key, one in found.items() if key.endswith(": points of a side in a deal"))
    assert lines == pytest.approx(found[POINTS].mean)


def test_a_game_without_a_kernel_is_played_by_the_interpreter_and_says_so() -> None:
    found = run([Side("half_tricks", partial(load, "half_tricks"))], bots="random", deals=5)
    assert any("cannot be compiled" in line for line in lines_of(found))


def test_bots_that_think_end_their_games() -> None:
    found = run([Side("euchre", partial(load, "euchre"))], bots="greedy", deals=20)
    assert found.under[0].figures[LENGTH].mean < 40


def test_it_stops_early_once_the_points_are_known_closely_enough() -> None:
    found = run([STANDARD, STANDARD], bots="random", deals=100_000, until=1.0)
    assert found.games == 10


def test_ctrl_c_gives_what_there_is() -> None:
    def stop(now: Findings) -> None:
        if now.games == 2:
            raise KeyboardInterrupt

    found = run([STANDARD, FIVE], bots="random", deals=100_000, tell=stop)
    assert found.is_cut
    assert found.games == 2
    assert "Stopped before the end: this is what there was so far." in lines_of(found)


def test_the_answer_for_programs_fits_its_schema() -> None:
    found = run([STANDARD, FIVE], bots="random", deals=100)
    assert list(validator("simulation").iter_errors(json.loads(json.dumps(to_json(found))))) == []


def test_markdown_has_a_row_for_each_measure() -> None:
    found = run([STANDARD, FIVE], bots="random", deals=100)
    rows = [line for line in page_of(found) if line.startswith("| ")]
    assert rows[0] == "|  | standard | five | five − standard |"
    assert len(rows) == 2 + len(found.under[0].figures)
