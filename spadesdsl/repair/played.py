"""Read lines of an example by their parts: cards of a whole suit, cards that players played, bids without players."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from spadesdsl.repair.bundled import listed, scored, seats_of
from spadesdsl.repair.text import CARD, Words, replaced, with_cards

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spadesdsl.diagnostics import Diagnostic, Fix

_CARD: Final = CARD.pattern
_SUITS_CARDS: Final = re.compile(
    r"(?:(?P<before>[A-Z][a-z]\w*|us|them) (?P<verb>won|took|holds?|has|had|got|captured) )?"
    r"\b(?:all(?: of)?|every|both|the|1[0-4]|thirteen)(?: the)?(?: (?:1[0-4]|thirteen))? (?P<suit>[a-z]+?)s?"
    rf"(?P<more>(?:(?:,? and|,| plus)? (?:the )?(?:{_CARD})\b)*)"
    r"(?: (?:(?:was|were|are|is) )?(?P<how>won|taken|captured|held) by (?P<after>[A-Z][a-z]\w*|us|them))?"
    r"(?=[,;]|\s*(?:\}|$|expect|case|bids|plays))"
)
_PLAYED: Final = re.compile(
    r"\bplays?:? (?P<said>(?:(?! (?:expect|case|given)\b)[^{}\n#])*[^{}\n#\s;,])(?=\s*(?:[}#]|expect\b|case\b|$))"
)
_BY_WHOM: Final = re.compile(
    rf"(?:,|;|\band\b|\bthen\b)*\s*(?P<who>[A-Z][a-z]\w*)(?:'s| ?[:=]| plays?| played| leads?| with)?\s+(?:the )?"
    rf"(?P<card>{_CARD})\b(?:\s*\(led\))?\s*"
)
_NO_NAMES: Final = re.compile(r"\bbids:? (?P<bids>\w+(?:,? \w+)+)(?=\s*(?:[}#\n]|case\b|expect\b|given\b|$))")


def played(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose the facts of an example, as they are written, for what a line says with other signs."""
    text = words.source.text
    start, end = words.line_around(finding.span.start)
    line = with_cards(text[start:end]) if len(with_cards(text[start:end])) == end - start else text[start:end]
    if "given" in line:
        yield from _whole_suits(words, start, line)
    for found in _PLAYED.finditer(line):
        cards, at = [], 0
        while (one := _BY_WHOM.match(found["said"], at)) is not None:
            cards.append(f"{one['who']} {one['card']}")
            at = one.end()
        told = f"plays {', '.join(cards)}"
        if cards and at == len(found["said"]) and told != found[0]:
            cause = "Each card comes after the player who played it, and commas separate them."
            yield replaced(words.source, start + found.start(), start + found.end(), told, cause, f"write `{told}`")
    seats = listed("seats", text)
    for found in _NO_NAMES.finditer(line) if scored(text) == "player" else ():
        bids = re.findall(r"\w+", found["bids"])
        if len(bids) == len(seats) and not seats_of(text) & set(bids):
            told = f"bids {'; '.join(f'{seat} {bid}' for seat, bid in zip(seats, bids, strict=True))}"
            cause = "Where each plays alone, each bid comes after the player who made it."
            yield replaced(words.source, start + found.start(), start + found.end(), told, cause, f"write `{told}`")


def _whole_suits(words: Words, start: int, line: str) -> Iterator[Fix]:
    """Propose the cards of a suit one by one."""
    ranks = listed("ranks", words.source.text)
    suits = listed("suits", words.source.text)
    for found in _SUITS_CARDS.finditer(line):
        who = found["before"] or found["after"]
        if f"{found['suit']}s" not in suits or who is None or not ranks:
            continue
        cards = [f"{rank}{found['suit'][0].upper()}" for rank in ranks]
        verb = "holds" if (found["verb"] or found["how"])[0] == "h" else "won"
        told = f"{who} {verb} {' '.join((*cards, *re.findall(rf'{_CARD}', found['more'])))}"
        cause = "Cards are listed one by one, after the player who has them."
        yield replaced(words.source, start + found.start(), start + found.end(), told, cause, f"write `{told}`")
