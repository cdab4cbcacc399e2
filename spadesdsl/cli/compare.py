"""`spadesdsl compare`: the options and rules of several games in one table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadesdsl.book.blocks import html
from spadesdsl.cli.console import Exit, Stop
from spadesdsl.cli.diff import labels_of, read_all
from spadesdsl.diff.tables import blocks_of, json_of, markdown_of, table_of, text_of

if TYPE_CHECKING:
    from spadesdsl.cli.commands import Compare
    from spadesdsl.cli.console import Console


def run(console: Console, call: Compare) -> int:
    """Put games side by side."""
    if len(call.names) < 2:
        raise Stop(Exit.USAGE, "`spadesdsl compare` needs at least two games.")
    loaded = read_all(console, call.names, call.settings)
    table = table_of(labels_of(call.names), [one.variant for one in loaded if one.variant is not None])
    match call.form:
        case "json":
            console.say(json_of(table, has_all=call.has_all))
        case "markdown":
            console.say(*markdown_of(table, has_all=call.has_all))
        case "html":
            page = html(", ".join(table.names), blocks_of(table, has_all=call.has_all))
            console.say(page.removesuffix("\n"))
        case _:
            console.say(*text_of(table, has_all=call.has_all))
    return Exit.FINE
