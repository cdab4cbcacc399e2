"""Each fixture has its finding, in words of the game; mended, it has none."""

from __future__ import annotations

from pathlib import Path

import pytest

from spadesdsl.codes import CODES
from spadesdsl.loader import load, load_text
from spadesdsl.proofs.at_once import glance
from spadesdsl.proofs.claims import Standing
from spadesdsl.proofs.prove import prove

FOLDER = Path(__file__).parent.parent / "data" / "errors" / "proofs"

TOLD = {
    "auction_over_too_early": (
        "W805",
        "`auction` can be over before West is asked: North has bid pass, East has bid pass, South has bid pass.",
    ),
    "auction_without_end": (
        "W808",
        "All may bid `tricks` again and again, and then `auction` never ends: it waits for `final_run of (calls where "
        "bid is no_more) >= 3`.",
    ),
    "bids_before_all_are_asked": ("W805", "`opening` can be over before East is asked: North has bid 13."),
    "asked_before_the_bids": ("W806", "The condition of `pass two` never holds: the rule does nothing."),
    "must_bars_a_bid": ("W811", "`must at_least_two` bars every `nil`, so nobody can ever bid it."),
    "must_leaves_one": ("W811", "`must no_ones` leaves 1 of the 13 bids that `tricks` offers."),
    "must_comes_too_late": (
        "W804",
        "`must first_lead` comes too late: `unbroken`, above it, takes away the cards that it asks for.",
    ),
    "must_in_the_last_trick": (
        "W804",
        "`must clubs_at_last` never takes a choice away: in the last trick everybody has one card.",
    ),
    "must_of_the_suit_led": ("W804", "`must give_queen` never takes a choice away: without it the game is the same."),
    "until_never_holds": ("W806", "The `until` of `round opening` never holds, so it ends nothing."),
    "scores_stay_above": (
        "W807",
        "The condition of `lose far_behind` can never be true, so it never ends the game.",
    ),
    "hands_of_two_sizes": ("W821", "When the play begins, some hold 9 cards and others 10."),
    "pass_before_the_deal": ("W819", "`pass two` moved no card in any deal that was tried: `hand` was empty."),
    "above_all_ranks": ("W814", "No card can ever satisfy `must high`."),
    "order_hidden": ("W813", "`order nines_top` never counts: `in_trumps`, above it, holds for the same cards."),
    "musts_against_each_other": ("W811", "`must at_least` and `must at_most` together bar every `tricks`."),
    "bid_after_itself": ("W811", "Nobody can ever bid `blucher`: somebody has to bid it first."),
    "one_card_too_late": (
        "W804",
        "`must ace_leads` comes too late: `unbroken`, above it, takes away the cards that it asks for.",
    ),
    "pass_to_oneself": ("W819", "`pass two` gives the cards back to the hand that they come from."),
    "more_tricks_than_cards": ("W806", "The condition of `score lone_try` never holds: the rule does nothing."),
    "card_was_played": (
        "W814",
        "No card can ever satisfy `must third_high`: the one it asks for has been played already.",
    ),
    "bid_out_of_reach": ("W816", "`tricks` can be bid up to 14, and a deal has 13 tricks."),
    "bounds_contradict": (
        "W814",
        "No bid can ever satisfy `must middle`: what it asks for contradicts itself.",
    ),
    "ending_at_the_start": ("W815", "`win early` is true at the very start, when every score is 0."),
    "ending_below_zero": ("W815", "`win target_reached` is true at the very start, when every score is 0."),
    "ending_without_when": (
        "W815",
        "`win target_reached` has no `when`, so it ends the game after the first deal.",
    ),
    "pass_more_than_a_hand": ("W817", "`pass many` asks for 14 cards, and a hand has 13."),
    "step_moves_nothing": ("W819", "`give pick_up` moved no card in any deal that was tried: `stock` was empty."),
    "ending_after_one_deal": (
        "W820",
        "`win target_reached` ended each of the 12 games tried after its first deal.",
    ),
    "bid_always_replaced": (
        "W818",
        "Players who bid `dark_nil` have to bid again in `opening`, and only the later bid counts.",
    ),
    "bid_nobody_can_make": ("W811", "Nobody can ever bid `grand`: its condition is never true."),
    "bid_nobody_would_make": (
        "W812",
        "Nobody would bid `modest` as the options are set and while every tally is 0: `nil` never scores less for the "
        "same tricks, and sometimes more.",
    ),
    "case_is_missing": (
        "W801",
        "North bids nil, South bids nil; they take 0 and 0: no case of `contract` says what that scores.",
    ),
    "case_never_counts": (
        "W803",
        "This case of `late` never counts: an earlier case always comes first, or it never holds.",
    ),
    "condition_never_holds": ("W806", "The condition of `score gift` never holds: the rule does nothing."),
    "beyond_its_bound": ("W806", "The condition of `score slam` never holds: the rule does nothing."),
    "ending_never_comes": (
        "W807",
        "The condition of `win sweep` can never be true, so it never ends the game.",
    ),
    "game_without_end": ("W808", "No game ever ends: none of its endings can hold."),
    "judged_bid_is_there": ("W806", "The condition of `must opens` never holds: the rule does nothing."),
    "won_by_the_wrong_side": (
        "W822",
        "`win target_reached` is won by a side whose score is low, and that is bad here.",
    ),
    "sentence_says_otherwise": ("W824", "The sentence says “at least four”, and `must board` asks for `<= 4`."),
    "line_counts_twice": ("W823", "`score lady` gives what `queen` gives, whenever that gives it: so it counts twice."),
    "count_stays": ("W823", "`score third_set` counts again on every deal on which `sets` stays as it is."),
    "never_full": ("W813", "`score bag_fine` reads `bags.filled`, and that is always 0."),
    "line_gives_nothing": ("W813", "`tally straight` is always 0: without it the game is the same."),
    "must_never_decides": ("W804", "`must same_suit` never takes a choice away: without it the game is the same."),
    "options_break": (
        "W809",
        "With `most = 9` the rules cannot be played, though it is among the choices: `tricks` goes from 1 to 9 and "
        "is never 10.",
    ),
    "opposite_of_the_parent": (
        "W825",
        "This asks the opposite of what `must no_hearts` asks in `hearts`: that has `not broken`.",
    ),
    "part_always_holds": (
        "W806",
        "`trick_number < 8 or trick_number >= 8` always holds, so it says nothing in this condition.",
    ),
    "seat_without_bid": ("W805", "East may bid nothing in `opening`: North has bid 13."),
    "tie_unsettled": (
        "W810",
        "If the sides are level after deal 8, they play on, and `eighth_deal` never holds again.",
    ),
    "two_cases_at_once": (
        "W802",
        "North bids nil, South bids nil; they take 0 and 10: two cases of `contract` hold, and they say different "
        "things. The first one counts.",
    ),
}

