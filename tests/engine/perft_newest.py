"""The newest bundled games and packs, each told once more in plain Python for `perft`."""

from __future__ import annotations

from tests.engine.perft import Ask, Pack, Points, Rules, Table
from tests.engine.perft_bids import sides_of
from tests.engine.perft_cards import dealer, picked_up
from tests.engine.perft_games import Position, Scoring, Spades, passed_on, side_choice, turns

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


def moon_or_double_nil(ask: Ask, position: Position) -> Points:
    """A side may bid a moon or a double nil, blind or not; after one of them the other side may not bid the other."""
    order, great = turns(position), dict[int, str]()
    for seat in order[:2]:
        other = great.get(1 - seat % 2, "")
        barred = "moon" if "nil" in other else "nil" if other else "-"
        for choices in (["blind double nil", "blind moon", "look"], ["double nil", "moon", "neither"]):
            answer = side_choice(ask, seat, [one for one in choices if barred not in one])
            if answer != "look":
                break
        great |= {} if answer == "neither" else {seat % 2: answer}
    bids: dict[int, str] = {}
    for seat in [seat for seat in order if seat % 2 not in great]:
        is_last_nil = "moon" in great.get(1 - seat % 2, "") and bids.get((seat + 2) % 4) == "nil"
        bids[seat] = ask([(seat, label) for label in (["1"] if is_last_nil else ["1", "nil"])])[1]
    taken = Table(Pack("A K"), position["deal"]["hands"], order[0]).play(ask)

    def score(side: int, got: list[int]) -> int:
        if side not in great:
            return Scoring().side([bids[side], bids[side + 2]], got)
        return {"double nil": 400, "blind double nil": 800}.get(great[side], 0) if sum(got) == 0 else 0

    return sides_of(score, taken)


def drawn_for_the_deal(ask: Ask, position: Position, stock: list[str]) -> int:
    """Let the seats draw in turn; return who draws the first spade."""
    seats = turns(position)
    for number, card in enumerate(stock):
        seat = seats[number % len(seats)]
        ask([(seat, "yes")])
        if card.endswith("S"):
            return seat
    raise AssertionError("no spade to draw")


def first_spade_draws(ask: Ask, position: Position) -> Points:
    """The draw alone: the cards are thrown in after it."""
    drawn_for_the_deal(ask, position, position["deal"]["rest"])
    return None


def first_spade_deals(ask: Ask, position: Position) -> Points:
    """The deal after the draw, by who drew the first spade."""
    drawer = drawn_for_the_deal(lambda options: next(iter(options)), position, position["earlier"][0]["rest"])
    return Spades(Pack("A K"))(ask, {**position, "dealer": drawer})


NEWEST: dict[str, Rules] = {
    "time_limit": Spades(),
    "closing_hour": Spades(),
    "speed_spades": Spades(),
    "moon_or_double_nil": moon_or_double_nil,
    "first_spade_draws": first_spade_draws,
    "first_spade_deals": first_spade_deals,
    "passing": passed_to_the_left,
    "no_nines_no_blinds": no_nines_no_blinds,
    "deuces_high_jokers": picked_up(dealer, TWOS_ON_TOP),
    "three_player_wikipedia": Spades(Pack("A 3 2"), numbers=(1, 2), sides=3, lead_spades=True),
    "three_player_jj_deuce_ace": Spades(JJ_DEUCE_ACE, numbers=(1, 2), sides=3, lead_spades=True),
}
"""By the name of the golden file in `tests/data/perft`."""
