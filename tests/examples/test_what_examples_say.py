"""Examples can say who leads, who deals next, who is not asked, what lies where, and what two deals in a row score."""

from __future__ import annotations

import pytest

from spadesdsl.examples.run import run_examples
from spadesdsl.loader import load_text
from spadesdsl.source import Source
from spadesdsl.syntax.formatting import format_text
from tests.examples.test_wrong_expectations import HEAD, failures

KITTY = """
  table { zone kitty }
  deck { add fool, clown in no suit }
  deal { give put_by below hands: stock to kitty }
  phase picking_up before bidding { may pick_up by dealer: give kitty to dealer }
"""


def told(lines: str, *, more: str = "") -> list[str]:
    return [one.code for one in failures(lines, more=more)]


@pytest.mark.parametrize(
    ("lines", "wrong"),
    [
        ("given dealer = South expect West leads", "given dealer = South expect North leads"),
        ("tricks West KH 2H AS 4H expect East leads", "tricks West KH 2H AS 4H expect West leads"),
        ("given dealer = South expect West deals next", "given dealer = South expect South deals next"),
        ("expect deck holds 52", "expect deck holds 54"),
        ("expect deck holds AS 2C", "expect deck lacks AS"),
        ("expect deck lacks big_joker", "expect deck lacks 2C"),
        ("expect North holds 13; stock holds 0", "expect North holds 12"),
        ("given North holds AS expect North holds AS", "given North holds AS expect South holds AS"),
    ],
)
def test_an_example_says_it_and_the_opposite_does_not_hold(lines: str, wrong: str) -> None:
    assert told(lines) == []
    assert told(wrong) != []


def test_who_leads_may_depend_on_a_card() -> None:
    more = "include deuce_starts"
    assert told("given East holds 2C expect East leads", more=more) == []
    assert told("given East holds 2C expect West leads", more=more) == ["E725"]


def test_what_depends_on_cards_that_are_not_given_does_not_hold_by_chance() -> None:
    assert told("expect North leads") == ["E706"]


def test_who_deals_after_a_deal_that_is_thrown_in() -> None:
    more = """phase misdeal before bidding {
      may misdeal by each player from left of dealer when count of hand in spades = 0: redeal by dealer
    }"""
    hand = "North holds 2H 3H 4H 5H 6H 7H 8H 2D 3D 4D 5D 6D 7D"
    assert told(f"given dealer = South, {hand}, North did misdeal expect South deals next", more=more) == []
    assert told(f"given dealer = South, {hand} expect West deals next", more=more) == []


def test_who_deals_next_is_a_result_of_a_deal_that_is_scored() -> None:
    deal = "given dealer = East bids us 3, 2; them 4, 3 case us take 7:"
    assert told(f"{deal} us {{ contract = 50 }}; South deals next") == []
    assert told(f"{deal} us {{ contract = 50 }}; East deals next") == ["E725"]


def test_a_seat_is_not_asked() -> None:
    more = """phase misdeal before bidding {
      may misdeal by each player from left of dealer when count of hand in spades = 0: redeal by dealer
    }"""
    assert told("given North holds 2S expect North not asked misdeal", more=more) == []
    assert told("expect North not asked misdeal", more=more) in (["E706"], [])


def test_what_lies_in_the_stock_and_in_a_zone_and_how_large_a_hand_has_grown() -> None:
    assert told("expect kitty holds 2; stock holds 0; deck holds 54; North holds 13", more=KITTY) == []
    grown = "given dealer = North, North did pick_up expect North holds 15; kitty holds 0"
    assert told(grown, more=KITTY) == []


@pytest.mark.parametrize(("card", "is_asked"), [("fool", ""), ("clown", ""), ("AH", "not "), ("2C", "not ")])
@pytest.mark.parametrize("place", ["upcard", "turn_up"])
def test_the_first_question_of_a_deal_may_depend_on_a_given_card(place: str, card: str, is_asked: str) -> None:
    more = """table { zone upcard face up }
    deck { add fool, clown in no suit }
    deal { give turn_up above hands: 1 from stock to upcard face up }
    phase naming before bidding {
      choose s_is(s in suits) by dealer when turn_up is fool or turn_up is clown: nothing
    }"""
    asked = f"given dealer = West, {place} holds {card} expect West {is_asked}asked s_is"
    assert told(asked, more=more) == []


