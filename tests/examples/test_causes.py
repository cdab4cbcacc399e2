"""A failed example leads to the rule that decides it, and to the slip that explains it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadesdsl.examples import causes
from spadesdsl.examples.causes import with_causes
from spadesdsl.examples.run import run_examples
from spadesdsl.loader import load_text
from spadesdsl.resources import variant_text

if TYPE_CHECKING:
    import pytest

    from spadesdsl.loader import Loaded

GAME = """language 1

variant slips "Slips" {
  table {
    seats North, South
    teams none
  }
  deck {
    suits clubs, hearts
    ranks A, K, Q, J
  }
  deal {
    dealer first: North
    dealer next: left of dealer
    give hands: 4 from stock to each player
  }
  bidding {
    bid tricks(n from 0 to 4) "{n}" { contract n }
    round opening by each player from left of dealer
    must no_ones: bid.n != 1
  }
  play {
    lead first: left of dealer
    lead next: last_trick.winner
    must follow_suit when following: card in led.suit
    trick winner: highest of trick in led.suit
  }
  scoring for each player {
    let extra = taken - contract
    score contract: if taken >= contract then 10 * contract else -10 * contract
    score overtricks when extra > 0: extra * 1
  }
  ending {
    win rich when score >= 100
    lose poor when score <= -50
    tie level: play on
  }
  example "three bid" {
    bids South tricks(3); North tricks(2)
    case South take 3, North take 1: South { contract = 30 }; North { contract = -20 }
    case South take 4, North take 0: South { overtricks = 1 }
  }
  example "fifty below" {
    given North { score = -30 }
    bids South tricks(3); North tricks(2)
    case South take 3, North take 1: North { score = -50 }; South wins
    case South take 2, North take 2: nobody wins
  }
  example "a hundred" {
    given North { score = 80 }
    bids South tricks(3); North tricks(2)
    case South take 2, North take 2: North { score = 100 }; North wins
    case South take 3, North take 1: nobody wins
  }
  example "nobody bids one" {
    expect illegal bids tricks(1)
  }
  example "the first lead" {
    given dealer = North
    expect South leads
  }
  example "follow suit" {
    given North holds QH KH, trick_number = 3
    plays South AH
    expect legal KH QH
  }
}
"""

SLIPS = (
    (
        ("<= -50", "<= 50"),
        "all 6 examples hold if you write `<= -50` for `<= 50` in line 35; otherwise give scores "
        "with which the game goes on",
    ),
    (
        ("lead first: left of dealer", "lead first: dealer"),
        "all 6 examples hold if you write `left of dealer` for `dealer` in line 23; otherwise write `North leads`",
    ),
    (
        ("bid.n != 1", "bid.n != 2"),
        "all 6 examples hold if you write `!= 1` for `!= 2` in line 20; otherwise correct the example",
    ),
)
"""What was meant, what was written, and the hint."""


def test_the_message_of_a_failed_example_names_the_slip_with_whose_change_all_examples_hold(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(causes, "MOST_TRIES", 12)
    for (meant, written), hint in SLIPS:
        assert GAME.count(meant) == 1, meant
        wrong = load_text(GAME.replace(meant, written).encode(), {})
        found = [one for result in with_causes(wrong, run_examples(wrong)) for one in result.failures]
        (helped,) = (one for one in found if one.hint.startswith("the rule or the example is wrong: "))
        assert helped.hint.removeprefix("the rule or the example is wrong: ") == hint
        assert GAME[: GAME.index(meant)].count("\n") + 1 == helped.notes[0].span.line
        assert "or if you" in hint or helped.fix is not None
        assert helped.fix is None or meant in helped.fix.applied(wrong.texts[0].text)


def test_without_a_slip_that_explains_it_a_failed_example_still_names_the_rules_that_decide(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(causes, "MOST_TRIES", 3)
    wrong = load_text(GAME.replace("win rich when score >= 100", "win rich when trick_number = 7").encode(), {})
    found = [one for result in with_causes(wrong, run_examples(wrong)) for one in result.failures]
    assert [(one.message, [note.span.line for note in one.notes], one.fix) for one in found] == [
        ("North should win, and the game goes on.", [34, 35, 36], None)
    ]


def test_a_rule_that_was_replaced_is_not_called_a_slip_for_what_it_replaces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(causes, "MOST_TRIES", 3)
    changed = "scoring for each team { replace score overtricks: -1 * extra }"
    wrong = load_text(f'language 1 variant house "House" extends standard {{ {changed} }}'.encode(), {})
    (result,) = (one for one in run_examples(wrong) if one.title == "a failed nil's tricks help")
    (found,) = with_causes(wrong, (result,))[0].failures
    assert (found.span.file, [note.span.file for note in found.notes]) == ("standard input", ["standard.spades"])
    assert found.hint.startswith("if your game is meant so")


def test_a_change_with_which_no_example_of_the_whole_file_holds_helps_nothing() -> None:
    changed = 'bidding { replace bid tricks(n from 2 to 13) "{n}" { contract n } }'
    wrong = load_text(f'language 1 variant quick "Quick" extends suicide_swap {{ {changed} }}'.encode(), {})
    (failed,) = (one for one in with_causes(wrong, run_examples(wrong)) if not one.passed)
    assert failed.failures[0].fix is None  # and it did not look for ever


def test_a_card_that_is_another_in_one_rule_than_in_the_others_is_the_slip(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(causes, "MOST_TRIES", 6)
    _, hearts = variant_text("hearts") or ("", "")
    wrong = load_text(
        hearts.replace("score queen: if cards_won includes QS", "score queen: if cards_won includes QC").encode(), {}
    )
    hints = [one.hint for result in with_causes(wrong, run_examples(wrong)) for one in result.failures]
    assert any("all 7 examples hold if you write `QS` for `QC` in line 69" in hint for hint in hints)


def test_a_rule_with_a_warning_is_not_excused_by_dropping_an_example() -> None:
    loaded = load_text(
        b"variant it extends slobberhannes { ending { replace lose limit_reached when score <= -limit } }", {}
    )
    failures = [one for result in with_causes(loaded, run_examples(loaded)) for one in result.failures]
    assert [one.hint for one in failures] == ["scores are never below 0 here: write `score >= limit`"]


def test_where_an_example_leaves_something_open_the_rules_that_read_it_are_shown() -> None:
    text = """variant it extends standard {
  set failed_nil = help, set_cost = per_bid, bags_past_limit = lost
  on deal 1 { scoring for each team { replace score contract: 10 * taken } }
  scoring for each team {
    score queen when cards_won includes QS: 10
  }
  example "later deal" { given deal = 3 bids us 6, 3; them 2, 1 case us take 9: us { contract = 90, score = 90 } }
}
"""
    loaded = load_text(text.encode(), {})
    (found,) = (one for result in with_causes(loaded, run_examples(loaded)) for one in result.failures)
    assert (found.code, [(note.span.line, note.message) for note in found.notes]) == ("E727", [(5, "this reads it")])


def test_examples_that_take_much_work_are_tried_with_fewer_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    run = "longest_run of (tricks where winner in members and leader is not winner)"
    lines = "\n".join(f"score l{at} when {run} > {at % 13}: {at}" for at in range(100))
    text = f'variant h "H" extends whist {{ scoring for each team {{ {lines} }} }}'
    loaded = load_text(text.encode(), {}, has_fixes=False)
    tried: list[str] = []
    holds = causes.holds

    def counted(other: Loaded, title: str) -> bool:
        tried.append(title)
        return holds(other, title)

    monkeypatch.setattr(causes, "holds", counted)
    with_causes(loaded, run_examples(loaded))
    assert 0 < len(tried) < 25


def test_a_dropped_line_is_named_for_the_inherited_example_that_it_changes() -> None:
    dropped = "drop score others_moon\ndrop let other_shot\nscore jack: if cards_won includes JD then -10 else 0"
    loaded = load_text(f"variant own extends hearts {{\nscoring for each player {{\n{dropped} }} }}".encode(), {})
    found = [one for result in with_causes(loaded, run_examples(loaded)) for one in result.failures]
    assert [(one.span.line, one.message.partition(":")[0]) for one in found] == [
        (3, "This changes an inherited example")
    ]


def test_what_an_example_leaves_out_is_not_blamed_on_a_number() -> None:
    text = """variant it extends standard {
  set failed_nil = help, set_cost = per_bid, bags_past_limit = lost
  scoring for each team {
    let rich = sum of (if card.rank is A then 11 else 0) over cards_won
        + (if (QS.player) in members then 20 else 0) >= 30
    score queen: if rich then 5 else 0
  }
  example "an ace" { given North won AH 2H 3H 4H bids us 6, 3; them 2, 1 case us take 9: us { queen = 5 } }
}
"""
    loaded = load_text(text.encode(), {})
    (found,) = (one for result in with_causes(loaded, run_examples(loaded)) for one in result.failures)
    assert (found.code, found.fix) == ("E727", None)
    assert "slip" not in "".join(note.message for note in found.notes)
