"""A wrong expectation is a finding, whatever it is about, and one file that fails does not stop the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadesdsl import cli, loader
from spadesdsl.cli import validate as command
from spadesdsl.examples.causes import with_causes
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


def test_a_bid_for_one_of_two_partners_is_told_who_is_missing() -> None:
    (found,) = failures("bids us 4; them 5, 3 case us take 5: us { contract = 40 }")
    assert (found.code, found.message) == ("E705", "What South bid is not said: `us` are North and South.")


def test_examples_that_fail_by_the_same_slip_of_a_rule_are_one_message() -> None:
    more = """scoring for each team { score gift when taken > 11: 50 }
  example "seven" { bids us 3, 3; them 3, 3 case us take 11: us { gift = 50 } }
  example "seven again" { bids us 4, 3; them 3, 3 case us take 11: us { gift = 50 } }"""
    found = loader.load_text(HEAD.format(parent="standard", more=more, lines='note "x"').encode(), {})
    results = with_causes(found, run_examples(found))
    (told,) = (failure for result in results for failure in result.failures)
    assert told.message.endswith("Line 7 fails with it.")
    assert "all 10 examples hold if you write `>=` for `>`" in told.hint


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


def test_a_card_that_nobody_holds_is_not_said_to_be_illegal() -> None:
    given = "given South holds KS 7H 3D, trick_number = 5 expect illegal"
    (wrong,) = failures(f"{given} KH")
    assert wrong.message == "KH is refused anyway: South does not hold it."
    assert failures(f"{given} KS because play.unbroken") == ()


def test_what_an_example_leaves_out_is_asked_for_with_the_names_of_its_game() -> None:
    scores = "score led: 5 * count of (cards_won as c where c.player is left) score tricky: 1 * taken "
    scores += "score alike: 5 * count of (tricks_won as t where every card c in t.cards has c.suit is t.led.suit)"
    said = [
        ("given North won AH KH expect North { led = 5 }", "The rules read who played a card, and `won` does not say"),
        (
            "given North won AH KH case North take 1: North { alike = 0 }",
            "read which cards lay in one trick, and `won`",
        ),
        ("case North take 3: North { led = 0 }", "`given North won "),
        ("expect North { tricky = 0 }", "`case North take 3, East take 4, …: …`"),
    ]
    text = 'language 1 variant x "X" extends hearts { scoring for each player { %s } %s }'
    examples = " ".join(f'example "{at}" {{ {lines} }}' for at, (lines, _) in enumerate(said))
    results = {one.title: one for one in run_examples(loader.load_text((text % (scores, examples)).encode(), {}))}
    for at, (_, words) in enumerate(said):
        (found,) = results[str(at)].failures
        assert words in f"{found.message} {found.hint}", found


def test_an_inherited_example_that_a_file_changes_is_not_said_to_have_lost_what_it_is_about() -> None:
    found = loader.load_text(b'language 1 variant x "X" extends oh_hell { deal { replace let hand_size = 1 } }', {})
    (hint,) = (one.hint for result in run_examples(found) for one in result.failures if one.code == "E717")
    assert hint == (
        'your file changes what the example is about: write `replace example "follow suit if you can"` '
        'with what is so now, or `drop example "follow suit if you can"`'
    )


def test_a_hand_too_large_for_its_deal_is_told_the_deal_that_has_such_hands() -> None:
    text = b"""language 1 variant x "X" extends oh_hell { deal { replace let hand_size = deal }
        example "four" { given One holds AS KS QS JS expect legal AS } }"""
    (result,) = (one for one in run_examples(loader.load_text(text, {})) if one.title == "four")
    (wrong,) = result.failures
    assert wrong.message.endswith("nobody holds more than 1 in deal 1; in deal 4 somebody can.")


def test_who_loses_is_written_as_the_other_side_that_wins() -> None:
    for said, meant in (("us loses", "them wins"), ("them lose the game", "us wins"), ("us win the game", "us wins")):
        found = loader.load_text(HEAD.format(parent="standard", more="", lines=f"case us take 2: {said}").encode(), {})
        assert [one.hint for one in found.diagnostics] == [f"write `{meant}`"], said


def test_a_score_of_a_bid_is_changed_where_the_bid_is() -> None:
    text = b'language 1 variant x "X" extends standard { scoring for each team { score nil: 5 * taken } }'
    (found,) = (one for one in loader.load_text(text, {}).diagnostics if one.code == "E434")
    assert found.message == "`nil` is a `score` of `bid nil` already."
    assert "`replace bid nil` in `bidding`" in found.hint


def test_nobody_is_us_where_each_plays_alone() -> None:
    text = 'language 1 variant house "House" extends hearts { example "mine" { given us { score = 3 } } }'
    found = loader.load_text(text.encode(), {})
    assert "Each plays alone here, so nobody is `us`." in [one.message for one in found.diagnostics]


def test_a_place_that_a_rule_reads_and_no_example_gives_is_asked_for_and_no_rule_is_changed() -> None:
    more = """deal { replace give hands: 12 from stock to each player from left of dealer }
  bidding { replace bid tricks(n from 1 to 12) "{n}" { contract n } }
  play { must low when leading and count of stock > 0: card.rank < 10 }"""
    lines = "given South holds 7H KH 3D expect legal 7H 3D"
    found = loader.load_text(HEAD.format(parent="standard", more=more, lines=lines).encode(), {})
    results = with_causes(found, run_examples(found))
    (told,) = (failure for result in results for failure in result.failures)
    assert "add `given stock holds …`" in told.hint
    assert told.fix is None
    assert not failures(lines.replace("3D expect", "3D, stock holds 2C expect"), more=more)
