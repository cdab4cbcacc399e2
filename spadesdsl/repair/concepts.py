"""Find the phrase of the shipped files that says what an author said in other words, or in another order.

A phrase is known by the concepts of its words, whatever their form and order, and by its numbers, cards, suits and
ranks, for which those of the author are put in. Words that say little may be left out, or be too many.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from functools import cache, lru_cache
from itertools import islice, product
from math import log
from typing import TYPE_CHECKING, Final

from spadesdsl.frozen import Frozen
from spadesdsl.repair.bundled import is_pack, rules_of, scored, shipped, suits_of, titles
from spadesdsl.repair.phrases import Kind, phrases
from spadesdsl.repair.synonyms import COMPARISONS, meant_by
from spadesdsl.repair.text import with_cards
from spadesdsl.resources import package_text
from spadesdsl.words import NUMBER, NUMBERS, RANK_WORDS, in_figures

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

_FARTHEST: Final = 2.0
"""How unlikely it may be that a phrase is meant."""
_MOST: Final = 3
_MOST_READINGS: Final = 32
"""How many ways to understand the words of a text are looked at."""
_OTHERWISE: Final = 0.3
"""How unlikely each further meaning of a word is."""
_TOO_MANY: Final = 1.3
"""How much more unlikely it is that a word is too many than that it is left out."""
_ELSEWHERE: Final = 0.5
"""How unlikely it is that a phrase of other sections is meant."""
_OTHER_SIGN, _NO_EQUALS, _NO_SIGN = 0.2, 0.4, 0.8
_LONGEST: Final = 90


class _Value(Frozen):
    """A number, card, suit, rank or bid in a text."""

    kind: str
    start: int
    text: str


class _Said(Frozen):
    """What a text says."""

    words: tuple[tuple[str, ...], ...]
    """The concepts of its words; a word may mean one of several."""
    values: tuple[_Value, ...]
    signs: tuple[tuple[int, str], ...]
    """Its comparisons, and where they are."""
    left: int
    """How many of its words are before its first comparison."""


class _Phrase(Frozen):
    """What is written for some concepts."""

    text: str
    words: tuple[str, ...]
    values: tuple[_Value, ...]
    signs: tuple[tuple[int, str], ...]
    kinds: tuple[str, ...]
    """What kinds of values it says."""
    number: int
    """How often it is written."""
    sections: frozenset[str]
    """In which sections; empty for any."""
    has_sides: bool = False
    """Whether it compares two things, and not one with a number."""
    lost: frozenset[str] = frozenset()
    """The values of what is said that are not written: with others it is another phrase."""
    said_signs: tuple[str, ...] = ()
    """The comparisons of what is said, if they are others than those that are written."""


@cache
def _tables() -> tuple[Mapping[str, tuple[str, ...]], frozenset[str], Mapping[str, float], tuple[str, ...]]:
    """Return what words mean, which are small, which concepts say little, and further phrases."""
    tables = dict(part.partition("\n")[::2] for part in package_text("spadesdsl.repair", "concepts.txt").split("\n# "))
    meanings: dict[str, list[str]] = defaultdict(list)
    for line in tables["words"].split("\n"):
        concept, _, words = line.partition(": ")
        for word in words.split():
            meanings[word].append(concept.rstrip("."))
    weak = (one.split() for one in re.split(r", |\n", tables["weak"].strip()))
    phrases = tuple(tables["phrases"].strip().split("\n"))
    return (
        {word: tuple(all_of_it) for word, all_of_it in meanings.items()},
        frozenset(tables["small"].split()),
        {concept: float(cost) for concept, cost in weak},
        phrases,
    )


def meant_name(said: str, told: Iterable[tuple[str, str]]) -> str:
    """Return the name whose words or label say what somebody says; empty if two are as likely."""
    wanted = _concepts(said)
    parts = ((_concepts(f"{name} {label}"), name) for name, label in told)
    found = sorted((len(own), name) for own, name in parts if wanted and wanted <= own)
    return found[0][1] if found and (len(found) == 1 or found[0][0] < found[1][0]) else ""


def _concepts(text: str) -> set[str]:
    words = _read(text.replace("_", " "), _NONE, _NONE, is_english=True).words
    return {one[0] for one in words if one[0]}


def concepts_of(text: str) -> frozenset[str]:
    """Return what a text in English is about: the first concept of each word, and its cards and suits."""
    said = _read(_numbered(text), _NONE, _shipped_suits(), is_english=True)
    return frozenset(
        (*(one[0] for one in said.words if one[0]), *(_written(it) for it in said.values if it.kind in _THINGS))
    )


_THINGS: Final = ("card", "suit", "rank")
_NONE: Final = frozenset[str]()


def card_players_words() -> tuple[str, ...]:
    """Return the words of card players that have a meaning here."""
    return tuple(_tables()[0])


_TOKEN: Final = re.compile(r"(?:10|[2-9JQKA])[A-Z]\b|-?\b\d+\b|[<>!]=|[<>=]|[A-Za-z_]\w*")
_CARD: Final = re.compile(r"(?:10|[2-9JQKA])[A-Z]")
_COMPARED_WITH: Final = re.compile(r"(?:[<>]=?|[=*:+-]) -?([a-z]\w*)(?! is\b)")
"""Options that are used as numbers."""
_STEM: Final = re.compile(r"(?<=\w{3})(?:s|ed|ing)$")


@cache
def _shipped_options() -> frozenset[str]:
    return shipped(r"(?m)^ *(?:replace )?option ([a-z]\w*)")


@cache
def _shipped_suits() -> frozenset[str]:
    return frozenset(re.findall(r"\w+", " ".join(shipped(r"(?m)^ *(?:replace )?suits ([\w, ]+)"))))


def _read(text: str, bids: frozenset[str], suits: frozenset[str], *, is_english: bool) -> _Said:
    """Read the words of a text."""
    meanings, small, *_ = _tables()
    options = frozenset[str]() if is_english else _shipped_options().intersection(_COMPARED_WITH.findall(text))
    words: list[tuple[str, ...]] = []
    values: list[_Value] = []
    signs: list[tuple[int, str]] = []
    left = 0
    for one in _TOKEN.finditer(text):
        word, at = one[0], one.start()
        if word == "0" and signs and not text[signs[-1][0] + 1 : at].strip() and signs[-1][1] in "=>":
            words.extend([("no",)] if signs.pop()[1] == "=" else ())
            continue
        kind = _kind(word, bids, suits, options, is_english=is_english)
        if kind:
            is_less = word[0] != "-" and text[at - 1 : at] == "-"
            values.append(_Value("minus" if is_less else kind, at - is_less, text[at - is_less : one.end()]))
        elif word == "!=":
            words.append(("no",))
        elif not word[0].isalpha():
            left = len(words) if not signs else left
            signs.append((at, word))
        else:
            for part in word.lower().split("_"):
                meant = meanings.get(part) or (() if part in small or not part else (_STEM.sub("", part),))
                words.extend([meant if is_english else meant[:1]] if meant and meant[0] else ())
            words.extend([("trick",)] if word == "taken" and not is_english else ())
    return _Said(tuple(words), tuple(values), tuple(signs), left)


def _kind(word: str, bids: frozenset[str], suits: frozenset[str], options: frozenset[str], *, is_english: bool) -> str:
    """Return what kind of value a word is; empty if it is none."""
    if _CARD.fullmatch(word):
        return "card"
    if word.lstrip("-").isdigit() or word in options or (is_english and word.lower() in NUMBERS):
        return "minus" if word[0] == "-" else "number"
    if word in bids:
        return "bid"
    if f"{word.lower().removesuffix('s')}s" in suits:
        return "suit"
    return "rank" if word in ("A", "K", "Q", "J") or (is_english and word.lower().rstrip("s") in RANK_WORDS) else ""


@cache
def _index() -> Mapping[tuple[str, frozenset[tuple[str, int]]], Sequence[_Phrase]]:
    """Return the phrases by what they say, without what says little."""
    *_, weak, rows = _tables()
    suits = _shipped_suits()
    found: dict[tuple[str, frozenset[tuple[str, int]]], list[_Phrase]] = defaultdict(list)
    sections: dict[tuple[str, str], list[str]] = defaultdict(list)
    for kind, text, section in phrases():
        sections[kind, text].append(section)
    for (of, text), there in sections.items():
        if text and len(text) <= _LONGEST and text.count("(") == text.count(")") and not _has_parameters(text):
            said = _read(text, _bids(text), suits, is_english=False)
            words = tuple(one[0] for one in said.words)
            has_sides = 0 < said.left < len(words)
            homes = frozenset(there)
            phrase = _Phrase(text, words, said.values, said.signs, _kinds(said), len(there), homes, has_sides)
            found[of, _strong(words, weak)].append(phrase)
    packs = ((name, title) for name, title in titles().items() if is_pack(name))
    named = (f"outside ⇒ {said} ⇒ include {name}" for name, title in packs for said in (title, name.replace("_", " ")))
    for row in (*rows, *named):
        where, english, text = row.split(" ⇒ ")
        of, *only = where.split(" ")
        said = _read(english, _bids(text), suits, is_english=True)
        written = _read(text, _bids(text), suits, is_english=False)
        told = [_written(one) for one in said.values]
        words = tuple(one[0] for one in said.words)
        values = tuple(one for one in written.values if one.text in told)
        lost = frozenset(told).difference(one.text for one in values)
        signs = tuple(one for _, one in said.signs)
        is_same = signs == tuple(one for _, one in written.signs)
        phrase = _Phrase(
            text, words, values, written.signs, _kinds(said), _TOLD, frozenset(only), lost=lost,
            said_signs=() if is_same else signs,
        )  # fmt: skip
        found[of, _strong(words, weak)].append(phrase)
    return found


def _has_parameters(text: str) -> bool:
    """Tell whether a phrase has a short name that another part of its sentence gives."""
    names = re.findall(r"(?<![\w.])[a-z]\b", text)
    return not all(re.search(rf"\bas {name}\b|\w {name} (?:in|has)\b", text) for name in names)


def _bids(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\b(?:bid is (?:not )?|drop bid )(?!tricks\b)([a-z]\w*)", text))


def _kinds(said: _Said) -> tuple[str, ...]:
    return tuple(sorted(one.kind for one in said.values))


_TOLD: Final = 20
"""How often a phrase of our own table counts as written."""


def _strong(words: Sequence[str], weak: Mapping[str, float]) -> frozenset[tuple[str, int]]:
    return frozenset(Counter(one for one in words if one not in weak).items())


@lru_cache(maxsize=1024)
def alike(said: str, kind: Kind, section: str, text: str) -> tuple[str, ...]:
    """Return what a text in a section of a file may be written as, the likeliest first."""
    compared = _compared(said)
    if _CALCULATED.search(compared) or ("," in said and kind in ("condition", "amount")):
        return ()
    if any("_" in one and re.search(rf"\b(?:let|tally|option|zone|may|choose) {one}\b", text) for one in said.split()):
        return ()  # a name of the author's is no phrase
    own_bids = (name for what, name in (*rules_of(text), *_OWN.findall(text)) if what == "bid")
    bids = frozenset(own_bids) - {"tricks"}
    english = _read(compared, bids, frozenset(suits_of(text)), is_english=True)
    *_, weak, _ = _tables()
    kinds, told = _kinds(english), {_written(one) for one in english.values}
    found: dict[str, float] = {}
    for cost, words in islice(_readings(english), _MOST_READINGS if english.words else 0):
        for phrase in _index().get((kind, _strong(words, weak)), ()):
            is_rate = "*" in phrase.text and not _RATE.search(said)
            is_other = any(own and other and own.isdisjoint(other) for own, other in _compared_words(words, phrase))
            is_free = kind == "sentence" and phrase.text.startswith("must ") and _ALLOWED.search(said)
            is_cut = kind == "sentence" and not _TELLING.intersection(phrase.words) <= set(words)
            is_compared = phrase.said_signs and phrase.said_signs != tuple(one for _, one in english.signs)
            is_over = section in _AT_ANOTHER_TIME and _AT_ANOTHER_TIME[section].search(phrase.text)
            if (
                phrase.kinds == kinds
                and phrase.lost <= told
                and not (is_rate or is_other or is_over or is_compared or is_free or is_cut)
                and not _is_turned(words, english, phrase)
            ):
                far = cost + _distance(words, english, phrase, weak) - _OTHER_SIGN * log(phrase.number + 1)
                far += _ELSEWHERE if phrase.sections and section not in phrase.sections else 0.0
                written = _filled(english, phrase)
                if section == "scoring" and "player" not in words and scored(text) == "team":
                    written = re.sub(r"^some player has ", "some member has ", written)
                found[written] = min(far, found.get(written, far))
    return tuple(sorted((one for one in found if found[one] <= _FARTHEST), key=lambda one: found[one])[:_MOST])


def outside(said: str, text: str) -> str:
    """Return the pack, the setting or the rule with its section that says what a sentence says; empty if none does.

    Unlike other phrases it may lack a word or have one more, if no other phrase is nearly as close.
    """
    english = _read(_CONTRACTED.sub(" not", _numbered(said)), _NONE, frozenset(suits_of(text)), is_english=True)
    kinds, told = _kinds(english), {_written(one) for one in english.values}
    *_, weak, _ = _tables()
    near: dict[str, float] = {}
    for cost, words in islice(_readings(english), _MOST_READINGS if english.words else 0):
        own = Counter(words)
        for phrase in (one for (kind, _), there in _index().items() if kind == "outside" for one in there):
            if phrase.kinds != kinds or not phrase.lost <= told:
                continue
            other = Counter(phrase.words)
            is_fit = ("no" in own) == ("no" in other) and ("each" in other or _EACH_ONE.search(said) is None)
            more = {one for one in own - other if one not in weak or one in _TELLING}
            is_fit = is_fit and (len(phrase.words) >= _LONG or (other <= own and not more))
            is_named = {*(other - own)}.isdisjoint(re.findall("[a-z]+", phrase.text))  # it lacks none of its name
            if is_fit and is_named and len(phrase.words) + len(kinds) >= _FEWEST:
                shared, whole = (
                    _weight(one, weak) + 2 * len(kinds) for one in ((own & other) + (own & other), own + other)
                )
                alike_so = shared / whole - _LITTLE * _LITTLE * cost
                written = _filled(english, phrase)
                near[written] = max(alike_so, near.get(written, 0.0))
    best, *others = sorted(near, key=lambda one: -near[one]) or ("",)
    is_clear = bool(best) and near[best] >= _CLOSE and all(near[one] < near[best] - _APART for one in others[:1])
    return best if is_clear else ""


def _weight(words: Counter[str], weak: Mapping[str, float]) -> float:
    return sum(_LITTLE if one in weak and one not in _TELLING else 1.0 for one in words.elements())


_TELLING: Final = frozenset(("trick", "win", "bid", "score", "play", "suit", "rank"))
"""Words that say little in a condition, but much in a rule."""


_FEWEST, _LONG, _LITTLE, _CLOSE, _APART = 2, 5, 0.4, 0.82, 0.05
"""How many words a phrase has at least, and if it may lack one; how much a word counts that says little, how close a
phrase has to be, and how much closer than all others."""
_EACH_ONE: Final = re.compile(rf"^(?:each|every) (?!{NUMBER}\b)\w+ .*\b(?:costs?|scores?|is worth|loses|counts)\b")
"""What gives so much for each of something, which no setting does."""
_ALLOWED: Final = re.compile(r"^(?!.*\b(?:not|never|no|nobody|only|cannot)\b).*\b(?:may|can)\b")
"""What allows something, which is no rule."""
_CALCULATED: Final = re.compile(
    r"[^\w\s.,'<>=!-]|\w -|\d,|[<>=]{3}|^(?:and|or)\b|(?:\b(?:and|or|not|is|of|in|with|by|has)|[<>=])$"
)
"""What has signs of its own, which say how it is worked out."""
_RATE: Final = re.compile(r"\b(?:each|every|per|times|double|twice|triple)\b|\d (?:points? )?an?\b")
_OWN: Final = re.compile(r"\b(bid) ([a-z]\w*)(?= *[({\"])")


_IN_HAND: Final = re.compile(r"(?<![\w.])hand\b")
_IN_PLAY: Final = re.compile(
    r"(?<![\w.])(?:leading|following|trick|trick_number|last_trick|led)\b|\bcount of hand = \d"
)
_AT_ANOTHER_TIME: Final = {"scoring": _IN_HAND, "ending": _IN_HAND, "bidding": _IN_PLAY}
"""What a section cannot read: hands are empty once the deal is scored, and nobody bids in the play."""
_CONTRACTED: Final = re.compile(r"(?<=\w)n't\b|(?<=ca)nt\b")
_NUMBERED: Final = re.compile(r"\b(trick|deal|hand|round)(?: number)? (\d+)\b")
_NTH: Final = re.compile(
    r"\b(?:the )?(second|third|fourth|fifth|sixth|seventh|eighth|2nd|3rd|\d+th) (trick|deal|hand|round)\b"
)
_LESS: Final = re.compile(r"\b(?:minus|loses?|costs?|deduct|subtract) (\d+)|\b(\d+)(?: points?)? off\b")


def _numbered(said: str) -> str:
    """Write cards, hundreds and tens as the language does."""
    return in_figures(with_cards(said))


def _compared(said: str) -> str:
    """Write the comparisons of a text as signs, hundreds and cards as the language does, and minus before a number."""
    said = re.sub(r"\b(add(?:s|ing)?) up to\b", r"\1", _CONTRACTED.sub(" not", said))
    for row in COMPARISONS:
        said = row.regex().sub(lambda found, row=row: row.meaning(found, row.written[0]), said)  # type: ignore[misc]
    said = _numbered(said)
    said = _NUMBERED.sub(r"\1 nth \2", re.sub(r"- (?=\d)", "-", said))
    said = _NTH.sub(lambda found: f"{found[2]} nth {meant_by(f'‹{found[1]}›')}", said)
    return _LESS.sub(lambda found: f"-{found[found.lastindex or 1]}", said)


def _compared_words(words: Sequence[str], phrase: _Phrase) -> Iterator[tuple[set[str], set[str]]]:
    """Yield all words of two texts, and those that say who, and what."""
    own, other = set(words), set(phrase.words)
    yield own, other
    yield from ((own & these, other & these) for these in _OTHERS)


_OTHERS: Final = (frozenset(("side", "player", "opponent")), frozenset(("trick", "hand", "deal", "score", "card")))
"""Words that say little, but of which nobody writes one and means another."""


def _readings(english: _Said) -> Iterator[tuple[float, tuple[str, ...]]]:
    for chosen in product(*(tuple(enumerate(one)) for one in english.words)):
        yield sum(rank * _OTHERWISE for rank, _ in chosen), tuple(word for _, word in chosen if word)


def _is_turned(words: Sequence[str], english: _Said, phrase: _Phrase) -> bool:
    """Tell whether a phrase compares two things the other way round, or has fewer comparisons than the text.

    A bid of ten is ten, and not ten or more.
    """
    if not english.signs and phrase.number < _TOLD and re.search(r"\bcontract [<>]=? \d", phrase.text):
        return True
    if len(english.signs) > len(phrase.signs) or (english.signs and phrase.has_sides and not english.left):
        return True
    if english.signs and not phrase.has_sides and any(phrase.text[at:].count(" ") > 1 for at, _ in phrase.signs):
        return True  # it is no number alone that is compared
    is_ordered = phrase.has_sides or {"no", "each"} <= set(phrase.words)
    shared = set(words) & set(phrase.words)
    return is_ordered and [one for one in words if one in shared] != [one for one in phrase.words if one in shared]


def _distance(words: Sequence[str], english: _Said, phrase: _Phrase, weak: Mapping[str, float]) -> float:
    """Return how unlikely it is that a text leaves out, and has too many, of the words and signs of a phrase."""
    own, other = (Counter(one for one in part if one in weak) for part in (words, phrase.words))
    far = sum(weak[word] * number for word, number in (other - own).items())
    far += _TOO_MANY * sum(weak[word] * number for word, number in (own - other).items())
    if len(english.signs) == len(phrase.signs):
        pairs = zip(english.signs, phrase.signs, strict=True)
        return far + sum(_OTHER_SIGN for one, another in pairs if one[1] != another[1])
    return far + sum(_NO_EQUALS if sign == "=" else _NO_SIGN for _, sign in phrase.signs)


def _filled(english: _Said, phrase: _Phrase) -> str:
    """Return a phrase with the values and the comparisons of a text."""
    values: dict[str, list[str]] = defaultdict(list)
    for one in english.values:
        if (said := _written(one)) not in phrase.lost:
            values[one.kind].append(said)
    edits = [(one.start, len(one.text), values[one.kind].pop(0)) for one in phrase.values]
    if len(english.signs) == len(phrase.signs) and not phrase.said_signs:
        pairs = zip(english.signs, phrase.signs, strict=True)
        edits += [(at, len(old), new) for (_, new), (at, old) in pairs]
    written = phrase.text
    for at, size, new in sorted(edits, reverse=True):
        written = written[:at] + new + written[at + size :]
    return written


def _written(value: _Value) -> str:
    word = value.text.lower()
    if value.kind == "rank":
        return RANK_WORDS.get(word.rstrip("s"), value.text)
    if value.kind == "suit":
        return f"{word.removesuffix('s')}s"
    return NUMBERS.get(word, value.text)
