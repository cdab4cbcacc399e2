"""What is still to be seen in play: as long as there is something, more deals are played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadesdsl.algebra.reads import facts_of
from spadesdsl.proofs.claims import Event, id_of
from spadesdsl.proofs.conditions import unseen_conditions
from spadesdsl.proofs.situations import FROM_BIDS
from spadesdsl.rules.walking import terms_of

if TYPE_CHECKING:
    from spadesdsl.proofs.workshop import Workshop
    from spadesdsl.rules.game import Rules
    from spadesdsl.rules.parts import Line

FIRST_DEALS = 8
"""Deals to play of every file, whatever they show."""
_MORE_DEALS = 4


def play_until_seen(shop: Workshop, most: int) -> None:
    """Play deals until they have shown all that they can, up to a limit."""
    shop.play(min(most, max(FIRST_DEALS, 2 * len(shop.editions))))
    while shop.deals < most and _is_curious(shop):
        shop.play(min(_MORE_DEALS, most - shop.deals))


def _is_curious(shop: Workshop) -> bool:
    """Tell whether a deal could still show something new."""
    has = shop.record.has
    return any(
        any(_is_tried(game, line) for line in game.scoring.lines)
        or not all(has(Event.NARROWS, id_of(must.rule)) for must in game.play.musts)
        or not all(has(Event.OFFERED, id_of(bid.rule)) for bid in game.bids)
        or any(True for _ in unseen_conditions(shop, game))
        for _, game in shop.editions
    )


def _is_tried(game: Rules, line: Line) -> bool:
    """Tell whether the cases of a line are tried on played deals instead of enumerated."""
    if line.cases[0].condition is None:
        return False
    return not {fact.topic for fact in facts_of(game, *terms_of(line))} <= FROM_BIDS
