"""Try the fixes of one finding, and keep the first that leaves nothing wrong, with those of what is found next."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import groupby, islice
from typing import Final

from spadesdsl.diagnostics import Diagnostic, Edit, Fix
from spadesdsl.frozen import Changing, field, replace
from spadesdsl.repair.candidates import likeliest, proposals
from spadesdsl.repair.desk import MOST_CHECKS, OF_A_SENTENCE, OF_THE_WHOLE, Desk, saying, sayings
from spadesdsl.repair.likely import unlikely
from spadesdsl.repair.steps import (
    Step,
    combined,
    counted_in,
    is_half,
    is_scrap,
    is_too_early,
    loses_a_part,
)
from spadesdsl.repair.text import SAID, UNFOUND
from spadesdsl.source import Source
from spadesdsl.syntax.places import NAMING

MOST_FOR_ONE: Final = 200
"""How many fixes are read for one finding."""
MOST_LATER: Final = 60
"""How many fixes are read for a further mistake of a sentence."""
MOST_CHECKED_FOR_ONE: Final = 16
"""How many texts are checked for one finding: what was meant is nearly always among the first seven."""
MOST_WEIGHED: Final = 12
"""How many of the likeliest sentences are checked for one finding that nothing else fixed."""
MOST_BEGINNINGS: Final = 5
"""How many fixes that leave another mistake in the sentence are followed further: those that get farthest."""
DEEPEST: Final = 1
"""How many further mistakes of a sentence are followed."""
_SAME: Final = re.compile(
    r"(?<![\w.])(?<!each )(?<!instead of )([\w.]+) (?:is|is not|[<>]=?|=|in|\+|-) \1(?![\w.])|"
    r"\b(?:when|and|or|if|case|has|not) -?\d+ [<>=]=? |"
    r"\b0 \*|\b\d+ \* (?:\w+\.)?(?:score|subtotal|behind)\b|\bcard is (?:highest|lowest|first|last) of trick\b|"
    r"\b(?:score|taken|contract|behind|subtotal) [<>=]=? count of (?:opponents|players|members|teams)\b|"
    r"\b(?:win|lose|must|score|let|tally|pass|give|show) (?:return|cannot|can|may|wins|loses|is|are)\b|"
    r"(?<=: )score [-+]|\* \(if [^()\n]*\belse [^()\n]* \* [^()\n]*\)|"
    r"\bholds (?:plays|bids|tricks|case|expect)\b|\bwhen leading and not \(?card in |"
    r"\bplayer is (?:not )?partner\b|\bremove none\b|"
    r"\bfrom (?P<place>\w+) to (?P=place)\b|\bnever and\b|\band never\b|(?<=: )score(?=\s*(?:[\"}]|$))|"
    r"\b(?P<what>[\w.]+) (?:is not|!=|not in) [\w.]+ or (?P=what) (?:is|=|!=|in|not)\b"
)
"""What nobody means: something compared with itself, or joined with it; a number that is compared with something;
nothing times something; points of points; a player who is his own partner; not this or else that; a card of the hand
that is in the trick already; a move to where cards are."""
_ALWAYS: Final = re.compile(
    r"\b(?:win|lose|out) \w+ when score = (?:(?:most|least) of score over \w+|highest|lowest)(?=\s*(?:[\"}]|$))"
)
"""An ending that always holds: somebody has the best score."""


def steps_for(finding: Diagnostic, desk: Desk, depth: int) -> tuple[Step, ...]:
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
    if saying(finding) in desk.counted:
        return ()
    if tries.good is not None and not tries.is_hidden:
        return (Step(finding, tries.good),)
    if depth < DEEPEST and finding.code[:2] in OF_A_SENTENCE:
        tries.begun.sort(key=lambda one: one[0])
        desk.budget.more(0 if depth else max(0, min(MOST_LATER, desk.budget.later // 3) - desk.budget.reads))
        for _, fix in tries.begun[:MOST_BEGINNINGS]:
            steps = _from(finding, fix, desk, depth)
            is_sure = depth or (steps and (steps[0].fix.is_likely or steps[-1].finding.guess is not None))
            if steps and (is_sure or desk.is_clean(steps[0].fix)):
                return steps
    last = tries.first_of_two
    if depth == 0 and finding.code[:2] in ("E2", "E3") and desk.budget.checks > MOST_CHECKS // 2:
        desk.budget.more(MOST_WEIGHED)
        tries = _Tries(finding, desk, desk.budget.checks - MOST_WEIGHED)
        fixes = likeliest(finding, desk.words, desk.excerpt(finding))
        best = tries.likeliest(fixes)
        last = best or last
    return (Step(finding, last),) if depth == 0 and last is not None else ()


def _is_other(finding: Diagnostic, fix: Fix, left: list[Diagnostic], text: str) -> bool:
    """Tell whether what a fix of the meaning leaves wrong is about other words, which can be read now."""
    end = max(edit.span.start + len(edit.text) for edit in fix.edits)
    if finding.code.startswith("E1") and "{" not in text[: finding.span.end] and fix.is_likely:
        return all(one.span.start >= end for one in left)  # nothing else was read
    is_sign = finding.code == "E107" and all(edit.text.strip() == ":" for edit in fix.edits)
    is_said = finding.code.startswith("E1") and fix.is_likely and (is_sign or fix.cause.startswith(SAID))
    fixed = fix.applied(text)
    name = re.search(r"\b(?:let|bid|may|choose) (\w+)", text[text.rfind("\n", 0, finding.span.start) + 1 : end])
    told = [fixed[fixed.rfind("\n", 0, one.span.start) + 1 : one.span.end] for one in left]
    if name is not None and any(re.search(rf"\b{name[1]}\b", one) for one in told[1:]):
        return False  # what reads it needs something else
    own = set(SIGNS.findall(text)) - {word for edit in fix.edits for word in SIGNS.findall(edit.text)}
    own |= set(SIGNS.findall(text[fix.edits[0].span.start : fix.edits[-1].span.end]))

    def is_elsewhere(one: Diagnostic) -> bool:
        said = SIGNS.findall(fixed[one.span.start : one.span.end])
        is_own = own.issuperset(said) and (len(said) == 1 or one.span.line != finding.span.line)
        return one.code[:2] in ("E2", "E3", "E4") and (one.span.start >= end or is_own)

    return is_said and all(map(is_elsewhere, left))


def _choice(fix: Fix) -> str:
    return fix.choice


SIGNS: Final = re.compile(r"\w+|[^\w\s]")


def _cost(source: Source, fix: Fix) -> float:
    """Return how unlikely a fix is; of the section of a sentence its words do not say much."""
    return 0.0 if fix.choice == "section" else fix.cost or unlikely(source, fix)


_CLEARLY: Final = 3.0
"""How much likelier the fix that is shown has to be than each other that works."""


class _Tries(Changing):
    """What came of the fixes of a finding."""

    finding: Diagnostic
    desk: Desk
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
        budget = self.desk.budget
        return budget.is_read or budget.checks <= self.enough or saying(self.finding) in self.desk.counted

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
            is_same = SIGNS.findall(fix.applied(source.text)) == SIGNS.findall(first.applied(source.text))
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
        if name := counted_in(fix, desk.words):
            desk.counted[saying(finding)] = name
            return False
        said = len(desk.source.text) - finding.span.start
        said += len(" } ") * (text.count("}") - desk.source.text.count("}"))  # a block is as good as a word read
        at = desk.stops_at(finding, fix)
        if at is not None:
            is_begun = finding.code.startswith("E1") and _is_step(fix, text, at, said)
            self.begun += [(len(text) - at, fix)] if is_begun else []
            if is_begun and self.first_of_two is None and not self.is_hidden and self._unread_beside():
                # The text may stop at another finding.
                self.first_of_two = fix if desk.left_wrong(finding, fix) == [] else None
            return False
        left = desk.left_wrong(finding, fix)
        if left and any(one.span.file != desk.source.name for one in left):
            return False  # a sentence of the parent cannot be the one that is wrong
        if left and finding.code.startswith("E1") and all(_is_of_head(one, desk.source.text, text) for one in left):
            named = [Edit(one.span, f"our_{text[one.span.start : one.span.end]}") for one in left if one.code == "E110"]
            left = desk.left_wrong(finding, Fix((*named, *fix.edits), "")) if named else None
            if not left:
                return True
        if left and left[0].code == "E203" and any("drop" in edit.text.split() for edit in fix.edits):
            return False  # it dropped what there is not
        guess = finding.guess
        if left and guess is not None and fix.edits[0].text == guess.text and left[0].code.startswith("E3"):
            return False  # what is spelt alike is another kind of thing
        if left:
            is_read = not left[0].code.startswith("E1") or left[0].span.end <= finding.span.start
            at = fix.edits[0].span.start if is_read else left[0].span.start
            is_near = left[0].span.line - finding.span.line in range(_LINES_BELOW)
            is_ours = _writes_unknown(left, desk.source.text)
            if (
                self.first_of_two is None
                and not is_ours
                and (
                    _is_other(finding, fix, left, desk.source.text)
                    or self._is_below(fix, left)
                    or (fix.is_likely and finding.code in _OF_WORDS and _LATER.issuperset(one.code for one in left))
                )
            ):
                self.first_of_two = fix
            is_sure = fix.is_likely or (finding.code.startswith("E1") and left[0].guess is not None)
            if is_sure and is_near and (is_read or _is_step(fix, text, at, said)):
                self.begun.append((0 if is_read else len(text) - at, fix))
            if is_read and finding.code.startswith("E1"):
                desk.readable.setdefault(saying(finding), []).append(fix)
        elif left is not None and (desk.is_clean(fix) or (fix.is_likely and desk.before.total() > _FEW)):
            return True
        elif left is not None and fix.is_likely:
            self.good = self.good or fix
        return False

    @property
    def is_hidden(self) -> bool:
        """Tell whether earlier words of this line cannot be read either, so that nobody knows what is left wrong."""
        return any(one.span.start < self.finding.span.start for one in self._unread_beside())

    def _unread_beside(self) -> list[Diagnostic]:
        """Return what else is found on this line in words that cannot be read."""
        here = (one for one in self.desk.found if one.span.line == self.finding.span.line and one != self.finding)
        return [one for one in here if one.code in ("E104", "E106", "E107")]

    def _is_below(self, fix: Fix, left: list[Diagnostic]) -> bool:
        """Tell whether what a fix leaves wrong is on lines below, whatever is written on that which it changes."""
        changed, source = fix.edits[-1].span, self.desk.source
        line = min(changed.line, self.finding.span.line)
        is_same = any(one.span.line <= line or saying(one) == saying(self.finding) for one in left)
        if not fix.is_likely or not self.finding.code.startswith("E1") or is_same:
            return False
        start, end = self.desk.words.line_around(min(changed.start, self.finding.span.start))
        without = source.text[:start] + " " * (end - start) + source.text[end:]
        said = sayings(self.desk.check(without))
        return all(said[saying(one)] for one in left)


def _writes_unknown(left: Iterable[Diagnostic], text: str) -> bool:
    """Tell whether what a fix leaves wrong is a name that the fix wrote and the game does not have."""
    known = text.replace("-", "_")
    return any(not re.search(rf"\b{name}\b", known) for one in left for name in UNFOUND.findall(one.message))


def _is_unmeant(text: str, fixed: str, fix: Fix) -> bool:
    """Tell whether a fix changes nothing, or writes in the lines that it changes what nobody means."""
    if not fix.edits:
        return True
    start, end = text.rfind("\n", 0, fix.edits[0].span.start) + 1, text.find("\n", fix.edits[-1].span.end)
    old, new = (one[start : len(one) - (len(text) - end if end >= 0 else 0)] for one in (text, fixed))
    is_multiplied = "*" in old or re.search(r"\b(?:twice|double|times)\b", old)
    has_times = None if is_multiplied else re.search(r"[<>]=? -?\d\d+ \*", new)  # `score >= 65 * counted`
    has_part = re.search(r"\d\.\d", new) and not re.search(r"\d ?[.,:/%]", old)
    is_torn = new.lstrip().startswith(",") and not old.lstrip().startswith(",")
    return (
        old == new
        or is_torn
        or has_times is not None
        or _ALWAYS.search(new) is not None
        or bool(has_part)
        or len(_SAME.findall(new)) > len(_SAME.findall(old))
    )


def _is_of_head(finding: Diagnostic, old: str, new: str) -> bool:
    """Tell whether a finding is about the name of a rule, whatever is written after it."""
    before = old[: finding.span.start]
    is_name = finding.code != "E110" or (_NAMING.search(before) and not old.startswith("is ", finding.span.start))
    return finding.code in _OF_HEADS and bool(is_name) and old[: finding.span.end] == new[: finding.span.end]


_NAMING: Final = re.compile(rf"\b(?:{'|'.join(NAMING)}) \Z")
_OF_HEADS: Final = ("E110", "E201", "E202", "E203", "E434")


def _is_step(fix: Fix, text: str, at: int, said: int) -> bool:
    """Tell whether a fix may be the first of several: less of the line is left to be read than before."""
    start = fix.edits[0].span.start
    return fix.is_likely and (fix.is_line or (len(text) - at < said and text.count("\n", start, at) < _LINES_BELOW))


def _from(finding: Diagnostic, fix: Fix, desk: Desk, depth: int) -> tuple[Step, ...]:
    """Return a fix with the fixes of what it leaves wrong, if all of that can be fixed."""
    left = desk.left_wrong(finding, fix)
    if left is None and fix.is_line:
        left = desk.still_wrong(finding, fix)
    if (
        not left
        or (left[0].code == "E110" and finding.code != "E107" and left[0].span.start >= fix.edits[0].span.start)
        or len(left) > (1 if left[0].code.startswith("E1") else AT_ONCE)
    ):
        return ()
    source = Source(desk.source.name, fix.applied(desk.source.text))
    if _writes_unknown(left, desk.source.text):
        return ()
    kept = [one for one in desk.found if saying(one) != saying(finding)]
    inner = Desk(source, (*kept, *left), desk.check, desk.budget)
    later: list[Step] = []
    for one in left:
        steps = steps_for(one, inner, depth + 1)
        if not steps or not (steps[0].fix.is_likely or one.code.startswith("E1")):
            return ()
        later.extend(steps)
    steps = combined(Step(finding, fix), later, desk.source)
    if any(loses_a_part(step.fix, desk.words) for step in steps):
        return ()
    edits = tuple(sorted((edit for step in steps for edit in step.fix.edits), key=lambda edit: edit.span.start))
    return steps if steps and desk.left_wrong(finding, Fix(edits, "")) == [] else ()


_OF_WORDS: Final = ("E106", "E107", "E111", "E113", "E234")
"""Findings about a word that cannot be read or has no meaning."""
_LATER: Final = OF_THE_WHOLE | {"E216", "E236"}
"""Findings that say what else has to change once what an author meant can be read."""
_LINES_BELOW: Final = 2
"""On how many lines, from that of a mistake on, the next one is looked for: it may have hidden that."""
AT_ONCE: Final = 2
"""How many further mistakes a fix may bring to light at once."""
_FEW: Final = 4
"""How many findings may be one mistake: more are several."""
