"""`spadesdsl validate`: all that is wrong with rules, in one run."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING

from spadesdsl.cli.exits import Exit
from spadesdsl.cli.files import STDIN, EmptyFolder, expand
from spadesdsl.cli.findings import Checked, json_of, say_findings, say_total
from spadesdsl.cli.loading import exit_of, load, name_of
from spadesdsl.cli.memory import checked_or_kept

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spadesdsl.cli.calls import Validate
    from spadesdsl.cli.console import Console
    from spadesdsl.library import Opened


def validate(console: Console, call: Validate) -> int:
    """Check every file that was named and tell what was found."""
    files, code = [], Exit.FINE
    for name in expand(call.names):
        if isinstance(name, EmptyFolder):
            console.tell(f"{name.name}: there is no .spades file in this folder.")
            code = max(code, Exit.UNREADABLE)
            continue
        checked = check(console, name, call.settings)
        files.append(checked)
        code = max(code, exit_of(checked.findings, is_strict=call.is_strict))
        if call.form == "text":
            say_findings(console, checked)
    if call.form == "json":
        console.say(json.dumps({"files": [json_of(checked) for checked in files]}, indent=2, ensure_ascii=False))
    elif len(files) > 1:
        say_total(console, files)
    return code


def check(console: Console, name: str, settings: Sequence[tuple[str, str]]) -> Checked:
    """Load a file and run its examples, or take what is kept of that where nothing has changed."""
    if name == STDIN:
        return _check(console, name, settings)[0]
    return checked_or_kept(name, settings, partial(_check, console, name, settings))


def _check(console: Console, name: str, settings: Sequence[tuple[str, str]]) -> tuple[Checked, tuple[Opened, ...]]:
    loaded = load(console, name, settings)
    shown = name_of(name)
    if loaded.variant is None:
        return Checked(shown, loaded.diagnostics, loaded.sources), loaded.opened
    from spadesdsl.examples.run import run_examples

    examples = run_examples(loaded)
    failures = [failure for example in examples for failure in example.failures]
    return Checked(shown, (*loaded.diagnostics, *failures), loaded.sources, examples), loaded.opened