def test_the_tally_of_the_table_is_given_and_expected_by_itself() -> None:
    more = """scoring for each team {
      tally pot of the table: add 5 when some team t has t.taken < t.contract
      score paid: 1 * pot
    }"""
    deal = "bids us 3, 2; them 4, 3"
    assert told(f"given table {{ pot = 10 }} {deal} case us take 7: table {{ pot = 15 }}", more=more) == []
    assert told(f"given table {{ pot = 10 }} {deal} case us take 7: table {{ pot = 20 }}", more=more) == ["E710"]


def test_two_deals_in_a_row_carry_scores_bags_and_the_dealer_on() -> None:
    first = "given dealer = South, us { bags = 9 } bids us 3, 2; them 4, 3 case us take 7: us { bags = 1, score = -48 }"
    second = "bids West 3; North 4; East 3; South 2 case us take 6: us { bags = 1, score = 12 }; North deals next"
    assert told(f"{first} next deal {second}") == []
    wrong = second.replace("score = 12", "score = 60")
    assert told(f"{first} next deal {wrong}") == ["E710"]


def test_the_second_deal_cannot_contradict_the_first() -> None:
    first = "given dealer = South bids us 3, 2; them 4, 3 case us take 7: us { bags = 2 }"
    second = "bids us 3, 2; them 4, 3 case us take 6: us { bags = 3 }"
    assert told(f"{first} next deal given dealer = South {second}") == ["E722"]
    assert told(f"{first} next deal given us {{ bags = 5 }} {second}") == ["E722"]
    assert told(f"{first} next deal given deal = 5 {second}") == ["E722"]


def test_what_examples_say_is_printed_as_it_is_read() -> None:
    lines = """given dealer = South, table { pot = 3 }
    bids us blind 6, nil; them 4, "case 3"
    case us take 7: us { bags = 2 }; West deals next
    next deal
    expect North not asked claim; West leads; deck lacks 2C; North.aside holds 4C; stock holds 2
    expect legal bids 1, blind 6, "case 3", look
"""
    text = HEAD.format(parent="standard", more="", lines=lines)
    once, _ = format_text(Source("house.spades", text))
    assert once is not None
    assert format_text(Source("house.spades", once))[0] == once
    for words in (
        'us blind 6, nil; them 4, "case 3"',
        "next deal",
        "West deals next",
        "deck lacks 2C",
        "not asked claim",
    ):
        assert words in once


def test_a_deal_does_not_follow_one_that_leaves_open_what_somebody_scored() -> None:
    bids, after = "bids us 3, 3; them nil, 4", "next deal bids us 3, 3; them 3, 3 case us take 7: us { contract = 60 }"
    assert told(f"{bids} case us take 7: us {{ contract = 60 }} {after}") == ["E706"]
    assert told(f"{bids} case us take 7, them take 0 + 6: us {{ contract = 60 }} {after}") == []


def test_what_nobody_says_of_the_other_seats_does_not_decide_the_score() -> None:
    bids = "bids us 3, 3; them nil, 4"
    assert told(f"{bids} case us take 7: them {{ nil = -100 }}") == ["E706"]
    assert told(f"{bids} case us take 7: us {{ contract = 60 }}") == []


def test_who_deals_is_given_where_it_depends_on_tricks_that_are_not() -> None:
    more = "deal { replace dealer next: (last of tricks).winner, else left of dealer }"
    deal = "bids us 3, 3; them 3, 4 case us take 3 + 4, them take 2 + 4: us { contract = 60 }"
    assert told(f"{deal} next deal {deal}", more=more) == ["E727"]
    assert told(f"{deal} next deal given dealer = East {deal}", more=more) == []
    assert told(deal.replace("us { contract = 60 }", "East deals next"), more=more) == ["E727"]


def test_who_deals_is_not_said_without_the_tricks_that_decide_it() -> None:
    more = "deal { replace dealer next: if dealer.side.bags > 0 then dealer else left of dealer }"
    deal = "given dealer = North bids us 3, 3; them 3, 4"
    assert told(f"{deal} expect East deals next", more=more) == ["E727"]
    assert told(f"{deal} case us take 7: North deals next", more=more) == []
    taken = more.replace("dealer.side.bags > 0", "dealer.side.taken > 6")
    assert told(f"{deal} expect North deals next", more=taken) == ["E727"]
    assert told(f"{deal} expect East deals next", more=taken) == ["E727"]
    assert told(f"{deal} case us take 7: North deals next", more=taken) == []
    assert told(f"{deal} expect East deals next", more=more.replace("dealer.side.bags", "deal - 1")) == []


