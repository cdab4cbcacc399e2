"""What was looked at, and what came of it: proved, found wrong, or not proved and only tried."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from spadesdsl.check.checked import RuleInfo
    from spadesdsl.diagnostics import Diagnostic
    from spadesdsl.engine.spec import RuleRef
    from spadesdsl.source import Span

Id: TypeAlias = tuple[str, str, int]
"""A rule in one file: its key, the file, the line. Rules of one key on different deals differ in this."""


def id_of(rule: RuleRef) -> Id:
    """Return the id of a bound rule."""
    return (rule.key, rule.file, rule.line)


def id_of_info(rule: RuleInfo) -> Id:
    """Return the id of a checked rule: the same as of what it is bound to."""
    return (rule.key, rule.span.file, rule.span.line)


def name_span(rule: RuleInfo) -> Span:
    """Return where a finding about a rule points."""
    return rule.node.name_span if rule.node is not None and rule.node.name_span.end else rule.span


def everywhere(proofs: Iterable[tuple[Id, Proof]]) -> Iterator[Proof]:
    """Say of each rule once what came of it on all deals: that something never happens has to be so on each of them.

    Args:
        proofs: Rules with what came of them, for each way in which they stand on some deal.
    """
    found: dict[Id, list[Proof]] = {}
    for rule, proof in proofs:
        found.setdefault(rule, []).append(proof)
    for some in found.values():
        yield next((proof for proof in some if not proof.never and proof.finding is None), some[0])


class Standing(StrEnum):
    """What came of a claim."""

    PROVED = "proved"
    """It holds in every case there is, or a case was shown that it needs."""
    FOUND = "found"
    """It does not hold; there is a finding."""
    OPEN = "not proved"
    """It held in every case that was tried, and not every case was."""


class Event(StrEnum):
    """What can happen to a rule in play: each can be what a claim says never happens."""

    HOLDS = "holds"
    """A condition holds."""
    FAILS = "fails"
    CASE = "case"
    """A case of a line counts."""
    GAP = "gap"
    """A line counts, and none of its cases holds."""
    OVERLAP = "overlap"
    """Two cases of a line hold that say different things."""
    NARROWS = "narrows"
    """A `must` takes a choice away and leaves another."""
    OFFERED = "offered"
    """A bid can be made."""
    SILENT = "silent"
    """A seat reaches its turn in a round and may bid nothing."""
    ENDS = "ends"
    """An ending ends the game, or puts a side out of it."""
    LEVEL = "level"
    """An ending holds and ends nothing, since the best are level."""


Happening: TypeAlias = tuple[Event, Id, int]
"""An event, the rule that it happened to, and which part of it: the number of a case; 0 of all else."""


@dataclass(frozen=True, slots=True)
class Proof:
    """One claim about a game and what came of it."""

    about: str
    """The rule: `scoring.contract`."""
    claim: str
    """What is claimed: "one case counts, and one only"."""
    standing: Standing
    cases: int
    """Over how many cases."""
    how: str
    """What the cases are: "every answer to `made`, `set_cost`"."""
    finding: Diagnostic | None = None
    never: tuple[Happening, ...] = ()
    """What would contradict it, if it ever happened in a game with these options."""

    @property
    def line(self) -> str:
        """Return the claim in one line."""
        cases = f"{self.cases:,} case{'' if self.cases == 1 else 's'}"
        return f"{self.standing:10}  {self.about}: {self.claim} ({cases}: {self.how})"
