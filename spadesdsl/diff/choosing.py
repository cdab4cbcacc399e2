"""Choose moves when two games are played side by side: at random, but the same one wherever both allow it.

Each move of a situation draws its own number, and the highest is played. So a move that only one game allows changes
the choice only if its number is the highest.
"""

from __future__ import annotations

from hashlib import blake2b
from math import log
from typing import TYPE_CHECKING

from spadesdsl.frozen import dataclass, field

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from spadesdsl.engine.state import StateData
    from spadesdsl.engine.turns import Option, Turn

_DRAWS = 1 << 32
_OF_ANOTHER_KIND = 1.5
"""How far a bid that is not a number counts as being from what the hand would take."""
_SHY = 20.0
_ODDITY = 0.02
"""The weight of a bid far from what the hand would take, or of another kind: small, but it is made sometimes."""


@dataclass(slots=True)
class Effort:
    """How much may still be looked at in all deals together, in options that are listed and bids that are read."""

    left: int

    @property
    def is_spent(self) -> bool:
        """Tell whether no further choice should be made."""
        return self.left <= 0


_OF_A_CHOICE = 4
"""What a choice takes besides its options."""


@dataclass(frozen=True, slots=True)
class Chooser:
    """Chooses for all seats of a deal."""

    seed: int
    is_shy: bool = False
    """Whether it nearly always says no, so that deals where nobody bids are played too."""
    effort: Effort = field(default_factory=lambda: Effort(1 << 62))
    """What is left for this deal and others."""
    script: Mapping[int, str] = field(default_factory=dict)
    """Moves that are chosen where they can be, by how many moves were made before."""

    def choose(self, s: StateData, entry: Turn, options: Sequence[Option]) -> Option:
        """Return one of the options."""
        self.effort.left -= _OF_A_CHOICE + len(entry.options) + len(s.calls)
        told = self.script.get(s.moves_made, "")
        for option in options if told else ():
            if option.text == told:
                return option
        share = s.spec.deck.size / max(1, len(s.spec.players)) ** 2
        where = f"{self.seed} {s.moves_made} {entry.seat} {entry.choice}"
        return max(options, key=lambda option: _luck(where, option) + log(self._weight(option, share)))

    def _weight(self, option: Option, share: float) -> float:
        return _SHY if self.is_shy and option.kind == "no" else _weight(option, share)


def _luck(where: str, option: Option) -> float:
    """Return a random number for a move in a situation (by Gumbel's law, so that weights can be added)."""
    drawn = blake2b(f"{where} {option.text}".encode(), digest_size=4).digest()
    return -log(-log((int.from_bytes(drawn, "big") + 0.5) / _DRAWS))


def _weight(option: Option, share: float) -> float:
    """Return a move's weight: highest for a number the hand would take, and for looking before anything is said."""
    match option.kind:
        case "bid":
            numbers = [value for value in option.arguments if not isinstance(value, str) and value is not None]
            away = abs(sum(map(float, numbers)) - 0.85 * share) if numbers else _OF_ANOTHER_KIND
            return _ODDITY + 1 / (1 + away**3)
        case "look" | "wait":
            return 2.0
        case _:
            return 1.0
