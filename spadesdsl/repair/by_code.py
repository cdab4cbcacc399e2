"""Proposals that depend on the finding: `is` for `=`, a rate for tricks that should be points, a missing section."""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Final

from spadesdsl.frozen import replace
from spadesdsl.repair.amounts import (
    COMPARERS,
    WORD,
    as_amount,
    as_condition,
    compared_otherwise,
    for_each,
    in_itself,
    of_other_kinds,
    of_tallies,
    rate,
    whole_conditions,
)
from spadesdsl.repair.bids import bounds_of_bids, in_the_round, of_label, of_nothing
from spadesdsl.repair.blocks import in_lists, lines_of_examples, otherwise_last
from spadesdsl.repair.bundled import (
    amounts,
    options_of,
    rules_of,
    scored,
    with_parents,
)
from spadesdsl.repair.dropping import (
    dropped_deals,
    dropped_too,
    dropped_without_kind,
    gone_or_moved,
    phase_dropped,
    several_dropped,
    there_already,
)
from spadesdsl.repair.lacking import borrowed
from spadesdsl.repair.sections import keyword_missing, moved, own_phase
from spadesdsl.repair.settings import (
    added_up,
    as_setting,
    by_a_number,
    by_title,
    no_parent,
    number_first,
    of_a_pack,
    option_or_pack,
    set_inside,
    told_option,
    written_out,
)
from spadesdsl.repair.synonyms import OF_CODES
from spadesdsl.repair.text import OWN, UNFOUND, Words, differing, inserted, left_out, lines_of, replaced, several
from spadesdsl.repair.wholes import (
    above_trumps,
    by_letter,
    for_a_game,
    lists,
    missing_section,
    suit_of_trumps,
)
from spadesdsl.syntax.places import NAMING, place_of
from spadesdsl.syntax.sentences import KEYWORDS
from spadesdsl.syntax.wordlist import ITEMS, RESERVED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spadesdsl.diagnostics import Diagnostic, Fix


