"""Read lines of an example by their parts: cards of a whole suit, cards that players played, bids without players."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from spadesdsl.repair.blocks import closing_of
from spadesdsl.repair.bundled import listed, scored, seats_of
from spadesdsl.repair.text import CARD, Words, replaced, several, with_cards
from spadesdsl.words import RANK_WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spadesdsl.diagnostics import Diagnostic, Fix

_CARD: Final = CARD.pattern
_SUITS_CARDS: Final = re.compile(
    r"(?:(?P<before>[A-Z][a-z]\w*|us|them) (?P<verb>won|took|holds?|has|had|got|captured) )?"
    r"\b(?:all(?: of)?|every|both|the|1[0-4]|thirteen)(?: the)?(?: (?:1[0-4]|thirteen))? (?P<suit>[a-z]+?)s?"
    rf"(?P<more>(?:(?:,? and|,| plus)? (?:the )?(?:{_CARD}|(?:{'|'.join(RANK_WORDS)}) of [a-z]+)\b)*)"
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
_ONE_NAME: Final = re.compile(
    rf"\bplays (?P<who>[A-Z][a-z]\w*):? (?P<cards>{_CARD}(?:,? {_CARD})+)(?=\s*(?:[}}#]|expect\b|case\b|$))"
)
_LETTER: Final = re.compile(rf"(?<![\w.])([A-Z])(?= +(?:{_CARD}|\d|[a-z]+\b|\{{))")
"""A letter for a seat."""
_NUMBERS: Final = re.compile(r"(?<=legal bids )(\d+) ?(?:to|-|–|\.\.+) ?(\d+)\b")
_NO_NAMES: Final = re.compile(r"\bbids:? (?P<bids>\w+(?:[,;]? \w+)+)(?=\s*(?:[}#\n]|case\b|expect\b|given\b|$))")


def played(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose the facts of an example, as they are written, for what a line says with other signs."""
    text = words.source.text
    start, end = words.line_around(finding.span.start)
    line = with_cards(text[start:end]) if len(with_cards(text[start:end])) == end - start else text[start:end]
    if "given" in line:
        yield from _whole_suits(words, start, line)
    if finding.message.endswith("and a seat belongs here."):
        named = [(one, seat) for one in _LETTER.finditer(line) for seat in listed("seats", text) if seat[0] == one[1]]
        edits = [(start + one.start(), start + one.end(), seat) for one, seat in named]
        cause = f"A seat is written with its whole name; `{named[0][0][1]}` alone is a rank." if named else ""
        is_clear = len({one.start() for one, _ in named}) == len(named)
        hint = f"write `{named[0][1]}` for `{named[0][0][1]}`{', and so on' * (len(named) > 1)}" if named else ""
        yield several(words.source, iter(edits if is_clear else ()), hint, cause)
    for found in _PLAYED.finditer(line) if finding.code.startswith("E1") else ():
        cards, at = [], 0
        while (one := _BY_WHOM.match(found["said"], at)) is not None:
            cards.append(f"{one['who']} {one['card']}")
            at = one.end()
        told = f"plays {', '.join(cards)}"
        if cards and at == len(found["said"]) and told != found[0]:
            cause = "Each card comes after the player who played it, and commas separate them."
            yield replaced(words.source, start + found.start(), start + found.end(), told, cause, f"write `{told}`")
    seats = listed("seats", text)
    for found in _ONE_NAME.finditer(line):
        cards = re.findall(_CARD, found["cards"])
        at = seats.index(found["who"]) if found["who"] in seats and len(cards) <= len(seats) else -1
        told = ", ".join(f"{(seats[at:] + seats[:at])[place]} {card}" for place, card in enumerate(cards) if at >= 0)
        cause = "Each card comes after the player who played it."
        if told:
            yield replaced(words.source, start + found.start("who"), start + found.end(), told, cause)
    for found in _NUMBERS.finditer(line):
        told = ", ".join(str(one) for one in range(int(found[1]), min(int(found[2]), int(found[1]) + 40) + 1))
        cause = "The bids are listed one by one."
        yield replaced(words.source, start + found.start(1), start + found.end(), told, cause)
    for found in _NO_NAMES.finditer(line) if scored(text) == "player" else ():
        bids = re.findall(r"\w+", found["bids"])
        if len(bids) == len(seats) and not seats_of(text) & set(bids):
            told = f"bids {'; '.join(f'{seat} {bid}' for seat, bid in zip(seats, bids, strict=True))}"
            cause = "Where each plays alone, each bid comes after the player who made it."
            yield replaced(words.source, start + found.start(), start + found.end(), told, cause, f"write `{told}`")


def told_examples(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose the words that lines of an example begin with, where several lines say in English what happens."""
    text, at = words.source.text, finding.span.start
    head = next((one for one in reversed(list(_EXAMPLE.finditer(text, 0, at)))), None)
    end = -1 if head is None else closing_of(text, head.end())
    edits: list[tuple[int, int, str]] = []
    begin = head.end() if head is not None else 0
    for line in re.finditer(r"[^\n]+", text[begin:end]) if at < end else ():
        start, said = begin + line.start() + len(line[0]) - len(line[0].lstrip()), line[0].strip()
        for pattern, written in _TOLD:
            if pattern.match(said):
                told = pattern.sub(written, said)
                told = re.sub(_MORE, r"; \1 " if told.startswith("bids") else r", \1 ", told)
                edits.append((start, start + len(said), told))
                break
    if len(edits) > 1:
        cause = "Each line of an example begins with a word that says what the line is."
        told = ", and ".join(f"`{new}` for `{text[low:high]}`" for low, high, new in edits)
        yield several(words.source, iter(edits), f"write {told}", cause)


_WHO: Final = r"((?:[A-Z][a-z]\w*|us|them))"
_EXAMPLE: Final = re.compile(r'\bexample "[^"\n]*" *\{')
_MORE: Final = rf",? (?:and |then )?{_WHO} (?:plays?|played|bids?) "
_TOLD: Final = tuple(
    (re.compile(pattern), written)
    for pattern, written in (
        (rf"{_WHO} (?=(?:holds|won|took) )", r"given \1 "),
        (rf"{_WHO} has (?=(?:{_CARD}))", r"given \1 holds "),
        (rf"{_WHO} (?:plays?|played|leads?|led) (?=(?:{_CARD}))", r"plays \1 "),
        (rf"{_WHO} bids? (?=[\w\"])", r"bids \1 "),
        (rf"{_WHO} takes? (?=\d[\d +]*:)", r"case \1 take "),
        (r"(?=(?:legal|illegal) )", "expect "),
        (rf"{_WHO} (?=wins(?: the trick)?$)", r"expect \1 "),
    )
)
"""How lines of an example are said without their word, and how they begin."""


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
        told = f"{who} {verb} {' '.join((*cards, *re.findall(_CARD, with_cards(found['more']))))}"
        cause = "Cards are listed one by one, after the player who has them."
        yield replaced(words.source, start + found.start(), start + found.end(), told, cause, f"write `{told}`")
