"""`spadesdsl simulate`: what house rules do, over many deals."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING

from spadesdsl.cli.console import Exit
from spadesdsl.cli.diff import labels_of
from spadesdsl.cli.loading import STDIN, game_of

if TYPE_CHECKING:
    from spadesdsl.cli.commands import Simulate
    from spadesdsl.cli.console import Console
    from spadesdsl.engine.game import Game
    from spadesdsl.simulation import Findings, Side


def run(console: Console, call: Simulate) -> int:
    """Play the same games under each set of rules, and say what changes."""
    sides = _sides(console, call)
    if isinstance(sides, Exit):
        return sides
    from spadesdsl import simulation
    from spadesdsl.simulation.telling import lines_of, page_of, to_json

    found = simulation.run(
        sides, bots=call.bots, deals=call.deals, seed=call.seed, workers=call.workers, until=call.until,
        tell=lambda now: _murmur(console, call, now),
    )  # fmt: skip
    if call.form == "json":
        console.say(json.dumps(to_json(found), indent=2, ensure_ascii=False))
    else:
        console.say("\n".join(page_of(found) if call.form == "markdown" else lines_of(found)))
    return Exit.INTERRUPTED if found.is_cut else Exit.FINE


def _murmur(console: Console, call: Simulate, now: Findings) -> None:
    if console.is_live:
        console.murmur(f"{now.deals} of {call.deals} deals")


def _sides(console: Console, call: Simulate) -> list[Side] | Exit:
    """Return the sets of rules to play by: each game, with each value of the option that is varied."""
    from spadesdsl.simulation import Side

    if STDIN in call.names:
        console.remark("`simulate` reads files and names, not standard input: each worker reads them again.")
        return Exit.USAGE
    varied = _varied(console, call.varied)
    if varied is None:
        return Exit.USAGE
    sides = []
    for name, label in zip(call.names, labels_of(call.names), strict=True):
        for setting in varied:
            settings = (*call.settings, *setting)
            loaded = game_of(console, name, settings)
            if isinstance(loaded, Exit):
                return loaded
            words = [f"{option}={value}" for option, value in setting]
            shown = ", ".join(words if len(call.names) == 1 and words else [label, *words])
            sides.append(Side(shown, partial(_load, name, settings)))
    return sides


def _load(name: str, settings: tuple[tuple[str, str], ...]) -> Game:
    from spadesdsl import loader

    game = loader.load(name, dict(settings)).game
    assert game is not None, "it was loaded before"
    return game


def _varied(console: Console, text: str) -> list[tuple[tuple[str, str], ...]] | None:
    """Read `--by-option NAME=LOW..HIGH`, or `NAME=ONE,OTHER`; None if it is neither."""
    if not text:
        return [()]
    name, _, values = text.partition("=")
    low, dots, high = values.partition("..")
    if dots and low.lstrip("-").isdigit() and high.lstrip("-").isdigit() and int(low) <= int(high) <= int(low) + 100:
        return [((name, str(value)),) for value in range(int(low), int(high) + 1)]
    listed = [value.strip() for value in values.split(",") if value.strip()]
    if not name or dots or not listed:
        console.remark(
            f"`--by-option {text}`: write an option with a range of at most a hundred values, `bid_limit=5..15`, "
            "or with a list, `size=small,large`."
        )
        return None
    return [((name, value),) for value in listed]
