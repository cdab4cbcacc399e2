"""Find what a sentence was meant as: few slips away from what is written, readable, and as the shipped files say it.

A slip is what people do: a small word or sign missing, one too many, another one, two turned, or an English word for
that of the language. The parser says which of the changed sentences can be read. Of those the one comes first whose
slips are likely and whose words often come after each other (see `likely`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from heapq import heappop, heappush
from itertools import count, islice
from typing import Final

from spadesdsl.diagnostics import Diagnostic, Fix
from spadesdsl.frozen import Frozen, replace
from spadesdsl.repair.bundled import declared, rules_of
from spadesdsl.repair.excerpt import OF_WHOLE_SENTENCES, Excerpt, Trail, trail_of
from spadesdsl.repair.likely import classes, likelihood, unlikely
from spadesdsl.repair.slips import CONFUSED, MIXED_UP, NEXT, PAIRS, Slip, cost_of_spelling, fix_of
from spadesdsl.repair.synonyms import NEVER_MEANT
from spadesdsl.repair.text import Words
from spadesdsl.resources import variant_names
from spadesdsl.rules.operations import GLOBALS, PROPERTIES
from spadesdsl.syntax.explaining import patterns
from spadesdsl.syntax.grammar import grammar
from spadesdsl.syntax.places import place_of
from spadesdsl.syntax.sentences import FORMS, KEYWORDS
from spadesdsl.syntax.wordlist import NOUNS, RESERVED
from spadesdsl.words import NUMBERS

_BACK: Final = 6
"""How many words before the one that does not fit may be the wrong ones."""
_BACK_IN_ALL: Final = 40
"""How many words of a sentence that can be read may be the wrong ones."""
_BACK_FROM_FINDING: Final = 3
"""How many words up to the one that does not fit are looked at, if the sentence can be read on for a while."""
_BACK_AGAIN: Final = 2
"""How many of them once another word is changed."""
_BACK_TO_SAME: Final = 4
"""How many words before the one that does not fit a slip is made again."""
_MOST_SLIPS: Final = 3
_MOST_OPENED: Final = 24
"""How many sentences are changed further because they cannot be read yet."""
_MOST_WEIGHED: Final = 60
"""How many sentences that can be read are weighed."""
_MOST_PROPOSED: Final = 16
_FARTHEST, _FARTHEST_OF_SEVERAL, _FARTHEST_OF_MEANING = 8.5, 6.0, 4.0
"""How unlikely the slips of a proposal may be; less so where the sentence can be read, and so much else would do."""
_SLIPS_WEIGH: Final = 1.5
"""How much more the slips count than how likely the sentence is."""
_ANOTHER: Final = 4.0
"""How unlikely a further slip is."""
_SURELY: Final = 8.0
"""How much likelier than all others a sentence is that is meant whatever else is wrong with the file."""
_AWAY, _FAR = 0.3, 4.0
"""How much less likely a slip is one word further from where the sentence cannot be read; and a missing bracket."""

_WEIGHTY: Final = frozenset((
    "^", "!", "replace", "first", "next", "last", "not", "no", "never", "is not", "not in", "!=", "above", "below",
    "drop", "+", "-", "/", "highest", "lowest", "most", "least", "random", "some", "every",
))  # fmt: skip
"""What changes what a sentence means, so that nobody knows whether it is missing or too many."""
_SIGN, _SMALL_WORD, _WORD = 1.0, 2.0, 5.5
"""How unlikely it is that something is forgotten."""
_BRACKETS, _EXTRA, _TURNED, _UNKNOWN = 3.0, 4.5, 3.0, 6.0
"""How unlikely it is that something else is written, other than a slip of the pen."""
SMALL: Final = RESERVED.union(NEVER_MEANT, ("on", "at", "in", "is", "of", "for", "while", "under", "into", "over"))
"""Words that hold a sentence together: one is easily written for another."""


class _Point(Frozen):
    """A place of the sentence that the parser has reached."""

    at: int
    states: tuple[int, ...]
    before: tuple[str, str]
    """The last two words, as the likelihood knows them."""


class _Try(Frozen):
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
    read: list[set[Slip]] = []
    readable = islice(_Search(excerpt, finding, said).found(), _MOST_WEIGHED)
    for slips in sorted(readable, key=len):
        text = trail_of(excerpt).text
        old = {(one.end, text[one.start : one.end]) for one in slips if one.end > one.start}
        if any((len(text[: one.start].rstrip()), one.text) in old for one in slips if one.start == one.end):
            continue  # a word is written before a sign, and the sign again: too bold a guess
        fix = fix_of(words, slips, moved)
        fix = fix if finding.code.startswith("E1") else replace(fix, cause="")
        text = fix.applied(source.text)
        if any(fewer < set(slips) for fewer in read):
            continue  # without the rest it can be read, too
        read.append(set(slips))
        is_missing = slips[0].start == slips[0].end and slips[0].text not in (":", "=", ")")
        if not excerpt.is_alone and (len(slips) > 1 or is_missing):
            continue  # what is wrong beside it makes this too bold a guess
        if text not in found and text != source.text:
            far = sum(one.cost for one in slips)
            found[text] = replace(
                fix, choice="meant", cost=_SLIPS_WEIGH * far + _ANOTHER * len(set(slips)) + unlikely(source, fix)
            )
    first, *others = sorted(found.values(), key=lambda one: one.cost)[:_MOST_PROPOSED] or (None,)
    if first is not None:
        is_sure = len(others) > 0 and others[0].cost > first.cost + _SURELY
        yield replace(first, is_likely=first.is_likely or is_sure)
    yield from others


class _Search:
    """The search for the sentence that was meant, from the likeliest slips on."""

    def __init__(self, excerpt: Excerpt, finding: Diagnostic, said: Sequence[Slip]) -> None:
        trail = trail_of(excerpt)
        self.text, self.grammar, self.likely = trail.text, grammar(), likelihood()
        moved = trail.moved
        self.names = sorted(declared(excerpt.source.text).union(NOUNS, KEYWORDS))
        names = [name for _, name in (*rules_of(excerpt.source.text), *PROPERTIES)]
        names += variant_names()
        self.own = {*self.names, *names, *GLOBALS}
        names += (word for word, number in self.likely.ones.items() if number >= _OFTEN)
        self.known = RESERVED.union(self.names, names, GLOBALS, *(text.split() for text in patterns().values()))
        self.said = [replace(one, start=one.start + moved, end=one.end + moved) for one in said]
        line_end = trail.text.find("\n", finding.span.end + moved)
        self.stop = len(trail.text) if excerpt.is_alone or line_end < 0 else line_end
        """Where a sentence counts as read."""
        is_read = trail.stop >= len(trail.text)
        is_whole = finding.code in OF_WHOLE_SENTENCES
        last = finding.span.end + moved if is_read and not is_whole else trail.stop
        back = _BACK_IN_ALL if is_whole else _BACK
        self.is_form = finding.code.startswith("E1")
        self.is_move = place_of(excerpt.source, finding.span.start).keyword in ("may", "choose", "give", "show", "pass")
        self.farthest = _FARTHEST if self.is_form else _FARTHEST_OF_MEANING
        read = [at for at in trail.starts if at <= last]
        start = finding.span.start + moved
        is_first = trail.text[:start].rstrip(" ")[-1:] in ("\n", "{", "}")
        near = [at for at in read if at <= start][-1 if is_first else -_BACK_FROM_FINDING :]
        found = [at for at in near if at not in read[-back - 1 :]] if near[-1:] == [start] else []
        self.points = tuple(self._point(trail, at) for at in (*found, *read[-back - 1 :]))
        self.slips: dict[_Point, tuple[Slip, ...]] = {}
        """What may be written otherwise at each point that was looked at."""

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
            read: list[_Try] = []
            for more in self._changed(one):
                if more.slips in seen:
                    continue
                seen.add(more.slips)
                if self.grammar.after_space(self.text, more.points[-1].at) >= self.stop:
                    read.append(more)
                elif len({slip.text for slip in more.slips}) < _MOST_SLIPS:
                    heappush(waiting, (more.cost, next(number), more))
            yield from (more.slips for more in sorted(read, key=lambda more: more.cost))

    def _changed(self, one: _Try) -> Iterator[_Try]:
        """Yield a sentence with one more change."""
        far = sum(slip.cost for slip in one.slips)
        for away, point in enumerate(reversed(one.points[-_BACK_AGAIN - 1 :] if one.slips else one.points)):
            if point not in self.slips:
                self.slips[point] = tuple(self._slips(point))
            for slip in self.slips[point]:
                cost = slip.cost + away * (_FAR if slip.text == ")" else _AWAY)
                if far + cost <= (_FARTHEST_OF_SEVERAL if one.slips else self.farthest):
                    more = self._continued(one, point, replace(slip, cost=cost) if away else slip)
                    if more is not None:
                        yield more

    def _continued(self, one: _Try, point: _Point, slip: Slip) -> _Try | None:
        """Read on after a change, and make it again where the same word does not fit; None if it never fits."""
        old = self.text[slip.start : slip.end]
        slips, points, cost = [slip], self._after(point, slip), slip.cost
        while points and points[-1].at < self.stop and (old.strip() or slip.text == ","):
            same = next((one for one in reversed(points[-_BACK_TO_SAME:]) if self._begins(one, old)), None)
            if same is None:
                break
            _, start, end = self._word(same.at)
            again = replace(slip, start=start, end=end if old.strip() else start)
            more = self._after(same, again)
            if not more or more[-1].at <= points[-1].at:
                break
            slips, points = [*slips, again], [*points[: points.index(same) + 1], *more]
        if not points:
            return None
        after = classes(self._word(slip.end)[0])
        first = points[0]
        cost += self.likely.cost(*first.before, self.likely.known(after[0])) if after else 0.0
        if slip.text:
            cost += self.likely.cost(*point.before, first.before[-1])
        return _Try(one.cost + cost, (*one.slips, *slips), tuple(points))

    def _begins(self, point: _Point, old: str) -> bool:
        """Tell whether a word is the one that was changed before; any is where something is missing."""
        return not old.strip() or self._word(point.at)[0] == old

    def _after(self, point: _Point, slip: Slip) -> list[_Point]:
        """Read on after one change; nothing if what it writes does not fit."""
        written = self._read(point, f"{slip.text} ", 0, len(slip.text)) if slip.text else [point]
        if slip.text and (not written or written[-1].at < len(slip.text)):
            return self._after_both(point, slip)
        first = _Point(slip.end, written[-1].states, written[-1].before)
        found = [first, *self._read(first, self.text, slip.end, self.stop)]
        return found if len(found) > 1 else self._after_both(point, slip) or found

    def _after_both(self, point: _Point, slip: Slip) -> list[_Point]:
        """Read on after words the last of which is one with those after it, as `wins` in `wins the trick`."""
        if " " not in slip.text or slip.end == slip.start:
            return []
        longer = len(slip.text) - slip.end
        found = self._read(point, slip.text + self.text[slip.end : self.stop], 0, self.stop + longer)
        return [replace(one, at=one.at - longer) for one in found if one.at > len(slip.text)]

    def _read(self, point: _Point, text: str, at: int, end: int) -> list[_Point]:
        """Read words of a text up to a place, or to the first that does not fit; a point after each."""
        found: list[_Point] = []
        states, before = point.states, point.before
        while (at := self.grammar.after_space(text, at)) < end:
            lexed = self.grammar.word(text, at, self.grammar.states[states[-1]])
            shifted = None if lexed is None else self.grammar.shifted(states, lexed[0])
            if lexed is None or shifted is None or (lexed[0] == "NAME" and text[at : lexed[1]] in _NO_NAMES):
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
        found = NEXT.match(self.text, start)
        word = "" if found is None else found[0]
        return word, start, start + len(word)

    def _slips(self, point: _Point) -> Iterator[Slip]:
        """Return what may be written otherwise at a place."""
        word, start, end = self._word(point.at)
        yield from (said for said in self.said if said.start == start)
        taken = frozenset(
            one for one in self.grammar.states[point.states[-1]] if self.grammar.shifted(point.states, one)
        )
        texts = _written(taken)
        if "RELATION" in taken:
            texts = (*(text for text in texts if text != "="), self._comparison(point, word))
        for text in texts:
            is_other = text.endswith("else") and (not self.is_form or self.is_move)
            if (
                text not in _NEVER_MISSING
                and not is_other
                and text not in (word, point.before[-1])
                and _may_be_missing(text, point.before[-1], word)
            ):
                is_line = text in _LINES and not self._before(start)
                yield Slip(start, start, text, _SMALL_WORD if is_line else _cost_of_missing(text))
        after, begin, stop = self._word(end)
        is_last = word == "{" and "\n" in self.text[stop : self._word(stop)[1]]
        if after and "\n" not in self.text[end:begin] and ('"' in (word[:1], after[:1]) or is_last):
            yield Slip(start, stop, f"{after}{self.text[end:begin]}{word}", _TURNED)
        if not word or word in "{}" or word[0] in '"':
            return
        before = len(self.text[:start].rstrip())
        if "_DOT" in taken and before < start and word[0].isalpha() and "\n" not in self.text[before:start]:
            yield Slip(before, start, ".", _SMALL_WORD)
        if word == "else":
            texts = tuple(one for one in texts if one != _ALSO[word])  # what else, only the author knows
        yield from self._misspelt(word, start, end, (*texts, *(self.names if "NAME" in taken else ())))
        for rank, text in enumerate(CONFUSED.get(word, ())):
            is_name = "NAME" in taken and text[0].isalpha() and not word[0].isalnum() and text not in texts
            if text not in ("{", "}") and not is_name and (word not in "+-/" or self.text[start : end + 1] == "- "):
                yield Slip(start, end, text, MIXED_UP + rank / 2 + (_TURNED if word in _WEIGHTY else 0))
        yield from self._left_out(point, word, start, end)
        if after and after[0] not in '{}+-*/"' and word not in "+-*/" and "\n" not in self.text[end:begin]:
            gap = "" if word in ":," else self.text[end:begin]
            yield Slip(start, stop, f"{after}{gap}{word}", _TURNED)

    def _before(self, at: int) -> str:
        """Return what is before a place on its line."""
        return self.text[self.text.rfind("\n", 0, at) + 1 : at].strip()

    def _comparison(self, point: _Point, word: str) -> str:
        """Return how shipped sentences compare what is before a place with what is after it."""
        after = [self.likely.known(one) for one in classes(word)][:1] or [""]

        def unlikely_here(sign: str) -> float:
            return self.likely.cost(*point.before, sign) + self.likely.cost(point.before[-1], sign, after[0])

        return min(("=", "<=" if word == "-" else ">="), key=unlikely_here)  # nobody leaves out which way

    def _misspelt(self, word: str, start: int, end: int, texts: Iterable[str]) -> Iterator[Slip]:
        """Return words that are spelt nearly so, small words for others, and signs for others."""
        texts = tuple(texts)
        for text in [one for one in texts if one != word and one.lower() == word.lower()] or texts:
            if text == word:
                continue
            if text.startswith(", ") and self.text.startswith(text.removeprefix(", "), start):
                yield Slip(start, start + len(text) - len(", "), text, _SIGN)
            if text.startswith(", ") and word == "," and self.is_form:
                yield Slip(start, end, text, _SMALL_WORD)
            if word[0].isalpha() and text != word in text.split():
                yield Slip(start, end, text, _SMALL_WORD)
            if text.startswith(", ") and word in _SEPARATORS:
                said, stop = "", end
                for _ in text.split()[1:]:
                    more, _, stop = self._word(stop)
                    said = f"{said} {more}".strip()
                cost = cost_of_spelling(said, text.removeprefix(", "))
                more, _, end_of_first = self._word(end)
                if f", {more}" == text.rpartition(" ")[0]:
                    yield Slip(start, end_of_first, text, _SMALL_WORD)
                if cost is not None:
                    yield Slip(start, stop, text, MIXED_UP if said == text.removeprefix(", ") else cost)
            if not word[0].isalpha() or not text[0].isalpha():
                if {word, text} <= _SEPARATORS:
                    yield Slip(start, end, text, _BRACKETS)
                continue
            said, stop = word, end
            for _ in range(text.count(" ")):
                more, begin, stop = self._word(stop)
                said = f"{said} {more}" if begin < self.stop else ""
            cost = cost_of_spelling(said, text)
            if cost is not None:
                yield Slip(start, stop, text, cost + (MIXED_UP if said in self.known else 0))
            elif {word, text} <= _BETWEEN:
                yield Slip(start, end, text, _TURNED)
            more, _, stop = self._word(stop)
            if said != word and f"{word} {more}" == text:
                yield Slip(start, stop, f"{text} {said.removeprefix(f'{word} ')}", _TURNED)

    def _left_out(self, point: _Point, word: str, start: int, end: int) -> Iterator[Slip]:
        """Return what may be too many: a small word or a sign, brackets."""
        if word in PAIRS:
            depth, closing = 0, end
            for closing in range(start, min(self.stop, len(self.text))):
                depth += {word: 1, PAIRS[word]: -1}.get(self.text[closing], 0)
                if depth == 0:
                    break
            inner = self.text[end:closing].strip()
            if depth == 0 and "\n" not in inner:
                yield Slip(start, closing + 1, inner, _BRACKETS)
                if inner and word == "[":
                    yield Slip(start, closing + 1, f"({inner})", _BRACKETS)
        is_small = (not word[0].isalnum() and word not in "*/") or (word in NEVER_MEANT and word not in self.own)
        is_power = "**" in self.text[start - 1 : end + 1]
        is_spare = word in _SPARE and (word, point.before[-1]) != ("and", "2C")
        # `from of dealer` lacks a side, and `>:` is another sign.
        is_half = self.text[:start].endswith(("<", ">", "!"))
        is_half |= word == "of" and point.before[-1] in ("from", "to", "by")
        is_hour = word == ":" and self.text[start - 1].isdigit() and self.text[end].isdigit()
        if is_small and not is_hour and not is_power and not is_half and word not in _WEIGHTY and word not in PAIRS:
            yield Slip(start, end, "", _EXTRA)
        elif is_spare or (word.islower() and word.isalpha() and word not in self.known | _TELLING):
            yield Slip(start, end, "", _UNKNOWN)


_CONNECTIVES: Final = frozenset((
    "of", "from", "to", "by", "each", "when", "for", "then", "else", "in", "is", "with", "has", "over", "at", "as",
    "and", "until", "where", "holds", "face", "up", "down", "once", "did", "0",
))  # fmt: skip
"""Words that English leaves out, or that are forgotten, though the sentence says the same without them."""
_LINES: Final = ("expect", "given", "note", "about", "source", "example")
"""Words that begin a line, and are left out there."""
_TELLING_MUCH: Final = frozenset((
    "play on", "not looked", "not asked", "deals next", "next deal", "leads", "lacks", "broke", "wins", "won", "took",
    "yes", "others", "final", "above all", "below all", "best score", "reset", "in no suit", "before looking",
    "illegal", "before each", "after each", "any time during", "as a new deal", "losing the rest", "of the table",
    "wins the trick", "win tricks", "plays for", "comparing", "trick equal",
))  # fmt: skip
"""Set phrases without which nobody knows that they were meant."""
_NEVER_MISSING: Final = _WEIGHTY.union(KEYWORDS, _TELLING_MUCH, ("{", "}", ".", "[")).difference(("set", *_LINES))
_TELLING: Final = frozenset((
    *NUMBERS, "somebody", "someone", "anybody", "anyone", "everybody", "everyone", "others", "other",
    "both", "only", "all", "unless", "except", "without", "twice", "again", "double", "half", "always", "but",
))  # fmt: skip
"""Words that the language does not know, and that say too much to be left out."""
_OFTEN: Final = 12
"""A word that so many shipped sentences have is not one too many."""
_SPARE: Final = frozenset(("on", "at", "as", "then", "and"))
"""Words of the language that are too many where the sentence says the same without them."""
_NO_NAMES: Final = RESERVED.difference(word for form in FORMS for word in (form.keyword, *form.words))
"""Words of the language that begin no sentence and name none."""
_BETWEEN: Final = frozenset(
    ("of", "from", "to", "in", "on", "at", "by", "for", "over", "with", "as", "is", "has", "did", "during")
)
_SEPARATORS: Final = frozenset((":", "=", ",", ";"))


@cache
def _written(accepted: frozenset[str]) -> tuple[str, ...]:
    """Return how terminals are written, as far as there is one way."""
    found = {patterns()[name] for name in accepted if name in patterns()}
    return tuple(sorted(found.union(_ALSO[one] for one in _ALSO if one in found)))


_ALSO: Final = {"else": "else 0", "face up": "face down"}


def _may_be_missing(text: str, before: str, word: str) -> bool:
    """Tell whether a word or sign may be missing between two others."""
    if text == "(":
        return before in SMALL or word == "if"  # after a name it would begin what the name is asked
    is_points = word in ("score", "subtotal", "behind")
    return text != "*" or (before in ("1", ")") and word[:1].isalpha() and not is_points) or word == "("


def _cost_of_missing(text: str) -> float:
    if not text[0].isalpha():
        return _SIGN
    return _SMALL_WORD if _CONNECTIVES.issuperset(text.split()) else _WORD
