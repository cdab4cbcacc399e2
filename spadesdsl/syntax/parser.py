"""Turn the text of a file into its nodes, or into findings about what is wrong with it; refuse what is too large."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from spadesdsl.diagnostics import error, has_errors
from spadesdsl.frozen import dataclass
from spadesdsl.source import Source
from spadesdsl.words import COMMANDING

if TYPE_CHECKING:
    from spadesdsl.diagnostics import Diagnostic
    from spadesdsl.syntax.nodes import Document


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


@lru_cache(maxsize=256)
def read(source: Source) -> Reading:
    """Read a file, and keep what only the formatter needs.

    The latest results are cached: of many files checked in one run most have the same few parents and packs. There is
    room for all files that come with the program.
    """
    from spadesdsl.syntax.building_files import document
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


LARGEST_FILE = 1_000_000
"""Characters of a file."""
DEEPEST = 60
"""Brackets and braces inside each other."""
MOST_WORDS = 50_000
"""Words and signs of a file; a long game has two thousand."""
MOST_UNCLOSED = 10
"""How many unclosed texts are reported."""

_PIECES = re.compile(r'"(?:\\.|[^"\\\n])*"|#[^\n]*|[({\[]|[)}\]]|"')
_NO_TEXT = re.compile(rf"[{COMMANDING}\ud800-\udfff]")
_WORD = re.compile(r'"(?:\\.|[^"\\\n])*"|#[^\n]*|\w+|[^\w\s]')


def within_limits(source: Source) -> tuple[Source | None, tuple[Diagnostic, ...]]:
    """Find what would stop the parser: the size of a file, its depth, invalid characters, unclosed texts.

    Returns:
        The source to parse, as long as the file, with its texts closed; None if it cannot be parsed at all.
    """
    message = ""
    if len(source.text) > LARGEST_FILE:
        message = f"The file is {len(source.text)} characters long; {LARGEST_FILE} are the most."
    elif (words := sum(1 for _ in _WORD.finditer(source.text))) > MOST_WORDS:
        message = f"The file has {words} words and signs; {MOST_WORDS} are the most."
    if message:
        return None, (error("E101", source.span(0, 1), message, "rules are a few pages: is this the right file?"),)
    strange = _NO_TEXT.search(source.text)
    if strange is not None:
        message = f"The file holds a sign that is no text (number {ord(strange[0])})."
        span = source.span(strange.start(), strange.end())
        return None, (error("E102", span, message, "take it out; a file of rules is plain text"),)
    unclosed: list[Diagnostic] = []
    text, depth = source.text, 0
    for piece in _PIECES.finditer(source.text):
        first, span = piece[0][0], source.span(piece.start(), piece.end())
        if first in "({[":
            depth += 1
            if depth > DEEPEST:
                message = f"Brackets are nested more than {DEEPEST} deep."
                return None, (error("E103", span, message, "give the inner parts names with `let`"),)
        elif first in ")}]":
            depth -= 1
        elif piece[0] == '"' and len(unclosed) < MOST_UNCLOSED:
            found, text = _close(source, text, piece.start())
            unclosed.append(found)
    return Source(source.name, text) if unclosed else source, tuple(unclosed)


def _close(source: Source, text: str, start: int) -> tuple[Diagnostic, str]:
    """Report an unclosed text, and close it at the end of its line."""
    end = source.text.find("\n", start)
    end = end if end >= 0 else len(text)
    found = error(
        "E105", source.span(start, end), 'This text has no closing `"` on its line.', 'write `"` where it ends'
    )
    closed = '"' + " " * (end - start - 2) + '"' if end - start > 1 else " "
    return found, text[:start] + closed + text[end:]
