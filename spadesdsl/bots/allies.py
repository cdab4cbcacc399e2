"""Players who form no team and yet play together, as the partner of a called ace does: found by scoring deals."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from spadesdsl.bots.evaluation import SAMPLES, evaluation_of
from spadesdsl.bots.rollout import MOST_CHOICES, finish
from spadesdsl.bots.supposed import scored, with_won
from spadesdsl.engine import choices, flow
from spadesdsl.engine.deals import begun
from spadesdsl.engine.game import Game, State


@lru_cache(maxsize=64)
def makes_allies(game: Game) -> bool:
    """Tell whether players play together in some deals though they form no team.

    Some of the deals that are looked at have bids and answers at random.
    """
    deals = (*evaluation_of(game).samples, *(_with_random_bids(game, luck) for luck in range(SAMPLES)))
    if any(len(members) > 1 for deal in deals for members in deal.sides):
        return False
    return any(has_allies(deal) for deal in deals if len(deal.sides) > 2)


def has_allies(deal: State) -> bool:
    """Tell whether two players of a finished deal are each glad of what the other takes."""
    worth = evaluation_of(deal.game)
    ends = []
    for side, (seat, *_) in enumerate(deal.sides):
        s = with_won(deal, side, deal.spec.deck.all)
        s.taken = tuple(deal.tricks_total if one == seat else 0 for one in range(len(s.taken)))
        after = scored(s)
        ends.append([worth.value(after, one) for one, *_ in deal.sides])
    glad = [_glad([row[side] for row in ends], side) for side in range(len(ends))]
    return any(one != side and side in glad[one] for side, others in enumerate(glad) for one in others)


def _glad(found: list[float], side: int) -> set[int]:
    """Return who may take everything nearly as well as a side itself, if that is what it wants most.

    Args:
        found: what it is worth to the side if each takes everything.
    """
    least = 3 * found[side] + min(found)
    return {one for one, worth in enumerate(found) if found[side] == max(found) and 4 * worth > least}


def _with_random_bids(game: Game, luck: int) -> State:
    """Return a finished deal with choices at random before its play, and by habit in it."""
    s, rng = begun(game, deal=2, like=game.start(luck)), Random(luck)
    for _ in range(MOST_CHOICES):
        if not flow.advance_in_deal(s) or s.is_playing:
            break
        turn = choices.due(s)[0]
        flow.carry_out(s, turn, rng.choice(turn.options))
    finish(s)
    return s
