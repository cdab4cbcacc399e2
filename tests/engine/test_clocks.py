"""Clocks: the table says that time ran out, the rules say what comes of it, and a record replays without a clock."""

from __future__ import annotations

import pickle
import random
from typing import TYPE_CHECKING

import pytest

from spadesdsl import loader
from spadesdsl.engine.boundary import GameOver, NoClock, RecordError
from tests.loading import game_of

if TYPE_CHECKING:
    from pathlib import Path

    from spadesdsl import Game, State

EVERYTHING = """
language 1
variant hurried "Hurried" extends standard {
  set failed_nil = help, set_cost = per_bid, bags_past_limit = carried
  bidding { clock slow_bid during opening: 30 seconds, then bid tricks(3) }
  play { clock slow_card when trick_number > 1: 2 seconds, then lowest }
  scoring for each team { score late: -5 * (slow_card + slow_bid) }
  ending { clock evening: 90 minutes  win in_time when evening }
}
"""


def written(folder: Path, text: str) -> Game:
    file = folder / "timed.spades"
    file.write_text(text, encoding="utf-8")
    found = loader.load(str(file), {})
    assert found.game is not None, [one.message for one in found.diagnostics]
    return found.game


@pytest.fixture
def hurried(tmp_path: Path) -> Game:
    return written(tmp_path, EVERYTHING)


def bid_out(state: State) -> State:
    while state.phase.startswith("bidding"):
        state = state.apply("3", state.turns[0].seat)
    return state


def one_of(state: State, chance: random.Random) -> State:
    turn = chance.choice(state.turns)
    return state.apply(chance.choice(turn.moves), turn.seat)


def played(game: Game, seed: int) -> State:
    """Play a game in which times run out now and then."""
    chance = random.Random(seed)
    state = game.start(seed)
    while not state.over:
        running = [one for one in state.clocks if one.seat is not None or chance.random() < 0.01]
        if running and chance.random() < 0.3:
            one = chance.choice(running)
            state = state.run_out(one.clock, one.seat)
        else:
            state = one_of(state, chance)
    return state


def test_the_clocks_that_run_are_listed_with_whose_they_are(hurried: Game) -> None:
    state = hurried.start(1)
    assert [(one.clock, one.seat, one.seconds, one.then) for one in state.clocks] == [
        ("slow_bid", state.turns[0].seat, 30, "3"),
        ("evening", None, 5400, ""),
    ]
    assert [one.clock for one in bid_out(state).clocks] == ["evening"], "there is no clock in the first trick"


def test_a_game_without_clocks_lists_none() -> None:
    assert game_of("standard").start(1).clocks == ()


def test_the_bid_of_the_rules_is_made_when_time_runs_out(hurried: Game) -> None:
    state = hurried.start(1)
    seat = state.turns[0].seat
    after = state.run_out("slow_bid", seat)
    assert after.view(seat).bids[seat] == "3"
    assert [event.to_json()["event"] for event in after.events] == ["time", "choice"]
    assert after.turns[0].seat != seat


def test_the_lowest_legal_card_is_played(hurried: Game) -> None:
    chance = random.Random(4)
    state = bid_out(hurried.start(4))
    for _ in range(40):
        seat = state.turns[0].seat
        if any(one.seat == seat for one in state.clocks):
            legal, ranking, names = state.turns[0].moves, state.ranking, state.spec.deck.names
            cards = [names.index(card) for card in legal]
            plain = [card for card in cards if ranking.suit[card] != ranking.trumps] or cards
            after = state.run_out("slow_card", seat)
            card = names.index(after.events[1].to_json()["card"])
            assert card in plain
            assert ranking.strength[card] == min(ranking.strength[one] for one in plain)
        state = one_of(state, chance)


def test_late_cards_are_counted_for_the_side_and_for_one_deal(hurried: Game) -> None:
    state = bid_out(hurried.start(2))
    seat = -1
    while not state.sheets:
        first = next((one.seat for one in state.clocks if one.seat is not None), None)
        if first is not None and seat in (-1, first) and len(state.late) < 3:
            seat = first
            state = state.run_out("slow_card", seat)
        else:
            state = one_of(state, random.Random(1))
    assert state.last_sheet is not None
    lines = [{line.rule.key: line.points for line in side.lines} for side in state.last_sheet.sides]
    assert sorted(line["scoring.late"] for line in lines) == [-15, 0]
    assert state.late == ()


