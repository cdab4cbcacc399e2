"""The screen: one table drawn in its place, cards as they fall, and answers beside the table."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest

from spadesdsl.session.screen import PACES, Screen
from spadesdsl.words import at_left, at_right, breadth, columns
from tests.session.screen import plain, screen
from tests.session.table_talk import Typist, first_choice, session_of

if TYPE_CHECKING:
    from pathlib import Path

    from spadesdsl.session import Session

HOME = "\x1b[H\x1b[J"


@dataclass(slots=True)
class Drawer(Typist):
    """A terminal on which pictures take each other's place."""

    can_redraw: bool = True
    is_live: bool = True
    has_symbols: bool = True
    pictures: list[list[str]] = field(default_factory=list)
    rests: list[float] = field(default_factory=list)
    presses_enter: bool = False

    def redraw(self) -> None:
        """Begin a picture: what is said next, or some lines."""
        self.pictures.append([])

    def rest(self, seconds: float) -> bool:
        """Note for how long."""
        self.rests.append(seconds)
        return self.presses_enter

    def say(self, text: str = "") -> None:
        """Keep what is shown, in its picture."""
        self.shown += text.split("\n")
        if self.pictures and not (self.pictures[-1] and self.pictures[-1][0].startswith("── Deal")):
            self.pictures[-1] += text.split("\n")

    def all_pictures(self) -> list[str]:
        """Return the pictures as texts."""
        return ["\n".join(picture) for picture in self.pictures]


def screen_of(name: str, lines: list[str], *, height: int = 40, **more: object) -> tuple[Session, Drawer]:
    """Return a session at such a terminal."""
    session, _ = session_of(name, lines, **more)  # type: ignore[arg-type]
    drawer = Drawer(list(lines), height=height)
    session.terminal = drawer
    return session, drawer


def middle(picture: str) -> list[str]:
    """Return the cards on the table, as they are marked."""
    above = picture.partition("Your hand")[0]
    words = above.replace("\n", " ").split()
    return [word for word in words if word[-1] in "♠♥♦♣"]


def test_cards_appear_one_after_another_and_the_trick_stays_until_the_next_lead() -> None:
    session, drawer = screen_of("standard", ["3", "1"], seed=12)
    session.run()
    numbers = [len(middle(picture)) for picture in drawer.all_pictures() if "trick" in picture.partition("\n")[0]]
    assert [number for number in numbers if number][:3] == [1, 2, 3]
    assert 4 in numbers
    complete = [picture for picture in drawer.all_pictures() if len(middle(picture)) == 4]
    assert complete
    assert all(picture.count("takes it") == 1 for picture in complete)
    if session.state.leader == session.seat:
        assert len(middle(drawer.all_pictures()[-1])) == 4, "it stays while the person chooses a card to lead"


def test_a_seat_stays_in_its_place_while_its_card_falls_and_takes_the_trick() -> None:
    session, drawer = screen_of("standard", ["3", "1", "1", "1", "1"], seed=12)
    session.run()
    pictures = [picture for picture in drawer.all_pictures() if "took" in picture]
    assert any("led, takes it" in picture for picture in pictures)
    for name in ("North", "East", "South (you)"):
        columns = {line.find(name) for picture in pictures for line in picture.split("\n") if line.endswith(name)}
        assert len(columns) == 1, f"{name} moves: {columns}"


def test_each_picture_begins_with_the_heading_and_the_numbers_of_the_game() -> None:
    session, drawer = screen_of("standard", ["3", "1"])
    session.run()
    assert len(drawer.pictures) > 3
    for picture in drawer.pictures:
        assert picture[0].startswith("── Deal 1")
        assert picture[1] == "to 500 · nil 100 · 10 bags −100"


