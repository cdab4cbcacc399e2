"""The files of a command: which they are, their rules or their text, or why there are none; and what it writes."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from spadesdsl.cli.console import Console, Exit, Stop
from spadesdsl.diagnostics import Diagnostic, Severity, has_errors
from spadesdsl.frozen import replace
from spadesdsl.reading import PLACE, STDIN_NAME, SUFFIX, may_never_end
from spadesdsl.storage import path_at, usual_mode
from spadesdsl.words import reason_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from spadesdsl.loader import Loaded
    from spadesdsl.source import Source

STDIN = "-"
_DIGITS = 6
"""The most digits in a saved game's number."""


def expand(console: Console, names: Iterable[str]) -> tuple[list[str], Exit]:
    """Return each name, and for a folder the files in it, in order; say which folder has none."""
    found: list[str] = []
    code = Exit.FINE
    for name in names:
        folder = Path(name)
        if name == STDIN or not folder.is_dir():
            found.append(name)
            continue
        files = sorted(str(path) for path in folder.rglob(f"*{SUFFIX}") if path.is_file())
        found += files
        if not files:
            console.remark(f"{name}: there is no {SUFFIX} file in this folder.")
            code = Exit.UNREADABLE
    return found, code


def tell_of_bots(console: Console, *bots: str) -> None:
    """Say that a bot that needs machine code plays as another one does, if nothing here can make that code."""
    if any(bot.partition(":")[0] == "strong" for bot in bots):
        from spadesdsl.kernel.native import is_there

        if not is_there():
            console.tell('Without `pip install "spadesdsl[fast]"`, `strong` plays as `steady`.')


def load(console: Console, name: str, settings: Sequence[tuple[str, str]]) -> Loaded:
    """Load a file, a bundled variant or the standard input."""
    from spadesdsl import loader

    if name == STDIN:
        return loader.load_text(console.read_bytes(), dict(settings))
    return loader.load(name, dict(settings))


def name_of(name: str) -> str:
    """Return the name of a file for people."""
    return STDIN_NAME if name == STDIN else name


def game_of(
    console: Console, name: str, settings: Sequence[tuple[str, str]], place: str = PLACE, *, has_warnings: bool = True
) -> Loaded:
    """Load a game, or show why there is none and stop; `place` is the option that sets what varies."""
    loaded = load(console, name, settings)
    sources = {**loaded.sources, place: replace(loaded.sources[PLACE], name=place)}
    found = [
        replace(one, span=replace(one.span, file=place)) if one.span.file == PLACE else one
        for one in loaded.diagnostics
    ]
    if loaded.game is None:
        raise Stop(tell_errors(console, found, sources))
    warnings = [one for one in found if one.span.file == place]
    if warnings and has_warnings:
        console.show(warnings, sources, are_the_answer=False)
    return loaded


def tell_errors(console: Console, findings: Iterable[Diagnostic], sources: Mapping[str, Source]) -> Exit:
    """Show the errors among findings, and return the exit code."""
    errors = [finding for finding in findings if finding.severity is Severity.ERROR]
    console.show(errors, sources, are_the_answer=False)
    return exit_of(errors)


def exit_of(findings: Iterable[Diagnostic], *, is_strict: bool = False) -> Exit:
    """Return the exit code for findings."""
    found = list(findings)
    if any(finding.code.startswith("E0") for finding in found):  # a file that cannot be read
        return Exit.UNREADABLE
    return Exit.FOUND if has_errors(found) or (is_strict and found) else Exit.FINE


def text_of(console: Console, file: str) -> str:
    """Return the text of a document; if it cannot be read, say why and stop."""
    from spadesdsl.documents import MAX_LETTERS

    try:
        if file == STDIN:
            data = console.read_bytes()
        elif may_never_end(path_at(file)):
            raise Stop(Exit.UNREADABLE, f"{name_of(file)} is not a file: name a file with the document.")
        else:
            with path_at(file).open("rb") as opened:
                data = opened.read(4 * MAX_LETTERS)  # a letter has four bytes at most
        return data.decode("utf-8")
    except UnicodeDecodeError:
        why = "it is not UTF-8 (save it as UTF-8)"
    except (OSError, ValueError) as problem:
        why = reason_of(problem)
    raise Stop(Exit.UNREADABLE, f"{name_of(file)} cannot be read: {why}.")


def path_of(name: str) -> Path:
    """Return the file of a saved game that is given as a file, or by its number in the list."""
    from spadesdsl.journal import kept_games

    path = path_at(name)
    if not (name.isdecimal() and len(name) <= _DIGITS) or path.exists():
        return path
    found = next(islice(kept_games(), int(name) - 1, None), None) if int(name) else None
    if found is not None:
        return found.path
    raise Stop(Exit.USAGE, f"There is no saved game {name}: `spadesdsl games` lists them.")


def write(console: Console, file: str, data: bytes, done: str) -> Exit:
    """Write a new file, and say so; or say why it cannot be written, and stop."""
    from spadesdsl.journal.writing import create

    path = path_at(file)
    if (wrong := create(path, data, usual_mode())) is not None:
        raise Stop(Exit.UNREADABLE, f"{path}: {wrong.message}")
    console.tell(f"{path}: {done}.")
    return Exit.FINE
