"""The draw for the first deal: the highest card deals, and of equal ranks that of the higher suit."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import spadesdsl
from spadesdsl import loader
from spadesdsl.engine import deals
from spadesdsl.engine.boundary import DealError
from spadesdsl.examples.run import run_examples

if TYPE_CHECKING:
    from pathlib import Path

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUITS = "CDHS"


def height(card: str) -> tuple[int, int]:
    return RANKS.index(card[:-1]), SUITS.index(card[-1])


def test_whoever_drew_the_highest_card_deals() -> None:
    game = spadesdsl.load("draw_for_deal")
    dealers, ties = set(), 0
    for seed in range(40):
        state = game.start(seed)
        gives = [event.to_json() for event in state.events if event.to_json()["event"] == "give"]
        drawn = {int(give["to"].removeprefix("hand of ")): give["cards"][0] for give in gives[:4]}
        assert len(drawn) == 4
        best = max(drawn, key=lambda seat: height(drawn[seat]))
        ranks = [height(card)[0] for card in drawn.values()]
        ties += ranks.count(max(ranks)) > 1
        dealers.add(best)
        assert state.dealer == best
        assert state.deal == 1
        assert all(len(state.view(seat).hand or ()) == 13 for seat in range(4))
        assert [turn.seat for turn in state.turns] == [(best + 1) % 4]  # the first bid comes from the dealer's left
    assert dealers == {0, 1, 2, 3}
    assert ties > 0  # a king of diamonds against a king of clubs, and their like


DRAWN = ("9H", "KD", "2S", "KC")
HANDS = tuple(tuple(f"{rank}{suit}" for rank in RANKS) for suit in "CDHS")


def given() -> list[spadesdsl.Deal]:
    """Return the draw, for whom each card is its hand, and the deal that follows it."""
    rest = tuple(card for card in spadesdsl.load("draw_for_deal").deck if card not in DRAWN)
    return [spadesdsl.Deal(tuple((card,) for card in DRAWN), rest), spadesdsl.Deal(HANDS)]


def test_the_draw_and_the_deal_can_be_given() -> None:
    game = spadesdsl.load("draw_for_deal")
    state = game.start(dealer=3, deals=given())
    assert state.dealer == 1, "the king of diamonds is above the king of clubs"
    assert state.deal == 1
    assert [set(hand) for hand in state.hidden_hands] == [set(hand) for hand in HANDS]
    with pytest.raises(DealError, match="North is given 13 cards, and this game deals 1"):
        game.start(deals=[spadesdsl.Deal(HANDS)])


def test_the_draw_is_told_as_the_deal_that_it_is() -> None:
    events = [event.to_json() for event in spadesdsl.load("draw_for_deal").start(dealer=3, deals=given()).events]
    assert events[0] == {"event": "deal", "deal": 1, "dealer": 3, "sizes": [1, 1, 1, 1]}
    assert events[-2:] == [
        {"event": "redeal", "dealer": 1, "new_deal": False},
        {"event": "deal", "deal": 1, "dealer": 1, "sizes": [13, 13, 13, 13]},
    ]


def test_a_situation_is_put_into_the_deal_that_is_played() -> None:
    game = spadesdsl.load("draw_for_deal")
    ace = game.deck.index("AS")
    state = deals.begun(game, hands={2: [ace]})
    assert state.deal == 1
    assert state.hands[2] >> ace & 1


BEFORE = """language 1
variant drawn_before "Drawn before" extends standard {
  phase drawing before deal {
    give draws when deal = 1: 1 from stock to each player from left of dealer face up
    redeal new_dealer when deal = 1: by left of dealer as a new deal
  }
}"""


def test_a_draw_in_a_phase_of_its_own_is_told_with_the_cards_that_it_dealt(tmp_path: Path) -> None:
    path = tmp_path / "drawn_before.spades"
    path.write_text(BEFORE)
    game = spadesdsl.load(path)
    told = [event.to_json() for event in game.start(3, dealer=0).events]
    assert [event for event in told if event["event"] == "deal"] == [
        {"event": "deal", "deal": 1, "dealer": 0, "sizes": [1, 1, 1, 1]},
        {"event": "deal", "deal": 2, "dealer": 1, "sizes": [13, 13, 13, 13]},
    ]
    assert [deals.dealt_sizes(game, deal) for deal in (1, 2)] == [(1, 1, 1, 1), (13, 13, 13, 13)]
    rest = tuple(card for card in game.deck if card not in DRAWN)
    draw = spadesdsl.Deal(tuple((card,) for card in DRAWN), rest)
    assert set(game.start(dealer=0, deals=[draw, spadesdsl.Deal(HANDS)]).hidden_hands[3]) == set(HANDS[3])


def test_the_draw_is_no_deal_of_the_game(tmp_path: Path) -> None:
    path = tmp_path / "three_deals.spades"
    packs = "include draw_for_deal include hands_limit with hands = 3"
    path.write_text(f'variant three_deals "Three deals" extends standard {{ {packs} }}', encoding="utf-8")
    state = spadesdsl.load(path).start(5)
    played = 0
    while not state.over and played < 40:
        before = state.deal
        state = state.apply(state.turns[0].moves[0], state.turns[0].seat)
        played += bool(state.sheets) or state.deal != before or state.over
    assert state.over
    assert state.deal == 3


def test_new_york_draws_and_still_plays_its_first_deal_without_bids(tmp_path: Path) -> None:
    path = tmp_path / "nyc_drawn.spades"
    path.write_text('variant nyc_drawn "Drawn" extends nyc { include draw_for_deal }', encoding="utf-8")
    state = spadesdsl.load(path).start(1)
    assert (state.deal, state.turns[0].choice) == (1, "play")


def test_a_deal_that_is_thrown_in_for_the_next_one_alone_is_no_mistake(tmp_path: Path) -> None:
    path = tmp_path / "first_thrown_in.spades"
    rule = "on deal 1 { deal { redeal draw_only above hands: by left of dealer as a new deal } }"
    path.write_text(f'variant first_thrown_in "Thrown in" extends standard {{ {rule} }}', encoding="utf-8")
    assert spadesdsl.load(path).start(1).deal == 2


def test_the_bids_may_not_come_out_even_whatever_the_number_of_tricks(tmp_path: Path) -> None:
    path = tmp_path / "uneven_17.spades"
    path.write_text(
        """variant uneven_17 "Seventeen tricks" extends three_player {
          set not_seventeen = no
          include uneven
          example "five and six: the third may not bid six, and may bid two" {
            given dealer = Right
            bids Left tricks(5); Middle tricks(6)
            expect illegal bids tricks(6) because bidding.uneven
          }
        }""",
        encoding="utf-8",
    )
    found = loader.load(str(path), {})
    results = [one for one in run_examples(found) if one.title.startswith("five and six")]
    assert [one.passed for one in results] == [True]
