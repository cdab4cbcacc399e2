"""Propose what a mistake may have been meant as: by meaning first, then the check's own idea, then by form."""

from __future__ import annotations

import re
from functools import cache, partial
from typing import TYPE_CHECKING, Final
from unicodedata import name

from spadesdsl.diagnostics import nearby
from spadesdsl.frozen import replace
from spadesdsl.repair import structure, synonyms
from spadesdsl.repair.by_code import for_code
from spadesdsl.repair.fitting import fitting
from spadesdsl.repair.text import CARD, changed, left_out, replaced
from spadesdsl.repair.wholes import wholes
from spadesdsl.syntax.sentences import SECTIONS, SENTENCES
from spadesdsl.syntax.wordlist import EXAMPLE_LINES, ITEMS, NOUNS, RESERVED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spadesdsl.diagnostics import Diagnostic, Fix
    from spadesdsl.repair.excerpt import Excerpt
    from spadesdsl.repair.synonyms import Synonym
    from spadesdsl.repair.text import Words

_FORM: Final = frozenset(
    f"E{number}"
    for number in (104, 105, 106, 107, 108, 110, 111, 112, 113, 114, 115, 116, 117, 118, 119, 121, 122, 123)
)
"""Findings about how a file is written: a word or sign too many or too few."""
_OF_SHAPE: Final = frozenset(f"E{number}" for number in (110, 112, 113, 114, 115, 116, 117, 118, 122, 123))
"""Findings about a sentence that can be read, and has a piece too many or too few."""
_UNKNOWN: Final = frozenset(
    f"E{number}" for number in (203, 204, 205, 209, 227, 228, 234, 438, 235, 236, 239, 240, 241, 257, 406, 408)
)
"""Findings about a word that means nothing in its place."""
_OF_A_WORD: Final = _UNKNOWN | frozenset(
    f"E{number}" for number in (227, 231, 232, 242, 301, 302, 303, 304, 305, 306, 310, 311, 312, 313, 314)
)
"""Findings about a word that means nothing, or another kind of thing, in its place."""
_NEAR_WORDS: Final = 3
"""How many words before the one that does not fit may be the wrong ones."""
_SHORTEST: Final = 3


def proposals(
    finding: Diagnostic, words: Words, excerpt: Excerpt | None = None, *, is_guess_alone: bool = False
) -> Iterator[Fix]:
    """Propose fixes of a finding, the likeliest first."""
    if is_guess_alone:
        yield from _guess(finding, words)
    elif finding.code in _FORM:
        yield from _of_form(finding, words, excerpt)
    else:
        if finding.code in ("E227", "E258", "E239", "E302", "E305", "E116"):
            yield from _matches_anywhere(finding, words)
        if finding.code in _OF_A_WORD:
            yield from _by_meaning(finding, words, synonyms.QUANTITIES)
        if finding.code in _UNKNOWN:
            yield from _by_meaning(finding, words, synonyms.NUMBERS)
        yield from for_code(finding, words)
        if finding.code in _OF_A_WORD:
            yield from _by_meaning(finding, words, synonyms.PLAIN)
            yield from _in_plain_words(finding, words)
        yield from _guess(finding, words)
        if finding.code in ("E239", "E118", "E302"):
            yield from _unlikely(structure.unwrapped(words, words.at(finding.span.start)))
        if words.is_first(words.at(finding.span.start)) and finding.code in _UNKNOWN:
            yield from _by_meaning(finding, words, synonyms.KEYWORDS)
            yield from _by_spelling(words, words.at(finding.span.start))
        if finding.code in _OF_A_WORD:
            yield from _by_meaning(finding, words, synonyms.PHRASES + synonyms.CARDS)
        if finding.code in _UNKNOWN:
            yield from _by_case(words, words.at(finding.span.start))


