"""Propose braces, quotation marks and set phrases that are missing, torn or superfluous."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Final

from spadesdsl.diagnostics import Diagnostic, Fix, nearest
from spadesdsl.frozen import replace
from spadesdsl.repair.brackets import balanced, short
from spadesdsl.repair.bundled import declared, long_names, rules_of, seats_of, titles
from spadesdsl.repair.text import Words, inserted, left_out, replaced, several, wrong_word
from spadesdsl.resources import variant_names
from spadesdsl.syntax.explaining import patterns
from spadesdsl.syntax.places import NAMING, place_of
from spadesdsl.syntax.sentences import KEYWORDS, STARTS


def twice(words: Words, at: int) -> Iterator[Fix]:
    """Propose to leave out a word or sign that is next to the same one, the nearest to the place first."""
    place = words.get(min(at, len(words.all) - 1))
    if place is None:
        return
    line, end = words.lines_around(place.start)
    start = min(line, place_of(words.source, place.start).start)
    pairs = enumerate(pairwise(words.within(start, end)), words.at(start) + 1)
    same = [
        (here, other)
        for here, (one, other) in pairs
        if one.text == other.text and one.text not in _POWERS and not words.is_first(here)
    ]
    for _, other in sorted(same, key=lambda pair: abs(pair[0] - at)):
        yield left_out(words.source, other.start, other.end, f"`{short(other.text)}` is written twice.")


_POWERS: Final = frozenset("*+-=<>/")
"""Signs that mean something else in other languages where they are written twice."""


def signs(words: Words, at: int) -> Iterator[Fix]:
    """Propose another sign or small word for the one at the place, or right before it."""
    yield from _quoted_names(words, at)
    yield from new_lines(words, at)


def new_lines(words: Words, at: int, *, is_sure: bool = False) -> Iterator[Fix]:
    """Propose a line of its own for what comes after a `;`.

    Args:
        words: The file.
        at: The number of the word that does not fit.
        is_sure: Whether a word that begins a sentence has to come next.
    """
    for number in (at, at - 1, at - 2):
        token, below = words.get(number), words.get(number + 1)
        if token is None or token.text != ";" or _WITHIN.match(words.source.text, token.end):
            continue
        if is_sure and (below is None or below.text not in STARTS):
            continue
        cause = "No `;` ends a sentence: the next one begins on a line of its own."
        start, _ = words.line_around(token.start)
        line = words.source.text[start : token.start]
        indent = line[: len(line) - len(line.lstrip(" \t"))]
        stop = token.end + (words.source.text[token.end : token.end + 1] == " ")
        yield replaced(words.source, token.start, stop, f"\n{indent}", cause, "begin a new line instead")


_WITHIN: Final = re.compile(r" *(?:[\n}\"]|$|(?:from|of|when|by|ask)\b)")
"""What goes on with a sentence, or ends a line."""


def _quoted_names(words: Words, at: int) -> Iterator[Fix]:
    """Propose a name without its quotation marks."""
    near = [words.get(at + one) for one in (0, -1, 1)]
    token = next((one for one in near if one is not None and one.text[0] == '"'), None)
    if token is None:
        return
    keyword, name = words.get(words.at(token.start) - 1), "_".join(re.findall(r"[a-z0-9]+", token.text.lower()))
    if keyword is not None and keyword.text in NAMING and name[:1].isalpha():
        cause = f"The name of a `{keyword.text}` is one word without quotation marks."
        yield replaced(words.source, token.start, token.end, name, cause)
    start, end = words.line_around(token.start)
    texts = [one for one in words.within(start, end) if one.text.startswith('"')]
    quoted = [one for one in texts if one.text.strip('"').isidentifier()]
    if len(quoted) > 1:
        names = [(one.start, one.end, one.text.strip('"')) for one in quoted]
        yield several(words.source, iter(names), "leave out the quotation marks", "Names have no quotation marks.")
    text = token.text.strip('"')
    if text.isidentifier() or text.isdigit():
        kind = "name" if text.isidentifier() else "number"
        cause = f"`{text}` is a {kind}, and {kind}s have no quotation marks."
        yield replaced(words.source, token.start, token.end, text, cause)
    stem = text.rpartition("/")[2].removesuffix(".spades")
    if stem != text and stem in variant_names():
        cause = f"A game or pack is called by its name, without folders and quotation marks: `{stem}`."
        yield replaced(words.source, token.start, token.end, stem, cause, f"write `{stem}`")
    for name, title in titles().items():
        if text.lower() in (title.lower(), name.replace("_", " ")):
            cause = f'`{name}` is the name of "{title}", and names have no quotation marks.'
            yield replaced(words.source, token.start, token.end, name, cause)


def otherwise_nothing(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose `else 0` where what an `if` gives ends: before the place, or before what comes after its sentence."""
    at = stop = words.at(finding.span.start)
    while (token := words.get(stop)) is not None and (stop > at or token.text == "if"):
        if token.text[0] in '"{}' or (words.is_first(stop) and token.text in KEYWORDS):
            break
        stop += 1
    last = words.get(stop - 1) if "`if` has no `else`" in finding.message else None
    if last is not None:
        cause = f"There is no `else 0` after `{last.text}`."
        yield inserted(words.source, last.end, " else 0", "write `else 0` after it", cause)


