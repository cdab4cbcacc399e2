"""Deals of a kitchen table, scored; and what is asked for when a document does not tell enough."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

import spadesdsl
from spadesdsl.loader import load_text
from spadesdsl.schemas import validator
from spadesdsl.score import run, score_document
from spadesdsl.work import GivenUpError, at_most
from tests.examples.test_what_examples_say import CARDS_AS_BIDS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from spadesdsl import Game, ScoreResult


@cache
def game_of(name: str) -> Game:
    return spadesdsl.load(name)


def score(name: str, text: str, *, strict: bool = False) -> ScoreResult:
    result = run(game_of(name), text, strict=strict)
    if result.sheet is not None:
        validator("sheet").validate(result.to_json())
        assert not result.faults
    else:
        assert result.faults
    return result


def sides(result: ScoreResult) -> list[dict[str, Any]]:
    assert result.sheet is not None, result.message()
    found: list[dict[str, Any]] = result.to_json()["sides"]
    return found


KITCHEN = """
deal: 2
set: {target: 350}
given:
  - {score: 337, bags: 7}
  - {score: 250}
bids: ["3", "4", "2", "3"]
taken: [4, 2, 3, 4]
"""


def test_the_document_of_the_protocol() -> None:
    result = score("standard", KITCHEN)
    us, them = sides(result)
    assert us == {
        "side": 0,
        "lines": [
            {"rule": "scoring.contract", "points": 50},
            {"rule": "scoring.overtricks", "points": 2},
            {"rule": "scoring.bag_fine", "points": 0},
        ],
        "points": 52,
        "score": 389,
        "tallies": {"bags": 9},
    }
    assert them["score"] == 180
    assert result.over
    assert result.winners == (0,)
    assert result.ended_by == "ending.target_reached"
    assert result.sheet is not None
    assert result.sheet.deal == 2


def test_json_is_read_too() -> None:
    document = {"bids": ["3", "4", "2", "3"], "taken": [4, 2, 3, 4]}
    assert sides(score("standard", json.dumps(document))) == sides(
        score("standard", "bids: [3,4,2,3]\ntaken: [4,2,3,4]")
    )


def test_the_function_of_the_package() -> None:
    result = spadesdsl.score_document(game_of("standard"), {"bids": [3, 4, 2, 3], "taken": {"by_side": [7, 6]}})
    assert [side["points"] for side in sides(result)] == [52, -70]


def test_totals_of_sides_where_every_division_scores_alike() -> None:
    by_seat = sides(score("standard", "bids: [3, 4, 2, 3]\ntaken: [4, 2, 3, 4]"))
    assert sides(score("standard", "bids: [3, 4, 2, 3]\ntaken: {by_side: [7, 6]}")) == by_seat
    assert sides(score("standard", "bids: {by_side: [5, 7]}\ntaken: {by_side: [7, 6]}")) == by_seat


@pytest.mark.parametrize(
    ("bids", "taken", "asked"),
    [
        ("[nil, 4, 5, 3]", "[7, 6]", ["taken.by_side[0]"]),
        ("[nil, 4, 5, nil]", "[7, 6]", ["taken.by_side[0]", "taken.by_side[1]"]),
        ("[nil, 4, 5, 3]", "[0, 13]", []),
    ],
)
def test_the_seats_are_asked_for_where_it_matters(bids: str, taken: str, asked: list[str]) -> None:
    result = score("standard", f"bids: {bids}\ntaken: {{by_side: {taken}}}")
    assert [fault.at for fault in result.faults] == asked
    if asked:
        assert "North and South" in result.message()


def test_a_failed_nil_whose_tricks_help_is_still_asked_for() -> None:
    result = score("standard", "set: {failed_nil: help}\nbids: [nil, 4, 5, 3]\ntaken: {by_side: [7, 6]}")
    assert [fault.at for fault in result.faults] == ["taken.by_side[0]"]


def test_the_tricks_of_the_last_one_follow() -> None:
    whole = sides(score("standard", "bids: [3, 4, 2, 3]\ntaken: [4, 2, 3, 4]"))
    assert sides(score("standard", "bids: [3, 4, 2, 3]\ntaken: [4, 2, 3, null]")) == whole
    assert sides(score("standard", "bids: [3, 4, 2, 3]\ntaken: {by_side: [7, null]}")) == whole
    assert sides(score("standard", "bids: [3, 4, 2, 3]\ntaken: {North: 4, East: 2, South: 3}")) == whole
    # Of six players two may play equal cards, and nobody wins the trick.
    asked = score("cancellation", "bids: [3, 3, 3, 2, nil, 2]\ntaken: [3, 3, 3, 2, 1, null]")
    assert [fault.at for fault in asked.faults] == ["taken[5]"]


def test_sides_that_bid() -> None:
    us, them = sides(score("nyc", "deal: 2\nbids: {by_side: ['blind 6', 6]}\ntaken: {by_side: [7, 6]}"))
    assert (us["points"], them["points"]) == (120, 60)


def test_two_bids_of_one_side() -> None:
    text = "set: {raises: yes}\nbids: {by_side: [[5, 6], [6, no raise]]}\ntaken: {by_side: [6, 7]}"
    us, them = sides(score("partnership_bidding", text))
    assert (us["points"], them["points"]) == (60, 61)


def test_a_bid_that_was_changed() -> None:
    lines = sides(score("suicide_swap", "bids: [[5, nil], 4, 5, nil]\ntaken: [0, 4, 5, 4]"))[0]["lines"]
    assert {"rule": "scoring.nil", "seat": 0, "points": 100} in lines


def test_a_deal_on_which_nobody_bids() -> None:
    us, them = sides(score("nyc", "taken: {by_side: [8, 5]}"))
    assert (us["points"], them["points"]) == (80, 50)


def test_dead_tricks_may_be_missing() -> None:
    result = score("cancellation", "bids: [3, 3, 3, 2, nil, 2]\ntaken: [3, 3, 3, 2, 1, 2]")
    assert sides(result)[1]["points"] == 20


def test_decisions_that_rules_read() -> None:
    text = "bids: [3, 3, 3, 3]\ntaken: {by_side: [7, 6]}\ndid: [{seat: 0, name: call_renege, with: {p: East}}"
    assert sides(score("reneges", f"{text}]"))[1]["points"] == 60
    caught = f"{text}, {{seat: 1, name: follow_the_rules}}]"
    assert sides(score("reneges", caught))[1]["points"] == -60


@pytest.mark.parametrize("who", ["East", "1", "east"])
def test_a_seat_by_name_or_number(who: str) -> None:
    text = f"bids: [3, 3, 3, 3]\ntaken: {{by_side: [7, 6]}}\ndid: [{{seat: 0, name: call_renege, with: {{p: {who}}}}}]"
    assert (run(game_of("reneges"), text).sheet is None) is (who == "east")


def test_what_the_decision_has_to_tell_is_asked_for() -> None:
    result = score(
        "tram", "bids: [3,3,3,3]\ntaken: {by_side: [7, 6]}\ndid: [{seat: 0, name: claim}]\nset: {false_claim: lose_bid}"
    )
    assert [fault.at for fault in result.faults] == ["did[0].with.proved"]


def test_cards_won_are_asked_for_and_taken() -> None:
    result = score("hearts", "taken: [3, 3, 3, 4]")
    assert [fault.at for fault in result.faults] == ["won.0", "won.1", "won.2", "won.3"]
    hearts = ", ".join(f"{rank}H" for rank in "AKQJT98765432")
    points = sides(score("hearts", f"taken: [12, 0, 1, 0]\nwon: {{0: [{hearts}], 1: [], 2: [QS], 3: []}}"))
    assert [side["points"] for side in points] == [13, 0, 13, 0]


def test_everything_that_is_missing_is_asked_for_at_once() -> None:
    result = score("standard", "{}")
    assert [fault.at for fault in result.faults] == ["bids", "taken[0]", "taken[1]", "taken[2]", "taken[3]"]
    assert "the tricks of South" in result.message()


def test_an_auction_is_asked_for_where_trumps_follow_from_it() -> None:
    assert [fault.at for fault in score("bridge", "{}").faults] == ["bids"]


# ---------------------------------------------------------------- tricks, card by card

TRICKS = [
    {"leader": 0, "cards": trick.split()}
    for trick in (
        "AS 2S 3S 4S", "KS 5S 6S 7S", "QS 8S 9S TS", "JS 2H 2D 2C", "AH AD AC 3C", "KH KD KC 3D", "QH QD QC 3H",
        "JH JD JC 4C", "10H 10D 10C 4D", "9H 9D 9C 4H", "8H 8D 8C 5C", "7H 7D 7C 5D", "6H 6D 6C 5H",
    )
]  # fmt: skip


def test_all_tricks() -> None:
    document = {"bids": [13, "nil", "nil", "nil"], "tricks": TRICKS}
    result = score("standard", json.dumps(document))
    assert [side["points"] for side in sides(result)] == [230, 200]


@pytest.mark.parametrize(
    ("more", "at", "words"),
    [
        ({"taken": [12, 1, 0, 0]}, "taken[0]", "12 tricks, and by `tricks` it is 13"),
        ({"taken": {"by_side": [12, 1]}}, "taken.by_side[0]", "by `tricks` it is 13"),
        ({"winners": [1, *[0] * 12]}, "winners[0]", "won by seat 0, not 1"),
        ({"won": {"1": ["AS"]}}, "won.1", "other cards"),
    ],
)
def test_what_is_told_twice_has_to_agree(more: dict[str, Any], at: str, words: str) -> None:
    result = score("standard", json.dumps({"bids": [13, "nil", "nil", "nil"], "tricks": TRICKS, **more}))
    fault = next(fault for fault in result.faults if fault.at == at)
    assert words in fault.message


@pytest.fixture
def last_trick(tmp_path: Path) -> Game:
    file = tmp_path / "last_trick_counts.spades"
    line = "scoring for each team { score last_one when last_trick.winner in members: 10 }"
    file.write_text(f'language 1\nvariant last_trick_counts "Ten for the last" extends standard {{ {line} }}')
    return spadesdsl.load(file)


@pytest.mark.parametrize(
    ("winners", "told"),
    [
        (None, "winners.13: the rules read who won trick 13, and the document does not say"),
        ({"1": "North"}, "winners.13: the rules read who won trick 13, and the document does not say"),
        ({"14": "North"}, "winners.14: there is no trick 14: a deal has 13"),
        ({"11": "East", "12": 1, "13": "East"}, "winners: East won 3 of these tricks, and takes 2"),
        ({"last": "North"}, "winners: there is no key `last`: who won some tricks, by number: `{13: North}`"),
        ([0] * 13, "taken[0]: 7 tricks, and by `winners` it is 13"),
    ],
)
def test_who_won_one_trick_is_asked_for_by_its_number(last_trick: Game, winners: object, told: str) -> None:
    document = {"bids": [4, 4, 3, 2], "taken": [7, 2, 0, 4], **({"winners": winners} if winners else {})}
    assert told in run(last_trick, json.dumps(document)).message()


def test_the_winner_of_one_trick_is_enough(last_trick: Game) -> None:
    document = {"bids": [4, 4, 3, 2], "taken": [7, 2, 0, 4], "winners": {"13": "West"}}
    result = run(last_trick, json.dumps(document))
    assert [side["points"] for side in sides(result)] == [70, 70]
    document["winners"] = {"13": "East"}
    agreed = run(last_trick, json.dumps({**document, "taken": None, "tricks": TRICKS} | {"taken": [13, 0, 0, 0]}))
    assert "winners.13: by its cards this trick was won by seat 0, not 1" in agreed.message()


def test_the_winner_of_a_trick_is_not_asked_for_where_it_does_not_matter(last_trick: Game) -> None:
    for taken in ([7, 0, 6, 0], {"by_side": [13, 0]}):
        result = run(last_trick, json.dumps({"bids": [4, 4, 3, 2], "taken": taken}))
        assert [side["points"] for side in sides(result)] == [86, -60]


def game_with(tmp_path: Path, lines: str) -> Game:
    file = tmp_path / "cards_count.spades"
    file.write_text(
        f'language 1\nvariant cards_count "Cards count" extends standard {{ scoring for each team {{ {lines} }} }}'
    )
    return spadesdsl.load(file)


def test_cards_won_are_not_asked_for_where_the_number_of_tricks_decides(tmp_path: Path) -> None:
    house = game_with(
        tmp_path,
        """score aces: 5 * count of (cards_won where card.rank is A)
        score all_hearts when count of (cards_won where card.suit is hearts) = 13: 50""",
    )
    result = run(house, json.dumps({"bids": [4, 4, 3, 2], "taken": {"by_side": [13, 0]}}))
    assert [side["points"] for side in sides(result)] == [76 + 20 + 50, -60]
    asked = run(house, json.dumps({"bids": [4, 4, 3, 2], "taken": {"by_side": [12, 1]}}))
    assert [fault.at for fault in asked.faults] == ["won.0", "won.1", "won.2", "won.3"]
    # Whoever did not win these four cards has all others.
    document = {"bids": [4, 4, 3, 2], "taken": {"by_side": [12, 1]}, "won": {"East": ["AS", "KS", "QS", "JS"]}}
    result = run(house, json.dumps(document | {"taken": [7, 1, 5, 0]}))
    assert [side["points"] for side in sides(result)] == [75 + 15 + 50, -55]


def test_of_tricks_only_those_are_asked_for_that_rules_read(tmp_path: Path) -> None:
    house = game_with(tmp_path, "score spades_last when count of (last_trick.cards where card.suit is spades) = 4: 8")
    document = {"bids": [4, 4, 3, 2], "taken": [7, 2, 0, 4]}
    asked = run(house, json.dumps(document))
    assert asked.message() == "tricks.13: the rules read the cards of trick 13, and the document does not say"
    last = {"13": {"leader": "West", "cards": ["AS", "2S", "3S", "4S"]}}
    result = run(house, json.dumps(document | {"tricks": last}))
    assert [side["points"] for side in sides(result)] == [78, 68]
    wrong = run(house, json.dumps(document | {"tricks": {"14": last["13"]}}))
    assert "tricks.14: there is no trick 14: a deal has 13" in wrong.message()
    by_other = run(house, json.dumps(document | {"tricks": last, "winners": {"13": "East"}}))
    assert "winners.13: by its cards this trick was won by seat 3, not 1" in by_other.message()
    nothing = run(house, json.dumps(document | {"taken": [7, 6, 0, 0], "tricks": last}))
    assert "winners: West won 1 of these tricks, and takes 0" in nothing.message()


def test_the_cards_of_many_tricks_are_asked_for_at_once(tmp_path: Path) -> None:
    house = game_with(tmp_path, "score queen when QS.player in members: 8")
    asked = run(house, json.dumps({"bids": [4, 4, 3, 2], "taken": [7, 2, 0, 4]}))
    assert asked.message() == "tricks: the rules read the cards of the tricks, and the document does not say"


def test_trumps_that_were_turned_up_are_not_told() -> None:
    tricks = [{"leader": 0, "cards": ["AS", "2S", "3S", "4S", "5S"]}]
    result = score("oh_hell", json.dumps({"bids": [1, 0, 0, 0, 0], "tricks": tricks}))
    assert "without the cards of `upcard`" in result.message()


# ---------------------------------------------------------------- what cannot be

BIDS = "bids: [3, 4, 2, 3]\n"


@pytest.mark.parametrize(
    ("text", "at", "words"),
    [
        (BIDS + "taken: [4, 2, 3, 5]", "taken", "14 tricks in all, and a deal has 13"),
        (BIDS + "taken: {by_side: [7, 7]}", "taken.by_side", "14 tricks in all"),
        (BIDS + "taken: [4.5, 2, 2.5, 4]", "taken", "4.5 tricks: a trick is won whole"),
        (BIDS + "taken: [4, 2, 3, 3]", "taken", "12 tricks in all, and a deal has 13"),
        (BIDS + "taken: [4, 2, 3]", "taken", "3 are given, and the game has 4 seats"),
        (BIDS + "taken: {by_side: [13]}", "taken.by_side", "the game has 2 sides"),
        (BIDS + "taken: [-1, 7, 3, 4]", "taken[0]", "-1 is below 0"),
        (BIDS + "taken: {by_sides: [7, 6]}", "taken.by_sides", "this must be a number or nothing"),
        (BIDS + "taken: 13", "taken", "a list or keys with values, not 13"),
        (
            "bids: [3, 4, 2, 14]\ntaken: [4, 2, 3, 4]",
            "bids[3]",
            "there is no bid `14` on deal 1; the bids of this deal are `1`, `2`, `3`,",
        ),
        ("bids: [3, 4, 2, nill]\ntaken: [4, 2, 3, 4]", "bids[3]", "did you mean `nil`?"),
        ("bids: [3, 4, 2]\ntaken: [4, 2, 3, 4]", "bids", "3 are given"),
        ("bids: {by_side: [1, 7]}\ntaken: [4, 2, 3, 4]", "bids.by_side[0]", "add up to 1"),
        ("bids: {by_side: [nil, 7]}\ntaken: [4, 2, 3, 4]", "bids.by_side[0]", "players bid here"),
        (BIDS + "taken: [4, 2, 3, 4]\nwinners: [0, 1]", "taken[0]", "by `winners` it is 1"),
        (BIDS + "winners: [0, 9]", "winners[1]", "there is no seat 9"),
        (BIDS + "dealer: 4", "dealer", "there is no seat 4"),
        (BIDS + "deal: 0", "deal", "0 is below 1"),
        (BIDS + "given: [{score: 1}]", "given", "the game has 2 sides"),
        (BIDS + "given: [{score: 1}, {bag: 3}]", "given[1].bag", "did you mean `bags`?"),
        (BIDS + "given: [{score: x}, {}]", "given[0].score", "a number"),
        (BIDS + "given: [{bags: 10}, {}]", "given[0].bags", "cannot be 10 when a deal begins: at 10 it is full"),
        (BIDS + "did: [{seat: 0, name: claim}]", "did[0].name", "no decision `claim`"),
        (BIDS + "did: [{seat: 0}]", "did[0]", "`name` is missing"),
        (BIDS + "won: {0: [AS, AS]}", "won", "AS is there more often"),
        (BIDS + "won: {0: [1S]}", "won", "`1S` is not a card"),
        (BIDS + "won: {4: [AS]}", "won.4", "there is no seat 4"),
        (BIDS + "won: {x: [AS]}", "won.x", "there is no seat x"),
        (BIDS + "tricks: [{leader: 0, cards: [AS, 2S, 3S, 4S, 5S]}]", "tricks[0].cards", "5 cards, and 4 seats"),
        (BIDS + "tricks: [{leader: 0, cards: [AS, AS, 3S, 4S]}]", "tricks", "more often"),
        (BIDS + "set: {targt: 3}", "set", "did you mean `target`?"),
        (BIDS + "set: {target: 3}", "set", "target"),
        (BIDS + "take: [4, 2, 3, 4]", "", "did you mean `taken`?"),
        ("[]", "", "it has no keys: describe a deal in lines such as"),
        ("", "", "it is empty: describe a deal in lines such as"),
    ],
)
def test_what_cannot_be(text: str, at: str, words: str) -> None:
    result = score("standard", text)
    assert any(fault.at == at and words in fault.message for fault in result.faults), result.message()


@pytest.mark.parametrize(
    ("text", "at", "words"),
    [
        ("a: 1\na: 2", "line 2, column 1", "the key `a` is there twice"),
        ("a: &x [1]\nb: *x", "line 1, column 4", "anchors"),
        ("a: !!python/object/apply:os.system [ls]", "line 1, column 4", "tags"),
        ("a: [1", "line 2, column 1", "not YAML: a `,` or a `]` is missing before this"),
        ("- " * 20_000, "line 1, column 81", "nested"),
        ("[" * 20_000, "line 1, column 41", "nested"),
        ('{"a": ' * 20_000, "", "nested"),
        ("a: b\n---\nc: d", "line 2, column 1", "second document"),
        ("deal: " + "9" * 5000, "line 1, column 7", "digits"),
        ('{"deal": NaN}', "", "`NaN` is not a number"),
        ("a: \x00", "", "not YAML"),
        ("x" * 1_100_000, "", "longer than 1,000,000 letters"),
        ("- x\n" * 240_000, "", "more than 200,000 values"),
    ],
)
def test_texts_that_are_no_document(text: str, at: str, words: str) -> None:
    (fault,) = score("standard", text).faults
    assert fault.at == at
    assert words in fault.message


def test_words_of_yaml_stay_what_they_look_like() -> None:
    from spadesdsl.documents import read_document

    text = "a: 1_000\nb: 2020-13-45\nc: 1:30\nd: 0x10\ne: on\nf: yes\ng: ~\nh: '4'\n0: nil"
    values = ["1_000", "2020-13-45", "1:30", "0x10", "on", True, None, "4", "nil"]
    assert read_document(text) == dict(zip("abcdefgh0", values, strict=True))


# ---------------------------------------------------------------- told, not judged


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("board", "bids: [1, 4, 1, 3]\ntaken: {by_side: [7, 6]}", "bidding.board"),
        (
            "nyc",
            "deal: 2\nbids: {by_side: ['blind 6', 6]}\ntaken: {by_side: [7, 6]}",
            "blind 6 is bid when behind >= 100 (`bidding.blind`)",
        ),
        ("suicide_swap", "bids: [5, 4, 6, nil]\ntaken: [4, 4, 1, 4]", "bidding.opposite_or_same"),
        (
            "standard",
            "bids: {North: 3}\ntaken: [4, 2, 3, 4]",
            "bids: East is asked for a bid, and the document has none",
        ),
        ("standard", "bids: [nil, 3, 4, null]\ntaken: [4, 2, 3, 4]", "bids: West is asked for a bid, and "),
    ],
)
def test_whether_bids_were_legal_is_told(name: str, text: str, words: str) -> None:
    result = score(name, text)
    assert result.sheet is not None
    assert words in " ".join(result.notes)
    strict = score(name, text, strict=True)
    assert strict.sheet is None
    assert words in strict.message()


def test_bids_after_one_that_only_the_hand_decides_are_checked_too() -> None:
    text = """language 1
    variant house extends standard { bidding {
      must no_ones above all: not (bid is tricks and bid.n = 1) "Nobody bids one."
      must as_held: bid is nil or bid.n <= count of hand in spades
      must at_most_all: side.contract <= 16 } }"""
    game = load_text(text.encode(), {}).game
    assert game is not None
    assert run(game, "bids: [13, 2, 3, 3]\ntaken: [4, 2, 3, 4]").notes == ()
    noted = "bids[3]: 1 is not allowed: Nobody bids one. (`bidding.no_ones`)"
    assert run(game, "bids: [13, 2, 3, 1]\ntaken: [4, 2, 3, 4]").notes == (noted,)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("standard", BIDS + "taken: [4, 2, 3, 4]"),
        ("whiz", BIDS + "taken: [4, 2, 3, 4]"),
        (
            "nyc",
            "deal: 2\ngiven: [{score: 120}, {score: 220}]\nbids: {by_side: ['blind 6', 6]}\ntaken: {by_side: [7, 6]}",
        ),
        ("blind_nil", "given: [{score: 120}, {score: 220}]\nbids: [blind nil, 4, 2, 3]\ntaken: [0, 3, 6, 4]"),
        ("suicide_swap", "bids: [nil, 4, 5, nil]\ntaken: [4, 4, 1, 4]"),
    ],
)
def test_legal_bids_and_those_that_hang_on_the_cards_are_not_told(name: str, text: str) -> None:
    assert score(name, text, strict=True).notes == ()


# ---------------------------------------------------------------- cards that lie on the table


def trick_of_whist(leaders: Sequence[int] = (), **more: Any) -> ScoreResult:
    """Score a deal of a few tricks, each led by the winner of the one before: the last hand has none of the suit."""
    cards = [["AC", "2C", "3C", "2H"], *([f"{rank}D", f"{rank}H", f"{rank}C", f"{rank}S"] for rank in "JQK4567")]
    tricks = [{"leader": leader, "cards": trick} for leader, trick in zip((0, *leaders), cards, strict=False)]
    return score("whist", json.dumps({"tricks": tricks, **more}))


@pytest.mark.parametrize(("last_card", "winner"), [("3H", 3), ("3S", 0)])
def test_trumps_are_those_of_the_card_that_was_turned_up(last_card: str, winner: int) -> None:
    winners = [(winner + (1 if winner == 3 else 3) * trick) % 4 for trick in range(8)]
    told = {"leaders": winners, "holds": {"last_card": [last_card]}}
    assert trick_of_whist(**told, winners=winners).message() == "taken: 8 tricks in all, and a deal has 13"
    wrong = [1 - winner % 2, *winners[1:]]
    assert f"this trick was won by seat {winner}" in trick_of_whist(**told, winners=wrong).message()


def test_a_card_that_was_turned_up_and_is_not_told_is_asked_for() -> None:
    assert "without the cards of `last_card`: give `holds.last_card`, or `winners`" in trick_of_whist().message()


def test_what_lies_nowhere_is_told() -> None:
    (fault,) = trick_of_whist(holds={"lastcard": ["3H"]}).faults
    assert fault.at == "holds.lastcard"
    assert "did you mean `last_card`?" in fault.message
    assert "not a card of this game" in trick_of_whist(holds={"last_card": ["3Z"]}).message()


@pytest.mark.parametrize(
    ("document", "words"),
    [
        (
            {
                "tricks": [
                    {"leader": 1, "cards": ["AH", "2H", "3H", "4H"]},
                    {"leader": 2, "cards": ["AC", "2C", "3C", "4C"]},
                ]
            },
            "tricks[1]: South cannot lead trick 2: East won trick 1",
        ),
        (
            {"dealer": 0, "tricks": [{"leader": 2, "cards": ["AH", "2H", "3H", "4H"]}]},
            "tricks[0]: South cannot lead trick 1: East leads trick 1",
        ),
        (
            {"tricks": [{"leader": 1, "cards": ["AH", "2H", "3H"]}]},
            "tricks[0]: this trick has 3 cards, and a trick has 4",
        ),
    ],
)
def test_tricks_that_cannot_be_are_refused_as_in_examples(document: Any, words: str) -> None:
    assert words in score_document(game_of("standard"), {"bids": [3, 3, 3, 3], **document}).message()


def test_a_decision_that_nobody_was_asked_is_refused_as_in_examples() -> None:
    document = {"bids": [3, 4, 2, 3], "taken": [4, 2, 3, 4], "did": [{"seat": 2, "name": "admit_crossing"}]}
    found = score_document(game_of("cross_boarding"), document | {"bids": {"by_side": [5, 6]}})
    assert "did[0]: South is not asked `admit_crossing` here" in found.message()


def test_who_goes_alone_plays_without_the_partner() -> None:
    did = [{"seat": 0, "name": "order_up"}, {"seat": 0, "name": "go_alone"}]
    did[0]["with"] = {"s": "hearts"}
    tricks = [{"leader": 1, "cards": ["AC", "AS", "AH"]}]
    tricks += [{"leader": 0, "cards": [f"{rank}H", f"{rank}C", f"{rank}S"]} for rank in ("K", "Q", "10", "9")]
    result = score("euchre", json.dumps({"dealer": 0, "did": did, "tricks": tricks}))
    assert [side["points"] for side in sides(result)] == [4, 0]


@pytest.mark.parametrize("document", ["hello", None, [1], 3])
def test_what_is_no_document_is_refused_from_python_too(document: Any) -> None:
    result = score_document(game_of("standard"), document)
    assert result.sheet is None
    assert result.faults[0].at == ""
    assert "describe a deal in lines such as" in result.faults[0].message


def test_seats_and_sides_are_named_as_the_sheet_names_them() -> None:
    named = {
        "dealer": "West",
        "given": {"North & South": {"score": 100}},
        "bids": {"North": 3, "East": 4, "South": 2, "West": 3},
        "taken": {"North & South": 7, "East & West": 6},
    }
    by_number = {"dealer": 3, "given": [{"score": 100}, {}], "bids": [3, 4, 2, 3], "taken": {"by_side": [7, 6]}}
    assert sides(score_document(game_of("standard"), named)) == sides(score_document(game_of("standard"), by_number))
    us = named | {"given": {"us": {"score": 100}}, "taken": {"us": 7, "them": 6}}
    assert sides(score_document(game_of("standard"), us)) == sides(score_document(game_of("standard"), by_number))
    alone = score_document(game_of("hearts"), {"taken": {"us": 13}})
    assert "nobody here has this name" in str(alone.faults[0])
    mixed = score_document(game_of("standard"), {"bids": [3, 4, 2, 3], "taken": {"North & South": 7, "East": 6}})
    assert [str(fault) for fault in mixed.faults] == ["taken: name all seats, or all sides, and not some of each"]
    wrong = {"given": [{"scor": 3}], "bids": {"North": 3, "Eas": 4}, "winners": ["Wst"]}
    assert [str(fault) for fault in score_document(game_of("standard"), wrong).faults] == [
        "given: 1 is given, and the game has 2 sides: North and South, East and West",
        "given[0].scor: there is no tally `scor` here; did you mean `score`?",
        "bids.Eas: nobody here has this name; did you mean `East`?",
        "winners[0]: there is no seat Wst: did you mean `West`?",
    ]


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("standard", BIDS + "given: [{score: 1000000000000000000000000}, {}]", "is above 1000000000000000"),
        ("standard", BIDS + "won: {0: [AS, AS], 1: [AS]}", "AS is there more often than in the deck"),
        ("hearts", "taken: [1, 12, 0, 0]\nwon: {0: [2C, 3C, 4C, 5C, 6C]}", "won.0: 5 cards in 1 tricks"),
    ],
)
def test_an_impossible_value_is_said_once(name: str, text: str, said: str) -> None:
    assert score(name, text).message().count(said) == 1


@pytest.mark.parametrize(
    ("game", "document", "rule"),
    [
        ("euchre", {"taken": [3, 2, 0, 0]}, "did: `bidding.thrown_in`"),
        ("five_hundred", {"taken": [3, 2, 1, 4], "bids": ["pass"] * 4}, "bids: `bidding.all_passed`"),
    ],
)
def test_tricks_of_a_deal_that_is_thrown_in_are_refused_with_its_rule(
    game: str, document: dict[str, Any], rule: str
) -> None:
    assert score(game, json.dumps(document)).message().startswith(rule)


def test_a_deal_that_a_draw_came_before_is_scored() -> None:
    document = {"taken": [3, 2, 4, 4], "bids": ["3"] * 4}
    assert score("draw_for_deal", json.dumps(document)).sheet is not None


def test_orders_in_which_tricks_may_have_been_won_count_as_work() -> None:
    with at_most(50_000), pytest.raises(GivenUpError):
        score_document(game_of("german_whist"), {"taken": [13, 13]})


def test_a_card_that_was_bid_is_scored_without_the_hands(tmp_path: Path) -> None:
    file = tmp_path / "house.spades"
    file.write_text(f'variant house "House" extends standard {{ {CARDS_AS_BIDS} }}', encoding="utf-8")
    game = spadesdsl.load(file)
    found = score_document(game, {"bids": ["5S", "2C", "KD", "3C"], "taken": [2, 5, 1, 5]})
    assert found.sheet is not None
    assert found.sheet.sides[0].points == 30
    assert found.notes == ()
    state = game.start(1)
    not_held = next(card for card in game.deck if card not in state.turns[0].moves)
    assert not state.why(not_held, state.turns[0].seat).legal
