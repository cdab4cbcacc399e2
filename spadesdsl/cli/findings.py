"""The findings about a file: as text for people, and as JSON, GitHub's log and SARIF for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from spadesdsl import __version__
from spadesdsl.diagnostics import Diagnostic, Severity
from spadesdsl.frozen import Frozen
from spadesdsl.proofs.claims import Proof, Standing
from spadesdsl.words import WIDTH, count, folded, printable

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from spadesdsl.cli.console import Console
    from spadesdsl.examples.result import ExampleResult
    from spadesdsl.source import Source, Span


class Checked(Frozen):
    """A checked file."""

    name: str
    """As the user typed it."""
    findings: tuple[Diagnostic, ...]
    sources: Mapping[str, Source]
    examples: tuple[ExampleResult, ...] = ()
    proofs: tuple[Proof, ...] | None = None
    """None if the user did not ask for proofs."""
    fault: str = ""
    """The message if the program failed on this file."""
    given_up: str = ""
    """What was given up, because the file is too large; empty if nothing was."""
    set_aside: int = 0
    """How many inherited examples were not run, or do not count, since the file changes what they are about."""

    def number(self, severity: Severity) -> int:
        """Count the findings of a kind."""
        return sum(finding.severity is severity for finding in self.findings)

    @property
    def held(self) -> int:
        """Count the examples that hold."""
        return sum(example.passed for example in self.examples)


_BESIDE_STANDING = " " * 14
"""The indent of a proof's further lines."""
_ORDER = (Severity.OPEN, Severity.WARNING, Severity.ERROR)
"""The worst comes last, where the eye is when the command is done."""


def say_findings(console: Console, checked: Checked) -> None:
    """Write the findings of a file and a summary."""
    name = printable(checked.name)
    if checked.fault:
        console.tell(f"{name}: {checked.fault}")
        return
    if checked.findings:
        found = sorted(checked.findings, key=lambda finding: _ORDER.index(finding.severity))
        console.show(found, checked.sources)
        console.say()
    if checked.proofs is not None:
        told = (line for proof in checked.proofs for line in folded(proof.line, WIDTH, "  ", _BESIDE_STANDING))
        console.say(f"{name}:", *told)
    console.say(f"{name}: {summary(checked)}")
    if checked.given_up:
        console.say(*folded(checked.given_up, WIDTH, "  ", "  "))
    if checked.set_aside:
        left = count(checked.set_aside, "inherited example")
        console.say(f"  {left} left out: `spadesdsl show` says which, and why")


def summary(checked: Checked) -> str:
    """Sum up the findings in a line: "fine, 9 examples hold", "2 errors, 1 open choice"."""
    errors = checked.number(Severity.ERROR)
    parts = [count(errors, "error") if errors else "fine"]
    if checked.held == len(checked.examples):
        parts += (
            [f"{count(checked.held, 'example')} hold{'s' if checked.held == 1 else ''}"] if checked.examples else []
        )
    elif len(checked.examples) == 1:
        parts.append("its example fails")
    else:
        parts.append(f"{checked.held} of {count(len(checked.examples), 'example')} hold")
    warnings, choices = checked.number(Severity.WARNING), checked.number(Severity.OPEN)
    parts += [count(warnings, "warning")] if warnings else []
    parts += [count(choices, "open choice")] if choices else []
    if checked.proofs is not None:
        proved = sum(proof.standing is Standing.PROVED for proof in checked.proofs)
        tried = sum(proof.standing is Standing.OPEN for proof in checked.proofs)
        parts += [f"{proved} proved"] + ([f"{tried} not proved"] if tried else [])
    return ", ".join(parts)


def say_total(console: Console, files: Sequence[Checked]) -> None:
    """Sum up several files in a line."""
    failed = sum(bool(checked.fault) for checked in files)
    wrong = sum(checked.number(Severity.ERROR) > 0 for checked in files)
    if not wrong and not failed:
        console.say(f"{len(files)} files: all fine")
        return
    parts = [f"{len(files) - wrong - failed} fine"]
    parts += [f"{wrong} with errors"] if wrong else []
    parts += [f"{failed} in which the program failed"] if failed else []
    console.say(f"{count(len(files), 'file')}: {', '.join(parts)}")


