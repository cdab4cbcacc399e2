"""Every way to play a small deal, counted by the runtime and by a counter that knows nothing of it."""

from __future__ import annotations

import ast
import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import spadesdsl
from tests.engine.perft import Count, perft
from tests.engine.perft_all import ALL, POSITIONS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from spadesdsl import Game, State

Position = "Mapping[str, Any]"


def golden(name: str) -> Any:
    return json.loads((POSITIONS / f"{name}.json").read_text(encoding="utf-8"))


@cache
def game_of(file: str) -> Game:
    return spadesdsl.load(POSITIONS / file)


def first_state(position: Mapping[str, Any]) -> State:
    """Return the state before the first choice that is counted; earlier deals are got over by first answers."""
    deals = [spadesdsl.Deal.from_json(deal) for deal in (*position.get("earlier", []), position["deal"])]
    state = game_of(position["file"]).start(dealer=position["dealer"], deals=deals)
    while state.deals_dealt < len(deals):
        seat, move = min((turn.seat, move) for turn in state.turns for move in turn.moves)
        state = state.apply(move, seat)
    return state


def count_states(start: State, depth: int) -> Count:
    """Count as `perft` does, through the public interface alone."""
    count = Count([0] * depth, Counter())

    def walk(state: State, made: int) -> None:
        if state.deals_dealt != start.deals_dealt or state.over:
            points = [str(side.points) for side in state.sheets[0].sides] if state.sheets else ["thrown in"]
            count.ends[" ".join(points)] += 1
            return
        if made == depth:
            return
        for turn in (*state.turns, *state.volunteers):
            count.nodes[made] += len(turn.moves)
            for move in turn.moves:
                walk(state.apply(move, turn.seat), made + 1)

    walk(start, 0)
    return count


@pytest.mark.parametrize("module", sorted(Path(__file__).parent.glob("perft*.py")), ids=lambda path: path.stem)
def test_the_counter_imports_nothing_of_the_package(module: Path) -> None:
    tree = ast.parse(module.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        assert not [name for name in names if name.split(".")[0] == "spadesdsl"]


@pytest.mark.parametrize("name", ALL)
def test_the_counter_counts_what_is_written(name: str) -> None:
    position = golden(name)
    assert perft(ALL[name], position, position["depth"]).to_json() == {key: position[key] for key in ("nodes", "ends")}


@pytest.mark.parametrize("name", ALL)
def test_the_runtime_counts_the_same(name: str) -> None:
    position = golden(name)
    found = count_states(first_state(position), position["depth"]).to_json()
    assert found == {key: position[key] for key in ("nodes", "ends")}


FRAME = {
    "standard", "cardgames_io", "nyc", "barmore", "solo_meister", "three_player", "two_player", "cancellation",
    "suicide_swap", "joke_trumps", "whist", "oh_hell", "euchre", "jokers_high", "blind_nil", "partnership_bidding",
    "whiz", "reneges",
}  # fmt: skip
BREAKERS = {
    "two_player_two_card", "two_player_unseen", "onhand_2", "fifty_four_dealer", "fifty_four_two_clubs", "widow",
    "mitchell_kitty", "kitty_deal", "deficient_hand", "face_up_deal", "french_cut", "nyc_french_cut", "pass_three",
    "nil_pass", "double_nil_exchange", "secret_bids", "counter_bid", "half_tricks", "auction_spades", "suicide_one_nil",
    "trailing_blind", "blind_six", "double_nil", "blind_double_nil", "boston", "no_trump_bids", "bemo",
    "big_little_moe", "big_little_mo", "nil_in_the_dark", "mitchell_aces", "wiki_partnership_ace_check",
    "differentiated_trumps", "bauer_trumps", "jokers_first_wins", "ace_low", "show_seven", "cancellation_8",
    "six_player_2D", "three_player_dummy", "superspades", "rake_em", "first_trick_clubs", "first_trick_lowest_club",
    "must_trump_tarot", "play_to_beat", "jokers_high_alternate", "three_b", "highlander", "seven_plus_two", "tram",
}  # fmt: skip
NOT_SPADES = {"hearts", "knockout_whist", "german_whist", "spoil_five", "whist", "oh_hell", "euchre"}


def test_all_games_that_break_designs_are_counted() -> None:
    missing = (FRAME | BREAKERS | NOT_SPADES) - set(ALL)
    assert not missing
    assert all(f"league_night_{deal}" in ALL for deal in (1, 2, 5, 6, 7))
