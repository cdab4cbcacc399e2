"""Read the tricks of a document, given in three ways that have to agree: how many, who won each, all their cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadesdsl.documents import Fault
from spadesdsl.engine.outcomes import wrong_total
from spadesdsl.engine.ranking import card_name
from spadesdsl.engine.situation import Impossible, find_cards
from spadesdsl.engine.unknown import MissingFact
from spadesdsl.words import value_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from spadesdsl.engine.game import State
    from spadesdsl.engine.situation import Situation, Told
    from spadesdsl.score.facts import Facts


class Tricks:
    """The tricks of each seat, and what is wrong with them."""

    def __init__(self, blank: State, facts: Facts, begin: Callable[[], Situation]) -> None:
        """Read them, and check them.

        Args:
            blank: The deal, with nothing known.
            facts: The facts of the document.
            begin: Gives the deal before its first trick.
        """
        self.blank = blank
        self.facts = facts
        self.faults: list[Fault] = []
        self.taken = facts.seat_taken
        """By seat; None if nothing gives them."""
        self._follow("winners", facts.winners)
        if facts.tricks is not None:
            self._follow("tricks", self._winners_of_cards(begin))
        self._check_some()
        self._check_number()

    def _fault(self, at: str, message: str) -> None:
        self.faults.append(Fault(at, message))

    def _follow(self, key: str, winners: tuple[int | None, ...] | None) -> None:
        """Count who won; other facts must agree."""
        if winners is None:
            return
        counted = tuple(sum(winner == seat for winner in winners) for seat in range(len(self.blank.spec.seats)))
        for seat, told in enumerate(self.facts.seat_taken or ()):
            if told is not None and told != counted[seat]:
                self._fault(f"taken[{seat}]", f"{value_text(told)} tricks, and by `{key}` it is {counted[seat]}")
        for side, total in enumerate(self.facts.side_taken or ()):
            found = sum(counted[seat] for seat in self.blank.sides[side])
            if total is not None and total != found:
                self._fault(f"taken.by_side[{side}]", f"{value_text(total)} tricks, and by `{key}` it is {found}")
        self.taken = counted

    def _winners_of_cards(self, begin: Callable[[], Situation]) -> tuple[int | None, ...] | None:
        """Work out who won each trick by its cards."""
        winners: list[int | None] = []
        try:
            sit = begin()
            s = sit.s
            winners.extend(play_tricks(sit, self.facts))
        except Impossible as problem:
            self._fault(str(problem.at), str(problem))
            return None
        except MissingFact as missing:
            told = f"`{missing.key}`, or " if missing.key.startswith("holds.") else ""
            self._fault("tricks", f"nobody can say who won without {missing.what}: give {told}`winners` or `taken`")
            return None
        for at, (mine, theirs) in enumerate(zip(winners, self.facts.winners or (), strict=False)):
            if mine != theirs:
                self._fault(f"winners[{at}]", f"by its cards this trick was won by seat {mine}, not {theirs}")
        for at, winner in self.facts.won_tricks.items():
            if at <= len(winners) and winners[at - 1] != winner:
                self._fault(f"winners.{at}", f"by its cards this trick was won by seat {winners[at - 1]}, not {winner}")
        for seat, cards in self.facts.won.items():
            if find_cards(s, cards) and {card_name(card) for card in cards} != self._names(s, seat):
                self._fault(f"won.{seat}", "by `tricks` it is other cards")
        return tuple(winners)

    def _check_some(self) -> None:
        """Note numbers that no trick has, and seats that won more of the given tricks than they took."""
        most, some = self.blank.tricks_total, self.facts.won_tricks
        for at in some:
            if most and at > most:
                self._fault(f"winners.{at}", f"there is no trick {at}: a deal has {most}")
        for seat, taken in enumerate(self.taken or ()):
            won = sum(1 for winner in some.values() if winner == seat)
            if taken is not None and won > taken:
                name = self.blank.spec.seats[seat]
                self._fault("winners", f"{name} won {won} of these tricks, and takes {value_text(taken)}")

    def _names(self, s: State, seat: int) -> set[str]:
        return {name for card, name in enumerate(s.spec.deck.names) if s.won[seat] >> card & 1}

    def _check_number(self) -> None:
        """Note more tricks than a deal has, and fewer if none can be missing."""
        key, taken = ("taken", self.taken) if self.taken is not None else ("taken.by_side", self.facts.side_taken)
        if taken is None or self.faults:
            return
        for seat, cards in self.facts.won.items():
            if cards and self.taken is not None and self.taken[seat] == 0:
                self._fault(f"won.{seat}", f"{self.blank.spec.seats[seat]} won cards, and takes no trick")
            elif self.taken is not None and len(cards) > (self.taken[seat] or 0) * len(self.blank.spec.seats):
                told = f"{len(cards)} cards in {value_text(self.taken[seat] or 0)} tricks"
                self._fault(f"won.{seat}", told)
        is_dead = None in (self.facts.winners or ())
        wrong = wrong_total(self.blank, [*taken, None] if is_dead else taken)
        if wrong is not None:
            self._fault(key, f"{value_text(wrong)} tricks in all, and a deal has {self.blank.tricks_total}")


def play_tricks(sit: Situation, facts: Facts) -> list[int | None]:
    """Play the tricks of a document; return who won each."""
    return [
        sit.play_trick(leader, told(key, names), at + 1, key)
        for at, (leader, names) in enumerate(facts.tricks or ())
        for key in (f"tricks[{at}]",)
    ]


def told(key: str, cards: Iterable[str]) -> list[Told]:
    """Return cards with their key."""
    return [(key, card_name(card)) for card in cards]