def test_the_deal_is_finished_when_the_time_of_the_game_is_up(hurried: Game) -> None:
    state = hurried.start(3).run_out("evening")
    assert not state.over
    assert all(one.clock != "evening" for one in state.clocks), "it runs out once"
    chance = random.Random(3)
    while not state.over:
        assert state.deal == 1
        state = one_of(state, chance)
    assert state.ended_by == "ending.in_time"


def test_a_record_replays_without_a_clock(hurried: Game) -> None:
    for seed in range(6):
        state = played(hurried, seed)
        record = state.record()
        assert any(isinstance(entry, dict) for entry in record["moves"])
        assert hurried.load(record) == state
        assert hurried.load(record).record() == record


def test_the_same_events_give_the_same_game_where_chance_chooses(tmp_path: Path) -> None:
    game = written(
        tmp_path, EVERYTHING.replace("then lowest", "then random").replace("then bid tricks(3)", "then random")
    )
    one, other = played(game, 9), played(game, 9)
    assert one == other
    assert game.load(one.record()) == one


def test_a_record_with_a_time_that_did_not_run_is_refused(hurried: Game) -> None:
    record = hurried.start(1).record()
    for entry in (
        {"time": "evning"},
        {"time": "slow_bid"},
        {"time": "evening", "seat": 0},
        {"time": "slow_card", "seat": 1},
    ):
        with pytest.raises(RecordError, match="no clock"):
            hurried.load({**record, "moves": [entry]})


def test_a_clock_that_does_not_run_cannot_run_out(hurried: Game) -> None:
    state = hurried.start(1)
    other = (state.turns[0].seat + 1) % 4
    with pytest.raises(NoClock, match="`slow_bid`"):
        state.run_out("slow_bid", other)
    with pytest.raises(NoClock):
        state.run_out("evening").run_out("evening")
    with pytest.raises(GameOver):
        played(hurried, 1).run_out("evening")


def test_without_then_the_choice_stays_with_the_player_and_the_clock_has_run_once(tmp_path: Path) -> None:
    game = written(tmp_path, EVERYTHING.replace(", then lowest", "").replace(" when trick_number > 1", ""))
    state = bid_out(game.start(5))
    seat = state.turns[0].seat
    after = state.run_out("slow_card", seat)
    assert after.turns == state.turns
    assert all(one.seat != seat for one in after.clocks)
    assert after.late == ((seat, "slow_card"),)
    later = after.apply(after.turns[0].moves[0], seat)
    assert any(one.clock == "slow_card" for one in later.clocks)


def test_who_has_not_looked_looks_and_does_not_bid_blind(tmp_path: Path) -> None:
    text = """
    language 1
    variant blind "Blind" extends standard {
      set failed_nil = help, set_cost = per_bid, bags_past_limit = carried
      include blind_nil with deficit = 100
      bidding { clock slow_bid: 10 seconds, then random }
    }
    """
    game = written(tmp_path, text)
    for seed in range(4):
        state = game.start(seed)
        seat = state.turns[0].seat
        while "look" in state.turns[0].moves:
            state = state.run_out("slow_bid", state.turns[0].seat)
            assert state.said[-1][2] == "look"
            seat = state.turns[0].seat
        state = state.run_out("slow_bid", seat)
        assert state.bids[seat] is not None


def test_a_bid_that_is_barred_is_drawn_from_those_that_are_not(tmp_path: Path) -> None:
    text = """
    language 1
    variant no_three "No three" extends standard {
      set failed_nil = help, set_cost = per_bid, bags_past_limit = carried
      bidding {
        clock slow_bid: 10 seconds, then bid tricks(3)
        must no_three during opening: not (bid is tricks and bid.n = 3) "Nobody bids three."
      }
    }
    """
    state = written(tmp_path, text).start(1)
    while state.phase.startswith("bidding"):
        legal = state.turns[0].moves
        state = state.run_out("slow_bid", state.turns[0].seat)
        assert state.said[-1][2] in legal
        assert state.said[-1][2] != "3"


def test_a_state_with_times_that_ran_out_pickles(hurried: Game) -> None:
    state = played(hurried, 2)
    assert pickle.loads(pickle.dumps(state)) == state


def test_what_is_shown_of_a_clock_is_the_same_whatever_others_hold(hurried: Game) -> None:
    state = bid_out(hurried.start(8))
    assert {state.view(seat).clocks for seat in range(4)} == {state.clocks}


