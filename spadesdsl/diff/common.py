"""Compare two games that are played with different cards, on what they have in common.

In the play, that is a few cards that both decks have, in hands that were not dealt, after bids that both games have. In
the bidding, no rule may read a hand, so that different hands do not matter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from spadesdsl.algebra.reads import Effect, reads_of
from spadesdsl.diff.effects import Direction
from spadesdsl.diff.lockstep import Chooser, Walk, go_on
from spadesdsl.diff.witnesses import Witness
from spadesdsl.engine import deals
from spadesdsl.engine.deals import dealt_sizes
from spadesdsl.engine.game import Game, State
from spadesdsl.engine.generator import below, shuffled
from spadesdsl.engine.seats import first_seat
from spadesdsl.engine.situation import Situation, find_cards
from spadesdsl.frozen import replace
from spadesdsl.proofs.situations import bidders, fresh, offered
from spadesdsl.rules.game import Rules
from spadesdsl.rules.operations import Topic
from spadesdsl.words import count

_MOST_HELD: Final = 6
"""Cards of a hand: few, so that many situations are reached in little time."""
_HELD: Final = frozenset({Topic.HAND, Topic.HELD, Topic.PILE, Topic.SHOWN})


def walks(before: Game, after: Game, number: int) -> Iterator[Walk]:
    """Play what both games have in common, a given number of times, and keep the differences found."""
    if not have_one_table(before, after):
        return
    for seed in range(number):
        if (w := _prepared(before, after, seed)) is None:
            return
        go_on(w)
        w.partings = [one for one in w.partings if one.effect in (Effect.PLAYS, Effect.WINNER)]
        yield w


def bidding_walks(before: Game, after: Game, number: int) -> Iterator[Walk]:
    """Bid in both games, each with the hands it deals, and keep the differences between the bids."""
    if not have_one_table(before, after):
        return
    for seed in range(number):
        case = fresh(before, seed)
        other = replace(fresh(after, seed), dealer=case.dealer)
        w = Walk(case, Chooser(seed), case.begun(before), other.begun(after), is_bidding_alone=True)
        go_on(w)
        w.partings = [one for one in w.partings if one.effect is Effect.BIDS]
        yield w


def have_one_table(before: Game, after: Game) -> bool:
    """Tell whether the same seats decide in both games."""
    return len(before.seats) == len(after.seats) and before.players == after.players


def reads_hands_to_bid(game: Rules) -> bool:
    """Tell whether a rule of the bidding reads cards."""
    return any(Effect.BIDS in one.decides and one.topics & _HELD for one in reads_of(game))


def _prepared(before: Game, after: Game, seed: int) -> Walk | None:
    """Return both games with a few shared cards in every hand; None if they share none."""
    names = sorted((Counter(before.deck) & Counter(after.deck)).elements())
    if not (held := min(_MOST_HELD, len(names) // len(before.players))):
        return None
    cards, state = shuffled(seed, names)
    dealer, state = below(state, len(before.players))
    states = [deals.blank(game, dealer=game.players[dealer]) for game in (before, after)]
    _bid(states, state)
    hands = [cards[at * held : (at + 1) * held] for at in range(len(before.players))]
    used = [find_cards(s, [name for hand in hands for name in hand]) for s in states]
    for s, given in zip(states, used, strict=True):
        sit = Situation(s)
        for at, seat in enumerate(before.players):
            sit.hold(seat, given[at * held : (at + 1) * held])
        sit.settle()
        sit.in_play(leader=first_seat(s))
    return Walk(fresh(before, seed), Chooser(seed), states[0], states[1])


def _bid(states: list[State], seed: int) -> None:
    """Make random bids that both games have."""
    kinds = offered(states)
    for seat in bidders(states[0]):
        if bids := kinds[seat]:
            place, seed = below(seed, len(bids))
            for s in states:
                Situation(s).bid(*bids[place], seat=seat)
    for s in states:
        Situation(s).make_sides()


# ---------------------------------------------------------------- in words

_MOST_NAMED = 8


def of_tables(before: Game, after: Game) -> Witness:
    """Describe the cards and seats of both games."""
    told = [_told(before, after), _told(after, before)]
    return Witness(Effect.DEAL, Direction.OTHER, ("The first deal.",), told[0], told[1], is_table=True)


def _told(game: Game, other: Game) -> str:
    sizes = dealt_sizes(game, 1)
    hands = f"with {', '.join(map(str, dict.fromkeys(sizes)))} each" if any(sizes) else "to which no hands are dealt"
    own = list((Counter(game.deck) - Counter(other.deck)).elements())
    more = f" and {len(own) - _MOST_NAMED} more" if len(own) > _MOST_NAMED else ""
    with_them = f", among them {' '.join(own[:_MOST_NAMED])}{more}" if own else ""
    dummies = len(game.seats) - len(game.players)
    among = f", {count(dummies, 'dummy', 'dummies')} among them," if dummies else ""
    return f"{count(len(game.deck), 'card')}{with_them}; {len(game.seats)} seats{among} {hands}"
