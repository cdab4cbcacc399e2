"""The colours of a file: each word by what it means."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from spadesdsl.editor import vocabulary

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spadesdsl.editor.names import Names

KINDS: Final = (
    "keyword",
    "string",
    "number",
    "comment",
    "variable",
    "property",
    "parameter",
    "enumMember",
    "function",
    "namespace",
)
"""The kinds of words, in the terms of the Language Server Protocol."""
_BY_KEYWORD: Final = {
    "seat": "enumMember", "suit": "enumMember", "card": "enumMember", "parameter": "parameter", "file": "namespace",
    "phase": "namespace", "option": "property",
}  # fmt: skip
_DECIDING: Final = frozenset(
    {"bid", "may", "choose", "pass", "must", "score", "win", "lose", "out", "round", "give", "show"}
)
_PIECE: Final = re.compile(
    f"(?P<string>{vocabulary.TEXT})|(?P<comment>{vocabulary.COMMENT})|(?P<enumMember>{vocabulary.CARD})"
    f"|(?P<number>{vocabulary.NUMBER})|(?P<word>{vocabulary.NAME})"
)


def coloured(names: Names) -> Iterator[tuple[int, int, str]]:
    """Yield where each word begins, how long it is, and its kind; none crosses the end of a line."""
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
            elif word in vocabulary.keywords():
                kind = "keyword"
            elif word in vocabulary.CONSTANTS:
                kind = "enumMember"
            elif word in vocabulary.meanings():
                kind = "property"
            else:
                kind = "variable"
        yield piece.start(), len(piece[0]), kind