def json_of(checked: Checked) -> dict[str, Any]:
    """Write the findings for programs."""
    return {
        "file": checked.name,
        "fine": checked.number(Severity.ERROR) == 0 and not checked.fault,
        "errors": checked.number(Severity.ERROR),
        "warnings": checked.number(Severity.WARNING),
        "open_choices": checked.number(Severity.OPEN),
        "examples": {"held": checked.held, "of": len(checked.examples)},
        "findings": [_finding(finding, checked.sources) for finding in checked.findings],
        **({} if checked.proofs is None else {"proofs": [_proof(proof) for proof in checked.proofs]}),
        **({"given_up": checked.given_up} if checked.given_up else {}),
        **({"fault": checked.fault} if checked.fault else {}),
    }


def _proof(proof: Proof) -> dict[str, Any]:
    from spadesdsl.engine.events import some  # only where JSON is wanted

    code = None if proof.finding is None else proof.finding.code
    return {**some(proof, "about claim standing cases how"), "code": code}


def _finding(finding: Diagnostic, sources: Mapping[str, Source]) -> dict[str, Any]:
    from spadesdsl.engine.events import some

    return {
        **some(finding, "code severity message hint"),
        **_place(finding.span, sources),
        "notes": [{"message": note.message, **_place(note.span, sources)} for note in finding.notes],
        **(
            {}
            if finding.fix is None
            else {"fix": [{"text": edit.text, **_place(edit.span, sources)} for edit in finding.fix.edits]}
        ),
    }


def _place(span: Span, sources: Mapping[str, Source]) -> dict[str, Any]:
    """Write a place: where it begins, and where it ends (exclusive)."""
    end_line, end_column = _end_of(span, sources)
    return {
        "file": span.file, "line": span.line, "column": span.column, "end_line": end_line, "end_column": end_column,
    }  # fmt: skip


def _end_of(span: Span, sources: Mapping[str, Source]) -> tuple[int, int]:
    """Return where a place ends: line and column, the column after its last letter."""
    if (source := sources.get(span.file)) is None:
        return span.line, span.column + span.end - span.start
    end = source.span(span.end, span.end)
    return end.line, end.column


# ---------------------------------------------------------------- for other programs: GitHub's log, and SARIF 2.1.0

_GITHUB: Final = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.OPEN: "notice"}
_SARIF: Final = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.OPEN: "note"}
_SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"


def github(checked: Checked) -> Iterator[str]:
    """Write each finding as a line that GitHub shows beside the file."""
    from spadesdsl.codes import CODES

    for one in checked.findings:
        end_line, end_column = _end_of(one.span, checked.sources)
        place = f"file={_property(one.span.file)},line={one.span.line},endLine={end_line},col={one.span.column}"
        if end_line == one.span.line:
            place += f",endColumn={end_column}"
        title = _property(f"{one.code}: {CODES[one.code].title}")
        told = f"{one.message} {one.hint}".strip()
        yield f"::{_GITHUB[one.severity]} {place},title={title}::{_message(told)}"


def _message(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _message(text).replace(":", "%3A").replace(",", "%2C")


def sarif(files: Sequence[Checked]) -> dict[str, Any]:
    """Write all findings as one run."""
    used = sorted({one.code for checked in files for one in checked.findings})
    return {
        "$schema": _SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {"name": "spadesdsl", "version": __version__, "rules": [_rule(code) for code in used]}
                },
                "columnKind": "unicodeCodePoints",
                "results": [
                    _result(one, used.index(one.code), checked.sources) for checked in files for one in checked.findings
                ],
            }
        ],
    }


def _rule(code: str) -> dict[str, Any]:
    from spadesdsl.codes import CODES

    entry = CODES[code]
    texts = {"shortDescription": entry.title, "fullDescription": entry.explanation, "help": entry.fix}
    return {"id": code, **{name: {"text": text} for name, text in texts.items()}}


def _result(one: Diagnostic, index: int, sources: Mapping[str, Source]) -> dict[str, Any]:
    found: dict[str, Any] = {
        "ruleId": one.code,
        "ruleIndex": index,
        "level": _SARIF[one.severity],
        "message": {"text": f"{one.message} {one.hint}".strip()},
        "locations": [{"physicalLocation": _location(one.span, sources)}],
    }
    if one.notes:
        found["relatedLocations"] = [
            {"message": {"text": note.message}, "physicalLocation": _location(note.span, sources)} for note in one.notes
        ]
    return found


def _location(span: Span, sources: Mapping[str, Source]) -> dict[str, Any]:
    end_line, end_column = _end_of(span, sources)
    return {
        "artifactLocation": {"uri": span.file.replace("\\", "/").replace(" ", "%20")},
        "region": {"startLine": span.line, "startColumn": span.column, "endLine": end_line, "endColumn": end_column},
    }