def _of_form(finding: Diagnostic, words: Words, excerpt: Excerpt | None) -> Iterator[Fix]:
    """Propose what a sentence that cannot be read may have been meant as."""
    at = words.at(finding.span.start)
    yield from wholes(finding, words)
    yield from _matches_anywhere(finding, words)
    if finding.code in _OF_SHAPE:
        yield from _guess(finding, words)
        yield from for_code(finding, words)
        if finding.code == "E117":
            yield from _unlikely(_by_meaning(finding, words, synonyms.KEYWORDS))
        if finding.code == "E113":
            yield from _unlikely(_by_meaning(finding, words, synonyms.KEYWORDS))
        if finding.code in ("E112", "E116", "E118"):
            yield from _unlikely(_written_otherwise(finding, words, synonyms.PHRASES))
            yield from _unlikely(structure.fillers(words, at, synonyms.NEVER_MEANT))
            yield from _unlikely(_by_meaning(finding, words, synonyms.QUANTITIES))
        yield from _unlikely(structure.signs(words, at))
        yield from _fitting(words, at, excerpt)
        yield from _in_plain_words(finding, words)
        return
    yield from structure.next_bidder(words, at)
    yield from structure.joined(words, at)
    yield from _written_otherwise(finding, words, synonyms.PLAIN + synonyms.PHRASES + synonyms.CARDS)
    yield from _in_plain_words(finding, words)
    if words.is_first(at):
        for fix in _by_meaning(finding, words, synonyms.KEYWORDS):
            yield fix
            edit = fix.edits[0]
            text = f"replace {edit.text}"
            yield replaced(words.source, edit.span.start, edit.span.end, text, fix.cause, f"write `{text}`")
    yield from _by_meaning(finding, words, synonyms.QUANTITIES)
    yield from for_code(finding, words)
    yield from _guess(finding, words)
    yield from _unlikely(_by_meaning(finding, words, synonyms.NUMBERS))
    yield from _by_case(words, at)
    yield from _by_spelling(words, at)
    yield from structure.fillers(words, at, synonyms.NEVER_MEANT)
    yield from _unlikely(structure.signs(words, at))
    yield from _by_meaning(finding, words, synonyms.KEYWORDS)
    yield from structure.missing(words, at)
    yield from _fitting(words, at, excerpt)
    yield from _unlikely(structure.unwrapped(words, at))
    yield from _unlikely(structure.unquoted(words, at))
    yield from _unlikely(_by_meaning(finding, words, synonyms.PHRASES))


def _fitting(words: Words, at: int, excerpt: Excerpt | None) -> Iterator[Fix]:
    """Propose what the grammar takes in the place."""
    return iter(()) if excerpt is None else fitting(words, at, excerpt, synonyms.NEVER_MEANT)


