"""Conditions on a card: in the `when` of a `must`, and of what comes after each card."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import spadesdsl

if TYPE_CHECKING:
    from pathlib import Path

    from spadesdsl import Game


def whist(folder: Path, play: str) -> Game:
    """Load a game of whist with more in its play."""
    path = folder / "card_whist.spades"
    path.write_text(
        f'variant card_whist "Whist, card by card" extends whist {{ play {{ {play} }} '
        'drop example "follow suit if you can" }\n',
        encoding="utf-8",
    )
    return spadesdsl.load(path)


def test_a_must_that_says_when_of_the_card_binds_the_cards_for_which_it_holds(tmp_path: Path) -> None:
    first = whist(tmp_path, 'must aces above all when card.rank is A: leading "Aces are led."').start(3)
    same = whist(tmp_path, "must aces above all: card.rank is not A or leading").start(3)
    rng = random.Random(5)
    kept = 0
    while not first.sheets:
        assert first.turns[0].moves == same.turns[0].moves
        seat = first.turns[0].seat
        held = first.hidden_hands[seat]
        if first.trick and {card.startswith("A") for card in held} == {True, False}:
            kept += 1
            assert not any(move.startswith("A") for move in first.turns[0].moves)
        move = rng.choice(first.turns[0].moves)
        first, same = first.apply(move), same.apply(move)
    assert kept


def test_a_refused_card_is_explained_by_the_condition_on_it(tmp_path: Path) -> None:
    state = whist(tmp_path, 'must aces above all when card.rank is A: leading "Aces are led."').start(3)
    while not state.trick or not any(card.startswith("A") for card in state.hidden_hands[state.turns[0].seat]):
        state = state.apply(state.turns[0].moves[-1])
    seat = state.turns[0].seat
    ace = next(card for card in state.hidden_hands[seat] if card.startswith("A"))
    verdict = state.why(ace, seat)
    assert not verdict.legal
    assert verdict.rule is not None
    assert verdict.rule.key == "play.aces"


def test_after_each_card_that_card_is_read(tmp_path: Path) -> None:
    game = whist(
        tmp_path,
        "may boast after each card by each player when card.rank is A: nothing "
        "show all after each card when card.rank is K: card.player.left.hand to everyone",
    )
    state = game.start(3)
    asked = shown = 0
    while len(state.tricks) < 8:
        last = state.spec.deck.names[state.trick[-1]] if state.trick else ""
        if state.turns[0].choice == "boast":
            asked += 1
            assert last.startswith("A")
            state = state.apply("no", state.turns[0].seat)
            continue
        if last.startswith("K"):
            seat = (state.trick_seats[-1] + 1) % 4
            shown += 1
            assert state.view((seat + 1) % 4).shown[seat] == state.hidden_hands[seat]
        state = state.apply(state.turns[0].moves[0])
    assert asked
    assert shown
