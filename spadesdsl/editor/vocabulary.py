"""The words of the language by what they are, for whatever colours a file: read from the grammar and the tables."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from spadesdsl.rules.operations import GLOBALS, PROPERTIES
from spadesdsl.syntax.explaining import patterns
from spadesdsl.syntax.sentences import STARTS
from spadesdsl.syntax.wordlist import NOUNS

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