def _matches_anywhere(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose a sentence of the language for one that English says so."""
    return (fix for _, fix in _matches(finding, words, synonyms.SENTENCES, is_whole=True))


def _unlikely(fixes: Iterator[Fix]) -> Iterator[Fix]:
    """Mark fixes that are only trusted if nothing else is wrong with the file afterwards."""
    return (replace(fix, is_likely=False) for fix in fixes)


def _guess(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Put the check's own idea in the place of the wrong word."""
    guess = finding.guess
    if guess is None:
        return
    text = words.source.text
    _, end = words.line_around(finding.span.start)
    for found in re.finditer(
        rf"(?<!\w){re.escape(guess.wrong)}(?!\w)", text[finding.span.start : max(end, finding.span.end)]
    ):
        start = finding.span.start + found.start()
        yield replaced(words.source, start, start + len(guess.wrong), guess.text, words=guess.words)


def _written_otherwise(finding: Diagnostic, words: Words, rows: tuple[Synonym, ...]) -> Iterator[Fix]:
    """Propose phrases that cover exactly the place of a finding."""
    yield from (fix for is_close, fix in _matches(finding, words, rows) if is_close)


def _by_meaning(finding: Diagnostic, words: Words, rows: tuple[Synonym, ...]) -> Iterator[Fix]:
    """Propose what the language says for a card player's word in a finding, or near it on its line."""
    found = list(_matches(finding, words, rows))
    yield from (fix for is_close, fix in found if is_close)
    yield from (fix for is_close, fix in found if not is_close)


def _matches(
    finding: Diagnostic, words: Words, rows: tuple[Synonym, ...], *, is_whole: bool = False
) -> Iterator[tuple[bool, Fix]]:
    """Find the words of a table on the line of a finding, and tell whether they are where the finding is.

    Args:
        finding: The finding.
        words: The file.
        rows: What to look for.
        is_whole: Whether anywhere on the line is near enough, because a row is a whole sentence.
    """
    source, span = words.source, finding.span
    start, end = words.lines_around(span.start)
    at = words.at(span.start)
    first = words.get(max(0, at - _NEAR_WORDS))
    begin = start if is_whole else max(start, first.start if first is not None else start)
    stop = end if is_whole else min(max(span.end, span.start + 1), end)
    line = source.text[start:end]
    blank = _without_texts(line)
    for row in rows:
        for found in re.finditer(row.regex(), blank):
            here = start + found.start(), start + found.end()
            if here[1] <= begin or here[0] > stop:
                continue
            is_close = here[0] < stop and here[1] > span.start
            for written in row.written:
                text = _expanded(written, found, line)
                if text.startswith("CARD:"):
                    text = text.removeprefix("CARD:").translate(_SIGNS).upper().replace("T", "10", 1)
                    if CARD.fullmatch(text) is None:
                        continue
                owner = text.rpartition(".")[0]
                if text != found[0] and not (owner and line[: found.start()].endswith(f"{owner}.")):
                    yield is_close, _said(finding, words, here, text, line[found.start() : found.end()])


_SIGNS: Final = {ord(sign): name(sign).split()[1][0] for sign in "♠♥♦♣♤♡♢♧"}
"""The first letters of the suits, by their signs."""


def _in_plain_words(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose the line without all that English has and the language says otherwise, everywhere at once."""
    source = words.source
    start, end = words.line_around(finding.span.start)
    parts = re.split(r'("(?:\\.|[^"\\\n])*"|#[^\n]*)', source.text[start:end])
    for row in synonyms.PLAIN:
        parts[::2] = [re.sub(row.regex(), partial(_first_meaning, row), part) for part in parts[::2]]
    text = source.text[:start] + "".join(parts) + source.text[end:]
    if text != source.text:
        yield changed(source, text, "")


def _first_meaning(row: Synonym, found: re.Match[str]) -> str:
    text = _expanded(row.written[0], found, found.string)
    return text.removeprefix("CARD:").translate(_SIGNS).upper() if text.startswith("CARD:") else text


def _expanded(written: str, found: re.Match[str], line: str) -> str:
    """Fill in what the groups found, with the texts that were blanked out; of two ways to say it one has the groups."""
    spans = [found.span(number) for number in range(1, (found.re.groups or 0) + 1) if found.start(number) >= 0]
    whole = len(spans) == found.re.groups
    text = re.sub(
        r"\\(\d)",
        lambda group: line[slice(*(found.span(int(group[1])) if whole else spans[min(int(group[1]), len(spans)) - 1]))],
        written,
    )
    return re.sub(r"(?<=\w),? or (?:an? )?(?=[^\[]*\]$)", ", ", text)


def _said(finding: Diagnostic, words: Words, here: tuple[int, int], text: str, said: str) -> Fix:
    word = said.strip()
    if not text.strip():
        return left_out(words.source, *here, f"The language does not use `{word}` here.")
    if CARD.fullmatch(text):
        cause = (
            f"`{word}` is not how a card is written: first its rank, then the first letter of its suit, in capitals."
        )
    elif finding.code.startswith("E3") or finding.code == "E122":
        cause = ""  # what it is, and what is wanted there, is already said
    else:
        cause = f"In this language `{word}` is written `{text.strip()}`."
    return replaced(words.source, *here, text, cause, f"write `{text.strip()}` for `{word}`")


def _without_texts(line: str) -> str:
    """Blank out comments and what is between quotation marks, so that their words are not taken for rules."""
    return re.sub(r'(?<=")(?:\\.|[^"\\\n])*(?=")|#[^\n]*', lambda found: " " * len(found[0]), line)


def _by_case(words: Words, at: int) -> Iterator[Fix]:
    """Propose small letters for capitals, and capitals for small letters: `2c`, `Hearts`, `north`."""
    for number in (at, at - 1, at + 1):
        token = words.get(number)
        if token is None or not token.is_value or token.text in _known():
            continue
        text = token.text
        for other in dict.fromkeys(
            (
                text.upper() if CARD.fullmatch(text.upper()) else text,
                re.sub(r"(?<=[a-z])(?=[A-Z])", "_", text).lower(),
                text.lower(),
                text.capitalize(),
            )
        ):
            if other != text:
                cause = f"`{text}` is written `{other}`: capitals and small letters count."
                fix = replaced(words.source, token.start, token.end, other, cause)
                yield fix if other != text.capitalize() else replace(fix, is_likely=False)


def _by_spelling(words: Words, at: int) -> Iterator[Fix]:
    """Propose words of the language that are spelt nearly so."""
    for number in (at, at - 1, at - 2, at + 1):
        token = words.get(number)
        if token is None or not token.is_word or len(token.text) < _SHORTEST or token.text in _known():
            continue
        for near in nearby(token.text, _known(), 0.7, most=2):
            cause = f"`{token.text}` is not a word of the language."
            yield replaced(words.source, token.start, token.end, near, cause, f"did you mean `{near}`?")
    token = words.get(at)
    if token is not None and token.text.startswith('"'):
        return
    for number in (at, at - 1):
        token = words.get(number)
        after = words.get(number + 1)
        if token is not None and after is not None and after.text == token.text and token.is_word:
            yield left_out(words.source, after.start, after.end, f"`{token.text}` is written twice.")


@cache
def _known() -> tuple[str, ...]:
    """Return the words of the language that have fixed places."""
    keywords = {form.keyword for forms in SENTENCES.values() for form in forms}
    words = {word for forms in SENTENCES.values() for form in forms for word in (*form.words, *form.choices)}
    more = (
        "looking",
        "once",
        "everyone",
        "up",
        "down",
        "face",
        "plays",
        "seen",
        "topped",
        "losing",
        "full",
        "variant",
        "pack",
        "extends",
        "language",
        "rest",
        "trick",
        "card",
        "winner",
        "holds",
        "take",
        "legal",
        "illegal",
        "asked",
        "because",
        "nothing",
        "over",
        "deal",
        "new",
        "others",
        "alone",
        "together",
        "expect",
        "ask",
        "bids",
    )
    return tuple(sorted({
        *RESERVED, *keywords, *words, *(form.keyword for form in SECTIONS), *ITEMS, *EXAMPLE_LINES, *NOUNS, *more,
    }))  # fmt: skip
