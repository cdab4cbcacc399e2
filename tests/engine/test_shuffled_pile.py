"""A pile that is shuffled: the same cards, an order that nobody knows, and no trace of where a card went."""

from __future__ import annotations

import spadesdsl

NAME = "bag_cancel_card"


def test_a_card_that_was_shown_and_shuffled_in_may_go_to_anybody() -> None:
    game = spadesdsl.load(NAME, cut_afresh=True)
    holders = set()
    for seed in range(60):
        state = game.start(seed)
        turn_up = next(event.to_json() for event in state.events if event.to_json().get("rule") == "deal.cut")
        (card,) = turn_up["cards"]
        hands = [state.view(seat).hand or () for seat in range(4)]
        assert sorted(card for hand in hands for card in hand) == sorted(game.deck)
        (holder,) = [seat for seat in range(4) if card in hands[seat]]
        holders.add((holder - state.dealer) % 4)
        assert all(card not in shown for seat in range(4) if seat != holder for shown in state.view(seat).shown)
    assert holders == {0, 1, 2, 3}


def test_a_shuffle_comes_out_the_same_when_the_game_is_dealt_again() -> None:
    game = spadesdsl.load(NAME, cut_afresh=True)
    assert game.start(5).hands == game.start(5).hands
    assert game.start(5).hands != spadesdsl.load(NAME).start(5).hands
