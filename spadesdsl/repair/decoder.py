"""Find what a sentence was meant as: few slips away from what is written, readable, and as the shipped files say it.

A slip is what people do: a small word or sign missing, one too many, another one, two turned, or an English word for
that of the language. The parser says which of the changed sentences can be read. Of those the one comes first whose
slips are likely and whose words often come after each other (see `likely`).
"""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from heapq import heappop, heappush
from itertools import count, islice
from typing import TYPE_CHECKING, Final

from spadesdsl.diagnostics import Fix
from spadesdsl.frozen import dataclass, replace
from spadesdsl.repair.excerpt import trail_of
from spadesdsl.repair.fitting import between, too_many, turned, written
from spadesdsl.repair.likely import KINDS, classes, likelihood, unlikely
from spadesdsl.repair.synonyms import NEVER_MEANT
from spadesdsl.repair.text import changed, replaced
from spadesdsl.syntax.grammar import grammar
from spadesdsl.syntax.wordlist import NOUNS, RESERVED

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from spadesdsl.diagnostics import Diagnostic
    from spadesdsl.repair.excerpt import Excerpt, Trail
    from spadesdsl.repair.text import Words

_BACK: Final = 6
"""How many words before the one that does not fit may be the wrong ones."""
_BACK_AGAIN: Final = 2
"""How many of them once another word is changed."""
_MOST_SLIPS: Final = 3
_MOST_OPENED: Final = 10
"""How many sentences are changed further because they cannot be read yet."""
_MOST_WEIGHED: Final = 60
"""How many sentences that can be read are weighed."""
_MOST_PROPOSED: Final = 16
_FARTHEST, _FARTHEST_OF_MEANING = 8.5, 4.0
"""How unlikely the slips of a proposal may be; less so where the sentence can be read, and so much else would do."""
_AWAY: Final = 0.3
"""How much less likely a slip is one word further from where the sentence cannot be read."""

_WEIGHTY: Final = frozenset(
    (
        "^",
        "replace",
        "first",
        "next",
        "last",
        "not",
        "no",
        "never",
        "is not",
        "not in",
        "!=",
        "above",
        "below",
        "drop",
        "+",
        "-",
        "/",
    )
)
"""What changes what a sentence means, so that nobody knows whether it is missing or too many."""
_SIGN, _SMALL_WORD, _WORD = 1.0, 2.0, 4.0
"""How unlikely it is that something is forgotten."""
_EXTRA, _SLIP_OF_THE_PEN, _OTHER_SIGN, _OTHER_SMALL_WORD, _PHRASE, _OTHER_WORD, _TURNED = (
    4.0,
    1.0,
    2.0,
    3.0,
    6.0,
    9.0,
    4.0,
)
"""How unlikely it is that something else is written."""
_BRACKETS: Final = 2.0
_PAIRS: Final = {"(": ")", "[": "]"}
_BRACKET: Final = frozenset("()[]")
_ALIKE: Final = 0.7
SMALL: Final = RESERVED.union(NEVER_MEANT, ("on", "at", "in", "is", "of", "for", "while", "under", "into", "over"))
"""Words that hold a sentence together: one is easily written for another."""
_NEXT: Final = re.compile(r'"(?:\\.|[^"\\\n])*"|[A-Za-z_]\w*|\d+(?:\.\d+)?\w*|[<>!=]=|\S|$')


@dataclass(frozen=True, slots=True)
class Slip:
    """Something else written from one place of a text to another."""

    start: int
    end: int
    text: str
    cost: float
    """How unlikely it is that people write so."""


@dataclass(frozen=True, slots=True)
class _Point:
    """A place of the sentence that the parser has reached."""

    at: int
    states: tuple[int, ...]
    before: tuple[str, str]
    """The last two words, as the likelihood knows them."""


@dataclass(frozen=True, slots=True)
class _Try:
    """A changed sentence as far as it can be read."""

    cost: float
    slips: tuple[Slip, ...]
    points: tuple[_Point, ...]
    """The places since the last change; after the last one it cannot be read on, if it is not at the end."""


