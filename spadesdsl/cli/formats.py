"""Findings for other programs: GitHub's log, and SARIF 2.1.0."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from spadesdsl import __version__
from spadesdsl.codes import CODES
from spadesdsl.diagnostics import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from spadesdsl.cli.findings import Checked
    from spadesdsl.diagnostics import Diagnostic
    from spadesdsl.source import Source, Span

_GITHUB: Final = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.OPEN: "notice"}
_SARIF: Final = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.OPEN: "note"}
_SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"


def github(checked: Checked) -> Iterator[str]:
    """Write each finding as a line that GitHub shows beside the file."""
    for one in checked.findings:
        end_line, end_column = _end(one.span, checked.sources)
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
                    "driver": {
                        "name": "spadesdsl",
                        "version": __version__,
                        "rules": [_rule(code) for code in used],
                    }
                },
                "columnKind": "unicodeCodePoints",
                "results": [
                    _result(one, used.index(one.code), checked.sources) for checked in files for one in checked.findings
                ],
            }
        ],
    }


def _rule(code: str) -> dict[str, Any]:
    entry = CODES[code]
    return {
        "id": code,
        "shortDescription": {"text": entry.title},
        "fullDescription": {"text": entry.explanation},
        "help": {"text": entry.fix},
    }


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
    end_line, end_column = _end(span, sources)
    return {
        "artifactLocation": {"uri": span.file.replace("\\", "/").replace(" ", "%20")},
        "region": {
            "startLine": span.line,
            "startColumn": span.column,
            "endLine": end_line,
            "endColumn": end_column,
        },
    }


def _end(span: Span, sources: Mapping[str, Source]) -> tuple[int, int]:
    """Return where a place ends: line and column, the column after its last letter."""
    source = sources.get(span.file)
    if source is None:
        return span.line, span.column + span.end - span.start
    end = source.span(span.end, span.end)
    return end.line, end.column
