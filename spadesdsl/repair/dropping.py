"""Proposals about rules of the parent: what drops them, replaces them, or is there already under another name."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, Final

from spadesdsl.frozen import replace
from spadesdsl.repair.blocks import closing_of
from spadesdsl.repair.bundled import (
    rules_of,
    shipped,
    with_parents,
)
from spadesdsl.repair.concepts import meant_name
from spadesdsl.repair.sections import heads, moved, whole_line
from spadesdsl.repair.settings import as_setting
from spadesdsl.repair.text import Words, inserted, left_out, lines_of, replaced
from spadesdsl.syntax.places import place_of
from spadesdsl.syntax.sentences import KEYWORDS, form_of, homes_of
from spadesdsl.syntax.wordlist import ITEMS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spadesdsl.diagnostics import Diagnostic, Fix


_DROPPABLE: Final = (
    "must", "score", "bid", "tally", "let", "option", "may", "choose", "pass", "give", "round", "win", "lose", "order",
    "zone", "show", "example",
)  # fmt: skip


_SPARED: Final = ("pass", "may", "choose", "redeal", "skip", "show", "order", "tally", "option")
"""What a game can do without."""


def _case_replaced(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose all cases of a line of the parent with one of them changed, for that alone after `replace`."""
    text = words.source.text
    start, line = lines_of(finding, words)
    for found in _CASE.finditer(line):
        for score in (one for it in islice(with_parents(text), 1, None) for one in _CASES.finditer(it)):
            end = closing_of(score.string, score.end())
            inner = score.string[score.end() : end]
            cases = [one for one in _CASE_OF.finditer(inner) if " ".join(one[1].split()) == found["when"]]
            if len(cases) != 1 or "case" not in inner:
                continue
            at, stop = cases[0].span()
            told = f"case {found['when']}: {found['then']}\n      "
            whole = f"replace {score[0].strip()}{inner[:at]}{told}{inner[stop:]}}}"
            cause = f"Cases are replaced together, with their `{score[1]}`."
            yield replaced(words.source, start + found.start(), start + found.end(), whole, cause, f"write `{whole}`")
            return


_CASE: Final = re.compile(r"\breplace (?:score )?case (?P<when>[^:{}\"\n]+): ?(?P<then>[^{}\n]*[^{}\s])")
_CASES: Final = re.compile(r"(?m)^ *(score \w+)[^:{}\n]*\{")
_CASE_OF: Final = re.compile(r"case ([^:{}\"]+): (?:(?!\bcase\b|\botherwise\b)[^{}])*")


