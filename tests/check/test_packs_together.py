"""Packs that add to a game go together; what contradicts is refused at the file's own two `include`s.

`python -m tests.check.test_packs_together` tries all pairs of packs, with their examples. It takes some minutes.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from spadesdsl.check import check
from spadesdsl.diagnostics import Severity
from spadesdsl.examples.run import run_examples
from spadesdsl.library import Library
from spadesdsl.loader import load, load_text
from spadesdsl.resources import variant_names
from spadesdsl.source import Source
from spadesdsl.syntax.nodes import Include
from tests.engine.test_semantics import game_of

if TYPE_CHECKING:
    from pathlib import Path

    from spadesdsl import State
    from spadesdsl.diagnostics import Diagnostic
    from spadesdsl.syntax.nodes import Document

LIBRARY = Library()
FILE = "two_packs.spades"


@cache
def pairs() -> list[tuple[str, str]]:
    """Return every two packs for `standard`."""
    found = {name: LIBRARY.find(name, "pack") for name in variant_names()}
    return list(combinations((name for name, one in found.items() if getattr(one, "pack_for", None) == "standard"), 2))


STEP = 29
"""The suite tries one of so many pairs."""


def document_of(*packs: str) -> Document:
    """Write a game with these packs."""
    lines = "\n".join(f"  include {pack}" for pack in packs)
    made = LIBRARY.enter(Source(FILE, f'language 1\nvariant two_packs "Two packs" extends standard {{\n{lines}\n}}\n'))
    assert made is not None
    return made


def errors_of(*packs: str) -> list[Diagnostic]:
    """Return what is wrong with a game with these packs."""
    _, found = check(document_of(*packs), find=LIBRARY.find)
    return [one for one in found if one.severity is Severity.ERROR]


@pytest.mark.parametrize(
    "other",
    [
        "no_nines", "one_nil", "suicide_one_nil", "board", "books_made", "zero", "moon", "team_nil", "blind_nil",
        "blind_six", "trailing_blind", "double_nil", "least_bid", "no_nil", "nil_pass", "last_cards", "sunk_nil",
    ],
)  # fmt: skip
def test_partnership_bidding_goes_with_packs_that_add_bids_or_ask_for_them(other: str) -> None:
    assert not errors_of("partnership_bidding", other)


@pytest.mark.parametrize(
    "packs",
    [
        ("blind_nil", "moon"), ("blind_nil", "blind_six", "team_nil"), ("blind_nil", "trailing_blind"),
        ("big_little_moe", "moon", "blind_double_nil", "dealer_bids_first"), ("no_nil", "board"), ("no_nil", "whiz"),
        ("blind_six", "no_overs"), ("tram", "oh_hell_team"), ("reneges", "sunk_nil", "books_made"),
        ("zero", "trailing_blind"),
        ("nil_pass", "pass_left"), ("face_up_deal", "french_cut"), ("bag_cancel_card", "jokers_high"),
        ("deuce_starts", "jokers_high"), ("deuce_starts", "first_trick_clubs"), ("ace_leads", "reneges"),
    ],
)  # fmt: skip
def test_packs_that_add_go_together(packs: tuple[str, ...]) -> None:
    assert not errors_of(*packs)


def refused(one: str, other: str) -> Diagnostic | None:
    """Return why two packs do not go together: one message, at the two sentences of the author's own file."""
    errors = errors_of(one, other)
    if not errors:
        return None
    assert [error.code for error in errors] == ["E216"], (one, other, errors)
    (error,) = errors
    assert error.message.startswith(f"These two packs do not go together: `{one}` and `{other}`"), error.message
    own = [item.span for item in document_of(one, other).items if isinstance(item, Include)]
    assert [error.span, error.notes[0].span] == own[::-1], (one, other)
    return error


def test_what_contradicts_is_refused_at_the_two_includes_of_the_file_and_nothing_else_is_said() -> None:
    refusals = [refused(one, other) for one, other in pairs()[::STEP]]
    assert any(refusals)


