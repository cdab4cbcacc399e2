"""Propose small changes of a sentence that no table lists: another keyword, or a piece elsewhere.

Of such changes nobody knows beforehand which is meant. One is shown only if it is the only one of its kind with which
the file can be read and holds together, or clearly the likeliest.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from spadesdsl.diagnostics import Diagnostic, Fix
from spadesdsl.frozen import replace
from spadesdsl.repair.excerpt import Excerpt, trail_of
from spadesdsl.repair.synonyms import NEVER_MEANT
from spadesdsl.repair.text import Words, inserted, replaced, several
from spadesdsl.syntax.broken import BEGIN_PROSE
from spadesdsl.syntax.places import place_of
from spadesdsl.syntax.sentences import keywords
from spadesdsl.syntax.wordlist import NOUNS, RESERVED

_PIECES: Final = frozenset((
    "when", "by", "during", "above", "below", "from", "until", "instead", "before", "after", "face", "at", "for",
    "extends", "as", "stopping", "seen", "looking", "losing", "then", "with", ":", "=", "final", "any", "ask", "if",
))  # fmt: skip
"""What begins a piece of a sentence."""
_NEVER: Final = frozenset(("drop", "replace"))
_NO_NAMES: Final = RESERVED.union(NEVER_MEANT)
_MOST_PIECES: Final = 8


def other_keywords(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose each keyword that may begin a sentence in its place, for a word with which none begins."""
    number = words.at(finding.span.start)
    while number > 0 and not words.is_first(number):
        number -= 1
    token = words.get(number)
    if (
        token is None
        or not token.is_word
        or token.text in (*_DENYING, *_ASKED, *BEGIN_PROSE)
        or words.is_first(number + 1)
    ):
        return  # one word alone supports no guess
    place = place_of(words.source, token.start + 1)
    for keyword in keywords(place.section) if place.section not in ("", "file") else ():
        if keyword not in (token.text, *_NEVER):
            cause = f"`{token.text}` does not begin such a sentence."
            fix = replaced(words.source, token.start, token.end, keyword, cause)
            yield replace(fix, is_likely=False, choice="keyword")


_ASKED: Final = ("may", "choose", "pass")
"""Keywords with which somebody decides something: no other keyword says so."""
_DENYING: Final = ("forbid", "ban", "prohibit", "deny", "prevent", "never", "no", "not", "cannot")
"""Words that say the opposite of each keyword."""


def moved_pieces(words: Words, at: int, excerpt: Excerpt) -> Iterator[Fix]:
    """Propose another place in its sentence for a piece of it: `when …` before the `:`, the text at the end."""
    source, trail = words.source, trail_of(excerpt)
    pieces = _pieces(words, at)
    for (colon, end), (begin, stop) in pairwise(pieces):
        word = source.text[begin:stop].split()[0]
        for gap in words.within(begin, stop)[1:] if source.text[colon:end] == ":" else ():
            edits = iter([(colon, end, ""), (gap.start - 1, gap.start - 1, ":")])
            fix = several(source, edits, f"write `{word} …` before the `:`", f"`{word} …` comes after the `:`.")
            if trail.reads_on(fix):
                yield replace(fix, is_likely=False)
    yield from (replace(fix, is_likely=False) for fix in _names(words, pieces) if trail.reads_on(fix))
    for size in (1, 2):
        firsts = range(1, len(pieces) - size + 1)
        for first in sorted(firsts, key=lambda one: source.text[pieces[one][0]] == ":"):
            start, end = pieces[first][0], pieces[first + size - 1][1]
            said = source.text[start:end]
            for target in range(1, len(pieces) + 1):
                is_beyond = _NEXT.search(source.text[slice(*pieces[target - 1])]) is not None
                if first <= target <= first + size or "\n" in said or is_beyond:
                    continue
                before = pieces[target - 1][1]
                begin = start - len(source.text[:start]) + len(source.text[:start].rstrip())
                glue = "" if said[0] == ":" else " "
                fix = several(
                    source,
                    iter([(before, before, glue + said), (begin, end, "")]),
                    *_where(source.text[pieces[target - 1][0] : before], said),
                )
                if trail.reads_on(fix):
                    yield replace(fix, is_likely=False)


