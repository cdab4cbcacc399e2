"""`spadesdsl score`: the score sheet of a deal played elsewhere."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from spadesdsl.cli.console import Exit
from spadesdsl.cli.loading import STDIN, game_of, name_of

if TYPE_CHECKING:
    from spadesdsl.cli.commands import Score
    from spadesdsl.cli.console import Console
    from spadesdsl.engine.game import Game
    from spadesdsl.rules.game import Variant
    from spadesdsl.score import ScoreResult


def run(console: Console, call: Score) -> int:
    """Score a deal and print its sheet, or everything that is missing or impossible."""
    loaded = game_of(console, call.name, call.settings)
    if isinstance(loaded, Exit):
        return loaded
    game, rules = loaded
    text = _text(console, call.file)
    if text is None:
        return Exit.UNREADABLE
    from spadesdsl import score

    result = score.run(game, text, strict=call.is_strict)
    if call.form == "json":
        console.say(json.dumps(result.to_json(), ensure_ascii=False))
    if result.sheet is None:
        console.tell(f"{name_of(call.file)} cannot be scored:\n{_indented(result.message())}")
        return Exit.FOUND
    if call.form != "json":
        assert rules.variant is not None
        console.say("\n".join(_lines(result, game, rules.variant)))
    return Exit.FINE


def _text(console: Console, file: str) -> str | None:
    """Read the document, or say why it cannot be read."""
    from spadesdsl.documents import MAX_LETTERS

    if file == STDIN and console.is_live:
        console.tell("Type the deal in YAML or JSON, and end with Ctrl-D.")
    try:
        if file == STDIN:
            data = console.read_bytes()
        else:
            with Path(file).open("rb") as opened:
                data = opened.read(4 * MAX_LETTERS)  # a letter has four bytes at most
        return data.decode("utf-8")
    except UnicodeDecodeError:
        console.remark(f"{name_of(file)} cannot be read: it is not UTF-8 (save it as UTF-8).")
    except (OSError, ValueError) as problem:
        why = getattr(problem, "strerror", None) or "this cannot be the name of a file"
        console.remark(f"{name_of(file)} cannot be read: {str(why).lower()}.")
    return None


def _indented(message: str) -> str:
    return "\n".join(f"  {line}" for line in message.splitlines())


def _lines(result: ScoreResult, game: Game, variant: Variant) -> list[str]:
    """Write the sheet, notes about the bids, and the state of the game."""
    from spadesdsl.engine.events import EndEvent
    from spadesdsl.session.news import ending_text
    from spadesdsl.sheet import sheet_lines
    from spadesdsl.words import folded

    assert result.sheet is not None
    lines = sheet_lines(result.sheet, game.seats, variant.edition(result.sheet.deal))
    for note in result.notes:
        lines += folded(f"note: {note}", hanging="  ")
    if result.over:
        edition = variant.edition(result.sheet.deal)
        end = EndEvent(result.winners, result.ended_by, (), result.met_by)
        lines += ["", *folded(ending_text(game, end, edition.rules))]
    return lines