def test_every_prefer_that_is_printed_gives_a_game() -> None:
    for one, other in pairs()[::STEP]:
        for error in errors_of(one, other):
            for way in error.hint.split("`")[1::2]:
                if way.startswith("prefer "):
                    text = f'variant two_packs "x" extends standard {{ include {one}\n include {other}\n {way} }}'
                    made = LIBRARY.enter(Source(FILE, text))
                    assert made is not None
                    _, found = check(made, find=LIBRARY.find)
                    assert not any(each.severity is Severity.ERROR for each in found), way


def test_what_is_wrong_with_one_pack_alone_is_said_at_its_include() -> None:
    (error,) = errors_of("three_player_54", "board")
    assert (error.code, error.span.file, error.span.line) == ("E247", FILE, 3)


def test_a_pack_that_only_a_dropped_bid_gave_something_to_say_is_refused() -> None:
    for pack in ("one_nil", "nil_pass", "suicide_one_nil"):
        (error,) = errors_of(pack, "no_nil")
        assert "the bid `nil` is gone" in error.message


# ---------------------------------------------------------------- in play


def _through(state: State, *moves: str) -> State:
    """Make these moves, each by the first seat that can."""
    for move in moves:
        seat = next(turn.seat for turn in state.turns if move in turn.moves)
        state = state.apply(move, seat)
    return state


def _asked(state: State) -> tuple[str, set[str]]:
    return state.turns[0].choice, {move for turn in state.turns for move in turn.moves}


def test_who_has_made_a_final_bid_is_not_asked_again(tmp_path: Path) -> None:
    game = game_of(tmp_path, "include moon include team_nil include blind_nil with deficit = 0, exchanged = 0")
    for wanted in (["wait", "blind nil"], ["wait", "look", "no moon", "team nil"], ["wait", "look", "moon"]):
        state, asked, final = game.start(1), [], dict[int, str]()
        while state.turns[0].choice != "play":
            turn = state.turns[0]
            asked.append(turn.choice)
            assert turn.seat not in final, (turn, final)
            move = next(move for move in (*wanted, *turn.moves) if move in turn.moves)
            state = state.apply(move, turn.seat)
            if move in ("blind nil", "team nil", "moon"):
                mates = {turn.seat} if move == "blind nil" else {turn.seat, (turn.seat + 2) % 4}
                final |= dict.fromkeys(mates, move)
        assert final, asked


def test_a_side_that_bids_together_is_asked_on_after_a_player_of_it_bids_nil(tmp_path: Path) -> None:
    game = game_of(tmp_path, "include partnership_bidding with nils = yes, raises = no, not_thirteen = no, minimum = 4")
    state = game.start(1)
    while state.turns[0].choice == "estimate":
        state = state.apply(state.turns[0].moves[0], state.turns[0].seat)
    first = state.turns[0].seat
    state = state.apply("nil", first)
    assert {turn.seat for turn in state.turns} == {first, (first + 2) % 4}
    mine = next(turn for turn in state.turns if turn.seat == first)
    assert "nil" not in mine.moves
    assert "5" in mine.moves
    refused = state.why("nil", first)
    assert not refused.legal
    assert "you have bid for yourself already" in refused.message
    state = state.apply("5", (first + 2) % 4)
    assert state.turns[0].seat not in (first, (first + 2) % 4)
    side = state.side_of[first]
    assert state.view(first).contract[side] == 5


def test_both_partners_nil_leave_their_side_nothing_to_bid(tmp_path: Path) -> None:
    game = game_of(tmp_path, "include partnership_bidding with nils = yes, raises = no, not_thirteen = no, minimum = 4")
    state = game.start(1)
    while state.turns[0].choice == "estimate":
        state = state.apply(state.turns[0].moves[0], state.turns[0].seat)
    first = state.turns[0].seat
    state = state.apply("nil", first).apply("nil", (first + 2) % 4)
    assert state.turns[0].seat % 2 != first % 2


def test_two_packs_that_make_the_same_round_put_their_bids_into_it(tmp_path: Path) -> None:
    game = game_of(tmp_path, "include trailing_blind with deficit = 0 include blind_nil")
    choice, moves = _asked(game.start(1))
    assert choice == "blind_bids"
    assert {"blind 1", "blind 13", "blind nil", "look"} <= moves


