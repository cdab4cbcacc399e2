"""`spadesdsl validate`: all that is wrong with rules, in one run; with `--proofs`, all that can be proved of them."""

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
    from collections.abc import Iterator, Sequence

    from spadesdsl.cli.calls import Validate
    from spadesdsl.cli.console import Console
    from spadesdsl.library import Opened


def validate(console: Console, call: Validate) -> int:
    """Check every file that was named and tell what was found."""
    files, code = [], Exit.FINE
    names = []
    for name in expand(call.names):
        if isinstance(name, EmptyFolder):
            console.tell(f"{name.name}: there is no .spades file in this folder.")
            code = max(code, Exit.UNREADABLE)
        else:
            names.append(name)
    for checked in _check_all(console, names, call):
        files.append(checked)
        code = max(code, exit_of(checked.findings, is_strict=call.is_strict))
        if call.form == "text":
            say_findings(console, checked)
    match call.form:
        case "json":
            console.say(json.dumps({"files": [json_of(checked) for checked in files]}, indent=2, ensure_ascii=False))
        case "github":
            from spadesdsl.cli.formats import github

            console.say("\n".join(line for checked in files for line in github(checked)))
        case "sarif":
            from spadesdsl.cli.formats import sarif

            console.say(json.dumps(sarif(files), indent=2, ensure_ascii=False))
        case _ if len(files) > 1:
            say_total(console, files)
        case _:
            pass
    return code


def _check_all(console: Console, names: Sequence[str], call: Validate) -> Iterator[Checked]:
    """Check files, with proofs on all processors where there are many."""
    if call.with_proofs and len(names) > 1 and STDIN not in names:
        from spadesdsl.cli.crew import check_together

        yield from check_together(names, call)
        return
    for name in names:
        yield check(console, name, call.settings, with_proofs=call.with_proofs, is_fresh=call.is_fresh)


def check(
    console: Console,
    name: str,
    settings: Sequence[tuple[str, str]],
    *,
    with_proofs: bool = False,
    is_fresh: bool = False,
) -> Checked:
    """Load a file and run its examples, or take what is kept of that where nothing has changed."""
    if name == STDIN or is_fresh:
        return _check(console, name, settings, with_proofs=with_proofs)[0]
    anew = partial(_check, console, name, settings, with_proofs=with_proofs)
    return checked_or_kept(name, settings, anew, with_proofs=with_proofs)


def _check(
    console: Console, name: str, settings: Sequence[tuple[str, str]], *, with_proofs: bool = False
) -> tuple[Checked, tuple[Opened, ...]]:
    loaded = load(console, name, settings)
    shown = name_of(name)
    if loaded.variant is None:
        return Checked(shown, loaded.diagnostics, loaded.sources), loaded.opened
    from spadesdsl.examples.run import run_examples

    examples = run_examples(loaded)
    failures = [failure for example in examples for failure in example.failures]
    if not with_proofs:
        return Checked(shown, (*loaded.diagnostics, *failures), loaded.sources, examples), loaded.opened
    from spadesdsl.proofs.prove import prove

    proved = prove(loaded)
    findings = (*loaded.diagnostics, *failures, *proved.findings)
    return Checked(shown, findings, loaded.sources, examples, proved.proofs), loaded.opened
