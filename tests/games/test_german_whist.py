"""German Whist: a whole deal, worked out by hand from the rules of its source."""

from __future__ import annotations

import pytest

import spadesdsl
from tests.games.by_hand import follow, legal, points


def cards(ranks: str, suit: str) -> list[str]:
    return [rank + suit for rank in ranks.split()]


SOUTH = ["2H", *cards("3 4 5 6 7 8 9 10 J Q K A", "S")]
NORTH = [*cards("3 4 5 6 7 8 9 10 J Q K A", "H"), "AC"]
# Turned up in turn: the clubs from the two to the king and last the two of spades; between them, unseen, the diamonds.
PRIZES = [*cards("2 3 4 5 6 7 8 9 10 J Q K", "C"), "2S"]
UNSEEN = cards("2 3 4 5 6 7 8 9 10 J Q K A", "D")
STOCK = [card for pair in zip(PRIZES, UNSEEN, strict=True) for card in pair]


def start(**options: object) -> spadesdsl.State:
    game = spadesdsl.load("german_whist", **options)
    deal = spadesdsl.Deal((tuple(SOUTH), tuple(NORTH)), tuple(STOCK))
    return game.start(dealer=1, deals=[deal])


def drawn(state: spadesdsl.State) -> spadesdsl.State:
    """Play the first thirteen tricks: North wins them all, and with them the clubs."""
    state = follow(state, "South 2H, North 3H")
    hearts, diamonds = cards("4 5 6 7 8 9 10 J Q K A", "H"), cards("2 3 4 5 6 7 8 9 10 J Q", "D")
    for heart, diamond in zip(hearts, diamonds, strict=True):
        state = follow(state, f"North {heart}, South {diamond}")
    return follow(state, "North 2C, South KD")


def test_the_winner_takes_the_card_turned_up_and_the_loser_the_next() -> None:
    state = start()
    assert state.view(0).zones["upcard"] == ("2C",)
    assert legal(state) == set(SOUTH), "the player who did not deal leads, and anything"
    state = follow(state, "South 2H")
    assert legal(state) == set(cards("3 4 5 6 7 8 9 10 J Q K A", "H"))
    state = follow(state, "North 3H")
    assert state.hidden_hands[1].count("2C") == 1
    assert state.hidden_hands[0].count("2D") == 1
    assert state.view(0).zones["upcard"] == ("3C",)
    assert [turn.seat for turn in state.turns] == [1]
    assert state.view(1).hands[0] == 13, "what the loser drew, nobody else sees"


def test_the_second_half_is_played_without_drawing() -> None:
    state = drawn(start())
    assert set(state.hidden_hands[1]) == {*cards("3 4 5 6 7 8 9 10 J Q K A", "C"), "2S"}
    assert set(state.hidden_hands[0]) == {*cards("3 4 5 6 7 8 9 10 J Q K A", "S"), "AD"}
    assert state.view(0).zones.get("upcard", ()) == ()
    state = follow(state, "North 2S")
    assert legal(state) == set(cards("3 4 5 6 7 8 9 10 J Q K A", "S")), "the ace of diamonds does not follow suit"
    state = follow(state, "South 3S, South AS")
    assert state.view(0).taken == (1, 13)


@pytest.mark.parametrize(
    ("counting", "target", "over"), [("last_half", 1, True), ("all", 1, True), ("last_half", 2, False)]
)
def test_a_whole_deal(counting: str, target: int, *, over: bool) -> None:
    state = follow(drawn(start(counting=counting, target=target)), "North 2S, South 3S, South AS, North 3C")
    south = ["AD", *cards("4 5 6 7 8 9 10 J Q K", "S")]
    for club, card in zip(cards("4 5 6 7 8 9 10 J Q K A", "C"), south, strict=True):
        state = follow(state, f"North {club}, South {card}")
    # North won thirteen tricks, lost the fourteenth and won the twelve after it.
    assert points(state) == {"South": {"deal_won": 0}, "North": {"deal_won": 1}}
    assert state.scores == (0, 1)
    assert state.over is over
    assert state.winners == ((1,) if over else ())
