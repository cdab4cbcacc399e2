"""Seven random games of each file whose rules stretch the runtime, to their end.

Cards and answers are drawn at random, bids near what falls to a seat by chance. Between such players many a game would
never end: nobody reaches the target. So a low target is set where the game has one, and the house rule `mercy` is
included where the game can take it: a side that falls too far has lost. `SPADES_GAMES=1000` plays a thousand of each.
"""

from __future__ import annotations

import os
import random
import re
from collections import Counter
from typing import TYPE_CHECKING

import pytest

import spadesdsl
from spadesdsl import RulesError
from spadesdsl.bots import RandomPlayer
from spadesdsl.resources import variant_text

if TYPE_CHECKING:
    from pathlib import Path

    from spadesdsl import Game, State

GAMES = int(os.environ.get("SPADES_GAMES", "7"))
MOST_DEALS = 400
NAMES = (
    *("two_player_two_card", "two_player_unseen", "onhand_2"),
    *("fifty_four_dealer", "fifty_four_two_clubs", "widow", "mitchell_kitty", "kitty_deal"),
    *("face_up_deal", "deficient_hand", "french_cut", "nyc_french_cut"),
    *("pass_three", "pass_left", "pass_one", "nil_pass", "double_nil_exchange"),
    *("counter_bid", "half_tricks", "auction_spades", "suicide_one_nil", "suicide_swap"),
    *("trailing_blind", "blind_nil", "blind_six", "blind_double_nil", "double_nil", "boston"),
    *("no_trump_bids", "bemo", "big_little_moe", "big_little_mo", "nil_in_the_dark"),
    *("mitchell_aces", "wiki_partnership_ace_check"),
    *("differentiated_trumps", "bauer_trumps", "jokers_first_wins", "ace_low", "show_seven", "joke_trumps"),
    *("cancellation", "cancellation_8", "six_player_2D", "three_player_dummy", "superspades"),
    *("rake_em", "first_trick_clubs", "first_trick_lowest_club", "must_trump_tarot", "play_to_beat"),
    *("jokers_high_alternate", "three_b", "highlander", "seven_plus_two", "tram", "reneges", "league_night"),
    *("british_euchre", "cancellation_hearts", "ninety_nine", "sixty_six", "slobberhannes", "whist_revokes"),
)
_PACK = re.compile(r'^pack \w+ "[^"]*" for (\w+)', re.MULTILINE)


def ending_soon(name: str, folder: Path) -> Game:
    """Load a game so that it ends between players who know nothing."""
    found = variant_text(name)
    assert found is not None
    pack = _PACK.search(found[1])
    base, include = (pack[1], f"include {name}") if pack else (name, "")
    child = folder / "ends.spades"
    child.write_text(
        f'variant ends "Ends" extends {base} {{ {include} include mercy with floor = 100 }}\n', encoding="utf-8"
    )
    for file in (str(child), name):
        try:
            game = spadesdsl.load(file)
        except RulesError:
            continue
        targets = (50, 100, 200, 300) if "target" in game.options else ()
        for target in targets:
            try:
                return game.with_options({"target": target})
            except spadesdsl.GameError:  # not among its values
                continue
        return game
    raise AssertionError(name)


def step(state: State, player: RandomPlayer, chance: random.Random) -> State:
    """Let somebody choose; now and then what nobody asked for."""
    turn = state.turns[0]
    if state.volunteers and chance.random() < 0.03:
        turn = chance.choice(state.volunteers)
    if turn.choice == "play":
        return state.apply(chance.choice(turn.moves), turn.seat)
    return state.apply(player.choose(state.view(turn.seat), turn), turn.seat)


@pytest.mark.parametrize("name", NAMES)
def test_random_games_come_to_their_end(name: str, tmp_path: Path) -> None:
    game = ending_soon(name, tmp_path)
    ended: Counter[str] = Counter()
    for seed in range(GAMES):
        state, player, chance = game.start(seed), RandomPlayer(seed), random.Random(seed)
        while not state.over:
            assert state.turns, f"seed {seed}: nobody's turn in {state.phase}"
            assert state.deals_dealt <= MOST_DEALS, f"seed {seed}: no end after {MOST_DEALS} deals"
            state = step(state, player, chance)
        assert state.winners or state.ended_by, f"seed {seed}"
        ended[state.ended_by] += 1
    assert ended.total() == GAMES
