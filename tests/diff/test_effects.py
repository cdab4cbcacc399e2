"""Whom an edit of one rule affects: written down before it was run."""

from __future__ import annotations

import pytest

from spadesdsl.diff import Effect, difference
from spadesdsl.diff.witnesses import of_case
from spadesdsl.loader import load_text
from spadesdsl.proofs.situations import Case
from spadesdsl.resources import variant_text
from spadesdsl.score import score_document
from tests.diff.parting import parts
from tests.diff.test_alike import compared, edited
from tests.loading import loaded

SCORING = "scoring for each team"

EDITS = [
    ("standard", "set bag_limit = 7", {"score": "other", "tallies": "other"}),
    ("standard", "set failed_nil = help", {"score": "other", "tallies": "other"}),
    ("standard", 'bidding { replace bid tricks(n from 1 to 10) "{n}" { contract n } }', {"bids": "narrower"}),
    (
        "standard",
        'bidding { bid deep "deep" before looking { contract 0 score deep: if taken = 0 then 200 else -200 } }',
        {"bids": "wider", "view": "other"},
    ),
    ("standard", "play { must ace when leading and trick_number = 1: card.rank is A }", {"plays": "narrower"}),
    ("standard", "play { must beat when following: card beats trick.best }", {"plays": "narrower"}),
    # A hand of nothing but hearts and spades may lead either, where it had to lead a heart.
    (
        "standard",
        "play { replace must unbroken when leading and not broken: card not in trumps and card not in hearts }",
        {"plays": "other"},
    ),
    ("standard", "deck { replace ranks A, K, Q, J, 10, 9, 7, 8, 6, 5, 4, 3, 2 }", {"trick winner": "other"}),
    ("standard", "play { replace lead next: left of dealer }", {"plays": "other"}),
    (
        "standard",
        "play { award concede after each trick when trick_number = 11 and deal > 50: rest to leader }",
        {"plays": "other", "score": None, "tallies": None},
    ),
    ("standard", "ending { win after_deals when deal >= 40 }", {"ending": "other"}),
    ("oh_hell", "bidding { must ninth when player is dealer and deal = 9: contract != 1 }", {"bids": "narrower"}),
    ("standard", f"{SCORING} {{ tally sets: add if made then 0 else 1 }}", {"tallies": "other"}),
    ("standard", f"{SCORING} {{ score queen: if cards_won includes QS then 13 else 0 }}", {"score": "other"}),
    (
        "standard",
        "bidding { must rare when side.score >= 400 and some opponent o has o.side.score <= -200: not (bid is nil) }",
        {"bids": "narrower"},
    ),
    (
        "standard",
        "play { show last_hand before each trick when trick_number = 13: North.hand to everyone }",
        {"view": "other"},
    ),
    (
        "standard",
        "deal { may misdeal by each player when count of hand in spades = 0: redeal by left of dealer }",
        {"deal": "other"},
    ),
    ("euchre", "set target = 7", {"ending": "other"}),
    ("hearts", "set pass_cards = no", {"deal": "other"}),
    ("hearts", "phase passing { replace let neighbour = player.right }", {"deal": "other"}),
    (
        "hearts",
        "scoring for each player { replace score queen: if cards_won includes QS then 12 else 0 }",
        {"score": "other"},
    ),
    (
        "hearts",
        "ending { replace win lowest_score when some player has score > limit }",
        {"ending": "other"},
    ),
    ("oh_hell", "set hook = no", {"bids": "wider"}),
]


@pytest.mark.parametrize(("base", "body", "effects"), EDITS)
def test_an_edit_affects_what_was_written_down_and_nothing_else(
    base: str, body: str, effects: dict[str, str | None]
) -> None:
    before, after = loaded(base), edited(base, body)
    found = compared(before, after, deals=40)
    told = {one.effect.value: one.direction and one.direction.value for one in found.affected}
    told.pop("words", None)
    assert told == effects
    assert before.game is not None
    assert after.game is not None
    for one in found.found:
        assert parts(one, before.game, after.game), one.witness


