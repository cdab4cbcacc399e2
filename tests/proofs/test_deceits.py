"""House rules made to deceive the proofs, each by something that is not the same in every deal that can be.

Each was once called proved, or found to be wrong, though a game can show otherwise; or its mistake was missed.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import pytest

from spadesdsl.loader import Loaded, load_text
from spadesdsl.proofs.asked import answers_of, conditions_of
from spadesdsl.proofs.at_once import context_of
from spadesdsl.proofs.claims import Event, Standing, id_of
from spadesdsl.proofs.prove import prove
from tests.proofs.attacking import attack, contradicted


class Deceit(NamedTuple):
    """A house rule of `standard`, and what must not be said of it."""

    body: str
    about: str = ""
    claim: str = ""
    """Words of a claim that is not certain."""
    codes: tuple[str, ...] = ()
    """The findings that there are."""
    is_small: bool = False
    """Whether everybody bids one, two or three."""


ONE_CASE: Final = "one case counts, and one only"
DECEITS: Final = {
    "edition_bids": Deceit(
        (
            'on deal 3 { bidding { replace bid tricks(n from 1 to 13) "{n}" { contract n } } } scoring for each team { '
            "score gift { case contract <= 8: 1 case contract > 8 and taken > 0: 2 case contract > 8 and taken = 0: 3 "
            "case contract > 30: 4} }"
        ),
        "scoring.gift",
        "case 2 never counts",
        codes=("W803",),
        is_small=True,
    ),
    "several_answers": Deceit(  # it stops for another reason than the first answer
        (
            "deal { replace give hands: 12 from stock to each player } phase more before bidding { may take by each "
            "player stopping when count of stock < 2: give 1 from stock to dealer } scoring for each team { score "
            "fifteen when count of tricks = 15: 3 }"
        ),
        "scoring.fifteen",
        "never holds",
        codes=("W821",),
        is_small=True,
    ),
    "several_gives": Deceit(  # one sentence deals after each answer
        (
            "option added = 0 of 0, 1 deal { drop give hands choose many(n from 1 to 2) by each player: nothing give "
            "cards after many: 1 + added from stock to each player } scoring for each team { score eight when taken = "
            "8: 3 }"
        ),
        "scoring.eight",
        "never holds",
    ),
    "edition_full": Deceit(  # what is left of a tally that was full at a higher number fills it more often
        (
            "scoring for each team { tally t: add taken, full at 25 } on deal 3 of every 3 { scoring for each team { "
            "replace tally t: add taken, full at 5 score often when t.filled = 7: 3 } }"
        ),
        "scoring.often",
        "never holds",
    ),
    "edition_walk": Deceit(  # a first deal is no second one
        (
            'on deal 2 { bidding { replace bid tricks(n from 1 to 3) "{n}" { contract n } drop bid nil } } ending { '
            "win slam when contract >= 7 and deal = 2 }"
        ),
        "ending.slam",
        "it can be reached",
        codes=("W807",),
    ),
    "edition_gap": Deceit(
        (
            'on deal 3 { bidding { replace bid tricks(n from 1 to 13) "{n}" { contract n } } } scoring for each team { '
            "score gift { case contract <= 8: 1 case contract > 8 and taken > 0: 2 } }"
        ),
        "scoring.gift",
        ONE_CASE,
        codes=("W801",),
        is_small=True,
    ),
    "edition_let": Deceit(
        (
            'let open = deal > 0 bidding { drop bid nil replace bid tricks(n from 1 to 13) "{n}" when open { contract '
            "n } } on deal 7 { replace let open = deal < 0 }"
        ),
        "bidding.opening",
        "nobody is left without a bid",
        codes=("W805", "W805", "W806", "W806"),
    ),
    "dynamic_range": Deceit(
        (
            'bidding { replace bid tricks(n from 1 to (if deal > 5 then 13 else 3)) "{n}" { contract n } drop bid nil '
            "} scoring for each team { score gift { case contract <= 8: 1 case contract > 8 and taken > 0: 2 } }"
        ),
        "scoring.gift",
        ONE_CASE,
    ),
    "dynamic_contract": Deceit(
        (
            'bidding { replace bid tricks(n from 1 to 3) "{n}" { contract if deal > 5 then 9 else n } drop bid nil } '
            "scoring for each team { score gift { case contract <= 8: 1 case contract > 8 and taken > 0: 2 } }"
        ),
        "scoring.gift",
        ONE_CASE,
    ),
    "bid_action": Deceit(
        (
            'bidding { replace bid tricks(n from 1 to 3) "{n}" { contract n } drop bid nil round special by North: '
            'huge bid huge "huge" when deal > 30 { contract 30 } may raise by each player from left of dealer when '
            "deal = 4: bid huge } scoring for each team { score gift { case contract <= 12: 1 case contract > 12 and "
            "taken > 0: 2 } }"
        ),
        "scoring.gift",
        ONE_CASE,
    ),
    "dealer_first": Deceit(
        (
            'deal { replace dealer first: North } bidding { bid odd "odd" when dealer is South and deal = 1 { contract '
            "1 } }"
        ),
        "bidding.odd",
        "it can be bid",
    ),
    "dealer_win": Deceit(
        ("deal { replace dealer first: North } ending { win early when dealer is South and deal = 1 and taken >= 1 }"),
        "ending.early",
        "it can be reached",
    ),
    "dealer_chain": Deceit(
        "set target = 600 scoring for each team { score lucky when dealer is North and members includes North: 200 }",
        "ending.target_reached",
        "after 3 deals",
    ),
    "no_such_deal": Deceit(
        (
            "ending { drop win target_reached drop tie level win over_now when deal >= 3 tie level: shared } bidding { "
            'bid late "late" when deal = 9 { contract 1 } }'
        ),
        "bidding.late",
        "it can be bid",
        codes=("W811",),
    ),
    "gap_on_no_deal": Deceit(
        (
            "ending { drop win target_reached drop tie level win over_now when deal >= 3 tie level: shared } bidding { "
            'drop bid nil replace bid tricks(n from 1 to 2) "{n}" when deal != 30 { contract n } }'
        ),
        "bidding.opening",
        "a seat may face no bid",
        codes=("W806",),
    ),
    "times_dealt": Deceit(
        (
            "bidding { drop bid nil redeal again when sum of contract over players < 5: by left of dealer replace bid "
            'tricks(n from 1 to 2) "{n}" when times_dealt != 30 { contract n } }'
        ),
        "bidding.opening",
        "nobody is left without a bid",
    ),
    "thrown_in_always": Deceit(  # four players, and 13 hearts
        "deal { redeal weak when some player has count of hand in hearts < 4: by dealer }",
        "ending",
        "a game can end",
        codes=("W808",),
    ),
    "pass_deal": Deceit(
        (
            "deal { replace give hands: (if deal = 1 then 5 else 13) from stock to each player from left of dealer "
            "give rest: stock to discards face down } bidding { pass many by dealer: 6 from hand to discards face down "
            "}"
        ),
        "bidding.many",
        "asks for 6 cards",
        codes=("W821",),
    ),
    "twice_in_a_list": Deceit(
        (
            "scoring for each team { score gift when sum of taken over [North, North] > 14 and count of ([2C, 2C] "
            "where card.suit is clubs and card.rank < 3) > 1 and deal = 40: 5 }"
        ),
        "scoring.gift",
        "never",
    ),
    "sides_made_later": Deceit(  # before the bidding makes them, each player is one
        (
            "table { replace teams after bidding: dealer with (left of dealer), others alone } scoring for each team { "
            "score gift when count of teams = 3 and deal = 40: 5 }"
        ),
        "scoring.gift",
        "never",
    ),
    "pass_option": Deceit(
        (
            'option few = yes of yes, no "F." deal { replace give hands: (if few then 5 else 13) from stock to each '
            "player from left of dealer give rest when few: stock to discards face down } bidding { pass many by "
            "dealer when not few: 6 from hand to discards face down }"
        ),
        "bidding.many",
        "asks for 6 cards",
    ),
    "pass_kitty": Deceit(
        (
            "deal { replace give hands: 5 from stock to each player from left of dealer } bidding { may draw by "
            "dealer: give 5 from stock to hand pass many by dealer when dealer did draw: 6 from hand to discards face "
            "down }"
        ),
        "bidding.many",
        "asks for 6 cards",
        codes=("W821",),  # who draws five and passes six has four cards
    ),
    "option_bet": Deceit(
        (
            'option bonus = no of yes, no "B." bidding { bid duo "duo" { contract 0 score duo: if bonus then 500 else '
            "-500 } }"
        ),
        "bidding.duo",
        "never scores less than this bid (",
        codes=("W812",),
    ),
    "tie_late": Deceit(
        "ending { drop win target_reached win eighth when deal = 8 win hundredth when deal = 100 }",
        "ending.tie",
        "a tie can be settled",
    ),
    "tie_score": Deceit(
        "ending { drop win target_reached win eighth when deal = 8 win far when score >= 5000 }",
        "ending.tie",
        "a tie can be settled",
    ),
    "tie_with_one_setting": Deceit(
        'option k = 0 from 0 to 500 "K" ending { drop win target_reached win e when deal = 8 or deal = 9 and k != 3 }',
        "ending.tie",
        "tie is settled",
    ),
    "rival_barred": Deceit(
        (
            'bidding { bid semi "s" { contract 3 score semi: -10 } must z during opening when hand includes AS: not '
            "(bid is tricks) }"
        ),
        "bidding.semi",
        "never scores less than this bid",
    ),
    "time_up_on_one_deal": Deceit(
        'ending { drop win target_reached clock evening: until 22.5 "E" win e when evening and deal = 3 }',
        "ending",
        "no game ended",
        codes=("W810",),
    ),
    "late_hands": Deceit(
        (
            'option many = 3 from 1 to 4 "M" deal { replace give hands: (if deal > 61 then 10 + many else 13) from '
            "stock to each player from left of dealer }"
        ),
        "options",
        "the cards come out",
        codes=("W809",),
    ),
    "hands_by_score": Deceit(
        (
            'option many = 3 from 1 to 4 "M" deal { replace give hands: (if some team has score > 700 then 10 + many '
            "else 13) from stock to each player from left of dealer }"
        ),
        "options",
        "the cards come out",
    ),
    "dealer_next_play": Deceit(
        (
            'option low_wins = no of yes, no "L." deal { replace dealer next: last_trick.winner } play { replace trick '
            "winner: if low_wins then (lowest of trick in led.suit) else (highest of trick in trumps, else highest of "
            "trick in led.suit) }"
        ),
        "options",
        "`low_wins`",
    ),
    "out_option": Deceit(
        'option limit = 100 from 50 to 200 "L." ending { out poor when score < -1 * limit }',
        "options",
        "`limit`",
    ),
    "end_option": Deceit(
        (
            'option length = 8 from 4 to 20 "L." ending { drop win target_reached drop tie level win done when deal >= '
            "length tie level: shared } on deal 15 { deal { replace give hands: 12 from stock to each player from left "
            "of dealer give rest: stock to discards face down } }"
        ),
        "options",
        "`length`",
    ),
    "tally_dec": Deceit(
        (
            "scoring for each team { tally odd: add taken, full at 25 - min(deal, 20) score od: 1 * odd.filled } "
            "bidding { must few during opening when side.odd >= 20: not (bid is nil) }"
        ),
        "bidding.few",
        "never holds",
    ),
    "early_round_until": Deceit(
        (
            'bidding { round dark above opening by each player from left of dealer: blindish bid blindish "blindish" '
            "before looking { contract 6 } drop round opening round opening by each player from left of dealer until "
            "some player did bid : tricks, nil }"
        ),
        "bidding.blindish",
        "have to bid again",
        codes=("W805",),  # who has not bid dark may not be asked
    ),
    "score_parity": Deceit(
        (
            'bidding { bid big "big" when score = 333 and deal > 3 { contract 9 } } scoring for each team { replace '
            "score overtricks: 0 drop score bag_fine drop tally bags }"
        ),
        codes=("W811",),  # all lines give tens or fives
    ),
    "round_when": Deceit(
        (
            "bidding { drop round opening round opening by each player from left of dealer when deal != 3 } scoring "
            "for each team { score gift { case contract >= 2: 1 case contract < 2 and some member has bid is nil: 2 } "
            "}"
        ),
        "scoring.gift",
        ONE_CASE,
    ),
    "dealer_case": Deceit(
        (
            "scoring for each team { score gift { case members includes dealer and taken >= 0: 1 case not (members "
            "includes dealer) and taken <= 12: 2 } }"
        ),
        "scoring.gift",
        ONE_CASE,
        codes=("W801",),
        is_small=True,
    ),
    "left_of_dealer": Deceit(
        (
            "scoring for each team { score gift { case (left of dealer).taken <= 12: 1 case (left of dealer).taken > "
            "12 and taken > 0: 2 } }"
        ),
        "scoring.gift",
        ONE_CASE,
        codes=("W801",),
        is_small=True,
    ),
    "first_members": Deceit(
        (
            "scoring for each team { score gift { case (first of members).taken <= 12: 1 case (first of members).taken "
            "> 12 and deal < 5: 2 } }"
        ),
        "scoring.gift",
        ONE_CASE,
        codes=("W801",),
        is_small=True,
    ),
    "slide_hand": Deceit(
        (
            "bidding { may slide by dealer: give 1 from hand to partner of dealer } scoring for each team { score gift "
            "when taken > 13: 100 score rich { case taken <= 13: 1 case taken > 13 and taken < 14: 2 } }"
        ),
        "scoring.rich",
        ONE_CASE,
        codes=("W803",),
    ),
    "fewer": Deceit(
        (
            "bidding { may burn by each player from left of dealer: give 5 from hand to discards } bidding { drop bid "
            'nil replace bid tricks(n from 1 to 1) "{n}" { contract n } } scoring for each team { score gift { case '
            "taken + sum of taken over opponents = 13: 1 case taken + sum of taken over opponents > 13: 2 } }"
        ),
        "scoring.gift",
        ONE_CASE,
        codes=("W801", "W803"),
    ),
    "edition_more": Deceit(
        (
            "deal { replace give hands: 5 from stock to each player from left of dealer give rest: stock to discards "
            "face down } on deal 5 { deal { replace give hands: 13 from stock to each player from left of dealer drop "
            "give rest } } scoring for each team { score gift when taken > 5: 10 score gaps { case taken <= 5: 1 case "
            'taken > 5 and taken < 9: 2 } } bidding { replace bid tricks(n from 1 to 5) "{n}" { contract n } }'
        ),
        "scoring.gaps",
        ONE_CASE,
        codes=("W801",),
    ),
    "option_value": Deceit(
        (
            'option late = 5 from 1 to 9 "L." scoring for each team { score gift { case made: 5 case taken > 3: late '
            "otherwise: 0 } }"
        ),
        "scoring.gift",
        ONE_CASE,
        codes=("W802",),
        is_small=True,
    ),
    "must_taken": Deceit(
        "play { must rich when taken >= 11: card in hearts or card in spades }",
        "play.rich",
        "never takes a choice away",
    ),
    "must_seat": Deceit(
        "play { must west_only when player is West and trick_number = 12: card in hearts or card in spades }",
        "play.west_only",
        "never takes a choice away",
    ),
    "must_bid": Deceit(
        "play { must big_bid when contract = 13 and side.contract = 26: card in hearts or card in spades }",
        "play.big_bid",
        "never takes a choice away",
    ),
    "order": Deceit(
        (
            "deck { order flip when trick_number > 9: 2, 3, 4, 5, 6, 7, 8, 9, 10, J, Q, K, A } play { must tenth when "
            "trick_number = 11 and leading: card.rank > A or card.rank >= 2 }"
        ),
        "play.tenth",
        "never takes a choice away",
    ),
    "trumps_edition": Deceit(
        (
            "on deal 3 { deck { replace trumps: hearts, topped by 2D } } scoring for each team { score many when count "
            "of played in hearts > 13: 5 }"
        ),
        "scoring.many",
        "never holds",
    ),
    "made_bid": Deceit(
        (
            'bidding { replace bid tricks(n from 1 to 3) "{n}" { contract n } drop bid nil may raise by each player '
            "from left of dealer: bid tricks(bid.n + 9) } scoring for each team { score gift { case contract <= 6: 1 "
            "case contract > 6 and contract < 12: 2 } score big when contract > 20: 4 }"
        ),
        "scoring.gift",
        ONE_CASE,
        codes=("W801",),
    ),
    "replace_edition_bids_must": Deceit(
        (
            'on deal 3 { bidding { replace bid tricks(n from 1 to 13) "{n}" when deal < 0 { contract n } drop bid nil '
            "} }"
        ),
        "bidding.opening",
        "nobody is left without a bid",
        codes=(
            "W805",
            "W811",
        ),
    ),
    "gap_at_score": Deceit(
        "scoring for each team { score gift { case score < 100: 1 case score > 100: 2 } }",
        codes=("W801",),
    ),
    "gap_subtotal": Deceit(
        "scoring for each team { score gift below contract { case subtotal < 0: 1 case subtotal > 0: 2 } }",
        codes=("W801",),
    ),
    "dead_case": Deceit(
        "scoring for each team { score gift { case taken >= 5: 1 case taken >= 9: 1 case taken < 5: 3 } }",
        codes=("W803",),
    ),
    "circle": Deceit(
        (
            'bidding { bid one "one" when some player has bid is two { contract 1 } bid two "two" when some player has '
            "bid is one { contract 2 } }"
        ),
        codes=(
            "W811",
            "W811",
        ),
    ),
    "circle3": Deceit(
        (
            'bidding { bid one "one" when partner.bid is three { contract 1 } bid two "two" when left.bid is one or '
            'right.bid is one { contract 2 } bid three "three" when some player has bid is two { contract 3 } }'
        ),
        codes=(
            "W811",
            "W811",
            "W811",
        ),
    ),
    "bags_full": Deceit(
        "scoring for each team { score heavy when bags >= bag_limit: -50 }",
        codes=("W806",),
    ),
    "sits_out_of_a_trick": Deceit(  # and has a card left when the others have none
        (
            "play { control pause when last_trick.winner is North: nobody plays for South } scoring for each team { "
            "score late { case trick_number <= 14: 1 } }"
        ),
        codes=("W801",),
    ),
    "all_tricks": Deceit(
        (
            "scoring for each team { score fewer when sum of taken over players < 13: 3 score early when "
            "last_trick.number < 13: 3 score other when taken + sum of taken over opponents != 13: 3 }"
        ),
        codes=("W806", "W806", "W806"),
    ),
    "cards_of_a_hand": Deceit(
        (
            "deal { give more: (North.hand in spades) to South.hand } scoring for each team { score late { case "
            "trick_number <= 17: 1 } }"
        ),
        codes=("W801", "W821"),
    ),
    "circle_of_musts": Deceit(
        (
            'bidding { bid moon "moon" { contract 13 } bid sun "sun" { contract 12 } must late_moon: bid is not moon '
            "or some player has bid is sun must late_sun: bid is not sun or some player has bid is moon }"
        ),
        codes=("W811", "W811"),
    ),
    "all_may_be_refused": Deceit(
        'bidding { drop bid nil replace bid tricks(n from 1 to 13) "{n}" { contract n needs yes from partner } }',
        codes=("W805",),
    ),
    "let_of_some_deals": Deceit(
        (
            "let big for each team = if taken > 5 then 1 else 0 on deal 3 of every 5 { let bigger for each team "
            "instead of big = big + 1 } scoring for each team { score lucky { case big <= 1: 1 } }"
        ),
        codes=("W801",),
    ),
    "never_below": Deceit("scoring for each team { score loss: 3 * min(extra, 0) }", codes=("W813",)),
    "nil_with_a_contract": Deceit(
        "scoring for each team { score odd when some member has bid is nil and contract > 0: 3 }",
        codes=("W806",),
    ),
    "nil_and_then_nothing": Deceit(  # the contract stays
        (
            "bidding { replace round opening by each player from left of dealer round late by each player from left "
            'of dealer: stop, more bid stop "stop" bid more "more" { contract 1 } } scoring for each team { score odd '
            "when some member has bid is stop and contract > 0: 3 }"
        ),
    ),
    "not_after_that_answer": Deceit(
        (
            "bidding { may double by dealer: nothing may pair by dealer when not dealer did double: nothing } scoring "
            "for each team { score both when dealer did pair and dealer did double: 3 }"
        ),
        codes=("W806",),
    ),
    "asked_before_the_other": Deceit(
        "bidding { may pair by dealer when not dealer did double: nothing may double by dealer: nothing } scoring for "
        "each team { score both when dealer did pair and dealer did double: 3 }",
        codes=("W806",),
    ),
    "asked_of_a_side": Deceit(  # and scored for the other
        "bidding { may double by each team from left of dealer when side.contract >= 24: nothing } scoring for each "
        "team { score odd when North did double and contract < 24: 3 }"
    ),
    "more_than_a_bid_adds": Deceit(
        'bidding { replace bid tricks(n from 1 to 9) "{n}" { contract n + 1 } } scoring for each team { score odd when '
        "contract > 20: 3 }",
        codes=("W806",),
    ),
    "each_bid_adds_to_another": Deceit(
        'bidding { bid more "more" { contract partner.contract + 1 } } scoring for each team { score odd when '
        "contract > 26: 3 }"
    ),
    "asked_after_a_trick": Deceit(  # when no card lies there, and the next trick has not begun
        "play { may look_back after each trick by dealer when leading and trick_number = 2 and count of played > 7 "
        "and last_trick.led is 2H: nothing }"
    ),
    "dealt_to_a_name_and_to_the_dealer": Deceit(  # which may be the same player
        "phase moving before play { give one: 1 from South.hand to dealer } scoring for each team { score odd when sum "
        "of taken over players = 13 and taken = 13: 3 }",
        codes=("W821",),
    ),
    "some_deals_count_double": Deceit("on deal 4 of every 4 { scoring for each team { score again: 1 * extra } }"),
    "somebody_leads": Deceit(
        (
            "scoring for each team { score chased when every team t has t.behind > 10: 3 score ahead when some team "
            "t has t.behind = 0 and t is not side: 3 tally four: add 1, full at 4 score fifth when four.before = 4: 1 }"
        ),
        codes=("W806", "W806"),
    ),
    "card_without_a_trick": Deceit(
        "scoring for each team { score queen when cards_won includes QS and taken = 0: 3 }",
        codes=("W806",),
    ),
    "in_two_wordings": Deceit(
        (
            "scoring for each team { score odd when count of (cards_won where card in hearts) != count of cards_won in "
            "hearts: 3 }"
        ),
        codes=("W806",),
    ),
    "skipped_gap": Deceit(  # no side takes more than three
        (
            "play { skip enough after each trick when trick_number = 3: play } scoring for each team { score few { "
            "case taken <= 2: 1 case taken = 3: 2 } score more when taken = 4: 3 }"
        ),
        codes=("W806",),
    ),
    "skipped_by_tricks": Deceit(
        (
            "play { skip enough after each trick when some team has taken >= 7: play } scoring for each team { score "
            "few { case taken < 7: 1 case taken = 7: 2 } score more when taken = 8: 3 }"
        ),
        codes=("W806",),
    ),
    "cards_win_nothing": Deceit(  # the sides lead in turn, and who leads wins: the same for both
        (
            "deal { replace give hands: 12 from stock to each player } bidding { drop bid nil replace bid tricks(n "
            'from 1 to 1) "{n}" { contract n } } play { replace lead next: left of last_trick.leader replace trick '
            "winner: first of trick }"
        ),
        "ending.tie",
        "a tie can be settled",
    ),
    "fewer_cards": Deceit(  # South never takes more than five
        (
            "deal { replace give hands: if player is South then 5 else 13 from stock to each player } scoring for each "
            "team { score six when South.taken > 5: 1 }"
        ),
        "conditions",
        "each holds",
        codes=("W821",),
    ),
    "sits_out_by_score": Deceit(  # the score is another one when the game may end
        (
            "play { control rest when North.score > 100: nobody plays for South } ending { lose odd when South.taken > "
            "0 and North.score > 100 }"
        ),
        "ending.odd",
        "never",
    ),
    "half_points": Deceit(
        (
            "scoring for each team { let half = (1 * taken) / 2 score halves: half score between when score > 100 and "
            "score < 101: 1 }"
        ),
    ),
    "compared_with_a_half": Deceit(
        "scoring for each team { score odd when behind > 0 and behind < 0.5: 1 }", codes=("W806",)
    ),
    "tally_reset": Deceit(
        (
            "scoring for each team { tally run: add 1 when made, reset when not made score odd when run = 3 and not "
            "made: 1 }"
        ),
        codes=("W806",),
    ),
    "often_full": Deceit(
        (
            "scoring for each team { tally got: add taken, full at bag_limit score thrice when got.filled > 2 and "
            "bag_limit >= 7: 1 score twice when got.filled > 2 and bag_limit = 6: 1 }"
        ),
        codes=("W806",),
    ),
    "tally_parity": Deceit(
        (
            "scoring for each team { tally evens: add 2 when made, add 4 when taken = 13, full at 10 score odd when "
            "evens = 5: 1 score even when evens = 6 and evens.before = 4: 1 }"
        ),
        codes=("W806",),
    ),
    "barred_for_both": Deceit(
        (
            "bidding { must one_nil during opening when partner.bid is nil: bid is not nil } scoring for each team { "
            "score both when every member has bid is nil: 1 score one when some member has bid is nil: 1 }"
        ),
        codes=("W806",),
    ),
    "barred_for_some": Deceit(  # not where the dealer bids last, nor where no bid is left that the rule allows
        (
            "bidding { must one_nil during opening when partner.bid is nil and player is not dealer: bid is not nil "
            "must high during opening when partner.bid is not nil: contract > partner.contract } scoring for each team "
            "{ score both when every member has bid is nil: 1 score alike when every member has bid is tricks and "
            "North.contract = South.contract and North in members: 1 }"
        ),
        "scoring.both",
        "never holds",
        codes=(),
    ),
    "bounded_by_its_own_condition": Deceit(
        (
            "scoring for each team { tally part: add 1 when made and part.before < 4, full at 5 score all_five when "
            "part.filled > 0: 10 score four when part = 4: 1 }"
        ),
        codes=("W806",),
    ),
    "high_for_a_moment": Deceit(  # a tally that its own step sees before it is reset
        (
            "scoring for each team { tally run: add 1 when taken > 4, reset when run >= 3 score third when run = 0 and "
            "run.before = 2: 5 tally low: add -1 when taken < 3, add 3 when low <= -2, full at 4 score up when low = 1 "
            "or low = 0 and low.before = 1: 1 }"
        ),
        codes=(),
    ),
    "full_at_other_numbers": Deceit(
        (
            "option least = -1 of -1, 0, 4 on deal 2 { scoring for each team { replace tally got: add taken, full at 9 "
            "} } scoring for each team { tally got: add taken, full at least score much when got > 12: 1 score "
            "full_now when got.filled = 4: 2 }"
        ),
        "scoring.much",
        "never holds",
        codes=(),
    ),
    "not_even_always": Deceit(  # a tally that counts half of itself
        (
            "scoring for each team { tally halves: add 2, add -halves.before / 2 when made score odd when "
            "halves = 3: 1 score whole when not halves / 1 is whole: 1 }"
        ),
        codes=(),
    ),
    "score_of_some_deals": Deceit(  # the lines of other deals count as well
        (
            "on deal 3 { scoring for each team { replace score overtricks: 3 * extra } } scoring for each team { "
            "replace score overtricks: 5 * extra replace score bag_fine: 0 score odd when score = 23 and deal > 3: 5 }"
        ),
        "scoring.odd",
        "never holds",
        codes=(),
    ),
    "zero": Deceit(
        "scoring for each team { score nothing_much: 3 * (extra - extra) }",
        codes=("W813",),
    ),
}

_SET: Final = "set failed_nil = help, set_cost = per_bid, bags_past_limit = carried"
_EXAMPLES: Final = (
    'drop example "337 points, 7 bags, bid 5: two, three or four overtricks", "a failed nil\'s tricks are bags", '
    '"a failed nil\'s tricks help"'
)
_SMALL: Final = 'bidding { drop bid nil replace bid tricks(n from 1 to 3) "{n}" { contract n } }'


def _house(one: Deceit) -> Loaded:
    lines = [_SET, _EXAMPLES, _SMALL if one.is_small else "", one.body]
    text = 'language 1\nvariant house "H" extends standard {\n' + "\n".join(lines) + "\n}\n"
    loaded = load_text(text.encode(), {})
    assert loaded.variant is not None, [found.message for found in loaded.diagnostics]
    return loaded


@pytest.mark.parametrize("name", DECEITS)
def test_only_what_holds_in_every_deal_that_can_be_is_certain(name: str) -> None:
    one, house = DECEITS[name], _house(DECEITS[name])
    found = prove(house)
    certain = [proof for proof in found.proofs if proof.standing is not Standing.OPEN and proof.about == one.about]
    assert not one.claim or not any(one.claim in proof.line for proof in certain)
    assert [finding.code for finding in found.findings] == list(one.codes)
    proofs = list(found.proofs)
    assert contradicted(proofs, attack(context_of(house), proofs, 300, seed=3)) == []


def test_a_condition_of_the_play_is_not_seen_to_hold_for_a_player_without_cards() -> None:
    found = prove(_house(Deceit("play { must at_last when count of hand = 0: card in clubs }")))
    about = [proof for proof in found.proofs if proof.about == "play.at_last"]
    assert any("never seen to hold" in proof.line and proof.standing is Standing.OPEN for proof in about)


@pytest.mark.parametrize(
    "body",
    [
        "deal { replace give hands: if deal > 30 then 12 else 13 from stock to each player }",
        "option size = 13 from 5 to 13 deal { replace give hands: size from stock to each player }",
        "play { replace trick winner: if deal > 40 and trick_number = 5 then AS else highest of trick in led.suit }",
    ],
)
def test_tricks_that_some_deals_have_not_or_nobody_wins_are_not_taken_for_won(body: str) -> None:
    _is_not_certain(body, "taken + sum of taken over opponents = 13")


def test_what_a_bid_adds_to_the_contract_by_an_option_is_not_taken_for_all() -> None:
    body = (
        "bidding { round opening by each player from left of dealer bid many { contract cc } bid zero { contract 0 } }"
    )
    _is_not_certain(f"option cc = 5 from 1 to 9 {body}", "contract <= 5")


_ALONE: Final = """
variant alone "Alone" {
  table { seats North, East, South, West teams none }
  deck { suits clubs, diamonds, hearts, spades ranks A, K, Q, J, 10, 9, 8, 7, 6, 5, 4, 3, 2 trumps: spades }
  deal { dealer first: random of players dealer next: left of dealer give hands: 13 from stock to each player }
  bidding { bid tricks(n from 0 to 13) "{n}" { contract n } round r by each player from left of dealer }
  play { lead first: left of dealer lead next: last_trick.winner must follow_suit when following: card in led.suit
    trick winner: highest of trick in trumps, else highest of trick in led.suit }
  scoring for each player { score tricks: 1 * taken }
  ending { win done when deal >= 10 tie level: shared }
"""
_OUT_AT_FIRST: Final = "on deal 1 { ending { out no_trick when taken = 0 } }"
_CUT: Final = "play { skip cut after each trick when %s.taken = 5: play }"
_UNCHECKED: Final = (
    "phase early after bidding { skip unchecked when deal = 2: checking } phase checking after early { "
    "redeal none_bid when every player has contract = 0: by left of dealer }"
)
_ACE: Final = "(first of (players where cards_won includes AS))"


@pytest.mark.parametrize(
    ("body", "condition"),
    [
        (_OUT_AT_FIRST, "player is left of left of left of player and deal > 1"),
        (_OUT_AT_FIRST, "left of player is right of player and deal > 1"),
        ("ending { out no_trick when taken = 0 and deal = 3 }", "North.score > most of score over players"),
        (_UNCHECKED, "every player has contract = 0"),
        (
            "scoring for each player { tally s: add 1 when taken > 3, full at 2 } ending { win h when s.filled > 0 and "
            "score > 20 }",
            "score > 20 and s.filled > 0",
        ),
        (
            "scoring for each player { tally s: add 1 when taken > 3 } ending { win h when s.before >= 3 }",
            "s.before = 3",
        ),
        (_CUT % "last_trick.leader", "last_trick.leader.taken > 5"),
        (_CUT % _ACE, f"{_ACE}.taken > 5"),
        ("scoring for each player { score again: subtotal }", "subtotal > 1 * taken and taken > 2"),
        (
            "option paid = no of yes, no on deal 2 { set paid = yes } scoring for each player { tally t: add 1 when "
            "paid }",
            "t > 0 and not paid",
        ),
        (
            "option cap = 5 from 2 to 20 on deal 2 { set cap = 19 } scoring for each player { tally t: add taken, full "
            "at cap }",
            "t.before >= cap",
        ),
        (
            "option goal = 30 from 20 to 100 on deal 3 { set goal = 100 } ending { win g when score >= goal }",
            "score >= goal",
        ),
        ("phase naming before play { may call by dealer when deal > 1: nothing }", "North did call"),
    ],
)
def test_what_a_game_can_show_is_not_said_never_to_be(body: str, condition: str) -> None:
    loaded = load_text(f"{_ALONE} {body} scoring for each player {{ score x when {condition}: 1 }} }}".encode(), {})
    assert loaded.variant is not None, [found.message for found in loaded.diagnostics]
    context = context_of(loaded)
    said = [(game, one) for _, game in context.editions for one in conditions_of(game) if one.rule.key == "scoring.x"]
    assert any(answers_of(context, game, one)[0] for game, one in said)
    rule = id_of(said[0][1].rule)
    seeds = (seed for seed in range(20) if attack(context, [], 2_000, seed).record.has(Event.HOLDS, rule, 0))
    assert next(seeds, None) is not None, "the games that are played do not show it"


def _is_not_certain(body: str, case: str) -> None:
    line = f"scoring for each player {{ score gift {{ case {case}: 1 }} }}"
    found = prove(load_text(f"language 1\nvariant house extends hearts {{ {body} {line} }}".encode(), {}))
    assert not any(
        ONE_CASE in proof.line and "gift" in proof.about for proof in found.proofs if proof.standing is Standing.PROVED
    )