MENDED = {
    "auction_over_too_early": ("final_run", "count of calls >= 4 and final_run"),
    "bids_before_all_are_asked": ("sum of", "every player did bid and sum of"),
    "must_bars_a_bid": ("bid.n", "bid is nil or bid.n"),
    "must_leaves_one": ("bid.n != 1", "bid.n = 1"),
    "must_comes_too_late": ("first_lead when", "first_lead above unbroken when"),
    "must_in_the_last_trick": ("13", "12"),
    "must_of_the_suit_led": ("or card in", "or card not in"),
    "until_never_holds": ("> 4", ">= 4"),
    "scores_stay_above": ("score <= -7", "behind >= 7"),
    "hands_of_two_sizes": ("4S, 4C, 4D", "4S, 4C"),
    "pass_before_the_deal": ("before deal", "after deal"),
    "above_all_ranks": ("rank > A", "rank > K"),
    "order_hidden": ("nines_top when", "nines_top above in_trumps when"),
    "musts_against_each_other": ("bid.n <= 4", "bid.n <= 8"),
    "bid_after_itself": ("is blucher", "is nap"),
    "one_card_too_late": ("ace_leads when", "ace_leads above unbroken when"),
    "pass_to_oneself": ("to player", "to partner"),
    "more_tricks_than_cards": ("taken > 5", "taken < 5"),
    "asked_before_the_bids": ("before bidding", "after bidding"),
    "card_was_played": ("highest of trick in", "highest of hand in"),
    "bid_always_replaced": ("before looking", "final before looking"),
    "bid_out_of_reach": ("1 to 14", "1 to 13"),
    "judged_bid_is_there": ("calls is empty", "count of calls = 1"),
    "bounds_contradict": ("contract >= 6 and", "contract >= 6 or"),
    "ending_at_the_start": ("score >= 0", "score >= 100"),
    "ending_without_when": ("target_reached", "target_reached when score >= 100"),
    "part_always_holds": ("trick_number >= 8", "hand includes AS"),
    "sentence_says_otherwise": ("<= 4", ">= 4"),
    "opposite_of_the_parent": ("leading and broken", "leading and not broken"),
    "pass_more_than_a_hand": ("14 from", "3 from"),
    "case_is_missing": ("case taken < contract", "otherwise"),
    "case_never_counts": ("taken = 13 and not (taken >= 10)", "taken = 9"),
    "condition_never_holds": ("contract > 12", "contract > 10"),
    "beyond_its_bound": ("taken > 13", "taken >= 13"),
    "ending_never_comes": ("taken > 13", "taken > 12"),
    "line_counts_twice": ("QS", "JS"),
    "auction_without_end": ('{n}" {', '{n}" when n > most of bid.n over calls {'),
    "count_stays": ("sets = 3", "sets = 3 and not made"),
    "never_full": ("add extra", "add extra, full at bag_limit"),
    "line_gives_nothing": ("reset when made, reset", "reset"),
    "must_never_decides": ("card.suit is led.suit or card in led.suit", "card.rank >= 9"),
    "won_by_the_wrong_side": ("score <= -200", "some team has score >= 300"),
    "options_break": ("from 9 to 13", "from 10 to 13"),
    "tie_unsettled": ("deal = 8", "deal >= 8"),
    "two_cases_at_once": ("case taken > 9", "case taken > 9 and taken < contract"),
    "bid_nobody_would_make": ("nil_value / 2", "nil_value * 2"),
}


@pytest.mark.parametrize("name", MENDED)
def test_a_mended_file_has_no_finding(name: str) -> None:
    wrong, right = MENDED[name]
    text = (FOLDER / f"{name}.spades").read_text(encoding="utf-8")
    assert wrong in text
    loaded = load_text(text.replace(wrong, right).encode(), {})
    assert loaded.variant is not None, [one.message for one in loaded.diagnostics]
    assert prove(loaded).findings == ()


def test_every_code_of_the_proofs_has_a_fixture() -> None:
    assert {code for code, _ in TOLD.values()} == {code for code in CODES if code.startswith("W8")}
    assert set(TOLD) == {file.stem for file in FOLDER.glob("*.spades")}


