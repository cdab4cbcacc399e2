"""What several sentences of a file need and nothing declares: proposals for its lists, and one message for all."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from spadesdsl.frozen import replace
from spadesdsl.repair.bundled import declared, definitions, shipped
from spadesdsl.repair.bundled import listed as all_listed
from spadesdsl.repair.text import UNFOUND, inserted, replaced
from spadesdsl.syntax.places import place_of
from spadesdsl.words import and_list

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spadesdsl.diagnostics import Diagnostic, Fix
    from spadesdsl.repair.text import Words
    from spadesdsl.source import Source, Span

_LIST: Final = re.compile(r"\b(seats|suits|ranks) ([A-Z0-9a-z]\w*(?:, ?\w+)+)")
_LISTS: Final = {
    "E256": ("seats",), "E410": ("seats",), "E404": ("seats",), "E408": ("ranks", "suits"), "E257": ("ranks", "suits"),
    "E241": ("ranks",), "E420": ("ranks", "suits"), "E406": ("ranks", "suits"), "E407": ("suits",),
}  # fmt: skip
"""Which lists a finding may be about."""
_NAMED: Final = re.compile(r"There is no seat(?: or place)? `(\w+)`")


def lacking(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose the one that a list lacks, or for one that nothing names the one that much names."""
    text = words.source.text
    yield from _lowest_ranks(finding, words)
    for found in _NO_SUIT.finditer(text) if finding.code in ("E240", "E304") else ():
        label = "no trump" if found[1].endswith("p") else "no trumps"
        cause = f"Among suits, `{found[1]}` would be a word: no suit is `none`, and people read its label."
        yield replaced(words.source, *found.span(1), f'none "{label}"', cause, f'write `none "{label}"`')
    for found in _LIST.finditer(text) if finding.code in _LISTS else ():
        kind, members = found[1], re.split(", ?", found[2])
        if kind not in _LISTS[finding.code]:
            continue
        named = _NAMED.match(finding.message)
        spare = [one for one in members if len(re.findall(rf"\b{one}\b", text)) == 1]
        if named is not None and len(re.findall(rf"\b{named[1]}\b", text)) > 1 and len(spare) == 1:
            at = found.start(2) + found[2].index(spare[0])
            cause = f"There is no seat `{named[1]}`, and nothing names `{spare[0]}` in the list of seats."
            yield replaced(words.source, at, at + len(spare[0]), named[1], cause)
        lists = [one for one in _longer(kind, members) if _adds_up(finding, members)]
        if finding.code == "E420" and kind == "ranks" and "give" in words.source.line(finding.span.line):
            # a deck of the author's own that ends earlier: each gets fewer cards
            lists = [one for one in lists if one[-1] == members[-1]]
        if named is not None:
            lists = [one for one in lists if named[1] in one] or [[*members, named[1]]]
        for names in lists:
            (one,) = set(names) - set(members)
            if kind == "ranks" or re.search(rf"\b{one}\b", text):  # a suit or a seat that something names
                listed, cause = ", ".join(names), f"The list of {kind} has no `{one}`."
                yield replaced(words.source, *found.span(2), listed, cause, f"write `{kind} {listed}`")


_NO_SUIT: Final = re.compile(r"\bof (?:[a-z]+s, )+(no_?trumps?)\b")


