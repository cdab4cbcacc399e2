"""Which moves are worth a thought: of cards that do the same one, of many bids those near what the hand is good for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadesdsl.players.habits import answer_of, card_of, contract_after, counted_on

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spadesdsl.engine.choices import Entry, Option
    from spadesdsl.engine.game import State
    from spadesdsl.players.plan import Plan

NEAR = 3.0
"""How far from what the hand counts on a bid may be."""
MOST_ANSWERS = 40
"""Answers above which a question is one of how many tricks there are, which imagined deals cannot settle."""
MOST = 14
"""Moves that are thought about."""


def habit(s: State, entry: Entry, plan: Plan) -> Option:
    """Return what the seat would do without thinking."""
    if entry.hand < 0:
        return answer_of(s, entry, lambda _: plan)
    legal = sum({1 << option.value for option in entry.options})
    card = card_of(s, entry.hand, legal, plan)
    return next(option for option in entry.options if option.value == card)


def candidates(s: State, entry: Entry, plan: Plan) -> tuple[Option, ...]:
    """Return the moves to think about, the one that needs no thought first.

    Args:
        s: the table as the seat knows it, or a deal that agrees with it.
        entry: whose turn it is, and all moves.
        plan: what is played for.
    """
    first = habit(s, entry, plan)
    if len(entry.options) > MOST_ANSWERS and entry.hand < 0 and all(one.kind == "yes" for one in entry.options):
        return (first,)
    if entry.hand >= 0:
        found = _different_cards(s, entry, plan)
    elif any(option.kind == "bid" for option in entry.options):
        found = _likely_bids(s, entry)
    else:
        found = list(entry.options)
    rest = [option for option in found if option.text != first.text]
    if len(rest) >= MOST:
        rest = [rest[place * len(rest) // (MOST - 1)] for place in range(MOST - 1)]
    return (first, *rest)


def _different_cards(s: State, entry: Entry, plan: Plan) -> Sequence[Option]:
    """Return one card of each run in a suit that nobody else's card parts, the lowest; with a word said, all."""
    weights = plan.weights
    elsewhere = s.spec.deck.all & ~(s.played | s.hands[entry.hand]) | sum(1 << card for card in s.trick)
    ranking = s.ranking
    found: list[Option] = []
    for option in reversed(entry.options):
        above = found[-1].value if found else -1
        is_like = (
            above >= 0
            and option.said < 0
            and found[-1].said < 0
            and ranking.suit[above] is not None
            and ranking.suit[above] == ranking.suit[option.value]
            and not _between(s, above, option.value) & elsewhere
            and (not weights or weights[above] == weights[option.value])
        )
        if not is_like:
            found.append(option)
    return found


def _between(s: State, one: int, other: int) -> int:
    """Return the cards of a suit that stand between two of it."""
    return s.ranking.above[one] ^ s.ranking.above[other]


def _likely_bids(s: State, entry: Entry) -> list[Option]:
    """Return the bids that promise about what the hand counts on, and all that promise nothing or none."""
    if not s.hands[entry.seat]:
        return list(entry.options)
    wanted = counted_on(s, entry)
    found = []
    for option in entry.options:
        contract = contract_after(s, entry, option) if option.kind == "bid" else None
        if not contract or abs(contract - wanted) <= NEAR or len(entry.options) <= NEAR * 2:
            found.append(option)
    return found
