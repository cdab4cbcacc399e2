"""Try what a mistake may have been meant as, and keep the first proposal that fixes the file.

A fix is shown only after it was tried: with it the finding is gone and there is no new one. If a sentence has several
mistakes, its later ones are found once the first is fixed: then each gets its own fix, and together they leave nothing
wrong. Findings that the same fix removes were the same mistake, and are reported once.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby, islice, product
from typing import Final

from spadesdsl.diagnostics import Diagnostic, Fix, Severity, nearest
from spadesdsl.frozen import Changing, field, replace
from spadesdsl.repair.brackets import by_indentation
from spadesdsl.repair.bundled import declared, places_for, rules_of, scored
from spadesdsl.repair.candidates import known_words, likeliest, proposals
from spadesdsl.repair.excerpt import Excerpt, excerpt_of, readable_around
from spadesdsl.repair.lacking import told_once
from spadesdsl.repair.likely import unlikely, written_so
from spadesdsl.repair.search import missing_between
from spadesdsl.repair.steps import (
    Step,
    combined,
    is_half,
    is_scrap,
    is_too_early,
    loses_a_part,
    moved_back,
    told_before,
)
from spadesdsl.repair.text import SAID, UNFOUND, Words, inserted, left_out, words_of, wrong_word
from spadesdsl.repair.wholes import pasted
from spadesdsl.source import Source, Span
from spadesdsl.syntax.places import belongs_here, place_of
from spadesdsl.syntax.sentences import STARTS
from spadesdsl.words import or_list

MOST_CHECKS: Final = 100
"""How many texts are checked for one file; one takes about ten milliseconds, and a long one counts for several."""
LONG: Final = 5_000
"""A text counts once more for each so many characters."""
MOST_READ: Final = 140
"""How many texts are only read for one finding; of a hundred right fixes 97 are among the first forty."""
MOST_READ_OF_ALL: Final = 420
"""How many texts are read for all findings of a file, of which each may use a third of what is left."""
MOST_LETTERS: Final = 2_000_000
"""How many characters are read again for one file, of which each finding may use half of what is left: of a torn
file nearly all has to be read again for each fix. A million take about a second."""
MOST_FOR_ONE: Final = 200
"""How many fixes are read for one finding."""
MOST_LATER: Final = 60
"""How many fixes are read for a further mistake of a sentence."""
MOST_CHECKED_FOR_ONE: Final = 16
"""How many texts are checked for one finding: what was meant is nearly always among the first seven."""
MOST_WEIGHED: Final = 12
"""How many of the likeliest sentences are checked for one finding that nothing else fixed."""
MOST_FINDINGS: Final = 12
"""How many findings of a file get fixes tried: with more, its first ones usually cause the rest."""
MOST_ALIKE: Final = 2
"""How many findings of the same words get fixes tried, if none helps: a torn file says the same many times."""
MOST_BEGINNINGS: Final = 5
"""How many fixes that leave another mistake in the sentence are followed further: those that get farthest."""
DEEPEST: Final = 1
"""How many further mistakes of a sentence are followed."""
LONGEST: Final = 40_000
"""How many characters a file may have for fixes to be tried."""

_OF_THE_WHOLE: Final = frozenset({"E401", "E410", "E420", "E421", "E422", "E423"})
"""Findings about something missing, which are not looked for while a sentence cannot be read."""
_UNREAD: Final = frozenset({
    "W501", "W502", "W503", "W504", "W506", "W523", "W526", "W527", "W534", "W535", "W536",
})  # fmt: skip
"""Findings about what is never used or hardly meant, which are not looked for while there are errors."""

_OF_A_SENTENCE: Final = ("E1", "E2", "E3")
"""Findings about a sentence, which may have several mistakes."""

_OF_WORDS: Final = ("E104", "E106", "E107", "E111")
"""Findings about a word that cannot be read or begins no sentence, which says little about other sentences."""
_SAME: Final = re.compile(
    r"(?<![\w.])(?<!each )([\w.]+) (?:is|is not|=|in|\+|-) \1(?![\w.])|"
    r"\b(?:when|and|or|if|case|has|not) -?\d+ [<>=]=? |"
    r"\b0 \*|\b\d+ \* (?:\w+\.)?(?:score|subtotal|behind)\b|\bcard is (?:highest|lowest|first|last) of trick\b|"
    r"\b(?:score|taken|contract|behind|subtotal) [<>=]=? count of (?:opponents|players|members|teams)\b|"
    r"\b(?:win|lose|must|score|let|tally) return\b|"
    r"\bfrom (?P<place>\w+) to (?P=place)\b|\bnever and\b|\band never\b|(?<=: )score(?=\s*(?:[\"}]|$))"
)
"""What nobody means: something compared with itself, or joined with it; a number that is compared with something;
nothing times something; points of points; a card of the hand that is in the trick
already; a move to where cards are."""

_Said = Counter[tuple[str, str]]


class _Budget(Changing):
    """How many texts, and how much of them, may still be tried."""

    checks: int = MOST_CHECKS
    reads: int = 0
    """How many texts may still be read for this finding."""
    later: int = MOST_READ_OF_ALL
    """How many are left to the findings after it."""
    letters: int = MOST_LETTERS
    kept: int = 0
    """How many characters are left to the findings after this one."""

    def begin(self) -> None:
        """Begin the tries for another finding."""
        self.later += self.reads
        self.reads, self.kept = 0, self.letters // 2
        self.more(min(MOST_READ, self.later // 3))

    def more(self, reads: int) -> None:
        """Take so many more reads for this finding."""
        self.reads += reads
        self.later -= reads

    @property
    def is_read(self) -> bool:
        """Tell whether enough was read for this finding."""
        return self.reads <= 0 or self.letters <= self.kept


class _Desk(Changing):
    """One text, what is found in it, and the fixes of it that were tried."""

    source: Source
    found: tuple[Diagnostic, ...]
    check: Callable[[str], tuple[Diagnostic, ...]]
    budget: _Budget
    words: Words = field(init=False)
    before: _Said = field(init=False)
    blanked: _Said = field(default_factory=Counter)
    """What is found since other sentences are left out."""
    readable: dict[tuple[str, str], list[Fix]] = field(default_factory=dict)
    """By what a finding says, fixes with which its sentence can be read, though something else is wrong then."""
    _known: dict[str, tuple[Diagnostic, ...]] = field(default_factory=dict)
    _excerpts: dict[int, Excerpt] = field(default_factory=dict)
    _readable: dict[int, Excerpt | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.words = words_of(self.source, self.found)
        self.before = _said(self.found)

    def after(self, fix: Fix) -> tuple[Diagnostic, ...] | None:
        """Return the findings of the text with a fix; None if too many were tried."""
        text = fix.applied(self.source.text)
        if text not in self._known:
            if self.budget.checks <= 0:
                return None
            self.budget.checks -= 1 + len(text) // LONG
            self._known[text] = tuple(one for one in self.check(text) if one.severity is not Severity.OPEN)
        return self._known[text]

    def stops_at(self, finding: Diagnostic, fix: Fix) -> int | None:
        """Return where the text cannot be read with a fix; None if it can, or if that has to be looked up."""
        self.budget.reads -= 1
        if finding.code.startswith("E1"):
            return self._read(finding, fix).stops_at(fix)
        if finding.span.line not in self._readable:
            self._readable[finding.span.line] = readable_around(self.words, finding.span.start)
        part = self._readable[finding.span.line]
        if part is None:
            return None
        self.budget.letters -= part.size(fix)
        return part.stops_at(fix)

    def left_wrong(self, finding: Diagnostic, fix: Fix) -> list[Diagnostic] | None:
        """Return what a fix of a finding leaves wrong that was not found before; None if it is no fix."""
        is_form = finding.code.startswith("E1")
        if is_form:
            unread = _new(self._read(finding, fix).after(fix), self.before, finding, fix)
            if unread is None or unread:
                return unread
        after = self.after(fix)
        if after is None:
            return None
        if is_form or finding.code == "E406":
            # What is not looked for while a sentence cannot be read, or a card is not known, may be found now.
            after = tuple(one for one in after if one.code not in _OF_THE_WHOLE)
        if finding.severity is Severity.ERROR:
            after = tuple(one for one in after if one.code not in _UNREAD)
        return _new(after, self.before, finding, fix)

    def still_wrong(self, finding: Diagnostic, fix: Fix) -> list[Diagnostic]:
        """Return the finding in the text with a fix of other words of its line."""
        after = self._read(finding, fix).after(fix) if finding.code.startswith("E1") else self.after(fix) or ()
        return [one for one in after if _about(one) == _about(finding)][:1]

    def is_clean(self, fix: Fix) -> bool:
        """Tell whether nothing else is wrong with the text with a fix, as far as it was looked for before."""
        unseen = _UNREAD | _OF_THE_WHOLE if fix.is_line else _UNREAD
        return _said(one for one in self.after(fix) or () if one.code not in unseen) <= self.blanked

    def alone(self, finding: Diagnostic, others: Iterable[Diagnostic]) -> _Desk:
        """Return the text with this mistake and without the sentences of the others, so that a fix is judged alone."""
        text = self.source.text
        for other in others:
            part = self.excerpt(other)
            start, end = part.start, part.end
            if start <= finding.span.start < end:
                start, end = self.words.line_around(other.span.start)
            is_whole = text[start:end].count("{") == text[start:end].count("}")
            if is_whole and not start <= finding.span.start < end and other.code[:2] in _OF_A_SENTENCE:
                text = text[:start] + re.sub(r"[^\n]", " ", text[start:end]) + text[end:]
        if text == self.source.text:
            return self
        found = self.check(text)
        if _about(finding) not in _said(found):
            return self
        desk = _Desk(Source(self.source.name, text), found, self.check, self.budget, readable=self.readable)
        desk.blanked = desk.before - Counter([_about(finding)])
        return desk

    def _read(self, finding: Diagnostic, fix: Fix) -> Excerpt:
        """Return the part of the text that is read again with a fix, and count how much that is."""
        part = self.excerpt(finding)
        self.budget.letters -= part.size(fix)
        return part

    def said_by(self, finding: Diagnostic) -> set[str]:
        """Return the words of the sentence with a finding."""
        start, (_, end) = place_of(self.source, finding.span.end).start, self.words.line_around(finding.span.start)
        return {token.text for token in self.words.within(start, end)}

    def excerpt(self, finding: Diagnostic) -> Excerpt:
        """Return the part of the text that has to be read again to see whether a fix works."""
        if finding.span.line not in self._excerpts:
            self._excerpts[finding.span.line] = excerpt_of(self.words, finding)
        return self._excerpts[finding.span.line]


def settle(
    found: Iterable[Diagnostic], source: Source, check: Callable[[str], tuple[Diagnostic, ...]]
) -> tuple[Diagnostic, ...]:
    """Return the findings of a file, each with a fix that was tried, if one works.

    Args:
        found: The findings.
        source: The file as it was read.
        check: Checks another text in the file's place.
    """
    findings = tuple(found)
    wrong = [one for one in findings if one.span.file == source.name and one.severity is not Severity.OPEN]
    if not wrong or len(source.text) > LONGEST:
        return findings
    if (whole := _read_on(wrong, source, check)) is not None:
        return whole
    # What can be read of a torn file is judged alike before and after.
    at_first = check(source.text) if any(one.code.startswith("E1") for one in wrong) else findings
    desk = _Desk(source, at_first, check, _Budget())
    settled: list[Diagnostic] = []
    origins: dict[Diagnostic, tuple[str, str]] = {}
    """What the findings said that have the words of their fixes now."""
    gone: _Said = Counter()
    unfixed: _Said = Counter()
    tried = 0
    for finding in findings:
        if gone[_about(finding)] > 0:
            gone[_about(finding)] -= 1
            continue
        if finding not in wrong or tried >= MOST_FINDINGS or unfixed[_about(finding)] >= MOST_ALIKE:
            settled.append(finding)
            continue
        tried += 1
        desk.budget.begin()
        made_new = _made_new(finding, desk, check)
        steps = _steps(finding, made_new, 0)
        # There is no need to say that such a rule exists, if it is to be replaced.
        steps = steps if made_new is desk else tuple(step for step in steps if step.finding.code != "E201")
        if not steps and len(wrong) > 1 and finding.code in _OF_WORDS:
            steps = _steps(finding, desk.alone(finding, wrong), 0)
        if not steps:
            settled.append(_unsettled(finding, desk))
            unfixed[_about(finding)] += 1
            continue
        after = desk.after(steps[0].fix)
        known = _said(after or ()) - _said(step.finding for step in steps[1:])
        gone |= desk.before - known - Counter([_about(finding)]) if after is not None else Counter()
        settled = [one for one in settled if not _is_gone(one, gone, steps, origins.get(one, _about(one)))]
        told = {_with(step.finding, step.fix, source): _about(step.finding) for step in steps}
        settled.extend(told)
        origins |= told
        left = desk.left_wrong(finding, steps[0].fix) if len(steps) == 1 else None
        torn = {word for one in wrong if one.code.startswith("E1") and one is not finding for word in desk.said_by(one)}
        new = (one for one in left or () if torn.isdisjoint(UNFOUND.findall(one.message)))
        settled.extend(told_before(one, steps[0].fix, source) for one in new)
    merged = _merged(_completed(_jointly(settled, desk), desk), source)
    narrowed = [_narrowed(one, source) for one in merged]
    narrowed = _with_its_edit(list(told_once(narrowed, source)), source)
    return tuple(sorted(narrowed, key=lambda one: one.span.start if one.span.file == source.name else -1))


def _with_its_edit(findings: list[Diagnostic], source: Source) -> list[Diagnostic]:
    """Say with what else is wrong with a sentence that there is such a rule already, where both have a fix."""
    for one in [it for it in findings if it.code in ("E201", "E202") and it.fix is not None]:
        edits = one.fix.edits if one.fix is not None else ()
        at = place_of(source, one.span.end).start
        same = (it for it in findings if it is not one and it.fix and place_of(source, it.span.end).start == at)
        other = next(same, None)
        if other is None or other.fix is None or [edit.text.strip() for edit in edits] != ["replace"]:
            continue
        both = tuple(sorted((*edits, *other.fix.edits), key=lambda edit: edit.span.start))
        message = f"{other.message} And {one.message[0].lower()}{one.message[1:]}" if one.message[0] != "`" else ""
        told = replace(
            other,
            message=message or f"{other.message} And {one.message}",
            hint=f"{other.hint}, and `replace` before `{source.text[edits[0].span.start :].split()[0]}`",
            fix=Fix(both, other.fix.words),
        )
        findings = [told if it is other else it for it in findings if it is not one]
    return findings


def _made_new(finding: Diagnostic, desk: _Desk, check: Callable[[str], tuple[Diagnostic, ...]]) -> _Desk:
    """Return the text with a new rule for one that is to be replaced and is not there: so what it says is looked at."""
    text = desk.source.text
    start, _ = desk.words.line_around(finding.span.start)
    for one in desk.found if finding.code.startswith("E1") else ():
        at = text.find("replace", start, one.span.start) if one.code == "E203" else -1
        if at >= 0 and one.span.line == finding.span.line:
            other = text[:at] + " " * len("replace") + text[at + len("replace") :]
            found = check(other)
            return _Desk(Source(desk.source.name, other), found, desk.check, desk.budget)
    return desk


def _read_on(
    wrong: list[Diagnostic], source: Source, check: Callable[[str], tuple[Diagnostic, ...]]
) -> tuple[Diagnostic, ...] | None:
    """Settle what is wrong with the first line, after which nothing was read, by itself; and then the rest of the file.

    So it is, too, with a file that has no braces.
    """
    brace = source.text.find("{")
    words = words_of(source, wrong)
    braces = by_indentation(words)
    is_head = all(one.span.end <= brace for one in wrong) and wrong[0].code.startswith("E1")
    if braces is not None:
        steps: tuple[Step, ...] = (Step(wrong[0], braces),)
    elif is_head and next(pasted(words), None) is None:
        # A `}` more than there are `{` is that of the file, if the first `{` is on a line below.
        is_closed = "\n" in source.text[:brace].strip() and source.text.count("}") > source.text.count("{")
        rest = re.sub(r"[^\n]", " ", source.text[brace + 1 :]) + "}" * (1 + is_closed)
        alone = Source(source.name, source.text[: brace + 1] + rest)
        found = check(alone.text)
        budget = _Budget()
        budget.begin()
        steps = _steps(wrong[0], _Desk(alone, found, check, budget), 0) if found else ()
    else:
        return None
    edits = sorted((edit for step in steps for edit in step.fix.edits), key=lambda edit: edit.span.start)
    whole = Fix(tuple(edits), "")
    fixed = Source(source.name, whole.applied(source.text))
    after = check(fixed.text)
    if not steps or any(one.code == wrong[0].code and one.message == wrong[0].message for one in after):
        return None
    told = [_with(step.finding, step.fix, source) for step in steps]
    for one in settle(after, fixed, check):
        moved = moved_back(Step(one, one.fix), whole, source) if one.fix is not None else None
        told.append(
            told_before(replace(one, fix=None), whole, source)
            if moved is None
            else replace(moved.finding, fix=moved.fix)
        )
    return tuple(one for one in told if one.severity is not Severity.OPEN)


def _jointly(settled: list[Diagnostic], desk: _Desk) -> list[Diagnostic]:
    """Fix what only works together: sentences that cannot be read, and that need each other."""
    unfixed = [one for one in settled if one.fix is None and one.severity is Severity.ERROR]
    choices = [desk.readable.get(_about(one), [])[:_AT_ONCE] for one in unfixed]
    if len(unfixed) < _AT_ONCE or not all(choices):
        return settled
    for fixes in islice(product(*choices), _MOST_JOINT):
        edits = [edit for fix in (*fixes, *(one.fix for one in settled if one.fix)) for edit in fix.edits]
        if desk.is_clean(Fix(tuple(sorted(edits, key=lambda edit: edit.span.start)), "")):
            found = {_about(one): fix for one, fix in zip(unfixed, fixes, strict=True)}
            return [_with(one, found[_about(one)], desk.source) if one in unfixed else one for one in settled]
    return settled


_MOST_JOINT: Final = 6
"""How many fixes of several sentences are tried at once."""


def _completed(settled: list[Diagnostic], desk: _Desk) -> list[Diagnostic]:
    """Look at the text with all fixes: settle what only another mistake stood in the way of, and add what one hid."""
    for _ in range(_ROUNDS):
        wrong = [one for one in settled if one.severity is Severity.ERROR]
        edits = sorted((edit for one in wrong if one.fix for edit in one.fix.edits), key=lambda edit: edit.span.start)
        whole = Fix(tuple(edits), "")
        after = desk.after(whole) if edits else None
        left = [one for one in after or () if one.severity is Severity.ERROR and one.code not in _OF_THE_WHOLE]
        if after is not None and not any(one.code.startswith("E1") for one in after):
            # What goes with the fixes of others was only their consequence.
            still = set(map(_about, after))
            settled = [
                one for one in settled if one.fix or one.code[:2] not in ("E2", "E3", "E4") or _about(one) in still
            ]
        if not left or len(left) > MOST_FINDINGS or any(one.span.file != desk.source.name for one in left):
            return settled
        unfixed = {_about(one): one for one in reversed(wrong) if one.fix is None}
        inner = _Desk(Source(desk.source.name, whole.applied(desk.source.text)), after or (), desk.check, desk.budget)
        before = settled
        for one in left:
            known = unfixed.get(_about(one))
            is_one_of_many = len(left) > _AT_ONCE and one.code.startswith("E1")
            if (known is None and unfixed) or is_one_of_many:
                continue
            desk.budget.begin()
            steps = _steps(one, inner, 0)
            moved = moved_back(steps[0], whole, desk.source) if len(steps) == 1 else None
            fixed = [it for it in settled if it.fix is not None]
            first = Step(fixed[0], whole) if len(fixed) == 1 and moved is not None else None
            both = combined(first, steps, desk.source) if first is not None and known is None else ()
            if first is not None and len(both) == 1:
                # Fixes that change the same words are one.
                settled = [_with(it, both[0].fix, desk.source) if it is first.finding else it for it in settled]
                continue
            if moved is not None:
                settled = [it for it in settled if it is not known]
                place = moved.fix.edits[0].span
                same = (number for number, it in enumerate(settled) if it.fix and it.fix.edits[0].span == place)
                # Of two insertions in one place the later one was looked for with the other behind it.
                settled.insert(next(same, len(settled)), _with(moved.finding, moved.fix, desk.source))
            elif not steps and known is not None and not known.hint:
                helped = replace(known, hint=_unsettled(one, inner).hint)
                settled = [helped if it is known else it for it in settled]
            elif not steps and known is None and len(left) <= _AT_ONCE:
                settled = [*settled, told_before(_unsettled(one, inner), whole, desk.source)]
        if len(settled) == len(before) and all(one is other for one, other in zip(settled, before, strict=True)):
            return settled
    return settled


_ROUNDS: Final = 3
"""How often the text with the fixes of some findings is looked at for those of others."""


def _steps(finding: Diagnostic, desk: _Desk, depth: int) -> tuple[Step, ...]:
    """Return the fix that leaves nothing wrong, with those of what is found next; without one, the first that works."""
    tries = _Tries(finding, desk, desk.budget.checks - MOST_CHECKED_FOR_ONE // (depth + 1))
    proposed = proposals(finding, desk.words, desk.excerpt(finding))
    for choice, fixes in groupby(islice(proposed, MOST_FOR_ONE if depth == 0 else MOST_LATER), _choice):
        chosen = tries.likeliest if choice else tries.first
        best = chosen(fixes)
        if best is not None and not (choice and tries.is_over):
            return (Step(finding, best),)
        if tries.is_over:
            break
    if tries.good is not None:
        return (Step(finding, tries.good),)
    if depth < DEEPEST and finding.code[:2] in _OF_A_SENTENCE:
        tries.begun.sort(key=lambda one: one[0])
        desk.budget.more(0 if depth else max(0, min(MOST_LATER, desk.budget.later // 3) - desk.budget.reads))
        for _, fix in tries.begun[:MOST_BEGINNINGS]:
            steps = _from(finding, fix, desk, depth)
            if steps and (steps[0].fix.is_likely or depth or desk.is_clean(steps[0].fix)):
                return steps
    if depth == 0 and finding.code[:2] in ("E2", "E3") and desk.budget.checks > MOST_CHECKS // 2:
        desk.budget.more(MOST_WEIGHED)
        tries = _Tries(finding, desk, desk.budget.checks - MOST_WEIGHED)
        fixes = likeliest(finding, desk.words, desk.excerpt(finding))
        best = tries.likeliest(fixes)
        return (Step(finding, best),) if best is not None else ()
    return (Step(finding, tries.first_of_two),) if depth == 0 and tries.first_of_two is not None else ()


def _is_other(finding: Diagnostic, fix: Fix, left: list[Diagnostic], text: str) -> bool:
    """Tell whether what a fix of the meaning leaves wrong is about other words, which can be read now."""
    end = max(edit.span.start + len(edit.text) for edit in fix.edits)
    if finding.code.startswith("E1") and "{" not in text[: finding.span.end] and fix.is_likely:
        return all(one.span.line > finding.span.line for one in left)  # nothing else was read
    is_said = finding.code.startswith("E1") and fix.is_likely and fix.cause.startswith(SAID)
    fixed = fix.applied(text)
    name = re.search(r"\b(?:let|bid|may|choose) (\w+)", text[text.rfind("\n", 0, finding.span.start) + 1 : end])
    told = [fixed[fixed.rfind("\n", 0, one.span.start) + 1 : one.span.end] for one in left]
    if name is not None and any(re.search(rf"\b{name[1]}\b", one) for one in told[1:]):
        return False  # what reads it needs something else
    own = set(_SIGNS.findall(text)) - {word for edit in fix.edits for word in _SIGNS.findall(edit.text)}
    own |= set(_SIGNS.findall(text[fix.edits[0].span.start : fix.edits[-1].span.end]))

    def is_elsewhere(one: Diagnostic) -> bool:
        said = _SIGNS.findall(fixed[one.span.start : one.span.end])
        is_own = own.issuperset(said) and (len(said) == 1 or one.span.line != finding.span.line)
        return one.code[:2] in ("E2", "E3", "E4") and (one.span.start >= end or is_own)

    return is_said and all(map(is_elsewhere, left))


def _choice(fix: Fix) -> str:
    return fix.choice


_SIGNS: Final = re.compile(r"\w+|[^\w\s]")


def _cost(source: Source, fix: Fix) -> float:
    """Return how unlikely a fix is; of the section of a sentence its words do not say much."""
    return 0.0 if fix.choice == "section" else fix.cost or unlikely(source, fix)


_CLEARLY: Final = 3.0
"""How much likelier the fix that is shown has to be than each other that works."""


class _Tries(Changing):
    """What came of the fixes of a finding."""

    finding: Diagnostic
    desk: _Desk
    enough: int
    """How many checks are left for other findings."""
    good: Fix | None = None
    """The first fix that works, though something else is found with it."""
    first_of_two: Fix | None = None
    """The first fix of what the words mean with which the sentence can be read, though other words of it are wrong."""
    begun: list[tuple[int, Fix]] = field(default_factory=list)
    """The fixes that leave another mistake, and how much is still to be read with them."""

    @property
    def is_over(self) -> bool:
        """Tell whether enough was tried."""
        return self.desk.budget.is_read or self.desk.budget.checks <= self.enough

    def first(self, fixes: Iterable[Fix]) -> Fix | None:
        """Return the first of the fixes that works."""
        return next(filter(self.leaves_nothing, fixes), None)

    def likeliest(self, fixes: Iterable[Fix]) -> Fix | None:
        """Return the likeliest of the fixes that work; None if another is as likely."""
        source, first = self.desk.source, None
        for cost, fix in sorted(((_cost(source, fix), fix) for fix in fixes), key=lambda one: one[0]):
            if first is not None and cost > first.cost + _CLEARLY:
                break
            if not self.leaves_nothing(fix):
                continue
            first = first or replace(fix, cost=cost)
            is_same = _SIGNS.findall(fix.applied(source.text)) == _SIGNS.findall(first.applied(source.text))
            is_there = fix.choice == "section" and fix.cause == first.cause and self.finding.code.startswith("E1")
            if not is_same and not is_there:
                return None
        return first

    def leaves_nothing(self, fix: Fix) -> bool:
        """Try a fix: tell whether with it nothing is wrong, and take note of what it leaves otherwise."""
        desk, finding = self.desk, self.finding
        text = fix.applied(desk.source.text)
        if (
            self.is_over
            or _is_unmeant(desk.source.text, text, fix)
            or any(one(fix, desk.words) for one in (is_too_early, is_half, is_scrap, loses_a_part))
        ):
            return False
        said = len(desk.source.text) - finding.span.start
        said += len(" } ") * (text.count("}") - desk.source.text.count("}"))  # a block is as good as a word read
        at = desk.stops_at(finding, fix)
        if at is not None:
            is_begun = finding.code.startswith("E1") and _is_step(fix, text, at, said)
            self.begun += [(len(text) - at, fix)] if is_begun else []
            return False
        left = desk.left_wrong(finding, fix)
        if left and any(one.span.file != desk.source.name for one in left):
            return False  # a sentence of the parent cannot be the one that is wrong
        if left and finding.code.startswith("E1") and all(_is_of_head(one, desk.source.text, text) for one in left):
            return True
        guess = finding.guess
        if left and guess is not None and fix.edits[0].text == guess.text and left[0].code.startswith("E3"):
            return False  # what is spelt alike is another kind of thing
        if left:
            is_read = not left[0].code.startswith("E1") or left[0].span.end <= finding.span.start
            at = fix.edits[0].span.start if is_read else left[0].span.start
            is_near = left[0].span.line - finding.span.line in range(_LINES_BELOW)
            if self.first_of_two is None and (
                _is_other(finding, fix, left, desk.source.text) or self._is_below(fix, left)
            ):
                self.first_of_two = fix
            if fix.is_likely and is_near and (is_read or _is_step(fix, text, at, said)):
                self.begun.append((0 if is_read else len(text) - at, fix))
            if is_read and finding.code.startswith("E1"):
                desk.readable.setdefault(_about(finding), []).append(fix)
        elif left is not None and (desk.is_clean(fix) or (fix.is_likely and desk.before.total() > _FEW)):
            return True
        elif left is not None and fix.is_likely:
            self.good = self.good or fix
        return False

    def _is_below(self, fix: Fix, left: list[Diagnostic]) -> bool:
        """Tell whether what a fix leaves wrong is on lines below, whatever is written on that of the finding."""
        line, source = self.finding.span.line, self.desk.source
        is_same = any(one.span.line <= line or _about(one) == _about(self.finding) for one in left)
        if not fix.is_likely or not self.finding.code.startswith("E1") or is_same:
            return False
        start, end = self.desk.words.line_around(self.finding.span.start)
        without = source.text[:start] + " " * (end - start) + source.text[end:]
        said = _said(self.desk.check(without))
        return all(said[_about(one)] for one in left)


def _is_unmeant(text: str, fixed: str, fix: Fix) -> bool:
    """Tell whether a fix changes nothing, or writes in the lines that it changes what nobody means."""
    if not fix.edits:
        return True
    start, end = text.rfind("\n", 0, fix.edits[0].span.start) + 1, text.find("\n", fix.edits[-1].span.end)
    old, new = (one[start : len(one) - (len(text) - end if end >= 0 else 0)] for one in (text, fixed))
    is_multiplied = "*" in old or re.search(r"\b(?:twice|double|times)\b", old)
    has_times = None if is_multiplied else re.search(r"[<>]=? -?\d+ \*", new)  # `score >= 65 * counted`
    has_part = re.search(r"\d\.\d", new) and not re.search(r"\d ?[.,:/%]", old)
    return old == new or has_times is not None or bool(has_part) or len(_SAME.findall(new)) > len(_SAME.findall(old))


def _is_of_head(finding: Diagnostic, old: str, new: str) -> bool:
    """Tell whether a finding is about the name of a rule, whatever is written after it."""
    return finding.code in _OF_HEADS and old[: finding.span.end] == new[: finding.span.end]


_OF_HEADS: Final = ("E201", "E202", "E203", "E434")


def _is_step(fix: Fix, text: str, at: int, said: int) -> bool:
    """Tell whether a fix may be the first of several: less of the line is left to be read than before."""
    start = fix.edits[0].span.start
    return fix.is_likely and (fix.is_line or (len(text) - at < said and text.count("\n", start, at) < _LINES_BELOW))


def _from(finding: Diagnostic, fix: Fix, desk: _Desk, depth: int) -> tuple[Step, ...]:
    """Return a fix with the fixes of what it leaves wrong, if all of that can be fixed."""
    left = desk.left_wrong(finding, fix)
    if left is None and fix.is_line:
        left = desk.still_wrong(finding, fix)
    if (
        not left
        or (left[0].code == "E110" and finding.code != "E107" and left[0].span.start >= fix.edits[0].span.start)
        or len(left) > (1 if left[0].code.startswith("E1") else _AT_ONCE)
    ):
        return ()
    source = Source(desk.source.name, fix.applied(desk.source.text))
    if any(name not in desk.source.text for one in left for name in UNFOUND.findall(one.message)):
        return ()  # it wrote a name that there is not
    kept = [one for one in desk.found if _about(one) != _about(finding)]
    inner = _Desk(source, (*kept, *left), desk.check, desk.budget)
    later: list[Step] = []
    for one in left:
        steps = _steps(one, inner, depth + 1)
        if not steps or not (steps[0].fix.is_likely or one.code.startswith("E1")):
            return ()
        later.extend(steps)
    steps = combined(Step(finding, fix), later, desk.source)
    if any(loses_a_part(step.fix, desk.words) for step in steps):
        return ()
    edits = tuple(sorted((edit for step in steps for edit in step.fix.edits), key=lambda edit: edit.span.start))
    return steps if steps and desk.left_wrong(finding, Fix(edits, "")) == [] else ()


_LINES_BELOW: Final = 2
"""On how many lines, from that of a mistake on, the next one is looked for: it may have hidden that."""
_AT_ONCE: Final = 2
"""How many further mistakes a fix may bring to light at once."""


def _new(after: Iterable[Diagnostic], before: _Said, finding: Diagnostic, fix: Fix) -> list[Diagnostic] | None:
    """Return the findings that were not there before; None if the finding itself still is."""
    left = before.copy()
    beyond = max(edit.span.start + len(edit.text) for edit in fix.edits)
    about = _about(finding)
    new: list[Diagnostic] = []
    for one in after:
        if left[_about(one)] > (1 if _about(one) == about else 0):
            left[_about(one)] -= 1
        elif _about(one) == about and one.span.start < beyond:
            return None
        else:
            new.append(one)
    return new


def _is_gone(finding: Diagnostic, gone: _Said, steps: tuple[Step, ...], about: tuple[str, str]) -> bool:
    """Tell whether an earlier finding goes with the fix of a later one that covers it, and take note of it."""
    changed = [edit.span for step in steps for edit in step.fix.edits]
    own = [] if finding.fix is None else [edit.span for edit in finding.fix.edits]
    is_covered = any(span.start <= one.start < span.end for span in changed for one in own)
    is_below = all(span.end <= finding.span.start for span in changed)  # it followed from what is above it
    if (own and not is_covered and not is_below) or gone[about] <= 0:
        return False
    gone[about] -= 1
    return True


def _merged(findings: list[Diagnostic], source: Source) -> Iterator[Diagnostic]:
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
    if one.code.startswith("E1") and one.span.line == other.span.line and _about(one) == _about(other):
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
_FEW: Final = 4
"""How many findings may be one mistake: more are several."""


def _with(finding: Diagnostic, fix: Fix, source: Source) -> Diagnostic:
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
    if cause.startswith(SAID) and all(word in known_words() or not word.isalpha() for word in _SIGNS.findall(old)):
        cause = f"Here{cause.removeprefix(SAID)}"
    return replace(finding, hint=fix.words, fix=fix, message=cause, span=_place_of(finding, fix, source))


_NOT_HERE: Final = " does not fit here in "
"""What a message says that knows no more of a word."""


def _narrowed(finding: Diagnostic, source: Source) -> Diagnostic:
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


def _unsettled(finding: Diagnostic, desk: _Desk) -> Diagnostic:
    """Remove a guess that leaves the mistake there; keep what is right as far as it goes."""
    if finding.guess is None:
        return _helped(finding, desk)
    is_near = finding.guess.wrong[:1] == finding.guess.text[:1]
    is_typo = nearest(finding.guess.wrong, (finding.guess.text,), _TYPO if is_near else _SURE_TYPO) is not None
    for fix in proposals(finding, desk.words, is_guess_alone=True):
        after = desk.after(fix)
        if after is None:
            continue
        said = _said(after)
        if not said[_about(finding)] and (is_typo or said <= desk.before):
            return finding
    return _helped(replace(finding, hint=finding.guess.otherwise), desk)


def _helped(finding: Diagnostic, desk: _Desk) -> Diagnostic:
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
    if finding.code in _OF_READING and _LOSES.search(source.text, start, end):
        return replace(finding, hint=_NO_LOSER)
    if (
        finding.code in _OF_READING
        and _ALLOWED.match(source.text[start:end].rpartition("{")[2])
        and not _ONLY.search(source.text, start, end)
    ):
        return replace(finding, hint="what no rule forbids is allowed: a `must` says what is not")
    prose = _PROSE if place_of(source, at).section not in ("", "file") else _PLAIN_PROSE
    if finding.code == "E111" and prose.fullmatch(source.text[start:end]):
        return replace(finding, hint=f"{hint}; a remark for readers begins with `#`")
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
    gap = missing_between(desk.words, desk.words.at(at), desk.excerpt(finding)) if is_general else ""
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
    return replace(finding, hint=hint, message=gap or finding.message)


_ALLOWED: Final = re.compile(
    r"\s*(?:you|(?:a |any )?players?|(?:every|any)(?:one|body)|(?:the )?[a-z]+s) (?:may|can) (?!not\b|never\b|only\b)"
)
"""How prose begins that says what is allowed."""
_ONLY: Final = re.compile(r"\bonly\b")
_LOSES: Final = re.compile(
    r"\bloser of (?:\w+ )*trick\b|\btrick(?:'s|\.)?[ _]?loser\b|\blost (?:\w+ )?(?:last|previous) trick\b"
)
_NO_LOSER: Final = (
    "a trick has one winner, `last_trick.winner`, and several losers: say which, "
    "such as `last_trick.winner.left`, or `(lowest of last_trick.cards).player`"
)
_SUCH_AS: Final = re.compile(r"such as `(\w+)")
"""A hint that shows what a sentence looks like."""
_PROSE: Final = re.compile(r"[ \t]*[A-Z][a-z']*(?: [\w',;-]+){2,}[.!]?[ \t]*")
_PLAIN_PROSE: Final = re.compile(r"[ \t]*[A-Za-z][a-z']*(?: [\w',;-]+){2,}[.!]?[ \t]*")
"""A line of prose; outside of the sections it may begin with a small letter."""
_LEFT_OPEN: Final = re.compile(r"Something is missing between `([-+*/<>=]|[<>!]=|and|or|is|in|not)` and ")
"""What is said of a sentence that stops after a sign or a word that joins two things."""
_PLAYER_HAS: Final = re.compile(
    r"\bplayer (?:has|did)\b|\b(?:when|case|if) (?P<has>(?:not )?player\.[^:{}\"\n]*?)(?=:| then\b)"
)
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


def _about(finding: Diagnostic) -> tuple[str, str]:
    return finding.code, finding.message


def _said(findings: Iterable[Diagnostic]) -> _Said:
    return Counter(_about(one) for one in findings if one.severity is not Severity.OPEN)
