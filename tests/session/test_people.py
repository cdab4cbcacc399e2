"""Who sits where, by what was asked for."""

from __future__ import annotations

import pytest

from spadesdsl.session.people import find_people
from tests.session.table_talk import game_of

NORTH, EAST, SOUTH, WEST = range(4)


@pytest.mark.parametrize(
    ("seat", "seats", "is_hotseat", "people"),
    [
        ("", "", False, (SOUTH,)),
        ("none", "", False, ()),
        ("east", "", False, (EAST,)),
        ("e", "", False, (EAST,)),
        ("", "", True, (SOUTH, WEST, NORTH, EAST)),
        ("east", "", True, (EAST, SOUTH, WEST, NORTH)),
        ("", "2,bots", False, (SOUTH, NORTH)),
        ("", "2", False, (SOUTH, NORTH)),
        ("", "bots,3", False, (SOUTH, WEST, NORTH)),
        ("north", "2,bots", False, (NORTH, SOUTH)),
        ("", "South, North, bots", False, (SOUTH, NORTH)),
        ("", "n,s", True, (NORTH, SOUTH)),
        ("", "north,2", False, (NORTH, SOUTH)),
        ("", "north,north", False, (NORTH,)),
        ("", "bots", False, ()),
        ("", "0,bots", False, ()),
        ("", "4", False, (SOUTH, WEST, NORTH, EAST)),
    ],
)
def test_who_sits_where(seat: str, seats: str, *, is_hotseat: bool, people: tuple[int, ...]) -> None:
    game, _ = game_of("standard")
    assert find_people(game, seat, seats, is_hotseat=is_hotseat) == people


@pytest.mark.parametrize(
    ("seat", "seats", "is_hotseat", "told"),
    [
        ("suoth", "", False, "There is no seat `suoth`: did you mean `South`?"),
        ("", "2,west,eest", False, "There is no seat `eest`"),
        ("", "5", False, "5 people want to play, but the game has 4 seats for players."),
        ("", "99999999999999999999", False, "people want to play"),
        ("none", "", True, "`--hotseat` is for people"),
        ("none", "2", False, "`--seat none` leaves no seat"),
    ],
)
def test_what_cannot_be_is_told(seat: str, seats: str, *, is_hotseat: bool, told: str) -> None:
    game, _ = game_of("standard")
    found = find_people(game, seat, seats, is_hotseat=is_hotseat)
    assert isinstance(found, str)
    assert told in found


def test_a_dummy_is_no_seat_for_people() -> None:
    game, _ = game_of("three_player_dummy")
    assert find_people(game, "", "", is_hotseat=True) == game.players
    assert isinstance(find_people(game, "table", "", is_hotseat=False), str)
