"""Bots choose among the moves they are given, by their seed and by what they see."""

from __future__ import annotations

from dataclasses import replace

import pytest

from spadesdsl.bots import RandomPlayer
from spadesdsl.engine.turns import Turn
from tests.session.table_talk import game_of


def test_the_same_position_gives_the_same_choice() -> None:
    game, _ = game_of("standard")
    state = game.start(5)
    turn = state.turns[0]
    view = state.view(turn.seat)
    chosen = RandomPlayer(1).choose(view, turn)
    assert all(RandomPlayer(1).choose(view, turn) == chosen for _ in range(5))
    assert len({RandomPlayer(seed).choose(view, turn) for seed in range(40)}) > 1


@pytest.mark.parametrize(("side", "least", "most"), [(None, 1, 4), (0, 3, 7)])
def test_numbers_are_near_what_falls_to_a_seat_or_its_side(side: int | None, least: int, most: int) -> None:
    game, _ = game_of("standard")
    view = game.start(5).view(1)
    turn = Turn(1, "opening", ("nil", *map(str, range(1, 14))), side)
    chosen = [RandomPlayer(seed).choose(view, turn) for seed in range(300)]
    usual = [bid for bid in chosen if bid != "nil" and least <= int(bid) <= most]
    assert len(usual) > 270


def test_cards_are_all_as_likely() -> None:
    game, _ = game_of("standard")
    view = game.start(5).view(1)
    turn = Turn(1, "play", ("10H", "2C", "AS", "big_joker"))
    chosen = [RandomPlayer(seed).choose(view, turn) for seed in range(400)]
    assert all(70 < chosen.count(card) < 130 for card in turn.moves)


def test_a_hand_is_mostly_looked_at() -> None:
    game, _ = game_of("blind_nil", deficit="0")
    state = game.start(5)
    turn = state.turns[0]
    assert "look" in turn.moves
    view = state.view(turn.seat)
    chosen = [RandomPlayer(seed).choose(view, turn) for seed in range(100)]
    assert chosen.count("look") > 80


def test_what_a_bot_does_not_see_does_not_move_it() -> None:
    """Its view is all it is given; other hands are numbers there."""
    game, _ = game_of("standard")
    state = game.start(5)
    turn = state.turns[0]
    view = state.view(turn.seat)
    assert all(isinstance(cards, int) for seat, cards in enumerate(view.hands) if seat != turn.seat)
    assert RandomPlayer(3).choose(replace(view), turn) == RandomPlayer(3).choose(view, turn)
