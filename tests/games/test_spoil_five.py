"""Spoil Five: two whole deals, worked out by hand from the rules of its source."""

from __future__ import annotations

import spadesdsl
from tests.games.by_hand import follow, legal, points, words
from tests.loading import deal

SPOILT = (
    "5D 4D KC 7H QC",
    "AH 2D 3S 10S 8H",
    "JD 6D AS 10C 2H",
    "KD AC 9S KH 3C",
    "AD QD 4C JS 6H",
)
ALL_FIVE = (
    "8D 9D 10D JD QD",
    "5S JS AH AS KS",
    "2S 4D 6C 7D 9H",
    "3H 4H 5H 6H 7H",
    "2C 3C 4C 5C 6D",
)


def start(**options: object) -> spadesdsl.State:
    game = spadesdsl.load("spoil_five", **options)
    return game.start(dealer=4, deals=[deal(game, SPOILT, "9D"), deal(game, ALL_FIVE, "QS")])


def pool(state: spadesdsl.State) -> int:
    assert state.last_sheet is not None
    return int(state.last_sheet.sides[0].tallies["pool"])


def spoilt(state: spadesdsl.State) -> spadesdsl.State:
    """Play the first deal, in which nobody wins three tricks."""
    # Diamonds are trumps; Five holds their ace, takes the nine and puts a club out. Who is asked tells nothing of it.
    assert [(turn.seat, turn.choice, turn.moves) for turn in state.turns] == [(0, "rob", ("no",))]
    state = follow(state, "One no, Two no, Three no, Four no, Five yes, Five 4C, One KC")
    assert legal(state) == words("AH 2D 3S 10S 8H"), "Two has no club"
    state = follow(state, "Two 3S")
    assert legal(state) == {"10C", "JD", "6D"}, "Three follows or trumps"
    state = follow(state, "Three 6D, Four 3C, Five 6H, Three AS, Four 9S, Five JS, One 7H, Two 10S")
    # In black the jack is above the ace.
    state = follow(state, "Five QD")
    assert legal(state) == {"5D", "4D"}, "the four has to follow, and the five may be played for it"
    state = follow(state, "One 4D, Two 2D")
    assert legal(state) == {"JD", "10C", "2H"}, "the jack need not be played to the queen"
    state = follow(state, "Three 2H")
    assert legal(state) == {"KD"}
    state = follow(state, "Four KD, Four KH, Five AD, One QC")
    assert legal(state) == {"AH", "8H"}, "the ace of hearts is no heart, but trumps"
    return follow(state, "Two 8H, Three JD, Three 10C, Four AC, Five 9D, One 5D, Two AH")


NOBODY_ROBS = "Two no, Three no, Four no, Five no, One no"


def three_tricks(state: spadesdsl.State) -> spadesdsl.State:
    """Let Two win the first three tricks of the second deal."""
    state = follow(state, "Two 5S, Three 2S, Four 3H, Five 2C, One 8D, Two JS, Three 4D, Four 4H, Five 3C, One 9D")
    return follow(state, "Two AH, Three 6C, Four 5H, Five 4C, One 10D")


def test_a_deal_that_is_spoilt() -> None:
    state = spoilt(start())
    assert points(state)["Three"] == {"put_in": -1, "pool_won": 0, "all_five": 0}
    assert state.scores == (-1, -1, -1, -1, -1)
    assert pool(state) == 5
    assert state.dealer == 0


def test_all_five_tricks_after_it() -> None:
    # Two holds the ace of spades, takes the queen and puts the king out.
    state = three_tricks(follow(spoilt(start()), "Two yes, Two KS"))
    assert [(turn.seat, turn.choice) for turn in state.turns] == [(1, "jink")]
    gone_on = follow(state, "Two yes, Two AS, Three 7D, Four 6H, Five 5C, One JD")
    gone_on = follow(gone_on, "Two QS, Three 9H, Four 7H, Five 6D, One QD")
    # Ten chips lie in the pool, and four come from the others.
    assert points(gone_on)["Two"] == {"put_in": -1, "pool_won": 10, "all_five": 4}
    assert gone_on.scores == (-3, 12, -3, -3, -3)
    stopped = follow(state, "Two no")
    assert points(stopped)["Two"] == {"put_in": -1, "pool_won": 10, "all_five": 0}
    assert stopped.scores == (-2, 8, -2, -2, -2)
    assert stopped.deal == 3
    assert pool(stopped) == 0


def test_three_tricks_end_the_deal_where_nobody_goes_on() -> None:
    state = three_tricks(follow(spoilt(start(jinks=False)), "Two yes, Two KS"))
    assert state.scores == (-2, 8, -2, -2, -2)


def test_who_could_rob_and_has_not_cannot_win_the_pool() -> None:
    """Encyclopaedia Britannica (1911): "A player who fails to rob cannot go out that hand"; Peel: of the pool."""
    state = three_tricks(follow(spoilt(start(jinks=False)), NOBODY_ROBS))
    assert points(state)["Two"] == {"put_in": -1, "pool_won": 0, "all_five": 0}
    assert state.scores == (-2, -2, -2, -2, -2)
    assert pool(state) == 10


def test_he_may_go_on_for_all_five_and_gets_nothing_for_them() -> None:
    state = follow(three_tricks(follow(spoilt(start()), NOBODY_ROBS)), "Two yes, Two AS, Three 7D, Four 6H, Five 5C")
    state = follow(state, "One JD, Two KS, Three 9H, Four 7H, Five 6D, One QD")
    assert state.scores == (-2, -2, -2, -2, -2)
    assert pool(state) == 10


def test_where_robbing_is_optional_he_wins_it() -> None:
    """Peel: "As a variation, it may be agreed that robbing shall be optional"."""
    state = three_tricks(follow(spoilt(start(jinks=False, robbing="optional")), NOBODY_ROBS))
    assert state.scores == (-2, 8, -2, -2, -2)


def test_the_dealer_alone_is_asked_where_the_ace_is_turned_up() -> None:
    game = spadesdsl.load("spoil_five")
    state = game.start(dealer=4, deals=[deal(game, ALL_FIVE, "AC")])
    assert [(turn.seat, turn.moves) for turn in state.turns] == [(4, ("yes", "no"))]
    state = follow(state, "Five yes, Five 6D")
    assert legal(follow(state, "One 8D, Two 5S, Three 4D, Four 3H")) == words("AC 2C 3C 4C 5C")
