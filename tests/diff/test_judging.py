"""A played game judged by other rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from spadesdsl.bots import RandomPlayer
from spadesdsl.diff.judging import Judgement, judge, lines_of
from spadesdsl.loader import load_text
from tests.loading import game_of

if TYPE_CHECKING:
    from spadesdsl.engine.game import Game, State


def edited(body: str) -> Game:
    game = load_text(f'variant it "It" extends standard {{\n  {body}\n}}\n'.encode(), {}).game
    assert game is not None
    return game


def played(name: str, deals: int, seed: int = 3) -> list[State]:
    """Let bots play."""
    state = game_of(name).start(seed)
    bot, states = RandomPlayer(seed), [state]
    while not state.over and state.deal <= deals:
        turn = state.turns[0]
        state = state.apply(bot.choose(state.view(turn.seat), turn), turn.seat)
        states.append(state)
    return states


def judged(states: list[State], other: Game) -> Judgement:
    found = judge(states, other)
    assert isinstance(found, Judgement), found
    return found


@pytest.mark.parametrize("name", ["standard", "whist", "euchre", "nyc", "two_player", "cancellation", "oh_hell"])
def test_by_its_own_rules_a_game_is_as_it_was(name: str) -> None:
    states = played(name, 3)
    found = judged(states, game_of(name))
    assert found.is_alike, found
    assert len(found.deals) == sum(len(state.sheets) for state in states)
    assert all(deal.scores == deal.would_stand for deal in found.deals)


def test_the_first_move_that_is_refused_is_named_with_its_rule() -> None:
    states = played("standard", 2)
    found = judged(states, edited('play { must no_trump above all when following: card not in trumps "No trump." }'))
    assert found.illegal is not None
    bad = found.illegal
    assert bad.rule == "play.no_trump"
    before, after = states[bad.move - 1], states[bad.move]
    assert after.last_move == (bad.seat, bad.text)
    assert bad.text.endswith("S")
    # It held another suit, or the rule would have been waived; and nobody before it broke the rule.
    assert any(not card.endswith("S") for card in before.hidden_hands[bad.seat])


def test_tricks_go_where_the_other_rules_give_them() -> None:
    states = played("standard", 2)
    lowest = edited("play { replace trick winner: lowest of trick in led.suit }")
    found = judged(states, lowest)
    order = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    elsewhere = {(one.deal, one.trick): one for one in found.tricks}
    for state in states:
        for event in state.events:
            told = event.to_json()
            if told["event"] != "trick":
                continue
            deal = state.deal - bool(state.sheets)
            suit = told["cards"][0][-1]
            best = min((card for card in told["cards"] if card[-1] == suit), key=lambda card: order.index(card[:-1]))
            wins = (told["leader"] + told["cards"].index(best)) % 4
            one = elsewhere.get((deal, told["trick"]))
            assert (told["winner"] if one is None else one.would_win) == wins


def test_the_score_runs_on_by_the_other_rules() -> None:
    states = played("standard", 4)
    found = judged(states, edited("scoring for each team { replace score overtricks: 2 * extra }"))
    assert not found.tricks
    assert found.illegal is None
    standing = [0, 0]
    for state in states:
        for sheet in state.sheets:
            for side in sheet.sides:
                extra = next(line.points for line in side.lines if line.rule.key == "scoring.overtricks")
                standing[side.side] += int(side.points + extra)
            deal = next(one for one in found.deals if one.deal == sheet.deal)
            assert list(deal.would_stand) == standing


def test_it_ends_where_the_other_rules_end_it() -> None:
    states = played("standard", 30)
    found = judged(states, edited("set target = 60"))
    assert found.ended.startswith("after deal")
    last = found.deals[-1]
    assert max(last.would_stand) >= 60
    assert all(max(deal.would_stand) < 60 for deal in found.deals[:-1])


def to_the_end(game: Game) -> list[State]:
    state, bot = game.start(3), RandomPlayer(3)
    states = [state]
    while not state.over:
        turn = state.turns[0]
        state = state.apply(bot.choose(state.view(turn.seat), turn), turn.seat)
        states.append(state)
    return states


def test_where_a_game_is_over_and_would_go_on_it_is_not_alike() -> None:
    short = edited("set target = 60")
    states = to_the_end(short)
    assert judged(states, short).is_alike
    found = judged(states, game_of("standard"))
    assert found.goes_on == f"after deal {len(found.deals)}"
    assert not found.is_alike
    assert lines_of(found, short, game_of("standard"), "standard")[-1].startswith("The game would have gone on after")


def test_where_a_game_went_on_and_would_be_over_it_is_not_alike() -> None:
    found = judged(played("standard", 30), edited("set target = 60"))
    assert all(deal.points == deal.would_score for deal in found.deals)
    assert not found.is_alike


def test_other_cards_cannot_be_judged() -> None:
    assert "3 seats" in str(judge(played("standard", 1), game_of("three_player")))


def test_a_judgement_says_whose_points_they_are() -> None:
    states, hearts = played("standard", 1), game_of("hearts")
    lines = lines_of(judged(states, hearts), game_of("standard"), hearts, "hearts")
    scored = next(line for line in lines if line.startswith("Deal 1, scored: North & South "))
    assert ", East & West " in scored
    assert "; by hearts North " in scored
    own = lines_of(judged(states, game_of("standard")), game_of("standard"), game_of("standard"), "standard")
    assert own[-1].endswith("; by standard the same.")
