"""`spadesdsl test`: the worked examples of rules, and what came out instead if one fails."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from spadesdsl.cli.fault import checked_or_fault
from spadesdsl.cli.findings import Checked, exit_of_checked, json_of, say_findings, say_total
from spadesdsl.cli.loading import expand, load, name_of
from spadesdsl.diagnostics import Severity

if TYPE_CHECKING:
    from spadesdsl.cli.commands import Test
    from spadesdsl.cli.console import Console


def run(console: Console, call: Test) -> int:
    """Run the examples of every named file and show which fail."""
    names, code = expand(console, call.names)
    files = []
    for name in names:
        checked = checked_or_fault(name_of(name), partial(_run, console, name, call))
        files.append(checked)
        code = max(code, exit_of_checked(checked))
        if call.form == "text" or checked.fault:
            say_findings(console, checked)
    if call.form == "json":
        answer = [
            {
                **json_of(checked),
                "results": [
                    {"title": example.title, "file": example.file, "line": example.line, "holds": example.passed}
                    for example in checked.examples
                ],
            }
            for checked in files
        ]
        console.data({"files": answer})
    elif len(files) > 1:
        say_total(console, files)
    return code


def _run(console: Console, name: str, call: Test) -> Checked:
    """Run a file's examples; if it cannot be loaded, show its errors."""
    from spadesdsl.examples.causes import with_causes
    from spadesdsl.examples.run import run_examples as run

    loaded = load(console, name, call.settings)
    if loaded.variant is None:
        errors = tuple(finding for finding in loaded.diagnostics if finding.severity is Severity.ERROR)
        return Checked(name_of(name), errors, loaded.sources)
    examples = with_causes(loaded, run(loaded))
    failures = tuple(failure for example in examples for failure in example.failures)
    return Checked(name_of(name), failures, loaded.sources, examples)