def dropped_without_kind(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose the kind of the rule in a `drop` or `replace` that does not say it."""
    yield from _case_replaced(finding, words)
    start, line = lines_of(finding, words)
    for found in _NO_PHRASE.finditer(line):
        section = place_of(words.source, start + found.start()).section
        is_outside = section in ("", "file")
        # What says "no …" may be a rule, and then drops none.
        named = [one for one in rules_of(words.source.text) if one[0] != "must" or found[1] != "no"]
        named = [one for one in named if one[0] in found[2].split(" ")] or named
        kinds = {name: kind for kind, name in named if is_outside or form_of(section, kind)}
        told = [(name, _label_of(kind, name, words.source.text)) for name, kind in kinds.items()]
        if name := meant_name(found[2], told):
            text = f"drop {kinds[name]} {name}"
            text = f"{next(heads(homes_of(kinds[name]), None, words.source.text))} {{ {text} }}" if is_outside else text
            cause = f"The rule of which that is said is `{name}`."
            yield replaced(words.source, start + found.start(), start + found.end(), text, cause, f"write `{text}`")
    for found in re.finditer(
        r"\b(drop|replace|no|without|remove|delete)\s+(?:the\s+|\w+\.)?([a-z_]\w*)\b"
        r"(?: rules?\b)?(?: (?:from|in) (?:the )?\w+)?",
        line,
    ):
        verb = "replace" if found[1] == "replace" else "drop"
        place = place_of(words.source, start + found.start())
        of_kind = _KINDS_CALLED.get(found[2], found[2])
        if of_kind in (*_SPARED, "round") and re.match(r"\s*(?:$|\})", line[found.end() :]):
            rules = (*rules_of(words.source.text), *re.findall(r"\b(pass) (\w+) by", words.source.text))
            names = list(dict.fromkeys(name for kind, name in rules if kind == of_kind))
            for name in names if len(names) == 1 else ():
                cause = f"`{found[0]}` does not say which `{of_kind}`: the only one is `{name}`."
                text = f"{verb} {of_kind} {name}"
                if place.section in ("", "file"):
                    text = f"{next(heads(homes_of(of_kind), None, words.source.text))} {{ {text} }}"
                yield replaced(words.source, start + found.start(), start + found.end(), text, cause, f"write `{text}`")
        there = [kind for kind, name in rules_of(words.source.text) if name == found[2]]
        if (found[2] in KEYWORDS and not there) or _NAMED_AFTER.match(line, found.end()):
            continue
        for keyword in there or (_DROPPABLE if found[1] in ("drop", "replace") else ()):
            cause = f"`{found[1]} {found[2]}` does not say what kind of rule `{found[2]}` is."
            text = f"{verb} {keyword} {found[2]}"
            is_outside = place.section == "file"
            homes = (
                heads(homes_of(keyword), None, words.source.text)
                if there and is_outside and keyword not in ITEMS
                else ()
            )
            for said in (*(f"{home} {{ {text} }}" for home in homes), text):
                fix = replaced(words.source, start + found.start(), start + found.end(), said, cause, f"write `{said}`")
                yield replace(fix, is_likely=len(there) == 1)


def phase_dropped(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose to drop what happens in a phase, if that is one thing, for a `drop` of the phase."""
    (start, line), text = lines_of(finding, words), words.source.text
    for found in re.finditer(r"\bdrop (?:phase )?([a-z_]\w*)(?=\s*(?:[}#]|$))", line):
        block = re.compile(rf"\bphase {found[1]}\b[^{{}}]*{{([^{{}}]*)")
        of_kind = re.compile(r"(?m)^ *(pass|may|choose|round|give) (\w+)")
        rules = {rule for one in with_parents(text) for body in block.findall(one) for rule in of_kind.findall(body)}
        for kind, name in rules if len(rules) == 1 else ():
            said = f"phase {found[1]} {{ drop {kind} {name} }}"
            cause = f"`{found[1]}` is a phase: what happens in it is dropped by its kind and name."
            yield replaced(words.source, start + found.start(), start + found.end(), said, cause, f"write `{said}`")


_NO_PHRASE: Final = re.compile(r"\b(no|drop|without|remove) (?:the )?([a-z]+(?: [a-z]+){1,7})(?=\s*(?:[}#]|$))")


def _label_of(kind: str, name: str, text: str) -> str:
    """Return what the rule of a name says of itself to people."""
    rule = re.compile(rf'\b{kind} {name}\b[^\n]*(?:"([^"\n]*)"|\n\s*"([^"\n]*)")')
    found = next((one for parent in with_parents(text) if (one := rule.search(parent)) is not None), None)
    return "" if found is None else found[1] or found[2]


_KINDS_CALLED: Final = {"bidding": "round", "bids": "round", "auction": "round", "redeals": "redeal"}
"""What people call the only rule of a kind."""


def several_dropped(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose the kinds of several rules in a `drop` that says none."""
    start, line = lines_of(finding, words)
    for found in re.finditer(
        r"\b(?:drop|remove|no) ((?:the )?\w+(?:(?:, ?(?:and )?| and | & )(?:the )?\w+)+)(?=\s*(?:[}#]|$))", line
    ):
        names = re.findall(r"(?!the\b|and\b)[a-z_]\w*", found[1])
        kinds = [[kind for kind, one in rules_of(words.source.text) if one == name] for name in names]
        if len(names) > 1 and all(len(kind) == 1 for kind in kinds):
            text = " ".join(f"drop {kind[0]} {name}" for kind, name in zip(kinds, names, strict=True))
            cause = "`drop` says of each rule what kind of rule it is."
            yield replaced(words.source, start + found.start(), start + found.end(), text, cause, f"write `{text}`")


def dropped_too(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose to drop, with a rule, the line of the sheet or the limit that reads it, which nothing else needs."""
    found = re.search(r"is gone, and `((?:score|must|win|lose|out) \w+)` in `\w+` reads it \(", finding.message)
    listed = re.compile(r"(?:, *\w+)*").match(words.source.text, finding.span.end)
    if found is not None and listed is not None:
        start, end = words.line_around(finding.span.start)
        line = words.source.text[start:end]
        is_alone = re.fullmatch(r"\s*drop [\w, ]+", line) is not None
        more = f"\n{line[: len(line) - len(line.lstrip())]}" if is_alone else " "
        text = f"{more}drop {found[1]}"
        yield inserted(words.source, listed.end(), text, f"write `drop {found[1]}` here too", "")


def dropped_deals(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose a `drop` of rules for some deals with the words that their block begins with."""
    start, line = lines_of(finding, words)
    for found in re.finditer(r"\bdrop (?:on |the )*(?:deal|hand|round)s? ((?:\d+)(?:, \d+)*)[^\n{}\"#]*(?<!\s)", line):
        blocks = (one for text in with_parents(words.source.text) for one in _BLOCK.findall(text))
        for block in (one for one in dict.fromkeys(blocks) if re.findall(r"\d+(?:, \d+)*", one)[0] == found[1]):
            cause = "Rules for some deals are dropped with the words that their block begins with."
            yield replaced(
                words.source,
                start + found.start(),
                start + found.end(),
                f"drop {block}",
                cause,
                f"write `drop {block}`",
            )


_BLOCK: Final = re.compile(r"\b(on deals? [\d, ]*\d(?: of every \d+)?)(?= *\{)")
_NAMED_AFTER: Final = re.compile(r" [a-z]\w*(?= *[:({])")


def there_already(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose `replace` before a rule that already exists, or that the other deals have."""
    yield from as_setting(finding, words)
    whole = re.search(r"`(replace (?:add|remove) [^`]+)`", finding.hint)
    if whole is not None:
        yield replaced(words.source, finding.span.start, finding.span.end, whole[1], words=finding.hint)
        return
    start, line = lines_of(finding, words)
    found = re.search(r"`replace (\w+)[^`]*`", finding.hint) or re.search(r"`(\w+) (\w+)`", finding.message)
    is_there = finding.code == "E201" or _ON_DEALS.search(words.source.text, 0, finding.span.start) is not None
    at = line.rfind(found[1], 0, finding.span.start - start + len(found[1])) if found is not None and is_there else -1
    if at >= 0 and found is not None:
        hint = finding.hint if found.re.groups == 1 else f"write `replace {found[1]} {found[2]}`"
        yield inserted(words.source, start + at, "replace ", hint, "")


_ON_DEALS: Final = re.compile(r"\bon deals? [^{}]*\{[^{}]*(?:\{[^{}]*)?\Z")


def gone_or_moved(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose the right section for an edit, or to leave out the one of several names that is not there."""
    if finding.message.startswith("There is no") and re.search(r"`\w+ (?:replace|drop)`", finding.message):
        start, _ = words.line_around(finding.span.start)  # the `drop` on the line above took it for a name
        yield from dropped_without_kind(replace(finding, span=words.source.span(max(0, start - 1), start)), words)
    yield from moved(finding, words)
    found = re.search(r"`\w+ (\w+)`", finding.message)
    yield from _of_other_games(finding, words)
    is_alone = finding.guess is None
    yield from _by_its_sentence(finding, words) if is_alone else ()
    only = re.match(r"the only \w+ is `(\w+)`", finding.hint)
    start, line = lines_of(finding, words)
    for one in re.finditer(rf"\b{found[1]}\b", line) if found is not None and only is not None else ():
        yield replaced(words.source, start + one.start(), start + one.end(), only[1] if only else "", finding.message)
    listed = rf"\bdrop \w+ [^\n{{}}]*?(?:(, {found[1]}\b)|(?<= )({found[1]}, ))" if found and is_alone else "(?!)"
    for one in re.finditer(listed, line):
        at = 1 if one[1] else 2
        yield left_out(words.source, start + one.start(at), start + one.end(at))


def _by_its_sentence(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose the one rule of the parent whose sentence has the words of a name that there is not."""
    text, span = words.source.text, finding.span
    kind = re.search(r"`(\w+) (\w+)`", finding.message)
    rules = [name for one, name in rules_of(text) if kind is not None and one == kind[1]]
    best = meant_name(kind[2], [(name, _label_of(kind[1], name, text)) for name in rules]) if kind is not None else ""
    for found in re.finditer(rf"\b{kind[2]}\b", text[span.start : span.end]) if kind is not None and best else ():
        cause = f"{finding.message} The rule that says so is `{best}`."
        at = span.start + found.start()
        yield replaced(words.source, at, at + len(found[0]), best, cause, f"write `{best}`")


def _of_other_games(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose to leave out a `drop` of what only other games have."""
    text, start = words.source.text, place_of(words.source, finding.span.start).start
    found = re.compile(r"drop (\w+) (\w+)(?! *,)").match(text, start)
    is_known = found is not None and found.groups() in rules_of(text)
    if found is None or is_known or found[2] not in shipped(rf"\b{found[1]} ([a-z]\w*)(?=[^{{}}\n]*:)"):
        return
    cause = f"`{found[1]} {found[2]}` is a rule of other games: this one plays without it anyway."
    yield left_out(words.source, *whole_line(text, *found.span()), cause)