def missing(words: Words, at: int) -> Iterator[Fix]:
    """Propose quotation marks, braces and dots that are missing near the place."""
    yield from _quotes(words, at)
    yield from balanced(words, at)


def _quotes(words: Words, at: int) -> Iterator[Fix]:
    """Propose quotation marks round words that are a sentence for people."""
    source = words.source
    place = words.get(at)
    offset = place.start if place is not None else len(source.text)
    start, end = words.line_around(min(offset, len(source.text) - 1))
    line = source.text[start:end]
    marks = [index for index, letter in enumerate(line) if letter == '"']
    cause_end, cause_begin = 'This text has no `"` at its end.', 'This text has no `"` at its beginning.'
    if len(marks) % 2:
        yield from _on_one_line(words, end)
        stop = start + len(line.rstrip())
        early = _LABEL_FIRST.match(line)
        ends_of_label = _AFTER_LABEL.finditer(line, marks[-1]) if early and early.end() == marks[-1] + 1 else ()
        for one in ends_of_label:
            yield inserted(source, start + one.start(), '"', 'write `"` where the text ends', cause_end)
        inner = range(len(line.rstrip()) - 1, marks[-1], -1)
        ends = [stop, *(start + index for index in inner if line[index] in "{},; ")]
        for here in ends:
            while here > start and source.text[here - 1] in " \t":
                here -= 1
            yield inserted(source, here, '"', 'write `"` where the text ends', cause_end)
        within = [token for token in words.all if start <= token.start < start + marks[-1]]
        begins = [one for one in within if one.is_value or source.text.startswith(("... ", "…"), one.start)]
        for token in sorted(
            begins, key=lambda one: (one.is_value and (not one.text[0].isupper() or len(one.text) < 2), -one.start)
        ):
            yield inserted(source, token.start, '"', f'write `"` before `{token.text}`', cause_begin)
    elif place is not None and not marks and place.text[:1].isupper():
        yield from unquoted(words, at)


def _on_one_line(words: Words, end: int) -> Iterator[Fix]:
    """Propose a text that goes on below on one line."""
    below = _GOES_ON.match(words.source.text, end)
    if below is not None:
        cause = "A text for readers stays on one line, and this one goes on below."
        gaps = [(end + one.start(), end + one.end(), " ") for one in re.finditer(r"\s*\n\s*", below[0])]
        yield several(words.source, iter(gaps), "write it on one line", cause)


_GOES_ON: Final = re.compile(r'(?:\n[^"\n{}]*){1,3}"(?=[^"\n]*(?:"[^"\n]*"[^"\n]*)*(?:\n|$))')
"""The end of a text that began above, on a line of which nothing else is torn."""
_LABEL_FIRST: Final = re.compile(
    r'(?:[^"\n]*\{)?\s*(?:replace )?(?:bid|may|choose|give|pass|variant|pack|preset|zone) \w+(?:\([^()\n]*\))? "'
)
"""What comes before the text of a sentence that has it right after its name."""
_AFTER_LABEL: Final = re.compile(
    r"\s+(?=(?:by|when|final|before looking|extends|for|of each|seen by|during|at once)\b|\{)|(?=:)"
)


def unquoted(words: Words, at: int) -> Iterator[Fix]:
    """Propose quotation marks round the words of a sentence for people at the end of a line."""
    source, place = words.source, words.get(at)
    if place is None:
        return
    start, end = words.line_around(place.start)
    found = _PROSE.search(source.text, start, end) or _LINE_OF_PROSE.match(source.text, start, end)
    if found is None or '"' in source.text[start:end] or not found.start() <= place.start <= found.end():
        return
    said = found[0].split()
    if words.is_first(words.at(begin := found.end() - len(found[0].lstrip()))) and said[0].lower() in STARTS:
        yield replaced(source, begin, begin + len(said[0]), said[0].lower(), wrong_word(said[0], said[0].lower()))
    if all(one[0].isupper() for one in said) or said[0] in seats_of(source.text):
        return
    edits = iter([(begin, begin, '"'), (found.end(), found.end(), '"')])
    cause = 'A sentence for people is written between `"` and `"`.'
    fix = several(source, edits, 'write `"` before and after it', cause)
    yield replace(fix, is_likely=found[0].endswith((".", "!", "?")))


