"""Deals with another deck, and steps that change places: what `diff` says of them."""

from __future__ import annotations

from spadesdsl.diff import Effect
from tests.diff.test_alike import compared, edited

THIRTEENS = "on deal 2 of every 4 { deck { replace ranks 2, 13, A, K, Q, J, 10, 9, 8, 7, 6, 5, 4 } }"
CALLING = """phase calling after bidding {{
    may call by each team from left of dealer: nothing {0}
    may admit by each team from left of dealer when some opponent o has o.side did call: nothing {1}
  }}"""
SKIP = "skip thrown_in when some team did call: play"


def test_other_cards_on_one_deal_are_a_difference_of_the_deal() -> None:
    found = compared(edited("hearts", ""), edited("hearts", THIRTEENS), 0)
    assert not found.is_same
    assert Effect.DEAL in {one.effect for one in found.affected}


def test_deals_with_other_cards_are_played_in_both_games() -> None:
    found = compared(edited("hearts", THIRTEENS), edited("hearts", f"{THIRTEENS} set limit = 50"), 12)
    assert {one.effect for one in found.affected} == {Effect.ENDING}
    assert found.played is not None


def test_who_is_out_has_a_say_in_the_next_deal() -> None:
    edit = edited("knockout_whist", "ending { replace out no_trick when taken < 2 and dog = 0 }")
    assert Effect.DEAL in {one.effect for one in compared(edited("knockout_whist", ""), edit, 0).affected}


def test_a_skip_of_the_play_takes_questions_of_the_cards_away() -> None:
    edit = edited(
        "sixty_six", "play { replace skip out after each trick when some player p has p.counted >= 33: play }"
    )
    assert Effect.DEAL in {one.effect for one in compared(edited("sixty_six", ""), edit, 0).affected}


def test_a_question_moved_past_a_step_that_skips_the_play_has_a_say_in_the_plays() -> None:
    before, after = (edited("standard", CALLING.format(*places)) for places in (("", SKIP), (SKIP, "")))
    assert Effect.PLAYS in {one.effect for one in compared(before, after, 0).affected}
