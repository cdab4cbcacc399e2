"""Examples are tests: those of the shipped files hold, and one that does not is told with the rule that decided.

After a change of words, look at what is new and write it with `python -m tests.examples.test_examples`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from spadesdsl import loader
from spadesdsl.examples.run import run_examples
from spadesdsl.resources import variant_names
from tests.loading import loaded

FIXTURES = Path(__file__).parent.parent / "data" / "errors" / "examples"
WRONG = sorted(FIXTURES.glob("*.spades"))


def told(file: Path) -> str:
    wrong = loader.load(str(file), {})
    assert wrong.game is not None, [one.message for one in wrong.diagnostics]
    lines = []
    for result in run_examples(wrong):
        for one in result.failures:
            where = f"{one.span.line}:{one.span.column}" if one.span.file == str(file) else one.span.file
            lines.append(f"{one.code} {where} {one.message}")
            if one.hint:
                lines.append(f"  {one.hint}")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("file", WRONG, ids=[file.stem for file in WRONG])
def test_an_example_that_does_not_hold_is_told_with_the_reason(file: Path) -> None:
    assert told(file) == file.with_suffix(".txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", variant_names())
def test_every_example_of_a_shipped_file_holds(name: str) -> None:
    found = loaded(name)
    assert found.variant is not None, [f"{one.span} {one.message}" for one in found.diagnostics]
    results = run_examples(found)
    assert results, f"{name} has no example"
    failures = [f"{result.title}: {one.span} {one.message}" for result in results for one in result.failures]
    assert not failures


TWO_PACKS = """
language 1

variant two "Two packs" extends cancellation {
  example "each holds one of two equal cards" {
    given North holds 2C 4H, Northeast holds 2C 5H, trick_number = 16
    plays Northwest 3H, North 4H
    expect legal 5H because play.follow_suit
  }

  example "a card that another has played is still in the hand" {
    given Northeast holds 4H 4C, trick_number = 16
    plays Northwest 3H, North 4H
    expect legal 4H
  }
}
"""


def test_equal_cards_of_two_packs_are_two_cards() -> None:
    results = run_examples(loader.load_text(TWO_PACKS.encode(), {}))
    assert {result.title: result.failures for result in results if result.document == "two"} == {
        "each holds one of two equal cards": (),
        "a card that another has played is still in the hand": (),
    }


if __name__ == "__main__":
    for wrong in WRONG:
        wrong.with_suffix(".txt").write_text(told(wrong), encoding="utf-8")


def test_an_inherited_example_may_be_about_the_first_deal_though_other_rules_hold_there() -> None:
    days = " ".join(
        f"on deal {day} of every 5 {{ deck {{ replace trumps: {suit} }} }}"
        for day, suit in enumerate(("clubs", "diamonds", "hearts", "spades"), 1)
    )
    always = "table { drop zone upcard } deal { drop give turn_up } deck { replace trumps: none }"
    found = loader.load_text(f"variant turns extends oh_hell {{ {always} {days} }}".encode(), {})
    assert [one.title for one in run_examples(found) if not one.passed] == []
