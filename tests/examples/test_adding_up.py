"""The bids and tricks of an example have to add up to a deal that can be played."""

from __future__ import annotations

import pytest

from tests.examples.test_wrong_expectations import failures

BIDS = "bids us 1, 2; them 4, 3"
ALL_BIDS = ", ".join(["nil", *map(str, range(1, 14))])


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (f"{BIDS} case us take 4, them take 4: us {{ contract = 30 }}", "8 tricks are taken, and the deal has 13."),
        (
            f"{BIDS} case us take 2 + 2, them take 1 + 1: us {{ contract = 30 }}",
            "6 tricks are taken, and the deal has 13.",
        ),
        (
            f"given South won AC {BIDS} case us take 0: us {{ contract = -30 }}",
            "South won cards, and takes no trick here.",
        ),
        (
            "bids us 1, 2, 2; them 4, 3 case us take 7: us { score = 43 }",
            "North has bid, and is not asked again for `2`.",
        ),
        (
            "bids us 1, 2; them 4, 3; West 5 case us take 7: us { score = 34 }",
            "West has bid, and is not asked again for `5`.",
        ),
        (
            "given South bid nil bids us 1, 2; them 4, 3 case us take 7: us { score = 34 }",
            "South has bid, and is not asked again for `2`.",
        ),
        (
            "bids us 1, 2; them 4, 3 given South bid nil expect legal bids nil",
            "Nobody asks South for `nil`: the bidding is over by then.",
        ),
        (
            f"given us {{ score = 50, bags = 12 }} {BIDS} case us take 7: us {{ bags = 6 }}",
            "`bags` cannot be 12 when a deal begins: at 10 it is full, and that much is taken away.",
        ),
        (
            f"{BIDS} tricks West AS 2S 3S 4S case us take 6, us win tricks 1 to 6: us {{ score = 33 }}",
            "`us` cannot win trick 1: West wins it with the cards that are given.",
        ),
        (
            f"{BIDS} tricks South AS 2S 3S 4S; South KS 5S 6S 7S case us take 1: us {{ score = -30 }}",
            "North and South won 2 tricks above, and take 1 here.",
        ),
        (
            f"{BIDS} tricks South AS 2S 3S 4S; South KS 5S 6S 7S case us take 7 + 1: us {{ score = 30 }}",
            "South won 2 tricks above, and takes 1 here.",
        ),
        (
            f"{BIDS} case us take 5, us win tricks 8 to 13: us {{ score = 33 }}",
            "`us` cannot win these tricks: fewer are taken.",
        ),
        (
            f"given South took 5, North took 0 {BIDS} case us win tricks 1 to 8: us {{ score = 35 }}",
            "`us` cannot win these tricks: fewer are taken.",
        ),
    ],
)
def test_what_does_not_add_up_is_refused_by_name(lines: str, message: str) -> None:
    assert [one.message for one in failures(lines)] == [message]


def test_the_cards_of_given_tricks_are_read_with_the_winners_that_are_stated() -> None:
    led = "tricks as t where t.led in trumps and t.winner in members"
    more = f"scoring for each team {{ score early: -5 * count of ({led}) }}"
    told = f"{BIDS} tricks South AS 2S 3S 4S case us take 6, us win tricks 1 to 3"
    assert failures(f"{told}: us {{ early = -5, score = 28 }}", more=more) == ()
    (wrong,) = failures(f"{told}: us {{ early = 0 }}", more=more)
    assert wrong.code == "E710"


def test_a_bid_among_the_facts_is_one_of_the_bids() -> None:
    assert not failures("given South bid nil bids North 3; them 4, 3 case us take 3 + 0: us { nil = 100 }")
    assert not failures("given dealer = South, West bid nil bids North 3; East 4 expect legal bids " + ALL_BIDS)


def test_each_seat_that_won_cards_has_a_trick_where_only_the_other_side_is_told() -> None:
    assert not failures(f"given East won AC, West won AD {BIDS} case us take 5: us {{ contract = 30 }}")


