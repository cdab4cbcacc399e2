"""The newest bundled games and packs, each told once more in plain Python for `perft`."""

from __future__ import annotations

from tests.engine.perft import Ask, Pack, Points, Rules, Table
from tests.engine.perft_cards import dealer, picked_up
from tests.engine.perft_games import Position, Spades, passed_on, side_choice, turns

TWOS_ON_TOP = Pack("A 2", tops=("big_joker", "little_joker", "2S", "2D", "2C", "2H"))
JJ_DEUCE_ACE = Pack("A 3 2", tops=("big_joker", "little_joker", "2S"))


def passed_to_the_left(ask: Ask, position: Position) -> Points:
    """Everybody gives the left neighbour a card before the bidding, all at once."""
    return Spades()(ask, {**position, "deal": {"hands": passed_on(ask, position, 1)}})


def no_nines_no_blinds(ask: Ask, position: Position) -> Points:
    """One bid a side, and never nine; a ten is worth two hundred, or costs it."""
    order = turns(position)
    bids = {seat % 2: int(side_choice(ask, seat, ["7", "8", "10"])) for seat in order[:2]}
    taken = Table(Pack("A K Q"), position["deal"]["hands"], order[0]).play(ask)
    # Three tricks: every one of these bids is lost.
    return tuple(-200 if bids[side] == 10 else -10 * bids[side] for side in range(len(taken) // 2))


NEWEST: dict[str, Rules] = {
    "time_limit": Spades(),
    "closing_hour": Spades(),
    "speed_spades": Spades(),
    "passing": passed_to_the_left,
    "no_nines_no_blinds": no_nines_no_blinds,
    "deuces_high_jokers": picked_up(dealer, TWOS_ON_TOP),
    "three_player_wikipedia": Spades(Pack("A 3 2"), numbers=(1, 2), sides=3, lead_spades=True),
    "three_player_jj_deuce_ace": Spades(JJ_DEUCE_ACE, numbers=(1, 2), sides=3, lead_spades=True),
}
"""By the name of the golden file in `tests/data/perft`."""
