"""What the games and packs are called that come with the package, and what they declare."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import Final

from spadesdsl.resources import variant_names, variant_text

_TITLE: Final = re.compile(r'^(?:variant|pack) (\w+) "([^"\n]*)"', re.MULTILINE)
_PARENT: Final = re.compile(r"\b(?:extends|include|for)[ \t]+\"?([a-z]\w*)")
_LONG_NAME: Final = re.compile(r"\b[a-z]\w*_\w+\b")
_SUITS: Final = re.compile(r"^ *(?:replace )?suits ([\w, ]+)", re.MULTILINE)
_SEATS: Final = re.compile(r"\bseats ([\w, ]+)")
_DECLARED: Final = re.compile(r"(?m)^ *(?:\w+ \{ )?(?:bid|let|option|tally|round|zone|may|choose) ([a-z]\w*)")
_RULE: Final = re.compile(
    r"(?m)^ *(?:replace )?(must|score|bid|tally|let|may|choose|pass|give|round|win|lose|out|order|show|tie|skip|award|"
    r"redeal|control) ([a-z]\w*)"
)
_DECISION: Final = re.compile(r"\b(?:may|choose|pass) ([a-z]\w*)(?=[ (:])")
_DEALT: Final = re.compile(r"\bgive \w+: (\d+) from stock to each player\b")
_AMOUNT: Final = re.compile(r"\b(?:let|tally|clock) ([a-z]\w*)")
_TALLY: Final = re.compile(r"\btally ([a-z]\w*)[^:\n]*: add ([a-z]\w*)\b")
_PACK: Final = re.compile(r"^pack ", re.MULTILINE)


@cache
def _text(name: str) -> str:
    found = variant_text(name)
    return "" if found is None else found[1]


@cache
def titles() -> dict[str, str]:
    """Return the titles of all games and packs, by their names."""
    found = (_TITLE.search(_text(name)) for name in variant_names())
    return {one[1]: one[2] for one in found if one is not None}


def name_in(text: str) -> str:
    """Return the name of the game or pack that a text declares."""
    found = _TITLE.search(text)
    return found[1] if found is not None else ""


def is_pack(name: str) -> bool:
    """Tell whether a pack of this name comes with the package."""
    return _PACK.search(_text(name)) is not None


def packs_with(kind: str, name: str) -> list[str]:
    """Return the packs that declare an option, a bid or another rule of this name."""
    declared = re.compile(rf"^ *{kind} {re.escape(name)}\b", re.MULTILINE)
    return [one for one in variant_names() if name in _text(one) and is_pack(one) and declared.search(_text(one))]


def game_of(pack: str) -> str:
    """Return the game that a pack is for."""
    found = re.search(r"^pack .*\bfor (\w+)", _text(pack), re.MULTILINE)
    return found[1] if found is not None else ""


@cache
def usual_game() -> str:
    """Return the game that most packs are for."""
    games = Counter(game_of(name) for name in variant_names() if is_pack(name))
    return max(games, key=lambda name: games[name])


def with_parents(text: str) -> Iterator[str]:
    """Yield the text of a file, and those of all games and packs that it builds on."""
    yield text
    waiting = _PARENT.findall(text)
    seen: set[str] = set()
    while waiting:
        one = waiting.pop(0)
        if one not in seen and _text(one):
            seen.add(one)
            yield _text(one)
            waiting.extend(_PARENT.findall(_text(one).partition("{")[0]))


@lru_cache(maxsize=4)
def declared(text: str) -> frozenset[str]:
    """Return the names of the rules in a file and in what it builds on."""
    return frozenset(name for one in with_parents(text) for name in _DECLARED.findall(one))


@cache
def _declared_by() -> dict[str, list[str]]:
    """Return by the names of rules which games and packs that come with the package declare them."""
    found: dict[str, list[str]] = {}
    for name in variant_names():
        for one in _DECLARED.findall(_text(name)):
            found.setdefault(one, []).append(name)
    return found


def is_shipped(name: str) -> bool:
    """Tell whether a rule has this name in any game or pack that comes with the package."""
    return name in _declared_by()


@cache
def shipped(pattern: str) -> frozenset[str]:
    """Return what the first group of a pattern finds in all games and packs that come with the package."""
    return frozenset(one for name in variant_names() for one in re.findall(pattern, _text(name)))


def places_for(name: str, text: str) -> list[str]:
    """Return the places and cards that a file and what it builds on show, for those of this name of another game."""
    if name not in shipped(_PLACE):
        return []
    return list(dict.fromkeys(place for one in with_parents(text) for place in re.findall(_PLACE, one)))


_PLACE: Final = r"(?m)^ *(?:zone|show) (\w+)"


def games_with(names: Iterable[str]) -> list[str]:
    """Return the games that come with the package and declare all of these names."""
    games = [set(_declared_by().get(name, ())) for name in names]
    return sorted(one for one in set.intersection(*games) if not is_pack(one)) if games else []


@cache
def _built_on() -> Counter[str]:
    """Return how many games and packs build on each."""
    return Counter(parent for name in variant_names() for parent in _PARENT.findall(_text(name).partition("{")[0]))


@cache
def definitions(name: str) -> tuple[tuple[str, str, str], ...]:
    """Return how the games that others build on define a quantity: the game, `let NAME …`, and what it is.

    The game that most others build on comes first.
    """
    whole = re.compile(rf"(?m)^ *(let {re.escape(name)}(?: for each \w+)?) =\s+([^#\n]*[^#\s](?:\n {{8,}}[^#\n]*)*)")
    games = sorted(_built_on(), key=lambda game: -_built_on()[game])
    found = {
        " ".join(one[2].split()): (game, one[1])
        for game in reversed(games)
        for one in (whole.finditer(_text(game)) if f"let {name}" in _text(game) else ())
    }
    return tuple((game, head, body) for body, (game, head) in reversed(found.items()))


@lru_cache(maxsize=4)
def rules_of(text: str) -> tuple[tuple[str, str], ...]:
    """Return keywords and names of the rules in all that a file builds on."""
    parents = list(with_parents(text))[1:]
    return tuple(dict.fromkeys(found for one in parents for found in _RULE.findall(one)))


def options_of(text: str) -> frozenset[str]:
    """Return the names of the options of a file and of what it builds on."""
    return frozenset(name for one in with_parents(text) for name in re.findall(r"\boption (\w+)", one))


@lru_cache(maxsize=4)
def decisions(text: str) -> tuple[str, ...]:
    """Return the names of the decisions in a file and in what it builds on."""
    return tuple(dict.fromkeys(name for one in with_parents(text) for name in _DECISION.findall(one)))


def scored(text: str) -> str:
    """Return whether each team or each player is scored."""
    found = re.findall(
        r"\b(?:scoring for each |teams )(team|player|none)\b", "\n".join(reversed([*with_parents(text)]))
    )
    return "team" if not found or found[-1] == "team" else "player"


def dealt(text: str) -> str:
    """Return how many cards each player gets, if that is a number."""
    found = (_DEALT.search(one) for one in with_parents(text))
    return next((one[1] for one in found if one is not None), "")


@lru_cache(maxsize=4)
def amounts(text: str) -> frozenset[str]:
    """Return the names of the quantities and tallies in a file and in what it builds on."""
    return frozenset(name for one in with_parents(text) for name in _AMOUNT.findall(one))


@lru_cache(maxsize=4)
def counted(text: str) -> dict[str, str]:
    """Return by the names of tallies what they add up."""
    return {name: amount for one in with_parents(text) for name, amount in _TALLY.findall(one)}


@lru_cache(maxsize=4)
def long_names(text: str) -> frozenset[str]:
    """Return the names of several words in a file and in what it builds on."""
    return frozenset(name for one in with_parents(text) for name in _LONG_NAME.findall(one))


def seats_of(text: str) -> set[str]:
    """Return the names of the seats of a file."""
    return {name for one in with_parents(text) for names in _SEATS.findall(one) for name in re.findall(r"\w+", names)}


def has_contracts(text: str) -> bool:
    """Tell whether a bid of a file, or of what it builds on, adds to a contract."""
    return any(re.search(r"(?m)(?:\{ *|^ *)contract (?!when\b|instead\b)\w", one) for one in with_parents(text))


def suits_of(text: str) -> list[str]:
    """Return the names of the suits of a file."""
    return listed("suits", text)


def listed(kind: str, text: str) -> list[str]:
    """Return the seats, suits or ranks of a file, in their order."""
    found = (re.search(rf"(?m)(?:^|\{{) *(?:replace )?{kind} (\w+(?:, ?\w+)+)", one) for one in with_parents(text))
    return next((re.findall(r"\w+", one[1]) for one in found if one is not None), [])


@lru_cache(maxsize=4)
def bids_of_nothing(text: str) -> frozenset[str]:
    """Return the bids of a file, and of what it builds on, that promise no trick."""
    return frozenset(name for one in with_parents(text) for name in _OF_NO_TRICK.findall(one))


_OF_NO_TRICK: Final = re.compile(r"\bbid (\w+)[^{}\n]*\{\s*contract 0\b")


def trumps_of(text: str) -> list[str]:
    """Return the suit that is trumps in a file, if it is always the same."""
    found = (_TRUMPS.search(one) for one in with_parents(text))
    return next(([one[1]] for one in found if one is not None), [])


_TRUMPS: Final = re.compile(r"(?m)^ *(?:replace )?trumps: ([a-z]+)\b(?!\.)")
