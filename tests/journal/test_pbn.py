"""PBN as the standard has it: by its own form, and as readers of bridge games read it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from spadesdsl import loader
from spadesdsl.bots import RandomPlayer
from spadesdsl.journal import Journal, Record, Sitter, Trouble, begin, read_record, replay
from spadesdsl.journal.pbn import RANKS, SEATS, SUITS, Unfit, to_pbn

if TYPE_CHECKING:
    from pathlib import Path

TAGS = ("Event", "Site", "Date", "Board", "West", "North", "East", "South", "Dealer", "Vulnerable", "Deal", "Scoring",
        "Declarer", "Contract", "Result")  # fmt: skip
"""The mandatory tags, in their order."""
WHOLE = ("standard", "hearts", "whist", "suicide_swap", "nil_pass", "one_nil")


def written(name: str, path: Path, moves: int = 130) -> str | Unfit:
    """Play as bots do, and write what was played."""
    rules = loader.load(name, {})
    assert rules.game is not None
    state = rules.game.start(11)
    journal = begin(rules, state, [Sitter(seat, "random", seat) for seat in rules.game.players], path)
    assert isinstance(journal, Journal)
    for _ in range(moves):
        if state.over:
            break
        turn = state.turns[0]
        state = state.apply(RandomPlayer(turn.seat).choose(state.view(turn.seat), turn), turn.seat)
        journal.append(state)
    journal.close()
    record = read_record(path)
    assert isinstance(record, Record)
    replayed = replay(record)
    assert not isinstance(replayed, Trouble)
    return to_pbn(replayed)


def boards(text: str) -> list[str]:
    return re.findall(r"\[Event (?:.+\n)+", text)


@pytest.mark.parametrize("name", WHOLE)
def test_boards_have_the_form_of_the_standard(tmp_path: Path, name: str) -> None:
    text = written(name, tmp_path / "game.yaml")
    assert isinstance(text, str), text
    assert text.startswith("% PBN 2.1\n% EXPORT\n")
    assert all(len(line) <= 255 for line in text.splitlines())
    assert text.encode("iso-8859-1").decode("iso-8859-1").isprintable() or "\n" in text
    assert len(boards(text)) >= 2
    for board in boards(text):
        tags = re.findall(r'^\[(\w+) "([^"]*)"\]$', board, re.MULTILINE)
        assert tuple(name for name, _ in tags[:15]) == TAGS
        values = dict(tags)
        dealt = _cards(values["Deal"])
        assert sorted(len(hand) for hand in dealt.values()) == [13, 13, 13, 13]
        assert {card for hand in dealt.values() for card in hand} == {s + r for s in SUITS for r in RANKS}
        _follows(board.split(f'[Play "{values["Play"]}"]\n')[1], values["Play"], dealt)


def _cards(deal: str) -> dict[str, set[str]]:
    first, hands = deal.split(":")
    order = [SEATS[(SEATS.index(first) + step) % 4] for step in range(4)]
    return {
        seat: {suit + rank for suit, ranks in zip(SUITS, hand.split("."), strict=True) for rank in ranks}
        for seat, hand in zip(order, hands.split(" "), strict=True)
    }


def _follows(play: str, first: str, dealt: dict[str, set[str]]) -> None:
    """Hold that every column is played from the hand of its seat, each card once."""
    rows = [row.split(" ") for row in play.strip().splitlines()]
    is_whole = rows[-1] != ["*"]
    rows = rows if is_whole else rows[:-1]
    for column, step in enumerate(range(4)):
        seat = SEATS[(SEATS.index(first) + step) % 4]
        played = [row[column] for row in rows if row[column] != "-"]
        assert len(set(played)) == len(played)
        assert set(played) <= dealt[seat]
        assert not is_whole or set(played) == dealt[seat]


def test_what_was_bid_and_scored_stands_in_commentary(tmp_path: Path) -> None:
    text = written("standard", tmp_path / "game.yaml")
    assert isinstance(text, str)
    says = " ".join(re.findall(r"^\{(.*)\}$", boards(text)[0], re.MULTILINE))
    assert (
        re.search(r"Said: East opening \S+, South opening \S+, West opening \S+, North opening", says)
        or "Said:" in says
    )
    assert re.search(r"Scored: North & South -?\d+ \(now -?\d+\), East & West -?\d+", says)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("nyc", "its cards are not one pack of 52"),
        ("euchre", "its cards are not one pack of 52"),
        ("two_player", "it has 2 seats"),
        ("ace_low", "is not won as in bridge"),
        ("kitty_deal", "its cards are not one pack of 52"),
        ("knockout_whist", "the hands do not have 13 cards each"),
    ],
)
def test_games_that_pbn_cannot_hold_are_refused(tmp_path: Path, name: str, told: str) -> None:
    text = written(name, tmp_path / "game.yaml")
    assert isinstance(text, Unfit)
    assert told in text.message


def test_a_game_without_a_card_played_is_refused(tmp_path: Path) -> None:
    text = written("standard", tmp_path / "game.yaml", moves=3)
    assert text == Unfit("no card has been played in it yet")


@pytest.mark.parametrize("name", WHOLE)
@pytest.mark.parametrize("moves", [25, 26, 27, 130, 1000])
def test_a_reader_of_bridge_games_reads_it(tmp_path: Path, name: str, moves: int) -> None:
    reader = pytest.importorskip("endplay.parsers.pbn", reason="endplay reads PBN")
    text = written(name, tmp_path / "game.yaml", moves)
    assert isinstance(text, str)
    read = reader.loads(text)
    assert len(read) == len(boards(text))
    whole = [board for board in boards(text) if not board.rstrip().endswith("*")]
    assert [len(board.play) for board in read[: len(whole)]] == [52] * len(whole)
    assert [board.board_num for board in read] == list(range(1, len(read) + 1))
