"""`review`: the choices that cost most in a game that was played."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from spadesdsl import load
from spadesdsl.bots import Effort, StrongPlayer
from spadesdsl.cli import main
from spadesdsl.cli.review import Found, lines_of, reviewed
from spadesdsl.frozen import replace
from spadesdsl.journal import Replayed, read_record, replay
from spadesdsl.kernel import native

if TYPE_CHECKING:
    from pathlib import Path

needs_kernel = pytest.mark.skipif(not native.is_there(), reason="a kernel in the machine's own code needs llvmlite")


def record(path: Path, bots: str, deals: int = 1, game: str = "standard") -> Path:
    call = ["play", game, "--seat", "none", "--seed", "4", "--deals", str(deals), "--bots", bots, "--record", str(path)]
    assert main(call) == 0
    return path


def replayed(path: Path) -> Replayed:
    found = read_record(path)
    assert not isinstance(found, str)
    again = replay(found)  # type: ignore[arg-type]
    assert isinstance(again, Replayed)
    return again


def look(path: Path, seats: set[int], seed: int = 0) -> Found:
    return reviewed(replayed(path).steps, seats, StrongPlayer(seed, Effort.QUICK))


@needs_kernel
def test_a_bid_that_cannot_be_made_is_the_dearest_choice(tmp_path: Path) -> None:
    path = record(tmp_path / "game.yaml", "greedy")
    text = path.read_text(encoding="utf-8")
    bid = next(line for line in text.splitlines() if line.startswith("- [2, "))
    moves = text.splitlines()
    head = moves[: moves.index(bid)]
    path.write_text("\n".join([*head, '- [2, "13"]', ""]), encoding="utf-8")
    (first,) = look(path, {2}).lapses
    assert (first.made.move, first.turn.seat, first.state.deal) == ("13", 2, 1)
    assert first.cost > 50
    assert first.made.kept == 0
    assert first.better.kept is not None
    assert first.better.kept > 0.5


@needs_kernel
def test_each_choice_between_moves_is_looked_at_and_what_is_named_is_beyond_chance(tmp_path: Path) -> None:
    path = record(tmp_path / "game.yaml", "random", game="hearts")
    found = look(path, {0, 1, 2, 3})
    states = replayed(path).states
    assert found.choices <= len(states) - 1
    assert found.lapses
    assert all(one.cost > one.margin > 0 for one in found.lapses)
    assert [one.cost for one in found.lapses] == sorted((one.cost for one in found.lapses), reverse=True)


@needs_kernel
def test_a_review_is_the_same_twice(tmp_path: Path) -> None:
    path = record(tmp_path / "game.yaml", "random")
    first, second = look(path, {0}), look(path, {0})
    assert [one.to_json() for one in first.lapses] == [one.to_json() for one in second.lapses]


@needs_kernel
def test_moves_that_were_taken_back_are_nobodys_fault(tmp_path: Path) -> None:
    path = record(tmp_path / "game.yaml", "greedy")
    lines = path.read_text(encoding="utf-8").splitlines()
    bid = next(at for at, line in enumerate(lines) if line.startswith("- [2, "))
    own = lines[bid]
    path.write_text("\n".join([*lines[:bid], '- [2, "13"]', "- undo: 1", own, ""]), encoding="utf-8")
    assert all(one.made.move != "13" for one in look(path, {2}).lapses)


@needs_kernel
def test_the_page_and_the_document(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = record(tmp_path / "game.yaml", "random")
    capsys.readouterr()
    assert main(["review", str(path), "--seat", "north", "--most", "2", "--effort", "quick"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("Spades, North: ")
    assert "\n2. Deal 1, " in shown
    assert "\n3. " not in shown
    assert all(len(line) <= 80 for line in shown.splitlines())
    assert main(["review", str(path), "--seat", "North", "--most", "2", "--effort", "quick", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["seats"] == [0]
    assert len(document["lapses"]) == 2
    assert document["found"] >= 2


def test_what_cannot_be_reviewed_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = record(tmp_path / "game.yaml", "random")
    assert main(["review", str(path), "--seat", "Nobody"]) == 2
    assert "There is no player `Nobody`" in capsys.readouterr().err
    assert main(["review", str(tmp_path / "none.yaml")]) == 3


def test_without_a_kernel_a_review_looks_as_steady_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = record(tmp_path / "game.yaml", "greedy")
    lines = path.read_text(encoding="utf-8").splitlines()
    bid = next(at for at, line in enumerate(lines) if line.startswith("- [2, "))
    path.write_text("\n".join([*lines[:bid], '- [2, "13"]', ""]), encoding="utf-8")
    monkeypatch.setattr("spadesdsl.bots.thinkers.kernel_of", lambda _: None)
    (first,) = look(path, {2}).lapses
    assert (first.made.move, first.cost > 50) == ("13", True)


@needs_kernel
def test_bids_before_a_choice_are_told_in_the_order_in_which_they_were_made(tmp_path: Path) -> None:
    path = record(tmp_path / "game.yaml", "random")
    played, found = replayed(path), look(path, {0})
    state = load("bridge").start(1, dealer=0)
    for bid in ("pass", "pass", "1 diamonds", "1 spades", "2 clubs"):
        state = state.apply(bid)
    lapse = replace(found.lapses[0], state=state, turn=state.turns[0])
    told = " ".join(lines_of(replace(found, lapses=(lapse,)), played, {0}, 5))
    assert "Bid before: East pass, South 1 diamonds, West 1 spades, North 2 clubs." in told


@needs_kernel
def test_a_card_that_is_given_away_is_told_beside_those_before_it(tmp_path: Path) -> None:
    path = record(tmp_path / "game.yaml", "random")
    played, found = replayed(path), look(path, {0})
    state = load("hearts").start(1, dealer=0)
    told: list[str] = []
    given: list[str] = []
    for _ in range(2):
        lapse = replace(found.lapses[0], state=state, turn=next(turn for turn in state.turns if turn.seat == 0))
        told.append(
            next(line for line in lines_of(replace(found, lapses=(lapse,)), played, {0}, 5) if line[:2] == "1.")
        )
        given.append(lapse.turn.moves[0])
        state = state.apply(given[-1], 0)
    assert told[0].startswith("1. Deal 1, a card to give away: ")
    assert told[1].startswith(f"1. Deal 1, a card to give away after {given[0]}: ")


@needs_kernel
def test_what_the_game_counts_is_said_only_where_a_choice_cost_as_much(tmp_path: Path) -> None:
    path = record(tmp_path / "game.yaml", "random")
    played = replayed(path)
    found = look(path, {0})
    one = found.lapses[0]
    lost = replace(one, made=replace(one.made, points=one.better.points - 1000))
    shown = [" ".join(lines_of(replace(found, lapses=(lapse,)), played, {0}, 5)) for lapse in (one, lost)]
    assert ["the game counts as" in text for text in shown] == [False, True]
    sure = replace(one, made=replace(one.made, margin=0.01))
    assert "±" not in " ".join(lines_of(replace(found, lapses=(sure,)), played, {0}, 5))


@needs_kernel
def test_a_choice_is_shown_with_the_card_that_lay_face_up(tmp_path: Path) -> None:
    path = record(tmp_path / "game.yaml", "random", game="german_whist")
    played, found = replayed(path), look(path, {0})
    first = min(found.lapses, key=lambda one: one.state.view(None).trick_number)
    shown = " ".join(lines_of(replace(found, lapses=(first,)), played, {0}, 5))
    (card,) = first.state.view(0).zones["upcard"]  # type: ignore[misc]
    assert f"Seen besides: upcard {card}." in shown


@needs_kernel
def test_a_choice_is_shown_with_the_bids_and_tricks_before_it_and_the_games_it_wins(tmp_path: Path) -> None:
    path = record(tmp_path / "game.yaml", "random")
    played = replayed(path)
    found = look(path, {0, 1, 2, 3})
    shown = [" ".join(lines_of(replace(found, lapses=(one,)), played, {0}, 5)) for one in found.lapses]
    assert any("Bid before: " in text for text in shown)
    (late,) = (text for one, text in zip(found.lapses, shown, strict=True) if one is found.lapses[0])
    first = next(one for one in found.lapses if one.turn.choice == "play")
    told = " ".join(lines_of(replace(found, lapses=(first,)), played, {0}, 5))
    bids = first.state.view(None).bids
    assert f"North {first.state.taken[0]}, bid {bids[0]};" in told
    assert "The game is won" not in late
    better, made = (replace(one, won=share) for one, share in ((first.better, 0.5), (first.made, 0.25)))
    told = " ".join(lines_of(replace(found, lapses=(replace(first, better=better, made=made),)), played, {0}, 5))
    assert "The game is won in 50% with " in told
