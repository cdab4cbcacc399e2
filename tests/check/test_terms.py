"""Names and types: what an expression comes to (constructs, sections 3 and 4)."""

from __future__ import annotations

import pytest

from spadesdsl.rules.operations import CARD, NUMBER, RANK, SEAT, SEATS, SUIT, TRICK_AMOUNT, TRUTH
from spadesdsl.rules.operations import SIDE as SIDE_KIND
from spadesdsl.rules.parts import Ask
from spadesdsl.rules.terms import (
    Answer,
    BidParameter,
    Const,
    Did,
    Filter,
    Fold,
    Holds,
    IsBid,
    Kind,
    LetRef,
    Op,
    OptionRef,
    TallyRef,
    Term,
    Var,
)
from tests.check.texts import checked, codes, good

SIDE = Var("side", SIDE_KIND)


def scored(expression: str, lets: str = "", each: str = "team") -> Term:
    text = f'variant child "Child" extends small {{ scoring for each {each} {{ {lets} score feast: {expression} }} }}'
    lines = good(text).game.scoring.lines
    return next(line.cases[0].value for line in lines if line.name == "feast")


def judged(condition: str, when: str = "leading") -> Term:
    game = good(f'variant child "Child" extends small {{ play {{ must low when {when}: {condition} }} }}').game
    return next(must.body for must in game.play.musts if must.rule.name == "low")


def test_subject_of_the_scoring_is_the_side() -> None:
    assert scored("1 * taken") == Op("*", (Const(1, NUMBER), Op("side_taken", (SIDE,), TRICK_AMOUNT)), NUMBER)


def test_innermost_subject_has_the_name() -> None:
    term = scored("1 * sum of taken over (members where contract = 0)")
    assert isinstance(term, Op)
    fold = term.arguments[1]
    assert isinstance(fold, Fold)
    assert fold.body == Op("seat_taken", (Var("v1", SEAT),), TRICK_AMOUNT)
    assert isinstance(fold.of, Filter)
    assert fold.of.of == Op("side_members", (SIDE,), SEATS)


def test_element_with_a_letter_leaves_bare_names_outside() -> None:
    term = scored("if some opponent o has o.taken > taken then 1 else 0")
    assert isinstance(term, Op)
    holds = term.arguments[0]
    assert isinstance(holds, Holds)
    assert isinstance(holds.condition, Op)
    assert [one.arguments[0] for one in holds.condition.arguments if isinstance(one, Op)] == [Var("v1", SEAT), SIDE]


def test_quantity_of_the_side_is_read_from_its_member() -> None:
    term = scored("1 * count of (members where made)")
    assert isinstance(term, Op)
    counted = term.arguments[1]
    assert isinstance(counted, Op)
    part = counted.arguments[0]
    assert isinstance(part, Filter)
    assert isinstance(part.condition, LetRef)
    assert part.condition.subject == Op("side", (Var("v1", SEAT),), SIDE_KIND)


def test_number_beside_a_rank_is_a_rank() -> None:
    assert judged("card.rank >= 9") == Op(">=", (Op("card_rank", (Var("card", CARD),), RANK), Const(4, RANK)), TRUTH)


def test_card_in_a_suit_and_in_a_list_of_suits() -> None:
    assert isinstance(one := judged("card in trumps"), Op)
    assert one.op == "in_suit"
    assert isinstance(two := judged("card not in [clubs, hearts]"), Op)
    assert two.op == "not_in_suits"


def test_bid_types_are_looked_up_after_bid_is_alone() -> None:
    term = scored("if every member has bid is tricks then 1 else 0")
    assert isinstance(term, Op)
    assert isinstance(term.arguments[0], Holds)
    assert isinstance(term.arguments[0].condition, IsBid)


def test_bid_parameter_and_tally() -> None:
    term = scored("most of bid.n over members")
    assert isinstance(term, Fold)
    assert isinstance(term.body, BidParameter)
    assert scored("10 * sets.before") == Op("*", (Const(10, NUMBER), TallyRef("sets", SIDE, "before")), NUMBER)


def test_answers_of_decisions() -> None:
    game = good("""variant child "Child" extends small {
      phase talking before play {
        choose suit_named(s in suits) by dealer: let held = count of hand in s
      }
      deck { replace trumps: suit_named.s, else hearts }
      scoring for each team {
        score talker when some member did suit_named(clubs): suit_named.held
      }
    }""").game
    assert game.trumps is not None
    assert isinstance(game.trumps.suit, Op)
    assert game.trumps.suit.arguments[0] == Answer("suit_named", "s", None, SUIT)
    line = next(line for line in game.scoring.lines if line.name == "talker")
    assert line.cases[0].value == Answer("suit_named", "held", None, NUMBER)
    assert isinstance(line.when, Holds)
    assert line.when.condition == Did(Var("v1", SEAT), "suit_named", (Const(0, SUIT),))


def test_parameter_inside_its_decision_is_a_variable() -> None:
    game = good("""variant child "Child" extends small {
      phase talking before play { may suit_named(s in suits) by dealer when count of hand in s > 1: nothing }
    }""").game
    step = next(step for phase in game.phases for step in phase.steps if step.rule.name == "suit_named")
    assert isinstance(step, Ask)
    assert isinstance(step.when, Op)
    assert Var("param:s", SUIT) in step.when.arguments[0].arguments[0].arguments  # type: ignore[union-attr]


def test_player_of_a_side_of_one() -> None:
    text = """variant child "Child" extends small {
      table { replace teams none }
      scoring for each player { score feast: 1 * count of (tricks where winner is player) }
    }"""
    line = next(line for line in good(text).game.scoring.lines if line.name == "feast")
    assert isinstance(line.cases[0].value, Op)


def test_let_that_reads_the_player_has_a_seat() -> None:
    game = good("""variant child "Child" extends small {
      play { let long = count of hand in hearts > 2  must low when long: card in clubs }
    }""").game
    assert next(let.subject for let in game.lets if let.key == "long") is Kind.SEAT


def test_option_is_read_by_name() -> None:
    assert scored("most") == OptionRef("most", NUMBER)


@pytest.mark.parametrize(
    "expression",
    [
        "10 * contract",
        "10 * (contract - 2)",
        "if made then 5 else 10 * taken",
        "1 * taken + score",
        "rounded_down(10 * taken, 20)",
        "abs(1 * taken - 3)",
        "taken / contract",
        "subtotal",
        "1 * final_run of (tricks where winner in side)",
        "10 * sets",
    ],
)
def test_rates_make_points(expression: str) -> None:
    assert scored(expression).type.kind in (Kind.POINTS, Kind.NUMBER)


@pytest.mark.parametrize(
    ("expression", "code"),
    [
        ("taken", "E315"),
        ("sets", "E315"),
        ("score + taken", "E301"),
        ("if taken > score then 1 else 0", "E301"),
        ("if taken > sets then 1 else 0", "E301"),
        ("taken * contract", "E307"),
        ("max(taken, score)", "E301"),
        ("if made then taken else score", "E306"),
    ],
)
def test_amounts_of_two_kinds_are_refused(expression: str, code: str) -> None:
    text = f'variant child "Child" extends small {{ scoring for each team {{ score feast: {expression} }} }}'
    assert codes(text) == [code]


def test_a_trick_where_a_set_belongs_is_told_of_its_cards() -> None:
    text = 'variant child "Child" extends small { play { must low when leading: last_trick includes card } }'
    assert [one.hint for one in checked(text)[1]] == ["write `.cards` after it, for the cards of the trick"]
