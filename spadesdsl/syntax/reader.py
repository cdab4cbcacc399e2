"""The state of building: the source, and the findings so far."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Final

from spadesdsl.diagnostics import Diagnostic, Guess, Note, error, guess
from spadesdsl.frozen import Changing, field
from spadesdsl.source import Source, Span
from spadesdsl.syntax.tree import Branch, Token
from spadesdsl.syntax.wordlist import RESERVED

MOST_FINDINGS = 100
"""Findings of one file; after fixing a hundred of them, people read the file again."""
LONGEST_NUMBER = 9
"""How many digits a number may have. No game needs more, and a longer one is a slip or an attack."""


def kind(branch: Branch) -> str:
    """Return the name of the production."""
    return branch.data


def tokens(branch: Branch) -> Iterator[Token]:
    """Yield the words that are directly in a branch."""
    return (child for child in branch.children if isinstance(child, str))


def branches(branch: Branch, *kinds: str) -> Iterator[Branch]:
    """Yield the branches directly below one, only those of the given kinds if any are given."""
    return (child for child in branch.children if not isinstance(child, str) and (not kinds or kind(child) in kinds))


def word_of(branch: Branch, *types: str) -> Token | None:
    """Return the first word of some terminals that is directly in a branch."""
    return next((token for token in tokens(branch) if token.type in types), None)


_DECLARED: Final = re.compile(r'\s*(?:(?:from|of|in)\b|["{(=])')
"""What follows a name where it is given to something."""


class Reader(Changing):
    """Turns pieces of a parse tree into words, numbers and spans, and collects findings."""

    source: Source
    found: list[Diagnostic] = field(default_factory=list)

    def span(self, piece: Branch | Token) -> Span:
        """Return the place of a branch or a word."""
        return self.source.span(piece.start, piece.end)

    def report(self, code: str, span: Span, message: str, hint: str | Guess | None = "", *notes: Note) -> None:
        """Collect an error, unless there are already too many to read."""
        if not self.is_full():
            self.found.append(error(code, span, message, hint, *notes))

    def is_full(self) -> bool:
        """Tell whether there are so many findings that no more are collected."""
        return len(self.found) >= MOST_FINDINGS

    def name(self, token: Token) -> str:
        """Return a name that can be used elsewhere; report a word of the language."""
        word = str(token)
        if word in ("yes", "no") and not _DECLARED.match(self.source.text, token.end):
            message = f"`{word}` is what an option is set to, and no condition."
            self.report("E110", self.span(token), message, "write the option's name alone, or `not` before it")
        elif word in RESERVED:
            message = f"`{word}` is a word of the language and cannot be a name."
            if all(one.message != message for one in self.found):  # all that read the name are the same mistake
                self.report("E110", self.span(token), message, "call it something else")
        return word

    def noun(self, token: Token, allowed: Iterable[str], more: str = "") -> str:
        """Return a noun of a closed list; report another word. `more` is what else fits there, of more than a word."""
        allowed = tuple(allowed)
        if str(token) not in allowed:
            listed = ", ".join(f"`{noun}`" for noun in allowed)
            self.report(
                "E119",
                self.span(token),
                f"`{token}` does not fit here: it has to be one of {listed}{more and f', or `{more} …`'}.",
                guess(str(token), allowed) or (f"write `{more} {token}`" if more else "write one of them"),
            )
        return str(token)

    def number(self, token: Token) -> Fraction:
        """Return a number; report one that is too long."""
        if len(token) > LONGEST_NUMBER:
            message = f"This number has {len(token)} digits; {LONGEST_NUMBER} are the most."
            self.report("E109", self.span(token), message, "write a smaller number")
            return Fraction(10**LONGEST_NUMBER - 1)
        return Fraction(int(token)) if token.isdecimal() else Fraction(str(token))

    def whole(self, token: Token) -> int:
        """Return a whole number; report a fraction."""
        number = self.number(token)
        if number.denominator != 1:
            self.report("E120", self.span(token), f"`{token}` must be a whole number here.", f"write `{int(number)}`")
        return int(number)

    def text(self, token: Token) -> str:
        """Return the text between the quotation marks."""
        inner = str(token)[1:-1]
        return inner.replace("\\\\", "\0").replace('\\"', '"').replace("\0", "\\") if "\\" in inner else inner
