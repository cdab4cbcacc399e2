"""`spadesdsl play` from outside: its options, its records, what it says when they do not fit."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from spadesdsl.cli import main
from spadesdsl.cli.console import Console
from spadesdsl.session.commands import COMMANDS

if TYPE_CHECKING:
    from collections.abc import Callable

DOCS = Path(__file__).parent.parent.parent / "docs"
PLAY = ("play", "standard", "--seed", "12", "--bots", "random")


@pytest.fixture
def run(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, str, str]]:
    """Return what runs a command with some lines piped in, in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))

    def call(*words: str, given: str = "") -> tuple[int, str, str]:
        (tmp_path / "given").write_text(given, encoding="utf-8")
        with (tmp_path / "given").open(encoding="utf-8") as lines:
            monkeypatch.setattr("sys.stdin", lines)
            code = main(words)
        told = capsys.readouterr()
        return code, told.out, told.err

    return call


def test_a_record_is_kept_and_gone_on_with(run: Callable[..., tuple[int, str, str]]) -> None:
    code, out, _ = run(*PLAY, "--record", "mine.yaml", given="3\nqc\n")
    assert code == 0
    assert "The game is saved in mine.yaml" in out
    assert "spadesdsl play --resume mine.yaml" in out
    code, out, _ = run("play", "--resume", "mine.yaml", given="last\nundo\n")
    assert code == 0
    assert "Trick 1: West 7C, North 2C, East 8C, You QC. You win it." in out
    assert "You took back your last choice." in out


def test_a_file_that_is_there_is_not_written_over(run: Callable[..., tuple[int, str, str]]) -> None:
    Path("mine.yaml").write_text("a shopping list", encoding="utf-8")
    code, out, err = run(*PLAY, "--record", "mine.yaml", given="3\n")
    assert (code, out) == (3, "")
    assert "choose another name" in err
    assert Path("mine.yaml").read_text(encoding="utf-8") == "a shopping list"


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (("play", "--resume"), 1, "There is no unfinished game to continue"),
        (("play", "--resume", "nowhere.yaml"), 3, "nowhere.yaml"),
        (("play", "standard", "--resume"), 2, "leave out `VARIANT` with `--resume`"),
        (("play", "--resume", "x.yaml", "--seed", "0", "--set", "target=3"), 2, "`--set` and `--seed`"),
        (("play",), 2, "Name a game"),
        (("play", "standard", "--bots", "clever"), 2, "write steady, strong, greedy, random,"),
        (("play", "standard", "--seats", "9"), 2, "9 people want to play"),
        (("play", "standard", "--hotseat", "--seat", "none"), 2, "`--hotseat` is for people"),
    ],
)
def test_what_does_not_fit_is_told(
    run: Callable[..., tuple[int, str, str]], words: tuple[str, ...], code: int, told: str
) -> None:
    found, out, err = run(*words, given="3\n")
    assert found == code
    assert told in " ".join(err.split())
    assert out == ""


def test_the_same_seed_and_the_same_answers_are_the_same_game(run: Callable[..., tuple[int, str, str]]) -> None:
    games = [run("play", "standard", "--seed", "4", "--bots", bots, given="3\n") for bots in ("random", "random")]
    assert games[0] == games[1]


@pytest.mark.parametrize("bots", ["steady", "greedy", "random"])
def test_every_kind_of_bot_plays_a_deal(run: Callable[..., tuple[int, str, str]], bots: str) -> None:
    code, out, _ = run("play", "whist", "--seat", "none", "--seed", "2", "--deals", "1", "--bots", bots)
    assert code == 0
    assert "Score sheet of deal 1" in out


def test_a_game_of_bots_is_kept_where_it_is_asked_for(run: Callable[..., tuple[int, str, str]]) -> None:
    run("play", "whist", "--seat", "none", "--seed", "2", "--deals", "1", "--bots", "random", "--record", "bots.yaml")
    assert Path("bots.yaml").is_file()
    code, _, err = run("play", "--resume", "bots.yaml")
    assert (code, err) == (0, "")


def test_a_record_with_a_bot_that_there_is_not_says_so(
    run: Callable[..., tuple[int, str, str]], tmp_path: Path
) -> None:
    run("play", "standard", "--seat", "North", "--seed", "3", "--record", "mine.yaml", given="4\n")
    file = tmp_path / "mine.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace('"by": "steady"', '"by": "nil"', 1), encoding="utf-8")
    for words in (("play", "--resume", "mine.yaml"), ("replay", "mine.yaml")):
        code, _, err = run(*words)
        assert code == 1
        assert "`nil` plays East, and there is no such bot" in " ".join(err.split())


def test_your_own_bot_plays_if_you_name_it_and_a_record_never_loads_it(
    run: Callable[..., tuple[int, str, str]], tmp_path: Path
) -> None:
    lines = ["class Cheap:", "  def __init__(self, seed): print('made')", "  def choose(self, view, turn): return {}"]
    (tmp_path / "own_bots.py").write_text("\n".join(lines).format("turn.moves[0]"), encoding="utf-8")
    (tmp_path / "bad_bots.py").write_text("\n".join(lines).format("'nonsense'"), encoding="utf-8")
    named, out, _ = run("play", "whist", "--bots", "own_bots:Cheap", "--seed", "2", "--record", "own.yaml", given="")
    assert (named, "made" in out) == (0, True)
    code, out, err = run("play", "--resume", "own.yaml", given="")
    assert (code, "made" in out) == (1, False)
    assert "`spadesdsl play --resume FILE --bots own_bots:Cheap`" in " ".join(err.split())
    code, out, _ = run("replay", "own.yaml")
    assert (code, "made" in out) == (0, False)
    assert run("play", "--resume", "own.yaml", "--bots", "own_bots:Cheap", given="")[0] == 0
    code, out, err = run("play", "whist", "--seat", "none", "--bots", "own_bots:Dear")
    assert (code, out, err) == (1, "", "There is no bot `Dear` in the module `own_bots`.\n")
    code, _, err = run("play", "whist", "--seat", "none", "--bots", "bad_bots:Cheap")
    assert (code, "The bot bad_bots:Cheap chose 'nonsense'" in err) == (1, True)
    assert run("serve", "whist", "--bots", "own_bots:Cheap")[0] == 2


def test_a_console_without_a_terminal_has_a_page_of_eighty() -> None:
    console = Console(None, None, None)
    assert console.width == 80
    assert not console.has_symbols
    console.wipe()


def test_cards_are_pushed_away_where_a_person_reads_through_a_pipe() -> None:
    class Keyboard(io.StringIO):
        """Says that a person types on it."""

        def isatty(self) -> bool:
            return True

    out = io.StringIO()
    Console(out, None, Keyboard()).wipe()
    assert out.getvalue() == "\n" * out.getvalue().count("\n")
    assert out.getvalue().count("\n") >= 40


def test_the_page_about_the_session_lists_its_commands() -> None:
    page = (DOCS / "session.md").read_text(encoding="utf-8")
    told = re.findall(r"^\| `([^`]+)` \| `(.)` \| ", page, re.MULTILINE)
    assert told == [(command.form, command.letter) for command in COMMANDS.values()]