def test_what_was_only_tried_is_not_called_proved() -> None:
    found = {proof.claim: proof for proof in prove(load("standard", {})).proofs}
    one_case = found["one case counts, and one only"]
    assert (one_case.standing, one_case.how) == (Standing.PROVED, "every answer to `helping >= contract`, `set_cost`")
    assert one_case.cases == 2 * 3
    endless = next(proof for claim, proof in found.items() if claim.startswith("that every game ends"))
    assert endless.standing is Standing.OPEN


NO_BID_OF_THE_SIDE = b"""language 1
variant house "Our house" extends standard {
  set failed_nil = bags, set_cost = per_bid, bags_past_limit = carried
  include partnership_bidding with nils = no, raises = no, not_thirteen = no
  bidding {
    replace bid agreed(n from minimum to 10) "{n}" by team { contract n }
    drop round raise
    drop bid higher, enough
  }
  drop example "five and six; the first side raises, and the second may"
  drop example "the second side may not make it thirteen"
  scoring for each team {
    replace score contract {
      case bid is agreed and taken >= contract: 10 * contract
      case bid is agreed and taken < contract: -10 * contract
    }
  }
}
"""


def test_cases_that_leave_out_a_side_whose_partners_bid_alone_with_another_setting_are_found() -> None:
    # With `nils = yes` both partners may bid nil, and then their side makes no bid.
    (contract,) = (
        proof for proof in prove(load_text(NO_BID_OF_THE_SIDE, {})).proofs if proof.about == "scoring.contract"
    )
    assert contract.finding is not None
    assert contract.finding.code == "W801"
    assert "`nils = yes`" in contract.finding.message


AT_ONCE = (
    "bid_after_itself", "musts_against_each_other", "one_card_too_late", "order_hidden",
    "beyond_its_bound", "bid_always_replaced", "bid_nobody_can_make", "bid_out_of_reach", "bounds_contradict",
    "case_is_missing", "case_never_counts", "condition_never_holds", "ending_at_the_start", "ending_never_comes",
    "hands_of_two_sizes", "line_counts_twice", "line_gives_nothing", "more_tricks_than_cards", "must_bars_a_bid",
    "must_comes_too_late", "must_leaves_one", "pass_before_the_deal", "pass_more_than_a_hand", "pass_to_oneself",
    "opposite_of_the_parent", "part_always_holds", "scores_stay_above", "sentence_says_otherwise", "tie_unsettled",
    "two_cases_at_once", "until_never_holds", "must_in_the_last_trick", "must_of_the_suit_led",
    "count_stays", "never_full",
)  # fmt: skip
"""Fixtures whose finding plain `validate` has too."""


@pytest.mark.parametrize("name", AT_ONCE)
def test_what_costs_little_is_found_without_proofs(name: str) -> None:
    assert TOLD[name] in [(one.code, one.message) for one in glance(load(str(FOLDER / f"{name}.spades"), {}))]


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ('must board during opening: contract > 4 "At least four."', "`must board` asks for `> 4`"),
        ('must board during opening: not (contract < 4) "At least four."', ""),
        ('must board during opening when partner did bid and partner.contract < 4: never "At least four."', ""),
        (
            'must board during opening when partner did bid and partner.contract >= 4: never "At least four."',
            "`must board` asks for `< 4`",
        ),
        ('must board during opening: 4 <= contract "Four or more."', ""),
        ('must board during opening: contract = 4 "No team may bid four."', ""),
        ('must board during opening: contract = 4 "Never bid four."', "`must board` asks for `= 4`"),
        ('must board during opening: contract >= 4 "No fewer than four."', ""),
        ('must board during opening: contract <= 4 "A bid of four or more is not allowed."', ""),
        ('must board during opening: contract <= 4 "At most four; at least four from partner."', ""),
        ('must board during opening: contract <= 4 or hand includes AS "More than four only with the ace."', ""),
    ],
)  # fmt: skip
def test_a_sentence_that_says_something_else_for_certain_is_told(rule: str, told: str) -> None:
    text = f'language 1\nvariant it "It" extends standard {{\n  bidding {{\n    {rule}\n  }}\n}}\n'
    loaded = load_text(text.encode(), {})
    assert loaded.variant is not None, [one.message for one in loaded.diagnostics]
    found = [one.message for one in glance(loaded) if one.code == "W824"]
    assert [one.partition(", and ")[2] for one in found] == [f"{told}."] * bool(told)


