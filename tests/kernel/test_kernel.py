"""What a kernel is: its code, where it is kept, what it says when it cannot be made."""

from __future__ import annotations

import ctypes
import re
import sys
from _thread import interrupt_main
from functools import partial
from random import Random
from signal import SIGINT, default_int_handler, signal
from subprocess import run
from threading import Event
from typing import TYPE_CHECKING, Any

import pytest

from spadesdsl import load, storage
from spadesdsl.engine.boundary import Deal
from spadesdsl.engine.ranking import bits
from spadesdsl.kernel import Kernel, NotPackedError, elf, llvm, native
from spadesdsl.kernel.build import Built
from spadesdsl.kernel.edition import Edition
from spadesdsl.kernel.kernel import PLAYING
from spadesdsl.kernel.text import reachable
from spadesdsl.loader import load_text
from spadesdsl.rules.parts import TallyStep
from tests.kernel import lockstep
from tests.loading import with_half_points

if TYPE_CHECKING:
    from pathlib import Path

WORD = re.compile(r"[A-Za-z_]\w*")


def test_the_code_of_a_kernel_holds_no_text_of_a_file() -> None:
    named = Built(load("sixty_six"), thinks=True).text
    assert not set(WORD.findall(named)) & {"hearts", "trump", "marry", "ten", "sixty", "East", "West"}
    assert '"' not in named
    assert "'" not in named


def test_the_code_of_a_kernel_is_the_same_in_every_process() -> None:
    said = "from spadesdsl import load; from spadesdsl.kernel.build import Built; print(Built(load('belote')).text)"
    texts = {run([sys.executable, "-c", said], env={"PYTHONHASHSEED": seed}, check=True, capture_output=True).stdout
             for seed in ("1", "2")}  # fmt: skip
    assert len(texts) == 1


def test_the_code_of_a_kernel_is_the_same_after_other_options_were_played() -> None:
    game = load("rake_em")
    before = Built(game).text
    other = game.with_options({"partner_too": "no"})  # this one reads who led; both share their functions
    assert Built(other).text != before
    assert Built(game).text == before


def test_masks_of_many_bids_have_a_bit_for_each_or_there_is_no_kernel() -> None:
    def with_bids(many: int) -> Kernel:
        bids = "\n".join(f'bid b{at} "b{at}" {{ contract {at % 13} score s{at}: {at} }}' for at in range(many))
        chosen = "set failed_nil = help, set_cost = per_bid, bags_past_limit = carried"
        text = f'language 1 variant many "M" extends standard {{ {chosen} bidding {{ {bids} }} }}'
        return Kernel(load_text(text.encode(), {}, has_fixes=False).playable)

    many = with_bids(64)
    by_python = Kernel(many.game, native=False)
    assert many.play_out(many.game.start(1), 20, 5) == by_python.play_out(many.game.start(1), 20, 5)
    assert "more than" in with_bids(200).why_not


def test_a_game_has_one_kernel() -> None:
    game = load("standard")
    assert game.kernel() is game.kernel()
    assert game.kernel().is_native


def test_a_rule_that_cannot_be_compiled_leaves_the_game_to_the_interpreter(tmp_path: Path) -> None:
    game = load(with_half_points(tmp_path))
    kernel = game.kernel()
    assert not kernel.is_native
    assert "`scoring.halves` cannot be compiled: it has fractions of points" in kernel.why_not
    state = game.start(1)
    found = kernel.play_out(state, 3, seed=1)
    assert [one.deals for one in found] == [1, 1, 1]
    assert found == kernel.play_out(state, 3, seed=1)
    with pytest.raises(NotPackedError, match="cannot be compiled"):
        kernel.pack(state)


def test_what_one_seat_alone_may_say_unasked_is_left_to_the_interpreter() -> None:
    text = 'variant it "It" extends whist { play { may grumble any time during play by North: nothing } }'
    loaded = load_text(text.encode(), {})
    assert loaded.game is not None
    assert "known beforehand" in Kernel(loaded.game, native=False).why_not


