"""From one deal to the next: fresh cards, whose turn it is to deal, sides made by the bidding."""

from __future__ import annotations

from typing import Any, Final

from spadesdsl.engine import seats
from spadesdsl.engine.events import DealEvent, SidesEvent
from spadesdsl.engine.generator import shuffled
from spadesdsl.engine.plan import Point
from spadesdsl.engine.state import DRAFT, StateData
from spadesdsl.work import spend


def first_deal(s: StateData, dealer: int | None) -> None:
    """Begin the game: choose the first dealer, unless one is given, and deal."""
    s.deal = 1
    s.deals_dealt = 0
    s.spec = s.game.edition(1)
    s.dealer = s.spec.players[0]
    open_tallies(s)  # trumps may depend on them
    empty_table(s)
    # The draw is made even if the dealer is given, so that the cards that follow are the same.
    drawn = s.spec.dealer_first(s, s.spec.environment)
    if dealer is not None:
        s.dealer = dealer
    elif drawn is not None:
        s.dealer = drawn
    begin_deal(s)


_OF_A_DEAL: Final = 10
"""Steps of work that dealing takes, besides one for each card: a deal that is thrown in takes no others."""


def next_dealer(s: StateData) -> int:
    """Return who deals after this deal."""
    dealer = s.spec.dealer_next(s, s.spec.environment)
    return s.dealer if dealer is None else int(dealer)


def next_deal(s: StateData) -> None:
    """Begin the next deal after one that is over."""
    s.dealer = next_dealer(s)
    s.deal += 1
    begin_deal(s)


def begin_deal(s: StateData) -> None:
    """Shuffle, or take the deal that was given, and start the first phase."""
    s.memo = DRAFT
    s.spec = s.game.edition(s.deal)
    spend(_OF_A_DEAL + s.spec.deck.size)
    open_tallies(s)
    empty_table(s)
    s.deals_dealt += 1
    if s.given_deals:
        hands, rest = s.given_deals[0]
        s.given_deals = s.given_deals[1:]
        s.designated = hands
        stock = _as_dealt(s, hands) + rest
    else:
        stock, s.generator = shuffled(s.generator, range(s.spec.deck.size))
    s.piles = (stock, *s.piles[1:])
    s.announced = len(s.events)
    s.flow = (Point(0),)


def open_tallies(s: StateData) -> None:
    """Keep the tallies as they are before the deal."""
    s.tallies_before = s.tallies
    s.filled = tuple((0,) * len(row) for row in s.tallies)


def _as_dealt(s: StateData, hands: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """Return the stock that gives these hands when dealt one card at a time from the dealer's left."""
    order = seats.clockwise(len(hands), seats.first_seat(s))
    longest = max(len(hand) for hand in hands)
    return tuple(hands[seat][place] for place in range(longest) for seat in order if place < len(hands[seat]))


def empty_table(s: StateData) -> None:
    """Reset everything that belongs to one deal, as it is before the cards are dealt."""
    spec = s.spec
    count = len(spec.seats)
    s.flow = ()
    s.skips = frozenset()
    s.hands = (0,) * count
    s.stacks = (None,) * count
    s.piles = ((),) * spec.piles
    s.open = 0
    s.known = s.followed = (0,) * count
    s.looked = 0 if spec.has_unseen_bids else (1 << count) - 1
    s.designated = ((),) * count
    s.announced = -1
    seats.first_sides(s)
    s.bids = (None,) * count
    s.contracts = (None,) * count
    s.calls = ()
    s.moved = ((),) * len(spec.memories)
    s.did = (0,) * len(spec.decisions)
    s.answers = ((),) * len(spec.decisions)
    s.said = ()
    s.volunteered = frozenset()
    s.late = s.waited = ()
    s.leader = 0
    s.trick = ()
    s.trick_seats = ()
    s.trick_number = 1
    s.tricks = ()
    s.tricks_total = 0
    s.taken = (0,) * count
    s.won = (0,) * count
    s.played = 0
    s.broke = (0,) * len(spec.play.trusts)
    s.broke_now = s.broke
    s.ranking = spec.ranking(s)


def announce(s: StateData) -> None:
    """Add the deal to the events, ahead of its other events, once its hands are complete."""
    if s.announced >= 0:
        event = DealEvent(s.deal, s.dealer, tuple(hand.bit_count() for hand in s.hands))
        s.events = (*s.events[: s.announced], event, *s.events[s.announced :])
        s.announced = -1


def make_sides(s: StateData) -> None:
    """Make the sides that the bidding decided; if it named no partner, all play alone as before."""
    teams = s.spec.teams
    env: list[Any] = list(s.spec.environment)
    first = None if teams.first is None else teams.first(s, env)
    partner = None if teams.partner is None else teams.partner(s, env)
    if first is None:
        return
    # A player whose partner is nobody, or himself, plays alone.
    pair = tuple(sorted({first, first if partner is None else partner}))
    others = tuple(seat for seat in range(len(s.spec.seats)) if seat not in pair)
    rest = (others,) if teams.others_together else tuple((seat,) for seat in others)
    seats.with_sides(s, tuple(sorted((pair, *rest))))
    s.events += (SidesEvent(s.sides),)
