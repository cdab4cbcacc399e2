"""Holes as families make them, each found and told in the words of the file; and files that only seem to have one.

A false finding is worse than a hole that is missed: what is sound here was once told of, or is near to what is told of.
"""

from __future__ import annotations

from typing import Final

import pytest

from spadesdsl.loader import Loaded, load_text
from spadesdsl.proofs.at_once import context_of, glance
from spadesdsl.proofs.prove import prove
from tests.proofs.attacking import attack, contradicted

_SETTINGS: Final = {"standard": "set failed_nil = help, set_cost = per_bid, bags_past_limit = carried"}
_SETTINGS["nyc"] = "set sets_that_lose = 2"
_STANDARD_EXAMPLES: Final = (
    'drop example "337 points, 7 bags, bid 5: two, three or four overtricks", "a failed nil\'s tricks are bags", '
    '"a failed nil\'s tricks help"'
)

HOLES: Final[dict[str, tuple[str, str, list[str]]]] = {
    # ---- cases
    "a_deal_between": (
        "standard",
        "scoring for each team { score late { case deal < 12: 1 case deal > 12: 2 } }",
        ["W801 North and South: `deal` is 12: no case of `late` says what that scores."],
    ),
    "what_is_said_as_its_opposite": (
        "whist",
        "scoring for each team { score x { case last_trick.leader is not first of members: 1 case taken > 7: 2 } }",
        [
            "W801 East and West: `last_trick.leader is not first of members` does not hold, `taken` is 6: no case of"
            " `x` says what that scores."
        ],
    ),
    "members_and_opponents": (
        "whist",
        "scoring for each team { score x"
        " { case last_trick.winner in members: 1 case last_trick.leader in opponents: 2 } }",
        [
            "W801 East and West: `last_trick.winner in members` does not hold, `last_trick.leader in opponents` does"
            " not hold: no case of `x` says what that scores."
        ],
    ),
    "a_trick_after_the_last": (
        "standard",
        "play { award extra after each trick when trick_number = 14: 1 to leader }",
        ["W806 The condition of `award extra` never holds: the rule does nothing."],
    ),
    "what_a_player_knows_in_turn": (
        "standard",
        """play {
             must trump_in when following and count of hand in led.suit > 0: card in trumps
             must unled when following and led in spades and not broken: card not in hearts
             must unopened when leading and trick_number = 1 and player is dealer: card in hearts
             must over_four when following and count of trick > 3: card in clubs
             must all_taken when leading and taken = 13: card in hearts
             must last_two when leading and trick_number = 13 and count of hand in spades > 1: card in spades
           }""",
        [
            *(
                f"W806 The condition of `must {name}` never holds: the rule does nothing."
                for name in ("unled", "unopened", "over_four", "all_taken", "last_two")
            ),
            "W804 `must trump_in` never takes a choice away: without it the game is the same.",
        ],
    ),
    "a_bid_after_itself_or_above_a_bar": (
        "standard",
        """bidding {
             bid closer "closer" when every player did bid { contract 3 }
             bid up "up" when contract > 2 { contract 3 }
             bid beside "beside" when player is dealer and player is left of dealer { contract 3 }
             bid fourteen "fourteen" { contract 14 }
             must in_reach during opening: contract <= 13
           }""",
        [
            "W811 Nobody can ever bid `closer`: its condition is never true.",
            "W811 Nobody can ever bid `up`: its condition is never true.",
            "W811 Nobody can ever bid `beside`: its condition is never true.",
            "W811 `must in_reach` bars every `fourteen`, so nobody can ever bid it.",
        ],
    ),
    "an_ending_after_the_game_is_over": (
        "whist",
        """option length = 10 from 5 to 20 "Deals of a game."
           ending {
             drop win target_reached
             lose too_late when score < 3 and deal > length
             lose in_time when score < 3 and deal = length
             win all_dealt when deal >= length
             replace tie level: shared
           }
           drop example "five points are game" """,
        ["W807 `lose too_late` can never end a game: `win all_dealt` has ended each game before."],
    ),
    "who_leads_has_no_cards": (
        "whist",
        """deal { replace give hands: if player is left of dealer then 0 else 13 from stock to each player }
           play {
             must low when leading and trick_number = 1 and player is not left of dealer and
               count of hand in clubs > 9: card.rank <= 9
           }""",
        ["W821 When the play begins, some hold 0 cards and others 13."],
    ),
    "partners_on_both_sides": (
        "whist",
        """scoring for each team {
             score dealt when dealer in members and dealer.partner in opponents: 1
             score beside when dealer in members and dealer.left in opponents and taken > 6: 1
             score met when North in members and dealer.left in members: 1
             score none when taken = 0 and some member has (taken > 0 and deal < 5): 1
             score few when taken = 1 and some member has taken > 0: 1
           }
           play { must low when some player p has (p in members and p.partner in opponents): card.rank <= 9 }""",
        [
            "W806 The condition of `must low` never holds: the rule does nothing.",
            "W806 The condition of `score dealt` never holds: the rule does nothing.",
            "W806 The condition of `score none` never holds: the rule does nothing.",
        ],
    ),
    "a_card_that_two_have_won": (
        "whist",
        """scoring for each team {
             score both when cards_won includes AH and some opponent has cards_won includes AH: 3
             score mine when cards_won includes AH and some member has cards_won includes AH: 3
           }""",
        ["W806 The condition of `score both` never holds: the rule does nothing."],
    ),
    "a_quantity_of_some_deals": (
        "whist",
        """let worth for each player = taken
           on deal 3 of every 4 { let more for each player instead of worth = taken + 2 }
           scoring for each team { score gift { case sum of worth over players = 13: 1 } }""",
        [
            "W801 On deal 3, North and South: `sum of worth over players` is 21: no case of `gift` says what that"
            " scores."
        ],
    ),
    "more_than_late_deals_add": (
        "standard",
        """scoring for each team {
             tally marks: add 1 when deal = 70, add 2 when deal >= 80 and deal < 83
             score dead when marks >= 8: 5
             score live when marks >= 7: 5
           }""",
        [
            "W806 The condition of `score dead` never holds: the rule does nothing.",
        ],
    ),
    "one_of_two_rules_on_one_line": (
        "standard",
        "on deal 2 { scoring for each team { score x when taken > 20: 5 } } "
        "on deal 3 { scoring for each team { score x when taken > 3: 5 } }",
        ["W806 The condition of `score x` never holds: the rule does nothing."],
    ),
    "more_than_all_can_bid": (
        "standard",
        "bidding { redeal high when sum of contract over players > 60: by dealer }",
        ["W806 The condition of `redeal high` never holds: the rule does nothing."],
    ),
    "an_out_for_all_at_once": (
        "standard",
        "ending { out all_of_us when deal >= 3 }",
        ["W807 `out all_of_us` holds for every side at once, and then nobody goes out."],
    ),
    "a_bid_that_another_of_its_kind_does_not_beat": (
        "standard",
        'bidding { bid sure "sure" { contract 3 score sure: -10 } }',
        [
            "W812 Nobody would bid `sure` as the options are set and while every tally is 0: `tricks` never scores "
            "less for the same tricks, and sometimes more."
        ],
    ),
    "tricks_of_a_score_between": (
        "standard",
        "scoring for each team { score mercy { case score < -100: 20 case score > -100: 0 } }",
        ["W801 North and South: `score` is -100: no case of `mercy` says what that scores."],
    ),
    "a_score_behind_between": (
        "standard",
        "scoring for each team { score mercy { case behind < 77: 20 case behind > 77: 0 } }",
        ["W801 East and West: `behind` is 77: no case of `mercy` says what that scores."],
    ),
    "lines_that_give_nothing_together": (
        "standard",
        "scoring for each team { score luck { case subtotal >= 1: 1 case subtotal <= -1: 2 } }",
        ["W801 North and South: `subtotal` is 0: no case of `luck` says what that scores."],
    ),
    "cards_that_no_case_names": (
        "hearts",
        """scoring for each player { score diamonds {
             case cards_won includes JD and count of cards_won in hearts > 0: -10
             case not (cards_won includes JD): 0
           } }""",
        [
            "W801 On deal 1, North: `cards_won includes JD` holds, `count of cards_won in hearts` is 0: no case of "
            "`diamonds` says what that scores."
        ],
    ),
    "decisions_that_no_case_names": (
        "standard",
        """phase talk after bidding { may brag by each player: nothing may doubt by each player: nothing }
           scoring for each team { score talk {
             case some member did brag and made: 20
             case some member did brag and not made: -20
             case some member did doubt and not some member did brag: 5
           } }""",
        [
            "W801 North and South: `some member did brag` does not hold, `some member did doubt` does not hold: no "
            "case of `talk` says what that scores."
        ],
    ),
    "a_march_alone_is_a_march_too": (
        "euchre",
        """scoring for each team { replace score hand_won {
             case makers and maker did go_alone and taken >= 4: 4
             case makers and taken = 5: 2
             case makers and taken >= 3: 1
             case makers and taken < 3: 0
             case not makers: if taken >= 3 then 2 else 0
           } }""",
        [
            "W802 East and West: `maker in members` holds, `taken` is 5: two cases of `hand_won` hold, and they say "
            "different things. The first one counts."
        ],
    ),
    "a_gap_with_one_setting": (
        "standard",
        f"""option house_set = soft of soft, hard, free "How a set costs."
           scoring for each team {{ replace score contract {{
             case made: 10 * contract
             case not made and house_set is soft: -5 * contract
             case not made and house_set is hard: -10 * contract
           }} }}
           {_STANDARD_EXAMPLES}""",
        [
            "W801 With `house_set = free`, North bids 1, South bids nil; they take 0 and 0: no case of `contract` says "
            "what that scores."
        ],
    ),
    "a_gap_on_one_deal": (
        "standard",
        f"""on deal 3 {{ scoring for each team {{ replace score contract {{
             case taken > contract: 10 * contract
             case taken < contract: -10 * contract
           }} }} }}
           {_STANDARD_EXAMPLES}""",
        [
            "W801 On deal 3, North bids nil, South bids nil; they take 0 and 0: no case of `contract` says what that "
            "scores."
        ],
    ),
    "a_gap_of_one_player": (
        "oh_hell",
        """scoring for each player { replace score exact {
             case taken = contract: bonus
             case taken > contract: -5
             case taken < contract - 1: -10
           } }""",
        ["W801 One bids 1 and takes 0: no case of `exact` says what that scores."],
    ),
    # ---- what changes nothing
    "a_line_of_nothing": (
        "standard",
        "scoring for each team { score gift: 0 * contract }",
        ["W813 `score gift` always gives 0: without it the game is the same."],
    ),
    "a_tally_ahead_of_the_deals": (
        "standard",
        "scoring for each team { tally sets: add 1 when not made score fast when sets > deal: 3 }",
        ["W806 The condition of `score fast` never holds: the rule does nothing."],
    ),
    "dealt_again_where_nothing_is_thrown_in": (
        "standard",
        "scoring for each team { score again when times_dealt > deal: 3 }",
        ["W806 The condition of `score again` never holds: the rule does nothing."],
    ),
    "one_card_won_by_everybody": (
        "hearts",
        "scoring for each player { score queens when every player has cards_won includes QS: 3 }",
        ["W806 The condition of `score queens` never holds: the rule does nothing."],
    ),
    "two_decisions_of_which_one_is_made": (
        "euchre",
        "scoring for each team { score both when some player did order_up and some player did name: 1 }",
        ["W806 The condition of `score both` never holds: the rule does nothing."],
    ),
    "what_would_have_been_thrown_in": (
        "euchre",
        "scoring for each team { score nobody_called when not called: 1 }",
        ["W806 The condition of `score nobody_called` never holds: the rule does nothing."],
    ),
    "no_bid_in_a_deal_that_is_played": (
        "skat",
        "scoring for each player { score no_bid when top = 0: 1 }",
        ["W806 The condition of `score no_bid` never holds: the rule does nothing."],
    ),
    "a_bid_that_a_rule_above_takes_away": (
        "standard",
        "bidding { must three during opening: bid is nil or bid.n >= 3 "
        "must no_ones during opening: not (bid is tricks and bid.n = 1) }",
        ["W804 `must no_ones` never takes a choice away: without it the game is the same."],
    ),
    "cards_drawn_for_the_deal_are_thrown_in": (
        "standard",
        "include first_spade_deals scoring for each team { score more when taken > 13: 3 }",
        ["W806 The condition of `score more` never holds: the rule does nothing."],
    ),
    "the_next_lead_before_any_trick": (
        "standard",
        "play { replace lead next: if count of tricks = 0 then dealer else last_trick.winner }",
        ["W806 The condition of this `if` never holds: the part after `then` never counts."],
    ),
    "a_tally_of_nothing": (
        "standard",
        "scoring for each team { tally odd: add taken - taken, full at 2 score odd_ones: 50 * odd.filled }",
        ["W813 `tally odd` is always 0: without it the game is the same."],
    ),
    "an_order_for_no_card": (
        "standard",
        "deck { order odd when card in spades and card in hearts: 2, 3, 4, 5, 6, 7, 8, 9, 10, J, Q, K, A }",
        ["W806 The condition of `order odd` never holds: the rule does nothing."],
    ),
    "an_order_that_is_the_usual_one": (
        "standard",
        "deck { order same when card in spades: A, K, Q, J, 10, 9, 8, 7, 6, 5, 4, 3, 2 }",
        ["W813 `order same` changes the place of no card: without it the game is the same."],
    ),
    "an_if_that_always_holds": (
        "standard",
        "scoring for each team { let rich = taken >= 0 score r: if rich then 10 else -10 }",
        ["W806 `taken >= 0` in `rich` always holds."],
    ),
    "a_step_that_never_counts": (
        "standard",
        "scoring for each team { tally sweeps: add 1 when taken > 13 score gift: 50 * sweeps }",
        ["W806 The condition of a step of `tally sweeps` never holds: the step does nothing."],
    ),
    "a_must_that_says_what_the_next_says": (
        "standard",
        "play { must follow_high above all when following: card in led.suit }",
        [
            "W804 What `must follow_high` takes away, those below it take away too: without it the game is the same.",
        ],
    ),
    "a_must_for_one_seat": (
        "standard",
        "play { must west when following and player is West and trick_number = 7: card is not AD }",
        [],
    ),
    "a_must_for_the_last_card": (
        "standard",
        "play { must red_end when trick_number = 13: card in hearts }",
        ["W804 `must red_end` never takes a choice away: in the last trick everybody has one card."],
    ),
    "more_cards_than_there_are": (
        "standard",
        "play { must keep when leading: count of hand in spades <= 13 }",
        ["W804 `must keep` never takes a choice away: without it the game is the same."],
    ),
    "a_limit_that_no_bid_passes": (
        "standard",
        "bidding { must cap during opening: bid is nil or bid.n <= 13 }",
        ["W804 `must cap` never takes a choice away: without it the game is the same."],
    ),
    "a_deal_that_is_none_of_them": (
        "standard",
        "on deal 5 of every 8 { play { must club when leading and trick_number = 1 and deal = 6: card in clubs } }",
        ["W806 The condition of `must club` never holds: the rule does nothing."],
    ),
    "a_pass_before_the_first_deal": (
        "hearts",
        """on deal 4 of every 4 {
             phase passing {
               pass back by each player at once when deal = 2: 1 from hand to player.left face down
             }
           }""",
        ["W806 The condition of `pass back` never holds: the rule does nothing."],
    ),
    # ---- bids
    "what_waits_for_itself": (
        "standard",
        """bidding {
             let is_one = some player has bid is one
             let twos = count of (players where bid is two)
             bid one "one" when twos > 0 { contract 1 }
             bid two "two" when is_one { contract 2 }
           }
           phase talk after bidding {
             may brag by each player from left of dealer when some player did doubt: nothing
             may doubt by each player from left of dealer when some player did brag: nothing
           }""",
        [
            "W811 Nobody can ever bid `one`: it waits for `two`, which waits for it in turn.",
            "W811 Nobody can ever bid `two`: it waits for `one`, which waits for it in turn.",
            "W806 The condition of `may brag` never holds: the rule does nothing.",
            "W806 The condition of `may doubt` never holds: the rule does nothing.",
        ],
    ),
    "a_bid_that_needs_more_than_is_bid_without_it": (
        "whist",
        """bidding {
             round only by each player from left of dealer: low, high
             bid low(n from 1 to 6) "{n}" { contract n }
             bid high "high" when sum of contract over players > 24 { contract 7 }
           }""",
        ["W811 Nobody can ever bid `high`: somebody has to bid it first."],
    ),
    "a_bid_with_a_tally_that_is_full_by_then": (
        "standard",
        'bidding { bid many "many" when bags >= bag_limit { contract 1 } }',
        ["W811 Nobody can ever bid `many`: its condition is never true."],
    ),
    "a_bid_for_too_many_cards": (
        "standard",
        """bidding { bid grand "grand" when count of hand in spades > 13 {
             contract 13
             score grand: if taken = 13 then 300 else -300
           } }""",
        ["W811 Nobody can ever bid `grand`: its condition is never true."],
    ),
    "a_hand_without_a_bid": (
        "standard",
        f"""bidding {{
             replace bid tricks(n from 1 to 13) "{{n}}" when n <= count of hand in spades {{ contract n }}
             drop bid nil
           }}
           {_STANDARD_EXAMPLES}""",
        [
            "W805 North, holding nothing but clubs, may bid nothing in `opening`: East has bid 1, South has bid 3, "
            "West has bid 4."
        ],
    ),
    "two_cards_without_a_bid": (
        "standard",
        f"""bidding {{
             replace bid tricks(n from 1 to 13) "{{n}}" when hand includes AS {{ contract n }}
             replace bid nil "nil" when not (hand includes KS) {{
               contract 0
               score nil: if taken = 0 then nil_value else -nil_value
             }}
           }}
           {_STANDARD_EXAMPLES}""",
        [
            "W805 West, where `hand includes AS` does not hold and `hand includes KS` holds, may bid nothing in "
            "`opening`: North has bid nil, East has bid 8, South has bid nil."
        ],
    ),
    "a_tally_without_a_bid": (
        "standard",
        f"""bidding {{
             drop bid nil
             replace bid tricks(n from 1 to 13) "{{n}}" when bags != 7 {{ contract n }}
           }}
           {_STANDARD_EXAMPLES}""",
        ["W805 East, where `bags` is 7, may bid nothing in `opening`: North has bid 1, South has bid 12."],
    ),
    "a_bid_that_beats_all": (
        "standard",
        f"""bidding {{ replace bid nil "nil" {{ contract 0 score nil: if taken = 0 then 250 else 300 }} }}
           {_STANDARD_EXAMPLES}""",
        [
            "W812 Nobody would bid `tricks` as the options are set and while every tally is 0: `nil` never scores less "
            "for the same tricks, and sometimes more."
        ],
    ),
    # ---- endings
    "a_score_both_low_and_high": (
        "standard",
        "ending { win bust when score <= -500 and score >= target }",
        ["W807 The condition of `win bust` can never be true, so it never ends the game."],
    ),
    "an_ending_behind_another": (
        "standard",
        "ending { win higher when score >= target + 100 }",
        ["W807 `win higher` can never end a game: `win target_reached` is tried first, and holds wherever it does."],
    ),
    "an_ending_before_another": (
        "standard",
        "ending { replace tie level: shared win soon above target_reached when score >= 40 or taken = 13 }",
        ["W807 `win target_reached` can never end a game: `win soon` is tried first, and holds wherever it does."],
    ),
    "an_ending_behind_another_as_it_is_set": (
        "standard",
        'option late = 600 from 100 to 1000 "Where it ends late." ending { win later when score >= late }',
        [
            "W807 With `late = 600` and `target = 500`, `win later` can never end a game: `win target_reached` is "
            "tried first, and holds wherever it does."
        ],
    ),
    "a_tally_that_one_deal_adds_to": (
        "standard",
        """scoring for each team {
             tally early: add 1 when deal = 1, reset when not made
             score late when early > 1: 5
           }
           ending { lose early_twice when early >= 2 }""",
        [
            "W807 The condition of `lose early_twice` can never be true, so it never ends the game.",
            "W806 The condition of `score late` never holds: the rule does nothing.",
        ],
    ),
    "a_tally_that_two_deals_add_to": (
        "standard",
        """scoring for each team { tally early: add 0 }
           on deals 2, 7 { scoring for each team { replace tally early: add taken } }
           ending { lose early_only when early > 26 }""",
        ["W807 The condition of `lose early_only` can never be true, so it never ends the game."],
    ),
    "a_tally_that_is_emptied_first": (
        "standard",
        """scoring for each team {
             tally sets: add 1 when not made, reset when made, full at 3
             score sets_fine: -10 * sets.filled
           }
           ending { lose sets_out when sets >= 3 }""",
        ["W807 The condition of `lose sets_out` can never be true, so it never ends the game."],
    ),
    "points_that_are_never_below_nothing": (
        "hearts",
        "ending { replace win lowest_score when every player has score < 0 }",
        [
            "W807 The condition of `win lowest_score` can never be true, so it never ends the game.",
        ],
    ),
    "two_ends_of_nothing": (
        "oh_hell",
        "ending { replace win most_points when deal > 2 * most_cards and deal < 2 * most_cards }",
        [
            "W807 The condition of `win most_points` can never be true, so it never ends the game.",
        ],
    ),
    "an_ending_that_only_play_shows_never_to_come": (
        "standard",
        "ending { replace win target_reached when score >= target and deal * deal < deal - 1 }",
        [
            "W808 No game that was tried has ended: where one side wins what it can, nothing had ended it after 40 "
            "deals; a deal gave a side from -290 to 230 points."
        ],
    ),
    "a_deal_that_is_not_this_one": (
        "standard",
        "on deals 2, 5 { ending { win two when deal = 3 } }",
        ["W807 The condition of `win two` can never be true, so it never ends the game."],
    ),
    "a_must_that_every_card_meets": (
        "hearts",
        "play { must clean when leading and trick_number = 2: card not in hearts or card is not QS }",
        ["W804 `must clean` never takes a choice away: without it the game is the same."],
    ),
    "a_card_that_is_not_in_the_pack": (
        "hearts",
        """scoring for each player {
             score high when some card c in cards_won has c in spades and c.rank > 10 and c is 9S: -1
           }""",
        ["W806 The condition of `score high` never holds: the rule does nothing."],
    ),
    "a_trick_that_no_deal_has": (
        "euchre",
        "scoring for each team { score late when some trick t in tricks_won has t.number = 13: 1 }",
        ["W806 The condition of `score late` never holds: the rule does nothing."],
    ),
    "a_bid_of_who_has_won_already": (
        "standard",
        'bidding { bid blind "blind" when behind >= 200 and score >= target { contract 7 } }',
        ["W811 Nobody can ever bid `blind`: its condition is never true."],
    ),
    "a_must_that_never_applies_is_told_once": (
        "standard",
        "bidding { must no_two during opening when partner.bid is nil and partner.contract > 0: bid is not nil }",
        ["W806 The condition of `must no_two` never holds: the rule does nothing."],
    ),
    "asked_only_where_nobody_has_made_the_other_decision": (
        "euchre",
        "scoring for each team { score stuck_up when dealer did stuck and some player did order_up: 1 }",
        ["W806 The condition of `score stuck_up` never holds: the rule does nothing."],
    ),
}
"""By name: what is extended, what the file says, and what is found."""

