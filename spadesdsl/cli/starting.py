"""`spadesdsl play --from`: starts from a position, or from a deal ready to be scored."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from spadesdsl.cli.console import Exit
from spadesdsl.cli.play import sit_down
from spadesdsl.documents import MAX_LETTERS, DocumentError, Fault, read_document
from spadesdsl.words import folded

if TYPE_CHECKING:
    from spadesdsl.cli.commands import Play
    from spadesdsl.cli.console import Console
    from spadesdsl.cli.play import Party
    from spadesdsl.documents import Json


def play_from(console: Console, call: Play, party: Party) -> int:
    """Play on from a document."""
    from spadesdsl.diff import start_from

    if call.record:
        console.remark("A saved game starts from its first deal: leave out `--record` with `--from`.")
        return Exit.USAGE
    document = _read(console, call.start)
    if isinstance(document, Exit):
        return document
    if not isinstance(document, dict):
        console.remark(f"{call.start} is not a position: `spadesdsl diff A B --save FOLDER` writes one.")
        return Exit.FOUND
    started = start_from(party.game, document)
    if isinstance(started, tuple):
        console.tell("\n".join([f"{call.start} is not a position of {party.game.name}:", *_told(started)]))
        return Exit.FOUND
    if started.stopped_at:
        console.remark(f"These rules go another way from here: {started.stopped_at}")
    return sit_down(console, call, replace(party, states=started.states), None)


def _told(faults: tuple[Fault, ...]) -> list[str]:
    return [line for fault in faults for line in folded(str(fault), indent="  ", hanging="    ")]


def _read(console: Console, file: str) -> Json | Exit:
    """Read the document; if it cannot be read, say why and return the exit code."""
    try:
        with Path(file).expanduser().open("rb") as opened:
            data = opened.read(4 * MAX_LETTERS)  # a letter has four bytes at most
        return read_document(data.decode("utf-8"))
    except UnicodeDecodeError:
        console.remark(f"{file} cannot be read: it is not UTF-8 (save it as UTF-8).")
    except DocumentError as problem:
        console.remark(f"{file} cannot be read: {problem.fault}")
    except (OSError, ValueError) as problem:
        why = getattr(problem, "strerror", None) or "this cannot be the name of a file"
        console.remark(f"{file} cannot be read: {str(why).lower()}.")
    return Exit.UNREADABLE
