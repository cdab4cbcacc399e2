"""How many cards two players have who build their hands from the stock, and where that cannot be said."""

from __future__ import annotations

import pytest

from spadesdsl.algebra.turns import held_after_turns
from spadesdsl.loader import load_text
from spadesdsl.proofs.at_once import context_of
from spadesdsl.resources import variant_text
from tests.loading import loaded

CARDS = 52


@pytest.mark.parametrize("name", ["two_player", "two_player_two_card", "two_player_unseen", "onhand_2"])
def test_each_of_two_players_ends_with_thirteen_cards(name: str) -> None:
    context = context_of(loaded(name))
    bounds = context.asker(context.variant.game).bounds
    assert held_after_turns(bounds, CARDS) == 13
    assert (bounds.tricks, bounds.has_fixed_tricks) == (13, True)


CHANGED = [
    ("player did keep: 1 from stock to aside", "player did keep: 2 from stock to aside", "a place fills up"),
    (
        "give second_card when draw is not two and not player did keep: 1 from",
        "give second_card: 1 from",
        "more at times",
    ),
    ("when draw is look and player did keep", "when draw is look and hand includes AS", "by what is held"),
    ("until stock is empty", "until count of stock < 3", "some are left over"),
    ("give first_card: 1 from stock", "give first_card: 3 from stock", "another number each turn"),
    (
        "give first_card: 1 from stock",
        "may more by player: give 1 from stock to hand give first_card: 1 from stock",
        "as the player likes",
    ),
]


@pytest.mark.parametrize(("old", "new", "why"), CHANGED, ids=[why for *_, why in CHANGED])
def test_turns_that_differ_show_nothing(old: str, new: str, why: str) -> None:
    text = (variant_text("two_player") or ("", ""))[1]
    assert old in text
    changed = load_text(text.replace(old, new).encode(), {})
    assert changed.variant is not None, [one.message for one in changed.diagnostics]
    context = context_of(changed)
    assert held_after_turns(context.asker(context.variant.game).bounds, CARDS) is None
