"""`spadesdsl schema`: the JSON Schemas of the documents that other programs read and write."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadesdsl.cli.console import Exit, Stop

if TYPE_CHECKING:
    from spadesdsl.cli.commands import Schema
    from spadesdsl.cli.console import Console


def run(console: Console, call: Schema) -> int:
    """Print a schema; without a name, the names."""
    from spadesdsl.diagnostics import did_you_mean
    from spadesdsl.schemas import NAMES, schema
    from spadesdsl.words import and_list

    if not call.name:
        console.say(*NAMES)
        return Exit.FINE
    if call.name not in NAMES:
        near = did_you_mean(call.name, NAMES) or f"there are {and_list(NAMES)}."
        raise Stop(Exit.USAGE, f"There is no schema `{call.name}`: {near}")
    console.data(schema(call.name))
    return Exit.FINE