@pytest.mark.parametrize(
    ("game", "wrong", "right"),
    [
        (
            "german_whist", 'ending { win three above all when score >= 5 "Three deals win." }',
            'ending { win three above all when score >= 3 "Three deals win." }',
        ),
        (
            "sixty_six", 'ending { win eleven above all when score >= 12 "Eleven game points win." }',
            'ending { win eleven above all when score > 10 "Eleven game points win." }',
        ),
        (
            "oh_hell", 'bidding { must sum_up during opening when every player did bid: '
            'sum of contract over players != 13 "The bids may not add up to ten." }',
            'bidding { must sum_up during opening when every player did bid: '
            'sum of contract over players != 10 "The bids may not add up to ten." }',
        ),
        (
            "standard", 'phase early before bidding { pass two by each player at once: 2 from hand to partner '
            '"Two cards to the player on your left." }',
            'phase early before bidding { pass two by each player at once: 2 from hand to left '
            '"Two cards to the player on your left." }',
        ),
        (
            "pitch", 'deal { replace give hands: 6 from stock to each player from left of dealer "Nine cards each." }',
            'deal { replace give hands: 9 from stock to each player from left of dealer "Nine cards each." }',
        ),
        (
            "rubber_bridge", 'scoring for each team { score kings when most of aces_held over members = 4: 150 '
            '"Four aces are worth 200." }',
            'scoring for each team { score kings when most of aces_held over members = 4: 200 '
            '"Four aces are worth 200." }',
        ),
        (
            "highlander", 'scoring for each team { replace score overtricks: 5 * extra "Three for each overtrick." }',
            'scoring for each team { replace score overtricks: 3 * extra "Three for each overtrick." }',
        ),
        (
            "hearts", 'scoring for each player { score kings: -10 * count of (cards_won as c where c.rank is Q) '
            '"A king takes ten off." }',
            'scoring for each player { score kings: -10 * count of (cards_won as c where c.rank is K) '
            '"A king takes ten off." }',
        ),
        (
            "black_maria", 'ending { win fifty above all when every player has score >= 50 "A player has fifty." }',
            'ending { win fifty above all when some player has score >= 50 "A player has fifty." }',
        ),
        (
            "slobberhannes", 'scoring for each player { score one when some trick t in tricks_won has t.number < 2: 1 '
            '"One of the first two tricks." }',
            'scoring for each player { score one when some trick t in tricks_won has t.number <= 2: 1 '
            '"One of the first two tricks." }',
        ),
        (
            "tarok", 'ending { replace tie level: shared "If it is level, another deal is played." }',
            'ending { replace tie level: play on "If it is level, another deal is played." }',
        ),
        (
            "pass_three", 'phase passing { replace pass three by each player at once: 3 from hand to partner '
            '"Choose four cards before you see the others." }',
            'phase passing { replace pass three by each player at once: 4 from hand to partner '
            '"Choose four cards before you see the others." }',
        ),
        (
            "doppelkopf", 'play { replace trick equal: first "Of two equal cards the second wins." }',
            'play { replace trick equal: last "Of two equal cards the second wins." }',
        ),
        (
            "whist", 'ending { win eight when deal > 8 "After eight deals." }',
            'ending { win eight when deal >= 8 "After eight deals." }',
        ),
        (
            "hearts", 'play { must suit when following: card in hearts "Follow suit." }',
            'play { must suit when following: card in led.suit "Follow suit." }',
        ),
        (
            "whist",
            'phase early before play { pass two by each player at once: 2 from hand to right "Two to the left." }',
            'phase early before play { pass two by each player at once: 2 from hand to left "Two to the left." }',
        ),
        ("hearts", 'ending { drop best score\nreplace win lowest_score when deal >= 8 "The lowest score wins." }',
         'ending { replace win lowest_score when deal >= 8 "The lowest score wins." }'),
        (
            "standard",
            'bidding { must one when right.bid is nil: bid is not nil "Only one of two partners." }',
            'bidding { must one when partner.bid is nil: bid is not nil "Only one of two partners." }',
        ),
        (
            "standard",
            'play { replace lead first: right of dealer "The dealer\'s left leads." }',
            'play { replace lead first: left of dealer "The dealer\'s left leads." }',
        ),
        (
            "standard",
            'bidding { must no_nil when partner.bid is nil: bid is not nil "No nil if an opponent bid it." }',
            'bidding { must no_nil when some opponent has bid is nil: bid is not nil "Not after an opponent." }',
        ),
        (
            "standard",
            'play { must hold when leading and not broken: card not in clubs "Spades come last." }',
            'play { must hold when leading and not broken: card not in spades "Spades come last." }',
        ),
        (
            "hearts",
            'scoring for each player { score ten: if cards_won includes JH then -10 else 0 "The jack of diamonds." }',
            'scoring for each player { score ten: if cards_won includes JD then -10 else 0 "The jack of diamonds." }',
        ),
        (
            "standard",
            'play { must club above all when following and trick_number = 1: card in clubs "A club is led first." }',
            'play { must club above all when leading and trick_number = 1: card in clubs "A club is led first." }',
        ),
        (
            "standard",
            'ending { replace win target_reached when score > target "You reach the target." }',
            'ending { replace win target_reached when score >= target "You reach the target." }',
        ),
        (
            "standard",
            'bidding { must late when behind >= 100: bid is not nil "Nil only when you are a hundred behind." }',
            'bidding { must late when behind < 100: bid is not nil "Nil only when you are a hundred behind." }',
        ),
        (
            "euchre",
            'scoring for each team { score march when taken = 5: 5 "Five, and nothing else." }',
            'scoring for each team { score march instead of hand_won when taken = 5: 5 "Five, and nothing else." }',
        ),
        (
            "euchre",
            'play { must cold when leading and trick_number = 1: card in trumps "No trump is led first." }',
            'play { must cold when leading and trick_number = 1: card not in trumps "No trump is led first." }',
        ),
        (
            "euchre",
            'scoring for each team { score last_one: if last_trick.winner in members then 20 else 0 "Ten for it." }',
            'scoring for each team { score last_one: if last_trick.winner in members then 10 else 0 "Ten for it." }',
        ),
        (
            "standard",
            'bidding { must four when partner did bid: side.contract >= 5 "A side bids at least four." }',
            'bidding { must four when partner did bid: side.contract >= 4 "A side bids at least four." }',
        ),
        (
            "whist",
            'scoring for each team { score slam: if taken = 13 then 1 else 0 "A slam is worth two points." }',
            'scoring for each team { score slam: if taken = 13 then 2 else 0 "A slam is worth two points." }',
        ),
        (
            "whist",
            'scoring for each team { score odd: 2 * taken "A point for each trick." }',
            'scoring for each team { score odd: 1 * taken "A point for each trick." }',
        ),
        (
            "whist",
            'scoring for each team { score odd: 1 * max(taken - 7, 0) "One for each trick past six." }',
            'scoring for each team { score odd: 1 * max(taken - 6, 0) "One for each trick past six." }',
        ),
        (
            "standard",
            'bidding { must low when player is dealer: contract >= 5 "The dealer may not bid more than five." }',
            'bidding { must low when player is dealer: contract <= 5 "The dealer may not bid more than five." }',
        ),
        (
            "standard",
            'scoring for each team { tally lost: add 1 when made  score fine: -10 * lost "Ten for each set." }',
            'scoring for each team { tally lost: add 1 when not made  score fine: -10 * lost "Ten for each set." }',
        ),
        (
            "standard",
            'scoring for each team { score ten when contract >= 10 and taken < contract: 100 "A made ten." }',
            'scoring for each team { score ten when contract >= 10 and taken >= contract: 100 "A made ten." }',
        ),
        (
            "standard",
            'play { replace lead next: last_trick.leader "The winner of a trick leads." }',
            'play { replace lead next: last_trick.winner "The winner of a trick leads." }',
        ),
        (
            "pitch",
            'scoring for each team { replace let won_low = cards_won includes highest of in_play "The lowest trump." }',
            'scoring for each team { replace let won_low = cards_won includes lowest of in_play "The lowest trump." }',
        ),
        (
            "standard",
            'scoring for each team { score lazy: if some member has taken = 0 then 9 else 0 "Neither takes any." }',
            'scoring for each team { score lazy: if every member has taken = 0 then 9 else 0 "Neither takes any." }',
        ),
        (
            "standard",
            'bidding { must high when player is not dealer: contract >= 3 "The dealer bids three or more." }',
            'bidding { must high when player is dealer: contract >= 3 "The dealer bids three or more." }',
        ),
        (
            "standard",
            'scoring for each team { score extra_deal when deal = 2: 20 "Twenty on the third deal." }',
            'scoring for each team { score extra_deal when deal = 3: 20 "Twenty on the third deal." }',
        ),
        (
            "standard",
            'ending { lose sunk above target_reached when score < -300 "At 300 below zero it loses." }',
            'ending { lose sunk above target_reached when score <= -300 "At 300 below zero it loses." }',
        ),
        (
            "hearts",
            'play { must q when following and trick_number > 3: card is not QS "No queen in the first three tricks." }',
            'play { '
            'must q when following and trick_number <= 3: card is not QS "No queen in the first three tricks." }',
        ),
        (
            "standard",
            'play { must low when leading and trick_number < 3: card not in hearts "Low to the first three tricks." }',
            'play { must low when leading and trick_number < 4: card not in hearts "Low to the first three tricks." }',
        ),
        (
            "standard",
            'scoring for each team { '
            'score lt: if last_trick.winner in members then 0 else 10 "Ten for the last trick." }',
            'scoring for each team { '
            'score lt: if last_trick.winner in members then 10 else 0 "Ten for the last trick." }',
        ),
        (
            "hearts",
            'scoring for each player { '
            'score jack: if cards_won includes JD then 0 else 10 "The jack of diamonds is worth ten." }',
            'scoring for each player { '
            'score jack: if cards_won includes JD then 10 else 0 "The jack of diamonds is worth ten." }',
        ),
        (
            "euchre",
            'scoring for each team { '
            'score lone when makers: if maker did go_alone then 0 else 1 "One more for playing alone." }',
            'scoring for each team { '
            'score lone when makers: if maker did go_alone then 1 else 0 "One more for playing alone." }',
        ),
        (
            "standard",
            'phase early before bidding { pass one by each player: 1 from hand to partner "Each passes to the left." }',
            'phase early before bidding { pass one by each player: 1 from hand to left "Each passes to the left." }',
        ),
        (
            "standard",
            'bidding { bid zero "zero" { score zero: if side.taken = 0 then 50 else -50 "A player who takes none." } }',
            'bidding { bid zero "zero" { score zero: if taken = 0 then 50 else -50 "A player who takes none." } }',
        ),
        (
            "standard",
            'scoring for each team { score eight when taken >= 8: 20 "A player who takes eight tricks." }',
            'scoring for each team { '
            'score eight when some member has taken >= 8: 20 "A player who takes eight tricks." }',
        ),
        (
            "oh_hell",
            'play { '
            'replace lead first: first of (players where contract = least of contract over players) "Highest bid." }',
            'play { '
            'replace lead first: first of (players where contract = most of contract over players) "Highest bid." }',
        ),
    ],
)  # fmt: skip
def test_words_that_name_another_rule_are_told(game: str, wrong: str, right: str) -> None:
    for rule, times in ((wrong, 1), (right, 0)):
        loaded = load_text(f"variant it extends {game} {{\n{rule}\n}}\n".encode(), {})
        assert loaded.variant is not None, [one.message for one in loaded.diagnostics]
        assert sum(one.code == "W824" for one in glance(loaded)) == times