def test_a_picture_is_seen_for_its_time_and_enter_skips_to_the_next_question() -> None:
    session, drawer = screen_of("standard", ["3", "1"])
    session.pace = "slow"
    session.run()
    card, trick = PACES["slow"]
    assert len(drawer.rests) > 3
    assert all(0 < rest <= trick for rest in drawer.rests)
    assert any(rest > card for rest in drawer.rests) or session.state.leader == session.seat
    hurried, impatient = screen_of("standard", ["3", "1"])
    impatient.presses_enter = True
    hurried.pace = "slow"
    hurried.run()
    assert len(impatient.rests) < len(drawer.rests)
    assert hurried.state == session.state


def test_a_screen_that_is_too_small_gets_lines() -> None:
    session, drawer = screen_of("standard", ["3", "1"], height=12)
    session.run()
    assert not drawer.rests
    assert drawer.has("Trick 1:")


@pytest.mark.parametrize("name", ["standard", "hearts", "euchre", "bridge", "six_solo", "cancellation_8", "two_player"])
@pytest.mark.parametrize("height", [24, 40])
def test_no_picture_is_higher_than_the_screen(name: str, height: int) -> None:
    session, drawer = screen_of(name, [], height=height, people=(0,))
    choose = first_choice(session)
    drawer.then = lambda: choose() if session.state.deal < 2 else None
    session.run()
    tables = [picture for picture in drawer.pictures if "Your hand" in "\n".join(picture)]
    assert all(len(picture) < height for picture in tables if picture[0].startswith("── Deal"))
    assert max(len(line) for line in drawer.shown if "> " not in line) <= 80


def test_a_refusal_is_shown_beside_the_table() -> None:
    session, drawer = screen_of("standard", ["3", "ac", "xyzzy"], people=(0,), seed=12)
    session.run()
    refused = [picture for picture in drawer.all_pictures() if "is not allowed: Follow suit if you can." in picture]
    assert refused
    assert all(picture.startswith("── Deal 1") and "Your turn" in picture for picture in refused)


def test_a_long_answer_has_pages_of_its_own() -> None:
    session, drawer = screen_of("standard", ["3", "rules all", *[""] * 9, "1"], height=26)
    session.run()
    prompts = [line for line in drawer.shown if line.startswith("Press Enter for ")]
    assert prompts[0] == "Press Enter for more. "
    assert prompts[-1] == "Press Enter for the table. "
    pages = [page for page in drawer.pictures if page and not page[0].startswith("── Deal")]
    assert len(pages) == len(prompts)
    assert max(map(len, pages)) < 26, "the last line is for the prompt"
    assert session.state.moves_made > 4


def test_what_is_typed_below_a_long_answer_is_not_lost() -> None:
    session, drawer = screen_of("standard", ["3", "rules all", "legal", "1"], height=26)
    session.run()
    assert drawer.shown.count("Press Enter for more. legal") == 1
    assert session.state.moves_made > 4


def test_a_score_sheet_takes_the_place_of_the_table_until_it_was_read() -> None:
    session, drawer = screen_of("euchre", [])
    choose = first_choice(session)
    drawer.then = lambda: choose() if session.state.deal < 3 else None
    session.run()
    (first, *_) = [picture for picture in drawer.all_pictures() if "Score sheet of deal 1" in picture]
    assert "Your hand" not in first
    assert "Deal 2" not in first


def test_a_drawn_table_shows_the_same_game_as_lines() -> None:
    drawn, drawer = screen_of("standard", ["3", "1", "1", "1"], seed=5)
    lines, _ = session_of("standard", ["3", "1", "1", "1"], seed=5, is_live=True)
    drawn.run()
    lines.run()
    assert drawn.state == lines.state
    assert drawer.pictures


def test_nobody_waits_for_a_picture_whose_time_is_over() -> None:
    drawer = Drawer([])
    clock = [0.0]
    shown = Screen(drawer, "normal", now=lambda: clock[0])
    shown.show(lambda lines: None, ["a picture"], is_trick=False)
    shown.wait()
    assert drawer.rests == [PACES["normal"][0]]
    clock[0] = 100.0
    shown.wait()
    assert len(drawer.rests) == 1


