"""A decision that is asked on some deals is read by the rules of all."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import spadesdsl
from spadesdsl.loader import load
from spadesdsl.score import score_document

if TYPE_CHECKING:
    from pathlib import Path

    from spadesdsl import Game, State

RULES = """
variant some_deals "Some deals" extends standard {
  set failed_nil = bags, set_cost = per_bid, bags_past_limit = carried
  on deal 2 { bidding { choose side_suit(s in suits) by dealer: nothing } }
  scoring for each team {
    score suited when side_suit.s is hearts: 10 "Ten for hearts."
    score chosen: if some member did side_suit(clubs) then 5 else 0 "Five for clubs."
  }
}
"""


def some_deals(folder: Path, text: str = RULES) -> Game:
    """Load the game."""
    path = folder / "some_deals.spades"
    path.write_text(text, encoding="utf-8")
    return spadesdsl.load(path)


def to_the_sheet(state: State, answer: str) -> dict[str, object]:
    """Play a deal to its sheet; return the points of the lines, both sides' added."""
    deal = state.deal
    while state.deal == deal:
        turn = state.turns[0]
        state = state.apply(answer if answer in turn.moves else turn.moves[0], turn.seat)
    lines = [line for side in state.sheets[0].sides for line in side.lines]
    return {key: sum(line.points for line in lines if line.rule.key == key) for key in {x.rule.key for x in lines}}


@pytest.mark.parametrize(
    ("deal", "answer", "suited", "chosen"),
    [(1, "", 0, 0), (2, "side_suit(hearts)", 20, 0), (2, "side_suit(clubs)", 0, 5), (3, "", 0, 0)],
)
def test_scoring_reads_a_decision_of_one_deal(tmp_path: Path, deal: int, answer: str, suited: int, chosen: int) -> None:
    state = some_deals(tmp_path).start(5)
    while state.deal < deal:
        state = state.apply(state.turns[0].moves[0], state.turns[0].seat)
    points = to_the_sheet(state, answer)
    assert (points["scoring.suited"], points["scoring.chosen"]) == (suited, chosen)


def test_a_decision_of_another_deal_is_no_decision_of_a_score_document(tmp_path: Path) -> None:
    game = some_deals(tmp_path)
    document = {"bids": ["3", "3", "3", "3"], "taken": [3, 3, 3, 4], "did": [{"seat": 0, "name": "side_suit"}]}
    result = score_document(game, document)
    assert [fault.at for fault in result.faults] == ["did[0].name"]


def test_a_name_that_no_deal_knows_is_still_told(tmp_path: Path) -> None:
    path = tmp_path / "some_deals.spades"
    path.write_text(RULES.replace("score suited when side_suit.s", "score suited when side_siut.s"), encoding="utf-8")
    found = load(str(path), {}).diagnostics
    assert [one.code for one in found] == ["E234"]
    assert "side_suit" in found[0].hint


def test_scoring_reads_a_bid_of_one_deal(tmp_path: Path) -> None:
    text = RULES.replace(
        "choose side_suit(s in suits) by dealer: nothing", 'bid grand(k of soft, hard) "grand {k}" { contract 10 }'
    )
    text = text.replace("side_suit.s is hearts", "some member has bid is grand(soft)")
    text = text.replace("if some member did side_suit(clubs) then 5", "if some member has bid.k is hard then 5")
    game = some_deals(tmp_path, text)
    state = game.start(5)
    assert "grand soft" not in state.turns[0].moves
    first = to_the_sheet(state, "grand soft")
    assert (first["scoring.suited"], first["scoring.chosen"]) == (0, 0)
    while state.deal < 2:
        state = state.apply(state.turns[0].moves[0], state.turns[0].seat)
    state = state.apply("grand hard").apply("grand soft").apply("3").apply("3")
    second = to_the_sheet(state, "")
    assert (second["scoring.suited"], second["scoring.chosen"]) == (10, 5)
