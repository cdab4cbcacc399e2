"""What `simulate` finds: the same games under each set of rules, whoever plays and on however many cores."""

from __future__ import annotations

import json
import re
import sys
from functools import partial
from math import inf
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from spadesdsl import load
from spadesdsl.cli import main
from spadesdsl.engine import choices
from spadesdsl.engine.boundary import GameError
from spadesdsl.kernel import Kernel
from spadesdsl.kernel.pack import listed, option_of
from spadesdsl.loader import load_text
from spadesdsl.schemas import validator
from spadesdsl.simulation import Figure, Side, playing, run
from spadesdsl.simulation.deals import LENGTH, POINTS, Findings, Played, Under, measures, of_array, of_state
from spadesdsl.simulation.telling import bids_of, lines_of, page_of, said, to_json
from tests.loading import with_half_points

if TYPE_CHECKING:
    from pathlib import Path

STANDARD = Side("standard", partial(load, "standard"))
THINKS = ("euchre", "tarok")
"""Where `greedy` comes to choices that take more than habit."""
FIVE = Side("five", partial(load, "standard", bag_limit=5))


def test_the_same_seed_gives_the_same_answer_for_any_number_of_workers() -> None:
    alone = run([STANDARD, FIVE], bots="random", deals=250, seed=3)
    together = run([STANDARD, FIVE], bots="random", deals=250, seed=3, workers=2)
    assert to_json(alone) == to_json(together)
    assert to_json(alone) != to_json(run([STANDARD, FIVE], bots="random", deals=250, seed=4))


def test_a_game_differs_from_itself_in_nothing() -> None:
    found = run([STANDARD, STANDARD], bots="random", deals=200)
    assert all(one.mean == 0 and not one.is_clear for one in found.changes(1).values())
    assert "standard: no difference in points." in lines_of(found)
    assert "Only what both play is compared, so a difference may not be that of the means." in " ".join(lines_of(found))


def test_only_what_a_rule_touches_changes_in_the_same_deals() -> None:
    found = run([STANDARD, FIVE], bots="random", deals=300).changes(1)
    assert found["contract: points of a side in a deal"] == Figure(0.0, 0.0, 300)
    assert found["bag fine: points of a side in a deal"].is_clear
    assert found[POINTS].mean == pytest.approx(found["bag fine: points of a side in a deal"].mean)


@pytest.mark.parametrize("name", ["euchre", "hearts", "half_tricks"])
def test_points_are_what_the_lines_add_up_to(name: str) -> None:
    found = run([Side(name, partial(load, name))], bots="random", deals=30).under[0].figures
    lines = sum(one.mean for key, one in found.items() if key.endswith(": points of a side in a deal"))
    assert lines == pytest.approx(found[POINTS].mean)


def test_a_game_without_a_kernel_is_played_by_the_interpreter_and_says_so(tmp_path: Path) -> None:
    found = run([Side("halves", partial(load, with_half_points(tmp_path)))], bots="random", deals=5)
    assert any("cannot be compiled" in line for line in lines_of(found))


def test_a_game_that_a_kernel_gives_up_is_played_by_the_interpreter() -> None:
    text = b'variant it "It" extends standard { scoring for each team { score share: 60 / contract } }'
    game = load_text(text, {}).playable
    # Between players who know nothing no game ends; a kernel has no room for 60 / 7.
    assert all(len(playing.play(game, ("random",), 1, one).deals) == playing.MOST_DEALS for one in range(3))


def test_bots_that_think_end_their_games() -> None:
    found = run([Side("euchre", partial(load, "euchre"))], bots="greedy", deals=20)
    assert found.under[0].figures[LENGTH].mean < 40


def test_it_stops_early_once_the_points_are_known_closely_enough() -> None:
    found = run([STANDARD, STANDARD], bots="random", deals=100_000, until=1.0)
    assert found.games == 10


@pytest.mark.parametrize(
    ("given", "says"),
    [({"bots": "clever"}, "there is no bot clever"), ({"deals": 0}, "`deals` must be 1 or more, not 0"),
     ({"bots": ("greedy", "random")}, "2 bots are named, and `standard` has 4 players: name one bot for all, or one"),
     ({"sides": []}, "`sides` is empty")],
)  # fmt: skip
def test_what_cannot_be_played_is_refused(given: dict[str, Any], says: str) -> None:
    with pytest.raises(GameError, match=says):
        run(**{"sides": [Side("standard", partial(load, "standard"))], "deals": 5} | given)


