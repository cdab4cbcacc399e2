"""Every shipped file with each of its options set, and with two of them: it is valid, or refused with its reason.

`python -m tests.games.test_settings` tries all of them, in ten minutes of one core; with a number it tries some for so
many seconds, in an order of chance. Each file is loaded and checked. Its examples are run too, except where no rule
reads both options of a pair: there each rule is that of a file with one of the two, whose examples are run.
"""

from __future__ import annotations

import gc
import random
import sys
import time
from functools import cache
from itertools import combinations, product
from typing import TYPE_CHECKING

import pytest

from spadesdsl import loader
from spadesdsl.algebra.reads import reads_of
from spadesdsl.check.options import say_value
from spadesdsl.check.play_options import ranged_options, settled_options
from spadesdsl.examples.run import count_set_aside, run_examples
from spadesdsl.resources import variant_names
from spadesdsl.rules.operations import Topic
from tests.loading import loaded

if TYPE_CHECKING:
    from spadesdsl.diagnostics import Diagnostic
    from spadesdsl.rules.game import Option

SHARE = 40
"""The suite tries one of so many settings, and one of ten times as many pairs."""
MOST_LISTED = 6
"""Of an option with more values the least, the most and some between are set."""


def _values(option: Option) -> list[str]:
    choices = list(option.choices)
    if len(choices) > MOST_LISTED:
        choices = [choices[0], choices[len(choices) // 2], choices[-1]]
    variant = loaded(option.rule.document).variant
    assert variant is not None
    return [say_value(option.type, value, variant.game) for value in choices if value != option.value]


def options_of(name: str) -> tuple[Option, ...]:
    """Return the options that a file has, its parents' and packs' too."""
    variant = loaded(name).variant
    assert variant is not None
    return variant.game.options


def child(name: str, settings: tuple[tuple[str, str], ...]) -> str:
    """Write a file that sets these of a shipped file's options."""
    document = loaded(name).document
    assert document is not None
    parent, includes = name, ""
    if document.kind == "pack":
        own = {option.name for option in options_of(name) if option.rule.document == name}
        parent, includes = str(document.pack_for), f"include {name}{_listed('with', settings, own)}"
        settings = tuple(one for one in settings if one[0] not in own)
    chosen = _listed("set", settings, {option for option, _ in settings})
    return f'variant settings_child "x" extends {parent} {{ {includes}{chosen} }}'


def _listed(word: str, settings: tuple[tuple[str, str], ...], of: set[str]) -> str:
    listed = ", ".join(f"{option} = {value}" for option, value in settings if option in of)
    return f" {word} {listed}" if listed else ""


@cache
def read_together(name: str) -> tuple[frozenset[str], frozenset[frozenset[str]]]:
    """Return the options of a file that decide cards and ranges, and the pairs of options that one rule reads."""
    variant = loaded(name).variant
    assert variant is not None
    games = (variant.game, *(game for _, game in variant.editions))
    named = {one.names(Topic.OPTION) for game in games for one in reads_of(game)}
    pairs = frozenset(frozenset(pair) for names in named for pair in combinations(names, 2))
    return settled_options(variant) | ranged_options(variant), pairs


def are_apart(name: str, settings: tuple[tuple[str, str], ...]) -> bool:
    """Tell whether no rule of a file reads two of the options that are set."""
    far, pairs = read_together(name)
    options = frozenset(option for option, _ in settings)
    return len(options) > 1 and not options & far and options not in pairs


def wrong(text: str, *, runs: bool = True) -> list[str]:
    """Return what is wrong with a file that only sets options: a reason that points into the file itself is none."""
    found = loader.load_text(text.encode(), {})
    errors: list[Diagnostic] = [one for one in found.diagnostics if one.severity.name == "ERROR"]
    if not errors and not runs:
        return []
    if not errors:
        errors = [failure for result in run_examples(found) for failure in result.failures]
        return [f"{text}: {one.message}" for one in errors]
    return [f"{text}: {one.span} {one.message}" for one in errors if one.span.file != "<stdin>"]


def single() -> list[tuple[str, tuple[tuple[str, str], ...]]]:
    """Return every file with every option at every value."""
    return [
        (name, ((option.name, value),))
        for name in variant_names()
        for option in options_of(name)
        for value in _values(option)
    ]


def pairs() -> list[tuple[str, tuple[tuple[str, str], ...]]]:
    """Return every file with any two options at any values."""
    return [
        (name, ((one.name, first), (other.name, second)))
        for name in variant_names()
        for one, other in combinations(options_of(name), 2)
        for first, second in product(_values(one), _values(other))
    ]


def test_each_option_of_each_file_can_be_set_and_its_examples_hold() -> None:
    found = [line for name, settings in single()[::SHARE] for line in wrong(child(name, settings))]
    assert not found, "\n".join(found)


def test_any_two_options_of_a_file_can_be_set_and_its_examples_hold() -> None:
    tried = ((child(name, settings), not are_apart(name, settings)) for name, settings in pairs()[:: 10 * SHARE])
    found = [line for text, runs in tried for line in wrong(text, runs=runs)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "text",
    [
        "extends wikipedia { set bag_points = no }",
        "extends cutthroat { set nil_or_board = yes }",
        "extends standard { include board include one_nil }",
        "extends six_two_teams { include board }",
        "extends onhand_4 { set extra_tricks = fifty_off_five }",
        "extends standard { include blind_nil with blind_value = 100 }",
    ],
)
def test_an_example_that_a_setting_or_a_pack_takes_away_is_no_mistake_and_is_listed(text: str) -> None:
    found = loader.load_text(f'variant settings_child "x" {text}'.encode(), {})
    assert all(result.passed for result in run_examples(found))
    assert count_set_aside(found, run_examples(found))


def test_what_no_rule_reads_together_is_apart_and_what_decides_cards_is_never() -> None:
    assert are_apart("standard", (("nil_value", "50"), ("bag_limit", "5")))
    assert not are_apart("standard", (("failed_nil", "help"), ("set_cost", "nothing")))
    assert not are_apart("nyc", (("red_twos_out", "yes"), ("nil_value", "50")))
    assert not are_apart("standard", (("nil_value", "50"),))


def test_an_example_that_a_rule_of_ones_own_changes_still_has_to_be_marked() -> None:
    text = 'variant child "x" extends standard { scoring for each team { replace score overtricks: 2 * extra } }'
    results = run_examples(loader.load_text(text.encode(), {}))
    failed = [one.title for one in results if not one.passed]
    assert "337 points, 7 bags, bid 5: two, three or four overtricks" in failed


def main(seconds: float | None = None) -> None:
    """Print what is wrong with files that set one option or two: with all of them, or until the time is up."""
    gc.set_threshold(100_000)
    begun, done = time.process_time(), 0
    tried = [*single(), *pairs()]
    if seconds is None:
        # What the files of a parent share is read once if they come one after the other.
        tried.sort(key=lambda one: one[0])
    else:
        random.Random(len(tried)).shuffle(tried)
    for name, settings in tried:
        for line in wrong(child(name, settings), runs=not are_apart(name, settings)):
            print(line, flush=True)  # noqa: T201 - it is a report
        done += 1
        if seconds is not None and time.process_time() > begun + seconds:
            break
    print(f"{done} of {len(tried)} files tried in {time.process_time() - begun:.0f} seconds")  # noqa: T201 - it is a report


if __name__ == "__main__":
    main(*map(float, sys.argv[1:]))
