"""No fix that a fixture's message prints is wrong, and no hint with code in it leads astray.

What each mistake was meant as is written down in `tests/data/errors/meant.txt`; see `tests.mistakes.meant`.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from docs import findings
from spadesdsl.loader import load_text
from spadesdsl.repair.prose import prose_of
from spadesdsl.report import Report
from spadesdsl.resources import variant_names, variant_text
from tests.mistakes.golden import is_golden, said_of, written
from tests.mistakes.meant import (
    CODE,
    FOLDER,
    Meant,
    findings_of,
    fixtures,
    loaded_of,
    meant,
    numbered,
    of_fix,
    prescribes,
    text_of,
)
from tests.proofs.test_findings import TOLD

if TYPE_CHECKING:
    from collections.abc import Iterable

    from spadesdsl.diagnostics import Diagnostic
    from spadesdsl.source import Span

LISTS = re.compile(
    r"what can come here|the nearest (?:shipped )?rule is|another such rule is|`\w+` has `.*`: to change that, |"
    r"there are the|it has|it takes|the order is|the bids of this deal|after `then` comes|such as|"
    r"choose from |look at the `when`|a section stands|.* names with `let`|.*\bbelongs in\b|what can be skipped|"
    r"rules go in sections|an example has lines|the cards that `\w+` leaves|"
    r"write `extends standard` after the title, or the name of another game to start from; or|"
    r"name one of its players|leave it out: only `\w+` takes it|after `.+` comes?\b|the first value comes after"
)
"""Hints that say what there is, not what to write."""
EXAMPLE = re.compile(r"\b(such as|as in|like) `")
"""Hints with code that is only an example."""


def about(findings: Iterable[Diagnostic]) -> Counter[tuple[str, str]]:
    """Count findings by what they say, without their places."""
    return Counter((one.code, one.message) for one in findings)


def in_line(findings: Iterable[Diagnostic], line: int) -> Counter[tuple[str, str]]:
    """Count findings in a line by what they say."""
    return about(one for one in findings if one.span.line == line)


def pattern(code: str) -> str:
    """Return a pattern for code of a hint: `…` is any code, and `x` any name."""
    parts = re.split(r"( … }|…|\bx\b)", " ".join(code.split()))
    return "".join({" … }": "", "…": ".*", "x": r"[\w.]+"}.get(part, re.escape(part)) for part in parts)


@pytest.mark.parametrize("file", fixtures())
def test_what_is_printed_for_a_fixture_is_as_it_is_written_and_what_was_meant(file: str) -> None:
    # All about a fixture in one test: it is read once for all of its findings.
    if is_golden(file):
        assert said_of(file) == written(file)
    if file.startswith("proofs/"):
        assert [(one.code, one.message) for one in findings_of(file, text_of(file))] == [TOLD[Path(file).stem]]
    found = numbered(file)
    held = [one for one in meant().values() if one.file == file]
    assert [one.title for one in held if one.title not in found] == []
    for one in held:
        assert_leaves_only_the_other_mistakes(one, found[one.title])
        assert_is_printed(one, found[one.title])
    missing = [
        f"{title}: {finding.hint}"
        for title, finding in found.items()
        if prescribes(finding) and title not in meant() and (finding.fix or not LISTS.match(finding.hint))
    ]
    assert not missing
    assert_explain_shows_it(file)


def assert_explain_shows_it(file: str) -> None:
    """Hold what `explain` shows, where this fixture is what it shows."""
    text = text_of(file)
    shown = findings.shown(text)
    codes = [code for code, one in specimens().items() if one["shown"] == shown]
    if codes:
        report = Report(loaded_of(file, text, has_fixes=True).sources)
        printed = {one.code: report.one(one) for one in reversed(findings_of(file, text))}
        folder = file.rpartition("/")[0]
        assert {code: specimens()[code]["printed"] for code in codes} == {
            code: printed[code].replace(f"{FOLDER / folder}/", "").replace(f"{folder}/", "") for code in codes
        }


@cache
def specimens() -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = json.loads(findings.SPECIMENS.read_text(encoding="utf-8"))
    return found


def assert_leaves_only_the_other_mistakes(one: Meant, finding: Diagnostic) -> None:
    """Hold what was meant: the finding goes, and nothing new comes."""
    text, other = text_of(one.file), one.applied(text_of(one.file))
    said = (finding.code, finding.message)
    before, after = (findings_of(one.file, it, has_fixes=False) for it in (text, other))
    if said not in about(before) and (gone := in_line(before, one.line) - in_line(after, one.line)):
        said = next(iter(gone))  # what it is called before a fix is tried
    elif said not in about(before):
        before, after = (findings_of(one.file, it) for it in (text, other))
    if len(one.edits) == 1 and len(one.edits[0][1]) == len(one.edits[0][2]):
        assert in_line(after, one.line)[said] < in_line(before, one.line)[said], one.title
    else:
        assert about(after)[said] < about(before)[said], one.title
    if is_read(text, one):
        assert about(after) <= about(before), one.title


def is_read(text: str, one: Meant) -> bool:
    """Tell whether a fixture can be read with what was meant and was before: otherwise more is found only now."""
    codes = {found.code for found in findings_of(one.file, text)}
    return not any(code.startswith("E1") for code in codes)


def assert_is_printed(one: Meant, finding: Diagnostic) -> None:
    """Hold what is printed: a fix is what was meant, and so is the code in a hint."""
    if finding.fix is not None:
        assert of_fix(one.title, finding).edits == one.edits, one.title
        return
    old = " ".join(" ".join(line for _, lines, _ in one.edits for line in lines).split())
    new = " ".join(" ".join(line for _, _, lines in one.edits for line in lines).split())
    codes = CODE.findall(finding.hint)
    written = [code for code in codes if re.search(pattern(code), new)]
    taken_out = [code for code in codes if re.search(pattern(code), old) and not re.search(pattern(code), new)]
    assert written or taken_out or EXAMPLE.search(finding.hint), f"{one.title}: {finding.hint}"


def test_what_was_meant_is_about_fixtures_that_there_are() -> None:
    assert {one.file for one in meant().values()} <= set(fixtures())


def test_what_a_torn_file_says_many_times_gets_its_fixes_tried_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    torn = "".join(f'  score "{number}" of 13: 5\n' for number in range(6))
    tried: set[tuple[str, Span]] = set()
    settling = import_module("spadesdsl.repair.settle")
    steps = settling.steps_for

    def counted(finding: Diagnostic, desk: object, depth: int) -> object:
        tried.add((finding.message, finding.span))
        return steps(finding, desk, depth)

    monkeypatch.setattr(settling, "steps_for", counted)
    found = load_text(f'language 1\nvariant a "A" extends standard {{\n{torn}}}\n'.encode(), {}).diagnostics
    said = Counter(one.message for one in found)
    again = "`score` says nothing yet: there is no `:` before `of`."
    assert said[again] > sum(message == again for message, _ in tried) == 2


def test_no_line_of_a_shipped_file_is_taken_for_prose() -> None:
    texts = {name: variant_text(name) for name in variant_names()}
    assert {name for name, found in texts.items() if found is not None and prose_of(found[1])} == set()
