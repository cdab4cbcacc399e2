"""The sentences of the book: one table for each language, and what fills the places in a sentence.

Everything that the book says is an entry of a table (`tables/en.toml`); code names the entry and fills its places.
A language decides in its table what a word becomes in a sentence: its forms (the dealer, the dealer's), what depends
on how many there are or on the gender, and the order of the words.
"""

from __future__ import annotations

import re
import tomllib
from fractions import Fraction
from functools import cache
from gettext import c2py
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from spadesdsl.frozen import Frozen, field
from spadesdsl.resources import words_text
from spadesdsl.words import amount_text, capital, reason_of, words_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from importlib.resources.abc import Traversable

_BY_KIND: Final = re.compile(r"\{(\w+)\?((?:[^{}\[\]]|\{\w+(?::[\w*]+)?\})*)\}")
"""`{n?trick|tricks}`: by how many, or by the kind of word that fills the place."""
_BY_FORM: Final = re.compile(r"\[([^\[\]]*)\]")
"""`[der|des|dem|den]`: by the form in which the sentence is wanted."""
_PLACE: Final = re.compile(r"\{(\w+)(?::(\w+|\*))?\}")
"""`{who}`, `{who:whose}` in one form, `{who:*}` in the form of the whole."""
_NAMED_PLACE: Final = re.compile(r"\{(\w+)[:?}]")
_KIND: Final = re.compile(r" @(\w+)$")
"""`@f`: the kind of a word, such as its gender; `@who`: that of what fills a place."""


class TableError(ValueError):
    """A table of sentences that cannot be used; the text says why."""


class Phrase(Frozen):
    """An entry of the table, with what fills its places."""

    key: str
    parts: Mapping[str, Part] = field(default_factory=dict)


Part: TypeAlias = "Phrase | str | int | Fraction"
"""What fills a place: another entry, what an author wrote, or a number of things."""


class Form(Frozen):
    """One form of words: its number among the alternatives, and how a word without alternatives gets it."""

    number: int
    rewrite: tuple[tuple[re.Pattern[str], str], ...] = ()
    """The first pattern that is found is replaced."""
    numbers: tuple[str, ...] = ()
    """The first numbers in this form, from none on."""
    capital: bool = False
    """Whether it begins with a capital letter: a sentence inside another."""

    def of(self, text: str) -> str:
        """Return a word in this form."""
        if self.capital:
            return capital(text)
        return next((pattern.sub(new, text, count=1) for pattern, new in self.rewrite if pattern.search(text)), text)


class Language(Frozen):
    """One table of sentences."""

    code: str
    sentences: Mapping[str, str]
    forms: Mapping[str, Form]
    kinds: tuple[str, ...]
    """The kinds of words, such as genders."""
    plural: Callable[[int], int]
    words: Mapping[str, str]
    """What words of authors are called; without an entry they stay as they are."""
    polish: tuple[tuple[re.Pattern[str], str], ...]
    """What is replaced in a whole sentence: `in dem` by `im`."""
    own_sentences: bool
    """Whether the sentences that authors wrote can be read by its readers."""

    def own(self, text: str) -> str:
        """Return a word or a text of an author's, with a name as words."""
        return self.words.get(text) or self.words.get(words_of(text)) or words_of(text)

    def whole(self, part: Part) -> str:
        """Return the words for a whole sentence, or for a cell of a table."""
        text = self.say(part)
        for pattern, new in self.polish:
            text = pattern.sub(new, text)
        return text

    def say(self, part: Part, form: str = "") -> str:
        """Return the words for a part of a sentence."""
        match part:
            case int() | Fraction():
                known = self.forms[form] if form else Form(0)
                is_known = part == int(part) and 0 <= part < len(known.numbers)
                return known.numbers[int(part)] if is_known else known.of(number_text(Fraction(part)))
            case str():
                return self.forms[form].of(part) if form else part
            case Phrase(key=key, parts=parts):
                return self._filled(_KIND.sub("", self.sentences[key]), parts, form)

    def _filled(self, text: str, parts: Mapping[str, Part], form: str) -> str:
        def by_kind(found: re.Match[str]) -> str:
            choices = found[2].split("|")
            kind = self.kind(parts[found[1]])
            return choices[kind if kind < len(choices) else 0]

        def by_form(found: re.Match[str]) -> str:
            choices = found[1].split("|")
            return choices[min(number, len(choices) - 1)]

        number = self.forms[form].number if form else 0
        chosen, left = _BY_KIND.subn(by_kind, text)
        while left:  # one inside another is chosen first
            chosen, left = _BY_KIND.subn(by_kind, chosen)
        has_forms = "[" in chosen or ":*}" in chosen
        chosen = _BY_FORM.sub(by_form, chosen)
        said = _PLACE.sub(lambda one: self.say(parts[one[1]], form if one[2] == "*" else one[2] or ""), chosen)
        return said if has_forms or not form else self.forms[form].of(said)

    def kind(self, part: Part) -> int:
        """Return the kind of a word, or which of the plural forms a number takes."""
        match part:
            case int() | Fraction():
                return self.plural(abs(int(part)) if part == int(part) else 2)
            case str():
                return 0
            case Phrase(key=key, parts=parts):
                if (marked := _KIND.search(self.sentences[key])) is None:
                    return 0
                return self.kinds.index(marked[1]) if marked[1] in self.kinds else self.kind(parts[marked[1]])