def test_a_card_that_is_only_played_with_its_word_is_played_with_it(tmp_path: Path) -> None:
    text = """
    language 1
    variant called "Called" extends whist {
      play {
        choose low with each card by player when card.rank is A: nothing
        clock slow: 2 seconds, then highest
      }
    }
    """
    game = written(tmp_path, text)
    words = set()
    for seed in range(4):
        state = game.start(seed)
        while state.deal == 1 and not state.over:
            seat = state.turns[0].seat
            legal = state.turns[0].moves
            state = state.run_out("slow", seat)
            (_, text_played) = next((e.seat, e.text) for e in state.events if e.to_json()["event"] == "play")  # type: ignore[union-attr]
            assert text_played in legal
            words.add(text_played.partition(" ")[2])
    assert "low" in words


def test_in_a_secret_round_the_bid_that_is_made_for_a_seat_stays_secret(tmp_path: Path) -> None:
    text = """
    language 1
    variant shown_together "Shown together" extends standard {
      set failed_nil = help, set_cost = per_bid, bags_past_limit = carried
      bidding {
        replace round opening by each player at once
        clock slow: 20 seconds, then bid tricks(3)
      }
    }
    """
    state = written(tmp_path, text).start(1)
    assert {one.seat for one in state.clocks} == {0, 1, 2, 3}
    state = state.run_out("slow", 2)
    assert [event.to_json()["event"] for event in state.events] == ["time"]
    assert state.view(0).bids[2] is None
    assert {one.seat for one in state.clocks} == {0, 1, 3}
    for seat in (0, 1, 3):
        state = state.apply("4", seat)
    assert state.view(0).bids == ("4", "4", "3", "4")


def test_a_clock_of_some_deals_is_read_by_the_rules_of_all(tmp_path: Path) -> None:
    text = """
    language 1
    variant second "Second" extends standard {
      set failed_nil = help, set_cost = per_bid, bags_past_limit = carried
      on deal 2 { play { clock slow: 2 seconds, then lowest } }
      scoring for each team { score late: -5 * slow }
    }
    """
    game = written(tmp_path, text)
    state, chance = game.start(1), random.Random(1)
    late = 0
    while state.deal < 4 and not state.over:
        timed = [one for one in state.clocks if one.seat is not None]
        assert bool(timed) is (state.deal == 2 and state.phase == "play")
        if timed and late < 3:
            state, late = state.run_out("slow", timed[0].seat), late + 1
        else:
            state = one_of(state, chance)
        if state.sheets:
            lines = [line for side in state.sheets[0].sides for line in side.lines if "late" in line.rule.key]
            assert sum(line.points for line in lines) == (-15 if state.sheets[0].deal == 2 else 0)
    assert game.load(state.record()) == state


MANY = {
    "euchre": "random", "hearts": "lowest", "sixty_six": "highest", "nyc": "no", "spoil_five": "random",
    "ninety_nine": "lowest", "blind_nil": "random", "double_nil_exchange": "no", "joke_trumps": "highest",
    "knockout_whist": "random", "german_whist": "lowest", "tram": "no", "wiki_partnership_ace_check": "random",
}  # fmt: skip


def with_clocks(name: str, then: str, folder: Path) -> Game:
    """Return a game with a clock in every phase; cards are chosen by the word, all else by chance."""
    base = loader.load(name, {})
    assert base.variant is not None
    assert base.document is not None
    sections = []
    for number, phase in enumerate(base.variant.game.phases):
        if phase.name != "scoring":
            section = phase.name if phase.name in ("deal", "bidding", "play") else f"phase {phase.name}"
            word = then if phase.name == "play" or then not in ("lowest", "highest") else "random"
            sections.append(f"{section} {{ clock c{number}: 5 seconds, then {word} }}")
    pack = base.document.pack_for
    head = f"extends {name} {{" if pack is None else f"extends {pack} {{ include {name}"
    return written(folder, f'language 1\nvariant timed "Timed" {head} {" ".join(sections)} }}')


@pytest.mark.parametrize("name", MANY)
def test_every_choice_of_a_game_can_be_timed_and_its_record_replays(name: str, tmp_path: Path) -> None:
    game = with_clocks(name, MANY[name], tmp_path)
    chance = random.Random(name)
    state = game.start(1)
    for _ in range(150):
        if state.over:
            break
        running = [one for one in state.clocks if one.seat is not None]
        assert {one.seat for one in running} == {turn.seat for turn in state.turns}
        if chance.random() < 0.6:
            one = chance.choice(running)
            state = state.run_out(one.clock, one.seat)
        else:
            state = one_of(state, chance)
    assert game.load(state.record()) == state