def test_a_renege_brings_no_bags_and_a_blind_nil_is_worth_its_own_fifth(tmp_path: Path) -> None:
    game_of(
        tmp_path,
        """
        include reneges with penalty = three
        include last_cards with last_ace_value = 10
        include blind_nil with blind_value = 200, half_penalty = no, bags_waived = no
        example "bid five, takes eight, three added: made with nothing over" {
          bids us tricks(3), tricks(2); them tricks(4), tricks(3)
          given South broke follow_the_rules, West did call_renege(South)
          case us take 8: us { score = 50, bags = 0 }
        }
        example "an ace laid on the last trick by a blind nil that is made: a fifth of 200" {
          bids us blind_nil, tricks(4); them tricks(4), tricks(3)
          tricks West KH AD 2H 4H
          expect us { blind_nil = 200, ace_on_nil = 40 }
        }
        """,
    )


def _game_with_phases(tmp_path: Path, game: str, *places: str) -> list[str]:
    """Return what is wrong with a game whose packs each put the phase `passing` somewhere."""
    for number, place in enumerate(places):
        passed = f"pass on{number} by each player at once: 1 from hand to left face down"
        text = f'pack pack_{number} "x" for standard {{ phase passing {place} {{ {passed} }} }}'
        (tmp_path / f"pack_{number}.spades").write_text(text)
    includes = " ".join(f"include pack_{number}" for number in range(len(places)))
    (tmp_path / "game.spades").write_text(f'variant game "x" extends {game} {{ {includes} }}')
    found = load(str(tmp_path / "game.spades"), {})
    if found.game is not None:
        state = found.game.start(1)
        assert {turn.choice for turn in state.turns} <= {"on0", "three"}
    return [one.message for one in found.diagnostics if one.severity is Severity.ERROR]


def test_two_packs_may_put_their_rules_into_one_phase(tmp_path: Path) -> None:
    assert not _game_with_phases(tmp_path, "standard", "before bidding", "before bidding")
    assert not _game_with_phases(tmp_path, "pass_three", "before bidding")


def test_two_packs_that_put_a_phase_at_different_places_are_refused_with_the_places(tmp_path: Path) -> None:
    (message,) = _game_with_phases(tmp_path, "standard", "before bidding", "after bidding")
    assert message == (
        "These two packs do not go together: `pack_0` and `pack_1`. `pack_0` puts the phase `passing` before bidding, "
        "and `pack_1` puts it after bidding."
    )


def test_a_pack_is_not_preferred_for_a_rule_that_it_does_not_touch() -> None:
    text = "include partnership_bidding include moon prefer moon over partnership_bidding for bidding.opening"
    made = LIBRARY.enter(Source(FILE, f'variant two_packs "x" extends standard {{ {text} }}'))
    assert made is not None
    _, found = check(made, find=LIBRARY.find)
    assert [one.code for one in found if one.severity is Severity.ERROR] == ["E215"]


# ---------------------------------------------------------------- all pairs


def _examples_that_fail(one: str, other: str) -> list[str]:
    text = f'variant two_packs "x" extends standard {{ include {one}\n include {other} }}'
    return [failure.message for result in run_examples(load_text(text.encode(), {})) for failure in result.failures]


def main() -> None:
    """Print each pair that is refused, and each whose examples fail."""
    count = 0
    for one, other in pairs():
        error = refused(one, other)
        count += error is not None
        for line in [error.message] if error else _examples_that_fail(one, other):
            print(f"{one} + {other}: {line}", flush=True)  # noqa: T201 - it is a report
    print(f"{len(pairs())} pairs, {count} refused")  # noqa: T201 - it is a report


if __name__ == "__main__":
    main()


def test_a_plain_number_is_of_the_kind_of_the_quantity_in_whose_place_it_is() -> None:
    text = """variant it extends standard {
  set failed_nil = bags, set_cost = per_bid, bags_past_limit = lost
  include ten_for_200 with ten_lost = 200, ten_exactly = yes
  on deal 1 {
    bidding { drop round opening }
    scoring for each team { replace score contract: 10 * taken replace let extra = 0 }
  }
  on deal 2 { scoring for each team { let none_over instead of spare = 0 } }
}
"""
    loaded = load_text(text.encode(), {})
    assert loaded.game is not None, [one.message for one in loaded.diagnostics]
    assert loaded.game.start(seed=1).deal == 1
