"""Files made to deceive the proofs: what does not hold in every setting, deal and seat is not called proved.

Each was once called proved, or found to be useless, though a game can show otherwise.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from spadesdsl.loader import load, load_text
from spadesdsl.proofs.at_once import glance
from spadesdsl.proofs.claims import Standing
from spadesdsl.proofs.prove import prove

FOLDER: Final = Path(__file__).parent.parent / "data" / "claims"

ONE_CASE: Final = "one case counts, and one only"
NOT_ALL: Final[dict[str, tuple[str, str, list[str]]]] = {
    # ---- options: all settings, not only ends, middle and pairs
    "q01_mid_option": ("scoring.gift", ONE_CASE, ["W801"]),
    "q02_three_options": ("scoring.gift", ONE_CASE, ["W801"]),
    "p13_option_bid": ("options", "(8 cases: options", []),
    # ---- what a named seat did varies too
    "q03_const_seat": ("scoring.gift", ONE_CASE, ["W801"]),
    "q03b_const_bid": ("scoring.gift", ONE_CASE, ["W801"]),
    "u6_seatbid": ("scoring.gift", ONE_CASE, ["W801"]),
    # ---- the number of tricks, with cards that may be drawn
    "r16_uneven": ("scoring.rich", ONE_CASE, ["W821"]),
    "t01_draw_option": ("scoring.rich", ONE_CASE, []),
    "t02_more_often": ("scoring.rich", "never holds", ["W821"]),
    "t03_by_hand": ("scoring.rich", "never holds", []),
    "t04_put_back": ("scoring.rich", "never holds", []),
    "t05_large_hand": ("scoring.rich", "never holds", []),
    "t09_no_heart": ("scoring.rich", "never holds", ["W821"]),
    # ---- what another setting, or a late deal, makes of the cards and of the rules beside it
    "t06_by_option": ("play.again", "never takes a choice away", ["W804"]),
    "t07_late_deal": ("bidding.deep", "can be bid up to", []),
    "t08_high_by_option": ("deck.twos", "changes the place of no card", []),
    # ---- how a game ends
    "p05_out_all": ("ending", "every game is over", ["W807"]),
    "q06_redeal_forever": ("ending", "every game is over", []),
    "r08_tie": ("ending.tie", "tie is settled", ["W810"]),
    # ---- what can be reached, and what was only made up
    "q07_mega": ("ending", "a game can end after one deal", []),
    "r06_gone_card": ("play.keep", "it takes choices away", []),
    "r07_ghost": ("ending.ghost", "it can be reached", []),
    "r10_odd_bid": ("bidding.big", "it can be bid", []),
    "r11_zero_sum": ("bidding.zero", "it takes choices away", []),
    # ---- a bid for everybody
    "r01_deal_gap": ("bidding.opening", "nobody is left without a bid", ["W805"]),
    "r03_option_gap": ("bidding.opening", "nobody is left without a bid", ["W805"]),
    "r04_pile_gap": ("bidding.opening", "nobody is left without a bid", []),
    "p07_best_bid": ("bidding", "`mid`", []),
    "u2_duo": ("bidding.duo", "never scores less", []),
    # ---- tallies that are full at another number on another deal, or for a moment
    "q09_tally_amount": ("scoring.bags", "never holds", []),
    "r13_tally_clean": ("bidding.big", "never holds", []),
}
"""By file: a claim about a rule that is false, and the findings that there are."""


@pytest.mark.parametrize("name", NOT_ALL)
def test_what_some_game_contradicts_is_not_proved(name: str) -> None:
    about, claim, codes = NOT_ALL[name]
    found = prove(load(str(FOLDER / f"{name}.spades"), {}))
    proved = [one.line for one in found.proofs if one.standing is Standing.PROVED and one.about == about]
    assert not any(claim in line for line in proved)
    assert [one.code for one in found.findings] == codes


def test_every_file_is_tried() -> None:
    assert {file.stem for file in FOLDER.glob("*.spades")} == set(NOT_ALL)


def test_a_hand_from_which_nothing_could_be_laid_away_is_reckoned_with_at_once() -> None:
    found = glance(load(str(FOLDER / "t09_no_heart.spades"), {}))
    assert [one.code for one in found] == ["W821"]


_LADDER: Final = """
variant ladder "Ladder" {
  table { seats South, West, North, East teams none }
  deck { suits clubs, diamonds, hearts, spades ranks A, K, Q, J, 10, 9, 8, 7, 6, 5, 4, 3, 2 trumps: turn_up.suit }
  let hand_size = if deal <= 10 then 11 - deal else deal - 9
  deal {
    dealer first: random of players
    dealer next: left of dealer
    give hands: hand_size from stock to each player from left of dealer
    show turn_up: first of stock to everyone
  }
  bidding {
    round opening by each player from left of dealer
    bid tricks(n from 0 to hand_size) "{n}" { contract n }
    must hook when every player did bid: sum of contract over players != hand_size
  }
  play {
    lead first: left of dealer
    lead next: last_trick.winner
    must follow_suit when following: card in led.suit
    trick winner: highest of trick in trumps, else highest of trick in led.suit
  }
  scoring for each player { score exact when taken = contract: 10 }
  ending { win last_deal when deal = 19  tie level: shared }
}
"""


def test_what_was_seen_first_in_a_deal_that_was_made_up_is_looked_for_in_real_ones() -> None:
    found = prove(load_text(_LADDER.encode(), {}))
    (proof,) = [one for one in found.proofs if one.about == "bidding.hook"]
    assert proof.standing is Standing.PROVED
    assert "it takes choices away" in proof.line


def test_lines_that_never_count_do_not_count_twice() -> None:
    never = "dealer.left is player and dealer.right is player"
    other = "dealer.left is player and player.left is dealer"
    lines = f"score a when {never}: 1 score b when {other}: 1"
    found = glance(load_text(f"variant h extends cutthroat {{ scoring for each player {{ {lines} }} }}".encode(), {}))
    assert "W806" in [one.code for one in found]
    assert "W823" not in [one.code for one in found]