@pytest.mark.parametrize(
    ("game", "rule"),
    [
        ("standard", 'bidding { must x when deal > 3: bid is not nil "Nil is bid in the first three deals." }'),
        ("standard", 'scoring for each team { score x when deal > 3: -9 "No fine in the first three deals." }'),
        ("standard", 'phase early before bidding { pass one by each player: 1 from hand to partner "On the left." }'),
        ("hearts", 'scoring for each player { score x: if cards_won includes QS then 0 else 5 "Five if QS is out." }'),
        ("standard", 'scoring for each team { score x when taken >= 8: 20 "A player who takes tricks helps." }'),
        ("oh_hell", 'play { replace lead first: first of (players where contract = most of contract over players)\n'
         '"Lowest bid pays, highest leads." }'),
        ("standard", 'ending { lose sunk above target_reached when score < 0 and deal > 4 "At 4 deals." }'),
        ("standard", 'ending { win early when score > 250 "Two fifty" }'),
    ],
)  # fmt: skip
def test_words_that_a_rule_may_well_be_meant_with_are_not_told(game: str, rule: str) -> None:
    loaded = load_text(f"variant it extends {game} {{\n{rule}\n}}\n".encode(), {})
    assert loaded.variant is not None, [one.message for one in loaded.diagnostics]
    assert "W824" not in {one.code for one in glance(loaded)}


