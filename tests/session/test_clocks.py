"""Times in the session: they run for people at a terminal, and what ran out stands in the record."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from spadesdsl import loader
from spadesdsl.bots import RandomPlayer
from spadesdsl.engine.game import Game
from spadesdsl.journal import Sitter, Trouble, begin, read_record, resume
from spadesdsl.session import Session
from spadesdsl.session.past import Past
from spadesdsl.session.terminal import Countdown, TimeRanOut
from spadesdsl.session.wall_clock import WallClock, length_words
from tests.session.screen import screen
from tests.session.table_talk import Typist

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from spadesdsl.loader import Loaded

RULES = """
language 1
variant hurried "Hurried" extends standard {
  set failed_nil = help, set_cost = per_bid, bags_past_limit = carried
  include speed_spades
  include time_limit with minutes = 60
  include closing_hour with hour = 22.5
}
"""


class Hurried(Typist):
    """Somebody who is slow: what is asked for in a given time is not answered."""

    def ask(
        self, prompt: str, complete: Callable[[str], list[str]] | None = None, limit: Countdown | None = None
    ) -> str | None:
        if limit is not None:
            self.shown.append(prompt)
            raise TimeRanOut
        return super().ask(prompt, complete)


class Clock:
    """A clock on the wall that goes on when it is told to."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.hour = datetime(2026, 5, 1, 20, 0).astimezone()

    def watch(self, spent: float = 0) -> WallClock:
        return WallClock(spent, self.hour, lambda: self.seconds, lambda: self.hour)


@pytest.fixture
def rules(tmp_path: Path) -> Loaded:
    file = tmp_path / "hurried.spades"
    file.write_text(RULES, encoding="utf-8")
    found = loader.load(str(file), {})
    assert found.game is not None, [one.message for one in found.diagnostics]
    return found


def session(
    found: Loaded, typist: Typist, watch: WallClock, people: tuple[int, ...] = (2,), log: object = None
) -> Session:
    assert found.game is not None
    assert found.variant is not None
    return Session(
        found.game,
        typist,
        lambda seat: RandomPlayer(seat),
        found.variant,
        people=people,
        seed=5,
        clock=watch,
        past=Past(log),
    )  # type: ignore[arg-type]


def test_a_card_that_is_not_played_in_time_is_played_by_the_rules(rules: Loaded) -> None:
    typist = Hurried(["3"], then=lambda: "", is_live=True)
    game = session(rules, typist, Clock().watch())
    typist.then = lambda: "quit" if game.state.sheets else ""
    game.run()
    assert typist.has("You have 2 seconds. Play in time, or your lowest legal card is played for you.")
    assert typist.has("You run out of time (too late).")
    assert sum(seat == 2 for seat, _ in game.state.late) or game.past.sheets


def test_where_input_is_piped_in_nobody_runs_out_of_time(rules: Loaded) -> None:
    clock = Clock()
    clock.hour += timedelta(days=3)
    typist = Typist(["3"], is_live=False)
    game = session(rules, typist, clock.watch())
    game.run()
    assert not typist.has("seconds")
    assert game.state.time_up == ()


def test_bots_alone_never_run_out_of_time(rules: Loaded) -> None:
    clock = Clock()
    watch = clock.watch()
    clock.seconds = 10_000
    game = session(rules, Typist(is_live=True), watch, people=())
    game.most_deals = 1
    game.run()
    assert game.state.time_up == ()


def test_people_at_one_machine_have_their_time_once_they_sit_there(rules: Loaded) -> None:
    typist = Hurried(["", "3", "", "3"], then=lambda: "", is_live=True)
    game = session(rules, typist, Clock().watch(), people=(0, 2))
    typist.then = lambda: "quit" if len(game.state.late) > 3 else ""
    game.run()
    wiped = [at for at, line in enumerate(typist.shown) if line.startswith("<wiped")]
    told = [at for at, line in enumerate(typist.shown) if "You have 2 seconds" in line]
    assert told
    assert all(any(at > wipe for wipe in wiped) for at in told)


def test_the_deal_is_finished_when_the_hour_has_come(rules: Loaded) -> None:
    clock = Clock()
    watch = clock.watch()
    typist = Hurried(["3"], then=lambda: "", is_live=True)
    game = session(rules, typist, watch)
    clock.hour += timedelta(hours=2, minutes=31)
    game.run()
    assert game.state.time_up == ("closing_time",)
    assert typist.has("Time is up (closing time).")
    assert (game.state.over, game.state.deal, game.state.ended_by) == (True, 1, "ending.highest_by_then")


