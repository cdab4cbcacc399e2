"""Colours for a session. The text says it all, so a reader without colour misses nothing.

The colour of a suit depends on its number in the file of the game, not on its name.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from spadesdsl.frozen import Changing, field
from spadesdsl.session.terminal import card_words

if TYPE_CHECKING:
    from rich.console import Console as Screen
    from rich.text import Text

    from spadesdsl.engine.ranking import Deck

SUITS = ("green", "bright_blue", "red", "default", "yellow", "cyan")
"""By number of the suit, low to high as in the file; after the last, the first again."""
SUITLESS = "magenta"
CHOICE = "bold underline"
"""The choices, which are in brackets too."""
_ALWAYS = (
    (re.compile(r"^(--|\N{BOX DRAWINGS LIGHT HORIZONTAL}{2}) .*"), "bold"),
    (re.compile(r"`[^`]+`"), "bold"),
    (re.compile(r"(?<=> )[^\s>].*?(?=  |$)"), "bold"),
    (re.compile(r"(?<![^\s(,])-\d[\d./]*"), "red"),
)


class Painter(Changing):
    """Colours the cards of a deck."""

    deck: Deck
    _cards: re.Pattern[str] = field(init=False)
    _suits: re.Pattern[str] = field(init=False)
    _style_of: dict[str, str] = field(init=False)

    def __post_init__(self) -> None:
        suits = {name: SUITS[number % len(SUITS)] for number, name in enumerate(self.deck.suits)}
        printed = zip(self.deck.names, self.deck.printed_suit, strict=True)
        cards = {name: SUITLESS if suit is None else SUITS[suit % len(SUITS)] for name, suit in printed}
        for has_symbols in (False, True):
            shown = card_words(self.deck, has_symbols=has_symbols)
            cards |= {words: cards[name] for name, words in shown.items()}
        self._style_of = suits | cards
        self._cards = re.compile(rf"\[?(?<!\w)({_any_of(cards)})(?!\w)\]?")
        self._suits = re.compile(rf"^  \W?\s?({_any_of(suits)})(?= )")

    def text(self, line: str) -> Text:
        """Return a line in colour."""
        from rich.text import Text

        painted = Text(line, end="")
        for pattern, style in _ALWAYS:
            for match in pattern.finditer(line):
                painted.stylize(style, *match.span())
        for match in self._suits.finditer(line):
            painted.stylize(self._style_of[match[1]], 0, match.end())
        for match in self._cards.finditer(line):
            painted.stylize(self._style_of[match[1]], *match.span(1))
            if match[0].startswith("[") and match[0].endswith("]"):
                painted.stylize(CHOICE, *match.span(1))
        return painted

    def print(self, screen: Screen, text: str) -> None:
        """Write a line, or several, on a screen."""
        for line in text.split("\n"):
            screen.print(self.text(line), soft_wrap=True, end="\n")


def _any_of(names: dict[str, str]) -> str:
    """Return a pattern of any of these names, the longest first."""
    return "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True)) or r"(?!)"
