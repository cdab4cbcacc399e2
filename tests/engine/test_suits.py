"""What runs over suits: quantifiers, sums, sets; and which suits there are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import spadesdsl
from spadesdsl.examples.run import run_examples
from spadesdsl.loader import load_text

if TYPE_CHECKING:
    from pathlib import Path

    from spadesdsl import Game, State


def whist(folder: Path, text: str) -> Game:
    """Load a game of whist with more rules."""
    path = folder / "suited.spades"
    path.write_text(f'variant suited "Whist, suited" extends whist {{ {text} }}\n', encoding="utf-8")
    return spadesdsl.load(path)


def lengths(state: State, seat: int) -> list[int]:
    """Count the cards of each suit in a hand."""
    return [sum(card.endswith(suit) for card in state.hidden_hands[seat]) for suit in "CDHS"]


def test_a_deal_with_an_empty_suit_is_thrown_in(tmp_path: Path) -> None:
    rule = "redeal void when some player p has some suit s has count of (p.hand in s) = 0: by left of dealer"
    game = whist(tmp_path, f"deal {{ {rule} }}")
    thrown = 0
    for seed in range(60):
        state = game.start(seed)
        thrown += state.deals_dealt > 1
        assert all(min(lengths(state, seat)) for seat in range(4))
    assert thrown


def test_suits_are_counted_summed_and_compared(tmp_path: Path) -> None:
    for condition, holds in (
        ("every suit has count of (dealer.hand in suit) >= 2", lambda rows: min(rows) >= 2),
        ("no suit s has count of (dealer.hand in s) > 5", lambda rows: max(rows) <= 5),
        ("most of count of (dealer.hand in suit) over suits = 4", lambda rows: max(rows) == 4),
        ("count of (suits where count of (dealer.hand in suit) = 3) = 2", lambda rows: rows.count(3) == 2),
        ("some suit in [hearts, spades] has count of (dealer.hand in suit) = 5", lambda rows: 5 in rows[2:]),
    ):
        game = whist(tmp_path, f"deal {{ redeal wanted when not ({condition}): by dealer }}")
        for seed in range(5):
            state = game.start(seed)
            assert holds(lengths(state, state.dealer)), condition


def test_a_suit_without_cards_is_not_among_the_suits(tmp_path: Path) -> None:
    stars = "replace suits clubs, diamonds, hearts, stars, spades"
    gone = ", ".join(f"{rank}T" for rank in ("A", "K", "Q", "J", *range(10, 1, -1)))
    deck = f"deck {{ {stars.replace('stars', 'tins')} remove {gone} }}"
    play = "play { may name(s in suits) before each trick by leader: nothing }"
    game = whist(tmp_path, f"{deck} {play}")
    state = game.start(3)
    assert state.turns[0].moves == ("name(clubs)", "name(diamonds)", "name(hearts)", "name(spades)", "no")


def test_cards_that_top_the_trumps_count_for_the_suit_of_trumps(tmp_path: Path) -> None:
    aces = "topped by AC, AD, AH, AS"
    holds = "some card in (hand in s) has card in [AC, AD, AH, AS]"
    play = f"play {{ may boast before each trick by leader when some suit s has s is not trumps and {holds}: nothing }}"
    game = whist(tmp_path, f"deck {{ replace trumps: last_card.suit, {aces} }} {play}")
    for seed in range(5):
        state = game.start(seed)
        assert state.turns[0].moves == ("no",)


def test_the_other_suit_of_a_colour_is_the_same_in_every_order_of_the_suits() -> None:
    text = 'variant reordered "Euchre" extends euchre { deck { replace suits spades, clubs, diamonds, hearts } }'
    results = run_examples(load_text(text.encode(), {}))
    assert [one.title for one in results if not one.passed] == []
    assert "the left bower follows trumps" in [one.title for one in results]
