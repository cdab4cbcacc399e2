"""Proposals that depend on the finding: `is` for `=`, a rate for tricks that should be points, a missing section."""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Final

from spadesdsl.diagnostics import Diagnostic, Fix, nearby
from spadesdsl.frozen import replace
from spadesdsl.repair.amounts import (
    COMPARERS,
    WORD,
    as_amount,
    as_condition,
    compared_otherwise,
    of_tallies,
    rate,
    whole_conditions,
)
from spadesdsl.repair.blocks import closing_of, in_lists, lines_of_examples
from spadesdsl.repair.bundled import (
    definitions,
    game_of,
    games_with,
    is_pack,
    is_shipped,
    options_of,
    packs_with,
    rules_of,
    scored,
    shipped,
    suits_of,
    titles,
    with_parents,
)
from spadesdsl.repair.concepts import meant_name
from spadesdsl.repair.likely import shipped_sentences
from spadesdsl.repair.sections import heads, keyword_missing, moved, own_phase, whole_line
from spadesdsl.repair.synonyms import OF_CODES, meant_by
from spadesdsl.repair.text import UNFOUND, Words, differing, inserted, left_out, lines_of, replaced, several
from spadesdsl.repair.wholes import HEADER, lists
from spadesdsl.syntax.places import NAMING, place_of
from spadesdsl.syntax.sentences import KEYWORDS, form_of, homes_of
from spadesdsl.syntax.wordlist import ITEMS
from spadesdsl.words import NUMBERS, and_list

if TYPE_CHECKING:
    from collections.abc import Iterator


_SAYS_WRITE: Final = re.compile(r"write `([^`…]+)` in `([a-z]+)`")
_DROPPABLE: Final = (
    "must", "score", "bid", "tally", "let", "option", "may", "choose", "pass", "give", "round", "win", "lose", "order",
    "zone", "show", "example",
)  # fmt: skip


def for_code(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose fixes that go with one kind of finding."""
    code = finding.code
    if code in ("E106", "E107", "E104", "E303", "E232", "E234", "E239", "E231", "E304"):
        yield from whole_conditions(finding, words)
    if code in COMPARERS:
        yield from compared_otherwise(finding, words, COMPARERS[code])
    if code in ("E106", "E107"):
        yield from of_tallies(finding, words)
    if code in ("E239", "E116", "E106", "E107"):
        yield from _in_the_round(finding, words)
    if code in ("E104", "E106", "E107", "E253", "E256", "E257", "E258"):
        yield from lines_of_examples(finding, words)
    if code in ("E203", "E221", "E434"):
        yield from _set_inside(finding, words)
    if code in ("E106", "E107", "E111", "E104"):
        yield from _dropped_deals(finding, words)
        yield from _dropped_without_kind(finding, words)
        yield from _several_dropped(finding, words)
        yield from _number_first(finding, words)
        yield from _told_option(finding, words)
        yield from _set_inside(finding, words)
        yield from _bounds_of_bids(finding, words)
    if code in ("E106", "E107", "E116", "E117", "E104", "E258"):
        yield from in_lists(finding, words)
    yield from _in_one_case(finding, words)
    yield from _rows(finding, words)
    yield from _PROPOSERS[code](finding, words) if code in _PROPOSERS else ()
    yield from _hinted(finding, words)


def _in_one_case(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose the names of a line that have capitals or accents as the language writes them, everywhere."""
    _, line = lines_of(finding, words)
    text = words.source.text
    blank = re.sub(r'"[^"]*"|#.*', "", line)
    for name in dict.fromkeys(re.findall(r"\b[^\W\d_]\w*\b", blank) if not line.isascii() else ()):
        bare = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
        for plain in dict.fromkeys((name.translate(_UMLAUTS), bare) if not name.isascii() else ()):
            edits = [(one.start(), one.end(), plain) for one in re.finditer(rf"\b{name}\b", text)]
            cause = f"`{name}` has a letter that the language does not have: names are written with a to z."
            yield several(words.source, iter(edits if plain.isascii() else ()), f"write `{plain}`", cause)
    for name in dict.fromkeys(_CAPITALS.findall(blank)):
        plain = re.sub(r"(?<=[a-z0-9])([A-Z])", r"_\1", name).lower()
        edits = [(one.start(), one.end(), plain) for one in re.finditer(rf"\b{name}\b", text)]
        cause = f"`{name}` has capitals in it: a name is written in small letters, with `_` between its words."
        hint = f"write `{plain}`"
        if name.isupper():
            hint, cause = f"{hint} for `{name}`", f"`{name}` is written `{plain}`: capitals and small letters count."
        yield several(words.source, iter(edits), hint, cause)


_UMLAUTS: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "æ": "ae", "ø": "oe", "å": "aa"})
_CAPITALS: Final = re.compile(r"\b(?:[a-z][a-z0-9]*(?:[A-Z][a-z0-9]+)+|[A-Z]{3,}(?:_[A-Z]+)*)\b")


