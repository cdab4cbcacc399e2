"""`steady` reads the rules: other rules, another bid, another card, on the same deals."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import spadesdsl
from spadesdsl.bots import Effort, RandomPlayer, SteadyPlayer
from spadesdsl.bots.evaluation import evaluation_of
from tests.bots.tables import dealt, first_bids, made, nil_worth, overtricks_worth, play_deal, standard

if TYPE_CHECKING:
    from pathlib import Path

    from spadesdsl import Game

NOTHING = "2S 3S 2H 3H 5H 7H 2D 4D 6D 8D 2C 3C 5C"
DOUBTFUL = "4S 7S 9S 3H 6H 9H 2D 4D 10D QD 2C 3C 9C"
MIGHTY = "AS KS QS 3H AH KH 7H 2D AD KD 8D 2C AC"
ONE_DANGER = "AS 3S 2H 3H 5H 7H 2D 4D 6D 8D 2C 3C 5C"
QUICK = [SteadyPlayer(seed, Effort.QUICK) for seed in range(8)]


def overtricks(game: Game, deals: int) -> int:
    """Count the overtricks of North and South, who play steadily, where everybody has bid two."""
    total = 0
    for seed in range(deals):
        state = game.start(seed, dealer=0)
        while state.phase != "play":
            state = state.apply("2", state.turns[0].seat)
        bots = {seat: SteadyPlayer(1, 300) if seat % 2 == 0 else RandomPlayer(1) for seat in range(4)}
        sheet = play_deal(state, bots).sheets[0]
        lines = {line.rule.key: line.points for line in sheet.sides[0].lines}
        total += int(lines["scoring.overtricks"] / game_points(game))
    return total


def game_points(game: Game) -> int:
    """Return what an overtrick is worth: 10 or −10."""
    return 10 if "paid" in game.title else -10


def test_overtricks_are_collected_where_they_pay_and_shed_where_they_cost(tmp_path: Path) -> None:
    for name in ("paid", "fined"):
        (tmp_path / name).mkdir()
    paid = spadesdsl.load(_titled(tmp_path / "paid", 10))
    fined = spadesdsl.load(_titled(tmp_path / "fined", -10))
    deals = 6
    # Of the nine tricks that nobody has bid, either side could be left with any number.
    assert overtricks(paid, deals) >= overtricks(fined, deals) + deals // 2


def _titled(folder: Path, points: int) -> Path:
    overtricks_worth(folder, points)
    file = folder / "made_up.spades"
    file.write_text(file.read_text().replace("Made up", folder.name, 1))
    return file


def test_what_a_bag_costs_in_the_end_is_read_from_the_tally() -> None:
    worth = evaluation_of(standard())
    assert [worth.tally(0, bags) for bags in (0, 3, 6, 9)] == sorted(
        (worth.tally(0, bags) for bags in (0, 3, 6, 9)), reverse=True
    )
    assert -100 <= worth.tally(0, 9) < -70
    assert worth.tally(0, 0) == 0


def test_to_be_one_set_from_losing_the_game_is_dear() -> None:
    worth = evaluation_of(spadesdsl.load("nyc"))
    assert worth.tally(0, 1) < -worth.win / 10


def test_a_hand_without_tricks_is_nil_and_a_mighty_one_is_many_tricks() -> None:
    assert first_bids(standard(), NOTHING, QUICK) == ["nil"] * 8
    assert all(int(bid) >= 5 for bid in first_bids(standard(), MIGHTY, QUICK))


def test_a_doubtful_nil_is_bid_where_it_pays_and_nowhere_else(tmp_path: Path) -> None:
    (tmp_path / "poor").mkdir()
    (tmp_path / "rich").mkdir()
    poor = nil_worth(tmp_path / "poor", 5, -200)
    rich = nil_worth(tmp_path / "rich", 300, -20)
    assert first_bids(poor, DOUBTFUL, QUICK).count("nil") <= 3
    assert first_bids(rich, DOUBTFUL, QUICK).count("nil") == 8


def blind_bids(game: Game, scores: tuple[int, int] | None = None) -> int:
    """Count the deals of four in which South, who bids first, bids without having looked."""
    found = 0
    for seed, bot in enumerate(QUICK[:4]):
        state = game.start(seed, dealer=1)
        if scores is not None:
            state = state.copy()
            state.scores = scores
        found += bot.choose(state.view(2), state.turns[0]) == "blind nil"
    return found


def test_a_blind_bid_is_made_where_the_rules_make_it_pay(tmp_path: Path) -> None:
    plain = spadesdsl.load("blind_nil", deficit=0)
    gift = made(
        tmp_path,
        "include blind_nil with deficit = 0, half_penalty = no, bags_waived = no\n"
        'bidding { replace bid blind_nil "blind nil" final before looking { contract 0\n'
        'score blind_nil: if taken <= 3 then 150 else 0 "A gift." } }\n',
    )
    assert blind_bids(plain) == 0
    assert blind_bids(gift) == 4


def test_a_blind_bid_is_made_where_the_score_makes_it_pay(tmp_path: Path) -> None:
    last_deal = made(
        tmp_path,
        "include blind_nil with deficit = 0, half_penalty = no, bags_waived = no\n"
        'ending { win only_deal above target_reached when deal >= 1 "One deal is all there is." }\n',
    )
    assert blind_bids(last_deal, (100, 100)) == 0
    assert blind_bids(last_deal, (200, 0)) == 0
    # What is behind by so much can be made up by twice a nil, and by hardly anything else.
    assert blind_bids(last_deal, (0, 160)) >= 3


@pytest.mark.parametrize("luck", range(4))
def test_who_bid_nil_passes_the_dangerous_card(luck: int) -> None:
    game = spadesdsl.load("nil_pass", nil_cards=1)
    state = game.start(luck, dealer=1, deals=[dealt(game, ONE_DANGER, luck)]).apply("nil", 2)
    while state.phase.startswith("bidding"):
        state = state.apply("3", state.turns[0].seat)
    turn = next(turn for turn in state.turns if turn.seat == 2)
    advice = SteadyPlayer(luck, Effort.QUICK).advise(state.view(2), turn)
    assert advice.move == "AS"
    assert "points better than" in advice.reason


def test_tricks_are_lost_in_hearts() -> None:
    game = spadesdsl.load("hearts")
    points = 0
    for own in range(4):
        bots = {seat: SteadyPlayer(1, 300) if seat == own else RandomPlayer(1) for seat in range(4)}
        points += int(play_deal(game.start(own), bots).scores[own])
    # A seat takes 6.5 of the 26 points by chance, 26 in four deals.
    assert points <= 13
