"""What card players and programmers say, and what the language says instead: one table, for messages and for the page.

The rows are in `said.txt`, one a line: `+` if the language reference lists it, what people say, the pattern if that is
not enough, and what to write, the likeliest first. A row only proposes; each proposal is tried before it is shown.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from typing import Final, Literal

from spadesdsl.frozen import Frozen, replace
from spadesdsl.resources import package_text
from spadesdsl.words import NUMBERS, RANK_WORDS, in_figures


class Synonym(Frozen):
    """A word or phrase that people say, and what to write instead, the likeliest first."""

    said: str
    """As people say it."""
    written: tuple[str, ...]
    """What the language says; `\\1` is what the first group of the pattern found."""
    pattern: str = ""
    """A regular expression, if `said` is not enough."""
    is_shown: bool = True
    """Whether the language reference lists it."""
    cause: str = ""
    """What is wrong with what people say, if the row is about one kind of finding."""
    where: frozenset[str] = frozenset()
    """The sections or keywords that it is about; empty for all."""
    is_of_all: bool = False
    """Whether all that it finds on a line is one mistake."""

    def regex(self) -> re.Pattern[str]:
        """Return the pattern, which matches whole words."""
        return _compiled(self.pattern or rf"\b{self.said}\b")

    def meaning(self, found: re.Match[str], written: str, line: str = "") -> str:
        """Fill in what the groups found, with the texts that were blanked out; of two ways to say it one has them."""
        line = line or found.string
        if written.startswith("following and ") and re.search(r"\bfollowing\b|\bleading\b", line):
            written = written.removeprefix("following and ")  # that is said there
        spans = [found.span(number) for number in range(1, (found.re.groups or 0) + 1) if found.start(number) >= 0]
        whole = len(spans) == found.re.groups
        text = re.sub(
            r"\\(\d)",
            lambda one: line[slice(*(found.span(int(one[1])) if whole else spans[min(int(one[1]), len(spans)) - 1]))],
            written,
        )
        text = _BETWEEN_THINGS.sub(", ", meant_by(text) if "‹" in text else text)
        card = text.removeprefix("CARD:")
        return card if card == text else card.translate(_SUITS).upper().replace("T", "10", 1)


_BETWEEN_THINGS: Final = re.compile(
    r"(?:(?<=\w),? or (?:an? )?|(?<=\d[A-Z]|[AKQJ][A-Z]) (?=[\dAKQJ]+[A-Z]\b))(?=[^\[]*\]$)"
)
"""What separates the things of a list where its commas are missing."""
_compiled = cache(re.compile)
"""Kept here, because there are more patterns than the standard module keeps."""
_SUITS: Final = {ord(sign): unicodedata.name(sign).split()[1][0] for sign in "♠♥♦♣♤♡♢♧"}
"""The first letters of the suits, by their signs."""

ORDINALS: Final = {
    "first": "1", "second": "2", "third": "3", "fourth": "4", "fifth": "5", "sixth": "6", "seventh": "7",
    "eighth": "8", "1st": "1", "2nd": "2", "3rd": "3", **{f"{number}th": f"{number}" for number in range(4, 14)},
}  # fmt: skip
_RANKS: Final = {
    f"rank {number}": rank for number, rank in (("1", "A"), *zip(("11", "12", "13", "14"), "JQKA", strict=True))
}
"""The ranks as programs number them."""
_SIGNS: Final = {sign: f"{unicodedata.name(sign).split()[1].lower()}s" for sign in "♠♥♦♣♤♡♢♧"}
"""The names of the suits, by their signs."""
_MANY: Final = {"any": "some", "each": "every", "all": "every", "both": "every"}
_MEANT: Final = {**RANK_WORDS, **NUMBERS, **ORDINALS, **_RANKS, **_SIGNS, **_MANY, "other": "2"}


def meant_by(text: str) -> str:
    """Write words and differences between `‹` and `›` as ranks and numbers; a number in `‹‹…››` as a word."""
    words = {number: word for word, number in NUMBERS.items()}
    text = re.sub(r"‹‹(\w+)››", lambda found: words.get(found[1], found[1]), text)
    text = re.sub(r"‹(-?\d+) - (\d+)›", lambda found: str(int(found[1]) - int(found[2])), text)
    return re.sub(r"‹([^‹›]+)›", lambda found: _MEANT.get(found[1].lower()) or in_figures(found[1]), text)


_PARTS: Final = {
    "<CARD>": r"(?:10|[2-9TJQKA])[A-Z]",
    "<RANK>": r"(?:10|[2-9]|[JQKA])",
    "<RANKWORD>": "|".join(RANK_WORDS),
    "<MANY>": f"some|every|no|{'|'.join(_MANY)}",
    "<NUMBER>": "|".join(NUMBERS),
    "<FIGURES>": r"(?:(?:[a-z]+(?:teen|ty)|(?:[a-z]+ )?(?:hundred|thousand))(?:[ -](?:and )?)?)+(?:[a-z]+|[1-9])?",
    "<ORDINAL>": "|".join(ORDINALS),
    "<IF>": r"(?P<when>[^{}\"\n:;?]+?)",
    "<INNER>": r"[^()\[\]\"\n]*(?:\([^()\n]*\)[^()\[\]\"\n]*)*",
    "<OWNER>": r"(?:partner|dealer|player|side|leader|opponents?|left|right|across|winner|[A-Z][a-z]+)",
}
"""What patterns have in common."""


def _read(text: str) -> dict[str, tuple[Synonym, ...]]:
    """Read the rows by their tables; `= table` stands for the rows of another one."""
    tables: dict[str, tuple[Synonym, ...]] = {}
    for block in text.split("\n\n"):
        heading, *lines = block.strip("\n").split("\n")
        rows: list[Synonym] = []
        for line in lines:
            mark, _, row = line.partition(" ")
            rows += tables[row] if mark == "=" else [_row(row, is_shown=mark == "+")]
        tables[heading.removeprefix("# ")] = tuple(rows)
    return tables


def _row(row: str, *, is_shown: bool) -> Synonym:
    said, pattern, *written = row.split(" ⇒ ")
    for name, part in _PARTS.items():
        pattern = pattern.replace(name, part)
    return Synonym(said, tuple(written), pattern, is_shown)


_TABLES: Final = _read(package_text("spadesdsl.repair", "said.txt"))


def _of_codes() -> dict[str, tuple[Synonym, ...]]:
    """Read the rows for kinds of findings: `- CODES [where…] ⇒ pattern ⇒ what to write ⇒ … ⇒ the cause`."""
    found: dict[str, list[Synonym]] = {}
    for line in package_text("spadesdsl.repair", "by_code.txt").splitlines():
        if line.startswith(("-", "*")):
            about, pattern, *written, cause = line[2:].split(" ⇒ ")
            codes, *where = about.split(" ")
            row = _row(f"{about} ⇒ {pattern} ⇒ {' ⇒ '.join(written)}", is_shown=False)
            row = replace(row, cause=cause, where=frozenset(where), is_of_all=line[0] == "*")
            for code in codes.split(","):
                found.setdefault(code, []).append(row)
    return {code: tuple(rows) for code, rows in found.items()}


OF_CODES: Final = _of_codes()
"""What people write who get one kind of finding."""
STATEMENTS: Final = _TABLES["statements"]
"""Statements of programs: their first way to be written is put in by the regular expression itself."""
BEGINNINGS: Final = _TABLES["beginnings"]
"""How statements of programs begin: what is wrong with them, and what the language has in their place."""
HINTS: Final = _TABLES["hints"]
"""What to say of words that no fix can be right for."""
FRAMES: Final = _TABLES["frames"]
"""How people frame a rule, and how it is said without that."""
KINDS: Final = _TABLES["kinds"]
"""What prose in a section is about, and the keyword of the sentence that it may be."""
COMPARISONS: Final = _TABLES["comparisons"]
"""How English compares."""
PLAIN: Final = _TABLES["plain"]
"""What is said all along a line: these rows are tried one by one, and all at once."""
QUANTITIES: Final = _TABLES["quantities"]
"""Things and amounts."""
PHRASES: Final = _TABLES["phrases"]
"""Clauses and set phrases."""
ALL: Final = QUANTITIES + PLAIN + PHRASES + _TABLES["numbers"] + _TABLES["cards"]
"""All that words inside of a sentence may mean."""

NEVER_MEANT: Final = (
    "the", "a", "an", "of", "cards", "card", "tricks", "trick", "points", "point", "then", "do", "is", "be", "to",
    "for", "must", "has", "have", "that", "are", "please", "any", "number", "times", "do", "does", "with",
    "players", "player", "seats", "suit", "by", "it", "they", "who", "turn", "return", "new", "also", "always", "just",
    "my", "our", "your", "their", "his", "her", "its",
)  # fmt: skip
"""Words that English has and the language does without, in places where they get in the way."""


Table = Literal["all", "sentences", "keywords"]
"""All that words inside of a sentence may mean; sentences as English says them; words that begin a sentence."""
_ROWS: Final[dict[Table, tuple[Synonym, ...]]] = {
    "all": ALL, "sentences": _TABLES["sentences"], "keywords": _TABLES["keywords"],
}  # fmt: skip


@lru_cache(maxsize=256)
def said_on(line: str, table: Table) -> tuple[tuple[Synonym, re.Match[str]], ...]:
    """Find what is said on a line.

    What is proposed for a line is tried many times, and most of a file is as it was.
    """
    return tuple((row, found) for row in _ROWS[table] for found in row.regex().finditer(line))


def shown() -> tuple[Synonym, ...]:
    """Return the rows that the language reference lists."""
    return tuple(dict.fromkeys(row for row in (*PLAIN, *QUANTITIES, *PHRASES) if row.is_shown))
