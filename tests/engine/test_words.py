"""Words as answers, and as what a bid or a decision is made with."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import spadesdsl
from spadesdsl.examples.run import run_examples
from spadesdsl.loader import load
from spadesdsl.score import score_document
from spadesdsl.session.prompt import read_answer
from spadesdsl.source import Source
from spadesdsl.syntax.formatting import format_text

if TYPE_CHECKING:
    from pathlib import Path

    from spadesdsl import Game, State

SET = "set failed_nil = bags, set_cost = per_bid, bags_past_limit = carried"
WORDY = """
  bidding {
    choose format of mirrors, suicide by dealer: nothing "What is played?"
    may game(k of clubs, grand, null, n of 3, 5) by left of dealer when k is not null or n = 3: nothing
    bid level(n from 1 to 7, d of clubs, diamonds, none) "{n} {d}" { contract n + 6 }
    bid odd(m of soft, hard) "odd {m}" { contract 3 }
    must no_soft during opening when dealer is North: bid is not odd(soft) "Not softly."
  }
  scoring for each team {
    score game_played {
      case game.k is grand: 10
      case game.k in [null, clubs]: 20
      otherwise: 0
    }
    score format_played: if format is mirrors then 5 else if dealer.format is suicide then 7 else 0
    score how: if some member has bid is odd(hard) then 1 else if some member has bid.m is soft then 2 else 0
    score suited: count of (members where bid.d in [clubs, diamonds]) * 100
  }
"""


def wordy(folder: Path, text: str = WORDY) -> Game:
    """Load a game with words."""
    path = folder / "wordy.spades"
    path.write_text(f'variant wordy "Wordy" extends standard {{ {SET} {text} }}\n', encoding="utf-8")
    return spadesdsl.load(path)


def findings_of(folder: Path, text: str) -> list[tuple[str, str]]:
    """Return codes and messages of a game with words."""
    path = folder / "wordy.spades"
    path.write_text(f'variant wordy "Wordy" extends standard {{ {SET} {text} }}\n', encoding="utf-8")
    return [(one.code, one.message) for one in load(str(path), {}).diagnostics]


def played(state: State, *moves: str) -> State:
    """Make moves, each by whose turn it is."""
    for move in moves:
        state = state.apply(move, state.turns[0].seat)
    return state


def points(state: State, side: int) -> dict[str, object]:
    """Play on to the sheet; return the points of a side's lines."""
    while not state.sheets:
        state = state.apply(state.turns[0].moves[0], state.turns[0].seat)
    return {line.rule.key: line.points for line in state.sheets[0].sides[side].lines}


def test_words_are_answers_and_are_read(tmp_path: Path) -> None:
    state = played(wordy(tmp_path).start(3, dealer=2), "3 none", "odd hard", "odd soft", "2 clubs")
    assert state.turns[0].moves == ("format(mirrors)", "format(suicide)")
    state = played(state, "format(suicide)")
    answers = ("clubs, 3", "clubs, 5", "grand, 3", "grand, 5", "null, 3")
    assert state.turns[0].moves == (*(f"game({answer})" for answer in answers), "no")
    assert state.game.load(state.record()) == state
    found = points(played(state, "game(grand, 5)"), 0)
    assert found["scoring.game_played"] == 10
    assert found["scoring.format_played"] == 7
    assert (found["scoring.how"], found["scoring.suited"]) == (1, 100)
    other = points(played(state, "game(null, 3)"), 1)
    assert other["scoring.game_played"] == 20
    assert (other["scoring.how"], other["scoring.suited"]) == (2, 0)
    assert points(played(state, "no"), 0)["scoring.game_played"] == 0


def test_a_bid_with_a_word_is_narrowed_and_explained(tmp_path: Path) -> None:
    state = wordy(tmp_path).start(3, dealer=0)
    assert "odd hard" in state.turns[0].moves
    assert "odd soft" not in state.turns[0].moves
    verdict = state.why("odd soft", 1)
    assert verdict.rule is not None
    assert (verdict.legal, verdict.rule.key) == (False, "bidding.no_soft")


def test_words_are_typed_as_people_type(tmp_path: Path) -> None:
    state = played(wordy(tmp_path).start(3, dealer=2), "3", "3", "3", "3")
    assert read_answer(state, "Mirrors", state.turns[0], 2) == "format(mirrors)"
    state = played(state, "format(mirrors)")
    assert read_answer(state, "grand 5", state.turns[0], 3) == "game(grand, 5)"


def test_examples_give_words_and_refuse_others(tmp_path: Path) -> None:
    example = """
      example "a grand" {
        given dealer = North, North did format(mirrors), East did game(clubs, 3)
        bids East tricks(3); South odd(hard); West tricks(1); North level(1, none)
        case us take 7, them take 6: us { game_played = 20, format_played = 5, how = 1 }
      }
    """
    wordy(tmp_path, WORDY + example)
    loaded = load(str(tmp_path / "wordy.spades"), {})
    assert [failure for result in run_examples(loaded) for failure in result.failures] == []
    for right, wrong, code in (
        ("clubs, 3", "grand, 4", "E259"),
        ("level(1, none)", "level(1, hearts)", "E259"),
        ("format(mirrors)", "format(mirror)", "E240"),
        ("odd(hard)", "odd(harder)", "E240"),
    ):
        assert [one for one, _ in findings_of(tmp_path, WORDY + example.replace(right, wrong))] == [code]


