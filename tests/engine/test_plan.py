"""The plan of a deal: every moment in it is one that play can reach, and it says what can happen when."""

from __future__ import annotations

import random
from functools import wraps
from typing import TYPE_CHECKING, Any

import pytest

from spadesdsl.engine import choices, flow
from spadesdsl.engine.plan import BACK, PlaysCard, TrickBegins, TrickEnds, links
from spadesdsl.resources import variant_names
from tests.loading import game_of

if TYPE_CHECKING:
    from spadesdsl import Game
    from spadesdsl.engine.plan import Node, Plan
    from spadesdsl.engine.state import StateData

GAMES = 60
"""Games that are tried, until every moment has been reached, or every one that is not listed, and a few more then."""
MORE = 12
DEALS = 10
OFF = {
    ("Asks", "bidding.advise"): "deficient_hand",
    ("Bids", "bidding.raise"): ("cross_boarding mitchell_kitty no_nines_no_blinds partnership_bidding "
                                "wiki_partnership_ace_check"),
    ("BidsUnseen", "bidding.blind_bids"): "cutthroat onhand_3 onhand_4 three_player_jj_deuce_ace "
                                          "three_player_wikipedia wikipedia",
}  # fmt: skip
UNREACHED = {
    **{(file, *moment): "an option that is off by itself" for moment, files in OFF.items() for file in files.split()},
    ("skat", "Bids", "bidding.last_word"): "two players pass at once, where each has sixty bids",
    ("german_whist", "DealEnds", "scoring"): "the game is one deal",
    (
        "league_night",
        "DealEnds",
        "scoring",
    ): "the rules of deal 8, after which the game is over unless the scores are level",
}
"""By file, kind of moment and rule or phase: why random play does not get there."""


@pytest.fixture
def visited(monkeypatch: pytest.MonkeyPatch) -> set[tuple[int, int]]:
    """Note each plan and each of its nodes that the interpreter comes to."""
    found: set[tuple[int, int]] = set()

    def noting(does: Any) -> Any:
        @wraps(does)
        def note(s: StateData, node: Node) -> bool:
            found.add((id(s.spec.plan), node.id))
            return bool(does(s, node))

        return note

    noted = {kind: noting(does) for kind, does in flow.DOES.items()}
    monkeypatch.setattr(flow, "DOES", noted)
    for kind in (TrickBegins, PlaysCard, TrickEnds):  # which call each other
        monkeypatch.setattr(flow.play, noted[kind].__name__, noted[kind])
    return found


def plans_of(game: Game) -> list[Plan]:
    """Return the plans of a game's deals, each once."""
    plans = {id(plan): plan for deal in range(1, 9) for plan in [game.edition(deal).plan]}
    return list(plans.values())


def name_of(node: Node) -> tuple[str, str]:
    """Return the kind of a node and its rule, or its phase."""
    step = getattr(node, "step", None)
    return type(node).__name__, node.phase.name if step is None else step.rule.key


def play(game: Game, chance: random.Random, visited: set[tuple[int, int]]) -> None:
    """Play some deals at random; now and then somebody says what nobody asked for."""
    s = game.start(chance.getrandbits(60))
    while not s.over and s.deals_dealt < DEALS:
        entries = choices.due(s)
        volunteers = choices.volunteered(s)
        entry = chance.choice(volunteers if volunteers and chance.random() < 0.2 else entries)
        option = chance.choice(entry.options)
        asked = entry.node if option.said < 0 else s.spec.plan.with_card[option.said].id
        visited.add((id(s.spec.plan), asked))
        s = s.take(entry, option)


@pytest.mark.parametrize("name", variant_names())
def test_every_moment_of_a_deal_is_reached_or_listed(name: str, visited: set[tuple[int, int]]) -> None:
    game, chance = game_of(name), random.Random(1)
    plans = plans_of(game)
    listed, more = {(kind, rule) for file, kind, rule in UNREACHED if file == name}, 0
    for _ in range(GAMES):
        missing = {name_of(node) for plan in plans for node in plan.nodes if (id(plan), node.id) not in visited}
        more += missing == listed
        if not missing or more > MORE:
            break
        play(game, chance, visited)
    assert missing == listed


@pytest.mark.parametrize("name", variant_names())
def test_what_follows_a_moment_is_in_the_plan(name: str) -> None:
    for plan in plans_of(game_of(name)):
        assert [node.id for node in plan.nodes] == list(range(len(plan.nodes)))
        for node in plan.nodes:
            assert all(BACK < link.to < len(plan.nodes) for link in links(node))
