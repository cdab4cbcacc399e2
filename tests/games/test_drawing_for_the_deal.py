"""The draw for the first deal: the highest card deals, and of equal ranks that of the higher suit."""

from __future__ import annotations

import spadesdsl

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
        assert state.deal == 2
        assert all(len(state.view(seat).hand or ()) == 13 for seat in range(4))
        assert [turn.seat for turn in state.turns] == [(best + 1) % 4]  # the first bid comes from the dealer's left
    assert dealers == {0, 1, 2, 3}
    assert ties > 0  # a king of diamonds against a king of clubs, and their like
