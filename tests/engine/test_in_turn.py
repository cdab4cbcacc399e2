"""What happens for each player in turn, or for all at once; and how long turns go on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import spadesdsl

if TYPE_CHECKING:
    from pathlib import Path

    from spadesdsl import Game


def whist(folder: Path, text: str) -> Game:
    """Load a game of whist with more rules."""
    path = folder / "in_turn.spades"
    path.write_text(f'variant in_turn "Whist, in turn" extends whist {{ {text} }}\n', encoding="utf-8")
    return spadesdsl.load(path)


ZONE = "table { zone aside of each player seen by player }"


def test_cards_are_given_by_each_player_in_turn(tmp_path: Path) -> None:
    game = whist(tmp_path, f"{ZONE} deal {{ give away by each player from left of dealer: 2 from hand to aside }}")
    state = game.start(3)
    for seat in range(4):
        assert len(state.hidden_hands[seat]) == 11
        own = state.view(seat).zones[f"aside of {seat}"]
        assert isinstance(own, tuple)
        assert len(own) == 2


def test_who_gives_has_to_meet_the_condition(tmp_path: Path) -> None:
    game = whist(tmp_path, f"{ZONE} deal {{ give away by each player when player is dealer: 2 from hand to aside }}")
    state = game.start(3)
    assert [len(hand) for hand in state.hidden_hands] == [11 if seat == state.dealer else 13 for seat in range(4)]


def test_cards_that_are_given_at_once_are_those_that_each_had_before(tmp_path: Path) -> None:
    before = whist(tmp_path, "").start(3).hidden_hands
    at_once = whist(tmp_path, "deal { give on by each player at once: hand to player.left }").start(3)
    assert [set(hand) for hand in at_once.hidden_hands] == [set(before[(seat - 1) % 4]) for seat in range(4)]
    in_turn = whist(tmp_path, "deal { give on by each player from left of dealer: hand to player.left }").start(3)
    assert sorted(map(len, in_turn.hidden_hands)) == [0, 0, 0, 52]


def test_each_side_gives_once(tmp_path: Path) -> None:
    zone = "table { zone kitty }"
    rule = "deal { give away by each team from left of dealer: 1 from (first of members).hand to kitty }"
    state = whist(tmp_path, f"{zone} {rule}").start(3)
    assert sorted(map(len, state.hidden_hands)) == [12, 12, 13, 13]


def test_giving_goes_round_until_it_is_enough(tmp_path: Path) -> None:
    zone = "table { zone kitty }"
    rule = "deal { give away by each player from left of dealer until count of kitty >= 6: 1 from hand to kitty }"
    state = whist(tmp_path, f"{zone} {rule}").start(3)
    assert sorted(map(len, state.hidden_hands)) == [11, 11, 12, 12]


def test_an_action_has_a_subject_where_it_says_by_whom(tmp_path: Path) -> None:
    state = whist(tmp_path, "deal { show mine by dealer: hand to everyone }").start(3)
    assert state.view((state.dealer + 1) % 4).hands[state.dealer] == state.hidden_hands[state.dealer]


def test_until_reads_the_player_whose_turn_it_was(tmp_path: Path) -> None:
    path = tmp_path / "until_player.spades"
    path.write_text(
        'variant until_player "Until somebody bids nil" extends standard {\n'
        "  set failed_nil = bags, set_cost = per_bid, bags_past_limit = carried\n"
        "  bidding { replace round opening by each player from left of dealer until player.bid is nil }\n}\n",
        encoding="utf-8",
    )
    state = spadesdsl.load(path).start(1, dealer=3)
    for _ in range(5):
        assert state.phase == "bidding.opening"
        state = state.apply("3")
    state = state.apply("nil")
    assert state.phase == "play"


def test_a_question_to_all_at_once_that_nobody_can_answer_is_passed_over(tmp_path: Path) -> None:
    rule = "choose rest before each trick by each player at once when taken > 2: nothing"
    game = whist(tmp_path, f"play {{ {rule} }}")
    for seed in range(5):
        state, asked = game.start(seed), 0
        while not state.sheets:
            asked += state.turns[0].choice == "rest"
            state = state.apply(state.turns[0].moves[0], state.turns[0].seat)
        assert 0 < asked < 13 * 4, "it is asked of some players before some tricks, and passed over before the others"


def test_nobody_chooses_cards_that_nobody_would_get(tmp_path: Path) -> None:
    given = "1 from hand to first of (players as p where p.taken > 20) face down"
    kept = whist(tmp_path, f"phase passing before bidding {{ pass on by each player at once: {given} }}").start(3)
    assert kept.phase == "play"
    assert {hand.bit_count() for hand in kept.hands} == {13}


def test_a_round_goes_on_if_the_last_player_of_a_lap_has_nothing_to_bid(tmp_path: Path) -> None:
    rules = """
      bidding {
        round auction by each player from left of dealer until some player has contract = 9: raise
        bid raise(n from 1 to 9) "{n}" when player is not dealer and n > most of contract over players { contract n }
      }
    """
    state = whist(tmp_path, rules).start(3)
    first = state.turns[0].seat
    for bid in ("1", "2", "3"):
        state = state.apply(bid)
    assert (state.phase, state.turns[0].seat, state.turns[0].moves[0]) == ("bidding.auction", first, "4")
