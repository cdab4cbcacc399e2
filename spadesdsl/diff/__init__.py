"""Compare two games: what differs between their rules, whom it affects, and a case where they part."""

from spadesdsl.algebra.reads import Effect
from spadesdsl.diff.changes import Change, ChangeKind, changes_between
from spadesdsl.diff.difference import USUAL_DEALS, Affected, Difference, Played, difference
from spadesdsl.diff.effects import Direction
from spadesdsl.diff.from_documents import Started, fitting, start_from
from spadesdsl.diff.witnesses import Witness

__all__ = [
    "USUAL_DEALS",
    "Affected",
    "Change",
    "ChangeKind",
    "Difference",
    "Direction",
    "Effect",
    "Played",
    "Started",
    "Witness",
    "changes_between",
    "difference",
    "fitting",
    "start_from",
]