def test_an_amount_may_be_a_part_of_a_point() -> None:
    more, deal = "scoring for each team { score third: 1 * taken / 3 }", "bids us 3, 3; them 3, 4 case us take 7"
    assert told(f"{deal}: us {{ third = 7/3 }}", more=more) == []
    (found,) = failures(f"{deal}: us {{ third = 2 }}", more=more)
    assert "write `third = 7/3`" in found.hint


CARDS_COUNT = """scoring for each team {
  score aces: 5 * count of (cards_won as c where c.rank is A)
  score all_hearts when count of (cards_won where card.suit is hearts) = 13: 50
}"""


def test_the_cards_of_a_side_that_took_all_tricks_are_known() -> None:
    bids = "bids us 3, 3; them nil, 4"
    assert told(f"{bids} case us take 7 + 6: us {{ aces = 20, all_hearts = 50 }}", more=CARDS_COUNT) == []
    assert told(f"{bids} case us take 13: us {{ aces = 15 }}", more=CARDS_COUNT) == ["E710"]
    assert told(f"{bids} case us take 12: us {{ aces = 20 }}", more=CARDS_COUNT) == ["E727"]


def test_who_took_few_tricks_did_not_win_many_cards() -> None:
    bids = "bids us 3, 3; them nil, 4"
    assert told(f"{bids} case us take 2 + 1: us {{ all_hearts = 0 }}", more=CARDS_COUNT) == []
    assert told(f"{bids} case us take 2 + 2: us {{ all_hearts = 0 }}", more=CARDS_COUNT) == ["E727"]


def test_the_tricks_say_how_many_cards_were_won() -> None:
    """Cards that are not given are none that count, but the number of all cards won counts them."""
    more = """scoring for each team {
      score many: 10 * max(count of cards_won - 20, 0)
      score jack when cards_won includes JD: 10
    }"""
    deal, won = "bids us 3, 3; them nil, 4 case us take 4 + 2", "given North won JD 2C"
    assert told(f"{deal}: us {{ many = 40 }}", more=more) == []
    assert told(f"{won} {deal}: us {{ many = 40, jack = 10 }}", more=more) == []
    assert told(f"{won} {deal}: us {{ many = 0, jack = 10 }}", more=more) == ["E710"]
    assert told(f"{deal}: us {{ many = 40, jack = 10 }}", more=more) == ["E727"]


def test_the_last_trick_of_those_given_is_not_the_last_of_the_deal() -> None:
    more = "scoring for each team { score last_trick when last_trick.winner in members: 10 }"
    deal = "bids us 3, 3; them 3, 4 tricks North 2H 3H 4H 5H"
    assert told(f"{deal} case us take 12: us {{ last_trick = 10 }}", more=more) == []
    assert told(f"{deal} case us take 12: us {{ last_trick = 0 }}", more=more) == ["E710"]
    assert told(f"{deal} case us take 7: us {{ last_trick = 0 }}", more=more) == ["E727"]


def test_what_may_be_said_unasked_as_the_play_begins_can_be_expected() -> None:
    more = "play { may boast any time during play by each player when hand includes AS: nothing }"
    deal = "given dealer = North, East holds AS 2C bids us 3, 3; them 3, 4"
    assert told(f"{deal} expect East asked boast", more=more) == []
    assert told(f"{deal} expect East not asked boast", more=more) == ["E725"]
    assert told(f"{deal} expect West asked boast", more=more) == ["E715"]


def test_only_what_the_named_side_scores_has_to_be_known() -> None:
    bids = "bids us 3, 3; them nil, 4"
    assert told(f"{bids} case us take 2 + 1: us {{ all_hearts = 0 }}", more=CARDS_COUNT) == []
    assert told(f"{bids} case us take 2 + 1: them {{ all_hearts = 50 }}", more=CARDS_COUNT) == ["E727"]
    assert told(f"{bids} case us take 2 + 1: us {{ score = -66 }}", more=CARDS_COUNT) == ["E727"]


def test_nobody_takes_tricks_in_a_deal_that_is_thrown_in() -> None:
    calling = "may call by each player: nothing redeal uncalled when no player did call: by dealer"
    more = f"phase calling before bidding {{ {calling} }}"
    deal = "bids us 3, 2; them 4, 3 case us take 7: us { contract = 50 }"
    assert told(deal, more=more) == ["E720"]
    assert told(f"given South did call {deal}", more=more) == []


def test_a_trick_of_which_no_card_is_given_is_won_by_nobody_and_that_is_said() -> None:
    assert told("tricks West KH QH JH 7H expect West wins the trick") == ["E701"]
    assert told("tricks West KH QH JH 7H expect nobody wins the trick") == ["E701"]


