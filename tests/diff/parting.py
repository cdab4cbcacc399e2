"""Holding a witness against both games: it is a witness only where they part on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from spadesdsl.diff import Effect, Started, fitting, start_from
from spadesdsl.engine import choices
from spadesdsl.score import score_document

if TYPE_CHECKING:
    from spadesdsl.diff import Affected
    from spadesdsl.engine.game import Game, State


def parts(one: Affected, before: Game, after: Game) -> bool:
    """Tell whether two games part on the case of an effect, from its document alone."""
    assert one.witness is not None
    document = one.witness.document
    assert document is not None
    if one.witness.kind == "score":
        return _scored(one.effect, before, document) != _scored(one.effect, after, document)
    started = [start_from(game, document) for game in (before, after)]
    states = [found.state for found in started if isinstance(found, Started) and not found.stopped_at]
    assert len(states) == 2, started
    return _parts_here(one.effect, *states) or any(_parts_after(one.effect, *pair) for pair in _moved(*states))


def _scored(effect: Effect, game: Game, document: dict[str, Any]) -> object:
    result = score_document(game, fitting(game, document))
    assert result.sheet is not None, result.message()
    match effect:
        case Effect.SCORE:
            return [side.points for side in result.sheet.sides]
        case Effect.TALLIES:
            return [dict(side.tallies) for side in result.sheet.sides]
        case _:
            return result.over, result.winners


def _hands(s: State) -> list[list[str]]:
    return [sorted(hand) for hand in s.hidden_hands]


def _piles(s: State) -> list[list[str]]:
    return [[s.spec.deck.names[card] for card in pile] for pile in s.piles]


def _parts_here(effect: Effect, one: State, other: State) -> bool:
    match effect:
        case Effect.DEAL:
            return (_hands(one), _piles(one), _turns(one)) != (_hands(other), _piles(other), _turns(other))
        case Effect.VIEW:
            views = [[s.view(seat) for seat in range(len(s.hands))] for s in (one, other)]
            return [(view.hand, view.hands, view.shown) for view in views[0]] != [
                (view.hand, view.hands, view.shown) for view in views[1]
            ]
        case Effect.BIDS | Effect.PLAYS:
            return _turns(one) != _turns(other)
        case Effect.TIME:
            clocks = [[(clock.seat, clock.seconds, clock.hour, clock.then) for clock in s.clocks] for s in (one, other)]
            return clocks[0] != clocks[1]
        case _:
            return False


def _turns(s: State) -> list[tuple[int, frozenset[str]]]:
    listed = (*choices.due(s), *choices.volunteered(s))
    return [(entry.seat, frozenset(option.text for option in entry.options)) for entry in listed]


def _moved(one: State, other: State) -> list[tuple[State, State]]:
    """Return both games after each move that both allow."""
    common = [
        (entry.seat, option.text)
        for entry in choices.due(one)
        for option in entry.options
        if any(mine.seat == entry.seat and option.text in [o.text for o in mine.options] for mine in choices.due(other))
    ]
    return [(one.apply(text, seat), other.apply(text, seat)) for seat, text in common]


def _parts_after(effect: Effect, one: State, other: State) -> bool:
    match effect:
        case Effect.WINNER:
            return _winners(one) != _winners(other)
        case Effect.SCORE | Effect.TALLIES:
            if not (one.sheets and other.sheets):
                return False
            sheets = [[(side.points, dict(side.tallies)) for side in s.sheets[0].sides] for s in (one, other)]
            return sheets[0] != sheets[1]
        case Effect.BIDS | Effect.PLAYS:
            return bool(one.sheets) is not bool(other.sheets)
        case Effect.ENDING:
            return (one.over, one.winners) != (other.over, other.winners)
        case Effect.DEAL:
            return (one.dealer, one.deals_dealt, _hands(one)) != (other.dealer, other.deals_dealt, _hands(other))
        case _:
            return False


def _winners(s: State) -> list[int | None]:
    return [event.to_json()["winner"] for event in s.events if event.to_json()["event"] == "trick"]
