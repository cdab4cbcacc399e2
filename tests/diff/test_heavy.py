"""A comparison has a limit of work: what it gave up it says, and it works nothing out again and again."""

from __future__ import annotations

from importlib import import_module

import pytest

from spadesdsl.diff.changes import changes_between
from spadesdsl.diff.effects import possible_effects
from spadesdsl.engine import deals
from spadesdsl.loader import Loaded, load_text
from spadesdsl.resources import variant_text
from tests.diff.test_edits import compared
from tests.loading import loaded
from tests.work import at_most


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


@pytest.mark.parametrize("each", ["abs(q{0} - {1})", "max(q{0}, {1} - q{0})", "if q{0} > {1} then q{0} - 1 else {1}"])
def test_forty_quantities_with_cases_that_read_one_another_are_given_up(each: str) -> None:
    def house(last: int) -> Loaded:
        lets = "\n".join(f"let q{at + 1} = {each.format(f'{at}', at)}" for at in range(40))
        body = f"let q0 = 1 * taken {lets} score d: q40 + {last}"
        return load_text(f'variant h "H" extends whist {{ scoring for each team {{ {body} }} }}'.encode(), {})

    one, other = house(0), house(1)
    with at_most(9_000_000):
        assert not compared(one, other, 2).is_same


def test_what_rules_read_is_worked_out_once_for_each_kind_of_deal() -> None:
    blocks = " ".join(f"on deal {at + 1} {{ scoring for each player {{ score d: {at} }} }}" for at in range(10))
    one, other = (
        load_text(f'variant h "H" extends oh_hell {{ {text} }}'.encode(), {}).variant for text in (blocks, "")
    )
    assert one is not None
    assert other is not None
    changes = changes_between(one, other)
    with at_most(100_000):
        assert possible_effects(changes, one, other)


def test_a_line_of_four_hundred_cases_is_compared() -> None:
    def house(last: int) -> Loaded:
        cases = "\n".join(f"case score = {at}: {at}" for at in range(400))
        body = f"score d {{ {cases} otherwise: {last} }}"
        return load_text(f'variant h "H" extends whist {{ scoring for each team {{ {body} }} }}'.encode(), {})

    found = compared(house(0), house(1), 2)
    assert not found.is_same
    assert any("given up after" in note for note in found.notes)


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


def test_who_reads_what_a_rule_leaves_behind_is_looked_up() -> None:
    def house(first: int) -> Loaded:
        tallies = "".join(f"tally t{at}: add t{at - 1} + {at} score s{at}: 1 * t{at} " for at in range(1, 60))
        text = f'variant h "H" extends whist {{ scoring for each team {{ tally t0: add {first} {tallies} }} }}'
        return load_text(text.encode(), {}, has_fixes=False)

    one, other = house(1), house(2)
    assert one.variant is not None
    assert other.variant is not None
    changes = [change for change in changes_between(one.variant, other.variant) if change.is_of_rules] * 20
    with at_most(600_000):
        possible_effects(changes, one.variant, other.variant)
