"""From the text of a file to its nodes, or to findings about what is wrong with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadesdsl.diagnostics import has_errors
from spadesdsl.source import Source

if TYPE_CHECKING:
    from spadesdsl.diagnostics import Diagnostic
    from spadesdsl.syntax.nodes import Document


def parse(source: Source) -> tuple[Document | None, tuple[Diagnostic, ...]]:
    """Read a file: its nodes, or None and what is wrong with it, all in one run."""
    from spadesdsl.syntax.lowering import document
    from spadesdsl.syntax.prescan import prescan
    from spadesdsl.syntax.reader import Reader
    from spadesdsl.syntax.recovery import tree_of

    source = normalised(source)
    found = prescan(source)
    if has_errors(found):
        return None, found
    tree, wrong = tree_of(source)
    if tree is None:
        return None, (*found, *wrong)
    reader = Reader(source)
    node = document(tree, reader)
    everything = (*found, *wrong, *reader.found)
    return (None if has_errors(everything) else node), tuple(sorted(everything, key=lambda one: one.span.start))


def normalised(source: Source) -> Source:
    """Return the source with plain line ends and without a byte order mark."""
    text = source.text.removeprefix("\ufeff")
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return source if text is source.text else Source(source.name, text)
