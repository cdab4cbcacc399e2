"""Speed Spades at a table where everybody is late: every card is the lowest that may be played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import spadesdsl
from spadesdsl import Deal
from tests.loading import game_of

if TYPE_CHECKING:
    from spadesdsl import Game, State

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
HANDS = tuple(tuple(f"{rank}{suit}" for rank in RANKS) for suit in "HDSC")
"""North has the hearts, East the diamonds, South the spades, West the clubs; South deals, West leads."""


def bidden(game: Game) -> State:
    state = game.start(dealer=2, deals=[Deal(HANDS)])
    for one in ("1", "1", "1", "nil"):
        state = state.apply(one)
    return state


def points(state: State) -> list[dict[str, Any]]:
    assert state.last_sheet is not None
    return [{line.rule.key: line.points for line in side.lines} for side in state.last_sheet.sides]


def test_who_holds_all_trumps_takes_every_trick_with_the_lowest_of_them() -> None:
    state = bidden(spadesdsl.load("speed_spades", late_points=1, set_cost="per_bid"))
    tricks: list[list[str]] = []
    while not state.sheets:
        state = state.run_out("too_late", state.turns[0].seat)
        told = [event.to_json() for event in state.events]
        tricks += [event["cards"] for event in told if event["event"] == "trick"]
    # West leads the first trick; South wins it, and leads the others from the two of spades left: upward.
    assert tricks[0] == ["2C", "2H", "2D", "2S"]
    assert tricks[1:] == [[f"{rank}{suit}" for suit in "SCHD"] for rank in RANKS[1:]]
    # Thirteen late cards of each seat: 26 points a side. South's nil fails; East and West win none of two.
    assert [one["scoring.late_cards"] for one in points(state)] == [-26, -26]
    assert [one["scoring.contract"] for one in points(state)] == [-10, -20]


def test_nobody_is_late_where_everybody_plays() -> None:
    state = bidden(game_of("speed_spades"))
    while not state.sheets:
        state = state.apply(state.turns[0].moves[-1], state.turns[0].seat)
    assert [one["scoring.late_cards"] for one in points(state)] == [0, 0]