def test_what_nobody_wants_comes_up_too() -> None:
    """The dealer is stuck only where all have passed twice, which chance hardly brings."""
    before, after = loaded("euchre"), edited("euchre", "set stick = yes")
    found = compared(before, after, deals=12)
    assert {one.effect for one in found.found} == {Effect.DEAL, Effect.BIDS}


def test_on_some_deals_only_what_differs_there_is_told() -> None:
    """On the other deals of four both pass to the right, across, or not at all."""
    found = compared(loaded("hearts"), edited("hearts", "phase passing { replace let neighbour = player.right }"), 4)
    assert [(one.kind.value, one.key, one.scope) for one in found.changes if one.topic == "rule"] == [
        ("changed", "passing.neighbour", "")
    ]
    found = compared(loaded("hearts"), edited("hearts", "on deal 2 { play { drop must no_hearts } }"), 4)
    assert [(one.kind.value, one.key, one.scope) for one in found.changes if one.topic == "rule"] == [
        ("dropped", "play.broken", "on deal 2 of every 4 and on deal 2"),
        ("dropped", "play.no_hearts", "on deal 2 of every 4 and on deal 2"),
    ]


def test_games_with_other_cards_part_in_the_deal_and_nothing_is_said_not_to_be_found() -> None:
    from spadesdsl.diff.telling import lines_of

    pair = [(name, loaded(name)) for name in ("two_player", "standard")]
    sides = []
    for name, one in pair:
        variant, game = one.variant, one.game
        assert variant is not None
        assert game is not None
        sides.append((name, variant, lambda game=game: game))
    found = difference(sides[0], sides[1], deals=4)
    assert [one.effect for one in found.found] == [Effect.DEAL]
    text = " ".join(" ".join(lines_of(found, has_witnesses=True)).split())
    assert text.count("no deal is the same in both, so there is no case to show") == 1
    assert "no case was found" not in text
    assert "2 seats to which no hands are dealt" in text


def witness_of(name: str, effect: Effect, deals: int = 24) -> tuple[str, ...]:
    found = compared(loaded("standard"), loaded(name), deals)
    one = next(one for one in found.found if one.effect is effect)
    assert one.witness is not None
    return one.witness.situation


def test_a_case_says_no_more_of_the_scores_than_it_needs() -> None:
    assert witness_of("blind_nil", Effect.BIDS) == ("East and West before the deal: score 100.",)
    body = "set target = 300"
    found = compared(loaded("standard"), edited("standard", body), 2)
    ending = next(one for one in found.found if one.effect is Effect.ENDING)
    assert ending.witness is not None
    assert [line for line in ending.witness.situation if "before the deal" in line] == [
        "North and South before the deal: score 239."
    ]


def test_a_question_that_hangs_on_a_hand_is_shown_with_the_hand() -> None:
    """Who may call a misdeal holds too little; who may show the seven holds it."""
    assert " holds " in " ".join(witness_of("deficient_hand", Effect.DEAL))
    shown = " ".join(witness_of("show_seven", Effect.DEAL))
    assert " holds " in shown
    assert any(f" 7{suit}" in shown for suit in "CDH")
    assert witness_of("counter_bid", Effect.BIDS)[-1].startswith("Said so far: ")


@pytest.mark.parametrize(("before", "after"), [("three_player", "wong_bonuses"), ("wong_bonuses", "three_player")])
def test_a_case_is_played_from_also_where_one_game_asks_more(before: str, after: str) -> None:
    """The moves of a case are those of the first game; the second asks first whether somebody bids before looking."""
    one, other = loaded(before), loaded(after)
    found = compared(one, other, 24)
    assert one.game is not None
    assert other.game is not None
    assert Effect.SCORE in {effect.effect for effect in found.found}
    for effect in found.found:
        assert parts(effect, one.game, other.game), effect.witness


