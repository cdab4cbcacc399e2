"""Proposes where a sentence belongs and how it begins: its section, its keyword, `replace` on some deals."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from spadesdsl.diagnostics import Diagnostic, Fix, nearby
from spadesdsl.frozen import replace
from spadesdsl.repair.bundled import is_pack, rules_of, scored, with_parents
from spadesdsl.repair.text import Token, Words, inserted, replaced, several
from spadesdsl.syntax.places import place_of
from spadesdsl.syntax.sentences import KEYWORDS, SECTIONS, form_of, homes_of, keywords
from spadesdsl.syntax.wordlist import ITEMS, RESERVED

_HOME: Final = re.compile(r"`\w+ (\w+)` in `([a-z_]+)`\?")
_MOST_ENDS: Final = 2
_OF_PLAY: Final = re.compile(r"\b(?:leading|following|led|trick_number|trick\.best)\b")
_OF_BIDS: Final = re.compile(r"\b(?:bid|contract|during)\b")
_OF_CARDS: Final = re.compile(rf"\bcard\b|{_OF_PLAY.pattern}")
_OWN_PHASE: Final = re.compile(r"\b([a-z_]\w*)(\s+(?:before|after)\s+\w+)?\s*\{")
_NAMED_FIRST: Final = ("let", "score", "trick", "must")
"""What a sentence without its keyword is most often."""
_OUTSIDE: Final = frozenset((*ITEMS, "option")) - {"drop", "replace"}


def moved(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose the right section for a sentence that is outside of all sections, or in another one."""
    for stop in ends_of_sentence(words, finding.span.start):
        yield from _moved_to(finding, words, stop)


