"""Cards that only one of two games names are dealt together, and kept or played first, so that rare deals are found."""

from __future__ import annotations

from random import Random
from typing import Final

import pytest

from spadesdsl.algebra.reads import Effect
from spadesdsl.diff.difference import difference
from spadesdsl.diff.gathered import cards_named, gathered
from spadesdsl.loader import Loaded, load_text
from spadesdsl.proofs.situations import fresh
from tests.diff.parting import parts
from tests.loading import loaded

_DEALS: Final = 60


def _house(parent: str, body: str) -> Loaded:
    found = load_text(f'language 1 variant house "H" extends {parent} {{ {body} }}'.encode(), {})
    assert found.variant is not None, [one.message for one in found.diagnostics]
    return found


RARE: Final = {
    "four of a kind in one trick": (
        "whist",
        "scoring for each team { score odd when some trick t in tricks_won has every card c in t.cards has c.rank is 7:"
        " 10 }",
    ),
    "three aces in one hand": (
        "hearts",
        "scoring for each player { score odd when AC.player is player and AD.player is player and AH.player is player"
        " and AS.player is player: 10 }",
    ),
}


@pytest.mark.parametrize("name", RARE)
def test_a_rare_deal_is_found(name: str) -> None:
    parent, body = RARE[name]
    old, new = loaded(parent), _house(parent, body)
    assert old.variant is not None
    assert new.variant is not None
    games = old.playable, new.playable
    sides = ("old", old.variant, lambda: games[0]), ("new", new.variant, lambda: games[1])
    found = next(one for one in difference(*sides, deals=_DEALS).affected if one.effect is Effect.SCORE)
    assert found.witness is not None
    assert parts(found, *games)


def test_cards_are_those_that_only_one_game_names() -> None:
    house = _house("hearts", "scoring for each player { score odd when cards_won includes AS: 1 }")
    rules = loaded("hearts").variant, house.variant
    assert rules[0] is not None
    assert rules[1] is not None
    assert cards_named((rules[0].game, rules[1].game)) == ("AS",)
    assert cards_named((rules[0].game, rules[0].game)) == ()


def test_the_deck_stays_whole() -> None:
    game = loaded("hearts").playable
    for seed in range(20):
        case = fresh(game, seed)
        other = gathered(case, game, ("AS", "KS", "QS", "JS"), Random(seed))
        assert sorted(other.cards) == sorted(case.cards)
