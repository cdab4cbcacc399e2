"""How likely a sentence is: how often the shipped files put its words after each other."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from functools import cache, lru_cache
from math import log
from typing import TYPE_CHECKING, Final

from spadesdsl.frozen import Frozen
from spadesdsl.resources import variant_names, variant_text
from spadesdsl.syntax.explaining import patterns
from spadesdsl.syntax.places import place_of, sentences_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from spadesdsl.diagnostics import Fix
    from spadesdsl.source import Source

_RARE: Final = 3
"""A name that fewer sentences have counts as a name, and not as itself."""
_THREE, _TWO, _ONE = 0.7, 0.25, 0.049
"""How much three words, two and one say of what comes next."""
_NEVER_SEEN: Final = 1e-6
_NUMBER, _CARD, _SEAT, _TEXT, _NAME = "1", "2C", "South", '""', "x"
_START: Final = "^"


class Likelihood(Frozen):
    """How often the shipped sentences have one word, two and three after each other."""

    ones: Mapping[str, int]
    twos: Mapping[str, Counter[str]]
    threes: Mapping[tuple[str, str], Counter[str]]
    total: int

    def known(self, word: str) -> str:
        """Return a word, or what kind of word it is if it is rare."""
        return word if word in self.ones else _NAME

    def cost(self, first: str, second: str, word: str) -> float:
        """Return how unlikely a word is after two others."""
        three, two = self.threes.get((first, second), _NONE), self.twos.get(second, _NONE)
        chance = _ONE * self.ones.get(word, 0) / self.total + _NEVER_SEEN
        chance += _TWO * two[word] / (two.total() + 2) + _THREE * three[word] / (three.total() + 1)
        return -log(chance)

    def costs(self, words: Sequence[str]) -> float:
        """Return how unlikely words are one after another."""
        known = [_START, _START, *(self.known(word) for word in words)]
        return sum(self.cost(*known[at : at + 3]) for at in range(len(known) - 2))

    def after(self, second: str) -> Sequence[str]:
        """Return the words that come after another, the most frequent first."""
        return [word for word, _ in self.twos.get(second, _NONE).most_common(_MOST_AFTER)]


_NONE: Final = Counter[str]()
_MOST_AFTER: Final = 60


@cache
def shipped_sentences() -> Mapping[tuple[str, str, str], str]:
    """Return the sentences of all shipped files by section, keyword and words, and for each the first file with it."""
    found: dict[tuple[str, str, str], str] = {}
    for name in variant_names():
        text = variant_text(name)
        for sentence in sentences_of("" if text is None else text[1]):
            found.setdefault(sentence, name)
    return found


@cache
def likelihood() -> Likelihood:
    """Count the words of all shipped sentences."""
    sentences = [(keyword, classes(whole)) for _, keyword, whole in shipped_sentences()]
    seen = Counter(word for _, words in sentences for word in words)
    ones: Counter[str] = Counter()
    twos: dict[str, Counter[str]] = defaultdict(Counter)
    threes: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for _, words in sentences:
        known = [_START, _START, *(word if seen[word] >= _RARE else _NAME for word in words)]
        for first, second, word in zip(known, known[1:], known[2:], strict=False):
            ones[word] += 1
            twos[second][word] += 1
            threes[first, second][word] += 1
    return Likelihood(ones, twos, threes, ones.total())


@cache
def _words() -> re.Pattern[str]:
    """Return a pattern for a word or sign; words that are always said together are one."""
    together = sorted((text for text in patterns().values() if " " in text), key=len, reverse=True)
    phrases = "|".join(re.sub(r"(?<=,) | ", r"\\s+", text) for text in together)
    return re.compile(
        rf'(?P<text>"(?:\\.|[^"\\\n])*")|#[^\n]*|(?P<one>(?:{phrases})\b)|(?P<card>(?:10|[2-9TJQKA])[A-Z]\b)'
        r"|(?P<number>\d+(?:\.\d+)?\b)|(?P<seat>[A-Z][a-z]\w*)|(?P<other>[A-Za-z_]\w*|[<>!]=|[^\s\w]|\w)"
    )


_KINDS: Final = {"text": _TEXT, "card": _CARD, "number": _NUMBER, "seat": _SEAT}
KINDS: Final = frozenset((*_KINDS.values(), _NAME))
"""What a template has in the place of words of a kind."""


@lru_cache(maxsize=1024)
def classes(text: str) -> tuple[str, ...]:
    """Return the words of a text, with numbers, cards, seats and texts as what they are."""
    found = ((one.lastgroup, one[0]) for one in _words().finditer(text) if one.lastgroup)
    return tuple(_KINDS.get(kind) or " ".join(word.split()) for kind, word in found)


def unlikely(source: Source, fix: Fix) -> float:
    """Return how unlikely the sentence is that a fix makes."""
    text = fix.applied(source.text)
    start = place_of(source, fix.edits[0].span.start + 1).start
    longer = len(text) - len(source.text)
    last = fix.edits[-1].span.end
    end = source.text.find("\n", last)
    stop = (len(source.text) if end < 0 else end) + longer
    return likelihood().costs(classes(text[min(start, fix.edits[0].span.start) : stop]))
