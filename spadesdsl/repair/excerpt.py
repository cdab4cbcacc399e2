"""The part of a file around a finding: all that has to be read again to see whether a sentence can be read."""

from __future__ import annotations

import re
import sys
from bisect import bisect_left
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from spadesdsl.diagnostics import Diagnostic, Fix
from spadesdsl.frozen import Frozen, replace
from spadesdsl.repair.text import Words
from spadesdsl.source import Source
from spadesdsl.syntax.grammar import grammar
from spadesdsl.syntax.parser import read
from spadesdsl.syntax.places import place_of
from spadesdsl.syntax.sentences import keywords
from spadesdsl.syntax.tree import Parse

_HEAD: Final = "variant excerpt {\n"
_TOP: Final = re.compile(rf"^([ \t]*)(?:{'|'.join(keywords('file'))})\b", re.MULTILINE)


class Excerpt(Frozen):
    """A section of a file, or another item of it; or all of the file."""

    source: Source
    start: int
    end: int
    heads: tuple[str, ...]
    """The heads of the blocks around it, from without."""
    is_alone: bool
    """Whether nothing else in it is wrong with how it is written: then the first mistake says enough."""

    def after(self, fix: Fix) -> tuple[Diagnostic, ...]:
        """Return what is wrong with how it is written with a fix, at its place in the fixed file."""
        return _found(*self._fixed(fix), self.heads)

    def stops_at(self, fix: Fix) -> int | None:
        """Return where it cannot be read with a fix, in the fixed file; None if it can, or if only `after` knows."""
        if not self.is_alone or not self._covers(fix):
            return None
        trail = trail_of(self)
        at = trail.stop_with(fix)
        return None if at is None else at - trail.moved

    def size(self, fix: Fix) -> int:
        """Return how many characters are read with a fix."""
        _, start, end = self._fixed(fix)
        return end - start

    def cut(self) -> tuple[str, int]:
        """Return it as a file of its own, and how much further back everything is in that."""
        return _cut(self.source, self.start, self.end, self.heads)

    def _fixed(self, fix: Fix) -> tuple[Source, int, int]:
        """Return the fixed file, and from where to where it has to be read."""
        fixed = Source(self.source.name, fix.applied(self.source.text))
        if self._covers(fix):
            return fixed, self.start, self.end + len(fixed.text) - len(self.source.text)
        return fixed, 0, len(fixed.text)

    def _covers(self, fix: Fix) -> bool:
        """Tell whether a fix changes only this part, and opens and closes as many blocks as before."""
        level = sum(_level(edit.text) - _level(self.source.text[edit.span.start : edit.span.end]) for edit in fix.edits)
        return level == 0 and all(self.start <= edit.span.start and edit.span.end <= self.end for edit in fix.edits)


def _level(text: str) -> int:
    return text.count("{") - text.count("}")


class Trail(Frozen):
    """The parse of an excerpt, at each of its words."""

    text: str
    moved: int
    """How much further back a place of the file is in it."""
    points: dict[int, Parse]
    after_words: dict[int, Parse]
    """The same, by where the word before ends."""
    starts: tuple[int, ...]
    """Where its words begin, up to the one that does not fit."""
    stop: int
    """Where it cannot be read; its length if it can."""
    is_done: bool
    """Whether it can be read, and is whole."""

    def at(self, place: int) -> Parse | None:
        """Return the parse before a word of the file; None if it never came there."""
        return self.points.get(place + self.moved)

    def stop_with(self, fix: Fix, beyond: int = sys.maxsize) -> int | None:
        """Return where the text with a fix cannot be read, in that text, or where it is read beyond a place."""
        text, longer, changed = self.text, 0, fix.edits[-1].span.end + self.moved
        for edit in reversed(fix.edits):
            start, end = edit.span.start + self.moved, edit.span.end + self.moved
            text, longer = text[:start] + edit.text + text[end:], longer + len(edit.text) - (end - start)
        # A word may be one with those before it: `best` before `score`, `for` before `each`.
        number = bisect_left(self.starts, fix.edits[0].span.start + self.moved) - _BACK
        parse = self.points[self.starts[max(0, number)]].forked(text)
        while parse.at <= beyond and parse.step() is not None:
            before = self.after_words.get(parse.at - longer) if parse.at - longer >= changed else None
            if before is not None and before.states == parse.states:  # all that follows is read as it was
                return None if self.is_done else self.stop + longer
        return None if parse.is_done else parse.at

    def reads_on(self, fix: Fix) -> bool:
        """Tell whether a fix lets the parser read beyond where it stopped."""
        longer = sum(len(edit.text) - (edit.span.end - edit.span.start) for edit in fix.edits)
        beyond = self.stop + max(longer, 0)
        at = self.stop_with(fix, beyond)
        return at is None or at > beyond


