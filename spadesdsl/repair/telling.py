"""Say what is wrong with its fix, where there is one, and what belongs in the place, where there is none."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from spadesdsl.diagnostics import Diagnostic, Fix, nearest
from spadesdsl.frozen import replace
from spadesdsl.repair.bundled import declared, places_for, rules_of, scored, with_parents
from spadesdsl.repair.candidates import known_words, proposals
from spadesdsl.repair.desk import Desk, saying, sayings
from spadesdsl.repair.likely import written_so
from spadesdsl.repair.nearby import told_alike
from spadesdsl.repair.prose import BEGIN, SAYS_LITTLE
from spadesdsl.repair.search import missing_between
from spadesdsl.repair.steps import (
    told_before,
)
from spadesdsl.repair.synonyms import BEGINNINGS, HINTS, KINDS
from spadesdsl.repair.text import SAID, UNFOUND, inserted, left_out, wrong_word
from spadesdsl.repair.tries import SIGNS
from spadesdsl.source import Source, Span
from spadesdsl.syntax.places import belongs_here, place_of, sentences_of, written_like
from spadesdsl.syntax.sentences import STARTS, form_of, keywords, what_begins
from spadesdsl.syntax.wordlist import RESERVED
from spadesdsl.words import or_list


def merged_findings(findings: list[Diagnostic], source: Source) -> Iterator[Diagnostic]:
    """Say one thing once: findings of one kind in one list, and what is only found since a sentence was torn apart."""
    kept: list[Diagnostic] = []
    for one in findings:
        if any(one.message == other.message and one.span == other.span and one.fix == other.fix for other in kept):
            continue
        same = next((at for at, other in enumerate(kept) if _is_alike(other, one, source)), None)
        if same is None:
            kept.append(one)
        elif one.code == kept[same].code in _LISTED and one.span != kept[same].span:
            word = source.text[one.span.start : one.span.end]
            kept[same] = replace(kept[same], message=f"{kept[same].message} The same goes for `{word}`.")
    return iter(kept)


def _is_alike(one: Diagnostic, other: Diagnostic, source: Source) -> bool:
    """Tell whether two findings are one mistake: of one list, or of one sentence that is not whole."""
    if one.fix is not None or one.span.file != other.span.file:
        return False
    if one.code.startswith("E1") and one.span.line == other.span.line and saying(one) == saying(other):
        return other.fix is None and (one.code == "E108" or one.span == other.span)
    if one.code.startswith("E1") and other.code.startswith("E1") and not one.code == other.code == "E104":
        # A word that does not fit may be the first after its sentence.
        ats = (it.span.start + (it.code not in ("E106", "E107")) for it in (one, other))
        places = [place_of(source, at) for at in ats]
        return places[0].start == places[1].start and (
            one.span.line == other.span.line or places[0].keyword in STARTS - _FILES
        )
    if other.fix is not None:
        return False
    return one.code == other.code in _LISTED and one.span.line == other.span.line


_FILES: Final = frozenset(("variant", "pack"))
"""How sentences begin that have all others in them."""
_LISTED: Final = ("E406", "E407", "E408", "E257")
"""Findings about one of several things in a list."""


def with_fix(finding: Diagnostic, fix: Fix, source: Source) -> Diagnostic:
    """Write a finding with its fix: if the fix knows the cause, in its words and at its place."""
    hint = finding.hint if _names(finding, fix) else fix.words
    changed = fix.edits[0].span
    old = source.text[changed.start : changed.end].strip()
    is_within = len(fix.edits) == 1 and finding.span.start <= changed.start and changed.end <= finding.span.end
    if not fix.cause and old and is_within and not finding.code.startswith("E3"):
        finding = replace(finding, span=_place_of(finding, fix, source))
        if _NOT_HERE in finding.message and old.isidentifier():
            return replace(finding, hint=hint, fix=fix, message=wrong_word(old, fix.edits[0].text.strip()))
    if not fix.cause:
        return replace(finding, hint=hint, fix=fix)
    cause = fix.cause
    if cause.startswith(SAID) and all(word in known_words() or not word.isalpha() for word in SIGNS.findall(old)):
        cause = f"Here{cause.removeprefix(SAID)}"
    return replace(finding, hint=fix.words, fix=fix, message=cause, span=_place_of(finding, fix, source))


_NOT_HERE: Final = " does not fit here in "
"""What a message says that knows no more of a word."""


def of_its_word(finding: Diagnostic, source: Source) -> Diagnostic:
    """Say of the one word that is unknown what was said of all its sentence."""
    span, unknown = finding.span, UNFOUND.search(finding.message)
    said = source.text[span.start : span.end] if span.file == source.name and unknown is not None else ""
    found = [one.start() for one in re.finditer(rf"(?<!\w){re.escape(unknown[1])}(?!\w)", said)] if unknown else []
    if len(found) != 1 or unknown is None:
        return finding
    start = span.start + found[0]
    return replace(finding, span=source.span(start, start + len(unknown[1])))


def _place_of(finding: Diagnostic, fix: Fix, source: Source) -> Span:
    """Return the words that a fix is about: those that it replaces, or those of the finding beside which it inserts."""
    first = fix.edits[0].span
    old = source.text[first.start : first.end]
    if old.strip() and "\n" not in old.strip():
        start = first.start + len(old) - len(old.lstrip())
        return source.span(start, start + len(old.strip()))
    said = source.text[finding.span.start : finding.span.end].split(" ")[0]
    is_near = (
        (f"`{said}`" in fix.cause and finding.code.startswith("E2"))
        or first.line == finding.span.line
        or any(edit.span.start <= finding.span.start < edit.span.end for edit in fix.edits)
    )
    return finding.span if is_near else replace(first, end=first.start + 1)


def _names(finding: Diagnostic, fix: Fix) -> bool:
    """Tell whether a hint already says what its fix writes."""
    return finding.hint.startswith(("write ", "did you mean ", "give ", "leave ", "choose ")) and all(
        edit.text.strip() and f"`{edit.text.strip()}`" in finding.hint for edit in fix.edits
    )


def without_fix(finding: Diagnostic, desk: Desk) -> Diagnostic:
    """Remove a guess that leaves the mistake there; keep what is right as far as it goes."""
    if name := desk.counted.get(saying(finding)):
        hint = f"that counts already, in `let {name}`: leave this line out, or write what you change with `replace`"
        return replace(finding, hint=hint)
    if finding.guess is None:
        return _helped(finding, desk)
    is_near = finding.guess.wrong[:1] == finding.guess.text[:1]
    is_typo = nearest(finding.guess.wrong, (finding.guess.text,), _TYPO if is_near else _SURE_TYPO) is not None
    for fix in proposals(finding, desk.words, is_guess_alone=True):
        after = desk.after(fix)
        if after is None:
            continue
        said = sayings(after)
        if not said[saying(finding)] and (is_typo or said <= desk.before):
            return finding
    return _helped(replace(finding, hint=finding.guess.otherwise), desk)


def _helped(finding: Diagnostic, desk: Desk) -> Diagnostic:
    """Say what belongs in the place, where no fix is sure: with the sentence of a shipped file that is most like it."""
    source, at, hint = desk.source, finding.span.start, finding.hint
    if finding.message.startswith("The language has no `") and hint == "leave it out":
        without = left_out(source, at, finding.span.end)
        left = desk.left_wrong(finding, without)
        return told_before(left[0], without, source) if left else finding
    if hint == "write `=` before it" and place_of(source, at).keyword == "set":
        sign = inserted(source, at, "= ", "", "")
        left = desk.left_wrong(finding, sign)
        return told_before(left[0], sign, source) if left else finding
    start, end = desk.words.line_around(at)
    is_play = place_of(source, at).section not in ("phase", "scoring", "ending")
    if is_play and finding.code in (*_OF_READING, "E234") and _LOSES.search(source.text, start, end):
        return replace(finding, hint=_NO_LOSER)
    if (
        finding.code in _OF_READING
        and _ALLOWED.match(source.text[start:end].rpartition("{")[2])
        and not _ONLY.search(source.text, start, end)
    ):
        return replace(finding, hint="what no rule forbids is allowed: a `must` says what is not")
    if (told := _told_apart(finding, source, start, end)) is not None:
        return told
    if finding.code in _OF_READING and (unread := _unread(finding, source)) is not None:
        return unread
    dropped = _DROPPED.match(finding.message)
    if dropped is not None and dropped[1] in declared(source.text):
        kinds = [kind for kind, name in rules_of(source.text) if name == dropped[1]]
        said = f"write `drop {kinds[0]} {dropped[1]}`, and drop what reads it too" if kinds else ""
        hint = said or f"a rule is dropped by its kind and name; an option is set: `set {dropped[1]} = …`"
        return replace(finding, hint=hint)
    wrong = UNFOUND.search(finding.message)
    name = wrong[1] if wrong is not None and finding.code == "E228" and hint.startswith("there ") else ""
    for kind in [kind for kind, one in rules_of(source.text) if one == name]:
        hint = f"`{name}` is a rule: to play without it, leave it out in its section, as in `drop {kind} {name}`"
        return replace(finding, hint=hint)
    unknown = wrong if finding.code == "E234" else None
    places = places_for(unknown[1], source.text) if unknown is not None else []
    if places:
        return replace(finding, hint=f"what this game shows is called {or_list(f'`{place}`' for place in places)}")
    if unknown is not None and _TO_PLACE.search(source.text[:at]) and place_of(source, at).keyword in _GIVING:
        hint = f"cards go to a player or a place: write `zone {unknown[1]}` in `table` if that is a place of yours"
        return replace(finding, hint=hint)
    of_player = _PLAYER_HAS.search(source.text, *desk.words.line_around(at))
    if of_player and finding.code in _OF_PLAYERS and place_of(source, at).section == "scoring":
        said = re.sub(r"\bplayer\.", "", of_player["has"]) if of_player["has"] else "…"
        hint = f"a team is scored: write `some member has ({said})`, or `every member has …` if all of them have to"
        return replace(finding, hint=hint.replace("(…)", "…")) if scored(source.text) == "team" else finding
    if finding.code not in _OF_READING:
        return finding if hint not in _VAGUE else replace(finding, hint=belongs_here(source, at) or hint)
    if finding.code == "E303" and place_of(source, at).keyword in _NO_CONDITIONS:
        hint = belongs_here(source, at) or hint
    is_general = hint.startswith(_GENERAL) and not finding.message.startswith("This is not")
    gap, place = missing_between(desk.words, desk.words.at(at), desk.excerpt(finding)) if is_general else ("", -1)
    if 0 <= place < at:
        at = place
        finding = replace(finding, span=source.span(at, desk.words.all[desk.words.at(at)].end))
        hint = belongs_here(source, at) or hint
    hint = belongs_here(source, at) or hint if hint in _VAGUE else hint
    left_open = _LEFT_OPEN.match(gap)
    if left_open is not None:
        return replace(
            finding, hint=f"after `{left_open[1]}` comes what it joins; or leave `{left_open[1]}` out", message=gap
        )
    like = written_so(source, at) if hint.startswith(_GENERAL) or hint in _VAGUE else None
    shown = _SUCH_AS.match(hint)
    if like is not None and (shown is None or like[0].startswith(f"{shown[1]} ")):
        is_all = hint in _VAGUE or shown is not None
        hint = (
            f"such as `{like[0]}` in `{like[1]}`"
            if is_all
            else f"{hint.partition(', as in')[0]}; `{like[1]}` has `{like[0]}`"
        )
    begin = max(source.text.rfind(sign, start, at + 1) + len(sign) for sign in (": ", "when "))
    english = _PROSE.match(source.text, begin) if begin > start else None
    if (
        english
        and (SAYS_LITTLE.search(english[1]) or _VERBS.search(english[1]))
        and finding.code != "E111"
        and english.end(1) > at
    ):
        return replace(_as_english(finding, source, *english.span(1)), hint=hint)
    return replace(finding, hint=hint, message=gap or finding.message)


def _told_apart(finding: Diagnostic, source: Source, start: int, end: int) -> Diagnostic | None:
    """Say what no fix can be right for: a `drop` without a name, cases without their word, what is so anyway."""
    at = finding.span.start
    if finding.code == "E116" and finding.message.endswith("a block of cases.") and "{" in source.text[at:end]:
        message = "In the braces of a `score`, each line begins with `case` and a condition, or with `otherwise`."
        return replace(finding, hint="such as `case taken = 13: 100` or `otherwise: 0`", message=message)
    if finding.code not in (*_OF_READING, "E231", "E234", "E252"):
        return None
    bare, here = _BARE_DROP.search(source.text, 0, at), place_of(source, at).section
    if bare is not None:
        wholes = [it for one in with_parents(source.text) for it in sentences_of(one)]
        own = {re.split(r"\W+", f"{it} ")[1] for section, _, it in wholes if section == here}
        there = [f"`drop {kind} {one}`" for kind, one in rules_of(source.text) if kind == bare[1] and one in own]
        message = f"`{bare[0].strip()}` names no rule."
        return replace(finding, hint=f"say which one: {or_list(there)}", message=message) if there else None
    hint = next((row.written[0] for row in HINTS if row.regex().search(source.text, start, end)), "")
    prose = _PROSE.match(source.text, max(source.text.rfind(sign, 0, at) for sign in "{}\n") + 1)
    is_rule = prose is not None and re.match(rf"(?:{'|'.join(('replace', *STARTS))})\b", prose[1]) is not None
    if hint and prose is not None and prose.end() > at and SAYS_LITTLE.search(prose[1]) and not is_rule:
        finding = _as_english(finding, source, *prose.span(1))
    return replace(finding, hint=hint) if hint else None


def _as_english(finding: Diagnostic, source: Source, start: int, end: int, *, kind: str = "") -> Diagnostic:
    """Say of words that they are English, and which kind of rule they sound like."""
    first = " ".join(source.text[start:end].split()[:3])
    form = form_of(place_of(source, start).section, kind) if kind else None
    about = f" It sounds like the rule `{kind}`: {form.line[0].lower()}{form.line[1:]}" if form is not None else ""
    message = f"`{first} …` is English, and the program cannot read it.{about}"
    return replace(finding, message=message, span=source.span(start, end))


def _unread(finding: Diagnostic, source: Source) -> Diagnostic | None:
    """Say of a sentence that begins with no word of the language what it is: prose, or what a program says."""
    text, at = source.text, finding.span.start
    place = place_of(source, at)
    section = place.section
    begin = max(text.rfind(sign, 0, at) for sign in "{}\n") + 1
    prose, first = _PROSE.match(text, begin), _FIRST.match(text, begin)
    if first is None or finding.hint.startswith("write `replace") or first[1] in BEGIN:
        return None
    line, head = (text.rfind("\n", 0, one) + 1 for one in (at, place.start))
    is_below = bool(place.keyword) and head < line and _indent(text, head) < _indent(text, line)
    goes_on = is_below or (first[1] in RESERVED and not text[:begin].rstrip().endswith(("{", "}", '"')))
    form = form_of(section, first[1]) if section else None
    is_named = form is None or not form.words or re.match(rf" +(?:{'|'.join(form.words)})\b", text[first.end() :])
    if goes_on or (first[1] in (keywords(section) if section else STARTS) and is_named):
        return None
    is_guess = finding.hint.startswith("did you mean") and not (prose and SAYS_LITTLE.search(prose[0]))
    if prose is not None and prose.end() > at and not is_guess:
        kind = next((row.written[0] for row in KINDS if row.said == section and row.regex().search(prose[1])), "")
        near = told_alike(prose[1], section, kind, text) if section else ""
        like = (
            written_like(section, kind)
            if kind
            else what_begins(section or (place.block == "example" and "example") or "file")
        )
        if kind and near:
            like = f"a new one is {like.partition(': after ')[0].removeprefix('it is ')}"
        hint = f"{near}{near and '; '}{like}; a remark for readers begins with `#`"
        return replace(_as_english(finding, source, *prose.span(1), kind=kind), hint=hint)
    if text.startswith("for each ", first.start(1)):
        span = source.span(*first.span(1))
        hint = "write `scoring for each team {`, and leave out these braces"
        return replace(
            finding, message="`for each …` comes right after `scoring`, before its `{`.", hint=hint, span=span
        )
    told = next((row.written for row in BEGINNINGS if row.regex().fullmatch(first[1])), None)
    return replace(finding, message=told[0], hint=told[1], span=source.span(*first.span(1))) if told else None


def _indent(text: str, at: int) -> int:
    """Return how far the line that begins at an offset is indented."""
    rest = text[at:].partition("\n")[0]
    return len(rest) - len(rest.lstrip())


_FIRST: Final = re.compile(r"[ \t]*([A-Za-z]+|\d+)\b")
_PROSE: Final = re.compile(r"[ \t]*([A-Za-z\d][\w'’]*(?: [\w'’,;%-]+:?){3,}[.!]?)(?=[ \t]*(?:[}\n#\"]|$))")
"""A sentence of prose."""
_VERBS: Final = re.compile(r"\b(?:took|takes|won|wins|was|were|had|got|gets|went|goes)\b")
_ALLOWED: Final = re.compile(
    r"\s*(?:you|(?:a |any )?players?|(?:every|any)(?:one|body)|(?:the )?[a-z]+s) (?:may|can) (?!not\b|never\b|only\b)"
)
"""How prose begins that says what is allowed."""
_ONLY: Final = re.compile(r"\bonly\b")
_LOSES: Final = re.compile(
    r"\bloser\b(?! of the (?:deal|hand|game))|\btrick(?:'s|\.)?[ _]?loser\b|\blost (?:\w+ )?(?:last|previous) trick\b"
)
_NO_LOSER: Final = (
    "a trick has one winner, `last_trick.winner`, and several losers: say which, "
    "such as `last_trick.winner.left`, or `(lowest of last_trick.cards).player`"
)
_SUCH_AS: Final = re.compile(r"such as `(\w+)")
"""A hint that shows what a sentence looks like."""
_LEFT_OPEN: Final = re.compile(r"Something is missing between `([-+*/<>=]|[<>!]=|and|or|is|in|not)` and ")
"""What is said of a sentence that stops after a sign or a word that joins two things."""
_PLAYER_HAS: Final = re.compile(
    r"\bplayer (?:has|did)\b|\b(?:when|case|if) (?P<has>(?:not )?player\.[^:{}\"\n]*?)(?=:| then\b)"
)
_BARE_DROP: Final = re.compile(r"\bdrop (?!(?:tie|lead|trick|dealer)\b)([a-z]+)\s*\Z")
_DROPPED: Final = re.compile(r"`drop (\w+)` does not say")
_GIVING: Final = ("give", "pass", "may", "choose")
"""Sentences that move cards."""
_TO_PLACE: Final = re.compile(r"\b(?:to|from)\s+\Z")
_OF_READING: Final = frozenset(("E104", "E106", "E107", "E110", "E111", "E113", "E116", "E117", "E303"))
"""Findings about words that cannot be read."""
_OF_PLAYERS: Final = _OF_READING | {"E231"}
"""Findings that a `player` gives where a team is scored."""
_NO_CONDITIONS: Final = ("trumps", "lead", "dealer", "trick", "give", "set", "order")
"""Sentences that say no condition after their `:`."""
_VAGUE: Final = ("take it out", "leave the comma out", "", "look at the spelling", "is a word missing between them?")
"""Hints that help little, if leaving a word out does not help."""
_GENERAL: Final = ("such as `", "after `:`", "after `=`", "after `when`", "after `by`", "leave the comma out")
"""Hints that say what belongs in a place, whatever was written there."""
_TYPO, _SURE_TYPO = 0.72, 0.82
"""How alike two words are if one is a slip of the other; and if they begin otherwise."""
