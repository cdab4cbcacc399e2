"""Which moves are worth thinking about: one of several equivalent cards, and of many bids those that suit the hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadesdsl.bots.habits import answer_of, card_of, contract_after, counted_on

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spadesdsl.bots.plan import Plan
    from spadesdsl.engine.choices import Entry, Option
    from spadesdsl.engine.game import State

NEAR = 3.0
"""How far a bid may be from the tricks that the hand counts on."""
MOST_ANSWERS = 40
"""With more answers than this, a question is about the number of tricks, which imagined deals cannot settle."""
MOST = 14
"""The most moves to think about."""


def habit(s: State, entry: Entry, plan: Plan) -> Option:
    """Return what the seat would do without thinking."""
    if entry.hand < 0:
        return answer_of(s, entry, lambda _: plan)
    legal = sum({1 << option.value for option in entry.options})
    card = card_of(s, entry.hand, legal, plan)
    return next(option for option in entry.options if option.value == card)


def candidates(s: State, entry: Entry, plan: Plan) -> tuple[Option, ...]:
    """Return the moves to think about, the habitual one first.

    Args:
        s: the table as the seat knows it, or a deal that fits it.
        entry: whose turn it is, and all moves.
        plan: what the seats play for.
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
    """Return the lowest card of each run in a suit that no other hand's card breaks; with a word said, every card."""
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
    """Return the cards of a suit that rank between two of its cards."""
    return s.ranking.above[one] ^ s.ranking.above[other]


def _likely_bids(s: State, entry: Entry) -> list[Option]:
    """Return the bids close to the tricks that the hand counts on, and all that promise nothing or none."""
    if not s.hands[entry.seat]:
        return list(entry.options)
    wanted = counted_on(s, entry)
    found = []
    for option in entry.options:
        contract = contract_after(s, entry, option) if option.kind == "bid" else None
        if not contract or abs(contract - wanted) <= NEAR or len(entry.options) <= NEAR * 2:
            found.append(option)
    return found