def test_examples_give_words_by_the_label_of_a_bid_too(tmp_path: Path) -> None:
    example = """
      example "by labels" {
        given dealer = North
        bids East 3; South "odd hard"; West 1; North "1 none"
        case us take 7, them take 6: us { how = 1 }
      }
    """
    wordy(tmp_path, WORDY + example)
    loaded = load(str(tmp_path / "wordy.spades"), {})
    assert [failure for result in run_examples(loaded) for failure in result.failures] == []
    for right, wrong in (("odd hard", "strange hard"), ("1 none", "x none")):
        assert [one for one, _ in findings_of(tmp_path, WORDY + example.replace(right, wrong))] == ["E258"]


def test_score_documents_give_words(tmp_path: Path) -> None:
    game = wordy(tmp_path)
    did = [{"seat": 0, "name": "format", "with": {"format": "mirrors"}}]
    document = {"dealer": 0, "bids": ["3", "odd hard", "3", "1 none"], "taken": [3, 3, 3, 4], "did": did}
    result = score_document(game, document)
    assert result.sheet is not None, result.faults
    lines = {line.rule.key: line.points for line in result.sheet.sides[0].lines}
    assert lines["scoring.format_played"] == 5
    did[0]["with"] = {"format": "mirror"}
    assert "`mirror` is no word" in str(score_document(game, document).faults[0])


def test_a_list_of_suits_seats_or_numbers_is_of_these(tmp_path: Path) -> None:
    game = wordy(
        tmp_path,
        "bidding { choose first_suit(s of hearts, clubs) by dealer: nothing "
        "choose who(p of West, East) by dealer: nothing choose many(n of 2, 7) by dealer: nothing "
        "choose top(c of AS, KS) by dealer: nothing choose high(r of A, K, 10) by dealer: nothing } "
        "deck { replace trumps: first_suit.s } "
        "play { replace lead first: who.p } "
        "scoring for each team { score tens: many.n * 10 }",
    )
    state = played(game.start(3, dealer=0), "3", "3", "3", "3", "first_suit(hearts)", "who(West)", "many(7)")
    assert state.turns[0].moves == ("top(AS)", "top(KS)")
    state = played(state, "top(KS)")
    assert state.turns[0].moves == ("high(A)", "high(K)", "high(10)")
    state = played(state, "high(10)")
    assert state.spec.deck.suits[state.ranking.trumps or 0] == "hearts"
    assert state.turns[0].seat == 3
    assert points(state, 0)["scoring.tens"] == 70


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("bidding { choose x(k of grand, 3) by dealer: nothing }", "E449", "not all of the same kind"),
        ("bidding { choose x(k of AS, 3) by dealer: nothing }", "E449", "not all of the same kind"),
        ("bidding { choose x(k in suits, grand) by dealer: nothing }", "E449", "Only a list after `of`"),
        ("bidding { choose x(k of a, b) by dealer: nothing } deal { skip y when x.k is c: play }", "E240", "`a`, `b`"),
        ("bidding { choose x of a, b by dealer: nothing } deal { skip y when x is c: play }", "E240", "`a`, `b`"),
        ("bidding { round x of a, b by dealer }", "E113", "after `of`"),
    ],
)
def test_a_wrong_word_is_told(tmp_path: Path, text: str, code: str, words: str) -> None:
    found = findings_of(tmp_path, text)
    assert [one for one, _ in found] == [code]
    assert words in found[0][1]


@pytest.mark.parametrize(
    "sentence",
    [
        "choose format of mirrors, suicide by dealer: nothing",
        "may game(k of clubs, grand, null, n of 3, 5, s in suits) by dealer: nothing",
        'bid level(n from 1 to 7, d of clubs, none) "{n} {d}"',
    ],
)
def test_words_are_printed_as_they_are_written(sentence: str) -> None:
    text = f'language 1\n\nvariant w "W" extends standard {{\n  bidding {{\n    {sentence}\n  }}\n}}\n'
    assert format_text(Source("w.spades", text)) == (text, ())


@pytest.mark.parametrize(
    ("parameter", "wrong"),
    [
        ("s in suits", "nil"),
        ("s in suits", "3"),
        ("p in players", "hearts"),
        ("c in hand", "nil"),
        ("n from 1 to 3", "nil"),
    ],
)
def test_an_example_that_answers_with_a_thing_of_another_kind_is_refused(
    tmp_path: Path, parameter: str, wrong: str
) -> None:
    text = f"bidding {{ choose pick({parameter}) by dealer: nothing }}"
    example = f'example "wrong" {{ given dealer = North, North did pick({wrong}) case us take 7: us {{ score = 0 }} }}'
    found = findings_of(tmp_path, f"{text} {example}")
    assert len(found) == 1
    assert found[0][0].startswith(("E2", "E3"))