def test_ctrl_c_gives_what_there_is() -> None:
    def stop(now: Findings) -> None:
        if now.games == 2:
            raise KeyboardInterrupt

    found = run([STANDARD, FIVE], bots="random", deals=100_000, tell=stop)
    assert found.is_cut
    assert found.games == 2
    assert "Stopped before the end: this is what there was so far." in lines_of(found)


def test_what_is_stopped_before_the_first_game_is_told_without_a_table() -> None:
    found = Findings((Under("standard"), Under("nyc")), ("greedy",), 1, kernels=("", ""), is_cut=True)
    assert lines_of(found)[-1] == "Stopped before the end: this is what there was so far."


@pytest.mark.parametrize("bots", [("random",), ("greedy", "random", "greedy", "strong:bold")])
def test_the_answer_for_programs_fits_its_schema(bots: tuple[str, ...]) -> None:
    found = run([STANDARD, FIVE], bots="random", deals=100)
    found.bots = bots
    assert list(validator("simulation").iter_errors(json.loads(json.dumps(to_json(found))))) == []


def test_markdown_has_a_row_for_each_measure() -> None:
    found = run([STANDARD, FIVE], bots="random", deals=100)
    rows = [line for line in page_of(found) if line.startswith("| ")]
    assert rows[0] == "|  | standard | five | five − standard |"
    assert len(rows) == 2 + len(found.under[0].figures)


@pytest.mark.parametrize(
    "name", ["standard", "nyc", "euchre", "half_tricks", "hearts", "tarok", "oh_hell", "solo_meister"]
)
def test_a_kernel_measures_what_the_interpreter_measures(name: str) -> None:
    """The last move of a deal, in both: the same points, lines, bids, contracts, tallies; and deals by habit."""
    game, chance, seen = load(name), Random(4), 0
    kernel = Kernel(game, native=False)
    s = game.start(4)
    before = s.scores
    for _ in range(2_000):
        entry = choices.due(s)[0]
        option = chance.choice(entry.options)
        after = s.take(entry, option)
        for sheet in after.sheets:
            array = kernel.pack(s)
            array[array.slot("stops")] = 1
            if array.advance() == 3:
                array.play(option.value)
            else:
                array.take(listed(array, s)[option_of(array.built.layout, s, entry, option)])
            assert array.advance() == 4
            assert measures(of_array(array, before)) == measures(of_state(s, after, sheet, before))
            before, seen = after.scores, seen + 1
        s = after
        if s.over or seen > 5:
            break
    assert seen
    by_habit = playing._by_kernel(game, kernel, 4, 4, by_habit=True, most=2)
    assert (by_habit is None) is (name in THINKS)
    assert by_habit in (None, playing._by_bots(game, ("greedy",), 4, 4, most=2, counts=False))


def test_what_is_told_fits_a_terminal_and_says_the_same_as_json() -> None:
    for sides in ([STANDARD, FIVE], [STANDARD, FIVE, STANDARD, FIVE]):
        found = run(sides, bots="random", deals=20)
        lines = lines_of(found, 80)
        text = " ".join(" ".join(lines).split())
        assert max(map(len, lines)) <= 80
        for change in to_json(found)["under"][1]["changes"].values():
            assert f"{abs(change['mean']):.2f} ± " in text or not change["mean"], text


def test_a_bid_is_kept_if_it_earns_points_or_its_side_takes_its_contract() -> None:
    found = run([STANDARD], bots="random", deals=300).under[0]
    made = bids_of(found)
    figures = found.figures
    assert made["tricks"][0] + made["nil"][0] == 4 * 300
    gained = figures["nil: points of a side in a deal"].mean * 2 * 300 / 100
    assert gained == pytest.approx(2 * made["nil"][1] - made["nil"][0])
    contract = figures["contract: points of a side in a deal"]
    assert 0 < figures["sides that took fewer tricks than their contract, in a deal"].mean < 2
    assert contract.mean < 0 < made["tricks"][1]


def test_a_pass_promises_nothing_and_games_without_an_end_are_counted() -> None:
    found = run([Side("pinochle", partial(load, "pinochle"))], bots="random", deals=100)
    assert bids_of(found.under[0])["pass"][1] is None
    text = "\n".join(lines_of(found, 80))
    assert "pass 0 of" not in text
    assert re.search(r"pinochle: \d+ of \d+ games? had no winner; a game is stopped after 100 deals", text)


def test_a_game_in_which_every_deal_is_thrown_in_is_said_to_be_so() -> None:
    text = (
        'language 1 variant x "X" extends whist { phase early before play { redeal again when deal = 1: by dealer } }'
    )
    found = run([Side("x", lambda: load_text(text.encode(), {}).playable)], bots="random", deals=10)
    assert "x: no deal was scored, because each was thrown in" in lines_of(found, 80)