def meant(words: Words, finding: Diagnostic, excerpt: Excerpt, said: Sequence[Slip]) -> Iterator[Fix]:
    """Propose the likeliest sentences that can be read.

    Args:
        words: The file.
        finding: What is wrong.
        excerpt: The part of the file around it.
        said: What people say for something, in the words of the file.
    """
    source, moved = words.source, trail_of(excerpt).moved
    found: dict[str, Fix] = {}
    for slips in islice(_Search(excerpt, finding, said).found(), _MOST_WEIGHED):
        fix = _fix(words, slips, moved)
        fix = fix if finding.code.startswith("E1") else replace(fix, cause="")
        text = fix.applied(source.text)
        if text not in found and text != source.text:
            far = sum(one.cost for one in slips)
            found[text] = replace(fix, is_likely=False, choice="meant", cost=far + unlikely(source, fix))
    yield from islice(sorted(found.values(), key=lambda one: one.cost), _MOST_PROPOSED)


class _Search:
    """The search for the sentence that was meant, from the likeliest slips on."""

    def __init__(self, excerpt: Excerpt, finding: Diagnostic, said: Sequence[Slip]) -> None:
        trail = trail_of(excerpt)
        self.text, self.grammar, self.likely = trail.text, grammar(), likelihood()
        moved = trail.moved
        self.said = [replace(one, start=one.start + moved, end=one.end + moved) for one in said]
        line_end = trail.text.find("\n", finding.span.end + moved)
        self.stop = len(trail.text) if excerpt.is_alone or line_end < 0 else line_end
        """Where a sentence counts as read."""
        is_read = not finding.span.start + moved <= trail.stop <= finding.span.end + moved
        last = finding.span.end + moved if is_read else trail.stop
        self.farthest = _FARTHEST if finding.code.startswith("E1") else _FARTHEST_OF_MEANING
        self.points = tuple(self._point(trail, at) for at in [at for at in trail.starts if at <= last][-_BACK - 1 :])

    def _point(self, trail: Trail, at: int) -> _Point:
        first, second = (self.likely.known(one) for one in ("", "", *classes(trail.text[:at]))[-2:])
        return _Point(at, tuple(trail.points[at].states), (first, second))

    def found(self) -> Iterator[tuple[Slip, ...]]:
        """Yield the slips of sentences that can be read."""
        begun = _Try(0.0, (), self.points)
        number, seen = count(1), set[tuple[Slip, ...]]()
        waiting, opened = [(0.0, 0, begun)], 0
        while waiting and opened < _MOST_OPENED:
            _, _, one = heappop(waiting)
            opened += 1
            for more in self._changed(one):
                if more.slips in seen:
                    continue
                seen.add(more.slips)
                if self.grammar.after_space(self.text, more.points[-1].at) >= self.stop:
                    yield more.slips
                elif len(more.slips) < _MOST_SLIPS:
                    heappush(waiting, (more.cost, next(number), more))

    def _changed(self, one: _Try) -> Iterator[_Try]:
        """Yield a sentence with one more change."""
        far = sum(slip.cost for slip in one.slips)
        back = _BACK_AGAIN if one.slips else _BACK
        for away, point in enumerate(reversed(one.points[-back - 1 :])):
            for slip in self._slips(point):
                away_slip = replace(slip, cost=slip.cost + away * _AWAY)
                if far + away_slip.cost <= self.farthest:
                    more = self._continued(one, point, away_slip)
                    if more is not None:
                        yield more

    def _continued(self, one: _Try, point: _Point, slip: Slip) -> _Try | None:
        """Read on after a change; None if what it writes does not fit."""
        written = self._read(point, f"{slip.text} ", 0, len(slip.text)) if slip.text else [point]
        if not written or (slip.text and written[-1].at < len(slip.text)):
            return None
        first = _Point(slip.end, written[-1].states, written[-1].before)
        points = (first, *self._read(first, self.text, slip.end, self.stop))
        word = self._word(slip.end)[0]
        after = classes(word)
        cost = self.likely.cost(*first.before, self.likely.known(after[0])) if after else 0.0
        cost += sum(
            self.likely.cost(*before.before, now.before[-1]) for before, now in zip([point], written, strict=False)
        )
        return _Try(one.cost + slip.cost + cost, (*one.slips, slip), points)

    def _read(self, point: _Point, text: str, at: int, end: int) -> list[_Point]:
        """Read words of a text up to a place, or to the first that does not fit; a point after each."""
        found: list[_Point] = []
        states, before = point.states, point.before
        while (at := self.grammar.after_space(text, at)) < end:
            lexed = self.grammar.word(text, at, self.grammar.states[states[-1]])
            shifted = None if lexed is None else self.grammar.shifted(states, lexed[0])
            if lexed is None or shifted is None or (lexed[0] == "NAME" and text[at : lexed[1]] in RESERVED):
                break
            states = shifted
            for word in classes(text[at : lexed[1]]):
                before = (before[1], self.likely.known(word))
            at = lexed[1]
            found.append(_Point(at, states, before))
        return found

    def _word(self, at: int) -> tuple[str, int, int]:
        """Return the author's word at or after a place, and where it begins and ends."""
        start = self.grammar.after_space(self.text, at)
        found = _NEXT.match(self.text, start)
        word = "" if found is None else found[0]
        return word, start, start + len(word)

    def _slips(self, point: _Point) -> Iterator[Slip]:
        """Return what may be written otherwise at a place."""
        word, start, end = self._word(point.at)
        yield from (said for said in self.said if said.start == start)
        is_kept = not word or word[0].isdigit() or word[0] in '"{}' or word in _WEIGHTY or classes(word) == ("2C",)
        taken = frozenset(
            one for one in self.grammar.states[point.states[-1]] if self.grammar.shifted(point.states, one)
        )
        for text in dict.fromkeys((*self.likely.after(point.before[-1]), *written(taken))):
            if text in KINDS or text in _WEIGHTY or text in ("{", "}", ".", word):
                continue
            if text != "(" or point.before[-1] in SMALL:  # after a name it would begin what the name is asked
                yield Slip(start, start, text, _cost_of_missing(text))
            if not is_kept and word[0].isalnum() == text[0].isalnum():
                yield Slip(start, end, text, _cost_of_other(word, text))
        if is_kept:
            return
        if word in NEVER_MEANT or not word[0].isalnum():
            yield Slip(start, end, "", _EXTRA)
        if word in _PAIRS and (closing := self.text.find(_PAIRS[word], end, self.stop)) > 0:
            yield Slip(start, closing + 1, self.text[end:closing].strip(), _BRACKETS)
        after, begin, stop = self._word(end)
        if after and word[0].isalnum() and after[0].isalnum() and "\n" not in self.text[end:begin]:
            yield Slip(start, stop, f"{after}{self.text[end:begin]}{word}", _TURNED)