_BACK: Final = 3
"""How many words before a change are read again."""


@lru_cache(maxsize=4)
def trail_of(excerpt: Excerpt) -> Trail:
    """Read an excerpt word by word."""
    text, moved = excerpt.cut()
    parse = grammar().begin(text)
    points: dict[int, Parse] = {}
    while True:
        before = parse.forked(text)
        token = parse.step()
        points[parse.at if token is None else token.start] = before
        if token is None:
            after_words = {one.at: one for one in points.values()}
            return Trail(text, moved, points, after_words, tuple(points), parse.at, parse.is_done)


def excerpt_of(words: Words, finding: Diagnostic) -> Excerpt:
    """Return the sentence or the item with a finding; all of the file if the finding is not found in that alone."""
    source, at = words.source, finding.span.start
    about, whole = (finding.code, finding.message), Excerpt(source, 0, len(source.text), (), is_alone=False)
    if not finding.code.startswith(_READING):
        return whole
    is_whole = finding.code in OF_WHOLE_SENTENCES  # it is found at its first word, and not after the one before
    for start, end, heads in _sentence(words, at + is_whole):
        found = _found(source, start, end, heads)
        if found and about == (found[0].code, found[0].message):
            return Excerpt(source, start, end, heads, is_alone=True)  # what is found behind it follows from it
    for start, end, heads in (*_item(source, at), (0, len(source.text), ())):
        found = _found(source, start, end, heads) if 0 <= start <= at else ()
        if about in ((one.code, one.message) for one in found):
            return Excerpt(source, start, end, heads, len(found) == 1)
    return whole


OF_WHOLE_SENTENCES: Final = ("E116", "E117", "E118")
"""Findings about a sentence that can be read, but whose words do not make a whole."""
_READING: Final = ("E1", "E4")
"""How the codes begin of what is found when a file is read."""


def readable_around(words: Words, at: int) -> Excerpt | None:
    """Return the sentence or the item with a place, if it can be read; None if neither can."""
    source = words.source
    for start, end, heads in (*_sentence(words, at), *_item(source, at)):
        if 0 <= start <= at < end and not _found(source, start, end, heads):
            return Excerpt(source, start, end, heads, is_alone=True)
    return None


def _sentence(words: Words, at: int) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    """Find the lines of the sentence around a place, if its block begins on an earlier line."""
    text = words.source.text
    start, end = words.line_around(place_of(words.source, at).start)
    depth = _depth(text, start)
    while end < len(text) and _depth(text, end + 1) > depth:
        _, end = words.line_around(end + 1)
    opened: list[int] = []
    for token in words.all:
        if token.start >= start:
            break
        if token.text == "{":
            opened.append(token.start)
        elif token.text == "}":
            opened[-1:] = []
    begins = zip((-1, *opened), opened, strict=False)
    heads = tuple(text[max(words.line_around(one)[0], before + 1) : one].strip() for before, one in begins)[1:]
    if opened and opened[-1] < start and text[start:end].count("{") == text[start:end].count("}"):
        yield start, end, heads


def _depth(text: str, start: int) -> int:
    """Return how many spaces a line begins with; a blank line and a `}` end what is before them."""
    line = re.compile(r"[ \t]*").match(text, start)
    after = text[line.end() : line.end() + 1] if line is not None else ""
    return line.end() - start if line is not None and after not in ("\n", "}", "") else -1


def _item(source: Source, at: int) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    """Find the section around a place, or another item of the file."""
    tops = list(_TOP.finditer(source.text))
    depth = min((len(one[1]) for one in tops), default=0)
    starts = [one.start() for one in tops if len(one[1]) == depth and _level(source.text[: one.start()]) == 1]
    end = min((one for one in starts if one > at), default=source.text.rstrip().rfind("}"))
    yield max((one for one in starts if one <= at), default=-1), end, ()


def _cut(source: Source, start: int, end: int, heads: tuple[str, ...]) -> tuple[str, int]:
    """Return a part of a file as a file of its own, and how much further back everything is in it."""
    if end - start == len(source.text):
        return source.text, 0
    head = _HEAD + "".join(f"{one} {{\n" for one in heads)
    return f"{head}{source.text[start:end]}\n{'}' * (len(heads) + 1)}\n", len(head) - start


def _found(source: Source, start: int, end: int, heads: tuple[str, ...]) -> tuple[Diagnostic, ...]:
    """Return what is wrong with how a part of a file is written, at its place in the file."""
    text, moved = _cut(source, start, end, heads)
    found = read.__wrapped__(Source(source.name, text)).found
    if not moved:
        return found
    last = len(source.text)
    spans = [source.span(min(one.span.start - moved, last), min(one.span.end - moved, last)) for one in found]
    return tuple(replace(one, span=span) for one, span in zip(found, spans, strict=True))
