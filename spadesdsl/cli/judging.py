"""`spadesdsl replay --under`: a recorded game, judged by other rules."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from spadesdsl.cli.console import Exit
from spadesdsl.cli.diff import read_all
from spadesdsl.diff.judged import lines_of, to_json
from spadesdsl.diff.judging import judge
from spadesdsl.words import WIDTH, folded

if TYPE_CHECKING:
    from spadesdsl.cli.commands import Replay
    from spadesdsl.cli.console import Console
    from spadesdsl.journal import Replayed


def judge_under(console: Console, call: Replay, replayed: Replayed) -> int:
    """Judge a record by other rules, as far as it is right by its own."""
    if replayed.wrong is not None:
        console.remark(f"{replayed.wrong}")
        return Exit.FOUND
    loaded = read_all(console, (call.under,), ())
    if isinstance(loaded, Exit):
        return loaded
    other = loaded[0].game
    assert other is not None
    states = replayed.states if call.to is None else replayed.states[: call.to + 1]
    found = judge(states, other)
    if isinstance(found, str):
        console.remark(f"There is nothing to judge: {found}.")
        return Exit.FOUND
    if call.form == "json":
        console.say(
            json.dumps({"variant": replayed.game.name, "under": call.under, **to_json(found)}, ensure_ascii=False)
        )
    else:
        title = f"{replayed.game.title} ({replayed.game.name})"
        told = lines_of(found, replayed.game, other, call.under)
        lines = (line for text in told for line in folded(text, WIDTH, "", "  "))
        console.say("\n".join([*folded(title), *lines]))
    return Exit.FINE if found.is_alike else Exit.FOUND
