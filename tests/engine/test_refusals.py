"""What a program reads when it asks for what a game cannot do."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

import spadesdsl
from spadesdsl.engine.ranking import bits
from tests.engine.playing import game_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (lambda: spadesdsl.load("hearts", x=1), "E228: There is no option `x`. (there are the options `limit`,"),
        (lambda: spadesdsl.vector_env("standard", 0), "there is nothing to play with 0 games"),
        (
            lambda: spadesdsl.load("standard").start(seed=1).apply("99"),
            "`99` is not a move here; it can be 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, nil",
        ),
        # Several are asked at once: the cards of one are not for another.
        (lambda: spadesdsl.load("hearts").start(seed=1).apply("zz"), "`zz` is not a move here"),
    ],
)
def test_a_refusal_says_what_there_is(asked: Callable[[], object], said: str) -> None:
    with pytest.raises((spadesdsl.GameError, spadesdsl.RulesError)) as refused:
        asked()
    assert str(refused.value).startswith(said)
    assert ";" in said or ";" not in str(refused.value)


@pytest.mark.parametrize("name", ["cancellation_hearts", "first_trick_lowest_club"])
def test_a_refusal_shows_only_what_all_rules_together_allow(name: str) -> None:
    rng = Random(name)
    state = game_of(name).start(seed=3)
    refused = 0
    while state.deal == 1 and not state.over:
        turn = state.turns[0]
        legal = {move.split(" ")[0] for move in turn.moves}
        held = [] if turn.holder < 0 else [state.spec.deck.names[card] for card in bits(state.hands[turn.holder])]
        for card in set(held) - legal:
            message = state.why(card, turn.seat).message
            assert set(message.partition("You can play ")[2].removesuffix(".").split(" ")) == legal
            refused += 1
        state = state.apply(rng.choice(turn.moves), turn.seat)
    assert refused > 20


def test_a_refused_bid_shows_only_what_all_rules_together_allow(tmp_path: Path) -> None:
    path = tmp_path / "mine.spades"
    path.write_text(
        'language 1\nvariant mine "Mine" extends standard {\n bidding {\n'
        '  must low during opening: contract < 4 "Bid at most three."\n'
        '  must odd during opening: (contract + 1) / 2 is whole "Bid an odd number."\n }\n}\n'
    )
    assert spadesdsl.load(path).start(seed=1).why("7").message == (
        "7 is not allowed: Bid at most three. You can bid 1, 3."
    )


def test_a_bid_is_allowed_if_what_does_not_hold_held() -> None:
    state = game_of("bridge").start(seed=1)
    for call in ("1 clubs", "double"):
        state = state.apply(call)
    assert state.why("double").allowed_if == ("top.player in opponents", "not doubled")
    assert "Only the other side's last bid can be doubled" in state.why("double").message
    assert state.apply("pass").why("double").allowed_if == ("not doubled",)


def test_a_card_that_is_not_held_cannot_be_passed_on() -> None:
    state = game_of("hearts").start(seed=1)
    seat = state.turns[0].seat
    card = next(card for card in range(52) if not state.hands[seat] >> card & 1)
    assert state.why(state.spec.deck.names[card], seat).allowed_if == ("you held it",)
    own = state.moves(seat)[0]
    assert state.apply(own, seat).why(own, seat).message.startswith(f"You have chosen {own} already. You can choose ")