def test_a_score_that_hangs_on_cards_is_shown_with_the_cards() -> None:
    """Who shot the moon has won every heart and the queen; the cards that count for nothing are left out."""
    before, after = loaded("hearts"), loaded("no_moon")
    found = compared(before, after, 40)
    score = next(one for one in found.found if one.effect is Effect.SCORE)
    assert score.witness is not None
    won = [line for line in score.witness.situation if " has won " in line]
    last = score.witness.situation[-1]
    assert last.startswith("The last trick: ")
    assert len(won) == 1
    cards = won[0].removesuffix(".").split(" has won ")[1].split()
    assert all(card.endswith("H") or card == "QS" for card in cards)
    shown = set(cards) | {card for card in last.replace(",", "").removesuffix(".").split() if card.endswith("H")}
    assert "QS" in won[0] or "QS" in last
    assert sum(card.endswith("H") for card in shown) == 13


def test_a_score_that_hangs_on_the_last_trick_is_shown_with_it() -> None:
    situation = witness_of("last_cards", Effect.SCORE)
    assert situation[-1].startswith("The last trick: ")
    assert not any(" has won " in line for line in situation)


def test_another_first_dealer_is_a_case() -> None:
    before = loaded("whist")
    after = edited("whist", "deal { replace dealer first: North }")
    (deal,) = (one for one in compared(before, after, 2).found if one.effect is Effect.DEAL)
    assert deal.witness is not None
    assert (deal.witness.before, deal.witness.after) == ("North, East, South or West deals", "North deals")


@pytest.mark.parametrize(
    ("name", "old", "new", "effect"),
    [
        # No bids are made on the first deal, and hardly anybody bids without looking.
        ("nyc", "if set_back then -200 else 400", "if set_back then -200 else 399", Effect.SCORE),
        (
            "standard",
            "score overtricks:",
            "score rob: if West.taken > {} then 5 else 0 score overtricks:",
            Effect.SCORE,
        ),
        (
            "standard",
            "score overtricks:",
            "score rob when score >= 200 and taken = {}: 5 score overtricks:",
            Effect.SCORE,
        ),
        ("standard", "tie level", "win far when taken >= {} and score >= 400 tie level", Effect.ENDING),
    ],
)
def test_a_case_is_found_where_hardly_any_deal_shows_it(name: str, old: str, new: str, effect: Effect) -> None:
    text = (variant_text(name) or ("", ""))[1]
    texts = [text, text.replace(old, new)] if "{}" not in new else [text.replace(old, new.format(n)) for n in (8, 9)]
    found = compared(*(load_text(one.split("\n  example ")[0].encode() + b"\n}\n", {}) for one in texts), deals=1)
    shown = next(one for one in found.affected if one.effect is effect)
    assert shown.witness is not None
    if shown.witness.kind == "score":  # its bids can be made, also where scores are made up
        assert score_document(load_text(texts[0].encode(), {}).game, shown.witness.document, strict=True).faults == ()


def test_bids_are_shown_in_the_order_in_which_they_were_made() -> None:
    game = load_text((variant_text("nap") or ("", ""))[1].encode(), {}).game
    case = Case(dealer=1, bids=((0, ("wellington", ())), (1, ("blucher", ())), (2, ("nap", ()))), taken=(0, 5, 0, 0, 0))
    after = score_document(game, {**case.to_json(game), "bids": ["wellington", "blucher", "nap", "pass", "pass"]}).state
    assert after is not None
    shown = of_case(Effect.ENDING, case, game, after, after)
    assert "Bid: Three nap, Four pass, Five pass, One wellington, Two blucher." in shown.situation


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("score g when count of tricks = 13: 5", "score g: 5"),
        ("score g when some trick has number = 1: 5", "score g: 5"),
        ("score g when deal = 1 and score != 0: 5", "score g: 0"),
    ],
)
def test_what_no_deal_comes_to_is_no_case(before: str, after: str) -> None:
    pair = [edited("standard", f"scoring for each team {{ {one} }}") for one in (before, after)]
    assert not compared(pair[0], pair[1], 4).found
