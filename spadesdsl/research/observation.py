"""What a seat may know, as one row of numbers of a fixed length, made from its view and from nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from spadesdsl.engine import seats
from spadesdsl.engine.plan import Asks, OfRound
from spadesdsl.engine.spec import LARGEST_AMOUNT, Spec

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from spadesdsl.engine.state import StateData
    from spadesdsl.engine.view import View
    from spadesdsl.research.actions import Actions

ON_KERNELS: Final = ("hand", "table", "played", "sizes", "dealer", "leader", "taken", "score", "tricks", "deals")
"""The sections that are also made for many games at once."""


class Section(NamedTuple):
    """A part of an observation: rows of the same width, one after the other."""

    name: str
    start: int
    rows: int
    width: int
    least: float
    most: float
    about: str
    """What its numbers are."""

    @property
    def stop(self) -> int:
        """Where the next section begins."""
        return self.start + self.rows * self.width


class Observation:
    """The sections of a game's observations. Rows by seat begin with the seat's own and go on clockwise."""

    def __init__(self, actions: Actions, *, of_kernels: bool = False) -> None:
        """Give each section its place.

        Args:
            of_kernels: Whether to leave out what is not made for many games at once.
        """
        self.actions = actions
        self.game = game = actions.game
        self.seats = len(game.seats)
        deck = game.base.deck
        specs = game.specs
        self.zones = tuple(dict.fromkeys((one.name, one.is_each) for spec in specs for one in spec.zones))
        self.choices = ("play", *dict.fromkeys(_choices(specs)))
        self.bids = {key: at for at, key in enumerate(key for key in actions.keys if key[0] == "bid")}
        self.talk = len(actions) - actions.faces
        many, faces, copies = self.seats, actions.faces, max(map(len, deck.copies))
        piles = sum(many if is_each else 1 for _, is_each in self.zones)
        largest, deals = float(LARGEST_AMOUNT), 1e6
        rows = (
            ("hand", 1, faces, 0, copies, "copies of each card in the own hand; none before it has been looked at"),
            ("seen", many, faces, 0, copies, "cards of each hand that are face up, or were shown to this seat"),
            ("table", many, faces, 0, 1, "the card of each seat in the trick on the table"),
            ("played", many, faces, 0, copies, "cards that each seat has played in this deal"),
            ("piles", piles, faces + 1, 0, deck.size, "for each pile: its cards if they are seen; how many it has"),
            ("sizes", many, 1, 0, deck.size, "how many cards each hand has"),
            ("turn", many, 1, 0, 1, "who has to choose"),
            ("choice", 1, len(self.choices), 0, 1, "what this seat has to choose: the play, a round, a decision"),
            ("dealer", many, 1, 0, 1, "who deals"),
            ("leader", many, 1, 0, 1, "who leads to this trick"),
            ("bids", many, len(self.bids), 0, 1, "the bid of each seat, its own or its side's"),
            ("heard", many, self.talk, 0, largest, "how often each seat has said each action in this deal"),
            ("taken", many, 1, 0, deck.size, "tricks that each seat has taken"),
            ("contract", many, 1, -largest, largest, "the contract of each seat's side"),
            ("score", many, 1, -largest, largest, "the points of each seat's side"),
            ("tallies", many, len(game.tallies), -largest, largest, "each tally of each seat's side"),
            ("tricks", 1, 1, 0, deals, "the number of this trick; 1 before the play"),
            ("deals", 1, 1, 0, deals, "the number of this deal"),
        )  # fmt: skip
        self.sections: dict[str, Section] = {}
        at = 0
        for name, count, width, least, most, about in rows:
            if of_kernels and name not in ON_KERNELS:
                continue
            self.sections[name] = Section(name, at, count, width, float(least), float(most), about)
            at = self.sections[name].stop
        self.size = at
        """How many numbers an observation has."""

    def __deepcopy__(self, _: object) -> Observation:
        """Return the same object, which never changes."""
        return self

    def of(self, view: View) -> list[float]:
        """Return what a seat may know, as numbers."""
        found = [0.0] * self.size
        for name, row, column, value in self._known(view):
            if (section := self.sections.get(name)) is not None:
                found[section.start + row * section.width + column] += float(value)
        return found

    def _known(self, view: View) -> Iterator[tuple[str, int, int, Any]]:
        """Yield what is not 0: section, row, column, number."""
        own, belief, many = view.seat, view.belief, self.seats
        assert own is not None
        assert belief is not None
        s, face_of = belief.table, self.actions.face_of
        names = {s.spec.deck.names[copies[0]]: face for face, copies in enumerate(s.spec.deck.copies)}

        def cards(name: str, row: int, held: Iterable[str]) -> Iterator[tuple[str, int, int, int]]:
            return ((name, row, names[card], 1) for card in held)

        yield from cards("hand", 0, view.hand or ())
        for seat in range(many):
            row = (seat - own) % many
            yield from cards("seen", row, view.shown[seat])
            size = view.hands[seat]
            size = s.hands[seat].bit_count() + belief.wanted[seat] if size is None else size
            yield "sizes", row, 0, size if isinstance(size, int) else len(size)
            yield from self._of_seat(view, seat, row)
        yield from (("table", (seat - own) % many, names[card], 1) for seat, card in view.trick)
        played = [*zip(s.trick_seats, s.trick, strict=True)]
        for trick in s.tricks:
            played += zip(trick.seats, trick.cards, strict=True)
        yield from (("played", (seat - own) % many, face_of[number], 1) for seat, number in played)
        yield from self._piles(view, own, names)
        yield from (("turn", (turn.seat - own) % many, 0, 1) for turn in view.turns)
        mine = next((turn.choice for turn in view.turns if turn.seat == own), None)
        if mine is not None:
            yield "choice", 0, self.choices.index(mine), 1
        for seat, choice, text in view.said:
            action = self.actions.said(choice, text)
            if action is not None and action >= self.actions.faces:
                yield "heard", (seat - own) % many, action - self.actions.faces, 1
        yield "dealer", (view.dealer - own) % many, 0, 1
        yield "leader", (view.leader - own) % many, 0, 1
        yield "tricks", 0, 0, view.trick_number
        yield "deals", 0, 0, view.deal

    def _of_seat(self, view: View, seat: int, row: int) -> Iterator[tuple[str, int, int, Any]]:
        """Yield what everybody knows of a seat."""
        assert view.belief is not None
        s = view.belief.table
        yield "taken", row, 0, s.taken[seat]
        if (bid := seats.bid_of(s, seat)) is not None:
            yield "bids", row, self.bids["bid", s.spec.bids[bid.type].name, bid.arguments], 1
        if (side := s.side_of[seat]) is not None:
            yield "contract", row, 0, view.contract[side]
        if (holder := seats.holder_of(s, seat)) is not None:
            yield "score", row, 0, s.scores[holder]
            for number, tally in enumerate(s.tallies):
                yield "tallies", row, number, tally[holder if len(tally) > 1 else 0]

    @staticmethod
    def points(s: StateData, seat: int) -> Any:  # noqa: ANN401 - an amount
        """Return the points of a seat's side, to be made as many as can be: below zero if the lowest score wins.

        A seat without a side has 0.
        """
        holder = seats.holder_of(s, seat)
        return 0 if holder is None else -s.scores[holder] if s.spec.best_lowest else s.scores[holder]

    def _piles(self, view: View, own: int, names: dict[str, int]) -> Iterator[tuple[str, int, int, Any]]:
        """Yield the piles on the table."""
        row = 0
        for name, is_each in self.zones:
            for away in range(self.seats if is_each else 1):
                seen = view.zones.get(f"{name} of {(own + away) % self.seats}" if is_each else name, ())
                if isinstance(seen, tuple):
                    yield from (("piles", row, names[card], 1) for card in seen)
                yield "piles", row, len(names), seen if isinstance(seen, int) else len(seen or ())
                row += 1


def _choices(specs: Iterable[Spec]) -> Iterator[str]:
    """Yield the names of rounds and decisions."""
    for spec in specs:
        for node in (*spec.plan.nodes, *spec.plan.volunteered):
            if isinstance(node, Asks | OfRound):
                yield node.step.name
