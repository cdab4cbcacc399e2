"""How likely a sentence is, by how often the shipped files put its words after each other.

Of theirs, the one that is most like the author's is the example to show when no fix is sure.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from itertools import islice
from math import log, sqrt
from typing import Final

from spadesdsl.diagnostics import Fix
from spadesdsl.frozen import Frozen
from spadesdsl.repair.bundled import name_in, with_parents
from spadesdsl.resources import variant_names, variant_text
from spadesdsl.source import Source
from spadesdsl.syntax.explaining import patterns
from spadesdsl.syntax.places import Place, place_of, sentences_of
from spadesdsl.syntax.sentences import Naming, form_of

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


_WORD: Final = re.compile(r'"(?:\\.|[^"\\\n])*"|#[^\n]*|[A-Za-z]+|\d+|[<>!=]=|[^\s\w]')
_OF_CARDS: Final = re.compile(r"\b(?:10|[2-9TJQKA])[A-Z]\b")
_OF_SEATS: Final = re.compile(r"\b[A-Z][a-z]+\b")
_LABEL: Final = re.compile(r'(?<=\S) "[^"]*"$')
_LONGEST: Final = 110
"""How many letters an example may have that is shown within a message."""
_LEAST: Final = 0.42
"""How alike a sentence has to be for the example to help."""
_FEWEST: Final = 2
"""More words than this have to be the same."""
_NEAR: Final = 2.0
"""How much more the words count that are in the clause of the mistake."""
_CLAUSES: Final = frozenset(("when", ":", "by", "during", "=", "until", "with", "expect"))
"""What begins another clause of a sentence."""


class _Idiom(Frozen):
    """A sentence of a shipped file."""

    text: str
    file: str
    words: frozenset[str]
    size: float
    """How much its words say in all."""


def written_so(source: Source, at: int) -> tuple[str, str] | None:
    """Return the shipped sentence that is most like the one at a place, and its file; None if none is like it."""
    place = place_of(source, at)
    own = _replaced(source, place)
    if own is not None:
        return own
    idioms, weights = _shipped()
    there = idioms.get((place.section, place.keyword), ())
    _, _, rest = source.text[at:].partition("\n")
    end = len(source.text) - len(rest) if rest else len(source.text)
    wanted = _wanted(source.text[place.start : at], source.text[at:end], weights)
    whole = sqrt(sum(wanted.values()))
    best, most = None, _LEAST
    for one in there:
        shared = one.words & wanted.keys()
        alike = sum(wanted[word] for word in shared) / (whole * one.size) if whole else 0.0
        if alike > most and len(shared) > _FEWEST and not one.text.endswith(":"):
            best, most = (one.text, one.file), alike
    return best


def _replaced(source: Source, place: Place) -> tuple[str, str] | None:
    """Return the sentence that one is to replace, and whose it is; None if there is none, or it is too long."""
    form = form_of(place.section, place.keyword) if place.section else None
    words = source.text[place.start :].split()[:3]
    if form is None or words[0] != "replace":
        return None
    begin = words[1 : 3 if form.naming in (Naming.NAME, Naming.WORD) else 2]
    for text in islice(with_parents(source.text), 1, None):
        for section, keyword, whole in sentences_of(text):
            said = whole.removeprefix("replace ")
            if (section, keyword) == (place.section, place.keyword) and said.split()[: len(begin)] == begin:
                shown = _LABEL.sub("", said)
                return (shown, name_in(text)) if len(shown) <= _LONGEST and not whole.startswith("drop") else None
    return None


def _wanted(before: str, after: str, weights: Mapping[str, float]) -> dict[str, float]:
    """Weigh the words of the author's sentence: those in the clause of the mistake count more."""
    found: dict[str, float] = {}
    clause: list[str] = []
    for word in _parts_said(before):
        clause = [] if word in _CLAUSES else [*clause, word]
        found[word] = weights.get(word, 0.0)
    for number, word in enumerate(_parts_said(after)):
        if number and word in _CLAUSES:
            break
        clause.append(word)
    for word in clause:
        found[word] = _NEAR * weights.get(word, 0.0)
    return found


def _parts_said(text: str) -> list[str]:
    """Return the words of a text, cards and numbers as what they are, and names in their parts."""
    plain = _OF_SEATS.sub("seat", _OF_CARDS.sub("card", text))
    found = [one for one in _WORD.findall(plain) if one[0] not in '"#']
    return ["number" if one.isdigit() else _stem(one) for one in found]


def _stem(word: str) -> str:
    return word[:-1] if len(word) > _SHORT and word.endswith("s") and not word.endswith("ss") else word


_SHORT: Final = 3


@cache
def _shipped() -> tuple[Mapping[tuple[str, str], tuple[_Idiom, ...]], Mapping[str, float]]:
    """Return the sentences of all shipped files by section and keyword, and how much each word says."""
    texts: dict[tuple[str, str], dict[str, str]] = {}
    for (section, keyword, whole), name in shipped_sentences().items():
        text = _LABEL.sub("", whole) if ": " in whole else whole
        if len(text) <= _LONGEST:
            texts.setdefault((section, keyword), {}).setdefault(text, name)
    words = {text: frozenset(_parts_said(text)) for found in texts.values() for text in found}
    counts: dict[str, int] = {}
    for one in words.values():
        for word in one:
            counts[word] = counts.get(word, 0) + 1
    weights = {word: log(len(words) / number) for word, number in counts.items()}
    idioms = {
        where: tuple(
            _Idiom(text, name, words[text], sqrt(sum(weights[word] for word in words[text])) or 1.0)
            for text, name in found.items()
        )
        for where, found in texts.items()
    }
    return idioms, weights
