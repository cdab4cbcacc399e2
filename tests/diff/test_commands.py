"""`diff` and `compare` as they are called: what they print, and how they end."""

from __future__ import annotations

import json
import subprocess
from html.parser import HTMLParser
from typing import TYPE_CHECKING

import pytest
import yaml

from spadesdsl.cli import main
from spadesdsl.schemas import faults

if TYPE_CHECKING:
    from pathlib import Path

EDIT = 'variant mine "Mine" extends standard {\n  play { drop must unbroken }\n}\n'
BROKEN = 'variant broken "Broken" extends standard {\n  play { drop must unbrokn }\n}\n'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Go into a folder with a file of house rules."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.spades").write_text(EDIT, encoding="utf-8")
    (tmp_path / "broken.spades").write_text(BROKEN, encoding="utf-8")
    return tmp_path


def git(*words: str) -> None:
    identity = ("-c", "user.name=Someone", "-c", "user.email=someone@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *identity, *words], check=True, capture_output=True)


@pytest.mark.usefixtures("folder")
class TestDiff:
    """How it ends, and what it says."""

    def test_one_game_is_the_same(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["diff", "standard", "standard"]) == 0
        assert "The same game: their resolved rules are the same." in capsys.readouterr().out

    @pytest.mark.parametrize(
        ("one", "other", "is_as_set"),
        [
            ("scoring for each team { score x: min(a, 30) }", "scoring for each team { score x: min(a, 31) }", True),
            ("ending { win soon when a = 37 }", "ending { win soon when a = 38 }", True),
            ("play { must m when leading and a > 20: card in hearts }", "", True),
            (
                "deal { replace dealer first: if a = 11 then North else South }",
                "deal { replace dealer first: if a = 12 then North else South }",
                True,
            ),
            ("play { clock slow: a seconds, then lowest }", "play { clock slow: 3 seconds, then lowest }", True),
            ("scoring for each team { score x: 2 * a }", "scoring for each team { score x: a + a }", False),
            ("ending { win late when score > a }", "ending { win late when not (score <= a) }", False),
            ("play { must m when trick_number > 5: card in hearts }",
             "play { must m when trick_number >= 6: card in hearts }", False),
            ('preset few "Few": a = 1', 'preset few "Few": a = 2', True),
            ('preset few "Few": a = 1', 'preset few "A few": a = 1', False),
        ],
    )  # fmt: skip
    def test_what_other_settings_change_is_the_same_only_as_they_are_set(
        self, one: str, other: str, is_as_set: bool, folder: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        for name, body in (("one", one), ("other", other)):
            text = f'variant house "House" extends whist {{ option a = 3 from 0 to 40 "A." {body} }}'
            (folder / f"{name}.spades").write_text(text, encoding="utf-8")
        main(["diff", "one.spades", "other.spades", "--deals", "2"])
        told = capsys.readouterr().out
        assert ("As the options are set, the same game: " in told) is is_as_set
        assert ("The same game: " in told) is not is_as_set
        main(["diff", "one.spades", "other.spades", "--deals", "2", "--json"])
        said = json.loads(capsys.readouterr().out)
        assert (said["same"], said["settings"]) == (True, "as set" if is_as_set else "any")

    def test_a_title_stands_where_the_file_has_it(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        (folder / "other.spades").write_text('# Ours.\nvariant other "Other" extends standard { }\n', encoding="utf-8")
        main(["diff", "mine.spades", "other.spades", "--json", "--deals", "0"])
        changes = json.loads(capsys.readouterr().out)["changes"]
        title = next(one for one in changes if one["key"] == "title")
        found = [(title[side]["file"], title[side]["line"]) for side in ("before", "after")]
        assert found == [("mine.spades", 1), ("other.spades", 2)]

    def test_two_games_differ(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["diff", "standard", "mine.spades", "--witness", "--deals", "10"]) == 1
        out = capsys.readouterr().out
        assert "dropped  play.unbroken" in out
        assert "plays wider           in 10 of 10 deals" in out
        assert "by play.unbroken" in out
        assert max(map(len, out.splitlines())) <= 80

    def test_what_some_deals_have_not_is_dropped_there(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["diff", "standard", "nyc", "--deals", "0"]) == 1
        out = capsys.readouterr().out
        assert "dropped  bidding.estimate on deal 1" in out
        assert "added    bidding.estimate on deal 1" not in out
        assert "added    scoring.set_back on deal 1" in out
        assert main(["diff", "nyc", "standard", "--deals", "0"]) == 1
        assert "added    bidding.estimate on deal 1" in capsys.readouterr().out

    def test_cases_stand_on_lines_of_their_own(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["diff", "standard", "nyc", "--deals", "0"]) == 1
        assert "      - score contract\n      -   case made: 10 * contract\n" in capsys.readouterr().out

    @pytest.mark.parametrize("pair", [("standard", "nosuch"), ("broken.spades", "standard"), ("standard", "no.spades")])
    def test_what_cannot_be_read_is_never_no_difference(
        self, pair: tuple[str, str], capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["diff", *pair]) == 3
        told = capsys.readouterr()
        assert told.out == ""
        assert "error E" in told.err

    @pytest.mark.parametrize("words", [["--fail-on", "trik"], ["--set", "nosuch=1"], ["--set", "target=minus"]])
    def test_wrong_words(self, words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["diff", "standard", "mine.spades", *words]) == 2
        assert capsys.readouterr().out == ""

    @pytest.mark.parametrize(("effect", "code"), [("PLAYS", 1), ("bids", 0), ("trick-winner", 0), ("any", 1)])
    def test_fail_on(self, effect: str, code: int) -> None:
        assert main(["diff", "standard", "mine.spades", "--deals", "4", "--fail-on", effect]) == code

    def test_options_are_set_where_they_are(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["diff", "standard", "whist", "--set", "bag_limit=5", "--deals", "1", "--format", "json"]) == 1
        told = json.loads(capsys.readouterr().out)
        option = next(one for one in told["changes"] if one["key"] == "bag_limit")
        assert option["before"]["words"].endswith("set to 5")

    def test_json_has_the_form_of_its_schema(self, capsys: pytest.CaptureFixture[str]) -> None:
        for pair in (("standard", "mine.spades"), ("standard", "three_player"), ("standard", "standard")):
            main(["diff", *pair, "--format", "json", "--deals", "4"])
            assert faults(json.loads(capsys.readouterr().out), "diff") == ()

    def test_markdown(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["diff", "standard", "mine.spades", "--format", "markdown", "--witness", "--deals", "4"]) == 1
        out = capsys.readouterr().out
        assert "| play.unbroken (dropped) |" in out
        assert "### Plays wider, in 4 of 4 deals" in out

    def test_html_is_a_page_like_the_rule_book(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["diff", "standard", "mine.spades", "--format", "html", "--witness", "--deals", "4"]) == 1
        out = capsys.readouterr().out
        assert out.startswith("<!doctype html>")
        assert "<td>play.unbroken (dropped)</td>" in out
        assert "<h3>Plays wider, in 4 of 4 deals</h3>" in out
        assert "<li><b>mine</b>: " in out

    def test_a_case_that_was_saved_is_played_from(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        main(["diff", "standard", "mine.spades", "--save", "cases", "--deals", "4"])
        file = folder / "cases" / "plays_wider.yaml"
        assert faults(yaml.safe_load(file.read_text(encoding="utf-8")), "position") == ()
        for name in ("standard", "mine.spades"):
            assert main(["play", name, "--from", str(file), "--seat", "none", "--deals", "1", "--plain"]) == 0
            assert "The game continues in deal 1." in capsys.readouterr().out

    def test_what_is_no_position_is_told(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        (folder / "odd.yaml").write_text("cards: [AS, 1]\nmvoes: []\n", encoding="utf-8")
        assert main(["play", "standard", "--from", "odd.yaml", "--seat", "none"]) == 1
        assert "`mvoes`" in capsys.readouterr().err
        assert main(["play", "standard", "--from", "none.yaml", "--seat", "none"]) == 3


class TestRevisions:
    """`REV:FILE`."""

    @pytest.fixture
    def repository(self, folder: Path) -> Path:
        """Make a repository with a parent beside the file, and a second commit that changes the parent alone."""
        git("init", "-q")
        (folder / "house.spades").write_text(
            'variant house "House" extends standard {\n  set target = 300\n}\n', encoding="utf-8"
        )
        (folder / "mine.spades").write_text(EDIT.replace("standard", "house"), encoding="utf-8")
        git("add", "house.spades", "mine.spades")
        git("commit", "-q", "-m", "one")
        (folder / "house.spades").write_text(
            'variant house "House" extends standard {\n  set target = 400\n}\n', encoding="utf-8"
        )
        git("commit", "-q", "-a", "-m", "two")
        return folder

    @pytest.mark.usefixtures("repository")
    def test_the_parent_is_that_of_the_revision(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["diff", "HEAD~1:mine.spades", "mine.spades", "--format", "json", "--deals", "2"]) == 1
        told = json.loads(capsys.readouterr().out)
        options = {one["key"]: one for one in told["changes"] if one["topic"] == "option"}
        assert options.keys() == {"target"}
        assert [one["effect"] for one in told["effects"] if one["witness"]] == ["ending"]
        assert main(["diff", "HEAD:mine.spades", "mine.spades"]) == 0

    def test_nothing_is_written_there(self, repository: Path) -> None:
        before = {path: path.stat().st_mtime_ns for path in (repository / ".git").rglob("*") if path.is_file()}
        main(["diff", "HEAD~1:mine.spades", "HEAD:mine.spades", "--deals", "1"])
        after = {path: path.stat().st_mtime_ns for path in (repository / ".git").rglob("*") if path.is_file()}
        assert before == after

    @pytest.mark.usefixtures("repository")
    @pytest.mark.parametrize("name", ["nosuch:mine.spades", "HEAD:nosuch.spades", "--output=x:mine.spades", "HEAD~9:a"])
    def test_what_is_not_there_is_told(self, name: str, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["diff", "--", name, "standard"]) == 3
        assert "error E001" in capsys.readouterr().err

    def test_without_a_repository(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        del folder
        assert main(["diff", "HEAD:mine.spades", "standard"]) == 3
        assert "error E003" in capsys.readouterr().err


class _Balanced(HTMLParser):
    """Holds that every element is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.rows = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        del attrs
        self.rows += tag == "tr"
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.usefixtures("folder")
class TestCompare:
    """Several games in one table."""

    def test_what_differs_is_shown_and_what_is_alike_is_counted(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["compare", "standard", "mine.spades", "lead_anytime"]) == 0
        out = capsys.readouterr().out
        assert "must unbroken" in out
        assert "seats" not in out
        assert "must follow_suit" not in out
        assert "are the same in all of them" in out
        assert max(map(len, out.splitlines())) <= 80
        main(["compare", "standard", "mine.spades", "--all"])
        assert "must follow_suit" in capsys.readouterr().out

    def test_html_is_whole_and_escaped(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        text = EDIT.replace('"Mine"', '"<b>Mine & co</b>"')
        (folder / "mine.spades").write_text(text, encoding="utf-8")
        assert main(["compare", "standard", "mine.spades", "--format", "html"]) == 0
        page = capsys.readouterr().out
        reader = _Balanced()
        reader.feed(page)
        assert reader.open == []
        assert reader.rows > 2
        assert "<b>Mine" not in page
        assert "&lt;b&gt;Mine &amp; co&lt;/b&gt;" in page

    def test_markdown_has_as_many_cells_in_every_row(self, capsys: pytest.CaptureFixture[str]) -> None:
        main(["compare", "standard", "mine.spades", "wikipedia", "--format", "markdown"])
        rows = [line for line in capsys.readouterr().out.splitlines() if line.startswith("|")]
        assert {line.replace("\\|", "").count("|") for line in rows} == {5}

    def test_json(self, capsys: pytest.CaptureFixture[str]) -> None:
        main(["compare", "standard", "mine.spades", "--format", "json"])
        told = json.loads(capsys.readouterr().out)
        assert [game["name"] for game in told["games"]] == ["standard", "mine"]
        names = [row["name"] for row in told["rows"] if row["section"] == "play"]
        assert names == ["let broken", "must unbroken"]

    @pytest.mark.parametrize(("words", "code"), [(["standard"], 2), (["standard", "nosuch"], 3)])
    def test_wrong_words(self, words: list[str], code: int) -> None:
        assert main(["compare", *words]) == code


def test_what_the_shell_offers() -> None:
    from spadesdsl.cli.completion import complete_effects

    assert complete_effects("tr") == ["trick-winner"]
    assert {"plays", "any"} <= set(complete_effects(""))
