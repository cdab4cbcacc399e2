"""The tricks of a side against its contract, as the screen tells them during the play."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import spadesdsl
from spadesdsl.engine import deals
from spadesdsl.engine.scoring import scored, subject
from spadesdsl.engine.situation import Situation
from spadesdsl.session.known import tricks_text
from tests.loading import game_of

if TYPE_CHECKING:
    from pathlib import Path

    from spadesdsl import Game, State


def at_the_end(game: Game, bids: tuple[str, ...], taken: tuple[int, ...]) -> State:
    """Return the end of a deal, before it is scored."""
    s = deals.blank(game)
    sit = Situation(s)
    for seat, bid in enumerate(bids):
        arguments = (int(bid),) if bid.isdecimal() else ()
        sit.bid("tricks" if arguments else bid, arguments, seat=seat)
    sit.take(taken)
    sit.in_play(leader=0)
    return s


@pytest.mark.parametrize(
    ("failed_nil", "told", "contract"),
    [("bags", "4 of 5 (took 5)", -50), ("nothing", "4 of 5 (took 5)", -50), ("help", "5 of 5", 50)],
)
def test_tricks_of_a_failed_nil_count_as_the_sheet_counts_them(failed_nil: str, told: str, contract: int) -> None:
    game = spadesdsl.load("standard", failed_nil=failed_nil)
    s = at_the_end(game, ("nil", "4", "5", "4"), (1, 4, 4, 4))
    assert tricks_text(s, s.view(0), 0) == told
    sheet = scored(s).last_sheet
    assert sheet is not None
    assert {line.rule.key: line.points for line in sheet.sides[0].lines}["scoring.contract"] == contract


def test_nothing_is_told_of_a_contract_before_a_bid() -> None:
    s = deals.blank(game_of("standard"))
    Situation(s).in_play(leader=0)
    assert tricks_text(s, s.view(0), 0) == "0"


def test_where_each_partner_has_to_keep_the_own_bid_only_the_tricks_taken_are_told() -> None:
    s = at_the_end(game_of("oh_hell_individual"), ("3", "3", "3", "3"), (4, 3, 2, 4))
    assert tricks_text(s, s.view(0), 0) == "6"


def test_where_a_rule_that_nobody_checks_takes_tricks_away_only_those_taken_are_told() -> None:
    s = at_the_end(game_of("reneges"), ("3", "3", "3", "3"), (3, 3, 3, 4))
    assert tricks_text(s, s.view(0), 0) == "6"


def test_where_the_sheet_counts_in_two_ways_only_the_tricks_taken_are_told(tmp_path: Path) -> None:
    path = tmp_path / "two_ways.spades"
    path.write_text(
        'variant two_ways "Two ways" extends standard {\n'
        "  set failed_nil = bags, set_cost = per_bid, bags_past_limit = carried\n"
        "  scoring for each team { score medal: if taken - 1 >= contract then 5 else 0 }\n}\n",
        encoding="utf-8",
    )
    s = at_the_end(spadesdsl.load(path), ("3", "3", "3", "3"), (3, 3, 3, 4))
    assert tricks_text(s, s.view(0), 0) == "6"


@pytest.mark.parametrize("name", ["standard", "cutthroat", "nyc", "blind_nil", "no_overs", "partnership_bidding"])
def test_what_counts_toward_the_contract_is_what_the_sheet_finds_made(name: str) -> None:
    game = game_of(name)
    for seed in range(12):
        s = game.start(seed)
        while not s.sheets and s.deal < 3:
            before, s = s, s.apply(s.turns[0].moves[seed % len(s.turns[0].moves)], s.turns[0].seat)
        toward = before.spec.tricks_toward
        if toward is None or not before.is_playing:
            continue
        sheet = s.last_sheet
        assert sheet is not None
        # The last trick is not in what was counted before it: a contract that was made by then stays made.
        for side in sheet.sides:
            contract = before.view(0).contract[side.side]
            points = [line.points for line in side.lines if line.rule.key == "scoring.contract"]
            if contract and points and toward(before, subject(before, side.side)) >= contract:
                assert points[0] > 0
