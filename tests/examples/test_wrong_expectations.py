"""A wrong expectation is a finding, whatever it is about, and one file that fails does not stop the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadesdsl import cli, loader
from spadesdsl.cli import examples as command
from spadesdsl.examples.run import run_examples

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from spadesdsl.diagnostics import Diagnostic

HEAD = """
language 1
variant house "House" extends {parent} {{
  set failed_nil = bags, set_cost = per_bid, bags_past_limit = carried
  {more}
  example "mine" {{
    {lines}
  }}
}}
"""


def failures(lines: str, *, parent: str = "standard", more: str = "") -> tuple[Diagnostic, ...]:
    found = loader.load_text(HEAD.format(parent=parent, more=more, lines=lines).encode(), {})
    assert found.variant is not None, [one.message for one in found.diagnostics]
    (mine,) = (result for result in run_examples(found) if result.title == "mine")
    return mine.failures


def test_a_look_is_refused_where_no_bid_is_made_before_looking() -> None:
    assert not failures("given dealer = West expect illegal bids look because bidding.opening")


def test_a_look_that_is_not_open_is_told_with_the_reason() -> None:
    (found,) = failures("given dealer = West expect legal bids look")
    assert found.code == "E713"
    assert "offers no bid before looking" in found.message


def test_a_wrong_card_of_a_hand_that_nobody_sees_is_told_with_the_reason() -> None:
    (found,) = failures(
        "given South holds 9C 7H AS 2H, South bid dark_nil plays East 9H expect legal 7H 2H",
        more="include nil_in_the_dark",
    )
    assert found.code == "E713"
    assert "top card of the stack" in found.message


def test_a_folder_is_tested_to_its_end_where_the_program_fails_in_one_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("SPADESDSL_DEBUG", raising=False)
    for name in ("a", "b"):
        text = f'language 1\nvariant {name} "X" extends standard {{ set failed_nil = bags }}\n'
        (tmp_path / f"{name}.spades").write_text(text, encoding="utf-8")
    load = command.load

    def failing(console: object, name: str, settings: object) -> object:
        if name.endswith("a.spades"):
            raise KeyError("a bug")
        return load(console, name, settings)  # type: ignore[arg-type]

    monkeypatch.setattr(command, "load", failing)
    assert cli.main(["test", str(tmp_path)]) == 70
    told = capsys.readouterr()
    assert "a.spades: spadesdsl has failed. This is a bug" in told.err
    assert "b.spades: fine" in told.out
    assert "1 in which the program failed" in told.out


def test_an_example_in_a_block_names_a_deal_of_the_block() -> None:
    text = """language 1
    variant house "House" extends standard {
      set failed_nil = bags, set_cost = per_bid, bags_past_limit = carried
      on deal 5 {
        bidding { drop bid nil }
        example "mine" {
          given deal = DEAL, dealer = South
          expect legal bids 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13
        }
      }
    }"""
    for deal, codes in (("5", []), ("3", ["E722"])):
        found = loader.load_text(text.replace("DEAL", deal).encode(), {})
        (mine,) = (result for result in run_examples(found) if result.title == "mine")
        assert [one.code for one in mine.failures] == codes


def test_a_tally_that_differs_is_not_blamed_on_a_line_without_points() -> None:
    (found,) = failures("bids us 4, 3; them 3, 3 case us take 8: us { bags = 4 }")
    assert found.message == "North and South: `bags` should be 4, and is 1."


def test_who_writes_a_result_that_a_deal_has_not_is_told_who_can_have_a_score() -> None:
    for parent, who, seat in (("standard", "us", "South"), ("two_player", "South", "South")):
        (found,) = failures(f"case {who} take 7: {seat} leads", parent=parent)
        assert found.code == "E701"
        assert f"write `{who} {{ score = 50 }}`" in found.hint
