"""Turn the text of a file into its nodes, or into findings about what is wrong with it."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from spadesdsl.diagnostics import has_errors
from spadesdsl.frozen import dataclass
from spadesdsl.source import Source

if TYPE_CHECKING:
    from spadesdsl.diagnostics import Diagnostic
    from spadesdsl.syntax.nodes import Document

_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


@dataclass(frozen=True, slots=True)
class Reading:
    """The result of reading a file."""

    document: Document | None
    """None if anything is wrong with it."""
    found: tuple[Diagnostic, ...]
    """In the order of the file."""
    rest: Document | None = None
    """For a file with errors: what could be read, without the wrong sentences; None if nothing could."""
    torn: frozenset[str] = frozenset()
    """The words of those sentences: a name in them may be missing from `rest` only because of that."""


def parse(source: Source) -> tuple[Document | None, tuple[Diagnostic, ...]]:
    """Read a file: its nodes, or None and what is wrong with it, all in one run."""
    reading = read(source)
    return reading.document, reading.found


@lru_cache(maxsize=128)
def read(source: Source) -> Reading:
    """Read a file, and keep what only the formatter needs.

    The latest results are cached: of many files checked in one run most have the same few parents and packs.
    """
    from spadesdsl.syntax.building_files import document
    from spadesdsl.syntax.limits import within_limits
    from spadesdsl.syntax.reader import Reader
    from spadesdsl.syntax.recovery import tree_of

    source = normalised(source)
    readable, found = within_limits(source)
    if readable is None:
        return Reading(None, found)
    tree, wrong = tree_of(readable)
    if tree is None:
        return Reading(None, (*found, *wrong))
    reader = Reader(readable)
    node = document(tree, reader)
    everything = tuple(sorted(dict.fromkeys((*found, *wrong, *reader.found)), key=lambda one: one.span.start))
    if has_errors(everything):
        return Reading(None, everything, node, _torn(readable, everything))
    return Reading(node, everything)


def _torn(source: Source, found: tuple[Diagnostic, ...]) -> frozenset[str]:
    """Return the words of the wrong sentences: from each place to the next line that is not indented deeper."""
    words: set[str] = set()
    for one in found:
        line = one.span.line
        first = source.line(line)
        words.update(_WORD.findall(first))
        depth = len(first) - len(first.lstrip())
        while (text := source.line(line + 1)).strip() and len(text) - len(text.lstrip()) > depth:
            words.update(_WORD.findall(text))
            line += 1
    return frozenset(words)


def normalised(source: Source) -> Source:
    """Return the source with plain line ends and without a byte order mark."""
    text = source.text.removeprefix("\ufeff")
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return source if text is source.text else Source(source.name, text)
