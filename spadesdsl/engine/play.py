"""The play of the cards: tricks, who wins them, who leads, and whether a player is sure of the rest."""

from __future__ import annotations

from functools import lru_cache

from spadesdsl.engine import seats
from spadesdsl.engine.actions import take_away
from spadesdsl.engine.choices import to_play
from spadesdsl.engine.events import PlayEvent, TrickEvent
from spadesdsl.engine.moving import go_to, interrupt
from spadesdsl.engine.narrowing import effects_on_cards, legal_cards
from spadesdsl.engine.plan import BACK, PlayBegins, PlaysCard, TrickBegins, TrickEnds
from spadesdsl.engine.ranking import bits, mask_of
from spadesdsl.engine.state import DRAFT, StateData, Trick, changed


def begin_play(s: StateData, node: PlayBegins) -> bool:
    """Begin the play: who leads first."""
    s.tricks_total = max(hand.bit_count() for hand in s.hands)
    leader = s.spec.play.lead_first(s, s.spec.environment)
    s.leader = seats.first_seat(s) if leader is None else leader
    go_to(s, node.then)
    return False


def begin_trick(s: StateData, node: TrickBegins) -> bool:
    """Begin a trick, unless nobody has a card to play, or as many are over as there are cards: some came back."""
    seat = to_play(s)
    if seat < 0 or node.phase.name in s.skips or s.trick_number > s.spec.deck.size:
        go_to(s, node.over)
        return False
    s.leader = seat
    go_to(s, node.then)
    if node.block != BACK:
        interrupt(s, node.block, seat)
        return False
    return wait_for(s, seat)


def wait_for(s: StateData, seat: int) -> bool:
    """Wait for a card of a seat, whose player sees the hand now."""
    s.looked |= 1 << seat
    s.memo = {"to_play": seat}
    return True


def wait_for_card(s: StateData, node: PlaysCard) -> bool:
    """Wait for the next card of the trick; after the last one, end the trick."""
    seat = to_play(s)
    if seat >= 0:
        if not s.trick:  # the leader may have put it off
            s.leader = seat
        return wait_for(s, seat)
    if not s.trick:
        go_to(s, node.over)
        return False
    settle_trick(s)
    if node.after != BACK:
        go_to(s, node.then)
        interrupt(s, node.after, to_play(s))
        return False
    end = s.spec.plan.nodes[node.then]
    assert isinstance(end, TrickEnds)
    return end_trick(s, end)


def end_trick(s: StateData, node: TrickEnds) -> bool:
    """Settle who leads to the next trick."""
    leader = s.spec.play.lead_next(s, s.spec.environment)
    if leader is not None:
        s.leader = leader
    s.trick_number += 1
    trick = s.spec.plan.nodes[node.then]
    assert isinstance(trick, TrickBegins)
    return begin_trick(s, trick)


def play_card(s: StateData, seat: int, card: int, said: str) -> None:
    """Play a card from a seat's hand to the trick, with any word said with it; the top one of a hand that is a pile."""
    s.memo, spec, stack = DRAFT, s.spec, s.stacks[seat]
    if stack is not None:
        card = stack[0]
    if spec.play.trusts:
        _note_breaches(s, seat, card)
    bit, is_known = 1 << card, any(s.known)
    if is_known or s.open & bit or stack is not None:
        take_away(s, bit)
    else:
        s.hands = changed(s.hands, seat, s.hands[seat] ^ bit)
    if is_known or any(s.followed):
        # Of two equal cards in a hand, nobody else can tell which one it was.
        gone = bit | mask_of(spec.deck.copies[spec.deck.faces[card]]) & s.hands[seat]
        s.followed = tuple(followed & ~gone for followed in s.followed)
        s.known = tuple(known & ~gone for known in s.known)
    s.trick += (card,)
    s.trick_seats += (seat,)
    s.played |= bit
    s.events += (_played(seat, spec.deck.names[card], said),)
    if spec.plan.after_card != BACK:
        interrupt(s, spec.plan.after_card, to_play(s))


@lru_cache(maxsize=4096)
def _played(seat: int, card: str, said: str) -> PlayEvent:
    return PlayEvent(seat, card, said)


