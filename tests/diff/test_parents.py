"""Every shipped file against the game that it stands on: what differs is what the file itself says."""

from __future__ import annotations

import os
import random
from typing import TYPE_CHECKING

import pytest

from spadesdsl.cli.catalogue import items
from spadesdsl.diff import ChangeKind, changes_between, difference
from spadesdsl.diff.effects import are_the_same
from spadesdsl.syntax import bodies, nodes
from spadesdsl.syntax.writing import text_of
from tests.diff.parting import parts
from tests.loading import loaded

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

EVERY = os.environ.get("SPADESDSL_EVERY_PAIR") == "1"
"""All pairs are played, which takes some minutes; else a few that are drawn."""


PAIRS = sorted((item.name, item.parent) for item in items() if item.parent)
PLAYED = PAIRS if EVERY else sorted(random.Random(7).sample(PAIRS, 8))


def items_of(items: Iterable[nodes.Item]) -> Iterator[nodes.Item]:
    for item in items:
        yield item
        if isinstance(item, nodes.Section | nodes.OnDeal):
            yield from items_of(item.items)
        if isinstance(item, nodes.Rule) and isinstance(item.body, bodies.Block):
            yield from items_of(item.body.rules)


def written(name: str) -> set[str]:
    """Return the names of all rules that a file, or a pack that it takes in, writes or drops."""
    document = loaded(name).document
    assert document is not None
    found: set[str] = set()
    for item in items_of(document.items):
        match item:
            case nodes.Rule(keyword=keyword, name=rule):
                found.add(rule or keyword)
            case nodes.Drop(keyword=keyword, names=names):
                found.update(names or (keyword,))
            case nodes.DropDeals():
                found.add(text_of(item).removeprefix("drop "))
            case nodes.Preset(name=preset):
                found.add(f"preset {preset}")
            case nodes.SetOptions(assigns=assigns):
                found.update(assign.name for assign in assigns)
            case nodes.Include(pack=pack, assigns=assigns):
                found |= written(pack) | {assign.name for assign in assigns}
            case _:
                pass
    return found


@pytest.mark.parametrize(("name", "parent"), PAIRS, ids=lambda name: name)
def test_a_file_differs_from_its_parent_in_what_it_says(name: str, parent: str) -> None:
    before, after = loaded(parent).variant, loaded(name).variant
    assert before is not None
    assert after is not None
    said = written(name)
    for change in changes_between(before, after):
        if change.topic not in ("rule", "option"):
            continue
        # What nothing reads any more goes by itself.
        goes_alone = change.kind is ChangeKind.DROPPED
        moves = change.kind is ChangeKind.MOVED
        assert change.key.rpartition(".")[2] in said or change.scope in said or goes_alone or moves, change


@pytest.mark.parametrize(("name", "parent"), PAIRS, ids=lambda name: name)
def test_a_file_is_another_game_than_its_parent_and_the_same_as_itself(name: str, parent: str) -> None:
    before, after = loaded(parent).variant, loaded(name).variant
    assert before is not None
    assert after is not None
    assert are_the_same(after, after)
    assert not changes_between(after, after)
    of_rules = any(change.is_of_rules for change in changes_between(before, after))
    assert not are_the_same(before, after) or not of_rules or _only_wider_options(name, parent)


def _only_wider_options(name: str, parent: str) -> bool:
    """Tell whether a file changes nothing but what options could be."""
    before, after = loaded(parent).variant, loaded(name).variant
    assert before is not None
    assert after is not None
    return all(change.topic == "option" for change in changes_between(before, after) if change.is_of_rules)


@pytest.mark.parametrize(("name", "parent"), PLAYED, ids=lambda name: name)
def test_each_effect_of_a_file_has_a_case_that_shows_it(name: str, parent: str) -> None:
    before, after = loaded(parent), loaded(name)
    assert before.variant is not None
    assert after.variant is not None
    first, second = before.game, after.game
    assert first is not None
    assert second is not None
    found = difference((parent, before.variant, lambda: first), (name, after.variant, lambda: second), deals=12)
    assert found.is_same is are_the_same(before.variant, after.variant)
    for one in found.found:
        if one.witness is not None and one.witness.document is not None:
            assert parts(one, first, second), (one.effect, one.witness)