def _lowest_ranks(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose the lowest ranks of the deck at the end of an order that leaves them out."""
    left_out = re.search(r" where ((?:\w+, )*\w+) comes?\.", finding.message) if finding.code == "E409" else None
    order = re.compile(r":\s*\w+(?:,\s*\w+)*").search(words.source.text, finding.span.end)
    ranks = ", ".join(all_listed("ranks", words.source.text))
    if left_out is not None and order is not None and ranks.endswith(f", {left_out[1]}"):
        cause = f"{finding.message} They are the lowest of the deck."
        yield inserted(
            words.source, order.end(), f", {left_out[1]}", f"write `, {left_out[1]}` after the others", cause
        )


def added(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose the name of an added card for one like it, and the cards that top the trumps for what is added."""
    text, span = words.source.text, finding.span
    said = text[span.start : span.end]
    topping = [one for found in _TOPPING.findall(text) for one in re.findall(r"[a-z]\w*_?\w*", found)]
    for found in _ADDED.finditer(text) if re.fullmatch(r"[A-Za-z]\w*", said) else ():
        names = re.findall(r"[a-z]\w*", re.sub(r'"[^"\n]*"', "", found[1]))
        for name in names:
            if name == said.lower() != said:
                cause = f"The added card is called `{name}`."
                yield replaced(words.source, span.start, span.end, name, cause, f"write `{name}`")
        spare = [one for one in names if len(re.findall(rf"\b{one}\b", text)) == 1]
        lacking_ones = [one for one in dict.fromkeys(topping) if one not in declared(text)]
        if said in topping and len(spare) == 1 and lacking_ones:
            told = ", ".join(lacking_ones)
            at = found.start(1) + found[1].index(spare[0])
            cause = f"Nothing is called `{said}`: each added card has a name of its own."
            yield replaced(words.source, at, at + len(spare[0]), told, cause, f"write `{told}` for `{spare[0]}`")


_ADDED: Final = re.compile(r"\badd ((?:[a-z]\w*(?: \"[^\"\n]*\")?(?:, ?)?)+)")
_TOPPING: Final = re.compile(r"\btopped by ([a-z]\w*(?:, ?[a-z]\w*)*)")


def _adds_up(finding: Diagnostic, members: list[str]) -> bool:
    """Tell whether a deck has as many cards too few as one more of a list brings."""
    short = re.search(r"are (\d+), and the stock has (\d+)", finding.message)
    return short is None or int(short[1]) - int(short[2]) == int(short[2]) // len(members)


def _longer(kind: str, members: list[str]) -> Iterator[list[str]]:
    """Yield a list with one more, right after the name that it comes after in a list of the shipped files."""
    found: list[list[str]] = []
    for listed in sorted(shipped(rf"(?m)^ *(?:replace )?{kind} ([\w, ]+)")):
        names = re.findall(r"\w+", listed)
        more = [one for one in names if one not in members]
        if len(names) == len(members) + 1 and len(more) == 1 and names[0] in members:
            at = members.index(names[names.index(more[0]) - 1]) + 1
            longer = [*members[:at], *more, *members[at:]]
            found.insert(0 if longer == names else len(found), longer)
    yield from found


def told_once(findings: list[Diagnostic], source: Source) -> Iterator[Diagnostic]:
    """Say once of a name that several sentences read and nothing declares that there is nothing of that name."""
    findings = _gone_once(findings)
    named = {one: _undeclared(one, source) for one in findings}
    for one in findings:
        same = [other for other in findings if named[other][:1] == named[one][:1] != ()]
        plain = next((other for other in same if other.fix is None), None)
        if plain is None:
            yield one
        elif one is same[0]:
            names = sorted({named[other][1] for other in same} - {named[plain][1]})
            lines = [f"{line}" for line in sorted({other.span.line for other in same} - {one.span.line})]
            message = plain.message
            if names:
                message += f" The same goes for {and_list(f'`{name}`' for name in names)}."
            elif lines:
                message += f" Line{'s' * (len(lines) > 1)} {and_list(lines)} need{'s' * (len(lines) == 1)} it too."
            yield replace(plain, span=one.span, message=message)


def _gone_once(findings: list[Diagnostic]) -> list[Diagnostic]:
    """Say once of what is dropped all that reads it."""
    readers: dict[Span, list[Diagnostic]] = {}
    for one in findings:
        if one.code == "E233" and one.fix is None and _READ_BY.search(one.message):
            readers.setdefault(one.span, []).append(one)
    for first, *others in readers.values():
        if others:
            said = [found[0] for one in (first, *others) if (found := _READ_BY.search(one.message)) is not None]
            named = and_list(dict.fromkeys(one.removesuffix(" reads it") for one in said))
            message = first.message.replace(said[0], f"{named} read it", 1)
            told = replace(first, message=message)
            findings = [told if one is first else one for one in findings if one not in others]
    return findings


_READ_BY: Final = re.compile(r"(?<=is gone, and )`[^`]+` in `\w+` reads it")
"""What reads something that was dropped."""


def _undeclared(finding: Diagnostic, source: Source) -> tuple[str, ...]:
    """Return what a finding is about, with its name, if nothing declares it; all seats are one."""
    if finding.code not in _UNDECLARED or finding.span.file != source.name:
        return ()
    if finding.fix is not None:
        span = finding.fix.edits[0].span
        old = source.text[span.start : span.end]
        return (old, old) if len(finding.fix.edits) == 1 and old else ()
    name = _NOWHERE.search(finding.message)
    return () if name is None else ("seat" if finding.code == "E256" else name[1], name[1])


_NOWHERE: Final = re.compile(r"\b(?:no|nothing called) (?:[a-z]+ )*`(?:[a-z]+\.)?(\w+)`")
_UNDECLARED: Final = ("E234", "E239", "E256", "E408")
"""Findings about a name that is declared nowhere."""


def borrowed(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose a quantity of another game, where a rule reads it that was copied from there."""
    source = words.source
    place = place_of(source, finding.span.start)
    begin, _ = words.line_around(place.start)
    indent = re.match(r"[ \t]*", source.text[begin:])
    gap = f"\n{indent[0]}" if indent is not None and not source.text[begin : place.start].strip() else " "
    for name in UNFOUND.findall(finding.message) if place.section not in ("", "file", "example", "bid") else ():
        for game, head, body in definitions(name)[:_MOST_BORROWED]:
            cause = f"`{name}` is a quantity of `{game}`, and this game has none of that name."
            text = f"{head} = {body}"
            yield inserted(source, place.start, f"{text}{gap}", f"write `{text}` before the rule", cause)


_MOST_BORROWED: Final = 6