def _rows(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose what the rows for a kind of finding say of the words on its line."""
    start, line = lines_of(finding, words)
    before = words.get(words.at(finding.span.start) - 1)
    places = [place_of(words.source, at) for at in (finding.span.end, before.end if before else 0)]
    here = {one for place in places for one in (place.section, place.keyword)}
    for row in OF_CODES.get(finding.code, ()):
        found = list(row.regex().finditer(line)) if not row.where or here & row.where else []
        for written in row.written if row.is_of_all and found else ():
            edits = [(start + one.start(), start + one.end(), row.meaning(one, written, line)) for one in found]
            old, text = found[0][0].strip(), edits[0][2].strip()
            hint = (
                f"write `{text}` for `{old}`" if text and old else f"write `{text}`" if text else f"leave out `{old}`"
            )
            hint += " each time" if len(found) > 1 else ""
            yield several(words.source, iter(edits), hint, row.cause)
        for one, written in product(found if not row.is_of_all else (), row.written):
            text, cause = (row.meaning(one, said, line).replace("¶", "\n") for said in (written, row.cause))
            low, high, text = differing(words.source, start + one.start(), start + one.end(), text)
            if words.source.text[low:high].startswith(text) and low < high:
                yield left_out(words.source, low + len(text), high, cause)
            elif text.strip():
                hint = finding.hint if not cause and TWO_WAYS.search(finding.hint) else ""
                yield replaced(words.source, low, high, text, cause, hint)


def _hinted(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Try what the hint says: other words for those of the finding, more words before or after them, or none."""
    span, source = finding.span, words.source
    if finding.code in _TO_CHOOSE or TWO_WAYS.search(finding.hint) or finding.guess is not None:
        return  # a guess is tried by itself
    instead = _SAYS_FOR.search(finding.hint)
    if instead is not None:
        _, end = words.line_around(span.start)
        at = source.text.find(instead[2], span.start, end)
        if at >= 0:
            yield replaced(source, at, at + len(instead[2]), instead[1], words=finding.hint)
        return
    named = re.search(r"`([^`]+)`", finding.message)
    for found in _SAYS.finditer(finding.hint):
        text = found[1]
        low, high = words.line_around(span.start)
        at = source.text.find(named[1], low, high) if named is not None and " " in named[1] else -1
        if at >= 0 and named is not None:
            yield replaced(source, at, at + len(named[1]), text)
        if text in _STRUCTURE:
            continue
        first = text.split(" ")[0]
        before = source.text[: span.start].rstrip()
        compared = _COMPARED_WITH.search(before) if " is " in text else None
        if compared is not None:
            who = "" if compared[1] in ("player", "bid") else f"{compared[1].removesuffix('.bid')}."
            yield replaced(source, compared.start(), span.end, f"{who}{text}")
        if before.endswith(f" {first}"):
            yield replaced(source, len(before) - len(first), span.end, text, words=finding.hint)
        yield replaced(source, span.start, span.end, text, words=finding.hint)
    is_of_no_deals = finding.message.startswith("There are no rules on deal") and finding.hint == "leave it out"
    if finding.code in _LINES_TOO_MANY or is_of_no_deals:
        start, end = words.line_around(span.start)
        if source.text[start:end].lstrip().startswith(("drop", "include", "prefer")):
            yield left_out(source, start, min(end + 1, len(source.text)))


TWO_WAYS: Final = re.compile(r"write `[^`]+`,? or `|^leave out `[^`]+`[^;]*, or write `")
"""A hint that names two ways out: which of them is meant, only the author knows."""
_COMPARED_WITH: Final = re.compile(r"([\w.]+) (?:is|=|in|did)\Z")
_SAYS_FOR: Final = re.compile(r"write `([^`…]+)` for `([^`…]+)`")
_SAYS: Final = re.compile(r"(?:write|did you mean) `([^`…]+)`")
_STRUCTURE: Final = (":", "=", ",", ")", "(", "{", "}", '"', ".", "*")
"""Signs whose place the hint does not give exactly."""
_TO_CHOOSE: Final = ("E216", "E410", "E422")
"""Findings whose hint names several ways out: which of them is meant, only the author knows."""
_LINES_TOO_MANY: Final = ("E214", "E215")
"""Findings about an edit of something that is not there: the whole line goes."""


_SPARED: Final = ("pass", "may", "choose", "redeal", "skip", "show", "order", "tally", "option")
"""What a game can do without."""


def _dropped_without_kind(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose the kind of the rule in a `drop` or `replace` that does not say it."""
    start, line = lines_of(finding, words)
    for found in re.finditer(r"\b(?:no|drop|without|remove) (?:the )?([a-z]+ [a-z]+)(?=\s*(?:[}#]|$))", line):
        section = place_of(words.source, start + found.start()).section
        known = {name: kind for kind, name in rules_of(words.source.text) if section and form_of(section, kind)}
        told = [(name, _label_of(kind, name, words.source.text)) for name, kind in known.items()]
        if name := meant_name(found[1], told):
            text = f"drop {known[name]} {name}"
            cause = f"The rule of which that is said is `{name}`."
            yield replaced(words.source, start + found.start(), start + found.end(), text, cause, f"write `{text}`")
    for found in re.finditer(
        r"\b(drop|replace|no|without|remove|delete)\s+(?:the\s+)?([a-z_]\w*)\b"
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
                    text = f"{next(heads(homes_of(of_kind), None))} {{ {text} }}"
                yield replaced(words.source, start + found.start(), start + found.end(), text, cause, f"write `{text}`")
        there = [kind for kind, name in rules_of(words.source.text) if name == found[2]]
        if (found[2] in KEYWORDS and not there) or _NAMED_AFTER.match(line, found.end()):
            continue
        for keyword in there or (_DROPPABLE if found[1] in ("drop", "replace") else ()):
            cause = f"`{found[1]} {found[2]}` does not say what kind of rule `{found[2]}` is."
            text = f"{verb} {keyword} {found[2]}"
            is_outside = place.section == "file"
            homes = heads(homes_of(keyword), None) if there and is_outside and keyword not in ITEMS else ()
            for said in (*(f"{home} {{ {text} }}" for home in homes), text):
                fix = replaced(words.source, start + found.start(), start + found.end(), said, cause, f"write `{said}`")
                yield replace(fix, is_likely=len(there) == 1)


def _label_of(kind: str, name: str, text: str) -> str:
    """Return what the rule of a name says of itself to people."""
    rule = re.compile(rf'\b{kind} {name}\b[^\n]*(?:"([^"\n]*)"|\n\s*"([^"\n]*)")')
    found = next((one for parent in with_parents(text) if (one := rule.search(parent)) is not None), None)
    return "" if found is None else found[1] or found[2]


_KINDS_CALLED: Final = {"bidding": "round", "bids": "round", "auction": "round", "redeals": "redeal"}
"""What people call the only rule of a kind."""


def _several_dropped(finding: Diagnostic, words: Words) -> Iterator[Fix]:
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


def _in_the_round(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose the only round of bidding by its name."""
    start, line = lines_of(finding, words)
    names = [name for kind, name in rules_of(words.source.text) if kind == "round"]
    for found in re.finditer(
        r"\bduring ?(?:the )?(?:first |only |bidding |auction )*(?:(?:round|bidding|auction)\b(?: of bidding)?|(?=:))",
        line,
    ):
        for name in dict.fromkeys(names) if len(set(names)) == 1 else ():
            cause = f"The round of bidding is called `{name}`."
            at, text = start + found.start(), f"during {name}"
            yield replaced(words.source, at, start + found.end(), text, cause, f"write `{text}`")


def _unfinished(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose what a `drop` right above is of, which took the next one for a name; that a decision does nothing."""
    source, (start, _) = words.source, words.line_around(finding.span.start)
    alone = re.compile(r"(\w+) (\w+)(?=\s*(?:\n|\}|#))").match(source.text, finding.span.start)
    if alone is not None and alone.groups() in rules_of(source.text):
        cause = f"`{alone[0]}` is a rule of the parent, and nothing says what is to happen to it."
        yield inserted(source, alone.start(), "drop ", f"write `drop {alone[0]}` to remove it", cause)
    yield from _dropped_without_kind(replace(finding, span=source.span(max(0, start - 1), start)), words)
    if finding.message.startswith(("`may`", "`choose`")):
        said = re.sub(r'\s*("[^"\n]*"\s*)?\Z', "", source.text[finding.span.start : finding.span.end])
        at, cause = finding.span.start + len(said), "What an answer leads to comes after a `:`, or `nothing`."
        yield inserted(source, at, ": nothing", "write `: nothing` before the sentence for people", cause)


def _dropped_deals(finding: Diagnostic, words: Words) -> Iterator[Fix]:
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


def _there_already(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose `replace` before a rule that already exists, or that the other deals have."""
    yield from _as_setting(finding, words)
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


def _as_setting(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose to set an option that the parent has, or the only choices that it can have."""
    found = re.search(r"`((set|option) (\w+) = )([^` ]+)[^`]*`", finding.hint)
    start, line = lines_of(finding, words)
    for written in _OPTION_WHOLE.finditer(line) if found is not None else ():
        if found is not None and written[2] == found[3]:
            end = written.end(1) if found[2] == "option" else written.end()
            text = f"{found[1]}{found[4]} of yes, no" if found[2] == "option" else f"{found[1]}{written[3]}"
            yield replaced(words.source, start + written.start(), start + end, text, words=f"write `{text}`")


_OPTION_WHOLE: Final = re.compile(
    r"(?:replace +)?(option +(\w+) *= *(-?[\w.]+))(?: +of +[\w.]+(?:, *[\w.]+)*| +from +-?[\w.]+ +to +-?[\w.]+"
    r"(?: +step +[\w.]+)?)?(?: +(?:ask +)?\"[^\"\n]*\")?"
)
"""An option with its choices and its sentence."""


_ON_DEALS: Final = re.compile(r"\bon deals? [^{}]*\{[^{}]*(?:\{[^{}]*)?\Z")


def _missing_section(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose the sentence that a game needs, in its section at the end of the file."""
    found = _SAYS_WRITE.search(finding.hint)
    header = HEADER.search(words.source.text)
    if header is not None and " extends " not in header[0]:
        at = header.start() + len(header[0].rstrip())
        cause = "Much that every game needs is missing here, and the file does not say which game it starts from."
        hint = "write `extends standard` after the title, or the name of another game"
        yield inserted(words.source, at, " extends standard", hint, cause)
    end = words.source.text.rstrip().rfind("}")
    if found is None or end < 0:
        return
    yield inserted(words.source, end, f"  {found[2]} {{\n    {found[1]}\n  }}\n", finding.hint, "")


def _of_label(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose the bid's own parameter in its label."""
    start, line = lines_of(finding, words)
    own = re.search(r"\bbid\s+(\w+)\s*\(\s*(\w+)", line)
    label = re.compile(r'"([^"]*)"').search(line, own.end() if own is not None else 0)
    text = "" if own is None else f"{{{own[2]}}}"
    if own is not None and label is None and (end := line.find(")")) >= 0:
        for said in (text, f"{own[1].replace('_', ' ')} {text}"):
            yield inserted(words.source, start + end + 1, f' "{said}"', f'write `"{said}"` as its label', "")
    elif own is not None and label is not None:
        for shown in re.finditer(rf"\{{\w+\}}|(?<!\w)[<$%(\[]?{own[2]}[>%)\]]?(?!\w)", label[0]):
            at = start + label.start()
            yield replaced(words.source, at + shown.start(), at + shown.end(), text)
        space = " " if label[1] else ""
        yield inserted(words.source, start + label.end() - 1, space + text, f"write `{text}` into the label", "")


def _no_teams(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose no teams, where the players do not divide into any."""
    yield from lists(finding, words)
    seats = re.search(r"\bseats\b[^\n{}#]*,[^\n{}#]*", words.source.text)
    if seats is not None and re.search(r"\bteams\b", words.source.text) is None:
        at = seats.start() + len(seats[0].rstrip())
        yield inserted(words.source, at, "\n    replace teams none", finding.hint, "")


def _gone_or_moved(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose the right section for an edit, or to leave out the one of several names that is not there."""
    if finding.message.startswith("There is no") and re.search(r"`\w+ (?:replace|drop)`", finding.message):
        start, _ = words.line_around(finding.span.start)  # the `drop` on the line above took it for a name
        yield from _dropped_without_kind(replace(finding, span=words.source.span(max(0, start - 1), start)), words)
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
    parts = {part[:_STEM] for part in kind[2].split("_") if len(part) >= _STEM} if kind is not None else set()
    alike: dict[str, int] = {}
    for name in [name for one, name in rules_of(text) if kind is not None and one == kind[1]]:
        rule = re.compile(rf"(?m)^( *)(?:replace )?\w+ {name}\b.*(?:\n\1 +.*)*")
        for one in (found[0] for parent in with_parents(text) for found in rule.finditer(parent)):
            said = {word[:_STEM] for word in re.findall(r"[a-z]+", one.lower()) for word in (_LED.get(word, word),)}
            alike[name] = max(alike.get(name, 0), len(parts & said))
    best = [name for name, shared in alike.items() if shared == max(alike.values()) >= min(len(parts), 2) > 0]
    if len(best) == 1 and parts and kind is not None:
        cause = f"{finding.message} The rule that says so is `{best[0]}`."
        for found in re.finditer(rf"\b{kind[2]}\b", text[span.start : span.end]):
            at = span.start + found.start()
            yield replaced(words.source, at, at + len(kind[2]), best[0], cause, f"write `{best[0]}`")


_LED: Final = {"led": "lead", "leads": "lead", "taken": "take", "took": "take", "won": "wins", "broken": "break"}
"""Forms of words that share too few letters."""


def _of_other_games(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose to leave out a `drop` of what only other games have."""
    text, start = words.source.text, place_of(words.source, finding.span.start).start
    found = re.compile(r"drop (\w+) (\w+)(?! *,)").match(text, start)
    is_known = found is not None and found.groups() in rules_of(text)
    if found is None or is_known or found[2] not in shipped(rf"\b{found[1]} ([a-z]\w*)(?=[^{{}}\n]*:)"):
        return
    cause = f"`{found[1]} {found[2]}` is a rule of other games: this one plays without it anyway."
    yield left_out(words.source, *whole_line(text, *found.span()), cause)


def _by_letter(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose the suit that begins with a letter."""
    span, text = finding.span, words.source.text
    for at in (one.start() + span.start for one in re.finditer(r"\b[A-Z]\b", text[span.start : span.end])):
        for suit in (one for one in suits_of(text) if one[0].upper() == text[at]):
            yield replaced(words.source, at, at + 1, suit, "A suit is called by its name.", f"write `{suit}`")


def _for_each_team(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose that a section of scoring is for each team, and a name for a rule without one."""
    start, line = lines_of(finding, words)
    for found in re.finditer(r"\bscoring\b(?! *for)", line):
        yield inserted(words.source, start + found.end(), " for each team", finding.hint, "")
    yield from _named(finding, words)


def _named(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose a name for a rule that has none."""
    _, line = lines_of(finding, words)
    found = re.compile(r"(replace\s+)?([a-z]+)").match(words.source.text, finding.span.start)
    if found is None:
        return
    keyword = found[2]
    needed = re.search(r"needs `(\w+)` or `(\w+)`", finding.message)
    if needed is not None:
        _, end = words.line_around(found.end())
        is_next = keyword == "dealer" and "dealer" in words.source.text[found.end() : end]
        for word in needed.groups()[is_next:]:
            fix = inserted(words.source, found.end(), f" {word}", f"write `{keyword} {word}`", "")
            yield replace(fix, choice="meant", is_likely=False)
        return
    there = [name for kind, name in rules_of(words.source.text) if kind == keyword]
    if len(there) == 1 and (keyword == "tie" or re.search(rf"\breplace\s+{keyword}\b", line)):
        if not found[1]:
            hint = f"write `replace {keyword} {there[0]}`"
            cause = f"This `{keyword}` has no name, and there is `{there[0]}` already."
            yield replaced(words.source, *found.span(), f"replace {keyword} {there[0]}", cause, hint)
        cause = f"This `{keyword}` does not say its name; there is only `{there[0]}`."
        yield inserted(words.source, found.end(), f" {there[0]}", f"write `{keyword} {there[0]}`", cause)
    if keyword not in NAMING and keyword != "phase":
        return
    cause = f"This `{keyword}` has no name: every rule needs one, so that it can be changed and explained."
    for name in (*words.unfound, f"our_{keyword}"):
        yield inserted(words.source, found.end(), f" {name}", f"give it a name, as in `{keyword} {name}`", cause)


def _another_name(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose a name that is not a word of the language."""
    span = finding.span
    word, before = words.source.text[span.start : span.end], words.get(words.at(span.start) - 1)
    is_kind = before is not None and before.text in ("replace", "drop")
    if WORD.fullmatch(word) and word not in ("yes", "no") and not is_kind:
        hint = f"call it something else, as `our_{word}`"
        everywhere = [(one.start, one.end, f"our_{word}") for one in words.all if one.text == word]
        yield several(words.source, iter(everywhere), hint)
        yield replaced(words.source, span.start, span.end, f"our_{word}", words=hint)


def _foreign(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose a part for a percentage, and `#` for the signs that begin a comment in other languages."""
    start, line = lines_of(finding, words)
    above = words.source.text[: words.line_around(finding.span.start)[0]].rstrip()
    if above.endswith(",") and not finding.code.startswith("E104"):
        yield left_out(words.source, len(above) - 1, len(above), "No comma comes after the last thing of a list.")
    for found in _WHERE.finditer(line) if finding.message.startswith("A set with `where`") else ():
        for form in ("({})", "first of ({})", "count of ({})"):
            text = form.format(found[0])
            hint = f"write `{text}`" if form != "({})" else "write `(` and `)` around it"
            yield replaced(words.source, start + found.start(), start + found.end(), text, words=hint)
    for found in re.finditer(r"(\d+) ?%( of\b)?", line):
        part = Fraction(int(found[1]), 100)
        text = f"{part.numerator} / {part.denominator}{' *' if found[2] else ''}"
        cause = f"The language has no `%`: {found[1]}% is `{part.numerator} / {part.denominator}`."
        yield replaced(words.source, start + found.start(), start + found.end(), text, cause)
    if line.lstrip().startswith(("given ", "plays ", "bids ", "case ")):
        return  # a `;` of a fact is meant as a comma
    for found in re.finditer(_REMARK, line):
        yield replaced(words.source, start + found.start(), start + found.end(), "#", "A remark begins with `#`.")


_WHERE: Final = re.compile(r"(?<![(\w])(?:[a-z_.]+ in )?[a-z_.]+ where [^\"{}#\n]*[^\"{}#\n\s]")
_STARTS: Final = "|".join((*KEYWORDS, *ITEMS, "reset", "full"))
_REMARK: Final = rf"//|/\*|--|\*/|;(?=[ \t]*(?!(?:{_STARTS})\b)[A-Za-z][\w,.']*(?: [\w,.']+){{2,}}\s*$)"
"""What begins a remark in other languages."""


def _by_a_number(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose the option of the file that nothing reads as the number to multiply with."""
    text, span = words.source.text, finding.span
    start, line = lines_of(finding, words)
    for name in _OPTION.findall(text):
        if len(re.findall(rf"\b{name}\b", text)) == 1:
            factors = list(re.finditer(r"[a-z][\w.]*", line[span.start - start : span.end - start]))
            for found in (one for one in factors if one[0] not in OWN.findall(text)):
                at = span.start + found.start()
                cause = f"{finding.message} And nothing reads `{name}`."
                yield replaced(words.source, at, at + len(found[0]), name, cause, f"write `{name}` for `{found[0]}`")


def _added_up(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose the number that a sum of numbers makes, for a setting; and thousands without their sign."""
    span = finding.span
    thousands = re.compile(r"(\d{1,3})[.,' ](\d{3})(?!\d)").match(words.source.text, span.start)
    if thousands is not None:
        number, cause = thousands[1] + thousands[2], "A number has no sign between its thousands."
        yield replaced(words.source, span.start, thousands.end(), number, cause, f"write `{number}`")
    below = re.search(r"\n\s*(includes)\b", words.source.text[span.start : span.end])
    if below is not None:
        at, cause = span.start + below.start(1), "A pack is taken in with `include`."
        yield replaced(words.source, at, at + len(below[1]), "include", cause)
    found = re.fullmatch(r"(\d+) ([-+*]) (\d+)", words.source.text[span.start : span.end])
    if found is not None:
        one, other = int(found[1]), int(found[3])
        number = str({"+": one + other, "-": one - other, "*": one * other}[found[2]])
        cause = f"A setting is one number, not worked out: `{found[0]}` is {number}."
        yield replaced(words.source, span.start, span.end, number, cause, f"write `{number}`")


def _bounds_of_bids(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose the bid of the parent with another lowest or highest number: `minimum bid 2`, `bid >= 2`."""
    start, line = lines_of(finding, words)
    wholes = (one for text in with_parents(words.source.text) for one in _BID_FROM.finditer(text))
    parent = next(wholes, None)
    if parent is None:
        return
    for found in _BOUND.finditer(line):
        low, high = (
            (parent["low"], found["most"]) if found["most"] else (found["least"] or found["other"], parent["high"])
        )
        low, high = (meant_by(f"‹{one}›") for one in (low, high))
        rest = " ".join(re.sub(r"#.*", "", parent["rest"]).split())
        text = f"replace {parent['head']}{low} to {high}{rest}"
        cause = "The lowest and the highest number are said where the bid is."
        yield replaced(words.source, start + found.start(), start + found.end(), text, cause, f"write `{text}`")


_BID_FROM: Final = re.compile(
    r"(?P<head>\bbid \w+\(\w+ from )(?P<low>\w+) to (?P<high>\w+)(?P<rest>\)(?:\"[^\"\n]*\"|[^{}\"\n])*\{[^{}]*\})"
)
_A_NUMBER: Final = rf"\d+|{'|'.join(NUMBERS)}"
_BOUND: Final = re.compile(
    r"(?<![\w,] )(?<=[\s{])(?:"
    rf"(?:the )?(?:min(?:imum)?|lowest|least|smallest)[ _]bids?(?: is| of|:| =)? (?P<least>{_A_NUMBER})|"
    rf"(?:the )?(?:max(?:imum)?|highest|biggest|largest)[ _]bids?(?: is| of|:| =)? (?P<most>{_A_NUMBER})|"
    rf"(?:no )?bids?(?: tricks?)? ?(?:>=|at least|from|less than|below|under) ?(?P<other>{_A_NUMBER})(?: up)?"
    r")(?= tricks?\b|\s*(?:[}#]|$))(?: tricks?\b)?",
    re.MULTILINE,
)


def _those_of(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose the members of a set for which a condition holds, for the condition alone where a set is due."""
    begin, line = lines_of(finding, words)
    own = f"{scored(words.source.text)}s".replace("teams", "members")
    is_scored = place_of(words.source, finding.span.start).section == "scoring"
    for found in _OF_CONDITION.finditer(line):
        is_of_cards = re.match(r"(?:not )?(?:card|rank)\b", found[1])
        for those in ("cards_won", "hand") if is_of_cards else (own, "players") if is_scored else ("players",):
            text = f"({those} where {found[1]})"
            cause = f"`{found[1]}` is a condition: `{those} where …` are those for which it holds."
            yield replaced(words.source, begin + found.start(1), begin + found.end(1), text, cause, f"write `{text}`")


_OF_CONDITION: Final = re.compile(
    r"\b(?:count of|over) ((?:not )?[a-z_][\w.]* (?:is|in|not in|did|has|[<>=!]=?) [^:{}\"\n()]*?)"
    r"(?=\s*(?:[:}\"\n)]|$|then\b|else\b))"
)


def _verbs(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose the verb of what happens after the `:` of a decision."""
    said = words.source.text[finding.span.start : finding.span.end]
    is_due = "write the verb too" in finding.hint
    of_hand = re.fullmatch(r"(\d+) to (.+)", said) if is_due else None
    if of_hand is not None:
        text = f"give {of_hand[1]} from hand to {of_hand[2]}"
        fix = replaced(words.source, finding.span.start, finding.span.end, text, finding.message, f"write `{text}`")
        yield replace(fix, choice="verb")
    for verb in ("give", "show", "award") if is_due else ():
        if verb == "award" and of_hand is not None and "trick" not in lines_of(finding, words)[1]:
            continue  # tricks are awarded, and nothing says that these are tricks
        fix = inserted(words.source, finding.span.start, f"{verb} ", f"write `{verb} {said}`", finding.message)
        yield replace(fix, choice="verb")


def _in_its_place(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose the section or the braces that a sentence belongs in."""
    start, line = lines_of(finding, words)
    for found in re.finditer(r"\b(?:set|replace) (\w+)(?= = )", line):
        for kind in [kind for kind, name in rules_of(words.source.text) if name == found[1] and kind == "let"]:
            text = f"replace {kind} {found[1]}"
            cause = f"`{found[1]}` is a quantity, and `set` is for options."
            yield replaced(words.source, start + found.start(), start + found.end(), text, cause, f"write `{text}`")
    for found in re.finditer(r"(?m)(?:^|(?<=\{))[ \t]*((\w+) *(?::=|[=: ]) *(-?[\w.]+))(?=\s*(?:$|[}#]))", line):
        if found[2] in options_of(words.source.text):
            text = f"set {found[2]} = {found[3]}"
            cause = f"`{found[2]}` is an option: `set` gives it another value."
            yield replaced(words.source, start + found.start(1), start + found.end(1), text, cause, f"write `{text}`")
    for found in _OPTION_ALONE.finditer(line):
        cause = f"`{found[1]}` is no option yet: `option` makes it one."
        yield inserted(words.source, start + found.start(1), "option ", f"write `option` before `{found[1]}`", cause)
    yield from _parent_inside(finding, words)
    yield from _own_block(finding, words)
    yield from own_phase(finding, words)
    yield from moved(finding, words)
    yield from keyword_missing(finding, words)


_OPTION_ALONE: Final = re.compile(r'(?m)^\s*([a-z]\w*) = -?\w+ (?:of \w|from -?\d|ask "|")')


def _parent_inside(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose the game that a file starts from in its first line, where it is said inside of the braces."""
    text = words.source.text
    found, header = _EXTENDS.match(text, finding.span.start), HEADER.search(text)
    if found is not None and header is not None:
        old = re.search(r" +extends \w+(?: @ \d+)?", header[0])
        start, end = old.span() if old is not None else 2 * (len(header[0].rstrip()),)
        name = f" extends {found[1]}"
        edits = [(header.start() + start, header.start() + end, name), (*whole_line(text, *found.span()), "")]
        cause = "The game that a file starts from is said in its first line, before the `{`."
        yield several(words.source, iter(edits), f"write `{name.strip()}` there", cause)


_EXTENDS: Final = re.compile(r'extends "?(\w+)"?')


def _set_inside(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose `set`, outside of the section, for the new value of an option in it, or of what an option is for."""
    source, start = words.source, finding.span.start
    place = place_of(source, start)
    found = _VALUE.match(source.text, place.start) or _VALUE.match(source.text, start)
    name = found[1] if found is not None and found[1] in options_of(source.text) else ""
    if not name and (played := _PLAYED_TO.search(source.text, *words.line_around(start))) is not None:
        targets = [one for text in with_parents(source.text) for one in _TARGET.findall(text)]
        found, name = played, next((one for one in targets if one in options_of(source.text)), "")
    if not name:
        line, end = words.line_around(start)
        found = _WORTH.search(source.text, max(line, source.text.rfind("{", line, start) + 1), end)
        name = "" if found is None else _counted_by(found[1], source.text)
    before = "" if found is None else source.text[words.line_around(found.start())[0] : found.start()].strip()
    if found is None or not name or before[-1:] not in ("", "{"):
        return
    text = f"set {name} = {meant_by(f'‹{found[found.lastindex or 0]}›')}"
    if place.section in ("", "file"):
        cause = f"`{name}` is an option: `set` gives it its value."
        yield replaced(source, *found.span(), text, cause, f"write `{text}`")
        return
    cause = f"`{name}` is an option: `set` gives it another value, outside of the sections."
    opening = source.text.rfind("{", 0, start)
    closing = closing_of(source.text, opening + 1)
    head, _ = words.line_around(opening)
    indent = source.text[head : head + len(source.text[head:]) - len(source.text[head:].lstrip(" \t"))]
    at = max(head + len(indent), source.text.rfind("{", head, opening) + 1)
    at += len(source.text[at:]) - len(source.text[at:].lstrip(" "))
    low, high = whole_line(source.text, *found.span())
    if not (source.text[opening + 1 : found.start()] + source.text[found.end() : closing]).strip():
        yield replaced(source, at, closing + 1, text, cause, f"write `{text}`")
        return
    gap = len(source.text[found.end() :]) - len(source.text[found.end() :].lstrip(" "))
    edits = [(at, at, f"{text}\n{indent}"), (low, high + gap * (high == found.end()), "")]
    yield several(source, iter(edits), f"write `{text}` before the section", cause)


_TARGET: Final = re.compile(r"(?m)^ *(?:replace )?win \w+[^\n:]* when score >= (\w+)")
_PLAYED_TO: Final = re.compile(
    r"(?<![\w,] )(?<=[\s{])(?:(?:the|an?|we|you|games?|is|are) )*(?:play(?:ed|s)?|first|goes|ends|who\w*) "
    r"(?:(?:is|gets|comes|side|team|player|first|reaches|past|at|up|to|over) )+(\d+)(?: points)?(?: wins?)?\.?"
    r"(?=\s*(?:[}#]|$))",
    re.MULTILINE,
)


def _counted_by(said: str, text: str) -> str:
    """Return the option for a number that is meant by what people say; empty if there is none, or are several."""
    options = {name: label for one in with_parents(text) for name, label in _NUMBERED.findall(one)}
    parts = set(re.split(r"[ _]", said))
    names = [one for one in options if one == said or parts & set(one.split("_"))] if len(parts) == 1 else []
    return names[0] if len(names) == 1 else "" if names else meant_name(said, options.items())


_NUMBERED: Final = re.compile(r'(?m)\boption (\w+) = -?\d[^"\n]*\n?[^"\n]*"([^"\n]*)"')
_WORTH: Final = re.compile(
    r"(?:replace )?(?:(?:score|an?|the|made|successful|good) )*(?!set |each |every )([a-z]\w*(?: [a-z]\w*)*?),? ?"
    r"(?:(?:is|are) (?:worth|now)|is|are|to|costs?|scores?|counts?|worth|pays?|[=:])(?: for)? "
    rf"(\d+|{'|'.join(NUMBERS)})(?: points?)?(?=\s*(?:[}}#]|$))",
    re.MULTILINE,
)
_VALUE: Final = re.compile(r"(?:(?:replace|let|score) +)*([a-z]\w*) *[=:] *(-?[\w.]+)(?=\s|\}|$)")


def _own_block(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose braces round what belongs to a bid or a round, where there are none."""
    text, at = words.source.text, finding.span.start
    if not re.search(r"belongs in a (?:bid|round)|a bid has it", finding.hint):
        return
    _, end = words.line_around(at)
    stop = at + len(text[at:end].rstrip(" }"))
    word = text[at : finding.span.end]
    hint = f"write `{{` before `{word}` and `}}` after what belongs to it"
    yield several(words.source, iter([(at, at, "{ "), (stop, stop, " }")]), hint, f"There is no `{{` before `{word}`.")


def _option_or_pack(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose the options that have a word of the name; or to include the pack that declares it."""
    said = words.source.text[finding.span.start : finding.span.end].split(" ")[0]
    yield from _of_a_pack(finding, words)
    yield from _other_parent(words)
    texts = list(with_parents(words.source.text))
    listed = _options(texts)
    likely = _read_by(said, texts)
    for rank, name in enumerate(likely):
        for fix in _instead(finding, words, name):
            yield replace(fix, choice="option", cost=1.0 + _NEXT_OPTION * rank)
    for name in listed if not likely else ():
        if set(said.rstrip("s").split("_")) & {one.rstrip("s") for one in name.split("_")}:
            for fix in _instead(finding, words, name):
                yield replace(fix, choice="option", cost=1.0)
    told = {part for (_, kind, whole) in shipped_sentences() if kind == "option" for part in _told(whole, said)}
    for name in listed:
        own = {part for text in with_parents(words.source.text) for part in _told(text, name)}
        if len(told & own) >= _TOLD_ALIKE:
            for fix in _instead(finding, words, name):
                yield replace(fix, choice="option", cost=1.0)


def _other_parent(words: Words) -> Iterator[Fix]:
    """Propose the game that has all of several names that the file uses and its parent has not."""
    names = [name for name in words.unfound if is_shipped(name)]
    games = games_with(names) if len(names) > 1 else []
    parent = re.search(r"\bextends (\w+)", words.source.text)
    if parent is not None and len(games) == 1:
        named = and_list(f"`{name}`" for name in names)
        cause = f"{named} are names of `{games[0]}`, and this game extends `{parent[1]}`."
        yield replaced(words.source, parent.start(1), parent.end(1), games[0], cause, f"write `extends {games[0]}`")


def _number_first(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose the option that is counted so, for a number and what it counts: `set 5 bags`, `set 250 points`."""
    start, line = lines_of(finding, words)
    texts = list(with_parents(words.source.text))
    for found in re.finditer(r"(?<=\bset )(-?\d+) ([a-z]\w*)(?=\s*[,}#]|\s*$)", line):
        about = [name for name in _options(texts) if any(found[2][:4] in _told(text, name) for text in texts)]
        for rank, name in enumerate(_read_by(found[2], texts) or about):
            text = f"{name} = {found[1]}"
            cause = "After `set` comes the name of an option, and then its value."
            fix = replaced(words.source, start + found.start(), start + found.end(), text, cause, f"write `{text}`")
            yield replace(fix, choice="option", cost=1.0 + _NEXT_OPTION * rank * (not about))


def _options(texts: list[str]) -> list[str]:
    """Return the names of the options in some texts."""
    return list(dict.fromkeys(name for text in texts for name in _OPTION.findall(text)))


def _read_by(said: str, texts: list[str]) -> list[str]:
    """Return the options that the rules of a name read, as they come in its sentence."""
    rule = re.compile(rf"(?m)^( *)(?:replace )?(?!option|set|drop)\w+ {said}\b.*(?:\n\1 +.*)*")
    words = [word for text in texts for one in rule.finditer(text) for word in re.findall(r"\w+", one[0])]
    options = set(_options(texts))
    return list(dict.fromkeys(word for word in words if word in options))


_OPTION: Final = re.compile(r"(?m)^ *(?:replace )?option (\w+)")
_NEXT_OPTION: Final = 4.0
"""How much less likely each further option is that the rule of the name reads."""


def _told(text: str, name: str) -> Iterator[str]:
    """Yield the beginnings of the words that say what an option is for."""
    for label in dict(_LABEL.findall(text)).get(name, "").split("\n"):
        yield from (word[:4] for word in re.findall(r"[a-z]{4,}", label.lower()) if word not in _IN_ALL)


_LABEL: Final = re.compile(r'(?m)\boption (\w+) =[^"\n]*\n?[^"\n]*"([^"\n]*)"')
_TOLD_ALIKE: Final = 2
"""How many words say that an option of another game is for the same."""
_IN_ALL: Final = frozenset(("that", "this", "what", "with", "when", "does", "many", "each", "have"))


def _told_option(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose the option that is meant by what is said of it: `set winning score = 300`."""
    start, line = lines_of(finding, words)
    for found in re.finditer(r"(?<=\bset )((?:[a-z]\w* )+?)(?:to|=|is worth|is|at|worth)(?= (-?\d)?)", line):
        options = [one for text in with_parents(words.source.text) for one in _LABEL.findall(text)]
        name = _counted_by(found[1].strip(), words.source.text) if found[2] else meant_name(found[1], options)
        cause = f"What is set is an option: here that is `{name}`."
        if name and found[1].strip() not in dict(options):
            text = f"{name} ="
            yield replaced(words.source, start + found.start(), start + found.end(), text, cause, f"write `{text}`")


def _of_a_pack(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose to include the pack that declares an option or a bid."""
    found = re.search(r"There is no (option|bid) `(\w+)`", finding.message)
    if found is None:
        return
    start = re.search(r"\{[ \t]*\n([ \t]*)", words.source.text)
    if start is None:
        return
    packs = packs_with(found[1], found[2])
    for pack in packs if len(packs) == 1 else ():
        cause = f"`{found[2]}` belongs to the pack `{pack}`, which this file does not include."
        text = f"include {pack}\n{start[1]}"
        yield replace(inserted(words.source, start.end(), text, f"write `include {pack}`", cause), is_likely=False)


def _no_parent(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose to include a pack, and to extend the game that it is for."""
    source, start = words.source, finding.span.start
    pack = re.compile(r"\w+").match(source.text, start)
    brace = source.text.find("{", start)
    if pack is not None and is_pack(pack[0]) and brace >= 0:
        game = game_of(pack[0])
        cause = f"`{pack[0]}` is a pack: a game extends another game, and includes packs."
        edits = iter([(start, pack.end(), game), (brace + 1, brace + 1, f"\n  include {pack[0]}")])
        yield several(source, edits, f"write `extends {game}`, and `include {pack[0]}` inside the braces", cause)


def _borrowed(finding: Diagnostic, words: Words) -> Iterator[Fix]:
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


def _parameter(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose the parameter of a bid or a decision for a short name, or the parameters of the bid that is replaced."""
    yield from _borrowed(finding, words) if finding.guess is None else ()
    source, span = words.source, finding.span
    begin, line = lines_of(finding, words)
    is_own = finding.guess is not None and finding.guess.text in OWN.findall(source.text)
    for name in UNFOUND.findall(finding.message):
        for owner in re.finditer(rf"(?<![\w.]){name}\.(?=[a-z]\w*)", line) if not is_own else ():
            yield left_out(source, begin + owner.start(), begin + owner.end())
    place = place_of(source, span.start)
    at = source.text.rfind("\n", 0, span.start) + 1
    found = next(reversed(list(_DECLARED.finditer(source.text, min(at, place.start), span.start))), None)
    word = source.text[span.start : span.end]
    if len(word) <= _SHORT_NAME:
        yield replaced(source, span.start, span.end, f"bid.{word}")
    for part in re.finditer(r"\(\w+(?= where )", source.text[at : span.start]):
        cause = f"Nothing is called `{word}`: `as {word}` before `where` names each of them."
        yield inserted(source, at + part.end(), f" as {word}", f"write `{part[0]} as {word} where …)`", cause)
    if found is None or len(word) > _SHORT_NAME:
        return
    if found[3] is not None:
        yield replaced(source, span.start, span.end, found[3], words=f"write `{found[3]}`, its parameter")
        return
    for text in with_parents(source.text):
        parent = re.search(rf'\b{found[1]} {found[2]}(\([^)]*\)(?: "[^"]*")?)', text)
        if parent is not None and text != source.text:
            cause = f"This `{found[1]} {found[2]}` has no parameter: what is replaced is written out again."
            written = parent[1].partition(' "')[0] if source.text[found.end(2) :].lstrip()[:1] == '"' else parent[1]
            yield inserted(source, found.end(2), written, f"write `{found[1]} {found[2]}{parent[1]}`", cause)


_DECLARED: Final = re.compile(r"\b(bid|may|choose) (\w+)(?:\((\w+)[^)]*\))?")
_SHORT_NAME: Final = 2


def _by_title(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose the name of the game or pack with such a title."""
    source, span = words.source, finding.span
    wrong = re.search(r"`(\w+)`", finding.message)
    said = (wrong[1] if wrong is not None else "").replace("_", " ").lower()
    at = next((one.start for one in words.all if wrong and one.text == wrong[1] and one.start >= span.start), -1)
    known = {title.lower(): name for name, title in titles().items() if title.lower() != name.replace("_", " ")}
    for title in nearby(said, known, _LIKE_TITLE) if at >= 0 else ():
        name, whole = known[title], titles()[known[title]]
        yield replaced(source, at, at + len(said), name, f'The name of "{whole}" is `{name}`.')


_LIKE_TITLE: Final = 0.85


def _no_decision(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose the pack with a name, the number 0 for a bid of nothing, and no brackets round a name."""
    yield from _of_a_pack(finding, words)
    yield from _of_nothing(finding, words)
    span = finding.span
    if (listed := words.source.text[span.start : span.end])[:1] == "[":
        cause, hint = "No brackets belong here.", "leave out `[` and `]`"
        yield replaced(words.source, span.start, span.end, listed[1:-1], cause, hint)


def _decided(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose that somebody made a decision, for its name where a condition belongs."""
    span = finding.span
    word = words.source.text[span.start : span.end]
    is_scored = place_of(words.source, span.start).section in ("scoring", "ending")
    for who in ("player", "some player")[: 1 if is_scored else 2] if "is a decision" in finding.message else ():
        yield replaced(words.source, span.start, span.end, f"{who} did {word}", finding.message)


def _of_nothing(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose the number 0 for a bid of no trick that other games have, where a bid goes from 0 on."""
    start, line = lines_of(finding, words)
    own = (re.search(r"\bbid \w+\((\w+) from 0 to\b", text) for text in with_parents(words.source.text))
    number = next((found[1] for found in own if found is not None), None)
    for wrong in UNFOUND.findall(finding.message) if number is not None else ():
        if wrong in shipped(r"\bbid (\w+)[^{}]*\{\s*contract 0\b"):
            for found in re.finditer(rf"\bbid is (not )?{wrong}\b", line):
                text = f"bid.{number} {'!=' if found[1] else '='} 0"
                cause = f"This game has no bid `{wrong}`: a bid of no trick is one of 0."
                yield replaced(words.source, start + found.start(), start + found.end(), text, cause, f"write `{text}`")


def _instead(finding: Diagnostic, words: Words, name: str) -> Iterator[Fix]:
    """Propose a name for the one that a finding does not know, on its line."""
    start, line = lines_of(finding, words)
    for wrong in UNFOUND.findall(finding.message):
        for found in re.finditer(rf"\b{wrong}\b", line):
            yield replaced(words.source, start + found.start(), start + found.end(), name)


def _written_out(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose an option that nothing reads for its default, where one rule about the same thing says that."""
    source, name = words.source, words.source.text[finding.span.start : finding.span.end]
    default = re.match(rf"{name} = (\d+)", source.text[finding.span.start :])
    parts = {part[:4] for part in name.split("_") if len(part) > _STEM}
    there = []
    for token in words.all if default is not None else ():
        if default is None or token.text != default[1]:
            continue
        place, (start, end) = place_of(source, token.end), words.line_around(token.start)
        said = {word[:4].lower() for word in re.findall(r"[A-Za-z]+", source.text[start:end])}
        if parts & said and (place.is_in_score or place.section not in ("file", "example", "")):
            there.append(token)
    for token in there if len(there) == 1 else ():
        cause = f"Nothing reads the option `{name}`, and its value is written out here."
        yield replaced(source, token.start, token.end, name, cause, f"write `{name}`")


OWN: Final = re.compile(r"\b(?:bid|let|option|tally|round|zone|may|choose|pass) ([a-z]\w+)")


_STEM: Final = 3


_PROPOSERS: Final = {
    "E305": _those_of,
    "E111": _in_its_place,
    "E116": _unfinished,
    "E231": moved,
    "E232": _decided,
    "E205": own_phase,
    "E234": _parameter,
    "E239": _no_decision,
    "E110": _another_name,
    "E104": _foreign,
    "E107": _foreign,
    "E106": _foreign,
    "E315": rate,
    "E301": rate,
    "E302": as_amount,
    "E303": as_condition,
    "E201": _there_already,
    "E202": _there_already,
    "E307": _by_a_number,
    "E118": _verbs,
    "E223": _as_setting,
    "E413": _as_setting,
    "E401": _missing_section,
    "E424": _of_label,
    "E425": _of_label,
    "E408": _by_letter,
    "E410": _no_teams,
    "E227": _added_up,
    "E209": _by_title,
    "E210": _no_parent,
    "E228": _option_or_pack,
    "E258": _of_a_pack,
    "E203": _gone_or_moved,
    "E112": _for_each_team,
    "W501": _written_out,
}