SOUND: Final[dict[str, tuple[str, str]]] = {
    "a_win_between_two_scores": (
        "standard",
        "ending { win odd above target_reached when score > 520 and score < 525 }",
    ),
    "a_tally_of_many_deals_with_other_hands": (
        "oh_hell",
        """scoring for each player { tally lost: add 1 when taken != contract }
           ending { lose often when some player has lost = 6 }""",
    ),
    "a_score_that_no_game_has": (
        "whist",
        """scoring for each team {
             replace score odd_tricks: 2 * max(taken - 6, 0)
             score more { case score < 3: 2 case score > 3: 4 }
             score far { case behind < 20: 2 case behind > 90: 4 }
           }
           bidding { round only by each player from left of dealer: low bid low "low" when score < 50 { contract 1 } }
           drop example "nine tricks are three points", "five points are game" """,
    ),
    "all_tricks_go_to_somebody": (
        "standard",
        """scoring for each team { score run {
             case taken >= 7: 5
             case some opponent has side.taken >= 7: -5
           } }""",
    ),
    "some_side_has_the_card": (
        "standard",
        """scoring for each team { score lady {
             case cards_won includes QS: 10
             case some opponent has cards_won includes QS: 0
           } }""",
    ),
    "some_side_has_the_last_trick": (
        "standard",
        """scoring for each team { score latest {
             case last_trick.winner in members: 10
             case last_trick.winner in opponents: 0
           } }""",
    ),
    "some_side_has_made_trumps": (
        "euchre",
        "scoring for each team { score made_it { case maker in members: 1 case maker in opponents: 2 } }",
    ),
    "a_tally_is_counted_before_the_lines": (
        "standard",
        """scoring for each team {
             tally sets: add 1 when not made, reset when made
             score run { case made and sets = 0: 5 case not made and sets >= 1: -5 }
           }""",
    ),
    "a_tally_that_few_deals_add_to_is_as_high_as_they_make_it": (
        "standard",
        """scoring for each team {
             tally early: add 1 when deal <= 3, add taken when deal = 2, reset when deal > 9
             score late when early = 16: 5
           }
           ending { lose early_sweep when early >= 16 }""",
    ),
    "a_tally_that_takes_away_on_one_deal": (
        "standard",
        """scoring for each team {
             tally early: add taken - 10 when deal = 2
             score late { case early > 2: 5 case early < -9: 2 otherwise: 1 }
           }""",
    ),
    "from_a_number_on": (
        "standard",
        """scoring for each team {
             tally sets: add 1 when not made
             tally deals: add 1 when deal > 4, add 1 when deal <= 4
             score clean when sets = 0: 10
             score dear when sets >= 3: -10
             score third when deals = 3: 10
           }""",
    ),
    "level_with_the_target": (
        "standard",
        """bidding {
             bid dark "dark" when behind = 0 and score >= target { contract 6 }
             bid late "late" when behind > 0 and score >= target - 1 { contract 5 }
           }""",
    ),
    "what_is_too_large_to_be_taken_apart": (
        "pinochle",
        """scoring for each team {
             score more when North.meld > South.meld: 1
             score most when sum of meld over members > sum of meld over opponents: 1
           }""",
    ),
    "an_ending_that_a_setting_turns_on": (
        "standard",
        'option quick = no of yes, no "Ends early." ending { win later when quick and score >= 300 }',
    ),
    "whole_numbers_leave_no_gap": (
        "standard",
        """scoring for each team {
             tally sets: add 1 when not made, reset when made
             score run { case sets >= 3: -100 case sets = 2: -50 case sets < 2: 0 }
           }
           ending { lose out_of_sets when sets >= 5 }""",
    ),
    "a_quantity_that_is_another_on_one_deal": (
        "standard",
        """scoring for each team {
             let proud = taken = 13 and contract = 13
             score pride when proud: 20
             score steps { case proud: 5 otherwise: 1 }
             score more: if proud then 100 else 1
             tally prouds: add 1 when proud
             score all_of_them: 1 * prouds
           }
           ending { win all_of_it when proud and taken > 0 }
           on deal 1 { scoring for each team { replace let proud = never } }""",
    ),
    "only_later_deals": (
        "standard",
        """scoring for each team { score late: if deal >= 20 then 7 else 0 score early when deal > 3: 1 }
           play { must tall when trick_number = 2 and leading and deal > 3: card.rank >= 9 }
           ending { win hundredth when deal >= 100 }
           on deal 1 { play { drop must unbroken } }""",
    ),
    "a_must_below_one_that_does_not_always_bind": (
        "standard",
        "play { must late_one when leading and trick_number = 12 and deal = 11 and taken = 9: card not in spades }",
    ),
    "a_hand_that_is_thrown_in": (
        "standard",
        f"""bidding {{
             redeal weak above opening when some player has count of hand in spades = 0: by dealer
             replace bid tricks(n from 1 to 13) "{{n}}" when n <= count of hand in spades {{ contract n }}
             drop bid nil
           }}
           {_STANDARD_EXAMPLES}""",
    ),
    "a_target_that_is_hard_to_reach": ("standard", "ending { lose mercy when score <= -1000 }"),
    "an_exact_score_where_the_best_are_level": (
        "hearts",
        """ending {
             replace win lowest_score when some player has score >= limit
             win exact_limit when score = limit
           }""",
    ),
    "a_full_tally_that_is_nearly_full": (
        "standard",
        "ending { lose bagged when bags = bag_limit - 1 and score < 0 }",
    ),
    "hands_that_grow": (
        "oh_hell",
        """deal { replace let hand_size = deal }
           play { must tall when trick_number = 8 and leading: card.rank >= 9 }
           ending { replace win most_points when deal >= 10 }
           drop example "the dealer cannot bid two" """,
    ),
    "a_bonus_that_is_nothing_by_default": (
        "standard",
        """option house_bonus = 0 of 0, 10 "Points a trick."
           scoring for each team { score bonus: house_bonus * taken }""",
    ),
    "a_game_that_ends_only_if_bags_are_counted": (
        "standard",
        f"""bidding {{ drop bid nil replace bid tricks(n from 1 to 3) "{{n}}" {{ contract n }} }}
           phase talk before play {{ may give_up by each player from left of dealer: skip play }}
           {_STANDARD_EXAMPLES}""",
    ),
    "a_knave_that_counts_as_a_trump": (
        "euchre",
        "scoring for each team { score left when some card c in cards_won has c is JD and c in hearts: 1 }",
    ),
    "hearts_asked_for_below_a_rule_about_spades": (
        "standard",
        """play {
             replace lead first: dealer
             must hearts_first when leading and trick_number = 1 and player is dealer: card in hearts
           }""",
    ),
    "bids_after_the_last_trick": (
        "standard",
        """phase late after play {
             round guess by each player from left of dealer: lo, hi
             bid lo "lo"
             bid hi "hi"
             must high during guess when trick_number = 14: bid is hi
           }""",
    ),
    "nobody_who_leads": (
        "hearts",
        """play {
             replace lead first: partner of dealer
             must low when leading and trick_number = 1 and player is not partner of dealer and
               count of hand in clubs > 9: card.rank <= 9
           }""",
    ),
    "bids_that_differ_in_their_numbers": (
        "standard",
        """bidding {
             must no_ones during opening: not (bid is tricks and bid.n = 1)
             must with_partner during opening when partner.bid is tricks: bid is nil or bid.n + partner.bid.n <= 13
           }""",
    ),
}
"""By name: what is extended, and what the file says."""


