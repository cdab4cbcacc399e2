"""Whether a player is sure of the rest: every trick left, however the others play, with all hands seen.

An exact search, with memory, of the cards left. The claimer needs one line that wins every trick whatever the others
play, partner included. Above `MOST_CARDS` cards in a hand it gives up: a claim that early is not proved, so it is
refused.
"""

from __future__ import annotations

from spadesdsl.engine import choices, play
from spadesdsl.engine.narrowing import legal_cards
from spadesdsl.engine.ranking import bits
from spadesdsl.engine.state import StateData, changed

MOST_CARDS = 13
"""Cards in a hand above which nothing is proved."""
MOST_POSITIONS = 20_000
"""Positions above which nothing is proved."""


def is_sure(s: StateData, seat: int) -> bool:
    """Tell whether the seat on lead wins every trick that is left. Ask only between tricks, and only for the leader."""
    if s.trick or not s.hands[seat] or s.hands[seat].bit_count() > MOST_CARDS or choices.to_play(s) != seat:
        return False
    return _Search(seat).wins(s)


class _Search:
    """One search, and what it has found so far."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.known: dict[tuple[object, ...], bool] = {}

    def wins(self, s: StateData) -> bool:
        """Tell whether the seat wins every trick from here on."""
        turn = choices.to_play(s)
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
        if play.winning_seat(s) != self.seat:
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
