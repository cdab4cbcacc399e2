"""Check a file before it is parsed, so that no file makes the parser run long or deep."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from spadesdsl.diagnostics import error
from spadesdsl.source import Source
from spadesdsl.words import COMMANDING

if TYPE_CHECKING:
    from spadesdsl.diagnostics import Diagnostic

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
    if len(source.text) > LARGEST_FILE:
        message = f"The file is {len(source.text)} characters long; {LARGEST_FILE} are the most."
        return None, (error("E101", source.span(0, 1), message, "rules are a few pages: is this the right file?"),)
    words = sum(1 for _ in _WORD.finditer(source.text))
    if words > MOST_WORDS:
        message = f"The file has {words} words and signs; {MOST_WORDS} are the most."
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