def _house(parent: str, body: str) -> Loaded:
    text = f'language 1\nvariant house "Our house" extends {parent} {{\n{_SETTINGS.get(parent, "")}\n{body}\n}}\n'
    loaded = load_text(text.encode(), {}, has_fixes=False)
    assert loaded.variant is not None, [one.message for one in loaded.diagnostics]
    return loaded


@pytest.mark.parametrize("name", [*HOLES, *SOUND])
def test_holes_alone_are_told_in_words_of_the_file_and_no_case_contradicts_what_is_claimed_of_it(name: str) -> None:
    # All about a file in one test: proving it takes longest.
    parent, body, wanted = HOLES[name] if name in HOLES else (*SOUND[name], [])
    house = _house(parent, body)
    found = prove(house)
    assert [f"{one.code} {one.message}" for one in found.findings] == wanted
    proofs = list(found.proofs)
    assert contradicted(proofs, attack(context_of(house), proofs, 300, seed=11)) == []


@pytest.mark.parametrize(
    "body",
    [
        """bidding {
             bid big "big" { contract 14 }
             must high during opening when deal > 1: (bid is tricks and bid.n >= 8) or bid is big
             must low during opening: contract <= 3
             must small during opening: (bid is tricks and bid.n <= 3) or bid is nil
           }""",
        """bidding {
             drop bid nil
             replace bid tricks(n from 1 to 13) "{n}" when n > most of contract over players { contract n }
             bid stop "stop"
             must higher during opening: bid is tricks and bid.n > 1
           }""",
        """bidding {
             replace round opening by each player from left of dealer: tricks, nil, big
             round again by each player from left of dealer: tricks, big
             bid big "big" { contract 14 }
             must low during opening: contract <= 13
           }""",
        """bidding {
             drop bid nil
             bid big "big" when score < 0 { contract 14 }
             must few during opening: contract <= 3 or bid is big
             must many during opening: contract >= 8 or bid is big
           }""",
        """bidding {
             bid big "big" { contract 5 }
             must big_first during opening when deal > 1: bid is big
             must later: bid is tricks and bid.n >= 3
           }""",
        """bidding {
             bid big "big" { contract 13 }
             bid lo "lo" { contract 1 }
             must not_many during opening: sum of contract over players <= 20 or bid is not nil
             must later during opening: bid is not lo or contract > partner.contract
           }""",
        """bidding {
             must few during opening: contract <= 3 or bid is nil
             must no_nil during opening: bid is not nil
             must many during opening: contract >= 8 or bid is nil
           }""",
    ],
)
def test_a_must_that_may_not_count_bars_no_bid(body: str) -> None:
    assert [found.message for found in glance(_house("standard", body))] == []