def _cost_of_missing(text: str) -> float:
    if not text[0].isalpha():
        return _SIGN
    return _SMALL_WORD if text in SMALL and text not in NOUNS else _WORD


def _cost_of_other(word: str, text: str) -> float:
    if word[0] == text[0] and SequenceMatcher(None, word, text).ratio() > _ALIKE:
        return _SLIP_OF_THE_PEN
    if not word[0].isalnum() and not text[-1].isalnum():
        return _OTHER_SIGN if (word in _BRACKET) == (text in _BRACKET) else _OTHER_WORD
    if " " in text and word not in SMALL:
        return _PHRASE
    return _OTHER_SMALL_WORD if word in SMALL and (text in SMALL or " " in text) else _OTHER_WORD


def _fix(words: Words, slips: tuple[Slip, ...], moved: int) -> Fix:
    """Write slips as a fix: one as it is, several as what the line becomes."""
    fixes = [_of_slip(words, slip.start - moved, slip.end - moved, slip.text) for slip in slips]
    if len(fixes) == 1:
        return fixes[0]
    edits = sorted((edit for fix in fixes for edit in fix.edits), key=lambda edit: edit.span.start)
    return changed(words.source, Fix(tuple(edits), "").applied(words.source.text), "")


def _of_slip(words: Words, start: int, end: int, text: str) -> Fix:
    number = words.at(start)
    before, token, after = (words.get(number + one) for one in (-1, 0, 1))
    if start == end and before is not None and token is not None:
        return between(words, before, token, text)
    if token is not None and not text:
        return too_many(words, token)
    if token is not None and after is not None and after.end == end and text.startswith(after.text):
        return turned(words, token, after)
    old = " ".join(words.source.text[start:end].split())
    return replaced(words.source, start, end, text, f"There is `{old}` where `{text}` belongs.")
