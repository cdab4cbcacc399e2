"""Other orders of the ranks: for some suits, for trumps, for some deals."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import spadesdsl
from spadesdsl import loader
from spadesdsl.examples.run import run_examples

if TYPE_CHECKING:
    from pathlib import Path

JASS = """language 1
variant jass "The jack and the nine of trumps" extends standard @ 1 {
  option lows = no of yes, no "Low cards win."
  deck {
    order trump_order when card in trumps:    J, 9, A, K, Q, 10, 8, 7, 6, 5, 4, 3, 2
    order low_wins    when lows and deal = 2: 2, 3, 4, 5, 6, 7, 8, 9, 10, J, Q, K, A
  }
  play { must beat below follow_suit when following: card beats trick.best }
}
"""


def game(folder: Path, text: str = JASS, **options: object) -> spadesdsl.Game:
    file = folder / "jass.spades"
    file.write_text(text, encoding="utf-8")
    return spadesdsl.load(file, **options)


def strongest_first(state: spadesdsl.State, suit: str) -> list[str]:
    names = state.spec.deck.names
    cards = [card for card, name in enumerate(names) if name.endswith(suit)]
    return [names[card][:-1] for card in sorted(cards, key=lambda card: -state.ranking.strength[card])]


def test_trumps_have_an_order_of_their_own(tmp_path: Path) -> None:
    state = game(tmp_path).start(0)
    assert " ".join(strongest_first(state, "S")) == "J 9 A K Q 10 8 7 6 5 4 3 2"
    assert " ".join(strongest_first(state, "H")) == "A K Q J 10 9 8 7 6 5 4 3 2"


def test_an_order_may_hold_on_one_deal(tmp_path: Path) -> None:
    lows = game(tmp_path, lows=True)
    state = lows.start(0)
    assert strongest_first(state, "H")[0] == "A"
    while state.deal == 1:
        state = state.apply(state.turns[0].moves[0], state.turns[0].seat)
    assert " ".join(strongest_first(state, "H")) == "2 3 4 5 6 7 8 9 10 J Q K A"
    assert strongest_first(state, "S")[0] == "J", "the first order that holds counts"


def test_a_rank_stays_what_it_is(tmp_path: Path) -> None:
    ranking = game(tmp_path).start(0).ranking
    names = spadesdsl.load("standard").deck
    jack, ace = names.index("JS"), names.index("AS")
    assert ranking.rank[jack] < ranking.rank[ace]
    assert ranking.strength[jack] > ranking.strength[ace]


@pytest.mark.parametrize(("led", "held", "legal"), [("AS", "JS 10S", "JS"), ("9S", "AS 10S", "AS 10S")])
def test_a_card_beats_by_the_order(tmp_path: Path, led: str, held: str, legal: str) -> None:
    example = f"""  example "beat" {{
    given  East holds {held}
    plays  North {led}
    expect legal {legal}
  }}
}}
"""
    file = tmp_path / "jass.spades"
    file.write_text(JASS.removesuffix("}\n") + example, encoding="utf-8")
    results = run_examples(loader.load(str(file), {}))
    assert [result.passed for result in results if result.title == "beat"] == [True]


@pytest.mark.parametrize(
    "condition",
    ["some player has taken > 0", "some player has cards_won is not empty", "some player has count of hand < 13"],
)
def test_trumps_that_depend_on_the_play_are_known_after_each_trick(tmp_path: Path, condition: str) -> None:
    text = (
        f'variant jass "Hearts come late" extends standard @ 1 {{ deck {{ replace trumps when {condition}: hearts }} }}'
    )
    state = game(tmp_path, text.replace("is not empty", "includes last_trick.led")).start(0)
    while not state.tricks:
        assert state.ranking.trumps is None or state.trick
        state = state.apply(state.turns[0].moves[0], state.turns[0].seat)
    assert state.ranking.trumps == state.spec.deck.suits.index("hearts")
