"""Findings as they are printed."""

from __future__ import annotations

from spadesdsl.diagnostics import Diagnostic, Note, Severity, error
from spadesdsl.report import Report
from spadesdsl.source import NOWHERE, Source

TEXT = """\
variant mine "Mine" extends standard {
  scoring for each team {
    tellly bags: add extra, full at bag_limit
  }
}
"""
SOURCE = Source("mine.spades", TEXT)


def finding_at(
    words: str, *, message: str = "What is wrong.", hint: str = "", notes: tuple[Note, ...] = ()
) -> Diagnostic:
    start = TEXT.index(words)
    return error("E204", SOURCE.span(start, start + len(words)), message, hint, *notes)


def report(finding: Diagnostic, **measures: int) -> str:
    return Report({SOURCE.name: SOURCE}, **measures).one(finding)


def test_the_words_are_underlined_and_the_mend_is_told() -> None:
    finding = finding_at("tellly", message="`scoring` has no sentence `tellly`.", hint="did you mean `tally`?")
    assert report(finding).splitlines() == [
        "error E204: `scoring` has no sentence `tellly`.",
        " --> mine.spades:3:5",
        "  |",
        "3 |     tellly bags: add extra, full at bag_limit",
        "  |     ^^^^^^",
        "  = help: did you mean `tally`?",
    ]


def test_the_other_place_stands_below_with_what_is_there() -> None:
    start = TEXT.index("standard")
    note = Note(SOURCE.span(start, start + 8), "the parent is named here")
    shown = report(finding_at("bag_limit", notes=(note,))).splitlines()
    assert shown[-4:] == [
        " ::: mine.spades:1:29",
        "  |",
        '1 | variant mine "Mine" extends standard {',
        "  |                             -------- the parent is named here",
    ]


def test_two_places_in_one_line_show_the_line_once() -> None:
    start, other = TEXT.index("extra"), TEXT.index("standard")
    notes = (Note(SOURCE.span(other, other + 8), "its parent"), Note(SOURCE.span(start, start + 5), "the amount"))
    assert report(finding_at("bag_limit", notes=notes)).splitlines()[2:7] == [
        "  |",
        "3 |     tellly bags: add extra, full at bag_limit",
        "  |                                     ^^^^^^^^^",
        "  |                      ----- the amount",
        " ::: mine.spades:1:29",
    ]


def test_an_open_choice_is_three_lines_and_shows_no_source() -> None:
    start = TEXT.index("mine")
    finding = Diagnostic("A601", Severity.OPEN, SOURCE.span(start, start + 4), "What then?", "write `set x = y`")
    assert report(finding).splitlines() == [
        "open choice A601: What then?",
        " --> mine.spades:1:9",
        "  = help: write `set x = y`",
    ]


def test_a_finding_without_a_place_is_told_without_one() -> None:
    assert report(error("E001", NOWHERE, "There is nothing.")) == "error E001: There is nothing."


def test_nothing_is_wider_than_the_page() -> None:
    long = Source("long.spades", "x" * 300 + " tellly " + "y" * 300)
    finding = error("E204", long.span(301, 307), "word " * 60, "fix " * 40)
    shown = Report({long.name: long}).one(finding).splitlines()
    assert max(map(len, shown)) <= 80
    line = next(line for line in shown if "tellly" in line)
    under = next(line for line in shown if "^" in line)
    assert under.index("^") == line.index("tellly")
    assert under.count("^") == 6


def test_words_after_wide_letters_are_underlined_where_they_stand() -> None:
    wide = Source("wide.spades", "牌牌 tellly")
    shown = Report({wide.name: wide}).one(error("E204", wide.span(3, 9), "So.")).splitlines()
    assert shown[-1] == "  |      ^^^^^^"


def test_a_file_cannot_command_the_terminal() -> None:
    hostile = Source("h.spades", "\x1b[2Jtellly\x07")
    shown = Report({hostile.name: hostile}).one(error("E204", hostile.span(4, 10), "a\x1b[31mb", "c\rd"))
    assert all(letter.isprintable() or letter == "\n" for letter in shown)


def test_colour_is_only_where_it_is_asked_for() -> None:
    finding = finding_at("tellly")
    assert "\x1b[" not in report(finding)
    coloured = Report({SOURCE.name: SOURCE}, has_colour=True).one(finding)
    assert coloured.startswith("\x1b[1;31merror E204\x1b[0m: What is wrong.")
