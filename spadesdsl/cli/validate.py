"""`spadesdsl validate`: everything wrong with rules, and all that can be proved; `spadesdsl test`: their examples."""

from __future__ import annotations

import os
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from spadesdsl.cli.cache import checked_and_kept, kept
from spadesdsl.cli.console import Console, Exit
from spadesdsl.cli.fault import checked_or_fault
from spadesdsl.cli.findings import Checked, exit_of_checked, github, json_of, sarif, say_findings, say_total
from spadesdsl.cli.loading import STDIN, expand, load, name_of
from spadesdsl.diagnostics import Diagnostic, Severity

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from spadesdsl.cli.commands import Test, Validate
    from spadesdsl.examples.result import ExampleResult
    from spadesdsl.library import Opened
    from spadesdsl.loader import Loaded


def run(console: Console, call: Validate) -> int:
    """Check every named file and show the findings."""
    names, code = expand(console, call.names)
    files, code = _say_each(console, _check_all(console, names, call), call.form, code, is_strict=call.is_strict)
    match call.form:
        case "json":
            console.data({"files": [json_of(checked) for checked in files]})
        case "github":
            console.say(*(line for checked in files for line in github(checked)))
        case "sarif":
            console.data(sarif(files))
        case _:
            pass
    return code


def test(console: Console, call: Test) -> int:
    """Run the examples of every named file and show which fail."""
    names, code = expand(console, call.names)
    checked = (checked_or_fault(name_of(name), partial(_try, console, name, call.settings)) for name in names)
    files, code = _say_each(console, checked, call.form, code)
    if call.form == "json":
        console.data({"files": [json_of(one) | {"results": [*map(_result, one.examples)]} for one in files]})
    return code


def _say_each(
    console: Console, checked: Iterable[Checked], form: str, code: Exit, *, is_strict: bool = False
) -> tuple[list[Checked], Exit]:
    """Write the findings of files for people as they are found; return all, and the worst exit code."""
    files = []
    for one in checked:
        files.append(one)
        code = max(code, exit_of_checked(one, is_strict=is_strict))
        if form == "text" or one.fault:
            say_findings(console, one)
    if form == "text" and len(files) > 1:
        say_total(console, files)
    return files, code


def _try(console: Console, name: str, settings: Sequence[tuple[str, str]]) -> Checked:
    """Run a file's examples; if it cannot be loaded, show its errors."""
    from spadesdsl.examples.causes import with_causes
    from spadesdsl.examples.run import run_examples

    loaded = load(console, name, settings)
    if loaded.variant is None:
        errors = tuple(finding for finding in loaded.diagnostics if finding.severity is Severity.ERROR)
        return Checked(name_of(name), errors, loaded.sources)
    examples = with_causes(loaded, run_examples(loaded))
    failures = tuple(failure for example in examples for failure in example.failures)
    return Checked(name_of(name), failures, loaded.sources, examples)


def _result(example: ExampleResult) -> dict[str, Any]:
    return {"title": example.title, "file": example.file, "line": example.line, "holds": example.passed}


def _check_all(console: Console, names: Sequence[str], call: Validate) -> Iterator[Checked]:
    """Yield the cached findings of files, and check the others."""
    known = {} if call.is_fresh else _known(names, call)
    rest = [name for name in names if name not in known]
    checked = _check_rest(console, rest, call)
    for name in names:
        yield known[name] if name in known else next(checked)


def _known(names: Sequence[str], call: Validate) -> dict[str, Checked]:
    found = ((name, kept(name, call.settings, with_proofs=call.with_proofs)) for name in names if name != STDIN)
    return {name: checked for name, checked in found if checked is not None}


def _check_rest(console: Console, names: Sequence[str], call: Validate) -> Iterator[Checked]:
    """Check files, on all processors if there is enough to do."""
    if len(names) >= (2 if call.with_proofs else _MANY) and STDIN not in names:
        from concurrent.futures import ProcessPoolExecutor

        with ProcessPoolExecutor(max_workers=min(len(names), os.cpu_count() or 1)) as workers:
            yield from workers.map(partial(_check_apart, call), names, chunksize=2)
        return
    for name in names:
        yield checked_or_fault(name_of(name), partial(check, console, name, call))


def _check_apart(call: Validate, name: str) -> Checked:
    """Check a file in a process of its own."""
    return checked_or_fault(name, partial(check, Console(None, None, None), name, call))


_MANY: Final = 12
"""How many files, without proofs, are worth a second process."""


def check(console: Console, name: str, call: Validate) -> Checked:
    """Load a file and run its examples; cache the findings if wanted."""
    checked = partial(_check, console, name, call.settings, with_proofs=call.with_proofs)
    if name == STDIN or call.is_fresh:
        return checked()[0]
    return checked_and_kept(name, call.settings, checked, with_proofs=call.with_proofs)


def _seen_at_once(loaded: Loaded) -> tuple[Diagnostic, ...]:
    """Return what the cheap proofs find in a user's file; the shipped ones are proved already."""
    if loaded.opened[:1] and loaded.opened[0].kind == "bundled":
        return ()
    from spadesdsl.proofs.prove import glance

    return glance(loaded)


def _check(
    console: Console, name: str, settings: Sequence[tuple[str, str]], *, with_proofs: bool = False
) -> tuple[Checked, tuple[Opened, ...]]:
    loaded = load(console, name, settings)
    shown = name_of(name)
    if loaded.variant is None:
        return Checked(shown, loaded.diagnostics, loaded.sources), loaded.opened
    from spadesdsl.examples.run import count_set_aside, run_examples

    examples = run_examples(loaded)
    if not all(example.passed for example in examples):
        from spadesdsl.examples.causes import with_causes

        examples = with_causes(loaded, examples)
    failures = [failure for example in examples for failure in example.failures]
    left_out = count_set_aside(loaded, examples)
    if not with_proofs:
        found = (*loaded.diagnostics, *failures, *_seen_at_once(loaded))
        return Checked(shown, found, loaded.sources, examples, set_aside=left_out), loaded.opened
    from spadesdsl.proofs.prove import prove

    proved = prove(loaded)
    findings = (*loaded.diagnostics, *failures, *proved.findings)
    return Checked(shown, findings, loaded.sources, examples, proved.proofs, set_aside=left_out), loaded.opened
