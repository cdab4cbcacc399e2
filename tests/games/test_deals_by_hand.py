"""Whole deals that were written out by hand from the rules' sources: decisions, cards, winners and the score sheet.

`moves` holds what is done, in order: `West 3` a move, `West 3, North 4` several, `refused West AH by play.unbroken` a
move that a rule refuses, and `trick West KC 4C 2C AC - South` a trick: its leader, the cards clockwise, and who wins
it. `top` is the top card of a pile that nobody sees, `AH_low` an ace that is called low: a word said with a card.
`dealt_again` has the deals that follow, if there are any; the sheet is that of the last one, and `winners` names a seat
of each side that has won.
The numbers under `score` were worked out from the rules and not taken from the program.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml

import spadesdsl
from spadesdsl import Deal, Game, State
from tests.loading import game_of

if TYPE_CHECKING:
    from fractions import Fraction

DEALS = sorted((Path(__file__).parent / "deals").glob("*.yaml"))


def begin(game: Game, document: dict[str, Any]) -> State:
    deals = [dealt(game, deal) for deal in (document, *document.get("dealt_again", []))]
    return game.start(dealer=game.seats.index(document["dealer"]), deals=deals)


def dealt(game: Game, document: dict[str, Any]) -> Deal:
    hands = {seat: tuple(cards.split()) for seat, cards in document["hands"].items()}
    return Deal(tuple(hands.get(seat, ()) for seat in game.seats), tuple(document.get("rest", "").split()))


def move(state: State, line: str) -> State:
    """Do what a line says, and hold it against what the line expects."""
    seats = state.game.seats
    first, _, rest = line.partition(" ")
    if first == "trick":
        return play(state, rest)
    if first == "refused":
        written, _, rule = rest.rpartition(" by ")
        seat, _, text = written.partition(" ")
        verdict = state.why(text, seats.index(seat))
        assert not verdict.legal, line
        assert verdict.rule is not None
        assert verdict.rule.key == rule, line
        return state
    for one in line.split(", ") if "(" not in line else [line]:
        seat, _, text = one.partition(" ")
        state = state.apply(text, seats.index(seat))
    return state


def play(state: State, line: str) -> State:
    """Play a trick. Who plays another seat's cards is whose turn it is."""
    seats = state.game.seats
    told, _, winner = line.partition(" - ")
    leader, *cards = told.split()
    events: list[dict[str, Any]] = []
    for away, card in enumerate(cards):
        (turn,) = [turn for turn in state.turns if turn.choice == "play"]
        said = card if card in turn.moves else " ".join(card.rsplit("_", 1))
        state = state.apply(said, turn.seat)
        events += [event.to_json() for event in state.events]
        played = next(event for event in reversed(events) if event["event"] == "play")
        assert seats[played["seat"]] == seats[(seats.index(leader) + away) % len(seats)], line
        assert said.split()[0] in (played["card"], "top"), line
    trick = next(event for event in events if event["event"] == "trick")
    assert trick["winner"] == (None if winner == "nobody" else seats.index(winner)), line
    return state


@pytest.mark.parametrize("path", DEALS, ids=lambda path: path.stem)
def test_a_deal_comes_out_as_worked_out_by_hand(path: Path) -> None:
    document = yaml.safe_load(path.read_text(encoding="utf-8"))
    settings = document.get("settings")
    game = spadesdsl.load(document["game"], **settings) if settings else game_of(document["game"])
    state = begin(game, document)
    for line in document["moves"]:
        state = move(state, line)
    sheet = state.last_sheet
    assert sheet is not None, "the deal is over"
    got = {game.seats[side.members[0]]: side for side in sheet.sides}
    for seat, amounts in document["score"].items():
        side = got[seat]
        lines: dict[str, int | Fraction] = {line.rule.key.removeprefix("scoring."): 0 for line in side.lines}
        for line in side.lines:
            lines[line.rule.key.removeprefix("scoring.")] += line.points
        known = {**dict(side.tallies), "score": side.score, **lines}
        assert {name: known.get(name, 0) for name in amounts} == amounts, (seat, known)
        assert sum(lines.values()) == side.points
    if "winners" in document:
        assert state.over
        assert {game.seats[sheet.sides[side].members[0]] for side in state.winners} == set(document["winners"])