def test_rules_for_a_deal_that_never_comes_are_found_at_once() -> None:
    ending = "ending { replace win target_reached when deal >= 8 replace tie level: shared }"
    for deal, told in ((8, []), (9, ["There is no deal 9: the game is over after deal 8."])):
        rules = f"on deal {deal} {{ set nil_value = 150 }}\n{ending}"
        found = glance(load_text(f"variant it extends standard {{\n{rules}\n}}\n".encode(), {}))
        assert [one.message for one in found] == told


def test_an_ending_that_a_full_tally_never_lets_come_is_found_where_rules_change_from_deal_to_deal() -> None:
    tally = "scoring for each player { tally queens: add 1 when cards_won includes QS, full at 3 }"
    rules = f"{tally}\nending {{ lose thrice when queens >= 3 }}"
    found = glance(load_text(f"variant it extends hearts {{\n{rules}\n}}\n".encode(), {}))
    assert [one.code for one in found] == ["W807"]


def test_a_game_whose_every_deal_is_thrown_in_is_found_at_once() -> None:
    rules = "phase look before bidding { redeal poor when some player p has count of p.hand in spades < 13: by dealer }"
    (found,) = glance(load_text(f"variant it extends whist {{\n{rules}\n}}\n".encode(), {}))
    assert (found.code, found.span.line) == ("W808", 2)


def test_a_rule_that_comes_too_late_is_not_put_above_one_that_asks_for_the_opposite() -> None:
    rules = "play { must ruff below follow_suit when following: card not in led.suit }"
    (found,) = glance(load_text(f"variant it extends whist {{\n{rules}\n}}\n".encode(), {}))
    assert found.hint == "no card is as both of them ask: remove it, or `follow_suit`"


def test_nothing_is_found_at_once_in_a_shipped_game() -> None:
    for name in ("standard", "nyc", "whist", "hearts", "oh_hell", "euchre", "league_night"):
        assert glance(load(name, {})) == ()


def _after_a_pass(includes: str, rules: str = "") -> list[tuple[str, str, int]]:
    text = f"language 1\nvariant house extends standard {{\n  {includes}\n  include blind_nil\n  {rules}\n}}"
    return [(one.code, one.message, one.span.line) for one in glance(load_text(text.encode(), {}))]


def test_a_bid_before_looking_that_comes_after_a_pass_is_found_at_once() -> None:
    told = "Nobody can ever bid `blind_nil`: it is made before looking, and `pass {}` turns every hand up first."
    assert _after_a_pass("include passing") == [("W811", told.format("on"), 3)]
    own = "phase swap before bidding { pass three by each player at once: 3 from hand to left face down }"
    assert _after_a_pass("", own) == [("W811", told.format("three"), 5)]


@pytest.mark.parametrize(
    "includes",
    ["include passing with pass_late = yes", "include passing with pass_agreed = yes", "include pass_one"],
)
def test_a_bid_before_looking_that_comes_before_a_pass_or_may_come_before_it_is_no_mistake(includes: str) -> None:
    assert _after_a_pass(includes) == []


def test_a_bid_before_looking_of_hands_that_lie_open_needs_no_look() -> None:
    rules = """
      phase swap before bidding {
        show all_hands by each player: hand to everyone
        pass three by each player at once: 3 from hand to left face down
      }"""
    assert _after_a_pass("", rules) == []


@pytest.mark.parametrize(
    "body",
    [
        # A decision may have the name of a bid: it was made before there is any bid.
        """bidding { bid grand_slam "grand slam" { contract 13 } }
        phase early before bidding {
          may grand_slam by each player from left of dealer: nothing
          pass two by each player at once when player did grand_slam: 2 from hand to partner face down
        }""",
        # A card that was played comes back to a hand.
        """play {
          give back after each trick: (played where card.rank is 2) to leader
          must again: card in played
        }""",
    ],
)
def test_what_can_hold_is_not_called_impossible(body: str) -> None:
    loaded = load_text(f"variant it extends whist {{\n{body}\n}}\n".encode(), {})
    assert loaded.game is not None, loaded.diagnostics
    assert not {finding.code for finding in glance(loaded)} & {"W806", "W814"}


