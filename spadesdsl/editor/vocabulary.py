"""Where in a file somebody is typing, and the words of the language by what they are, from grammar and tables."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Final

from spadesdsl.frozen import Frozen
from spadesdsl.rules.operations import GLOBALS, PROPERTIES
from spadesdsl.syntax.explaining import patterns
from spadesdsl.syntax.grammar import grammar
from spadesdsl.syntax.sentences import SENTENCES, STARTS, Form, form_of, section_form
from spadesdsl.syntax.wordlist import EXAMPLE_LINES, NOUNS

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


_PIECES: Final = re.compile(f"{TEXT}|{COMMENT}|[{{}}]|{NAME}")
_PARTIAL: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")
_BLOCKS: Final = {"bid": "bid", "round": "round", "score": "cases", "example": "example", "option": "remarks"}


class Context(Frozen):
    """A place in a file that is being typed."""

    headers: tuple[str, ...]
    """What comes before each open `{`, outermost first."""
    sentence: str
    """What has been typed of the sentence, without the word at the place."""
    word: str
    """The part of a word before the place."""
    is_text: bool
    """Whether the place is in a text or a comment."""
    is_first: bool
    """Whether the word is the first on its line: it may begin a sentence, or go on with the one before."""

    @property
    def section(self) -> str:
        """The key of the sentences that may begin here; `example`, `cases`, or empty outside of the file's block."""
        section = ""
        for header in self.headers:
            words = header.split()
            keyword = words[1] if words[:1] == ["replace"] and len(words) > 1 else words[0] if words else ""
            form = section_form(keyword)
            if keyword in ("variant", "pack", "language") or header.lstrip().startswith("on deal"):
                section = "file"
            elif form is not None:
                section = form.sentences
            elif keyword in _BLOCKS:
                section = _BLOCKS[keyword]
        return section

    @property
    def form(self) -> Form | None:
        """The row of the sentence that has been begun."""
        keyword = next((word for word in self.sentence.split() if word != "replace"), "")
        return form_of(self.section, keyword) if self.section in SENTENCES else None

    def accepted(self, sentence: str | None = None) -> frozenset[str]:
        """Return the terminals of the grammar that could come next; empty if what was typed has a mistake before it.

        Args:
            sentence: Ask as if the sentence were this one.
        """
        text = "".join(f"{header} {{ " for header in self.headers) + (self.sentence if sentence is None else sentence)
        parse = grammar().begin(text)
        parse.run()
        return parse.accepted() if parse.is_at_end else frozenset()


def context_at(text: str, offset: int) -> Context:
    """Return the context of a place in a text."""
    before = text[:offset]
    partial = _PARTIAL.search(before)
    end = partial.start() if partial is not None else offset
    opened: list[tuple[str, int]] = []
    start = 0
    starts = beginning() | {"replace", "drop"}
    for piece in _PIECES.finditer(before, 0, end):
        word = piece[0]
        if word == "{":
            opened.append((_tidy(before[start : piece.start()]), start))
            start = piece.end()
        elif word == "}":
            header, begun = opened.pop() if opened else ("", piece.end())
            # A sheet (`expect us { score = 3 }`) is a part of its line; after any other block the next sentence begins.
            start = begun if header.split()[:1] and header.split()[0] in EXAMPLE_LINES else piece.end()
        elif word in starts and _is_first(before, piece.start()):
            start = piece.start()
    line = before[before.rfind("\n") + 1 :]
    is_text = line.count('"') % 2 == 1 or "#" in re.sub(TEXT, "", line)
    headers = tuple(header for header, _ in opened)
    word = partial[0] if partial is not None else ""
    return Context(headers, _tidy(before[start:end]), word, is_text, _is_first(before, end))


def _tidy(text: str) -> str:
    """Return a piece of text without its comments."""
    return re.sub(rf"({TEXT})|{COMMENT}", lambda found: found[1] or "", text).lstrip()


def _is_first(text: str, at: int) -> bool:
    return not text[text.rfind("\n", 0, at) + 1 : at].strip()
