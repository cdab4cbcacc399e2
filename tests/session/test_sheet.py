"""Score sheets as they are written."""

from __future__ import annotations

from fractions import Fraction

from spadesdsl.engine.events import ScoreSheet, SheetLine, SideScore
from spadesdsl.rules.parts import RuleInfo
from spadesdsl.sheet import sheet_text
from spadesdsl.source import Span
from spadesdsl.words import amount_text, and_list, listed

SEATS = ("North", "East", "South", "West")


def _line_of(name: str, line: int) -> RuleInfo:
    return RuleInfo(
        f"scoring.{name}", "score", "scoring", name, "", "", "standard", Span("standard.spades", 0, 0, line, 1)
    )


CONTRACT = _line_of("contract", 68)
NIL = _line_of("nil", 45)
FINE = _line_of("bag_fine", 75)


def test_a_row_a_rule_and_a_column_a_side() -> None:
    ours = (
        SheetLine(NIL, 2, 100, "Take no trick at all."),
        SheetLine(CONTRACT, None, 40, "Ten a trick bid."),
        SheetLine(FINE, None, 0, "Ten of them cost a hundred."),
    )
    theirs = (SheetLine(CONTRACT, None, -70, "Set."), SheetLine(FINE, None, 0, "Ten of them cost a hundred."))
    sheet = ScoreSheet(
        4,
        (
            SideScore(0, (0, 2), ours, 140, 477, {"bags": 3}),
            SideScore(1, (1, 3), theirs, -70, Fraction(21, 2), {"bags": 0}),
        ),
    )
    assert sheet_text(sheet, SEATS, width=60).splitlines() == [
        "Score sheet of deal 4             North & South  East & West",
        "-" * 60,
        "scoring.nil, South                          100",
        "    Take no trick at all.",
        "scoring.contract                             40          -70",
        "    North & South: Ten a trick bid.",
        "    East & West: Set.",
        "0  scoring.bag_fine",
        "-" * 60,
        "this deal                                   140          -70",
        "score                                       477         10.5",
        "bags                                          3            0",
    ]
    assert sheet_text(sheet, SEATS, first=1).splitlines()[0].endswith("East & West  North & South")


def test_six_sides_of_long_names_fit_on_a_page() -> None:
    seats = tuple(f"Somebody{number}" for number in range(6))
    sides = tuple(SideScore(n, (n,), (SheetLine(CONTRACT, None, n, "So."),), n, n, {}) for n in range(6))
    assert max(map(len, sheet_text(ScoreSheet(1, sides), seats).splitlines())) <= 80


def test_amounts_are_written_as_people_write_them() -> None:
    values = (50, -7, Fraction(21, 2), Fraction(-1, 2), Fraction(20, 3), Fraction(4), 0.5)
    assert [amount_text(value) for value in values] == ["50", "-7", "10.5", "-0.5", "20/3", "4", "0.5"]


def test_lists_are_written_in_words_and_in_columns() -> None:
    assert and_list([]) == "nobody"
    assert and_list(["North"]) == "North"
    assert and_list(["North", "East", "South"]) == "North, East and South"
    assert listed(["1", "22", "3"], width=12) == ["  1    22", "  3"]


def test_more_sides_than_fit_beside_each_other_are_written_in_two_tables() -> None:
    seats = tuple(f"P{number}" for number in range(8))
    sides = tuple(SideScore(n, (n,), (SheetLine(CONTRACT, None, n + 1, "So."),), n + 1, n + 1, {}) for n in range(8))
    lines = sheet_text(ScoreSheet(1, sides), seats).splitlines()
    assert max(map(len, lines)) <= 80
    heads = [line.split() for line in lines if line.startswith("Score sheet of deal 1")]
    assert [name for head in heads for name in head[5:]] == list(seats)
    assert sum(line.startswith("scoring.contract") for line in lines) == 2