def test_who_is_asked_between_tricks_cannot_be_said_and_is_not_guessed() -> None:
    more = "play { may sing before each trick by leader when trick_number > 1: nothing }"
    for line in ("tricks West KH QH JH 7H", "plays West KH"):
        for result in ("West asked sing", "West not asked sing", "West holds 12"):
            assert told(f"{line} expect {result}", more=more) == ["E701"]


CARDS_AS_BIDS = """
  bidding {
    replace round opening by each player at once: lay
    bid lay(c in hand) "{c}" { contract if c in trumps then 2 else 1 }
  }
"""


def test_a_card_may_be_a_bid_also_where_no_hand_is_given() -> None:
    bids = 'bids us lay(5S), lay(KD); them lay(3S), "6S"'
    assert told(f"{bids} case us take 3: us {{ contract = 30, overtricks = 0 }}", more=CARDS_AS_BIDS) == []
    assert told("bids us lay(5S), lay(5S) case us take 3: us { contract = 30 }", more=CARDS_AS_BIDS) != []


def test_a_bid_may_be_a_rank_or_a_card() -> None:
    more = """bidding {
      replace round opening by each player from left of dealer: called, named, pass
      bid called(r of A, K, Q) "{r}" { contract 1 }
      bid named(c of AS, 10H) "{c}" { contract 1 }
      bid pass
    }"""
    lines = "given dealer = West bids North A; East K; South 10H expect legal bids A, K, Q, AS, 10H, pass"
    assert told(lines, more=more) == []
    written, _ = format_text(Source("x", f'variant x "X" extends standard {{ example "e" {{ {lines} }} }}'))
    assert "bids North A; East K; South 10H" in written


@pytest.mark.parametrize(
    ("lines", "codes"),
    [
        ("expect legal AS low 2S low 3H low", []),
        ("expect legal AS 2S 3H; legal AS low", []),
        ("expect illegal 2S low because play.low", []),
        ("expect illegal AS low", ["E713"]),
        ("expect legal 2S low", ["E713"]),
    ],
)
def test_what_may_be_said_with_a_card_is_listed_with_the_card(lines: str, codes: list[str]) -> None:
    only = "" if "2S low 3H" in lines else "when card.rank is A"
    more = f"play {{ drop must unbroken may low with each card by player {only}: nothing }}"
    found = told(f"given North holds AS 2S 3H, trick_number = 2 {lines}", more=more)
    assert found == codes


@pytest.mark.parametrize(
    ("lines", "codes"),
    [
        ("given turn_up holds 9C, North holds KH QH AS plays North KH marry, South AH", []),
        ("given turn_up holds 9C plays North KH marry, South AH", []),  # the rest of the hand may have the queen
        ("given turn_up holds 9C, North holds KH AS plays North KH marry, South AH", ["E720"]),
        ("given turn_up holds 9C, North holds KH QH AS plays North AS marry, South AC", ["E720"]),
        ("given turn_up holds 9C, upcard holds 9C, South holds KH QH 9H plays North AC, South KH marry", ["E720"]),
    ],
)
def test_a_word_is_said_with_a_card_only_where_it_can_be(lines: str, codes: list[str]) -> None:
    text = f'variant x extends sixty_six {{ example "e" {{ {lines} expect South wins the trick }} }}'
    (mine,) = (one for one in run_examples(load_text(text.encode(), {})) if one.title == "e")
    assert [one.code for one in mine.failures] == codes


def test_nobody_is_asked_for_what_is_said_with_a_card() -> None:
    for asked, word in (("asked", "legal"), ("not asked", "illegal")):
        text = f'variant x extends sixty_six {{ example "e" {{ expect North {asked} marry }} }}'
        (found,) = (one for one in load_text(text.encode(), {}).diagnostics if one.code == "E253")
        assert f"`{word} 9C marry`" in found.hint


def test_where_the_play_may_end_early_nobody_knows_what_the_others_take() -> None:
    more = (
        "play { skip decided after each trick when some team has taken = 7: play }"
        " scoring for each team { score won when taken >= 7: if every opponent has side.taken = 0 then 200 else 100 }"
    )
    bids = "bids us 3, 3; them 3, 3"
    assert told(f"{bids} case us take 7: us {{ won = 200 }}", more=more) == ["E706"]
    assert told(f"{bids} case us take 7, them take 0: us {{ won = 200 }}", more=more) == []
    assert told(f"{bids} case us take 7: us {{ won = 100 }}", more=more) == []
    assert told(f"{bids} case us take 7: us {{ won = 300 }}", more=more) == ["E710"]
