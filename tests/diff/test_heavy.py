"""A comparison has a limit of work: what it gave up it says, and it works nothing out again and again."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from spadesdsl.engine import deals
from spadesdsl.loader import Loaded, load_text
from spadesdsl.resources import variant_text
from tests.diff.test_edits import compared
from tests.loading import loaded
from tests.work import at_most

if TYPE_CHECKING:
    import pytest


def edited(name: str, old: str, new: str) -> tuple[Loaded, Loaded]:
    text = (variant_text(name) or ("", ""))[1].split("\n  example ")[0] + "\n}\n"
    assert old in text
    return load_text(text.encode(), {}), load_text(text.replace(old, new).encode(), {})


def test_deals_that_take_long_are_given_up_and_the_deals_that_were_played_are_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(import_module("spadesdsl.diff.difference"), "_EFFORT", 3_000)
    found = compared(*edited("whist", "max(taken - 6, 0)", "max(taken - 7, 0)"), 50)
    assert found.tried < 50
    assert found.played is None or found.played.deals == found.tried
    assert any(note.startswith(f"Only {found.tried} of 50 deals were played") for note in found.notes)
    assert not found.is_same


def test_deals_that_go_alike_have_the_same_tricks_which_are_counted_once() -> None:
    game = loaded("rubber_bridge").game
    assert game is not None
    deals.tricks_of(game, 1)
    with at_most(2_000):
        assert {deals.tricks_of(game, deal) for deal in range(2, 100)} == {13}


def test_hands_that_grow_with_the_number_of_the_deal_have_tricks_of_their_own() -> None:
    game = loaded("oh_hell").game
    assert game is not None
    assert len({deals.tricks_of(game, deal) for deal in range(1, 6)}) > 1
