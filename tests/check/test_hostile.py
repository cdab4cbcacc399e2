"""Files written to break the check: findings, quickly, and never a traceback."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from spadesdsl.book.book import book
from spadesdsl.engine import deals
from spadesdsl.engine.scoring import scored
from spadesdsl.loader import load_text
from tests.check.texts import checked, codes, good
from tests.work import at_most

if TYPE_CHECKING:
    from spadesdsl.engine.game import Game


def scoring(body: str) -> str:
    return f'variant child "Child" extends small {{ scoring for each team {{ {body} }} }}'


@pytest.mark.parametrize("length", [80, 400, 1500])
def test_a_chain_of_quantities_that_cannot_be_worked_out(length: int) -> None:
    lets = "\n".join(f"let q{number} = q{number + 1} + 1" for number in range(length))
    assert codes(scoring(f"{lets} let q{length} = 1 score feast: q0")) == ["E245"]


@pytest.mark.parametrize(("depth", "found"), [(6, []), (7, ["E245"]), (12, ["E245"])])
def test_sets_inside_of_too_many_sets(depth: int, found: list[str]) -> None:
    amount = "taken"
    for _ in range(depth):
        amount = f"(sum of {amount} over players)"
    assert codes(scoring(f"score feast when {amount} > taken: 1")) == found


def test_a_quantity_of_each_card_is_worked_out_once_for_each() -> None:
    lets = """let ours for each card = some player p has card.player is p and some call k has k.player is p
      let follows for each card = every card x in deck has x.rank < rank or x.ours
      let row = count of (deck as c where c.follows)"""
    good(scoring(f"{lets} score feast: 1 * row"))


def test_the_longest_chain_of_quantities_can_be_played() -> None:
    lets = "\n".join(f"let q{number} = q{number + 1} + 1" for number in range(70))
    text = (
        f'variant long "Long" extends standard {{ scoring for each team {{ {lets} let q70 = 1 score feast: 1 * q0 }} }}'
    )
    game = load_text(text.encode(), {}).game
    assert game is not None
    state = game.start(seed=1)
    while state.last_sheet is None:
        turn = state.turns[0]
        state = state.apply(turn.moves[0], turn.seat)
    feast = next(line for line in state.last_sheet.sides[0].lines if line.rule.key == "scoring.feast")
    assert feast.points == 71


def test_long_circle_of_quantities() -> None:
    lets = "\n".join(f"let q{number} = q{(number + 1) % 300} + 1" for number in range(300))
    assert codes(scoring(f"{lets} score feast: q0")) == ["E230"]


def test_quantities_that_double() -> None:
    lets = "\n".join(f"let q{number} = q{number + 1} + q{number + 1}" for number in range(60))
    start = time.monotonic()
    good(scoring(f"{lets} let q60 = 1 score feast: q0"))
    assert time.monotonic() - start < 5


def test_doubling_quantities_in_a_question() -> None:
    lets = "\n".join(f"let q{number} = q{number + 1} + q{number + 1}" for number in range(40))
    start = time.monotonic()
    good(f"""variant child "Child" extends small {{
      bidding {{ {lets} let q40 = count of hand in clubs
        may speak by each player from left of dealer when q0 > 3: nothing }} }}""")
    assert time.monotonic() - start < 5


def test_doubling_quantities_while_a_deal_is_scored_and_in_the_book() -> None:
    lets = "\n".join(f"let q{number} = q{number + 1} + q{number + 1}" for number in range(40))
    body = f"scoring for each team {{ {lets} let q40 = taken\nscore feast when q0 > 5 and q1 < 9: 2 * q2 }}"
    with at_most(3_000_000):
        loaded = load_text(f'language 1\nvariant child "Child" extends standard {{ {body} }}'.encode(), {})
        assert loaded.game is not None, [one.message for one in loaded.diagnostics]
        assert loaded.variant is not None
        assert book(loaded.variant)
        assert scored(deals.blank(loaded.game)).last_sheet is not None


def test_decisions_that_read_one_another() -> None:
    asked = "\n".join(f"may d{number} by dealer: let x = d{number + 1}.x" for number in range(400))
    found = codes(f"""variant child "Child" extends small {{
      phase talking before play {{ {asked} may d400 by dealer: let x = 1 }}
      scoring for each team {{ score feast: d0.x }} }}""")
    assert found in ([], ["E245"])


def test_decisions_in_a_circle() -> None:
    text = """variant child "Child" extends small {
      phase talking before play { may one by dealer: let x = two.x  may two by dealer: let x = one.x }
      scoring for each team { score feast: one.x } }"""
    assert "E230" in codes(text)


def test_many_mistakes_end_the_check() -> None:
    lines = "\n".join(f"score s{number}: nothing_of_this_name" for number in range(3000))
    start = time.monotonic()
    variant, found = checked(scoring(lines))
    assert variant is None
    assert len(found) == 100
    assert time.monotonic() - start < 20


@pytest.mark.parametrize("count", [40])
def test_many_deals(count: int) -> None:
    blocks = "\n".join(f"on deal {deal + 1} of every 97 {{ set most = 2 }}" for deal in range(count))
    start = time.monotonic()
    good(f'variant child "Child" extends small {{ {blocks} }}')
    assert time.monotonic() - start < 20


def test_a_number_of_a_million_digits_is_refused_and_not_worked_out() -> None:
    lets = "\n".join(f"let q{number} = q{number - 1} * q{number - 1}" for number in range(1, 60))
    assert codes(scoring(f"let q0 = 1 * taken + 2 {lets} score feast: q59")) == ["E248"]


def test_a_number_that_is_too_long_on_some_deals_alone_is_refused_too() -> None:
    lets = "\n".join(f"let q{number} = q{number - 1} * q{number - 1}" for number in range(1, 60))
    body = f"scoring for each team {{ let q0 = 1 * taken + 2 {lets} score feast: q59 }}"
    assert codes(f'variant child "Child" extends small {{ on deal 2 {{ {body} }} }}') == ["E248"]


def played(body: str) -> Game:
    game = load_text(f'variant child "Child" extends standard {{ {body} }}'.encode(), {}).game
    assert game is not None
    return game


def test_a_score_that_each_deal_multiplies_stays_a_number_that_can_be_written() -> None:
    game = played("scoring for each team { score feast: 1000000 + 1000000 * score }")
    s = deals.blank(game)
    for deal in range(1, 40):
        s = scored(deals.blank(game, deal=deal, scores=s.scores))
    assert set(s.scores) == {10**18}


def test_values_fixed_with_answers_that_multiply_one_another_stay_numbers_that_can_be_written() -> None:
    asked = "\n".join(f"choose d{at + 1} by dealer: let x = d{at}.x * d{at}.x" for at in range(60))
    game = played(f"phase talking before play {{ choose d0 by dealer: let x = 7\n{asked} }}")
    state = game.start(seed=1)
    start = time.monotonic()
    while not state.phase.startswith("play"):
        state = state.apply(state.turns[0].moves[0], state.turns[0].seat)
    assert time.monotonic() - start < 5


def test_a_range_whose_step_is_nothing_has_one_value() -> None:
    game = played('bidding { bid far(n from 1 to 5 step taken) "far {n}" { contract 1 } }')
    assert sum(move == "far 1" for move in game.start(seed=1).turns[0].moves) == 1
