"""`spadesdsl score`: the score sheet of a deal played elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from spadesdsl.cli.console import Console, Exit, Stop
from spadesdsl.cli.loading import STDIN, game_of, name_of, text_of
from spadesdsl.reading import SUFFIX
from spadesdsl.words import WIDTH, folded

if TYPE_CHECKING:
    from spadesdsl.cli.commands import Score
    from spadesdsl.engine.game import Game
    from spadesdsl.rules.game import Variant
    from spadesdsl.score import ScoreResult

_DOCUMENTS: Final = (".yaml", ".yml", ".json")


def run(console: Console, call: Score) -> int:
    """Score a deal and print its sheet, or everything that is missing or impossible."""
    if call.file.endswith(SUFFIX) or Path(call.name).suffix in _DOCUMENTS:
        raise Stop(Exit.USAGE, f"The game comes first, then the document: `spadesdsl score {call.file} {call.name}`.")
    loaded = game_of(console, call.name, call.settings)
    if call.file == STDIN and console.is_live:
        console.tell("Type the deal in YAML or JSON, and end with Ctrl-D.")
    from spadesdsl import score

    result = score.run(loaded.playable, text_of(console, call.file), strict=call.is_strict)
    if call.form == "json":
        console.data(result.to_json(), is_one_line=True)
    if result.sheet is None:
        width = min(WIDTH, console.width)
        faults = [part for line in result.message().splitlines() for part in folded(line, width, "  ", "    ")]
        console.tell("\n".join([f"{name_of(call.file)} cannot be scored:", *faults]))
        return Exit.FOUND
    if call.form != "json":
        console.say(*_lines(result, loaded.playable, loaded.rules))
    return Exit.FINE


def _lines(result: ScoreResult, game: Game, variant: Variant) -> list[str]:
    """Write the sheet, notes about the bids, and the state of the game."""
    from spadesdsl.engine.events import EndEvent
    from spadesdsl.session.news import ending_text
    from spadesdsl.sheet import sheet_lines

    assert result.sheet is not None
    seats, edition = game.named({}), variant.edition(result.sheet.deal)
    lines = sheet_lines(result.sheet, seats, edition)
    for note in result.notes:
        lines += folded(f"note: {note}", hanging="  ")
    if result.over:
        end = EndEvent(result.winners, result.ended_by, (), result.met_by)
        lines += ["", *folded(ending_text(game, end, edition.rules, seats))]
    return lines