def _note_breaches(s: StateData, seat: int, card: int) -> None:
    for effect in effects_on_cards(s, seat, s.hands[seat], chosen=1 << card):
        trust = effect.must.trust
        if trust is not None and effect.kept and not effect.allowed >> card & 1:
            s.broke_now = changed(s.broke_now, trust, s.broke_now[trust] | 1 << seat)


def live_cards(s: StateData) -> tuple[int, ...]:
    """Return the cards that can still win the trick: all but those that cancel each other."""
    if s.spec.play.equal != "cancel":
        return s.trick
    faces = [s.spec.deck.faces[card] for card in s.trick]
    return tuple(card for card in s.trick if faces.count(s.spec.deck.faces[card]) == 1)


def best_card(s: StateData) -> int | None:
    """Return the card that is winning the trick so far; None if none is."""
    if not s.trick:
        return None
    found: int | None = s.spec.play.winner(s, s.spec.environment)
    return found


def winning_seat(s: StateData) -> int | None:
    """Return who is winning the trick so far; None if nobody is."""
    best = best_card(s)
    return None if best is None else s.trick_seats[s.trick.index(best)]


def settle_trick(s: StateData) -> None:
    """Settle who takes the trick on the table, and clear it away."""
    cards, played_by, spec = s.trick, s.trick_seats, s.spec
    best = spec.play.winner(s, spec.environment)
    winner = None if best is None else played_by[cards.index(best)]
    s.tricks += (Trick(s.trick_number, s.leader, cards, played_by, best, winner),)
    if winner is not None:
        s.taken = changed(s.taken, winner, s.taken[winner] + 1)
        s.won = changed(s.won, winner, s.won[winner] | mask_of(cards))
    if spec.play.trusts:
        s.broke = tuple([old | new for old, new in zip(s.broke, s.broke_now, strict=True)])
        s.broke_now = (0,) * len(s.broke_now)
    names = spec.deck.names
    s.events += (TrickEvent(s.trick_number, s.leader, tuple([names[card] for card in cards]), winner),)
    s.trick = ()
    s.trick_seats = ()
    if spec.ranking_follows_play:
        s.ranking = spec.ranking(s)


# ---------------------------------------------------------------- sure of the rest
# Every trick left, however the others play, with all hands seen: an exact search, with memory. The claimer needs one
# line that wins every trick whatever the others play, partner included. Above `MOST_CARDS` cards in a hand it gives up:
# a claim that early is not proved, so it is refused.

MOST_CARDS = 13
"""Cards in a hand above which nothing is proved."""
MOST_POSITIONS = 20_000
"""Positions above which nothing is proved."""


def is_sure(s: StateData, seat: int) -> bool:
    """Tell whether the seat on lead wins every trick that is left. Ask only between tricks, and only for the leader."""
    if s.trick or not s.hands[seat] or s.hands[seat].bit_count() > MOST_CARDS or to_play(s) != seat:
        return False
    return _Search(seat).wins(s)


class _Search:
    """One search, and what it has found so far."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.known: dict[tuple[object, ...], bool] = {}

    def wins(self, s: StateData) -> bool:
        """Tell whether the seat wins every trick from here on."""
        turn = to_play(s)
        if turn < 0:
            return self._trick_won(s)
        key = (s.hands, s.trick, s.trick_seats, s.leader)
        if key in self.known:
            return self.known[key]
        if len(self.known) >= MOST_POSITIONS:
            return False
        self.known[key] = False  # a position never repeats: cards only leave the hands
        legal = bits(legal_cards(s, turn))
        outcomes = (self.wins(self._after(s, turn, card)) for card in legal)
        found = any(outcomes) if turn == self.seat else all(outcomes)
        self.known[key] = found
        return found

    def _trick_won(self, s: StateData) -> bool:
        if not s.trick:
            return True
        if winning_seat(s) != self.seat:
            return False
        after = s.copy()
        after.trick, after.trick_seats = (), ()
        after.leader = self.seat
        after.trick_number += 1
        return self.wins(after)

    def _after(self, s: StateData, turn: int, card: int) -> StateData:
        after = s.copy()
        after.hands = changed(s.hands, turn, s.hands[turn] & ~(1 << card))
        after.trick = (*s.trick, card)
        after.trick_seats = (*s.trick_seats, turn)
        after.played |= 1 << card
        return after