def test_players_of_different_strength_win_different_shares() -> None:
    side = Side("hearts", partial(load, "hearts"))
    found = run([side], bots=("greedy", "random", "random", "random"), deals=60).under[0].figures
    shares = [found[f"games won by {seat}"].mean for seat in load("hearts").seats]
    assert sum(shares) == pytest.approx(1)
    assert shares[0] > 0.5


def test_where_everybody_plays_alone_a_side_is_a_player() -> None:
    alone, both = ("hearts", "slobberhannes"), ("hearts", "standard")
    for names, word, other in ((alone, "player", "side"), (both, "side", "player")):
        found = run([Side(name, partial(load, name)) for name in names], bots="random", deals=30)
        for text in (" ".join(" ".join(lines_of(found, 80)).split()), " ".join(page_of(found))):
            assert f"points of a {word} in a deal" in text
            assert f"a {other}" not in text
            assert f"games won by the {word} that led first" in text


def test_what_a_rule_decides_is_counted() -> None:
    found = run([STANDARD], bots="greedy", deals=20).under[0].figures
    assert 20 < found["follow suit: times it decided in a deal"].mean < 45
    by_kernel = run([STANDARD], bots="random", deals=300).under[0].figures["follow suit: times it decided in a deal"]
    assert 20 < by_kernel.mean < 45


def test_a_few_deals_have_no_margin_and_show_nothing() -> None:
    first, other = Under("first"), Under("other")
    found = Findings((first, other), ("greedy",), 1)
    for points in range(19):
        found.add((Played(({"points": 0.0},), {}), Played(({"points": 5.0 + points / 100},), {})))
    change = found.changes(1)["points"]
    assert (change.margin, change.is_clear, change.needed) == (inf, False, 20)
    found.add((Played(({"points": 0.0},), {}), Played(({"points": 5.0},), {})))
    assert found.changes(1)["points"].is_clear


@pytest.mark.parametrize(
    ("mean", "margin", "shown"),
    [
        (3.456, 0.2, "3.46 ± 0.20"),
        (-0.004, 0.25, "−0.00 ± 0.25"),
        (0.0035, 0.0026, "0.0035 ± 0.0026"),
        (0.0, 0.0, "0.00 ± 0.00"),
    ],
)
def test_what_is_rare_is_not_shown_as_if_it_never_happened(mean: float, margin: float, shown: str) -> None:
    assert said(Figure(mean, margin, 10)) == shown


_BOTS = """
class Cheap:
    def __init__(self, seed):
        self.seed = seed

    def choose(self, view, turn):
        return turn.moves[0]


class Wrong(Cheap):
    def choose(self, view, turn):
        return "ZZ"


class Torn(Cheap):
    def choose(self, view, turn):
        return view.nothing


def nothing(seed):
    return seed
"""


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the name of a module of bots in the folder that one works in."""
    name = f"bots_{tmp_path.name}"
    (tmp_path / f"{name}.py").write_text(_BOTS, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", [*sys.path])
    return name


def test_a_bot_of_ones_own_plays_on_any_number_of_workers(module: str) -> None:
    bots = ("greedy", f"{module}:Cheap", "greedy", f"{module}:Cheap")
    alone = run([STANDARD], bots=bots, deals=20)
    assert to_json(alone) == to_json(run([STANDARD], bots=bots, deals=20, workers=2))
    assert alone.under[0].figures["games won by East and West"].mean == 0


@pytest.mark.parametrize(
    ("bot", "said"),
    [
        ("{}:Wrong", "chose 'ZZ'; its moves were 1, 2, 3"),
        ("{}:Torn", "AttributeError: 'View' object has no attribute 'nothing'"),
        ("{}:Nobody", "there is no bot `Nobody` in the module"),
        ("{}:nothing", "has no method `choose(view, turn)`"),
        ("not_{}:Cheap", "there is no module `not_"),
        ("strong:bolt", "there is no bot strong:bolt"),
    ],
)
def test_a_bot_that_is_not_there_or_fails_is_told(module: str, bot: str, said: str) -> None:
    with pytest.raises(GameError, match=re.escape(said)):
        run([STANDARD], bots=bot.format(module), deals=1)


def test_the_command_tells_why_a_bot_failed(module: str, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = f"greedy,{module}:Wrong,greedy,greedy"
    assert main(["simulate", "standard", "--seats", wrong, "--deals", "1"]) == 2
    assert "chose 'ZZ'" in capsys.readouterr().err
