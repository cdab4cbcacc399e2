"""Write small things for people: amounts, lists of names, text of a given width. Floor 0."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache

WIDTH = 80
"""Columns that every terminal has."""


RANK_WORDS = {
    "ace": "A", "king": "K", "queen": "Q", "jack": "J", "ten": "10", "nine": "9", "eight": "8", "seven": "7",
    "six": "6", "five": "5", "four": "4", "three": "3", "two": "2", "deuce": "2", "knave": "J",
}  # fmt: skip
"""The ranks, by their English names."""
NUMBERS = {
    **{word: rank for word, rank in RANK_WORDS.items() if rank.isdigit() and word != "deuce"},
    "one": "1", "eleven": "11", "twelve": "12", "thirteen": "13",
}  # fmt: skip
"""The numbers, by their English names."""
NUMBER = rf"\d+|{'|'.join(NUMBERS)}"
"""For a regular expression: a number in figures or as one word."""
COMMANDING = r"\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufeff"
"""For a regular expression: the signs, besides Tab and the line end, that a terminal obeys instead of showing."""
_JOINT = re.compile(r"(?<=\w)_(?=\w)")
"""What joins the words of a name in the rules."""
_COMMANDING = re.compile(f"[{COMMANDING}]")


class Words:
    """Words to look for in sentences, whatever their case: a pattern that is compiled when it is first looked for."""

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern

    @cached_property
    def _compiled(self) -> re.Pattern[str]:
        return re.compile(self.pattern, re.IGNORECASE)

    def search(self, text: str) -> re.Match[str] | None:
        """Return the first place where a text has them."""
        return self._compiled.search(text)

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        """Yield each place where a text has them."""
        return self._compiled.finditer(text)

    def count(self, text: str) -> int:
        """Return in how many places a text has them."""
        return sum(1 for _ in self._compiled.finditer(text))

    def sub(self, new: str | Callable[[re.Match[str]], str], text: str) -> str:
        """Return a text with something else in each of those places."""
        return self._compiled.sub(new, text)


def harmless(text: str) -> str:
    """Return the text with a mark in place of each sign that a terminal would obey instead of showing."""
    return _COMMANDING.sub("\N{REPLACEMENT CHARACTER}", text)


def value_text(value: object) -> str:
    """Write a value, such as that of an option, as a file does."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return amount_text(value) if isinstance(value, Fraction) else str(value)


def printable(text: str) -> str:
    """Return the text on one line, without anything that a terminal would obey instead of showing."""
    if text.isprintable():
        return text
    return "".join(
        letter if letter.isprintable() else " " if letter in "\t\n\r" else "\N{REPLACEMENT CHARACTER}"
        for letter in text
    )


def folded(text: str, width: int = WIDTH, indent: str = "", hanging: str = "") -> list[str]:
    """Break a text for people into lines of at most `width` columns, the first after `indent`, the others `hanging`."""
    from textwrap import wrap

    whole = printable(text)
    if whole and whole[-1] != " " and len(indent) + len(whole) <= width:  # as most are
        return [indent + whole]
    return wrap(whole, width, initial_indent=indent, subsequent_indent=hanging, break_on_hyphens=False)


def folded_list(items: Iterable[str], width: int) -> list[str]:
    """Break a list into lines between its items, as far as there is room for each."""
    lines: list[str] = []
    for item in items:
        if lines and len(lines[-1]) + len(item) + 3 <= width:
            lines[-1] += f", {item}"
        else:
            lines[-1:] = [f"{line}," for line in lines[-1:]]
            lines += folded(item, width)
    return lines


def placed(text: str, place: str, indent: str) -> list[str]:
    """Return the lines of a text with its place at the right, or below it if there is no room."""
    lines = folded(text, WIDTH, indent, f"{indent}    ")
    room = WIDTH - len(lines[-1]) - len(place)
    return [*lines[:-1], lines[-1] + " " * room + place] if room > 1 else [*lines, place.rjust(WIDTH)]


def listed(items: Iterable[str], width: int = WIDTH, indent: str = "  ") -> list[str]:
    """Write items in columns, row by row; no item is broken."""
    shown = [printable(item) for item in items]
    column = max(map(len, shown), default=0) + 3
    a_row = max(1, (width - len(indent) + 3) // column)
    rows = [shown[at : at + a_row] for at in range(0, len(shown), a_row)]
    return [indent + "".join(item.ljust(column) for item in row).rstrip() for row in rows]


def count(number: int, noun: str, plural: str = "") -> str:
    """Write a number of things: "1 error", "3 errors", "1,000 errors"."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def amount_text(value: int | Fraction | float) -> str:
    """Write an amount exactly: whole, with as many places as it needs, or as a fraction: `50`, `10.5`, `20/3`."""
    if value == int(value):
        return str(int(value))
    number = Fraction(str(value))
    places = next((n for n in range(1, number.denominator.bit_length()) if 10**n % number.denominator == 0), 0)
    if not places:
        return str(number)
    whole, rest = divmod(abs(number.numerator) * 10**places // number.denominator, 10**places)
    return f"{'-' * (number < 0)}{whole}.{rest:0{places}}"


def words_of(name: str) -> str:
    """Return a name of the author's as words."""
    return name.replace("_", " ")


def capital(text: str) -> str:
    """Return a text that begins with a capital letter."""
    return f"{text[:1].upper()}{text[1:]}"


def names_as_words(text: str) -> str:
    """Return a text with the names in it as words."""
    return _JOINT.sub(" ", text)


def and_list(names: Iterable[str], last: str = "and", none: str = "nobody") -> str:
    """Write a list in words: "North, East and South"."""
    *before, end = list(names) or [none]
    return f"{', '.join(before)} {last} {end}" if before else end


def or_list(names: Iterable[str]) -> str:
    """Write a choice in words: "North, East or South"."""
    return and_list(names, "or", "none")


def breadth(text: str) -> int:
    """Return how many columns a text takes on a screen: a Chinese letter takes two, an accent of its own none."""
    if text.isascii():
        return len(text)
    letters = (letter for letter in text if not unicodedata.combining(letter))
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in letters)


