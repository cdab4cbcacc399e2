"""The cards that were played lie in the order in which they were played, also a part of them."""

from __future__ import annotations

import random

import pytest

from spadesdsl.engine import choices
from spadesdsl.loader import load_text

GAME = """
variant order "The order of play" extends whist {{
  play {{
    may noted after each card by player when count of played > 0 and ({asked}): nothing
  }}
}}
"""
"""Whoever is to play is asked where the condition holds."""


def asked(condition: str, seed: int) -> list[tuple[bool, tuple[str, ...]]]:
    """Play some tricks, and return after each card whether the condition held, and the cards played so far."""
    found = load_text(GAME.format(asked=condition).encode(), {})
    assert found.game is not None, found.diagnostics
    rng, state = random.Random(seed), found.game.start(seed)
    cards: list[str] = []
    seen = []
    while len(cards) < 14:
        entry = choices.due(state)[0]
        option = rng.choice(entry.options) if entry.holder >= 0 else entry.options[-1]
        after = state.take(entry, option)
        cards += [event.card for event in after.events if event.to_json()["event"] == "play"]  # type: ignore[union-attr]
        if len(cards) % 4 and entry.holder >= 0:  # after the last card of a trick nobody is to play
            due = choices.due(after)
            seen.append((any(one.choice == "noted" for one in due), tuple(cards)))
        state = after
    return seen


@pytest.mark.parametrize("seed", range(3))
def test_the_last_card_played_is_that_of_the_player_before(seed: int) -> None:
    assert all(holds for holds, _ in asked("(last of played).player is player.right", seed))


@pytest.mark.parametrize("seed", range(3))
def test_the_first_card_played_was_led_to_the_first_trick(seed: int) -> None:
    found = asked("(first of played) is (first of tricks).led", seed)
    assert [holds for holds, _ in found] == [len(cards) > 4 for _, cards in found]


@pytest.mark.parametrize("seed", range(3))
def test_a_part_of_the_cards_played_keeps_their_order(seed: int) -> None:
    for suits in ("HC", "SH", "SD"):
        names = {"H": "hearts", "C": "clubs", "S": "spades", "D": "diamonds"}
        one, other = (names[suit] for suit in suits)
        condition = f"(last of (played where card in {one} or card in {other})) in {one}"
        for holds, cards in asked(condition, seed):
            part = [card for card in cards if card[-1] in suits]
            assert holds is bool(part and part[-1].endswith(suits[0])), cards
