"""Sides: who plays with whom, from the start or after the bidding."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadesdsl.check.findings import Mistake, mistake, suggest
from spadesdsl.check.scopes import NOBODY_ASKED
from spadesdsl.diagnostics import Note
from spadesdsl.rules.parts import Teams
from spadesdsl.syntax import nodes

if TYPE_CHECKING:
    from spadesdsl.check.checker import Checker
    from spadesdsl.rules.parts import RuleInfo
    from spadesdsl.source import Span


def seat_teams(checker: Checker, info: RuleInfo, body: nodes.Body) -> Teams:
    """Work out the sides."""
    table = checker.symbols.table
    players = [seat for seat in range(len(table.seats)) if seat not in table.dummies]
    alone = tuple((seat,) for seat in players)
    if not isinstance(body, nodes.Teams):
        raise Mistake
    if body.after is not None:
        return _after(checker, info, body, alone)
    if body.size is None:
        return Teams(info, alone)
    if body.size < 1 or len(players) % body.size:
        message = f"{len(players)} players cannot make teams of {body.size}."
        seats = _own_seats(checker, body.span)
        if seats is None:
            raise mistake("E410", body.span, message, "change the seats or the size of the teams")
        hint = "write `replace teams none` in `table` if everybody plays alone; else change the seats"
        raise mistake("E410", seats, message, hint, Note(body.span, "these are the teams"))
    count = len(players) // body.size
    # Members sit evenly spaced round the table: partners opposite, and two teams of three in turn.
    sides = tuple(tuple(players[team::count]) for team in range(count))
    if body.labels and len(set(body.labels)) != count:
        message = f"These seats make {count} teams, and each needs a label of its own: this has {len(body.labels)}."
        raise mistake(
            "E453",
            body.span,
            message,
            'write one for each team, that of the first seat first, as in `teams of 2 "Old", "Young"`',
        )
    return Teams(info, sides, said=body.labels)


def _own_seats(checker: Checker, teams: Span) -> Span | None:
    """Return the seats that the checked file names, if its parent names the teams."""
    resolution = checker.symbols.resolution
    own = resolution.document.name_span.file
    seats = [one.rule.span for one in resolution.of("table", "seats") if one.rule.span.file == own]
    return seats[0] if seats and teams.file != own else None


def _after(checker: Checker, info: RuleInfo, body: nodes.Teams, alone: tuple[tuple[int, ...], ...]) -> Teams:
    phases = checker.symbols.resolution.phases
    if body.after not in phases:
        raise mistake(
            "E205",
            body.span,
            f"There is no phase `{body.after}` after which sides could be made.",
            suggest(body.after or "", phases, "phases"),
        )
    first = None if body.first is None else checker.seat(NOBODY_ASKED, body.first)
    partner = None if body.partner is None else checker.seat(NOBODY_ASKED, body.partner)
    return Teams(info, alone, body.after, first, partner, body.others == "together")
