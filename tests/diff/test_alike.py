"""One game in other words: shown to be one where it is, and never where it is not."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest
import yaml

from spadesdsl.diff import Effect, changes_between, difference
from spadesdsl.diff.effects import are_the_same
from spadesdsl.diff.equivalence import pairs_of, shown_alike
from spadesdsl.diff.lockstep import Chooser, walk
from spadesdsl.loader import Loaded, load_text
from spadesdsl.proofs.situations import fresh
from tests.diff.edited_pairs import first_unlike, planted
from tests.loading import loaded

if TYPE_CHECKING:
    from spadesdsl.diff import Difference

SCORING = "scoring for each team"
MADE = "if made then helping - contract else 0"

TRICKS, NO_NIL = "every player has bid is tricks", "no player has bid is nil"
"""The same once each player has bid, where there is no other bid."""

SAME = [
    # When a bid is offered, a step comes, or a player sits out.
    ("nap", "bidding { replace bid misere when top.height <= 6 }"),
    ("skat", 'bidding { replace bid hold(n from 18 to 264) "hold {n}" when not player is bidder and n = top }'),
    (
        "spoil_five",
        "play { replace skip decided after each trick when not every player p has p.taken != 3 or p did jink: play }",
    ),
    ("knockout_whist", "deal { replace give turn_up when deal < 2: 1 from stock to upcard face up }"),
    ("standard", "play { must at_last when leading and trick_number = 13: card not in clubs }"),
    ("standard", "ending { lose down when score <= -500 and score >= target }"),
    ("standard", "play { replace must unbroken when not (broken or following): card not in trumps }"),
    ("standard", "play { replace must unbroken when leading and not broken: card not in spades }"),
    ("standard", "play { replace let broken = not (count of played in spades <= 0) }"),
    ("standard", "play { must idle when following: card in led.suit or card not in led.suit }"),
    ("standard", "play { must again when following: card in led.suit }"),
    ("standard", "play { must red above unbroken when trick_number = 0: card in hearts }"),
    ("standard", "play { replace must follow_suit above unbroken when following: card in led.suit }"),
    ("standard", "play { must two_steps when following and led.suit is hearts: not (card not in hearts) }"),
    ("oh_hell", "ending { replace win most_points when deal = 19 }"),
    ("oh_hell", "scoring for each player { score never_reached when deal > 19: 5 }"),
    ("standard", "play { replace trick winner: highest of trick in spades, else highest of trick in led.suit }"),
    (
        "standard",
        "play { replace trick winner: highest of trick in trumps, else highest of trick in led.suit,"
        " else highest of trick }",
    ),
    # The leaders win, whoever else may.
    ("standard", "ending { replace win target_reached when some team has score >= target }"),
    ("standard", "ending { replace win target_reached when score - behind >= target and behind = 0 }"),
    ("hearts", "ending { replace win lowest_score when behind = 0 and not every player has score < limit }"),
    # What is read is too large to be taken apart, and is the same.
    ("pinochle", "play { replace must trump_in when following and not card in led.suit: card in trumps }"),
    ("standard", "ending { replace win target_reached when not (score < target) }"),
    ("standard", "ending { replace win target_reached when score >= 500 and (deal >= 1 or not (deal >= 1)) }"),
    ("standard", f"{SCORING} {{ replace let extra = ({MADE}) + spare }}"),
    ("standard", f"{SCORING} {{ replace let made = helping > contract - 1 }}"),
    ("standard", f"{SCORING} {{ replace score bag_fine: -1 * bag_penalty * bags.filled }}"),
    ("standard", f"{SCORING} {{ replace score overtricks above contract: 1 * extra }}"),
    (
        "standard",
        f"{SCORING} {{ replace tally bags: add 1 * extra, full at bag_limit losing the rest"
        " when bags_past_limit is lost }",
    ),
    ("standard", "set target = 500"),
    (
        "standard",
        f"{SCORING} {{ score g: (if dealer in opponents then 5 else 0) - (if dealer in members then 0 else 5) }}",
    ),
    ("standard", f"{SCORING} {{ score g: (if {TRICKS} then 5 else 0) - (if {NO_NIL} then 5 else 0) }}"),
    ("standard", "bidding { must idle: bid is nil or bid is not nil }"),
    ("standard", "bidding { must idle: not (bid is tricks and bid.n = 1 and not (bid.n <= 2)) }"),
    ("standard", "ending { replace win target_reached when score >= target and deal > 0 }"),
    ("hearts", "play { replace must no_hearts when not broken and not following: not (card in hearts) }"),
    ("whist", "play { replace must follow_suit when not leading: card in led.suit }"),
    ("whist", f"{SCORING} {{ score gift: if count of members > 2 then 3 else 0 }}"),
    ("whist", "deal { replace dealer next: right of right of right of dealer }"),
    (
        "standard",
        f"{SCORING} {{ replace tally bags: add extra when extra > 3, add extra when extra <= 3, full at bag_limit"
        " losing the rest when bags_past_limit is lost }",
    ),
    ("standard", "play { must late when trick_number > 13: card in hearts }"),
    (
        "standard",
        "play { replace must follow_suit when following and count of hand in led.suit > 0: card in led.suit }",
    ),
    (
        "standard",
        "play { replace must unbroken when leading and no card c in played has c in spades:"
        " not (card.suit is spades) }",
    ),
    (
        "hearts",
        "play { replace must follow_suit when following and some card c in hand has c.suit is led.suit:"
        " card in led.suit }",
    ),
    (
        "oh_hell",
        "deal { replace let hand_size = if deal >= most_cards then deal - most_cards + 1 else most_cards - deal + 1 }",
    ),
    ("bridge", f"{SCORING} {{ replace let insult = if times = 1 then 0 else if times = 2 then 50 else 100 }}"),
    ("standard", f"{SCORING} {{ score gift when taken + contract < 0: 5 }}"),
    ("standard", f"{SCORING} {{ score gift when contract > 26: 5 }}"),
    ("standard", f"{SCORING} {{ score gift when some member has taken > 13: 5 }}"),
    ("standard", f"{SCORING} {{ score gift when sum of taken over members != taken: 5 }}"),
]

OTHER = [
    ("standard", "ending { replace win target_reached when score > target and behind >= 0 }"),
    ("standard", "ending { replace win target_reached when score >= target and behind > 0 }"),
    ("standard", "ending { replace win target_reached when every team has score >= target }"),
    ("hearts", "ending { replace win lowest_score when score >= limit }"),
    ("hearts", "ending { replace win lowest_score when score < limit and some player has score >= limit }"),
    ("pinochle", "ending { replace win bidder_out when score >= target and declarer in members and behind = 0 }"),
    ("pinochle", "bidding { replace let common for each player = count of married - royal - runs }"),
    ("bridge", "bidding { replace bid double when not top.player in members and not doubled }"),
    ("nap", "bidding { replace bid misere when top.height <= 7 }"),
    (
        "pitch",
        'bidding { replace bid points(n from 2 to 4) "{n}" when n > top.bid.n and (n > 2 or count of calls < 3) }',
    ),
    (
        "hearts",
        "phase passing { replace pass three by each player at once when pass_cards and deal < 90: "
        "3 from hand to neighbour face down }",
    ),
    (
        "euchre",
        "play { replace control alone_partner when maker.partner did go_alone: nobody plays for maker.partner }",
    ),
    (
        "standard",
        "play { replace must follow_suit when following and count of hand in led.suit > 1: card in led.suit }",
    ),
    ("standard", "play { replace must follow_suit when following and count of hand in spades > 0: card in led.suit }"),
    (
        "standard",
        "play { replace must follow_suit when following and count of hand in led.suit = 0: card in led.suit }",
    ),
    (
        "standard",
        "play { replace must unbroken when leading and no card c in played has c in hearts: card not in spades }",
    ),
    ("standard", "play { replace must follow_suit when following: trick.best.suit is card.suit }"),
    (
        "oh_hell",
        "deal { replace let hand_size = if deal > most_cards then deal - most_cards + 1 else most_cards - deal }",
    ),
    (
        "standard",
        "bidding { replace round opening by each player from left of dealer stopping when some player has bid is nil:"
        f" tricks, nil }} {SCORING} {{ score g: (if {TRICKS} then 5 else 0) - (if {NO_NIL} then 5 else 0) }}",
    ),
    ("standard", "play { must late when trick_number > 11: card in hearts }"),
    ("standard", f"{SCORING} {{ score gift when taken + contract < 1: 5 }}"),
    ("standard", f"{SCORING} {{ score gift when contract > 25: 5 }}"),
    ("standard", f"{SCORING} {{ score gift when some member has taken > 12: 5 }}"),
    ("standard", f"{SCORING} {{ score gift when sum of taken over side.opponents != taken: 5 }}"),
    (
        "standard",
        f"{SCORING} {{ let twice for each player = sum of player.taken over members\n"
        " score gift when sum of twice over members != taken: 5 }",
    ),
    ("standard", "play { replace must unbroken when not (broken and following): card not in trumps }"),
    ("standard", "play { must idle when following: card in led.suit or card in hearts }"),
    ("standard", "play { must low above follow_suit when following: card not in led.suit }"),
    ("standard", "play { must later when following: card not in trumps }"),
    ("standard", "play { must once when leading and trick_number = 1: card not in hearts }"),
    ("standard", "play { must west when leading and player is West: card not in hearts }"),
    ("standard", "play { replace trick winner: highest of trick in hearts, else highest of trick in led.suit }"),
    ("standard", "play { replace trick winner: highest of trick in led.suit, else highest of trick in trumps }"),
    ("cancellation", "play { replace trick equal: first }"),
    ("hearts", "play { replace let broken = every card in played has card in hearts }"),
    ("standard", f"{SCORING} {{ replace tally bags: add 1 when bags > 3, add extra, full at bag_limit }}"),
    ("whist", f"{SCORING} {{ score gift instead of odd_tricks: 0 }}"),
    ("knockout_whist", "deal { replace dealer next: right of right of right of dealer }"),
    ("standard", "play { replace lead next: left of dealer }"),
    ("standard", "deal { replace dealer next: right of dealer }"),
    ("standard", "ending { replace win target_reached when score > target }"),
    ("standard", "ending { lose far_below when score <= -1000 }"),
    ("standard", f"{SCORING} {{ replace score bag_fine: -bag_penalty * bags.filled - 1 }}"),
    ("standard", f"{SCORING} {{ replace score overtricks: 2 * extra }}"),
    ("standard", "set bag_limit = 9"),
    ("standard", "bidding { must no_ones: not (bid is tricks and bid.n = 1) }"),
    ("hearts", "phase passing { replace let neighbour = player.right }"),
]

BONUS = "score bonus"
PAIRS = [
    ("%s { score bonus when abs(taken - contract) <= 1: 5 }", "<= 1", "<= 2"),
    ("%s { score bonus when max(taken, contract) > 3: 5 }", "max", "min"),
    ("on deal 70 { %s { replace score overtricks: 2 * extra } }", "2 * extra", "3 * extra"),
    ("on deal 9999 { %s { replace score overtricks: 2 * extra } }", "2 * extra", "3 * extra"),
    ("on deal 61 { play { drop must follow_suit } }", "follow_suit", "unbroken"),
    ("on deal 61 of every 70 { play { drop must follow_suit } }", "61 of", "62 of"),
    ("%s { score bonus: if West.taken > 9 then 5 else 0 }", "> 9", "> 8"),
    ("%s { score bonus: if West.bid is nil then 5 else 0 }", "nil", "tricks(12)"),
    ("%s { score bonus: if North.taken > 3 and North in members then 5 else 0 }", "North.t", "(first of members).t"),
    ("%s { let big = taken >= 3\n replace tally bags: add extra, reset when big and bags >= 5 }", ">= 3", ">= 5"),
    ("%s { let big = taken >= 3\n score bonus when deal >= 5 and big: 5 }", ">= 3", ">= 4"),
    ("%s { let big = taken >= 3\n score bonus when score >= 200 and big: 5 }", ">= 3", ">= 4"),
    ("%s { let big = taken >= 3\n score bonus when cards_won includes AS and big: 5 }", ">= 3", ">= 4"),
    ("%s { let big = taken >= 3\n score bonus when bags >= 9 and big: 5 }", ">= 3", ">= 4"),
    ("%s { let big = taken >= 3\n score bonus: if bags.before > 3 and big then 5 else 0 }", ">= 3", ">= 4"),
    ("%s { let big = taken >= 3\n score bonus when behind >= 50 and big: 5 }", ">= 3", ">= 4"),
    ("%s { let big = taken >= 3\n score bonus when last_trick.winner in members and big: 5 }", ">= 3", ">= 4"),
    (
        "%s { score one: if taken > 3 then 5 else 0\n score two: if taken > 3 then 1 else 6\n"
        " score other instead of two when deal = 5: 1 }",
        "5 else 0\n score two: if taken > 3 then 1 else 6",
        "6 else 1\n score two: if taken > 3 then 0 else 5",
    ),
    (
        "play { award three after each trick when trick_number = 13: 3 to leader }\n"
        "%s { score bonus: if taken > 13 then 5 else 0 }",
        "> 13",
        "> 14",
    ),
    (
        "deal { replace give hands: 10 from stock to each player from left of dealer }\n"
        "bidding { may more by dealer: give 3 from stock to each player }\n"
        "%s { score bonus: if taken > 10 then 5 else 0 }",
        "> 10",
        "> 11",
    ),
    (
        "deal { give more: (North.hand in spades) to South.hand }\n%s { score bonus: if taken > 22 then 5 else 0 }",
        "> 22",
        "> 23",
    ),
    (
        "play { control pause when trick_number = 3: nobody plays for North\n"
        " must late when leading and trick_number = 14: card in clubs }",
        "clubs",
        "hearts",
    ),
    (
        "%s { score one when taken > 4: if random of players is dealer then 5 else 0\n"
        " score two when taken <= 6: if random of players is dealer then 5 else 0 }",
        "one when taken > 4: if random of players is dealer then 5 else 0\n score two when taken <= 6",
        "two when taken <= 6: if random of players is dealer then 5 else 0\n score one when taken > 4",
    ),
]
"""What a game adds to `standard`, and what another has in it instead: games that differ in some deals only."""


def edited(base: str, body: str) -> Loaded:
    found = load_text(f'variant it "It" extends {base} {{\n  {body}\n}}\n'.encode(), {})
    assert found.game is not None, found.diagnostics
    return found


def compared(before: Loaded, after: Loaded, deals: int = 8) -> Difference:
    first, second = before.game, after.game
    assert before.variant is not None
    assert after.variant is not None
    assert first is not None
    assert second is not None
    return difference(("base", before.variant, lambda: first), ("edit", after.variant, lambda: second), deals=deals)


@pytest.mark.parametrize(("base", "body"), SAME)
def test_what_says_the_same_in_other_words_is_the_same_game(base: str, body: str) -> None:
    found = compared(loaded(base), edited(base, body))
    assert found.is_same, [one.effect for one in found.affected]
    assert {one.effect for one in found.affected} <= {Effect.WORDS}


@pytest.mark.parametrize(("base", "body"), OTHER)
def test_what_says_something_else_is_not_the_same(base: str, body: str) -> None:
    assert not compared(loaded(base), edited(base, body), deals=0).is_same


def test_what_is_too_large_to_be_taken_apart_is_of_somebody() -> None:
    line = "scoring for each team { score odd: %s }"
    for one, other in (("North.meld", "South.meld"), ("sum of meld over members", "sum of meld over opponents")):
        assert not compared(edited("pinochle", line % one), edited("pinochle", line % other), deals=0).is_same


@pytest.mark.parametrize(("body", "here", "there"), PAIRS)
def test_what_differs_in_some_deals_only_is_not_the_same(body: str, here: str, there: str) -> None:
    first = body.replace("%s", SCORING)
    assert here in first
    before, after = edited("standard", first), edited("standard", first.replace(here, there, 1))
    assert before.variant is not None
    assert after.variant is not None
    assert before.game is not None
    assert after.game is not None
    changes = [change for change in changes_between(before.variant, after.variant) if change.is_of_rules]
    assert changes
    assert not shown_alike(pairs_of(before.variant, after.variant, before.game, after.game), changes)


HOSTILE = yaml.safe_load((Path(__file__).parent.parent / "data" / "alike" / "pairs.yaml").read_text(encoding="utf-8"))
"""Pairs made to deceive: a small change that never shows, and one that shows where nobody looks."""


def test_there_are_enough_hostile_pairs() -> None:
    assert len(HOSTILE) >= 60


@pytest.mark.parametrize("pair", HOSTILE, ids=lambda pair: f"{pair['here']} / {pair['there']}"[:70])
def test_a_pair_made_to_deceive_is_told_apart_and_what_is_the_same_is_played_alike(pair: dict[str, str]) -> None:
    first = pair["rules"].replace("%s", SCORING)
    here, there = (pair[key].replace("%s", SCORING) for key in ("here", "there"))
    assert here in first
    before, after = edited("standard", first), edited("standard", first.replace(here, there, 1))
    assert before.variant is not None
    assert after.variant is not None
    assert before.game is not None
    assert after.game is not None
    changes = [change for change in changes_between(before.variant, after.variant) if change.is_of_rules]
    is_same = are_the_same(before.variant, after.variant) or bool(
        shown_alike(pairs_of(before.variant, after.variant, before.game, after.game), changes)
    )
    assert is_same is (pair["is"] == "the same")
    random = Random(0)
    for _ in range(3 if is_same else 0):
        assert not first_unlike(random, *planted(random, before.game, after.game))


SAME_DAYS = [
    ("on deals 1, 2 { set target = 250 }", "on deal 1 { set target = 250 }\n on deal 2 { set target = 250 }"),
    ("on deals 1, 3 of every 4 { set target = 250 }", "on deal 1 of every 2 { set target = 250 }"),
    ("set target = 250", "on deal 1 of every 1 { set target = 250 }"),
    *(
        (f"on {days} {{ {SCORING} {{ score b: 5 }} }}", f"{SCORING} {{ score b when {when}: 5 }}")
        for days, when in (
            *(("deal 5", "deal = 5"), ("deals 5, 7", "deal = 5 or deal = 7"), ("deal 1", "deal <= 1")),
            *(("deal 5 of every 10", "(deal - 5) / 10 is whole"), ("deal 2 of every 2", "not (deal + 1) / 2 is whole")),
        )
    ),
]


@pytest.mark.parametrize(("one", "other"), SAME_DAYS)
def test_the_same_rules_on_the_same_deals_are_the_same_game(one: str, other: str) -> None:
    assert compared(edited("standard", one), edited("standard", other), deals=0).is_same


def test_a_deal_of_another_kind_is_looked_at_however_late_it_is() -> None:
    body = f"on deal 7000 {{ {SCORING} {{ replace score overtricks: 2 * extra }} }}"
    found = compared(edited("standard", body), edited("standard", body.replace("2 *", "3 *")))
    assert Effect.SCORE in {one.effect for one in found.found}


WHENS = (
    "",
    "when leading",
    "when following",
    "when not broken",
    "when following or not broken",
    "when trick_number > 1",
)
BODIES = (
    "card not in trumps",
    "card in led.suit",
    "card in hearts or card in led.suit",
    "card.rank >= 9",
    "card not in hearts or card in led.suit",
    "card not in spades and (card in led.suit or card not in led.suit)",
)


def test_no_game_that_was_shown_to_be_the_same_is_played_otherwise() -> None:
    """Every rule of a small language beside every other: two that were shown to be one never part in a deal."""
    base = loaded("standard")
    games = [base, *(edited("standard", f"play {{ must new {when}: {body} }}") for when in WHENS for body in BODIES)]
    shown, walked = 0, 0
    for one, other in combinations(games, 2):
        assert one.variant is not None
        assert other.variant is not None
        assert one.game is not None
        assert other.game is not None
        changes = [change for change in changes_between(one.variant, other.variant) if change.is_of_rules]
        if not shown_alike(pairs_of(one.variant, other.variant, one.game, other.game), changes):
            continue
        shown += 1
        for seed in range(6):
            assert walk(one.game, other.game, fresh(one.game, seed), Chooser(seed)).partings == []
            walked += 1
    assert shown >= 20
    assert walked == 6 * shown


def test_a_rule_that_is_said_otherwise_has_no_effect_beside_one_that_has() -> None:
    body = (
        "set nil_value = 150\n play { replace must unbroken when not (broken or following): card not in trumps }"
        "\n ending { replace win target_reached when not (score < target) }"
    )
    found = compared(loaded("standard"), edited("standard", body))
    assert {one.effect for one in found.affected} == {Effect.SCORE, Effect.WORDS}


def test_going_through_all_cases_gives_the_one_that_differs() -> None:
    body = f"{SCORING} {{ score rare: if contract = 26 and taken = 13 then 5 else 0 }}"
    found = compared(loaded("standard"), edited("standard", body), deals=0)
    score = next(one for one in found.found if one.effect is Effect.SCORE)
    assert score.witness is not None
    assert score.witness.situation[0] == "Bid: South 13, North 13."
    assert score.witness.rules == ("scoring.rare",)


def test_a_case_is_found_also_where_the_cards_that_were_won_count() -> None:
    rare = "scoring for each player { score rare when taken = 13: -1 }"
    found = compared(loaded("hearts"), edited("hearts", rare), deals=0)
    score = next(one for one in found.found if one.effect is Effect.SCORE)
    assert score.witness is not None
    assert score.witness.situation == ("Taken: North 13.",)
    assert score.witness.rules == ("scoring.rare",)


def test_which_scores_are_good_decides_how_a_game_ends_and_not_who_wins_a_trick() -> None:
    found = compared(loaded("standard"), edited("standard", "ending { best score lowest }"))
    effects = {one.effect for one in found.affected}
    assert Effect.ENDING in effects
    assert Effect.WINNER not in effects
