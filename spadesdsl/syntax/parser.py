"""From the text of a file to its nodes, or to findings about what is wrong with it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from spadesdsl.diagnostics import has_errors
from spadesdsl.source import Source
from spadesdsl.syntax.units import TopSpans

if TYPE_CHECKING:
    from spadesdsl.diagnostics import Diagnostic
    from spadesdsl.syntax.nodes import Document


@dataclass(frozen=True, slots=True)
class Reading:
    """What came of reading a file."""

    document: Document | None
    """None if anything is wrong with it."""
    found: tuple[Diagnostic, ...]
    """In the order of the file."""
    spans: TopSpans = field(default_factory=TopSpans)
    """Where the sentences stand that the document keeps only the words of."""


def parse(source: Source) -> tuple[Document | None, tuple[Diagnostic, ...]]:
    """Read a file: its nodes, or None and what is wrong with it, all in one run."""
    reading = read(source)
    return reading.document, reading.found


def read(source: Source) -> Reading:
    """Read a file, and keep what only the formatter needs."""
    from spadesdsl.syntax.lowering import document
    from spadesdsl.syntax.prescan import prescan
    from spadesdsl.syntax.reader import Reader
    from spadesdsl.syntax.recovery import tree_of

    source = normalised(source)
    readable, found = prescan(source)
    if readable is None:
        return Reading(None, found)
    tree, wrong = tree_of(readable)
    if tree is None:
        return Reading(None, (*found, *wrong))
    reader = Reader(readable)
    node, spans = document(tree, reader)
    everything = tuple(sorted(dict.fromkeys((*found, *wrong, *reader.found)), key=lambda one: one.span.start))
    return Reading(None if has_errors(everything) else node, everything, spans)


def normalised(source: Source) -> Source:
    """Return the source with plain line ends and without a byte order mark."""
    text = source.text.removeprefix("\ufeff")
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return source if text is source.text else Source(source.name, text)
