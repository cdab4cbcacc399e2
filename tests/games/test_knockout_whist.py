"""Knockout Whist: whole deals, worked out by hand from the rules of its source."""

from __future__ import annotations

import spadesdsl
from tests.games.by_hand import follow, legal, words
from tests.loading import deal

# North, East, South, West. Two of clubs turned up.
FIRST = ("AS KS QS JS 10S 9S AD", "7S 6S 5S 4S 3S 2S 2H", "AC 3H 4H 5H 6H 7H 8H", "KC QC 3D 4D 5D 6D 7D")
SECOND = ("AH KH QH JH 10H 9H", "", "AC KC QC JC 10C 9C", "AD KD QD JD 10D 9D")
ROWS = tuple(zip(("10", "J", "Q", "K", "A"), ("10", "J", "Q", "K", "A"), ("9", "10", "J", "Q", "K"), strict=True))
"""Ranks of West's diamonds, North's hearts and South's clubs, trick by trick."""
WITH_THE_DOG = (SECOND[0], "2S", *SECOND[2:])


def first_deal(second: tuple[str, ...], **options: object) -> spadesdsl.State:
    """Play the first deal: North takes four tricks, West two, South one, East none."""
    game = spadesdsl.load("knockout_whist", **options)
    state = game.start(dealer=3, deals=[deal(game, FIRST, "2C"), deal(game, second, "3S")])
    state = follow(state, "North AS")
    assert legal(state) == words("7S 6S 5S 4S 3S 2S")
    state = follow(state, "East 7S, South AC, West 3D, South 3H, West QC, North 9S")
    assert legal(state) == {"2H"}
    state = follow(state, "East 2H, West KC, North 10S, East 6S, South 4H, West 4D")
    assert legal(state) == {"AD"}
    state = follow(state, "North AD, East 5S, South 5H, North KS, East 4S, South 6H, West 5D")
    return follow(state, "North QS, East 3S, South 7H, West 6D, North JS, East 2S, South 8H, West 7D")


def sizes(state: spadesdsl.State) -> tuple[int, ...]:
    return tuple(len(hand) for hand in state.hidden_hands)


def test_who_takes_no_trick_is_out() -> None:
    state = first_deal(SECOND)
    assert state.scores == (4, 0, 1, 2)
    assert [event.to_json()["seats"] for event in state.events if event.to_json()["event"] == "out"] == [[1]]
    assert state.dealer == 0
    assert sizes(state) == (6, 0, 6, 6)
    assert [(turn.seat, turn.choice) for turn in state.turns] == [(0, "name_trumps")], "North took most tricks"


def test_the_last_one_left_has_won() -> None:
    state = follow(first_deal(SECOND), "North name_trumps(diamonds)")
    assert [turn.seat for turn in state.turns] == [2], "East, at the left of the dealer, is out"
    state = follow(state, "South AC, West 9D, North 9H")
    for diamond, heart, club in ROWS:
        assert [turn.seat for turn in state.turns] == [3]
        state = follow(state, f"West {diamond}D, North {heart}H, South {club}C")
    assert state.over
    assert state.winners == (3,)
    assert state.ended_by == "ending.no_trick"
    assert state.scores == (4, 0, 1, 8)


def test_a_dogs_life() -> None:
    state = follow(first_deal(WITH_THE_DOG, dogs_life=True), "North name_trumps(spades)")
    assert sizes(state) == (6, 1, 6, 6)
    assert [(turn.seat, turn.choice) for turn in state.turns] == [(1, "wait_to_lead")]
    state = follow(state, "East wait_to_lead(1), South AC, West 9D, North 9H")
    # East, whose turn comes last now, may wait again, and does not: the two of spades wins the trick.
    state = follow(state, "South KC, West 10D, North 10H")
    assert [(turn.seat, turn.choice) for turn in state.turns] == [(1, "wait")]
    state = follow(state, "East no, East 2S")
    # A dog that has won has nothing to lead; the next player does.
    for rank, club in (("J", "Q"), ("Q", "J"), ("K", "10"), ("A", "9")):
        assert [turn.seat for turn in state.turns] == [2]
        state = follow(state, f"South {club}C, West {rank}D, North {rank}H")
    # South took five tricks and East one; North and West are out.
    assert state.scores == (4, 1, 6, 2)
    assert sizes(state) == (0, 5, 5, 0)
    assert state.dealer == 1
    assert [(turn.seat, turn.choice) for turn in state.turns] == [(2, "name_trumps")]


def test_a_dog_that_takes_nothing_is_out() -> None:
    state = follow(first_deal(WITH_THE_DOG, dogs_life=True), "North name_trumps(diamonds), East no, East 2S")
    state = follow(state, "South AC, West 9D, North 9H")
    for diamond, heart, club in ROWS:
        state = follow(state, f"West {diamond}D, North {heart}H, South {club}C")
    assert state.over
    assert state.winners == (3,)