@pytest.mark.parametrize(("lowest", "found"), [(2, [("W805", 2)]), (0, [])])
def test_a_bid_that_nobody_can_make_with_a_small_hand_is_told_at_once(
    lowest: int, found: list[tuple[str, int]]
) -> None:
    body = f'bidding {{\nreplace bid tricks(n from {lowest} to hand_size) "{{n}}" {{ contract n }} }}'
    loaded = load_text(f"variant it extends oh_hell {{ {body}\n}}\n".encode(), {})
    assert loaded.game is not None, loaded.diagnostics
    assert [(one.code, one.span.line) for one in glance(loaded)] == found


@pytest.mark.parametrize(
    ("section", "rule", "words"),
    [
        ("bidding", 'must x during opening: bid is nil and partner.bid is nil "Only one bids nil."', "Only one"),
        ("bidding", 'must x during opening: bid is not nil "Nobody may bid nil."', ""),
        ("play", 'must x when following: card in led.suit "If you cannot trump, follow."', ""),
        ("play", 'must x below follow_suit: card in trumps "If you have no card of the suit, trump."', ""),
        ("play", 'must x below follow_suit: card in trumps "No card of the suit led: trump."', ""),
        ("scoring for each team", 'score x when taken = 13: 9 "Nine instead of ten."', "instead of"),
        ("scoring for each team", 'score x when taken = 13: 9 "All thirteen cost nine."', "cost"),
        ("scoring for each team", 'score x when taken = 13: -9 "All thirteen cost nine."', ""),
        ("scoring for each team", 'score x when last_trick.winner in opponents: 9 "The last trick."', "The last trick"),
        ("scoring for each team", 'score x when last_trick.winner in opponents: 9 "They won it."', ""),
        ("scoring for each team", 'score x when taken = 0: 50 "Fifty if it wins all the tricks."', "wins all"),
        ("scoring for each team", 'score x when taken = 13: 50 "Fifty for a side that wins all the tricks."', ""),
        ("scoring for each team", 'score x when taken = 13: 50 "Fifty for who takes no trick."', "takes no trick"),
        ("scoring for each team", 'score x: if taken = 0 then -5 else 5 "Take nothing and get five."', "Take nothing"),
        ("scoring for each team", 'score x: if taken = 0 then 5 else -5 "Take nothing and score five."', ""),
        ("scoring for each team", 'score x: if taken = 0 then -5 else 5 "Take nothing and lose five."', ""),
        ("scoring for each team", 'score x when taken = 0: 5 "The opponents take all tricks."', ""),
        ("play", 'must x when leading and broken: card in hearts "Lead others until one is played."', "until"),
        ("play", 'must x when leading and trick_number > 3: card in hearts "Others until the third."', "until"),
        ("play", 'must x when leading and not broken: card in hearts "Lead others until one is played."', ""),
        ("play", 'must x when broken and trick_number < 3: card in hearts "Lead others until the third."', ""),
    ],
)  # fmt: skip
def test_words_of_a_sentence_have_something_in_the_rule(section: str, rule: str, words: str) -> None:
    found = glance(load_text(f"variant it extends standard {{\n{section} {{ {rule} }}\n}}\n".encode(), {}))
    told = [one.message for one in found if one.code == "W824"]
    assert len(told) == bool(words)
    assert all(words in one for one in told)


@pytest.mark.parametrize(
    ("body", "is_told"),
    [
        ("if taken > 0 then 200 else -200", True),
        ("if taken >= 1 then nil_worth else 0", True),
        ("if taken > 0 then -200 else 200", False),
        ("if taken > 0 then 0 else nil_worth", False),
        ("if taken = 0 then 300 else -300", False),
    ],
)
def test_the_opposite_of_the_parent_is_told_unless_what_it_gives_is_turned_too(body: str, is_told: bool) -> None:
    rule = f'bidding {{ replace bid nil "nil" {{ contract 0 score nil: {body} }} }}'
    loaded = load_text(f"variant it extends standard {{\n{rule}\n}}\n".encode(), {})
    assert loaded.variant is not None, [one.message for one in loaded.diagnostics]
    assert ("W825" in {one.code for one in glance(loaded)}) == is_told


NEVER = "never hold together"


@pytest.mark.parametrize(
    ("section", "rule", "code", "hint"),
    [
        ("play", "must x when following and count of trick = 0: card in led.suit", "W806", NEVER),
        ("play", "must x when following and leader is player: card in led.suit", "W806", NEVER),
        ("play", "must x when leading and trick includes AS: card in spades", "W806", NEVER),
        ("play", "must x when trick is empty and following: card in spades", "W806", NEVER),
        ("play", "must x when count of hand in spades = 0 and hand includes AS: card is AS", "W806", NEVER),
        ("play", "must x when count of hand = 0 and some card in hand has card is AS: card is AS", "W806", NEVER),
        ("play", "must x when count of hand < 2 and count of hand in spades > 2: card is AS", "W806", NEVER),
        ("play", "must x when count of hand in spades = 0 and hand includes AH: card is AH", "", ""),
        (
            "bidding", "must x during opening: bid is nil or (bid.n <= 2 and bid.n >= 6)", "W811",
            f"`bid.n <= 2` and `bid.n >= 6` {NEVER}: write `bid.n >= 2 and bid.n <= 6` if it is meant between the two, "
            "or `or` for `and`",
        ),
        (
            "bidding", 'bid moon "moon" when count of hand in spades >= 14 { contract 13 }', "W811",
            "it is 13 at most: write `>= 13`, or remove the bid",
        ),
        (
            "ending", "replace win target_reached when deal >= 8 and deal < 8", "W807",
            f"`deal >= 8` and `deal < 8` {NEVER}: leave one of the two out",
        ),
        ("scoring for each team", "tally x: add 1 when made, reset when made score y: x * 5", "W813", "when not"),
        ("scoring for each team", "tally x: add 1 when made, reset score y: 5 * x", "W813", "write it before"),
    ],
)  # fmt: skip
def test_a_condition_that_never_holds_says_which_parts_exclude_each_other(
    section: str, rule: str, code: str, hint: str
) -> None:
    loaded = load_text(f"variant it extends standard {{\n{section} {{ {rule} }}\n}}\n".encode(), {})
    assert loaded.variant is not None, [one.message for one in loaded.diagnostics]
    found = glance(loaded)
    assert [one.code for one in found] == [code] * bool(code)
    assert all(hint in one.hint for one in found)


