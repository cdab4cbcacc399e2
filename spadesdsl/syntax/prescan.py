"""What is looked at before a file is parsed, so that no file can take the parser long or deep."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from spadesdsl.diagnostics import Diagnostic, error

if TYPE_CHECKING:
    from spadesdsl.source import Source

LARGEST_FILE = 1_000_000
"""Characters of a file."""
DEEPEST = 60
"""Brackets and braces inside each other."""

_PIECES = re.compile(r'"(?:\\.|[^"\\\n])*"|#[^\n]*|[({\[]|[)}\]]|["\x00-\x08\x0b-\x1f\x7f\ufeff]')


def prescan(source: Source) -> tuple[Diagnostic, ...]:
    """Find what stops a file from being parsed at all: its size, its depth, signs that are no text, a string without an end."""
    if len(source.text) > LARGEST_FILE:
        return (
            error(
                "E101",
                source.span(0, 1),
                f"The file is {len(source.text)} characters long; {LARGEST_FILE} are the most.",
                "rules are a few pages: is this the right file?",
            ),
        )
    depth = 0
    for piece in _PIECES.finditer(source.text):
        first = piece[0][0]
        span = source.span(piece.start(), piece.end())
        if first in "({[":
            depth += 1
            if depth > DEEPEST:
                message = f"Brackets stand inside each other more than {DEEPEST} deep."
                return (error("E103", span, message, "give the inner parts names with `let`"),)
        elif first in ")}]":
            depth -= 1
        elif piece[0] == '"':
            return (_unclosed(source, piece.start()),)
        elif first not in '"#':
            message = f"The file holds a sign that is no text (number {ord(first)})."
            return (error("E102", span, message, "take it out; a file of rules is plain text"),)
    return ()


def _unclosed(source: Source, start: int) -> Diagnostic:
    end = source.text.find("\n", start)
    span = source.span(start, end if end >= 0 else len(source.text))
    return error("E105", span, "This text has no closing `\"` on its line.", 'write `"` at its end')
