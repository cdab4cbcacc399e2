"""Counts which words of the language the shipped files use, and gives the reason for each rare one."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Final

from spadesdsl.check.expressions import FUNCTIONS
from spadesdsl.check.quantities import WORDS
from spadesdsl.rules.operations import GLOBALS, PROPERTIES
from spadesdsl.syntax.grammar import grammar
from spadesdsl.syntax.sentences import SECTIONS, SENTENCES
from spadesdsl.syntax.wordlist import EXAMPLE_LINES, ITEMS

if TYPE_CHECKING:
    from collections.abc import Iterator

VARIANTS: Final = Path(__file__).resolve().parent.parent / "variants"
_WORDS_ONLY: Final = re.compile(r"(,\\s\*)?[a-z]+(\\s\+[a-z]+)*(\\b)?\Z")
_UNLISTED: Final = frozenset({"this_trick", "card", "seat"})
"""Other names for listed words: an op, and two nouns."""

REASONS: Final[dict[str, str]] = {
    "bid_place": "Which of two partners bid first, and so must change the bid.",
    "longest_run": "The opposite of `final_run`: tricks in a row anywhere in the deal.",
    "prefer": "Which of two packs wins when both change one rule. Shipped packs that go together make exceptions and "
    "do not need it; two packs of your own might.",
    "position": "Which of two equal cards was played first.",
    "shown": "The cards of a hand that lie open, which a rule may want played first.",
}
"""What only the rare words can say."""


def words() -> tuple[str, ...]:
    """List every word and set phrase of the language, and every name that is built in."""
    found = {text for text in map(text_of, _patterns()) if text}
    found.update(form.keyword for forms in SENTENCES.values() for form in forms)
    found.update(choice for forms in SENTENCES.values() for form in forms for choice in form.choices)
    found.update(section.keyword for section in SECTIONS)
    found.update((*ITEMS, *EXAMPLE_LINES, *WORDS, *FUNCTIONS, *GLOBALS, "alone", "together"))
    found.update(name for _, name in PROPERTIES)
    return tuple(sorted(found - _UNLISTED - {"best", "needs", "on", "at once"} | {"at once"}))


def _patterns() -> Iterator[str]:
    yield from (terminal.pattern for terminal in grammar().terminals if terminal.text is None)
    yield from ("face up", "face down", "any time during", "on deal")


def text_of(pattern: str) -> str:
    """Return the words of a terminal, or nothing if it is a sign or a kind of word."""
    return (
        _plain(re.sub(r"\\s[+*]", " ", pattern.removesuffix(r"\b")))
        if _WORDS_ONLY.match(pattern)
        else _plain_or(pattern)
    )


def _plain_or(text: str) -> str:
    return text if re.fullmatch(r"[a-z]+( [a-z]+)+", text) else ""


def _plain(text: str) -> str:
    return " ".join(text.replace(",", " ").split())


def uses() -> dict[str, set[str]]:
    """Return, for each word, the shipped files that use it."""
    found: dict[str, set[str]] = defaultdict(set)
    for file in sorted(VARIANTS.rglob("*.spades")):
        for token in iter(grammar().begin(file.read_text(encoding="utf-8")).step, None):
            text = _plain(str(token)).replace("on deals", "on deal").replace("during the", "during")
            found[text].add(file.stem)
    return found


def rare() -> dict[str, str]:
    """Return the words that at most one shipped file uses, each with that file's name or an empty text."""
    found = uses()
    return {word: next(iter(found[word]), "") for word in words() if len(found[word]) <= 1}
