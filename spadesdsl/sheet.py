"""Write a score sheet as players do: a column for each side, a row for each rule, with the rule's text."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from spadesdsl.frozen import dataclass
from spadesdsl.words import WIDTH, amount_text, folded, side_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spadesdsl.engine.events import ScoreSheet, SheetLine, SideScore
    from spadesdsl.engine.spec import Amount

_LEAST_LABEL = 26
_LEAST_COLUMN = 7


@dataclass(slots=True)
class _Row:
    """One rule of the sheet, with the points it gave each side."""

    label: str
    points: dict[int, Amount] = field(default_factory=dict)
    """By side."""
    sentences: dict[str, list[int]] = field(default_factory=dict)
    """The rule's texts, each with the sides that get it; empty if the rule is worth nothing."""


def sheet_text(sheet: ScoreSheet, seats: Sequence[str], *, first: int = 0, width: int = WIDTH) -> str:
    """Write a score sheet.

    Args:
        sheet: The deal's result.
        seats: Names of the seats.
        first: The side whose column comes first.
        width: Columns of the page. Sides that do not fit follow in a table of their own.
    """
    sides = sorted(sheet.sides, key=lambda side: (side.side != first, side.side))
    most = max(1, (width - _LEAST_LABEL) // (_LEAST_COLUMN + 2))
    parts = [sides[at : at + most] for at in range(0, len(sides), most)]
    return "\n\n".join("\n".join(_part(sheet.deal, part, seats, width)) for part in parts)


def _part(deal: int, sides: Sequence[SideScore], seats: Sequence[str], width: int) -> list[str]:
    """Write the columns of as many sides as fit beside each other."""
    columns = {side.side: _fit(seats, side.members, width, len(sides)) for side in sides}
    page = _Page(columns, width)
    lines = [page.row(f"Score sheet of deal {deal}", columns), page.rule]
    idle = []
    for row in _rows(sides, seats):
        if any(row.points.values()):
            lines.append(page.points(row.label, row.points))
            lines += page.says(row.sentences)
        else:
            idle.append(row.label)
    if idle:
        lines += folded(f"0  {', '.join(idle)}", width, hanging="   ")
    lines += [page.rule, page.points("this deal", {side.side: side.points for side in sides})]
    lines.append(page.points("score", {side.side: side.score for side in sides}))
    for name in dict.fromkeys(name for side in sides for name in side.tallies):
        lines.append(page.points(name, {side.side: side.tallies[name] for side in sides if name in side.tallies}))
    return lines


def _fit(seats: Sequence[str], members: Sequence[int], width: int, sides: int) -> str:
    """Return as much of a side's name as its column can hold."""
    room = (width - _LEAST_LABEL) // sides - 2
    name = side_name(seats, members, room)
    return name if len(name) <= room else name[: room - 1] + "."


@dataclass(frozen=True, slots=True)
class _Page:
    """The measures of a sheet."""

    columns: dict[int, str]
    """Heading of each side's column."""
    width: int

    @property
    def rule(self) -> str:
        return "-" * self.width

    def row(self, label: str, cells: dict[int, str]) -> str:
        """Write a row: the label at the left, the cells at the right."""
        written = "".join(
            "  " + cells.get(side, "").rjust(max(_LEAST_COLUMN, len(heading))) for side, heading in self.columns.items()
        )
        room = self.width - len(written)
        return (label if len(label) <= room else label[: room - 3] + "...").ljust(room) + written.rstrip()

    def points(self, label: str, points: dict[int, Amount]) -> str:
        """Write a row of amounts."""
        return self.row(label, {side: amount_text(value) for side, value in points.items()})

    def says(self, sentences: dict[str, list[int]]) -> list[str]:
        """Write a rule's text; with the side's name if another side has a different text."""
        lines = []
        for sentence, sides in sentences.items():
            to_whom = f"{', '.join(self.columns[side] for side in sides)}: " if len(sentences) > 1 else ""
            lines += folded(to_whom + sentence, self.width, "    ", "    ")
        return lines


def _rows(sides: Sequence[SideScore], seats: Sequence[str]) -> list[_Row]:
    """Return a row for each rule (and seat, where a seat earns it), in the order of the rules."""
    rows: dict[tuple[str, int | None], _Row] = {}
    for side in sides:
        for line in side.lines:
            row = rows.setdefault((line.rule.key, line.seat), _Row(_label(line, seats)))
            row.points[side.side] = row.points.get(side.side, 0) + line.points
            if line.points and line.sentence:
                row.sentences.setdefault(line.sentence, []).append(side.side)
    order = list(dict.fromkeys(key for key, _ in rows))
    return [rows[place] for place in sorted(rows, key=lambda place: order.index(place[0]))]


def _label(line: SheetLine, seats: Sequence[str]) -> str:
    return line.rule.key if line.seat is None else f"{line.rule.key}, {seats[line.seat]}"
