"""A look back at a game that was played: the choices that cost most, against what their seat could know.

Each choice is looked at twice: a bot says what it would have done, and then its move and the one that was made are
tried side by side in other imagined deals. So a move is not blamed because the first deals happened to be against it.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

from spadesdsl.engine.record import Step, goes_on
from spadesdsl.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

    from spadesdsl.bots import StrongPlayer, Weighed
    from spadesdsl.engine.game import State
    from spadesdsl.engine.turns import Turn


LEAST = 0.05
"""What costs no more points than this, on average, is not worth a word."""


@dataclass(frozen=True, slots=True)
class Lapse:
    """A choice that cost something."""

    state: State
    """The game before it."""
    turn: Turn
    made: Weighed
    """The move that was made; `behind` says by how many points it is worse."""
    better: Weighed
    """What would have been better."""

    @property
    def cost(self) -> float:
        """Return how many points the choice cost its side, on average."""
        return self.better.points - self.made.points

    @property
    def margin(self) -> float:
        """Return half of the 95 % interval of the cost."""
        return self.made.margin

    def to_json(self) -> dict[str, Any]:
        """Return it as a document."""
        view = self.state.view(self.turn.seat)
        return {
            "deal": view.deal,
            "phase": self.turn.choice,
            "trick": view.trick_number if view.phase == "play" else None,
            "seat": self.turn.seat,
            "hand": list(view.hand or ()),
            "made": _weighed_json(self.made),
            "better": _weighed_json(self.better),
            "cost": round(self.cost, 2),
            "margin": round(self.margin, 2),
        }


@dataclass(frozen=True, slots=True)
class Review:
    """What was found in a game."""

    choices: int
    """Choices of these seats between at least two moves."""
    lapses: tuple[Lapse, ...]
    """Those that cost more than chance explains, the dearest first."""


def reviewed(
    done: Iterable[Step],
    seats: Collection[int],
    bot: StrongPlayer,
    tell: Callable[[int, int], object] = lambda *_: None,
) -> Review:
    """Look at every choice of some seats.

    Args:
        done: the steps of a record.
        seats: whose choices.
        bot: the bot that looks; it is asked as if it sat there, and sees what the seat saw.
        tell: is called with how many choices were looked at and how many there are.
    """
    asked = list(_choices(done, seats))
    lapses = []
    for number, (state, turn, move) in enumerate(asked):
        tell(number, len(asked))
        if (lapse := _look(state, turn, move, bot)) is not None:
            lapses.append(lapse)
    return Review(len(asked), tuple(sorted(lapses, key=lambda one: -one.cost)))


def _look(state: State, turn: Turn, move: str, bot: StrongPlayer) -> Lapse | None:
    """Return what a choice cost; None if the move is among the best."""
    view = state.view(turn.seat)
    advice = bot.advise(view, turn)
    first = next((one for one in advice.options if one.move == move), None)
    if advice.move == move or (first is not None and -first.behind <= max(first.margin, LEAST)):
        return None
    better, made = bot.compared(view, turn, (advice.move, move))
    return Lapse(state, turn, made, better) if -made.behind > max(made.margin, LEAST) else None


def _choices(done: Iterable[Step], seats: Collection[int]) -> Iterator[tuple[State, Turn, str]]:
    """Yield the choices between several moves that were made in the end, without those that were taken back."""
    states: list[tuple[State, Any]] = []
    for step in done:
        if step.entry is None or goes_on(step.entry):
            states.append((step.state, step.entry))
        elif "undo" in step.entry:
            del states[-step.entry["undo"] :]
    for (before, _), (_, entry) in itertools.pairwise(states):
        if not isinstance(entry, list) or entry[0] not in seats:
            continue
        seat, move = entry[0], entry[1]
        listed = (*before.turns, *before.volunteers)
        turn = next((one for one in listed if one.seat == seat and move in one.moves), None)
        if turn is not None and len(turn.moves) > 1:
            yield before, turn, move


def _weighed_json(one: Weighed) -> dict[str, Any]:
    return {"move": one.move, "points": round(one.points, 2), "deals": one.deals, "kept": one.kept, "won": one.won}
