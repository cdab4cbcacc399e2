"""Comparisons of amounts with cases in them are split, so that what they say is proved or refuted."""

from __future__ import annotations

from spadesdsl.diff import difference
from spadesdsl.loader import Loaded, load_text
from spadesdsl.proofs.at_once import context_of, glance
from spadesdsl.proofs.claims import Standing
from spadesdsl.proofs.scoring import prove_lines

WHOLE = "{ case abs(taken - theirs) < 3: 1 case taken >= theirs + 3: 2 case theirs >= taken + 3: 4 }"
SAME = (
    ("when taken > 12: 5", "when taken = 13: 5"),
    ("when abs(taken - theirs) > 2: 5", "when taken > theirs + 2 or taken < theirs - 2: 5"),
    ("when max(taken, theirs) >= 9: 5", "when taken >= 9 or theirs >= 9: 5"),
    ("when min(taken, 2 * theirs) < 9: 5", "when not (taken >= 9 and 2 * theirs >= 9): 5"),
)
OTHER = ("when abs(taken - theirs) > 2: 5", "when taken > theirs + 2 or taken < theirs - 3: 5")


def house(line: str) -> Loaded:
    found = load_text(
        f'language 1\nvariant h "H" extends whist {{ scoring for each team {{ '
        f"let theirs = sum of taken over opponents score odd {line} }} }}\n".encode(),
        {},
    )
    assert found.game is not None, [one.message for one in found.diagnostics]
    return found


def test_the_cases_of_a_line_are_proved_where_they_compare_differences() -> None:
    proofs = {one.about: one for one in prove_lines(context_of(house(WHOLE)))}
    assert proofs["scoring.odd"].standing is Standing.PROVED
    gap = house(WHOLE.replace(">= theirs", "> theirs"))
    assert all(one.standing is not Standing.PROVED for one in prove_lines(context_of(gap)))


def test_a_condition_that_no_case_allows_is_found() -> None:
    asked = ("max(taken, theirs) < theirs", "abs(taken - theirs) < taken - theirs", "max(taken, theirs) <= theirs")
    said = [[one.code for one in glance(house(f"when {when}: 5"))] for when in asked]
    assert said == [["W806"], ["W806"], []]


def test_the_same_is_the_same_with_a_function_and_with_cases() -> None:
    for pair, is_same in (*((one, True) for one in SAME), (OTHER, False)):
        one, other = (house(line) for line in pair)
        assert one.variant is not None
        assert other.variant is not None
        games = one.game, other.game
        assert games[0] is not None
        assert games[1] is not None
        first, second = games
        found = difference(("one", one.variant, lambda: first), ("two", other.variant, lambda: second), deals=0)  # noqa: B023
        assert found.is_same is is_same, pair
