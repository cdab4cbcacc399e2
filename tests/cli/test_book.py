"""`spadesdsl book`: the page on the screen, in a file, and what keeps it from being written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadesdsl.cli import main

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_the_book_is_printed_or_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["book", "whist"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("# Whist")
    file = tmp_path / "whist.md"
    assert main(["book", "whist", "-o", str(file)]) == 0
    assert file.read_text(encoding="utf-8") == printed
    page = tmp_path / "whist.html"
    assert main(["book", "whist", "--format", "html", "--out", str(page)]) == 0
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_a_file_that_cannot_be_written_or_is_there_already_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["book", "whist", "-o", str(tmp_path / "no" / "whist.md")]) == 3
    said = "".join(capsys.readouterr().err.split())  # a long path is folded somewhere
    assert "whist.md" in said
    assert "nothingcanbewrittenthere" in said
    there = tmp_path / "mine.md"
    there.write_text("mine", encoding="utf-8")
    assert main(["book", "whist", "-o", str(there)]) == 3
    assert there.read_text(encoding="utf-8") == "mine"


def test_a_file_with_a_mistake_has_no_book(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "wrong.spades"
    file.write_text('variant wrong "Wrong" extends standard { set target to 300 }', encoding="utf-8")
    assert main(["book", str(file)]) == 1
    assert "write `=` for `to`" in capsys.readouterr().err


def test_the_book_is_written_in_the_language_that_is_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["book", "whist", "--lang", "de"]) == 0
    assert "## Die Abrechnung" in capsys.readouterr().out
    page = tmp_path / "whist.html"
    assert main(["book", "whist", "--lang", "de", "--format", "html", "-o", str(page)]) == 0
    assert '<html lang="de">' in page.read_text(encoding="utf-8")
    capsys.readouterr()
    assert main(["book", "whist", "--lang", "xx"]) == 2
    assert "There is no table of sentences for `xx`. There are: de, en." in " ".join(capsys.readouterr().err.split())


def test_others_may_read_a_book_that_was_written_as_they_may_read_any_new_file(tmp_path: Path) -> None:
    book, other = tmp_path / "whist.md", tmp_path / "other"
    assert main(["book", "whist", "-o", str(book)]) == 0
    other.touch()
    assert book.stat().st_mode == other.stat().st_mode
