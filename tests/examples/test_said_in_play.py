"""Tricks in a game where something is said during the play: who won one may depend on whether it had been said."""

from __future__ import annotations

import pytest

from spadesdsl.examples.run import run_examples
from spadesdsl.loader import load_text

GAME = """language 1
variant asked "Asked" extends twenty_eight {{
  example "it is asked for at some time" {{
    given dealer = North, turn_up holds 7H, South did ask with asked_in = {asked}
    bids East 14; South pass; West pass; North pass
    {lines}
  }}
}}
"""
TRICK = "tricks East 8S JH KS 7S"


@pytest.mark.parametrize(
    ("asked", "lines", "told"),
    [
        # Before somebody asks, the jack of hearts is no trump; afterwards it is one.
        (2, f"{TRICK}; West KC 8C 7C AC plays South QS expect South wins the trick", []),
        (2, f"{TRICK} plays West KC, North 8C, East 7C expect West wins the trick", []),
        (1, f"{TRICK} plays South KC, West 8C, North 7C expect South wins the trick", []),
        (1, f"{TRICK} plays North KC expect North wins the trick", ["E719"]),
        (1, f"{TRICK} expect South leads", ["E719"]),
        # Who wins this one does not depend on it.
        (1, "tricks East JS 8C KS 7S plays East KC expect East wins the trick", []),
        (1, "tricks East JS 8C KS 7S plays West KC expect West wins the trick", ["E719"]),
    ],
)
def test_who_leads_next_tells_whether_it_had_been_said(asked: int, lines: str, told: list[str]) -> None:
    loaded = load_text(GAME.format(asked=asked, lines=lines).encode(), {})
    assert loaded.game is not None, loaded.diagnostics
    own = next(one for one in run_examples(loaded) if one.title == "it is asked for at some time")
    assert [failure.code for failure in own.failures] == told, own.failures
