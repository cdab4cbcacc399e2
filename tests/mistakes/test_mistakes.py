"""Mistakes as people make them: each gives one message, with its line, its cause and the fix that was meant.

After a change of words, look at what is new and write it with `python -m tests.mistakes.write`.
"""

from __future__ import annotations

from itertools import zip_longest

import pytest

from tests.mistakes.planted import Planted, errors_of, findings_of, fixed, planted, said_of

ALL = planted()
LEAST = 400
MOST_IN_A_LINE = 2


def lines_of(one: Planted) -> set[int]:
    """Return the lines on which mistakes are, or the two between which one is missing."""
    pairs = zip_longest(one.wrong.splitlines(), one.right.splitlines())
    changed = [at for at, (wrong, right) in enumerate(pairs, 1) if wrong != right]
    longer = one.right.count("\n") - one.wrong.count("\n")
    return {*changed} if not longer else {changed[0], changed[0] - (longer > 0)}


def test_four_hundred_mistakes_are_planted() -> None:
    assert len(ALL) >= LEAST
    assert len({one.title for one in ALL}) == len(ALL)


@pytest.mark.parametrize("one", ALL, ids=lambda one: one.title)
def test_a_mistake_gives_one_message_on_its_line_with_the_fix_that_was_meant_and_what_was_meant_is_right(
    one: Planted,
) -> None:
    # All about a mistake in one test: it is checked once.
    found = findings_of(one.wrong)
    assert said_of(found) == one.said
    # A line with several mistakes has a message for each.
    lines = lines_of(one)
    assert len(found) == 1 or (one.is_fixed and len(found) <= MOST_IN_A_LINE * len(lines))
    assert {it.span.line for it in found} <= lines
    assert all(it.hint for it in found)
    assert fixed(one.wrong, found) == (one.right if one.is_fixed else None)
    assert errors_of(one.right) == []


@pytest.mark.parametrize("head", ['house "Our house" extends standard', "house extend standrad"])
def test_a_keyword_that_is_missing_is_told_beside_other_mistakes(head: str) -> None:
    rules = """{
  set target to 300
  play { must low_first when leading and trick_number == 1: card in clubs }
  scoring for each team { overtricks: -1 * extra }
}
"""
    wrong = f"variant {head} {rules}"
    right = wrong.replace(" to 300", " = 300").replace("==", "=").replace("overtricks", "replace score overtricks")
    right = right.replace("extend standrad", "extends standard")
    found = findings_of(wrong)
    lines = [it.span.line for it in found]
    assert lines == ([1, 2, 3, 4] if "standrad" in head else [2, 3, 4])
    assert fixed(wrong, found) == right


def test_two_sentences_that_need_each_other_are_fixed_together() -> None:
    wrong = """variant house "Our house" extends standard {
  deck {
    add big_joker little_joker
    remove 2C, 2H
    replace trumps: spades, toped by big_joker, little_joker
  }
}
"""
    found = findings_of(wrong)
    assert [it.span.line for it in found] == [3, 5]
    assert fixed(wrong, found) == wrong.replace("big_joker little", "big_joker, little", 1).replace("toped", "topped")


def test_a_mistake_that_hid_the_one_on_the_next_line_is_told_with_it() -> None:
    wrong = """variant house "Our house" extends standard {
  scoring for each team {
    score gift {
      case taken = 2: 10
      elif taken = 3: 20
      else: 0
    }
  }
}
"""
    found = findings_of(wrong)
    assert [it.span.line for it in found] == [5, 6]
    assert fixed(wrong, found) == wrong.replace("elif", "case").replace("else", "otherwise")


def test_a_mistake_in_an_example_that_an_unread_rule_hid_is_told_with_it() -> None:
    wrong = """variant house "Our house" extends standard {
  bidding { must pair during opening when partner has bid: side.contract >= 3 }
  example "a pair" {
    bids West 2; North nil
    expect illegal bid nil
  }
}
"""
    found = findings_of(wrong)
    assert [it.span.line for it in found] == [2, 5]
    assert fixed(wrong, found) == wrong.replace("has bid", "did bid").replace("illegal bid", "illegal bids")


def test_a_hint_with_signs_of_patterns_in_it_stops_nothing() -> None:
    found = findings_of("""variant house "Our house" extends standard {
  scoring for each team { score gift: 1 * max(taken) }
}
""")
    assert [it.code for it in found] == ["E238"]


def test_what_goes_with_the_fixes_of_others_is_not_told() -> None:
    wrong = """variant house "Our house" extends standard {
  play {
    trust the_rules: must follow_suit
    may call(p in opponents) anytime by each player
  }
  scoring for each team {
    score caught: -20 * count of (members as m where some opponent o has o did call(m) and m broke the_rules)
  }
}
"""
    assert [(one.code, one.span.line) for one in findings_of(wrong)] == [
        ("E106", 3), ("E107", 4),
    ]  # fmt: skip


def test_what_is_found_only_with_a_fix_is_told_at_the_words_of_that_fix() -> None:
    wrong = """variant house "Our house" extends oh_hell
  scoring for each player {
    score exact: 10 + bid.n when taken = contract
    score spare: -1 per honour
  }
"""
    (unknown,) = [it for it in findings_of(wrong) if it.code == "E234"]
    assert unknown.message == "This game has nothing called `honour`."
    assert unknown.span.line == 4


def test_a_mistake_is_told_before_a_line_that_begins_with_no_word_of_the_language() -> None:
    text = "variant house extends standard {\n  ending { win by_points: score >= 500 }\n  misdeals: redealt\n}\n"
    assert [(it.span.line, it.code) for it in findings_of(text)] == [(2, "E116"), (3, "E111")]


def test_a_brace_is_told_beside_the_mistakes_that_it_hid() -> None:
    opened = """variant house extends bridge {
  scoring for each team
    score slam_too when taken == 13: 100
  }
  ending { replace tie level: playon }
}
"""
    closed = """variant house extends standard {
  bidding { must board during opening when partner did bid: side.bid >= 4 "Four."
  play { drop must unbroke }
}
"""
    assert [it.span.line for it in findings_of(opened)] == [2, 3, 5]
    assert [it.span.line for it in findings_of(closed)] == [2, 2, 3]
    for text in (opened, closed):
        whole = fixed(text, findings_of(text))
        assert whole is not None
        assert errors_of(whole) == []


def test_a_file_of_prose_without_braces_gets_both() -> None:
    wrong = "rules cafe extends hearts\n  no passing\n"
    assert fixed(wrong, findings_of(wrong)) == "variant cafe extends hearts {\n  set pass_cards = no\n}\n"


@pytest.mark.parametrize(
    ("wrong", "fixed"),
    [
        (
            'variant mine "Ours" {\n  extends hearts\n  set limit = 150\n}\n',
            'variant mine "Ours" extends hearts {\n  set limit = 150\n}\n',
        ),
        (
            'variant mine "Ours" extends oh_hell\n  set deals = 10\n}\n',
            'variant mine "Ours" extends oh_hell {\n  set deals = 10\n}\n',
        ),
    ],
    ids=["the parent is inside the braces", "no brace"],
)
def test_a_mistake_of_the_first_line_has_its_fix_whatever_else_is_wrong(wrong: str, fixed: str) -> None:
    first, second = findings_of(wrong)
    assert first.fix is not None
    assert first.fix.applied(wrong) == fixed
    assert (second.code, second.fix) in (("E227", None), ("E228", None))