def for_code(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose fixes that go with one kind of finding."""
    code = finding.code
    if code in ("E106", "E107", "E104", "E303", "E232", "E234", "E239", "E231", "E304"):
        yield from whole_conditions(finding, words)
    if code in COMPARERS:
        yield from compared_otherwise(finding, words, COMPARERS[code])
    if code in ("E106", "E107"):
        yield from of_tallies(finding, words)
    if code in ("E239", "E116", "E106", "E107", "E234"):
        yield from in_the_round(finding, words)
    if code in ("E104", "E106", "E107", "E110", "E253", "E256", "E257", "E258"):
        yield from lines_of_examples(finding, words)
    if code in ("E203", "E221", "E434"):
        yield from set_inside(finding, words)
    if code in ("E106", "E107", "E111", "E104"):
        yield from dropped_deals(finding, words)
        yield from phase_dropped(finding, words)
        yield from dropped_without_kind(finding, words)
        yield from several_dropped(finding, words)
        yield from number_first(finding, words)
        yield from told_option(finding, words)
        yield from set_inside(finding, words)
        yield from bounds_of_bids(finding, words)
    if code == "E118":
        yield from suit_of_trumps(finding, words)
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
    initials = [one for one in words.all if one.text.istitle() and one.text.lower() in KEYWORDS | RESERVED]
    if len(initials) > 1:
        edits = [(one.start, one.end, one.text.lower()) for one in initials]
        cause = "Words of the language are written in small letters."
        yield several(words.source, iter(edits), f"write `{initials[0].text.lower()}`, and so on", cause)
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
            olds, text = list(dict.fromkeys(one[0].strip() for one in found)), edits[0][2].strip()
            hint = f"write `{text}`" + (f" for `{olds[0]}`" if olds[0] else "")
            if not text:
                hint = "leave out " + " and ".join(f"`{one}`" for one in olds)
            hint += " each time" if len(found) > (1 if text else len(olds)) else ""
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
    if finding.hint.endswith("}` after it") and (said := _SAYS.match(finding.hint)) is not None:
        yield inserted(source, span.end, f" {said[1]}", finding.hint, "")
        return
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


def _unfinished(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose what a `drop` right above is of, which took the next one for a name; that a decision does nothing."""
    source, (start, _) = words.source, words.line_around(finding.span.start)
    alone = re.compile(r"(\w+) (\w+)(?=\s*(?:\n|\}|#))").match(source.text, finding.span.start)
    if alone is not None and alone.groups() in rules_of(source.text):
        cause = f"`{alone[0]}` is a rule of the parent, and nothing says what is to happen to it."
        yield inserted(source, alone.start(), "drop ", f"write `drop {alone[0]}` to remove it", cause)
    yield from dropped_without_kind(replace(finding, span=source.span(max(0, start - 1), start)), words)
    if finding.message.startswith(("`may`", "`choose`")):
        said = re.sub(r'\s*("[^"\n]*"\s*)?\Z', "", source.text[finding.span.start : finding.span.end])
        at, cause = finding.span.start + len(said), "What an answer leads to comes after a `:`, or `nothing`."
        yield inserted(source, at, ": nothing", "write `: nothing` before the sentence for people", cause)


def _no_teams(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose no teams, where the players do not divide into any."""
    yield from lists(finding, words)
    seats = re.search(r"\bseats\b[^\n{}#]*,[^\n{}#]*", words.source.text)
    if seats is not None and re.search(r"\bteams\b", words.source.text) is None:
        at = seats.start() + len(seats[0].rstrip())
        yield inserted(words.source, at, "\n    replace teams none", finding.hint, "")


def _for_each_team(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose for whom a section of scoring is, and a name for a rule without one."""
    start, line = lines_of(finding, words)
    for found in re.finditer(r"\bscoring\b(?! *for)", line):
        text = f"for each {scored(words.source.text)}"
        yield inserted(words.source, start + found.end(), f" {text}", f"write `scoring {text} {{ … }}`", "")
    yield from _named(finding, words)


_NEVER_READ: Final = ("redeal", "skip", "shuffle", "must", "win", "lose", "out")
"""Rules whose names no other rule reads."""


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
    is_read = keyword not in _NEVER_READ
    read = [one for one in words.unfound if is_read or re.search(rf"because \w+\.{one}\b", words.source.text)]
    for name in (*read, f"our_{keyword}"):
        yield inserted(words.source, found.end(), f" {name}", f"give it a name, as in `{keyword} {name}`", cause)


def _another_name(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose a name that is not a word of the language."""
    span = finding.span
    yield from otherwise_last(finding, words)
    word, before = words.source.text[span.start : span.end], words.get(words.at(span.start) - 1)
    is_kind = before is not None and before.text in ("replace", "drop")
    if WORD.fullmatch(word) and word not in ("yes", "no", "and", "or") and not is_kind:
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
    yield from _own_block(finding, words)
    yield from own_phase(finding, words)
    yield from moved(finding, words)
    yield from keyword_missing(finding, words)


_OPTION_ALONE: Final = re.compile(r'(?m)^\s*([a-z]\w*) = -?\w+ (?:of \w|from -?\d|ask "|")')


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


def _parameter(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose the parameter of a bid or a decision for a short name, or the parameters of the bid that is replaced."""
    yield from borrowed(finding, words) if finding.guess is None else ()
    source, span = words.source, finding.span
    begin, line = lines_of(finding, words)
    is_own = finding.guess is not None and finding.guess.text in OWN.findall(source.text)
    for name in set(UNFOUND.findall(finding.message)) - {"super", "base", "parent", "old", "previous", "them", "their"}:
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


def _no_decision(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose the pack with a name, the number 0 for a bid of nothing, and no brackets round a name."""
    yield from of_a_pack(finding, words)
    yield from of_nothing(finding, words)
    span = finding.span
    if (listed := words.source.text[span.start : span.end])[:1] == "[":
        cause, hint = "No brackets belong here.", "leave out `[` and `]`"
        yield replaced(words.source, span.start, span.end, listed[1:-1], cause, hint)


def _decided(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose that somebody made a decision, for its name where a condition belongs."""
    span = finding.span
    word = words.source.text[span.start : span.end]
    for told in [one for one in (f"{word}d", f"{word}ed") if one in amounts(words.source.text)]:
        yield replaced(
            words.source, span.start, span.end, told, f"`{word}` is a bid, and `{told}` says whether it holds."
        )
    is_scored = place_of(words.source, span.start).section in ("scoring", "ending")
    for who in ("player", "some player")[: 1 if is_scored else 2] if "is a decision" in finding.message else ():
        yield replaced(words.source, span.start, span.end, f"{who} did {word}", finding.message)


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
    **dict.fromkeys(("E104", "E106", "E107"), _foreign),
    **dict.fromkeys(("E301", "E315"), rate),
    "E312": of_other_kinds,
    "E302": as_amount,
    "E303": as_condition,
    **dict.fromkeys(("E201", "E202"), there_already),
    "E307": by_a_number,
    "E118": _verbs,
    **dict.fromkeys(("E223", "E413"), as_setting),
    "E401": missing_section,
    "E230": in_itself,
    **dict.fromkeys(("E424", "E425"), of_label),
    "E423": above_trumps,
    "E408": by_letter,
    "E410": _no_teams,
    "E227": added_up,
    "E209": by_title,
    "E210": no_parent,
    "E228": option_or_pack,
    "E258": of_a_pack,
    "E233": dropped_too,
    "E203": gone_or_moved,
    "E112": _for_each_team,
    "E432": otherwise_last,
    "E208": for_a_game,
    "W501": written_out,
    "W535": for_each,
}