_NEXT: Final = re.compile(r"\S\s+(?:score|must|tally|win|lose|let|bid|round|give) \w+\s*$")
"""Where the next sentence begins."""


def _names(words: Words, pieces: list[tuple[int, int]]) -> Iterator[Fix]:
    """Propose a name that stands elsewhere in its sentence after the keyword, where there is none."""
    source, within = words.source, words.within(pieces[0][0], pieces[-1][1]) if pieces else ()
    begin = 1 if within and within[0].text in _NEVER else 0
    head, *others = within[begin:] or (None,)
    if head is None or not others or (others[0].is_word and others[0].text not in _NO_NAMES):
        return
    for one in sorted(others, key=lambda token: token.text in NOUNS):
        before = words.all[words.at(one.start) - 1]
        if one.is_word and one.text not in _NO_NAMES and before.text not in _ASKING - {":"}:
            edits = iter([(head.end, head.end, f" {one.text}"), (before.end, one.end, "")])
            if before is not head:
                cause = f"The name `{one.text}` is in the wrong place of its sentence."
                yield several(source, edits, f"write `{one.text}` after `{head.text}`", cause)


def _where(before: str, said: str) -> tuple[str, str]:
    piece = f"`{said.split()[0]} …`" if len(said) > _LONG and said[0] != '"' else f"`{said}`"
    return (
        f"write {piece} after `{before if len(before) <= _LONG else before.split()[0] + ' …'}`",
        f"{piece} is in the wrong place of its sentence.",
    )


_LONG: Final = 24


def _pieces(words: Words, at: int) -> list[tuple[int, int]]:
    """Return where the pieces of the sentence around a place begin and end; the first is its keyword and name."""
    number = min(at, len(words.all) - 1)
    while number > 0 and not words.is_first(number):
        number -= 1
    if number < 0:
        return []
    starts, depth, end = [words.all[number].start], 0, number
    low, high = words.line_around(words.all[number].start)
    has_colon = ":" in words.source.text[low:high]
    for end in range(number, len(words.all)):
        token = words.all[end]
        depth += {"(": 1, ")": -1}.get(token.text, 0)
        if end > number and (token.text in "{}" or words.is_first(end)):
            end -= 1
            break
        is_piece = token.text in _PIECES and (token.text != "=" or not has_colon)
        is_piece = is_piece and words.all[end - 1].text != "stopping"  # `stopping when` is one piece
        if end > number and depth == 0 and (is_piece or token.text[0] == '"'):
            starts.append(token.start)
    stops = [words.all[words.at(start) - 1].end for start in starts[1:]]
    found = list(zip(starts, (*stops, words.all[end].end), strict=True))
    return found if len(found) <= _MOST_PIECES else []


def missing_between(words: Words, at: int, excerpt: Excerpt) -> tuple[str, int]:
    """Say that something is missing before a word, and where, if a name, a number or a card lets the sentence be read.

    Where the word is the first on its line, it is missing at the end of a line above.
    """
    trail, source = trail_of(excerpt), words.source
    for number in (at, at - 1):
        before, after = words.get(number - 1), words.get(number)
        if before is None or after is None or before.text not in _ASKING:
            continue
        if after.is_value and after.text not in RESERVED:
            continue
        for text, what in _HOLES.items():
            if trail.stop_with(inserted(source, after.start, f" {text} ", "", "")) is None:
                shown = "the text" if after.text[0] == '"' else f"`{after.text}`"
                place = before if words.is_first(number) and before.text not in "{}" else after
                return f"Something is missing between `{before.text}` and {shown}: {what}.", place.start
    return "", -1


_ASKING: Final = frozenset((
    "=", ">=", "<=", ">", "<", "!=", "+", "-", "*", "/", ":", ",", "(", "of", "and", "or", "not", "when", "in", "then",
    "else", "includes", "beats", "is", "over", "by", "from", "to", "until",
))  # fmt: skip
"""After what something has to come."""
_HOLES: Final = {"x": "an amount, a condition or a name", "1": "a number", "2C": "a card", '"x"': "a text"}
"""What may be missing, and what it is."""
