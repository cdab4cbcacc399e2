"""Try what a mistake may have been meant as, and keep the first proposal that fixes the file.

A fix is shown only after it was tried: with it the finding is gone and there is no new one. Findings that the same fix
removes were the same mistake, and are reported once.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import field, replace
from typing import TYPE_CHECKING, Final

from spadesdsl.diagnostics import Severity, nearest
from spadesdsl.frozen import dataclass
from spadesdsl.repair.candidates import proposals
from spadesdsl.repair.text import words_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from spadesdsl.diagnostics import Diagnostic, Fix
    from spadesdsl.repair.text import Words
    from spadesdsl.source import Source

MOST_TRIALS: Final = 320
"""How many texts are checked for one file; one takes a few milliseconds."""
MOST_FOR_ONE: Final = 160
"""How many texts are checked for one finding."""
MOST_FINDINGS: Final = 8
"""How many findings of a file get fixes tried: with more, its first ones usually cause the rest."""
LONGEST: Final = 40_000
"""How many characters a file may have for fixes to be tried."""


_OF_THE_WHOLE: Final = frozenset({"E401", "E420", "E421"})
"""Findings about something missing, which are not looked for while a sentence cannot be read."""


@dataclass(slots=True)
class _Trials:
    """The texts that are tried, and how many more may be."""

    source: Source
    words: Words
    check: Callable[[str], tuple[Diagnostic, ...]]
    before: Counter[tuple[str, str]]
    left: int = MOST_TRIALS
    _known: dict[str, Counter[tuple[str, str]]] = field(default_factory=dict)

    def after(self, fix: Fix) -> Counter[tuple[str, str]] | None:
        """Return the findings of the text with a fix; None if too many were tried."""
        text = fix.applied(self.source.text)
        if text == self.source.text:
            return None
        if text not in self._known:
            if self.left <= 0:
                return None
            self.left -= 1
            self._known[text] = _said(self.check(text))
        return self._known[text]

    def is_good(self, finding: Diagnostic, fix: Fix) -> bool:
        """Tell whether a fix removes a finding and adds none."""
        after = self.after(fix)
        if after is None:
            return False
        if finding.code.startswith("E1"):
            # What is not looked for while a sentence cannot be read may be found now.
            late = [about for about in after if about[0] in _OF_THE_WHOLE or about[0].startswith("W")]
            after = Counter({about: times for about, times in after.items() if about not in late})
        return after <= self.before - Counter([_about(finding)])


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
    words = words_of(source)
    trials = _Trials(source, words, check, _said(findings))
    settled: list[Diagnostic] = []
    gone: Counter[tuple[str, str]] = Counter()
    tried = 0
    for finding in findings:
        if gone[_about(finding)] > 0:
            gone[_about(finding)] -= 1
            continue
        if finding not in wrong or tried >= MOST_FINDINGS:
            settled.append(finding)
            continue
        tried += 1
        fix = _first_good(finding, trials, proposals(finding, words))
        if fix is None:
            settled.append(_unsettled(finding, trials))
            continue
        after = trials.after(fix)
        assert after is not None, "it was tried"
        gone |= trials.before - after - Counter([_about(finding)])
        settled = [one for one in settled if not _is_gone(one, gone)]
        settled.append(_with(finding, fix))
    return tuple(_merged(settled, source))


def _is_gone(finding: Diagnostic, gone: Counter[tuple[str, str]]) -> bool:
    """Tell whether an earlier finding without a fix goes with the fix of a later one, and take note of it."""
    if finding.fix is not None or gone[_about(finding)] <= 0:
        return False
    gone[_about(finding)] -= 1
    return True


def _merged(findings: list[Diagnostic], source: Source) -> Iterable[Diagnostic]:
    """Say one thing once: findings of one kind in one list, and what is only found since a sentence was torn apart."""
    kept: list[Diagnostic] = []
    for one in findings:
        same = next((at for at, other in enumerate(kept) if _is_alike(other, one)), None)
        if same is None:
            kept.append(one)
        elif one.span != kept[same].span:
            word = source.text[one.span.start : one.span.end]
            kept[same] = replace(kept[same], message=f"{kept[same].message} The same goes for `{word}`.")
    return kept


def _is_alike(one: Diagnostic, other: Diagnostic) -> bool:
    """Tell whether two findings are one mistake: of one list, or of one sentence that is not whole."""
    if one.fix is not None or other.fix is not None or one.span.file != other.span.file:
        return False
    if one.span == other.span:
        return {one.code, other.code} == {"E112", "E116"}
    is_card = one.code == other.code and one.code in ("E406", "E407", "E408", "E257")
    return is_card and one.span.line == other.span.line


def _first_good(finding: Diagnostic, trials: _Trials, fixes: Iterable[Fix]) -> Fix | None:
    """Return the first fix that leaves nothing wrong; without one, the first that works."""
    good: Fix | None = None
    for number, fix in enumerate(fixes):
        if number >= MOST_FOR_ONE or trials.left <= 0:
            break
        if not trials.is_good(finding, fix):
            continue
        if not trials.after(fix) or (fix.is_likely and trials.before.total() > _FEW):
            return fix
        good = good or (fix if fix.is_likely else None)
    return good


_FEW: Final = 4
"""How many findings may be one mistake: more are several."""


def _with(finding: Diagnostic, fix: Fix) -> Diagnostic:
    """Write a finding with its fix: if the fix knows the cause, in its words and at its place."""
    hint = finding.hint if _names(finding, fix) else fix.words
    first = fix.edits[0].span
    is_elsewhere = first.line != finding.span.line
    if not fix.cause:
        return replace(finding, hint=hint, fix=fix)
    span = replace(first, end=max(first.end, first.start + 1)) if is_elsewhere else finding.span
    return replace(finding, hint=fix.words, fix=fix, message=fix.cause, span=span)


def _names(finding: Diagnostic, fix: Fix) -> bool:
    """Tell whether a hint already says what its fix writes."""
    return bool(finding.hint) and all(
        edit.text.strip() and f"`{edit.text.strip()}`" in finding.hint for edit in fix.edits
    )


def _unsettled(finding: Diagnostic, trials: _Trials) -> Diagnostic:
    """Remove a guess that leaves the mistake there; keep what is right as far as it goes."""
    if finding.guess is None:
        return finding
    is_typo = nearest(finding.guess.wrong, (finding.guess.text,), _TYPO) is not None
    for fix in proposals(finding, trials.words, is_guess_alone=True):
        after = trials.after(fix)
        if after is not None and not after[_about(finding)] and (is_typo or after <= trials.before):
            return finding
    return replace(finding, hint=finding.guess.otherwise)


_TYPO: Final = 0.72
"""How alike two words are if one is a slip of the other."""


def _about(finding: Diagnostic) -> tuple[str, str]:
    return finding.code, finding.message


def _said(findings: Iterable[Diagnostic]) -> Counter[tuple[str, str]]:
    return Counter(_about(one) for one in findings if one.severity is not Severity.OPEN)
