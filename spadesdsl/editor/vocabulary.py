"""The words of the language by what they are, read from the grammar and the tables, and the colours of a file."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Final

from spadesdsl.rules.operations import GLOBALS, PROPERTIES
from spadesdsl.syntax.explaining import patterns
from spadesdsl.syntax.sentences import STARTS
from spadesdsl.syntax.wordlist import NOUNS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spadesdsl.editor.names import Names

CARD: Final = r"(?:10|[2-9TJQKA])[A-Z]\b"
"""A card by rank and initial of its suit."""
TEXT: Final = r'"(?:\\.|[^"\\\n])*"'
COMMENT: Final = r"#[^\n]*"
NUMBER: Final = r"\d+(?:\.\d+)?"
NAME: Final = r"[A-Za-z_][A-Za-z0-9_]*"
CONSTANTS: Final = frozenset({"yes", "no", "always", "never", "none", "nobody", "everyone", "nothing"})

_WORD: Final = re.compile(r"[a-z]+\Z")


@cache
def joining() -> frozenset[str]:
    """Return the words that join: those of the grammar itself."""
    parts = {part for text in patterns().values() for part in text.split()}
    return frozenset(part for part in parts if _WORD.match(part)) - {"a"} | {"on", "deals"}


@cache
def beginning() -> frozenset[str]:
    """Return the words that begin a sentence, a section or a line of an example."""
    return frozenset(word for start in (*STARTS, "case", "otherwise") for word in start.split())


@cache
def keywords() -> frozenset[str]:
    """Return every word that belongs to the language and not to a file, except `yes` and its like."""
    return (joining() | beginning() | set(NOUNS)) - CONSTANTS


@cache
def meanings() -> frozenset[str]:
    """Return the words that the language has a value for: `taken`, `dealer`, `last_trick`."""
    return frozenset({word for _, word in PROPERTIES} | set(GLOBALS)) - CONSTANTS


# ---------------------------------------------------------------- colours

KINDS: Final = (
    "keyword", "string", "number", "comment", "variable", "property", "parameter", "enumMember", "function",
    "namespace",
)  # fmt: skip
"""The kinds of words, in the terms of the Language Server Protocol."""
_BY_KEYWORD: Final = {
    "seat": "enumMember", "suit": "enumMember", "card": "enumMember", "parameter": "parameter", "file": "namespace",
    "phase": "namespace", "option": "property",
}  # fmt: skip
_DECIDING = frozenset({"bid", "may", "choose", "pass", "must", "score", "win", "lose", "out", "round", "give", "show"})
_PIECE: Final = re.compile(
    f"(?P<string>{TEXT})|(?P<comment>{COMMENT})|(?P<enumMember>{CARD})|(?P<number>{NUMBER})|(?P<word>{NAME})"
)


def coloured(names: Names) -> Iterator[tuple[int, int, str]]:
    """Yield where each word of a file begins, how long it is, and its kind; none crosses the end of a line."""
    text = names.source.text
    named = {one.span.start: one.symbol for one in names.occurrences}
    for piece in _PIECE.finditer(text):
        kind = piece.lastgroup or "word"
        if kind == "word":
            word, start = piece[0], piece.start()
            if start in named:
                keyword = named[start].keyword
                kind = _BY_KEYWORD.get(keyword) or ("function" if keyword in _DECIDING else "variable")
            elif text[start - 1 : start] == ".":
                kind = "property"
            elif word in keywords():
                kind = "keyword"
            elif word in CONSTANTS:
                kind = "enumMember"
            elif word in meanings():
                kind = "property"
            else:
                kind = "variable"
        yield piece.start(), len(piece[0]), kind
