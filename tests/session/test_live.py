"""The session in a real terminal: colour, keys, sizes, signals, and what is left on the disk."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from spadesdsl.journal import Record
from spadesdsl.journal.reading import read_record
from tests.session.screen import WIPE, plain, screen

if TYPE_CHECKING:
    from pathlib import Path

PLAY = ("play", "standard", "--seed", "5", "--bots", "random", "--pace", "fast")
CARD = re.compile(r"\b(?:[2-9AKQJ]|10)(?:[CDHS]\b|[♣♦♥♠])")
YOUR_HAND = "Your hand"


def unwrapped(text: str) -> str:
    """Return the last picture of what came, in one line."""
    return " ".join(plain(text.rpartition("\x1b[H\x1b[J")[2]).split())


def test_suits_have_four_colours_and_letters_too(tmp_path: Path) -> None:
    with screen(*PLAY, folder=tmp_path) as shown:
        hand = shown.until("South> ").partition(YOUR_HAND)[2]
    rows = [line for line in hand.splitlines() if any(sign in line for sign in "♠♥♦♣")]
    colours = [re.findall(r"\x1b\[(\d+)m", row) for row in rows]
    assert len({tuple(dict.fromkeys(row)) for row in colours}) == 4
    assert all(CARD.search(plain(row)) for row in rows)


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_without_colour_nothing_is_missing(tmp_path: Path, environment: dict[str, str]) -> None:
    with screen(*PLAY, folder=tmp_path, **environment) as shown:
        bidding = shown.until("South> ")
        shown.enter("3")
        playing = shown.until("South> ")
    assert not re.search(r"\x1b\[[0-9;]*m", bidding)
    assert re.search(r"\[A(.)\] \[J\1\] \[6\1\]", playing)


def test_a_screen_reader_gets_sentences_and_no_signs(tmp_path: Path) -> None:
    with screen(*PLAY, "--plain", folder=tmp_path) as shown:
        text = shown.until("South> ")
        shown.enter("3")
        text += shown.until("South> ")
    assert "\x1b" not in text
    assert text.isascii()
    assert "Your hand: spades KS QS JS 8S; hearts AH JH 6H;" in text
    assert not re.search(r"\S {2,}\S", text), "nothing stands in columns"


def test_a_terminal_without_unicode_is_written_in_ascii(tmp_path: Path) -> None:
    with screen(*PLAY, folder=tmp_path, LANG="C", LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0") as shown:
        text = shown.until("South> ")
    assert text.isascii()
    assert "-- Deal 1" in plain(text)


@pytest.mark.parametrize("columns", [30, 59, 60, 80, 200])
def test_every_line_fits_into_the_window(tmp_path: Path, columns: int) -> None:
    with screen(*PLAY, folder=tmp_path, columns=columns) as shown:
        text = shown.until("South> ")
        for typed in ("help", "3", "js", "rules", "ah"):
            shown.enter(typed)
            text += shown.until_any("South> ", "Press Enter for the table. ", "Press Enter for more.")
            if text.endswith("table. "):
                shown.enter()
                text += shown.until("South> ")
    assert max(map(len, plain(text).splitlines())) <= min(80, columns)


def test_a_window_that_changes_its_size_changes_the_page(tmp_path: Path) -> None:
    with screen(*PLAY, folder=tmp_path) as shown:
        assert "──" in shown.until("South> ")
        shown.resize(40)
        shown.enter("table")
        text = shown.until("South> ")
    assert "──" not in text
    assert max(map(len, plain(text).splitlines())) <= 40


def test_tab_completes_moves_and_commands(tmp_path: Path) -> None:
    with screen(*PLAY, folder=tmp_path) as shown:
        shown.until("South> ")
        shown.type("und\t\n")
        shown.until("There is nothing to take back.")
        shown.until("South> ")
        shown.type("why K\t\n")
        shown.until("why KS")


def test_ctrl_d_leaves_and_the_last_game_goes_on(tmp_path: Path) -> None:
    with screen(*PLAY, folder=tmp_path) as shown:
        shown.until("South> ")
        shown.enter("3")
        shown.until("South> ")
        shown.type("\x04")
        assert shown.end() == 0
        assert "spadesdsl play --resume" in shown.read
    with screen("play", "--resume", folder=tmp_path) as shown:
        assert "The last game: Spades" in shown.until("Enter for yes, n for no. ")
        shown.enter()
        text = plain(shown.until("South> "))
        assert "bid 3, took 0" in text
        assert "trick 1" in text
        shown.enter("quit")
        assert shown.end() == 0


def test_ctrl_c_leaves_too_and_says_what_shells_expect(tmp_path: Path) -> None:
    with screen(*PLAY, folder=tmp_path) as shown:
        shown.until("South> ")
        shown.interrupt("You left the game.")
        assert shown.end() == 130
        assert "Traceback" not in shown.read


def test_nothing_is_kept_of_a_game_in_which_nobody_chose_anything(tmp_path: Path) -> None:
    with screen(*PLAY, folder=tmp_path) as shown:
        shown.until("South> ")
        shown.enter("quit")
        shown.end()
    assert not list(tmp_path.rglob("*.yaml"))


def test_a_game_that_cannot_be_saved_says_so_in_each_picture_and_is_saved_where_the_player_says(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("no folder", encoding="utf-8")
    with screen(*PLAY, folder=tmp_path, XDG_DATA_HOME=str(tmp_path / "data")) as shown:
        shown.until("South> ")
        for typed in ("3", "why ah"):
            shown.enter(typed)
            picture = unwrapped(shown.until("South> "))
            assert "This game is not saved. " in picture
            assert f"{tmp_path / 'data'}/spadesdsl/games:" in picture.replace(" ", "")
            assert "`save FILE` saves all of it" in picture
        shown.enter("save")
        assert "This game is not saved." in unwrapped(shown.until("South> "))
        shown.enter("save rescued.yaml")
        picture = unwrapped(shown.until("South> "))
        assert "Every move so far is saved." in picture
        assert "not saved" not in picture
        shown.enter("ah")
        shown.until("Trick 1:")
        shown.until("South> ")
        shown.kill()
    record = read_record(tmp_path / "rescued.yaml")
    assert isinstance(record, Record)
    assert len([entry for entry in record.entries if isinstance(entry, list) and entry[0] == 2]) == 2, "a bid, a card"


def test_a_saved_file_that_others_change_or_delete_is_told_under_the_table_and_at_the_end(tmp_path: Path) -> None:
    file = tmp_path / "game.yaml"
    with screen(*PLAY, "--record", "game.yaml", folder=tmp_path) as shown:
        shown.until("South> ")
        file.unlink()
        shown.enter("3")
        assert "was deleted; the whole game is saved there again." in unwrapped(shown.until("South> "))
        with file.open("a", encoding="utf-8") as other:
            other.write("# a word of somebody else\n")
        shown.enter("ah")
        shown.until("Trick 1:")
        told = "This game cannot be saved any more: something else has written to"
        assert told in unwrapped(shown.until("South> "))
        shown.enter("save game.yaml")
        assert "this file exists already" in unwrapped(shown.until("Press Enter for the table. "))
        shown.enter("quit")
        shown.end()
    assert told in unwrapped(shown.read.rpartition("You left the game.")[2])


def test_what_was_acknowledged_is_there_after_a_kill(tmp_path: Path) -> None:
    with screen(*PLAY, folder=tmp_path) as shown:
        shown.until("South> ")
        shown.enter("3")
        shown.until("South> ")
        shown.enter("ah")
        shown.until("Trick 1:")
        shown.kill()
    with screen("play", "--resume", folder=tmp_path) as shown:
        shown.until("n for no. ")
        shown.enter()
        shown.until("South> ")
        shown.enter("why ah")
        shown.until("You do not hold ")


def test_a_score_sheet_stays_until_it_was_read(tmp_path: Path) -> None:
    with screen("play", "euchre", "--seed", "5", "--bots", "random", "--pace", "fast", folder=tmp_path) as shown:
        shown.until("South> ")
        for _ in range(7):
            shown.enter("1")
        shown.until("Score sheet of deal 1")
        assert "Deal 2" not in shown.until("Press Enter to continue. ")
        shown.enter("score")
        shown.until("Score sheet of deal 1")
        shown.until("Press Enter to continue. ")
        shown.enter("1")
        shown.until("Press Enter first")
        shown.until("Press Enter to continue. ")
        shown.enter()
        shown.until("Deal 2, bidding")


@pytest.mark.parametrize("is_plain", [False, True])
def test_people_at_one_machine_find_no_card_of_another_on_the_screen(tmp_path: Path, *, is_plain: bool) -> None:
    words = (*PLAY, "--hotseat", *(["--plain"] if is_plain else []))
    with screen(*words, folder=tmp_path) as shown:
        hands: list[set[str]] = []
        for seat in ("South", "West", "North", "East"):
            before = shown.until("press Enter. ")
            visible = after_wipe(before, is_plain=is_plain)
            assert not CARD.findall(visible)
            shown.enter()
            asked = after_wipe(shown.until(f"{seat}> "), is_plain=is_plain)
            hands.append(set(CARD.findall(plain(asked))))
            shown.enter("3")
    assert [len(hand) for hand in hands] == [13] * 4
    assert len(set().union(*hands)) == 52


def after_wipe(text: str, *, is_plain: bool) -> str:
    """Return what can still be seen of a text."""
    if is_plain:
        assert "\x1b" not in text
        return text.rpartition("\n" * 40)[2]
    return text.rpartition(WIPE)[2]


def test_the_next_person_cannot_bring_back_what_was_typed(tmp_path: Path) -> None:
    with screen(*PLAY, "--seats", "South,West,bots", folder=tmp_path) as shown:
        shown.until("press Enter. ")
        shown.enter()
        shown.until("South> ")
        shown.enter("why ks")
        shown.until("South> ")
        shown.enter("3")
        shown.until("press Enter. ")
        shown.enter()
        shown.until("West> ")
        shown.type("\x1b[A\x1b[A\x1b[A")
        shown.enter("help")
        text = shown.until("Press Enter for the table. ")
    assert "ks" not in text.partition("Type a card")[0]


def test_that_somebody_thinks_stands_there_while_it_lasts(tmp_path: Path) -> None:
    with screen(*PLAY, folder=tmp_path) as shown:
        shown.until("South> ")
        shown.enter("3")
        text = shown.until("South> ")
    assert "West thinks …" in text
    lines = [line.rpartition("\r\x1b[K")[2] for line in text.split("\n")]
    assert not any("thinks" in line for line in lines), "what is written takes its place"