@pytest.mark.parametrize(
    ("of", "body", "code", "words"),
    [
        ("standard", """bid five "five" when score > 0 { contract 5 }
         must no_five when score > 0: bid is not five""", "W811",
         "`must no_five` bars it whenever its own condition holds"),
        ("standard", """bid five "five" when score > 0 { contract 5 }
         must no_five when score > 10: bid is not five""", "", ""),
        ("standard", """bid many(n from 8 to 13) "{n}" when score > 0 and n > 9 { contract n }
         must few when score >= 0: contract < 10""", "W811", "`must few` bars it"),
        ("pinochle", 'bid double "double" when calls is empty and top.place > 0', "W811", "condition is never true"),
        ("pinochle", 'bid double "double" when calls is not empty and top.place = 0', "", ""),
    ],
)  # fmt: skip
def test_a_bid_that_a_must_bars_where_it_is_offered_is_told(of: str, body: str, code: str, words: str) -> None:
    loaded = load_text(f"variant it extends {of} {{\nbidding {{ {body} }}\n}}\n".encode(), {})
    assert loaded.variant is not None, [one.message for one in loaded.diagnostics]
    found = [one for one in prove(loaded).findings if one.code == "W811"]
    assert [one.code for one in found] == [code] * bool(code)
    assert all(words in one.message for one in found)


@pytest.mark.parametrize(
    ("deal", "condition", "is_told"),
    [
        ("", "not hand includes 2C", True),
        ("", "count of hand in clubs = 0", True),
        ("", "count of hand in hearts = 0", False),
        ("replace give hands: 12 from stock to each player from left of dealer", "not hand includes 2C", False),
    ],
)
def test_who_leads_the_first_trick_by_a_card_holds_it(deal: str, condition: str, is_told: bool) -> None:
    rule = f"must any_card when leading and trick_number = 1 and {condition}: card in spades"
    loaded = load_text(f"variant it extends hearts {{\ndeal {{ {deal} }} play {{ {rule} }}\n}}\n".encode(), {})
    assert loaded.variant is not None, [one.message for one in loaded.diagnostics]
    assert ("W806" in {one.code for one in prove(loaded).findings}) == is_told


@pytest.mark.parametrize(
    ("bid", "until", "is_endless"),
    [
        ("up", "final_run of (calls where bid is done) >= 3", True),
        (
            'up(n from 1 to 13) "{n}" when n >= most of bid.n over calls',
            "final_run of (calls where bid is done) >= 3",
            True,
        ),
        (
            'up(n from 1 to 13) "{n}" when n > most of bid.n over calls',
            "final_run of (calls where bid is done) >= 3",
            False,
        ),
        ('up(n from 1 to 13) "{n}"', "count of (players where bid is done) = 3", True),
        ('up(n from 1 to 13) "{n}"', "(last of calls).bid is done and count of calls > 3", True),
        ('up(n from 1 to 13) "{n}"', "count of calls >= 12", False),
        ('up(n from 1 to 13) "{n}"', "every player did bid", False),
        ("up final", "final_run of (calls where bid is done) >= 3", False),
        ("up when no call has bid is up", "final_run of (calls where bid is done) >= 3", False),
    ],
)
def test_an_auction_in_which_a_bid_can_be_made_for_ever_is_found(bid: str, until: str, *, is_endless: bool) -> None:
    auction = f"bid {bid} bid done round auction by each player from left of dealer until {until}"
    loaded = load_text(f"language 1 variant a extends hearts {{ bidding {{ {auction} }} }}".encode(), {})
    assert loaded.variant is not None, [one.message for one in loaded.diagnostics]
    assert any(one.code == "W808" for one in glance(loaded)) is is_endless


@pytest.mark.parametrize(
    ("body", "rule"),
    [
        (
            "table { zone aside of each player face down } phase passing before play { pass more by left of dealer: 2 "
            "from hand to dealer face down pass lay by each player at once: 1 from hand to player.aside face down give "
            "back by each player: player.aside to hand }",
            "more",
        ),
        (
            "deal { replace give hands: if player is dealer then 12 else 13 from stock to each player } phase passing "
            "before play { pass more by each player at once: 1 from hand to left face down }",
            "hands",
        ),
    ],
)
def test_hands_of_different_sizes_are_found_at_the_rule_that_makes_them_so(body: str, rule: str) -> None:
    loaded = load_text(f"language 1 variant a extends whist {{ {body} }}".encode(), {})
    assert loaded.variant is not None, [one.message for one in loaded.diagnostics]
    text = loaded.texts[0].text
    assert [text[one.span.start : one.span.end] for one in glance(loaded) if one.code == "W821"] == [rule]