def test_minutes_count_only_while_somebody_sits_at_the_table(rules: Loaded) -> None:
    assert rules.game is not None
    clock = Clock()
    running = next(one for one in rules.game.start(1).clocks if one.clock == "time_is_up")
    first = clock.watch()
    clock.seconds += 3_000
    assert not first.is_up(running)
    clock.seconds += 100_000  # the game waits in its record
    again = clock.watch(3_000)
    clock.seconds += 599
    assert (again.played, again.is_up(running)) == (3_599, False)
    clock.seconds += 1
    assert again.is_up(running)


def test_an_hour_is_the_first_such_hour_after_the_game_was_begun(rules: Loaded) -> None:
    assert rules.game is not None
    clock = Clock()
    running = next(one for one in rules.game.start(1).clocks if one.hour is not None)
    watch = clock.watch()
    assert not watch.is_up(running)
    clock.hour += timedelta(hours=2, minutes=29)
    assert not watch.is_up(running)
    clock.hour += timedelta(minutes=1)
    assert watch.is_up(running)
    clock.hour += timedelta(hours=20)
    assert watch.is_up(running), "the next day it is over"
    late = WallClock(0, clock.hour.replace(hour=23), lambda: 0, lambda: clock.hour.replace(hour=23, minute=30))
    assert not late.is_up(running), "begun after that hour, the next day's is meant"


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(2, "2 seconds"), (1, "1 second"), (90, "1 minute 30"), (3600, "1 hour"), (5400, "1 hour 30")],
)
def test_a_length_of_time_in_words(seconds: int, words: str) -> None:
    assert length_words(seconds) == words


def test_a_record_keeps_what_ran_out_and_how_long_was_played(rules: Loaded, tmp_path: Path) -> None:
    assert rules.game is not None
    path = tmp_path / "game.yaml"
    state = rules.game.start(5)
    journal = begin(rules, state, [Sitter(2, "person")], path)
    assert not isinstance(journal, Trouble)
    while state.phase != "play":
        turn = state.turns[0]
        state = state.apply("3", turn.seat)
        journal.append(state)
    state = state.run_out("too_late", state.turns[0].seat)
    journal.append(state)
    state = state.run_out("time_is_up")
    journal.append(state)
    journal.spend(1234)
    journal.close()
    entries = [json.loads(line[2:]) for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("- {")]
    assert {"time": "too_late", "seat": state.late[0][0]} in entries
    assert {"time": "time_is_up"} in entries
    record = read_record(path)
    assert not isinstance(record, Trouble)
    assert record.spent == 1234
    found = resume(path)
    assert not isinstance(found, Trouble), str(found)
    assert isinstance(found.game, Game)
    assert found.states[-1] == state
    found.journal.close()


# ---------------------------------------------------------------- in a real terminal


def test_time_runs_out_in_a_real_terminal(tmp_path: Path) -> None:
    (tmp_path / "hurried.spades").write_text(
        RULES.replace("include speed_spades", "include speed_spades with card_seconds = 1"), encoding="utf-8"
    )
    with screen("play", "hurried.spades", "--seed", "5", "--bots", "random", folder=tmp_path) as shown:
        shown.until("South> ")
        shown.enter("3")
        shown.until("You have 1 second")
        shown.until("South> ")
        shown.type("half a wo")
        shown.until("You run out of time (too late).")
        shown.until("You play")
        shown.enter("quit")
        assert shown.end() == 0
        assert "Traceback" not in shown.read
    with screen("play", "--resume", folder=tmp_path) as shown:
        shown.until("Enter for yes, n for no. ")
        shown.enter()
        shown.until("South> ")
        shown.enter("quit")
        assert shown.end() == 0


def test_to_a_screen_reader_no_seconds_are_counted_down(tmp_path: Path) -> None:
    (tmp_path / "hurried.spades").write_text(
        RULES.replace("include speed_spades", "include speed_spades with card_seconds = 3"), encoding="utf-8"
    )
    with screen("play", "hurried.spades", "--seed", "5", "--bots", "random", "--plain", folder=tmp_path) as shown:
        shown.until("South> ")
        shown.enter("3")
        text = shown.until("You run out of time")
    assert "\x1b" not in text
    assert "You have 3 seconds" in text


def test_score_tells_how_much_time_the_game_has_left(rules: Loaded) -> None:
    clock = Clock()
    watch = clock.watch()
    clock.seconds = 600
    typist = Typist(["score"], is_live=True)
    session(rules, typist, watch).run()
    assert typist.has("time is up: 50 minutes left")
    assert typist.has("closing time: until 22:30")
