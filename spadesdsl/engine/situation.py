"""A deal put together from facts: those of an example, or of a score document.

`Situation` is the one builder for facts from outside. It adds them to a state through `spadesdsl.engine.position`, and
refuses what cannot happen at a table: a card in two places, a lead by a seat that did not win, a decision that its
seat was never asked to make. Where it lacks the facts to judge, it takes your word.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from spadesdsl.engine import choices, position, seats
from spadesdsl.engine.actions import environment
from spadesdsl.engine.play import best_card
from spadesdsl.engine.position import PositionError, dealt_sizes, draws
from spadesdsl.engine.possible import most_held, refusal_of_decision, without_cards
from spadesdsl.engine.unknown import MissingFact
from spadesdsl.frozen import dataclass
from spadesdsl.rules.parts import Award, Skip
from spadesdsl.words import count

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from spadesdsl.engine.game import State


Told: TypeAlias = "tuple[object, str]"
"""The place of a fact about a card, and its name."""


class Impossible(PositionError):
    """The facts cannot happen at a table."""

    def __init__(self, kind: str, message: str, at: object = None) -> None:
        """Keep the subject, and the place of the fact."""
        super().__init__(message)
        self.kind = kind
        """`card`, `hand`, `trick`, `turn`, `lead`, `decision`, `tricks`."""
        self.at = at


@dataclass(frozen=True, slots=True)
class Place:
    """Where a card is said to be."""

    kind: str
    """`hand`, `won`, `zone`, `trick`, `table`."""
    owner: int
    text: str
    """For people: "in South's hand"."""


@dataclass(frozen=True, slots=True)
class _Decided:
    at: object
    name: str
    seat: int
    arguments: tuple[Any, ...]
    card: int
    """The card that it was said with; −1 for none."""
    before: State
    """The earlier facts."""


class Situation:
    """A deal being put together. Every method takes the place of the fact as `at`; `Impossible.at` gives it back."""

    def __init__(self, s: State, *, has_dealer: bool) -> None:
        """Begin with a deal whose number, dealer and scores alone are known (`position.blank`).

        Args:
            s: The deal. It is changed.
            has_dealer: whether the dealer is known; if not, anybody may have dealt.
        """
        self.s = s
        self.has_dealer = has_dealer
        self.blank = s.copy()
        """The deal before any fact was added."""
        self._lies: dict[int, Place] = {}
        self._held: dict[int, tuple[object, int]] = {}
        self._decided: list[_Decided] = []
        self.leader: int | None = None
        """The next leader, if certain."""

    # ---- cards

    def find(self, told: Sequence[Told], place: Place) -> tuple[int, ...]:
        """Return cards by name that have no place yet, and note that they are here."""
        return tuple(self._find_one(at, name, place) for at, name in told)

    def _find_one(self, at: object, name: str, place: Place) -> int:
        copies = [card for card, other in enumerate(self.s.spec.deck.names) if other == name]
        if not copies:
            raise Impossible("card", f"{name} is no card of this game", at)
        card = next((card for card in copies if card not in self._lies), None)
        if card is None:
            # A card of a finished trick is among the cards that its winner took.
            card = next((card for card in copies if self._agree(self._lies[card], place)), None)
        if card is None:
            raise Impossible("card", self._twice(name, copies, place), at)
        self._lies.setdefault(card, place)
        return card

    def _agree(self, old: Place, new: Place) -> bool:
        return {old.kind, new.kind} == {"won", "trick"} and (new.kind == "trick" or old.owner == new.owner)

    def _twice(self, name: str, copies: list[int], place: Place) -> str:
        where = list(dict.fromkeys(self._lies[card].text for card in copies))
        if len(copies) == 1 and where[0] != place.text:
            return f"{name} is {where[0]} already, and cannot be {place.text}"
        many = f"the deck has only {len(copies)} of {name}"
        return many if where == [place.text] else f"{many}, {' and '.join(where)}: none can be {place.text}"

    def hold(self, at: object, seat: int, told: Sequence[Told]) -> tuple[int, ...]:
        """Give a seat this hand; return its cards."""
        most = most_held(self.s.game, self.s.deal)
        who = self.s.spec.seats[seat]
        if len(told) > most:
            raise Impossible("hand", f"{who} holds {len(told)} cards here, and nobody holds more than {most}", at)
        cards = self.find(told, Place("hand", seat, f"in {who}'s hand"))
        position.hold(self.s, seat, cards)
        self._held[seat] = (at, len(told))
        return cards

    def lay(self, zone: str, told: Sequence[Told], owner: int = 0) -> tuple[int, ...]:
        """Put cards into a zone, or say which cards a rule has moved (they may be elsewhere too); return them."""
        found = next((one for one in self.s.spec.zones if one.name == zone), None)
        if found is None:
            cards = position.find_cards(self.s, [name for _, name in told])
        else:
            whose = f"{self.s.spec.seats[owner]}'s " if found.is_each else "the "
            cards = self.find(told, Place("zone", owner, f"in {whose}{zone}"))
        position.lay(self.s, zone, cards, owner)
        return cards

    def win_cards(self, seat: int, told: Sequence[Told]) -> tuple[int, ...]:
        """Put cards into a seat's tricks; return them."""
        place = Place("won", seat, f"among the cards that {self.s.spec.seats[seat]} won")
        cards = self.find(told, place)
        position.win_cards(self.s, seat, cards)
        return cards

    # ---- what was said

    def bid(self, name: str, arguments: tuple[Any, ...], seat: int) -> None:
        """Add a bid."""
        position.bid(self.s, name, arguments, seat=seat)

    def did(
        self,
        at: object,
        name: str,
        seat: int,
        arguments: tuple[Any, ...],
        fixed: Mapping[str, Any] | None = None,
        card: int = -1,
    ) -> None:
        """Add a decision. `check` judges whether it can have been made, once all is known."""
        before = self.s.copy()
        position.did(self.s, name, seat, arguments, fixed, card)
        self._decided.append(_Decided(at, name, seat, arguments, card, before))

    def check(self) -> None:
        """Refuse decisions that nobody can have made, and hands too large for the tricks played."""
        for one in self._decided:
            self._check_decision(one)
        self._check_hands()

    def _check_decision(self, one: _Decided) -> None:
        """Refuse a decision that no moment of the deal allows; the order of decisions is not given."""
        s = self.s
        number = s.spec.decisions.index(one.name)
        others = s.copy()
        others.did = (*s.did[:number], 0, *s.did[number + 1 :])
        others.answers = (*s.answers[:number], (), *s.answers[number + 1 :])
        only_bids = s.copy()
        only_bids.did, only_bids.answers = self.blank.did, self.blank.answers
        moments = (one.before, self.blank, only_bids, s, others)
        reason = refusal_of_decision(moments, one.name, one.seat, one.arguments, one.card)
        if reason:
            raise Impossible("decision", reason, one.at)

    def _check_hands(self) -> None:
        s = self.s
        if draws(s) or not s.tricks_total:
            return
        for seat, (at, number) in self._held.items():
            left = s.tricks_total - (s.trick_number - 1) - (seat in s.trick_seats)
            if number > left:
                who = s.spec.seats[seat]
                told = f"in trick {s.trick_number} of {s.tricks_total}"
                told += f", to which {who} has played," if seat in s.trick_seats else ""
                message = f"{who} holds {count(number, 'card')} {told} where {count(max(left, 0), 'card')} can be left"
                raise Impossible("hand", message, at)

    # ---- tricks

    def _around(self, leader: int) -> tuple[int, ...]:
        """Return the seats that play to a trick, in their order."""
        idle = choices.sitting_out(self.s)
        return tuple(seat for seat in seats.clockwise(len(self.s.spec.seats), leader) if not idle >> seat & 1)

    def _is_even(self) -> bool:
        """Tell whether all seats are dealt equally many cards, so that everybody plays to every trick."""
        return len(set(dealt_sizes(self.s.game, self.s.deal))) == 1

    def play_trick(self, at: object, leader: int, told: Sequence[Told], number: int) -> int | None:
        """Add a whole trick, its cards clockwise from the leader; return who won it.

        Args:
            at: the place of the fact.
            leader: The seat that led.
            told: Its cards.
            number: Which trick of the deal it is.
        """
        self.check_lead(at, leader, number)
        playing = len(self._around(leader))
        if len(told) > playing or (len(told) < playing and self._is_even()):
            raise Impossible("trick", f"this trick has {len(told)} cards, and a trick has {playing}", at)
        cards = self.find(told, Place("trick", -1, f"in trick {number}"))
        won = [(card, self._lies[card]) for card in cards if self._lies[card].kind == "won"]
        winner = position.play_trick(self.s, leader, cards)
        for card, place in won:
            if place.owner != winner:
                name, who = self.s.spec.deck.names[card], "nobody" if winner is None else self.s.spec.seats[winner]
                raise Impossible("card", f"{name} is {place.text}, and {who} wins this trick", at)
        for card in cards:
            self._lies[card] = Place("trick", -1 if winner is None else winner, f"in trick {number}")
        self.leader = self._next_leader()
        return winner

    def _next_leader(self) -> int | None:
        s = self.s
        try:
            leader = s.spec.play.lead_next(without_cards(s, keep_tricks=True), environment(s, -1))
        except MissingFact:
            return None
        return s.leader if leader is None else int(leader)

    def check_lead(self, at: object, leader: int, number: int) -> None:
        """Refuse a lead by a seat that does not lead this trick."""
        s = self.s
        expected = self.leader
        if expected is None and number == 1 and self.has_dealer and not s.tricks:
            try:
                expected = s.spec.play.lead_first(without_cards(s), environment(s, -1))
            except MissingFact:
                return
            expected = seats.first_seat(s) if expected is None else int(expected)
        if expected is None or not self._is_even():
            return
        due = self._around(expected)[0]
        if leader != due:
            names = s.spec.seats
            why = f"{names[due]} won trick {number - 1}" if s.tricks and s.tricks[-1].winner == due else ""
            why = why or f"{names[due]} leads trick {number}"
            raise Impossible("lead", f"{names[leader]} cannot lead trick {number}: {why}", at)

    def on_table(self, played: Sequence[tuple[object, int, str]]) -> tuple[int, ...]:
        """Put the cards of the current trick on the table: place, seat and card, in the order played."""
        s = self.s
        if not played:
            return ()
        first_at, leader, _ = played[0]
        self.check_lead(first_at, leader, s.trick_number)
        around = self._around(leader)
        cards: list[int] = []
        place = 0
        for at, seat, name in played:
            who = s.spec.seats[seat]
            if not self._is_even() and seat in around[place:]:
                place = around.index(seat)
            if place >= len(around):
                raise Impossible("turn", f"{who} plays to a trick that is complete with {count(place, 'card')}", at)
            if seat != around[place]:
                raise Impossible("turn", f"{who} plays out of turn: {s.spec.seats[around[place]]} plays next", at)
            cards.append(self._played(at, seat, name))
            place += 1
        position.on_table(s, [(seat, card) for (_, seat, _), card in zip(played, cards, strict=True)])
        return tuple(cards)

    def _played(self, at: object, seat: int, name: str) -> int:
        """Return the card that a seat plays: from its hand if it is there, else one that has no place yet."""
        place = Place("table", seat, f"on the table, played by {self.s.spec.seats[seat]}")
        deck = self.s.spec.deck.names
        own = next(
            (c for c, lies in self._lies.items() if deck[c] == name and (lies.kind, lies.owner) == ("hand", seat)), None
        )
        if own is None:
            return self._find_one(at, name, place)
        self._lies[own] = place
        told, number = self._held[seat]
        self._held[seat] = (told, number - 1)
        return own

    def check_turn(self) -> None:
        """Refuse a hand given to a seat that does not play next."""
        s = self.s
        if not s.trick or not self._is_even() or not self._held:
            return
        around = self._around(s.trick_seats[0])
        if len(s.trick_seats) >= len(around):
            return
        due = around[len(s.trick_seats)]
        seat = choices.to_play(s)
        if seat >= 0 and seat != due:
            names = s.spec.seats
            message = f"{names[due]} plays after {names[s.trick_seats[-1]]}, and {names[seat]}'s cards are given"
            raise Impossible("turn", message, self._held[seat][0] if seat in self._held else None)

    # ---- how many tricks

    def check_taken(self, at: object, taken: Sequence[int | None]) -> None:
        """Refuse more tricks than have been played, or than the deal has."""
        s = self.s
        known = sum(number or 0 for number in taken)
        if s.tricks_total and known > s.tricks_total:
            raise Impossible("tricks", f"{known} tricks are taken, and the deal has {s.tricks_total}", at)


def awards_tricks(s: State) -> bool:
    """Tell whether a rule counts tricks that were not played, or leaves some out."""
    actions = (action for step in s.spec.steps for action in getattr(step, "actions", ()))
    return any(isinstance(action, Award | Skip) for action in actions)


def may_lose_tricks(s: State) -> bool:
    """Tell whether a trick may have no winner, or go unplayed; the cards of the deal need not be known."""
    cards = range(len(s.spec.deck.names))
    return s.spec.play.equal == "cancel" or awards_tricks(s) or any(map(_wins_nothing(s), cards))


def _wins_nothing(s: State) -> Callable[[int], bool]:
    """Return a test of whether a card that is led wins nothing even if the others throw theirs away."""
    alone = s.copy()

    def wins_nothing(card: int) -> bool:
        position.on_table(alone, [(0, card)])
        try:
            return best_card(alone) is None
        except MissingFact:
            return True

    return wins_nothing


def winner_now(s: State) -> int | None:
    """Return who is winning the trick on the table; None if nobody is."""
    best = best_card(s)
    return None if best is None else s.trick_seats[s.trick.index(best)]