def halved(self: TallyStep[Any], now: Any, amount: Any, *, holds: bool) -> tuple[Any, int]:
    return (now // 2 if holds else now + amount), 1


def test_a_step_of_a_tally_means_in_a_kernel_what_the_rules_say(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPADESDSL_CACHE", "off")  # what is kept is of the program as it is written
    game, chance = load("nyc"), Random(4)
    before = Kernel(game, native=False).text
    monkeypatch.setattr(TallyStep, "change", halved)
    kernel = Kernel(game, native=False)
    assert kernel.text != before
    lockstep.play(kernel, game.start(3), chance, deals=3)


def test_the_object_that_is_kept_is_not_read_once_it_was_touched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv("SPADESDSL_CACHE", raising=False)
    text = Kernel(load("standard"), native=False).text
    made = native.object_of(text, 64)
    (file,) = tmp_path.rglob("kernel-*.o")
    assert storage.kept(file.name) is not None
    monkeypatch.setattr(native, "_compiled", lambda *_: b"compiled again")
    assert native.object_of(text, 64) == made
    data = file.read_bytes()
    file.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
    assert native.object_of(text, 64) == b"compiled again"


def test_a_kernel_that_is_kept_needs_neither_its_text_nor_a_compiler(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv("SPADESDSL_CACHE", raising=False)
    game = load("euchre")
    wanted = Kernel(game).play_out(game.start(1), 9, seed=2, deals=3)
    if elf.loaded(native.object_of(reachable(Kernel(game).text, *PLAYING), 64)) is None:
        pytest.skip("on this machine LLVM puts objects in their place")
    monkeypatch.setattr(native, "_library", lambda: pytest.fail("LLVM was loaded"))
    monkeypatch.setattr(Edition, "write", lambda _: pytest.fail("the code was written again"))
    kept = Kernel(game)
    assert kept.play_out(game.start(1), 9, seed=2, deals=3) == wanted


def test_a_kernel_in_python_is_written_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv("SPADESDSL_CACHE", raising=False)
    game = load("euchre")
    first = Kernel(game, native=False)
    wanted = first.play_out(game.start(1), 9, seed=2, deals=3)
    (file,) = tmp_path.rglob("kernel-*.json")
    data = file.read_bytes()
    for other in (b"", b"[]", b"{", b"{}", data[:-1]):
        file.write_bytes(other)
        assert native.recall(game.hash, native.PYTHON) is None
    file.write_bytes(data)
    (file,) = tmp_path.rglob("kernel-*.whole.py")
    text = file.read_bytes()
    file.write_bytes(text.replace(b"return", b"raise ", 1))
    assert Kernel(game, native=False).text == first.text
    file.write_bytes(text)
    monkeypatch.setattr(Edition, "write", lambda _: pytest.fail("the code was written again"))
    kept = Kernel(game, native=False)
    assert kept.text == first.text
    assert kept.play_out(game.start(1), 9, seed=2, deals=3) == wanted


def test_what_is_kept_of_a_game_is_not_read_once_it_was_touched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv("SPADESDSL_CACHE", raising=False)
    game = load("euchre")
    Kernel(game)
    assert native.recall(game.hash) is not None
    assert native.recall(load("standard").hash) is None
    for kind in ("o", "json"):
        (file,) = tmp_path.rglob(f"kernel-*.{kind}")
        data = file.read_bytes()
        for other in (b"", b"[]", b"{", b"{}", data[:-1], bytes([data[0] ^ 1]) + data[1:]):
            file.write_bytes(other)
            assert native.recall(game.hash) is None
        file.write_bytes(data)
    assert native.recall(game.hash) is not None


def test_an_object_file_of_another_machine_is_left_to_the_compiler() -> None:
    assert elf.loaded(b"") is None
    assert elf.loaded(b"\x7fELF\x01\x01\x01" + bytes(80)) is None
    assert elf.loaded(b"\x7fELF\x02\x01\x01" + bytes(80)) is None


def test_numbers_of_options_are_places_so_that_other_numbers_are_the_same_code() -> None:
    game = load("standard")
    text = Kernel(game, native=False).text
    for option, value in (("bag_limit", "5"), ("target", "200"), ("nil_value", "50")):
        other = game.with_options({option: value})
        kernel = Kernel(other, native=False)
        assert kernel.text == text
        assert int(value) in kernel.built.layout.settings.values()
    assert Kernel(game.with_options({"failed_nil": "help"}), native=False).text != text


def test_a_whole_number_is_compared_with_a_fraction_as_the_interpreter_does(tmp_path: Path) -> None:
    file = tmp_path / "halves.spades"
    file.write_text(
        """variant halves "Halves" extends standard {
          scoring for each team {
            let half = if taken > 4.5 then 6.5 else 7.5
            score most when taken > half: 10 "For most tricks."
            score few when taken > 1.5 and taken <= 4.25: 3 "For few tricks."
          }
        }""",
        encoding="utf-8",
    )
    game, chance = load(file), Random(3)
    lockstep.play(Kernel(game, native=False), game.start(2), chance, deals=12)


def test_ctrl_c_need_not_wait_for_the_compiler(request: pytest.FixtureRequest) -> None:
    may_end = Event()
    # A shell that starts the tests in the background has them ignore Ctrl-C.
    request.addfinalizer(partial(signal, SIGINT, signal(SIGINT, default_int_handler)))

    def compiled() -> bytes:
        interrupt_main()
        may_end.wait(60)
        return b""

    with pytest.raises(KeyboardInterrupt):
        native.aside(compiled)
    assert not may_end.is_set()
    may_end.set()
    assert native.aside(lambda: b"made") == b"made"
    with pytest.raises(ZeroDivisionError):
        native.aside(lambda: bytes(1 // 0))


def test_another_text_has_another_object(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv("SPADESDSL_CACHE", raising=False)
    monkeypatch.setattr(native, "_compiled", lambda text, *_: text.encode())
    assert native.object_of("one", 64) != native.object_of("another", 64)
    assert len(list(tmp_path.rglob("kernel-*.o"))) == 2


def test_a_playout_of_a_game_ends_with_the_game() -> None:
    game = load("euchre")
    found = game.kernel().play_out(game.start(1), 5, seed=2, deals=1000)
    assert all(one.over and len(one.winners) == 1 and max(one.scores) >= 10 for one in found)


def test_a_state_with_a_given_deal_to_come_is_left_to_the_interpreter() -> None:
    game = load("standard")
    dealt = game.start(7)
    deal = Deal(tuple(tuple(game.deck[card] for card in bits(hand)) for hand in dealt.hands))
    state = game.start(1, deals=[deal, deal])
    with pytest.raises(NotPackedError, match="a given deal"):
        game.kernel().pack(state)
    assert game.kernel().play_out(state, 1, seed=1)[0].deals == 1


@pytest.mark.parametrize("width", [64, 128])
def test_what_works_on_words_is_the_same_in_python_and_in_the_machines_code(
    width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Compiled here and now, with and without a processor that spreads bits in one step."""
    calls = (
        "below(S, 0, S[1])",
        "S[2] // S[3]",
        "S[2] % S[3]",
        "select(S[4], S[5])",
        "gather(S[4], S[6])",
        "spread(S[4], S[6])",
    )
    text = "".join(
        ["def start(S):\n", *(f"    S[{at}] = {call}\n" for at, call in enumerate(calls, 7)), "    return 0\n"]
    )
    chance = Random(width)
    rows = []
    for _ in range(200):
        mask = chance.getrandbits(52) | 1
        below, other = chance.choice((1, 52, 1 << 62, chance.randrange(1, 1 << 61))), chance.choice((-7, -1, 3, 1000))
        row = [
            chance.getrandbits(62),
            below,
            chance.randrange(-999, 999),
            other,
            mask,
            chance.randrange(mask.bit_count()),
        ]
        rows.append([*row, chance.getrandbits(52), *[0] * len(calls)])
    wanted = [row.copy() for row in rows]
    for row in wanted:
        native.in_python(text)["start"](row)
    translated, step = llvm.translated, width // 64
    for has_pdep in {False, "flags" in native._processor() and " bmi2 " in native._processor()}:
        monkeypatch.setattr(llvm, "translated", lambda *given, has_pdep, now=has_pdep: translated(*given, has_pdep=now))
        compiled = native.loaded(native._compiled(text, width))
        for row, right in zip(rows, wanted, strict=True):
            cells = (ctypes.c_int64 * (len(row) * step))()
            cells[::step] = row
            if step == 2:
                cells[1::2] = [one >> 64 for one in row]
            compiled["start"](cells)
            assert [one & (1 << 64) - 1 for one in cells[::step]] == [one & (1 << 64) - 1 for one in right]


def test_code_that_takes_long_to_compile_is_left_to_the_interpreter() -> None:
    zones = "\n".join(f"zone z{number} face up" for number in range(300))
    gives = "\n".join(f"give g{number}: 0 from stock to z{number} face up" for number in range(300))
    text = f'variant many "Many" extends whist {{ table {{\n{zones}\n}} phase early before play {{\n{gives}\n}} }}'
    kernel = Kernel(load_text(text.encode(), {}, has_fixes=False).playable, native=True)
    assert kernel.why_not == (
        "a rule cannot be compiled: it has too many others beside it to be compiled in a moment; the interpreter plays "
        "instead"
    )


def test_what_is_compiled_for_few_deals_plays_the_same_and_is_kept_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv("SPADESDSL_CACHE", raising=False)
    game = load("euchre")
    few = Kernel(game, native=True, is_for_few=True).play_out(game.start(1), 30, seed=2, deals=3)
    assert native.recall(game.hash) is None
    assert native.recall(game.hash, 0) is not None
    assert Kernel(game, native=True).play_out(game.start(1), 30, seed=2, deals=3) == few
