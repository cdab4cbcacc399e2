"""Games that differ in a clock are different; an ending by time can be reached; a late game is judged elsewhere."""

from __future__ import annotations

import random
from functools import cache

from spadesdsl.algebra.reads import Effect
from spadesdsl.diff.difference import difference
from spadesdsl.diff.judging import Judgement, judge
from spadesdsl.loader import Loaded, load_text
from spadesdsl.proofs.claims import Standing
from spadesdsl.proofs.prove import prove
from tests.loading import game_of

HEAD = "set failed_nil = help, set_cost = per_bid, bags_past_limit = carried"


@cache
def rules(body: str) -> Loaded:
    found = load_text(f'variant it "It" extends standard {{\n{HEAD}\n{body}\n}}\n'.encode(), {})
    assert found.game is not None, [one.message for one in found.diagnostics]
    return found


def compared(one: str, other: str) -> object:
    old, new = rules(one), rules(other)
    assert old.variant is not None
    assert new.variant is not None
    return difference(("old", old.variant, lambda: old.game), ("new", new.variant, lambda: new.game), deals=4)  # type: ignore[arg-type, return-value]


TIMED = "play { clock slow: 2 seconds, then lowest }"
ENDING = "ending { clock late: 60 minutes  win in_time when late }"


def test_games_that_differ_in_a_clock_alone_are_not_the_same() -> None:
    for other in (
        "play { clock slow: 3 seconds, then lowest }",
        "play { clock slow: 2 seconds, then random }",
        "play { clock slow when trick_number > 1: 2 seconds, then lowest }",
        "",
    ):
        found = compared(TIMED, other)
        assert not found.is_same  # type: ignore[attr-defined]
        assert Effect.TIME in {one.effect for one in found.affected}  # type: ignore[attr-defined]


def test_games_that_differ_in_the_hour_alone_are_not_the_same() -> None:
    hours = [f"ending {{ clock late: until {hour}  win in_time when late }}" for hour in (22, 22.5)]
    assert not compared(*hours).is_same  # type: ignore[attr-defined]
    assert not compared(hours[0], ENDING).is_same  # type: ignore[attr-defined]


def test_games_with_the_same_clock_in_other_words_are_the_same() -> None:
    seconds, minutes = (
        f"ending {{ clock late: {time}  win in_time when late }}" for time in ("3600 seconds", "60 minutes")
    )
    found = compared(minutes, seconds)
    assert found.is_same  # type: ignore[attr-defined]


def test_an_ending_by_time_can_be_come_to() -> None:
    proved = prove(rules(ENDING))
    (proof,) = [one for one in proved.proofs if one.about == "ending.in_time"]
    assert proof.standing is Standing.PROVED


def test_a_game_in_which_time_ran_out_is_judged_by_rules_without_clocks() -> None:
    game = rules(TIMED).game
    assert game is not None
    chance = random.Random(5)
    states = [game.start(2)]
    while states[-1].deal < 3:
        state = states[-1]
        running = [one for one in state.clocks if one.seat is not None]
        if running and chance.random() < 0.5:
            states.append(state.run_out(running[0].clock, running[0].seat))
        else:
            turn = state.turns[0]
            states.append(state.apply(chance.choice(turn.moves), turn.seat))
    for other in (game, game_of("standard")):
        found = judge(states, other)
        assert isinstance(found, Judgement)
        assert found.illegal is None
        assert found.notes == []
        assert len(found.deals) == 2
