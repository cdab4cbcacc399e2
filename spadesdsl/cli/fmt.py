"""`spadesdsl fmt`: files in the standard layout."""

from __future__ import annotations

from pathlib import Path

from spadesdsl.cli.commands import Format
from spadesdsl.cli.console import Console, Exit
from spadesdsl.cli.loading import STDIN, expand, tell_errors
from spadesdsl.diagnostics import Diagnostic
from spadesdsl.source import Source
from spadesdsl.storage import write_whole


def run(console: Console, call: Format) -> int:
    """Format every named file; with `--check`, list those that would change."""
    names, code = expand(console, call.names)
    changed = 0
    for name in names:
        source, text, found = _formatted(console, name)
        if source is None or text is None:
            code = max(code, tell_errors(console, found, {} if source is None else {source.name: source}))
        elif name == STDIN and not call.is_check:
            console.say(text.removesuffix("\n"))
        elif text != source.text:
            changed += 1
            console.say(f"{name}: {'would change' if call.is_check else 'changed'}")
            if call.is_check:
                code = max(code, Exit.FOUND)
            else:
                path = Path(name).resolve()
                write_whole(path, text.encode("utf-8"), mode=path.stat().st_mode)
    if STDIN not in call.names and not changed and code is Exit.FINE:
        console.say("nothing to change" if len(names) == 1 else f"{len(names)} files, nothing to change")
    return code


def _formatted(console: Console, name: str) -> tuple[Source | None, str | None, tuple[Diagnostic, ...]]:
    """Return a file and its standard layout; None and the findings if it cannot be read or parsed."""
    from spadesdsl.reading import read_file, read_text
    from spadesdsl.syntax.formatting import format_text

    source, found = read_text(console.read_bytes()) if name == STDIN else read_file(Path(name))
    if source is None:
        return None, None, found
    text, wrong = format_text(source)
    return source, text, tuple(wrong)
