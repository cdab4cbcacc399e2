"""The exact value of a position: equal to what trying everything finds, in every shipped file that can be solved."""

from __future__ import annotations

import os
import zlib
from pathlib import Path
from random import Random

import pytest

from spadesdsl import load
from spadesdsl.kernel import CannotSolveError, Kernel, native
from spadesdsl.kernel.reading import reading
from tests.kernel import brute
from tests.loading import game_of, kernel_of, with_half_points

VARIANTS = Path(__file__).parent.parent.parent / "variants"
FILES = sorted(str(path.relative_to(VARIANTS)) for path in VARIANTS.rglob("*.spades"))
MANY = int(os.environ.get("SPADES_ENDINGS", "1"))
"""How many endings of each file are tried; a slow run tries more, and longer ones."""

WITHOUT_SOLVE = {
    "other/doppelkopf.spades": "`play.re` asks a question in mid-play",
    "other/five_hundred.spades": "`play.joker_suit` asks a question in mid-play",
    "other/german_whist.spades": "`play.consolation` draws cards that nobody sees in mid-play",
    "other/knockout_whist.spades": "`play.wait_to_lead` asks a question in mid-play",
    "other/sixty_six.spades": "`play.exchange` asks a question in mid-play",
    "other/spoil_five.spades": "`play.jink` asks a question in mid-play",
    "other/tarok.spades": "`play.gift` draws cards that nobody sees in mid-play",
    "other/tarok_3.spades": "`play.gift` draws cards that nobody sees in mid-play",
    "other/twenty_eight.spades": "`play.ask` asks a question in mid-play",
    "packs/ace_low.spades": "`play.low` asks a question in mid-play",
    "packs/closing_hour.spades": "`ending.closing_time` gives the play a time",
    "packs/nil_in_the_dark.spades": "`bidding.stack` makes a hand that is turned up card by card",
    "packs/reneges.spades": "`play.call_renege` asks a question in mid-play",
    "packs/speed_spades.spades": "`play.too_late` gives the play a time",
    "packs/time_limit.spades": "`ending.time_is_up` gives the play a time",
    "packs/tram.spades": "`play.claim` asks a question in mid-play",
    "packs/whist_revokes.spades": "`play.claim_revoke` asks a question in mid-play",
    "three_b.spades": "`play.low` asks a question in mid-play",
}
"""The shipped files whose play does not allow it, with the reason."""


@pytest.mark.parametrize("file", FILES)
def test_the_value_of_each_card_is_what_trying_everything_finds(file: str) -> None:
    name = Path(file).stem
    game = game_of(name)
    assert reading(game.base).why_not == WITHOUT_SOLVE.get(file, "")
    if file in WITHOUT_SOLVE:
        return
    solver = kernel_of(name).solver()
    chance = Random(zlib.crc32(file.encode()))
    seats = len(game.seats)
    for number in range(MANY):
        most = (3 if seats <= 4 else 2) if MANY > 1 and number % 2 else 2 if seats <= 6 else 1
        s = brute.ending(game, chance, most, in_trick=number % 3 == 2)
        wanted, own = brute.values(s), brute.side_to_move(s)
        if len(s.sides) == 2:
            assert solver.for_side(s, None) == {card: row[own] for card, row in wanted.items()}
            assert solver.value(s, 1 - own) == -max(row[own] for row in wanted.values())
        else:
            assert solver.values(s, own) == wanted


@pytest.mark.parametrize("name", ["standard", "whist", "hearts", "euchre", "pinochle", "cancellation", "dummy_whist"])
def test_the_machines_code_finds_what_python_finds(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if name not in ("standard", "cancellation"):  # LLVM's optimiser takes longer than all else
        monkeypatch.setattr(native, "level", 0)
    game = load(name)
    one, other = Kernel(game, native=True).solver(), Kernel(game, native=False).solver()
    chance = Random(3)
    for number in range(4):
        s = brute.ending(game, chance, 3 if len(game.seats) <= 4 else 2, in_trick=number == 3)
        own = brute.side_to_move(s)
        assert one.values(s, own) == other.values(s, own)


def test_tricks_and_a_promise_of_none_are_goals_of_their_own() -> None:
    game = load("standard")
    kernel = game.kernel()
    chance = Random(9)
    for _ in range(5):
        s = brute.ending(game, chance, 3)
        own = brute.side_to_move(s)
        most = kernel.solve(s, own, goal="tricks")
        least = kernel.solve(s, 1 - own, goal="tricks")
        assert most + least == 13
        cards = kernel.solve_moves(s, goal="tricks")
        assert max(cards.values()) == most
        for seat in range(4):
            side = s.side_of[seat]
            assert side is not None
            kept = kernel.solve(s, side, goal="no tricks", seat=seat)
            assert kept in (0, 1)
            assert not (kept and s.taken[seat])


def test_a_game_or_a_position_that_cannot_be_solved_says_why(tmp_path: Path) -> None:
    game = load("euchre")
    with pytest.raises(CannotSolveError, match="no card is to be played in this position"):
        game.kernel().solve(game.start(1), 0)
    with pytest.raises(CannotSolveError, match="there is no side 2"):
        game.kernel().solve(brute.ending(game, Random(1), 2), 2)
    with pytest.raises(CannotSolveError, match="the goal is one of score, tricks, no tricks"):
        game.kernel().solve(brute.ending(game, Random(1), 2), 0, goal="money")
    game = load("spoil_five")
    with pytest.raises(CannotSolveError, match=r"`play\.jink` asks a question in mid-play"):
        game.kernel().solve(game.start(1), 0)
    game = load(with_half_points(tmp_path))
    with pytest.raises(CannotSolveError, match="cannot be compiled"):
        game.kernel().solve(game.start(1), 0)
