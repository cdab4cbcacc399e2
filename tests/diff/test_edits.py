"""Edits of one rule each, whose effect was written down before the comparison was run: `tests/data/diffs`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from spadesdsl.diff import Difference, Effect, difference
from spadesdsl.loader import Loaded, load, load_text
from tests.diff.parting import parts

FOLDER = Path(__file__).parent.parent / "data" / "diffs"
EDITS = sorted(FOLDER.glob("*.yaml"))
DEALS = 40


def pair_of(file: Path) -> tuple[dict[str, Any], Loaded, Loaded]:
    edit = yaml.safe_load(file.read_text(encoding="utf-8"))
    return edit, load(edit["base"], {}), load_text(edit["file"].encode(), {})


def compared(before: Loaded, after: Loaded, deals: int = DEALS) -> Difference:
    assert before.variant is not None
    assert after.variant is not None, after.diagnostics
    games = before.game, after.game
    assert games[0] is not None
    assert games[1] is not None
    first, second = games
    return difference(("base", before.variant, lambda: first), ("edit", after.variant, lambda: second), deals=deals)


def test_there_are_enough_edits() -> None:
    assert len(EDITS) >= 20


@pytest.mark.parametrize("file", EDITS, ids=lambda file: file.stem)
def test_an_edit_has_the_effect_that_was_written_down(file: Path) -> None:
    edit, before, after = pair_of(file)
    found = compared(before, after)
    told = [f"{one.kind.value} {one.key}" for one in found.changes if one.topic in ("rule", "option")]
    assert sorted(told) == sorted(edit["changes"])
    said = {one.effect.value: one.direction and one.direction.value for one in found.affected}
    if "words" not in edit["effects"]:
        said.pop("words", None)
    assert said == edit["effects"]
    played = set(edit["effects"]) - {"words"}
    assert found.is_same is (not played)
    assert {one.effect.value for one in found.found} == played
    for one in found.found:
        if one.effect is Effect.DEAL and before.game is not None and after.game is not None:
            is_other_table = len(before.game.deck) != len(after.game.deck)
            assert (one.witness is not None and one.witness.document is None) is is_other_table
            if is_other_table:
                continue
        assert before.game is not None
        assert after.game is not None
        assert parts(one, before.game, after.game), one.witness


@pytest.mark.parametrize("name", ["drop_unbroken", "nil_value", "target"])
def test_the_other_way_round_it_is_the_opposite(name: str) -> None:
    edit, before, after = pair_of(FOLDER / f"{name}.yaml")
    found = compared(after, before)
    opposite = {"wider": "narrower", "narrower": "wider", "other": "other"}
    expected = {effect: opposite[how] for effect, how in edit["effects"].items()}
    said = {one.effect.value: one.direction and one.direction.value for one in found.found}
    assert said == expected


def test_a_change_has_the_same_name_in_every_run_and_wherever_it_stands() -> None:
    text = (FOLDER / "drop_follow_suit.yaml").read_text(encoding="utf-8")
    file = yaml.safe_load(text)["file"]
    moved = file.replace("extends standard {", 'extends standard {\n\n  # further down\n  about "Below."\n')
    base = load("standard", {})
    ids = []
    for one in (file, moved):
        changes = compared(base, load_text(one.encode(), {}), deals=4).changes
        ids.append({change.key: change.id for change in changes if change.topic == "rule"})
    assert ids[0] == ids[1]
    assert ids[0].keys() == {"play.follow_suit"}


def test_two_rules_that_change_places_have_moved() -> None:
    body = "play { must with_trumps when leading: card in trumps\n must without when leading: card not in trumps }"
    turned = "play { must without when leading: card not in trumps\n must with_trumps when leading: card in trumps }"
    before, after = (
        load_text(f'variant it "It" extends standard {{\n  {one}\n}}\n'.encode(), {}) for one in (body, turned)
    )
    found = compared(before, after)
    moves = [change for change in found.changes if change.topic == "rule"]
    assert [(change.kind.value, change.keyword) for change in moves] == [("moved", "must")]
    assert [(one.effect.value, one.direction and one.direction.value) for one in found.found] == [("plays", "other")]


def test_no_difference_is_said_to_be_none_where_it_was_not_shown() -> None:
    rule = "must last_trick when leading and count of played = 48: card not in trumps"
    text = f'variant it "It" extends standard {{\n  play {{ {rule} }}\n}}\n'
    found = compared(load("standard", {}), load_text(text.encode(), {}))
    assert not found.is_same
    assert found.found == ()
    assert [(one.effect, one.witness) for one in found.affected if one.effect is not Effect.WORDS] == [
        (Effect.PLAYS, None)
    ]


def test_a_quantity_that_only_mostly_agrees_is_not_the_same() -> None:
    rule = "let made = helping >= contract or contract = 26"
    text = f'variant it "It" extends standard {{\n  scoring for each team {{ replace {rule} }}\n}}\n'
    found = compared(load("standard", {}), load_text(text.encode(), {}))
    assert not found.is_same


def test_no_case_is_of_a_deal_after_the_last() -> None:
    rule = "must a_trump when leading and trick_number = 1 and hand_size > most_cards: card in trumps"
    text = f'variant it "It" extends oh_hell {{\n  play {{ {rule} }}\n}}\n'
    found = compared(load("oh_hell", {}), load_text(text.encode(), {}))
    assert found.found == ()