def at_left(text: str, width: int) -> str:
    """Return a text with blanks behind it, so many columns wide."""
    return text + " " * (width - breadth(text))


def at_right(text: str, width: int) -> str:
    """Return a text with blanks before it, so many columns wide."""
    return " " * (width - breadth(text)) + text


def columns(rows: Sequence[Sequence[str]], gap: str = "   ", left: int | None = None) -> list[str]:
    """Write rows as lines with their cells below each other, the first `left` of a row (all) at the left."""
    widths = [max(map(breadth, column)) for column in zip(*rows, strict=True)]
    left = len(widths) if left is None else left
    return [
        gap.join(
            at_left(cell, width) if at < left else at_right(cell, width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


@lru_cache
def sign_of(suit: str, colour: str = "BLACK") -> str:
    """Return the symbol of a suit if Unicode has one of its name: `♥` for hearts."""
    try:
        return unicodedata.lookup(f"{colour} {suit.removesuffix('s')} SUIT")
    except KeyError:
        return ""


def reason_of(problem: Exception) -> str:
    """Say why a file cannot be read or written, to go on after a colon."""
    why = getattr(problem, "strerror", None) or (
        str(problem) if isinstance(problem, OSError) else "a file cannot have this name"
    )
    return f"{why[:1].lower()}{why[1:]}"


class SeatNames(tuple[str, ...]):
    """The names of seats, and how people read the sides that have a label."""

    sides: Mapping[tuple[int, ...], str]

    @classmethod
    def of(cls, names: Iterable[str], sides: Mapping[tuple[int, ...], str]) -> SeatNames:
        """Return the names, with the labels of sides by their members."""
        found = cls(names)
        found.sides = sides
        return found


def side_name(seats: Sequence[str], members: Iterable[int], room: int = WIDTH) -> str:
    """Write the name of a side: its label, else "North & South"; if that does not fit, "North +2"."""
    members = tuple(members)
    if isinstance(seats, SeatNames) and members in seats.sides:
        return seats.sides[members]
    names = [seats[seat] for seat in members]
    whole = " & ".join(names)
    return whole if len(whole) <= room or len(names) < 2 else f"{names[0]} +{len(names) - 1}"


def numbers_in(text: str) -> dict[int, str]:
    """Return the whole numbers that a sentence for people says, in words or figures, and how."""
    return {_value(one["number"]) * (-1 if one["minus"] else 1): one[0] for one in _NUMBER_SAID.finditer(text)}


def in_figures(text: str) -> str:
    """Write the numbers of a text in figures, but for those that are one word up to thirteen."""

    def written(one: re.Match[str]) -> str:
        is_one = one["number"] in NUMBERS or one["number"].isdigit()
        return one[0] if is_one else f"{one['minus'] or ''}{_value(one['number'])}"

    return _NUMBER_SAID.sub(written, text)


def _value(said: str) -> int:
    number = part = 0
    for word in re.findall(r"[a-z]+|\d+", said.lower()):
        if word == "hundred":
            part = (part or 1) * 100
        elif word == "thousand":
            number, part = number + (part or 1) * 1000, 0
        elif word not in ("a", "and"):
            value = int(word) if word.isdigit() else _SPOKEN[word]
            part = part * 100 + value if 0 < part < 20 and value >= 10 else part + value  # "two fifty"
    return number + part


_SPOKEN = {
    **{word: int(number) for word, number in NUMBERS.items()},
    **{f"{word}teen": number for number, word in enumerate(("four", "fif", "six", "seven", "eigh", "nine"), 14)},
    **{f"{word}ty": 10 * n for n, word in enumerate(("twen", "thir", "for", "fif", "six", "seven", "eigh", "nine"), 2)},
}
_ONE_WORD = rf"(?:{'|'.join(sorted(_SPOKEN, key=len, reverse=True))}|\d+)"
_NUMBER_SAID = Words(
    rf"(?P<minus>minus |-)?(?<!\w)(?<!no )(?P<number>(?:{_ONE_WORD}|a(?= (?:hundred|thousand)))"
    rf"(?:(?: |-|(?:(?<=hundred)|(?<=thousand)) and )(?!\d)(?:{_ONE_WORD}|hundred|thousand))*)(?!\w)"
)