def test_in_a_real_terminal_the_table_is_drawn_in_its_place(tmp_path: Path) -> None:
    with screen("play", "standard", "--seed", "5", "--bots", "random", "--pace", "fast", folder=tmp_path) as shown:
        first = shown.until("South> ")
        assert HOME in first
        shown.enter("3")
        playing = shown.until("South> ")
        assert playing.count(HOME) >= 2
        last = plain(playing.rpartition(HOME)[2])
        assert last.startswith("── Deal 1, trick 1")
        shown.enter("why zz")
        assert plain(shown.until("South> ").rpartition(HOME)[2]).startswith("── Deal 1, trick 1")


def test_a_window_of_another_size_is_drawn_again_and_keeps_what_was_typed(tmp_path: Path) -> None:
    with screen("play", "standard", "--seed", "5", "--bots", "random", folder=tmp_path) as shown:
        shown.until("South> ")
        shown.enter("why zz")
        shown.until("South> ")
        shown.type("wh")
        shown.until("wh")
        again = plain(shown.resized(70, " is not a move here").rpartition(HOME)[2] + shown.until("South> wh"))
        assert max(map(len, again.splitlines())) <= 70
        assert HOME not in shown.resized(40, "South> wh")
        shown.resized(80, "South> wh")
        shown.enter("y 3")
        shown.until("3 is allowed")


def test_piped_input_is_never_redrawn(tmp_path: Path) -> None:
    with screen("play", "standard", "--seed", "5", "--plain", folder=tmp_path) as shown:
        assert HOME not in shown.until("South> ")
    with screen("play", "standard", "--seed", "5", folder=tmp_path, TERM="dumb") as shown:
        assert "\x1b" not in shown.until("South> ")


def test_enter_ends_a_pause_in_a_real_terminal(tmp_path: Path) -> None:
    with screen("play", "standard", "--seed", "5", "--bots", "random", "--pace", "slow", folder=tmp_path) as shown:
        shown.until("South> ")
        shown.enter("3")
        shown.until("thinks")
        shown.enter()
        shown.until("South> ")
        shown.enter("quit")
        assert shown.end() == 0


def test_another_game_is_offered_at_the_end_and_all_games_are_counted(tmp_path: Path) -> None:
    words = ("play", "spoil_five", "--set", "deals=1", "--seed", "5", "--pace", "fast", "--auto", "--bots", "random")
    with screen(*words, "--names", "Ann", folder=tmp_path) as shown:
        for _ in range(40):
            asked = shown.until_any("Ann> ", "Again? Enter for yes, n for no. ")
            if asked.endswith("no. "):
                shown.resize(90)
                shown.until("Again? Enter for yes, n for no. ")
                break
            shown.enter("pass" if "Your bid" in asked else "1")
        assert "points ahead" in plain(shown.read)
        shown.enter()
        playing = len(shown.until("Ann> ") and shown.read)
        shown.enter("quit")
        assert shown.end() == 0
        assert "Again?" not in shown.read[playing:], "only where the game is over"
    with screen("stats", folder=tmp_path) as shown:
        assert shown.end() == 0
        assert re.search(r"Ann +Spoil Five +1 ", shown.read)
    with screen("stats", "Ben", folder=tmp_path) as shown:
        assert shown.end() == 0
        assert "played no deal to its end" in shown.read


def test_names_of_wide_letters_leave_the_columns_straight() -> None:
    rows = columns([["North & 李小龙", "0 of 5"], ["East & Zoe\u0301", "0 of 6"]])
    assert [breadth(row.partition("0 of")[0]) for row in rows] == [17, 17]
    assert [at_left("李", 4), at_right("李", 4), at_left("ab", 4)] == ["李  ", "  李", "ab  "]
