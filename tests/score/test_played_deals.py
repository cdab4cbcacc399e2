"""A deal that the runtime has played, told in a document, scores as it did when it was played: in every game."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

from spadesdsl import loader, score_document
from spadesdsl.engine.events import ChoiceEvent
from spadesdsl.engine.labels import written
from spadesdsl.engine.spec import Ask, Round
from tests.engine.playing import NAMES, choose, game_of

if TYPE_CHECKING:
    from spadesdsl import Game, State


def play_one(game: Game, seed: int) -> list[State]:
    """Play until a deal was scored that followed another; return its states, the scored one last."""
    rng = random.Random(seed)
    states = [game.start(seed)]
    for _ in range(1500):
        if states[-1].over:
            return []
        seat, move = choose(rng, states[-1])
        after = states[-1].apply(move, seat)
        if after.deal != states[-1].deal or after.deals_dealt != states[-1].deals_dealt:
            if after.sheets:
                return [*states, after]
            states = []
        states.append(after)
    return []


def told_value(state: State, kind: str, value: Any) -> Any:
    if isinstance(value, bool) or kind == "number":
        return value
    return written(state, kind, value)


def told_decisions(state: State, after: State) -> list[dict[str, Any]]:
    """Write what was decided before the last move of a deal, and by it."""
    found = []
    for step in state.spec.plan.steps:
        if isinstance(step, Ask):
            parameters = [(one.name, one.kind) for one in step.parameters]
            for answer in state.answers[step.decision]:
                given = {
                    name: told_value(state, kind, value)
                    for (name, kind), value in zip(parameters, answer.arguments, strict=False)
                }
                given |= {key: value for key, value in answer.fixed if isinstance(value, bool | int)}
                if answer.card >= 0:
                    given["card"] = state.spec.deck.names[answer.card]
                found.append({"seat": answer.seat, "name": step.name, "with": given})
            # What it answers to a question that has only yes and no is known, though the deal is put away.
            found += [
                {"seat": event.seat, "name": step.name}
                for event in after.events
                if isinstance(event, ChoiceEvent) and event.choice == step.name and event.move == "yes"
            ]
    for name, seats in zip(state.spec.play.trust_names, state.broke, strict=True):
        found += [{"seat": seat, "name": name} for seat in range(len(state.spec.seats)) if seats >> seat & 1]
    return found


def told_cards(state: State) -> dict[str, Any]:
    """Write which cards lie in zones, and which of them rules gave or showed to all."""
    names = state.spec.deck.names
    found: dict[str, Any] = {
        memory.rpartition(".")[2]: [names[card] for card in cards]
        for memory, cards in zip(state.spec.memories, state.moved, strict=True)
    }
    for zone in state.spec.zones:
        if zone.name not in ("stock", "discards"):
            count = len(state.spec.seats) if zone.is_each else 1
            piles = [[names[card] for card in state.piles[zone.base + at]] for at in range(count)]
            found[zone.name] = {str(at): pile for at, pile in enumerate(piles)} if zone.is_each else piles[0]
    return found


def told(states: list[State]) -> dict[str, Any]:
    """Write a document of a deal: what was said, who won which cards."""
    first, last = states[0], states[-2]
    rounds = {step.name for step in first.spec.plan.steps if isinstance(step, Round)}
    by_seat: list[list[str]] = [[] for _ in first.spec.seats]
    by_side: list[list[str]] = [[] for _ in first.sides]
    bidder: list[str] = []
    for event in (event.to_json() for state in states[1:] for event in state.events):
        if event["event"] == "choice" and event["choice"] in rounds:
            if event["move"] == "no":
                bidder.pop()  # a partner refused the bid: it was never made
            elif event["move"] not in ("look", "wait", "yes"):
                bidder = by_seat[event["seat"]] if "side" not in event else by_side[event["side"]]
                bidder.append(event["move"])
    document: dict[str, Any] = {"deal": first.deal, "dealer": first.dealer, "bids": {}}
    document["given"] = [
        {"score": first.scores[side]} | {name: row[min(side, len(row) - 1)] for name, row in zip(
            first.game.tallies, first.tallies, strict=True)}
        for side in range(len(first.scores))
    ]  # fmt: skip
    for key, lines in (("by_seat", by_seat), ("by_side", by_side)):
        if any(lines):
            document["bids"][key] = [line or None for line in lines]
    if not document["bids"]:
        del document["bids"]
    return document | told_tricks(states) | {"did": told_decisions(last, states[-1]), "holds": told_cards(last)}


def told_tricks(states: list[State]) -> dict[str, Any]:
    """Write who won the tricks, and their cards."""
    first = states[0]
    won: list[list[str]] = [[] for _ in first.spec.seats]
    taken = [0] * len(first.spec.seats)
    winners = []
    for state in states[1:]:
        for event in state.events:
            json = event.to_json()
            if json["event"] == "trick":
                winners.append(json["winner"])
                if json["winner"] is not None:
                    won[json["winner"]] += json["cards"]
                    taken[json["winner"]] += 1
            elif json["event"] == "award":
                taken[json["seat"]] += json["tricks"]
    if sum(taken) != len([winner for winner in winners if winner is not None]):
        return {"taken": taken}
    return {"winners": winners, "won": {str(seat): cards for seat, cards in enumerate(won)}}


def all_tricks(states: list[State]) -> list[dict[str, Any]]:
    events = [event.to_json() for state in states[1:] for event in state.events]
    return [{"leader": one["leader"], "cards": one["cards"]} for one in events if one["event"] == "trick"]


@pytest.mark.parametrize("name", NAMES)
def test_it_scores_as_it_was_played(name: str) -> None:
    for seed in range(2):
        states = play_one(game_of(name), seed)
        if not states:
            continue
        document = told(states)
        results = [score_document(game_of(name), document)]
        if "winners" in document:
            results.append(score_document(game_of(name), document | {"tricks": all_tricks(states)}))
            if [fault.at for fault in results[0].faults] == ["tricks"]:  # the rules read the cards of tricks
                results.pop(0)
        for result in results:
            assert result.sheet is not None, result.message()
            assert result.sheet.to_json() == states[-1].sheets[0].to_json()
            assert (result.over, result.winners) == (states[-1].over, states[-1].winners)
            assert result.notes == ()


HEARTS = "cards_won where card.suit is hearts"
LINES = (
    "count of (cards_won where card.rank is A)",
    f"5 when count of ({HEARTS}) > 6",
    f"7 when count of ({HEARTS}) <= 1",
    "10 when last_trick.winner in members",
    "3 when AS in cards_won",
    "4 when count of (last_trick.cards where card.suit is hearts) > 1",
)


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("parent", ["standard", "cancellation", "six_two_teams"])
def test_what_is_left_out_and_not_asked_for_does_not_change_the_score(parent: str, line: str) -> None:
    value, _, when = line.partition(" when ")
    score = f"score house{' when ' * bool(when)}{when}: {value}"
    text = f'language 1 variant house "House" extends {parent} {{ scoring for each team {{ {score} }} }}'
    game = loader.load_text(text.encode(), {}).playable
    known = 0
    for seed in range(2):
        states = play_one(game, seed)
        document, tricks = told(states), all_tricks(states)
        won, winners = document.pop("won"), document.pop("winners")
        seats = range(len(game.seats))
        taken = [winners.count(seat) for seat in seats]
        last = {str(len(tricks)): tricks[-1]}
        some = {seat: cards for seat, cards in won.items() if int(seat) % 2}
        ways = ({}, {"won": won}, {"won": some}, {"tricks": last}, {"winners": {len(tricks): winners[-1]}})
        by_side = {"by_side": [sum(taken[seat] for seat in side) for side in game.sides]}
        for given in (*({"taken": taken} | way for way in ways), {"taken": by_side}, {"winners": winners}):
            result = score_document(game, document | given)
            if result.sheet is not None:
                known += 1
                assert result.sheet.to_json() == states[-1].sheets[0].to_json(), given
                assert (result.over, result.winners) == (states[-1].over, states[-1].winners)
    assert known
