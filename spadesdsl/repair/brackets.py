"""Propose braces and brackets by how the lines are indented: what opens a block, and what closes it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import count, pairwise
from typing import Final

from spadesdsl.diagnostics import Fix
from spadesdsl.frozen import Frozen
from spadesdsl.repair.text import Token, Words, inserted, left_out, replaced, several
from spadesdsl.syntax.sentences import SECTIONS, SENTENCES
from spadesdsl.syntax.wordlist import EXAMPLE_LINES

PAIRS: Final = {"{": "}", "(": ")", "[": "]"}
BLOCKS: Final = frozenset((
    *(form.keyword for form in SECTIONS), "bid", "score", "example", "on", "phase", "variant", "pack",
))  # fmt: skip
"""What begins with a line that may end with `{`."""
_INNER: Final = frozenset(form.keyword for forms in SENTENCES.values() for form in forms) | {"drop", "replace", "set"}
_MOST_LINES: Final = 40
"""How many lines near a finding are looked at."""
_SHOWN: Final = 24


class _Line(Frozen):
    """A line with its words."""

    depth: int
    """How many spaces it begins with."""
    words: tuple[Token, ...]
    end: int
    """Where it ends, without remarks."""

    @property
    def head(self) -> str:
        """Return its first word, after `replace`."""
        first = self.words[0].text
        return self.words[1].text if first == "replace" and len(self.words) > 1 else first

    def has(self, sign: str) -> bool:
        """Tell whether a sign is in it."""
        return any(token.text == sign for token in self.words)


def balanced(words: Words, at: int) -> Iterator[Fix]:
    """Propose the brackets that are missing, wrong or superfluous, those near a place first."""
    lines = _lines(words)
    place = words.get(at)
    offset = place.start if place is not None else len(words.source.text)
    here = next((number for number, line in enumerate(lines) if line.end > offset), len(lines) - 1)
    for number in sorted(range(len(lines)), key=lambda one: (abs(one - here), one))[:_MOST_LINES]:
        yield from _within(words, lines[number])
    level = sum({"{": 1, "}": -1}.get(token.text, 0) for token in words.all)
    for line, below in pairwise(lines) if level < 0 else ():
        if [one.text for one in line.words[-2:]] == ["{", "}"] and below.depth > line.depth:
            brace, number = line.words[-1], words.source.span(below.end, below.end).line
            yield left_out(words.source, brace.start, brace.end, f"This `}}` comes too early: line {number} is inside.")
    heads = [number for number, line in enumerate(lines) if line.head in BLOCKS and not line.has("{")]
    for number in sorted(heads, key=lambda one: (one > here, abs(one - here)))[:_MOST_LINES]:
        yield from _opened(words, lines, number, is_even=level == 0)
    for first, second in pairwise(words.all) if level > 0 else ():
        if first.text == second.text == "{":
            yield left_out(words.source, second.start, second.end, "There is one `{` too many.")
    for line, below in pairwise(lines) if level < 0 else ():
        extra = [closing for opening, closing in _open(line.words)[1] if closing.text == "}" and line.has("{")]
        if extra and below.depth == line.depth:
            yield left_out(words.source, extra[-1].start, extra[-1].end, "There is one `}` too many.")
    if level < 0:
        before = words.get(at - 1)
        if before is not None and before.text == "}":
            yield left_out(words.source, before.start, before.end, "There is one `}` too many.")
    for number in reversed(range(len(lines))) if level else ():
        yield from _closed(words, lines, number)


def mismatched(words: Words) -> Fix | None:
    """Return the right signs for brackets of another kind than what they close, if all of a file match with them."""
    opened: list[Token] = []
    wrong: list[tuple[int, int, str]] = []
    for token in words.all:
        if token.text in PAIRS:
            opened.append(token)
        elif token.text in PAIRS.values():
            if not opened:
                return None
            right = PAIRS[opened.pop().text]
            wrong += [(token.start, token.end, right)] if token.text != right else []
    if opened or not wrong:
        return None
    said, right = words.source.text[wrong[0][0]], wrong[0][2]
    cause = f"There is `{said}` where `{right}` belongs."
    return several(words.source, iter(wrong), f"write `{right}` for `{said}`", cause)


def in_examples(words: Words) -> Iterator[Fix]:
    """Propose the braces of what a side has in an example, where a line lacks one."""
    text = words.source.text
    for pattern, sign, lacks in _OF_NUMBERS:
        for one in pattern.finditer(text) if lacks * (text.count("(") - text.count(")")) > 0 else ():
            cause = f"There is no `{sign}` {'before' if sign == '(' else 'after'} the number of a bid."
            yield inserted(words.source, one.end(1), sign, f"write `{sign}` there", cause)
    if text.count("{") == text.count("}"):
        return
    for line in _OF_SIDES.finditer(text):
        opened = [(one.end(), "{ ") for one in _NO_OPENING.finditer(text, *line.span())]
        closed = [(one.end(), " }") for one in _NO_CLOSING.finditer(text, *line.span())]
        more = line[0].count("{") + len(opened) - line[0].count("}") - len(closed)
        if more in (0, line[0].rstrip().endswith(",")) and len(opened) + len(closed) == 1:
            at, sign = (*opened, *closed)[0]
            word = words.all[words.at(at) - (not opened)].text
            where = f"`{sign.strip()}` {'before' if opened else 'after'} `{word}`"
            cause, end = (
                f"What a side has is in braces: there is no {where}.",
                at + (_LINE_OF.match(text, at) is not None),
            )
            yield replaced(words.source, at, end, sign, cause, f"write {where}")


_OF_NUMBERS: Final = (
    (re.compile(r"\b([a-z]\w*\(\d+(?:\.\d+)?)(?=[,;]|[ \t]*$)", re.MULTILINE), ")", 1),
    (re.compile(r"\b([a-z]+)(?=\d+(?:\.\d+)?\))"), "(", -1),
)
_LINE_OF: Final = re.compile(r", (?:bids|case|expect|plays)\b")
_OF_SIDES: Final = re.compile(
    r"(?m)^[ \t]*(?:example \"[^\"\n]*\" \{ )?(?:case|expect|given|us|them|[A-Z][a-z]\w*)\b[^\n#]*$"
)
_NO_OPENING: Final = re.compile(r"\b(?:us|them|table|[A-Z][a-z]\w*):? +(?=[a-z]\w* = )")
_NO_CLOSING: Final = re.compile(
    r"\{ (?!given\b|bids\b|case\b|expect\b)[^{}\n;]*?[^{}\s;,](?=\s*;|,? (?:bids|case|expect|plays)\b|"
    r",? (?:us|them|[A-Z][a-z]\w*) (?:\{|wins|holds|not)|[ \t]*,?[ \t]*$)",
    re.MULTILINE,
)


def by_indentation(words: Words) -> Fix | None:
    """Return the braces of a file that has none: round the lines that are indented below each that begins a block."""
    lines = _lines(words)
    if any(line.words[-1].text == "{" or line.words[0].text == "}" for line in lines):
        return None
    fixes = [
        fix
        for number, (line, below) in enumerate(pairwise(lines))
        if below.depth > line.depth
        and ((line.head in BLOCKS and below.head in _BELOW) or _is_head(line, below, number))
        for fix in _opened(words, lines, number, is_even=True)
    ]
    edits = [(edit.span.start, edit.span.end, edit.text) for fix in fixes for edit in fix.edits]
    cause = "This file has no braces: what belongs to a line goes between `{` and `}`."
    hint = "write `{` at the end of each line that has others indented below it, and `}` after the last of them"
    for line in [one for one in lines[:_FIRST_LINES] if one.head in _FILES[2:]]:
        edits.append((line.words[0].start, line.words[0].end, "variant"))
        hint += f", and `variant` for `{line.head}`"
    is_whole = len(fixes) > 1 or (len(fixes) == 1 and any(map(_is_head, lines[:_FIRST_LINES], lines[1:], count())))
    return several(words.source, iter(edits), hint, cause) if is_whole else None


def worded(words: Words) -> Fix | None:
    """Return the braces of a file that has `begin` and `end` in their places."""
    lines = _lines(words)
    opened = [(one.words[-1], "{") for one in lines if one.words[-1].text in ("begin", "do")]
    closed = [(one.words[0], "}") for one in lines if len(one.words) == 1 and one.head in ("end", "done")]
    edits = ((token.start, token.end, sign) for token, sign in sorted((*opened, *closed), key=lambda it: it[0].start))
    cause = "What belongs to a line goes between `{` and `}`."
    hint = f"write `{{` for `{opened[0][0].text}`, and `}}` for `{closed[0][0].text}`" if opened and closed else ""
    return several(words.source, edits, hint, cause) if len(opened) == len(closed) > 0 else None


def _is_head(line: _Line, below: _Line, number: int) -> bool:
    """Tell whether a line says which game a file extends, above rules in prose."""
    said = {token.text for token in line.words}
    is_prose = below.head not in _BELOW | {"include", "about", "option"}
    return number < _FIRST_LINES and line.head in _FILES and "extends" in said and is_prose


_FILES: Final = ("variant", "pack", "game", "rules", "ruleset")
_FIRST_LINES: Final = 2


_BELOW: Final = BLOCKS | _INNER | {"case", "otherwise", "contract", "needs", *EXAMPLE_LINES}
"""How the first line of a block begins."""


def _lines(words: Words) -> list[_Line]:
    found: list[list[Token]] = []
    last = -1
    for token in words.all:
        start = words.line_around(token.start)[0]
        if start != last:
            found.append([])
            last = start
        found[-1].append(token)
    return [_Line(one[0].start - words.line_around(one[0].start)[0], tuple(one), one[-1].end) for one in found]


def _open(words: tuple[Token, ...]) -> tuple[list[Token], list[tuple[Token | None, Token]]]:
    """Return what a stretch opens and does not close, and what closes nothing, with what it was meant to close."""
    opened: list[Token] = []
    wrong: list[tuple[Token | None, Token]] = []
    for number, token in enumerate(words):
        if token.text in PAIRS:
            opened.append(token)
        elif token.text in PAIRS.values():
            right = PAIRS[opened[-1].text] if opened else ""
            if token.text == right:
                opened.pop()
            else:
                is_extra = not opened or any(one.text == right for one in words[number + 1 :])
                wrong.append((None if is_extra else opened.pop(), token))
    return opened, wrong


def _within(words: Words, line: _Line) -> Iterator[Fix]:
    """Propose the right bracket for a wrong one of a line."""
    _, wrong = _open(line.words)
    for opening, closing in wrong:
        if opening is not None:
            left = next(one for one, other in PAIRS.items() if other == closing.text)
            for wrong_one, right in ((closing, PAIRS[opening.text]), (opening, left)):
                cause = f"There is `{wrong_one.text}` where `{right}` belongs."
                yield replaced(words.source, wrong_one.start, wrong_one.end, right, cause)
        elif closing.text == ")":
            yield from _unopened(words, line, closing)
            yield left_out(words.source, closing.start, closing.end, "This `)` closes nothing.")


def _unopened(words: Words, line: _Line, closing: Token) -> Iterator[Fix]:
    """Propose the `(` of a `)` where all that follows up to it is meant: after `not`, `of` or `*`, the last first."""
    end = next(number for number, token in enumerate(line.words) if token == closing)
    depth = 0
    for number in range(end - 1, 1, -1):
        before, token = line.words[number - 1], line.words[number]
        depth += {")": 1, "(": -1}.get(token.text, 0)
        if depth < 0 or token.text in (":", "{", "}"):
            return
        is_choice = before.text in _BEGINS and token.text == "if" and line.words[end + 1 : end + 2]
        is_whole = before.text in _OF_ALL and end - number > 1 and line.words[number + 1].text not in "(."
        if depth == 0 and (is_whole or (is_choice and line.words[end + 1].text in _JOINS)):
            cause = f"This `)` closes nothing: there is no `(` after `{before.text}`."
            space = "" if before.text in _CALLED else " "
            yield replaced(
                words.source, before.end, token.start, f"{space}(", cause, f"write `(` before `{token.text}`"
            )


_BEGINS: Final = ("=", ":")
_JOINS: Final = tuple("*/+-")
"""What joins a choice in brackets with what comes after it."""
_CALLED: Final = frozenset(("max", "min", "abs", "rounded_down", "rounded_up"))
_OF_ALL: Final = _CALLED | {"not", "of", "over", "*", "/", "-"}
"""After what brackets change what is meant."""


def _opened(words: Words, lines: list[_Line], number: int, *, is_even: bool) -> Iterator[Fix]:
    """Propose the `{` of a line that begins a block; and its `}`, where there are as many of both."""
    line, text = lines[number], words.source.text
    last = line.words[-1]
    for one in line.words[1:] if not is_even else ():
        if one.text in _INNER and one != last:
            cause = f"There is no `{{` before `{one.text}`: a block begins with it."
            yield inserted(words.source, one.start, "{ ", f"write `{{` before `{one.text}`", cause)
    start, _ = words.line_around(line.words[0].start)
    said = text[line.words[0].start : line.end]
    below = number + 1
    while below < len(lines) and lines[below].depth > line.depth:
        below += 1
    edits = [(line.end, line.end, " {")]
    cause, hint = f"There is no `{{` after `{short(said)}`: a block begins with it.", "write `{` at the end of the line"
    if last.text in _INSTEAD:
        begin = len(text[: last.start].rstrip())
        edits = [(begin, last.end, " {")]
        cause, hint = f"There is `{last.text}` where `{{` belongs.", f"write `{{` for `{last.text}`"
        if last.text == ":":
            cause = "No `:` goes before the rules of a block: they are between `{` and `}`."
    if is_even:
        if below == number + 1:
            return
        end = words.line_around(lines[below - 1].end)[1]
        edits.append((end, end, f"\n{text[start : line.words[0].start]}}}"))
        cause = f"There are no braces around what belongs to `{said.rstrip(' :[(')}`."
        hint = "write `{` at the end of this line, and `}` after its last"
    yield several(words.source, iter(edits), hint, cause)


_INSTEAD: Final = (":", "[", "(", "=")
"""What is written for the `{` at the end of a line."""


def _closed(words: Words, lines: list[_Line], number: int) -> Iterator[Fix]:
    """Propose the `}` of a `{`: after the last line that is indented deeper, and at the end of its own."""
    line, source = lines[number], words.source
    opening = next((one for one in reversed(_open(line.words)[0]) if one.text == "{"), None)
    if opening is None:
        return
    below = number + 1
    while below < len(lines) and lines[below].depth > line.depth:
        below += 1
    cause = "This `{` is never closed."
    end = line.end
    if below > number + 1:
        last = words.line_around(lines[below - 1].end)[1]
        hint = f"write `}}` after line {source.span(last, last).line}"
        far = f"The `{{` in line {source.span(opening.start, opening.end).line} is never closed."
        yield inserted(source, last, "\n" + " " * line.depth + "}", hint, far)
    yield inserted(source, end, " }", "write `}` at the end of its line", cause)


def short(text: str) -> str:
    """Return a text as far as it is shown within a message."""
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]} …"