def test_a_card_that_is_played_again_is_won_by_two() -> None:
    house = _house(
        "hearts",
        """play { give again after each trick when trick_number = 3: trick to dealer }
           scoring for each player {
             score two when North.cards_won includes AS and East.cards_won includes AS: 1
             score other when cards_won includes AS and some opponent o has o.cards_won includes AS: 1
           }""",
    )
    context = context_of(house)
    game = context.editions[0][1]
    lines = [line for line in game.scoring.lines if line.name in ("two", "other")]
    assert [context.asker(game).can_be(line.when)[0] for line in lines] == [True, True]


def test_a_case_is_written_so_that_it_says_what_is_meant() -> None:
    body = """let top = most of taken over players
              scoring for each team {
                score most { case some member has taken = top: 1 case no member has taken = top and deal < 10: 2 }
                score few { case not (taken > 3 or deal > 3): 1 case taken < 4 and deal < 7: 2 }
              }"""
    hints = [found.hint for found in prove(_house("whist", body)).findings if found.code == "W802"]
    assert [hint.split("`")[1] for hint in hints if hint] == [
        "case (no member has taken = top and deal < 10) and not (some member has taken = top):",
        "case taken < 4 and deal < 7 and (taken > 3 or deal > 3):",
    ]


def test_an_ending_of_one_deal_is_not_said_to_end_each_game() -> None:
    (found,) = prove(_house("standard", "on deal 5 { ending { win fifth when deal >= 5 } }")).findings
    assert (found.code, found.message) == ("W806", "The condition of `win fifth` always holds.")


def test_what_only_other_settings_show_is_claimed_with_these_settings() -> None:
    moon = 'option moons = {} of yes, no "Moons." bidding {{ bid moon "moon" when moons {{ contract 13 }} }}'
    told = {moons: prove(_house("standard", moon.format(moons))).proofs for moons in ("no", "yes")}
    how = {moons: next(one.how for one in told[moons] if one.about == "bidding.moon") for moons in told}
    assert how == {
        "no": "seen in a deal that was played with `moons = yes`",
        "yes": "seen in a deal that was played",
    }


def test_a_bid_that_a_pass_always_comes_before_is_found_by_the_proofs_too_with_the_setting_that_helps() -> None:
    house = _house("standard", "include blind_nil with deficit = 0 include passing")
    (found,) = (one for one in prove(house).findings if one.code == "W811")
    assert found.hint == "write `set pass_late = yes`, or take the bid out"
