"""Try what a mistake may have been meant as, and keep the first proposal that fixes the file.

A fix is shown only after it was tried: with it the finding is gone and there is no new one. If a sentence has several
mistakes, its later ones are found once the first is fixed: then each gets its own fix, and together they leave nothing
wrong. Findings that the same fix removes were the same mistake, and are reported once.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from itertools import islice, product
from typing import Final

from spadesdsl.diagnostics import Diagnostic, Fix, Severity
from spadesdsl.frozen import replace
from spadesdsl.repair.brackets import balanced, by_indentation, mismatched, worded
from spadesdsl.repair.desk import OF_THE_WHOLE, Budget, Desk, Sayings, saying, sayings
from spadesdsl.repair.lacking import told_once
from spadesdsl.repair.prose import prose_of
from spadesdsl.repair.steps import (
    Step,
    combined,
    moved_back,
    told_before,
)
from spadesdsl.repair.telling import merged_findings, of_its_word, with_fix, without_fix
from spadesdsl.repair.text import UNFOUND, words_of
from spadesdsl.repair.tries import AT_ONCE, steps_for
from spadesdsl.repair.wholes import parent_inside, pasted
from spadesdsl.source import Source
from spadesdsl.syntax.places import place_of

MOST_FINDINGS: Final = 24
"""How many findings of a file get fixes tried: with more, its first ones usually cause the rest."""
MOST_ALIKE: Final = 2
"""How many findings of the same words get fixes tried, if none helps: a torn file says the same many times."""
LONGEST: Final = 40_000
"""How many characters a file may have for fixes to be tried."""
_OF_WORDS: Final = ("E104", "E106", "E107", "E111")
"""Findings about a word that cannot be read or begins no sentence, which says little about other sentences."""


def settle(
    found: Iterable[Diagnostic],
    source: Source,
    check: Callable[[str], tuple[Diagnostic, ...]],
    budget: Budget | None = None,
) -> tuple[Diagnostic, ...]:
    """Return the findings of a file, each with a fix that was tried, if one works.

    Args:
        found: The findings.
        source: The file as it was read.
        check: Checks another text in the file's place.
        budget: How much may be tried, if less than usual.
    """
    findings = tuple(found)
    wrong = [one for one in findings if one.span.file == source.name and one.severity is not Severity.OPEN]
    if not wrong or len(source.text) > LONGEST:
        return findings
    if (whole := _read_on(wrong, source, check)) is not None:
        return whole
    if (each := _each_of_prose(wrong, source, check)) is not None:
        return each
    # What can be read of a torn file is judged alike before and after.
    at_first = check(source.text) if any(one.code.startswith("E1") for one in wrong) else findings
    desk = Desk(source, at_first, check, budget or Budget())
    settled: list[Diagnostic] = []
    origins: dict[Diagnostic, tuple[str, str]] = {}
    """What the findings said that have the words of their fixes now."""
    gone: Sayings = Counter()
    unfixed: Sayings = Counter()
    tried = 0
    for finding in findings:
        if gone[saying(finding)] > 0:
            gone[saying(finding)] -= 1
            continue
        if finding not in wrong or tried >= MOST_FINDINGS or unfixed[saying(finding)] >= MOST_ALIKE:
            settled.append(finding)
            continue
        tried += 1
        desk.budget.begin()
        made_new = _made_new(finding, desk, check)
        steps = steps_for(finding, made_new, 0)
        # There is no need to say that such a rule exists, if it is to be replaced.
        steps = steps if made_new is desk else tuple(step for step in steps if step.finding.code != "E201")
        if not steps and len(wrong) > 1 and finding.code in _OF_WORDS:
            steps = steps_for(finding, desk.alone(finding, wrong), 0)
        if not steps:
            settled.append(without_fix(finding, desk))
            unfixed[saying(finding)] += 1
            continue
        after = desk.after(steps[0].fix)
        known = sayings(after or ()) - sayings(step.finding for step in steps[1:])
        gone |= desk.before - known - Counter([saying(finding)]) if after is not None else Counter()
        settled = [one for one in settled if not _is_gone(one, gone, steps, origins.get(one, saying(one)))]
        told = {with_fix(step.finding, step.fix, source): saying(step.finding) for step in steps}
        settled.extend(told)
        origins |= told
        left = desk.left_wrong(finding, steps[0].fix) if len(steps) == 1 else None
        torn = {word for one in wrong if one.code.startswith("E1") and one is not finding for word in desk.said_by(one)}
        new = (one for one in left or () if torn.isdisjoint(UNFOUND.findall(one.message)))
        settled.extend(told_before(one, steps[0].fix, source) for one in new)
    merged = merged_findings(_completed(_jointly(_with_own_names(settled, source), desk), desk), source)
    narrowed = [of_its_word(one, source) for one in merged]
    narrowed = _with_its_edit(list(told_once(narrowed, source)), source)
    told_all = tuple(sorted(narrowed, key=lambda one: one.span.start if one.span.file == source.name else -1))
    return _braced(told_all, source, check) or told_all


def _each_of_prose(
    wrong: list[Diagnostic], source: Source, check: Callable[[str], tuple[Diagnostic, ...]]
) -> tuple[Diagnostic, ...] | None:
    """Settle each line of prose without the others, where there are several: one that cannot be read hides the next."""
    text, lines = source.text, prose_of(source.text)
    is_said = any(start <= one.span.start < end for one in wrong if one.code.startswith("E1") for start, end in lines)
    if not is_said or not 1 < len(lines) <= MOST_FINDINGS:
        return None
    blank = text
    for start, end in lines:
        blank = blank[:start] + " " * (end - start) + blank[end:]
    told = list(settle(check(blank), Source(source.name, blank), check))
    for start, end in lines:
        alone = Source(source.name, blank[:start] + text[start:end] + blank[end:])
        told += [one for one in settle(check(alone.text), alone, check) if start <= one.span.start < end]
    return tuple(_with_own_names(sorted(told, key=lambda one: one.span.start), source))


def _with_own_names(settled: list[Diagnostic], source: Source) -> list[Diagnostic]:
    """Number the rules of a section for which several fixes have one name."""
    seen: Counter[tuple[str, str]] = Counter()
    told: list[Diagnostic] = []
    for one in settled:
        name = (
            re.match(r"(?:must|score|tally|may|win|lose|redeal) (our_\w+)", one.fix.edits[0].text) if one.fix else None
        )
        if name is None or one.fix is None:
            told.append(one)
            continue
        key = (place_of(source, one.fix.edits[0].span.start).section, name[0])
        seen[key] += 1
        if (number := seen[key]) > 1:
            new = partial(re.compile(rf"\b{name[1]}\b").sub, f"{name[1]}_{number}")
            edits = tuple(replace(edit, text=new(edit.text)) for edit in one.fix.edits)
            fix = replace(one.fix, edits=edits, words=new(one.fix.words), cause=new(one.fix.cause))
            one = replace(one, fix=fix, hint=new(one.hint), message=new(one.message))
        told.append(one)
    return told


def _with_its_edit(findings: list[Diagnostic], source: Source) -> list[Diagnostic]:
    """Say with what else is wrong with a sentence that there is such a rule already, where both have a fix."""
    for one in [it for it in findings if it.code in ("E201", "E202") and it.fix is not None]:
        edits = one.fix.edits if one.fix is not None else ()
        at = place_of(source, max(one.span.end, one.span.start + 1)).start
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


def _made_new(finding: Diagnostic, desk: Desk, check: Callable[[str], tuple[Diagnostic, ...]]) -> Desk:
    """Return the text with a new rule for one that is to be replaced and is not there: so what it says is looked at."""
    text = desk.source.text
    start, _ = desk.words.line_around(finding.span.start)
    for one in desk.found if finding.code.startswith("E1") else ():
        at = text.find("replace", start, one.span.start) if one.code == "E203" else -1
        if at >= 0 and one.span.line == finding.span.line:
            other = text[:at] + " " * len("replace") + text[at + len("replace") :]
            found = check(other)
            return Desk(Source(desk.source.name, other), found, desk.check, desk.budget)
    return desk


def _read_on(
    wrong: list[Diagnostic], source: Source, check: Callable[[str], tuple[Diagnostic, ...]]
) -> tuple[Diagnostic, ...] | None:
    """Settle what is wrong with the first line, after which nothing was read, by itself; and then the rest of the file.

    So it is, too, with a file that has no braces, and with a pack that there is not.
    """
    brace = source.text.find("{")
    words = words_of(source, wrong)
    braces = by_indentation(words)
    is_head = all(one.span.end <= brace for one in wrong) and wrong[0].code.startswith("E1")
    other = None if braces is not None else worded(words) or mismatched(words)
    if other is not None and not any(one.code.startswith("E1") for one in check(other.applied(source.text))):
        braces = other
    forms = ((one, fix) for one in wrong if one.code.startswith("E1") for fix in parent_inside(one, words))
    inside = next(forms, None)  # without a parent all its names are unknown
    if inside is not None:
        steps: tuple[Step, ...] = (Step(*inside),)
    elif braces is not None:
        steps = (Step(wrong[0], braces),)
    elif is_head and next(pasted(words), None) is None:
        # A `}` more than there are `{` is that of the file, if the first `{` is on a line below.
        is_closed = "\n" in source.text[:brace].strip() and source.text.count("}") > source.text.count("{")
        rest = re.sub(r"[^\n]", " ", source.text[brace + 1 :]) + "}" * (1 + is_closed)
        alone = Source(source.name, source.text[: brace + 1] + rest)
        found = check(alone.text)
        budget = Budget()
        budget.begin()
        steps = steps_for(wrong[0], Desk(alone, found, check, budget), 0) if found else ()
    elif (pack := next((one for one in wrong if one.code == "E209" and one.guess is not None), None)) is not None:
        budget = Budget()  # without a pack much else is not looked for
        budget.begin()
        wrong = [pack]
        steps = steps_for(pack, Desk(source, check(source.text), check, budget), 0)
    else:
        return None
    return _one_by_one(steps, wrong, source, check)


def _one_by_one(
    steps: tuple[Step, ...],
    wrong: list[Diagnostic],
    source: Source,
    check: Callable[[str], tuple[Diagnostic, ...]],
) -> tuple[Diagnostic, ...] | None:
    """Settle what is left of a text after some steps; None if they leave what they are for."""
    edits = sorted((edit for step in steps for edit in step.fix.edits), key=lambda edit: edit.span.start)
    whole = Fix(tuple(edits), "")
    fixed = Source(source.name, whole.applied(source.text))
    after = check(fixed.text)
    if not steps or any(one.code == wrong[0].code and one.message == wrong[0].message for one in after):
        return None
    told = [with_fix(step.finding, step.fix, source) for step in steps]
    for one in settle(after, fixed, check):
        moved = moved_back(Step(one, one.fix), whole, source) if one.fix is not None else None
        told.append(
            told_before(replace(one, fix=None), whole, source)
            if moved is None
            else replace(moved.finding, fix=moved.fix)
        )
    told = [one for one in told if one.severity is not Severity.OPEN]
    return tuple(sorted(told, key=lambda one: one.span.start if one.span.file == source.name else -1))


def _braced(
    told: Iterable[Diagnostic], source: Source, check: Callable[[str], tuple[Diagnostic, ...]]
) -> tuple[Diagnostic, ...] | None:
    """Settle a brace that is missing or too many by itself, beside mistakes that it hid; None if none is."""
    torn = next((one for one in told if one.fix is None and _is_torn(one)), None)
    if torn is None:
        return None
    words = words_of(source, [torn])
    found = (
        (check(fix.applied(source.text)), fix) for fix in islice(balanced(words, words.at(torn.span.start)), AT_MOST)
    )
    read = [(len(after), fix) for after, fix in found if not any(map(_is_torn, after))]
    best = min(read, key=lambda one: one[0], default=None)
    return None if best is None else _one_by_one((Step(torn, best[1]),), [torn], source, check)


def _is_torn(finding: Diagnostic) -> bool:
    return finding.code == "E108" or finding.message.startswith("Nothing can come after the last `}`")


AT_MOST: Final = 6
"""How many places for a brace are looked at."""


def _jointly(settled: list[Diagnostic], desk: Desk) -> list[Diagnostic]:
    """Fix what only works together: sentences that cannot be read, and that need each other."""
    unfixed = [one for one in settled if one.fix is None and one.severity is Severity.ERROR]
    choices = [desk.readable.get(saying(one), [])[:AT_ONCE] for one in unfixed]
    if len(unfixed) < AT_ONCE or not all(choices):
        return settled
    for fixes in islice(product(*choices), _MOST_JOINT):
        edits = [edit for fix in (*fixes, *(one.fix for one in settled if one.fix)) for edit in fix.edits]
        if desk.is_clean(Fix(tuple(sorted(edits, key=lambda edit: edit.span.start)), "")):
            found = {saying(one): fix for one, fix in zip(unfixed, fixes, strict=True)}
            return [with_fix(one, found[saying(one)], desk.source) if one in unfixed else one for one in settled]
    return settled


_MOST_JOINT: Final = 6
"""How many fixes of several sentences are tried at once."""


def _completed(settled: list[Diagnostic], desk: Desk) -> list[Diagnostic]:
    """Look at the text with all fixes: settle what only another mistake stood in the way of, and add what one hid."""
    for _ in range(_ROUNDS):
        wrong = [one for one in settled if one.severity is Severity.ERROR]
        edits = sorted((edit for one in wrong if one.fix for edit in one.fix.edits), key=lambda edit: edit.span.start)
        whole = Fix(tuple(edits), "")
        after = desk.after(whole) if edits else None
        left = [one for one in after or () if one.severity is Severity.ERROR and one.code not in OF_THE_WHOLE]
        if after is not None and not any(one.code.startswith("E1") for one in after):
            # What goes with the fixes of others was only their consequence.
            still = set(map(saying, after))
            settled = [
                one for one in settled if one.fix or one.code[:2] not in ("E2", "E3", "E4") or saying(one) in still
            ]
        if not left or len(left) > MOST_FINDINGS or any(one.span.file != desk.source.name for one in left):
            return settled
        unfixed = {saying(one): one for one in reversed(wrong) if one.fix is None}
        inner = Desk(Source(desk.source.name, whole.applied(desk.source.text)), after or (), desk.check, desk.budget)
        before = settled
        for one in left:
            known = unfixed.get(saying(one))
            is_one_of_many = len(left) > AT_ONCE and one.code.startswith("E1")
            if (known is None and unfixed) or is_one_of_many:
                continue
            desk.budget.begin()
            steps = steps_for(one, inner, 0)
            moved = [it for step in steps if (it := moved_back(step, whole, desk.source)) is not None]
            fixed = [it for it in settled if it.fix is not None]
            first = Step(fixed[0], whole) if len(fixed) == len(moved) == len(steps) == 1 else None
            both = combined(first, steps, desk.source) if first is not None and known is None else ()
            if first is not None and len(both) == 1:
                # Fixes that change the same words are one.
                settled = [with_fix(it, both[0].fix, desk.source) if it is first.finding else it for it in settled]
                continue
            ours = [edit.span for step in moved for edit in step.fix.edits]
            if any(one.start < edit.span.end and edit.span.start < one.end for one in ours for edit in edits):
                continue  # it is about what another fix changes
            if moved and len(moved) == len(steps):
                settled = [it for it in settled if it is not known]
                for step in moved:
                    place = step.fix.edits[0].span
                    same = (number for number, it in enumerate(settled) if it.fix and it.fix.edits[0].span == place)
                    # Of two insertions in one place the later one was looked for with the other behind it.
                    settled.insert(next(same, len(settled)), with_fix(step.finding, step.fix, desk.source))
            elif not steps and known is not None and not known.hint:
                helped = replace(known, hint=without_fix(one, inner).hint)
                settled = [helped if it is known else it for it in settled]
            elif not steps and known is None and len(left) <= AT_ONCE:
                settled = [*settled, told_before(without_fix(one, inner), whole, desk.source)]
        if len(settled) == len(before) and all(one is other for one, other in zip(settled, before, strict=True)):
            return settled
    return settled


_ROUNDS: Final = 3
"""How often the text with the fixes of some findings is looked at for those of others."""


def _is_gone(finding: Diagnostic, gone: Sayings, steps: tuple[Step, ...], about: tuple[str, str]) -> bool:
    """Tell whether an earlier finding goes with the fix of a later one that covers it, and take note of it."""
    changed = [edit.span for step in steps for edit in step.fix.edits]
    own = [] if finding.fix is None else [edit.span for edit in finding.fix.edits]
    is_covered = any(span.start <= one.start < span.end for span in changed for one in own)
    is_below = all(span.end <= finding.span.start for span in changed)  # it followed from what is above it
    if (own and not is_covered and not is_below) or gone[about] <= 0:
        return False
    gone[about] -= 1
    return True
