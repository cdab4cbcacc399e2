"""Count the legal continuations of a deal, by depth, without a line of the package: the games are told in plain Python.

A game is a function that plays one deal from its first choice to its last, asking for every choice; the counter runs
it again for every way to end it, so a game needs no notion of a state. The modules beside this one have the games;
`python -m tests.engine.perft_all` writes the golden files again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Option = tuple[int, str]
"""Who may choose, and what."""
Ask = Callable[[Iterable[Option]], Option]
Points = tuple[int, ...] | None
"""By side; None where the deal is thrown in."""
Rules = Callable[[Ask, Mapping[str, Any]], Points]


class TooDeep(Exception):
    """Says that enough choices were made."""


@dataclass
class Count:
    """What was counted."""

    nodes: list[int]
    """By depth: how many beginnings of so many choices there are."""
    ends: Counter[str] = field(default_factory=Counter)
    """By points: how many of them end the deal, within that depth."""

    def to_json(self) -> dict[str, Any]:
        return {"nodes": self.nodes, "ends": dict(sorted(self.ends.items()))}


def perft(rules: Rules, position: Mapping[str, Any], depth: int) -> Count:
    """Count the beginnings of every length up to `depth`."""
    count = Count([0] * depth)
    made: list[Option] = []
    others: list[list[Option]] = []
    """For each choice that was made, the options that are still to be tried."""

    def ask(options: Iterable[Option]) -> Option:
        nonlocal at
        listed = list(dict.fromkeys(options))
        assert listed, "a seat is asked and has no answer"
        if at == len(made):
            if at == depth:
                raise TooDeep
            count.nodes[at] += len(listed)
            made.append(listed[0])
            others.append(listed[1:])
        assert made[at] in listed
        at += 1
        return made[at - 1]

    while True:
        at = 0
        try:
            points = rules(ask, position)
        except TooDeep:
            pass
        else:
            count.ends["thrown in" if points is None else " ".join(map(str, points))] += 1
        while others and not others[-1]:
            made.pop()
            others.pop()
        if not others:
            return count
        made[-1] = others[-1].pop()


def may_say(ask: Ask, seat: int, word: str, can: bool) -> bool:
    """Put a question that tells of cards: everybody is asked, and who has not the cards can only say no."""
    return ask([*([(seat, word)] if can else []), (seat, "no")])[1] == word


def first_answers(options: Iterable[Option]) -> Option:
    """Answer every question by the first answer in the order of the alphabet: how earlier deals are got over."""
    return min(options)


# ---------------------------------------------------------------- cards


@dataclass(frozen=True)
class Pack:
    """How cards count: ranks high to low, the trump suit, and the cards that top it, highest first."""

    ranks: str
    trumps: str = "S"
    tops: tuple[str, ...] = ()
    jokers: tuple[str, ...] = ()
    """Cards of no suit."""

    def suit(self, card: str) -> str:
        if card in self.tops:
            return self.trumps
        return "" if card in self.jokers else card[-1]

    def power(self, card: str) -> int:
        order = [*self.tops, *self.ranks.split()]
        return -order.index(card if card in self.tops else card[:-1])


def narrow(cards: list[str], *tests: Callable[[str], bool] | None) -> list[str]:
    """Keep the cards that pass each test, unless none would be left; a test that is None does not bind."""
    for test in tests:
        kept = [card for card in cards if test is not None and test(card)]
        cards = kept or cards
    return cards


@dataclass
class Table:
    """A deal in play."""

    pack: Pack
    hands: list[list[str]]
    leader: int
    lead_spades: bool = False
    """Whether trumps may be led at any time."""
    idle: tuple[int, ...] = ()
    """Seats that sit out."""
    trick: list[tuple[int, str]] = field(default_factory=list)
    number: int = 1
    played: list[str] = field(default_factory=list)
    taken: list[int] = field(default_factory=list)

    def order(self, start: int) -> list[int]:
        size = len(self.hands)
        return [(start + step) % size for step in range(size) if (start + step) % size not in self.idle]

    @property
    def led(self) -> str:
        return self.pack.suit(self.trick[0][1])

    def is_unbroken(self) -> bool:
        return not any(self.pack.suit(card) == self.pack.trumps for card in self.played)

    def legal(self, seat: int) -> list[str]:
        """Not trumps first, until one was played; follow suit."""
        suit, trumps = self.pack.suit, self.pack.trumps
        no_trump = (lambda card: suit(card) != trumps) if not self.lead_spades and self.is_unbroken() else None
        follow = (lambda card: suit(card) == self.led) if self.trick else None
        return narrow(self.hands[seat], None if self.trick else no_trump, follow)

    def winner(self) -> int | None:
        """The highest trump, else the highest of the suit led."""
        return self.best(self.trick)

    def best(self, plays: Sequence[tuple[int, str]]) -> int | None:
        for suit in (self.pack.trumps, self.led):
            of_suit = [play for play in plays if self.pack.suit(play[1]) == suit]
            if of_suit:
                return max(of_suit, key=lambda play: self.strength(play[1]))[0]
        return None

    def strength(self, card: str) -> Any:
        """What tells which of two cards of a suit is the higher."""
        return self.pack.power(card)

    def play(self, ask: Ask, extra: Callable[[], list[Option]] = list) -> list[int]:
        """Play all tricks; return how many each seat took."""
        self.hands = [list(hand) for hand in self.hands]
        self.taken = [0] * len(self.hands)
        while any(self.hands[seat] for seat in self.order(0)):
            self.trick = []
            for seat in self.order(self.leader):
                while True:
                    who, card = ask([*((seat, card) for card in self.legal(seat)), *extra()])
                    if "(" not in card:
                        break
                    self.call(who, card)
                self.put(seat, card)
            self.end_trick()
        return self.taken

    def call(self, who: int, text: str) -> None:
        """Hear what was said without being asked."""

    def put(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        self.trick.append((seat, card))
        self.played.append(card)

    def end_trick(self) -> None:
        winner = self.winner()
        if winner is not None:
            self.taken[winner] += 1
            self.leader = winner
        self.number += 1
