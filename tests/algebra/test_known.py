"""What is known of a game whose tallies and hands depend on each other."""

from __future__ import annotations

from spadesdsl.algebra.bounds import Bounds
from spadesdsl.loader import load_text

KNOCKED_OUT = b"""language 1
variant house "Our house" extends knockout_whist {
  on deal 1 { ending { out gone when taken = 0 } }
}
"""


def test_hands_that_a_tally_sizes_are_known_where_deals_have_rules_of_their_own() -> None:
    # A tally says how large hands are, it counts tricks, and as many as a hand has: on all deals, each with its rules.
    loaded = load_text(KNOCKED_OUT, {})
    assert loaded.variant is not None
    assert loaded.game is not None
    assert len(loaded.variant.games) > 1
    for game in loaded.variant.games:
        assert 6 <= Bounds(game, loaded.game, loaded.variant).tricks <= 52
