"""`spadesdsl simulate`: what house rules do, over many deals."""

from __future__ import annotations

import re
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from time import monotonic
from typing import Final

from spadesdsl import loader, simulation
from spadesdsl.bots import BotError
from spadesdsl.cli.commands import Simulate
from spadesdsl.cli.console import Console, Exit, Stop
from spadesdsl.cli.diff import labels_of
from spadesdsl.cli.loading import STDIN, game_of, tell_of_bots
from spadesdsl.engine.game import Game
from spadesdsl.reading import PLACE
from spadesdsl.simulation import Findings, Side
from spadesdsl.simulation.telling import draw, lines_of, page_of, to_json
from spadesdsl.words import capital, count, reason_of

BAR: Final = 30
"""How wide the bar is that shows how far a run is."""


def run(console: Console, call: Simulate) -> int:
    """Play the same games under each set of rules, and say what changes."""
    sides = _sides(console, call)
    wrong = _wrong_seats(sides, call.seats) or _missing(call)
    if wrong:
        raise Stop(Exit.USAGE, wrong)
    if call.plot and not Path(call.plot).parent.is_dir():
        raise Stop(Exit.UNREADABLE, f"{call.plot} cannot be written: there is no folder {Path(call.plot).parent}.")
    tell_of_bots(console, *(call.seats or (call.bots,)))
    began = monotonic()
    _murmur(console, call, 0, began)
    try:
        found = simulation.run(
            sides, bots=call.seats or call.bots, deals=call.deals, seed=call.seed, workers=call.workers,
            until=call.until, dask=call.dask, tell=lambda now: _murmur(console, call, now.deals, began),
        )  # fmt: skip
    except BotError as problem:
        raise Stop(Exit.USAGE, f"{capital(str(problem))}.") from None
    except OSError as problem:
        if not call.dask:
            raise
        raise Stop(Exit.UNREADABLE, f"No Dask scheduler answers at {call.dask}: {problem}") from None
    if call.form == "json":
        console.data(to_json(found))
    else:
        console.say(*(page_of(found) if call.form == "markdown" else lines_of(found, console.width)))
    if call.plot:
        try:
            _draw(found, call)
        except OSError as problem:
            raise Stop(Exit.UNREADABLE, f"{call.plot} cannot be written: {reason_of(problem)}.") from None
    return Exit.INTERRUPTED if found.is_cut else Exit.FINE


def _wrong_seats(sides: list[Side], bots: tuple[str, ...]) -> str:
    """Say which game does not have a player for each bot; nothing if all have."""
    for side in sides if bots else ():
        many = len(side.load().players)
        if many != len(bots):
            return f"`--seats` names {count(len(bots), 'bot')}, and {side.label} has {count(many, 'player')}."
    return ""


def _missing(call: Simulate) -> str:
    """Say what has to be installed; nothing if all is there."""
    for wanted, module, extra in ((call.plot, "matplotlib", "plot"), (call.dask, "distributed", "dask")):
        if wanted and find_spec(module) is None:
            return f'`--{extra}` needs more: pip install "spadesdsl[{extra}]"'
    return ""


def _draw(found: Findings, call: Simulate) -> None:
    """Draw a picture; values of an option that are numbers are drawn to scale."""
    texts = [dict(setting) for setting in _settings_of(call.varied) or ()] if len(call.names) == 1 else []
    values = [value for one in texts for value in one.values()]
    is_scale = len(values) == len(found.under) and all(re.fullmatch(r"-?\d+(\.\d+)?", value) for value in values)
    draw(found, Path(call.plot), tuple(map(float, values)) if is_scale else ())


def _murmur(console: Console, call: Simulate, deals: int, began: float) -> None:
    """Show how far it is, and how long it will take."""
    if not console.is_live:
        return
    share = min(1.0, deals / call.deals)
    left = (monotonic() - began) * (1 - share) / share if share else 0.0
    bar = "█" * round(BAR * share) + "░" * (BAR - round(BAR * share))
    far = "the first game" if not deals else f"about {left:.0f} s left" if share < 1 else "finishing the last games"
    console.murmur(f"{bar} {min(deals, call.deals)} of {call.deals} deals, {far}")


def _sides(console: Console, call: Simulate) -> list[Side]:
    """Return the sets of rules to play by: each game, with each value of the option that is varied."""
    if STDIN in call.names:
        raise Stop(Exit.USAGE, "`simulate` reads files and names, not standard input: each worker reads them again.")
    sides = []
    for name, label in zip(call.names, labels_of(call.names), strict=True):
        for at, setting in enumerate(_settings_of(call.varied)):
            settings = (*call.settings, *setting)
            game_of(console, name, settings, "--by-option" if setting else PLACE, has_warnings=not at)
            words = [f"{option}={value}" for option, value in setting]
            shown = ", ".join(words if len(call.names) == 1 and words else [label, *words])
            sides.append(Side(shown, partial(_load, name, settings)))
    return sides


def _load(name: str, settings: tuple[tuple[str, str], ...]) -> Game:
    return loader.load(name, dict(settings)).playable


def _settings_of(text: str) -> list[tuple[tuple[str, str], ...]]:
    """Read `--by-option NAME=LOW..HIGH`, or `NAME=ONE,OTHER`."""
    if not text:
        return [()]
    name, _, values = text.partition("=")
    low, dots, high = values.partition("..")
    if dots and low.lstrip("-").isdigit() and high.lstrip("-").isdigit() and int(low) <= int(high) <= int(low) + 100:
        return [((name, str(value)),) for value in range(int(low), int(high) + 1)]
    listed = [value.strip() for value in values.split(",") if value.strip()]
    if not name or dots or not listed:
        how = "write an option with a range of at most a hundred values, `minimum=2..5`, or with a list"
        raise Stop(Exit.USAGE, f"`--by-option {text}`: {how}, `size=small,large`.")
    return [((name, value),) for value in listed]