def other_sections(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose each other section that takes a sentence with this keyword."""
    place = place_of(words.source, finding.span.end)
    form = form_of(place.section, place.keyword) if place.section not in ("", "file") else None
    if form is not None:
        stop = ends_of_sentence(words, place.start + 1)[-1]
        for fix in _moved_to(finding, words, stop, [one for one in homes_of(form.keyword) if one != place.section]):
            if form.keyword != "must" or not fix.cause.endswith("`deal`."):
                yield replace(fix, is_likely=False, choice="section")


def unnamed(words: Words, at: int) -> Iterator[Fix]:
    """Propose the word with which an example or a section begins, where only its text or its `{` is there."""
    token, brace = words.get(at), words.get(at + 1)
    if token is None or not words.is_first(at):
        return
    phases = {one for text in with_parents(words.source.text) for one in re.findall(r"\bphase (\w+)", text)}
    if token.text in phases and brace is not None and brace.text == "{":
        cause = f"`{token.text}` is a phase, and its section begins with that word."
        yield inserted(words.source, token.start, "phase ", "write `phase` before it", cause)
    if token.text[0] == '"' and brace is not None and brace.text == "{":
        yield inserted(words.source, token.start, "example ", "write `example` before it", "This has no keyword.")
    if token.text[0] == '"' and place_of(words.source, token.end).section in ("", "file"):
        yield inserted(words.source, token.start, "about ", "write `about` before it", "This text has no keyword.")
    for header in heads([form.sentences for form in SECTIONS], None, words.source.text) if token.text == "{" else ():
        cause = f"No section begins with `{{`: these are rules of `{header}`."
        fix = inserted(words.source, token.start, f"{header} ", f"write `{header}` before it", cause)
        yield replace(fix, is_likely=False, choice="section")


def _moved_to(finding: Diagnostic, words: Words, stop: int, homes: Sequence[str] = ()) -> Iterator[Fix]:
    text = words.source.text
    first = words.get(words.at(finding.span.start))
    place = place_of(words.source, first.end if first is not None else finding.span.start)
    start = place.start
    named = _HOME.search(finding.hint)
    sentence = text[start:stop] if named is None else re.sub(r"\w+(?=\s*\Z)", named[1], text[start:stop])
    keyword = re.split(r"\W", re.sub(r"^(?:drop|replace)\s+", "", sentence), maxsplit=1)[0]
    opening, closing = _block(words, start)
    headers = list(heads(homes, named, text)) if homes else list(_headers(keyword, finding, words))
    if keyword == "pass" and place.section == "file":
        headers.insert(0, "phase passing before bidding")
    for header in headers if homes or len({header.split()[0] for header in headers}) == 1 else headers[:1]:
        cause = f"`{keyword}` belongs in `{header}`."
        if opening >= 0 and text[_header_of(words, opening) : opening].strip() == header:
            continue  # it is there
        if place.section == "file":
            hint = f"write `{header} {{ … }}` around it"
            if named is not None:
                hint = f"write `{header} {{ {sentence} }}`"
            yield replaced(words.source, start, stop, f"{header} {{ {sentence} }}", cause, hint)
        elif opening >= 0 and closing >= stop:
            head = _header_of(words, opening)
            hint = f"write `{header} {{ … }}` around it"
            if not text[opening + 1 : start].strip() and not text[stop:closing].strip():
                hint = f"write `{header}` for its section"
                yield replaced(words.source, head, stop, f"{header} {text[opening:stop]}", cause, hint)
            begin, _ = words.line_around(head)
            indent = text[begin : begin + len(text[begin:]) - len(text[begin:].lstrip(" \t"))]
            there = re.search(rf"^{indent}{header}[ \t]*\{{", text, re.MULTILINE)
            end = _block(words, there.end())[1] if there is not None else -1
            if end >= 0:
                line = f"  {sentence}\n{indent}" if text[:end].rstrip(" ").endswith("\n") else f" {sentence} "
                hint = f"write it in `{header}`, on line {words.source.span(end, end).line}"
                yield several(words.source, iter([(*whole_line(text, start, stop), ""), (end, end, line)]), hint, cause)
            line = f"\n{indent}{header} {{ {sentence} }}"
            hint = f"write `{header} {{ {' '.join(sentence.split())} }}` after the section"
            yield several(words.source, iter([(start, stop, ""), (closing + 1, closing + 1, line)]), hint, cause)
    if keyword in _OUTSIDE and opening >= 0 and closing >= stop:
        yield from outside(words, start, stop, sentence, f"`{keyword}` is outside of the sections.")


def outside(words: Words, start: int, stop: int, sentence: str, cause: str) -> Iterator[Fix]:
    """Propose a sentence outside of all sections for what is written in one, or there already."""
    text = words.source.text
    opening, closing = _block(words, start)
    said = " ".join(sentence.split())
    head = _header_of(words, opening) if opening >= 0 else 0
    if place_of(words.source, words.all[words.at(start)].end).section in ("", "file"):
        yield replaced(words.source, start, stop, sentence, cause, f"write `{said}`")
        return
    if opening < 0 or closing < stop:
        return
    hint = f"write `{said}` before the section"
    if not text[opening + 1 : start].strip() and not text[stop:closing].strip():
        yield replaced(words.source, head, closing + 1, sentence, cause, hint.replace("before", "instead of"))
    begin, _ = words.line_around(head)
    indent = text[begin:head]
    edits = [(head, head, f"{sentence}\n{indent}"), (*whole_line(text, start, stop), "")]
    yield several(words.source, iter(edits), hint, cause)


def whole_line(text: str, start: int, stop: int) -> tuple[int, int]:
    """Return a stretch with the rest of its lines, if those say nothing else."""
    begin, end = text.rfind("\n", 0, start), text.find("\n", stop)
    is_alone = not text[begin + 1 : start].strip() and end >= 0 and not text[stop:end].strip()
    return (begin, end) if is_alone else (start, stop)


def own_phase(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose a phase for a section that the language does not have, and a place for a phase that has none."""
    source, start = words.source, finding.span.start
    found = _OWN_PHASE.match(source.text, start)
    if found is not None and finding.code == "E111":
        for near in nearby(found[1], [form.keyword for form in SECTIONS], 0.75):
            more = " for each team" if near == "scoring" and "for each" not in found[0] else ""
            cause = f"`{found[1]}` is no section of the language."
            hint = f"did you mean `{near}{more}`?"
            yield replaced(source, start, start + len(found[1]), f"{near}{more}", cause, hint)
    for where in ("before bidding", "before play"):
        if found is not None and finding.code == "E111" and found[1] not in KEYWORDS:
            text = f"phase {found[1]}{found[2] or f' {where}'}"
            cause = f"`{found[1]}` is no section of the language. A phase of your own is a `phase` with a place."
            stop = found.end(2) if found[2] else found.end(1)
            yield replaced(source, start, stop, text, cause, f"write `{text} {{ … }}`")
        named = re.compile(r"phase\s+\w+").match(source.text, start)
        if named is not None and finding.code == "E205":
            yield inserted(source, named.end(), f" {where}", f"say where it comes: `{named[0]} {where}`", "")


def keyword_missing(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose the keyword of a sentence that begins with its name, and `replace` if there is such a rule."""
    token = words.get(words.at(finding.span.start))
    after = words.get(words.at(finding.span.start) + 1)
    if token is None or token.text in KEYWORDS or not token.text.isidentifier() or not token.text.islower():
        return
    if after is not None and after.text[0] in '{"':
        return
    place = place_of(words.source, token.end)
    cause = f"`{token.text}` is a name. A sentence begins with a word that says what kind of rule it is."
    if place.section == "file":
        yield from _in_a_section(token, finding, words, cause)
    if place.section in ("", "file"):
        return
    there = [kind for kind, name in rules_of(words.source.text) if name == token.text and form_of(place.section, kind)]
    for keyword in there:
        text = f"replace {keyword} "
        yield inserted(words.source, token.start, text, f"write `{text}{token.text}`", cause)
    is_edited = place.keyword in ("drop", "replace")
    if there or (after is not None and after.is_word and after.text not in RESERVED):
        return  # a name has no other one after it
    low, high = token.end, words.line_around(token.start)[1]
    if not re.search(r"[:={(]|\b(?:when|by)\b", words.source.text[low:high].split("}")[0]):
        return  # a name alone says nothing
    known = [one for one in keywords(place.section) if one not in ("drop", "replace")]
    for keyword in sorted(known, key=lambda one: one not in _NAMED_FIRST):
        for text in (keyword, f"replace {keyword}")[: 2 - is_edited]:
            fix = inserted(words.source, token.start, f"{text} ", f"write `{text}` before `{token.text}`", cause)
            yield replace(fix, is_likely=False)


def _in_a_section(token: Token, finding: Diagnostic, words: Words, cause: str) -> Iterator[Fix]:
    """Propose keyword and section of a sentence outside of all sections that begins with its name."""
    text = words.source.text
    if is_pack(token.text):
        cause_of_pack = f"`{token.text}` is a pack: `include` takes it in."
        yield inserted(words.source, token.start, "include ", f"write `include {token.text}`", cause_of_pack)
    there = [(f"replace {kind}", kind) for kind, name in rules_of(text) if name == token.text]
    likely = tuple(there or ((kind, kind) for kind in _NAMED_ANYWHERE))
    for stop in ends_of_sentence(words, token.start):
        for begin, keyword in likely if text[token.end : stop].strip() else ():
            for header in _headers(keyword, finding, words):
                sentence = f"{header} {{ {begin} {text[token.start : stop]} }}"
                hint = f"write `{header} {{ {begin} {token.text} … }}`"
                said = f"{cause} And it is outside of all sections."
                fix = replaced(words.source, token.start, stop, sentence, said, hint)
                yield replace(fix, is_likely=bool(there))


_NAMED_ANYWHERE: Final = ("score", "must", "tally", "win", "lose", "bid", "round", "may", "give", "pass")
"""What a sentence without its keyword is, outside of all sections, the likeliest first."""


def _headers(keyword: str, finding: Diagnostic, words: Words) -> Iterator[str]:
    """Return the heads of the sections that may be meant."""
    named = _HOME.search(finding.hint)
    if finding.code == "E231" and not _OF_PLAY.search(words.source.line(finding.span.line)):
        return
    line = words.source.line(finding.span.line)
    first = "phase" if _OF_BIDS.search(line) and not _OF_CARDS.search(line) else "play"
    homes = ("play",) if finding.code == "E231" else sorted(homes_of(keyword), key=lambda home: home != first)
    yield from heads(homes, named, words.source.text)


def heads(homes: Sequence[str], named: re.Match[str] | None, text: str) -> Iterator[str]:
    """Return the heads of the sections with one of the tables of sentences; first for those who score in a file."""
    who = scored(text)
    for home in homes:
        for section in sorted(SECTIONS, key=lambda one: one.keyword == "deal"):
            if section.sentences == home and not section.has_name and (named is None or named[2] == section.keyword):
                each = sorted(section.each[:2], key=lambda one: one != who)
                yield from (f"{section.keyword} for each {one}" for one in each) if each else (section.keyword,)


def ends_of_sentence(words: Words, at: int) -> list[int]:
    """Return where the sentence with a place may end: before a keyword on its line, or with its line or block."""
    text = words.source.text
    ends: list[int] = []
    depth = 0
    number = words.at(at) + 1
    while (token := words.get(number)) is not None:
        depth += {"{": 1, "}": -1}.get(token.text, 0)
        is_new = "\n" in text[words.all[number - 1].end : token.start] and not _goes_on(words, number)
        if depth < 0 or (depth == 0 and is_new):
            break
        if depth == 0 and token.text in KEYWORDS and len(ends) < _MOST_ENDS:
            ends.append(words.all[number - 1].end)
        number += 1
    last = words.get(number - 1)
    return [*ends, last.end if last is not None else len(text)]


def _goes_on(words: Words, number: int) -> bool:
    """Tell whether a line continues the sentence before it: it begins with a text or is indented deeper."""
    token, before = words.all[number], words.all[number - 1]
    first, _ = words.line_around(before.start)
    line, _ = words.line_around(token.start)
    text = words.source.text
    deep = [len(text[at:]) - len(text[at:].lstrip(" \t")) for at in (first, line)]
    return deep[1] > deep[0]


def _block(words: Words, at: int) -> tuple[int, int]:
    """Return where the block around a place opens and closes; -1 where it does not."""
    depth, opening = 0, -1
    for token in reversed([one for one in words.all if one.start < at]):
        depth += {"}": 1, "{": -1}.get(token.text, 0)
        if depth < 0:
            opening = token.start
            break
    depth = 0
    for token in (one for one in words.all if one.start >= at):
        depth += {"{": 1, "}": -1}.get(token.text, 0)
        if depth < 0:
            return opening, token.start
    return opening, -1


def _header_of(words: Words, opening: int) -> int:
    """Return where the head of a block begins."""
    number = words.at(opening)
    while number > 0 and not words.is_first(number):
        number -= 1
    return words.all[number].start
