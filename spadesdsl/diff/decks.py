"""Two games that cannot be played from the same deal because their cards or seats differ."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from spadesdsl.diff.effects import Direction, Effect
from spadesdsl.diff.witnesses import Witness
from spadesdsl.engine.deals import dealt_sizes
from spadesdsl.words import count

if TYPE_CHECKING:
    from spadesdsl.engine.game import Game

_MOST_NAMED = 8


def of_tables(before: Game, after: Game) -> Witness:
    """Describe the cards and seats of both games."""
    told = [_told(before, after), _told(after, before)]
    return Witness(Effect.DEAL, Direction.OTHER, ("The first deal.",), told[0], told[1], is_table=True)


def _told(game: Game, other: Game) -> str:
    sizes = dealt_sizes(game, 1)
    hands = f"with {', '.join(map(str, dict.fromkeys(sizes)))} each" if any(sizes) else "to which no hands are dealt"
    own = list((Counter(game.deck) - Counter(other.deck)).elements())
    more = f" and {len(own) - _MOST_NAMED} more" if len(own) > _MOST_NAMED else ""
    with_them = f", among them {' '.join(own[:_MOST_NAMED])}{more}" if own else ""
    dummies = len(game.seats) - len(game.players)
    among = f", {count(dummies, 'dummy', 'dummies')} among them," if dummies else ""
    return f"{count(len(game.deck), 'card')}{with_them}; {len(game.seats)} seats{among} {hands}"
