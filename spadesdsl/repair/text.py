"""A text in words and signs, and small changes to it."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from typing import Final

from spadesdsl.diagnostics import Diagnostic, Edit, Fix
from spadesdsl.frozen import Frozen, replace
from spadesdsl.source import Source
from spadesdsl.syntax.explaining import patterns
from spadesdsl.words import RANK_WORDS

_TOKEN: Final = re.compile(
    r'"(?:\\.|[^"\\\n])*"|#[^\n]*|[A-Za-z_][A-Za-z0-9_]*|\d+(?:\.\d+)?[A-Za-z]*|[<>!=]=|[^\s\w]|\w'
)
CARD: Final = re.compile(r"(?:10|[2-9TJQKA])[A-Z]")


class Token(Frozen):
    """A word or sign of a text, and where it begins."""

    text: str
    start: int

    @property
    def end(self) -> int:
        """Return the offset after it."""
        return self.start + len(self.text)

    @property
    def is_word(self) -> bool:
        """Tell whether it is a name or a word of the language."""
        return self.text[:1].isalpha() or self.text.startswith("_")

    @property
    def is_value(self) -> bool:
        """Tell whether it is a word, a number or a card."""
        return self.text[:1].isalnum() or self.text.startswith("_")


class Words(Frozen):
    """The words and signs of a source, without its remarks."""

    source: Source
    all: tuple[Token, ...]
    starts: tuple[int, ...]
    unfound: tuple[str, ...] = ()
    """The names that the file uses and nothing declares."""

    def at(self, offset: int) -> int:
        """Return the number of the word at an offset, or of the next one after it."""
        number = bisect_right(self.starts, offset) - 1
        return number if number >= 0 and offset < self.all[number].end else number + 1

    def get(self, number: int) -> Token | None:
        """Return a word by its number; None if there is none."""
        return self.all[number] if 0 <= number < len(self.all) else None

    def within(self, start: int, end: int) -> tuple[Token, ...]:
        """Return the words that begin in a stretch."""
        return self.all[bisect_left(self.starts, start) : bisect_left(self.starts, end)]

    def line_around(self, offset: int) -> tuple[int, int]:
        """Return the beginning and end of the line with an offset."""
        text = self.source.text
        start = text.rfind("\n", 0, offset) + 1
        end = text.find("\n", offset)
        return start, len(text) if end < 0 else end

    def lines_around(self, offset: int) -> tuple[int, int]:
        """Return where the line of the word before an offset begins, and where that of the offset ends."""
        before = self.get(self.at(offset) - 1)
        start, end = self.line_around(offset)
        return (start if before is None else self.line_around(before.start)[0]), end

    def is_first(self, number: int) -> bool:
        """Tell whether a word is the first on its line, or the first in braces."""
        token = self.get(number)
        before = self.get(number - 1)
        if token is None or before is None:
            return True
        return "\n" in self.source.text[before.end : token.start] or before.text in "{}"


def words_of(source: Source, found: Iterable[Diagnostic] = ()) -> Words:
    """Split a source into words and signs."""
    unfound = tuple(dict.fromkeys(name[1] for one in found if (name := UNFOUND.search(one.message))))
    tokens = tuple(Token(one[0], one.start()) for one in _TOKEN.finditer(source.text) if not one[0].startswith("#"))
    return Words(source, tokens, tuple(token.start for token in tokens), unfound)


def with_cards(said: str) -> str:
    """Write the cards of a text as the language does: `the ace of spades` is `AS`."""
    return _CARD_SAID.sub(lambda one: f"{RANK_WORDS.get(one[1], one[1])}{one[2].upper()}", said)


_CARD_SAID: Final = re.compile(
    rf"\b(?:the )?({'|'.join((*RANK_WORDS, '10', '[2-9AKQJ]'))}) of (?!trumps?\b)([a-z])[a-z]+\b"
)
SAID: Final = "In this language"
"""How the cause of a fix begins that says the same in words of the language."""
OWN: Final = re.compile(r"\b(?:bid|let|option|tally|round|zone|may|choose|pass) ([a-z]\w+)")
"""The names that a file declares itself."""
UNFOUND: Final = re.compile(r"\b(?:no|nothing called) (?:[a-z]+ )*`(?:[a-z]+\.)?([a-z]\w*)`")
"""What a message says that there is not."""


def lines_of(finding: Diagnostic, words: Words) -> tuple[int, str]:
    """Return the line of a finding, with that of the word before it, and where it begins."""
    start, end = words.lines_around(finding.span.start)
    return start, words.source.text[start:end]


# ---------------------------------------------------------------- changes


def replaced(source: Source, start: int, end: int, text: str, cause: str = "", words: str = "") -> Fix:
    """Return the fix that replaces a stretch."""
    old = source.text[start:end]
    start, end, text = _spaced(source.text, start, end, text)
    instead = f" for `{_plain(old)}`" if old.strip() and "\n" not in old else ""
    said = words or f"write `{text.strip()}`{instead}"
    return Fix((Edit(source.span(start, end), text),), said, cause)


def differing(
    source: Source, start: int, end: int, text: str, pieces: re.Pattern[str] | None = None
) -> tuple[int, int, str]:
    """Return a replacement without the words, or other pieces, at its beginning and end that stay as they are."""
    old, new = ((pieces or _PIECES).findall(one) for one in (source.text[start:end], text))
    kept = len(new)
    while len(old) > 1 and len(new) > 1 and old[-1] == new[-1]:
        end -= len(old.pop())
        new.pop()
        kept = kept if _LEFT_OPEN.search("".join(new)) else len(new)
    if len(new) < kept and len(new) > _FEW:
        more = _PIECES.findall(text)[len(new) : kept]
        end += len("".join(more))
        new += more
    while len(old) > 1 and len(new) > 1 and old[0] == new[0]:
        if "".join(new).strip() in patterns().values():
            break  # a set phrase is whole
        start += len(old.pop(0))
        new.pop(0)
    text = "".join(new)
    while text.count("(") > text.count(")") and source.text[end : end + 1] == ")":
        end, text = end + 1, f"{text})"
    return start, end, text


_LEFT_OPEN: Final = re.compile(r"(?:[<>=*+]| -|\b(?:is|in|of|and|or|not|has|did))\s*\Z")
"""What has no end: a sign or a word that joins two things."""
_FEW: Final = 8
"""From how many pieces on a replacement is read as a whole: of fewer only what changes is shown."""
_PIECES: Final = re.compile(r"\s*[^\s:,(){}]+|\s*[:,(){}]|\s+")


def _spaced(whole: str, start: int, end: int, text: str) -> tuple[int, int, str]:
    """Write `:` and `,` directly after the word before them, and `=` and words between spaces."""
    if text[:1] in (":", ",") and whole[start - 1 : start] == " ":
        start -= 1
    if text == "=" and whole[start - 1 : start] not in (" ", ""):
        text = f" {text}"
    if text in ("=", " =", ":", ",") and whole[end : end + 1] not in (" ", "\n", ""):
        text += " "
    if text[:1].isalnum() and whole[start - 1 : start].isalnum() and not whole[start].isalnum():
        text = f" {text}"
    if text[-1:].isalnum() and whole[end : end + 1].isalnum() and not whole[end - 1].isalnum():
        text += " "
    return start, end, text


def wrong_word(old: str, new: str) -> str:
    """Say of a word that another belongs in its place, or that it is not whole."""
    for more, where in ((new.removesuffix(f" {old}"), "before"), (new.removeprefix(f"{old} "), "after")):
        if more != new:
            return f"There is no `{more}` {where} `{old}`."
    return f"There is `{old}` where `{new}` belongs."


def inserted(source: Source, at: int, text: str, words: str, cause: str) -> Fix:
    """Return the fix that inserts something."""
    return Fix((Edit(source.span(at, at), text),), words, cause)


def left_out(source: Source, start: int, end: int, cause: str = "") -> Fix:
    """Return the fix that leaves a stretch out, and the space before it; at the beginning of a line, that behind it."""
    old = source.text[start:end]
    begin = start
    more = source.text[end:].lstrip(" \t")
    is_word = len(old.split()) == 1 and source.text[end : end + 1] in (" ", "\t") and not more.startswith("\n")
    is_first = is_word and not source.text[source.text.rfind("\n", 0, start) + 1 : start].strip(" \t")
    end = len(source.text) - len(more) if is_first else end
    while not is_first and begin > 0 and source.text[begin - 1] in " \t" and source.text[end : end + 1] in " \t\n,;:)}":
        begin -= 1
    return Fix((Edit(source.span(begin, end), ""),), f"leave out `{_plain(old)}`", cause)


def several(source: Source, edits: Iterator[tuple[int, int, str]], words: str, cause: str = "") -> Fix:
    """Return the fix of several changes."""
    made = tuple(Edit(source.span(start, end), text) for start, end, text in sorted(edits))
    return Fix(made, words, cause)


def changed(source: Source, text: str, cause: str) -> Fix:
    """Return the fix that makes another text of a source, from the first word that differs to the last."""
    old = source.text
    same = next((at for at, (one, other) in enumerate(zip(old, text, strict=False)) if one != other), len(old))
    most = min(len(old), len(text)) - same
    pairs = zip(reversed(old), reversed(text), strict=False)
    alike = min(next((at for at, (one, other) in enumerate(pairs) if one != other), most), most)
    while same > 0 and not old[same - 1].isspace():
        same -= 1
    while alike > 0 and not old[len(old) - alike].isspace():
        alike -= 1
    was, now = old[same : len(old) - alike], text[same : len(text) - alike]
    words = " ".join(now.split())
    if was.strip() and now.endswith(was):
        more = " ".join(now.removesuffix(was).split())
        said, hint = f"There is no `{more}` before `{was.strip()}`.", f"write `{more}` before it"
        return Fix((Edit(source.span(same, len(old) - alike), now),), hint, said, is_line=True)
    if now.strip() and was.endswith(f" {now}"):
        cause = f"The language does not use `{_plain(was.removesuffix(now))}` here."
        return replace(left_out(source, same, len(old) - alike - len(now) - 1, cause), is_line=True)
    is_short = "\n" not in was and "`" not in was and len(was) <= _LONGEST
    is_plain = is_short or ("\n" not in was and cause.startswith(SAID))
    said = f"In this language `{_plain(was)}` is written `{words}`." if is_plain and was.strip() else cause
    return Fix((Edit(source.span(same, len(old) - alike), now),), f"write `{words}`", said, is_line=True)


def _plain(text: str) -> str:
    """Write words of a file within backticks: on one line, and not too long."""
    text = " ".join(text.replace("`", "'").split())
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]} …"


_LONGEST: Final = 60
