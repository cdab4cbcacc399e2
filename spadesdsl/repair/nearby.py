"""Find the shipped rule of which the sentence for people says most of what an author said in prose."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from math import log, sqrt
from typing import TYPE_CHECKING, Final

from spadesdsl.frozen import Frozen
from spadesdsl.repair.concepts import concepts_of
from spadesdsl.repair.likely import shipped_sentences

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_LABEL: Final = re.compile(r'^(?P<head>[a-z]+ (?P<name>\w+)).* "(?P<label>[^"{}]+)"$')
_LONGEST: Final = 170
"""How many letters a rule may have that is shown within a message."""
_LEAST: Final = 0.57
"""How alike what two sentences say has to be."""
_FEWEST: Final = 3
"""How many concepts both have to have."""


class _Told(Frozen):
    """A rule with its sentence for people."""

    text: str
    file: str
    concepts: frozenset[str]


def told_alike(said: str, section: str) -> tuple[str, str] | None:
    """Return the rule that says nearly what a text says, and its file; None if none does."""
    rules, weights = _rules()
    wanted = concepts_of(said)
    best, most = None, _LEAST
    for one in rules.get(section, ()):
        shared = wanted & one.concepts
        if len(shared) < _FEWEST:
            continue
        sizes = (sum(weights.get(it, _UNKNOWN) for it in those) for those in (wanted, one.concepts))
        first, second = sizes
        alike = sum(weights[it] for it in shared) / sqrt(first * second)
        if alike > most:
            best, most = (one.text, one.file), alike
    return best


_UNKNOWN: Final = 3.0
"""How much a concept says that no shipped rule has."""


@cache
def _rules() -> tuple[Mapping[str, Sequence[_Told]], Mapping[str, float]]:
    """Return the rules that have a sentence for people, by section, and how much each concept says."""
    found: dict[str, list[_Told]] = {}
    counts: Counter[str] = Counter()
    for (section, _, whole), name in shipped_sentences().items():
        text = whole.removeprefix("replace ")
        label = _LABEL.match(text)
        if label is None or section in ("file", "example") or len(text) > _LONGEST:
            continue
        concepts = concepts_of(f"{label['label']} {label['name'].replace('_', ' ')}")
        found.setdefault(section, []).append(_Told(text, name, concepts))
        counts.update(concepts)
    total = sum(map(len, found.values()))
    return found, {one: log(total / number) for one, number in counts.items()}
