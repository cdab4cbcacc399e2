"""`spadesdsl stats`: how the people of the saved games have played, game by game."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from spadesdsl.cli.console import Exit
from spadesdsl.frozen import dataclass, field
from spadesdsl.words import count, folded

if TYPE_CHECKING:
    from spadesdsl.cli.commands import Stats
    from spadesdsl.cli.console import Console
    from spadesdsl.engine.events import SideScore
    from spadesdsl.journal import Replayed

_HEAD = ("player", "game", "games", "won", "deals", "made", "a deal", "best", "worst")
_NOBODY_SAID = "you"
"""A person whose name is not in the record."""


@dataclass(slots=True)
class Tallied:
    """What somebody has done in one game."""

    games: int = 0
    """Those that are over."""
    won: int = 0
    points: list[Fraction] = field(default_factory=list)
    """Of each deal, for the player's side."""
    promised: int = 0
    """Deals with a contract that the sheet compares with tricks."""
    made: int = 0

    def add(self, side: SideScore) -> None:
        """Count a deal."""
        self.points.append(Fraction(side.points))
        if side.contract and side.counted is not None:
            self.promised += 1
            self.made += side.counted >= side.contract

    def cells(self) -> tuple[str, ...]:
        """Write it for a row of the table."""
        deals = len(self.points)
        made = f"{self.made} of {self.promised}" if self.promised else "-"
        mean = f"{float(sum(self.points) / deals):.1f}" if deals else "-"
        ends = (f"{float(end(self.points)):g}" if deals else "-" for end in (max, min))
        return (str(self.games), str(self.won), str(deals), made, mean, *ends)


def run(console: Console, call: Stats) -> int:
    """Print a row for each person and game."""
    from spadesdsl.journal import Trouble, kept_games, read_record, replay

    found: dict[tuple[str, str], Tallied] = {}
    unread = 0
    for kept in kept_games():
        record = read_record(kept.path)
        if isinstance(record, Trouble) or (call.player and not any(s.name == call.player for s in record.sitters)):
            continue
        replayed = replay(record)
        if isinstance(replayed, Trouble) or replayed.wrong is not None:
            unread += 1
        else:
            _add(found, replayed)
    rows = [(*key, *tallied.cells()) for key, tallied in sorted(found.items()) if call.player in ("", key[0])]
    if not rows:
        who = f"`{call.player}` has" if call.player else "People have"
        told = f"{who} played no deal to its end in the saved games."
        more = "`spadesdsl play` saves each game, and `--names` says who plays."
        console.say(*folded(f"{told} {more}", console.width))
        return Exit.FINE
    wide = [max(len(row[at]) for row in (_HEAD, *rows)) for at in range(len(_HEAD))]
    for player, game, *numbers in (_HEAD, *rows):
        cells = (cell.rjust(room) for cell, room in zip(numbers, wide[2:], strict=True))
        console.say("  ".join((player.ljust(wide[0]), game.ljust(wide[1]), *cells)))
    if unread:
        console.remark(f"Left out because they cannot be played again: {count(unread, 'record')}.")
    return Exit.FINE


def _add(found: dict[tuple[str, str], Tallied], replayed: Replayed) -> None:
    """Count a game for each person in it."""
    states, game = replayed.states, replayed.game
    sheets = [sheet for state in states for sheet in state.sheets]
    for sitter in replayed.record.sitters:
        if not sitter.is_person or not sheets:
            continue
        own = found.setdefault((sitter.name or _NOBODY_SAID, game.title[:20]), Tallied())
        for sheet in sheets:
            for side in sheet.sides:
                if sitter.seat in side.members:
                    own.add(side)
        if states[-1].over:
            own.games += 1
            own.won += any(sitter.seat in game.sides[side] for side in states[-1].winners)
