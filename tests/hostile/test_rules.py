"""Whatever the checker accepts gives no hidden card away: files made by chance, with hidden cards exchanged.

`SPADES_FILES=6000` makes more files than the suite does.
"""

from __future__ import annotations

import os
import random

from spadesdsl.loader import load_text
from tests.engine.playing import walk
from tests.engine.test_properties import exchanged, hold_what_follows, told
from tests.hostile.rules import Maker

FILES = int(os.environ.get("SPADES_FILES", "60"))
FIRST = int(os.environ.get("SPADES_FIRST", "0"))


def test_rules_that_are_accepted_tell_no_hidden_card() -> None:
    accepted = refused = 0
    for number in range(FIRST + 1, FIRST + 1 + FILES):
        text = Maker(random.Random(number)).file()
        loaded = load_text(f"language 1\n{text}".encode(), {}, has_fixes=False)
        if loaded.game is None:
            refused += any(one.code == "E430" for one in loaded.diagnostics)
            continue
        accepted += 1
        rng = random.Random(number)
        for seed in range(3):
            for state in walk(loaded.game.start(seed), seed, 45):
                seat = int(rng.random() * len(state.hands))
                other = exchanged(state, seat, rng)
                assert told(state, seat) == told(other, seat), (number, seed, text)
                hold_what_follows(state, other, rng)
    assert accepted
    assert refused, "some files must be refused for what they tell"
