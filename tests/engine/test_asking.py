"""Whom a question is put to: everybody whom it may concern as far as all can judge, whatever cards there are."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import pytest

import spadesdsl
from spadesdsl.engine.boundary import MoveRefused

if TYPE_CHECKING:
    from pathlib import Path

    from spadesdsl import Game, State

ACES = "AS AH AD AC"
"""What South holds, beside nine low clubs."""


@cache
def weak_game() -> Game:
    return spadesdsl.load("deficient_hand", weak="no_spade", advice=False)


def asked(state: State, name: str) -> list[tuple[int, tuple[str, ...]]]:
    """Answer no to one question, and return whom it was put to, with what each may say."""
    found = []
    while state.turns and state.turns[0].choice == name:
        (turn,) = state.turns
        found.append((turn.seat, turn.moves))
        state = state.apply("no", turn.seat)
    return found


def with_question(tmp_path: Path, when: str, parameters: str = "") -> State:
    """Return a game with one question before the bidding, dealt so that South (seat 2) holds all aces."""
    path = tmp_path / "asking.spades"
    path.write_text(
        f"""language 1
        variant asking "Asking" extends standard {{
          bidding {{
            let aces for each player = count of (hand where rank is A)
            may tell{parameters} above opening by each player from left of dealer when {when}: nothing "I hold aces."
          }}
        }}"""
    )
    game = spadesdsl.load(path)
    south = tuple(f"{ACES} 2C 3C 4C 5C 6C 7C 8C 9C 10C".split())
    rest = [card for card in game.deck if card not in south]
    hands = (tuple(rest[0::3]), tuple(rest[1::3]), south, tuple(rest[2::3]))
    return game.start(dealer=3, deals=[spadesdsl.Deal(hands)])


CAN, CANNOT = ("yes", "no"), ("no",)


@pytest.mark.parametrize(
    ("when", "expected"),
    [
        ("aces = 4", [(0, CANNOT), (1, CANNOT), (2, CAN), (3, CANNOT)]),
        ("not (aces < 4)", [(0, CANNOT), (1, CANNOT), (2, CAN), (3, CANNOT)]),
        ("hand includes AS", [(0, CANNOT), (1, CANNOT), (2, CAN), (3, CANNOT)]),
        # What all can judge decides who is asked ...
        ("player is not dealer and aces = 4", [(0, CANNOT), (1, CANNOT), (2, CAN)]),
        ("count of hand = 12 and aces = 4", []),
        # ... also where it stands inside an `or` or an `if`.
        ("(player is dealer and aces = 4) or (partner is dealer and aces = 0)", [(1, CAN), (3, CANNOT)]),
        ("player is left of dealer or (partner is dealer and aces = 4)", [(0, CAN), (1, CANNOT)]),
        ("player is left of dealer or aces = 4", [(0, CAN), (1, CANNOT), (2, CAN), (3, CANNOT)]),
        ("if player is dealer then aces = 4 else player is partner of dealer", [(1, CAN), (3, CANNOT)]),
        # A condition that everybody can judge is as it was: who cannot say yes is not asked.
        ("player is dealer", [(3, CAN)]),
    ],
)
def test_the_question_is_put_to_all_whom_it_may_concern(
    tmp_path: Path, when: str, expected: list[tuple[int, tuple[str, ...]]]
) -> None:
    assert asked(with_question(tmp_path, when), "tell") == expected


def test_a_parameter_that_reads_the_hand_tells_nothing_either(tmp_path: Path) -> None:
    state = with_question(tmp_path, "count of hand in s >= 10", "(s in suits)")
    assert asked(state, "tell") == [(0, CANNOT), (1, CANNOT), (2, ("tell(clubs)", "no")), (3, CANNOT)]


def test_a_list_of_answers_that_reads_the_hand_tells_nothing_either(tmp_path: Path) -> None:
    state = with_question(tmp_path, "player is not dealer", "(s in (suits as u where hand includes A of u))")
    everything = ("tell(clubs)", "tell(diamonds)", "tell(hearts)", "tell(spades)", "no")
    assert asked(state, "tell") == [(0, CANNOT), (1, CANNOT), (2, everything)]


def test_who_says_yes_without_the_cards_is_told_the_rule() -> None:
    """pagat.com, Misdeal: who has a spade may not call."""
    state = weak_game().start(2, dealer=0)
    (turn,) = state.turns
    assert turn.moves == CANNOT
    assert state.read_move("y", turn.seat) == "yes"
    verdict = state.why("yes", turn.seat)
    assert not verdict.legal
    assert verdict.rule is not None
    assert verdict.rule.key == "bidding.misdeal"
    assert verdict.message.startswith('yes is not allowed: the condition of "Show your hand')
    assert verdict.allowed_if
    with pytest.raises(MoveRefused, match="yes is not allowed"):
        state.apply("yes", turn.seat)


def test_everybody_hears_the_same_whoever_has_no_spade() -> None:
    """pagat.com, Misdeal."""
    spades = tuple(card for card in weak_game().deck if card.endswith("S"))
    others = tuple(card for card in weak_game().deck if not card.endswith("S"))
    without, parts = others[:13], [(*spades[:4], *others[13:22]), (*spades[4:8], *others[22:31]), spades[8:]]
    parts[2] = (*parts[2], *others[31:])
    heard = []
    for seat in range(4):
        hands = (*parts[:seat], without, *parts[seat:])
        state = weak_game().start(dealer=3, deals=[spadesdsl.Deal(tuple(hands))])
        listed = asked(state, "misdeal")
        assert listed == [(other, CAN if other == seat else CANNOT) for other in range(4)]
        heard.append([other for other, _ in listed])
    assert all(one == heard[0] for one in heard)


def test_a_question_about_what_was_fixed_with_an_earlier_answer_goes_to_all_who_gave_it(tmp_path: Path) -> None:
    path = tmp_path / "asking.spades"
    path.write_text(
        """language 1
        variant asking "Asking" extends standard {
          bidding {
            may count_them above opening by each player from left of dealer: let aces = count of (hand where rank is A)
            may tell above opening by each player from left of dealer
              when player did count_them and player.count_them.aces > 2: nothing
          }
        }"""
    )
    game = spadesdsl.load(path)
    state = game.start(3)
    while state.turns[0].choice == "count_them":
        state = state.apply("yes", state.turns[0].seat)
    assert len(asked(state, "tell")) == 4, "being asked would tell how many aces a player holds"


def test_a_double_said_out_of_turn_ends_the_auction_at_once(tmp_path: Path) -> None:
    file = tmp_path / "auction.spades"
    file.write_text(
        """variant auction "Auction" extends standard {
          bidding {
            let last_bid = last of (calls where bid is tricks)
            let is_over = some player did double or final_run of (calls where bid is pass) >= 3
            replace round opening by each player from left of dealer until is_over: tricks, pass
            replace bid tricks(n from 1 to 13) "{n}" when n > most of bid.n over calls { contract n }
            drop bid nil
            bid pass
            may double any time during bidding by each player when last_bid.player in opponents: nothing
          }
        }""",
        encoding="utf-8",
    )
    game = spadesdsl.load(file)
    state = game.start(1, dealer=3).apply("3")
    assert state.turns[0].seat == 1
    assert {turn.seat for turn in state.volunteers} == {1, 3}
    after = state.apply("double", 3)
    assert after.phase == "play", "East is not asked any more"
    assert after.bids[1] is None
    assert state.apply("pass", 1).turns[0].seat == 2
