"""Hands that chance seldom deals: all one suit, void in one, all low cards or all high."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from spadesdsl.algebra.reads import facts_of
from spadesdsl.engine import deals
from spadesdsl.engine.ranking import bits
from spadesdsl.proofs.claims import Event, id_of
from spadesdsl.proofs.playing import begin, bid_out, bids_so_far, silent_in
from spadesdsl.rules.operations import Topic
from spadesdsl.rules.walking import terms_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spadesdsl.engine.game import Game, State
    from spadesdsl.proofs.context import ProofContext
    from spadesdsl.rules.game import Rules
    from spadesdsl.rules.parts import Round

TRIES: Final = 2
"""Biddings to try with each hand of each seat."""
MOST_MISSED: Final = 6
"""After this many deals that are thrown in, or whose cards change hands, no more are tried."""


def silent_with_a_hand(context: ProofContext, game: Rules, step: Round, deal: int) -> tuple[str, int]:
    """Look for a hand that leaves a seat without a bid in a round.

    Returns:
        The seat, its hand, and the bids before it; empty if there is none. And how many deals were bid out.
    """
    kinds = [bid for bid in game.bids if bid.name in step.bids]
    if all(fact.topic is not Topic.HAND for fact in facts_of(game, *terms_of(tuple(kinds)))):
        return "", 0
    bound = context.game()
    count = missed = 0
    for seat in bound.edition(deal).players:
        for told, cards in _hands(bound, deal, seat):
            for seed in range(TRIES):
                count += 1
                s = _bid_out(bound, deal, seat, cards, context.reach, seed)
                missed += s is None
                if missed > MOST_MISSED:
                    return "", count
                if s is not None and seat in silent_in(s, step.rule.name):
                    context.record.note(Event.SILENT, id_of(step.rule), 0, s)
                    who = s.spec.seats[seat]
                    return f"{who}, holding {told}, may bid nothing in `{step.rule.name}`: {bids_so_far(s)}", count
    return "", count


def _bid_out(bound: Game, deal: int, seat: int, cards: tuple[int, ...], reach: range, seed: int) -> State | None:
    """Return a deal in which a seat was dealt some cards, at the start of the play; None if play does not begin."""
    rng = Random(seed)
    s = bid_out(begin(bound, rng, deal, reach, {seat: cards}), rng)
    return None if s is None or any(not s.hands[seat] >> card & 1 for card in cards) else s


def _hands(bound: Game, deal: int, seat: int) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield hands for a seat, each with a name and as many cards as the seat is dealt."""
    size = deals.dealt_sizes(bound, deal)[seat]
    ranking = deals.blank(bound, deal=deal).ranking
    cards = sorted(range(bound.base.deck.size), key=lambda card: (ranking.strength[card], card))
    if not 0 < size <= len(cards):
        return
    for suit, name in enumerate(bound.base.deck.suits):
        own = bits(ranking.masks[suit])
        rest = [card for card in cards if card not in own]
        if len(rest) >= size:
            yield f"no {name}", tuple(rest[:size])
        if len(own) >= size:
            yield f"nothing but {name}", tuple(own[:size])
    yield "the lowest cards", tuple(cards[:size])
    yield "the highest cards", tuple(cards[-size:])
