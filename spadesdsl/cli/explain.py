"""`spadesdsl explain`: what a code means, the fix, a file that has it, the message; and `spadesdsl schema`."""

from __future__ import annotations

import json
from textwrap import indent
from typing import TYPE_CHECKING, Any

from spadesdsl.cli.console import Console, Exit, Stop
from spadesdsl.codes import CODES
from spadesdsl.diagnostics import did_you_mean, nearest
from spadesdsl.resources import package_text
from spadesdsl.words import and_list, folded

if TYPE_CHECKING:
    from spadesdsl.cli.commands import Explain, Schema


def run(console: Console, call: Explain) -> int:
    """Explain a code; without one, list them all."""
    if not call.code:
        in_order = sorted(CODES, key=lambda code: ("EWA".index(code[0]), code))
        console.say(*(f"{code}  {CODES[code].title}" for code in in_order))
        return Exit.FINE
    code = call.code.upper()
    if code not in CODES:
        near = nearest(code, CODES)
        hint = f"did you mean {near}?" if near else "`spadesdsl explain` lists them all."
        raise Stop(Exit.USAGE, f"There is no code {call.code}: {hint}")
    entry = CODES[code]
    said = (f"{code}: {entry.title}", entry.explanation, f"The fix: {entry.fix}")
    console.say("\n\n".join("\n".join(folded(text)) for text in said))
    if (specimen := specimens().get(code)) is not None:
        what = "A file that has it:" if "\n" in specimen["shown"] else "For example:"
        shown, printed = (indent(specimen[key].rstrip("\n"), "    ") for key in ("shown", "printed"))
        console.say(f"\n{what}\n\n{shown}\n\nThe message:\n\n{printed}")
    return Exit.FINE


def specimens() -> dict[str, Any]:
    """Return a small file and its message for each code, made from the fixtures."""
    found: dict[str, Any] = json.loads(package_text("spadesdsl.cli", "specimens.json"))
    return found


def schema(console: Console, call: Schema) -> int:
    """Print a schema; without a name, the names."""
    from spadesdsl import schemas

    if not call.name:
        console.say(*schemas.NAMES)
        return Exit.FINE
    if call.name not in schemas.NAMES:
        near = did_you_mean(call.name, schemas.NAMES) or f"there are {and_list(schemas.NAMES)}."
        raise Stop(Exit.USAGE, f"There is no schema `{call.name}`: {near}")
    console.data(schemas.schema(call.name))
    return Exit.FINE
