"""Find the shipped rule that says most of what an author said in prose."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from math import log, sqrt
from typing import TYPE_CHECKING, Final

from spadesdsl.frozen import Frozen
from spadesdsl.repair.bundled import game_of, is_pack, name_in, with_parents
from spadesdsl.repair.concepts import concepts_of
from spadesdsl.repair.likely import shipped_sentences
from spadesdsl.syntax.places import sentences_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_LONGEST: Final = 170
"""How many letters a rule may have that is shown within a message."""
_LEAST: Final = 0.46
"""How alike what two sentences say has to be."""
_LEAST_OF_ANOTHER: Final = 0.38
"""And of a rule of another kind."""
_OWN, _OF_KIND, _OF_PACK = 1.5, 1.3, 1.1
"""How much likelier a rule of the game itself is meant, one of the kind that is said, and one of a pack for it."""
_OF_OPTION: Final = 3
"""How many things an option's sentence and prose must both say."""
_UNKNOWN: Final = 3.0
"""How much a concept says that no shipped rule has."""
_NOT_SHOWN: Final = (
    "let",
    "drop",
    "source",
    "note",
    "zone",
    "version",
    "about",
    "language",
    "preset",
    "set",
    "include",
)
"""Sentences that are no rules, or say nothing that people would say as a rule."""
_OPTION: Final = re.compile(r'option (\w+) = .*"([^"]+)"$')


class _Told(Frozen):
    """A rule or an option of a shipped file."""

    section: str
    keyword: str
    text: str
    file: str
    concepts: frozenset[str]
    size: float
    """How much its concepts say in all."""


def told_alike(said: str, section: str, kind: str, text: str) -> str:
    """Say which shipped rule says nearly what prose says, and what to do with it; nothing if none does.

    Args:
        said: The prose.
        section: The table of sentences of its section.
        kind: The keyword that it is likely about.
        text: The file.
    """
    rules, weights = _rules()
    parents = list(with_parents(text))[1:]
    own = {whole.removeprefix("replace "): name_in(one) for one in parents for *_, whole in sentences_of(one) if whole}
    games = set(own.values())
    wanted = concepts_of(said[:1].lower() + said[1:])
    size = sum(weights.get(it, _UNKNOWN) for it in wanted)
    best, most = None, 0.0
    for one in rules:
        is_option = one.keyword == "option"
        is_here = one.section in (section, "bid" if section == "phase" else section)
        shared = wanted & one.concepts if (one.text in own if is_option else is_here) else frozenset[str]()
        if len(shared) < (_OF_OPTION if is_option else 1):
            continue
        alike = sum(weights[it] for it in shared) / sqrt(size * one.size)
        if one.keyword != kind and alike < _LEAST_OF_ANOTHER:
            continue
        alike *= _OWN if one.text in own else _OF_PACK if is_pack(one.file) and game_of(one.file) in games else 1
        alike *= _OF_KIND if is_option or one.keyword == kind else 1
        if alike > most and (alike > _LEAST or one.keyword == kind):
            best, most = one, alike
    alone = [one for one in rules if one.text in own and (one.section, one.keyword) == (section, kind)]
    best = alone[0] if len(alone) == 1 and most <= _LEAST else best
    if best is None:
        return ""
    option = _OPTION.match(best.text)
    if option is not None:
        return f"`{own[best.text]}` has an option for that, `set {option[1]} = …`: {option[2]}"
    if best.text in own:
        return f"`{own[best.text]}` has `{best.text}`: to change that, write `replace` before it"
    if most <= _LEAST:
        return f"another such rule is `{best.text}` in `{best.file}`"
    if is_pack(best.file) and game_of(best.file) in games:
        return f"the nearest rule is `{best.text}` in the pack `{best.file}`"
    return f"the nearest shipped rule is `{best.text}` in `{best.file}`"


@cache
def _rules() -> tuple[Sequence[_Told], Mapping[str, float]]:
    """Return the rules and options of all shipped files, and how much each concept says."""
    found: dict[tuple[str, str, str], tuple[str, frozenset[str]]] = {}
    counts: Counter[str] = Counter()
    for (section, keyword, whole), name in shipped_sentences().items():
        text = whole.removeprefix("replace ")
        is_rule = section not in ("file", "example") or _OPTION.match(text)
        is_whole = (keyword != "score" or ":" in text) and text[-1:] != ":"  # not one with cases
        if (
            not is_rule
            or not is_whole
            or keyword in _NOT_SHOWN
            or len(text) > _LONGEST
            or (section, keyword, text) in found
        ):
            continue
        concepts = concepts_of(text.replace("_", " "))
        found[section, keyword, text] = name, concepts
        counts.update(concepts)
    weights = {one: log(len(found) / number) for one, number in counts.items()}
    weights["no"] /= 2  # said of nearly everything
    told = [
        _Told(*rule, name, concepts, sum(weights[it] for it in concepts) or 1.0)
        for rule, (name, concepts) in found.items()
    ]
    return told, weights
