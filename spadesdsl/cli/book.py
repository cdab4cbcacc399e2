"""`spadesdsl book`: the rule book of a game, made from its rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadesdsl.cli.console import Exit
from spadesdsl.cli.loading import game_of, write

if TYPE_CHECKING:
    from spadesdsl.cli.commands import Book
    from spadesdsl.cli.console import Console


def run(console: Console, call: Book) -> int:
    """Print the rule book, or write it to a file."""
    loaded = game_of(console, call.name, call.settings)
    from spadesdsl.book.blocks import html, markdown
    from spadesdsl.book.book import book
    from spadesdsl.book.language import TableError, language

    try:
        tongue = language(call.lang)
    except TableError as error:
        console.tell(str(error))
        return Exit.USAGE
    pages = book(loaded.rules, loaded.parent(), tongue)
    title = tongue.own(loaded.rules.game.title)
    text = html(title, pages, tongue.code) if call.form == "html" else markdown(pages)
    if not call.out:
        console.say(text.removesuffix("\n"))
        return Exit.FINE
    return write(console, call.out, text.encode("utf-8"), "written")