def phrase(key: str, *parts: Part, **named: Part) -> Phrase:
    """Return an entry with what fills its places: `{0}`, `{1}` …, or by name."""
    return Phrase(key, {**{str(number): part for number, part in enumerate(parts)}, **named})


def listed(parts: Iterable[Part], last: str = "list.and", none: str = "nobody") -> Part:
    """Return a list: "North, East and South"."""
    if not (found := list(parts)):
        return phrase(none)
    return found[0] if len(found) == 1 else phrase(last, joined(found[:-1], "list.comma"), found[-1])


def joined(parts: Iterable[Part], with_: str) -> Part:
    """Return parts one after the other: with a semicolon between them, with a comma."""
    found = list(parts)
    if len(found) < 2:
        return found[0] if found else ""
    half = len(found) // 2  # so that a long list is not nested as deep
    return phrase(with_, joined(found[:half], with_), joined(found[half:], with_))


@cache
def language(name: str = "en") -> Language:
    """Return a language: one that is shipped, or that of a file; if it cannot be used, raise `TableError`."""
    data = _table(name)
    parent = _table(str(data["extends"])) if "extends" in data else {}
    whole: dict[str, Any] = {**parent, **data}
    whole["words"] = {**parent.get("words", {}), **data.get("words", {})}
    whole["sentences"] = {**_flat(parent.get("sentences", {})), **_flat(data.get("sentences", {}))}
    try:
        return _language(whole, name)
    except (KeyError, TypeError, ValueError, AttributeError, re.error) as error:
        raise TableError(f"{name}: {error}") from error


def _table(name: str) -> dict[str, Any]:
    shipped = shipped_languages()
    is_file = name.endswith(".toml")
    if not is_file and name not in shipped:
        raise TableError(
            f"There is no table of sentences for `{name}`. There are: {', '.join(shipped)}. "
            "A table of your own is a file: `--lang my.toml`."
        )
    try:
        text = Path(name).read_text("utf-8") if is_file else _folder().joinpath(f"{name}.toml").read_text("utf-8")
        data = tomllib.loads(text)
        if not is_file:
            data["words"] = tomllib.loads(words_text(name))
    except OSError as error:
        raise TableError(f"{name} cannot be read: {reason_of(error)}.") from error
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise TableError(f"{name}: {error}") from error
    return data


def _flat(sections: Mapping[str, Any]) -> dict[str, str]:
    """Return the entries of all sections: `noun.player`."""
    found: dict[str, str] = {}
    for name, part in sections.items():
        found |= {f"{name}.{key}": text for key, text in part.items()} if isinstance(part, dict) else {name: part}
    return found


def _language(data: Mapping[str, Any], name: str) -> Language:
    """Read a whole table, and refuse one that would fail in the middle of a book."""
    lacks = [part for part in ("code", "plural", "kinds", "forms", "sentences") if not data.get(part)]
    if lacks:
        raise ValueError(f'the table has no {_named(lacks)}; with `extends = "en"` it needs only what it changes')
    sentences = data["sentences"]
    known = sentences if name == "en" else language().sentences
    missing, unknown = sorted(known.keys() - sentences.keys()), sorted(sentences.keys() - known.keys())
    if missing or unknown:
        what = f"misses {_named(missing)}" if missing else f"has what the book never says: {_named(unknown)}"
        raise ValueError(f"the table {what}")
    forms = {
        form: Form(number, _patterns(row, "rewrite"), tuple(row.get("numbers", ())), bool(row.get("capital")))
        for number, (form, row) in enumerate(data["forms"].items(), 1)
    }
    for key, text in sentences.items():
        _check(key, text, known[key], forms)
    plural: Callable[[int], int] = c2py(data["plural"])
    own = bool(data.get("own_sentences", True))
    polish = _patterns(data, "polish")
    return Language(data["code"], sentences, forms, tuple(data["kinds"]), plural, data["words"], polish, own)


def _patterns(row: Mapping[str, Any], key: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile(old), new) for old, new in row.get(key, ()))


def _check(key: str, text: str, english: str, forms: Mapping[str, Form]) -> None:
    """Refuse a sentence with a place that is never filled, or in a form that does not exist."""
    filled = set(_NAMED_PLACE.findall(english))
    for place in _NAMED_PLACE.findall(text):
        if place not in filled:
            raise ValueError(f"`{key}` has a place that is never filled: `{place}`")
    for place in _PLACE.finditer(text):
        if place[2] not in (None, "*", *forms):
            raise ValueError(f"`{key}` asks for a form that is not in [forms]: `{place[2]}`")


def _named(keys: Sequence[str]) -> str:
    return ", ".join(f"`{key}`" for key in keys[:5]) + (f" and {len(keys) - 5} more" if len(keys) > 5 else "")


def _folder() -> Traversable:
    return files("spadesdsl.book").joinpath("tables")


def shipped_languages() -> tuple[str, ...]:
    """List the languages that have a table."""
    return tuple(sorted(one.name.removesuffix(".toml") for one in _folder().iterdir() if one.name.endswith(".toml")))


def number_text(number: Fraction) -> str:
    """Write a number: with a real minus, and a half as one."""
    size = abs(number)
    text = amount_text(size)
    text = f"{int(size) or ''}½" if size.denominator == 2 else text
    return f"−{text}" if number < 0 else text
