"""The page of findings, the registry of codes and the fixtures are the same set."""

from __future__ import annotations

import json
import re
from pathlib import Path

from docs import findings
from spadesdsl.codes import CODES

ROOT = Path(__file__).parent.parent.parent


def test_every_code_has_a_section_and_no_other_has() -> None:
    page = (ROOT / "docs" / "diagnostics.md").read_text(encoding="utf-8")
    assert re.findall(r"^### (\w+):", page, re.MULTILINE) == sorted(
        CODES, key=lambda code: (code[0] != "E", code[0] == "A", code)
    )


def test_every_code_has_a_file_that_shows_it() -> None:
    # What is printed for a fixture is held where all about it is: tests/mistakes/test_meant.py.
    kept = json.loads(findings.SPECIMENS.read_text(encoding="utf-8"))
    assert set(kept) == set(CODES) - findings.UNSHOWN
    assert {code: kept[code] for code in findings.MADE} == {
        code: {"shown": one.shown, "printed": one.printed} for code, one in findings.made().items()
    }
    fixtures = {findings.shown(file.read_text(encoding="utf-8")) for file in findings.ERRORS.rglob("*.spades")}
    assert [code for code in kept if code not in findings.MADE and kept[code]["shown"] not in fixtures] == []


def test_every_code_that_the_program_gives_is_registered_and_no_other_is() -> None:
    given = set()
    for module in (ROOT / "spadesdsl").rglob("*.py"):
        if module.name != "codes.py":
            given |= set(re.findall(r'"([EWA]\d{3})"', module.read_text(encoding="utf-8")))
    assert given == set(CODES)


def test_a_code_says_what_it_means_and_how_to_fix_it() -> None:
    for code, entry in CODES.items():
        assert entry.explanation.endswith("."), code
        assert entry.fix.endswith("."), code
        assert not entry.title.endswith("."), code
