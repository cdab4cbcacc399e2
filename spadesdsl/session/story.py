"""What happened, told in sentences."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, assert_never

from spadesdsl.engine.events import (
    AwardEvent,
    ChoiceEvent,
    DealEvent,
    EndEvent,
    GiveEvent,
    OutEvent,
    PlayEvent,
    RedealEvent,
    ScoreSheet,
    SidesEvent,
    TrickEvent,
)
from spadesdsl.engine.spec import Round
from spadesdsl.sheet import sheet_text
from spadesdsl.words import WIDTH, and_list, count, folded, side_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from spadesdsl.check.checked import RuleInfo
    from spadesdsl.engine.events import Event
    from spadesdsl.engine.game import State


@dataclass(slots=True)
class Storyteller:
    """Tells events in the order in which they happen."""

    seats: Sequence[str]
    seat: int | None
    """Whose game is told: "You" is this seat."""
    first_side: int = 0
    """The side whose column comes first on score sheets."""
    last_deal: int | None = None
    """No deal after this one is told of."""
    played: list[tuple[int, str]] = field(default_factory=list)
    """The cards of the trick that is not over."""

    def tell(self, before: State | None, after: State) -> list[str]:
        """Tell what a move brought: the way from the state before it to the one after."""
        rounds = _rounds(before or after)
        lines: list[str] = []
        for event in after.events:
            if isinstance(event, DealEvent) and self.last_deal is not None and event.deal > self.last_deal:
                break
            lines += self._one(event, rounds)
        return lines

    def catch_up(self, state: State) -> None:
        """Go on from a state to which the game was taken back."""
        self.played = [(seat, state.game.deck[card]) for seat, card in zip(state.trick_seats, state.trick, strict=True)]

    def who(self, seat: int) -> str:
        """Return what a seat is called."""
        return "You" if seat == self.seat else self.seats[seat]

    def wins(self, seat: int) -> str:
        """Return a seat with its verb: `You win`, `East wins`."""
        return "You win" if seat == self.seat else f"{self.seats[seat]} wins"

    def _one(self, event: Event, rounds: frozenset[str]) -> list[str]:
        match event:
            case DealEvent():
                self.played = []
                return ["", heading(f"Deal {event.deal}", f"{self.seats[event.dealer]} deals")]
            case GiveEvent():
                return self._give(event)
            case ChoiceEvent():
                return folded(self._choice(event, rounds), WIDTH, "  ", "    ")
            case PlayEvent():
                self.played.append((event.seat, event.card))
                return []
            case TrickEvent():
                return self._trick(event)
            case AwardEvent():
                return [f"  {count(event.tricks, 'trick')} to {self.seats[event.seat]}, without play."]
            case RedealEvent():
                return [f"  The cards are thrown in; {self.seats[event.dealer]} deals."]
            case SidesEvent():
                sides = " against ".join(and_list(self.seats[seat] for seat in side) for side in event.sides)
                return folded(f"The sides: {sides}.", WIDTH, "  ", "    ")
            case OutEvent():
                gone = and_list(self.who(seat) for seat in event.seats)
                is_one = len(event.seats) == 1 and event.seats[0] != self.seat
                return folded(f"{gone} {'is' if is_one else 'are'} out of the game.", WIDTH, "  ", "    ")
            case ScoreSheet():
                return ["", sheet_text(event, self.seats, first=self.first_side), ""]
            case EndEvent():
                return []
            case _:
                assert_never(event)

    def _does(self, seat: int, verb: str) -> str:
        """Say who does what: "You bid", "North bids"."""
        return f"{self.who(seat)} {verb if seat == self.seat else verb + 's'}"

    def _choice(self, event: ChoiceEvent, rounds: frozenset[str]) -> str:
        """Tell a bid or an answer."""
        seat, choice, move = event.seat, event.choice, event.move
        if move is None:
            return f"{self._does(seat, 'choose')} cards ({choice})"
        if move == "look":
            return f"{self._does(seat, 'look')} at the cards"
        if move == "wait" and choice in rounds:
            return f"{self._does(seat, 'wait')}"
        if choice in rounds and move not in ("yes", "no"):
            return f"{self._does(seat, 'bid')} {move}"
        if move == choice or move.startswith(f"{choice}("):
            return f"{self._does(seat, 'say')} {move}"
        return f"{self._does(seat, 'say')} {move} to {choice}"

    def _give(self, event: GiveEvent) -> list[str]:
        """Tell of cards that all see, or that somebody gave away."""
        whose = event.source.partition("hand of ")[2]
        source = f"{self.seats[int(whose)]}'s hand" if whose else event.source
        to = event.target.partition("hand of ")[2]
        target = self.seats[int(to)] if to else event.target
        if event.target == "everyone" and isinstance(event.cards, tuple):
            shows = self._does(int(whose), "show") if whose else f"From {source}"
            return folded(f"{shows} {' '.join(event.cards)}", WIDTH, "  ", "    ")
        if isinstance(event.cards, tuple):
            return folded(f"{' '.join(event.cards)}: from {source} to {target}.", WIDTH, "  ", "    ")
        return [f"  {count(event.cards, 'card')} from {source} to {target}."] if whose else []

    def _trick(self, event: TrickEvent) -> list[str]:
        cards = ", ".join(f"{self.who(seat)} {card}" for seat, card in self.played)
        self.played = []
        end = "Nobody wins it." if event.winner is None else f"{self.wins(event.winner)} it."
        return folded(f"Trick {event.trick}: {cards}. {end}", WIDTH, "  ", "    ")


def heading(left: str, right: str) -> str:
    """Write a line across the page."""
    return f"== {left} {'=' * max(2, WIDTH - len(left) - len(right) - 8)} {right} =="


def ending_text(
    seats: Sequence[str], winners: Sequence[Sequence[int]], ended_by: str, rules: Iterable[RuleInfo]
) -> str:
    """Say what ended a game, and who has won it."""
    sentence = next((rule.sentence for rule in rules if rule.key == ended_by), "")
    says = f': "{sentence}"' if sentence else "."
    verb = "wins" if [len(members) for members in winners] == [1] else "win"
    won = and_list(side_name(seats, members) for members in winners)
    if not winners:
        won, verb = "Nobody", "wins"
    return f"The game is over by `{ended_by}`{says} {won} {verb}."


def _rounds(state: State) -> frozenset[str]:
    """Return the names of the rounds of bids."""
    return frozenset(step.name for step in state.spec.steps if isinstance(step, Round))
