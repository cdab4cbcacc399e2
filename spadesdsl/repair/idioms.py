"""How the shipped files write a sentence that is like one of the author's: the example to show when no fix is sure."""

from __future__ import annotations

import re
from functools import cache
from itertools import islice
from math import log, sqrt
from typing import TYPE_CHECKING, Final

from spadesdsl.frozen import Frozen
from spadesdsl.repair.bundled import name_in, with_parents
from spadesdsl.repair.likely import shipped_sentences
from spadesdsl.syntax.places import Place, place_of, sentences_of
from spadesdsl.syntax.sentences import Naming, form_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from spadesdsl.source import Source

_WORD: Final = re.compile(r'"(?:\\.|[^"\\\n])*"|#[^\n]*|[A-Za-z]+|\d+|[<>!=]=|[^\s\w]')
_CARD: Final = re.compile(r"\b(?:10|[2-9TJQKA])[A-Z]\b")
_SEAT: Final = re.compile(r"\b[A-Z][a-z]+\b")
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
        if alike > most and len(shared) > _FEWEST:
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
    for word in _words(before):
        clause = [] if word in _CLAUSES else [*clause, word]
        found[word] = weights.get(word, 0.0)
    for number, word in enumerate(_words(after)):
        if number and word in _CLAUSES:
            break
        clause.append(word)
    for word in clause:
        found[word] = _NEAR * weights.get(word, 0.0)
    return found


def _words(text: str) -> list[str]:
    """Return the words of a text, cards and numbers as what they are, and names in their parts."""
    plain = _SEAT.sub("seat", _CARD.sub("card", text))
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
    words = {text: frozenset(_words(text)) for found in texts.values() for text in found}
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