@pytest.mark.parametrize("bags", ["bags = 9", "bags = -1"])
def test_a_tally_begins_with_anything_below_where_it_is_full(bags: str) -> None:
    assert not failures(f"given us {{ {bags} }} {BIDS} case us take 3: us {{ contract = 30 }}")


def test_a_tally_that_grows_after_it_is_emptied_may_begin_with_more() -> None:
    more = "scoring for each team { replace tally bags: full at 10, add extra }"
    assert not failures(f"given us {{ bags = 12 }} {BIDS} case us take 3: us {{ contract = 30 }}", more=more)


@pytest.mark.parametrize(
    ("lines", "more"),
    [
        ("case us take 4, them take 4: us { contract = 30 }", "play { trick equal: cancel } deck { packs 2 }"),
        (
            "case us take 4, them take 4: us { contract = 30 }",
            "play { replace trick winner: highest of trick in trumps }",
        ),
        ("case us take 4: us { contract = 30 }", ""),
    ],
)
def test_tricks_may_be_missing_where_a_trick_can_have_no_winner_or_a_side_is_not_named(lines: str, more: str) -> None:
    assert not failures(f"{BIDS} {lines}", more=more)


def test_a_seat_bids_once_in_each_round_that_asks_it() -> None:
    again = (
        'bidding { round raise by each player from left of dealer: more bid more(n from 2 to 13) "{n}" { contract n } }'
    )
    lines = "bids us 1, 2; them 4, 3; us 5, 2 case us take 7: us { contract = 70 }"
    assert not failures(lines, more=again)
    assert [
        one.code for one in failures(lines.replace("us 5, 2 case", "us 5, 2; us more(6), more(2) case"), more=again)
    ] == ["E705"]


def test_a_word_said_later_binds_no_earlier_card() -> None:
    more = """
      play {
        may shout with each card by player when card is AC: nothing
        must loud when some player did shout: card in clubs
      }"""
    lines = """
      tricks West 2D 3D 4D 5D
      given trick_number = 2
      plays South AC shout, West 2C
      expect South wins the trick"""
    assert not failures(lines, more=more)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (
            f"tricks North AH 2C 3H 4H; North AD KH 2D 3D {BIDS} case us take 7: us {{ score = 34 }}",
            "East cannot play 2C",
        ),
        ("given North holds KD, trick_number = 2 tricks North AS 2S 3S 4S expect legal KD", "North cannot play AS"),
    ],
)
def test_a_card_that_a_rule_did_not_allow_is_refused(lines: str, message: str) -> None:
    (found,) = failures(lines)
    assert found.message.startswith(message)


def test_a_rule_that_is_trusted_or_reads_a_history_that_is_not_given_refuses_no_card() -> None:
    assert not failures(
        f"tricks North AH 2C 3H 4H; North AD KH 2D 3D {BIDS} case us take 7: us {{ contract = 30 }}",
        more="play { trust manners: follow_suit }",
    )
    assert not failures("given North holds 2H, trick_number = 9 tricks North AS 2S 3S 4S expect legal 2H")


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (
            f"given North did exchange {BIDS} case us take 7: us {{ score = 34 }}",
            "North is not asked `exchange`: that belongs to the bid `blind_nil`, and nobody has bid it.",
        ),
        (
            "given East did exchange bids us blind_nil, 3; them 4, 3 case us take 0 + 6: us { contract = 30 }",
            "East is not asked `exchange`: North is.",
        ),
    ],
)
def test_a_decision_that_a_bid_leads_to_is_refused_where_nobody_made_that_bid(lines: str, message: str) -> None:
    more = "include blind_nil with deficit = 0"
    assert [one.message for one in failures(lines, more=more)] == [message]
    allowed = "given North did exchange bids us blind_nil, 3; them 4, 3 case us take 0 + 6: us { contract = 30 }"
    assert not failures(allowed, more=more)
