"""`spadesdsl play`: a game in the terminal."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from spadesdsl.cli.exits import Exit
from spadesdsl.cli.loading import game_of
from spadesdsl.diagnostics import did_you_mean

if TYPE_CHECKING:
    from spadesdsl.cli.calls import Play
    from spadesdsl.cli.console import Console
    from spadesdsl.engine.game import Game

NOBODY = "none"
_USUAL = "South"
"""Where people expect to sit: at the bottom of the table."""
_SEEDS = 1_000_000


def play(console: Console, call: Play) -> int:
    """Play a game: a person against bots, or bots alone."""
    loaded = game_of(console, call.name, call.settings)
    if isinstance(loaded, Exit):
        return loaded
    game, rules = loaded
    seat = find_seat(game, call.seat)
    if isinstance(seat, str):
        console.tell(seat)
        return Exit.USAGE
    if seat is not None and not console.is_live and console.is_silent:
        seat = None
    from spadesdsl.players import RandomPlayer
    from spadesdsl.session import Session

    seed = random.randrange(_SEEDS) if call.seed is None else call.seed
    variant = rules.variant
    assert variant is not None
    Session(
        game,
        console,
        bots=lambda number: RandomPlayer(seed + number),
        variant=variant,
        seat=seat,
        seed=seed,
        most_deals=call.deals,
    ).run()
    return Exit.FINE


def find_seat(game: Game, name: str) -> int | str | None:
    """Return the seat that a person takes, None for nobody, or what is wrong with the name."""
    players = [game.seats[seat] for seat in game.players]
    if name.lower() == NOBODY:
        return None
    if not name:
        name = _USUAL if _USUAL in players else players[0]
    found = [seat for seat in players if seat.lower() == name.lower()] or [
        seat for seat in players if seat.lower().startswith(name.lower())
    ]
    if len(found) == 1:
        return game.seats.index(found[0])
    mend = did_you_mean(name.capitalize(), players)
    return f"There is no seat `{name}`: {mend or 'seats are ' + ', '.join([*players, NOBODY])}"
