"""What was checked, and the result: proved, found wrong, or only tried without a proof."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final, TypeAlias

from spadesdsl.diagnostics import Diagnostic, warning
from spadesdsl.frozen import Frozen
from spadesdsl.work import GIVEN_UP, at_most, share

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from spadesdsl.rules.parts import RuleInfo
    from spadesdsl.source import Span

Id: TypeAlias = tuple[str, str, int]
"""A rule in one file: its key, the file, where it begins. So rules that share a key on different deals are apart."""


def id_of(rule: RuleInfo) -> Id:
    """Return the id of a rule."""
    return (rule.key, rule.file, rule.span.start)


def everywhere(rules: Iterable[tuple[RuleInfo, Callable[[], Proof]]]) -> Iterator[Proof]:
    """Merge the proofs of each rule over all deals: something never happens only if it happens on none of them.

    Args:
        rules: Rules with what proves them, one for each form of the rule on some deal.
    """
    found: dict[Id, list[Proof]] = {}
    waiting = list(rules)
    for left, (rule, work_out) in zip(range(len(waiting), 0, -1), waiting, strict=True):
        found.setdefault(id_of(rule), []).append(in_its_share(rule, work_out, left))
    for some in found.values():
        yield next((proof for proof in some if not proof.never and proof.finding is None), some[0])


def in_its_share(rule: RuleInfo, work_out: Callable[[], Proof], parts: int) -> Proof:
    """Return what is claimed of a rule, or that it takes more work than its share of what is left.

    Args:
        rule: The rule.
        work_out: What finds the claim.
        parts: Among how many rules the work that is left is shared; a rule may use twice its part, as most use less.
    """
    try:
        with at_most(2 * share(parts)) as budget:
            return work_out()
    except GIVEN_UP:
        return Proof(rule.key, "what it does", Standing.OPEN, 0, budget.said)


class Standing(StrEnum):
    """The result of a claim."""

    PROVED = "proved"
    """It holds in every possible case, or the case that it needs was shown."""
    FOUND = "found"
    """It does not hold; there is a finding."""
    OPEN = "not proved"
    """It held in every case tried, but not every case was tried."""


class Event(StrEnum):
    """What can happen to a rule in play: a claim can say of each that it never does."""

    HOLDS = "holds"
    """A condition holds."""
    FAILS = "fails"
    CASE = "case"
    """A case of a line counts."""
    GAP = "gap"
    """A line counts, and none of its cases holds."""
    OVERLAP = "overlap"
    """Two cases of a line hold and say different things."""
    NARROWS = "narrows"
    """A `must` removes one choice and leaves another."""
    OFFERED = "offered"
    """A bid can be made."""
    SILENT = "silent"
    """A seat reaches its turn in a round and has no bid to make."""
    ENDS = "ends"
    """An ending ends the game, or puts a side out of it."""
    GIVES = "gives"
    """A line gives points, or a tally is not 0."""


Happening: TypeAlias = tuple[Event, Id, int]
"""An event, the rule that it happened to, and the part of the rule: the number of a case, otherwise 0."""


class Proof(Frozen):
    """One claim about a game, and the result."""

    about: str
    """The rule: `scoring.contract`."""
    claim: str
    """The claim: "one case counts, and one only"."""
    standing: Standing
    cases: int
    """The number of cases."""
    how: str
    """What the cases are: "every answer to `made`, `set_cost`"."""
    finding: Diagnostic | None = None
    never: tuple[Happening, ...] = ()
    """The events that would contradict it, if they ever happened in a game with these options."""

    @property
    def line(self) -> str:
        """Write the claim in one line."""
        cases = f"{self.cases:,} case{'' if self.cases == 1 else 's'}"
        return f"{self.standing:10}  {self.about}: {self.claim} ({cases}: {self.how})"


AT_ONCE: Final = "seen at once"
"""How something was found that shows without a deal."""


def found_at(rule: RuleInfo, code: str, message: str, hint: str, *, cases: int = 1, span: Span | None = None) -> Proof:
    """Return a warning about a rule, at its name or a span, found in so many cases: one where it shows at once."""
    finding = warning(code, span or rule.name_span, message, hint)
    return Proof(rule.key, message, Standing.FOUND, cases, AT_ONCE if cases == 1 else "seen in play", finding)