_PROSE: Final = re.compile(r"(?<=[\w)\]}%])[ \t]+[A-Z][a-z']*(?:[ -][\w',-]+)+[.!]?(?=[ \t]*(?:[{}]|$))", re.MULTILINE)
_LINE_OF_PROSE: Final = re.compile(r"[ \t]+[A-Z][a-z']*(?:[ -][\w',-]+){2,}[.!?]?(?=[ \t]*$)", re.MULTILINE)
"""A sentence for people without quotation marks: it begins with a capital letter and has no signs."""


def joined(words: Words, at: int) -> Iterator[Fix]:
    """Propose a name whose words were written apart, and the whole of a set phrase that was cut short."""
    own = long_names(words.source.text)
    for number in (at, at - 1):
        token = words.get(number)
        if token is not None and token.is_word and "_" in token.text and token.text not in declared(words.source.text):
            text = token.text.replace("_", " ")
            cause = f"In this language `{token.text}` is written as words of their own."
            yield replaced(words.source, token.start, token.end, text, cause)
    for size in (3, 2):
        for number in range(at - size - 1, at + 1):
            parts = [words.get(number + one) for one in range(size)]
            tokens = [one for one in parts if one is not None]
            if len(tokens) < size:
                continue
            first, last = tokens[0], tokens[-1]
            said = words.source.text[first.start : last.end]
            name = "_".join(one.text.lower() for one in tokens if one.text != "-")
            meant = (
                name if name in own or name in variant_names() else _cut_short().get(tuple(one.text for one in tokens))
            )
            flat = re.sub(r"[-_ ]", "", said.lower())
            meant = flat if meant is None and flat in KEYWORDS else meant
            if meant is not None and "\n" not in said:
                cause = f"In this language `{said}` is written `{meant}`."
                yield replaced(words.source, first.start, last.end, meant, cause)


def one_name(finding: Diagnostic, words: Words, *, is_sure: bool) -> Iterator[Fix]:
    """Propose one name for the words after a keyword that names its rule: `score last trick when …`.

    Args:
        finding: What is wrong.
        words: The file.
        is_sure: Whether to leave out words that may be one of a clause.
    """
    source = words.source
    start, end = words.line_around(finding.span.start)
    for found in _LONG_NAME.finditer(source.text, start, end):
        said = re.findall(r"\w+", _ARTICLE.sub("", found["name"]))
        is_clause = (
            "_" in said[0]
            or said[0] in _CLAUSES
            or "any time" in found["name"]
            or any(one in _CLAUSES or nearest(one, _CLAUSES, _ALIKE) is not None for one in said[1:])
        )
        is_near = found.start() <= finding.span.start <= found.end("name") + 1
        own = {name for _, name in rules_of(source.text)}
        is_told = (
            not own & set(said[1:])
            and said[0] not in ("when", "if")
            and len(set(said)) > 1
            and _VERBS.isdisjoint(said)
            and said[-1] not in (*_SMALL, "all")
        )
        if is_near and is_clause != is_sure and is_told:
            written = f"{found['keyword']} {'_'.join(said).lower()}"
            cause = f"A name is one word: `_` joins its parts, as in `{written}`."
            fix = replaced(source, found.start("keyword"), found.end("name"), written, cause, f"write `{written}`")
            yield replace(fix, is_likely=is_sure)


_CLAUSES: Final = (
    "when", "if", "during", "above", "below", "over", "under", "by", "instead", "before", "after", "until", "unless",
    "for", "from", "final", "on", "in", "at", "with", "while", "where", "each", "every", "only", "whenever", "extends",
    "and", "or", "then", "replaces", "replacing", "ahead", "higher", "lower", "prior",
    "overriding", "overrides",
)  # fmt: skip
"""Words that begin a clause, in the language or in English."""
_VERBS: Final = frozenset(("is", "are", "has", "have"))
"""What makes a condition of words."""
_ALIKE: Final = 0.75
_PIECE: Final = r"(?:when|if|during|above|below|by|instead|before|after|until)\b"
_LONG_NAME: Final = re.compile(
    rf"\b(?P<keyword>{'|'.join(sorted(NAMING | {'phase', 'preset'}))})\s+"
    rf"(?P<name>[A-Za-z]\w*(?:[ -](?!{_PIECE}|from\b|final\b)[A-Za-z]\w*){{1,5}})"
    rf"(?=\s*[:=({{\"]|\s+{_PIECE}|\s+(?:for each|of (?:each|the))\b)"
)
_ARTICLE: Final = re.compile(r"\A(?:the|an?) ")
_SMALL: Final = frozenset(("the", "a"))


@cache
def _cut_short() -> dict[tuple[str, ...], str]:
    """Return the set phrases with a small word in them, by their other words."""
    phrases = (text for text in patterns().values() if _LEFT_OUT & set(text.split()))
    return {tuple(word for word in text.split() if word not in _LEFT_OUT): text for text in phrases}


_LEFT_OUT: Final = frozenset(("the", "a", "as"))
