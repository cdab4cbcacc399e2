"""Score sheets as they are written."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

import spadesdsl
from spadesdsl import loader
from spadesdsl.engine.events import ScoreSheet, SheetLine, SideScore
from spadesdsl.engine.scoring import scored
from spadesdsl.rules.parts import RuleInfo
from spadesdsl.sheet import pad_lines, said_of, sheet_lines, spoken_lines
from spadesdsl.source import Span
from spadesdsl.words import amount_text, and_list, listed
from tests.loading import game_of
from tests.session.test_tally import at_the_end

if TYPE_CHECKING:
    from pathlib import Path

SEATS = ("North", "East", "South", "West")


def _line_of(name: str, line: int) -> RuleInfo:
    return RuleInfo(
        f"scoring.{name}", "score", "scoring", name, "", "", "standard", Span("standard.spades", 0, 0, line, 1)
    )


CONTRACT = _line_of("contract", 68)
NIL = _line_of("nil", 45)
FINE = _line_of("bag_fine", 75)


def sheet_of_four(names: tuple[str, ...]) -> ScoreSheet:
    ours = (
        SheetLine(NIL, 2, 100, "Take no trick at all.", 0),
        SheetLine(CONTRACT, None, 40, "Ten a trick bid.", 0),
        SheetLine(FINE, None, 0, "Ten of them cost a hundred."),
    )
    theirs = (SheetLine(CONTRACT, None, -70, "Set.", 1), SheetLine(FINE, None, 0, "Ten of them cost a hundred."))
    grown = dict.fromkeys(names, (1, 10))
    us = SideScore(0, (0, 2), ours, 140, 477, {"bags": 3}, ("4", "nil"), (5, 0), 4, 5, grown)
    them = SideScore(1, (1, 3), theirs, -70, Fraction(21, 2), {"bags": 0}, ("3", "4"), (2, 3), 7, 5)
    return ScoreSheet(4, (us, them))


def test_each_side_has_its_lines_its_points_and_its_score() -> None:
    assert sheet_lines(sheet_of_four(()), SEATS, width=76) == [
        "Score sheet of deal 4",
        "North & South                          East & West",
        "  Nil, South .................... 100    Contract ...................... -70",
        "  Contract ....................... 40",
        "  This deal 140, score 477               This deal -70, score 10.5",
    ]
    assert sheet_lines(sheet_of_four(()), SEATS, first=1)[1].startswith("East & West")
    narrow = sheet_lines(sheet_of_four(()), SEATS, width=40)
    assert [line for line in narrow if not line.startswith(" ")][1:] == ["North & South", "East & West"]


def test_what_is_worth_nothing_is_left_out_and_no_rule_is_named() -> None:
    text = "\n".join(sheet_lines(sheet_of_four(()), SEATS))
    assert "bag" not in text.lower()
    assert "scoring." not in text


def test_a_tally_tells_what_was_added_and_how_many_make_it_full() -> None:
    assert "  Bags +1, now 3 of 10" in [
        line[:39].rstrip() for line in sheet_lines(sheet_of_four(("bags",)), SEATS, width=80)
    ]


def test_a_sheet_is_read_out_in_sentences() -> None:
    assert spoken_lines(sheet_of_four(("bags",)), SEATS) == [
        "Score sheet of deal 4.",
        "North & South.",
        "Nil, South: 100.",
        "Contract: 40.",
        "Bags +1, now 3 of 10.",
        "This deal 140, score 477.",
        "East & West.",
        "Contract: -70.",
        "This deal -70, score 10.5.",
    ]


def played(name: str, bids: tuple[str, ...], taken: tuple[int, ...], **settings: str) -> list[list[str]]:
    """Return what the sheet of a deal says, side by side."""
    game = spadesdsl.load(name, **settings) if settings else game_of(name)
    s = at_the_end(game, bids, taken)
    sheet = scored(s).last_sheet
    assert sheet is not None
    variant = loader.load(name, settings).variant
    assert variant is not None
    return [
        [f"{one.text}: {one.points}" if one.points is not None else one.text
         for one in said_of(side, game.seats, variant.game)]
        for side in sheet.sides
    ]  # fmt: skip


def test_the_sheet_speaks_of_contracts_bids_and_tallies() -> None:
    ours, theirs = played("standard", ("3", "2", "nil", "4"), (4, 3, 1, 5))
    assert ours == ["Nil failed, South took 1: -100", "Contract 3, took 5 (4 count): 30", "Overtricks: 2",
                    "Bags +2, now 2 of 10"]  # fmt: skip
    assert theirs == ["Contract 6, took 8: 60", "Overtricks: 2", "Bags +2, now 2 of 10"]


def test_a_bid_that_was_made_says_so() -> None:
    ours, _ = played("standard", ("4", "2", "nil", "4"), (4, 3, 0, 6))
    assert ours == ["Nil made, South took none: 100", "Contract 4, took 4: 40"]


def test_a_case_with_a_name_of_its_own_is_told_by_it() -> None:
    game, found = game_of("euchre"), loader.load("euchre", {}).variant
    state = game.start(3)
    while not state.sheets:
        turn = state.turns[0]
        state = state.apply(turn.moves[0], turn.seat)
    assert found is not None
    (sheet,) = state.sheets
    said = [one.text for side in sheet.sides for one in said_of(side, game.seats, found.edition(sheet.deal))]
    assert len(said) == 1
    assert re.fullmatch(r"(Euchred|A march|Hand won), took \d", said[0])


def test_no_line_of_a_shipped_sheet_names_a_rule_or_an_underscore() -> None:
    for name in ("standard", "nyc", "hearts", "bridge", "oh_hell", "pinochle", "league_night", "boston"):
        game, variant = game_of(name), loader.load(name, {}).variant
        assert variant is not None
        state, chance = game.start(5), random.Random(5)
        while not state.over and state.deal < 4:
            turn = state.turns[0]
            state = state.apply(chance.choice(turn.moves), turn.seat)
            for sheet in state.sheets:
                lines = sheet_lines(sheet, game.seats, variant.edition(sheet.deal))
                assert max(map(len, lines)) <= 80
                assert not re.search(r"\w_\w|scoring\.", "\n".join(lines))
                for side in sheet.sides:
                    assert sum(one.points or 0 for one in said_of(side, game.seats, variant.edition(sheet.deal))) == (
                        side.points
                    )


def test_the_pad_has_a_row_for_each_deal_and_the_totals() -> None:
    lines = pad_lines([sheet_of_four(()), replace(sheet_of_four(()), deal=5)], SEATS)
    assert [line.split() for line in lines[1:]] == [
        ["Deal", "bid", "took", "points", "bid", "took", "points"],
        ["4", "4+nil", "5", "140", "3+4", "5", "-70"],
        ["5", "4+nil", "5", "140", "3+4", "5", "-70"],
        ["Total", "477", "10.5"],
    ]


def test_many_sides_of_long_names_fit_on_a_page() -> None:
    seats = tuple(f"Somebody{number}" for number in range(8))
    sides = tuple(SideScore(n, (n,), (SheetLine(CONTRACT, None, n + 1, "So."),), n, n, {}) for n in range(8))
    lines = [*sheet_lines(ScoreSheet(1, sides), seats), *pad_lines([ScoreSheet(1, sides)], seats)]
    assert max(map(len, lines)) <= 80
    assert all(any(name in line for line in lines) for name in seats)


def test_a_tally_that_begins_again_tells_how_it_stands() -> None:
    rules = loader.load("nyc", {}).rules.edition(2)
    side = SideScore(0, (0, 2), (), 0, 0, {"sets_in_a_row": 0}, grown={"sets_in_a_row": (-1, None)})
    assert sheet_lines(ScoreSheet(2, (side,)), SEATS, rules)[2] == "  Sets in a row now 0"


def test_amounts_are_written_as_people_write_them() -> None:
    values = (50, -7, Fraction(21, 2), Fraction(-1, 2), Fraction(20, 3), Fraction(4), 0.5)
    assert [amount_text(value) for value in values] == ["50", "-7", "10.5", "-0.5", "20/3", "4", "0.5"]
    exact = (Fraction(33, 10), Fraction(-2469135, 20), Fraction(1, 10**5))
    assert [amount_text(value) for value in exact] == ["3.3", "-123456.75", "0.00001"]


def test_lists_are_written_in_words_and_in_columns() -> None:
    assert and_list([]) == "nobody"
    assert and_list(["North"]) == "North"
    assert and_list(["North", "East", "South"]) == "North, East and South"
    assert listed(["1", "22", "3"], width=12) == ["  1    22", "  3"]


def test_a_contract_line_of_a_deal_without_bids_says_what_it_is() -> None:
    game, variant = game_of("nyc"), loader.load("nyc", {}).variant
    state = game.start(seed=4)
    while not state.sheets:
        turn = state.turns[0]
        state = state.apply(turn.moves[0], turn.seat)
    (sheet,) = state.sheets
    assert variant is not None
    for side in sheet.sides:
        (said,) = said_of(side, game.seats, variant.edition(1))
        assert (said.text, said.points) == ("No bids: ten for each trick", 10 * sum(side.taken))


def test_a_line_says_what_its_conditions_compare_and_nothing_else(tmp_path: Path) -> None:
    lines = """
    let pips = 5 * count of (cards_won where card.rank is 10) + taken
    replace score contract: if made then 10 * contract else -5 * contract
    score half when pips > 2: 1 * pips
    score opener when (first of tricks_won).number = 1: 11
    score few when count of tricks_won < 14: 7"""
    file = tmp_path / "house.spades"
    file.write_text(f'variant house "House" extends standard {{ scoring for each team {{ {lines} }} }}')
    game, variant = spadesdsl.load(file), loader.load(str(file), {}).variant
    assert variant is not None
    state, chance = game.start(1), random.Random(1)
    while not state.sheets:
        turn = state.turns[0]
        state = state.apply(chance.choice(turn.moves), turn.seat)
    for side in state.sheets[0].sides:
        said = {one.text.split()[0].strip(","): one.text for one in said_of(side, game.seats, variant.game)}
        assert re.fullmatch(r"Contract \d+, took \d+( \(\d+ count\))?", said["Contract"])
        assert said["Half"] == f"Half, pips {side.compared['pips']}"
        assert said["Few"] == f"Few, took {sum(side.taken)}"
        assert said.get("Opener", "Opener") == "Opener"


def test_points_that_are_wider_than_the_page_stand_beside_a_narrow_text() -> None:
    side = SideScore(0, (0, 2), (SheetLine(FINE, None, Fraction(10**60, 7), "A"),), 0, 0, {}, ("3",), (2,), 7, 5)
    lines = sheet_lines(ScoreSheet(4, (side, side)), SEATS)
    assert any(f"{10**60}/7" in line for line in lines)
